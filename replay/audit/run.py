"""Running an audit: one pass over the log, each commit heard by every check."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from ...core.auditing import AuditCheck, Audited, Finding
from ...core.digest import UNSOURCED
from ...core.engine import Engine
from ...core.errors import Busy, RollbookError, StoreError
from ...core.messages import TABLE
from ...core.plugging import audit_checks
from ...core.records import Fact, Record
from ...core.rulebook import Rulebook
from ...core.table.ledger import Ledger
from ...core.timeline import Timeline
from ...core.tree import root
from ..recording import Recording
from ..walk import Progress
from ..words import replay_words
from .dice import Faces, Seals, Streams
from .findings import broken, found, unknown, worded
from .notices import Noticing
from .records import Records
from .result import Audit, Result
from .rules import Decided, grade_of
from .state import Snapshots, State
from .tree import Kept, Receipts, Tree

_EVERY = 2000

_TRIES = 10_000
"""Places at which reading is taken up again behind something that cannot be read."""


def audit(
    recording: Recording,
    engine: Engine,
    *,
    receipts: Sequence[Kept] = (),
    sees: Callable[[int], bool] | None = None,
    progress: Progress | None = None,
) -> Audit:
    """Check a whole session against itself, the installed rules and receipts kept outside.

    Args:
        recording: to audit; only read.
        engine: whose installed rulesets decide again, and whose plugins add checks.
        receipts: kept outside the file.
        sees: whether a seat sees a record, by its seq: what there is to look at is gathered
            from these alone. Every check covers all there is.
        progress: told now and then how far it is.

    Raises:
        Busy: somebody else held the store for too long; nothing is said of the log.
    """
    book, store, name = recording.book, recording.store, recording.name
    tree, records, state = Tree(), Records(), State()
    checks: list[AuditCheck] = [
        records,
        tree,
        Receipts(receipts),
        Seals(),
        Streams(),
        Faces(),
        Decided(engine.limits),
        state,
        Snapshots(_digests(engine, book)),
        *(made() for made in audit_checks(engine.hooks)),
    ]
    audited = Audited(
        name, store, book, engine.in_force(book), _ledger(recording), Timeline(book, store, name)
    )
    run = _Run(recording, audited, checks, Noticing(sees), unreadable=records, unfolded=state)
    run.go(progress)
    head = store.head(name)
    return Audit(
        session=name,
        size=head.size,
        commits=head.commits,
        root=root(tree.frontier).hex(),
        results=run.results(),
        notices=run.noticing.notices(),
        untold=() if receipts else ("no-receipt",),
        charter=audited.ledger.charter,
    )


class _Run:
    """One pass, and what each check has found so far.

    Args:
        recording: to read.
        audited: what every check may read.
        checks: in order.
        noticing: what a person should look at.
        unreadable: the check that records which cannot be read are reported by.
        unfolded: the check by which it is reported where the log no longer folds.
    """

    def __init__(
        self,
        recording: Recording,
        audited: Audited,
        checks: Sequence[AuditCheck],
        noticing: Noticing,
        *,
        unreadable: AuditCheck,
        unfolded: AuditCheck,
    ) -> None:
        self.noticing = noticing
        self._results = {check: Result(check.name, check.unit, check.covered) for check in checks}
        self._hearing = {
            hears: [c for c in checks if getattr(type(c), hears) is not getattr(AuditCheck, hears)]
            for hears in ("begin", "commit", "after", "end")
        }
        self._recording = recording
        self._audited = audited
        self._unreadable = unreadable
        self._unfolded = unfolded
        self._words = replay_words()

    def go(self, progress: Progress | None) -> None:
        """Hear the log from its first commit to its last."""
        audited, total, done = self._audited, self._recording.size, 0
        self._ask("begin")
        for records in self._commits():
            self._ask("commit", records)
            self.noticing.commit(audited, records)
            self._fold(records)
            self._ask("after", records)
            audited.forget()
            before, done = done, done + len(records)
            if progress and (before // _EVERY != done // _EVERY or done >= total):
                progress(done, total)
        self._ask("end")

    def results(self) -> tuple[Result, ...]:
        """What each check came to, in their order."""
        return tuple(
            msgspec.structs.replace(result, covered=check.covered)
            for check, result in self._results.items()
        )

    def _ask(self, hears: str, *heard: Sequence[Record]) -> None:
        for check in self._hearing[hears]:
            try:
                for finding in getattr(check, hears)(self._audited, *heard):
                    self._note(check, finding)
            except Busy:
                raise
            except StoreError as error:
                self._note(check, broken("unread", why=error.what))
            except Exception as error:  # a plugin's check, or a file beyond all forms
                self._note(check, unknown("failed", error=type(error).__name__, why=str(error)))

    def _note(self, check: AuditCheck, finding: Finding) -> None:
        was = self._results[check]
        grade = finding.grade
        if grade not in was.first:
            finding = worded(self._words, finding)
        self._results[check] = msgspec.structs.replace(
            was,
            first=was.first if grade in was.first else {**was.first, grade: finding},
            count={**was.count, grade: was.count.get(grade, 0) + 1},
        )

    def _commits(self) -> Iterator[list[Record]]:
        """The records of each commit, as far as they can be read."""
        batch: list[Record] = []
        first = 0
        for _ in range(_TRIES):
            try:
                for record in self._recording.records(first):
                    if batch and record.commit != batch[0].commit:
                        yield batch
                        batch = []
                    batch.append(record)
                    first = record.seq + 1
                break
            except Busy:
                raise  # whoever waits for a lock has found nothing
            except StoreError as error:
                unread = broken("unreadable", seq=first, why=error.what)
                self._note(self._unreadable, msgspec.structs.replace(unread, seq=first))
                first += 1
        if batch:
            yield batch

    def _fold(self, records: Sequence[Record]) -> None:
        timeline = self._audited.timeline
        if timeline is None:
            return
        try:
            timeline.advance(map(_fact, records))
        except Exception as error:  # a fold of a plugin's, on what a forger wrote
            what = error.what if isinstance(error, RollbookError) else str(error)
            in_force = timeline.ledger.rulesets or self._audited.ledger.rulesets
            grade = grade_of(in_force, self._audited.installed)
            self._audited.timeline = None
            self._note(self._unfolded, found(grade, "no-fold", records[0], why=what))


def _fact(r: Record) -> Fact:
    return Fact(r.seq, r.commit, r.kind, r.type, r.family, r.version, r.by, r.cause, r.to, r.body)


def _ledger(recording: Recording) -> Ledger:
    """As it stands at the end; an empty one where the log does not fold."""
    try:
        return recording.now.ledger
    except Exception:  # as in `_fold`, where it is said
        return Ledger()


def _digests(engine: Engine, book: Rulebook) -> dict[str, str] | None:
    """What a snapshot must carry to be used; None where code without files cannot tell."""
    digests = {ruleset.name: engine.digest(ruleset) for ruleset in book.rulesets}
    digests["ledger"] = digests[TABLE]
    return None if UNSOURCED in digests.values() else digests
