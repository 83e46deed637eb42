"""Any SQLite connection meets the append-only triggers, and reads the views."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from rollbook.core.records import Commit, Record, leaf
from rollbook.core.tree import grow, root
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing.commits import append, grown


def message(kind: str, family: str, to: str = "", **fields: object) -> Record:
    body = json.dumps({"type": kind, **fields}, ensure_ascii=False).encode()
    return Record("s", 0, 0, "event", kind, family, 1, "", "", 0, to, "0" * 32, "", body)


MODIFIER = {"source": "bless", "rule": "M-1", "on": "result", "op": "add", "amount": 1}
DICE = [{"term": 0, "sides": 6, "face": 5, "kept": True}]
DRAW = {"kind": "sealed", "epoch": 1, "stream": "łucja", "index": 0}
EVENTS = [
    message("table.rolled", "table.rolled", id="roll.0.0", actor="łucja", purpose="attack",
            notation="2d6", draw=DRAW, dice=DICE, modifiers=[MODIFIER], natural=5,
            total=6, of=None,
            replaces=None, rule="FUD-170"),
    message("table.spent", "table.spent", actor="łucja", pool="fate", amount=1, before=3, after=2,
            for_="brynhild",
            rule="FUD-1"),
    message("table.gained", "table.gained", "gm", actor="łucja", pool="fate", amount=2, before=2,
            after=4, rule="FUD-2"),
    message("fudge.wounded", "table.wounded", actor="łucja", track="wounds", before=0, after=1,
            source="roll.0.0", rule="FUD-181", unknown={"kept": "as it is"}),
    message("fudge.healed", "table.healed", actor="łucja", track="wounds", before=1, after=0,
            source="herbs", rule="FUD-190"),
    message("table.ruled", "table.ruled", name="cover", subject="łucja",
            question="Does it help?", answer="yes", by="gm", until={"scene": "end"}, rule="FUD-3"),
    message("plugin.gone", "", strange=[1]),
]  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.rollbook"
    store = SQLiteStore(path)
    with store.write("s", new=True) as tx:
        [command], _, _ = grown("s", tx.head, key="k")
        records = [
            command,
            *(structs.replace(event, seq=seq) for seq, event in enumerate(EVENTS, 1)),
        ]
        frontier = grow((), 0, map(leaf, records))
        tx.append(records, Commit(0, 0, len(records), root(frontier)), frontier)
    append(store, "s")
    store.close()
    return path


@pytest.fixture
def raw(path: Path) -> Iterator[sqlite3.Connection]:
    """What a stranger has: sqlite3 without any of our settings."""
    with closing(sqlite3.connect(path)) as raw:
        yield raw


def everything(path: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as raw:
        tables = ("records", "commits")
        return [row for table in tables for row in raw.execute(f"SELECT * FROM {table}")]


RECORD = (
    "INTO records SELECT session, {seq}, 0, kind, type, family, version, at, by, cause, audience,"
    " salt, {key}, '{{}}' FROM records WHERE seq = 0"
)


@pytest.mark.parametrize(
    "attempt",
    [
        "UPDATE records SET body = '{}'",
        "UPDATE OR REPLACE records SET seq = 1 WHERE seq = 2",
        "UPDATE records SET by = 'eve' WHERE seq = 0",
        "UPDATE commits SET root = x'00' WHERE no = 0",
        "DELETE FROM records",
        "DELETE FROM records WHERE seq = (SELECT max(seq) FROM records)",
        "DELETE FROM commits WHERE no = 1",
        "INSERT OR REPLACE " + RECORD.format(seq=1, key="''"),
        "REPLACE " + RECORD.format(seq=0, key="key"),
        "INSERT OR REPLACE " + RECORD.format(seq=99, key="key"),
        "INSERT OR IGNORE " + RECORD.format(seq=1, key="''"),
        "INSERT OR ROLLBACK " + RECORD.format(seq=1, key="''"),
        "INSERT OR REPLACE INTO commits VALUES ('s', 0, 0, 1, x'00')",
        "INSERT INTO records SELECT * FROM records WHERE true"
        " ON CONFLICT (session, seq) DO UPDATE SET body = '{}'",
    ],
)
def test_what_would_change_the_log_is_refused(
    path: Path, raw: sqlite3.Connection, attempt: str
) -> None:
    before = everything(path)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        raw.execute(attempt)
    raw.commit()
    assert everything(path) == before


def test_bodies_are_text_and_numbers_are_numbers(raw: sqlite3.Connection) -> None:
    for column, value in (("body", b"\x00"), ("version", "one"), ("commit_no", None)):
        values = {"session": "s", "seq": 50, "commit_no": 2, "kind": "event", "type": "t"}
        values |= {"family": "", "version": 1, "at": "", "by": "", "cause": None, "audience": ""}
        values |= {"salt": "", "key": "", "body": "{}", column: value}
        marks = ", ".join("?" for _ in values)
        with pytest.raises(sqlite3.IntegrityError):
            raw.execute(f"INSERT INTO records VALUES ({marks})", list(values.values()))


def view(raw: sqlite3.Connection, name: str) -> list[dict[str, Any]]:
    raw.row_factory = sqlite3.Row
    return [dict(row) for row in raw.execute(f"SELECT * FROM {name} ORDER BY seq")]


COMMON = {"session": "s", "commit_no": 0, "at": "2026-01-31T18:00:00.123Z", "by": "zoë"}


def test_the_view_of_rolls(raw: sqlite3.Connection) -> None:
    [roll] = view(raw, "rolls")
    for column, value in (("dice", DICE), ("draw", DRAW), ("modifiers", [MODIFIER])):
        assert json.loads(roll.pop(column)) == value
    assert roll == COMMON | {
        "seq": 1, "type": "table.rolled", "audience": "", "id": "roll.0.0", "actor": "łucja",
        "purpose": "attack", "notation": "2d6", "natural": 5, "total": 6, "of": None,
        "replaces": None, "rule": "FUD-170",
    }  # fmt: skip


def test_the_view_of_spends_holds_gains_too(raw: sqlite3.Connection) -> None:
    spent, gained = view(raw, "spends")
    common = COMMON | {"actor": "łucja", "pool": "fate"}
    assert spent == common | {
        "seq": 2, "type": "table.spent", "audience": "", "amount": 1, "before": 3, "after": 2,
        "on_behalf_of": "brynhild",
        "rule": "FUD-1",
    }  # fmt: skip
    assert gained == common | {
        "seq": 3, "type": "table.gained", "audience": "gm", "amount": 2, "before": 2, "after": 4,
        "on_behalf_of": None,
        "rule": "FUD-2",
    }  # fmt: skip


def test_the_view_of_wounds_knows_every_rulesets_wounds(raw: sqlite3.Connection) -> None:
    wounded, healed = view(raw, "wounds")
    common = COMMON | {"audience": "", "actor": "łucja", "track": "wounds"}
    assert wounded == common | {
        "seq": 4, "type": "fudge.wounded", "before": 0, "after": 1, "source": "roll.0.0",
        "rule": "FUD-181",
    }  # fmt: skip
    assert healed == common | {
        "seq": 5, "type": "fudge.healed", "before": 1, "after": 0, "source": "herbs",
        "rule": "FUD-190",
    }  # fmt: skip


def test_the_view_of_rulings_says_who_ruled(raw: sqlite3.Connection) -> None:
    [ruling] = view(raw, "rulings")
    assert json.loads(ruling.pop("until")) == {"scene": "end"}
    assert ruling == COMMON | {
        "seq": 6, "type": "table.ruled", "audience": "", "name": "cover", "subject": "łucja",
        "question": "Does it help?", "answer": "yes", "ruled_by": "gm", "rule": "FUD-3",
    }  # fmt: skip


def test_the_transcript_holds_every_record_with_its_commands_time(raw: sqlite3.Connection) -> None:
    lines = view(raw, "transcript")
    assert [line["seq"] for line in lines] == list(range(len(EVENTS) + 2))
    assert {(line["at"], line["by"]) for line in lines} == {(COMMON["at"], COMMON["by"])}
    foreign = lines[7]
    assert list(foreign) == [
        *("session", "seq", "commit_no", "at", "by", "kind", "type", "family", "audience", "body")
    ]
    assert foreign["body"].encode() == EVENTS[6].body
