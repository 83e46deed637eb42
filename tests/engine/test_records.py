"""What a receipt promises can be checked by anybody, from the file alone, without the engine."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rollbook.core.entries import Receipt
from rollbook.core.records import Record, leaf
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing.scenario import Fixed, Scenario
from rollbook.plugins.testing.toys import Duel, Enter, Sneak, Strike, Watch, brawl, charms

WORDS = "Łódź „żółw” 龍"
COLUMNS = "session, seq, commit_no, kind, type, family, version, at, by, cause, audience, salt, key"


def leaves(path: Path) -> Iterator[bytes]:
    """RFC 6962 leaves of a session, worked out again from its columns."""
    with closing(sqlite3.connect(path)) as raw:
        for *headers, body in raw.execute(f"SELECT {COLUMNS}, body FROM records ORDER BY seq"):
            text = b"\x00"
            for header in ("rollbook 1", *headers):
                encoded = b"" if header is None else str(header).encode()
                text += len(encoded).to_bytes(4, "big") + encoded
            yield hashlib.sha256(text + body.encode()).digest()


def tree(hashes: list[bytes]) -> bytes:
    """RFC 6962 root: split at the largest power of two below the number of leaves."""
    if len(hashes) == 1:
        return hashes[0]
    at = 1 << (len(hashes) - 1).bit_length() - 1
    return hashlib.sha256(b"\x01" + tree(hashes[:at]) + tree(hashes[at:])).digest()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "s.rollbook"


@pytest.fixture
def receipts(path: Path) -> list[Receipt]:
    """Of an evening on disk: with names in several scripts, secrets, answers and a key."""
    play = Scenario(
        brawl, charms, actors={"ann": "anna", "bo": "bert"}, store=SQLiteStore(str(path))
    )
    found: list[Receipt | None] = []
    for command, faces in (
        (Enter(actor="ann"), []),
        (Enter(actor="bo"), []),
        (Sneak(actor="bo", what="Łódź „żółw” 龍"), [2]),
    ):
        found.append(play.when(command, faces=faces).receipt)
    found.append(
        play.when(Strike(actor="ann", target="bo"), "anna", faces=[6, 6], key="k1").receipt
    )
    found.append(play.answer("no", "bert").receipt)
    found.append(play.when(Watch(actor="bo"), faces=[1]).receipt)
    found.append(play.when(Duel(a="ann", b="bo")).receipt)
    found.append(play.answer(1, "anna").receipt)
    found.append(play.given({"type": "table.add_note", "text": "ok"}, by="eve").receipt)
    play.store.close()
    assert None not in found
    return [r for r in found if r is not None]


def test_thirty_lines_give_the_root_of_every_receipt(path: Path, receipts: list[Receipt]) -> None:
    hashes = list(leaves(path))
    assert [tree(hashes[: r.size]).hex() for r in receipts] == [r.root for r in receipts]


@pytest.mark.parametrize(
    "change",
    [
        "body = replace(body, 'opened', 'opene_') WHERE seq = 1",
        "by = 'bert' WHERE seq = 0",
        "at = '2026-01-31T18:00:00.000Z' WHERE seq = 0",
        "commit_no = commit_no - 1 WHERE seq = 9",
        "cause = 0 WHERE seq = 9",
        "audience = 'anna' WHERE seq = 9",
        "kind = 'performed' WHERE seq = 9",
        "salt = '00' || substr(salt, 3) WHERE seq = 9",
        "version = 2 WHERE seq = 9",
        "family = 'table.rolled' WHERE seq = 9",
        "key = 'k' WHERE seq = 0",
    ],
)
def test_one_kept_receipt_shows_any_change_before_it(
    path: Path, receipts: list[Receipt], change: str
) -> None:
    """Of whatever decides the state: words, author, time, order, cause, audience."""
    with closing(sqlite3.connect(path)) as raw:
        for (name,) in raw.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            raw.execute(f'DROP TRIGGER "{name}"')
        assert raw.execute(f"UPDATE records SET {change}").rowcount == 1
        raw.commit()
    kept = receipts[-1]
    assert tree(list(leaves(path))[: kept.size]).hex() != kept.root


def test_headers_stand_where_they_belong(path: Path, receipts: list[Receipt]) -> None:
    """Time, author and key on a commit's command alone; every salt once; gapless numbers."""
    records = list(SQLiteStore(str(path)).records("s"))
    firsts = {r.commit: r.seq for r in reversed(records)}
    for record in records:
        first = record.seq == firsts[record.commit]
        assert (record.kind == "command") == first
        assert bool(record.at) == bool(record.by) == first
        assert not record.key or first
    assert [r.seq for r in records] == list(range(len(records)))
    assert sorted(firsts) == list(range(len(firsts)))
    assert len({r.salt for r in records}) == len(records)
    assert {len(r.salt) for r in records} == {32}
    assert [r.key for r in records if r.key] == ["k1"]


def test_causes_lead_from_answer_to_question_and_on_in_the_first_command(
    path: Path, receipts: list[Receipt]
) -> None:
    records = list(SQLiteStore(str(path)).records("s"))
    strike = next(r for r in records if r.type == "brawl.strike")
    asked = next(r for r in records if r.type == "table.asked")
    answer = next(r for r in records if r.type == "table.answer")
    answered = next(r for r in records if r.type == "table.answered")
    hurt = next(r for r in records if r.type == "brawl.hurt")
    assert (strike.cause, asked.cause) == (None, strike.seq)
    assert (answer.cause, answered.cause, hurt.cause) == (asked.seq, answer.seq, strike.seq)


@pytest.mark.report(29)
def test_order_is_by_number_and_never_by_time() -> None:
    """A clock that steps back is recorded as it was."""

    class Back(Fixed):
        def now(self) -> datetime:
            return datetime(2026, 1, 31, 18, 0, 59 - self._drawn % 60, tzinfo=UTC)

    play = Scenario(surroundings=Back())
    for text in "abc":
        play.given({"type": "table.add_note", "text": text})
    times = [r.at for r in play.store.records("s") if r.at]
    assert times == sorted(times, reverse=True)
    assert len(set(times)) > 1
    assert [n.text for n in play.reopened().view().ledger.notes] == ["a", "b", "c"]


def test_a_body_is_hashed_as_it_is_stored(path: Path, receipts: list[Receipt]) -> None:
    store = SQLiteStore(str(path))
    assert [leaf(r) for r in store.records("s")] == list(leaves(path))
    sneak = next(r for r in store.records("s") if r.type == "brawl.sneak")
    assert WORDS.encode() in sneak.body


@pytest.mark.parametrize("size", [0, 1, 127, 255, 256, 257, 65_536])
def test_a_header_of_any_length_is_framed_by_it(size: int) -> None:
    """Four bytes, big-endian, that count the bytes of its UTF-8 form: ż is two."""
    text = "ż" * (size // 2) + "x" * (size % 2)
    assert len(text.encode()) == size
    record = Record("s", 7, 3, "event", "a.b", "", 1, "", "", None, "", "0" * 32, text, b"{}")
    headers = ("rollbook 1", "s", "7", "3", "event", "a.b", "", "1", "", "", "", "")
    framed = b"\x00"
    for header in (*headers, "0" * 32, text):
        framed += len(header.encode()).to_bytes(4, "big") + header.encode()
    assert leaf(record) == hashlib.sha256(framed + b"{}").digest()
