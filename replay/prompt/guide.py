"""Guidance: what may be done now, what each word is for, what a command takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap

import msgspec

from ...core.entries import CommandInfo
from ...core.errors import RollbookError
from ...core.messages import TABLE, Command
from ...core.session import Session
from ...core.telling import Words
from ...core.views import described
from ..cli.plain import table, width
from ..forms import objects, shape, takes, within
from ..transcript import clean
from .completion import Knowing, of_field, shortest
from .line import OWN
from .wording import field_text, for_whom, form_text, otherwise, purpose

WIDE = 96
"""Most columns that are used, however wide the screen is."""


def use(kind: type[Command], name: str) -> str:
    """A command with the fields that it needs: ``attempt ACTOR TRAIT``."""
    needed = [f.encode_name for f in msgspec.structs.fields(kind) if f.required]
    return " ".join((name, *(field.strip("_").upper() for field in needed)))


def at_hand(session: Session, seat: str, offers: Sequence[CommandInfo]) -> list[CommandInfo]:
    """Of what a seat may send, what is worth naming first.

    The commands of the rules system, and those of the table that need nothing and would not be
    refused as things stand.
    """
    found = [info for info in offers if not info.type.startswith(f"{TABLE}.")]
    for info in offers:
        if info in found or _needs(session.book.commands[info.type]):
            continue
        try:
            session.preview({"type": info.type}, seat)
        except RollbookError:
            continue
        found.append(info)
    return found


def _needs(kind: type[Command]) -> bool:
    return any(field.required for field in msgspec.structs.fields(kind))


def bringing_in(session: Session, offers: Iterable[CommandInfo]) -> list[str]:
    """Commands that bring somebody into play: those that give a name, and an owner if one likes.

    The rules system's come first: who comes in by the table's alone has no sheet. Of these, the
    ones for anybody come before those for whoever has a name in a book already.
    """
    found = []
    for info in offers:
        fields = msgspec.structs.fields(session.book.commands[info.type])
        known = {field.encode_name: field.required for field in fields}
        if {"name", "owners"} <= known.keys():
            own = info.type.startswith(f"{TABLE}.")
            found.append((own, not known["name"], shortest(info.type, session.book)))
    return [name for _, _, name in sorted(found)]


def listed(
    infos: Iterable[CommandInfo], session: Session, words: Words, wide: int = WIDE
) -> list[str]:
    """Commands with what they need and what they are for, each on a line of its own."""
    rows = []
    for info in infos:
        kind = session.book.commands[info.type]
        rows.append((use(kind, shortest(info.type, session.book)), purpose(kind, words)))
    return _fitting(table(rows, indent=2), wide)


def own_words(words: Words, wide: int = WIDE) -> list[str]:
    """The prompt's own words and what they are for."""
    rows = []
    for word in OWN:
        typed = words.find(f"play.word.{word}") or word
        more = words.find(f"play.more.{word}")
        rows.append((f"{typed} {more}".strip(), words.find(f"play.about.{word}")))
    return _fitting(table(rows, indent=2), wide)


def explained(
    kind: type[Command], titles: Mapping[str, str], knowing: Knowing, wide: int = WIDE
) -> list[str]:
    """A command in full: for whom it is, its fields, the rules that it follows, an example.

    Args:
        kind: of the command.
        titles: of rules, by id.
        knowing: what the example may be made of.
        wide: columns there are.
    """
    words = knowing.words
    info = described(knowing.book.decider(kind.message.tag)[0])
    name = shortest(kind.message.tag, knowing.book)
    lines = [f"{name}  ({for_whom(info.may, words)})", f"  {purpose(kind, words)}"]
    for field in msgspec.structs.fields(kind):
        form = form_text(field.type, words)
        head = f"  {field.encode_name}  {form}, {otherwise(field, words)}"
        text = field_text(kind, field.encode_name, words)
        lines += [head, *wrap(text, wide - 1, initial_indent="      ", subsequent_indent="      ")]
        written = shape(field.type) if within(field.type) else ""
        if written.strip("{}…"):  # of what is nothing but optional there is nothing to show
            lines.append("      " + words.say("play.form.as", shape=written))
    if info.rule:
        rules = (f"{rule} {titles[rule]}" if titles.get(rule) else rule for rule in info.rule)
        said = f"{words.say('play.rules')}: {' · '.join(rules)}"
        lines += wrap(said, wide - 1, initial_indent="  ", subsequent_indent="    ")
    lines.append(f"  {words.say('play.example')}: {example(kind, name, knowing)}")
    return [clean(line) for line in lines]


def example(kind: type[Command], name: str, knowing: Knowing) -> str:
    """A line that could be typed, made of what there is."""
    used: list[str] = []
    for field in msgspec.structs.fields(kind):
        if not field.required:
            continue
        made = within(field.type) and not objects(field.type)  # of parts, which no name fills
        known = [] if made else [c.text for c in of_field(kind, field.encode_name, "", knowing)]
        found = [text for text in known if not text.endswith("/")]  # a folder holds no field
        fresh = [text for text in found if text not in used] or found
        used.append(fresh[0] if fresh else _placeholder(field.type, field.encode_name))
    return " ".join((name, *used))


def _placeholder(form: object, field: str) -> str:
    if takes(form, int):
        return "1"
    if within(form) and not objects(form):
        return shape(form)
    return f"@{field}.toml" if objects(form) else field.upper()


def _fitting(lines: list[str], wide: int) -> list[str]:
    return [line if width(line) < wide else f"{line[: wide - 2]}…" for line in lines]
