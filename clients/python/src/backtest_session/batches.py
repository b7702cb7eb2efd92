"""Storing trades in batches."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from .errors import FieldError, ServiceError
from .transport import BULK_TIMEOUT, Body, Transport
from .values import Rows, trades_of

MAX_BATCH_TRADES = 500
_ROW = re.compile(r"\btrades\[(\d+)\]")


@dataclass(frozen=True)
class Added:
    """Numbers of trades that were stored, and that were stored before."""

    inserted: int
    stored: int


def add_trades(transport: Transport, session: str, rows: Rows) -> Added:
    trades = trades_of(rows)
    inserted = 0
    for start in range(0, len(trades), MAX_BATCH_TRADES):
        batch = trades[start : start + MAX_BATCH_TRADES]
        try:
            inserted += _ingest(transport, session, batch)
        except ServiceError as error:
            raise _shifted(error, start) from None
    return Added(inserted, len(trades) - inserted)


def _ingest(transport: Transport, session: str, batch: list[dict[str, Any]]) -> int:
    path = f"/sessions/{session}/trades"
    if not any(_is_small(trade) for trade in batch):
        answer = transport.json("POST", path, {"trades": batch}, timeout=BULK_TIMEOUT)
    else:
        body = Body(_lines(batch, _assets_of(transport, session)).encode(), "application/x-ndjson")
        answer = transport.parsed(transport.send("POST", f"{path}/import", body, timeout=BULK_TIMEOUT))
    return transport.part(answer, "inserted", int)


def _assets_of(transport: Transport, session: str) -> list[dict[str, str]]:
    found = transport.part(transport.json("GET", f"/sessions/{session}"), "session", dict)
    assets = transport.part(found, "assets", list)
    if not assets:
        raise transport.unreadable()
    return [{name: transport.part(asset, name, str) for name in ("symbol", "feed")} for asset in assets]


def _is_small(trade: dict[str, Any]) -> bool:
    """Tells if an ingest may refuse a trade that an import accepts: by default, values below 1."""
    values = (trade.get(name) for name in ("qty", "entryPrice", "exitPrice"))
    return any(isinstance(value, (int, float)) and 0 < value < 1 for value in values)


def _lines(batch: list[dict[str, Any]], assets: list[dict[str, str]]) -> str:
    """Returns trades as ndjson. A line must begin with the clientId and name a symbol."""
    ordered = [{"clientId": trade["clientId"], **_market(trade, assets), **trade} for trade in batch]
    return "".join(json.dumps(trade, ensure_ascii=False, allow_nan=False) + "\n" for trade in ordered)


def _market(trade: dict[str, Any], assets: list[dict[str, str]]) -> dict[str, Any]:
    """Returns the market of a trade without a symbol, which an ingest finds by itself."""
    feed = trade.get("feed", assets[0]["feed"])
    fitting = [asset for asset in assets if asset["feed"] == feed]
    return {} if "symbol" in trade or not fitting else {"symbol": fitting[0]["symbol"], "feed": feed}


def _shifted(error: ServiceError, start: int) -> ServiceError:
    """Returns the error of a batch with the numbers of all rows, not of those of the batch."""

    def shift(text: str) -> str:
        return _ROW.sub(lambda found: f"trades[{int(found[1]) + start}]", text)

    details = [FieldError(shift(detail.field), shift(detail.message)) for detail in error.details]
    return ServiceError(error.status, error.code, shift(error.message), details, error.request_id)
