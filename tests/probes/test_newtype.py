"""NewType: one roll read twice, armour as a floor, and the GM asked while the dice stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from msgspec import structs

from rollbook import Rules
from rollbook.core.errors import Diverged, Invalid, Waiting
from rollbook.core.look import Look
from rollbook.core.modifiers import Check, Modifier
from rollbook.core.table.returns import Return
from rollbook.core.vocabulary import Rolled, SealedDraw

from .conftest import Bench
from .newtype import (
    WEAPONS,
    Attack,
    Attacked,
    Fumbled,
    NewType,
    NewTypeOptions,
    Rate,
    newtype,
    rules,
)

OFFSETS = {a - b: (a, b) for a, b in product(range(1, 7), repeat=2)}


def table_of(bench: Callable[..., Bench], level: int, armour: int = 0, **options: bool) -> Bench:
    """Anna's hero of a level, against a foe in armour who defends himself at level 4."""
    table = bench([newtype], fresh=True, options={"newtype": options})
    table.join("hero", "anna")
    table.join("foe", "bea")
    table.do(Rate(actor="hero", level=level))
    table.do(Rate(actor="foe", level=4, armour=armour))
    return table


def strike(table: Bench, weapon: str, offset: int, defence: int | None = None) -> None:
    command = Attack(actor="hero", target="foe", weapon=weapon, defends=defence is not None)
    faces = OFFSETS[offset] + (() if defence is None else OFFSETS[defence])
    table.do(command, "anna", faces=faces)


@pytest.mark.parametrize(
    ("level", "fumbles"), [(0, 15), (1, 10), (3, 3), (4, 1), (5, 0), (6, 0), (8, 0)]
)
def test_of_36_throws_so_many_are_fumbles(level: int, fumbles: int) -> None:
    assert sum(level + a - b < 0 for a, b in product(range(1, 7), repeat=2)) == fumbles


@pytest.mark.parametrize(
    ("weapon", "level", "offset", "base", "total", "fumble"),
    [
        ("dagger", 4, -5, -1, -3, True),
        ("dagger", 4, -4, 0, -2, False),  # without the weapon it is no fumble
        ("dagger", 1, 0, 1, -1, False),
        ("two-handed sword", 4, -5, -1, 0, True),  # nor does a big one save anybody
        ("two-handed sword", 4, -4, 0, 1, False),
        ("two-handed sword", 1, -1, 0, 1, False),
    ],
)
def test_a_fumble_is_tested_before_the_weapon_counts(
    bench: Callable[..., Bench],
    weapon: str,
    level: int,
    offset: int,
    base: int,
    total: int,
    fumble: bool,
) -> None:
    table = table_of(bench, level)
    strike(table, weapon, offset)
    assert bool(table.session.waiting) is fumble
    if fumble:
        table.answer("the blade slips")
    attacked = table.last(Attacked)
    assert (attacked.base, attacked.total) == (base, total)
    table.audited()


@pytest.mark.parametrize(
    ("level", "offset", "name"),
    [(4, -5, "mild"), (1, -3, "moderate"), (1, -5, "moderate"), (0, -5, "disastrous")],
)
def test_the_worse_the_result_the_worse_the_fumble(
    bench: Callable[..., Bench], level: int, offset: int, name: str
) -> None:
    table = table_of(bench, level)
    strike(table, "long sword", offset)
    table.answer("as bad as that")
    fumbled = table.last(Fumbled)
    assert (fumbled.base, fumbled.band) == (level + offset, name)


def test_the_gm_is_asked_after_the_dice_and_the_dice_stand(bench: Callable[..., Bench]) -> None:
    table = table_of(bench, 1)
    strike(table, "long sword", -3)
    asked = table.session.timeline.commits - 1
    waiting = table.session.waiting
    assert waiting is not None
    assert (waiting.of, waiting.to, waiting.rule) == ("text", ("gm",), "NEW-026")
    assert waiting.question == "hero: attack at -2. What happens?"
    with pytest.raises(Waiting):
        table.do(Rate(actor="hero", level=9))
    with pytest.raises(Invalid, match="a text is asked for"):
        table.answer(7)
    table.answer("the ship runs onto shoals")
    table.do(Return(to=asked))
    table.answer("the ship turns in a circle")
    assert len(table.every(Rolled)) == 1
    assert [f.effect for f in table.every(Fumbled)] == [
        "the ship runs onto shoals",
        "the ship turns in a circle",
    ]
    table.audited()


def test_both_sides_may_fumble_and_each_is_asked_for_in_its_place(
    bench: Callable[..., Bench],
) -> None:
    table = table_of(bench, 0, armour=3)
    strike_both = Attack(actor="hero", target="foe", weapon="dagger", defends=True)
    table.do(strike_both, "anna", faces=OFFSETS[-1])
    table.answer("he drops it", faces=OFFSETS[-5])
    table.answer("he trips")
    assert [(f.actor, f.effect) for f in table.every(Fumbled)] == [
        ("hero", "he drops it"),
        ("foe", "he trips"),
    ]
    assert table.last(Attacked).defence == 3
    draws = [r.draw for r in table.every(Rolled)]
    assert all(isinstance(d, SealedDraw) and d.index == 0 for d in draws)
    table.audited()


@pytest.mark.parametrize(
    ("weapon", "armour", "attack", "defence", "stood", "damage"),
    [
        ("long sword", 3, 5, None, 3, 2),  # mail protects even who does not defend himself
        ("long sword", 3, 5, 6, 6, 0),
        ("long sword", 0, 5, None, 0, 5),
        ("crossbow", 3, 5, None, 1, 4),
        ("crossbow", 1, 5, None, 0, 5),
        ("crossbow", 3, 5, 4, 4, 1),  # only the floor sinks
    ],
)
def test_armour_is_a_floor_under_the_defence(
    bench: Callable[..., Bench],
    weapon: str,
    armour: int,
    attack: int,
    defence: int | None,
    stood: int,
    damage: int,
) -> None:
    level = attack - WEAPONS[weapon]
    table = table_of(bench, level, armour)
    strike(table, weapon, 0, None if defence is None else defence - 4)
    attacked = table.last(Attacked)
    assert (attacked.total, attacked.defence, attacked.damage) == (attack, stood, damage)
    floor = [m.amount for m in attacked.modifiers if m.rule == "NEW-088"]
    assert floor == [stood if defence is None else min(stood, floor[0])]


@pytest.mark.parametrize(("weapon", "cap"), [("dagger", 5), ("long sword", 7), ("shotgun", 10)])
def test_an_attack_is_capped_by_its_weapon_where_the_table_says_so(
    bench: Callable[..., Bench], weapon: str, cap: int
) -> None:
    for attack_cap in (True, False):
        table = table_of(bench, 8, attack_cap=attack_cap)
        command = Attack(actor="hero", target="foe", weapon=weapon, aim=3)
        table.do(command, "anna", faces=OFFSETS[2])
        assert table.last(Attacked).total == (cap if attack_cap else 13 + WEAPONS[weapon])


def test_a_rule_that_changed_while_a_question_was_open_is_noticed_and_not_obeyed(
    bench: Callable[..., Bench],
) -> None:
    """Whoever mends the rules in the middle of a command finds that it cannot go on."""
    table = table_of(bench, 1)
    strike(table, "long sword", -3)
    other = Rules(NewType, NewTypeOptions)
    for name in ("deciders", "folding", "modifying"):
        getattr(other, name).extend(getattr(rules, name))

    @other.modifies(Check)
    def kinder(check: Check, look: Look) -> Iterator[Modifier]:
        yield Modifier("kinder", "NEW-026", "result", "add", 5)

    table.rulesets = (structs.replace(newtype, chapters=(other,)),)
    size = table.session.timeline.size
    with pytest.raises(Diverged, match=r"decided again, record \d+ would be another"):
        table.answer("too late")
    assert table.session.timeline.size == size
    table.rulesets = (newtype,)
    table.answer("in time")
    assert table.last(Fumbled).effect == "in time"
