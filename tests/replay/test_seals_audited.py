"""Sealed dice in an audit: what was sealed when, drawn once each, and worth what is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from rollbook import Command, Engine, Play, Rules, Ruleset, anyone
from rollbook.core.table.seals import AddEntropy, OpenEpoch
from rollbook.core.table.seats import AddNote
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Enter, Watch, brawl
from rollbook.replay import load
from rollbook.replay.audit import BROKEN, CLEAN, audit
from rollbook.replay.recording import Recording

from .disputed import audited
from .forging import Forger

ROLLED = "table.rolled"


def mended(forger: Forger, check: str) -> tuple[str, int | None]:
    """What a check finds first once all else was made to fit: code, and number of the record."""
    forger.mend()
    found = audited(forger.path)
    assert found.code == BROKEN
    first = found.result(check).first["broken"]
    return first.code, first.seq


@pytest.mark.parametrize("number", [0, 2])
def test_an_epoch_that_is_not_the_next_is_named(forger: Forger, number: int) -> None:
    """Neither one that there was already, nor one ahead."""
    seq = forger.seqs("table.epoch_opened")[1]
    forger.say(seq, number=number)
    assert mended(forger, "seals") == ("epoch", seq)


def test_entropy_is_in_time_before_its_own_epochs_first_die() -> None:
    """Dice of an epoch before do not matter."""
    play = Scenario(brawl, actors={"bo": "bert"}, sealed=True)
    play.given(Enter(actor="bo"), Watch(actor="bo"), OpenEpoch())
    play.given(AddEntropy(text="a nut", size=play.store.head("s").size), by="bert")
    play.given(Watch(actor="bo"))
    assert audit(Recording.of(play.session), play.engine).code == CLEAN


@pytest.mark.parametrize("epoch", [0, 1, 2])
def test_entropy_after_the_first_die_is_too_late(tmp_path: Path, epoch: int) -> None:
    """Whoever has seen a face might choose what he adds: in whichever epoch."""
    store = SQLiteStore(tmp_path / "x.db")
    play = Scenario(brawl, actors={"bo": "bert"}, store=store, sealed=True)
    play.given(Enter(actor="bo"), *[OpenEpoch()] * epoch, Watch(actor="bo"), AddNote(text="a nut"))
    store.close()
    forger = Forger(tmp_path / "x.db")
    [seq] = forger.seqs("table.noted")
    forger.edit(seq, type="table.entropy_added")
    forger.say(seq, type="table.entropy_added", size=3)
    assert mended(forger, "seals") == ("entropy-late", seq)


def test_a_roll_made_twice_is_named_as_one_that_is_missing_would_be(forger: Forger) -> None:
    """Its index was used before."""
    rolls = [(seq, forger.body(seq)["draw"]) for seq in forger.seqs(ROLLED)]
    seq, draw = next((seq, draw) for seq, draw in reversed(rolls) if draw["index"] > 0)
    forger.say(seq, draw={**draw, "index": draw["index"] - 1})
    assert mended(forger, "streams") == ("stream", seq)


def test_dice_of_a_revealed_seed_are_checked_without_the_hosts(forger: Forger) -> None:
    """As in an export, in which no seed lies beside the log."""
    rolls = [s for s in forger.seqs(ROLLED) if forger.body(s)["draw"]["epoch"] == 0]
    forger.sql("DELETE FROM seals WHERE session = 's' AND epoch = 0")
    found = audited(forger.path)
    assert found.code == CLEAN
    seq = rolls[-1]
    dice = forger.body(seq)["dice"]
    face = dice[0]["face"] % 6 + 1
    dice[0]["face"] = face
    worth = sum(die["face"] for die in dice)
    forger.say(seq, dice=dice, natural=worth, total=worth)
    assert mended(forger, "dice") == ("faces", seq)


@pytest.mark.parametrize("by", [-1, 1])
@pytest.mark.parametrize(
    ("fields", "code"), [(("total",), "total"), (("natural", "total"), "worth")]
)
def test_a_total_that_dice_and_modifiers_do_not_make_is_named(
    forger: Forger, fields: tuple[str, ...], code: str, by: int
) -> None:
    """More than they make, or less."""
    seq = forger.seqs(ROLLED)[0]
    body = forger.body(seq)
    forger.say(seq, **{field: body[field] + by for field in fields})
    assert mended(forger, "dice") == (code, seq)


@pytest.mark.parametrize(
    ("notation", "why"),
    [
        ("2d", "the notation reads as no dice"),
        ("7d6", "more dice than there are"),
    ],
)
def test_dice_that_cannot_have_fallen_so_are_named_with_the_reason(
    forger: Forger, notation: str, why: str
) -> None:
    """And end no audit: all other rolls are looked at."""
    seq = forger.seqs(ROLLED)[0]
    forger.say(seq, notation=notation)
    assert mended(forger, "dice") == ("dice", seq), why
    found = audited(forger.path).result("dice")
    assert found.first["broken"].places["why"]
    assert (found.covered, set(found.first)) == (len(forger.seqs(ROLLED)), {"broken"})


def test_a_seal_by_which_more_dice_would_fall_than_there_may_be_ends_no_audit(
    forger: Forger,
) -> None:
    """Five hundred dice that all stopped at once; about every other seal gives a thousand more."""
    die: dict[str, Any] = {"term": 0, "sides": "6", "face": 1, "kept": True}
    fields = {"notation": "500d6e>=4", "dice": [die] * 500, "natural": 500, "total": 500}
    codes = set()
    for seq in forger.seqs(ROLLED):
        before = forger.body(seq)
        forger.say(seq, **fields)
        found = audited(forger.path).result("dice")
        assert (found.covered, found.count) == (len(forger.seqs(ROLLED)), {"broken": 1})
        codes.add(found.first["broken"].code)
        forger.say(seq, **before)
    assert codes == {"dice", "faces"}


def test_an_evening_of_real_dice_has_no_stream_and_no_seal_and_is_clean(duel: Path) -> None:
    found = audit(load(duel), Engine())
    assert found.code == CLEAN
    covered = {name: found.result(name).covered for name in ("seals", "streams")}
    assert covered == {"seals": 0, "streams": 0}
    assert found.result("dice").covered > 0


class Still(Struct, frozen=True):
    """No state, and no options."""


class Buy(Command, ruleset="fair"):
    """Buy one result, and roll for another."""


def test_a_roll_after_a_bought_result_is_in_its_stream_all_the_same() -> None:
    """What points bought uses no die, and hides none."""
    rules: Rules[Still, Still] = Rules(Still, Still)

    @rules.decides(Buy, may=anyone)
    def buy(command: Buy, play: Play) -> None:
        play.points(3, "gm1", "bought")
        play.roll("d6", "gm1", "rolled")

    fair = Ruleset("fair", version="1", state=Still, options=Still, chapters=(rules,))
    play = Scenario(fair, sealed=True).given(Buy(), Buy())
    found = audit(Recording.of(play.session), play.engine)
    assert (found.result("streams").covered, found.result("streams").grade) == (2, None)
    assert (found.result("dice").covered, found.result("dice").grade) == (4, None)
