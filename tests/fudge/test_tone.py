"""Switches that follow the tone of the campaign unless the GM sets them (FUD-001)."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.plugins.fudge import Died, FudgeOptions, Spared

from .tavern import Tavern, all_of, sit_down

HEROIC = [("realistic", False), ("epic", True), ("superheroic", True)]


def hero(before: int = 0, **options: Any) -> Tavern:
    """A Fair fighter whom anna plays, with so many wound points."""
    tavern = sit_down(**options)
    tavern.enter("hero", "anna")
    if before:
        suffer(tavern, before)
    return tavern


def suffer(tavern: Tavern, amount: int) -> Any:
    """Wound points from nowhere in particular."""
    command = {"type": "fudge.suffer", "target": "hero", "source": "a fall", "amount": amount}
    return tavern.do(command)


@pytest.mark.rule("FUD-001", "FUD-226")
@pytest.mark.parametrize(("tone", "heroic"), HEROIC)
def test_one_blow_does_three_levels_at_most_unless_the_campaign_is_realistic(
    tone: str, heroic: bool
) -> None:
    """Whoever is unhurt ends Very Hurt, the third level, whatever hits him; else he is dead."""
    tavern = hero(tone=tone)
    receipt = suffer(tavern, 20)
    assert bool(all_of(receipt, Spared)) == heroic
    assert tavern.character("hero").level == (3 if heroic else 6)


@pytest.mark.rule("FUD-001", "FUD-043")
@pytest.mark.parametrize(("tone", "heroic"), HEROIC)
def test_a_point_saves_from_death_unless_the_campaign_is_realistic(tone: str, heroic: bool) -> None:
    receipt = suffer(hero(tone=tone, damage_threshold="off"), 20)
    assert bool(receipt.waiting) == heroic
    assert bool(all_of(receipt, Died)) != heroic


@pytest.mark.rule("FUD-001", "FUD-226", "FUD-043")
@pytest.mark.parametrize(("tone", "_heroic"), HEROIC)
def test_what_the_gm_has_set_holds_whatever_the_tone(tone: str, _heroic: bool) -> None:
    off = hero(tone=tone, damage_threshold="off", fp_death_save=False)
    assert all_of(suffer(off, 20), Died)
    on = hero(tone=tone, damage_threshold="B", fp_death_save=True)
    assert all_of(suffer(on, 20), Spared)
    saved = suffer(hero(tone=tone, damage_threshold="off", fp_death_save=True), 20)
    assert saved.waiting is not None
    assert saved.waiting.rule == "FUD-043"


@pytest.mark.rule("FUD-043", "FUD-031")
def test_no_tone_gives_points_where_there_are_none() -> None:
    tavern = hero(tone="epic", fudge_points=False, damage_threshold="off")
    assert all_of(suffer(tavern, 20), Died)


@pytest.mark.rule("FUD-001")
def test_a_tone_that_changes_takes_the_switches_along() -> None:
    tavern = hero()
    option = {"type": "table.set_option", "of": "fudge", "option": "tone", "value": "epic"}
    tavern.do(option)
    assert all_of(suffer(tavern, 20), Spared)


def test_what_follows_the_tone_says_so_by_default() -> None:
    options = FudgeOptions()
    assert (options.damage_threshold, options.fp_death_save) == ("by_tone", "by_tone")
