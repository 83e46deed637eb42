"""The table's vocabulary: events that every rules system speaks and every tool reads.

`Weighed`, `Wounded` and `Healed` are families: never emitted as such, only as a system's
subclass (``fudge.Wounded``), whose command others perform.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from .dice import Die
from .draws import Draw as Draw
from .draws import PointsDraw as PointsDraw
from .draws import SealedDraw as SealedDraw
from .draws import TableDraw as TableDraw
from .messages import Event
from .modifiers import Modifier
from .points import Gained as Gained
from .points import Lent as Lent
from .points import Place as Place
from .points import Spent as Spent
from .until import Until


class Used(Struct, frozen=True):
    """A running effect that a weighing used up, wholly or in part.

    Args:
        effect: its id.
        left: uses left after.
    """

    effect: str
    left: int


class Weighed(Event, ruleset="table", kw_only=True):
    """Family of every event that carries modifiers; folding it uses up what it used.

    Args:
        modifiers: all that were collected, used or not.
        used: limited effects that it used; filled when it is emitted.
    """

    modifiers: tuple[Modifier, ...] = ()
    used: tuple[Used, ...] = ()


class Rolled(Weighed, ruleset="table", kw_only=True):
    """Dice were rolled.

    Args:
        id: of the roll.
        actor: who rolled, an actor or a seat.
        purpose: what for, in the system's terms.
        notation: canonical text of the dice.
        draw: where the faces come from.
        dice: each die in order of draw: term, sides, face, kept.
        natural: what the dice alone say.
        total: natural with the modifiers on ``result`` tallied.
        of: id of the check it belongs to, or empty.
        replaces: id of the roll that no longer counts, or empty.
        rule: id of the rule that asked for it.
    """

    id: str
    actor: str
    purpose: str
    notation: str
    draw: Draw
    dice: tuple[Die, ...]
    natural: int
    total: int
    of: str = ""
    replaces: str = ""
    rule: str = ""


class DieSet(Event, ruleset="table"):
    """A die of a roll was turned to another face.

    Args:
        roll: id of the roll.
        die: position in its dice, from 0.
        before: face shown before.
        after: face that counts now.
        actor: who turned it.
        rule: id of the rule that allows it.
    """

    roll: str
    die: int
    before: int
    after: int
    actor: str
    rule: str = ""


class Wounded(Event, ruleset="table"):
    """Family: somebody was hurt.

    Args:
        actor: who.
        track: which track of his, ``wounds`` or a system's other.
        before: filled boxes, or level, before; in the track's unit.
        after: likewise after.
        source: who or what did it.
        rule: id of the rule.
    """

    actor: str
    track: str
    before: int
    after: int
    source: str
    rule: str = ""


class Healed(Event, ruleset="table"):
    """Family: somebody got better; fields as of `Wounded`."""

    actor: str
    track: str
    before: int
    after: int
    source: str
    rule: str = ""


class EffectBegan(Event, ruleset="table", kw_only=True):
    """Something begins to act on somebody.

    Args:
        id: of the effect; modifiers that come from it carry it as their source.
        actor: on whom.
        kind: what it is, in its ruleset's terms.
        amount: how much, in its ruleset's unit.
        until: when it ends.
        start: when it begins to run, None for at once.
        source: who or what caused it.
        rule: id of the rule.
        seen_by: its audience as stored; filled when emitted, so that its end has the same.
    """

    id: str
    actor: str
    kind: str
    amount: int = 0
    until: Until
    start: Until | None = None
    source: str = ""
    rule: str = ""
    seen_by: str = ""


class EffectStarted(Event, ruleset="table"):
    """An effect with a later start begins to run."""

    id: str


class EffectEnded(Event, ruleset="table"):
    """An effect no longer acts.

    Args:
        id: of the effect.
        why: in a word: ``due``, ``dispelled``, ``actor left``…
        rule: id of the rule.
    """

    id: str
    why: str = ""
    rule: str = ""


class CheckOpened(Event, ruleset="table"):
    """A check begins: rolls that cite its id belong to it.

    Args:
        id: of the check.
        sides: actors who roll.
        purpose: in the system's terms.
        rule: id of the rule.
    """

    id: str
    sides: tuple[str, ...]
    purpose: str = ""
    rule: str = ""


class Settled(Event, ruleset="table"):
    """A check is over.

    Args:
        id: of the check.
        results: by side, the number that counts.
        margin: of the winner over the other side, 0 for a tie.
        winner: actor, or empty for a tie.
        rule: id of the rule.
    """

    id: str
    results: dict[str, int]
    margin: int = 0
    winner: str = ""
    rule: str = ""


class Revealed(Event, ruleset="table", ledger=True):
    """Earlier records become visible to more people.

    Args:
        seqs: of the records.
        to: audience that may see them too; empty is everyone.
        why: in a word.
    """

    seqs: tuple[int, ...]
    to: tuple[str, ...] = ()
    why: str = ""


class Corrected(Event, ruleset="table"):
    """An earlier record is put right: what does so follows in the same commit.

    Args:
        seq: of the record, which stays as it is.
        what: its type.
        commit: number of the commit that puts it right.
        reason: in words.
        rule: id of the rule.
    """

    seq: int
    what: str
    commit: int
    reason: str = ""
    rule: str = ""


class Amended(Event, ruleset="table"):
    """A roll of an open check counts for something else now; the roll itself stays as it is.

    Args:
        roll: its id.
        actor: who rolled.
        check: id of the check it belongs to.
        amount: what is added, below 0 what is taken off.
        before: total that counted before; filled when emitted.
        after: total that counts now; filled when emitted.
        by: seat that amends it; empty where a rule does.
        reason: in words.
        rule: id of the rule.
    """

    roll: str
    actor: str
    check: str
    amount: int
    before: int = 0
    after: int = 0
    by: str = ""
    reason: str = ""
    rule: str = ""


class PutOff(Event, ruleset="table"):
    """A command will be performed later.

    Args:
        id: of what is put off.
        command: the command's body.
        until: when it comes due.
        ruleset: with whose authority it will be performed.
        start: from when ``until`` counts, None for now.
        actor: ends with this actor, or empty.
        seen_by: its audience as stored; filled when emitted.
    """

    id: str
    command: msgspec.Raw
    until: Until
    ruleset: str
    start: Until | None = None
    actor: str = ""
    seen_by: str = ""


class Dropped(Event, ruleset="table"):
    """What was put off will not be done: whoever it hung on has left.

    Args:
        id: of what was put off.
        why: in a word.
    """

    id: str
    why: str = ""


class OffStarted(Event, ruleset="table"):
    """What was put off with a later start counts from now."""

    id: str


class CameDue(Event, ruleset="table"):
    """What was put off is performed now.

    Args:
        id: of what was put off.
    """

    id: str


VOCABULARY = frozenset(
    kind.message.tag
    for kind in (
        DieSet,
        Spent,
        Gained,
        EffectBegan,
        EffectEnded,
        CheckOpened,
        Settled,
        Amended,
        Revealed,
        *(Weighed, Wounded, Healed, Rolled),  # refused by name with a hint, not as another's
    )
)
"""Tags of the table that every ruleset may speak."""
