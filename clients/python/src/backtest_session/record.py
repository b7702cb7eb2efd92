"""Recording a run as a session."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Any

from .batches import Added
from .errors import printable
from .values import Rows

if TYPE_CHECKING:
    from .client import Client


class Run:
    """A session that is finished at the end of its `with` block."""

    stats: dict[str, Any]

    def __init__(self, client: Client, session: dict[str, Any]) -> None:
        self._client = client
        self.session = session

    def __enter__(self) -> Run:
        return self

    @property
    def url(self) -> str:
        """Address of the session on the review desk."""
        return self._client.desk_url(self.session)

    def trades(self, rows: Rows) -> Added:
        """Stores closed trades: mappings or a DataFrame with the fields of the API, also in snake_case."""
        return self._client.add_trades(self.session, rows)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        name = self.session.get("name")
        if kind is not None:
            reason = f"{name} is not finished because of {kind.__name__}. It stays active: {self.url}"
            print(printable(reason), file=sys.stderr)
            return
        finished = self._client.finish(self.session)
        self.session, self.stats = finished["session"], finished["stats"]
        count, net = self.stats.get("tradeCount"), self.stats.get("plNet")
        print(printable(f"{name}: {count} trades, net {net} {self.session.get('accountCurrency')}. {self.url}"))
