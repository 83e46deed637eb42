"""Rules and what acts on them: no citation without an entry, and what is still without code."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from ast import parse
from pathlib import Path

import pytest

from .marked import BOOKS, listed, marked, marks, written

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "plugins" / "fudge"
CITED = re.compile(r'"(FUD-\d{3})"')
CATALOGUE = tomllib.loads((PACKAGE / "rules.toml").read_text(encoding="utf-8"))["rule"]
CODE = {
    path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(PACKAGE.rglob("*.py"))
}


@pytest.mark.report(149)
def test_every_rule_that_a_record_may_cite_is_in_the_catalogue() -> None:
    """So that whoever explains a record can name its rule."""
    known = {rule["id"] for rule in CATALOGUE}
    cited = {(name, rule) for name, text in CODE.items() for rule in CITED.findall(text)}
    assert {(name, rule) for name, rule in cited if rule not in known} == set()


KINDS = ("core", "optional", "variant", "gm-discretion", "advice")


def test_the_catalogue_holds_every_rule_of_the_book() -> None:
    assert [rule["id"] for rule in CATALOGUE] == [f"FUD-{n:03}" for n in range(1, 277)]


@pytest.mark.parametrize("rule", CATALOGUE, ids=lambda rule: rule["id"])
def test_an_entry_says_what_where_and_how_binding(rule: dict[str, str]) -> None:
    assert list(rule) == ["id", "title", "section", "kind"]
    assert rule["kind"] in KINDS
    assert re.fullmatch(r"\d(\.\d{1,3})?", rule["section"])
    assert rule["title"]


@pytest.mark.parametrize("book", [Path(plugin).name for plugin in BOOKS])
def test_no_rule_of_a_book_is_missing(book: str) -> None:
    """Each that binds is acted on and tested; advice is listed and binds nobody."""
    command = [sys.executable, "-m", "rollbook", "rules", book, "--missing"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(("plugin", "book"), BOOKS.items())
def test_marks_of_the_tests_are_listed_beside_the_rules(plugin: str, book: str) -> None:
    """Write them anew with ``python -m tests.fudge.marked``."""
    assert listed(plugin).read_text(encoding="utf-8") == written(marked(book))
    rules = tomllib.loads(listed(plugin).with_name("rules.toml").read_text(encoding="utf-8"))
    assert marked(book).keys() <= {rule["id"] for rule in rules["rule"]}


MARKS = """
import pytest
pytestmark = pytest.mark.rule("FUD-001")
OLD = pytest.mark.rule("FUD-002")
@OLD
@pytest.mark.rule("FUD-003", "FUD-004")
def test_a(): ...
@pytest.mark.parametrize("x", [1, pytest.param(2, marks=pytest.mark.rule("FUD-005"))])
def test_b(x): ...
@pytest.mark.rule("FUD-006")
class TestC:
    @pytest.mark.rule("FUD-007")
    def test_d(self): ...
def no_test(): ...
"""


def test_a_mark_may_stand_on_a_test_a_class_a_module_or_a_parameter() -> None:
    assert {
        name: sorted(int(rule[-3:]) for rule in rules) for name, rules in marks(parse(MARKS))
    } == {
        "test_a": [1, 2, 3, 4],
        "test_b": [1, 5],
        "TestC::test_d": [1, 6, 7],
    }


def test_every_rule_has_a_title_in_italian_and_no_other_has() -> None:
    """Whoever reads Italian is told rules by Italian titles; none is the English one."""
    italian = tomllib.loads((PACKAGE / "locale" / "it.rules.toml").read_text(encoding="utf-8"))
    assert list(italian) == [rule["id"] for rule in CATALOGUE]
    assert {rule["id"] for rule in CATALOGUE if italian[rule["id"]] == rule["title"]} == set()
