"""A session that somebody may doubt: sealed dice, entropy, secrets, reveals; and the verifiers."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from rollbook import Charter, Command, Event, Play, Rules, Ruleset, Seat, Session, anyone
from rollbook.core.engine import Engine
from rollbook.core.modifiers import Modifier
from rollbook.core.store import Store
from rollbook.core.vocabulary import Revealed
from rollbook.journal import SQLiteStore

DOCS = Path(__file__).parents[2] / "docs"
SESSION = "lite"
SEATS = {
    "master": Seat("Master", "gm"),
    "anna": Seat("Anna", "player"),
    "bea": Seat("Bea", "player"),
}
SECRET = "la chiave è sotto il vaso"
ODD = 'a\u2028b\u2029c\x85d q\u0300 \U0001f409 "quoted\\" \x7f \t'


class Slice(Struct, frozen=True):
    """Nothing is kept."""


class Options(Struct, frozen=True):
    """No options."""


class Throw(Command, ruleset="cups"):
    """Throw dice.

    Args:
        dice: notation.
        actor: who throws.
        add: modifier of the total.
        to: whose secret it is; empty for nobody's.
    """

    dice: str
    actor: str
    add: int = 0
    to: str = ""


class Whisper(Command, ruleset="cups", to=("gm",)):
    """Tell the GM something."""

    text: str


class Whispered(Event, ruleset="cups"):
    """The GM was told something."""

    text: str


class Show(Command, ruleset="cups"):
    """Show records to everybody."""

    seqs: tuple[int, ...]


chapter = Rules(Slice, Options)


@chapter.decides(Throw, may=anyone)
def throw(command: Throw, play: Play) -> None:
    modifiers = []
    if command.add:
        modifiers = [Modifier("luck", "CUP-1", "result", "add", command.add)]
    play.roll(command.dice, command.actor, "test", modifiers, to=command.to or None)


@chapter.decides(Whisper, may=anyone)
def whisper(command: Whisper, play: Play) -> None:
    play.emit(Whispered(text=command.text))


@chapter.decides(Show, may=anyone)
def show(command: Show, play: Play) -> None:
    play.emit(Revealed(seqs=command.seqs))


cups = Ruleset(
    "cups", version="1.0.0", state=Slice, options=Options, chapters=(chapter,), events=(Whispered,)
)


def begin(store: Store, **charter: Any) -> Session:
    """A session at which nothing has happened."""
    engine = Engine([cups], installed=False)
    return engine.new(store, SESSION, ["cups"], seats=SEATS, charter=Charter(**charter))


def quarrel(session: Session) -> dict[str, int]:
    """An evening; seqs of the records that matter, by name."""
    named = {}

    def do(by: str, tag: str, name: str = "", /, **fields: Any) -> None:
        receipt = session.do({"type": tag, **fields}, by)
        if name:
            named[name] = receipt.size - 1

    for who in ("anna", "bea"):
        do(who, "table.add_entropy", "entropy", text=f"{who} {ODD}", size=session.view().size)
    do("anna", "cups.throw", "plain", dice="40dF+1", actor="anna", add=2)  # no other key gives them
    do("bea", "cups.throw", "kept", dice="6d6kh3", actor="bea")
    do("anna", "cups.whisper", "whisper", text=SECRET)
    do("master", "cups.throw", "secret", dice="3d20", actor="master", to="gm")
    do("master", "table.add_note", text=ODD)
    do("bea", "cups.throw", "burst", dice="5d4e=4", actor="bea")
    do("anna", "cups.throw", "rejecting", dice="8d10000", actor="anna")
    do("master", "table.open_epoch")
    do("master", "table.reveal", "reveal", epoch=0, kind="open")
    do("anna", "cups.throw", "sealed", dice="2d20dl1", actor="anna")
    return named


def played(path: Path) -> dict[str, int]:
    """The evening in a file."""
    store = SQLiteStore(path)
    named = quarrel(begin(store))
    store.close()
    return named


def verifiers() -> Sequence[Any]:
    """The stand-alone verifiers of an export; one is left out where it cannot run."""
    node = shutil.which("node")
    lacking = pytest.mark.skipif(node is None, reason="there is no node on the PATH")
    return [
        pytest.param([sys.executable, "-I", DOCS / "verify_export.py"], id="python"),
        pytest.param([node or "node", DOCS / "verify_export.mjs"], id="node", marks=lacking),
    ]


def ask(verifier: Sequence[Any], *args: Any) -> tuple[int, str]:
    """Exit code and words of a stand-alone verifier, run in a process of its own."""
    done = subprocess.run(
        [*map(str, verifier), *map(str, args)],
        capture_output=True,
        encoding="utf-8",
        env={"PYTHONIOENCODING": "utf-8", "PATH": ""},
        timeout=60,
        check=False,
    )
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout


def rows(path: Path) -> list[dict[str, Any]]:
    """The lines of an export, read."""
    raw = path.read_bytes().removesuffix(b"\n")
    return [json.loads(line) for line in raw.split(b"\n")]


def write(path: Path, lines: Sequence[dict[str, Any]]) -> None:
    """Lines of an export, written in its way."""
    dumped = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in lines)
    path.write_text("".join(dumped), encoding="utf-8", newline="")
