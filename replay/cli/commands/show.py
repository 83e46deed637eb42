"""``rollbook show``."""

from __future__ import annotations

import click
import msgspec

from ....core.errors import Invalid
from ....core.look import Look
from ....core.table.ledger import Seat
from ....core.table.order import Order
from ....core.table.wording import until, when
from ....core.telling import Telling, Words
from ...nearest import nearest
from ...overview import Overview, overview
from ...rebuild import size_at
from ...transcript import clean
from ...walk import Walk
from .. import completing, options
from ..helping import examples
from ..labels import Labels
from ..out import Out, common
from ..plain import table, tree
from ..playing import asked, onlooker

_TOLD = frozenset(("clock", "order", "rulings"))
"""Projections of the table that have lines of their own among what stands."""


@click.command(
    name="show",
    epilog=examples(
        "rollbook show duel.db",
        "rollbook show duel.db --at 34",
        "rollbook show duel.db --at c7 --as anna --only wound-track",
    ),
)
@options.file
@click.option(
    "--at", "moment", default="now", metavar="MOMENT",
    help="After record N, after commit cN, or at a time as 2026-11-30T20:15 (UTC).",
)  # fmt: skip
@click.option(
    "--only", multiple=True, metavar="NAME", shell_complete=completing.projections,
    help="Only this projection, as wound-track.",
)  # fmt: skip
@options.viewer
@options.session
@common
def command(
    out: Out, file: str, moment: str, only: tuple[str, ...], viewer: str, session: str
) -> None:
    """Show how things stand in FILE, now or at any moment of the log.

    Scene, round, pools and effects of the table, everything that its rulesets project, and the
    open question with its choices, costs and rules.
    """
    recording = out.recording(file, session)
    viewer = onlooker(recording.now, viewer) if viewer else ""
    size = size_at(recording, moment)
    walk = Walk(recording, viewer, out.progress())
    view = walk.through(size)
    if only:
        for name in only:
            if name not in recording.book.projections:
                raise Invalid(
                    f"nothing here is called {name!r}",
                    path="--only",
                    hint=nearest(name, recording.book.projections),
                )
        found = {name: view[name] for name in only}
        if out.json:
            out.give(found)
        else:
            words = out.words(recording.book)
            for name, projection in found.items():
                labels = Labels(words, name)
                out.say(out.bold(_title(labels, name)))
                out.lines(tree(projection, 2, labels))
        return
    seen = overview(recording, view, walk.foreign)
    for name, reason in seen.failed.items():
        out.warn(f"the projection {name} fails and is left out: {reason}")
    if out.json:
        out.give(seen)
    else:
        say_overview(seen, view, out, out.words(recording.book))


def say_overview(seen: Overview, look: Look, out: Out, words: Words) -> None:
    """Print how things stand: the table, what the rulesets show, and the open question."""
    out.say(
        out.bold(words.say("replay.stand", session=seen.session))
        + out.dim(f"  {words.say('replay.moment', commit=seen.commit, size=seen.size)}")
    )
    for key, value in (
        ("seats", ", ".join(_seat(k, s, words) for k, s in seen.seats.items())),
        ("sitting", seen.sitting or ""),
        ("scene", seen.scene and (seen.scene.title or seen.scene.id)),
        ("round", seen.round and _round(seen, words)),
        ("clock", "" if look.table.calendar else seen.clock or ""),
        ("date", look.table.calendar and _date(seen, Telling(words, look))),
    ):
        if value:
            out.say(clean(f"{words.say(f'replay.{key}')}: {value}"))
    _section(out, words.say("replay.order"), _order(seen, words))
    _section(out, words.say("replay.actors"), _actors(seen, words))
    _section(out, words.say("replay.pools"), _pools(seen, words))
    _section(out, words.say("replay.effects"), _effects(seen, Telling(words, look)))
    _section(out, words.say("replay.rulings"), table(
        [
            (key, words.recorded("question", key.split("/")[1], r.question), r.answer,
             Telling(words, look).name(r.by), until(Telling(words, look), r.until))
            for key, r in seen.rulings.items()
        ], indent=2
    ))  # fmt: skip
    for name, projection in seen.projections.items():
        if name in _TOLD or not any(msgspec.to_builtins(projection).values()):
            continue  # what has its place above, or holds nothing, is no section
        labels = Labels(words, name)
        _section(out, _title(labels, name), list(tree(projection, 2, labels)))
    if seen.waiting:
        out.say()
        out.lines(asked(seen.waiting, words, seen.owners))
    if seen.foreign:
        counts = ", ".join(f"{kind} ({n})" for kind, n in sorted(seen.foreign.items()))
        total = sum(seen.foreign.values())
        out.say()
        out.say(clean(words.say("replay.foreign-folded", count=total, counts=counts)))
    if seen.missing:
        out.say(words.say("replay.missing", missing=", ".join(seen.missing)))


def _date(seen: Overview, telling: Telling) -> str:
    """What the game clock stands for by the setting's calendar."""
    day = seen.projections["clock"].day
    return telling.say("replay.time", date=when(telling, seen.clock), day=day)


def _title(labels: Labels, name: str) -> str:
    """What a projection is called, with the name that --only takes."""
    return f"{labels.title} ({name})" if labels.title else name


def _section(out: Out, title: str, lines: list[str]) -> None:
    if lines:
        out.say()
        out.say(out.bold(title))
        out.lines(lines)


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


def _order(seen: Overview, words: Words) -> list[str]:
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
    return table(rows, head=[*head, *named, *rest], indent=2)


def _actors(seen: Overview, words: Words) -> list[str]:
    return table(
        [
            (
                a.id,
                a.name,
                words.find(f"table.kind.{a.kind}") or a.kind,
                ", ".join(seen.owners.get(a.id, ())),
            )
            for a in seen.actors.values()
        ],
        indent=2,
    )


def _pools(seen: Overview, words: Words) -> list[str]:
    every = [
        (actor or words.say("table.who.table"), name, pool)
        for actor, pools in seen.pools.items()
        for name, pool in pools.items()
    ]
    rows = [(who, name, p.balance, p.minimum, p.maximum) for who, name, p in every]
    head = [words.say(f"replay.pool.{part}") for part in ("actor", "name", "now", "min", "max")]
    if any(p.lent for _, _, p in every):
        head.append(words.say("replay.pool.lent"))
        lent = [sum(p.lent.values()) or "" for _, _, p in every]
        return table([(*row, n) for row, n in zip(rows, lent, strict=True)], head=head, indent=2)
    return table(rows, head=head, indent=2)


def _effects(seen: Overview, telling: Telling) -> list[str]:
    return table(
        [
            (key, e.actor, e.kind, e.amount, until(telling, e.until), e.rule)
            for key, e in seen.effects.items()
        ],
        indent=2,
    )
