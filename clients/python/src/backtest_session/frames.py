"""Responses as DataFrames of pandas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas

_TIMES = ("entryTime", "exitTime", "createdAt", "updatedAt")


def trades_frame(trades: Iterable[Mapping[str, Any]]) -> pandas.DataFrame:
    frame = _pandas().DataFrame(list(trades))
    for name in _TIMES:
        if name in frame:
            frame[name] = _times(frame[name])
    return frame


def equity_frame(points: Iterable[Mapping[str, Any]]) -> pandas.DataFrame:
    frame = _pandas().DataFrame(list(points), columns=["time", "equity"])
    frame["time"] = _times(frame["time"])
    return frame.set_index("time")


def leaderboard_frame(entries: Iterable[Mapping[str, Any]]) -> pandas.DataFrame:
    rows = [
        {
            "session": entry["session"]["id"],
            "name": entry["session"]["name"],
            **{f"parameters.{name}": value for name, value in entry["trial"]["parameters"].items()},
            **(entry["figures"] or {}),
        }
        for entry in entries
    ]
    return _pandas().DataFrame(rows, columns=None if rows else ["session", "name"]).set_index("session")


def _times(column: Any) -> Any:
    return _pandas().to_datetime(column, unit="ms", utc=True)


def _pandas() -> Any:
    try:
        import pandas
    except ImportError:
        raise ImportError("DataFrames need pandas: pip install 'backtest-session[pandas]'") from None
    return pandas
