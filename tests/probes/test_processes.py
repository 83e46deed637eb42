"""A question waits in a file; the answer comes from another process, under another hash seed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rollbook.journal import SQLiteStore
from rollbook.plugins.testing.laws import digest

from .conftest import Bench
from .fate import Enter, Sheet, Test, fate
from .fusion import Attempt, Body, Embody, fusion

ELSEWHERE = (
    {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "Pacific/Kiritimati"},
    {"PYTHONHASHSEED": "4711", "LC_ALL": "tr_TR.UTF-8", "TZ": "America/St_Johns"},
)


def contest(table: Bench) -> None:
    """A contest that waits for its fourth word."""
    sheet = Sheet(skills={"race": 2}, aspects={"rogue": 2, "alert": 1})
    for actor, owner in (("finn", "anna"), ("cyrus", "bea")):
        table.do(Enter(actor=actor, sheet=sheet, owners=(owner,), points=3))
    race = Test(a="finn", b="cyrus", skill="race")
    table.do(race, "anna", faces=(-1, 0, 0, 0, 1, 1, 0, 0))
    table.answer("reroll:rogue", "anna", faces=(0, 0, 0, 1))
    table.answer("point", "bea")
    table.answer("plus:rogue", "anna")


def purchases(table: Bench) -> None:
    """A surplus of which two are spent and two are left."""
    table.join("ada", "anna")
    table.do(Embody(actor="ada", body=Body(attributes={"fisico": 6})))
    command = Attempt(actor="ada", attributes=("fisico",))
    table.do(command, "anna", faces=(6, 6, 6, 6, 6, 1))
    table.answer("resistere.1", "anna")
    table.answer("danno", "anna")


@pytest.mark.parametrize(
    ("ruleset", "played"), [("fate:fate", contest), ("fusion:fusion", purchases)]
)
def test_whatever_waits_is_the_same_to_every_process(
    bench: Callable[..., Bench], tmp_path: Path, ruleset: str, played: Callable[[Bench], None]
) -> None:
    file = tmp_path / "evening.rollbook"
    table = bench([fate if ruleset == "fate:fate" else fusion], store=SQLiteStore(file))
    played(table)
    assert table.session.waiting is not None
    here = digest(table.session)
    table.store.close()
    command = [sys.executable, "-m", "rollbook.plugins.testing.again", str(file), ruleset]
    for elsewhere in ELSEWHERE:
        path = [str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {**os.environ, **elsewhere, "PYTHONPATH": os.pathsep.join(path)}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.stdout.split() == ["probe", here], done.stderr
