"""Points for a while: beyond the maximum, spent first, gone with the effect that lends them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from rollbook import Command, Play, Rules, Ruleset, gm
from rollbook.core.table.actors import AddActor, RemoveActor
from rollbook.core.table.bounds import ClosePool
from rollbook.core.table.effects import EndEffect
from rollbook.core.table.pools import Gain, OpenPool, Spend, affordable
from rollbook.core.table.returns import Return
from rollbook.core.table.state import Pool
from rollbook.core.table.temporary import TEMPORARY, GainTemporary, Lapsed
from rollbook.core.table.time import EndScene
from rollbook.core.until import At, Good, RoundEnd, SceneEnd, TurnEnd, Until, Uses
from rollbook.core.vocabulary import EffectBegan, EffectEnded, Gained, Lent, Spent
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Enter, Strike, brawl, charms


def wounded(play: Scenario | None = None) -> Scenario:
    """In a scene: ann has 4 of at most 6 health, filled up to 6 at the scene's end."""
    play = play or Scenario(actors={"ann": "anna", "bo": "bert"})
    health = OpenPool(actor="ann", pool="health", balance=4, maximum=6, refresh="scene", to=6)
    return play.given(health, {"type": "table.begin_scene"})


def lend(amount: int, until: Until | None = None) -> GainTemporary:
    return GainTemporary(actor="ann", pool="health", amount=amount, until=until or SceneEnd())


def health(play: Scenario) -> Pool:
    return play.session.view().table.pools["ann"]["health"]


def kinds(play: Scenario) -> list[str]:
    return [e.type.removeprefix("table.") for e in play.entries]


def test_points_that_are_lent_come_on_top_of_a_full_pool() -> None:
    play = wounded().given(Gain(actor="ann", pool="health", amount=2), lend(5))
    assert (health(play).balance, health(play).lasting) == (11, 6)
    play.when(Gain(actor="ann", pool="health", amount=1)).refused("refused", path="$.amount")
    laws.hold(play.session)


def test_they_leave_as_much_room_below_the_maximum_as_there_was() -> None:
    play = wounded().given(lend(5), Gain(actor="ann", pool="health", amount=2))
    assert (health(play).balance, health(play).lasting) == (11, 6)


def test_they_are_spent_first_and_the_oldest_of_them_before_the_others() -> None:
    play = wounded().given(lend(2), lend(3, Good()))
    first, second = play.session.view().table.effects
    play.when(Spend(actor="ann", pool="health", amount=4))
    play.then(
        Spent(
            actor="ann", pool="health", amount=4, before=9, after=5,
            lent=(Lent(first, 2, 0), Lent(second, 3, 1)),
        ),
        EffectEnded(id=first, why="spent"),
    )  # fmt: skip
    play.when(Spend(actor="ann", pool="health", amount=3))
    spent = play.entries[0].message
    assert isinstance(spent, Spent)
    assert spent.lent == (Lent(second, 1, 0),)
    assert (health(play).balance, health(play).lent) == (2, {})
    laws.hold(play.session)


def test_all_of_both_kinds_may_be_spent_and_no_more() -> None:
    play = wounded().given(lend(3))
    assert affordable(play.session.view(), "ann", "health") == 7
    play.when(Spend(actor="ann", pool="health", amount=8)).refused("refused", path="$.amount")
    play.given(Spend(actor="ann", pool="health", amount=7))
    assert health(play).balance == 0
    laws.hold(play.session)


def test_lent_points_pay_before_a_debt_is_made() -> None:
    """With a minimum below nothing, what is lent goes first too."""
    play = Scenario(actors={"ann": "anna"})
    play.given(OpenPool(actor="ann", pool="health", minimum=-2, balance=-1), lend(2, Good()))
    play.given(Spend(actor="ann", pool="health", amount=2))
    assert (health(play).balance, health(play).lasting) == (-1, -1)
    play.when(Spend(actor="ann", pool="health", amount=2)).refused("refused")


ENDS: dict[str, tuple[Until, list[Any]]] = {
    "due at the end of the scene": (SceneEnd(), [EndScene()]),
    "due at a time": (At(60), [{"type": "table.advance_clock", "seconds": 60}]),
    "due at the end of a round": (
        RoundEnd(),
        [{"type": "table.begin_round"}, {"type": "table.end_round"}],
    ),
    "ended by name": (Good(), [EndEffect(effect="EFFECT", why="dispelled")]),
    "hung on somebody who leaves": (TurnEnd("bo"), [RemoveActor(actor="bo")]),
}


@pytest.mark.parametrize("how", ENDS)
def test_when_their_time_is_over_what_is_left_is_gone_and_said_to_be(how: str) -> None:
    until, commands = ENDS[how]
    play = wounded().given(lend(5, until), Spend(actor="ann", pool="health", amount=2))
    (effect,) = play.session.view().table.effects
    assert health(play).balance == 7
    since = play.session.timeline.size
    for command in commands:
        if isinstance(command, EndEffect):
            command = EndEffect(effect=effect, why=command.why)
        play.given(command)
    lapsed = [e.message for e in play.session.log(since=since) if isinstance(e.message, Lapsed)]
    assert [(e.amount, e.after - e.before, e.effect) for e in lapsed] == [(3, -3, effect)]
    assert health(play).lent == {}
    assert health(play).balance == (6 if how.endswith("scene") else 4)
    assert play.session.view().table.effects == {}
    laws.hold(play.session)


def test_at_a_scenes_end_the_lasting_part_is_filled_up_as_if_nothing_were_lent() -> None:
    play = wounded().given(lend(5)).when(EndScene())
    gained = [e.message for e in play.entries if isinstance(e.message, Gained)]
    assert [e.amount for e in gained] == [2], "4 of 6 last"
    assert (health(play).balance, health(play).lent) == (6, {})


def test_what_is_spent_to_the_last_leaves_nothing_to_lapse() -> None:
    play = wounded().given(lend(2), Spend(actor="ann", pool="health", amount=2))
    assert play.session.view().table.effects == {}
    play.when(EndScene())
    assert "lapsed" not in kinds(play)


def test_a_return_brings_back_the_points_and_what_lends_them() -> None:
    play = wounded().given(lend(5))
    before = laws.plain(play.session.view().slices)
    at = play.session.timeline.commits - 1
    play.given(Spend(actor="ann", pool="health", amount=6), Return(to=at))
    after = laws.plain(play.session.view().slices)
    assert {**after, "Ledger": b""} == {**before, "Ledger": b""}
    play.given(EndScene())
    assert health(play).balance == 6
    laws.hold(play.session)


def test_with_its_actor_a_pool_and_what_lends_to_it_are_gone() -> None:
    play = wounded().given(lend(5), RemoveActor(actor="ann"))
    table = play.session.view().table
    assert (table.pools, table.effects) == ({}, {})
    laws.hold(play.session)


def test_a_closed_pool_ends_what_only_lent_to_it() -> None:
    play = wounded().given(lend(5)).when(ClosePool(actor="ann", pool="health", why="reborn"))
    assert kinds(play) == ["pool_closed", "effect_ended"]
    assert play.session.view().table.effects == {}
    laws.hold(play.session)


def test_the_tables_own_pools_may_be_lent_points_too() -> None:
    play = Scenario().given(OpenPool(actor="", pool="doom", balance=1))
    play.given({"type": "table.begin_scene"})
    play.given(GainTemporary(actor="", pool="doom", amount=2, until=SceneEnd()))
    play.given(Spend(actor="", pool="doom", amount=1), EndScene())
    assert play.session.view().table.pools[""]["doom"].balance == 1


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "no points": ({"amount": 0}, "$.amount"),
    "fewer than none": ({"amount": -1}, "$.amount"),
    "no such pool": ({"pool": "luck"}, "$.pool"),
    "nobody's": ({"actor": "zed"}, "$.pool"),
    "until used": ({"until": Uses(1)}, "$.until"),
    "for no round": ({"until": RoundEnd(0)}, "$.until.n"),
    "until a stranger's turn": ({"until": TurnEnd("zed")}, "$.until.actor"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_lent_is_refused_by_name(what: str) -> None:
    fields, path = REFUSED[what]
    given = {"actor": "ann", "pool": "health", "amount": 1, "until": SceneEnd(), **fields}
    wounded().when(GainTemporary(**given)).refused("refused", path=path)


class Nothing(Struct, frozen=True):
    """Nothing is kept."""


class Bless(Command, ruleset="bless"):
    """Somebody fights better and has points, until it is used so often."""

    actor: str
    uses: int = 1


class Waste(Command, ruleset="bless"):
    """End an effect and spend points in one go."""

    effect: str
    amount: int


rules = Rules(Nothing)


@rules.decides(Bless, may=gm)
def bless(command: Bless, play: Play) -> None:
    """One effect that does two things. BLE-001."""
    began = EffectBegan(
        id=play.id("e"), actor=command.actor, kind="aim", amount=1, until=Uses(command.uses)
    )
    effect = play.emit(began).id
    play.emit(Gained(actor=command.actor, pool="luck", amount=3, effect=effect))


@rules.decides(Waste, may=gm)
def waste(command: Waste, play: Play) -> None:
    """What has ended lends nothing any more, before anything could be said of it. BLE-002."""
    play.emit(EffectEnded(id=command.effect))
    play.emit(Spent(actor="ann", pool="luck", amount=command.amount))


blessing = Ruleset("bless", "1.0.0", Nothing, chapters=(rules,), extends="brawl")


def blessed(uses: int = 1) -> Scenario:
    """Ann has 2 luck of her own and is lent 3 by what betters her strikes."""
    play = Scenario(brawl, charms, blessing, actors={"ann": "anna", "bo": "bert"})
    play.given(Enter(actor="ann"), Enter(actor="bo"))
    play.given(OpenPool(actor="ann", pool="luck", balance=2, maximum=2))
    return play.given(Bless(actor="ann", uses=uses))


def luck(play: Scenario) -> tuple[int, int]:
    pool = play.session.view().table.pools["ann"]["luck"]
    return pool.balance, pool.lasting


def test_what_an_effect_that_is_used_up_has_lent_lapses() -> None:
    play = blessed().when(Strike(actor="ann", target="bo"), "anna", faces=(1, 1))
    assert "lapsed" in kinds(play)
    assert luck(play) == (2, 2)
    laws.hold(play.session)


def test_an_effect_that_does_more_than_lend_outlasts_its_points() -> None:
    play = blessed(uses=2).given(Spend(actor="ann", pool="luck", amount=4))
    assert luck(play) == (1, 1)
    (effect,) = play.session.view().table.effects.values()
    assert effect.kind != TEMPORARY
    play.when(Strike(actor="ann", target="bo"), "anna", faces=(1, 1))
    assert [e for e in kinds(play) if e == "lapsed"] == []


def test_points_of_an_effect_that_has_just_ended_are_not_spent() -> None:
    """Within one command too: they are about to lapse, and do."""
    play = blessed()
    (effect,) = play.session.view().table.effects
    play.when(Waste(effect=effect, amount=3)).refused("refused", path="$.amount")
    play.given(Waste(effect=effect, amount=2))
    assert luck(play) == (0, 0)
    laws.hold(play.session)


@pytest.mark.parametrize("begun", [True, False])
def test_nothing_lends_points_but_an_effect_that_runs(begun: bool) -> None:
    class Early(Command, ruleset="early"):
        """Lend too early."""

    early: Rules[Nothing, Any] = Rules(Nothing)

    @early.decides(Early, may=gm)
    def decide(command: Early, play: Play) -> None:
        if begun:
            play.emit(
                EffectBegan(id="e1", actor="ann", kind="x", until=SceneEnd(), start=TurnEnd("ann"))
            )
        play.emit(Gained(actor="ann", pool="luck", amount=1, effect="e1"))

    play = Scenario(Ruleset("early", "1", Nothing, chapters=(early,)), actors={"ann": "anna"})
    play.given(OpenPool(actor="ann", pool="luck"))
    play.when(Early()).refused("refused", path="$.effect")


def test_what_is_lent_in_secret_lapses_in_secret() -> None:
    class Hide(Command, ruleset="hide", to=("gm",)):
        """A pool behind the screen."""

    hiding: Rules[Nothing, Any] = Rules(Nothing)

    @hiding.decides(Hide, may=gm)
    def hide(command: Hide, play: Play) -> None:
        play.perform(OpenPool(actor="ann", pool="doom"))
        play.perform(GainTemporary(actor="ann", pool="doom", amount=2, until=SceneEnd()))

    play = Scenario(Ruleset("hide", "1", Nothing, chapters=(hiding,)), actors={"ann": "anna"})
    play.given({"type": "table.begin_scene"}, Hide())
    since = play.session.timeline.size
    play.given(GainTemporary(actor="ann", pool="doom", amount=1, until=SceneEnd()), EndScene())
    assert [e.type for e in play.session.log(since=since, viewer="anna")] == [
        "table.end_scene", "table.scene_ended",
    ]  # fmt: skip
    lapsed = [e for e in play.session.log(since=since, viewer="gm1") if e.type == "table.lapsed"]
    assert len(lapsed) == 2
    laws.hold(play.session)


def test_what_is_lent_in_the_open_lapses_in_the_open_though_its_effect_is_secret() -> None:
    class Favour(Command, ruleset="favour"):
        """Points from a source that only the GM knows."""

    secretly: Rules[Nothing, Any] = Rules(Nothing)

    @secretly.decides(Favour, may=gm)
    def favour(command: Favour, play: Play) -> None:
        began = EffectBegan(id=play.id("e"), actor="ann", kind="patron", until=SceneEnd())
        effect = play.emit(began, to="gm").id
        play.emit(Gained(actor="ann", pool="luck", amount=2, effect=effect))

    play = Scenario(Ruleset("favour", "1", Nothing, chapters=(secretly,)), actors={"ann": "anna"})
    play.given(OpenPool(actor="ann", pool="luck", balance=1), {"type": "table.begin_scene"})
    play.given(Favour(), EndScene())
    seen = play.session.view("anna").table
    assert (seen.pools["ann"]["luck"].balance, seen.pools["ann"]["luck"].lent) == (1, {})
    laws.hold(play.session)


def test_a_preview_shows_what_a_spend_would_take_of_which_points() -> None:
    play = wounded().given(lend(2))
    (effect,) = play.session.view().table.effects
    (cost,) = play.session.preview(Spend(actor="ann", pool="health", amount=3), "anna").costs
    assert (cost.before, cost.after, cost.lent) == (6, 3, (Lent(effect, 2, 0),))


def test_what_was_recorded_before_there_were_such_points_reads_as_ever() -> None:
    """Bytes without the newer fields: everything lasts."""
    book = Scenario(actors={"ann": "anna"}).session.book
    old = b'{"type":"table.spent","actor":"a","pool":"p","amount":1,"before":3,"after":2}'
    spent = book.read("table.spent", 1, old)
    assert (spent.lasting, spent.lent, spent.given_to) == (False, (), None)
    gained = book.read("table.gained", 1, old.replace(b"spent", b"gained"))
    assert (gained.effect, gained.lent, gained.given_by) == ("", (), None)


def test_two_who_differ_in_what_is_lent_behind_the_screen_look_alike() -> None:
    ones = []
    for amount in (1, 4):
        play = Scenario(actors={"ann": "anna"})
        play.given(AddActor(id="shade", name="Shade", seen_by=("gm",)))
        play.given(OpenPool(actor="shade", pool="dread", balance=amount))
        play.given(GainTemporary(actor="shade", pool="dread", amount=amount, until=Good()))
        play.given(Spend(actor="shade", pool="dread", amount=1))
        ones.append(play.session)
    laws.cannot_tell(ones[0], ones[1], "anna")
