"""Trades of backtesting.py."""

from __future__ import annotations

from typing import Any

from .profits import with_profit


def trades(stats: Any, symbol: str | None = None) -> list[dict[str, Any]]:
    """Returns the trades of the result of `Backtest.run()`.

    Stops are left out: the library prints the last stop of a trade, not the initial one.
    """
    return [_trade(row, symbol) for row in stats["_trades"].to_dict("records")]


def _trade(row: dict[str, Any], symbol: str | None) -> dict[str, Any]:
    tag = row.get("Tag")
    trade = {
        "symbol": symbol,
        "side": "long" if row["Size"] > 0 else "short",
        "qty": abs(row["Size"]),
        "entryTime": row["EntryTime"],
        "entryPrice": row["EntryPrice"],
        "exitTime": row["ExitTime"],
        "exitPrice": row["ExitPrice"],
        "tags": [f"enter:{tag}"[:40]] if isinstance(tag, str) and tag else None,
    }
    return with_profit(trade, row["PnL"])
