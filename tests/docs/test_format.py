"""docs/format.md says how to verify a journal; this follows it with nothing of Rollbook's."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

import rollbook
from rollbook.core.records import Record, leaf

DOC = Path(__file__).parent.parent.parent / "docs" / "format.md"
HEADERS = [
    "format",
    "session",
    "seq",
    "commit",
    "kind",
    "type",
    "family",
    "version",
    "at",
    "by",
    "cause",
    "to",
    "salt",
    "key",
]
WORKED = [json.loads(b) for b in re.findall(r"```json leaf\n(.*?)```", DOC.read_text(), re.S)]


def by_the_document(record: dict[str, str]) -> str:
    """The leaf as the document defines it."""
    total = hashlib.sha256(b"\x00")
    for header in HEADERS:
        text = record[header].encode()
        total.update(len(text).to_bytes(4, "big") + text)
    total.update(record["body"].encode())
    return total.hexdigest()


def root_by_the_document(leaves: list[bytes]) -> bytes:
    """RFC 6962, 2.1, by its recursive definition."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    left, right = root_by_the_document(leaves[:half]), root_by_the_document(leaves[half:])
    return hashlib.sha256(b"\x01" + left + right).digest()


def test_the_table_of_headers_is_in_the_order_of_the_leaf() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", DOC.read_text(), re.M)
    assert rows == HEADERS


def test_three_leaves_are_worked_out() -> None:
    assert len(WORKED) == 3


@pytest.mark.parametrize("worked", WORKED, ids=lambda w: str(w["seq"]))
def test_a_worked_leaf_is_what_the_document_defines(worked: dict[str, str]) -> None:
    assert by_the_document(worked) == worked["leaf"]


@pytest.mark.parametrize("worked", WORKED, ids=lambda w: str(w["seq"]))
def test_a_worked_leaf_is_what_rollbook_hashes(worked: dict[str, str]) -> None:
    record = Record(
        session=worked["session"], seq=int(worked["seq"]), commit=int(worked["commit"]),
        kind=worked["kind"], type=worked["type"], family=worked["family"],
        version=int(worked["version"]), at=worked["at"], by=worked["by"],
        cause=int(worked["cause"]) if worked["cause"] else None, to=worked["to"],
        salt=worked["salt"], key=worked["key"], body=worked["body"].encode(),
    )  # fmt: skip
    assert leaf(record).hex() == worked["leaf"]


@pytest.mark.parametrize("header", [*HEADERS[1:], "body"])
def test_every_header_decides_the_leaf(header: str) -> None:
    """Whatever decides the state cannot be changed unseen."""
    worked = WORKED[1]
    assert by_the_document({**worked, header: worked[header] + "1"}) != worked["leaf"]


def test_a_session_played_has_the_roots_that_the_document_defines(tmp_path: Path) -> None:
    """Every receipt's root is the root over the first `size` leaves, recomputed from the file."""
    session = rollbook.new(tmp_path / "x.db", "fudge", seats={"gm-1": "gm", "anna": "player"})
    receipts = [session.do({"type": "table.add_note", "text": f"È {n}"}, "anna") for n in range(9)]
    leaves = []
    for r in session.store.records(session.name):
        headers = {
            "format": "rollbook 1", "session": r.session, "seq": str(r.seq),
            "commit": str(r.commit), "kind": r.kind, "type": r.type, "family": r.family,
            "version": str(r.version), "at": r.at, "by": r.by,
            "cause": "" if r.cause is None else str(r.cause), "to": r.to, "salt": r.salt,
            "key": r.key, "body": r.body.decode(),
        }  # fmt: skip
        leaves.append(bytes.fromhex(by_the_document(headers)))
    for receipt in receipts:
        assert root_by_the_document(leaves[: receipt.size]).hex() == receipt.root
