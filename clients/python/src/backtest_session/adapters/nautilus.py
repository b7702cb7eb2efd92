"""Positions of NautilusTrader."""

from __future__ import annotations

import re
from typing import Any

from ..values import plain
from .profits import with_profit


def trades(report: Any, multiplier: float = 1) -> list[dict[str, Any]]:
    """Returns the closed positions of `trader.generate_positions_report()`.

    The quantity of a trade is the peak quantity of its position, times the multiplier of the instrument.
    """
    rows = report.reset_index().to_dict("records")
    return [_trade(row, multiplier) for row in rows if plain(row["ts_closed"]) is not None]


def _trade(row: dict[str, Any], multiplier: float) -> dict[str, Any]:
    symbol, _, _ = row["instrument_id"].rpartition(".")
    trade = {
        # A position id is used again if the venue nets positions.
        "clientId": f"{row['position_id']} {plain(row['ts_opened'])}",
        "symbol": re.sub("[^A-Za-z0-9]", "", symbol),
        "side": "long" if row["entry"] == "BUY" else "short",
        "qty": float(row["peak_qty"]) * multiplier,
        "entryTime": row["ts_opened"],
        "entryPrice": float(row["avg_px_open"]),
        "exitTime": row["ts_closed"],
        "exitPrice": float(row["avg_px_close"]),
    }
    # An amount such as `-12.50 USDT`.
    return with_profit(trade, row["realized_pnl"].split()[0].replace("_", ""))
