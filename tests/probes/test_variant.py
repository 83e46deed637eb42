"""A variant of the rules in a wheel of its own: built, installed, found, and one day removed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
SETTING = """
import json, sys
import rollbook
from rollbook.core.errors import RollbookError

FILE = sys.argv[1]
BLADE = {"name": "Blade", "skill": "blade", "class": "average"}
SHEET = {"resistance": "Fair", "skills": {"blade": "Fair"}, "weapons": {"blade": BLADE}}

def points(session):
    found = [e.message for e in session.log() if e.family in ("table.wounded", "table.healed")]
    return {event.actor: event.after for event in found}

def hurt(session, amount):
    command = {"type": "fudge.suffer", "target": "ada", "source": "a fall", "amount": amount}
    session.do(command, "master")

def heal(session):
    command = {"type": "fudge.heal", "target": "ada", "source": "rest", "amount": 1, "rule": "X"}
    return [[e.kind, e.type] for e in session.do(command, "master").entries]
"""


def build(project: Path, to: Path) -> Path:
    """Build a wheel without any index or network."""
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(to)]
    subprocess.run([*command, str(project)], check=True, capture_output=True)
    (wheel,) = to.glob("*.whl")
    return wheel


def install(wheel: Path, to: Path) -> str:
    """Unpack a wheel of pure Python, which is all that installing it amounts to."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(to)
    return str(to)


@pytest.fixture(scope="module")
def grim(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where the variant is installed, apart from everything else."""
    folder = tmp_path_factory.mktemp("grim")
    project = Path(shutil.copytree(HERE / "variant", folder / "project"))
    return install(build(project, folder / "dist"), folder / "site")


@pytest.fixture(scope="module")
def dire(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where another variant is installed that replaces the same decider."""
    folder = tmp_path_factory.mktemp("dire")
    project = folder / "project"
    (project / "rollbook_dire").mkdir(parents=True)
    for source, to in (
        ("pyproject.toml", "pyproject.toml"),
        ("rollbook_grim/__init__.py", "rollbook_dire/__init__.py"),
    ):
        text = (HERE / "variant" / source).read_text(encoding="utf-8")
        (project / to).write_text(text.replace("grim", "dire").replace("Grim", "Dire"))
    return install(build(project, folder / "dist"), folder / "site")


def python(file: Path, script: str, *installed: str) -> Any:
    """Run a script in a process of its own that has these beside Rollbook; what it prints."""
    path = [*installed, *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
    done = subprocess.run(
        [sys.executable, "-c", SETTING + script, str(file)],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


PLAYED = """
seats = {"master": "gm", "anna": "player"}
session = rollbook.new(FILE, ["fudge", "grim"], seats=seats)
entry = {"type": "fudge.enter", "actor": "ada", "name": "Ada", "sheet": SHEET}
session.do(entry, "master")
hurt(session, 1)
by_fudge = heal(session)
hurt(session, 6)
by_grim = heal(session)
print(json.dumps({
    "catalogue": list(session.engine.catalogue),
    "by_fudge": by_fudge,
    "by_grim": by_grim,
    "scars": session.view("anna")["grim-scars"].times,
    "digest": session.timeline.ledger.rulesets["grim"].digest,
    "points": points(session),
}))
"""

OPENED = """
session = rollbook.open(FILE)
size = session.timeline.size
refused = []
for command in (
    {"type": "fudge.suffer", "target": "ada", "source": "a fall", "amount": 1},
    {"type": "table.adopt"},
):
    try:
        session.do(command, "master")
    except RollbookError as error:
        refused.append(f"{error.code}: {error}")
session.do({"type": "table.add_note", "text": "Who has the wheel?"}, "anna")
print(json.dumps({
    "points": points(session),
    "refused": refused,
    "raw": [e.message for e in session.log() if isinstance(e.message, dict)],
    "added": session.timeline.size - size,
}))
"""


def test_a_variant_replaces_one_decider_and_calls_what_it_replaced(
    grim: str, tmp_path: Path
) -> None:
    played = python(tmp_path / "evening.rollbook", PLAYED, grim)
    assert played["catalogue"] == ["table", "fudge", "grim", "runes"]
    assert played["by_fudge"] == [["command", "fudge.heal"], ["event", "fudge.healed"]]
    assert played["by_grim"] == [["command", "fudge.heal"], ["event", "grim.festered"]]
    assert played["scars"] == {"Ada": 1}
    assert played["points"] == {"ada": 6}
    assert len(played["digest"]) == 64


def test_without_its_wheel_a_variant_is_not_there(tmp_path: Path) -> None:
    script = "print(json.dumps(list(rollbook.Engine().catalogue)))"
    assert "grim" not in python(tmp_path / "none.rollbook", script)


def test_two_variants_of_one_rule_are_refused_naming_both(
    grim: str, dire: str, tmp_path: Path
) -> None:
    script = """
engine = rollbook.Engine()
told = []
for rules in (["fudge", "grim", "dire"], ["dire", "grim", "fudge"]):
    try:
        rollbook.new(FILE, rules, seats={"master": "gm"}, engine=engine)
    except RollbookError as error:
        told.append(str(error))
rollbook.new(FILE, ["fudge", "dire"], seats={"master": "gm"}, engine=engine)
print(json.dumps(told))
"""
    told = python(tmp_path / "both.rollbook", script, grim, dire)
    assert told == ["dire and grim both replace fudge.heal"] * 2


@pytest.mark.report(245)
def test_after_a_variant_is_removed_its_events_stay_and_are_counted(
    grim: str, tmp_path: Path
) -> None:
    file = tmp_path / "evening.rollbook"
    python(file, PLAYED, grim)
    opened = python(file, OPENED)
    assert opened["points"] == {"ada": 6}
    not_adopted, cannot_adopt = opened["refused"]
    assert not_adopted.startswith("not-adopted: ")
    assert "grim" in not_adopted
    assert "not installed: grim" in cannot_adopt
    assert opened["raw"] == [{"type": "grim.festered", "actor": "ada", "level": 3, "times": 1}]
    assert opened["added"] == 2, "a note may be left, and nothing else"
    told = subprocess.run(
        [sys.executable, "-m", "rollbook", "log", str(file)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "grim.festered (1)" in told.stdout + told.stderr


def test_a_variant_that_comes_back_goes_on_where_it_was(grim: str, tmp_path: Path) -> None:
    file = tmp_path / "evening.rollbook"
    python(file, PLAYED, grim)
    python(file, OPENED)
    script = """
session = rollbook.open(FILE)
print(json.dumps([heal(session)[1][1], session.view()["grim-scars"].times]))
"""
    assert python(file, script, grim) == ["grim.festered", {"Ada": 2}]
