"""Golden sessions: a state that was kept beside a journal, against what is made of it today."""

from __future__ import annotations

from typing import Any


def missing(pinned: Any, found: Any, at: str = "$") -> list[str]:
    """Where what was kept is not what is found; what has come in beside it is no difference.

    Args:
        pinned: kept, as JSON has it.
        found: today.
        at: path of both in the whole.

    Returns:
        The path of each difference; none where everything that was kept still is.
    """
    if isinstance(pinned, dict) and isinstance(found, dict):
        gone = [f"{at}.{key}" for key in pinned if key not in found]
        both = [key for key in pinned if key in found]
        return gone + [w for key in both for w in missing(pinned[key], found[key], f"{at}.{key}")]
    if isinstance(pinned, list) and isinstance(found, list) and len(pinned) == len(found):
        pairs = enumerate(zip(pinned, found, strict=True))
        return [w for i, (one, other) in pairs for w in missing(one, other, f"{at}[{i}]")]
    return [] if pinned == found else [at]
