"""What another ruleset may build on: Fudge's commands, proposals and its place in an engine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec import Struct

from rollbook.core.codec import convert
from rollbook.core.engine import Engine
from rollbook.core.errors import Invalid
from rollbook.core.look import Look
from rollbook.core.memory import MemoryStore
from rollbook.core.messages import Command
from rollbook.core.modifiers import Modifier, tally
from rollbook.core.permissions import owner
from rollbook.core.play import Play
from rollbook.core.rules import Rules, Ruleset
from rollbook.core.table.ledger import Seat
from rollbook.core.until import Uses
from rollbook.core.vocabulary import EffectBegan, PointsDraw, Rolled
from rollbook.plugins import fudge
from rollbook.plugins.fudge import content, plugin
from rollbook.plugins.testing.scenario import Hand

from .tavern import Tavern, all_of, of, told


class Sparks(Struct, frozen=True):
    """This little magic keeps nothing."""


class SparkOptions(Struct, frozen=True):
    """Nor has it switches."""


class Spark(Command, ruleset="sparks"):
    """Fire at somebody: six points, less armour."""

    actor: str
    target: str


class Shield(Command, ruleset="sparks"):
    """A ward on oneself against one blow: some points, or the whole of it."""

    actor: str
    points: int | None = None


rules = Rules(Sparks, SparkOptions)


@rules.decides(Spark, may=owner("actor"))
def spark(c: Spark, play: Play) -> None:
    """Six points."""
    mods = play.modifiers(fudge.Harm(source=c.actor, target=c.target, amount=6))
    amount = tally(tally(6, mods, fudge.CALCULATED), mods, fudge.DAMAGE)
    if amount > 0:
        play.perform(fudge.Suffer(target=c.target, source="spark", amount=amount, rule="SPK-001"))


@rules.decides(Shield, may=owner("actor"))
def shield(c: Shield, play: Play) -> None:
    """A ward for one use."""
    kind = "whole" if c.points is None else "part"
    play.emit(
        EffectBegan(id=play.id("e"), actor=c.actor, kind=kind, amount=c.points or 0, until=Uses(1))
    )


@rules.modifies(fudge.Harm)
def warded(harm: fudge.Harm, look: Look) -> Iterable[Modifier]:
    """Works as armour, or stops all."""
    for name, effect in look.table.effects.items():
        if effect.actor == harm.target and effect.kind == "part":
            yield Modifier(name, "SPK-002", fudge.CALCULATED, "add", -effect.amount)
        elif effect.actor == harm.target:
            yield Modifier(name, "SPK-002", fudge.DAMAGE, "at_most", 0)


sparks = Ruleset(
    "sparks",
    version="1.0.0",
    state=Sparks,
    options=SparkOptions,
    chapters=(rules,),
    extends="fudge>=0.1,<2",
)


def magical() -> Tavern:
    """The duellists, with sparks."""
    hand = Hand()
    engine = Engine([sparks], plugins=[plugin], installed=False, dice=hand)
    seats = {"master": Seat("M", "gm"), "anna": Seat("A", "player"), "bea": Seat("B", "player")}
    session = engine.new(MemoryStore(), "magic", ["fudge", "sparks"], seats=seats)
    return Tavern(session, hand).duellists()


def test_rollbook_rulesets() -> None:
    """The plugin's one hook supplies the ruleset, with a digest of code and content."""
    engine = Engine(plugins=[plugin], installed=False)
    assert engine.catalogue["fudge"] is fudge.fudge
    assert len(engine.digest(fudge.fudge)) == 64


def test_a_spell_hurts_by_fudges_own_command() -> None:
    """Armour counts, the wound is Fudge's, and its source and rule are the spell's."""
    tavern = magical()
    receipt = tavern.do({"type": "sparks.spark", "actor": "snorri", "target": "brynhild"})
    wound = of(receipt, fudge.Wounded)
    assert (wound.after, wound.source, wound.rule, wound.level) == (3, "spark", "SPK-001", 2)
    assert [e.type for e in receipt.entries] == ["sparks.spark", "fudge.suffer", "fudge.wounded"]


@pytest.mark.parametrize(
    ("points", "calculated", "final", "limits"),
    [(3, 1, 2, ("FUD-218",)), (9, -5, 0, ("FUD-217",)), (None, 4, 0, ("SPK-002",))],
)
def test_a_ward_works_as_armour_or_stops_the_blow(
    points: int | None, calculated: int, final: int, limits: tuple[str, ...]
) -> None:
    """The blow lists the ward, and so uses it up."""
    tavern = magical()
    tavern.do({"type": "sparks.shield", "actor": "brynhild", "points": points}, by="bea")
    receipt = tavern.exchange(1, -1, 3)
    blow = of(receipt, fudge.Blow)
    assert (blow.calculated, blow.final, blow.limits) == (calculated, final, limits)
    assert [(used.left) for used in blow.used] == [0]
    assert bool(all_of(receipt, fudge.Wounded)) == bool(final)
    assert not tavern.session.view().table.effects


def test_no_blow_leaves_the_ward() -> None:
    tavern = magical()
    tavern.do({"type": "sparks.shield", "actor": "brynhild", "points": 3}, by="bea")
    tavern.exchange(0, 0)
    assert len(tavern.session.view().table.effects) == 1


def test_state_needs_no_content(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is recorded states its outcome: no table of the book is asked to fold it."""
    hand = Hand()
    store = MemoryStore()
    engine = Engine([fudge.fudge], installed=False, dice=hand)
    seats = {"master": Seat("M", "gm"), "anna": Seat("A", "player"), "bea": Seat("B", "player")}
    first = Tavern(engine.new(store, "s", ["fudge"], seats=seats), hand).duellists()
    first.exchange(1, -1, -4)
    before = first.session.view().state[fudge.Fudge]

    def raises(*_: Any) -> Any:
        raise AssertionError("content was asked")

    for name in ("boxes", "ladder", "weapons", "armour"):
        monkeypatch.setattr(content, name, raises)
    again = Engine([fudge.fudge], installed=False).open(store, "s")
    assert again.view().state[fudge.Fudge] == before
    assert again.view("anna").state[fudge.Fudge] == before
    assert again.at(1).state[fudge.Fudge].characters.keys() == {"snorri"}


@pytest.mark.parametrize(
    ("kind", "raw"),
    [
        (content.Row, {"resistance": 0, "boxes": [2, 2, 2]}),
        (content.Row, {"resistance": 0, "boxes": [2, 0, 2, 2, 2]}),
        (content.Ladder, {"rung": [{"value": 3, "words": []}, {"value": 1, "words": []}]}),
        (content.Span, {"name": "x", "least": 1}),
    ],
)
def test_content_is_checked_when_it_is_read(kind: type, raw: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        convert(raw, kind)


def test_a_roll_of_other_dice_is_told_by_its_total() -> None:
    tavern = magical()
    event = Rolled(
        id="r", actor="snorri", purpose="luck", notation="3d6", draw=PointsDraw(), dice=(),
        natural=9, total=9,
    )  # fmt: skip

    class Only:
        events = (event,)

    assert told(tavern, Only()) == ["Snorri throws 3d6 for luck:  is 9."]  # type: ignore[arg-type]
