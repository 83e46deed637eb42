"""Two kept fights, four against four and one of other Scales: what each moment comes to, by hand.

The figures stand beside the sheets: a skill by its number on the ladder, and what is added to it
and taken off it in the order of the rules; Base Damage, Attack and Defence Modifier; the boxes of
the Damage Resistance (FUD-223). The journals are read as they lie there, without Rollbook.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from .golden.keeping import FOLDER

RULES = Path(__file__).parents[2] / "plugins" / "fudge" / "rules.toml"
BINDING = ("core", "optional", "variant", "gm-discretion")

Moment = list[dict[str, Any]]
"""The events that a command has led to, those of its answers among them."""


class Journal:
    """A kept journal, command by command."""

    def __init__(self, name: str) -> None:
        self.moments: list[tuple[dict[str, Any], Moment]] = []
        text = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8")
        for record in map(json.loads, text.splitlines()[1:]):
            if "body" not in record:
                continue
            body = json.loads(record["body"])
            if record["kind"] == "command" and body["type"] != "table.answer":
                self.moments.append((body, []))
            elif record["kind"] == "event":
                self.moments[-1][1].append(body)

    def at(self, command: str, number: int = 0, **fields: Any) -> Moment:
        """What a command with these fields came to; of several such, which."""
        found = [
            events
            for sent, events in self.moments
            if sent["type"] == f"fudge.{command}"
            and all(sent.get(field) == value for field, value in fields.items())
        ]
        return found[number]

    @property
    def cited(self) -> set[str]:
        """Ids of all rules that its events name."""
        return {
            rule
            for _, events in self.moments
            for event in events
            for rule in re.findall(r"FUD-\d{3}", json.dumps(event))
        }


def all_of(moment: Moment, kind: str) -> Moment:
    """The events of a kind."""
    return [event for event in moment if event["type"] == f"fudge.{kind}"]


def of(moment: Moment, kind: str) -> dict[str, Any]:
    """The one event of a kind."""
    (found,) = all_of(moment, kind)
    return found


def results(moment: Moment) -> dict[str, int]:
    """What was rolled on traits, by actor."""
    rolls = [event for event in moment if event["type"] == "table.rolled"]
    return {roll["actor"]: roll["total"] for roll in rolls if roll["rule"] != "FUD-217"}


def blows(moment: Moment) -> dict[tuple[str, str], tuple[int, int, int | None, int]]:
    """Base, Calculated Damage, what the Damage Roll showed and Final Damage, by who hits whom."""
    return {
        (blow["attacker"], blow["target"]): (
            blow["base"], blow["calculated"], blow["roll"], blow["final"],
        )
        for blow in all_of(moment, "blow")
    }  # fmt: skip


def wounds(moment: Moment) -> dict[str, tuple[int, int, int]]:
    """Points before, points after and the level, by who is wounded."""
    return {w["actor"]: (w["before"], w["after"], w["level"]) for w in all_of(moment, "wounded")}


SCRATCH, HURT, VERY_HURT, INCAPACITATED, NEAR_DEATH, DEAD = range(1, 7)


@pytest.fixture(scope="module")
def four() -> Journal:
    """Four against four."""
    return Journal("four_against_four")


@pytest.fixture(scope="module")
def heroic() -> Journal:
    """The superheroes."""
    return Journal("superheroic")


# --- four against four: across the water


@pytest.mark.rule("FUD-162")
def test_whoever_rolls_the_best_shoots_first(four: Journal) -> None:
    """Initiative is Fair of everybody: the dice alone. Velka holds hers, and cuts in."""
    moment = four.at("next_round")
    (began,) = [e for e in moment if e["type"] == "table.round_began"]
    keys = {slot["actor"]: slot["key"] for slot in began["slots"].values()}
    assert keys == {
        "velka": [0], "druin": [1], "mabrit": [-3], "orsel": [2],
        "hask": [-1], "ruvo": [-3], "pelk": [1], "grumm": [3],
    }  # fmt: skip


@pytest.mark.rule("FUD-196", "FUD-200", "FUD-223", "FUD-224")
def test_a_shot_at_one_who_sees_nothing(four: Journal) -> None:
    """Bow 2, a rest 1, dice -1: 2 where 1 is enough, so base 1; bow 2 and edge 1, no armour: 4."""
    moment = four.at("shoot", attacker="mabrit", answer="none")
    assert results(moment) == {"mabrit": 2}
    assert blows(moment) == {("mabrit", "ruvo"): (1, 4, -1, 3)}
    assert wounds(moment) == {"ruvo": (0, 3, HURT)}  # Mediocre: 2 and 2


@pytest.mark.rule("FUD-197", "FUD-198", "FUD-219")
def test_shots_that_are_dodged_and_shots_that_are_too_fast(four: Journal) -> None:
    """A bolt and a bullet take 2 off a dodge, a thrown knife nothing."""
    # Bow 1, Hurt -1, dice 1: 1. Dodge 2 - 2, dice 0: 0. 1 + 3 - a coat of 1 = 3.
    bolt = four.at("shoot", attacker="ruvo")
    assert results(bolt) == {"ruvo": 1, "mabrit": 0}
    assert blows(bolt) == {("ruvo", "mabrit"): (1, 3, 0, 3)}
    # Knife 1, dice 0; dodge 0, dice 1: a tie is a dodge.
    knife = four.at("shoot", attacker="velka")
    assert of(knife, "shot")["outcome"] == "dodged"
    # Pistol 1 - 1 = 0; dodge 1 - 2 = -1. 1 + 3 - coat 1 - buckler 1 = 2, and 2 - 3 is at least 1.
    bullet = four.at("shoot", attacker="hask", target="velka")
    assert blows(bullet) == {("hask", "velka"): (1, 2, -3, 1)}
    assert of(bullet, "blow")["limits"] == ["FUD-219"]


@pytest.mark.rule("FUD-199")
def test_two_who_shoot_back_each_against_a_difficulty_of_his_own(four: Journal) -> None:
    """Bow 2 - Hurt 1 - 2 = -1 misses Fair; bow 1 - Hurt 1 + 1 = 1 reaches Good, base 0."""
    moment = four.at("shoot", answer="shoot-back")
    assert results(moment) == {"mabrit": -1, "ruvo": 1}
    assert blows(moment) == {("ruvo", "mabrit"): (0, 2, -1, 1)}  # 0 + 3 - 1


# --- on the bridge


@pytest.mark.rule("FUD-161", "FUD-171", "FUD-181", "FUD-182")
def test_three_pairs_at_once(four: Journal) -> None:
    """All roll before anybody is wounded, and what they do is shown when all have said it."""
    moment = four.at("melee")
    # Velka 2 + 0, Hask 2 + 0. Druin 1 + 1 all out + 1, Grumm 0 + 2. Orsel 1 + 2 - 2, Pelk 2 - 3.
    assert results(moment) == {
        "velka": 2, "hask": 2, "druin": 3, "grumm": 2, "orsel": 1, "pelk": -1,
    }  # fmt: skip
    held = {(e["a"], e["b"]): (e["why"], e["rule"]) for e in all_of(moment, "held")}
    assert held == {
        ("velka", "hask"): ("tie", "FUD-171"),
        ("orsel", "pelk"): ("defence", "FUD-182"),
    }
    # 1 by which he won and 1 for the risk; axe 3, edge 1, Strength 2; a body of Scale 3.
    assert blows(moment) == {("druin", "grumm"): (2, 5, 0, 5)}
    assert wounds(moment) == {"grumm": (0, 5, HURT)}  # Good: 3 and 2
    kinds = [event["type"] for event in moment]
    last_roll = max(n for n, kind in enumerate(kinds) if kind == "table.rolled")
    assert kinds.index("fudge.wounded") > last_roll


@pytest.mark.rule("FUD-181")
def test_an_all_out_attack_that_loses_and_one_that_ties(four: Journal) -> None:
    lost = four.at("exchange", a="velka", manoeuvre_a="all-out-attack")
    # 2 + 1 - 2 = 1 against 2 + 1 = 3: base 2 + 2. Cutlass 2, edge 1, Strength 1; coat, buckler.
    assert blows(lost) == {("hask", "velka"): (4, 6, -2, 4)}
    assert wounds(lost) == {"velka": (1, 5, HURT)}  # Good: 3 and 2
    tied = four.at("exchange", a="druin", manoeuvre_a="all-out-attack")
    # 1 + 1 + 0 = 2 against 0 - 1 + 3 = 2: base 0 + 2. Post 3, Scale 3; boiled leather 2.
    assert results(tied) == {"druin": 2, "grumm": 2}
    assert blows(tied) == {("grumm", "druin"): (2, 6, 0, 6)}


@pytest.mark.rule("FUD-183", "FUD-218")
def test_a_look_around_helps_in_the_round_after_it(four: Journal) -> None:
    """Staff 1 and 1 for what he saw against 2 - 1; staff 2, Strength -1: 1 + 1, doubled at most."""
    assert of(four.at("observe"), "observed")["success"]
    moment = four.at("exchange", a="orsel", b="pelk")
    assert results(moment) == {"orsel": 2, "pelk": 1}
    assert blows(moment) == {("orsel", "pelk"): (1, 2, 4, 4)}
    assert of(moment, "blow")["limits"] == ["FUD-218"]


@pytest.mark.rule("FUD-174")
def test_whoever_runs_better_than_the_other_strikes_is_gone(four: Journal) -> None:
    """Running 1 - Hurt 1 + 2 = 2; a knife 0 - Hurt 1 + 0 = -1."""
    moment = four.at("exchange", a="mabrit", b="ruvo")
    assert of(moment, "managed")["done"]
    assert of(moment, "fighter_left") == {
        "type": "fudge.fighter_left", "actor": "ruvo", "how": "flee", "rule": "FUD-174",
    }  # fmt: skip
    assert not blows(moment)


# --- against several


@pytest.mark.rule("FUD-177", "FUD-179", "FUD-180", "FUD-187", "FUD-191", "FUD-243", "FUD-245")
def test_one_against_two_an_aimed_blow_and_a_critical_failure(four: Journal) -> None:
    moment = four.at("melee", 1)
    assert results(moment) == {
        "pelk": 2 - 1 - 1 + 3,  # one foe too many, Hurt
        "orsel": 1 + 2,
        "mabrit": 0 - 1 + 0,
        "velka": 2 + 1 - 1 - 1 + 2,  # blessed, aiming, Hurt
        "hask": 2 - 1 + 0,  # wet steps
        "druin": 1 - 1 + 0,
        "grumm": 0 - 1 - 4,
    }
    surrounded = of(moment, "surrounded")
    assert (surrounded["struck"], surrounded["rule"]) == (["mabrit"], "FUD-191")
    assert blows(moment) == {
        ("pelk", "mabrit"): (4, 4, -4, 1),  # 3 - -1; an edge of 1, a coat of 1; at least 1
        ("velka", "hask"): (2, 2, 0, 2),  # 3 - 1; sabre 3, breastplate 3
        ("druin", "grumm"): (5, 8, -4, 4),  # 0 - -5; 6 and 3
    }
    assert of(moment, "aimed")["struck"]
    assert wounds(moment) == {
        "mabrit": (4, 5, VERY_HURT),  # Fair: 2, 2 and 2
        "hask": (0, 2, SCRATCH),
        "grumm": (5, 9, INCAPACITATED),  # Good: 3, 2, 2 and 3
    }
    assert of(moment, "mishap")["effect"] == "fall"


@pytest.mark.rule("FUD-038", "FUD-192", "FUD-220", "FUD-238")
def test_one_foe_is_minded_a_roll_is_bent_and_a_fist_ends_it(four: Journal) -> None:
    moment = four.at("melee", 2)
    # Velka 2 - Hurt 1 + 0 = 1, a Fudge Point makes it Hask's 2. Orsel needs but Mediocre.
    bent = of(moment, "bent")
    assert (bent["by"], bent["before"], bent["after"]) == ("velka", 1, 2)
    (spent,) = [e for e in moment if e["type"] == "table.spent"]
    assert (spent["before"], spent["after"]) == (3, 2)
    assert blows(moment) == {
        ("orsel", "hask"): (2, 0, 2, 1),  # 1 - -1; 1 - 3; luck alone does 1
        ("druin", "pelk"): (2, 4, -3, 1),  # 1 - 1 - 1 + 3 against 2 - 1 - 1; Strength 2
    }
    assert of(moment, "stunned")["after"] == 1
    assert (of(moment, "knocked_out")["why"], of(moment, "knocked_out")["rule"]) == (
        "head", "FUD-238",
    )  # fmt: skip


@pytest.mark.rule("FUD-175", "FUD-205", "FUD-236")
def test_a_punch_that_is_pulled_a_guard_that_holds_and_a_throat(four: Journal) -> None:
    # 2 - 1 + 2 = 3 against 2 - 1 = 1; 2 + 3 - 3 = 2, and 1 more; she had said: one at most.
    assert blows(four.at("exchange", announced_a=1)) == {("velka", "hask"): (2, 2, 1, 1)}
    held = of(four.at("exchange", manoeuvre_b="only-defends"), "held")
    assert (held["result_a"], held["result_b"], held["rule"]) == (-2, 2, "FUD-175")
    killed = four.at("kill")
    assert not results(killed)
    assert (of(killed, "died")["automatic"], wounds(killed)["bodo"]) == (True, (0, 9, DEAD))


@pytest.mark.rule("FUD-039", "FUD-240", "FUD-241", "FUD-242")
def test_luck_a_healer_and_weeks(four: Journal) -> None:
    """Down to the last box of the level below; what a healer has seen to closes whole."""
    assert of(four.at("shrug_off"), "healed")["after"] == 4  # Very Hurt to Hurt: 2 and 2
    passed = [
        (e["actor"], e["before"], e["after"])
        for sent, events in four.moments
        if sent["type"] == "table.advance_clock"
        for e in all_of(events, "healed")
    ]
    assert passed == [("druin", 6, 0), ("velka", 5, 3), ("mabrit", 4, 2)]


# --- in the chapel


@pytest.mark.rule("FUD-184", "FUD-186", "FUD-216", "FUD-221", "FUD-227")
def test_stances_let_both_be_hit(four: Journal) -> None:
    moment = four.at("melee", 3)
    assert blows(moment) == {
        # 2 + 0 + 1 = 3 against 2 - 1 - 1 = 0; 3 + 3 - 3; without limits -3 leaves nothing
        ("velka", "hask"): (3, 3, -3, 0),
        # 1 + 0 + 2 = 3 against 1 + 0 - 1 = 0; 3 + 6 - 2
        ("druin", "ostar"): (3, 7, -1, 6),
        # 1 + 0 + 1 = 2 against 1 + 0 - 2 = -1; halberd 3 and 1, milder by 1; 3 + 3 - 2
        ("ostar", "druin"): (3, 4, 3, 7),
        # 0 + 1 = 1 against 1 - 2 = -1; 2 + 1, and 5 more for so small a body
        ("mabrit", "tik"): (2, 8, 0, 8),
    }
    # Druin is Great: two levels, so the last box of Hurt, 3 and 3. Tik is Fair: three levels.
    kept = {e["actor"]: (e["would"], e["after"], e["rule"]) for e in all_of(moment, "spared")}
    assert kept == {"druin": (7, 6, "FUD-227"), "tik": (8, 6, "FUD-227")}
    held = of(moment, "held")  # Orsel 1 + 0 - 1 and 1 + 0 + 1; Ruvo 0 - Hurt 1 + 2 = 1 for both
    assert (held["why"], held["rule"]) == ("stances", "FUD-186")


@pytest.mark.rule("FUD-178", "FUD-188", "FUD-189", "FUD-190", "FUD-194", "FUD-222")
def test_one_blow_for_a_whole_horde(four: Journal) -> None:
    """Sword 2 - 4 // 2 + the larger weapon 1 + 1 = 2; the horde -2 + 3, of which 2 count: 0."""
    (mustered,) = [events for sent, events in four.moments if sent["type"] == "fudge.muster"]
    horde = [e["character"] for e in all_of(mustered, "entered")]
    assert [(who["resistance"], who["boxes"]) for who in horde] == [(-2, [2, 1, 1, 2, 2])] * 4
    moment = four.at("melee", 4)
    grouped = of(moment, "group_rolled")
    assert (grouped["natural"], grouped["counts"]) == (3, 2)
    assert set(grouped["results"].values()) == {0}
    # 2 - 1 for the sweep = 1; 1 + 3 - 0 = 4; who barely hits does 2 at most
    assert list(blows(moment).values()) == [(1, 4, 0, 2)] * 4
    assert {e["rule"] for e in all_of(moment, "surrounded")} == {"FUD-190"}


@pytest.mark.rule("FUD-187", "FUD-195")
def test_one_die_for_each_of_a_group(four: Journal) -> None:
    """On a 6 better by what the second die says, on a 1 worse, else as they are."""
    moment = four.at("melee", 5)
    by = results(moment)
    # Axe 1, two foes -1, Hurt -1, the larger weapon 1, dice 0. A knife 0, and no foe too many.
    assert (by.pop("druin"), by.pop("mabrit")) == (0, -1)
    assert sorted(by.values()) == [-3, -2, -2, 0]  # -2 - 1, -2, -2 and -2 + 2
    found = [figures[:2] for figures in blows(moment).values()]
    assert found == [(2, 8), (2, 3)]  # 0 - -2 and 6; -1 - -3 and 1


@pytest.mark.rule("FUD-038", "FUD-041", "FUD-204", "FUD-239", "FUD-246")
def test_will_luck_and_a_table_of_criticals(four: Journal) -> None:
    moment = four.at("exchange", a="druin", b="ostar")
    # Druin 1 - Hurt 1 + his will 1 + 0; Ostar 1 - Very Hurt 2 - 1 = -2, and Druin's luck takes 1.
    assert of(moment, "bent")["after"] == -3
    assert blows(moment) == {("druin", "ostar"): (4, 8, -4, 4)}
    assert wounds(moment) == {"ostar": (6, 10, NEAR_DEATH)}
    treated = of(four.at("treat", patient="ostar"), "treated")
    assert (treated["success"], treated["stable"]) == (False, True)  # 2 - 1, where it takes Superb
    missed = four.at("exchange", 2, a="velka", b="hask")
    assert of(missed, "mishap")["text"] == "weed underfoot"  # a 5, of 4 to 6
    lucky = four.at("exchange", a="orsel", b="ruvo")
    # 1 + 3 without dice against 0 - Hurt 1 + 0: 5; staff 2 - 1
    assert blows(lucky) == {("orsel", "ruvo"): (5, 6, 0, 6)}


@pytest.mark.rule("FUD-226", "FUD-228")
def test_what_one_blow_may_do_at_most(four: Journal) -> None:
    # Pistol 1 - Hurt 1 + 3 = 3; 3 + 3 + 3 = 9. Unhurt to Very Hurt: 2, 2 and 2 of Fair.
    found = of(four.at("shoot", target="orsel"), "spared")
    assert (found["would"], found["after"], found["rule"]) == (9, 6, "FUD-226")
    # 2 - Hurt 1 + 2 + 2 = 5 against 2 - 1 + 1 = 2; 3 + 4 - 2 = 5 and 4. Only scratched at the
    # round's beginning, she does not come to be Near Death: 3, 2, 2 and 3 of Good.
    found = of(four.at("exchange", manoeuvre_b="offensive-2"), "spared")
    assert (found["would"], found["after"], found["rule"]) == (12, 10, "FUD-228")


@pytest.mark.rule("FUD-043", "FUD-207", "FUD-229", "FUD-244")
def test_who_is_spared_by_luck_who_by_nobody_and_a_wound_that_is_judged(four: Journal) -> None:
    moment = four.at("exchange", b="tik")
    # Axe 1 + larger weapon 1 - Hurt 1 + will 1 + 3 = 5 against 1 - Very Hurt 2 - 1 = -2.
    assert blows(moment) == {("druin", "tik"): (7, 18, None, 18)}  # 7 + 6 + 5, no roll
    assert not all_of(moment, "spared")  # the threshold is for the players' own
    assert wounds(moment)["tik"][2] == DEAD
    assert {(e["kind"], e["margin"]) for e in all_of(moment, "critical")} == {
        ("success", 7), ("failure", -7),
    }  # fmt: skip
    saved = four.at("shoot", target="mabrit", exempt=True)
    # 1 - 1 + 4 = 4 where Poor is enough: 6; 6 + 3 - 1 = 8 and 4. 2 + 12 is more than ten boxes.
    assert blows(saved) == {("hask", "mabrit"): (6, 8, 4, 12)}
    assert wounds(saved) == {"mabrit": (2, 6, VERY_HURT)}
    judged = four.at("exchange", 1, a="druin", b="hask")
    weighed = of(judged, "assessed")
    # 1 - 1 + 1 + 1 = 2 against 2 - 1 - 1 = 0; axe 4, Strength 2; a breastplate of 3
    figures = [weighed[k] for k in ("degree", "armour", "deadliness", "force", "resistance")]
    assert figures == [2, 3, 4, 2, 1]
    assert wounds(judged) == {"hask": (4, 8, INCAPACITATED)}  # Good: the first after 3, 2 and 2


def test_without_help_whoever_is_near_death_dies_within_the_hour(four: Journal) -> None:
    """FUD-202; Ostar, whom a healer saw to, does not."""
    dead = [e["actor"] for _, events in four.moments for e in all_of(events, "died")]
    assert dead[:2] == ["bodo", "tik"]
    assert "ruvo" in dead[2:]
    assert "ostar" not in dead


# --- of other Scales


@pytest.mark.rule("FUD-087", "FUD-088", "FUD-089", "FUD-090")
def test_powers_that_aim_themselves_and_one_that_fails(heroic: Journal) -> None:
    bolt = heroic.at("project", actor="cinder", target="dredger")
    # A dodge that nobody has is Poor: 1 - -2 = 3; 3 + 6 - Scale 6 - hide 1 = 2, and 2 more.
    assert blows(bolt) == {("cinder", "dredger"): (3, 2, 2, 4)}
    used = of(bolt, "power_used")
    assert (used["before"], used["after"], used["of"]) == (0, 1, 3)
    failed = heroic.at("project", actor="static")
    assert not of(failed, "power_used")["works"]  # Mediocre
    assert wounds(failed) == {"static": (0, 1, SCRATCH)}  # and Poor
    dodged = heroic.at("project", 1, actor="static")
    assert (of(dodged, "projected")["dodge"], of(dodged, "projected")["hit"]) == (2, False)


@pytest.mark.rule("FUD-225", "FUD-230")
def test_scale_on_both_sides(heroic: Journal) -> None:
    """Fists 1, Strength 1, Scale 4 against a hide of 1 and Scale 6."""
    moment = heroic.at("exchange", a="breakwater")
    # 2 + 1 = 3 against 0 + 0 and 1 for claws of 4 against fists of 1
    assert results(moment) == {"breakwater": 3, "dredger": 1}
    assert blows(moment) == {("breakwater", "dredger"): (2, 1, 0, 1)}
    assert of(moment, "wounded")["boxes"] == [5, 5, 2, 3, 2]  # Great: 3 and 3, and 2 more each


@pytest.mark.rule("FUD-038", "FUD-181", "FUD-243")
def test_all_that_he_has_and_luck_beside(heroic: Journal) -> None:
    """2 + 1 + 4 = 7 against 1: 6 and 1; 7 + 6 - 7 = 6; dice of -3, and two points make it -1."""
    moment = heroic.at("exchange", 1, a="breakwater")
    assert blows(moment) == {("breakwater", "dredger"): (7, 6, -1, 5)}
    assert of(moment, "critical")["kind"] == "success"
    assert wounds(moment) == {"dredger": (5, 10, HURT)}


@pytest.mark.rule("FUD-172", "FUD-231")
def test_somebody_tiny_finds_the_joint_and_is_hard_to_hit(heroic: Journal) -> None:
    sting = heroic.at("exchange", a="gnat")
    # 3 + 1 = 4 against 0 + 1 - Hurt 1 - 1 = -1; an edge of 1, Scale -6; 5 - 5 - 7
    assert blows(sting) == {("gnat", "dredger"): (5, -7, -4, 1)}
    assert "FUD-231" in of(sting, "blow")["limits"]
    missed = of(heroic.at("exchange", 1, a="gnat"), "held")
    # 3 - 3 = 0 against 0 + 1 - Very Hurt 2 + 2 = 1, where the GM has said Great
    assert (missed["result_a"], missed["result_b"], missed["minimum"]) == (0, 1, 2)


@pytest.mark.rule("FUD-226", "FUD-233")
def test_a_rifle_that_halves_scale_and_three_levels_at_most(heroic: Journal) -> None:
    """3 + 2 = 5 against 0 - 2 - 1 = -3; 8 + 5 - 4 // 2 = 11 and 4; Good: 5, 4 and 2 boxes."""
    moment = heroic.at("shoot", attacker="vantage")
    assert blows(moment) == {("vantage", "breakwater"): (8, 11, 4, 15)}
    assert wounds(moment) == {"breakwater": (0, 11, VERY_HURT)}


@pytest.mark.rule("FUD-043", "FUD-205")
def test_a_foot_from_which_only_luck_saves(heroic: Journal) -> None:
    """0 + 1 - 2 + 2 = 1 where Poor is enough: 3; 3 + 10 = 13 and 1; Mediocre has 13 boxes."""
    moment = heroic.at("attack")
    assert blows(moment) == {("dredger", "salve"): (3, 13, 1, 14)}
    assert [e["rule"] for e in all_of(moment, "spared")] == ["FUD-043"]
    assert wounds(moment) == {"salve": (0, 9, VERY_HURT)}  # 4, 4 and 1


@pytest.mark.rule("FUD-232", "FUD-233")
def test_pinpricks_add_up_to_a_wound(heroic: Journal) -> None:
    """Of Scale 6 it takes six; of what halves it, three."""
    counts = [
        (e["before"], e["after"], e["needed"])
        for _, events in heroic.moments
        for e in all_of(events, "nibbled")
    ]
    assert counts == [(0, 1, 6), (1, 2, 6), (2, 0, 3)]
    moment = heroic.at("shoot", attacker="breakwater")
    # 1 - Very Hurt 2 + 2 = 1 against -2 - 2 + 0 = -4; harpoon 3, Strength 1, Scale 4; the hide 1
    assert blows(moment) == {("breakwater", "dredger"): (5, 12, 0, 1)}
    assert wounds(moment) == {"dredger": (11, 12, VERY_HURT)}


@pytest.mark.rule("FUD-090", "FUD-239", "FUD-242")
def test_hands_that_heal_at_once_and_powers_that_come_back(heroic: Journal) -> None:
    treated = heroic.at("treat")
    assert of(treated, "treated")["result"] == 2 - 2 + 2  # Great hands, Very Hurt: just enough
    assert (of(treated, "healed")["before"], of(treated, "healed")["after"]) == (11, 0)
    anew = of(heroic.at("project", target="leviathan"), "power_used")
    assert (anew["before"], anew["after"]) == (0, 1)


@pytest.mark.rule("FUD-101", "FUD-212", "FUD-214")
def test_strength_and_mass_by_scales_of_their_own(heroic: Journal) -> None:
    """Scale 10 strikes at Mass 12; jaws 4 with Scale 7 strike at Mass 2."""
    # 1 + 2 = 3 against 1 + 1 + 0 = 2; Strength 1 and Scale 10; 1 + 11 - 12 = 0, and luck does 1
    assert blows(heroic.at("melee")) == {("tidal", "leviathan"): (1, 0, 1, 1)}
    # 1 - 1 = 0 against 1 + 1 + 1 = 3; 3 + 11 - 2
    assert blows(heroic.at("exchange", a="tidal")) == {("leviathan", "tidal"): (3, 12, -1, 11)}


@pytest.mark.rule("FUD-101", "FUD-106", "FUD-111")
def test_great_strength_is_bought_as_one_power(heroic: Journal) -> None:
    """A Power for the strength of Scale 10, an attribute level for one level more of it."""
    (race,) = [e for _, m in heroic.moments for e in all_of(m, "race_described")]
    assert (race["race"]["strength"], race["race"]["mass"]) == (10, 2)
    entered = of(heroic.at("approve_draft"), "entered")["character"]
    parts = {part["source"]: part["amount"] for part in entered["weapons"]["fists"]["attack"]}
    assert parts == {"strength": 1, "strength-scale": 10}  # fists at Good add nothing
    assert [part["amount"] for part in entered["defence"]] == [2]


# --- what the two of them show

NOT_NAMED = {
    "FUD-160": "whom nobody opposes is shown by the rules of unopposed blows, 175 and 196",
    "FUD-161": "an order of records: test_three_pairs_at_once",
    "FUD-169": "says what a melee is; only a refusal names it",
    "FUD-173": "every blow is its act",
    "FUD-189": "figures of the horde: test_one_blow_for_a_whole_horde",
    "FUD-193": "how many come at one; only a refusal names it",
    "FUD-195": "its die is that of FUD-158, which the rolls name",
    "FUD-200": "a figure: test_a_shot_at_one_who_sees_nothing",
    "FUD-209": "every Base Damage above is its act",
    "FUD-213": "Jeb, a worked example",
    "FUD-215": "Jeb, a worked example",
    "FUD-223": "boxes, which every wound states",
    "FUD-224": "points and levels, which every wound states",
    "FUD-225": "boxes: test_scale_on_both_sides",
    "FUD-229": "that nobody was spared: test_who_is_spared_by_luck_who_by_nobody_…",
    "FUD-230": "its parts are named by 212 and 214",
    "FUD-235": "three worked examples",
} | dict.fromkeys(
    (f"FUD-{n}" for n in range(163, 168)), "a fight in segments: the kept evening has it"
)  # fmt: skip
"""Rules of combat and damage that no record of the two fights names, and why."""


def test_every_rule_of_a_fight_acts_in_one_of_them(four: Journal, heroic: Journal) -> None:
    """FUD-160 to 246: what binds anybody is named by a record, or its absence has a reason."""
    listed = tomllib.loads(RULES.read_text(encoding="utf-8"))["rule"]
    binding = {
        rule["id"]
        for rule in listed
        if rule["kind"] in BINDING and 160 <= int(rule["id"].removeprefix("FUD-")) <= 246
    }
    named = four.cited | heroic.cited
    assert binding - named == set(NOT_NAMED)
    assert not set(NOT_NAMED) & named


def test_four_against_four_alone_shows_all_but_what_takes_another_scale(four: Journal) -> None:
    missing = {"FUD-231", "FUD-232", "FUD-233"}
    listed = tomllib.loads(RULES.read_text(encoding="utf-8"))["rule"]
    tactics = {r["id"] for r in listed if r["kind"] in BINDING and "FUD-160" <= r["id"] < "FUD-247"}
    assert tactics - four.cited == set(NOT_NAMED) | missing
