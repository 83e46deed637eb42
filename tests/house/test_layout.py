"""The package is laid out from the repository's folders, and its rooms stay small."""

from __future__ import annotations

import ast
import importlib
import importlib.metadata
import pkgutil
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct

import rollbook
import rollbook.core.engine
import rollbook.journal.plugin
import rollbook.plugins.fudge.plugin

ROOT = Path(__file__).parent.parent.parent
PARTS = ("core", "journal", "plugins", "replay")
MODULES = sorted(path for part in PARTS for path in (ROOT / part).rglob("*.py"))
PACKAGE = [*pkgutil.walk_packages(rollbook.__path__, "rollbook.")]
NAMES = [str(path.relative_to(ROOT)) for path in MODULES]


def test_every_class_has_one_identity() -> None:
    assert rollbook.Engine is rollbook.core.engine.Engine
    assert rollbook.core.engine.Engine.__module__ == "rollbook.core.engine"


def test_the_version_is_that_of_the_distribution() -> None:
    assert rollbook.__version__ == importlib.metadata.version("rollbook")


def test_the_face_exports_what_it_lists_sorted() -> None:
    assert list(rollbook.__all__) == sorted(rollbook.__all__)
    assert all(hasattr(rollbook, name) for name in rollbook.__all__)


def test_parts_in_pyproject_are_the_folders() -> None:
    hatch = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]
    parts = hatch["build"]["targets"]["wheel"]["hooks"]["custom"]["parts"]
    assert set(parts) == {"__init__.py", "__main__.py", "py.typed", *PARTS}


def test_nothing_imports_a_part_by_its_folder_name() -> None:
    """That would be a second copy of every class."""
    wrong = re.compile(rf"^\s*(?:from|import) (?:{'|'.join(PARTS)})\b", re.MULTILINE)
    assert not [path for path in MODULES if wrong.search(path.read_text())]


def test_the_shipped_plugins_are_entry_points_as_anybodys_would_be() -> None:
    points = importlib.metadata.entry_points(group="rollbook")
    assert points["fudge"].load() is rollbook.plugins.fudge.plugin
    assert points["journal"].load() is rollbook.journal.plugin


@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_a_module_is_a_room_not_a_hall(path: Path) -> None:
    """Under 400 lines, and no function of 50."""
    text = path.read_text()
    assert text.count("\n") < 400
    long = [f"{name}: {length}" for name, length in functions(ast.parse(text)) if length >= 50]
    assert not long


@pytest.mark.parametrize("name", [info.name for info in PACKAGE])
def test_what_is_public_and_said_once_cannot_be_changed(name: str) -> None:
    """Records, events, findings, receipts: whoever is handed one may keep it as it is."""
    structs = [
        found
        for found in vars(importlib.import_module(name)).values()
        if isinstance(found, type) and issubclass(found, Struct) and found.__module__ == name
    ]
    public = [found for found in structs if not found.__name__.startswith("_")]
    assert not [found.__name__ for found in public if not found.__struct_config__.frozen]


def functions(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Each function and its lines of code: docstring and signature do not count."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            if body and node.end_lineno is not None:
                yield node.name, node.end_lineno - body[0].lineno + 1


@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_a_module_says_what_it_is_for(path: Path) -> None:
    text = path.read_text()
    assert not text.strip() or ast.get_docstring(ast.parse(text))


def test_core_knows_no_rules_system() -> None:
    """Nothing of any one system sits in the core."""
    systems = re.compile(r"fudge|fate|newtype|ainur|fusion", re.IGNORECASE)
    dice = {"core/dice"}  # a Fudge die is a kind of die, as a d6 is
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in (ROOT / "core").rglob("*.py")
        if str(path.parent.relative_to(ROOT)) not in dice
        for line in code_lines(path)
        if systems.search(line)
    ]
    assert not found


def code_lines(path: Path) -> Iterator[str]:
    """Lines of a module without comments and without the texts of docstrings."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
            and ast.get_docstring(node) is not None
        ):
            node.body = node.body[1:] or [ast.Pass()]
    yield from ast.unparse(tree).splitlines()
