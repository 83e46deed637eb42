"""Something that is wrong with a character, and how it is said."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from msgspec import Struct


class Finding(Struct, frozen=True):
    """Something that is wrong with a character, or with the figures on his sheet.

    Args:
        code: what it is; locales have a phrase for each.
        rule: id of the rule that says so.
        what: kind, level or id of the trait that it is about.
        have: figure worked out.
        allowed: figure that the limits allow or ask for, or that the sheet states; one of the
            book's sheets has a Power and a half.
    """

    code: str
    rule: str
    what: str
    have: int
    allowed: int | Decimal


def plain(finding: Finding) -> str:
    """A finding in a few English words, as refusals say it."""
    return f"{finding.code}: {finding.what} {finding.have}, not {finding.allowed}"


def explained(finding: Finding, say: Callable[..., str]) -> str:
    """A finding in a reader's words.

    Args:
        finding: what is wrong.
        say: the reader's words by key, as `Telling.say`.
    """
    problem = say(f"fudge.finding.{finding.code}")
    key = f"fudge.account.{finding.what}"
    named = say(key)
    what = finding.what if named == key else named
    return say(
        "fudge.found",
        what=what,
        problem=problem,
        have=finding.have,
        allowed=finding.allowed,
        rule=finding.rule,
    )
