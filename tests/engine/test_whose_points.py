"""Whose points one may spend, for whom, and that a refusal tells nothing of hidden pools."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec import Struct

from rollbook import Command, Play, RollbookError, Rules, Ruleset, gm, owner
from rollbook.core.table.actors import AddActor
from rollbook.core.table.pools import Gain, OpenPool, Spend
from rollbook.core.table.returns import Withdraw
from rollbook.core.table.time import BeginScene, EndScene
from rollbook.core.table.transfer import Transfer
from rollbook.core.until import SceneEnd
from rollbook.core.vocabulary import Dropped, Spent
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario


class Behind(Struct, frozen=True):
    """Nothing is kept."""


class Hide(Command, ruleset="behind", to=("gm",)):
    """Give somebody a pool that only the GM knows of."""

    actor: str


class Stumble(Command, ruleset="behind"):
    """The hidden pool pays, whoever brings it about."""

    actor: str


rules = Rules(Behind)


class Dare(Command, ruleset="behind"):
    """Somebody is asked first, then the hidden pool pays."""

    actor: str
    amount: int = 9


class Stake(Command, ruleset="behind", to=("gm",)):
    """Likewise, and only the GM knows of the whole but the question."""

    actor: str


class Put(Command, ruleset="behind"):
    """The hidden pool pays when the scene ends."""

    actor: str
    amount: int


@rules.decides(Dare, may=gm)
def dare(command: Dare, play: Play) -> None:
    """BEH-003."""
    play.ask("dare?", to=command.actor, choices=("yes", "no"))
    play.perform(Spend(actor=command.actor, pool="doom", amount=command.amount))


@rules.decides(Stake, may=gm)
def stake(command: Stake, play: Play) -> None:
    """BEH-004."""
    play.ask("dare?", to=command.actor, choices=("yes", "no"))
    play.refuse(f"the demon does not take {command.actor}")


@rules.decides(Put, may=gm)
def put(command: Put, play: Play) -> None:
    """BEH-005."""
    late = Dropping(actor=command.actor, amount=command.amount)
    play.later(late, SceneEnd())


class Dropping(Command, ruleset="behind"):
    """What is put off."""

    actor: str
    amount: int


@rules.decides(Dropping, may=gm)
def dropping(command: Dropping, play: Play) -> None:
    """BEH-006."""
    play.emit(Spent(actor=command.actor, pool="doom", amount=command.amount), to="gm")


@rules.decides(Hide, may=gm)
def hide(command: Hide, play: Play) -> None:
    """BEH-001."""
    play.perform(OpenPool(actor=command.actor, pool="doom", balance=2))


@rules.decides(Stumble, may=owner("actor"))
def stumble(command: Stumble, play: Play) -> None:
    """BEH-002."""
    play.perform(Spend(actor=command.actor, pool="doom", amount=1))


behind = Ruleset("behind", "1.0.0", Behind, chapters=(rules,))


def table(*, hidden: bool = True) -> Scenario:
    """Bo may have a pool of doom, and there may be a shade, for the GM alone."""
    play = Scenario(behind, actors={"ann": "anna", "bo": "bert"})
    play.given(OpenPool(actor="bo", pool="luck", balance=2))
    play.given(OpenPool(actor="ann", pool="luck", balance=2))
    if hidden:
        play.given(AddActor(id="shade", name="Shade", seen_by=("gm",)), Hide(actor="bo"))
        play.given(OpenPool(actor="shade", pool="luck", balance=1))
    return play


def test_a_player_spends_his_own_actors_points_and_nobody_elses() -> None:
    play = table()
    play.given(Spend(actor="bo", pool="luck", amount=1), by="bert")
    play.when(Spend(actor="ann", pool="luck", amount=1), "bert").refused("not-allowed")
    play.when(Spend(actor="", pool="luck", amount=1), "bert").refused("not-allowed")
    play.when(Gain(actor="bo", pool="luck", amount=1), "bert").refused("not-allowed")


@pytest.mark.report(132)
@pytest.mark.parametrize(
    ("for_", "known"), [("ann", True), ("anna", True), ("gm", True), ("", True), ("zed", False)]
)
def test_points_are_spent_for_somebody_there_is(for_: str, known: bool) -> None:
    play = table()
    play.when(Spend(actor="bo", pool="luck", amount=1, for_=for_), "bert")
    if not known:
        play.refused("refused", path="$.for_")
    assert play.session.view().table.pools["bo"]["luck"].balance == (1 if known else 2)
    play.when(Gain(actor="bo", pool="luck", amount=1, for_=for_))
    if not known:
        play.refused("refused", path="$.for_")


def attempt(play: Scenario, command: Command) -> dict[str, str]:
    """What bert is told, without the name of what he asked for."""
    play.when(command, "bert")
    error = play.error
    assert isinstance(error, RollbookError)
    return error.as_dict()


HIDDEN: dict[str, Callable[[], Command]] = {
    "a little": lambda: Spend(actor="bo", pool="doom", amount=1),
    "more than there is": lambda: Spend(actor="bo", pool="doom", amount=9),
    "given away": lambda: Transfer(actor="bo", pool="doom", to="ann", amount=1),
    "given to": lambda: Transfer(actor="bo", pool="luck", to="bo", to_pool="doom", amount=1),
    "given to somebody hidden": lambda: Transfer(actor="bo", pool="luck", to="shade", amount=1),
    "for somebody hidden": lambda: Spend(actor="bo", pool="luck", amount=1, for_="shade"),
}


@pytest.mark.parametrize("how", HIDDEN)
def test_what_is_hidden_is_refused_in_the_words_of_what_is_not_there(how: str) -> None:
    """Without a byte of difference: by whether it is there, or how much there is."""
    hidden, bare = table(), table(hidden=False)
    assert attempt(hidden, HIDDEN[how]()) == attempt(bare, HIDDEN[how]())
    laws.hold(hidden.session)


def test_the_gm_who_knows_of_both_is_told_why_a_secret_pool_gives_nothing_openly() -> None:
    play = table().when(Transfer(actor="bo", pool="doom", to="ann", to_pool="luck", amount=1))
    play.refused("refused", path="$.to_pool")
    assert play.error
    assert "same people" in play.error.what


def test_a_rule_spends_of_a_pool_that_whoever_brings_it_about_does_not_know() -> None:
    play = table()
    size = play.session.timeline.size
    play.given(Stumble(actor="bo"), by="bert")
    assert play.session.view().table.pools["bo"]["doom"].balance == 1
    seen = [e.type for e in play.session.log(since=size, viewer="bert")]
    assert seen == ["behind.stumble"]


def test_what_a_hidden_pool_refuses_a_rule_names_it_to_nobody_who_may_not_know() -> None:
    play = table().given(Stumble(actor="bo"), Stumble(actor="bo"), by="bert")
    play.when(Stumble(actor="bo"), "bert").refused("refused")
    assert "doom" not in str(play.error)
    play.when(Stumble(actor="bo")).refused("refused", path="$.amount")
    assert "bo has 0 doom" in str(play.error)


def test_whoever_answers_reads_nothing_of_a_hidden_pool_in_what_it_refuses() -> None:
    """The GM who asked would be told; it is told in the answer of somebody who may not know."""
    play = table().when(Dare(actor="bo"))
    play.answer("yes", "bert").refused("refused")
    assert "doom" not in str(play.error)
    play.answer("yes").refused("refused", path="$.amount")
    assert "bo has 2 doom" in str(play.error)
    play.given(Withdraw(reason="x")).when(Dare(actor="bo", amount=2)).answer("yes", "bert")
    assert play.error is None
    laws.hold(play.session)


def test_whoever_is_asked_out_of_the_dark_is_told_no_more_than_that_it_cannot_go_on() -> None:
    play = table().when(Stake(actor="bo"))
    play.answer("yes", "bert").refused("refused")
    assert "demon" not in str(play.error)
    play.answer("yes").refused("refused")
    assert "demon" in str(play.error)


def test_what_is_dropped_because_of_a_hidden_pool_does_not_say_so_to_everybody() -> None:
    """The GM who ends the scene knows of the pool; the record of the drop is everyone's."""
    play = table().given(BeginScene(), Put(actor="bo", amount=9), EndScene())
    (dropped,) = [e.message for e in play.session.log() if isinstance(e.message, Dropped)]
    assert "doom" not in dropped.why
    assert dropped in [e.message for e in play.session.log(viewer="bert")]
    laws.hold(play.session)


def test_what_is_paid_for_somebody_hidden_is_not_told_to_all_who_know_of_the_pool() -> None:
    """Bert knows of the pool, and not of the shade that it pays for."""
    play = table()
    play.given(AddActor(id="imp", name="Imp", seen_by=("gm", "bert")))
    play.given(OpenPool(actor="imp", pool="luck", balance=3))
    size = play.session.timeline.size
    for command in (
        Spend(actor="imp", pool="luck", amount=1, for_="shade"),
        Gain(actor="imp", pool="luck", amount=1, for_="shade"),
    ):
        play.given(command)
    assert list(play.session.log(since=size, viewer="bert")) == []
    play.given(Spend(actor="imp", pool="luck", amount=1, for_="bo"))
    assert len(list(play.session.log(since=size, viewer="bert"))) == 2
    laws.hold(play.session)


def test_of_a_hidden_actor_the_pools_are_hidden_too() -> None:
    play = table()
    assert "shade" not in play.session.view("bert").table.pools
    assert play.session.view("gm1").table.pools["shade"]["luck"].balance == 1
    play.given(Spend(actor="shade", pool="luck", amount=1))
    told = [e for e in play.session.log(viewer="bert") if "shade" in str(e.message)]
    assert told == []
