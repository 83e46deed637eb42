"""``rules``: every command decided again with what is installed, and compared record by record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from ...core.auditing import AuditCheck, Audited, Finding, Grade
from ...core.codec import decode, differing
from ...core.deciding import How, step
from ...core.digest import UNSOURCED
from ...core.errors import RollbookError, UnknownType
from ...core.out import Limits, Out
from ...core.records import Record
from ...core.redeciding import answers_of, dice_of
from ...core.table.ledger import InForce
from ...core.table.opening import Open
from .findings import found, unknown

InForceBy = Mapping[str, InForce]
"""Rulesets by name, as a session has them in force or as they are installed."""


class Decided(AuditCheck):
    """What today's rules decide of each command, with the faces and answers as recorded.

    Where the rulesets in force then are those installed now, byte for byte, another result
    does not verify; where they are others, it is said to differ and nothing more; where one is
    not installed at all, nobody can tell. A ruleset without files may be any other of its name.

    Args:
        limits: of one command.
    """

    name = "rules"
    unit = "commands"

    def __init__(self, limits: Limits | None = None) -> None:
        super().__init__()
        self._limits = limits or Limits()
        self._told: set[str] = set()

    def commit(self, audited: Audited, records: Sequence[Record]) -> Iterator[Finding]:
        """One command: its root, an answer, or whatever a seat sent."""
        head, timeline, book = records[0], audited.timeline, audited.book
        if timeline is None:
            yield unknown("unfolded", head, no=head.commit)
            return
        self.covered += 1
        in_force: InForceBy = timeline.ledger.rulesets
        try:
            command = decode(book.decoder(head.type), head.body, head.type)
            if isinstance(command, Open):
                in_force = command.rulesets
            yield from self._known(head, in_force, audited.installed)
            how = How(head.by, dice_of(book, records), answers_of(book, records), self._limits)
            outs = step(timeline, command, head.body, how).outs
        except UnknownType as error:
            yield unknown("undecidable", head, no=head.commit, why=error.what)
        except RollbookError as error:
            grade = grade_of(in_force, audited.installed)
            why = {"why": error.what, "code": error.code}
            yield found(grade, "undecided", head, no=head.commit, **why)
        else:
            yield from _compared(grade_of(in_force, audited.installed), outs, records)

    def _known(self, head: Record, in_force: InForceBy, installed: InForceBy) -> Iterator[Finding]:
        """Rulesets that are not installed, or of which nobody can tell which they are."""
        for name in sorted(in_force.keys() - self._told):
            if name not in installed:
                self._told.add(name)
                yield unknown("absent", head, ruleset=name)
            elif UNSOURCED in (in_force[name].digest, installed[name].digest):
                self._told.add(name)
                yield found("differs", "unsourced", head, ruleset=name)


def grade_of(in_force: InForceBy, installed: InForceBy) -> Grade:
    """How grave another result is: only rules that are the very same must give the same."""
    if in_force.keys() - installed.keys():
        return "unknown"
    same = dict(in_force) == dict(installed)
    sourced = UNSOURCED not in {ruleset.digest for ruleset in installed.values()}
    return "broken" if same and sourced else "differs"


def _compared(grade: Grade, outs: Sequence[Out], records: Sequence[Record]) -> Iterator[Finding]:
    """The first record that would be another."""
    for out, record in zip(outs, records, strict=False):
        info = out.message.message
        if info.tag != record.type:
            yield found(grade, "otherwise", record, type=info.tag)
            return
        if out.body != record.body:
            yield found(grade, "other-body", record, where=_where(record.body, out.body))
            return
        made = (out.seq, out.kind, out.cause, out.to, info.family, info.version)
        r = record
        if made != (r.seq, r.kind, r.cause, r.to, r.family, r.version):
            yield found(grade, "other-header", record)
            return
    if len(outs) > len(records):
        last = records[-1]
        yield found(grade, "too-short", last, no=last.commit)
    if len(outs) < len(records):
        yield found(grade, "too-long", records[len(outs)])


def _where(recorded: bytes, decided: bytes) -> str:
    try:
        return differing(recorded, decided)
    except (
        msgspec.MsgspecError,
        UnicodeDecodeError,
        RecursionError,
    ):  # what stands there is no message
        return "$"
