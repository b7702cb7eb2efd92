"""Costs that follow from the profit that a library has computed."""

from __future__ import annotations

from decimal import Decimal
from typing import Any


def with_profit(trade: dict[str, Any], profit: Any) -> dict[str, Any]:
    """Returns a trade whose fees are such that its net result is a profit."""
    qty, entry, exit_, net = (Decimal(str(value)) for value in (*_figures(trade), profit))
    gross = (exit_ - entry) * qty * (1 if trade["side"] == "long" else -1)
    # The service has 8 decimals. Floating-point noise beyond them is no cost.
    fees = round(gross - net, 8) + 0
    return {**trade, "feesPaid": float(fees), "spreadPaid": 0, "slippagePaid": 0}


def _figures(trade: dict[str, Any]) -> tuple[Any, Any, Any]:
    return trade["qty"], trade["entryPrice"], trade["exitPrice"]
