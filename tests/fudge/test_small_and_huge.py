"""Small against huge, weapons made for it, and damage as the GM judges (4.71, 4.75)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from rollbook.core.errors import Refused
from rollbook.plugins.fudge import Assessed, Blow, Nibbled, Stunned, Wounded
from rollbook.plugins.fudge.damage.levels import LEVELS

from .striking import striking
from .tavern import Tavern, all_of, of, sit_down


def hit(tavern: Tavern, degree: int, *damage: int, **fields: Any) -> Any:
    return tavern.do({"type": "fudge.hit", "degree": degree} | fields, *damage)


@pytest.mark.rule("FUD-230")
@pytest.mark.parametrize(("mine", "his"), list(product((-4, 0, 6), repeat=2)))
def test_scale_adds_to_blows_and_takes_off_them(mine: int, his: int) -> None:
    tavern = striking({"strength_scale": mine}, {"mass_scale": his}, damage_roll="off")
    blow = of(hit(tavern, 3), Blow)
    assert (blow.attack, blow.defence, blow.calculated) == (mine, his, 3 + mine - his)


@pytest.mark.rule("FUD-231")
@pytest.mark.parametrize("damage_roll", ["off", "limited", "free"])
@pytest.mark.parametrize(("points", "result"), list(product((0, 1, 2), (1, 2, 3))))
def test_a_remarkable_blow_finds_a_joint(points: int, result: int, damage_roll: str) -> None:
    """Great or better does so many points in any case, to whoever is larger; limits or none."""
    tavern = striking(
        target={"mass_scale": 6}, scale_tiny_penetration=points, damage_roll=damage_roll
    )
    rolls = [] if damage_roll == "off" else [-1]
    blow = of(hit(tavern, 2, *rolls, result=result), Blow)
    assert blow.final == (points if result >= 2 else 0)
    assert ("FUD-231" in blow.limits) == bool(points and result >= 2)
    equal = striking(scale_tiny_penetration=2, damage_roll="off", target={"tough_hide": 9})
    assert of(hit(equal, 2, result=3), Blow).final == 0, "he is no larger"


@pytest.mark.rule("FUD-232")
def test_every_so_many_small_wounds_make_one() -> None:
    """The dragon's Scale is no armour then: six blows that hurt are one point."""
    tavern = striking(
        target={"mass_scale": 6, "tough_hide": 2}, damage_roll="off", scale_combat="nibble"
    )
    receipt: Any = None
    for blow in range(1, 13):
        receipt = hit(tavern, 9)
        struck = of(receipt, Blow)
        assert (struck.calculated, struck.final, struck.limits) == (7, 1, ("FUD-232",))
        counted = of(receipt, Nibbled)
        assert (counted.after, counted.needed) == (blow % 6, 6)
        assert tavern.character("target").points == blow // 6
    assert of(receipt, Wounded).rule == "FUD-232"
    assert not all_of(hit(tavern, 2), Nibbled), "what does no harm is not counted"


@pytest.mark.rule("FUD-232")
def test_whoever_is_wholly_healed_begins_to_count_anew() -> None:
    tavern = striking(target={"mass_scale": 2}, damage_roll="off", scale_combat="nibble")
    for _ in range(5):
        hit(tavern, 9)
    assert (tavern.character("target").points, tavern.character("target").condition.nibbles) == (
        2, 1,
    )  # fmt: skip
    heal = {"type": "fudge.heal", "target": "target", "source": "rest", "amount": 1, "rule": "X"}
    for left in (1, 0):
        tavern.do(heal)
        assert tavern.character("target").condition.nibbles == left


@pytest.mark.rule("FUD-232")
@pytest.mark.parametrize(("mine", "his"), [(0, 0), (0, -4), (6, 6), (7, 6)])
def test_among_equals_scale_stays_armour(mine: int, his: int) -> None:
    tavern = striking(
        {"strength_scale": mine}, {"mass_scale": his}, damage_roll="off", scale_combat="nibble"
    )
    receipt = hit(tavern, 2)
    assert of(receipt, Blow).calculated == 2 + mine - his
    assert not all_of(receipt, Nibbled)


@pytest.mark.rule("FUD-233")
@pytest.mark.parametrize(
    ("piercing", "scale", "left"),
    [("", 7, 7), ("half", 7, 3), ("half", 6, 3), ("ignore", 7, 0), ("half", -4, -4),
     ("ignore", -4, -4), ("half", 1, 0)],
)  # fmt: skip
def test_a_weapon_made_for_the_huge_halves_scale_or_ignores_it(
    piercing: str, scale: int, left: int
) -> None:
    harpoon = {"name": "Harpoon", "skill": "blade", "class": "small", "piercing": piercing}
    for mode in ("armour", "nibble"):
        tavern = striking(
            {"weapons": {"harpoon": harpoon}},
            {"mass_scale": scale},
            damage_roll="off",
            scale_combat=mode,
        )
        receipt = hit(tavern, 9)
        if mode == "armour" or left < 1:
            assert of(receipt, Blow).calculated == 9 - left
        else:
            assert of(receipt, Nibbled).needed == left


# --- judged


@pytest.mark.rule("FUD-207")
def test_the_gm_is_shown_five_things_and_judges() -> None:
    tavern = sit_down(damage_system="subjective").duellists()
    receipt: Any = tavern.exchange(1, -1)
    shown = of(receipt, Assessed)
    # Snorri: sword 2, edge and magic 1 each, Strength Good; Brynhild: leather 2, shield 1.
    assert (shown.attacker_result, shown.degree, shown.armour) == (2, 2, 3)
    assert (shown.deadliness, shown.force, shown.resistance, shown.mass) == (4, 1, 0, 0)
    assert receipt.waiting.to == ("gm",)
    assert [c.id for c in receipt.waiting.choices] == list(LEVELS)
    receipt = tavern.do({"type": "table.answer", "answer": "very-hurt"})
    blow = of(receipt, Blow)
    assert (blow.judged, blow.roll, blow.final, blow.rule) == (3, None, 5, "FUD-207")
    assert LEVELS[tavern.character("brynhild").level] == "very-hurt"


@pytest.mark.rule("FUD-207", "FUD-202")
@pytest.mark.parametrize("before", range(9))
@pytest.mark.parametrize("judged", LEVELS)
def test_a_judged_wound_reaches_its_level_and_a_lighter_one_adds_a_box(
    before: int, judged: str
) -> None:
    tavern = striking(damage_system="subjective")
    if before:
        tavern.do({"type": "fudge.suffer", "target": "target", "source": "x", "amount": before})
    hit(tavern, 2)
    tavern.do({"type": "table.answer", "answer": judged})
    first = {"unhurt": 0, "scratch": 1, "hurt": 3, "very-hurt": 5, "incapacitated": 7,
             "near-death": 9, "dead": 11}[judged]  # fmt: skip
    expected = before if judged == "unhurt" else max(before + 1, first)
    assert tavern.character("target").points == expected


@pytest.mark.rule("FUD-236", "FUD-207")
def test_a_pulled_punch_bounds_what_the_gm_may_say() -> None:
    tavern = striking(damage_system="subjective")
    assert [c.id for c in hit(tavern, 8, announced=1).waiting.choices] == ["unhurt", "scratch"]
    tavern.do({"type": "table.answer", "answer": "scratch"})
    assert tavern.character("target").points == 1
    receipt = hit(tavern, 8, announced=0)
    assert (receipt.waiting, of(receipt, Blow).final) == (None, 0)


@pytest.mark.rule("FUD-207", "FUD-237")
def test_a_judged_blow_may_only_stun() -> None:
    tavern = striking(damage_system="subjective")
    hit(tavern, 8, stun=True)
    receipt = tavern.do({"type": "table.answer", "answer": "incapacitated"})
    assert of(receipt, Stunned).after == 7
    assert not tavern.character("target").condition.conscious


@pytest.mark.rule("FUD-236")
def test_a_pulled_punch_that_only_stuns_is_bounded_too() -> None:
    tavern = striking(damage_roll="off")
    assert of(hit(tavern, 8, announced=2, stun=True), Stunned).after == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"graze": "1+scale"}, {"damage_system": "subjective"}),
        ({"scale_combat": "nibble"}, {"damage_system": "subjective"}),
        ({"scale_tiny_penetration": 1}, {"damage_system": "subjective"}),
        ({"scale_tiny_penetration": 1}, {"scale_combat": "nibble"}),
    ],
)
def test_switches_that_exclude_each_other_are_refused_by_name(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    with pytest.raises(Refused) as refused:
        sit_down(**one, **other)
    for name in (*one, *other):
        assert name in refused.value.what
    assert sit_down(**one)
    assert sit_down(**other)
