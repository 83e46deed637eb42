"""Whom somebody means: an id, a name, or a name as it is typed in a hurry."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from ..core.errors import Invalid
from ..core.look import Look


def find(text: str, named: Mapping[str, str], path: str = "$", *, whole: bool = False) -> str:
    """The id that a text means; the text itself where it means nobody.

    An id counts before a name, a name as it is written before one that differs in case or
    accents, and a whole name before the beginning of one, so that Dan is found beside Daniel.

    Args:
        text: an id or a name.
        named: names by id.
        path: where it was given.
        whole: whether the beginning of a name will not do.

    Raises:
        Invalid: several are called so, or begin so.
    """
    if text in named:
        return text
    for form in (_composed, _folded):
        wanted = form(text)
        found = [id for id, name in named.items() if form(name) == wanted]
        if found:
            return _one(text, found, named, path)
    wanted = _folded(text)
    found = [
        id
        for id, name in named.items()
        if wanted and not whole and any(_folded(known).startswith(wanted) for known in (id, name))
    ]
    return _one(text, found, named, path) if found else text


def _one(text: str, found: list[str], named: Mapping[str, str], path: str) -> str:
    if len(found) > 1:
        several = (id if named[id] == id else f"{id} ({named[id]})" for id in found)
        raise Invalid(f"{text!r} may be any of several", path=path, hint=", ".join(several))
    return found[0]


def seats(look: Look) -> dict[str, str]:
    """Names of the seats, by id."""
    return {id: seat.name for id, seat in look.ledger.seats.items()}


def everybody(look: Look) -> dict[str, str]:
    """Names of seats and of actors in play, by id; those who have left by their id alone."""
    gone = {id: id for id in look.ledger.owners}
    actors = {id: actor.name for id, actor in look.table.actors.items()}
    return {**gone, **seats(look), **actors}


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _folded(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in apart if not unicodedata.combining(c))
