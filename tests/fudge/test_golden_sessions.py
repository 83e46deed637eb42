"""Whole sessions of Fudge, kept: folded, told, audited, and looked at where it matters.

Each is a journal in ``golden`` with its transcript in both languages, the state at its end and
the receipts that its players kept. What a session promises is told by hand further below.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, TypeVar

import pytest

import rollbook
from rollbook import Event
from rollbook.core.table.pools import balance
from rollbook.core.table.seals import EntropyAdded, SeedRevealed
from rollbook.core.table.seats import Noted
from rollbook.core.vocabulary import Corrected, Rolled, Spent
from rollbook.plugins.fudge import (
    EXPERIENCE,
    Acquired,
    Assessed,
    Attempted,
    Awarded,
    Blow,
    Competed,
    Contested,
    Denied,
    Entered,
    Fared,
    Fudge,
    Graded,
    Healed,
    HealingRolled,
    Improved,
    Noticed,
    Paid,
    Stunned,
    Trained,
    Wounded,
)
from rollbook.plugins.fudge.actions.reactions import Reacted
from rollbook.plugins.fudge.points.pool import POOL
from rollbook.plugins.fudge.points.shifting import Bent
from rollbook.plugins.fudge.state import total
from rollbook.plugins.testing.golden import missing
from rollbook.replay import at, load, rebuild

from .golden.keeping import FOLDER, LANGUAGES, NAMES, run, told, writer

E = TypeVar("E", bound=Event)
RAW_KEY = re.compile(r"\b(table|fudge|replay|audit|prompt|graph)\.[a-z]|\{[a-z_]+\}")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Each journal, imported into a file of its own."""
    folder = tmp_path_factory.mktemp("golden")
    for name in NAMES:
        done = run("import", FOLDER / f"{name}.jsonl", folder / f"{name}.db")
        assert done.exit_code == 0, done.stderr
    return {name: folder / f"{name}.db" for name in NAMES}


class Kept:
    """One of them, to look into.

    Args:
        path: of the file that it was imported into.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with rollbook.open(path) as session:
            self.now = session.view()
            seats = ("", *self.now.ledger.seats)
            self._log = {seat: list(session.log(viewer=seat)) for seat in seats}

    def all(self, kind: type[E], viewer: str = "") -> list[E]:
        """The events of a kind that a viewer may see, taken back or not."""
        return [e.message for e in self._log[viewer] if isinstance(e.message, kind)]

    def at(self, seq: int) -> Any:
        """The message of a record."""
        (found,) = [e.message for e in self._log[""] if e.seq == seq]
        return found


named = pytest.mark.parametrize("name", NAMES)


@named
def test_its_state_is_what_was_kept(kept: dict[str, Path], name: str) -> None:
    """As the command line shows it, which folds it near and far: what is new beside is welcome."""
    done = run("show", kept[name], "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    pinned = json.loads((FOLDER / f"{name}.shown.json").read_text(encoding="utf-8"))
    assert missing(pinned, json.loads(done.stdout)) == []


@named
def test_wherever_one_begins_to_fold_one_comes_to_the_same(
    kept: dict[str, Path], name: str
) -> None:
    """At every tenth commit, by the session that plays on and by the log folded from its start."""
    recording = load(kept[name])
    with rollbook.open(kept[name]) as session:
        for commit in [*range(0, recording.commits, 10), recording.commits - 1]:
            assert session.at(commit).slices == at(recording, commit=commit).slices
        assert session.view().slices == rebuild(recording).slices


@named
@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_told_as_it_was_kept(kept: dict[str, Path], name: str, lang: str) -> None:
    lines = told(kept[name], lang)
    assert lines == (FOLDER / f"{name}.{lang}.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if RAW_KEY.search(line)] == []


@named
def test_it_audits_clean_with_every_rule_decided_again(kept: dict[str, Path], name: str) -> None:
    """And every receipt that was kept outside vouches for what it vouched for then."""
    receipts = FOLDER / f"{name}.receipts.txt"
    done = run("audit", kept[name], "--json", "--receipts", receipts)
    found = json.loads(done.stdout)
    covered = {check["name"]: check["covered"] for check in found["results"]}
    assert [check for check in found["results"] if check["first"]] == []
    assert (done.exit_code, covered["rules"]) == (0, found["commits"])
    assert covered["receipts"] == len(receipts.read_text(encoding="utf-8").splitlines())
    verified = run("verify", FOLDER / f"{name}.jsonl")
    assert verified.exit_code == 0, verified.stdout


@named
def test_whoever_plays_it_again_writes_the_same(name: str, tmp_path: Path) -> None:
    """The writer beside the journal still plays it: the same words, record for record."""
    path = tmp_path / f"{name}.db"
    writer(name).play(path).session.close()
    for lang in LANGUAGES:
        kept = (FOLDER / f"{name}.{lang}.txt").read_text(encoding="utf-8").splitlines()
        assert told(path, lang) == kept


# --- the evening, checked by hand: shifts are those of the lower die, levels are the sheet's


@pytest.fixture(scope="module")
def evening(kept: dict[str, Path]) -> Kept:
    return Kept(kept["evening"])


@pytest.mark.rule("FUD-045", "FUD-051")
def test_three_people_came_to_be_as_they_were_told(evening: Kept) -> None:
    """By prose Marna and Jessa, by quota Osk: one Superb skill, one Great attribute and skill."""
    drafts = evening.now.state[Fudge].drafts
    methods = {who: draft.limits.method for who, draft in drafts.items()}
    assert methods == {
        "marna": "subjective_narrative", "jessa": "subjective_narrative", "osk": "subjective_quota",
    }  # fmt: skip
    assert {draft.status for draft in drafts.values()} == {"approved"}
    (condition,) = drafts["jessa"].conditions
    assert (condition.way, condition.notes) == (
        "trouble", "The Office has a drawing of her, and a good one.",
    )  # fmt: skip
    (osk,) = [e for e in evening.all(Entered) if e.actor == "osk"]
    assert total(osk.character.weapons["hammer"].attack) == 2 + 2  # average, and Great Strength
    assert (total(osk.character.defence), osk.character.boxes) == (1, (3, 2, 2, 3, 2))


@pytest.mark.rule("FUD-247")
def test_mother_ilvet_takes_to_jessa_and_nobody_sees_the_die(evening: Kept) -> None:
    """+1 on the dice, curious −1, the clock +1: Good, and all the help there is."""
    (reacted,) = evening.all(Reacted)
    assert (reacted.result, reacted.attitude) == (1 - 1 + 1, "full")
    assert evening.all(Reacted, viewer="ines") == []


def test_whispers_reach_whom_they_were_meant_for(evening: Kept) -> None:
    heard = {
        seat: [note.text for note in evening.all(Noted, viewer=seat) if note.to]
        for seat in ("ottavia", "ines", "lena", "tullio")
    }
    assert heard["ottavia"] == heard["ines"] == [
        "Ilvet's hand shakes. She has seen the drawing.",
        "I leave my best watch on her counter.",
    ]  # fmt: skip
    assert heard["lena"] == heard["tullio"] == []


@pytest.mark.rule("FUD-159")
def test_osk_drinks_two_under_the_table(evening: Kept) -> None:
    """Fair −2, Good +1, Good −1: two levels better than the next."""
    (drunk,) = evening.all(Competed)
    assert drunk.results == {"marna": -2, "osk": 2, "tarsk": 0}
    assert drunk.best == ("osk",)


def test_the_rope_counts_and_the_dice_stay_as_they_lay(evening: Kept) -> None:
    """Good −1 fails against Good; with the rope it is just enough. The first one left the board."""
    wall = [e for e in evening.all(Attempted) if e.trait == "climbing"]
    assert [(e.result, e.margin, e.success) for e in wall] == [(0, -1, False), (1, 0, True)]
    rolls = [e for e in evening.all(Rolled) if e.purpose == "the office wall"]
    assert [[d.face for d in e.dice] for e in rolls] == [[6, 1], [6, 1]]
    story = told(evening.path, "en")
    assert [line for line in story if "Fair against Good" in line] == []


@pytest.mark.rule(
    "FUD-036", "FUD-037", "FUD-038", "FUD-039", "FUD-040", "FUD-041", "FUD-042", "FUD-043"
)
def test_luck_is_spent_in_each_of_its_ways(evening: Kept) -> None:
    """Five each to begin with; what each paid for what, and what is left in the end."""
    paid = [(e.actor, e.use, e.cost, e.rule) for e in evening.all(Paid)]
    assert paid == [
        ("jessa", "shift", 1, "FUD-038"),  # after the dice
        ("marna", "success", 1, "FUD-037"),  # Good or lower
        ("marna", "three", 3, "FUD-041"),
        ("osk", "shift", 1, "FUD-038"),  # before the dice
        ("osk", "death-save", 1, "FUD-043"),
        ("osk", "coincidence", 2, "FUD-042"),
        ("jessa", "scratches", 3, "FUD-040"),
        ("marna", "ease", 1, "FUD-039"),
    ]
    left = {who: balance(evening.now, who, POOL) for who in ("marna", "osk", "jessa")}
    assert left == {"marna": 5 - 5 + 1, "osk": 5 - 4 + 1, "jessa": 5 - 4}


def test_after_the_dice_a_level_opens_the_strongroom(evening: Kept) -> None:
    (bent,) = [e for e in evening.all(Bent) if e.actor == "jessa"]
    assert (bent.before, bent.after) == (2 - 1, 2)
    (done,) = [e for e in evening.all(Attempted) if e.trait == "lockpicking"]
    assert (done.result, done.difficulty, done.success) == (2, 2, True)


@pytest.mark.rule("FUD-153")
def test_what_is_rolled_in_secret_speaks_only_where_it_came_off(evening: Kept) -> None:
    """Jessa's eyes tell the party of the stair; that Osk heard nothing, nobody hears."""
    (noticed,) = evening.all(Noticed, viewer="lena")
    assert noticed.what == "the third stair has been sawn through"
    seen = {e.trait for e in evening.all(Attempted, viewer="lena")}
    assert "perception" not in seen
    hidden = [e.result for e in evening.all(Attempted) if e.trait == "perception"]
    assert hidden == [1 + 1, 0 - 2 + 0]


def test_marna_outruns_the_cutter_without_a_die(evening: Kept) -> None:
    """Superb and three without dice, against Good, +2 on the dice and two boats instead of one."""
    (chase,) = evening.all(Contested)
    assert (chase.result_a, chase.result_b, chase.outcome) == (3 + 3, 1 + 2 - 2, "a")
    (free,) = [e for e in evening.all(Rolled) if e.rule == "FUD-041"]
    assert (free.dice, free.natural) == ((), 3)


@pytest.mark.rule("FUD-163", "FUD-164", "FUD-165", "FUD-166")
def test_each_segment_is_the_mean_of_three_rolls(evening: Kept) -> None:
    """Trait, mean to the nearest, and what plan, luck and wounds are worth."""
    fared = [(e.segment, e.actor, e.rounded, e.modifier, e.result) for e in evening.all(Fared)]
    assert fared == [
        (1, "marna", 1, 1, 1 + 1 + 1),  # 2 −1 +1 = 2, a third is 0.67
        (1, "osk", -1, 0, 2 - 1),  # 0 −3 +1 = −2, a third is −0.67
        (1, "jessa", 2, 1, 2 + 2 + 1),  # 3 +1 +2 = 6
        (2, "brask", 1, 0, 2 + 1),  # 1 +2 +1 = 4, a third is 1.33
        (2, "marna", 0, 0, 1 + 0),
        (2, "osk", -1, 0, 2 - 1),  # −1 +1 of luck, 0, −3 = −3
        (2, "brask", -1, 0, 2 - 1),  # −1 −2 +0 = −3
        (2, "marna", 2, 1, 1 + 2 + 1 - 1),  # 2 +2 +1 = 5, 1.67; Hurt takes one
    ]


@pytest.mark.rule("FUD-207")
def test_the_gm_weighs_each_blow_by_five_things(evening: Kept) -> None:
    """FUD-207: won by two; bill large and sharp, Good Strength; an apron, and bare skin."""
    weighed = [
        (e.attacker, e.target, e.degree, e.armour, e.deadliness, e.force, e.resistance)
        for e in evening.all(Assessed)
    ]
    assert weighed == [
        ("brask", "marna", 3 - 1, 0, 3 + 1, 1, 0),
        ("brask", "osk", 3 - 1, 1, 3 + 1, 1, 1),
        ("marna", "brask", 3 - 1, 2, -1, 1, 0),
    ]
    assert [e.judged for e in evening.all(Blow)] == [3, 6, 4]


def test_the_flat_of_the_blade_is_one_level_less(evening: Kept) -> None:
    """Very Hurt begins with the fifth of Marna's boxes; one comes back, and the record stays."""
    first = next(e for e in evening.all(Wounded) if e.actor == "marna")
    assert (first.before, first.after, first.level) == (0, 2 + 2 + 1, 3)
    (put_right,) = evening.all(Corrected)
    back = next(e for e in evening.all(Healed) if e.actor == "marna")
    assert (back.before, back.after, back.level) == (5, 4, 2)
    assert isinstance(evening.at(put_right.seq), Wounded)


def test_luck_steps_in_where_osk_would_have_died(evening: Kept) -> None:
    (wound,) = [e for e in evening.all(Wounded) if e.actor == "osk"]
    assert (wound.level, wound.after) == (3, 3 + 2 + 2)  # to the last box of Very Hurt


def test_brask_is_only_stunned(evening: Kept) -> None:
    """Incapacitated begins with the seventh of his ten boxes; none of it is a wound."""
    (stunned,) = evening.all(Stunned)
    assert (stunned.actor, stunned.after) == ("brask", 2 + 2 + 2 + 1)
    brask = evening.now.state[Fudge].characters["brask"]
    assert (brask.points, brask.condition.stun, brask.condition.conscious) == (0, 0, True)


@pytest.mark.rule("FUD-152")
def test_the_bell_sounds_once(evening: Kept) -> None:
    """Good Strength, Hurt, +1: one short of Great, and the GM says what that is."""
    (rope,) = evening.all(Graded)
    assert (rope.result, rope.margin) == (1 - 1 + 1, -1)
    assert rope.outcome.startswith("it sounds once")


@pytest.mark.rule("FUD-242")
def test_all_are_well_again_after_two_weeks(evening: Kept) -> None:
    """Osk was Very Hurt and treated: a level a week, the scratches with the last."""
    rest = [e for e in evening.all(Healed) if e.actor == "osk"]
    assert [(e.before, e.after, e.rule) for e in rest] == [(7, 5, "FUD-242"), (5, 0, "FUD-242")]
    characters = evening.now.state[Fudge].characters
    assert {who.points for who in characters.values()} == {0}
    assert evening.now.table.clock == 3 * 3600 + 14 * 86_400


@pytest.mark.rule("FUD-251", "FUD-252")
def test_what_the_evening_was_worth(evening: Kept) -> None:
    """Three, two and four EP; three became luck, two made Jessa a better swimmer."""
    assert {e.actor: e.amount for e in evening.all(Awarded)} == {"marna": 3, "osk": 2, "jessa": 4}
    left = {who: balance(evening.now, who, EXPERIENCE) for who in ("marna", "osk", "jessa")}
    assert left == {"marna": 3 - 3, "osk": 2, "jessa": 4 - 2}
    assert evening.now.state[Fudge].characters["jessa"].traits["swimming"].level == 1


# --- the year


@pytest.fixture(scope="module")
def year(kept: dict[str, Path]) -> Kept:
    return Kept(kept["year"])


PEOPLE = ("wenna", "dorrin", "tamsel", "bastian")


def test_a_year_has_gone_by_to_the_day(year: Kept) -> None:
    """42 + 63 + 56 days, ten weeks and six of training, 28 + 64: twelve months and five feasts."""
    days = 42 + 63 + 56 + 70 + 42 + 28 + 64
    assert days == 12 * 30 + 5
    assert year.now.table.clock == days * 86_400
    assert told(year.path, "en")[-1] == "Time passes: it is Breadday, 1 Thawing 2, 00:00."
    assert year.now.table.sittings == 6


def test_every_point_of_experience_was_earned_and_is_accounted_for(year: Kept) -> None:
    """What the six sittings brought each, what each spent on what, and what is left."""
    earned = {who: [e.amount for e in year.all(Awarded) if e.actor == who] for who in PEOPLE}
    assert earned == {
        "wenna": [3, 3, 4, 3, 3], "dorrin": [2, 3, 3, 3, 2],
        "tamsel": [3, 4, 4, 4, 3], "bastian": [4, 2, 3, 4, 3],
    }  # fmt: skip
    spent = {
        who: [e.amount for e in year.all(Spent) if e.actor == who and e.pool == EXPERIENCE]
        for who in PEOPLE
    }
    assert spent == {
        "wenna": [2, 4, 4, 6],  # bow to Good, tracking to Great, bow to Great, her fear
        "dorrin": [3, 2, 8],  # a Fudge Point, club to Good, smith to Superb
        "tamsel": [2, 2 * 1, 12],  # herb lore to Good, spellcasting to Fair at double, a Power
        "bastian": [4, 6, 3 * 2],  # persuasion to Great, a Gift, Strength to Good
    }
    for who in PEOPLE:
        left = sum(earned[who]) - sum(spent[who])
        assert balance(year.now, who, EXPERIENCE) == left >= 0
    assert {who: balance(year.now, who, EXPERIENCE) for who in PEOPLE} == {
        "wenna": 0, "dorrin": 0, "tamsel": 2, "bastian": 0,
    }  # fmt: skip


@pytest.mark.rule("FUD-257")
def test_a_fault_makes_magic_cost_double_later_too(year: Kept) -> None:
    (step,) = [e for e in year.all(Improved) if e.trait == "spellcasting"]
    assert (step.before, step.after, step.cost) == (-1, 0, 2)
    assert [(m.source, m.rule, m.amount) for m in step.modifiers] == [
        ("magic-at-double-cost", "FUD-257", 1)
    ]


@pytest.mark.rule("FUD-249", "FUD-250", "FUD-252")
def test_each_grew_by_the_way_of_the_season(year: Kept) -> None:
    grown = [(e.actor, e.trait, e.after, e.method) for e in year.all(Improved)]
    assert grown == [
        ("wenna", "bow", 1, "points"),
        ("bastian", "persuasion", 2, "points"),
        ("tamsel", "herb-lore", 1, "points"),
        ("tamsel", "spellcasting", 0, "points"),
        ("wenna", "tracking", 2, "points"),
        ("wenna", "camping", 1, "agreement"),
        ("bastian", "music", 1, "award"),
        ("wenna", "bow", 2, "points"),
        ("dorrin", "club", 1, "points"),
        ("bastian", "strength", 1, "points"),
        ("dorrin", "smith", 3, "points"),
    ]
    (denied,) = year.all(Denied)
    assert (denied.actor, denied.trait, denied.rule) == ("dorrin", "health", "FUD-250")


@pytest.mark.rule("FUD-258", "FUD-259", "FUD-260")
def test_who_trains_needs_half_of_the_rolls(year: Kept) -> None:
    """Five with a teacher in ten weeks; three alone, and three weeks are six. FUD-258 to 260."""
    taught, alone = year.all(Trained)
    assert (taught.weeks, taught.teacher, taught.required) == (10, "gerta", 3)
    assert (alone.weeks, alone.teacher, alone.required) == (3 * 2, "", 2)
    for course, worth in ((taught, 1 + 1), (alone, 0)):  # willpower Good, and a reason to learn
        rolls = [e for e in year.all(Rolled) if e.actor == course.actor and e.rule == "FUD-260"]
        critical = -4  # of the dice: below Terrible, whatever else there is (FUD-243)
        assert course.results == tuple(
            -4 if e.natural == critical else e.natural + worth for e in rolls
        )
        assert course.passed == sum(result >= -1 for result in course.results)
    assert (taught.passed, taught.success) == (3, True)  # just enough: two were critical failures
    assert (alone.passed, alone.success) == (2, True)


@pytest.mark.rule("FUD-252")
def test_a_gift_a_power_and_a_fault_overcome(year: Kept) -> None:
    characters = year.now.state[Fudge].characters
    bought = [(e.actor, e.trait, e.cost) for e in year.all(Acquired)]
    assert bought == [("tamsel", "speech-of-stones", 12), ("bastian", "very-brave", 6)]
    assert characters["tamsel"].powers["speech-of-stones"].name == "Speech of stones"
    assert set(characters["bastian"].gifts) == {"beautiful-voice", "very-brave"}
    assert characters["wenna"].faults == {}
    kept = {name: trait.level for name, trait in characters["wenna"].traits.items()}
    assert kept == {
        "perception": 1, "health": 1, "willpower": 1, "tracking": 2, "bow": 2, "camping": 1,
    }  # fmt: skip


@pytest.mark.rule("FUD-240", "FUD-241")
def test_wounds_close_in_weeks_and_only_where_the_body_is_up_to_it(year: Kept) -> None:
    """Dorrin, 6 of 12 boxes: Very Hurt takes Good, Hurt takes Fair. Wenna, 4 of 10: Fair."""
    weeks = [e for e in year.all(HealingRolled) if e.actor == "dorrin"]
    assert [e.difficulty for e in weeks] == [1, 1, 1, 1, 0]
    assert [e.result for e in weeks] == [-1, -2, -2, 1, 2]  # health is Fair, the dice alone count
    assert [e.success for e in weeks] == [False, False, False, True, True]
    assert all(e.success == (e.result >= e.difficulty) for e in weeks)
    closed = [(e.before, e.after) for e in year.all(Healed) if e.actor == "dorrin"]
    assert closed == [(6, 5), (5, 3), (3, 0)]  # to the last box of Hurt, of Scratch; then time
    assert year.now.state[Fudge].characters["dorrin"].boxes == (3, 2, 2, 3, 2)
    (week,) = [e for e in year.all(HealingRolled) if e.actor == "wenna"]
    assert (week.difficulty, week.success) == (0, True)


@pytest.mark.rule("FUD-034", "FUD-035")
def test_luck_comes_with_each_sitting_after_the_first(year: Kept) -> None:
    """Three, and five times one; Dorrin has one more for three points of experience."""
    left = {who: balance(year.now, who, POOL) for who in PEOPLE}
    assert left == {"wenna": 8, "dorrin": 8 + 1, "tamsel": 8, "bastian": 8}


def test_the_dice_were_sealed_with_everybodys_chance_and_are_open_now(year: Kept) -> None:
    """Three epochs, eight pieces of chance, six seeds; each die is drawn again by the audit."""
    assert len(year.all(EntropyAdded)) == 2 * 4
    revealed = [(e.epoch, e.kind) for e in year.all(SeedRevealed)]
    assert revealed == [(n, kind) for n in range(3) for kind in ("open", "secret")]
    done = run("audit", year.path, "--json")
    found = {each["name"]: each["covered"] for each in json.loads(done.stdout)["results"]}
    assert (found["seals"], found["dice"]) == (6, len(year.all(Rolled)))


def test_the_stone_under_the_bed_is_tamsels_and_the_gms(year: Kept) -> None:
    for seat, hears in (("ines", 1), ("ottavia", 1), ("lena", 0), ("tullio", 0), ("nico", 0)):
        assert len([note for note in year.all(Noted, viewer=seat) if note.to]) == hears
    (reacted,) = year.all(Reacted)
    assert (reacted.attitude, reacted.result) == ("none", 0 - 1)
