from __future__ import annotations

from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

from .service import KEY, URL, ServiceTestCase, a_name, a_trade


class RecordTest(ServiceTestCase):
    def test_the_block_creates_a_session_and_finishes_it_with_a_link_without_the_key(self) -> None:
        output = StringIO()
        name = a_name()
        with redirect_stdout(output), self.client.record(
            name, "Run", symbol="ETHUSDT", timeframe="15m", parameters={"fast": 3}, study="Cross", sample="in"
        ) as run:
            run.trades([a_trade(0), a_trade(1, symbol="ETHUSDT")])
            run.trades([a_trade(2)])
        self.assertEqual(run.session["status"], "finished")
        self.assertEqual((run.stats["tradeCount"], run.session["initialBalance"]), (3, 10_000))
        self.assertEqual((run.session["mode"], run.session["source"]), ("automated", "api"))
        self.assertEqual(
            output.getvalue(), f"Run: 3 trades, net 3 USD. {URL}/desk/#/sessions/{run.session['id']}\n"
        )
        self.assertNotIn(KEY, output.getvalue())
        record = self.client.session(run.session)
        self.assertEqual([asset["symbol"] for asset in record["assets"]], ["ETHUSDT"])
        self.assertEqual((record["trial"]["study"], record["trial"]["parameters"]), ("Cross", {"fast": 3}))
        self.assertEqual(record["projectId"], self.client.project(name)["id"])

    def test_a_block_that_raises_leaves_the_session_active_and_says_so(self) -> None:
        errors = StringIO()
        with self.assertRaisesRegex(ZeroDivisionError, "division"):
            with redirect_stderr(errors), self.client.record(self.new_project(), "Broken") as run:
                run.trades([a_trade()])
                print(1 / 0)
        self.assertEqual(
            errors.getvalue(),
            f"Broken is not finished because of ZeroDivisionError. It stays active: {run.url}\n",
        )
        record = self.client.session(run.session)
        self.assertEqual((record["status"], record["summary"]["tradeCount"]), ("active", 1))
        # Recording goes on where it stopped.
        with redirect_stdout(StringIO()), run:
            run.trades([a_trade(), a_trade(1)])
        self.assertEqual(run.stats["tradeCount"], 2)

    def test_a_session_with_several_markets_gets_them_as_assets(self) -> None:
        assets = [{"symbol": "BTCUSDT"}, {"symbol": "ETHUSDT"}]
        with redirect_stdout(StringIO()), self.client.record(self.new_project(), "Two", assets=assets) as run:
            run.trades([a_trade(0, symbol="ETHUSDT"), a_trade(0, symbol="BTCUSDT")])
        self.assertEqual({trade["symbol"] for trade in self.client.trades(run.session)}, {"BTCUSDT", "ETHUSDT"})
