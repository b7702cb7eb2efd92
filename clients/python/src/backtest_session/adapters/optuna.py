"""Trials of Optuna."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..client import Client
from ..values import Rows

if TYPE_CHECKING:
    import optuna


class OptunaRecorder:
    """A callback of `study.optimize` that records each trial as a session with its parameters.

    The study has the name of Optuna's study. The objective passes the trades of a trial to `trades`. A trial without
    trades, and a trial that fails, is not recorded.
    """

    def __init__(self, client: Client, project: str, **options: Any) -> None:
        """`options` are those of `Client.record`."""
        self._client = client
        self._project = project
        self._options = options
        self._rows: dict[int, Rows] = {}

    def trades(self, trial: optuna.Trial | optuna.trial.FrozenTrial, rows: Rows) -> None:
        """Keeps the trades of a trial until it ends."""
        self._rows[trial.number] = rows

    def __call__(self, study: optuna.Study, trial: optuna.trial.FrozenTrial) -> None:
        rows = self._rows.pop(trial.number, None)
        if rows is None or trial.state.name == "FAIL":
            return
        parameters = {name: _parameter(value) for name, value in trial.params.items()}
        options: dict[str, Any] = {"study": study.study_name, "parameters": parameters, **self._options}
        with self._client.record(self._project, f"{study.study_name} {trial.number}", **options) as run:
            run.trades(rows)


def _parameter(value: Any) -> Any:
    return value if isinstance(value, (str, bool, int, float)) else str(value)
