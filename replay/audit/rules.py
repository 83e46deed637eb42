"""``rules``: every command decided again with what is installed, and compared record by record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...core.auditing import AuditCheck, Audited, Finding, Grade
from ...core.codec import decode
from ...core.deciding import How, step
from ...core.digest import UNSOURCED
from ...core.errors import AuthorError, RollbookError, UnknownType
from ...core.out import Limits, Out
from ...core.recording import differing
from ...core.records import Record
from ...core.redeciding import answers_of, dice_of
from ...core.table.ledger import InForce
from ...core.table.opening import Open


class Decided(AuditCheck):
    """What today's rules decide of each command, with the faces and answers as recorded.

    Where the rulesets in force then are those installed now, byte for byte, another result
    does not verify; where they are others, it is said to differ and nothing more.

    Args:
        limits: of one command.
    """

    name = "rules"
    unit = "commands"

    def __init__(self, limits: Limits | None = None) -> None:
        super().__init__()
        self._limits = limits or Limits()

    def commit(self, audited: Audited, records: Sequence[Record]) -> Iterator[Finding]:
        """One command: its root, an answer, or whatever a seat sent."""
        head = records[0]
        if audited.timeline is None:
            yield Finding(
                "unknown",
                f"commit {head.commit} cannot be decided again: what came before does not fold",
                seq=head.seq,
                commit=head.commit,
            )
            return
        self.covered += 1
        found = self._again(audited, records)
        if found is not None:
            yield found

    def _again(self, audited: Audited, records: Sequence[Record]) -> Finding | None:
        head, timeline, book = records[0], audited.timeline, audited.book
        assert timeline is not None
        try:
            command = decode(book.decoder(head.type), head.body, head.type)
            in_force = command.rulesets if isinstance(command, Open) else timeline.ledger.rulesets
            grade = _grade(in_force, audited.installed)
            how = How(head.by, dice_of(book, records), answers_of(book, records), self._limits)
            outs = step(timeline, command, head.body, how).outs
        except UnknownType as error:
            return _finding("unknown", head, f"commit {head.commit}: {error.what}")
        except (RollbookError, RecursionError) as error:
            grade = _grade(timeline.ledger.rulesets, audited.installed)
            if isinstance(error, AuthorError):
                grade = "differs" if grade == "differs" else "broken"
            said = error.what if isinstance(error, RollbookError) else "it does not end"
            return _finding(grade, head, f"commit {head.commit} would not be decided so: {said}")
        return _compared(grade, outs, records)


def _grade(in_force: Mapping[str, InForce], installed: Mapping[str, InForce]) -> Grade:
    """How grave another result is: only rules that are the very same must give the same."""
    same = dict(in_force) == dict(installed)
    sourced = all(ruleset.digest != UNSOURCED for ruleset in installed.values())
    return "broken" if same and sourced else "differs"


def _compared(grade: Grade, outs: Sequence[Out], records: Sequence[Record]) -> Finding | None:
    for out, record in zip(outs, records, strict=False):
        tag = out.message.message.tag
        if tag != record.type:
            return _finding(grade, record, f"record {record.seq} would be {tag}")
        if out.body != record.body:
            where = differing(record.body, out.body)
            return _finding(grade, record, f"record {record.seq} would differ at {where}")
        if (out.seq, out.kind, out.cause, out.to) != (
            record.seq, record.kind, record.cause, record.to,
        ):  # fmt: skip
            return _finding(
                grade, record, f"record {record.seq} would have another cause, kind or audience"
            )
    if len(outs) > len(records):
        what = f"commit {records[0].commit} would go on after record {records[-1].seq}"
        return _finding(grade, records[-1], what)
    if len(outs) < len(records):
        record = records[len(outs)]
        return _finding(grade, record, f"record {record.seq} would not come about")
    return None


def _finding(grade: Grade, record: Record, what: str) -> Finding:
    return Finding(grade, what, seq=record.seq, commit=record.commit)
