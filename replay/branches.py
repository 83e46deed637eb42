"""The commits of a session as people see branches: who did what, after which, and what stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from ..core.audiences import sees_record
from ..core.chain import chain, on
from ..core.records import Fact, Record
from ..core.telling import Telling
from .graph import parents
from .reading import read
from .recording import Recording
from .transcript import tell
from .walk import check_viewer
from .words import words


class Branched(Struct, frozen=True):
    """One commit and its place among the branches.

    Args:
        commit: its number.
        seq: of its first record.
        parent: the commit whose board it went on from; None of the first.
        stands: whether it counts now; a return took back what does not.
        returned: whether it went back or forth to its parent, instead of following on.
        by: seat that sent its command; empty where the viewer may not see that.
        at: when, RFC 3339 in UTC; likewise.
        type: of the command; likewise.
        text: the command in words; likewise.
        message: its fields as recorded; likewise.
    """

    commit: int
    seq: int
    parent: int | None
    stands: bool
    returned: bool = False
    by: str = ""
    at: str = ""
    type: str = ""
    text: str = ""
    message: Any = None


def branches(
    recording: Recording, *, lang: str = "en", viewer: str = "", since: int = 0
) -> Iterator[Branched]:
    """Every commit from one on, in order.

    Of a command that the viewer may not see only the place is given, which the numbers of
    records and commits show him anyway.

    Args:
        recording: to read.
        lang: language of the reader.
        viewer: seat that reads; empty for whoever holds the journal.
        since: number of the first commit to give.

    Raises:
        Invalid: no such seat or language.
    """
    check_viewer(recording, viewer)
    commits, now = recording.commits, recording.now
    returns = now.ledger.parents
    from_, spans = parents(commits, returns), chain(commits - 1, returns)
    telling = Telling(words(recording.book, lang), now, viewer)
    first = recording.commit(since).first if since < commits else recording.size
    for record in recording.records(first, recording.commit(commits - 1).size):
        if record.kind != "command":
            continue
        no = record.commit
        place = Branched(no, record.seq, from_[no], on(spans, no), str(no) in returns)
        if sees_record(viewer, record.seq, record.to, now):
            place = _named(place, record, recording, telling)
        yield place


def _named(place: Branched, record: Record, recording: Recording, telling: Telling) -> Branched:
    r = record
    fact = Fact(
        r.seq, r.commit, r.kind, r.type, r.family, r.version, r.by, r.cause, r.to, r.body
    )  # fmt: skip
    return msgspec.structs.replace(
        place,
        by=r.by,
        at=r.at,
        type=r.type,
        text=tell(recording.book, read(recording.book, fact), telling),
        message=msgspec.Raw(r.body),
    )
