"""`rollbook salvage` says what it saved, what it could not, and what would help."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from .tables import run


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as conn:
        for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            conn.execute(f"DROP TRIGGER {name}")
        conn.execute(statement)
        conn.commit()


def test_a_sound_file_is_saved_whole_and_what_is_saved_is_the_same_session(
    duel: Path, tmp_path: Path
) -> None:
    target = tmp_path / "saved.db"
    done = run("salvage", duel, target)
    assert (done.exit_code, "All of it verifies" in done.stdout) == (0, True)
    assert run("export", target).stdout == run("export", duel).stdout
    assert not (tmp_path / "saved.db.rest.jsonl").exists()
    assert run("audit", target).exit_code == run("audit", duel).exit_code


def test_a_changed_record_is_named_and_everything_else_is_somewhere(
    duel: Path, tmp_path: Path
) -> None:
    change(duel, "UPDATE records SET body = replace(body, 'snorri', 'eve') WHERE seq = 31")
    before, target = duel.read_bytes(), tmp_path / "saved.db"
    done = run("salvage", duel, target, "--json")
    assert done.exit_code == 1
    given = json.loads(done.stdout)
    [found] = given["sessions"]
    assert found["size"] <= 31
    assert found["first"] == found["size"]
    rest = Path(given["rest"]).read_text(encoding="utf-8").splitlines()
    total = run("log", duel, "--raw", "--json").stdout.count("\n")
    assert found["size"] + len(rest) == total
    assert run("audit", target).exit_code != 1
    assert duel.read_bytes() == before
    done = run("salvage", duel, target)
    assert (done.exit_code, "already" in done.stderr) == (2, True)


def test_what_is_missing_is_told_in_both_languages(duel: Path, tmp_path: Path) -> None:
    change(duel, "DELETE FROM records WHERE seq = 30")
    said = run("salvage", duel, tmp_path / "a.db").stdout
    assert "from record 30 on it does not verify: record 30 is missing" in said
    assert "cannot be read: 30\n" in said
    assert "look in copies of the file and in exports" in said
    said = run("salvage", duel, tmp_path / "b.db", "--lang", "it").stdout
    assert "dal record 30 in poi" in said
    assert "record illeggibili: 30\n" in said
    change(duel, "DELETE FROM records WHERE seq = 0")
    said = run("salvage", duel, tmp_path / "c.db").stdout
    assert "nothing of it verifies" in said


def test_where_nothing_can_be_read_the_exit_code_says_so(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"no journal" * 1000)
    done = run("salvage", tmp_path / "x.db", tmp_path / "y.db")
    assert (done.exit_code, "nothing can be read" in done.stderr) == (5, True)
    assert run("salvage", tmp_path / "missing", tmp_path / "y.db").exit_code == 5
