"""A power that throws a die today and puts it in place of a roll tomorrow, once."""

from __future__ import annotations

import pytest
from msgspec import Struct, structs

from rollbook import Command, Event, Play, Rules, Ruleset, owner
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Flurry, Hurt, brawl
from rollbook.replay.audit import audit
from rollbook.replay.recording import Recording
from rollbook.replay.transcript import Transcript


class Portents(Struct, frozen=True):
    """Stored rolls that are left, by id: who threw them and what they say."""

    left: dict[str, tuple[str, int]] = {}


class PortentOptions(Struct, frozen=True):
    """No switch."""


class Foretell(Command, ruleset="portents"):
    """Throw a die to keep."""

    actor: str


class Kept(Event, ruleset="portents"):
    """A roll is kept for later.

    Args:
        actor: whose.
        roll: id of the roll.
        total: what it says.
    """

    actor: str
    roll: str
    total: int


class Fate(Command, ruleset="portents"):
    """Put a kept roll in place of the next check.

    Args:
        actor: whose check.
        roll: id of the kept roll.
    """

    actor: str
    roll: str


class Substituted(Event, ruleset="portents"):
    """A kept roll stands in for a check; fields as of `Kept`."""

    actor: str
    roll: str
    total: int


chapter: Rules[Portents, PortentOptions] = Rules(Portents, PortentOptions)


@chapter.decides(Foretell, may=owner("actor"))
def foretell(command: Foretell, play: Play) -> None:
    """Thrown in the open, before anybody knows what for."""
    roll = play.roll("1d20", command.actor, "portent")
    play.emit(Kept(actor=command.actor, roll=roll.id, total=roll.total))


@chapter.decides(Fate, may=owner("actor"))
def fate(command: Fate, play: Play) -> None:
    """Only what is kept, and one's own."""
    kept = play.state[Portents].left.get(command.roll)
    if kept is None or kept[0] != command.actor:
        play.refuse(f"no roll {command.roll} is kept", path="$.roll", rule="POR-002")
    play.emit(Substituted(actor=command.actor, roll=command.roll, total=kept[1]))


@chapter.evolves(Kept)
def kept(s: Portents, e: Kept) -> Portents:
    return structs.replace(s, left={**s.left, e.roll: (e.actor, e.total)})


@chapter.evolves(Substituted)
def spent(s: Portents, e: Substituted) -> Portents:
    return structs.replace(s, left={k: v for k, v in s.left.items() if k != e.roll})


@chapter.tells(Substituted)
def told(event: Substituted, telling: object) -> str:
    return f"the kept roll {event.roll}, {event.total}, stands in for {event.actor}"


portents = Ruleset(
    "portents", version="1.0.0", state=Portents, options=PortentOptions, chapters=(chapter,)
)


@pytest.mark.report(27)
def test_a_kept_roll_stands_in_once_and_is_told_with_the_roll_it_was() -> None:
    """The event names the recorded roll, nothing is thrown again, and a return gives it back."""
    play = Scenario(portents, actors={"ann": "anna", "bo": "bert"}, sealed=True)
    play.when(Foretell(actor="ann"), "anna")
    (thrown,) = [e.message for e in play.session.log() if isinstance(e.message, Rolled)]
    play.when(Fate(actor="bo", roll=thrown.id), "bert").refused("refused", rule="POR-002")
    here = play.session.view().commit
    play.when(Fate(actor="ann", roll=thrown.id), "anna")
    (stands,) = [e for e in play.session.log() if isinstance(e.message, Substituted)]
    assert stands.message == Substituted(actor="ann", roll=thrown.id, total=thrown.total)
    assert sum(isinstance(e.message, Rolled) for e in play.session.log()) == 1
    play.when(Fate(actor="ann", roll=thrown.id), "anna").refused("refused", rule="POR-002")
    recording = Recording.of(play.session)
    lines = {line.seq: line.text for line in Transcript(recording)}
    assert lines[stands.seq] == (f"the kept roll {thrown.id}, {thrown.total}, stands in for ann")
    assert "broken" not in {
        grade for result in audit(recording, play.engine).results for grade in result.first
    }
    play.given({"type": "table.return", "to": here, "reason": "not yet"})
    play.when(Fate(actor="ann", roll=thrown.id), "anna")
    assert play.session.view().state[Portents].left == {}


@pytest.mark.report(14)
def test_of_what_was_aimed_at_many_the_log_says_whom_it_met_and_whom_it_passed_over() -> None:
    """The command names all; each whom it met has a record of his own, caused by it."""
    play = Scenario(brawl, actors={"ann": "anna", "bo": "bert", "cy": "", "di": ""})
    for who in ("ann", "bo", "cy", "di"):
        play.given({"type": "brawl.enter", "actor": who, "points": 3})
    play.when(Hurt(target="cy", source="ann", amount=3))
    play.given({"type": "table.answer", "answer": "backwards"})
    first = play.store.head("s").size
    play.when(Flurry(actor="ann", targets=("bo", "cy", "di")), "anna", faces=(1, 1, 2, 1))
    command, *rest = play.session.log(since=first)
    assert command.message.targets == ("bo", "cy", "di")
    struck = [e for e in rest if e.type == "brawl.strike"]
    assert [(e.message.target, e.cause) for e in struck] == [
        ("bo", command.seq), ("di", command.seq)
    ]  # fmt: skip
