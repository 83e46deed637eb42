"""Critical results and what comes of them (4.8)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.core.errors import Refused, RollbookError
from rollbook.core.table.effects import effects
from rollbook.core.vocabulary import Rolled, Settled
from rollbook.plugins.fudge import Attacked, Attempted, Blow, Competed, Contested, Held
from rollbook.plugins.fudge.actions.criticals import Critical, Prevailed, by_dice, by_margin, lifted
from rollbook.plugins.fudge.actions.mishaps import CriticalTableSet, Mishap
from rollbook.plugins.fudge.damage.levels import DEAD
from rollbook.plugins.fudge.points.shifting import Bent
from rollbook.plugins.testing import laws

from .lucky import lucky
from .tavern import Tavern, all_of, of, sit_down, told

CLIMB = {"type": "fudge.attempt", "actor": "mickey", "trait": "climbing"}
CONTEST = {
    "type": "fudge.contest", "a": "arnold", "b": "mickey",
    "trait_a": "climbing", "trait_b": "climbing",
}  # fmt: skip
ANNOUNCE = {"type": "fudge.announce", "actor": "mickey"}
TABLE = {
    "type": "fudge.set_critical_table",
    "kind": "failure",
    "rows": [
        {"least": 1, "most": 3, "text": "a bootlace comes undone", "effect": "stumble"},
        {"least": 4, "most": 5, "text": "the lamp goes out"},
    ],
}


def on_ladder(level: int, **options: Any) -> Tavern:
    """Mickey, who climbs at a level."""
    tavern = sit_down(**options)
    tavern.enter("mickey", "anna", skills={"climbing": level})
    return tavern


@pytest.mark.rule("FUD-243")
@pytest.mark.parametrize(
    ("level", "situation", "roll", "result", "kind"),
    [
        (-3, 0, 4, 4, "success"),  # Good by the numbers, Superb+1 for a critical success
        (1, 0, 4, 5, "success"),  # better than that already
        (3, 0, -4, -4, "failure"),  # Mediocre by the numbers, Terrible-1 for a critical failure
        (-3, 0, -4, -7, "failure"),
        (2, 2, 2, 6, ""),  # four over his trait, by modifiers
        (0, -2, -2, -4, ""),
        (0, 0, 3, 3, ""),
    ],
)
def test_only_the_dice_make_a_natural_critical(
    level: int, situation: int, roll: int, result: int, kind: str
) -> None:
    tavern = on_ladder(level)
    more = [{"amount": situation, "reason": "the wall"}] if situation else []
    receipt = tavern.do(CLIMB | {"situation": more}, roll)
    assert of(receipt, Attempted).result == result
    assert [c.kind for c in all_of(receipt, Critical)] == ([kind] if kind else [])
    assert all(c.rule == "FUD-243" for c in all_of(receipt, Critical))


@pytest.mark.rule("FUD-243")
def test_a_critical_success_beats_what_is_none_and_two_compare_as_usual() -> None:
    tavern = lucky()
    better = [{"amount": 3, "reason": "a ladder", "actor": "mickey"}]
    receipt = tavern.do(CONTEST | {"situation": better}, 4, 3)  # 4 against 1 + 3 + 3
    done = of(receipt, Contested)
    assert (done.result_a, done.result_b, done.outcome, done.degree) == (8, 7, "a", 1)
    assert (of(receipt, Prevailed).before, of(receipt, Prevailed).after) == (4, 8)
    receipt = tavern.do(CONTEST | {"situation": better}, 4, 4)  # 4 against 8, both critical
    assert (of(receipt, Contested).outcome, all_of(receipt, Prevailed)) == ("b", [])
    receipt = tavern.do(CONTEST, -4, 0)
    assert of(receipt, Contested).result_a == -4


@pytest.mark.rule("FUD-243")
@pytest.mark.parametrize(
    ("shifts", "results"),
    [
        ((4, 3, 0), {"one": 7, "x": 6, "y": 0}),  # his 4, lifted over the best of them
        ((3, 4, 0), {"one": 6, "x": 7, "y": 0}),  # theirs, lifted over his
        ((4, 4, 3), {"one": 4, "x": 7, "y": 3}),  # both critical: as the numbers are
        ((4, -4, 0), {"one": 4, "x": -4, "y": 0}),
    ],
)
def test_a_critical_success_counts_against_several_as_against_one(
    shifts: tuple[int, ...], results: dict[str, int]
) -> None:
    """Fair fighters; whoever has most gets three levels more, so that a plain roll may lead."""
    tavern = sit_down(damage_roll="off", multi_penalty="epic", critical_effects="none")
    for name in ("one", "x", "y"):
        tavern.enter(name)
    better = "x" if shifts[0] == 4 and shifts[1] in (3, 4) else "one"
    situation = [{"amount": 3, "reason": "the stairs", "actor": better}] if shifts[1] > 0 else []
    one, x, y = ({"actor": name, "minimum": 99} for name in ("one", "x", "y"))
    melee = {
        "type": "fudge.melee", "bouts": [{"one": one, "others": [x, y]}], "situation": situation,
    }  # fmt: skip
    receipt = tavern.do(melee, *shifts)
    (settled,) = all_of(receipt, Settled)
    lone = next(r for r in all_of(receipt, Rolled) if r.actor == "one")
    assert [m.rule for m in lone.modifiers if m.amount < 0] == ["FUD-188"]
    wanted = dict(results)
    if shifts[0] != 4:
        wanted["one"] -= 1  # two foes take one off the lone fighter, and the rest follows
        wanted["x"] -= 1
    assert settled.results == wanted


@pytest.mark.rule("FUD-243", "FUD-038")
@pytest.mark.parametrize(("shift", "levels", "result"), [(-4, 1, -2), (3, 1, 5), (-3, -1, -3)])
def test_a_point_makes_no_natural_critical_and_buys_one_off(
    shift: int, levels: int, result: int
) -> None:
    """Neither the failure that was bought away, nor what a shift would make, is critical."""
    tavern = lucky()
    tavern.do(ANNOUNCE | {"levels": levels}, by="anna")
    receipt = tavern.do(CLIMB, shift)
    assert (of(receipt, Attempted).result, all_of(receipt, Critical)) == (result, [])


@pytest.mark.rule("FUD-243", "FUD-038")
@pytest.mark.parametrize(
    ("shift", "levels", "kind", "result"), [(4, 1, "success", 6), (-4, -1, "failure", -4)]
)
def test_a_point_that_goes_the_same_way_takes_nothing_from_a_critical(
    shift: int, levels: int, kind: str, result: int
) -> None:
    """Somebody Good, at +4 and a level more: whoever pays for that does not lose by it."""
    tavern = lucky()
    tavern.do(ANNOUNCE | {"levels": levels}, by="anna")
    receipt = tavern.do(CLIMB, shift)
    assert (of(receipt, Critical).kind, of(receipt, Attempted).result) == (kind, result)
    assert of(receipt, Bent).after == 1 + shift + levels


@pytest.mark.rule("FUD-243", "FUD-038")
def test_a_point_takes_a_foes_critical_away() -> None:
    tavern = lucky()
    tavern.do(ANNOUNCE | {"levels": -1, "roll": "other"}, by="anna")
    receipt = tavern.do(CONTEST, 4, 0)
    assert all_of(receipt, Critical) == []
    assert of(receipt, Contested).result_a == 4 - 1


@pytest.mark.rule("FUD-243", "FUD-244")
@pytest.mark.parametrize(
    ("criticals", "rules"),
    [("off", []), ("natural", ["FUD-243"]), ("margin", ["FUD-244"]), ("both", ["FUD-243"])],
)
def test_the_table_says_which_criticals_there_are_and_each_roll_has_one(
    criticals: str, rules: list[str]
) -> None:
    """A natural +4 of somebody Good is six above Mediocre too."""
    tavern = lucky(criticals=criticals)
    receipt = tavern.do(CLIMB | {"difficulty": "Mediocre"}, 4)
    assert [c.rule for c in all_of(receipt, Critical)] == rules


@pytest.mark.rule("FUD-244")
@pytest.mark.parametrize(
    ("roll", "difficulty", "kinds"),
    [(2, -1, ["success"]), (1, -1, []), (-2, 3, ["failure"]), (-1, 3, [])],
)
def test_four_levels_over_or_under_make_a_critical_where_margins_do(
    roll: int, difficulty: int, kinds: list[str]
) -> None:
    tavern = lucky(criticals="margin")
    receipt = tavern.do(CLIMB | {"difficulty": difficulty}, roll)
    found = all_of(receipt, Critical)
    assert [c.kind for c in found] == kinds
    assert all(c.before == c.after and abs(c.margin or 0) == 4 for c in found)


@pytest.mark.rule("FUD-244")
def test_in_a_contest_the_relative_degree_is_the_margin_of_both() -> None:
    tavern = lucky(criticals="margin")
    receipt = tavern.do(CONTEST, -1, 2)  # Mediocre against Superb
    kinds = {c.actor: (c.kind, c.margin) for c in all_of(receipt, Critical)}
    assert kinds == {"arnold": ("failure", -4), "mickey": ("success", 4)}
    assert all_of(tavern.do(CONTEST, 0, 2), Critical) == []


@pytest.mark.rule("FUD-244")
def test_in_a_fight_too() -> None:
    """The fight's own margin, and the GM then says what it means for the loser."""
    tavern = sit_down(criticals="margin", damage_roll="off").duellists()
    receipt = tavern.do(EXCHANGE, 3, -2, answers={"critical-failure": "nothing"})
    found = {c.actor: (c.kind, c.combat) for c in all_of(receipt, Critical)}
    assert found == {"snorri": ("success", True), "brynhild": ("failure", True)}


@pytest.mark.rule("FUD-244", "FUD-175", "FUD-196")
@pytest.mark.parametrize(
    ("result", "difficulty", "kinds"),
    [(3, -1, ["success"]), (2, -1, []), (-2, 2, ["failure"]), (-2, 1, [])],
)
@pytest.mark.parametrize("kind", ["fudge.attack", "fudge.shoot"])
def test_a_blow_or_shot_that_nobody_defends_against_is_measured_by_its_difficulty(
    kind: str, result: int, difficulty: int, kinds: list[str]
) -> None:
    tavern = sit_down(criticals="margin", damage_roll="off", critical_effects="none")
    bow = {"name": "Bow", "skill": "blade", "class": "average", "ranged": kind == "fudge.shoot"}
    tavern.enter("a", skills={"blade": result}, weapons={"bow": bow}, wields="bow")
    tavern.enter("b", weapons={"bow": bow}, skills={"blade": 0}, wields="bow")
    command = {"type": kind, "attacker": "a", "target": "b", "difficulty": difficulty}
    command |= {"answer": "none"} if kind == "fudge.shoot" else {}
    found = all_of(tavern.do(command, 0), Critical)
    assert [(c.kind, c.combat) for c in found] == [(kind, True) for kind in kinds]


@pytest.mark.rule("FUD-244", "FUD-197")
def test_a_shot_far_from_its_dodge_is_critical_for_both() -> None:
    """Superb against a dodge at Fair that a bow makes Poor: five."""
    tavern = sit_down(criticals="margin", damage_roll="off", critical_effects="none")
    bow = {"name": "Bow", "skill": "bow", "class": "average", "ranged": True}
    tavern.enter("a", skills={"bow": "Superb"}, weapons={"bow": bow}, wields="bow")
    tavern.enter("b", skills={"blade": 0, "dodge": "Fair"})
    receipt = tavern.do({"type": "fudge.shoot", "attacker": "a", "target": "b"}, 0, 0)
    found = {c.actor: (c.kind, c.margin) for c in all_of(receipt, Critical)}
    assert found == {"a": ("success", 5), "b": ("failure", -5)}
    assert all(c.combat for c in all_of(receipt, Critical))


@pytest.mark.rule("FUD-244", "FUD-187")
def test_one_against_several_is_measured_by_the_best_of_them_and_each_by_him() -> None:
    """Superb, two taken off, beats Poor by three and Terrible by four; one who is Good wins."""
    tavern = sit_down(criticals="margin", damage_roll="off", critical_effects="none")
    for name, skill in (("one", 3), ("x", -2), ("y", -3), ("z", -3)):
        tavern.enter(name, skills={"blade": skill})
    names = ({"actor": name, "minimum": 99} for name in ("x", "y", "z"))
    bout = {"one": {"actor": "one", "minimum": 99}, "others": list(names)}
    melee = {"type": "fudge.melee", "bouts": [bout]}
    receipt = tavern.do(melee, 0, 0, 0, 0)
    found = {c.actor: (c.kind, c.margin) for c in all_of(receipt, Critical)}
    assert found == {"y": ("failure", -4), "z": ("failure", -4)}
    assert all_of(receipt, Attacked) == []  # he minds them as ever
    criticals = all_of(tavern.do(melee, -3, 4, 0, 0), Critical)
    marked = {c.actor: (c.kind, c.margin, c.combat) for c in criticals}
    assert marked == {"one": ("failure", -4, True), "x": ("success", 4, True)}


@pytest.mark.rule("FUD-182", "FUD-244")
@pytest.mark.parametrize(
    ("criticals", "shift", "hits"),
    [("margin", -2, True), ("margin", -1, False), ("both", -2, True), ("natural", -2, False),
     ("natural", -4, True), ("off", -4, False)],
)  # fmt: skip
def test_an_all_out_defence_hurts_who_fails_critically_however_criticals_are_made(
    criticals: str, shift: int, hits: bool
) -> None:
    """Fair and two against Fair: two ahead, and four where the other's dice show −2."""
    tavern = sit_down(criticals=criticals, damage_roll="off", critical_effects="none")
    for name in "ab":
        tavern.enter(name)
    exchange = {"type": "fudge.exchange", "a": "a", "b": "b", "manoeuvre_a": "all-out-defence"}
    assert bool(all_of(tavern.do(exchange, 0, shift), Blow)) == hits


@pytest.mark.rule("FUD-182", "FUD-187", "FUD-244")
def test_so_does_one_who_defends_all_out_against_several() -> None:
    """He beats them all, but hurts only her who is four behind."""
    tavern = sit_down(criticals="margin", damage_roll="off", critical_effects="none")
    for name, skill in (("one", 3), ("x", 0), ("y", 1)):
        tavern.enter(name, skills={"blade": skill})
    one = {"actor": "one", "manoeuvre": "all-out-defence"}
    bout = {"one": one, "others": [{"actor": "x"}, {"actor": "y"}]}
    receipt = tavern.do({"type": "fudge.melee", "bouts": [bout]}, 0, 0, 0)  # 3 + 2 - 1
    assert [(blow.target, blow.base) for blow in all_of(receipt, Blow)] == [("x", 4)]


@pytest.mark.rule("FUD-243", "FUD-159")
@pytest.mark.parametrize(
    ("levels", "shifts", "results", "best"),
    [
        ((0, 3, 0), (4, 2, 0), (6, 5, 0), "a"),  # Superb+1 against Superb+2
        ((3, 3, 3), (4, 3, 4), (7, 6, 7), ""),
        ((0, 3, 3), (4, 4, 3), (7, 10, 6), "b"),  # both criticals are over the third, as they were
        ((0, 0, 0), (-4, 0, 1), (-4, 0, 1), "c"),
    ],
)
def test_in_a_contest_of_several_every_critical_success_beats_what_is_none(
    levels: tuple[int, ...], shifts: tuple[int, ...], results: tuple[int, ...], best: str
) -> None:
    tavern = sit_down()
    for actor, level in zip("abc", levels, strict=True):
        tavern.enter(actor, skills={"climbing": level})
    rivals = [{"actor": actor, "trait": "climbing"} for actor in "abc"]
    done = of(tavern.do({"type": "fudge.compete", "rivals": rivals}, *shifts), Competed)
    assert tuple(done.results.values()) == results
    assert done.best == ((best,) if best else ("a", "c"))


@pytest.mark.rule("FUD-244", "FUD-159")
def test_in_a_contest_of_several_the_margin_is_over_or_under_the_best_of_the_others() -> None:
    tavern = sit_down(criticals="margin")
    for actor, level in (("a", 3), ("b", -1), ("c", -2)):
        tavern.enter(actor, skills={"climbing": level})
    rivals = [{"actor": actor, "trait": "climbing"} for actor in "abc"]
    receipt = tavern.do({"type": "fudge.compete", "rivals": rivals}, 0, 0, 0)
    found = {c.actor: (c.kind, c.margin) for c in all_of(receipt, Critical)}
    assert found == {"a": ("success", 4), "b": ("failure", -4), "c": ("failure", -5)}


@pytest.mark.rule("FUD-243", "FUD-187")
def test_a_critical_that_is_lifted_does_not_beat_another_critical_by_it() -> None:
    """The lone fighter's Superb+1 has to beat 6, which is no critical; the other's 7 is one."""
    tavern = sit_down(damage_roll="off", critical_effects="none")
    for name, skill in (("one", 0), ("x", 3), ("y", 3)):
        tavern.enter(name, skills={"blade": skill})
    others = [{"actor": name, "minimum": 99} for name in ("x", "y")]
    bout = {"one": {"actor": "one", "minimum": 99}, "others": others}
    receipt = tavern.do({"type": "fudge.melee", "bouts": [bout]}, 4, 3, 4)
    results = of(receipt, Settled).results
    assert results["one"] == results["x"] + 1
    assert results["y"] - results["one"] == 7 - 4


@pytest.mark.rule("FUD-243", "FUD-194")
def test_a_critical_success_beats_a_group_that_has_one_roll() -> None:
    """Terrible and +4 is Superb+1; Legendary and +2, one nearer to zero, is more."""
    tavern = sit_down(multi_group_roll="one_roll", legendary="unlimited", damage_roll="off")
    tavern.enter("one", skills={"blade": -3})
    for name in ("x", "y"):
        weapon = {"name": "Blade", "skill": "blade", "class": "average"}
        sheet = {"resistance": 0, "skills": {"blade": 5}, "weapons": {"blade": weapon}}
        tavern.do(
            {"type": "fudge.enter", "actor": name, "name": name, "sheet": sheet, "kind": "npc"}
        )
    bout = {"one": {"actor": "one", "target": "x"}, "others": [{"actor": "x"}, {"actor": "y"}]}
    receipt = tavern.do({"type": "fudge.melee", "bouts": [bout]}, 4, 2)
    assert [(b.attacker, b.base) for b in all_of(receipt, Blow)] == [("one", 1)]


@pytest.mark.rule("FUD-243")
def test_a_damage_roll_and_a_situation_are_never_critical() -> None:
    tavern = lucky(criticals="both")
    receipt = tavern.do({"type": "fudge.situational", "actor": "mickey", "purpose": "rain"}, 4)
    assert all_of(receipt, Critical) == []
    duel = sit_down(damage_roll="limited").duellists()
    assert all_of(duel.exchange(2, 0, -4), Critical) == []


# --- what comes of them


def failed(**options: Any) -> Tavern:
    """Brynhild has a critical failure in a round in which Snorri does not hit."""
    return sit_down(**options).duellists()


EXCHANGE = {"type": "fudge.exchange", "a": "snorri", "b": "brynhild", "minimum_a": "Superb+3"}


def stumble(tavern: Tavern, **answers: Any) -> Any:
    """Brynhild's dice show -4, and Snorri would have to be better than he can."""
    return tavern.do(EXCHANGE, 0, -4, answers=answers)


@pytest.mark.rule("FUD-245")
def test_the_gm_says_what_a_critical_failure_in_combat_means_when_the_round_is_done() -> None:
    tavern = failed()
    receipt = stumble(tavern)
    assert receipt.waiting is not None
    assert of(receipt, Held).why == "minimum"
    assert (receipt.waiting.to, receipt.waiting.rule) == (("gm",), "FUD-245")
    offered = {choice.key for choice in receipt.waiting.choices}
    assert offered == {"stumble", "fall", "drop-weapon", "stunned", "other", "nothing"}
    laws.hold(tavern.session)
    answer = {"type": "table.answer", "answer": "stunned"}
    receipt = tavern.session.do(answer, "master")
    assert of(receipt, Mishap).effect == "stunned"
    assert [kind for _, kind in running(tavern)] == ["stunned"]
    assert told(tavern, receipt) == ["Brynhild is stunned."]


def running(tavern: Tavern) -> list[tuple[str, str]]:
    look = tavern.session.view()
    return [(name, effect.kind) for name, effect in look.table.effects.items()]


@pytest.mark.rule("FUD-245")
def test_of_whoever_died_of_it_nobody_asks_what_else_it_means() -> None:
    """Ten boxes, and 3 + 4 by which he lost, 3 of the axe, 3 of Strength; or 1 less of it: 9."""
    for strength, asked in (("Superb", False), ("Mediocre", True)):
        tavern = sit_down(damage_roll="off")
        axe = {"axe": {"name": "Axe", "skill": "axe", "class": "large"}}
        skill = {"axe": "Fair"}
        tavern.enter("ann", attributes={"strength": strength}, skills=skill, weapons=axe)
        tavern.enter("bo")
        receipt = tavern.do({"type": "fudge.exchange", "a": "ann", "b": "bo"}, 3, -4)
        assert (tavern.character("bo").level == DEAD) is not asked
        assert (receipt.waiting is not None) is asked


@pytest.mark.rule("FUD-245")
def test_what_is_dropped_is_no_longer_in_hand_and_is_taken_up_again() -> None:
    tavern = failed()
    stumble(tavern, **{"critical-failure": "drop-weapon"})
    assert tavern.character("brynhild").wields == ""
    with pytest.raises(Refused, match="no weapon"):
        tavern.exchange(0, 0)
    tavern.do({"type": "fudge.wield", "actor": "brynhild", "weapon": "axe"}, by="bea")
    assert tavern.character("brynhild").wields == "axe"


@pytest.mark.rule("FUD-245")
def test_no_critical_failure_kills_and_the_gm_may_find_his_own_words() -> None:
    tavern = failed()
    before = tavern.character("brynhild")
    answers = {"critical-failure": "other", "critical": "the axe is stuck in the bar"}
    receipt = stumble(tavern, **answers)
    assert of(receipt, Mishap).text == "the axe is stuck in the bar"
    assert tavern.character("brynhild") == before
    assert running(tavern) == []


@pytest.mark.rule("FUD-243", "FUD-245")
@pytest.mark.parametrize("asks", ["none", "combat", "all"])
def test_the_table_says_of_which_criticals_the_gm_is_asked(asks: str) -> None:
    fight = stumble(failed(critical_effects=asks)).waiting
    climb = lucky(critical_effects=asks).do(CLIMB, 4).waiting
    assert [bool(fight), bool(climb)] == [asks != "none", asks == "all"]


@pytest.mark.rule("FUD-246")
def test_a_table_of_the_gms_own_answers_instead_and_the_gm_where_it_is_silent() -> None:
    tavern = failed()
    tavern.do(TABLE)
    tavern.hand.faces = [5, 5, 6, 4, 5]  # 0 and -4, then 5 on the table
    receipt = tavern.session.do(EXCHANGE, "master")
    found = of(receipt, Mishap)
    assert (found.text, found.effect, found.rule) == ("the lamp goes out", "other", "FUD-246")
    tavern.hand.faces = [5, 5, 6, 4, 6]
    receipt = tavern.session.do(EXCHANGE, "master")
    assert receipt.waiting is not None
    tavern.session.do({"type": "table.answer", "answer": "nothing"}, "master")
    receipt = tavern.do({"type": "fudge.set_critical_table", "kind": "failure"})
    assert of(receipt, CriticalTableSet).table is None
    assert all_of(stumble(tavern), Rolled)[-1].purpose == "exchange"


@pytest.mark.rule("FUD-246")
@pytest.mark.parametrize(
    "rows",
    [
        [{"least": 3, "most": 1, "text": "x"}],
        [{"least": 1, "most": 3, "text": "x"}, {"least": 3, "most": 6, "text": "y"}],
        [{"least": 1, "most": 3, "text": " "}],
    ],
)
def test_a_table_has_ranges_that_do_not_overlap_and_says_something(rows: Any) -> None:
    with pytest.raises(Refused) as found:
        lucky().do(TABLE | {"rows": rows})
    assert found.value.rule == "FUD-246"
    with pytest.raises(RollbookError):
        lucky().do(TABLE | {"dice": "1d"})


# --- odds and laws


@pytest.mark.rule("FUD-243")
def test_each_natural_critical_has_two_chances_in_thirty_six() -> None:
    """By counting the faces of two dice, read as the lower with its sign, a five being nothing."""
    pairs = [(p, n) for p in range(1, 7) for n in range(1, 7)]
    falls = [0 if p == n else p if p < n else -n for p, n in pairs]
    falls = [0 if abs(fall) == 5 else fall for fall in falls]
    kinds = [by_dice(fall) for fall in falls]
    assert (kinds.count("success"), kinds.count("failure"), len(kinds)) == (2, 2, 36)


@given(st.sampled_from(["success", "failure"]), st.integers(-20, 20))
def test_a_critical_lies_off_the_ladder_and_never_makes_it_less_so(kind: Any, result: int) -> None:
    after = lifted(kind, result, {})
    assert after == max(result, 4) if kind == "success" else after == min(result, -4)


@given(st.integers(-12, 12))
def test_margins_and_dice_are_critical_from_four_on(number: int) -> None:
    kind = "success" if number >= 4 else "failure" if number <= -4 else ""
    assert by_margin(number) == kind
    assert by_dice(number) == kind


def test_effects_are_the_tables_own() -> None:
    """So that a round, a scene or the GM ends them."""
    tavern = failed()
    tavern.do({"type": "table.begin_scene"})
    stumble(tavern, **{"critical-failure": "fall"})
    ((name, _),) = effects(tavern.session.view(), "brynhild", "fall")
    tavern.do({"type": "table.end_scene"})
    assert name not in tavern.session.view().table.effects
