from __future__ import annotations

import unittest
from datetime import datetime, timedelta, timezone
from decimal import Decimal

from backtest_session.values import plain, trades_of

from .service import a_trade

MILLISECONDS = 1_704_067_200_123


class PlainTest(unittest.TestCase):
    def test_times_become_epoch_milliseconds_and_a_time_without_a_zone_is_utc(self) -> None:
        naive = datetime(2024, 1, 1, 0, 0, 0, 123_999)
        for time in (
            naive,
            naive.replace(tzinfo=timezone.utc),
            naive.replace(tzinfo=timezone(timedelta(hours=2))) + timedelta(hours=2),
        ):
            self.assertEqual(plain(time), MILLISECONDS)

    def test_missing_values_become_none(self) -> None:
        self.assertEqual(plain([None, float("nan"), Decimal("NaN")]), [None, None, None])

    def test_other_values_stay_what_they_are(self) -> None:
        value = {"a": [1, 2.5, "x", True, {"b": 0}], "c": Decimal("0.1")}
        self.assertEqual(plain(value), {"a": [1, 2.5, "x", True, {"b": 0}], "c": 0.1})
        self.assertIs(plain(True), True)


class TradesOfTest(unittest.TestCase):
    def test_fields_may_be_in_snake_case(self) -> None:
        [trade] = trades_of([{"client_id": 7, "entry_time": 1, "stop_loss": None, "qty": 2, "point_value": 50}])
        self.assertEqual(trade, {"clientId": "7", "entryTime": 1, "qty": 2, "pointValue": 50})

    def test_a_trade_without_a_client_id_is_identified_by_its_entry(self) -> None:
        first, other, moved = trades_of([a_trade(0), a_trade(1), a_trade(0, exitPrice=99, qty=2)])
        self.assertEqual(len({trade["clientId"] for trade in (first, other, moved)}), 3)
        self.assertEqual(trades_of([a_trade(1), a_trade(0)]), [other, first])

    def test_equal_numbers_identify_a_trade_whatever_their_type_is(self) -> None:
        whole = {"qty": 2, "entryPrice": 10, "entryTime": 1, "exitPrice": 11, "exitTime": 2}
        printed = {**whole, "qty": 2.0, "entryPrice": 10.0}
        self.assertEqual(trades_of([whole])[0]["clientId"], trades_of([printed])[0]["clientId"])

    def test_equal_entries_are_counted(self) -> None:
        ids = [trade["clientId"] for trade in trades_of([a_trade(0), a_trade(0, exitPrice=99)])]
        self.assertEqual(len(set(ids)), 2)
        self.assertEqual(ids[0], trades_of([a_trade(0)])[0]["clientId"])

    def test_values_that_json_does_not_have_are_errors_that_name_the_row_and_the_field(self) -> None:
        with self.assertRaisesRegex(ValueError, r"^trades\[1\].exitPrice must be finite$"):
            trades_of([a_trade(), a_trade(1, exitPrice=float("inf"))])
        with self.assertRaisesRegex(TypeError, r"^trades\[0\].exitTime must not be a object$"):
            trades_of([a_trade(exitTime=object())])

    def test_a_field_that_the_service_does_not_have_is_an_error(self) -> None:
        with self.assertRaisesRegex(ValueError, r"^trades\[1\].stopPrice is not a known field$"):
            trades_of([a_trade(), a_trade(1, stop_price=99)])
