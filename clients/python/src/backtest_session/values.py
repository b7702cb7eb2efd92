"""Values of Python, NumPy and pandas as JSON of the service."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import pandas

# Trades as mappings from fields to values, or as a DataFrame with a column for each field.
Rows: TypeAlias = "Iterable[Mapping[str, Any]] | pandas.DataFrame"

FIELDS = frozenset(
    "clientId side qty entryPrice entryTime exitPrice exitTime symbol feed stopLoss takeProfit note feesPaid spreadPaid"
    " slippagePaid tags pointValue positionId".split()
)
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
# The fields by which trades without a clientId are told apart.
_IDENTITY = ("symbol", "feed", "side", "qty", "entryTime", "entryPrice")


def plain(value: Any) -> Any:
    """Returns a value as JSON types. Times become epoch milliseconds; NaN, NaT and pandas.NA become None."""
    if isinstance(value, Mapping):
        return {str(name): plain(element) for name, element in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(element) for element in value]
    # NaT is a datetime, too.
    if type(value).__name__ in ("NaTType", "NAType"):
        return None
    if isinstance(value, datetime):
        return _epoch_ms(value)
    if isinstance(value, (float, Decimal)):
        return None if math.isnan(value) else float(value)
    if hasattr(value, "dtype"):
        # NumPy prints nanoseconds as an integer, and milliseconds as a datetime.
        return plain((value.astype("datetime64[ms]") if value.dtype.kind == "M" else value).tolist())
    return value


def _epoch_ms(time: datetime) -> int:
    aware = time if time.tzinfo else time.replace(tzinfo=timezone.utc)
    return int((aware - _EPOCH) // timedelta(milliseconds=1))


def trades_of(rows: Rows) -> list[dict[str, Any]]:
    """Returns trades as the service takes them: without missing values, each with a clientId."""
    if hasattr(rows, "to_dict"):
        rows = rows.to_dict("records")
    trades = [_trade_of(row, index) for index, row in enumerate(rows)]
    seen: Counter[str] = Counter()
    for trade in trades:
        if "clientId" not in trade:
            identity = json.dumps([_identity(trade.get(name)) for name in _IDENTITY])
            seen[identity] += 1
            trade["clientId"] = hashlib.sha256(f"{identity} {seen[identity]}".encode()).hexdigest()[:32]
    return trades


def _trade_of(row: Mapping[str, Any], index: int) -> dict[str, Any]:
    trade = {_camel_case(str(name)): plain(value) for name, value in row.items()}
    trade = {name: value for name, value in trade.items() if value is not None}
    for name, value in trade.items():
        # An import would ignore the field.
        if name not in FIELDS:
            raise ValueError(f"trades[{index}].{name} is not a known field")
        if isinstance(value, float) and math.isinf(value):
            raise ValueError(f"trades[{index}].{name} must be finite")
        if not isinstance(value, (str, int, float, list)):
            raise TypeError(f"trades[{index}].{name} must not be a {type(value).__name__}")
    if "clientId" in trade:
        trade["clientId"] = str(trade["clientId"])
    return trade


def _identity(value: Any) -> Any:
    """Returns equal numbers in one form: a DataFrame may make 2.0 of the 2 of a dict."""
    return float(value) if isinstance(value, int) else value


def _camel_case(name: str) -> str:
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), name)
