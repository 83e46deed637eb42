"""The table's vocabulary: events that every rules system speaks and every tool reads.

`Weighed`, `Wounded` and `Healed` are families: never emitted as such, only as a system's
subclass (``fudge.Wounded``), whose command others perform.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from .dice.evaluate import Die
from .messages import Event
from .modifiers import Modifier
from .until import Until


class SealedDraw(Struct, frozen=True, tag="sealed", tag_field="how"):
    """Faces from the sealed dice.

    Args:
        epoch: whose seed they come from.
        kind: ``open`` or ``secret`` seal.
        stream: actor or seat, with its audience where narrower than everyone.
        index: of the roll in its stream, from 0 in each epoch, without gaps.
    """

    epoch: int
    kind: Literal["open", "secret"]
    stream: str
    index: int


class TableDraw(Struct, frozen=True, tag="table", tag_field="how"):
    """Faces of real dice.

    Args:
        reader: seat that read them.
        confirmer: seat that confirmed the reading, or empty.
    """

    reader: str
    confirmer: str = ""


class PointsDraw(Struct, frozen=True, tag="points", tag_field="how"):
    """No dice: the value was bought or given by a rule."""


Draw = SealedDraw | TableDraw | PointsDraw


class Used(Struct, frozen=True):
    """A running effect that a weighing used up, wholly or in part.

    Args:
        effect: its id.
        left: uses left after.
    """

    effect: str
    left: int


class Weighed(Event, ruleset="table"):
    """Family of every event that carries modifiers; folding it uses up what it used.

    Args:
        modifiers: all that were collected, used or not.
        used: limited effects that it used; filled when it is emitted.
    """

    modifiers: tuple[Modifier, ...] = ()
    used: tuple[Used, ...] = ()


class Rolled(Weighed, ruleset="table"):
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


class Spent(Event, ruleset="table"):
    """Points left a pool.

    Args:
        actor: whose pool pays; empty for a pool of the table itself.
        pool: its name.
        amount: points, at least 0.
        before: balance before; filled when emitted.
        after: balance after; filled when emitted.
        for_: on whose behalf, where another pays.
        rule: id of the rule.
    """

    actor: str
    pool: str
    amount: int
    before: int | None = None
    after: int | None = None
    for_: str = ""
    rule: str = ""


class Gained(Event, ruleset="table"):
    """Points came into a pool; fields as of `Spent`."""

    actor: str
    pool: str
    amount: int
    before: int | None = None
    after: int | None = None
    for_: str = ""
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


class EffectBegan(Event, ruleset="table"):
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
    """

    id: str
    actor: str
    kind: str
    amount: int = 0
    until: Until
    start: Until | None = None
    source: str = ""
    rule: str = ""


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


class Choice(Struct, frozen=True):
    """One answer that may be given.

    Args:
        id: what it does.
        of: with or on what, where several choices do the same.
        label: in words, for people.
        cost: points that it costs.
        pool: from which pool.
        rule: id of the rule that offers it.
    """

    id: str
    of: str = ""
    label: str = ""
    cost: int = 0
    pool: str = ""
    rule: str = ""

    @property
    def key(self) -> str:
        """What an answer says to choose it: ``id`` or ``id:of``."""
        return f"{self.id}:{self.of}" if self.of else self.id


AnswerValue = str | int | tuple[int, ...]
"""The key of a choice, a number, a text, or faces of dice in the order thrown."""

Stands = Literal["once", "scene", "sitting", "good"]


class Asked(Event, ruleset="table"):
    """A decider asks; unless the answer came along, its command waits for it.

    Args:
        id: of the question.
        name: stable inside its command, so that scripts can bring answers along.
        question: in words.
        to: actors, seats or ``gm``, as the decider named them.
        mode: ``one``; ``each`` must answer; ``any`` may until all have passed.
        of: ``choice``, ``int``, ``text`` or ``faces``.
        choices: what may be chosen; only what is legal and affordable.
        ge: least number.
        le: greatest number.
        dice: notation of the real dice to read.
        secret: whether answers are kept from the others until the last is in.
        standing: whether a ruling may be kept for longer than once.
        commit: number of the first commit of the command that asks.
        rule: id of the rule.
    """

    id: str
    name: str
    question: str
    to: tuple[str, ...]
    commit: int
    mode: Literal["one", "each", "any"] = "one"
    of: Literal["choice", "int", "text", "faces"] = "choice"
    choices: tuple[Choice, ...] = ()
    ge: int | None = None
    le: int | None = None
    dice: str = ""
    secret: bool = False
    standing: bool = False
    rule: str = ""


class Answered(Event, ruleset="table"):
    """Somebody answered a question.

    Args:
        id: of the question.
        name: of the question.
        by: seat that answered.
        for_: whom it was asked of.
        answer: as given.
        last: whether the question is settled by it.
        stands: how long a ruling is kept.
    """

    id: str
    name: str
    by: str
    for_: str
    answer: AnswerValue
    last: bool = True
    stands: Stands = "once"


class Ruled(Event, ruleset="table"):
    """The GM's answer is kept and used again where the same is asked.

    Args:
        rule: id of the rule that asks.
        name: of the question.
        subject: of what or whom, or empty.
        question: in words.
        answer: as given.
        by: seat that ruled.
        until: how long it stands.
    """

    rule: str
    name: str
    subject: str
    question: str
    answer: AnswerValue
    by: str
    until: Until


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


class PutOff(Event, ruleset="table"):
    """A command will be performed later.

    Args:
        id: of what is put off.
        command: the command's body.
        until: when it comes due.
        ruleset: with whose authority it will be performed.
        start: from when ``until`` counts, None for now.
        actor: ends with this actor, or empty.
    """

    id: str
    command: msgspec.Raw
    until: Until
    ruleset: str
    start: Until | None = None
    actor: str = ""


class CameDue(Event, ruleset="table"):
    """What was put off is performed now.

    Args:
        id: of what was put off.
    """

    id: str
