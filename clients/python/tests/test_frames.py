from __future__ import annotations

import sys
import unittest
from unittest.mock import patch

from backtest_session import Added
from backtest_session.frames import equity_frame, leaderboard_frame, trades_frame
from backtest_session.values import plain, trades_of

from .service import ServiceTestCase, a_name, a_trade

try:
    import numpy
    import pandas
except ImportError:
    has_pandas = False
else:
    has_pandas = True

with_pandas = unittest.skipUnless(has_pandas, "pandas is not installed")


@with_pandas
class ValuesOfPandasTest(unittest.TestCase):
    def test_values_of_numpy_and_pandas_become_json(self) -> None:
        time = 1_704_067_200_123
        for value, expected in (
            (numpy.int64(3), 3),
            (numpy.float32(0.5), 0.5),
            (numpy.bool_(True), True),
            (numpy.str_("long"), "long"),
            (numpy.array([1, 2]), [1, 2]),
            (numpy.float64("nan"), None),
            (numpy.datetime64(time, "ms"), time),
            (numpy.datetime64(time * 1_000_000 + 999, "ns"), time),
            (numpy.datetime64("NaT"), None),
            (pandas.Timestamp(time, unit="ms"), time),
            (pandas.Timestamp(time, unit="ms", tz="Asia/Tokyo"), time),
            (pandas.NaT, None),
            (pandas.NA, None),
        ):
            with self.subTest(repr(value)):
                self.assertEqual(plain(value), expected)
                self.assertIsInstance(plain(value), type(expected))

    def test_a_frame_gives_a_trade_for_each_row_without_its_missing_values(self) -> None:
        frame = pandas.DataFrame(
            {
                "side": ["long", "short"],
                "qty": numpy.array([1, 2], dtype="int32"),
                "entry_time": pandas.to_datetime(["2024-01-01", "2024-01-02"]),
                "stop_loss": [numpy.nan, 99.5],
                "note": [pandas.NA, "late"],
            }
        )
        first, second = trades_of(frame)
        self.assertEqual(set(first), {"side", "qty", "entryTime", "clientId"})
        self.assertEqual((second["entryTime"], second["stopLoss"], second["note"]), (1_704_153_600_000, 99.5, "late"))


@with_pandas
class FramesTest(ServiceTestCase):
    def test_a_frame_with_missing_times_and_numpy_values_is_stored_and_read_as_a_frame(self) -> None:
        project = self.client.project(a_name(), symbol="BTCUSDT", timeframe="1h")
        session = self.client.create_session(
            project, "Frame", initial_balance=1_000, parameters={"fast": numpy.int64(3)}
        )
        entry = pandas.date_range("2024-01-01", periods=4, freq="D", tz="Europe/Berlin")
        frame = pandas.DataFrame(
            {
                "side": ["long", "short", "long", "long"],
                "qty": numpy.float32(1.5),
                "entry_time": entry,
                "entry_price": numpy.array([100, 101, 102, 103]),
                "exit_time": entry + pandas.Timedelta(hours=3),
                "exit_price": [101.0, 100.0, 104.0, 101.0],
                "stop_loss": [99.0, numpy.nan, numpy.nan, 101.0],
                "note": ["first", None, pandas.NA, ""],
            },
            index=pandas.Index([9, 8, 7, 6], name="trade"),
        )
        self.assertEqual(self.client.add_trades(session, frame), Added(4, 0))
        self.assertEqual(self.client.add_trades(session, frame), Added(0, 4))
        trades = self.client.trades_frame(session)
        self.assertEqual(list(trades["entryTime"]), list(entry.tz_convert("UTC")))
        self.assertEqual(list(trades["plNet"]), [1.5, 1.5, 3, -3])
        self.assertEqual(list(trades["stopLoss"].isna()), [False, True, True, False])

        equity = self.client.equity_frame(session)
        self.assertEqual(equity.index.name, "time")
        self.assertEqual(equity["equity"].iloc[-1], 1_003)
        board = self.client.leaderboard_frame(project)
        self.assertEqual(list(board.index), [session["id"]])
        self.assertEqual((board["parameters.fast"].iloc[0], board["plNet"].iloc[0]), (3, 3))

    def test_a_trade_without_a_required_value_is_refused_with_its_row(self) -> None:
        frame = pandas.DataFrame([a_trade(0), a_trade(1, exitPrice=numpy.nan)])
        with self.assertRaisesRegex(Exception, r"trades\[1\]\.exitPrice"):
            self.client.add_trades(self.new_session(), frame)

    def test_no_trades_and_no_sessions_are_empty_frames(self) -> None:
        self.assertEqual((len(trades_frame([])), len(leaderboard_frame([]))), (0, 0))
        self.assertEqual(list(equity_frame([]).columns), ["equity"])


class WithoutPandasTest(unittest.TestCase):
    def test_a_frame_without_pandas_says_what_to_install(self) -> None:
        with patch.dict(sys.modules, {"pandas": None}):
            with self.assertRaisesRegex(ImportError, r"pip install 'backtest-session\[pandas\]'"):
                equity_frame([])
