"""What an audit is made of: checks that hear a log commit by commit, and what they find.

The checks of Rollbook stand in ``replay/audit``; a plugin adds its own by the hook
``rollbook_audit_checks``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal

from msgspec import Struct

from .records import Record
from .rulebook import Rulebook
from .store import Store
from .table.ledger import InForce, Ledger
from .timeline import Timeline

Grade = Literal["broken", "differs", "unknown"]
"""It does not verify, other rules decide it otherwise, or it cannot be told."""


class Finding(Struct, frozen=True):
    """Something that a check found.

    Args:
        grade: how grave it is.
        what: one sentence in plain words, English; empty where ``code`` has words.
        seq: of the record it is about, if of one.
        commit: number of the commit it is about, if of one.
        code: under which its words stand in each language, ``audit.finding.<code>``; empty
            for none.
        places: what those words have places for.
    """

    grade: Grade
    what: str = ""
    seq: int | None = None
    commit: int | None = None
    code: str = ""
    places: Mapping[str, str] = {}


class Audited:
    """What is audited, as every check may read it.

    Args:
        session: id of the session.
        store: it lies in.
        book: of the rulesets that are installed and that it was opened with.
        installed: name, version and digest of each of them.
        ledger: as it stands at the end of the log.
        timeline: state before the commit that is heard; None from where it can no longer be
            folded.
    """

    def __init__(
        self,
        session: str,
        store: Store,
        book: Rulebook,
        installed: Mapping[str, InForce],
        ledger: Ledger,
        timeline: Timeline | None,
    ) -> None:
        self.session = session
        self.store = store
        self.book = book
        self.installed = installed
        self.ledger = ledger
        self.timeline = timeline
        self._read: dict[int, Any] = {}

    def read(self, record: Record) -> Any:
        """A record's message; read once for all checks that hear the same commit.

        Raises:
            RollbookError: nothing installed has its type, or it is not of its form.
        """
        if record.seq not in self._read:
            self._read[record.seq] = message_of(self.book, record)
        return self._read[record.seq]

    def forget(self) -> None:
        """Another commit follows: messages of the last are not needed any more."""
        self._read.clear()


class AuditCheck:
    """Base of a check: one object for one audit; its methods are called in the order given here.

    Args of every check:
        name: by which it is reported, in one word.
        unit: of what it covers: ``records``, ``rolls``, ``commands``…
        covered: how many of these it has looked at.
    """

    name: ClassVar[str] = ""
    unit: ClassVar[str] = "records"

    def __init__(self) -> None:
        self.covered = 0

    def begin(self, audited: Audited) -> Iterable[Finding]:
        """Before the first record."""
        return ()

    def commit(self, audited: Audited, records: Sequence[Record]) -> Iterable[Finding]:
        """One commit, as far as its records can be read, before it is folded."""
        return ()

    def after(self, audited: Audited, records: Sequence[Record]) -> Iterable[Finding]:
        """The same commit, once it is folded."""
        return ()

    def end(self, audited: Audited) -> Iterable[Finding]:
        """After the last record."""
        return ()


def message_of(book: Rulebook, record: Record) -> Any:
    """A record's message, brought up to its newest version.

    Raises:
        RollbookError: nothing installed has its type, or it is not of its form.
    """
    return book.read(record.type, record.version, record.body)
