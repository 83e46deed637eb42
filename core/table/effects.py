"""Effects: what acts on somebody for a while, and how the uses of limited ones are counted."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from ..audiences import said
from ..calendar import day_length
from ..errors import Refused
from ..ids import check_id
from ..look import Look
from ..messages import Command
from ..permissions import gm
from ..play import Play
from ..rules import Rules
from ..until import At, DayEnd, Good, RestEnd, TurnEnd, TurnStart, Until, Uses
from ..vocabulary import EffectBegan, EffectEnded, EffectStarted, Weighed
from .state import Count, Running, Table, TableOptions

rules = Rules(Table, TableOptions)


class EndEffect(Command, ruleset="table"):
    """End an effect before its time.

    Args:
        effect: its id.
        why: in a word.
        rule: id of the rule that says so.
    """

    effect: str
    why: str = ""
    rule: str = ""


def effects(look: Look, actor: str, kind: str) -> Iterator[tuple[str, Running]]:
    """Id and effect of each that runs on an actor, in order of their beginning."""
    for name, effect in look.table.effects.items():
        if effect.actor == actor and effect.kind == kind and effect.start is None:
            yield name, effect


def count(table: Table, until: Until) -> Count:
    """What a duration that begins now counts from."""
    actor = until.actor if isinstance(until, TurnStart | TurnEnd) else ""
    days = until.n if isinstance(until, DayEnd) else 0
    rest = until.kind if isinstance(until, RestEnd) else ""
    return Count(
        rounds=table.rounds,
        round_open=table.round is not None,
        turns=table.turns.get(actor, 0),
        turn_open=actor in table.turning,
        scenes=table.scenes,
        scene_open=table.scene is not None,
        sittings=table.sittings,
        sitting_open=table.sitting > 0,
        rests=table.rested.get(rest, 0) if rest else table.rests,
        midnight=(table.midnights + days) * day_length(table.calendar) if days else 0,
    )


def seen_with(command: EndEffect, look: Look) -> tuple[str, ...] | None:
    """Whoever knows of the effect: only he learns that somebody ends it."""
    effect = look.table.effects.get(command.effect)
    return said(effect.seen_by) if effect and effect.seen_by else None


@rules.decides(EndEffect, may=gm, to=seen_with)
def end_effect(command: EndEffect, play: Play) -> None:
    """Only what runs, or waits to run, can be ended."""
    effect = play.table.effects.get(command.effect)
    if effect is None:
        play.refuse(f"there is no effect {command.effect}", path="$.effect", rule=command.rule)
    play.emit(
        EffectEnded(id=command.effect, why=command.why, rule=command.rule),
        to=said(effect.seen_by),
    )


@rules.completes(EffectBegan)
def complete_began(event: EffectBegan, play: Play) -> EffectBegan:
    """Its audience, for its end."""
    return structs.replace(event, seen_by=play.emitting_to)


@rules.completes(Weighed)
def complete_weighed(event: Weighed, play: Play) -> Weighed:
    """Which limited effects it uses up."""
    if not event.modifiers and not event.used:
        return event
    return structs.replace(event, used=play.use(event.modifiers))


@rules.admits(EffectBegan)
def admit_began(table: Table, event: EffectBegan) -> None:
    """Ids are ids, used once, and an effect has somebody to act on."""
    check_id(event.id, "$.id")
    if event.id in table.effects:
        raise Refused(f"there is an effect {event.id} already", path="$.id", rule=event.rule)
    if event.actor and event.actor not in table.actors:
        raise Refused(f"there is no actor {event.actor!r}", path="$.actor", rule=event.rule)
    if isinstance(event.start, Uses | Good):
        raise Refused("nothing would ever begin it", path="$.start", rule=event.rule)
    for path, until in (("$.until", event.until), ("$.start", event.start)):
        admit_until(table, until, path, event.rule)


def admit_until(table: Table, until: Until | None, path: str, rule: str = "") -> None:
    """What never comes is no date: it counts from one, turns are of somebody, time goes on.

    Raises:
        Refused: it would never come.
    """
    if getattr(until, "n", 1) < 1:
        raise Refused("it lasts for one at least", path=f"{path}.n", rule=rule)
    actor = getattr(until, "actor", "")
    if actor and actor not in table.actors:
        raise Refused(f"there is no actor {actor!r}", path=f"{path}.actor", rule=rule)
    if isinstance(until, At) and until.time <= table.clock:
        raise Refused(
            f"the game clock shows {table.clock} already",
            path=f"{path}.time",
            rule=rule,
            hint="say a later time",
        )


@rules.admits(EffectEnded)
def admit_ended(table: Table, event: EffectEnded) -> None:
    """An effect ends once."""
    if event.id not in table.effects:
        raise Refused(f"there is no effect {event.id}", path="$.id", rule=event.rule)


@rules.evolves(EffectBegan)
def effect_began(table: Table, event: EffectBegan) -> Table:
    """The effect, and what its duration counts from."""
    until = event.until
    running = Running(
        actor=event.actor,
        kind=event.kind,
        amount=event.amount,
        until=until,
        start=event.start,
        left=until.n if isinstance(until, Uses) else None,
        count=count(table, event.start or until),
        source=event.source,
        rule=event.rule,
        seen_by=event.seen_by,
    )
    return structs.replace(table, effects={**table.effects, event.id: running})


@rules.evolves(EffectStarted)
def effect_started(table: Table, event: EffectStarted) -> Table:
    """The effect runs, and its duration counts from now."""
    running = table.effects.get(event.id)
    if running is None:
        return table
    running = structs.replace(running, start=None, count=count(table, running.until))
    return structs.replace(table, effects={**table.effects, event.id: running})


@rules.evolves(EffectEnded)
def effect_ended(table: Table, event: EffectEnded) -> Table:
    """Every effect but that."""
    return without(table, event.id)


@rules.evolves(Weighed)
def weighed(table: Table, event: Weighed) -> Table:
    """What was used has as many uses left as the event says; with none left it is gone."""
    for used in event.used:
        running = table.effects.get(used.effect)
        if running is None:
            continue
        if used.left <= 0:
            table = without(table, used.effect)
        else:
            running = structs.replace(running, left=used.left)
            table = structs.replace(table, effects={**table.effects, used.effect: running})
    return table


def without(table: Table, effect: str) -> Table:
    """The table without one effect."""
    rest = {k: v for k, v in table.effects.items() if k != effect}
    return structs.replace(table, effects=rest)
