"""What a secret has moved is a secret too; and no id, hint or receipt counts what is hidden."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from rollbook import Command, Rules, Ruleset, gm, seat
from rollbook.core.audiences import sees
from rollbook.core.look import Look
from rollbook.core.modifiers import Check
from rollbook.core.play import Play
from rollbook.core.table.ledger import Charter
from rollbook.core.table.pools import OpenPool
from rollbook.core.until import SceneEnd, Uses
from rollbook.core.vocabulary import EffectBegan, EffectEnded, Gained, Revealed, Rolled, Spent
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import (
    Duel,
    Enter,
    Sneak,
    Strike,
    Watch,
    brawl,
    brawl_with,
    charms,
)


def cursed(until: Any = None, **more: Any) -> Scenario:
    """Ann strikes worse until then, and only the GM knows of it."""

    def curse(command: Sneak, play: Play) -> None:
        play.emit(
            EffectBegan(
                id="e", actor="ann", kind="aim", amount=-3, until=until or SceneEnd(), rule="X-666"
            )
        )

    play = Scenario(brawl_with(Sneak, curse), charms, actors={"ann": "anna", "bo": "bert"}, **more)
    return play.given(Enter(actor="ann"), Enter(actor="bo"), Sneak(actor="ann", what=""))


def rolls(play: Scenario, viewer: str) -> list[Rolled]:
    return [e.message for e in play.session.log(viewer=viewer) if isinstance(e.message, Rolled)]


def test_a_roll_that_a_secret_effect_modifies_is_seen_by_those_who_know_of_the_effect() -> None:
    """Neither its total nor its modifiers; what comes of it is there for all to see."""
    play = (
        cursed().when(Strike(actor="ann", target="bo"), "anna", faces=(6, 6)).answer("no", "bert")
    )
    assert play.error is None
    (roll,) = rolls(play, "gm1")
    assert (roll.natural, roll.total, roll.modifiers[0].source) == (12, 9, "e")
    for viewer in ("anna", "bert", "eve"):
        assert rolls(play, viewer) == []
        shown = [e.type for e in play.session.log(viewer=viewer)]
        assert "brawl.hit" in shown
        assert "X-666" not in str([e.message for e in play.session.log(viewer=viewer)])
    laws.hold(play.session)


def test_a_secret_effect_is_used_up_in_secret() -> None:
    play = cursed(until=Uses(1)).when(Strike(actor="ann", target="bo"), "anna", faces=(3, 3))
    assert play.session.view().table.effects == {}
    play.when(Strike(actor="ann", target="bo"), "anna", faces=(3, 3))
    (open_,) = rolls(play, "anna")
    assert (open_.total, open_.modifiers) == (6, ())
    assert len(rolls(play, "gm1")) == 2
    laws.hold(play.session)


def test_a_roll_said_to_be_for_everyone_shows_what_modified_it() -> None:
    """So the author of a rule says that a modifier is meant to be seen."""

    def openly(command: Watch, play: Play) -> None:
        began = EffectBegan(id="e", actor="ann", kind="aim", amount=-3, until=SceneEnd())
        play.emit(began, to="gm")
        mods = play.modifiers(Check(actor="ann", kind="strike"))
        play.roll("2d6", "ann", "strike", mods, to="everyone")
        play.roll("2d6", "ann", "again", mods)

    play = Scenario(brawl_with(Watch, openly), charms, actors={"ann": "anna"})
    play.when(Watch(actor="ann"), faces=(3, 3, 3, 3))
    (roll,) = rolls(play, "eve")
    assert (roll.purpose, roll.total, roll.modifiers[0].amount) == ("strike", 3, -3)
    assert [roll.purpose for roll in rolls(play, "gm1")] == ["strike", "again"]


def test_at_a_table_without_secret_rolls_everybody_sees_what_moved_them() -> None:
    play = cursed(charter=Charter(secret_rolls=False))
    play.when(Strike(actor="ann", target="bo"), "anna", faces=(3, 3))
    (roll,) = rolls(play, "anna")
    assert (roll.natural, roll.total) == (6, 3)


class Doom(Struct, frozen=True):
    """Nothing."""


class Prepare(Command, ruleset="doom", to=("gm",)):
    """Behind the screen: a pool of so many points, and an effect."""

    points: int = 2


class Touch(Command, ruleset="doom"):
    """In the open: so many points are spent and gained again, and the effect ends."""

    points: int = 1


rules = Rules(Doom)


@rules.decides(Prepare, may=gm)
def prepare(command: Prepare, play: Play) -> None:
    pool = OpenPool(actor="ann", pool="doom", balance=command.points, maximum=command.points)
    play.perform(pool)
    play.emit(EffectBegan(id="e", actor="ann", kind="x", until=SceneEnd()))


@rules.decides(Touch, may=seat)
def touch(command: Touch, play: Play) -> None:
    play.emit(Spent(actor="ann", pool="doom", amount=max(0, command.points)))
    play.emit(Gained(actor="ann", pool="doom", amount=abs(command.points)))
    play.emit(EffectEnded(id="e"))


doom = Ruleset("doom", "1.0.0", Doom, chapters=(rules,))


def test_what_an_open_command_does_to_a_secret_pool_or_effect_is_secret() -> None:
    """The author of a public rule need not know what is a secret at this table."""
    play = Scenario(doom, actors={"ann": "anna"}).given(Prepare())
    size = play.session.timeline.size
    play.when(Touch(), "anna").then(Spent, Gained, EffectEnded)
    assert [e.type for e in play.session.log(since=size, viewer="anna")] == ["doom.touch"]
    assert len(list(play.session.log(since=size, viewer="gm1"))) == 4
    laws.hold(play.session)


@pytest.mark.parametrize("points", [7, -1])
def test_a_refusal_tells_no_balance_of_a_secret_pool(points: int) -> None:
    """Neither how much is missing nor how much there is room for."""
    told = set()
    for balance in (3, 5):
        play = Scenario(doom, actors={"ann": "anna"}).given(Prepare(points=balance))
        play.when(Touch(points=points), "anna").refused("refused")
        told.add(str(play.error))
    assert len(told) == 1
    assert not set("0123456789") & set(told.pop())


def test_ids_of_what_is_open_count_nothing_that_is_secret() -> None:
    """Whether one secret roll was made in the same command, or none, or three."""
    found = []
    for secrets in (0, 1, 3):

        def watch(command: Watch, play: Play, secrets: int = secrets) -> None:
            for _ in range(secrets):
                play.roll("1d6", "ann", "notice", to="gm")
            play.roll("1d6", "ann", "look")
            play.ask("Well?", to="ann", choices=("so", "so so"))

        play = Scenario(brawl_with(Watch, watch), actors={"ann": "anna"})
        play.when(Watch(actor="ann"), faces=(1,) * (secrets + 1))
        question = play.session.waiting_for("anna")
        assert question is not None
        found.append(([roll.id for roll in rolls(play, "anna")], question.id))
        ids = [roll.id for roll in rolls(play, "gm1")]
        assert len(set(ids)) == secrets + 1
    assert found[0] == found[1] == found[2]


def test_a_receipt_for_others_keeps_the_names_of_answers_that_nobody_asked_for() -> None:
    play = Scenario(brawl, actors={"ann": "anna"})
    play.when(Watch(actor="ann"), faces=(1,), answers={"is-bo-the-traitor": "yes"})
    assert play.receipt is not None
    assert play.receipt.unused == ("is-bo-the-traitor",)
    look = Look(play.session.timeline.slices, play.session.book)
    assert "traitor" not in str(play.receipt.only(lambda to: sees("anna", to, look)))


@pytest.mark.parametrize("together", [True, False])
def test_what_is_revealed_twice_is_heard_once(together: bool) -> None:
    """In one commit or in two; and by whom it was told before, not at all."""

    def tell(command: Strike, play: Play) -> None:
        for _ in range(2 if together else 1):
            play.emit(Revealed(seqs=(at, at), to=("bert",)))

    at = 0
    play = Scenario(brawl_with(Strike, tell), actors={"ann": "anna", "bo": "bert", "cy": ""})
    play.when(Sneak(actor="cy", what="poison"), faces=(2,))
    at = play.session.timeline.size - 1
    heard: dict[str, list[int]] = {who: [] for who in ("bert", "anna", "gm1", "late")}
    for who in ("bert", "anna", "gm1"):
        play.session.subscribe(lambda e, who=who: heard[who].append(e.seq), viewer=who)  # type: ignore[misc]
    play.given(Strike(actor="ann", target="bo"))
    play.session.subscribe(lambda e: heard["late"].append(e.seq), viewer="bert")
    play.given(Strike(actor="ann", target="bo"))
    assert heard["bert"].count(at) == 1
    assert [heard[who].count(at) for who in ("anna", "gm1", "late")] == [0, 0, 0]


def test_answers_in_secret_are_told_to_each_once() -> None:
    heard: list[int] = []
    play = Scenario(brawl, actors={"ann": "anna", "bo": "bert"})
    play.session.subscribe(lambda e: heard.append(e.seq), viewer="anna")
    play.when(Duel(a="ann", b="bo")).answer(1, "anna").answer(0, "bert", faces=(3, 3))
    assert play.error is None
    assert len(heard) == len(set(heard))
