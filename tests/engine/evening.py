"""Not a test: what may be sent at a table, made up at random; some of it fits, some does not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

from msgspec import Struct, structs

from rollbook.core.entries import Question
from rollbook.core.messages import Command, Event
from rollbook.core.permissions import seat
from rollbook.core.play import Play
from rollbook.core.rules import NoOptions, Rules, Ruleset
from rollbook.core.session import Session
from rollbook.core.table.order import under_way, waiting_slots
from rollbook.core.vocabulary import DieSet, Gained, Rolled, Spent, Wounded
from rollbook.plugins.testing.toys import brawl, charms
from rollbook.plugins.testing.trials import trial

SEATS = {"gm1": "gm", "anna": "player", "bert": "player", "eve": "observer"}
OWNERS = {"ann": "anna", "bo": "bert", "cy": ""}


class Lore(Struct, frozen=True):
    """What was asked of the lore."""

    known: dict[str, str] = {}


class Recall(Command, ruleset="lore"):
    """Ask the GM what an actor remembers; his ruling may stand."""

    actor: str


class Recalled(Event, ruleset="lore"):
    """What somebody remembers."""

    actor: str
    what: str


lore_rules: Rules[Lore, NoOptions] = Rules(Lore)


@lore_rules.decides(Recall, may=seat)
def recall(command: Recall, play: Play) -> None:
    """A ruling of the GM's. LOR-001."""
    who = command.actor
    if who not in play.table.actors:
        play.refuse("nobody is called so", path="$.actor", rule="LOR-001")
    what = play.ask(
        f"Does {who} remember?",
        choices=("yes", "no"),
        name="recall",
        standing=True,
        subject=who,
        rule="LOR-001",
    )
    play.emit(Recalled(actor=who, what=what))


@lore_rules.evolves(Recalled)
def recalled(lore: Lore, event: Recalled) -> Lore:
    return Lore({**lore.known, event.actor: event.what})


lore = Ruleset(
    "lore",
    version="1.0.0",
    state=Lore,
    chapters=(lore_rules,),
    extends="brawl>=1,<2",
    package=brawl.package,  # whose files its digest is over: a ruleset without is never verified
)
RULESETS: tuple[Ruleset, ...] = (
    brawl, charms, structs.replace(trial, extends="brawl>=1,<2"), lore,
)  # fmt: skip
NAMES = (*OWNERS, "spy", "dee")

Make = Callable[[Random, Session], Any]
"""Makes a value up, by chance and by what there is."""

Fields = Mapping[str, Make]


def of(*values: Any) -> Make:
    """One of the values."""
    return lambda chance, session: chance.choice(values)


def some(make: Make, most: int) -> Make:
    """Up to so many, each once."""
    return lambda chance, session: list(
        dict.fromkeys(make(chance, session) for _ in range(chance.randint(0, most)))
    )


def among(there: Callable[[Session], Iterable[Any]], other: Any) -> Make:
    """One of those there are; seldom, or where there are none, another."""

    def make(chance: Random, session: Session) -> Any:
        found = list(there(session))
        return chance.choice(found) if found and chance.random() < 0.95 else other

    return make


ACTORS = of(*NAMES)
PEOPLE = of(*SEATS)
SOME = of("ann", "bo", "cy", "ann", "bo", "spy")
AUDIENCE = of((), (), ("gm",), ("anna",), ("gm", "bert"))
WORD = of("supper", "agreed")
POOL = of("luck", "luck", "luck", "ale")
AMOUNT = of(1, 1, 1, 2, 3, 0, -1)
SCOPE = of("turn", "round", "scene", "sitting", "day", "rest", "")
KEY = of((1,), (1,), (2,), (3,))
HELD = of("", "", "", "round", "rounds")
ENDS = (
    "uses", "round_end", "scene_end", "sitting_end", "rest_end", "day_end",
    "turn_start", "turn_end", "group_end", "good", "at",
)  # fmt: skip
FACE = of(1, 2, 3, 4, 5, 6)


def until(chance: Random, session: Session) -> dict[str, Any]:
    """Every way to end, soon."""
    found: dict[str, Any] = {"when": chance.choice(ENDS)}
    if found["when"] == "at":
        found["time"] = session.timeline.table.clock + chance.randint(0, 9)
    elif found["when"] not in ("good", "group_end"):
        found["n"] = chance.choice((1, 1, 2))
    if found["when"] in ("turn_start", "turn_end"):
        found["actor"] = SOME(chance, session)
    return found


def slots(session: Session) -> Iterable[str]:
    now = session.timeline.table.round
    return now.slots if now else ()


def held(session: Session) -> Iterable[str]:
    now = session.timeline.table.round
    return [n for n, s in now.slots.items() if s.held or s.claimed] if now else ()


def acting(session: Session) -> Iterable[str]:
    now = session.timeline.table.round
    return under_way(now) if now else ()


def next_up(session: Session) -> Iterable[str]:
    now = session.timeline.table.round
    return waiting_slots(now) if now else ()


def of_sides(session: Session) -> Iterable[str]:
    now = session.timeline.table.round
    return [n for n, s in now.slots.items() if s.side] if now else ()


def recorded(*kinds: type) -> Make:
    """Number of a record of one of these kinds."""
    return among(lambda session: (e.seq for e in session.log() if isinstance(e.message, kinds)), 1)


def rolls(session: Session) -> Iterable[str]:
    return (e.message.id for e in session.log() if isinstance(e.message, Rolled))


def commit(chance: Random, session: Session) -> int:
    last = session.timeline.commits - 1
    return chance.randint(max(0, last - 8), last)


def specs(chance: Random, session: Session) -> dict[str, Any]:
    """Slots of a round: mostly of actors, some of sides."""
    names = [f"s{i}" for i in range(chance.randint(0, 5))]
    return {name: spec(chance, session) for name in names}


def spec(chance: Random, session: Session) -> dict[str, Any]:
    if chance.random() < 0.2:
        return {"side": chance.choice(("us", "them")), "key": KEY(chance, session)}
    make = {"actor": SOME, "key": KEY, "held": HELD}
    return {name: field(chance, session) for name, field in make.items()}


CALENDAR = of(
    *(
        {"name": "x", "months": [{"name": "m", "days": d}], "hours": 1, "minutes": 1, "seconds": 10}
        for d in (1, 3)
    )
)
SWITCHES: tuple[tuple[str, Any], ...] = (
        ("dice", "table"), ("dice", "sealed"), ("gm_fudging", True), ("secret_rolls", False),
        ("secret_rolls", True), ("confirm", True), ("confirm", False), ("past_dice", "own"),
        ("past_dice", "nobody"), ("player_returns", "gm"), ("on_behalf", "nobody"),
        ("on_behalf", "gm"), ("entropy", True), ("entropy", False), ("hidden_rolls", ["strike"]),
        ("hidden_rolls", []), ("open_rolls", ["notice", "sneak"]), ("open_rolls", []),
)  # fmt: skip

TIME: dict[str, Fields] = {
    "table.begin_sitting": {},
    "table.end_sitting": {},
    "table.begin_scene": {},
    "table.end_scene": {},
    "table.advance_clock": {"seconds": of(1, 4, 10, 25, 0)},
    "table.end_day": {},
    "table.rest": {"kind": of("", "short")},
    "table.set_calendar": {"calendar": CALENDAR},
    "table.refresh_pools": {"scope": SCOPE},
}
TURNS: dict[str, Fields] = {
    "table.begin_round": {
        "slots": specs,
        "repeat": of(True, True, False),
        "elective": of(False, False, True),
        "seen_by": of((), (), (), ("gm",)),
    },
    "table.end_round": {},
    "table.take_turn": {
        "slot": among(next_up, "s9"),
        "actor": of("", "", "", "ann", "bo", "cy", "spy"),
    },
    "table.next_turn": {},
    "table.interrupt": {
        "slot": among(held, "s9"),
        "actor": of("", "", "", "ann", "bo", "cy", "spy"),
    },
    "table.add_slot": {"id": of("s6", "s7", "s8"), "slot": spec},
    "table.drop_slot": {"id": among(slots, "s9")},
    "table.hold_slot": {"id": among(slots, "s9"), "over_rounds": of(False, True)},
    "table.release_slot": {"id": among(held, "s9")},
    "table.claim_slot": {"id": among(of_sides, "s9"), "actor": SOME},
    "table.lose_slot": {"side": of("us", "them")},
    "table.delay_slot": {"id": among(acting, "s9"), "key": KEY},
}
DELAYED: dict[str, Fields] = {
    "table.delay_slot": {"id": among(slots, "s9"), "after": among(slots, "s9")}
}
POOLS: dict[str, Fields] = {
    "table.open_pool": {
        "actor": ACTORS,
        "pool": POOL,
        "balance": of(0, 1, 2, 3),
        "maximum": of(None, 3),
        "refresh": SCOPE,
        "to": of(None, 2),
    },
    "table.spend": {"actor": SOME, "pool": POOL, "amount": AMOUNT},
    "table.gain": {"actor": SOME, "pool": POOL, "amount": AMOUNT},
    "table.gain_temporary": {"actor": SOME, "pool": POOL, "amount": AMOUNT, "until": until},
    "table.transfer": {"actor": SOME, "pool": POOL, "to": SOME, "amount": AMOUNT},
    "table.set_pool": {"actor": SOME, "pool": POOL, "maximum": of(None, 1, 4)},
    "table.close_pool": {"actor": SOME, "pool": POOL},
}
PERSONS: dict[str, Fields] = {
    "table.add_actor": {
        "id": of("spy", "dee"),
        "name": of("Mata"),
        "owners": of((), ("anna",)),
        "seen_by": AUDIENCE,
    },
    "table.rename_actor": {"actor": ACTORS, "name": of("Mata", "Zoë")},
    "table.remove_actor": {"actor": ACTORS},
    "table.show_actor": {"actor": ACTORS, "to": AUDIENCE},
    "table.give_actor": {"actor": ACTORS, "owners": of((), ("anna",), ("bert",))},
    "table.give_role": {
        "seat": PEOPLE,
        "role": of("player", "player", "observer", "gm"),
    },
    "table.add_seat": {"id": of("zoe", "eve"), "name": of("Zoe")},
    "table.add_note": {"text": WORD, "to": AUDIENCE},
}
TABLE: dict[str, Fields] = {
    "table.set_option": {
        "of": of("brawl"),
        "option": of("most"),
        "value": FACE,
    },
    "table.adopt": {},
    "table.lapse_ruling": {"ruling": among(lambda s: s.timeline.table.rulings, "a/b/c")},
    "table.end_effect": {"effect": among(lambda s: s.timeline.table.effects, "e0.0")},
    "table.open_epoch": {},
    "table.add_entropy": {
        "text": WORD,
        "size": lambda chance, s: chance.choice((s.timeline.size, s.timeline.size, 3)),
    },
    "table.waive_entropy": {"reason": WORD},
    "table.reveal": {
        "epoch": of(0, 1),
        "kind": of("open", "secret"),
    },
}
PAST: dict[str, Fields] = {
    "table.return": {"to": commit, "reason": WORD},
    "table.withdraw": {"reason": WORD},
    "table.correct": {"corrects": recorded(Spent, Gained, Wounded, DieSet), "reason": WORD},
    "table.amend": {"corrects": recorded(Rolled), "amount": AMOUNT, "reason": WORD},
    "table.turn_die": {
        "corrects": recorded(Rolled),
        "die": of(0, 1),
        "face": FACE,
        "reason": WORD,
    },
    "trial.unhurt": {"corrects": recorded(Spent, Gained, Wounded, DieSet), "reason": WORD},
}
ACTIONS: dict[str, Fields] = {
    "brawl.enter": {"actor": ACTORS, "points": of(*range(10))},
    "brawl.strike": {"actor": SOME, "target": SOME},
    "brawl.hurt": {"target": SOME, "source": SOME, "amount": of(*range(1, 10))},
    "brawl.flurry": {"actor": SOME, "targets": some(SOME, 3)},
    "brawl.duel": {"a": SOME, "b": SOME},
    "brawl.auction": {"thing": of("ale"), "bidders": some(SOME, 3)},
    "brawl.watch": {"actor": SOME},
    "brawl.sneak": {"actor": SOME, "what": WORD},
    "lore.recall": {"actor": SOME},
    "trial.try": {"actor": SOME, "against": SOME, "screened": of(False, True)},
    "trial.conclude": {"check": among(lambda s: s.timeline.table.checks, "c0.0")},
    "trial.turn": {
        "roll": among(rolls, "r0.0"),
        "die": of(0, 1),
        "before": FACE,
        "after": FACE,
    },
}
MAGIC: dict[str, Fields] = {
    "charms.charm": {
        "actor": SOME,
        "kind": of("aim", "ward"),
        "until": until,
    },
    "charms.curse": {"target": SOME, "amount": of(*range(1, 10)), "until": until},
}

ALL: dict[str, Fields] = {
    **TIME, **TURNS, **POOLS, **PERSONS, **TABLE, **PAST, **ACTIONS, **MAGIC,
}  # fmt: skip
"""Every command that a seat may send but for an opening, an answer and a change of the charter."""


def made(chance: Random, session: Session, commands: Mapping[str, Fields]) -> dict[str, Any]:
    """One of the commands, its fields made up."""
    tag = chance.choice(sorted(commands))
    fields = {name: make(chance, session) for name, make in commands[tag].items()}
    return {"type": tag, **fields}


def switched(chance: Random) -> dict[str, Any]:
    """A change of the charter."""
    switch, value = chance.choice(SWITCHES)
    change = {"switch": switch, "value": value, "reason": "agreed"}
    return {"type": "table.change_charter", **change}


def answered(chance: Random, session: Session, question: Question) -> tuple[dict[str, Any], str]:
    """An answer that mostly fits, and who gives it."""
    who = chance.choice(question.waiting_for)
    fitting: dict[str, list[Any]] = {
        "choice": [c.key for c in question.choices],
        "int": [0, 1],
        "text": ["so it is"],
        "faces": [[1], [6], [3, 4], [6, 6], [1, 2]],
    }
    value = chance.choice([*fitting[question.of] * 4, "no choice at all"])
    owners = session.timeline.ledger.owners.get(who, ())
    stands = chance.choice(("scene", "sitting", "good")) if question.standing else "once"
    command = {"type": "table.answer", "answer": value, "for_": who, "stands": stands}
    return command, chance.choice((*owners, "gm1", "gm1", "eve"))
