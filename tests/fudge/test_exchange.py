"""A round of melee: FUD-161, 168 to 173, 176 to 178, 180 to 182."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.core.errors import Invalid, NotAllowed, Refused
from rollbook.core.vocabulary import Rolled, Settled
from rollbook.plugins.fudge import Blow, Declared, Held, Wounded, ladder
from rollbook.plugins.fudge.combat.bout import (
    ALL_OUT_ATTACK,
    ALL_OUT_DEFENCE,
    NORMAL,
    Manoeuvre,
    Side,
    strikes,
    why_held,
    winner,
)

from .tavern import Tavern, all_of, of, sit_down, told

REPORTED = pytest.mark.report(188)
MANOEUVRES: tuple[Manoeuvre, ...] = (NORMAL, ALL_OUT_ATTACK, ALL_OUT_DEFENCE)


def sides(
    one: int | str, other: int | str, a: Manoeuvre = NORMAL, b: Manoeuvre = NORMAL, **more: Any
) -> tuple[Side, Side]:
    """Two fighters when the dice lie."""
    return (
        Side("a", ladder.level(one), a, **more),
        Side("b", ladder.level(other), b, **more),
    )


def hits(pair: tuple[Side, Side], bonus: int = 1) -> list[tuple[str, int]]:
    """Who hits, with which Base Damage."""
    return [
        (s.attacker, s.degree + sum(m.amount for m in s.modifiers)) for s in strikes(*pair, bonus)
    ]


@pytest.mark.rule("FUD-171")
@pytest.mark.parametrize(
    ("pair", "expected"),
    [
        (sides("Good", "Good"), []),  # FUD-171, FUD-EX-284
        (sides("Great", "Fair"), [("a", 2)]),  # FUD-EX-283
        (sides("Terrible", "Terrible-1"), []),  # FUD-EX-189, 190
        (sides("Poor", "Terrible"), [("a", 1)]),  # FUD-EX-191
        (sides("Poor", "Terrible", minimum=-1), []),  # FUD-EX-192
        (sides("Great", "Great", ALL_OUT_ATTACK), [("b", 2)]),  # FUD-EX-196
        (sides("Fair", "Good", ALL_OUT_ATTACK), [("b", 3)]),
        (sides("Great", "Good", ALL_OUT_ATTACK), [("a", 2)]),  # FUD-EX-198
        (sides("Great", "Great", ALL_OUT_ATTACK, ALL_OUT_DEFENCE), []),  # FUD-EX-199, 286
        (sides("Good", "Great", ALL_OUT_ATTACK, ALL_OUT_DEFENCE), []),
        (sides("Great", "Good", ALL_OUT_ATTACK, ALL_OUT_DEFENCE), [("a", 2)]),
        (sides("Great", "Great", ALL_OUT_ATTACK, ALL_OUT_ATTACK), [("a", 2), ("b", 2)]),
        (sides("Great", "Good", ALL_OUT_ATTACK, ALL_OUT_ATTACK), [("a", 4)]),
        (sides("Terrible", "Terrible", ALL_OUT_ATTACK, ALL_OUT_ATTACK), []),
        (sides("Terrible", "Terrible", ALL_OUT_ATTACK), []),  # his own minimum applies
        (sides("Great", "Good", NORMAL, ALL_OUT_DEFENCE), [("a", 1)]),
        (sides("Good", "Great", NORMAL, ALL_OUT_DEFENCE), []),
    ],
)
def test_who_hits_whom(pair: tuple[Side, Side], expected: list[tuple[str, int]]) -> None:
    """One line of the rules each."""
    assert hits(pair) == expected


@pytest.mark.rule("FUD-181")
def test_the_bonus_of_a_winning_all_out_attack_is_a_switch() -> None:
    """FUD-181: the rule gives none, only the printed duel does."""
    assert hits(sides("Great", "Good", ALL_OUT_ATTACK), bonus=0) == [("a", 1)]
    tavern = sit_down(allout_attack_damage_bonus=0, damage_roll="off").duellists()
    receipt = tavern.exchange(1, 1, manoeuvre_a=ALL_OUT_ATTACK)
    assert of(receipt, Blow).base == 1
    with pytest.raises(Invalid):
        sit_down(allout_attack_damage_bonus=2)


@pytest.mark.rule("FUD-171", "FUD-181", "FUD-182")
@REPORTED
@pytest.mark.parametrize(
    ("a", "b", "won"),
    [(x, y, None) for x in MANOEUVRES for y in MANOEUVRES if x == y]
    + [
        (NORMAL, ALL_OUT_DEFENCE, None),
        (ALL_OUT_ATTACK, ALL_OUT_DEFENCE, None),
        (ALL_OUT_ATTACK, NORMAL, "b"),
        (NORMAL, ALL_OUT_ATTACK, "a"),
    ],
)  # fmt: skip
def test_a_tie_has_the_outcome_of_its_rule(a: Manoeuvre, b: Manoeuvre, won: str | None) -> None:
    """FUD-171, 181, 182: nobody, or whoever faces a lone All-out Attack."""
    best = winner(*sides("Good", "Good", a, b))
    assert (best.actor if best else None) == won


@REPORTED
@pytest.mark.rule("FUD-171", "FUD-173", "FUD-181", "FUD-182")
def test_every_pair_of_manoeuvres_and_results_has_one_reading() -> None:
    """Mirrored sides give mirrored blows; where nobody hits there is a reason with a rule."""
    other = {"a": "b", "b": "a"}
    for a in MANOEUVRES:
        for b in MANOEUVRES:
            for one in range(-5, 6):
                for two in range(-5, 6):
                    found = hits(sides(one, two, a, b))
                    mirrored = hits(sides(two, one, b, a))
                    assert sorted(found) == sorted((other[who], n) for who, n in mirrored)
                    assert all(base > 0 for _, base in found)
                    if not found:
                        assert why_held(*sides(one, two, a, b))[1].startswith("FUD-1")


# --- through a session


@pytest.mark.rule("FUD-168", "FUD-170", "FUD-176", "FUD-177", "FUD-180", "FUD-182")
def test_one_roll_each_with_every_modifier_and_its_rule() -> None:
    """FUD-168, FUD-170, FUD-176, FUD-182."""
    tavern = sit_down().duellists()
    tavern.do({"type": "fudge.suffer", "target": "brynhild", "source": "x", "amount": 5})
    situation = [
        {"actor": "snorri", "amount": -1, "reason": "the sun", "rule": "FUD-177"},
        {"actor": "brynhild", "amount": 2, "reason": "a blessing", "rule": "FUD-180"},
    ]
    receipt = tavern.exchange(1, 0, manoeuvre_b=ALL_OUT_DEFENCE, situation=situation)
    one, two = all_of(receipt, Rolled)[:2]
    assert [(m.source, m.rule, m.amount) for m in one.modifiers] == [
        ("sword", "FUD-170", 1),
        ("the sun", "FUD-177", -1),
    ]
    assert [(m.source, m.rule, m.amount) for m in two.modifiers] == [
        ("axe", "FUD-170", 1),
        ("a blessing", "FUD-180", 2),
        (ALL_OUT_DEFENCE, "FUD-182", 2),
        ("wounds", "FUD-176", -2),
    ]
    assert (one.total, two.total) == (1, 3)
    held = of(receipt, Held)
    assert (held.why, held.rule) == ("defence", "FUD-182")
    settled = of(receipt, Settled)
    assert (settled.results, settled.margin, settled.winner) == (
        {"snorri": 1, "brynhild": 3}, 2, "brynhild",
    )  # fmt: skip


@pytest.mark.rule("FUD-141", "FUD-145", "FUD-154")
@pytest.mark.parametrize(
    ("change", "path", "rule"),
    [
        ({"b": "snorri"}, "$.b", "FUD-154"),
        ({"b": "nobody-here"}, "$.b", ""),
        ({"minimum_a": -4}, "$.minimum_a", "FUD-141"),
        ({"situation": [{"actor": "snorri", "amount": 4, "reason": "x"}]},
         "$.situation[0].amount", "FUD-145"),
        ({"situation": [{"actor": "snorri", "amount": 0, "reason": "x"}]},
         "$.situation[0].amount", "FUD-145"),
        ({"situation": [{"actor": "snorri", "amount": 1, "reason": ""}]},
         "$.situation[0].reason", "FUD-145"),
        ({"situation": [{"amount": 1, "reason": "whose?"}]}, "$.situation[0].actor", ""),
    ],
)  # fmt: skip
def test_what_is_refused_leaves_nothing(change: dict[str, Any], path: str, rule: str) -> None:
    tavern = sit_down().duellists()
    before = len(list(tavern.session.log()))
    with pytest.raises(Refused) as refused:
        tavern.exchange(**change)
    assert (refused.value.path, refused.value.rule) == (path, rule)
    assert len(list(tavern.session.log())) == before


@pytest.mark.rule("FUD-178")
@pytest.mark.parametrize(
    ("one", "shield", "bonus"),
    [
        ({"class": "large", "sharp": True}, False, 1),  # 4 against a knife with its edge, 1
        ({"class": "large", "sharp": True}, True, 1),  # 4 against 2, the book's own example
        ({"class": "average", "sharp": True}, True, 0),  # 3 against 2, FUD-EX-185
        ({"class": "average"}, True, 0),  # 2 against 2, FUD-EX-188
        ({"class": "small"}, True, -1),  # 0 against 2: the other has it, FUD-EX-187
    ],
)
def test_the_larger_weapon_and_shield(one: dict[str, Any], shield: bool, bonus: int) -> None:
    """FUD-178: two points of difference give +1 to that side."""
    tavern = sit_down()
    tavern.enter("one", weapons={"w": {"name": "Weapon", "skill": "blade"} | one})
    knife = {"name": "Knife", "skill": "blade", "class": "small", "sharp": True}
    more: dict[str, Any] = {"shield": {"name": "Shield", "class": "regular"}} if shield else {}
    tavern.enter("two", weapons={"knife": knife}, **more)
    receipt = tavern.do({"type": "fudge.exchange", "a": "one", "b": "two"}, -4, -4)
    totals = [roll.total + 4 for roll in all_of(receipt, Rolled)]
    assert totals == [max(0, bonus), max(0, -bonus)]


@pytest.mark.rule("FUD-178")
def test_the_larger_weapon_helps_in_a_fight_alone() -> None:
    """FUD-178: what is in hand counts in no contest that is no combat."""
    tavern = sit_down()
    pole = {"name": "Polearm", "skill": "blade", "class": "large"}
    tavern.enter("one", weapons={"w": pole})
    tavern.enter("two", weapons={"w": pole | {"class": "small"}})
    sides_ = {"a": "one", "b": "two"}
    contest = {"type": "fudge.contest", "trait_a": "blade", "trait_b": "blade"} | sides_
    assert [roll.total for roll in all_of(tavern.do(contest, 0, 0), Rolled)] == [0, 0]
    fight = {"type": "fudge.exchange", "minimum_a": "Superb"} | sides_
    assert [roll.total for roll in all_of(tavern.do(fight, 0, 0), Rolled)] == [1, 0]


@pytest.mark.rule("FUD-169", "FUD-181")
def test_no_melee_with_a_bow() -> None:
    """FUD-169, and with it FUD-181: All-out Attack is for melee alone."""
    tavern = sit_down()
    bow = {"name": "Bow", "skill": "blade", "class": "average", "ranged": True}
    tavern.enter("archer", weapons={"bow": bow})
    tavern.enter("two")
    with pytest.raises(Refused, match="no weapon for a melee") as refused:
        tavern.do({"type": "fudge.exchange", "a": "archer", "b": "two"})
    assert (refused.value.rule, refused.value.path) == ("FUD-169", "$.a")
    tavern.enter("pacifist", weapons={})
    with pytest.raises(Refused, match="no weapon, nor fists"):
        tavern.do({"type": "fudge.exchange", "a": "pacifist", "b": "two"})


@pytest.mark.rule("FUD-149")
def test_a_skill_that_he_lacks_is_poor() -> None:
    """FUD-149."""
    tavern = sit_down().duellists()
    receipt = tavern.exchange(0, 0, 0, trait_a="whip")
    roll = all_of(receipt, Rolled)[0]
    assert (roll.total, roll.modifiers[0].rule) == (-2, "FUD-149")


@pytest.mark.rule("FUD-155", "FUD-181")
@pytest.mark.parametrize(
    ("a", "b", "shifts", "settled"),
    [
        (ALL_OUT_ATTACK, NORMAL, (0, 1), ("brynhild", "FUD-181")),
        (NORMAL, NORMAL, (0, 0), ("", "FUD-155")),
        (ALL_OUT_ATTACK, ALL_OUT_DEFENCE, (1, 0), ("", "FUD-155")),
        (ALL_OUT_ATTACK, NORMAL, (1, 0), ("snorri", "FUD-155")),
    ],
)
def test_whoever_wins_a_tie_wins_it_by_its_own_rule(
    a: Manoeuvre, b: Manoeuvre, shifts: tuple[int, int], settled: tuple[str, str]
) -> None:
    """FUD-155: a tie has no winner, but for FUD-181, which says who it is."""
    tavern = sit_down(damage_roll="off").duellists()
    found = of(tavern.exchange(*shifts, manoeuvre_a=a, manoeuvre_b=b), Settled)
    assert (found.winner, found.rule) == settled


@pytest.mark.rule("FUD-161", "FUD-181")
def test_two_tied_all_out_attacks_wound_both_at_once() -> None:
    """FUD-161, FUD-181: the first wound changes nothing of the second blow."""
    tavern = sit_down(damage_roll="off").duellists()
    receipt = tavern.exchange(0, 0, manoeuvre_a=ALL_OUT_ATTACK, manoeuvre_b=ALL_OUT_ATTACK)
    blows = all_of(receipt, Blow)
    assert [(b.attacker, b.base, b.calculated) for b in blows] == [
        ("snorri", 2, 4),
        ("brynhild", 2, 5),
    ]
    wounds = all_of(receipt, Wounded)
    assert [(w.actor, w.after) for w in wounds] == [("brynhild", 4), ("snorri", 5)]
    assert receipt.events.index(blows[1]) < receipt.events.index(wounds[0])


@pytest.mark.rule("FUD-172", "FUD-182")
@pytest.mark.parametrize(
    ("fields", "shifts", "lang", "said"),
    [
        ({"minimum_a": "Superb"}, (1, 0), "en",
         "Great against Good: neither Snorri nor Brynhild hits, for it takes Superb."),
        ({"minimum_b": "Superb"}, (0, 1), "it",
         "Buono contro Ottimo: né Snorri né Brynhild va a segno, perché serve Superbo."),
        ({"manoeuvre_a": ALL_OUT_ATTACK, "manoeuvre_b": ALL_OUT_ATTACK, "minimum_a": "Superb+1",
          "minimum_b": "Superb"}, (0, 0), "en",
         "Great against Great: neither Snorri nor Brynhild hits, for it takes Superb."),
        ({"manoeuvre_a": ALL_OUT_DEFENCE, "manoeuvre_b": ALL_OUT_DEFENCE}, (1, 0), "en",
         "Superb+1 against Superb: Snorri and Brynhild come apart unhurt, for the defence held."),
    ],
)  # fmt: skip
def test_a_round_without_a_blow_says_why(
    fields: dict[str, Any], shifts: tuple[int, int], lang: str, said: str
) -> None:
    """FUD-172: the minimum that was missed is named; FUD-182: whoever else defended."""
    tavern = sit_down().duellists()
    assert told(tavern, tavern.exchange(*shifts, **fields), lang)[-1] == said


# --- declarations


def declared(tavern: Tavern) -> Any:
    return tavern.exchange(0, 1, manoeuvre_a="ask", manoeuvre_b="ask")


@pytest.mark.rule("FUD-168", "FUD-181", "FUD-182")
def test_manoeuvres_are_declared_in_secret_and_shown_together() -> None:
    """FUD-168: neither sees the other's before both are in, the GM included."""
    tavern = sit_down().duellists()
    receipt = declared(tavern)
    assert receipt.waiting is not None
    assert receipt.waiting.name == "manoeuvre"
    assert receipt.waiting.to == ("snorri", "brynhild")
    assert [(c.key, c.rule) for c in receipt.waiting.choices] == [
        (NORMAL, "FUD-168"),
        (ALL_OUT_ATTACK, "FUD-181"),
        (ALL_OUT_DEFENCE, "FUD-182"),
    ]
    answer = {"type": "table.answer", "answer": ALL_OUT_ATTACK}
    tavern.session.do(answer, "anna")
    for viewer in ("bea", "master"):
        seen = str([e.message for e in tavern.session.log(viewer=viewer)])
        assert f"answer='{ALL_OUT_ATTACK}'" not in seen
    done = tavern.session.do(answer | {"answer": ALL_OUT_DEFENCE}, "bea")
    assert of(done, Declared).manoeuvres == {
        "snorri": ALL_OUT_ATTACK,
        "brynhild": ALL_OUT_DEFENCE,
    }
    assert of(done, Held).why == "defence"
    assert told(tavern, done)[0] == (
        "Brynhild thinks of nothing but defence. Snorri throws everything into the attack."
    )


def test_only_who_left_it_open_is_asked() -> None:
    tavern = sit_down().duellists()
    receipt = tavern.exchange(0, 1, 0, manoeuvre_b="ask")
    assert receipt.waiting is not None
    assert receipt.waiting.to == ("brynhild",)
    with pytest.raises(NotAllowed):
        tavern.session.do({"type": "table.answer", "answer": NORMAL}, "anna")
    done = tavern.session.do({"type": "table.answer", "answer": NORMAL}, "bea")
    assert not all_of(done, Declared)
    assert of(done, Blow).attacker == "brynhild"


def test_players_do_not_call_the_round() -> None:
    tavern = sit_down().duellists()
    with pytest.raises(NotAllowed):
        tavern.session.do({"type": "fudge.exchange", "a": "snorri", "b": "brynhild"}, "anna")
