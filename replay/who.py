"""Whom somebody means: an id, a name, or a name as it is typed in a hurry."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from ..core.errors import Invalid
from ..core.look import Look


def find(text: str, named: Mapping[str, str], path: str = "$") -> str:
    """The id that a text means; the text itself where it means nobody.

    An id counts before a name, and a name as it is written before one that differs in case or
    accents.

    Args:
        text: an id or a name.
        named: names by id.
        path: where it was given.

    Raises:
        Invalid: several are called so.
    """
    if text in named:
        return text
    for form in (_composed, _folded):
        wanted = form(text)
        found = [id for id, name in named.items() if form(name) == wanted]
        if len(found) > 1:
            raise Invalid(f"{text!r} may be any of several", path=path, hint=", ".join(found))
        if found:
            return found[0]
    return text


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
