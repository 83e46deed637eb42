"""Fudge in the reader's words: levels, sources of modifiers, boxes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...core.modifiers import Modifier
from ...core.telling import Telling
from . import content, ladder
from .damage.levels import NEAR_DEATH
from .options import FudgeOptions
from .state import Fudge

if TYPE_CHECKING:
    from .damage.wounds import Healed, Wounded

FULL, EMPTY = "■", "□"


def degree(telling: Telling, value: int) -> str:
    """A result: ``Great``, ``Superb+1``."""
    return ladder.result(value, telling.say, own=_own(telling))


def trait(telling: Telling, value: int, gender: ladder.Gender = "") -> str:
    """A trait's level: ``Good``, ``Legendary``."""
    return ladder.trait(value, telling.say, gender, _own(telling))


def _own(telling: Telling) -> ladder.Custom:
    """The words of this table's ladder, where it has its own (FUD-004)."""
    return telling.look.options[FudgeOptions].ladder


def source(telling: Telling, name: str) -> str:
    """Where a modifier comes from: a word of ours, somebody's name, or as it was written."""
    whole, colon, part = name.rpartition(": ")
    if colon and part in ("edge", "magic"):
        return f"{whole}: {telling.say(f'fudge.source.{part}')}"
    key = f"fudge.source.{name}"
    said = telling.say(key)
    if said != key:
        return said
    listed = telling.look.state[Fudge].campaign.traits.get(name)
    if listed and listed.name:
        return listed.name
    own = telling.name(name)
    return named(telling, name) if own == name else own


def called(telling: Telling, actor: str, power: str) -> str:
    """A Power of somebody's, as his sheet calls it, else by the book's word for its id."""
    who = telling.look.state[Fudge].characters.get(actor)
    own = who.powers.get(power) if who else None
    return own.name if own and own.name else source(telling, power)


def whence(telling: Telling, actor: str, cause: str) -> str:
    """What hurts or heals somebody: who it is, a Power of his own, or what it is called."""
    said = telling.words.find(f"fudge.cause.{cause}")  # a fall hurts; who lies there is called else
    known = said or telling.name(cause)
    return called(telling, actor, cause) if known == cause else known


def named(telling: Telling, name: str) -> str:
    """A trait, race or thing: the book's word for its id, else the id as it was written.

    An id that is the word but for capitals stays small, as within a sentence; so does the word
    that stands for it in another language.
    """
    said, english = (content.word(name, lang) for lang in (telling.lang, "en"))
    plain = name.replace("-", " ")
    if english.casefold() != plain:
        return said or name
    return plain if said == english else said.lower()


def part(telling: Telling, name: str) -> str:
    """A part of the body: a word of ours, else as it was written."""
    return telling.words.find(f"fudge.part.{name}") or name


def purpose(telling: Telling, actor: str, name: str) -> str:
    """What somebody's roll is for: a word of ours, a Power of his, else as written.

    Nothing where it goes without saying.
    """
    if name in ("exchange", "group"):
        return ""
    key = f"fudge.purpose.{name}"
    said = telling.say(key)
    if said != key:
        return telling.say("fudge.purpose", purpose=said)
    asked = "fudge.purpose.asked" if name.endswith("?") else "fudge.purpose"
    return telling.say(asked, purpose=_for(telling, actor, name))


def _for(telling: Telling, actor: str, name: str) -> str:
    who = telling.look.state[Fudge].characters.get(actor)
    known = who is not None and name in who.powers
    return called(telling, actor, name) if known else telling.name(name)


def shifted(telling: Telling, number: int) -> str:
    """What dice say: ``+1``, ``−4``, ``0``."""
    return telling.signed(number) if number else "0"


def because(telling: Telling, modifiers: Iterable[Modifier], on: str = "result") -> str:
    """Modifiers of one quantity: ``sword +1, wounds −2, blight: at most 1``."""
    return ", ".join(_modifier(telling, m) for m in modifiers if m.on == on)


def _modifier(telling: Telling, m: Modifier) -> str:
    name = source(telling, m.source)
    if m.op in ("add", "step"):
        return f"{name} {shifted(telling, m.amount)}"
    return f"{name}: {telling.say(f'fudge.because.{m.op}', amount=m.amount)}"


def counted(telling: Telling, points: int) -> str:
    """Wound points: ``1 point``, ``4 points``."""
    return telling.say("fudge.points.one" if points == 1 else "fudge.points.many", points=points)


def summed(first: str, *steps: int) -> str:
    """A sum: ``2 + 5 − 3``; what is nothing is left out."""
    signs = [f" − {-n}" if n < 0 else f" + {n}" for n in steps if n]
    return first + "".join(signs)


def healed_or_hurt(telling: Telling, e: Wounded | Healed) -> dict[str, str]:
    """Boxes, level and penalty after a change."""
    rows = [
        f"{telling.say(f'fudge.wound.{level}')} {FULL * full}{EMPTY * (number - full)}"
        for level, (number, full) in enumerate(zip(e.boxes, e.filled, strict=False), 1)
        if full
    ]
    return {
        "boxes": ", ".join(rows) or telling.say("fudge.wound.0"),
        "filled": str(sum(e.filled)),
        "all": str(sum(e.boxes)),
        "level": telling.say(f"fudge.wound.{e.level}"),
        "penalty": f" ({telling.signed(e.penalty)})" if e.penalty and e.level < NEAR_DEATH else "",
    }
