"""The laws of every ruleset, held by Fudge: suspended, returned, in secret, in other processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rollbook.core.engine import Engine
from rollbook.core.table.ledger import Charter
from rollbook.journal import SQLiteStore
from rollbook.plugins.fudge import Blow, Wounded, fudge
from rollbook.plugins.testing import laws

from .tavern import Tavern, of, script, sit_down

VIEWERS = ("master", "anna", "bea")


def duel(tavern: Tavern) -> Tavern:
    """Every line of the printed duel."""
    for line in script():
        tavern.session.do(line["command"], line["by"], answers=line.get("answers"))
    return tavern


def held(tavern: Tavern) -> None:
    laws.hold(tavern.session)
    for viewer in VIEWERS:
        laws.view_is_filtered_journal(tavern.session, viewer)


def test_the_laws_hold_for_the_printed_duel() -> None:
    held(duel(sit_down(Charter(dice="table"))))


def test_the_laws_hold_while_a_round_waits_and_after_it_is_taken_back() -> None:
    """A question for manoeuvres is open; answered, returned to, and answered otherwise."""
    tavern = sit_down().duellists()
    before = tavern.session.timeline.commits - 1
    tavern.exchange(1, -1, 2, manoeuvre_a="ask", manoeuvre_b="ask")
    held(tavern)
    answer = {"type": "table.answer", "answer": "normal"}
    tavern.session.do(answer, "anna")
    held(tavern)
    receipt = tavern.session.do(answer, "bea")
    assert of(receipt, Wounded).after == 6
    held(tavern)
    tavern.do({"type": "table.return", "to": before, "reason": "that was a rehearsal"})
    assert tavern.character("brynhild").points == 0
    held(tavern)
    receipt = tavern.exchange(1, -1, -4)
    assert of(receipt, Blow).final == 1
    held(tavern)


@pytest.mark.parametrize("other", ["all-out-attack", "all-out-defence"])
def test_a_declaration_does_not_leak(other: str) -> None:
    """Whatever Snorri declared, bea and the master see the same until both are in."""
    played = []
    for manoeuvre in ("normal", other):
        tavern = sit_down().duellists()
        tavern.exchange(manoeuvre_a="ask", manoeuvre_b="ask")
        tavern.session.do({"type": "table.answer", "answer": manoeuvre}, "anna")
        played.append(tavern.session)
    for viewer in ("bea", "master"):
        laws.cannot_tell(played[0], played[1], viewer)
    with pytest.raises(AssertionError):
        laws.cannot_tell(played[0], played[1], "anna")


@pytest.mark.rule("FUD-153")
def test_what_is_rolled_in_secret_does_not_leak() -> None:
    """FUD-153: neither the faces nor how well it went."""
    played = []
    for shift, trait in ((4, "sword"), (-4, "lore")):
        tavern = sit_down().duellists()
        attempt = {"type": "fudge.attempt", "actor": "snorri", "trait": trait, "secret": True}
        tavern.do(attempt, shift)
        played.append(tavern.session)
    for viewer in ("anna", "bea"):
        laws.cannot_tell(played[0], played[1], viewer)


def test_a_round_goes_on_in_another_process(tmp_path: Path) -> None:
    """Nothing of a suspended round lives in memory alone."""
    path = tmp_path / "duel.db"
    tavern = sit_down(Charter(dice="table"), SQLiteStore(str(path))).duellists()
    tavern.exchange(manoeuvre_a="ask")
    tavern.session.do({"type": "table.answer", "answer": "all-out-attack"}, "anna")
    tavern.session.close()
    engine = Engine([fudge], installed=False)
    for seat, faces in (("anna", "1 6"), ("bea", "6 1"), ("anna", "3 3")):
        session = engine.open(SQLiteStore(str(path)))
        receipt = session.do({"type": "table.answer", "answer": faces}, seat)
        session.close()
    assert of(receipt, Blow).base == 4  # Superb against Fair, and one for the risk


def test_other_processes_decide_the_same(tmp_path: Path) -> None:
    """Other hash seeds, time zones and locales: the same records, the same state."""
    path = tmp_path / "duel.db"
    duel(sit_down(Charter(dice="table"), SQLiteStore(str(path)))).session.close()
    command = [sys.executable, "-m", "rollbook.plugins.testing.again", str(path)]
    command.append("rollbook.plugins.fudge:fudge")
    surroundings: list[dict[str, Any]] = [
        {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C"},
        {"PYTHONHASHSEED": "4711", "TZ": "Asia/Kathmandu", "LC_ALL": "C.UTF-8"},
    ]
    digests = {
        subprocess.run(
            command, env=os.environ | more, capture_output=True, text=True, check=True
        ).stdout
        for more in surroundings
    }
    assert len(digests) == 1
    assert digests.pop().startswith("duel ")


def test_the_laws_hold_for_wounds_of_every_kind() -> None:
    """Judged, knocked out, saved by luck while it is asked, near death, treated, at rest."""
    tavern = sit_down(
        damage_system="subjective",
        damage_threshold="C",
        healing_roll=True,
        will_over_pain=True,
        fp_death_save=True,
        scratch_recovery="two-days",
    ).duellists()
    tavern.do({"type": "table.begin_scene"})
    tavern.exchange(1, -1)
    held(tavern)
    tavern.do({"type": "table.answer", "answer": "hurt"})
    tavern.do({"type": "fudge.endure", "actor": "brynhild"}, 3)
    suffer = {"type": "fudge.suffer", "target": "snorri", "source": "x", "amount": 9}
    tavern.do(suffer | {"stun": True})
    tavern.do({"type": "fudge.rouse", "actor": "snorri"})
    tavern.do(suffer | {"amount": 99, "exempt": True})
    held(tavern)
    tavern.do({"type": "table.answer", "answer": "live"}, by="anna")
    tavern.do({"type": "fudge.convalesce", "actor": "snorri"})
    tavern.do({"type": "table.advance_clock", "seconds": 7 * 24 * 60 * 60}, 1)
    tavern.do({"type": "fudge.suffer", "target": "brynhild", "source": "x", "amount": 6,
               "exempt": True})  # fmt: skip
    treat = {"type": "fudge.treat", "healer": "snorri", "patient": "brynhild", "trait": "surgery"}
    tavern.do(treat | {"default": "Superb"}, 1)
    tavern.do({"type": "fudge.rouse", "actor": "brynhild"})
    tavern.do({"type": "fudge.hold_on", "actor": "brynhild"}, -1)
    tavern.do({"type": "table.end_scene"})
    tavern.do({"type": "fudge.kill", "target": "snorri", "source": "a knife"})
    held(tavern)


def test_the_laws_hold_for_races_powers_and_spells() -> None:
    """Asked how hard it is, used up, dodged and not, in other armour, run and lifted."""
    tavern = sit_down(powers=True, speed=True, scale="split")
    pixie = {"type": "fudge.describe_race", "id": "pixie", "name": "Pixie", "like": "pixie"}
    tavern.do(pixie | {"bonus": {"wits": 1}, "speed": "2"})
    magic = {"magical-potential": {"uses": 2}, "flight": {"drawbacks": ["fatigue"]}}
    fire = {"fire": {"damage": 2, "uses": 3}}
    skills = {"spellcasting": "Fair", "blade": "Good"}
    tavern.enter("puck", "anna", race="pixie", powers=magic | fire, skills=skills)
    tavern.enter("tom", "bea")
    cast = {"type": "fudge.cast", "actor": "puck", "spell": "a light", "target": "tom"}
    tavern.do(cast, by="anna")
    held(tavern)
    tavern.do({"type": "table.answer", "answer": "poor"}, 2)
    tavern.do({"type": "table.answer", "answer": "it glows"})
    fly = {"type": "fudge.use_power", "actor": "puck", "power": "flight", "skill": "blade"}
    tavern.do(fly, by="anna")
    held(tavern)
    tavern.do({"type": "table.answer", "answer": "no-roll"})
    project = {"type": "fudge.project", "actor": "puck", "power": "fire", "target": "tom"}
    tavern.do(project, 0, 0)
    tavern.do(project | {"unaware": True, "stun": True}, 0)
    tavern.do({"type": "fudge.equip", "actor": "tom", "armour": {"name": "Mail", "class": "light"}})
    tavern.do({"type": "fudge.shoot", "attacker": "puck", "target": "tom", "answer": "none"}, 3, 0)
    tavern.do({"type": "fudge.lift", "actor": "puck", "difficulty": "Terrible"}, 0)
    tavern.do({"type": "fudge.rouse", "actor": "tom"})
    tavern.do({"type": "fudge.sprint", "actors": ["puck", "tom"]})
    tavern.do({"type": "fudge.attempt", "actor": "puck", "trait": "wits"}, 0)
    tavern.do({"type": "table.end_day"})
    held(tavern)
