from __future__ import annotations

import os
import re
import unittest
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

from .service import URL, ServiceTestCase, a_name
from .test_adapters import DATA, has_optuna, has_pandas, portfolio_of, result_of

PACKAGE = Path(__file__).parents[1]
DOCUMENTED_URL = "http://127.0.0.1:3000"
# A second run of the tests on the same service must not find the sessions of the first.
DOCUMENTED_PROJECT = "Every other day"


@unittest.skipUnless(has_pandas and has_optuna, "pandas and Optuna are not both installed")
class DocumentsTest(ServiceTestCase):
    def setUp(self) -> None:
        directory = TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(directory.name)

    def test_the_examples_of_the_readme_run(self) -> None:
        output, _ = run_blocks(PACKAGE / "README.md", {})
        self.assertIn("First run: 2 trades, net 380 USD. ", output)

    def test_the_examples_of_the_walk_through_run(self) -> None:
        results = Path("user_data/backtest_results")
        results.mkdir(parents=True)
        (results / "backtest-result-1.json").write_text(result_of("Alpha"))
        output, names = run_blocks(PACKAGE.parents[1] / "docs" / "python.md", results_of_libraries())
        for line in ("Hold 2: 5 trades, ", "backtest-result-1.json ['Alpha, ", "Days to hold 2: ", "VALIDATION_FAILED ["):
            self.assertIn(line, output)
        self.assertEqual(list(names["board"]["parameters.hold"].sort_values()), [2, 3, 4, 5])


def run_blocks(document: Path, names: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Runs the examples of a document one after the other, and returns what they print and the names that they define."""
    text = document.read_text(encoding="utf-8").replace(DOCUMENTED_URL, URL).replace(DOCUMENTED_PROJECT, a_name())
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    output = StringIO()
    with redirect_stdout(output):
        for block in blocks:
            exec(compile(block, str(document), "exec"), names)
    return output.getvalue(), names


def results_of_libraries() -> dict[str, Any]:
    """Returns the objects of the libraries that are not installed for the tests."""
    import pandas

    frame = pandas.read_csv(DATA / "backtesting-py-trades.csv", parse_dates=["EntryTime", "ExitTime"])
    times = pandas.date_range("2024-01-01", periods=2, freq="D", tz="UTC")
    records = {
        "Column": [0],
        "Size": [2.0],
        "Entry Timestamp": times[:1],
        "Avg Entry Price": [100.0],
        "Exit Timestamp": times[1:],
        "Avg Exit Price": [110.0],
        "PnL": [19.0],
        "Direction": ["Long"],
        "Status": ["Closed"],
    }
    positions = {
        "position_id": ["P-1"],
        "instrument_id": ["BTCUSDT-PERP.BINANCE"],
        "entry": ["BUY"],
        "peak_qty": ["2.000"],
        "avg_px_open": [100.0],
        "avg_px_close": [110.0],
        "realized_pnl": ["19.00 USDT"],
        "ts_opened": times[:1],
        "ts_closed": times[1:],
    }
    report = pandas.DataFrame(positions).set_index("position_id")
    trader = SimpleNamespace(generate_positions_report=lambda: report)
    return {
        "bt": SimpleNamespace(run=lambda: {"_trades": frame}),
        "portfolio": portfolio_of(pandas.DataFrame(records)),
        "engine": SimpleNamespace(trader=trader),
    }
