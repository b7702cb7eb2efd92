from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from typing import Any

from backtest_session import BacktestSessionError, Client, ConnectionFailed, FieldError, ServiceError

from .service import KEY, URL, Proxy, ServiceTestCase, a_name, a_trade

MINUTE = 60_000
START = 1_704_844_800_000


class ErrorsTest(ServiceTestCase):
    def test_a_wrong_key_is_a_service_error_without_the_key(self) -> None:
        with self.assertRaises(ServiceError) as raised:
            Client(URL, "a-wrong-key").get("/me")
        error = raised.exception
        self.assertEqual((error.status, error.code), (401, "UNAUTHORIZED"))
        self.assertIn(f"(401 UNAUTHORIZED, request {error.request_id})", str(error))
        self.assertNotIn("a-wrong-key", f"{error!r} {error}")

    def test_a_validation_error_names_the_field(self) -> None:
        with self.assertRaises(ServiceError) as raised:
            self.client.create_session(self.new_project(), "Run", initial_balance=0)
        error = raised.exception
        self.assertEqual((error.status, error.code), (400, "VALIDATION_FAILED"))
        self.assertEqual([detail.field for detail in error.details], ["initialBalance"])
        self.assertRegex(error.message, "^initialBalance must not be less than 1")
        self.assertTrue(error.request_id)

    def test_an_address_at_which_nothing_listens_fails_at_once(self) -> None:
        pauses: list[float] = []
        with self.assertRaisesRegex(ConnectionFailed, "^There is no connection to http://127.0.0.1:9: "):
            Client("http://127.0.0.1:9", KEY, sleep=pauses.append).get("/me")
        self.assertEqual(pauses, [])

    def test_a_page_of_the_service_is_no_response_of_the_api(self) -> None:
        with self.assertRaisesRegex(ConnectionFailed, "is not the address of the service"):
            self.client.get("/desk/")

    def test_a_key_or_an_address_of_another_kind_is_refused_without_printing_the_key(self) -> None:
        for key in ("", "secret\nkey", "schlüssel"):
            with self.assertRaises(ValueError) as raised:
                Client(URL, key)
            self.assertEqual(str(raised.exception), "key must consist of printable ASCII characters")
        with self.assertRaisesRegex(ValueError, "^url must begin with http"):
            Client("ftp://host", KEY)

    def test_the_text_of_a_client_has_no_key(self) -> None:
        self.assertEqual(repr(self.client), f"Client('{URL}')")


class ProjectsTest(ServiceTestCase):
    def test_a_project_is_created_once_and_then_found_by_its_name_or_id(self) -> None:
        name = a_name()
        with self.assertRaisesRegex(BacktestSessionError, f"^There is no project {name}. Give symbol and timeframe"):
            self.client.project(name)
        created = self.client.project(name, symbol="ETHUSDT", timeframe="4h")
        self.assertEqual((created["name"], created["symbol"], created["timeframe"]), (name, "ETHUSDT", "4h"))
        for found in (self.client.project(name), self.client.project(f" {name} "), self.client.project(created["id"])):
            self.assertEqual(found["id"], created["id"])

    def test_a_name_that_is_part_of_another_name_is_another_project(self) -> None:
        name = a_name()
        longer = self.client.project(f"{name} again", symbol="BTCUSDT", timeframe="1h")
        shorter = self.client.project(name, symbol="BTCUSDT", timeframe="1h")
        self.assertNotEqual(shorter["id"], longer["id"])
        self.assertEqual(self.client.project(name)["id"], shorter["id"])

    def test_programs_that_create_a_project_at_the_same_time_get_the_same_project(self) -> None:
        name = a_name()
        with ThreadPoolExecutor(4) as threads:
            found = list(threads.map(lambda _: self.client.project(name, symbol="BTCUSDT", timeframe="1h"), range(4)))
        self.assertEqual(len({project["id"] for project in found}), 1)

    def test_a_project_that_was_deleted_or_renamed_is_created_again(self) -> None:
        name = a_name()
        first = self.client.project(name, symbol="BTCUSDT", timeframe="1h")
        self.client._transport.json("PATCH", f"/projects/{first['id']}", {"name": f"{name} old"})
        second = self.client.project(name, symbol="BTCUSDT", timeframe="1h")
        self.assertNotEqual(second["id"], first["id"])
        for project in (first, second):
            self.client._transport.send("DELETE", f"/projects/{project['id']}")
        third = self.client.project(name, symbol="BTCUSDT", timeframe="1h")
        self.assertNotIn(third["id"], (first["id"], second["id"]))

    def test_several_projects_of_a_name_are_an_error_with_their_ids(self) -> None:
        name = a_name()
        fields = {"name": name, "symbol": "BTCUSDT", "timeframe": "1h"}
        ids = [self.client._transport.json("POST", "/projects", fields)["project"]["id"] for _ in range(2)]
        with self.assertRaisesRegex(BacktestSessionError, f"^2 projects have the name {name}.*{ids[0]}"):
            self.client.project(name)


class SessionsTest(ServiceTestCase):
    def test_a_session_has_the_labels_of_its_try(self) -> None:
        project = self.new_project()
        created = self.client.create_session(
            project,
            "Labels",
            initial_balance=500,
            study="Cross",
            parameters={"fast": 5, "ratio": 0.5, "kind": "sma", "short": True},
            code_version="3f2a91c",
            sample="out",
            accountCurrency="USDT",
            tags=["python"],
        )
        record = self.client.session(created)
        self.assertEqual((record["accountCurrency"], record["tags"], record["status"]), ("USDT", ["python"], "active"))
        self.assertEqual(
            record["trial"],
            {
                "study": "Cross",
                "parameters": {"fast": 5, "ratio": 0.5, "kind": "sma", "short": True},
                "codeVersion": "3f2a91c",
                "sample": "out",
            },
        )

    def test_all_sessions_are_listed_across_pages(self) -> None:
        project = self.new_project()
        names = [f"Run {number}" for number in range(5)]
        for name in names:
            self.client.create_session(project, name, initial_balance=100)
        listed = [session["name"] for session in self.client.sessions(project, count=2)]
        self.assertEqual(listed, names[::-1])

    def test_a_finished_session_accepts_no_further_trades(self) -> None:
        session = self.new_session()
        self.client.add_trades(session, [a_trade()])
        self.assertEqual(self.client.finish(session)["session"]["status"], "finished")
        with self.assertRaises(ServiceError) as raised:
            self.client.add_trades(session, [a_trade(1)])
        self.assertEqual(raised.exception.code, "SESSION_FINISHED")
        self.assertEqual(self.client.add_trades(session, [a_trade()]).stored, 1)


class FiguresTest(ServiceTestCase):
    session: str
    project: str

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        project = cls.client.project(a_name(), symbol="BTCUSDT", timeframe="1h")
        cls.project = project["id"]
        session = cls.client.create_session(
            project, "Run", initial_balance=10_000, study="Cross", parameters={"fast": 3}
        )
        cls.session = session["id"]
        rows = [a_trade(day * 1440, exitPrice=100 + day % 3 - 0.5) for day in range(40)]
        cls.client.add_trades(session, rows)

    def test_statistics_and_their_explanations_are_dicts(self) -> None:
        stats = self.client.stats(self.session)
        self.assertEqual((stats["tradeCount"], stats["winCount"]), (40, 26))
        self.assertEqual(self.client.stats(self.session, breakEvenThreshold=0.6)["breakEvenCount"], 27)
        explained = self.client.explain(self.session, "winrate")
        self.assertEqual((explained["figure"], explained["value"]), ("winrate", 0.65))

    def test_every_analysis_of_a_session_is_a_dict(self) -> None:
        paths = json.loads(self.client._transport.send("GET", "/docs-json"))["paths"]
        prefix = "/sessions/{id}/analysis/"
        names = [path[len(prefix) :] for path in paths if path.startswith(prefix)]
        self.assertIn("monte-carlo", names)
        for name in names:
            needed = {"breakdown": {"by": "side"}}.get(name, {})
            with self.subTest(name):
                self.assertIsInstance(self.client.analysis(self.session, name, **needed), dict)

    def test_filters_of_an_analysis_are_query_parameters(self) -> None:
        start = a_trade(0)["entryTime"]
        figures = self.client.analysis(self.session, "figures", from_=start, to=start + 10 * 86_400_000, side="long")
        self.assertEqual(figures["figures"]["tradeCount"], 10)
        multiples = self.client.analysis(self.session, "costs", multiples=[1, 2.5])["multiples"]
        self.assertEqual([row["multiple"] for row in multiples], [1, 2.5])

    def test_analyses_of_a_project_and_its_leaderboard_are_dicts(self) -> None:
        for name in ("selection", "overfitting", "walk-forward"):
            with self.subTest(name):
                self.assertIn("state", self.client.project_analysis(self.project, name, study="Cross"))
        board = self.client.leaderboard(self.project, study="Cross", sort="plNet", where="parameters.fast=3")
        self.assertEqual([entry["session"]["id"] for entry in board["sessions"]], [self.session])

    def test_candles_as_of_an_instant_are_series_in_the_order_of_the_intervals(self) -> None:
        at = datetime(2024, 1, 10, 12, 34, tzinfo=timezone.utc)
        series = self.client.candles_as_of("BTCUSDT", ["1h", "1m"], at, count=3)
        self.assertEqual([one["interval"] for one in series], ["1h", "1m"])
        for one in series:
            self.assertLessEqual({"source", "candles", "forming"}, one.keys())

    def test_a_draw_is_a_random_range_of_a_session_and_is_sent_again_without_drawing_again(self) -> None:
        source: dict[str, Any] = {"randomSourceStart": START, "randomSourceEnd": START + 2_000 * MINUTE}
        session = self.client.create_session(self.project, "Replay", initial_balance=10_000, randomSeed=42, **source)
        with Proxy() as proxy:
            client = proxy.client()
            client.get("/me")
            proxy.faulty_path, proxy.faults = "/draw", ["lost"]
            drawn = client.draw(session, 300 * MINUTE)
            self.assertEqual(proxy.paths("/draw"), 2)
        self.assertEqual((drawn["draw"]["number"], drawn["draw"]["candidates"]), (1, 1_701))
        self.assertEqual(drawn["draw"]["end"], drawn["draw"]["start"] + 300 * MINUTE)
        record = self.client.session(session)
        self.assertEqual((record, record["draws"]), (drawn["session"], 1))
        with self.assertRaises(ServiceError) as raised:
            self.client.draw(session, 2_001 * MINUTE, unseen=True)
        self.assertEqual([detail.field for detail in raised.exception.details], ["length"])

    def test_a_playhead_says_where_a_replay_stands(self) -> None:
        session = self.new_session()
        at = datetime(2024, 1, 10, 12, 34, tzinfo=timezone.utc)
        ms = round(at.timestamp() * 1000)
        playhead = self.client.put_playhead(session, at, ms + MINUTE)
        self.assertEqual((playhead["at"], playhead["shownUntil"]), (ms, ms + MINUTE))
        back = self.client.put_playhead(session, ms - MINUTE)
        self.assertEqual((back["shownUntil"], back["furthest"]), (ms - MINUTE, ms + MINUTE))
        self.assertEqual(self.client.session(session)["playhead"], back)

    def test_an_export_is_a_file_with_every_trade(self) -> None:
        header, *rows = self.client.export(self.session).decode().splitlines()
        self.assertTrue(header.startswith("clientId,"))
        self.assertEqual(len(rows), 40)
        self.assertEqual(len(self.client.export(self.session, format="ndjson").splitlines()), 40)

    def test_the_address_on_the_desk_has_no_key(self) -> None:
        self.assertEqual(self.client.desk_url(self.session), f"{URL}/desk/#/sessions/{self.session}")


class FieldErrorTest(ServiceTestCase):
    def test_the_error_of_a_later_batch_names_the_row_of_all_rows(self) -> None:
        session = self.new_session()
        rows = [a_trade(number) for number in range(600)]
        rows[503] = a_trade(503, exitTime=1)
        with self.assertRaises(ServiceError) as raised:
            self.client.add_trades(session, rows)
        self.assertEqual(
            raised.exception.details, (FieldError("trades[503].exitTime", "must not be before entryTime"),)
        )
        self.assertTrue(raised.exception.message.startswith("trades[503].exitTime must not be before entryTime"))
        # The first batch is stored; after the correction, the same rows can be sent again.
        rows[503] = a_trade(503)
        added = self.client.add_trades(session, rows)
        self.assertEqual((added.inserted, added.stored), (100, 500))
