"""Damage of a blow, from base to final: FUD-208 to 222 and 236."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.core.errors import Refused
from rollbook.core.modifiers import Modifier, tally
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.fudge import Blow, Wounded
from rollbook.plugins.fudge.damage.harm import DAMAGE, ROLL, biting, limits

from .tavern import Tavern, all_of, of, sit_down, told


def final(calculated: int, roll: int, mode: Any = "limited") -> tuple[int, list[str]]:
    """Final Damage and the limits that acted."""
    bounds = limits(calculated, mode)
    counts = tally(roll, bounds, ROLL)
    mods = (*bounds, Modifier("roll", "FUD-217", DAMAGE, "add", counts))
    acted = (*biting(roll, bounds, ROLL), *biting(calculated, mods, DAMAGE))
    return tally(calculated, mods, DAMAGE), [m.rule for m in acted]


@pytest.mark.rule("FUD-217", "FUD-218", "FUD-219", "FUD-220")
@pytest.mark.parametrize(
    ("calculated", "roll", "expected", "acted"),
    [
        (-2, 3, 1, []),
        (-2, 4, 1, ["FUD-220"]),
        (-2, 2, 0, []),
        (-5, 4, 0, ["FUD-217"]),
        (0, 0, 0, []),
        (0, 1, 1, []),
        (0, 4, 1, ["FUD-220"]),
        (0, -1, 0, ["FUD-217"]),
        (1, 4, 2, ["FUD-218"]),
        (1, 0, 1, []),
        (2, 4, 4, ["FUD-218"]),
        (2, 3, 4, ["FUD-218"]),
        (2, 2, 4, []),
        (2, 1, 3, []),
        (2, 0, 2, []),
        (2, -1, 1, []),
        (2, -2, 1, ["FUD-219"]),
        (4, -4, 1, ["FUD-219"]),
        (4, 4, 8, []),
        (5, 4, 9, []),
    ],
)
def test_the_limits_of_a_damage_roll(
    calculated: int, roll: int, expected: int, acted: list[str]
) -> None:
    """FUD-EX-242 to 262: what is dealt, and which limit is to be named for it."""
    assert final(calculated, roll) == (expected, acted)


@pytest.mark.rule("FUD-218", "FUD-219", "FUD-220")
def test_the_limits_are_what_the_rules_say_in_one_line() -> None:
    """FUD-218 to 220 as a formula, over every case."""
    for calculated in range(-12, 13):
        for roll in range(-4, 5):
            if calculated > 0:
                expected = max(1, calculated + min(roll, calculated))
            else:
                expected = max(0, min(1, calculated + roll))
            assert final(calculated, roll)[0] == expected
            assert final(calculated, roll, "free")[0] == max(0, calculated + roll)
    assert final(2, 4, "free")[0] == 6  # FUD-EX-263


def fight(tavern: Tavern, attack: int, defence: int, **sheet: Any) -> None:
    """A blow's two sides: ``hitter`` with this Attack Modifier, ``target`` with this Defence."""
    fist = {"fist": {"name": "Fist", "skill": "blade", "class": "small"}}
    tavern.enter("hitter", weapons=fist, attributes={"strength": attack}, **sheet)
    tavern.enter("target", weapons=fist, mass_scale=defence)


def strike(tavern: Tavern, margin: int, *damage: int, **fields: Any) -> Any:
    """Hit by this margin; the damage roll shows that."""
    sent = {"type": "fudge.exchange", "a": "hitter", "b": "target"} | fields
    return tavern.do(sent, *({1: (1, 0), 2: (2, 0), 3: (3, 0), 8: (4, -4)}[margin]), *damage)


@pytest.mark.rule("FUD-208", "FUD-211", "FUD-214")
@pytest.mark.parametrize(
    ("base", "attack", "defence", "calculated"),
    [(2, 0, 0, 2), (1, 1, -3, 5), (3, -1, 2, 0), (3, 3, 8, -2)],
)
def test_calculated_damage(base: int, attack: int, defence: int, calculated: int) -> None:
    """FUD-208, FUD-EX-264: a negative Defence Modifier adds; every part is kept."""
    tavern = sit_down(damage_roll="off")
    fight(tavern, attack, defence)
    receipt = strike(tavern, base)
    blow = of(receipt, Blow)
    assert (blow.base, blow.attack, blow.defence) == (base, attack, defence)
    assert (blow.calculated, blow.roll, blow.final) == (calculated, None, max(0, calculated))
    assert blow.limits == (("FUD-208",) if calculated < 0 else ())
    parts = [(m.source, m.rule, m.amount) for m in blow.modifiers if m.on == "calculated"]
    expected = [("strength", "FUD-211", attack), ("mass-scale", "FUD-214", -defence)]
    assert parts == [part for part in expected if part[2]]
    assert bool(all_of(receipt, Wounded)) == (calculated > 0)


@pytest.mark.rule("FUD-219")
@pytest.mark.report(149)
def test_a_blow_names_the_limit_that_acted() -> None:
    """FUD-219 in words, with its citation."""
    tavern = sit_down()
    fight(tavern, 2, 0)
    receipt = strike(tavern, 2, -4)
    blow = of(receipt, Blow)
    assert (blow.calculated, blow.roll, blow.unlimited, blow.final) == (4, -4, 0, 1)
    assert blow.limits == ("FUD-219",)
    line = (
        "Hitter hits Target, Great against Fair: 2 + 2 = 4, damage roll −4. "
        "That is 1 wound point, not 0: a blow that should hurt does hurt (FUD-219)."
    )
    assert line in told(tavern, receipt)


@pytest.mark.rule("FUD-217", "FUD-221")
@pytest.mark.report(148)
def test_a_switch_holds_from_where_it_is_set() -> None:
    """FUD-217, FUD-221: off, limited, free, and each blow keeps what it was dealt by."""
    tavern = sit_down(damage_roll="off")
    fight(tavern, 1, 0)
    strike(tavern, 1)
    for mode, shown in (("limited", 4), ("free", 5)):
        option = {"type": "table.set_option", "of": "fudge", "option": "damage_roll"}
        tavern.do(option | {"value": mode})
        tavern.do(
            {"type": "fudge.heal", "target": "target", "source": "x", "amount": 99, "rule": "X"}
        )
        blow = of(strike(tavern, 1, 3), Blow)
        assert (blow.calculated, blow.final) == (2, shown)
    blows = [e.message for e in tavern.session.log() if isinstance(e.message, Blow)]
    assert [(b.roll, b.final) for b in blows] == [(None, 2), (3, 4), (3, 5)]


@pytest.mark.rule("FUD-236")
@pytest.mark.report(147)
def test_a_cap_is_shown_as_a_cap() -> None:
    """FUD-236, FUD-EX-306: announced 1, won by 8 with a sword of 3."""
    tavern = sit_down(damage_roll="off", criticals="off")
    fight(tavern, 3, 0)
    receipt = strike(tavern, 8, announced_a=1)
    blow = of(receipt, Blow)
    assert (blow.calculated, blow.unlimited, blow.final, blow.limits) == (11, 11, 1, ("FUD-236",))
    assert any(
        "1 wound point, not 11: the punch was pulled (FUD-236)" in s for s in told(tavern, receipt)
    )
    assert of(receipt, Wounded).after == 1
    receipt = strike(tavern, 8, announced_a=0)
    assert of(receipt, Blow).final == 0
    assert not all_of(receipt, Wounded)


@pytest.mark.rule("FUD-219", "FUD-236")
@pytest.mark.parametrize(
    ("roll", "announced", "final", "acted", "said"),
    [
        (-4, 0, 0, (), "and does no harm: 2 + 2 = 4, damage roll −4."),
        (-4, 1, 1, ("FUD-219",), "That is 1 wound point, not 0: a blow that should hurt"),
        (-2, 0, 0, ("FUD-236",), "damage roll −2, not 2: the punch was pulled (FUD-236)."),
    ],
)
def test_a_limit_that_another_undoes_is_not_named(
    roll: int, announced: int, final: int, acted: tuple[str, ...], said: str
) -> None:
    """FUD-219, FUD-236: where the number stays what it was, no limit has made it so."""
    tavern = sit_down()
    fight(tavern, 2, 0)
    receipt = strike(tavern, 2, roll, announced_a=announced)
    blow = of(receipt, Blow)
    assert (blow.final, blow.limits) == (final, acted)
    assert said in next(line for line in told(tavern, receipt) if "hits" in line)


@pytest.mark.rule("FUD-217")
def test_what_is_less_than_nothing_is_written_with_a_minus() -> None:
    """FUD-217: as any number of a sum."""
    tavern = sit_down()
    fight(tavern, 0, 4)
    receipt = strike(tavern, 2, -1)
    assert "= −2, damage roll −1." in " ".join(told(tavern, receipt))


@pytest.mark.rule("FUD-218")
def test_a_roll_that_counts_less_is_told_by_what_it_showed() -> None:
    """FUD-218: 3 and a roll of 4 would be 7, and are 6."""
    tavern = sit_down()
    fight(tavern, 1, 0)
    receipt = strike(tavern, 2, 4)
    blow = of(receipt, Blow)
    assert (blow.calculated, blow.roll, blow.unlimited, blow.final) == (3, 4, 7, 6)
    assert "That is 6 wound points, not 7: luck adds no more" in " ".join(told(tavern, receipt))


@pytest.mark.rule("FUD-236")
def test_a_promise_is_checked_before_the_dice() -> None:
    """FUD-236."""
    tavern = sit_down()
    fight(tavern, 0, 0)
    with pytest.raises(Refused) as refused:
        strike(tavern, 1, announced_a=-1)
    assert (refused.value.path, refused.value.rule) == ("$.announced_a", "FUD-236")
    strict = sit_down(pull_punch=False)
    fight(strict, 0, 0)
    with pytest.raises(Refused, match="pulls no punches"):
        strike(strict, 1, announced_a=1)


@pytest.mark.rule("FUD-222")
@pytest.mark.report(147)
@pytest.mark.parametrize(
    ("graze", "scale", "expected"),
    [("off", 0, 4), ("1+scale", 0, 1), ("2+scale", 0, 2), ("1+scale", 3, 4), ("1+half", 3, 2),
     ("2+half", 3, 3), ("1+half", 7, 4), ("1+half", 10, 6), ("1+scale", -2, 1)],
)  # fmt: skip
def test_a_graze_does_little(graze: str, scale: int, expected: int) -> None:
    """FUD-222, FUD-EX-296, 297: only with Base Damage 1; Scale, halved down, never less than 0."""
    tavern = sit_down(damage_roll="off", graze=graze)
    fight(tavern, 0, scale - 3, strength_scale=scale)
    blow = of(strike(tavern, 1), Blow)
    assert blow.calculated == 4
    assert blow.final == min(4, expected)
    assert blow.limits == (("FUD-222",) if expected < 4 else ())
    other = sit_down(damage_roll="off", graze=graze)
    fight(other, 0, scale - 3, strength_scale=scale)
    assert of(strike(other, 2), Blow).final == 5


@pytest.mark.rule("FUD-217")
def test_the_damage_roll_is_the_attackers_and_only_of_a_blow() -> None:
    """FUD-217: not rolled without a hit; rolled even where nothing seems to come through."""
    tavern = sit_down()
    fight(tavern, 0, 6)
    receipt = strike(tavern, 1, 4)
    rolls = [(r.actor, r.purpose, r.rule) for r in all_of(receipt, Rolled)]
    assert rolls[2:] == [("hitter", "damage", "FUD-217")]
    assert of(receipt, Blow).limits == ("FUD-217",)
    assert not all_of(receipt, Wounded)
    receipt = tavern.do({"type": "fudge.exchange", "a": "hitter", "b": "target"}, 0, 0)
    assert len(all_of(receipt, Rolled)) == 2
