"""Runes are written from outside: against the public face alone, with a book of their own."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path

import msgspec
import pytest

from rollbook.core.engine import Engine
from rollbook.plugins import fudge
from rollbook.plugins import runes as plugin
from rollbook.plugins.runes import runes
from rollbook.plugins.runes.book import runes as book
from rollbook.replay.catalogue import catalogue
from rollbook.replay.prompt.wording import field_text, purpose
from rollbook.replay.transcript import tell_receipt
from rollbook.replay.words import catalog, words

from .workshop import Workshop

PACKAGE = Path(__file__).parents[2] / "plugins" / "runes"
MODULES = sorted(PACKAGE.rglob("*.py"))
BOOK = Engine([fudge.fudge, runes], installed=False).rulebook(("fudge", "runes"))


def test_it_is_under_300_lines_of_code() -> None:
    assert sum(path.read_text("utf-8").count("\n") for path in MODULES) < 300


def imported(path: Path) -> Iterator[tuple[str, str]]:
    """What a module imports from the package: where from, and what."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            yield from (("." * node.level + (node.module or ""), name.name) for name in node.names)
        elif isinstance(node, ast.Import):
            assert not any(name.name.startswith("rollbook") for name in node.names)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_it_imports_nothing_of_fudge_but_its_face(path: Path) -> None:
    for where, name in imported(path):
        if where == "..":
            assert name == "fudge"
        elif where == "..fudge":
            assert name in fudge.__all__
        else:
            assert where.startswith("...core.") or re.fullmatch(r"\.\w*", where), where
    used = set(re.findall(r"\bfudge\.(\w+)", path.read_text("utf-8")))
    assert used <= set(fudge.__all__)


def test_it_is_an_installed_plugin_that_extends_fudge() -> None:
    assert entry_points(group="rollbook")["runes"].load() is plugin
    assert Engine().rulebook(["fudge", "runes"]).rulesets[-1] is runes


def test_every_rule_is_acted_on_and_tested() -> None:
    assert [rule.id for rule in catalogue(runes) if rule.lacks] == []
    ids = [rule.id for rule in catalogue(runes)]
    assert sorted(ids) == [f"RUN-{n:03}" for n in range(1, 14)]


def test_every_rune_and_every_rule_is_said_in_both_languages() -> None:
    english, italian = (catalog("rollbook.plugins.runes", lang) for lang in ("en", "it"))
    commands = {k for k in italian if k.startswith(("runes.command.", "runes.option."))}
    assert english.keys() == italian.keys() - commands
    for name in book():
        assert {f"runes.rune.{name}", f"effect.rune-{name}"} <= english.keys()
    titles = tomllib.loads((PACKAGE / "locale" / "it.rules.toml").read_text("utf-8"))
    assert list(titles) == [rule["id"] for rule in _listed()]
    assert not [rule for rule in _listed() if titles[rule["id"]] == rule["title"]]


def _listed() -> list[dict[str, str]]:
    found: list[dict[str, str]] = tomllib.loads((PACKAGE / "rules.toml").read_text("utf-8"))["rule"]
    return found


def test_its_commands_are_said_in_italian() -> None:
    italian, english = words(BOOK, "it"), words(BOOK)
    for tag, kind in BOOK.commands.items():
        if tag.startswith("runes."):
            assert purpose(kind, italian) != purpose(kind, english)
            for field in msgspec.structs.fields(kind):
                said = (field_text(kind, field.encode_name, lang) for lang in (italian, english))
                assert len({*said}) == 2


def test_an_evening_with_runes_reads_like_one() -> None:
    """Effects and what comes from them are named, also when the last use is gone."""
    play = Workshop("Great", backlash="failure")
    told: dict[str, list[str]] = {"en": [], "it": []}
    for rune, shift in (("lintel", -2), ("thorn", 0), ("burr", -4)):
        receipt = play.cut(rune, shift, target="bob")
        for lang, lines in told.items():
            told_now = tell_receipt(play.session, receipt, words(BOOK, lang))
            lines += [line.text for line in told_now if line.kind == "event"]
    for lang, lines in told.items():
        print("\n".join(lines))
        text = "\n".join(lines)
        assert not re.search(r"\brunes\.|\bfudge\.|\beffect\.|rune-\w+\d+\.\d+(?!\])", text), lang
    assert any("the rune Lintel −2" in line for line in told["en"])
    assert any("la runa Architrave −2" in line for line in told["it"])


def test_breath_is_called_so_in_the_readers_language() -> None:
    play = Workshop("Great")
    receipt = play.cut("lintel", 0, target="bob")
    for lang, said in (("en", "Ada spends 1 breath: 4 left."), ("it", "Ada spende 1 fiato")):
        told = [line.text for line in tell_receipt(play.session, receipt, words(BOOK, lang))]
        assert any(said in line for line in told), told
