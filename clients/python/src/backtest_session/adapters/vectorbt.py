"""Trades of vectorbt."""

from __future__ import annotations

from typing import Any

from .profits import with_profit


def trades(portfolio: Any, symbol: str | None = None) -> list[dict[str, Any]]:
    """Returns the closed trades of a `Portfolio` with one column.

    A portfolio with several columns holds several runs: record each, as in `portfolio[column]`.
    """
    rows = portfolio.trades.records_readable.to_dict("records")
    if len({row["Column"] for row in rows}) > 1:
        raise ValueError("The portfolio has several columns. Record each of them as a run.")
    return [_trade(row, symbol) for row in rows if row["Status"] == "Closed"]


def _trade(row: dict[str, Any], symbol: str | None) -> dict[str, Any]:
    trade = {
        "symbol": symbol,
        "side": row["Direction"].lower(),
        "qty": row["Size"],
        "entryTime": row["Entry Timestamp"],
        "entryPrice": row["Avg Entry Price"],
        "exitTime": row["Exit Timestamp"],
        "exitPrice": row["Avg Exit Price"],
        # A position that was closed in parts has a trade for each exit.
        "positionId": str(row["Position Id"]) if "Position Id" in row else None,
    }
    return with_profit(trade, row["PnL"])
