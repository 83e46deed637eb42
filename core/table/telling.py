"""The table's own events in words; keys and templates stand in ``locale/`` beside this file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ..asked import Answered, Asked, Ruled, RulingCited, RulingLapsed
from ..calendar import day_length
from ..messages import Event
from ..rules import Rules
from ..telling import Telling
from ..vocabulary import (
    Amended,
    CameDue,
    CheckOpened,
    Corrected,
    DieSet,
    Dropped,
    EffectBegan,
    EffectEnded,
    EffectStarted,
    Healed,
    OffStarted,
    PutOff,
    Revealed,
    Rolled,
    Settled,
    Wounded,
)
from .actors import ActorAdded, ActorRemoved, ActorRenamed
from .charter import CharterChanged
from .days import CalendarSet, DayEnded, Rested
from .opening import Adopted, Opened, OptionsSet
from .returns import Returned, Withdrawn
from .seals import EntropyAdded, EntropyWaived, EpochOpened, SeedRevealed
from .seats import Noted, OwnersGiven, RoleGiven, SeatAdded
from .showing import ActorShown
from .slots import SlotDelayed, SlotDropped
from .state import Table, TableOptions
from .temporary import TEMPORARY
from .time import (
    ClockAdvanced,
    MomentReached,
    SceneBegan,
    SceneEnded,
    SittingBegan,
    SittingEnded,
)
from .turns import GroupEnded, RoundBegan, RoundEnded, SlotAdded
from .wording import cause, chosen, day, listed, name, own_name, places, reason, until, when

rules = Rules(Table, TableOptions)

_SHORT: Mapping[type[Event], str] = {
    SeatAdded: "table.seat-added",
    RoleGiven: "table.role-given",
    ActorAdded: "table.actor-added",
    ActorRenamed: "table.actor-renamed",
    ActorRemoved: "table.actor-removed",
    SittingBegan: "table.sitting-began",
    SittingEnded: "table.sitting-ended",
    SceneEnded: "table.scene-ended",
    RoundBegan: "table.round-began",
    RoundEnded: "table.round-ended",
    SlotAdded: "table.slot-added",
    SlotDropped: "table.slot-dropped",
    SlotDelayed: "table.slot-delayed",
    OffStarted: "table.off-started",
    CameDue: "table.came-due",
    EntropyAdded: "table.entropy-added",
    EpochOpened: "table.epoch-opened",
    SeedRevealed: "table.seed-revealed",
    Wounded: "table.wounded",
    Healed: "table.healed",
    DieSet: "table.die-set",
    RulingLapsed: "table.ruling-lapsed",
}
"""Events that are told by their own fields and nothing else."""

_ASIDES = (OffStarted, CameDue, EntropyAdded, EpochOpened, SeedRevealed)
"""Of these, what the log alone tells: what rules have put off, and how dice are sealed."""

_SILENT: tuple[type[Event], ...] = (CheckOpened, Settled, GroupEnded)
"""Events that what follows them tells better."""


def _tell_short(event: Event, telling: Telling) -> str:
    return telling.say(_SHORT[_base(type(event))], **places(telling, event))


def _base(kind: type[Event]) -> type[Event]:
    """The type of the table by which an event of a family is told."""
    return next(base for base in kind.__mro__ if base in _SHORT)


def _tell_nothing(event: Event, telling: Telling) -> str:
    return ""


for _kind in _SHORT:
    rules.tells(_kind, aside=_kind in _ASIDES)(_tell_short)
for _kind in _SILENT:
    rules.tells(_kind)(_tell_nothing)


@rules.tells(Opened)
def tell_opened(e: Opened, telling: Telling) -> str:
    """Which rules, and who sits where."""
    rulesets = ", ".join(f"{n} {r.version}" for n, r in e.rulesets.items())
    seats = ", ".join(f"{s.name} ({telling.say(f'table.role.{s.role}')})" for s in e.seats.values())
    return telling.say("table.opened", rulesets=rulesets, seats=seats)


@rules.tells(OptionsSet, aside=True)
def tell_options(e: OptionsSet, telling: Telling) -> str:
    """The options that are others now; every one of them where nobody wrote down which."""
    options: dict[str, Any] = msgspec.json.decode(e.options)
    if e.changed is None:
        return telling.say("table.options-set", of=e.of, options=_pairs(options))
    if not e.changed:
        return telling.say("table.options-set.same", of=e.of)
    changed = {name: options[name] for name in e.changed if name in options}
    return telling.say("table.options-set.changed", of=e.of, options=_pairs(changed))


@rules.tells(Adopted)
def tell_adopted(e: Adopted, telling: Telling) -> str:
    """The versions now in force."""
    return telling.say(
        "table.adopted", rulesets=", ".join(f"{n} {r.version}" for n, r in e.rulesets.items())
    )


@rules.tells(OwnersGiven)
def tell_owners(e: OwnersGiven, telling: Telling) -> str:
    """Who plays whom."""
    owners = listed(telling, e.owners or ("gm",))
    return telling.say("table.owners-given", actor=name(telling, e.actor), owners=owners)


@rules.tells(CharterChanged)
def tell_charter(e: CharterChanged, telling: Telling) -> str:
    """What is allowed now, and what was before."""
    before, now = (_pairs({e.switch: getattr(c, e.switch)}) for c in (e.before, e.charter))
    return telling.say("table.charter-changed", now=now, before=before, why=e.reason)


@rules.tells(EntropyWaived)
def tell_waived(e: EntropyWaived, telling: Telling) -> str:
    """Without whose chance the dice are rolled."""
    without = listed(telling, e.without)
    return telling.say("table.entropy-waived", without=without, epoch=e.epoch, why=e.reason)


@rules.tells(ActorShown)
def tell_shown(e: ActorShown, telling: Telling) -> str:
    """Who knows of him now."""
    key = "table.actor-shown" if e.seen_by else "table.actor-shown.everyone"
    to = listed(telling, tuple(who for who in e.seen_by.split() if who != e.actor))
    return telling.say(key, actor=name(telling, e.actor), to=to)


@rules.tells(EffectBegan)
def tell_effect_began(e: EffectBegan, telling: Telling) -> str:
    """On whom, how much and for how long."""
    amount = f" {telling.signed(e.amount)}" if e.amount else ""
    return telling.say(
        "table.effect-began.temporary" if e.kind == TEMPORARY else "table.effect-began",
        id=e.id,
        actor=name(telling, e.actor),
        kind=telling.kind(e.kind),
        amount=amount,
        until=until(telling, e.until, e.start),
    )


@rules.tells(EffectStarted, aside=True)
def tell_effect_started(e: EffectStarted, telling: Telling) -> str:
    """Which effect, by the words for its kind."""
    kind = telling.effect(e.id)
    key = "table.effect-started.named" if kind else "table.effect-started"
    return telling.say(key, id=e.id, kind=kind)


@rules.tells(EffectEnded)
def tell_effect_ended(e: EffectEnded, telling: Telling) -> str:
    """Which effect, and why."""
    kind = telling.effect(e.id)
    key = "table.effect-ended.named" if kind else "table.effect-ended"
    return telling.say(key, id=e.id, kind=kind, why=cause(telling, e.why))


@rules.tells(SceneBegan)
def tell_scene_began(e: SceneBegan, telling: Telling) -> str:
    """Its title."""
    key = "table.scene-began" if e.title else "table.scene-began.untitled"
    return telling.say(key, title=e.title)


@rules.tells(ClockAdvanced)
def tell_clock(e: ClockAdvanced, telling: Telling) -> str:
    """What the game clock shows."""
    key = "table.clock-advanced" + (".date" if telling.look.table.calendar else "")
    return telling.say(key, before=when(telling, e.before), after=when(telling, e.after))


@rules.tells(MomentReached, aside=True)
def tell_moment(e: MomentReached, telling: Telling) -> str:
    """What the game clock shows, to those who know why."""
    key = "table.clock-advanced" + (".date" if telling.look.table.calendar else "")
    return telling.say(key, after=when(telling, e.time))


@rules.tells(DayEnded, aside=True)
def tell_day(e: DayEnded, telling: Telling) -> str:
    """Which day is over, or how many."""
    calendar = telling.look.table.calendar
    key = "table.day-ended" + (".date" if calendar else "") + (".many" if e.days != 1 else "")
    last = day(telling, e.day * day_length(calendar) - 1) if calendar else ""
    return telling.say(key, day=e.day, days=e.days, date=last)


@rules.tells(Rested)
def tell_rest(e: Rested, telling: Telling) -> str:
    """That there was one, and of which kind."""
    return telling.say("table.rested", kind=reason(telling, e.kind))


@rules.tells(CalendarSet)
def tell_calendar(e: CalendarSet, telling: Telling) -> str:
    """Its name, and what day it is by it."""
    now = when(telling, telling.look.table.clock)
    return telling.say("table.calendar-set", name=e.calendar.name, now=now)


@rules.tells(PutOff, aside=True)
def tell_put_off(e: PutOff, telling: Telling) -> str:
    """What will be done, and when; what some ruleset says of ``later.<command>`` in its place."""
    command = msgspec.json.decode(e.command)["type"]
    said = telling.words.find(f"later.{command}") or command
    due = until(telling, e.until, e.start)
    return telling.say("table.put-off", id=e.id, command=said, until=due)


@rules.tells(Dropped)
def tell_dropped(e: Dropped, telling: Telling) -> str:
    """What will not be done."""
    return telling.say("table.dropped", id=e.id, why=cause(telling, e.why))


@rules.tells(Rolled)
def tell_rolled(e: Rolled, telling: Telling) -> str:
    """The dice, which of them count, and the total."""
    faces = " ".join(str(d.face) if d.kept else f"({d.face})" for d in e.dice)
    because = ", ".join(
        f"{telling.name(m.source)} {telling.signed(m.amount)}"
        for m in e.modifiers
        if m.on == "result"
    )
    key, said = "table.rolled.modified" if because else "table.rolled", telling.words
    return telling.say(
        key,
        name=name(telling, e.actor),
        notation=e.notation,
        purpose=said.ending(f".purpose.{e.purpose}") or said.named(e.purpose) or e.purpose,
        faces=faces,
        natural=e.natural,
        total=e.total,
        because=because,
    )


@rules.tells(Asked, aside=True)
def tell_asked(e: Asked, telling: Telling) -> str:
    """Who is asked what; the faces of dice are told when they are read."""
    if e.of == "faces":
        return ""
    question = telling.words.recorded("question", own_name(e.name), e.question)
    return telling.say("table.asked", to=listed(telling, e.to), question=question)


@rules.tells(Answered, aside=True)
def tell_answered(e: Answered, telling: Telling) -> str:
    """Who answered what, and for whom."""
    if isinstance(e.answer, tuple):
        faces = " ".join(map(str, e.answer))
        who, of = name(telling, e.by), name(telling, e.for_)
        return telling.say("table.answered.faces", by=who, for_=of, answer=faces)
    own = e.by == e.for_ or e.by in telling.look.owners(e.for_) or e.for_ == "gm"
    key = "table.answered" if own else "table.answered.for"
    answer = chosen(telling, e.answer, e.label)
    return telling.say(key, by=name(telling, e.by), for_=name(telling, e.for_), answer=answer)


@rules.tells(Ruled)
def tell_ruled(e: Ruled, telling: Telling) -> str:
    """The ruling and how long it stands."""
    return telling.say(
        "table.ruled",
        by=name(telling, e.by),
        question=telling.words.recorded("question", own_name(e.name), e.question),
        answer=chosen(telling, e.answer, e.label),
        until=until(telling, e.until),
    )


@rules.tells(Corrected)
def tell_corrected(e: Corrected, telling: Telling) -> str:
    """Which record, and why."""
    return telling.say("table.corrected", seq=e.seq, why=reason(telling, e.reason))


@rules.tells(Amended)
def tell_amended(e: Amended, telling: Telling) -> str:
    """By how much, to what, and who says so, where it is a person."""
    key = "table.amended.ruled" if e.by else "table.amended"
    return telling.say(
        key,
        by=name(telling, e.by),
        actor=name(telling, e.actor),
        amount=telling.signed(e.amount),
        before=e.before,
        after=e.after,
        why=reason(telling, e.reason),
    )


@rules.tells(RulingCited)
def tell_cited(e: RulingCited, telling: Telling) -> str:
    """What it says."""
    return telling.say("table.ruling-cited", answer=chosen(telling, e.answer, e.label))


@rules.tells(Returned)
def tell_returned(e: Returned, telling: Telling) -> str:
    """To where."""
    return telling.say("table.returned", to=e.to, why=reason(telling, e.reason))


@rules.tells(Withdrawn)
def tell_withdrawn(e: Withdrawn, telling: Telling) -> str:
    """Which command."""
    return telling.say("table.withdrawn", first=e.first, why=reason(telling, e.reason))


@rules.tells(Revealed, aside=True)
def tell_revealed(e: Revealed, telling: Telling) -> str:
    """Which records, to whom."""
    key = "table.revealed" if e.to else "table.revealed.everyone"
    seqs = ", ".join(map(str, e.seqs))
    why = cause(telling, e.why)
    return telling.say(key, seqs=seqs, to=listed(telling, e.to), why=why)


@rules.tells(Noted)
def tell_noted(e: Noted, telling: Telling) -> str:
    """Who, to whom where it is to some, and what."""
    key = "table.whispered" if e.to else "table.noted"
    return telling.say(key, by=name(telling, e.by), to=listed(telling, e.to), text=e.text)


def _pairs(options: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{name}={value if isinstance(value, str) else msgspec.json.encode(value).decode()}"
        for name, value in options.items()
    )
