"""Evenings of Fudge at random, at any table: the laws hold, and what watches them sees a breach."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rollbook.core.modifiers import Modifier
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.fudge import Altered, Character, Fudge, FudgeOptions, Wounded
from rollbook.plugins.fudge.state import Fight

from . import pairings
from .evenings import fewest, played
from .tavern import Tavern, of, sit_down
from .upholding import (
    level_of,
    on_the_ladder,
    points_are_owed_by_nobody,
    rolled,
    stands,
    wounds_move,
)

MORE = int(os.environ.get("ROLLBOOK_EVENINGS", "1"))


@pytest.mark.parametrize("seed", range(12 * MORE))
def test_whatever_is_played_refolds_decides_again_and_audits_clean(seed: int) -> None:
    """All laws of the kit, for every seat, and the book's at every record."""
    chance = Random(seed)
    played(pairings.at_random(chance), f"evening {seed}", 80, thorough=True)


# --- the watch itself


def table() -> Tavern:
    """Joe with three wound points, at Fair."""
    tavern = sit_down(criticals="off")
    tavern.enter("joe", "anna")
    tavern.do({"type": "fudge.suffer", "target": "joe", "source": "a fall", "amount": 3})
    return tavern


def joe(**changes: Any) -> Character:
    who = table().character("joe")
    return replace(who, **changes)


def altered(who: Character) -> Altered:
    return Altered(actor="joe", character=who, reason="x", rule="x")


def test_a_box_that_vanishes_is_seen() -> None:
    """Whatever rubs out a wound without healing it, or marks one without a wound."""
    was = joe()
    for points in (2, 4):
        with pytest.raises(AssertionError):
            wounds_move(altered(was), "joe", was, replace(was, points=points))
    with pytest.raises(AssertionError):
        wounds_move(wound(3, 2), "joe", was, replace(was, points=2))
    with pytest.raises(AssertionError):
        wounds_move(wound(2, 4), "joe", was, replace(was, points=4))
    with pytest.raises(AssertionError):
        wounds_move(wound(3, 4), "joe", was, replace(was, points=4, boxes=(9, 9, 9, 9, 9)))
    wounds_move(wound(3, 4), "joe", was, replace(was, points=4))
    wounds_move(altered(was), "joe", was, replace(was, boxes=(3, 2, 2, 3, 2)))


def wound(before: int, after: int) -> Wounded:
    told = of_wound()
    return replace(told, before=before, after=after)


def of_wound() -> Wounded:
    tavern = table()
    suffer = {"type": "fudge.suffer", "target": "joe", "source": "a fall", "amount": 1}
    return of(tavern.do(suffer), Wounded)


def test_wounds_that_weigh_otherwise_than_their_boxes_are_seen() -> None:
    """At Fair two points are a Scratch, four Hurt, and eleven are death."""
    assert [level_of((2, 2, 2, 2, 2), n) for n in (0, 1, 2, 3, 4, 5, 10, 11, 99)] == [
        0, 1, 1, 2, 2, 3, 5, 6, 6,
    ]  # fmt: skip
    board = table().session.view().state
    there = table().session.timeline.table
    stands(board[Fudge], there)
    for change in ({"level": 1}, {"points": -1}, {"penalty": 0}, {"wields": "spoon"}):
        with pytest.raises(AssertionError):
            stands(Fudge(characters={"joe": joe(**change)}), there)
    for fighters in (("joe", "joe"), ("joe", "nobody")):
        with pytest.raises(AssertionError):
            stands(replace(board[Fudge], fight=Fight("f", fighters)), there)
    with pytest.raises(AssertionError):
        stands(replace(board[Fudge], used={"joe": {"fire": -1}}), there)
    with pytest.raises(AssertionError):
        stands(board[Fudge], replace(there, actors={}))


def test_a_total_that_is_not_its_dice_and_modifiers_is_seen() -> None:
    """Nor may dice go beyond four, or a circumstance beyond three."""
    tavern = table()
    entry = of(tavern.do({"type": "fudge.attempt", "actor": "joe", "trait": "blade"}, 2), Rolled)
    rolled(entry)
    more = (*entry.modifiers, Modifier("mud", "FUD-145", "result", "add", 4))
    for change in (
        {"total": entry.total + 1},
        {"natural": 5, "total": entry.total + 3},
        {"modifiers": more, "total": entry.total + 4},
    ):
        with pytest.raises(AssertionError):
            rolled(replace(entry, **change))


def test_a_trait_beyond_the_ladder_and_points_that_are_owed_are_seen() -> None:
    options = FudgeOptions()
    who = joe()
    on_the_ladder(who, options)
    trait = who.traits["blade"]
    for level in (4, -4):
        high = replace(who, traits={"blade": replace(trait, level=level)})
        with pytest.raises(AssertionError):
            on_the_ladder(high, options)
    on_the_ladder(
        replace(who, traits={"blade": replace(trait, level=4)}),
        replace(options, legendary="legendary"),
    )
    there = table().session.timeline.table
    pool = there.pools["joe"]["fudge-points"]
    points_are_owed_by_nobody(there)
    with pytest.raises(AssertionError):
        points_are_owed_by_nobody(
            replace(there, pools={"joe": {"fudge-points": replace(pool, balance=-1)}})
        )


def test_what_went_wrong_is_told_in_as_few_steps_as_it_takes() -> None:
    assert fewest(range(40), lambda kept: {3, 11, 12} <= set(kept)) == [3, 11, 12]
    assert fewest("abc", lambda kept: True) == []
