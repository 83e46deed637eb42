"""Folding what is recorded consults nothing; two who play at once lose nothing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NoReturn

import pytest

from rollbook.core.play import Play
from rollbook.core.surroundings import System
from rollbook.core.table.returns import Return
from rollbook.core.until import SceneEnd
from rollbook.core.vocabulary import EffectBegan
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import (
    Brawl,
    Charms,
    Duel,
    Enter,
    Strike,
    Watch,
    brawl_with,
    charms,
)


class Nothing(System):
    """Surroundings of which only the files may be asked."""

    def now(self) -> datetime:
        raise AssertionError("the clock was asked")

    def random(self, n: int) -> bytes:
        raise AssertionError("chance was asked")

    def files(self, package: str) -> Iterator[tuple[str, bytes]]:
        return iter(())


class NoDice:
    """Dice that nobody may roll."""

    def draw(self, *asked: Any) -> NoReturn:
        raise AssertionError("a die was asked")


@pytest.mark.report(84)
def test_opening_asks_no_die_no_clock_and_no_chance(tavern: Scenario) -> None:
    tavern.when(Strike(actor="ann", target="bo"), faces=(6, 5)).answer("yes", "bert", faces=(3,))
    tavern.when(Watch(actor="bo"), faces=(2,)).given({"type": "table.open_epoch"})
    tavern.given(Return(to=5)).when(Duel(a="ann", b="bo")).answer(1, "anna")
    tavern.sealed = False
    tavern.hand = NoDice()  # type: ignore[assignment]
    again = tavern.reopened(surroundings=Nothing())
    assert laws.plain(again.timeline.slices) == laws.plain(tavern.session.timeline.slices)
    for viewer in ("", "gm1", "anna", "eve"):
        again.view(viewer).projections()
    assert again.waiting == tavern.session.waiting
    assert len(list(again.log())) == again.timeline.size
    laws.live_is_refolded(again)


@pytest.mark.report(77)
def test_a_rule_that_now_forbids_what_was_done_changes_nothing_that_was(tavern: Scenario) -> None:
    """Facts are folded, not decided; only what is sent from now on meets the new rule."""

    def forbid(command: Enter, play: Play) -> None:
        play.refuse("nobody enters any more", rule="BRA-099")

    stands = tavern.session.view().state[Brawl]
    tavern.rulesets = (brawl_with(Enter, forbid), charms)
    tavern.restart()
    assert tavern.session.view().state[Brawl] == stands
    tavern.when(Enter(actor="ann")).refused("refused", rule="BRA-099")


@pytest.mark.report(81)
def test_an_open_question_is_the_one_that_was_asked_whatever_would_be_asked_now(
    tavern: Scenario,
) -> None:
    def otherwise(command: Strike, play: Play) -> None:
        play.ask("Parry?", to=command.target, choices=("left", "right"))

    tavern.when(Strike(actor="ann", target="bo"), faces=(6, 6))
    asked = tavern.session.waiting
    tavern.rulesets = (brawl_with(Strike, otherwise), charms)
    tavern.restart()
    assert tavern.session.waiting == asked
    tavern.answer("left", "bert").refused("invalid")
    tavern.answer("yes", "bert").refused("diverged")
    assert tavern.session.waiting == asked


@pytest.mark.report(40)
def test_state_and_log_agree_about_a_return_which_is_an_entry_itself(tavern: Scenario) -> None:
    at = tavern.session.timeline.commits - 1
    tavern.given(Enter(actor="cy", points=3), Return(to=at, reason="misclick"))
    log = [(e.type, getattr(e.message, "reason", "")) for e in tavern.session.log()]
    assert log[-2:] == [("table.return", "misclick"), ("table.returned", "misclick")]
    assert ("brawl.entered", "") in log[-4:]
    assert tavern.session.view().state[Brawl].points["cy"] == 10


@pytest.mark.report(214)
def test_two_who_change_different_things_from_the_same_base_both_have_their_way(
    tavern: Scenario,
) -> None:
    other = tavern.reopened()
    tavern.given({"type": "table.rename_actor", "actor": "ann", "name": "Annie"})
    other.do({"type": "table.open_pool", "actor": "ann", "pool": "mana", "balance": 4}, "gm1")
    for session in (tavern.session, other):
        table = session.view().table
        assert table.actors["ann"].name == "Annie"
        assert table.pools["ann"]["mana"].balance == 4


@pytest.mark.report(163)
@pytest.mark.report(265)
def test_what_one_command_makes_has_as_many_ids() -> None:
    """And no id comes again in another command, also after a return."""

    def five(command: Watch, play: Play) -> None:
        for _ in range(5):
            play.emit(EffectBegan(id=play.id("e"), actor="ann", kind="x", until=SceneEnd()))

    play = Scenario(brawl_with(Watch, five), actors={"ann": "anna"})
    play.given(Watch(actor="ann"), Watch(actor="ann"))
    assert len(play.session.view().table.effects) == 10
    play.given(Return(to=1), Watch(actor="ann"))
    begun = [e.message.id for e in play.session.log() if isinstance(e.message, EffectBegan)]
    assert len(begun) == len(set(begun)) == 15


@pytest.mark.report(166)
def test_points_of_an_actor_without_owner_are_spent_by_the_gm(tavern: Scenario) -> None:
    tavern.given({"type": "table.open_pool", "actor": "cy", "pool": "luck", "balance": 1})
    spend = {"type": "table.spend", "actor": "cy", "pool": "luck", "amount": 1}
    tavern.when(spend, "anna").refused("not-allowed")
    tavern.given(spend, by="gm1").when(spend, "gm1").refused("refused", path="$.amount")


@pytest.mark.report(175)
def test_what_players_may_do_works_for_the_gms_actors_as_well(tavern: Scenario) -> None:
    tavern.when(Strike(actor="cy", target="ann"), "gm1", faces=(5, 5)).waits("ann")
    tavern.answer("no", "anna")
    tavern.when(Strike(actor="ann", target="cy"), "anna", faces=(5, 5)).waits("cy")
    tavern.answer("no", "anna").refused("not-allowed")
    tavern.answer("no", "gm1")
    assert tavern.session.view().state[Brawl].points == {"ann": 6, "bo": 10, "cy": 6}


def test_the_system_and_its_extension_see_the_same_fact(tavern: Scenario) -> None:
    tavern.when({"type": "brawl.hurt", "target": "ann", "source": "x", "amount": 4})
    assert tavern.session.view("eve")["brawl"].points["ann"] == 6
    assert tavern.session.view("eve").state[Charms].seen == ("ann 6",)
