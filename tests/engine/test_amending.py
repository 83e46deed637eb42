"""While a check is open its rolls can be amended; the rolls themselves stay as they fell."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.core.table.checks import Amend, TurnDie
from rollbook.core.table.ledger import Charter
from rollbook.core.vocabulary import Amended, CheckOpened, DieSet, Rolled, Settled
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.trials import Conclude, Hurt, Try, Turn, trial


def opened(faces: tuple[int, ...] = (4, 1, 5, 2), charter: Charter | None = None) -> Scenario:
    """Ann has thrown the first two faces against Bo's, highest kept, and nothing is settled."""
    play = Scenario(trial, actors={"ann": "anna", "bo": "bert"}, charter=charter)
    play.when(Try(actor="ann", against="bo"), faces=faces).then(CheckOpened, Rolled, Rolled)
    return play


def events(play: Scenario) -> list[Any]:
    """What the last command emitted."""
    return [e.message for e in play.entries if e.kind == "event"]


def rolls(play: Scenario) -> list[int]:
    """Seqs of the rolls, in order."""
    return [e.seq for e in play.session.log() if isinstance(e.message, Rolled)]


def totals_of(play: Scenario, viewer: str) -> dict[str, int]:
    """What counts in the open checks, by who rolled, as a seat sees it."""
    found = play.session.view(viewer)["checks"].checks
    return {r.actor: r.total for check in found.values() for r in check.rolls.values()}


def totals(play: Scenario) -> dict[str, int]:
    return totals_of(play, "bert")


@pytest.mark.report(22)
def test_what_was_forgotten_is_counted_in_and_the_roll_is_as_it_was() -> None:
    play = opened()
    anns, _ = rolls(play)
    before = next(play.store.records("s", anns, anns + 1))
    play.when(Amend(corrects=anns, amount=2, reason="higher ground", rule="TRI-004"))
    play.then(Amended)
    (said,) = events(play)
    assert (said.actor, said.before, said.after, said.by) == ("ann", 4, 6, "gm1")
    assert (said.reason, said.rule) == ("higher ground", "TRI-004")
    assert totals(play) == {"ann": 6, "bo": 5}
    assert next(play.store.records("s", anns, anns + 1)) == before
    now = play.session.view()["checks"]
    assert play.restart().session.view()["checks"] == now


@pytest.mark.report(23)
def test_an_amendment_of_kept_dice_adds_to_what_was_kept_and_not_to_all() -> None:
    play = opened(faces=(4, 3, 5, 5))
    play.given(Amend(corrects=rolls(play)[0], amount=-1, reason="dazzled"))
    assert totals(play)["ann"] == 4 - 1


@pytest.mark.report(24)
def test_what_follows_from_a_check_follows_from_it_as_amended() -> None:
    """Bo led by 1; with 3 more Ann leads by 2, and it is Bo who is hurt by 2. Both are told."""
    play = opened()
    anns, _ = rolls(play)
    play.given(Amend(corrects=anns, amount=3, reason="an outcome one level up"))
    check = next(iter(play.session.view().table.checks))
    play.when(Conclude(check=check)).then(Settled, Hurt)
    settled, hurt = events(play)
    assert (settled.results, settled.winner) == ({"ann": 7, "bo": 5}, "ann")
    assert (hurt.actor, hurt.after) == ("bo", 2)
    told = [e.message for e in play.session.log() if isinstance(e.message, Rolled | Amended)]
    assert [(m.total if isinstance(m, Rolled) else m.after) for m in told] == [4, 5, 7]


def test_amendments_add_up_and_go_with_a_return() -> None:
    play = opened()
    anns, bos = rolls(play)
    here = play.store.head("s").commits - 1
    play.given(Amend(corrects=anns, amount=1, reason="a"))
    play.given(Amend(corrects=anns, amount=1, reason="b"))
    play.given(Amend(corrects=bos, amount=-4, reason="c"))
    assert totals(play) == {"ann": 6, "bo": 1}
    play.given({"type": "table.return", "to": here})
    assert totals(play) == {"ann": 4, "bo": 5}


def test_what_is_settled_is_not_amended() -> None:
    play = opened()
    anns, _ = rolls(play)
    play.given(Conclude(check=next(iter(play.session.view().table.checks))))
    assert play.session.view().table.checks == {}
    play.when(Amend(corrects=anns, amount=1, reason="late")).refused("refused", path="$.corrects")
    assert "a return" in str(play.error)


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"corrects": 999}, "$.corrects"),
        ({"corrects": -1}, "$.corrects"),
        ({"corrects": 0}, "$.corrects"),
        ({"amount": 0}, "$.amount"),
        ({"reason": " "}, "$.reason"),
    ],
)
def test_an_amendment_names_a_roll_an_amount_and_a_reason(
    fields: dict[str, object], path: str
) -> None:
    play = opened()
    good = {"type": "table.amend", "corrects": rolls(play)[0], "amount": 1, "reason": "x"}
    play.when({**good, **fields}).refused("refused", path=path)


@pytest.mark.report(21)
def test_the_gm_sets_a_die_only_where_the_charter_lets_him() -> None:
    """Refused, and nothing is left, where it does not; an event of its own where it does."""
    play = opened()
    anns, _ = rolls(play)
    play.when(TurnDie(corrects=anns, die=0, face=6, reason="drama")).refused("refused")
    assert "charter" in str(play.error)
    play = opened(charter=Charter(gm_fudging=True))
    play.when(TurnDie(corrects=anns, die=0, face=6, reason="drama")).then(DieSet, Amended)
    turned, amended = events(play)
    assert (turned.before, turned.after, turned.actor) == (4, 6, "gm1")
    assert (amended.before, amended.after, amended.reason) == (4, 6, "drama")
    assert totals(play) == {"ann": 6, "bo": 5}


@pytest.mark.report(20)
def test_whoever_looks_sees_the_faces_that_fell_and_who_set_one_and_why() -> None:
    play = opened(charter=Charter(gm_fudging=True))
    anns, _ = rolls(play)
    play.given(TurnDie(corrects=anns, die=0, face=6, reason="drama"))
    log = [e.message for e in play.session.log(viewer="anna")]
    fell = next(m for m in log if isinstance(m, Rolled))
    assert [die.face for die in fell.dice] == [4, 1]
    assert [(m.after, m.actor) for m in log if isinstance(m, DieSet)] == [(6, "gm1")]
    assert [(m.by, m.reason) for m in log if isinstance(m, Amended)] == [("gm1", "drama")]


def test_a_turned_die_counts_as_its_dice_are_read() -> None:
    """Highest kept: the lower die made the higher counts, then the other does not any more."""
    play = opened(faces=(4, 1, 5, 2), charter=Charter(gm_fudging=True))
    anns, _ = rolls(play)
    play.given(TurnDie(corrects=anns, die=1, face=6, reason="x"))
    assert totals(play)["ann"] == 6
    play.when(TurnDie(corrects=anns, die=0, face=1, reason="x")).then(DieSet)
    assert totals(play)["ann"] == 6
    play.given(TurnDie(corrects=anns, die=1, face=2, reason="x"))
    assert totals(play)["ann"] == 2
    for die, face, path in ((2, 1, "$.die"), (-1, 1, "$.die"), (0, 7, "$.face"), (0, 1, "$.face")):
        play.when(TurnDie(corrects=anns, die=die, face=face, reason="x"))
        play.refused("refused", path=path)


def test_an_amendment_of_a_secret_roll_is_as_secret() -> None:
    """The command, its reason and what it changes are for whoever may see the roll."""
    play = Scenario(trial, actors={"ann": "anna", "bo": ""}, charter=Charter(gm_fudging=True))
    play.given({"type": "table.begin_scene"})
    play.when(Try(actor="ann", against="bo", screened=True), faces=(4, 1, 5, 2))
    anns, bos = rolls(play)
    for command in (
        Amend(corrects=bos, amount=2, reason="a ring"),
        TurnDie(corrects=bos, die=0, face=6, reason="a hidden grudge"),
    ):
        before = [e.seq for e in play.session.log(viewer="anna")]
        play.given(command)
        assert [e.seq for e in play.session.log(viewer="anna")] == before
    assert totals_of(play, "gm1") == {"ann": 4, "bo": 5 + 2 + 1}
    assert totals_of(play, "anna") == {"ann": 4}
    play.given(Amend(corrects=anns, amount=1, reason="open"))
    assert totals_of(play, "anna") == {"ann": 5}


def test_a_rule_turns_only_a_die_that_there_is_from_the_face_that_it_shows() -> None:
    play = opened()
    (check,) = play.session.view()["checks"].checks.values()
    roll = next(iter(check.rolls))
    play.when(Turn(roll=roll, die=2, before=4, after=1)).refused("refused", path="$.die")
    play.when(Turn(roll=roll, die=0, before=5, after=1)).refused("refused", path="$.before")
    play.when(Turn(roll=roll, die=0, before=4, after=2)).then(DieSet)
    (check,) = play.session.view()["checks"].checks.values()
    assert check.rolls[roll].faces == (2, 1)
