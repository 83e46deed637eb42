"""What the page's script works with: causes, details and states, as JSON within the page."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from ...core.telling import Words
from .chapters import opened
from .model import Report

_RULE = re.compile(r"\b[A-Z]{2,4}-\d{3}\b")

_WORDS = (
    "after", "shown", "explained", "state-at"
)  # fmt: skip
_EXPLAINED = ("asked", "path", "questions", "beside", "followed", "changed", "nothing", "rules")


def data(made: Report, words: Words) -> str:
    """Everything that the script needs and that does not stand in the page's own text.

    Args:
        made: what the page shows.
        words: of the reader's language.
    """
    ids = {id: i for i, id in enumerate(made.names)}
    found: dict[str, Any] = {
        "last": made.commits - 1,
        "seq": [entry.seq for entry in made.entries],
        "commit": [entry.commit for entry in made.entries],
        "kind": "".join(entry.kind[0] for entry in made.entries),
        "cause": [-1 if entry.cause is None else entry.cause for entry in made.entries],
        "asking": [i for i, e in enumerate(made.entries) if e.topic == "question"],
        "changes": {str(e.seq): e.changes for e in made.entries if e.changes is not None},
        "details": {str(e.seq): e.details for e in made.entries if e.details},
        "who": [[ids[id] for id in entry.who if id in ids] for entry in made.entries],
        "names": list(ids),
        "steps": [(step.commit, step.seq, step.patches) for step in made.steps],
        "sections": [(n, title, opened(made, n)) for n, title in made.sections.items()],
        "rules": _rules(made),
        "words": {name: words.find(f"report.{name}") for name in _WORDS}
        | {name: words.find(f"explain.{name}") for name in _EXPLAINED},
    }
    # Nothing within a script element may look like its end.
    return msgspec.json.encode(found).decode().replace("<", "\\u003c")


def _rules(made: Report) -> dict[str, str]:
    """Titles of the rules that are named anywhere in the page."""
    named: set[str] = set()
    for entry in made.entries:
        named.update(_RULE.findall(f"{entry.text} {entry.rule} {' '.join(entry.details)}"))
    return {rule: made.rules.get(rule, "") for rule in sorted(named)}
