"""Which tests exercise which rule of a plugin, by their marks ``pytest.mark.rule("FUD-181")``.

Write it into each plugin's ``tests.toml`` with ``python -m tests.fudge.marked``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]
BOOKS = {"fudge": "FUD", "runes": "RUN"}
"""By plugin, how ids of its rules begin."""
HEAD = "# What tests each rule: written by tests/fudge/marked.py from the marks of the tests.\n"

_Tests = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def listed(plugin: str) -> Path:
    """Where a plugin says what tests its rules."""
    return TESTS.parent / "plugins" / plugin / "tests.toml"


def marked(book: str = "FUD", folder: Path = TESTS) -> dict[str, list[str]]:
    """By rule of a book, the tests of all files below a folder that are marked with it, sorted."""
    found: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        file = f"{TESTS.name}/{path.relative_to(folder).as_posix()}"
        for name, rules in marks(ast.parse(path.read_text(encoding="utf-8"))):
            for rule in (rule for rule in rules if rule.startswith(f"{book}-")):
                found.setdefault(rule, set()).add(f"{file}::{name}")
    return {rule: sorted(tests) for rule, tests in sorted(found.items())}


def marks(tree: ast.Module) -> Iterator[tuple[str, set[str]]]:
    """Each test of a module with the rules it is marked with: itself, by its class or module."""
    known: dict[str, set[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            known[node.targets[0].id] = ruled(node.value, known)
    yield from _within(tree.body, "", known.get("pytestmark", set()), known)


def _within(
    body: Iterable[ast.stmt], above: str, marked_above: set[str], known: dict[str, set[str]]
) -> Iterator[tuple[str, set[str]]]:
    for node in body:
        if isinstance(node, _Tests):
            own = set[str]().union(*(ruled(d, known) for d in node.decorator_list))
            name, rules = f"{above}{node.name}", marked_above | own
            if isinstance(node, ast.ClassDef):
                yield from _within(node.body, f"{name}::", rules, known)
            elif node.name.startswith("test_"):
                yield name, rules


def ruled(node: ast.AST, known: dict[str, set[str]]) -> set[str]:
    """Rules of ``pytest.mark.rule(…)`` in an expression, of parameters too, or under a name."""
    found: set[str] = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            found |= known.get(part.id, set())
        elif (
            isinstance(part, ast.Call)
            and isinstance(part.func, ast.Attribute)
            and part.func.attr == "rule"
        ):
            for argument in part.args:
                assert isinstance(argument, ast.Constant), "a rule is marked by its id, spelt out"
                found.add(str(argument.value))
    return found


def written(tests: dict[str, list[str]]) -> str:
    """The file's text."""
    parts = [HEAD]
    for rule, names in tests.items():
        parts.append(f"{rule} = [\n" + "".join(f'  "{name}",\n' for name in names) + "]\n")
    return "".join(parts)


if __name__ == "__main__":
    for plugin, book in BOOKS.items():
        listed(plugin).write_text(written(marked(book)), encoding="utf-8")
