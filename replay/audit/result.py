"""What an audit says: results by check, what a person should look at, and the verdict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from msgspec import Struct

from ...core.auditing import Finding, Grade
from ...core.table.ledger import Charter

CLEAN, BROKEN, DIFFERS, UNKNOWN = 0, 1, 3, 4
"""Exit codes: verified; does not verify; today's rules decide otherwise; partly unverifiable."""

_GRADES: tuple[Grade, ...] = get_args(Grade)
_CODES: Mapping[Grade, int] = {"broken": BROKEN, "differs": DIFFERS, "unknown": UNKNOWN}


class Result(Struct, frozen=True):
    """What one check came to.

    Args:
        name: of the check.
        unit: of what it covered.
        covered: how many it looked at.
        first: by grade, the first finding.
        count: by grade, how many findings there were.
    """

    name: str
    unit: str
    covered: int
    first: dict[Grade, Finding] = {}
    count: dict[Grade, int] = {}

    @property
    def grade(self) -> Grade | None:
        """The gravest of its findings; None where it found nothing."""
        return next((grade for grade in _GRADES if grade in self.first), None)


class Notice(Struct, frozen=True):
    """Something that is as the rules allow, and that a person should look at.

    Args:
        kind: ``return``, ``withdrawn``, ``diverged``, ``correction``, ``amendment``, ``die-set``,
            ``real-dice``, ``ruling``, ``thrown-away``, ``no-entropy``, ``waived``, ``charter`` or
            ``other-rules``.
        count: how many there are.
        seqs: of the records, the first hundred.
        by: seats that did so, sorted.
    """

    kind: str
    count: int
    seqs: tuple[int, ...] = ()
    by: tuple[str, ...] = ()


class Audit(Struct, frozen=True):
    """A whole audit.

    Args:
        session: its id.
        size: number of records.
        commits: number of commits.
        root: of the tree over all records as they are now, hex.
        results: by check, in the order they ran.
        notices: what a person should look at.
        untold: what no check could show, by code: ``no-receipt``…
        charter: what the table allows.
    """

    session: str
    size: int
    commits: int
    root: str
    results: tuple[Result, ...]
    notices: tuple[Notice, ...]
    untold: tuple[str, ...]
    charter: Charter

    @property
    def code(self) -> int:
        """The exit code: the gravest grade of any check."""
        found = {grade for result in self.results for grade in result.first}
        return next((_CODES[grade] for grade in _GRADES if grade in found), CLEAN)

    def result(self, name: str) -> Result:
        """The result of one check.

        Raises:
            KeyError: no such check ran.
        """
        for result in self.results:
            if result.name == name:
                return result
        raise KeyError(name)
