"""What may come next on a line that is being typed. Pure: nothing here asks or prints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from ...core.entries import CommandInfo, Question
from ...core.errors import UnknownType
from ...core.messages import Command
from ...core.rulebook import Rulebook
from ...core.telling import Words
from ...core.views import View
from ..cli.playing import choices
from ..forms import objects, texts
from ..naming import command_type
from ..words import LANGUAGES
from .line import OWN, at_cursor, own_words
from .sources import Value, common, files, seats, values
from .wording import field_text, otherwise, purpose


class Candidate(NamedTuple):
    """One thing that may come next.

    Args:
        text: to be put in.
        meta: what is said beside it.
        back: how many characters before the cursor it takes the place of.
        open: whether it is not over with this, as ``key=`` and a folder are not.
    """

    text: str
    meta: str = ""
    back: int = 0
    open: bool = False


class Knowing(NamedTuple):
    """What completion may know: no more than everybody at the keyboard sees.

    Args:
        book: rules in force.
        words: of the reader's language.
        views: of every seat at the keyboard, that of whoever types first.
        offers: commands that the seat that types may send now.
    """

    book: Rulebook
    words: Words
    views: Sequence[View]
    offers: Sequence[CommandInfo]

    def all_see(self, find: Callable[[View], list[Value]]) -> list[Value]:
        """What is found in every view alike."""
        return common(find(view) for view in self.views)


def candidates(before: str, knowing: Knowing) -> list[Candidate]:
    """What may come next on a line.

    Args:
        before: the line up to the cursor.
        knowing: what may be offered.
    """
    before = before.lstrip()
    name, space, rest = before.partition(" ")
    if not space:
        return _first(name, knowing)
    own = own_words(knowing.words).get(name.casefold())
    if own is not None:
        return _of_own(own, rest.lstrip(), knowing)
    try:
        kind = command_type(knowing.book, name)
    except UnknownType:
        return []
    return _of_command(kind, before, knowing)


def answers(before: str, question: Question, words: Words) -> list[Candidate]:
    """Choices that an answer may be, with label, cost and rule beside them."""
    typed = before.lstrip()
    return _matching(
        [
            Candidate(choice.key, " ".join(filter(None, said)), len(typed))
            for choice, *said in choices(question, words)
        ],
        typed,
    )


def of_field(
    kind: type[Command],
    name: str,
    before: str,
    knowing: Knowing,
    given: Mapping[str, str] | None = None,
) -> list[Candidate]:
    """What a field may be that is asked for by itself, where others are given."""
    return _values(kind, name, before.lstrip(), given or {}, knowing)


def of_fields(
    kind: type[Command], names: Sequence[str], before: str, knowing: Knowing
) -> list[Candidate]:
    """These fields of a command, and what they may be, where only ``key=value`` is typed."""
    name, equals, typed = before.rpartition(" ")[2].partition("=")
    if equals:
        return _values(kind, name, typed, {}, knowing)
    rows = ((field, field_text(kind, field, knowing.words)) for field in names)
    return [Candidate(f"{f}=", text, len(name), True) for f, text in rows if f.startswith(name)]


def hint(before: str, knowing: Knowing) -> str:
    """What the word under the cursor is: a command and what it is for, a field and what it takes.

    Empty where the line begins with nothing that is known.
    """
    before = before.lstrip()
    name, space, _ = before.partition(" ")
    if not name or own_words(knowing.words).get(name.casefold()):
        return ""
    try:
        kind = command_type(knowing.book, name)
    except UnknownType:
        return ""
    if not space:
        return purpose(kind, knowing.words)
    field, _, _ = at_cursor(kind, before)
    found = next((f for f in msgspec.structs.fields(kind) if f.encode_name == field), None)
    if found is None:
        return ""
    text = field_text(kind, field, knowing.words)
    state = otherwise(found, knowing.words)
    return f"{field}: {text} ({state})" if text else f"{field} ({state})"


def shortest(tag: str, book: Rulebook) -> str:
    """A command as it may be typed: without its ruleset where only one is called so."""
    short = tag.partition(".")[2]
    alike = [other for other in book.commands if other.partition(".")[2] == short]
    return short if len(alike) == 1 and short not in OWN else tag


def _first(typed: str, knowing: Knowing) -> list[Candidate]:
    full = "." in typed
    found = [
        Candidate(
            info.type if full else shortest(info.type, knowing.book),
            " ".join((purpose(knowing.book.commands[info.type], knowing.words), *info.rule)),
            len(typed),
        )
        for info in knowing.offers
    ]
    if not full:
        for word, stands_for in own_words(knowing.words).items():
            if word == (knowing.words.find(f"play.word.{stands_for}") or stands_for):
                found.append(
                    Candidate(word, knowing.words.find(f"play.about.{stands_for}"), len(typed))
                )
    return sorted(_matching(found, typed))


def _of_own(own: str, rest: str, knowing: Knowing) -> list[Candidate]:
    look, words = knowing.views[0], knowing.words
    found: Iterable[Value] = ()
    if own == "help":
        return _first(rest, knowing)
    if own in ("as", "whisper") and " " not in rest:
        found = seats(look, words)
    elif own == "lang":
        found = [Value(lang) for lang in LANGUAGES]
    elif own == "show":
        found = [Value(name, words.find(f"show.{name}")) for name in look.rulebook.projections]
    return _matching([Candidate(v.text, v.meta, len(rest)) for v in found], rest)


def _of_command(kind: type[Command], before: str, knowing: Knowing) -> list[Candidate]:
    name, typed, given = at_cursor(kind, before)
    found = _values(kind, name, typed, given, knowing) if name else []
    if _keyed(before, name, typed):
        return found
    fields = [
        Candidate(f"{field}=", field_text(kind, field, knowing.words), len(typed), True)
        for field in (f.encode_name for f in msgspec.structs.fields(kind))
        if field not in given and field.startswith(typed)
    ]
    return [*found, *fields]


def _keyed(before: str, name: str, typed: str) -> bool:
    return bool(name) and before.endswith(f"{name}={typed}")


def _values(
    kind: type[Command], name: str, typed: str, given: Mapping[str, str], knowing: Knowing
) -> list[Candidate]:
    form = next((f.type for f in msgspec.structs.fields(kind) if f.encode_name == name), None)
    if typed.startswith("@") or (objects(form) and not typed):
        return [
            Candidate(v.text, v.meta, len(typed), v.text.endswith("/")) for v in files(typed or "@")
        ]
    part = typed.rpartition(",")[2] if texts(form) else typed
    found = knowing.all_see(lambda view: values(kind, name, view, knowing.words, given))
    return _matching([Candidate(v.text, v.meta, len(part)) for v in found if v.text], part)


def _matching(found: Iterable[Candidate], typed: str) -> list[Candidate]:
    """Those that begin as what is typed; if none does, those that hold it, or are called so."""
    every = list(found)
    begin = [c for c in every if _fits(c.text, typed)]
    low = typed.casefold()
    return begin or [c for c in every if low in c.text.casefold() or low in c.meta.casefold()]


def _fits(text: str, typed: str) -> bool:
    return text.casefold().startswith(typed.casefold())
