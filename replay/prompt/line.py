"""One typed line as what is meant by it: a word of the prompt's own, or a command with fields."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from ...core.errors import Invalid, UnknownType
from ...core.messages import Command
from ...core.rulebook import Rulebook
from ...core.telling import Words
from ..cli.values import fields_of, is_text, lacking
from ..naming import command_type
from ..nearest import nearest
from .tokens import Token, tokens

OWN = (
    "help", "as", "who", "waiting", "show", "log", "note", "whisper", "undo", "redo", "lang", "quit"
)  # fmt: skip
"""Words of the prompt itself; each language may add its own for the same."""


class Own(NamedTuple):
    """A word of the prompt's own, and the rest of the line as it was typed."""

    word: str
    rest: str = ""

    @property
    def words(self) -> list[str]:
        """The rest, word by word."""
        return [token.text for token in tokens(self.rest)]


class Sent(NamedTuple):
    """A command to be sent.

    Args:
        kind: its type.
        fields: given so far, by name.
        missing: names of those it needs besides.
    """

    kind: type[Command]
    fields: dict[str, Any]
    missing: tuple[str, ...] = ()

    @property
    def command(self) -> dict[str, Any]:
        """The command as a session takes it."""
        return {"type": self.kind.message.tag, **self.fields}


def own_words(words: Words) -> dict[str, str]:
    """The prompt's own words as they may be typed, each with the one it stands for."""
    there = {words.find(f"play.word.{word}"): word for word in OWN}
    return {**{typed: word for typed, word in there.items() if typed}, **{w: w for w in OWN}}


def parse(line: str, book: Rulebook, words: Words) -> Own | Sent | None:
    """What a line means; None where nothing is typed.

    Words without ``key=`` fill the command's fields in the order in which they are declared;
    where the last field is a text, it takes the rest of the line.

    Raises:
        UnknownType: it begins with nothing that is known.
        Invalid: a field is unknown, given twice, or one too many; a quotation does not end.
    """
    line = unicodedata.normalize("NFC", line).strip()
    if not line:
        return None
    name, _, rest = line.partition(" ")
    own = own_words(words)
    if name.casefold() in own:
        return Own(own[name.casefold()], rest.strip())
    kind = named(name, book, words)
    given = tokens(line)[1:]
    for token in given:
        if not token.closed:
            raise Invalid(
                f"what begins at column {token.start + 1} does not end",
                path=f"$.{token.key}" if token.key else "",
                hint="close the quotation or bracket",
            )
    made = fields_of(kind, pairs(kind, given, line))
    return Sent(kind, made, tuple(lacking(kind, made)))


def named(name: str, book: Rulebook, words: Words) -> type[Command]:
    """The command of a name as it is typed.

    Raises:
        UnknownType: there is none, or several; with the nearest of commands and own words.
    """
    try:
        return command_type(book, name)
    except UnknownType as error:
        near = nearest(name, [*book.commands, *own_words(words)], most=0)
        if not error.hint or near:
            error.hint = error.hint if error.hint.startswith("say ") else near
        own = words.find("play.word.help") or "help"
        error.hint = error.hint or words.say("play.listed", help=own)
        raise


def pairs(kind: type[Command], given: Sequence[Token], line: str) -> Iterator[tuple[str, str]]:
    """Field and text of each word, those without a key in the order of the fields.

    Raises:
        Invalid: there are more words than fields.
    """
    fields = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    keyed = {token.key for token in given if token.key}
    free = [name for name in fields if name not in keyed]
    for i, token in enumerate(given):
        if token.key:
            yield token.key, token.value
            continue
        if not free:
            raise Invalid(
                f"{kind.message.tag} has no field for {token.text!r}",
                hint=f"its fields: {', '.join(fields) or 'none'}; put a text in quotation marks",
            )
        name = free.pop(0)
        rest = given[i + 1 :]
        takes_all = name == [*fields][-1] and is_text(fields[name]) and rest
        if takes_all and not any(other.key for other in rest):
            yield name, line[token.start :]
            return
        yield name, token.text


def at_cursor(kind: type[Command], before: str) -> tuple[str, str, dict[str, str]]:
    """The field at the end of a line that is being typed.

    Args:
        kind: of the command at its beginning.
        before: the line up to the cursor.

    Returns:
        Its name, empty where there is none left; what is typed of it; the others, as typed.
    """
    given = tokens(before)[1:]
    open_ = given.pop() if given and given[-1].end == len(before) else None
    names = [field.encode_name for field in msgspec.structs.fields(kind)]
    keyed = {token.key for token in (*given, *filter(None, (open_,))) if token.key}
    free = [name for name in names if name not in keyed]
    others = {}
    for token in given:
        name = token.key or (free.pop(0) if free else "")
        others[name] = token.value
    if open_ is not None and open_.key:
        return open_.key, open_.value, others
    text = open_.text if open_ is not None else ""
    return (free[0] if free else ""), text, others
