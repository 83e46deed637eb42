"""An earlier record is put right by what undoes it and nothing more; the record itself stays."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from rollbook import Command, Play, Rules, Ruleset, gm
from rollbook.core.messages import Event
from rollbook.core.table.checks import Amend
from rollbook.core.table.corrections import Correct
from rollbook.core.table.pools import Gain, OpenPool, Spend
from rollbook.core.table.temporary import GainTemporary
from rollbook.core.table.transfer import Transfer
from rollbook.core.until import SceneEnd
from rollbook.core.vocabulary import Corrected, EffectBegan, EffectEnded, Gained, Rolled, Spent
from rollbook.plugins.testing.laws import hold
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Charm, brawl, charms
from rollbook.plugins.testing.trials import Better, Conclude, Hurt, Try, Unhurt, trial


def tavern() -> Scenario:
    """Ann has 3 luck of at most 4, and Bo 0."""
    play = Scenario(brawl, charms, actors={"ann": "anna", "bo": "bert"})
    play.given(OpenPool(actor="ann", pool="luck", balance=3, maximum=4))
    return play.given(OpenPool(actor="bo", pool="luck"))


def events(play: Scenario) -> list[Any]:
    """What the last command emitted."""
    return [e.message for e in play.entries if e.kind == "event"]


def last(play: Scenario, kind: type[Event]) -> int:
    """Seq of the last record of a type."""
    return [e.seq for e in play.session.log() if isinstance(e.message, kind)][-1]


def luck(play: Scenario, actor: str = "ann") -> int:
    return play.session.view().table.pools[actor]["luck"].balance


def fight(play: Scenario, a: str, b: str, faces: tuple[int, ...]) -> int:
    """A trial of two that hurts the loser; seq of the hurt."""
    play.when(Try(actor=a, against=b), faces=faces)
    play.given(Conclude(check=next(iter(play.session.view().table.checks))))
    return last(play, Hurt)


def trials() -> Scenario:
    return Scenario(trial, actors={"ann": "anna", "bo": "bert", "cy": ""})


@pytest.mark.report(58)
def test_only_what_is_named_is_undone_however_much_came_after_it() -> None:
    play = tavern().given(Spend(actor="ann", pool="luck", amount=2, for_="bo"))
    spent = last(play, Spent)
    play.given(Gain(actor="ann", pool="luck", amount=1), Gain(actor="bo", pool="luck", amount=5))
    play.when(Correct(corrects=spent, reason="he had not asked")).then(Corrected, Gained)
    said, back = events(play)
    assert (said.seq, said.what, said.reason) == (spent, "table.spent", "he had not asked")
    assert (back.actor, back.amount, back.before, back.after) == ("ann", 2, 2, 4)
    assert luck(play, "bo") == 5
    assert play.session.view().table.corrected == {str(spent): said.commit}


def test_a_spend_is_given_back_at_the_price_paid_to_whoever_paid() -> None:
    play = tavern().given(Spend(actor="ann", pool="luck", amount=2, for_="bo", rule="BRA-020"))
    play.given(Correct(corrects=last(play, Spent), reason="x"))
    back = events(play)[-1]
    assert (back.actor, back.amount, back.for_, back.rule) == ("ann", 2, "bo", "BRA-020")
    assert (luck(play), luck(play, "bo")) == (3, 0)


def test_a_gain_is_taken_back_and_an_effect_ends() -> None:
    play = tavern().given(Gain(actor="ann", pool="luck", amount=1))
    play.when(Correct(corrects=last(play, Gained), reason="x")).then(Corrected, Spent)
    assert luck(play) == 3
    play.given({"type": "table.begin_scene"}, Charm(actor="bo", kind="ward", until=SceneEnd()))
    began = last(play, EffectBegan)
    play.when(Correct(corrects=began, reason="wrong target")).then(Corrected, EffectEnded)
    assert play.session.view().table.effects == {}


def test_bounds_hold_for_corrections_as_for_all_else() -> None:
    """What was gained and then spent cannot be taken back; what would overflow is not given."""
    play = tavern().given(Gain(actor="bo", pool="luck", amount=2))
    gained = last(play, Gained)
    play.given(Spend(actor="bo", pool="luck", amount=1))
    play.when(Correct(corrects=gained, reason="x")).refused("refused", path="$.amount")
    play.given(Spend(actor="ann", pool="luck", amount=2))
    spent = last(play, Spent)
    play.given(Gain(actor="ann", pool="luck", amount=3))
    play.when(Correct(corrects=spent, reason="x")).refused("refused", path="$.amount")
    assert (luck(play), luck(play, "bo")) == (4, 1)
    assert play.session.view().table.corrected == {}


def test_a_record_is_put_right_once_and_a_return_takes_the_correction_back() -> None:
    play = tavern().given(Spend(actor="ann", pool="luck", amount=1))
    spent, here = last(play, Spent), play.store.head("s").commits - 1
    play.given(Correct(corrects=spent, reason="x"))
    play.when(Correct(corrects=spent, reason="again")).refused("refused", path="$.corrects")
    assert f"by commit {here + 1}" in str(play.error)
    play.given({"type": "table.return", "to": here})
    assert luck(play) == 2
    play.given(Correct(corrects=spent, reason="again"))
    assert luck(play) == 3


@pytest.mark.parametrize("seq", [-1, 10_000])
def test_there_must_be_such_a_record(seq: int) -> None:
    tavern().when(Correct(corrects=seq, reason="x")).refused("refused", path="$.corrects")


def test_what_a_return_took_back_is_not_put_right_as_well() -> None:
    play = tavern()
    here = play.store.head("s").commits - 1
    play.given(Spend(actor="ann", pool="luck", amount=1))
    spent = last(play, Spent)
    play.given({"type": "table.return", "to": here})
    play.when(Correct(corrects=spent, reason="x")).refused("refused", path="$.corrects")
    assert "off the board" in str(play.error)


def test_what_a_system_did_is_put_right_by_its_own_commands() -> None:
    """The refusal names them."""
    play = trials()
    hurt = fight(play, "ann", "bo", (6, 1, 4, 1))
    play.when(Correct(corrects=hurt, reason="x")).refused("refused", path="$.corrects")
    assert f"trial.unhurt with corrects={hurt}" in str(play.error)
    play.when(Unhurt(corrects=hurt)).then(Corrected, Better)
    play.when(Unhurt(corrects=hurt - 1)).refused("refused", path="$.corrects")


@pytest.mark.report(65)
def test_what_later_records_build_on_is_refused_with_their_numbers() -> None:
    """The second hurt of the same stands on the first; another's does not."""
    play = trials()
    first = fight(play, "ann", "bo", (4, 1, 3, 1))
    fight(play, "ann", "cy", (6, 1, 3, 1))
    second = fight(play, "cy", "bo", (6, 1, 3, 1))
    play.when(Unhurt(corrects=first)).refused("refused", rule="TRI-003", path="$.corrects")
    assert f"build on record {first}: {second}" in str(play.error)
    play.given(Unhurt(corrects=second))
    play.when(Unhurt(corrects=first)).refused("refused")  # the correction itself builds on it too
    play.given({"type": "table.return", "to": play.store.head("s").commits - 2})
    assert play.session.view().table.corrected == {}


def test_a_correction_decided_again_reads_the_same_past() -> None:
    """In a fresh process, after a snapshot and on a copy: the same refusals and the same facts."""
    play = trials()
    first = fight(play, "ann", "bo", (4, 1, 3, 1))
    fight(play, "cy", "bo", (6, 1, 3, 1))
    other = play.copied()
    for each in (play, other, play.restart()):
        each.when(Unhurt(corrects=first)).refused("refused")
    mine = play.when(Unhurt(corrects=last(play, Hurt))).entries
    theirs = other.when(Unhurt(corrects=last(other, Hurt))).entries
    assert [(e.seq, e.message) for e in mine] == [(e.seq, e.message) for e in theirs]


def test_corrections_and_amendments_hold_to_the_laws() -> None:
    """Decided again, refolded, snapshotted at every cut: the same, also across returns."""
    play = trials()
    play.when(Try(actor="ann", against="bo"), faces=(6, 1, 4, 1))
    (check,) = play.session.view().table.checks
    play.given(Amend(corrects=last(play, Rolled), amount=1, reason="x"))
    play.given(Conclude(check=check))
    play.given(Unhurt(corrects=last(play, Hurt)))
    play.given({"type": "table.return", "to": play.store.head("s").commits - 2})
    play.given(Unhurt(corrects=last(play, Hurt)))
    hold(play.session)


class Nothing(Struct, frozen=True):
    """Nothing."""


class Hoard(Command, ruleset="hoard", to=("gm",)):
    """Behind the screen there is a pool of doom, and a point of it goes."""


hoarding = Rules(Nothing)


@hoarding.decides(Hoard, may=gm)
def hoard(command: Hoard, play: Play) -> None:
    play.perform(OpenPool(actor="bo", pool="doom", balance=3))
    play.perform(Spend(actor="bo", pool="doom", amount=1))


def test_a_hidden_record_is_corrected_among_those_who_may_see_it() -> None:
    """The others learn nothing of it; to whoever may not see it there is no such record."""
    play = Scenario(Ruleset("hoard", "1.0.0", Nothing, chapters=(hoarding,)), actors={"bo": "bert"})
    play.given(Hoard())
    spent = last(play, Spent)
    told = len([*play.session.log(viewer="anna")])
    play.given(Correct(corrects=spent, reason="the doom was asleep"))
    assert len([*play.session.log(viewer="anna")]) == told
    assert play.session.view("gm1").table.pools["bo"]["doom"].balance == 3
    play.given({"type": "table.give_role", "seat": "anna", "role": "gm"})
    assert len([*play.session.log(viewer="anna")]) > told
    mine = {"type": "table.add_actor", "id": "dee", "name": "Dee", "owners": ["bert"]}
    mine["seen_by"] = ["bert"]
    added = play.given(mine).receipt
    assert added is not None
    for seq in (added.size - 1, added.size):  # one that she may not see, and one there is not
        play.when(Correct(corrects=seq, reason="x"), "anna").refused("refused")
        assert str(play.error).startswith(f"there is no record {seq}")


def lent(play: Scenario, amount: int = 2) -> Scenario:
    """Ann is lent so much luck for the scene."""
    play.given({"type": "table.begin_scene"})
    lend = GainTemporary(actor="ann", pool="luck", amount=amount, until=SceneEnd())
    return play.given(lend)


def test_a_spend_of_points_that_are_lent_gives_each_back_where_it_was() -> None:
    play = lent(tavern(), 3).given(Spend(actor="ann", pool="luck", amount=2))
    (effect,) = play.session.view().table.effects
    play.given(Correct(corrects=last(play, Spent), reason="x"))
    pool = play.session.view().table.pools["ann"]["luck"]
    assert (pool.lasting, pool.lent) == (3, {effect: 3})
    hold(play.session)


def test_of_a_spend_that_used_up_a_loan_what_lasts_is_given_back() -> None:
    """Three lent and two that last: with the loan over, the three would be gone anyhow."""
    play = lent(tavern(), 3).given(Spend(actor="ann", pool="luck", amount=5))
    play.when(Correct(corrects=last(play, Spent), reason="x")).then(Corrected, Gained)
    pool = play.session.view().table.pools["ann"]["luck"]
    assert (pool.balance, pool.lent) == (3, {})
    hold(play.session)


def test_a_spend_of_nothing_but_a_loan_that_is_over_has_nothing_to_give_back() -> None:
    play = lent(tavern(), 2).given(Spend(actor="ann", pool="luck", amount=2))
    play.when(Correct(corrects=last(play, Spent), reason="x"))
    play.refused("refused", path="$.corrects")
    assert luck(play) == 3


def test_a_gain_that_lasts_is_not_taken_back_out_of_what_is_lent() -> None:
    play = lent(tavern()).given(Gain(actor="ann", pool="luck", amount=1))
    play.given(Correct(corrects=last(play, Gained), reason="x"))
    pool = play.session.view().table.pools["ann"]["luck"]
    assert (pool.lasting, pool.balance) == (3, 5)


def test_points_that_are_lent_go_by_putting_their_effect_right() -> None:
    play = lent(tavern())
    play.when(Correct(corrects=last(play, Gained), reason="x"))
    play.refused("refused", path="$.corrects")
    play.given(Correct(corrects=last(play, EffectBegan), reason="x"))
    assert luck(play) == 3
    hold(play.session)


@pytest.mark.parametrize("half", [Spent, Gained])
def test_half_of_a_transfer_is_not_put_right_alone(half: type[Event]) -> None:
    play = tavern().given(Transfer(actor="ann", pool="luck", to="bo", amount=1))
    play.when(Correct(corrects=last(play, half), reason="x"))
    play.refused("refused", path="$.corrects")
    assert (luck(play), luck(play, "bo")) == (2, 1)
