"""``docs/bug-reports.md`` names every report that a test promises to hold, and those tests.

``python tests/engine/test_reports.py`` writes its last column anew; a report that is new there
needs its source and its promise by hand.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOC = ROOT / "docs" / "bug-reports.md"
COLUMNS = 4


def marked() -> dict[int, list[str]]:
    """By report: the tests that are marked with it, sorted."""
    found: dict[int, set[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = {
            target.id: number
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
            for number in reports(node.value, {})
        }
        for name, decorator in decorators(tree):
            for number in reports(decorator, named):
                place = f"{path.relative_to(ROOT / 'tests').as_posix()}::{name}"
                found.setdefault(number, set()).add(place)
    return {number: sorted(tests) for number, tests in sorted(found.items())}


def decorators(tree: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Each decorator, with the test or the class of tests under it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                yield node.name, decorator


def reports(decorator: ast.AST, known: dict[str, int]) -> Iterator[int]:
    """Numbers in ``pytest.mark.report(number)``, also within parameters or under a name."""
    for node in ast.walk(decorator):
        if isinstance(node, ast.Name) and node.id in known:
            yield known[node.id]
        named = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if named and node.func.attr == "report":  # type: ignore[attr-defined]
            for argument in node.args:  # type: ignore[attr-defined]
                assert isinstance(argument, ast.Constant)
                assert isinstance(argument.value, int)
                yield argument.value


def rows() -> dict[int, list[str]]:
    """By report: the cells of its row."""
    found = {}
    for line in DOC.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        if cells[0].isdigit():
            assert int(cells[0]) not in found, f"report {cells[0]} has two rows"
            found[int(cells[0])] = cells
    return found


def shown(tests: list[str]) -> str:
    return "<br>".join(f"`{test}`" for test in tests)


def test_every_marked_report_has_its_row_with_source_and_promise() -> None:
    cells = rows()
    assert sorted(marked().keys() - cells.keys()) == [], "a row is missing"
    assert sorted(cells.keys() - marked().keys()) == [], "no test holds what the row promises"
    assert [n for n, row in cells.items() if len(row) != COLUMNS or "" in row] == []
    assert list(cells) == sorted(cells)


def test_every_row_names_exactly_its_tests() -> None:
    wanted = {number: shown(tests) for number, tests in marked().items()}
    found = {number: row[-1] for number, row in rows().items()}
    assert found == wanted, "run: python tests/engine/test_reports.py"


def test_a_row_per_report_and_a_file_per_test() -> None:
    for tests in marked().values():
        for test in tests:
            assert (ROOT / "tests" / test.partition("::")[0]).is_file()


def write() -> None:
    """The document anew, with the last column as the tests are marked."""
    text = DOC.read_text(encoding="utf-8")
    cells = rows()
    lines = [line for line in text.splitlines() if not line.lstrip("| ")[:1].isdigit()]
    for number, tests in marked().items():
        row = cells.get(number, [str(number), "", "", ""])
        lines.append("| " + " | ".join([*row[:-1], shown(tests)]) + " |")
    DOC.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
