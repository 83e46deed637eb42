"""Who may see a record: stored as given, resolved with the seats when it is read."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from .errors import Invalid
from .ids import is_id
from .look import Look

EVERYONE = "everyone"
GM = "gm"
NOBODY = "nobody"
WORDS = frozenset((EVERYONE, GM, NOBODY))
"""Words of audiences, which are no ids."""


def audience(to: str | Iterable[str] | None) -> str:
    """An audience as it is stored: sorted ids joined by a space; empty is everyone.

    Args:
        to: one id or word, several, or nothing.

    Raises:
        Invalid: something that is neither an id nor a word.
    """
    names = {to} if isinstance(to, str) else set(to or ())
    for name in names:
        if name not in WORDS and not is_id(name):
            raise Invalid(f"{name!r} is no id and no audience", hint="everyone, gm, nobody or ids")
    if EVERYONE in names:
        return ""
    if NOBODY in names and len(names) > 1:
        names.discard(NOBODY)
    return " ".join(sorted(names))


def said(stored: str) -> tuple[str, ...]:
    """An audience as one says it with ``to=``, from how `audience` stores it."""
    return tuple(stored.split()) or (EVERYONE,)


def in_ids(stored: str) -> str:
    """An audience as a part of ids; what is long, or could be read in two ways, as a digest."""
    if len(stored) > 24 or "_" in stored:
        stored = sha256(stored.encode()).hexdigest()[:12]
    return f"{stored.replace(' ', '_')}." if stored else ""


def sees(viewer: str, to: str, look: Look) -> bool:
    """Whether a viewer may see what has this audience, with the seats in force.

    Args:
        viewer: a seat; empty for whoever holds the journal and sees all.
        to: audience as stored.
        look: of now, for roles and owners.
    """
    if not to or not viewer:
        return True
    for name in to.split(" "):
        if name == NOBODY:
            continue
        if name == GM:
            if look.role(viewer) in ("gm", "host"):
                return True
        elif name == viewer or viewer in look.owners(name):
            return True
        elif not look.owners(name) and look.role(viewer) in ("gm", "host"):
            return True  # whom nobody else plays, the GM plays
    return False


def sees_record(viewer: str, seq: int, to: str, look: Look) -> bool:
    """Whether a viewer may see a record: by its audience, or since it was revealed."""
    if sees(viewer, to, look):
        return True
    widened = look.ledger.widened.get(str(seq))
    return widened is not None and sees(viewer, widened, look)


def both(one: str, other: str) -> str:
    """The audience of those whom either names; nobody where none is named by both."""
    if not one or not other or one == other:
        return one or other
    return audience(set(one.split(" ")) & set(other.split(" ")) or NOBODY)


def widest(one: str, other: str) -> str:
    """The audience of those who may see either."""
    if not one or not other:
        return ""
    return audience({*one.split(" "), *other.split(" ")})
