from __future__ import annotations

import csv
import json
import unittest
from contextlib import redirect_stdout
from io import BytesIO, StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

from backtest_session.adapters import backtesting_py, freqtrade, nautilus, vectorbt
from backtest_session.adapters.optuna import OptunaRecorder

from .service import ServiceTestCase, a_name, a_trade

try:
    import pandas
except ImportError:
    has_pandas = False
else:
    has_pandas = True
try:
    import optuna
except ImportError:
    has_optuna = False
else:
    has_optuna = True

DATA = Path(__file__).parent / "data"


class AdapterTestCase(ServiceTestCase):
    def recorded(self, rows: Any, **options: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Records trades, and returns the statistics and the stored trades."""
        with redirect_stdout(StringIO()), self.client.record(self.new_project(), "Run", **options) as run:
            run.trades(rows)
        return run.stats, list(self.client.trades(run.session))


@unittest.skipUnless(has_pandas, "pandas is not installed")
class FramesOfLibrariesTest(AdapterTestCase):
    def test_trades_of_backtesting_py_have_its_profits(self) -> None:
        # Written by a run of backtesting.py with commissions.
        file = DATA / "backtesting-py-trades.csv"
        frame = pandas.read_csv(file, parse_dates=["EntryTime", "ExitTime"])
        stats, trades = self.recorded(backtesting_py.trades({"_trades": frame}))
        self.assertAlmostEqual(stats["plNet"], frame["PnL"].sum(), 6)
        self.assertAlmostEqual(stats["feesPaid"], frame["Commission"].sum(), 6)
        with file.open() as lines:
            rows = list(csv.DictReader(lines))
        self.assertEqual([trade["side"] for trade in trades], ["long", "short"] * 4)
        self.assertEqual([trade["qty"] for trade in trades], [abs(int(row["Size"])) for row in rows])
        self.assertEqual([trade["tags"] for trade in trades], [["enter:cross up"], []] * 4)
        self.assertEqual(trades[0]["entryTime"], 1_704_250_800_000)

    def test_closed_trades_of_vectorbt_have_its_profits(self) -> None:
        times = pandas.date_range("2024-01-01", periods=4, freq="D")
        frame = pandas.DataFrame(
            {
                "Exit Trade Id": [0, 1, 2],
                "Column": [0, 0, 0],
                "Size": [0.25, 2.0, 1.0],
                "Entry Timestamp": times[:3],
                "Avg Entry Price": [40_000.0, 100.0, 100.0],
                "Entry Fees": [10.0, 0.2, 0.1],
                "Exit Timestamp": times[1:],
                "Avg Exit Price": [41_000.0, 90.0, 120.0],
                "Exit Fees": [10.25, 0.18, 0.0],
                "PnL": [229.75, 19.62, 19.9],
                "Return": [0.023, 0.098, 0.2],
                "Direction": ["Long", "Short", "Long"],
                "Status": ["Closed", "Closed", "Open"],
                "Position Id": [0, 1, 2],
            }
        )
        stats, trades = self.recorded(vectorbt.trades(portfolio_of(frame), symbol="BTCUSDT"))
        self.assertEqual([(trade["side"], trade["plNet"]) for trade in trades], [("long", 229.75), ("short", 19.62)])
        self.assertEqual([trade["feesPaid"] for trade in trades], [20.25, 0.38])
        self.assertEqual([trade["positionId"] for trade in trades], ["0", "1"])
        self.assertEqual(stats["tradeCount"], 2)
        frame["Column"] = [10, 20, 20]
        with self.assertRaisesRegex(ValueError, "several columns"):
            vectorbt.trades(portfolio_of(frame))

    def test_closed_positions_of_nautilus_trader_have_its_profits(self) -> None:
        times = pandas.date_range("2024-01-01", periods=4, freq="D", tz="UTC")
        frame = pandas.DataFrame(
            {
                "position_id": ["BTCUSDT-PERP.BINANCE-Cross-000"] * 3,
                "instrument_id": ["BTCUSDT-PERP.BINANCE"] * 3,
                "entry": ["BUY", "SELL", "BUY"],
                "side": ["FLAT", "FLAT", "LONG"],
                "peak_qty": ["0.500", "1.000", "1.000"],
                "avg_px_open": [40_000.0, 41_000.5, 40_000.0],
                "avg_px_close": [41_000.0, 41_500.5, float("nan")],
                "realized_pnl": ["480.00 USDT", "-1_520.00 USDT", "-20.00 USDT"],
                "commissions": [["20.00 USDT"], ["20.00 USDT"], ["20.00 USDT"]],
                "ts_opened": times[:3],
                "ts_closed": [times[1], times[2], pandas.NA],
            }
        ).set_index("position_id")
        rows = nautilus.trades(frame.iloc[:1]) + nautilus.trades(frame.iloc[1:], multiplier=3)
        stats, trades = self.recorded(rows, assets=[{"symbol": "BTCUSDTPERP"}])
        self.assertEqual([(trade["side"], trade["qty"]) for trade in trades], [("long", 0.5), ("short", 3)])
        self.assertEqual([(trade["plNet"], trade["feesPaid"]) for trade in trades], [(480, 20), (-1_520, 20)])
        self.assertEqual(len({trade["clientId"] for trade in trades}), 2)


def portfolio_of(frame: Any) -> Any:
    return SimpleNamespace(trades=SimpleNamespace(records_readable=frame))


class FreqtradeTest(ServiceTestCase):
    def test_each_result_of_a_folder_becomes_a_session_once(self) -> None:
        project = self.new_project()
        with TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "backtest-result-1.json").write_text(result_of("Alpha"))
            (folder / "backtest-result-2.zip").write_bytes(zip_of("Beta"))
            (folder / "backtest-result-2.meta.json").write_text("{}")
            (folder / ".last_result.json").write_text("{}")
            (folder / "notes.txt").write_text("not a result")
            (folder / "charts").mkdir()
            runs = list(freqtrade.import_folder(self.client, project, folder, study="Freqtrade", finish=True))
            again = list(freqtrade.import_folder(self.client, project, folder, study="Freqtrade", finish=True))
        self.assertEqual([file.name for file, _ in runs], ["backtest-result-1.json", "backtest-result-2.zip"])
        self.assertEqual([entry["created"] for _, entries in runs for entry in entries], [True, True])
        self.assertEqual([entry["created"] for _, entries in again for entry in entries], [False, False])
        sessions = list(self.client.sessions(project))
        self.assertEqual([session["strategy"] for session in sessions], ["Beta", "Alpha"])
        beta = self.client.session(sessions[0])
        self.assertEqual((beta["trial"]["study"], beta["trial"]["parameters"]), ("Freqtrade", {"buy.rsi": 30}))

    def test_a_result_may_be_given_as_bytes(self) -> None:
        for content in (result_of("Alpha").encode(), zip_of("Beta")):
            [entry] = self.client.import_run(self.new_project(), content)
            self.assertEqual((entry["created"], entry["inserted"]), (True, 1))


def result_of(strategy: str) -> str:
    start = 1_704_844_800_000
    trade = {
        "pair": "ETH/USDT",
        "amount": 2,
        "open_rate": 100,
        "close_rate": 110,
        "open_timestamp": start,
        "close_timestamp": start + 300_000,
        "profit_abs": 19.5,
        "exit_reason": "roi",
        "is_short": False,
    }
    run = {
        "strategy_name": strategy,
        "starting_balance": 1000,
        "stake_currency": "USDT",
        "timeframe": "5m",
        "backtest_start_ts": start,
        "backtest_end_ts": start + 86_400_000,
        "trades": [trade],
    }
    return json.dumps({"strategy": {strategy: run}})


def zip_of(strategy: str) -> bytes:
    content = BytesIO()
    with ZipFile(content, "w") as archive:
        archive.writestr("backtest-result-2.json", result_of(strategy))
        parameters = {"strategy_name": strategy, "params": {"buy": {"rsi": 30}}}
        archive.writestr(f"backtest-result-2_{strategy}.json", json.dumps(parameters))
    return content.getvalue()


@unittest.skipUnless(has_optuna, "Optuna is not installed")
class OptunaTest(ServiceTestCase):
    def test_each_trial_with_trades_becomes_a_session_of_the_study(self) -> None:
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        name = a_name()
        recorder = OptunaRecorder(self.client, name, symbol="BTCUSDT", timeframe="1h", initial_balance=500)

        def objective(trial: Any) -> float:
            fast = trial.suggest_int("fast", 2, 9)
            trial.suggest_float("ratio", 0.1, 0.9)
            trial.suggest_categorical("stop", [None])
            if trial.number == 1:
                return float(fast)
            recorder.trades(trial, [a_trade(trial.number, exitPrice=100 + fast)])
            if trial.number == 2:
                raise ValueError("the objective fails")
            if trial.number == 3:
                raise optuna.TrialPruned
            return float(fast)

        study = optuna.create_study(study_name="Search", sampler=optuna.samplers.RandomSampler(1))
        with redirect_stdout(StringIO()):
            study.optimize(objective, n_trials=5, callbacks=[recorder], catch=(ValueError,))
        sessions = [self.client.session(session) for session in self.client.sessions(self.client.project(name))]
        self.assertEqual([session["name"] for session in sessions], ["Search 4", "Search 3", "Search 0"])
        for session, number in zip(sessions, (4, 3, 0), strict=True):
            trial = study.trials[number]
            self.assertEqual(session["trial"]["study"], "Search")
            self.assertEqual(session["trial"]["parameters"], {**trial.params, "stop": "None"})
            self.assertEqual((session["status"], session["initialBalance"]), ("finished", 500))
            self.assertEqual(session["summary"]["plNet"], trial.params["fast"])
