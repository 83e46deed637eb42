"""An export holds a session as it is, for whoever may see it, and goes back into a file whole."""

from __future__ import annotations

import json
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from rollbook.core.errors import (
    Damaged,
    Full,
    NewerFormat,
    NoSession,
    Refused,
    RollbookError,
    SessionExists,
    Unverified,
)
from rollbook.core.memory import MemoryStore
from rollbook.core.records import Record
from rollbook.journal import SQLiteStore
from rollbook.journal.exporting import export
from rollbook.journal.importing import import_export
from rollbook.journal.verifying import Export
from rollbook.plugins.testing.commits import HARD_BODIES, append

HEADERS = (
    "format", "session", "seq", "commit", "kind", "type", "family", "version", "at", "by", "cause",
    "to", "salt", "key",
)  # fmt: skip


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A journal of bodies that whoever decodes, normalises or encodes again would not give back."""
    path = tmp_path / "source.db"
    store = SQLiteStore(path)
    for no in range(6):
        append(store, "s", HARD_BODIES[no:] + HARD_BODIES[:no], key=f"k\u2028{no}")
    append(store, "other")
    store.close()
    return path


def exported(path: Path, target: Path, whose: str = "", *, hide: str = "nobody") -> Path:
    store = SQLiteStore(path, read_only=True)
    sees = (lambda record: hide not in record.to) if whose else None
    target.write_bytes(b"".join(export(store, "s", whose=whose, sees=sees)))
    store.close()
    return target


def everything(path: Path) -> list[Any]:
    store = SQLiteStore(path, read_only=True)
    found = [*store.records("s"), *store.commits("s"), store.head("s")]
    store.close()
    return found


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().removesuffix(b"\n").split(b"\n")


def by_the_document(header: dict[str, Any], row: dict[str, Any]) -> str:
    """The leaf of a line, from docs/format.md."""
    total = sha256(b"\x00")
    for name in HEADERS:
        value = {**header, **row}[name]
        raw = b"" if value is None else str(value).encode()
        total.update(len(raw).to_bytes(4, "big") + raw)
    total.update(row["body"].encode())
    return total.hexdigest()


def test_what_is_exported_and_imported_is_equal_record_by_record(
    source: Path, tmp_path: Path
) -> None:
    """Bodies, salts, keys, roots and the frontier; a second export is the same to the byte."""
    first = exported(source, tmp_path / "first.jsonl")
    copy = tmp_path / "copy.db"
    name, head = import_export(first, copy)
    assert name == "s"
    assert everything(copy) == everything(source)
    assert head == everything(source)[-1]
    assert exported(copy, tmp_path / "second.jsonl").read_bytes() == first.read_bytes()
    store = SQLiteStore(copy)
    assert store.sessions() == ("s",)
    assert store.seeds("s") == ()
    append(store, "s")  # it grows on as any other
    store.close()


@pytest.mark.report(240)
def test_fields_of_a_plugin_that_nobody_has_come_back_byte_for_byte(
    source: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    import_export(exported(source, tmp_path / "x.jsonl"), copy)
    bodies = [r.body for r in everything(copy) if isinstance(r, Record)]
    assert bodies[: len(HARD_BODIES)] == list(HARD_BODIES)


def test_every_line_is_one_record_or_the_end_of_a_commit_and_the_leaves_are_the_documents(
    source: Path, tmp_path: Path
) -> None:
    header, *rows = map(json.loads, lines(exported(source, tmp_path / "x.jsonl")))
    assert header["export"] == "rollbook export 1"
    ends = [row for row in rows if "root" in row]
    records = [row for row in rows if "body" in row]
    assert len(ends) + len(records) == len(rows)
    assert (len(records), len(ends)) == (header["size"], header["commits"])
    hidden = map(json.loads, lines(exported(source, tmp_path / "y.jsonl", "anna", hide="anna"))[1:])
    leaves = {row["seq"]: row["leaf"] for row in hidden if "leaf" in row}
    assert leaves, "nothing was hidden"
    for row in records:
        if row["seq"] in leaves:
            assert leaves[row["seq"]] == by_the_document(header, row)


def test_a_player_s_export_has_nothing_of_what_is_hidden_but_place_and_leaf(
    source: Path, tmp_path: Path
) -> None:
    path = exported(source, tmp_path / "x.jsonl", "bea", hide="anna")
    hidden = [json.loads(line) for line in lines(path) if b'"leaf"' in line]
    assert {tuple(row) for row in hidden} == {("seq", "commit", "leaf")}
    text = path.read_bytes()
    for record in everything(source):
        if isinstance(record, Record) and "anna" in record.to:
            assert record.salt.encode() not in text
    assert sum(len(whole.records) for whole in Export(path).commits()) == 42


@pytest.mark.report(258)
@pytest.mark.report(266)
def test_the_same_export_is_not_imported_twice(source: Path, tmp_path: Path) -> None:
    path = exported(source, tmp_path / "x.jsonl")
    before = everything(source)
    with pytest.raises(SessionExists, match="this very one"):
        import_export(path, source)
    assert everything(source) == before
    append(store := SQLiteStore(source), "s")
    store.close()
    with pytest.raises(SessionExists, match="another one"):
        import_export(path, source)


def test_a_session_is_imported_beside_others(source: Path, tmp_path: Path) -> None:
    path = exported(source, tmp_path / "x.jsonl")
    target = tmp_path / "two.db"
    append(store := SQLiteStore(target), "t")
    store.close()
    import_export(path, target)
    assert SQLiteStore(target).sessions() == ("s", "t")


def test_an_export_with_holes_is_refused_and_one_that_hides_nothing_is_not(
    source: Path, tmp_path: Path
) -> None:
    holes = exported(source, tmp_path / "x.jsonl", "bea", hide="anna")
    with pytest.raises(Refused, match="may not see") as refused:
        import_export(holes, tmp_path / "copy.db")
    assert "rollbook verify" in refused.value.hint
    assert not (tmp_path / "copy.db").exists()
    import_export(exported(source, tmp_path / "y.jsonl", "bea"), tmp_path / "copy.db")
    assert everything(tmp_path / "copy.db") == everything(source)


Change = Callable[[list[bytes]], Any]


def dropped(at: int) -> Change:
    return lambda rows: rows.pop(at)


def swapped(at: int) -> Change:
    def change(rows: list[bytes]) -> None:
        rows[at], rows[at + 1] = rows[at + 1], rows[at]

    return change


def put(at: int, old: bytes, new: bytes) -> Change:
    def change(rows: list[bytes]) -> None:
        assert old in rows[at], rows[at]
        rows[at] = rows[at].replace(old, new, 1)

    return change


def at_line(at: int, made: Callable[[bytes], bytes]) -> Change:
    return lambda rows: rows.__setitem__(at, made(rows[at]))


LEAF = b'{"seq":2,"commit":0,"leaf":"' + b"0" * 64 + b'"}'

# A commit of seven records and its end: the header is line 1, records 0 to 6 lines 2 to 8.
FORGERIES: list[tuple[str, Change, int]] = [
    ("a record dropped", dropped(3), 4),
    ("the end of a commit dropped", dropped(8), 9),
    ("records swapped", swapped(3), 4),
    ("a body changed", put(3, b"t.e", b"t.f"), 9),
    ("a salt changed", put(3, b'"salt":"0', b'"salt":"1'), 9),
    ("an author changed", put(1, b"zo", b"Zo"), 9),
    ("a key changed", put(1, b'"key":"k', b'"key":"c'), 9),
    ("a cause changed", put(3, b'"cause":0', b'"cause":1'), 9),
    ("an audience changed", put(3, b"anna gm", b"anna"), 9),
    ("a version changed", put(3, b'"version":3', b'"version":4'), 9),
    ("a kind changed", put(3, b'"event"', b'"performed"'), 9),
    ("a second command", put(3, b'"event"', b'"command"'), 4),
    ("a kind that there is not", put(3, b'"event"', b'"rumour"'), 4),
    ("another commit", put(3, b'"commit":0', b'"commit":1'), 4),
    ("a number as text", put(3, b'"seq":2', b'"seq":"2"'), 4),
    ("a number with a fraction", put(3, b'"seq":2', b'"seq":2.0'), 4),
    ("a space", put(3, b'"seq":2', b'"seq": 2'), 4),
    ("a key twice", put(3, b'"seq":2', b'"seq":2,"seq":2'), 4),
    ("a field more", put(3, b'"seq":2', b'"more":1,"seq":2'), 4),
    ("an escape that need not be", put(3, b"t.e", b"t\\u002ee"), 4),
    ("half a character", put(3, b"t.e", b"\\ud800"), 4),
    ("no text", put(3, b"t.e", b"\xff"), 4),
    ("no JSON", put(3, b'{"seq', b'{seq'), 4),
    ("an empty line", put(3, b"", b"\n"), 4),
    ("carriage returns", at_line(3, lambda row: row + b"\r"), 4),
    ("a root changed", put(8, b'"root":"', b'"root":"0'), 9),
    ("a size changed", put(8, b'"size":7', b'"size":8'), 9),
    ("the header's size", put(0, b'"size":42', b'"size":41'), 50),
    ("the header's commits", put(0, b'"commits":6', b'"commits":5'), 50),
    ("the header's root", put(0, b'"root":"', b'"root":"0'), 1),
    ("the session", put(0, b'"session":"s"', b'"session":"z"'), 9),
    ("the format", put(0, b'"rollbook 1"', b'"rollbook 2"'), 1),
    ("the tail cut off", lambda rows: rows.__delitem__(slice(25, None)), 26),
    ("cut off within a commit", lambda rows: rows.__delitem__(slice(22, None)), 23),
    ("a commit added at the end", lambda rows: rows.append(rows[-1]), 50),
    ("a record hidden", at_line(3, lambda row: LEAF), 4),
]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "line"),
    [forged[1:] for forged in FORGERIES],
    ids=[forged[0] for forged in FORGERIES],
)
def test_a_forged_export_is_refused_at_the_line_that_shows_it(
    source: Path, tmp_path: Path, change: Change, line: int
) -> None:
    """Whoever imports it gets nothing, not even an empty file."""
    path = exported(source, tmp_path / "x.jsonl")
    rows = lines(path)
    change(rows)
    path.write_bytes(b"\n".join(rows) + b"\n")
    with pytest.raises(Unverified, match=rf"^line {line}: "):
        import_export(path, tmp_path / "copy.db")
    assert not [*tmp_path.glob("copy.db*")]
    append(store := SQLiteStore(tmp_path / "copy.db"), "t")
    store.close()
    with pytest.raises(Unverified):
        import_export(path, tmp_path / "copy.db")
    assert SQLiteStore(tmp_path / "copy.db").sessions() == ("t",)


@pytest.mark.report(263)
def test_of_fifty_lines_the_bad_one_is_named_with_its_place(source: Path, tmp_path: Path) -> None:
    path = exported(source, tmp_path / "x.jsonl")
    rows = lines(path)
    rows[30] = rows[30].replace(b'"version":', b'"version":-')
    path.write_bytes(b"\n".join(rows) + b"\n")
    with pytest.raises(Unverified) as named:
        import_export(path, tmp_path / "copy.db")
    assert named.value.path == "$.lines[32]"  # the end of the commit, whose root shows it


def test_what_is_no_export_is_refused_by_name(source: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    for raw in (b"", b"{}\n", b"[1]\n", b"\x00" * 100, source.read_bytes(), b"[" * 100_000 + b"\n"):
        path.write_bytes(raw)
        with pytest.raises(Unverified, match=r"^line 1: "):
            Export(path)
    with pytest.raises(NoSession):
        Export(tmp_path / "missing")
    with pytest.raises(NoSession):
        Export(tmp_path)
    exported(source, path)
    path.write_bytes(path.read_bytes().replace(b"rollbook export 1", b"rollbook export 2", 1))
    with pytest.raises(NewerFormat, match="rollbook export 2"):
        Export(path)


@pytest.mark.report(261)
def test_an_import_that_fails_on_the_way_leaves_nothing(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full after the third commit."""
    path = exported(source, tmp_path / "x.jsonl")
    target = tmp_path / "copy.db"
    append(store := SQLiteStore(target), "t")
    store.close()

    def full(done: int, size: int) -> None:
        raise Full("there is no room")

    monkeypatch.setattr("rollbook.journal.importing._EVERY", 7)
    with pytest.raises(Full):
        import_export(path, target, progress=full)
    found = SQLiteStore(target)
    assert found.sessions() == ("t",)
    assert found.line("t").rows("SELECT count(*) FROM records WHERE session = 's'") == [(0,)]
    with pytest.raises(Full):
        import_export(path, tmp_path / "new.db", progress=full)
    assert not [*tmp_path.glob("new.db*")]
    import_export(path, target)
    assert everything(target) == everything(source)


def test_an_import_that_is_killed_leaves_nothing_and_can_be_done_again(tmp_path: Path) -> None:
    """With SIGKILL, early and late: a session is there whole or not at all."""
    source, path = tmp_path / "source.db", tmp_path / "x.jsonl"
    store = SQLiteStore(source, durability="normal")
    for _ in range(100):
        append(store, "s", [b'{"type":"t.e"}'] * 100)
    store.close()
    exported(source, path)
    code = (
        "import sys; from pathlib import Path; "
        "from rollbook.journal.importing import import_export; "
        "say = lambda done, size: (print(done, flush=True), sys.stdin.readline()); "
        "import_export(Path(sys.argv[1]), Path(sys.argv[2]), progress=say)"
    )
    for lines in (1, 3, 4):
        target = tmp_path / f"{lines}.db"
        done = subprocess.Popen(
            [sys.executable, "-c", code, path, target],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        assert done.stdout is not None
        assert done.stdin is not None
        for line in range(lines):
            assert done.stdout.readline()
            if line + 1 < lines:  # it waits for this before it goes on
                done.stdin.write("\n")
        done.kill()
        done.communicate()
        found = SQLiteStore(target)
        assert found.sessions() == ()
        found.close()
        import_export(path, target)
        assert everything(target) == everything(source)


def test_a_journal_that_does_not_verify_is_not_exported(source: Path, tmp_path: Path) -> None:
    store = SQLiteStore(source)
    conn = store.line("s").conn
    conn.execute("DROP TRIGGER records_no_update")
    conn.execute("UPDATE records SET body = replace(body, 't.e', 't.f') WHERE seq = 10")
    with pytest.raises(Damaged, match="commit 1 ") as named:
        list(export(store, "s"))
    assert "rollbook salvage" in named.value.hint
    conn.execute("DROP TRIGGER records_no_delete")
    conn.execute("DELETE FROM records WHERE seq = 10")
    with pytest.raises(Damaged, match="not all there"):
        list(export(store, "s"))
    store.close()


def test_a_store_in_memory_is_exported_too(source: Path, tmp_path: Path) -> None:
    store = MemoryStore()
    for no in range(6):
        append(store, "s", HARD_BODIES[no:] + HARD_BODIES[:no], key=f"k\u2028{no}")
    assert b"".join(export(store, "s")) == exported(source, tmp_path / "x.jsonl").read_bytes()


def test_ten_times_the_records_need_no_more_memory(tmp_path: Path) -> None:
    """Exporting, verifying and importing are streams; SQLite's own memory is not counted here."""
    peaks = []
    for size in (2_000, 20_000):
        path, target = tmp_path / f"{size}.db", tmp_path / f"{size}.jsonl"
        store = SQLiteStore(path, durability="normal")
        for no in range(size // 100):
            append(store, "s", [b'{"type":"t.e","n":%d}' % no] * 100)
        tracemalloc.start()
        with target.open("wb") as file:
            file.writelines(export(store, "s"))
        assert sum(len(whole.leaves) for whole in Export(target).commits()) == size
        import_export(target, tmp_path / f"{size}.copy.db")
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        store.close()
    assert peaks[1] < peaks[0] + 2**20, peaks


def test_every_refusal_is_a_typed_error(tmp_path: Path) -> None:
    with pytest.raises(RollbookError):
        import_export(tmp_path / "x", tmp_path / "y")
