from __future__ import annotations

import pickle
from unittest.mock import patch

from backtest_session import ConnectionFailed, ServiceError
from backtest_session.transport import MAX_ATTEMPTS

from .service import Proxy, ServiceTestCase, a_name, a_trade

ROWS = [a_trade(number) for number in range(1_200)]


class BatchesTest(ServiceTestCase):
    def test_1200_trades_are_sent_in_three_batches_and_stored_once(self) -> None:
        session = self.new_session()
        with Proxy() as proxy:
            added = proxy.client().add_trades(session, ROWS)
            self.assertEqual((added.inserted, added.stored), (1_200, 0))
            self.assertEqual(proxy.paths("/trades"), 3)
        again = self.client.add_trades(session, ROWS)
        self.assertEqual((again.inserted, again.stored), (0, 1_200))
        self.assertEqual(len(list(self.client.trades(session))), 1_200)

    def test_500_trades_are_one_batch_and_501_are_two(self) -> None:
        for count, batches in ((500, 1), (501, 2)):
            session = self.new_session()
            with Proxy() as proxy:
                proxy.client().add_trades(session, ROWS[:count])
                self.assertEqual(proxy.paths("/trades"), batches)

    def test_no_trades_are_no_request(self) -> None:
        with Proxy() as proxy:
            self.assertEqual(proxy.client().add_trades("any", []).inserted, 0)
            self.assertEqual(proxy.requests, [])

    def test_a_batch_whose_response_is_lost_is_sent_again_and_stored_once(self) -> None:
        for fault in ("lost", "cut", "refused"):
            with self.subTest(fault), Proxy() as proxy:
                session = self.new_session()
                client = proxy.client()
                client.get("/me")
                proxy.faulty_path, proxy.faults = "/trades", [fault, fault]
                client.add_trades(session, ROWS)
                self.assertEqual(proxy.paths("/trades"), 5)
                self.assertEqual(proxy.pauses, [1, 2])
                self.assertEqual(self.client.stats(session)["tradeCount"], 1_200)

    def test_each_attempt_has_its_own_request_because_a_proxy_changes_it(self) -> None:
        with Proxy() as proxy:
            client = proxy.client()
            client.get("/me")
            proxy.faulty_path, proxy.faults = "/projects", ["refused", "refused"]
            opener = client._transport._opener
            with patch.object(opener, "open", side_effect=opener.open) as opened:
                client.get("/projects")
            requests = [call.args[0] for call in opened.call_args_list]
            self.assertEqual(len({id(request) for request in requests}), 3)

    def test_an_error_can_be_sent_to_another_process(self) -> None:
        with self.assertRaises(ServiceError) as caught:
            self.client.get("/sessions/none")
        sent = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((str(sent), sent.code), (str(caught.exception), caught.exception.code))

    def test_values_below_1_are_stored_once_although_an_ingest_refuses_them(self) -> None:
        session = self.new_session()
        rows = [
            a_trade(number, clientId=f"small-{number}", qty=0.05, entryPrice=0.4, exitPrice=0.5, note="ä", tags=["a"])
            for number in range(3)
        ]
        for added in (self.client.add_trades(session, rows), self.client.add_trades(session, rows)):
            self.assertEqual(added.inserted + added.stored, 3)
        stored = list(self.client.trades(session))
        self.assertEqual([trade["clientId"] for trade in stored], ["small-0", "small-1", "small-2"])
        self.assertEqual((stored[0]["qty"], stored[0]["note"], stored[0]["tags"]), (0.05, "ä", ["a"]))

    def test_values_below_1_belong_to_the_market_that_an_ingest_would_choose(self) -> None:
        quarter = "venue-usdm-current-quarter"
        assets = [{"symbol": "BTCUSDT"}, {"symbol": "BTCUSDT", "feed": quarter}, {"symbol": "ETHUSDT"}]
        session = self.client.create_session(self.new_project(), "Three", initial_balance=100, assets=assets)
        markets: list[dict[str, str]] = [{}, {"feed": quarter}, {"symbol": "ETHUSDT"}]
        for qty in (1, 0.5):
            rows = [a_trade(number, qty=qty, **market) for number, market in enumerate(markets)]
            self.client.add_trades(session, rows)
        trades = list(self.client.trades(session))
        expected = [("BTCUSDT", "venue-spot"), ("BTCUSDT", quarter), ("ETHUSDT", "venue-spot")]
        for qty in (1, 0.5):
            found = [(trade["symbol"], trade["feed"]) for trade in trades if trade["qty"] == qty]
            self.assertEqual(found, expected)

    def test_errors_of_values_below_1_name_the_row_of_all_rows(self) -> None:
        rows = [a_trade(number, qty=0.5) for number in range(600)]
        rows[503]["exitTime"] = 1
        with self.assertRaisesRegex(ServiceError, r"^trades\[503\].exitTime must not be before entryTime"):
            self.client.add_trades(self.new_session(), rows)


class RetriesTest(ServiceTestCase):
    def test_busy_responses_are_repeated_after_their_retry_after(self) -> None:
        session = self.new_session()
        with Proxy("/trades", ["busy", "limited"]) as proxy:
            proxy.client().add_trades(session, ROWS[:2])
            self.assertEqual(proxy.pauses, [7, 7])
        self.assertEqual(self.client.stats(session)["tradeCount"], 2)

    def test_requests_that_create_something_are_repeated_and_create_it_once(self) -> None:
        with Proxy("/projects", ["busy"]) as proxy:
            client = proxy.client()
            project = client.project(a_name(), symbol="BTCUSDT", timeframe="1h")
            proxy.faulty_path, proxy.faults = "/sessions", ["lost"]
            created = client.create_session(project, "Once", initial_balance=100)
            self.assertEqual(proxy.paths("/sessions"), 2)
            proxy.faulty_path, proxy.faults = "/finish", ["lost"]
            self.assertEqual(client.finish(created)["session"]["status"], "finished")
        self.assertEqual([session["id"] for session in self.client.sessions(project)], [created["id"]])

    def test_a_service_that_stays_busy_is_an_error_after_the_last_attempt(self) -> None:
        with Proxy("/me", ["busy"] * MAX_ATTEMPTS) as proxy:
            with self.assertRaises(ServiceError) as raised:
                proxy.client().get("/me")
            self.assertEqual((raised.exception.code, raised.exception.request_id), ("BUSY", "r-1"))
            self.assertEqual((len(proxy.requests), len(proxy.pauses)), (MAX_ATTEMPTS, MAX_ATTEMPTS - 1))

    def test_a_connection_that_stays_lost_is_an_error_after_the_last_attempt(self) -> None:
        with Proxy() as proxy:
            client = proxy.client()
            client.get("/me")
            proxy.faulty_path, proxy.faults = "/usage", ["refused"] * MAX_ATTEMPTS
            with self.assertRaisesRegex(ConnectionFailed, f"^There is no connection to {proxy.url}: "):
                client.get("/usage")
            self.assertEqual(proxy.pauses, [1, 2, 4, 8, 16, 30, 30])

    def test_errors_that_are_not_temporary_are_not_repeated(self) -> None:
        for status in (400, 404, 500, 502):
            with self.subTest(status), Proxy("/me", [f"http {status}"]) as proxy:
                with self.assertRaises(ServiceError) as raised:
                    proxy.client().get("/me")
                self.assertEqual((raised.exception.status, raised.exception.code), (status, "UNKNOWN_RESPONSE"))
                self.assertEqual(len(proxy.requests), 1)

    def test_a_redirect_is_not_followed_because_it_would_pass_on_the_key(self) -> None:
        with Proxy("/me", ["http 302"]) as proxy:
            with self.assertRaises(ServiceError) as raised:
                proxy.client().get("/me")
            self.assertEqual(raised.exception.status, 302)
            self.assertEqual(proxy.requests, [("GET", "/me")])
