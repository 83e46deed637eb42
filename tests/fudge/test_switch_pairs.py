"""Every two values of switches stand together at some table, and every such table is played."""

from __future__ import annotations

import os
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from msgspec import convert

from rollbook.core.errors import Refused
from rollbook.core.look import Look
from rollbook.plugins.fudge import FudgeOptions, fudge

from . import pairings
from .evenings import APART, PHASES, Evening, Step, at_random, played
from .tavern import sit_down

TABLES = range(len(pairings.configurations()))
MORE = int(os.environ.get("ROLLBOOK_EVENINGS", "1"))
"""How many evenings each table plays."""


@cache
def done(table: int, number: int) -> frozenset[str]:
    """Play an evening at one of the tables; which commands were not refused at it."""
    options = pairings.given(pairings.configurations()[table])
    return frozenset(played(options, f"table {table}, evening {number}", 60).done)


def test_every_two_values_stand_together_at_some_table_or_are_refused_by_name() -> None:
    """Counted by brute force; whoever opens with two that exclude each other is told both."""
    missing = pairings.pairs() - pairings.both(pairings.configurations())
    assert missing == {pair for pair in pairings.pairs() if pairings.excluded(*pair)}
    for pair in missing:
        given = {name: pairings.values()[name][at] for name, at in pair}
        with pytest.raises(Refused, match="exclude each other") as error:
            sit_down(**given)
        assert all(f"{name}=" in error.value.what for name in given)
        assert error.value.rule.startswith("FUD-")
    named = {frozenset(name for name, _ in pair) for pair in missing}
    assert named == {frozenset((e.switch, e.other)) for e in fudge.excludes}


def test_every_switch_is_tried_at_all_its_choices_and_at_both_its_bounds() -> None:
    """Three by hand, of each kind."""
    tried = pairings.values()
    assert set(tried) == set(FudgeOptions.__struct_fields__)
    assert tried["fp_b_max"] == (1, 9)
    assert tried["self_taught_factor"] == (2, 10)
    assert tried["graze"] == ("off", "1+half", "1+scale", "2+half", "2+scale")
    assert tried["sweep"] == (False, True)
    assert tried["powers_most"] == (None, 0, 99)


@pytest.mark.parametrize("table", TABLES)
def test_each_table_plays_an_evening_and_audits_clean(table: int) -> None:
    """Making, entering, fights, wounds, healing, powers, growth; nothing but typed errors."""
    for number in range(MORE):
        assert done(table, number)


def test_whatever_can_be_sent_is_sent_and_all_of_fudge_succeeds_somewhere() -> None:
    """The evenings know every command, and leave none of Fudge's untried but what is about things.

    What is rare comes in the second evening of a table, or in a later one.
    """
    book = sit_down().session.book
    sent = {tag for phase in PHASES.values() for tag in phase}
    inner = {"table.end_turn", "table.reach_moment", "fudge.close_wound", "fudge.succumb"}
    inner |= {"fudge.forget_scratches"}
    assert set(book.commands) == {*sent, *APART, *inner}
    missing = {tag for tag in sent - {*PHASES["things"]} if tag.startswith("fudge.")}
    for number, table in product(range(4), TABLES):
        missing -= done(table, number)
        if not missing:
            break
    assert not missing


@pytest.mark.parametrize("table", TABLES[::6])
def test_a_table_changes_every_switch_in_the_middle_and_plays_on(table: int) -> None:
    """One by one, as they are changed at a table; whatever is refused meanwhile can be later."""
    other = pairings.given(pairings.configurations()[table - 1])
    chance = Random(f"turning {table}")
    turning = Evening(pairings.given(pairings.configurations()[table]), f"turning {table}")
    with turning.explained():
        turning.play(chance, at_random(chance, 40))
        turning.settle(chance)
        left = {name: value for name, value in other.items() if _now(turning, name) != value}
        while left:
            changed = [name for name, value in left.items() if _set(turning, name, value)]
            assert changed, f"nothing of {left} can be set any more"
            for name in changed:
                del left[name]
        assert all(_now(turning, name) == _as_option(name, other[name]) for name in other)
        turning.play(chance, at_random(chance, 40))
        turning.close()


def _now(turning: Evening, name: str) -> Any:
    look = Look(turning.session.timeline.slices, turning.session.book)
    return getattr(look.options[FudgeOptions], name)


def _as_option(name: str, value: Any) -> Any:
    return getattr(convert({name: value}, FudgeOptions), name)


def _set(turning: Evening, name: str, value: Any) -> bool:
    change = {"type": "table.set_option", "of": "fudge", "option": name, "value": value}
    return turning.take(Step(change, "master"))
