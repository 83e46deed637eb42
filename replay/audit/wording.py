"""An audit in the reader's words, line by line."""

from __future__ import annotations

from typing import Any

import msgspec

from ...core.auditing import Finding
from ...core.telling import Words
from ..transcript import clean
from .findings import said
from .result import Audit, Notice, Result


def grade(words: Words, result: Result) -> str:
    """What a check came to, in a word."""
    if result.grade is None and not result.covered:
        return "–"  # what covered nothing has shown nothing
    return words.say(f"audit.grade.{result.grade or 'ok'}")


def named(words: Words, result: Result) -> str:
    """What a check is called."""
    return words.find(f"audit.check.{result.name}") or result.name


def covered(words: Words, result: Result) -> str:
    """How much a check looked at, with its unit."""
    unit = words.find(f"audit.unit.{result.unit}") or result.unit
    return f"{result.covered} {unit}"


def finding(words: Words, found: Finding) -> str:
    """A finding in a sentence."""
    return clean(said(words, found))


def notice(words: Words, seen: Notice) -> str:
    """What a person should look at: how many, by whom, which records."""
    shown = ", ".join(map(str, seen.seqs[:10]))
    more = " …" if seen.count > 10 else ""
    by = words.say("audit.by", by=", ".join(seen.by)) if seen.by else ""
    what = words.say(f"audit.notice.{seen.kind}", count=seen.count)
    return clean(f"{what}{by}: {shown}{more}")


def charter(words: Words, found: Audit) -> str:
    """What the table allows, on one line."""
    plain = msgspec.to_builtins(found.charter)
    return "; ".join(_allowed(words, name, value) for name, value in plain.items())


def _allowed(words: Words, name: str, value: Any) -> str:
    at = f"audit.charter.{name}"
    what = words.find(at) or name.replace("_", " ")
    if isinstance(value, bool):
        return f"{what}: {words.say('replay.yes' if value else 'replay.no')}"
    if isinstance(value, str):
        return f"{what}: {words.find(f'{at}.{value}') or value}"
    return f"{what}: {clean(' '.join(value)) or '–'}"
