"""Findings of Rollbook's own checks: a code and what its words have places for."""

from __future__ import annotations

from msgspec import structs

from ...core.auditing import Finding, Grade
from ...core.records import Record
from ...core.telling import Words


def found(grade: Grade, code: str, record: Record | None = None, /, **places: object) -> Finding:
    """Something found, said by its code; about a record, whose number is the place ``seq``."""
    if record is None:
        return Finding(grade, code=code, places=_texts(places))
    texts = _texts({"seq": record.seq, **places})
    return Finding(grade, seq=record.seq, commit=record.commit, code=code, places=texts)


def broken(code: str, record: Record | None = None, /, **places: object) -> Finding:
    """What does not verify."""
    return found("broken", code, record, **places)


def unknown(code: str, record: Record | None = None, /, **places: object) -> Finding:
    """What cannot be told."""
    return found("unknown", code, record, **places)


def said(words: Words, finding: Finding) -> str:
    """A finding as one sentence; that of a plugin without words, as the plugin says it.

    What an error said, the place ``why``, is English and follows for whoever reads English.
    """
    template = words.find(f"audit.finding.{finding.code}") if finding.code else ""
    if not template:
        return finding.what
    why = finding.places.get("why", "") if words.lang == "en" else ""
    return template.format(**finding.places) + (f": {why}" if why else "")


def worded(words: Words, finding: Finding) -> Finding:
    """A finding that has its sentence."""
    return finding if finding.what else structs.replace(finding, what=said(words, finding))


def _texts(places: dict[str, object]) -> dict[str, str]:
    return {name: str(value) for name, value in places.items()}
