"""Rules and what acts on them: no citation without an entry, and what is still without code."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "plugins" / "fudge"
CITED = re.compile(r'"(FUD-\d{3})"')
LISTED = re.compile(r"FUD-\d{3}")
CATALOGUE = tomllib.loads((PACKAGE / "rules.toml").read_text(encoding="utf-8"))["rule"]
CODE = {
    path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(PACKAGE.rglob("*.py"))
}
TESTS = "".join(p.read_text(encoding="utf-8") for p in sorted(Path(__file__).parent.glob("*.py")))


def spans(text: str) -> set[str]:
    """Ids in a text, with the shorthands ``FUD-210 to 216`` and ``FUD-006, 010`` written out."""
    found = set(LISTED.findall(text))
    for start, end in re.findall(r"FUD-(\d{3}) to (?:FUD-)?(\d{3})", text):
        found |= {f"FUD-{n:03}" for n in range(int(start), int(end) + 1)}
    for head in re.findall(r"FUD-\d{3}(?:(?:,| and) \d{3}(?: to \d{3})?)+", text):
        found |= {f"FUD-{n}" for n in re.findall(r"\d{3}", head)}
        for start, end in re.findall(r"(\d{3}) to (\d{3})", head):
            found |= {f"FUD-{n:03}" for n in range(int(start), int(end) + 1)}
    return found


@pytest.mark.report(149)
def test_every_rule_that_a_record_may_cite_is_in_the_catalogue() -> None:
    """So that whoever explains a record can name its rule."""
    known = {rule["id"] for rule in CATALOGUE}
    cited = {(name, rule) for name, text in CODE.items() for rule in CITED.findall(text)}
    assert {(name, rule) for name, rule in cited if rule not in known} == set()


KINDS = ("core", "optional", "variant", "gm-discretion", "advice")
MISSING = Path(__file__).with_name("missing.txt")


def test_the_catalogue_holds_every_rule_of_the_book() -> None:
    assert [rule["id"] for rule in CATALOGUE] == [f"FUD-{n:03}" for n in range(1, 277)]


@pytest.mark.parametrize("rule", CATALOGUE, ids=lambda rule: rule["id"])
def test_an_entry_says_what_where_and_how_binding(rule: dict[str, str]) -> None:
    assert list(rule) == ["id", "title", "section", "kind"]
    assert rule["kind"] in KINDS
    assert re.fullmatch(r"\d(\.\d{1,3})?", rule["section"])
    assert rule["title"]


def test_every_rule_but_those_still_missing_is_acted_on_and_tested() -> None:
    """Advice is listed and binds nobody; what is built leaves the list of what is missing."""
    cited = set().union(*(spans(text) for text in CODE.values()))
    wanted = {rule["id"] for rule in CATALOGUE if rule["kind"] != "advice"}
    assert sorted(wanted - (cited & spans(TESTS))) == MISSING.read_text("utf-8").split()


def test_every_rule_has_a_title_in_italian_and_no_other_has() -> None:
    """Whoever reads Italian is told rules by Italian titles; none is the English one."""
    italian = tomllib.loads((PACKAGE / "locale" / "it.rules.toml").read_text(encoding="utf-8"))
    assert list(italian) == [rule["id"] for rule in CATALOGUE]
    assert {rule["id"] for rule in CATALOGUE if italian[rule["id"]] == rule["title"]} == set()
