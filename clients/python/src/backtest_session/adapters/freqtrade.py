"""Results of freqtrade."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import Any

from ..client import Client, Reference


def import_folder(
    client: Client, project: Reference, folder: str | PathLike[str], **parameters: Any
) -> Iterator[tuple[Path, list[dict[str, Any]]]]:
    """Imports all results of a folder, such as `user_data/backtest_results`, and returns the sessions of each file.

    `parameters` are those of an import, such as `study`. A file that was imported before makes no second session.
    """
    for file in sorted(Path(folder).iterdir()):
        if file.name.startswith(".") or file.name.endswith(".meta.json"):
            continue
        if file.suffix in (".zip", ".json"):
            yield file, client.import_run(project, file, **parameters)
