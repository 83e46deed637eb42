"""A line at the prompt means what it says: words, quotations, fields in order or by name."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.core.engine import Engine
from rollbook.core.errors import Invalid, UnknownType
from rollbook.core.rulebook import Rulebook
from rollbook.core.telling import Words
from rollbook.replay.prompt.line import OWN, Own, Sent, at_cursor, own_words, parse
from rollbook.replay.prompt.tokens import quoted, tokens
from rollbook.replay.words import words


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return Engine().rulebook(("fudge",))


@pytest.fixture(scope="module")
def english(book: Rulebook) -> Words:
    return words(book)


@given(st.text(min_size=1))
def test_what_is_quoted_is_one_word_with_the_same_text(text: str) -> None:
    for line, key in ((quoted(text), ""), (f"key={quoted(text)}", "key")):
        if not key and tokens(line)[0].key:
            continue  # bare a=b is a field, and says so
        (found,) = tokens(line)
        assert (found.key, found.value, found.closed) == (key, text, True)


@given(st.text())
def test_every_word_stands_where_it_says(line: str) -> None:
    """Words do not overlap, and nothing but blanks lies between them."""
    at = 0
    for token in tokens(line):
        assert not line[at : token.start].strip()
        assert token.start < token.end <= len(line)
        at = token.end
    assert not line[at:].strip()


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        ("note l'oste entra", ["note", "l'oste", "entra"]),
        ('a "b c" d', ["a", "b c", "d"]),
        ("a 'b \"c\" d'", ["a", 'b "c" d']),
        (r'x="he said \"no\""', ['x=he said "no"']),
        ('s=[{"a": "b ] c", "n": [1, 2]}] t', ['s=[{"a": "b ] c", "n": [1, 2]}]', "t"]),
        ('"a=b"', ["a=b"]),
    ],
)
def test_words_of_a_line(line: str, texts: list[str]) -> None:
    assert [token.text for token in tokens(line)] == texts


@pytest.mark.parametrize(
    ("line", "tag", "fields", "missing"),
    [
        ("exchange snorri brynhild", "fudge.exchange", {"a": "snorri", "b": "brynhild"}, ()),
        ("exchange b=snorri brynhild", "fudge.exchange", {"a": "brynhild", "b": "snorri"}, ()),
        ("fudge.exchange snorri", "fudge.exchange", {"a": "snorri"}, ("b",)),
        ("begin_scene A  tavern", "table.begin_scene", {"title": "A  tavern"}, ()),
        ('begin_scene "A tavern"', "table.begin_scene", {"title": "A tavern"}, ()),
        ("return c6 misread it", "table.return", {"to": 6, "reason": "misread it"}, ()),
        ("spend ugo luck 2", "table.spend", {"actor": "ugo", "pool": "luck", "amount": 2}, ()),
        ("add_actor ugo Ugo owners=anna,bea", "table.add_actor",
         {"id": "ugo", "name": "Ugo", "owners": ["anna", "bea"]}, ()),
        ("begin_round repeat=no", "table.begin_round", {"repeat": False}, ()),
        ("spend", "table.spend", {}, ("actor", "pool", "amount")),
    ],
)  # fmt: skip
def test_a_command_takes_its_fields_in_order_or_by_name(
    book: Rulebook, english: Words, line: str, tag: str, fields: dict[str, Any], missing: Any
) -> None:
    meant = parse(line, book, english)
    assert isinstance(meant, Sent)
    assert (meant.kind.message.tag, meant.fields, meant.missing) == (tag, fields, missing)


@given(text=st.text(min_size=1).filter(lambda text: not text.startswith("@")))
def test_a_text_given_by_name_arrives_as_it_was(text: str) -> None:
    text = unicodedata.normalize("NFC", text)
    book = Engine().rulebook(("fudge",))
    meant = parse(f"add_note text={quoted(text)}", book, words(book))
    assert isinstance(meant, Sent)
    assert meant.fields == {"text": text}


@pytest.mark.parametrize(
    ("line", "kind", "says"),
    [
        ("exchang a b", UnknownType, "did you mean fudge.exchange?"),
        ("udno", UnknownType, "did you mean undo?"),
        ("exchange a b maneuvre_a=ask", Invalid, "did you mean manoeuvre_a?"),
        ("exchange a=x a=y", Invalid, "a is given twice"),
        ("end_scene now", Invalid, "no field for 'now'"),
        ('begin_scene "A tavern', Invalid, "what begins at column 13 does not end"),
        ("exchange a b situation=[{", Invalid, "close the quotation or bracket"),
        ("enter x X @no-such-file.toml", Invalid, "cannot be read"),
        ("enter x X snorri.toml", Invalid, "did you mean sheet=@snorri.toml?"),
    ],
)
def test_what_cannot_be_meant_is_said_with_what_would_do(
    book: Rulebook, english: Words, line: str, kind: type[Exception], says: str
) -> None:
    with pytest.raises(kind) as caught:
        parse(line, book, english)
    assert says in str(caught.value)


def test_own_words_are_heeded_in_english_and_in_the_readers_language(book: Rulebook) -> None:
    """And keep the rest of the line as it was typed."""
    assert parse("  ", book, words(book)) is None
    for lang in ("en", "it"):
        said = words(book, lang)
        for word in OWN:
            typed = said.find(f"play.word.{word}")
            assert parse(word, book, said) == parse(typed, book, said) == Own(word)
        assert set(own_words(said).values()) == set(OWN)
    assert parse('nota l\'oste dice:  "no"', book, words(book, "it")) == Own(
        "note", 'l\'oste dice:  "no"'
    )


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("exchange ", ("a", "", {})),
        ("exchange sn", ("a", "sn", {})),
        ("exchange snorri ", ("b", "", {"a": "snorri"})),
        ("exchange snorri manoeuvre_a=a", ("manoeuvre_a", "a", {"a": "snorri"})),
        ("exchange b=x ", ("a", "", {"b": "x"})),
        ("exchange a=x b", ("b", "b", {"a": "x"})),
        ('begin_scene "A ta', ("title", "A ta", {})),
        ("end_scene ", ("", "", {})),
    ],
)
def test_the_field_at_the_cursor(book: Rulebook, before: str, expected: Any) -> None:
    kind = book.commands[
        next(tag for tag in book.commands if tag.endswith(f".{before.split()[0]}"))
    ]
    assert at_cursor(kind, before) == expected
