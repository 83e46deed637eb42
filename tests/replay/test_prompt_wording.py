"""Commands and fields are said in the reader's language, each of them, and nothing else is."""

from __future__ import annotations

import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.core.engine import Engine
from rollbook.replay.describing import described, first_line
from rollbook.replay.prompt.screen import folded
from rollbook.replay.prompt.wording import field_text, form_text, purpose
from rollbook.replay.words import catalog, words

SAID = re.compile(r"(table|fudge)\.(command|field)\.")
PACKAGES = {"table": "rollbook.core.table", "fudge": "rollbook.plugins.fudge"}
BOOK = Engine().rulebook(("fudge",))
COMMANDS = [kind for tag, kind in sorted(BOOK.commands.items()) if tag != "table.open"]


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.message.tag)
def test_every_command_and_field_is_said_in_italian(kind: type) -> None:
    """Write what is missing into it.commands.toml beside the ruleset's other words."""
    italian = words(BOOK, "it")
    assert purpose(kind, italian) != first_line(kind)
    docs = described(kind)
    for field in msgspec.structs.fields(kind):
        text = field_text(kind, field.encode_name, italian)
        assert text
        assert text != field_text(kind, field.encode_name, words(BOOK)), field.name
        assert docs.get(field.name), f"{field.name} is described nowhere"


@pytest.mark.parametrize("ruleset", PACKAGES)
def test_nothing_is_said_of_what_is_not_there(ruleset: str) -> None:
    said = [key for key in catalog(PACKAGES[ruleset], "it") if SAID.match(key)]
    own = {t.partition(".")[2]: k for t, k in BOOK.commands.items() if t.startswith(f"{ruleset}.")}
    fields = {name: {f.encode_name for f in msgspec.structs.fields(k)} for name, k in own.items()}
    for key in said:
        _, what, *names = key.split(".")
        if what == "field":
            assert any(names[0] in known for known in fields.values()), key
        else:
            assert names[0] in own, key
            assert set(names[1:]) <= fields[names[0]], key


@pytest.mark.parametrize(
    ("field", "form"),
    [
        ("table.spend.amount", "number"),
        ("table.spend.pool", "text"),
        ("table.begin_round.repeat", "yes|no"),
        (
            "fudge.exchange.manoeuvre_a",
            "normal|all-out-attack|all-out-defence|offensive-2|offensive-1|defensive-1|"
            "defensive-2|only-defends|other|ask",
        ),
        ("fudge.exchange.minimum_a", "text or number"),
        ("fudge.enter.sheet", "a file: @path"),
        ("table.add_actor.owners", "list"),
    ],
)
def test_what_a_field_takes_is_said_in_a_word(field: str, form: str) -> None:
    tag, _, name = field.rpartition(".")
    known = {f.encode_name: f.type for f in msgspec.structs.fields(BOOK.commands[tag])}
    assert form_text(known[name], words(BOOK)) == form


@given(st.lists(st.text("ab-c", min_size=1, max_size=30), min_size=1), st.integers(0, 60))
def test_a_long_line_is_broken_between_words_and_loses_none(texts: list[str], width: int) -> None:
    lines = folded(" ".join(texts), width)
    assert " ".join(lines).split() == texts
    assert all(len(line) < max(width, 21) or len(line.split()) == 1 for line in lines if width)
    assert width or len(lines) == 1
