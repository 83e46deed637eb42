"""Ids: opaque, ``[a-z0-9._-]+``, never derived from names; names are data in any script."""

from __future__ import annotations

import re

from .errors import Invalid

_ID = re.compile(r"[a-z0-9._-]{1,64}\Z")
_RESERVED = frozenset(("everyone", "gm", "nobody"))

_MADE = re.compile(r"([a-z][a-z-]*)\d+\.")


def is_id(text: str) -> bool:
    """Whether this may be an id."""
    return bool(_ID.match(text)) and text not in _RESERVED


def check_id(text: str, path: str = "$") -> str:
    """The id itself.

    Raises:
        Invalid: it is none.
    """
    if not is_id(text):
        raise Invalid(
            f"{text!r} is no id",
            path=path,
            hint="up to 64 of a-z 0-9 . _ -, and not everyone, gm or nobody",
        )
    return text


def kind_of(id: str) -> str:
    """The kind that `Play.id` made an id of, as ``ward`` of ``ward7.1``; empty for any other id."""
    made = _MADE.match(id)
    return made[1] if made else ""
