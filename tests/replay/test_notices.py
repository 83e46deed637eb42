"""What the rules allow and a person should look at: named where it is, silent where it is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct

from rollbook import Command, Engine, Play, Rules, Ruleset, anyone
from rollbook.core.table.checks import Amend, TurnDie
from rollbook.core.table.corrections import Correct
from rollbook.core.table.ledger import Charter
from rollbook.core.table.pools import OpenPool, Spend
from rollbook.core.table.returns import Return, Withdraw
from rollbook.core.table.seals import AddEntropy, EpochOpened, OpenEpoch
from rollbook.core.vocabulary import Rolled, Spent
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Enter, Sneak, Strike, Watch, brawl
from rollbook.plugins.testing.trials import Try, trial
from rollbook.replay import load
from rollbook.replay.audit import Notice, audit
from rollbook.replay.audit.notices import MOST
from rollbook.replay.recording import Recording

from .forging import Forger

ACTORS = {"ann": "anna", "bo": "bert"}
LUCK = OpenPool(actor="ann", pool="luck", balance=1)
SPENT = Spend(actor="ann", pool="luck", amount=1)


def noticed(play: Scenario) -> dict[str, Notice]:
    """Notices of an audit, by kind."""
    found = audit(Recording.of(play.session), play.engine)
    return {notice.kind: notice for notice in found.notices}


def last(play: Scenario, kind: type[Any]) -> int:
    """Seq of the last record of a type."""
    return [e.seq for e in play.session.log() if isinstance(e.message, kind)][-1]


def brawling(**more: Any) -> Scenario:
    """Ann and Bo, in the brawl."""
    play = Scenario(brawl, actors=ACTORS, **more)
    return play.given(Enter(actor="ann"), Enter(actor="bo"))


def test_an_evening_without_dice_has_nothing_to_look_at() -> None:
    """Not even entropy that nobody gave: nothing was drawn."""
    play = brawling().given(LUCK, SPENT)
    play.given(Return(to=3), Return(to=0), OpenEpoch())
    assert noticed(play) == {}


def test_dice_that_nobody_mixed_chance_into_are_named_by_their_epoch() -> None:
    play = brawling()
    play.when(Watch(actor="bo"), faces=(3,))
    assert noticed(play) == {"no-entropy": Notice("no-entropy", 1, (2,))}
    play.given(OpenEpoch())
    play.given(AddEntropy(text="a nut", size=play.store.head("s").size), by="anna")
    play.when(Watch(actor="bo"), faces=(3,))
    assert noticed(play)["no-entropy"].seqs == (2,)


def test_entropy_of_several_does_not_stand_for_an_epoch_before_theirs() -> None:
    """Each goes into the newest epoch, also where it is not the first that does."""
    play = brawling(seats={"gm1": "gm", "anna": "player", "bert": "player"})
    play.when(Watch(actor="bo"), faces=(3,))
    play.given(OpenEpoch())
    for seat in ("anna", "bert", "gm1"):
        play.given(AddEntropy(text=seat, size=play.store.head("s").size), by=seat)
    play.when(Watch(actor="bo"), faces=(3,))
    assert noticed(play) == {"no-entropy": Notice("no-entropy", 1, (2,))}


def test_of_several_epochs_those_into_which_nobody_mixed_any_are_named() -> None:
    """Each by itself: what the first and the third were given is not the second's or the last's."""
    play = brawling()
    for number in range(4):
        if number:
            play.given(OpenEpoch())
        if number % 2 == 0:
            play.given(AddEntropy(text="a nut", size=play.store.head("s").size), by="anna")
        play.when(Watch(actor="bo"), faces=(3,))
    opened = [e.seq for e in play.session.log() if isinstance(e.message, EpochOpened)]
    assert noticed(play)["no-entropy"].seqs == (opened[1], opened[3])


def test_a_return_past_dice_and_the_roll_it_threw_away_are_named_with_who_returned() -> None:
    play = brawling()
    here = play.session.view().commit
    play.when(Watch(actor="bo"), faces=(6,))
    roll = last(play, Rolled)
    play.given(Return(to=here, reason="again"))
    found = noticed(play)
    returned = play.store.head("s").size - 1
    assert found["return"] == Notice("return", 1, (returned,), ("gm1",))
    assert found["thrown-away"] == Notice("thrown-away", 1, (roll,))


def test_a_return_that_brings_a_roll_back_leaves_none_thrown_away() -> None:
    """The board stands as after the roll again: of the two returns both are named, no roll is."""
    play = brawling()
    here = play.session.view().commit
    play.when(Watch(actor="bo"), faces=(6,))
    play.given(Return(to=here), Return(to=here + 1))
    found = noticed(play)
    assert "thrown-away" not in found
    assert found["return"].count == 1, "the second goes to after the roll"


def test_a_command_withdrawn_is_named_and_its_roll_too() -> None:
    play = brawling()
    play.when(Strike(actor="ann", target="bo"), faces=(4, 4))
    roll = last(play, Rolled)
    play.given(Withdraw(reason="wrong target"))
    found = noticed(play)
    withdrawn = play.store.head("s").size - 1
    assert found["withdrawn"] == Notice("withdrawn", 1, (withdrawn,), ("gm1",))
    assert found["thrown-away"].seqs == (roll,)
    assert "diverged" not in found


def test_what_was_withdrawn_since_the_rules_had_changed_is_told_apart() -> None:
    play = brawling()
    play.when(Strike(actor="ann", target="bo"), faces=(4, 4))
    play.given(Withdraw(reason="other rules", diverged="ab" * 32))
    found = noticed(play)
    assert found["diverged"].count == 1
    assert "withdrawn" not in found


def test_what_was_put_right_is_named_with_who_did() -> None:
    play = brawling().given(LUCK, SPENT)
    play.given(Correct(corrects=last(play, Spent), reason="not asked"))
    assert noticed(play)["correction"].by == ("gm1",)
    assert noticed(play)["correction"].count == 1


def test_rolls_amended_and_dice_turned_are_named_with_who_did() -> None:
    play = Scenario(trial, actors=ACTORS, charter=Charter(gm_fudging=True))
    play.when(Try(actor="ann", against="bo"), faces=(4, 1, 5, 2))
    seqs = [e.seq for e in play.session.log() if isinstance(e.message, Rolled)]
    play.given(Amend(corrects=seqs[0], amount=2, reason="higher ground"))
    amended = play.store.head("s").size - 1
    play.given(TurnDie(corrects=seqs[1], die=0, face=6, reason="for the story"))
    found = noticed(play)
    assert found["amendment"].count >= 1
    assert found["amendment"].seqs[0] == amended
    assert found["amendment"].by == ("gm1",)
    assert found["die-set"].count == 1


def test_real_dice_are_counted_by_who_read_them(duel: Path) -> None:
    """All of the printed duel's: one notice with every roll, and no seal that lacks entropy."""
    recording = load(duel)
    found = {notice.kind: notice for notice in audit(recording, Engine()).notices}
    rolls = [f.seq for f in recording.facts() if f.type == "table.rolled"]
    assert found["real-dice"].seqs == tuple(rolls)
    assert found["real-dice"].by
    assert "no-entropy" not in found


class Nothing(Struct, frozen=True):
    """No state, and no options."""


class Swim(Command, ruleset="lake"):
    """Swim, where the GM says that one can."""


def test_a_ruling_that_stands_is_named_with_who_ruled() -> None:
    rules: Rules[Nothing, Nothing] = Rules(Nothing, Nothing)

    @rules.decides(Swim, may=anyone)
    def swim(command: Swim, play: Play) -> None:
        play.ask("Can one swim?", choices=("yes", "no"), name="swim", rule="L-1", standing=True)

    lake = Ruleset("lake", version="1", state=Nothing, options=Nothing, chapters=(rules,))
    play = Scenario(lake)
    play.when(Swim()).answer("yes", stands="once")
    assert "ruling" not in noticed(play)
    play.when(Swim()).answer("no", stands="good")
    assert noticed(play)["ruling"] == Notice("ruling", 1, noticed(play)["ruling"].seqs, ("gm1",))


def test_only_the_first_hundred_are_named_and_all_are_counted() -> None:
    play = brawling()
    for _ in range(102):
        play.given(LUCK, SPENT)
        play.given(Correct(corrects=last(play, Spent), reason="x"), {"type": "table.close_pool",
                   "actor": "ann", "pool": "luck"})  # fmt: skip
    found = noticed(play)["correction"]
    assert (found.count, len(found.seqs)) == (102, 100)


def test_a_roll_that_is_no_message_keeps_none_after_it_from_being_named(duel: Path) -> None:
    """Even of those of the same blow."""
    forger = Forger(duel, "duel")
    first, second, *others = forger.seqs("table.rolled")
    assert forger.commit_of(first) == forger.commit_of(second)
    forger.edit(first, body="{")
    found = audit(load(duel, damaged=True), Engine()).notices
    assert {n.kind: n.seqs for n in found}["real-dice"] == (second, *others)


def test_a_roll_that_a_seat_does_not_see_keeps_none_after_it_from_being_named() -> None:
    play = Scenario(trial, actors=ACTORS)
    here = play.session.view().commit
    play.when(Try(actor="ann", against="bo"), faces=(4, 1, 5, 2))
    play.given(Return(to=here))
    first, second = (e.seq for e in play.session.log() if isinstance(e.message, Rolled))
    found = audit(Recording.of(play.session), play.engine, sees=lambda seq: seq != first)
    assert {n.kind: n.seqs for n in found.notices}["thrown-away"] == (second,)


def test_a_seat_is_told_of_nothing_that_only_hidden_records_show() -> None:
    """Its notices are those of a log that has what it may see and nothing else."""
    play = brawling()
    here = play.session.view().commit
    for _ in range(MOST + 1):
        play.when(Sneak(actor="bo", what="past the guard"), faces=(3,))
    play.given(Return(to=here, reason="he was in the cellar"))
    assert noticed(play).keys() == {"no-entropy", "return", "thrown-away"}
    seen = {entry.seq for entry in play.session.log(viewer="anna")}
    recording = Recording.of(play.session)
    assert audit(recording, play.engine, sees=seen.__contains__).notices == ()
    play.when(Strike(actor="ann", target="bo"), faces=(1, 1))
    strike = last(play, Rolled)
    play.given(Return(to=here, reason="he was in the cellar still"))
    seen |= {entry.seq for entry in play.session.log(viewer="anna")}
    found = audit(recording, play.engine, sees=seen.__contains__).notices
    assert {n.kind: (n.count, n.seqs[-1]) for n in found} == {
        "no-entropy": (1, 2), "return": (1, play.store.head("s").size - 1),
        "thrown-away": (1, strike),
    }  # fmt: skip
