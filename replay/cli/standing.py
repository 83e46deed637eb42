"""One moment as sections of lines and tables, for whatever shows them: a terminal or a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from ...core.look import Look
from ...core.table.ledger import Seat
from ...core.table.order import Order
from ...core.table.wording import until, when
from ...core.telling import Telling, Words
from ..overview import Overview
from ..transcript import clean
from .labels import Labels
from .plain import Rows, Text, parts

_TOLD = frozenset(("clock", "order", "rulings"))
"""Projections of the table that have lines of their own among what stands."""


class Section(Struct, frozen=True):
    """Part of what stands.

    Args:
        name: ``table``, ``order``, ``actors``, ``pools``, ``effects``, ``rulings``, or that of a
            projection.
        title: in the reader's words; empty of what stands at the head.
        parts: its lines and tables.
    """

    name: str
    title: str
    parts: tuple[Text | Rows, ...]


def sections(seen: Overview, look: Look, words: Words) -> Iterator[Section]:
    """How things stand, without what holds nothing, tables of reference and the open question.

    Args:
        seen: the moment.
        look: it was taken from.
        words: of the reader's language.
    """
    yield from of_the_table(seen, look, words)
    for name, projection in seen.projections.items():
        if name in look.rulebook.references:
            continue
        section = projected(name, projection, words)
        if section is not None:
            yield section


def of_the_table(seen: Overview, look: Look, words: Words) -> Iterator[Section]:
    """The sections that every game has; arguments as of `sections`."""
    telling = Telling(words, look)
    yield Section("table", "", tuple(_head(seen, look, words)))
    made = (
        ("order", _order(seen, words)),
        ("actors", _actors(seen, words)),
        ("pools", _pools(seen, words)),
        ("effects", _effects(seen, telling)),
        ("rulings", _rulings(seen, telling)),
    )
    for name, rows in made:
        if found := tuple(rows):
            yield Section(name, words.say(f"replay.{name}"), found)


def projected(name: str, projection: Any, words: Words) -> Section | None:
    """What a projection shows; None where it holds nothing, or has its place in another section.

    Args:
        name: of the projection.
        projection: as its ruleset made it.
        words: of the reader's language.
    """
    if name in _TOLD or not any(msgspec.to_builtins(projection).values()):
        return None
    labels = Labels(words, name)
    return Section(name, title(labels, name), tuple(parts(projection, labels)))


def _head(seen: Overview, look: Look, words: Words) -> Iterator[Text]:
    for key, value in (
        ("seats", ", ".join(_seat(k, s, words) for k, s in seen.seats.items())),
        ("sitting", seen.sitting or ""),
        ("scene", seen.scene and (seen.scene.title or seen.scene.id)),
        ("round", seen.round and _round(seen, words)),
        ("clock", "" if look.table.calendar else seen.clock or ""),
        ("date", look.table.calendar and _date(seen, Telling(words, look))),
    ):
        if value:
            yield Text(0, clean(f"{words.say(f'replay.{key}')}: {value}"))


def _rows(rows: Iterable[Sequence[Any]], head: Sequence[str] = ()) -> Iterator[Rows]:
    """A table, if there is anything in it."""
    cells = tuple(tuple(row) for row in rows)
    if cells:
        yield Rows(0, tuple(head), cells)


def _rulings(seen: Overview, telling: Telling) -> Iterator[Rows]:
    return _rows(
        (key, telling.words.recorded("question", key.split("/")[1], r.question), r.answer,
         telling.name(r.by), until(telling, r.until))
        for key, r in seen.rulings.items()
    )  # fmt: skip


def _date(seen: Overview, telling: Telling) -> str:
    """What the game clock stands for by the setting's calendar."""
    day = seen.projections["clock"].day
    return telling.say("replay.time", date=when(telling, seen.clock), day=day)


def title(labels: Labels, name: str) -> str:
    """What a projection is called, with the name that --only takes."""
    return f"{labels.title} ({name})" if labels.title else name


def _seat(id: str, seat: Seat, words: Words) -> str:
    role = words.say(f"table.role.{seat.role}")
    return f"{id} ({role})" if seat.name == id else f"{id} ({seat.name}, {role})"


def _round(seen: Overview, words: Words) -> str:
    assert seen.round is not None
    text = str(seen.round.number)
    if seen.round.open:
        text += ", " + words.say("replay.acting", slot=seen.round.open)
    if seen.next:
        text += ", " + words.say("replay.next", slots=", ".join(seen.next))
    return text


def _order(seen: Overview, words: Words) -> Iterator[Rows]:
    """Who acts when, with every number that was compared."""
    shown: Order = seen.projections.get("order", Order())
    named = tuple(dict.fromkeys(key for place in shown.places for key in place.keys))
    longest = max((len(place.key) for place in shown.places), default=0)
    rest = [str(n + 1) for n in range(len(named), longest)]
    rows = [
        (
            place.slot,
            place.actor,
            place.side,
            words.say(f"table.place.{place.state}"),
            *(place.key[n] if n < len(place.key) else "" for n in range(longest)),
        )
        for place in shown.places
    ]
    head = [words.say(f"replay.order.{part}") for part in ("slot", "actor", "side", "state")]
    return _rows(rows, [*head, *named, *rest])


def _actors(seen: Overview, words: Words) -> Iterator[Rows]:
    return _rows(
        (
            a.id,
            a.name,
            words.find(f"table.kind.{a.kind}") or a.kind,
            ", ".join(seen.owners.get(a.id, ())),
        )
        for a in seen.actors.values()
    )


def _pools(seen: Overview, words: Words) -> Iterator[Rows]:
    every = [
        (actor or words.say("table.who.table"), words.pool(name), pool)
        for actor, pools in seen.pools.items()
        for name, pool in pools.items()
    ]
    rows = [(who, name, p.balance, p.minimum, p.maximum) for who, name, p in every]
    head = [words.say(f"replay.pool.{part}") for part in ("actor", "name", "now", "min", "max")]
    if any(p.lent for _, _, p in every):
        head.append(words.say("replay.pool.lent"))
        lent = [sum(p.lent.values()) or "" for _, _, p in every]
        return _rows([(*row, n) for row, n in zip(rows, lent, strict=True)], head)
    return _rows(rows, head)


def _effects(seen: Overview, telling: Telling) -> Iterator[Rows]:
    return _rows(
        (key, e.actor, telling.kind(e.kind), e.amount, until(telling, e.until), e.rule)
        for key, e in seen.effects.items()
    )
