"""Records: what the journal keeps, byte for byte, and the leaf that stands for each.

The leaf covers everything that decides the state, so nothing of it can be changed unseen:
SHA-256(0x00 ‖ H ‖ body), where H holds each header's UTF-8 text preceded by its length as
four bytes big-endian (RFC 6962 for the domain prefix; ``docs/format.md`` for worked leaves).
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import Literal, NamedTuple

from msgspec import Struct

FORMAT = "rollbook 1"
"""Version of the record format; part of every leaf."""

Kind = Literal["command", "performed", "event"]
"""What a seat sent, what a rule performed, or what then was the case."""


class Record(Struct, frozen=True):
    """One line of the journal.

    Args:
        session: id of the session.
        seq: position in the session, from 0; the leaf's index in the tree.
        commit: number of the commit it belongs to, from 0.
        kind: ``command``, ``performed`` or ``event``.
        type: tag of the message, ``<ruleset>.<name>``.
        family: tag of the vocabulary's type that it belongs to, or empty.
        version: of the body's form.
        at: RFC 3339 UTC in milliseconds; on a commit's command alone, else empty.
        by: seat that sent the command; likewise.
        cause: seq of the record that it follows from, if any.
        to: audience as sorted ids joined by a space; empty is everyone.
        salt: 32 hex digits, so that a hidden body cannot be guessed from its leaf.
        key: idempotency key given by the caller; on a commit's command alone.
        body: the message as encoded once, in UTF-8 JSON.
    """

    session: str
    seq: int
    commit: int
    kind: str
    type: str
    family: str
    version: int
    at: str
    by: str
    cause: int | None
    to: str
    salt: str
    key: str
    body: bytes


class Fact(NamedTuple):
    """What folding needs of a record, and no more."""

    seq: int
    commit: int
    kind: str
    type: str
    family: str
    version: int
    by: str
    cause: int | None
    to: str
    body: bytes


class Commit(NamedTuple):
    """One commit: an index over the records, all of it recomputable.

    Args:
        no: number, from 0.
        first: seq of its first record, always a ``command``.
        size: number of leaves in the tree after it.
        root: of that tree, 32 bytes.
    """

    no: int
    first: int
    size: int
    root: bytes


_LENGTHS = [n.to_bytes(4, "big") for n in range(256)]


def framed(text: str) -> bytes:
    """The text in UTF-8, preceded by its length as four bytes big-endian."""
    raw = text.encode()
    size = len(raw)
    return (_LENGTHS[size] if size < 256 else size.to_bytes(4, "big")) + raw


def _number(number: int) -> bytes:
    """The decimal text of a number, framed."""
    raw = b"%d" % number
    return _LENGTHS[len(raw)] + raw


@lru_cache(maxsize=1024)
def _kept(*texts: str) -> bytes:
    """Frames of headers that repeat from record to record."""
    return b"".join(map(framed, texts))


def leaf(record: Record) -> bytes:
    """The record's leaf hash, 32 bytes."""
    r = record
    return sha256(
        b"".join(
            (
                b"\x00",
                _kept(FORMAT, r.session),
                _number(r.seq),
                _number(r.commit),
                _kept(r.kind, r.type, r.family, str(r.version)),
                framed(r.at) if r.at else _NONE,
                _kept(r.by),
                _NONE if r.cause is None else _number(r.cause),
                _kept(r.to),
                framed(r.salt),
                framed(r.key) if r.key else _NONE,
                r.body,
            )
        )
    ).digest()


_NONE = framed("")
