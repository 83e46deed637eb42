"""docs/performance.md keeps every figure of `make bench`, with its bar and date."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
DOC = (ROOT / "docs" / "performance.md").read_text()
BENCH = ROOT / "tests" / "bench"


def measured() -> set[str]:
    """Names of the figures that the benchmarks yield."""
    code = "\n".join(path.read_text() for path in sorted(BENCH.glob("*.py")))
    return set(re.findall(r'at_(?:most|least)\(\s*"([^"]+)"', code))


def kept() -> dict[str, list[str]]:
    """Rows of the table: by name, the other cells."""
    rows = [line.strip("| ").split(" | ") for line in DOC.splitlines() if line.startswith("| ")]
    return {row[0]: [cell.strip() for cell in row[1:]] for row in rows[2:]}


def test_every_figure_is_in_the_table_and_nothing_else() -> None:
    assert measured() == kept().keys()


def test_the_table_has_its_date() -> None:
    assert re.search(r"Measured on \d{4}-\d{2}-\d{2}", DOC)


def test_a_missed_bar_is_said_to_be_missed() -> None:
    """Whoever reads a row sees whether it holds."""
    for name, (value, bar, verdict, _) in kept().items():
        number, least = float(value.split()[0]), bar.startswith("≥")
        limit = float(bar.split()[1])
        holds = number >= limit if least else number <= limit
        assert verdict == ("holds" if holds else "missed"), name
