"""What the audit asks of the file itself and its snapshots, whichever way they are wrong."""

from __future__ import annotations

import pytest

from rollbook.replay.audit import BROKEN

from .disputed import audited
from .forging import Forger


def under_another_schema(forger: Forger, name: str, word: str, other: str, statement: str) -> None:
    """Something done while SQLite took an object for another, which it is no longer after."""
    for was, then in ((word, other), (other, word)):
        forger.plainly(
            "PRAGMA writable_schema = ON",
            f"UPDATE sqlite_master SET sql = replace(sql, '{was}', '{then}') WHERE name = '{name}'",
        )
        if then == other:
            forger.sql(statement)


@pytest.mark.parametrize(
    ("name", "word", "other", "statement", "says"),
    [
        ("records_key", "key <> ''''", "key = ''no''",
         "UPDATE records SET key = 'lump' WHERE key = 'lamp' AND session = 't'",
         "missing from index records_key"),
        ("seals", "seed BLOB NOT NULL", "seed BLOB",
         "UPDATE seals SET seed = NULL WHERE session = 't' AND epoch = 0 AND kind = 'open'",
         "NULL value in seals.seed"),
    ],
    ids=["an-index", "a-table"],
)  # fmt: skip
def test_what_sqlite_finds_broken_is_told_in_its_words(
    forger: Forger, name: str, word: str, other: str, statement: str, says: str
) -> None:
    """Even where no record of the session has anything to do with it."""
    under_another_schema(forger, name, word, other, statement)
    found = audited(forger.path)
    first = found.result("file").first["broken"]
    assert (found.code, first.code) == (BROKEN, "sqlite")
    assert says in first.places["why"]
    assert [r.name for r in found.results if r.grade] == ["file"]


@pytest.mark.parametrize("when", ["AFTER UPDATE ON records", "INSTEAD OF UPDATE ON rolls"])
def test_a_guard_that_comes_at_another_time_is_another(forger: Forger, when: str) -> None:
    """Whether its text sorts before that of ours or after it."""
    forger.plainly(
        "DROP TRIGGER records_no_update",
        f"CREATE TRIGGER records_no_update {when} BEGIN SELECT 1; END",
    )
    first = audited(forger.path).result("file").first["broken"]
    assert (first.code, first.places["name"]) == ("object-other", "records_no_update")


@pytest.mark.parametrize(
    ("table", "number", "beyond"),
    [("records", "seq", (-7, -4)), ("commits", "no", (88, 91)), ("snapshots", "commit_no", (77,))],
)
def test_rows_out_of_reach_are_counted_and_the_first_is_named(
    forger: Forger, table: str, number: str, beyond: tuple[int, ...]
) -> None:
    """With the number of the record where it is one."""
    rows = [row for (row,) in forger.rows(
        f"SELECT DISTINCT {number} FROM {table} WHERE session = 's' ORDER BY 1 DESC"
    )]  # fmt: skip
    assert len(rows) >= len(beyond)
    for row, to in zip(rows, beyond, strict=False):
        forger.sql(f"UPDATE {table} SET {number} = {to} WHERE session = 's' AND {number} = {row}")
    [(count,)] = forger.rows(f"SELECT count(*) FROM {table} WHERE {number} IN {(*beyond, -99)}")
    first = audited(forger.path).result("file").first["broken"]
    assert (first.code, first.seq) == ("rows-outside", -7 if table == "records" else None)
    assert first.places == {"count": str(count), "table": table, "first": str(beyond[0])}


# --- snapshots


def last_snapshot(forger: Forger) -> int:
    """Number of the commit that the last one was taken after."""
    [(no,)] = forger.rows("SELECT max(commit_no) FROM snapshots WHERE session = 's'")
    return int(no)


@pytest.mark.parametrize("state", ["00", "ff", "7b7d"])
def test_a_snapshot_of_another_state_is_told_by_whose_it_is(forger: Forger, state: str) -> None:
    """Whether its bytes sort before what the records fold to or after it."""
    no = last_snapshot(forger)
    forger.sql(
        f"UPDATE snapshots SET state = x'{state}' WHERE session = 's' AND ruleset <> 'ledger'"
    )
    first = audited(forger.path).result("snapshots").first["broken"]
    assert (first.code, first.commit) == ("snapshot", no)
    assert first.places == {"commit": str(no), "names": "brawl, charms, table"}


def test_a_snapshot_of_another_size_alone_is_told_as_that(forger: Forger) -> None:
    forger.sql("UPDATE snapshots SET size = size - 1 WHERE session = 's'")
    first = audited(forger.path).result("snapshots").first["broken"]
    assert first.places == {"commit": str(last_snapshot(forger)), "names": "size"}


def test_a_snapshot_of_a_commit_without_records_has_nothing_to_be_compared_with(
    forger: Forger,
) -> None:
    """It may be the one thing that is left of the commit; that is said."""
    no = last_snapshot(forger)
    forger.sql(f"DELETE FROM records WHERE session = 's' AND commit_no = {no}")
    snapshots = audited(forger.path).result("snapshots")
    assert (snapshots.covered, snapshots.count) == (0, {"unknown": 1})
    first = snapshots.first["unknown"]
    assert (first.code, first.places) == ("snapshot-alone", {"commit": str(no)})
