"""Ids of rules in a text, with the shorthands that people write."""

from __future__ import annotations

import re

_HEAD = re.compile(r"(?<![\w-])([A-Z][A-Z0-9]*)-(\d{2,})(?!\w)")


def cited(text: str) -> set[str]:
    """Every rule that a text cites.

    Args:
        text: where ``FUD-210 to 216``, ``FUD-006, 010`` and ``FUD-022 and 236`` are written short;
            a number with fewer or more digits than the first is none of them.
    """
    found: set[str] = set()
    at = 0
    while head := _HEAD.search(text, at):
        prefix, number = head.groups()
        more = re.compile(
            rf"(\s+to|,?\s+and|,?\s+or|,)\s+(?:{prefix}-)?(\d{{{len(number)}}})(?![\w-])"
        )
        last, at = int(number), head.end()
        found.add(head[0])
        while step := more.match(text, at):
            until = int(step[2])
            first = last if step[1].strip() == "to" else until
            found |= {f"{prefix}-{n:0{len(number)}}" for n in range(first, until + 1)}
            last, at = until, step.end()
    return found
