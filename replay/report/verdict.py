"""The audit as the page shows it: to the holder of the file whole, to a seat without secrets."""

from __future__ import annotations

from msgspec import Struct, structs

from ...core.telling import Words
from ..audit import Audit, Result, wording
from ..audit.tree import Receipts


class Check(Struct, frozen=True):
    """One check, in words.

    Args:
        name: what is checked.
        grade: ``ok``, ``broken``, ``differs``, ``unknown``; ``none`` where it covered nothing.
        said: the grade, in a word.
        covered: how much it looked at; empty to a seat, to whom it would count secrets.
        findings: what it found, likewise.
    """

    name: str
    grade: str
    said: str
    covered: str = ""
    findings: tuple[str, ...] = ()


class Verdict(Struct, frozen=True):
    """An audit, in words.

    Args:
        code: exit code of the audit.
        said: the verdict in a sentence.
        receipt: ``SIZE:ROOT`` of the log as it is.
        checks: in the order they ran.
        notices: what a person should look at.
        untold: what no check could show.
        charter: what the table allows.
    """

    code: int
    said: str
    receipt: str
    checks: tuple[Check, ...]
    notices: tuple[str, ...]
    untold: tuple[str, ...]
    charter: str


def verdict(found: Audit, words: Words, *, whole: bool = True) -> Verdict:
    """The audit for a reader.

    Args:
        found: by the audit.
        words: of the reader's language.
        whole: whether it is for the holder of the file; a seat hears of no covers and findings,
            and who did what there is to look at stands in the log, as far as it may be seen.
    """
    notices = found.notices if whole else (structs.replace(n, by=()) for n in found.notices)
    return Verdict(
        code=found.code,
        said=words.say(f"audit.verdict.{found.code}"),
        receipt=f"{found.size}:{found.root}",
        checks=tuple(_check(result, words, whole=whole) for result in found.results),
        notices=tuple(wording.notice(words, notice) for notice in notices),
        untold=tuple(words.say(f"audit.untold.{code}") for code in found.untold),
        charter=wording.charter(words, found),
    )


def _check(result: Result, words: Words, *, whole: bool) -> Check:
    name = wording.named(words, result)
    if not whole:
        if result.name == Receipts.name:  # none were given, and that is no secret
            return Check(name, "none", "–")
        grade = result.grade or "ok"
        return Check(name, grade, words.say(f"audit.grade.{grade}"))
    findings = []
    for grade_, first in result.first.items():
        findings.append(wording.finding(words, first))
        if result.count[grade_] > 1:
            findings.append(words.say("audit.more", count=result.count[grade_] - 1))
    return Check(
        name=name,
        grade=result.grade or ("ok" if result.covered else "none"),
        said=wording.grade(words, result),
        covered=wording.covered(words, result),
        findings=tuple(findings),
    )
