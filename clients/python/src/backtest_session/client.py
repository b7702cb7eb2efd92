"""The client of the service."""

from __future__ import annotations

import hashlib
import json
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from urllib.parse import quote

from .batches import Added, add_trades
from .errors import BacktestSessionError, ServiceError
from .frames import equity_frame, leaderboard_frame, trades_frame
from .record import Run
from .transport import Body, Transport
from .values import Rows

if TYPE_CHECKING:
    import pandas

Json: TypeAlias = dict[str, Any]
# A project or a session: its id, or the object that the service has returned.
Reference: TypeAlias = "str | Mapping[str, Any]"
Sample: TypeAlias = Literal["in", "out"]

MAX_SEARCH_LENGTH = 100
# Number of seconds that a leaderboard waits for figures.
MAX_WAITS = 300
_TYPES = {".json": "application/json", ".ndjson": "application/x-ndjson", ".zip": "application/zip"}


class Client:
    """Calls a service with a key.

    Responses are dicts with the fields of the API. Parameters of a query are given by their names in the API; write
    `from_` for `from`. Requests are sent again after 429 and 503, and after a lost connection.
    """

    def __init__(self, url: str, key: str, *, sleep: Callable[[float], object] = time.sleep) -> None:
        self._transport = Transport(url, key, sleep)

    def __repr__(self) -> str:
        return f"Client({self._transport.base!r})"

    def get(self, path: str, **query: Any) -> Any:
        """Returns the response of any GET that returns JSON."""
        return self._transport.json("GET", path, query=query)

    # Projects

    def project(self, name: str, *, symbol: str | None = None, timeframe: str | None = None) -> Json:
        """Finds the project with an id or a name. With symbol and timeframe, a missing project is created."""
        if _is_id(name):
            return dict(self.get(f"/projects/{name}")["project"])
        found = [project for project in self._named(name) if project["name"] == name.strip()]
        if len(found) > 1:
            ids = ", ".join(project["id"] for project in found)
            raise BacktestSessionError(f"{len(found)} projects have the name {name}. Give the id of one: {ids}.")
        if found:
            return found[0]
        if symbol is None or timeframe is None:
            raise BacktestSessionError(f"There is no project {name}. Give symbol and timeframe to create it.")
        return self._create_project({"name": name, "symbol": symbol, "timeframe": timeframe})

    def _named(self, name: str) -> Iterator[Json]:
        search = name.strip()[:MAX_SEARCH_LENGTH]
        return self._pages("/project-records", "projects", search=search, count=500) if search else iter(())

    def _create_project(self, fields: Json) -> Json:
        # Programs that create a project at the same time send the same key, so they get the same project.
        shared = hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()
        project = self._create("/projects", fields, shared)["project"]
        try:
            if self.get(f"/projects/{project['id']}")["project"]["name"] == project["name"]:
                return dict(project)
        except ServiceError as error:
            if error.code != "PROJECT_NOT_FOUND":
                raise
        # The project of this key was deleted or renamed.
        return dict(self._create("/projects", fields)["project"])

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
        return dict(self._create("/sessions", body)["session"])

    def session(self, session: Reference) -> Json:
        """Returns the record of a session: with its tags, its trial and a summary of its trades."""
        return dict(self.get(f"/sessions/{_id(session)}/record")["session"])

    def sessions(self, project: Reference, **query: Any) -> Iterator[Json]:
        """Returns all sessions of a project, newest first."""
        return self._pages("/sessions", "sessions", projectId=_id(project), **query)

    def finish(self, session: Reference) -> Json:
        """Finishes a session, and returns `session` and `stats`."""
        return dict(self._transport.json("POST", f"/sessions/{_id(session)}/finish"))

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
        return self._transport.send("GET", f"/sessions/{_id(session)}/trades/export", query={"format": format})

    # Files

    def import_run(self, project: Reference, file: str | PathLike[str] | bytes, **parameters: Any) -> list[Json]:
        """Makes a session of each run of a file. The same file makes no second session."""
        if isinstance(file, bytes):
            kind = "application/json" if file.lstrip()[:1] == b"{" else "text/csv"
            body = Body(file, "application/zip" if file[:2] == b"PK" else kind)
        else:
            source = Path(file)
            body = Body(source.read_bytes(), _TYPES.get(source.suffix.lower(), "text/csv"), source.name)
        sent = self._transport.send("POST", f"/projects/{_id(project)}/import", body, parameters)
        return list(self._transport.parsed(sent)["sessions"])

    # Figures

    def stats(self, session: Reference, **query: Any) -> Json:
        """Returns the statistics of a session."""
        return dict(self.get(f"/sessions/{_id(session)}/stats", **query)["stats"])

    def explain(self, session: Reference, figure: str, **query: Any) -> Json:
        """Returns how a figure of a session is computed, with its inputs."""
        return dict(self.get(f"/sessions/{_id(session)}/stats/explain", figure=figure, **query))

    def analysis(self, session: Reference, name: str, **query: Any) -> Json:
        """Returns an analysis of a session, such as `risk` or `monte-carlo`."""
        return dict(self.get(f"/sessions/{_id(session)}/analysis/{quote(name, safe='')}", **query))

    def project_analysis(self, project: Reference, name: str, **query: Any) -> Json:
        """Returns an analysis of a project: `selection`, `overfitting` or `walk-forward`."""
        return dict(self.get(f"/projects/{_id(project)}/analysis/{quote(name, safe='')}", **query))

    def leaderboard(self, project: Reference, **query: Any) -> Json:
        """Returns a page of the sessions of a project by a figure or a parameter."""
        return dict(self.get(f"/projects/{_id(project)}/leaderboard", **query))

    # Figures as DataFrames of pandas

    def trades_frame(self, session: Reference, **query: Any) -> pandas.DataFrame:
        """Returns all trades of a session as a DataFrame."""
        return trades_frame(self.trades(session, **query))

    def equity_frame(self, session: Reference, **query: Any) -> pandas.DataFrame:
        """Returns the equity after each exit as a DataFrame by time."""
        return equity_frame(self.stats(session, **query)["equityCurve"])

    def leaderboard_frame(self, project: Reference, **query: Any) -> pandas.DataFrame:
        """Returns the whole leaderboard as a DataFrame by session, when the figures of all sessions are computed."""
        path = f"/projects/{_id(project)}/leaderboard"
        for _ in range(MAX_WAITS):
            if self.get(path, **{**query, "count": 1})["pending"] == 0:
                break
            self._transport.pause(1)
        else:
            raise BacktestSessionError("Figures of the leaderboard are still computed. Try again later.")
        return leaderboard_frame(self._pages(path, "sessions", **{"count": 500, **query}))

    # Requests

    def _create(self, path: str, body: Json, key: str | None = None) -> Any:
        return self._transport.json("POST", path, body, idempotency_key=key or str(uuid.uuid4()))

    def _pages(self, path: str, field: str, **query: Any) -> Iterator[Json]:
        page = self.get(path, **query)
        yield from page[field]
        while page["nextCursor"] is not None:
            page = self.get(path, **{**query, "cursor": page["nextCursor"]})
            yield from page[field]


def _id(reference: Reference) -> str:
    return quote(reference if isinstance(reference, str) else str(reference["id"]), safe="")


def _is_id(text: str) -> bool:
    try:
        return str(uuid.UUID(text)) == text.lower()
    except ValueError:
        return False
