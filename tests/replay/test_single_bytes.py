"""One byte of the file, anywhere, changed to any other: found, refused, or of no meaning.

A thousand bytes in the ordinary run, from another seed each time, which a failure shows;
``ROLLBOOK_BYTES`` sets how many.
"""

from __future__ import annotations

import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rollbook.core.errors import RollbookError
from rollbook.journal import SQLiteStore
from rollbook.replay.audit import CLEAN, audit
from rollbook.replay.recording import load

from .disputed import engine, played

TRIES = int(os.environ.get("ROLLBOOK_BYTES", "1000"))
TABLES = ("records", "commits", "seals")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short evening in a file that nobody writes any more."""
    path = tmp_path_factory.mktemp("bytes") / "whole.db"
    store = SQLiteStore(path)
    played(store, strikes=4).session.close()
    store.close()
    return path


def everything(path: Path) -> list[tuple[Any, ...]]:
    """Every record, commit and seal, as any reader of SQLite has them."""
    with closing(sqlite3.connect(path)) as raw:
        raw.text_factory = bytes
        return [
            row for name in TABLES for row in raw.execute(f"SELECT * FROM {name} ORDER BY 1, 2, 3")
        ]


def test_a_single_byte_is_found_or_refused_or_means_nothing(whole: Path, tmp_path: Path) -> None:
    """The audit is clean only where every record, commit and seal is exactly as it was."""
    seed = int(os.environ.get("ROLLBOOK_SEED", random.randrange(2**32)))
    print("ROLLBOOK_SEED", seed)  # shown when this fails
    chance, made = random.Random(seed), engine()
    before, content = everything(whole), whole.read_bytes()
    outcomes = {"found": 0, "refused": 0, "nothing": 0}
    for at in chance.choices(range(len(content)), k=TRIES):
        byte = chance.choice([value for value in range(256) if value != content[at]])
        path = tmp_path / f"byte-{at}.db"
        path.write_bytes(content[:at] + bytes([byte]) + content[at + 1 :])
        try:
            recording = load(path, engine=made, damaged=True)
            try:
                code = audit(recording, made).code
            finally:
                recording.store.close()
        except RollbookError:
            outcomes["refused"] += 1
        else:
            outcomes["nothing" if code == CLEAN else "found"] += 1
            if code == CLEAN:
                assert everything(path) == before, f"byte {at} made {byte} goes unseen"
        path.unlink()
    print(outcomes)
    assert outcomes["found"] > TRIES / 4
