"""The client of the service."""

from __future__ import annotations

import hashlib
import json
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from urllib.parse import quote

from .batches import Added, add_trades
from .errors import BacktestSessionError, ConnectionFailed, ServiceError
from .frames import equity_frame, leaderboard_frame, trades_frame
from .record import Run
from .transport import BULK_TIMEOUT, MAX_ANSWER_BYTES, Body, Json, Transport
from .values import Rows

if TYPE_CHECKING:
    import pandas

# A project or a session: its id, or the object that the service has returned.
Reference: TypeAlias = "str | Mapping[str, Any]"
Sample: TypeAlias = Literal["in", "out"]

MAX_SEARCH_LENGTH = 100
# Number of seconds that a leaderboard waits for figures.
MAX_WAITS = 300
_TYPES = {
    ".json": "application/json",
    ".ndjson": "application/x-ndjson",
    ".zip": "application/zip",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".html": "text/html",
    ".htm": "text/html",
}


class Client:
    """Calls a service with a key.

    Responses are dicts with the fields of the API. Parameters of a query are given by their names in the API; write
    `from_` for `from`. Requests are sent again after 429 and 503, and after a lost connection.

    `timeout` is the longest time of a call in seconds, with its pauses: by default 60, and 1,800 for imports, exports
    and each batch of trades. A response of more than `max_answer_bytes` is an error.
    """

    def __init__(
        self,
        url: str,
        key: str,
        *,
        timeout: float | None = None,
        max_answer_bytes: int = MAX_ANSWER_BYTES,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self._transport = Transport(url, key, sleep, timeout, max_answer_bytes)

    def __repr__(self) -> str:
        return f"Client({self._transport.base!r})"

    def get(self, path: str, **query: Any) -> Json:
        """Returns the response of any GET that returns JSON."""
        return self._transport.json("GET", path, query=query)

    def _get(self, path: str, name: str, **query: Any) -> Json:
        return self._part(self.get(path, **query), name)

    def _part(self, answer: Json, name: str) -> Json:
        """Returns a field of a response, which is an object; a project or a session has an id."""
        part = self._transport.part(answer, name, dict)
        if name in ("project", "session"):
            self._transport.part(part, "id", str)
        return part

    # Projects

    def project(self, name: str, *, symbol: str | None = None, timeframe: str | None = None) -> Json:
        """Finds the project with an id or a name. With symbol and timeframe, a missing project is created."""
        if _is_id(name):
            return self._get(f"/projects/{name}", "project")
        found = [project for project in self._named(name) if project.get("name") == name.strip()]
        if len(found) > 1:
            ids = ", ".join(str(project.get("id")) for project in found)
            raise BacktestSessionError(f"{len(found)} projects have the name {name}. Give the id of one: {ids}.")
        if found:
            return self._part({"project": found[0]}, "project")
        if symbol is None or timeframe is None:
            raise BacktestSessionError(f"There is no project {name}. Give symbol and timeframe to create it.")
        return self._create_project({"name": name, "symbol": symbol, "timeframe": timeframe})

    def _named(self, name: str) -> Iterator[Json]:
        search = name.strip()[:MAX_SEARCH_LENGTH]
        return self._pages("/project-records", "projects", search=search, count=500) if search else iter(())

    def _create_project(self, fields: Json) -> Json:
        # Programs that create a project at the same time send the same key, so they get the same project.
        shared = hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()
        project = self._part(self._create("/projects", fields, shared), "project")
        try:
            if self._get(f"/projects/{_id(project)}", "project").get("name") == project.get("name"):
                return project
        except ServiceError as error:
            if error.code != "PROJECT_NOT_FOUND":
                raise
        # The project of this key was deleted or renamed.
        return self._part(self._create("/projects", fields), "project")

    # Sessions

    def create_session(
        self,
        project: Reference,
        name: str,
        *,
        initial_balance: float,
        parameters: Mapping[str, Any] | None = None,
        study: str | None = None,
        code_version: str | None = None,
        sample: Sample | None = None,
        **fields: Any,
    ) -> Json:
        """Creates a session. `fields` are further fields of `POST /sessions`, such as `accountCurrency`."""
        trial = {"study": study, "parameters": parameters or {}, "codeVersion": code_version, "sample": sample}
        body = {"projectId": _id(project), "name": name, "initialBalance": initial_balance, "trial": trial, **fields}
        return self._part(self._create("/sessions", body), "session")

    def session(self, session: Reference) -> Json:
        """Returns the record of a session: with its tags, its trial and a summary of its trades."""
        return self._get(f"/sessions/{_id(session)}/record", "session")

    def sessions(self, project: Reference, **query: Any) -> Iterator[Json]:
        """Returns all sessions of a project, newest first."""
        return self._pages("/sessions", "sessions", projectId=_id(project), **query)

    def finish(self, session: Reference) -> Json:
        """Finishes a session, and returns `session` and `stats`."""
        answer = self._transport.json("POST", f"/sessions/{_id(session)}/finish")
        return {**answer, "session": self._part(answer, "session"), "stats": self._part(answer, "stats")}

    def record(
        self,
        project: str,
        name: str,
        *,
        symbol: str | None = None,
        timeframe: str | None = None,
        initial_balance: float = 10_000,
        **options: Any,
    ) -> Run:
        """Creates a session for a run, to be used in a `with` block. `options` are those of `create_session`."""
        found = self.project(project, symbol=symbol, timeframe=timeframe)
        if symbol is not None:
            asset = {"symbol": symbol, "timeframe": timeframe or found["timeframe"]}
            options = {"assets": [asset], **options}
        options = {"mode": "automated", "source": "api", **options}
        return Run(self, self.create_session(found, name, initial_balance=initial_balance, **options))

    def desk_url(self, session: Reference) -> str:
        """Returns the address of a session on the review desk, without a key."""
        return f"{self._transport.base}/desk/#/sessions/{_id(session)}"

    # Trades

    def add_trades(self, session: Reference, rows: Rows) -> Added:
        """Stores closed trades, 500 at a time. Trades that are stored already are not stored again."""
        return add_trades(self._transport, _id(session), rows)

    def trades(self, session: Reference, **query: Any) -> Iterator[Json]:
        """Returns all trades of a session in the order of their exits."""
        return self._pages(f"/sessions/{_id(session)}/trades", "trades", **{"count": 500, **query})

    def export(self, session: Reference, format: str = "csv") -> bytes:
        """Returns all trades as a file: `csv`, `ndjson`, or `parquet`."""
        path = f"/sessions/{_id(session)}/trades/export"
        return self._transport.send("GET", path, query={"format": format}, timeout=BULK_TIMEOUT)

    # Files

    def import_run(self, project: Reference, file: str | PathLike[str] | bytes, **parameters: Any) -> list[Json]:
        """Makes a session of each run of a file. The same file makes no second session."""
        if isinstance(file, bytes):
            kind = "application/json" if file.lstrip()[:1] == b"{" else "text/csv"
            body = Body(file, "application/zip" if file[:2] == b"PK" else kind)
        else:
            source = Path(file)
            body = Body(source.read_bytes(), _TYPES.get(source.suffix.lower(), "text/csv"), source.name)
        path = f"/projects/{_id(project)}/import"
        sent = self._transport.send("POST", path, body, parameters, timeout=BULK_TIMEOUT)
        return self._transport.objects(self._transport.parsed(sent), "sessions")

    # Figures

    def stats(self, session: Reference, **query: Any) -> Json:
        """Returns the statistics of a session."""
        return self._get(f"/sessions/{_id(session)}/stats", "stats", **query)

    def explain(self, session: Reference, figure: str, **query: Any) -> Json:
        """Returns how a figure of a session is computed, with its inputs."""
        return self.get(f"/sessions/{_id(session)}/stats/explain", figure=figure, **query)

    def analysis(self, session: Reference, name: str, **query: Any) -> Json:
        """Returns an analysis of a session, such as `risk` or `monte-carlo`."""
        return self.get(f"/sessions/{_id(session)}/analysis/{quote(name, safe='')}", **query)

    def project_analysis(self, project: Reference, name: str, **query: Any) -> Json:
        """Returns an analysis of a project: `selection`, `overfitting` or `walk-forward`."""
        return self.get(f"/projects/{_id(project)}/analysis/{quote(name, safe='')}", **query)

    def leaderboard(self, project: Reference, **query: Any) -> Json:
        """Returns a page of the sessions of a project by a figure or a parameter."""
        return self.get(f"/projects/{_id(project)}/leaderboard", **query)

    # Replays

    def draw(self, session: Reference, length: int, *, unseen: bool = False) -> Json:
        """Draws the range of a random replay of `length` milliseconds. Returns `session`, its record, and `draw`."""
        return self._create(f"/sessions/{_id(session)}/draw", {"length": length, "unseen": unseen})

    def put_playhead(self, session: Reference, at: Any, shown_until: Any = None) -> Json:
        """Stores the instant that a replay has reached, and the latest whose prices were visible (default: `at`)."""
        body = {"at": at} if shown_until is None else {"at": at, "shownUntil": shown_until}
        answer = self._transport.json("PUT", f"/sessions/{_id(session)}/playhead", body)
        return self._part(answer, "playhead")

    def candles_as_of(self, symbol: str, intervals: Sequence[str], at: Any, **query: Any) -> list[Json]:
        """Returns the candles of each interval that could be known at an instant, with the bar that was open."""
        answer = self.get("/candles/as-of", symbol=symbol, intervals=intervals, at=at, **query)
        return self._transport.objects(answer, "series")

    # Figures as DataFrames of pandas

    def trades_frame(self, session: Reference, **query: Any) -> pandas.DataFrame:
        """Returns all trades of a session as a DataFrame."""
        return trades_frame(self.trades(session, **query))

    def equity_frame(self, session: Reference, **query: Any) -> pandas.DataFrame:
        """Returns the equity after each exit as a DataFrame by time."""
        return equity_frame(self._transport.part(self.stats(session, **query), "equityCurve", list))

    def leaderboard_frame(self, project: Reference, **query: Any) -> pandas.DataFrame:
        """Returns the whole leaderboard as a DataFrame by session, when the figures of all sessions are computed."""
        path = f"/projects/{_id(project)}/leaderboard"
        for _ in range(MAX_WAITS):
            if self._transport.part(self.get(path, **{**query, "count": 1}), "pending", int) == 0:
                break
            self._transport.pause(1)
        else:
            raise BacktestSessionError("Figures of the leaderboard are still computed. Try again later.")
        return leaderboard_frame(self._pages(path, "sessions", **{"count": 500, **query}))

    # Requests

    def _create(self, path: str, body: Json, key: str | None = None) -> Json:
        return self._transport.json("POST", path, body, idempotency_key=key or str(uuid.uuid4()))

    def _pages(self, path: str, field: str, **query: Any) -> Iterator[Json]:
        cursor: str | None = None
        earlier: set[str | None] = set()
        while cursor not in earlier:
            earlier.add(cursor)
            page = self.get(path, **(query if cursor is None else {**query, "cursor": cursor}))
            yield from self._transport.objects(page, field)
            if "nextCursor" in page and page["nextCursor"] is None:
                return
            cursor = self._transport.part(page, "nextCursor", str)
        raise ConnectionFailed(f"{self._transport.base} has sent a page of {path} twice.")


def _id(reference: Reference) -> str:
    return quote(reference if isinstance(reference, str) else str(reference["id"]), safe="")


def _is_id(text: str) -> bool:
    try:
        return str(uuid.UUID(text)) == text.lower()
    except ValueError:
        return False
