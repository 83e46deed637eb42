"""The board that every game has: `Table`, which a return takes back."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from ..asked import Answered, AnswerValue, Asked
from ..calendar import Calendar, day_length
from ..until import Until

Refresh = Literal["", "turn", "round", "scene", "sitting", "day", "rest", "session"]
Held = Literal["", "round", "rounds"]


class Actor(Struct, frozen=True):
    """Somebody or something that is played.

    Args:
        id: opaque.
        name: for people, in any script.
        kind: in the system's terms: ``pc``, ``npc``, ``vehicle``…
        seen_by: audience as stored, which all that the table says of him has too.
        once: his audiences before he was shown to more.
    """

    id: str
    name: str
    kind: str = "pc"
    seen_by: str = ""
    once: tuple[str, ...] = ()


class Pool(Struct, frozen=True):
    """Points that are spent and gained; the balance is the sum of its changes.

    Bounds and refresh are of the points that last. Points that an effect lends come on top,
    are spent first and go with the effect.

    Args:
        balance: points now, those that are lent among them.
        minimum: it never falls below.
        maximum: it never rises above, None for no limit.
        refresh: at the end of which scope it is filled up.
        to: what it is filled up to; None leaves it as it is.
        seen_by: audience as stored, which its refreshes have too.
        lent: by id of the effect that lends them, points left, the oldest first.
    """

    balance: int = 0
    minimum: int = 0
    maximum: int | None = None
    refresh: Refresh = ""
    to: int | None = None
    seen_by: str = ""
    lent: dict[str, int] = {}

    @property
    def lasting(self) -> int:
        """Points that no effect lends."""
        return self.balance - sum(self.lent.values())


class Count(Struct, frozen=True):
    """How often things had happened when something began: what ``n`` counts from.

    Args:
        rounds: rounds begun.
        round_open: whether one was under way.
        turns: turns begun of the actor whose turns count.
        turn_open: whether one of them was under way.
        scenes: scenes begun.
        scene_open: whether one was under way.
        sittings: evenings begun.
        sitting_open: whether one was under way.
        rests: rests taken, of the kind that counts.
        midnight: what the game clock shows at the end of its last day, where days end it.
    """

    rounds: int = 0
    round_open: bool = False
    turns: int = 0
    turn_open: bool = False
    scenes: int = 0
    scene_open: bool = False
    sittings: int = 0
    sitting_open: bool = False
    rests: int = 0
    midnight: int = 0


class Running(Struct, frozen=True):
    """An effect that acts, or waits for its start.

    Args:
        actor: on whom.
        kind: in its ruleset's terms.
        amount: in its ruleset's unit.
        until: when it ends.
        start: when it begins, None once it runs.
        left: uses left, where uses end it.
        count: what its end counts from.
        source: who or what caused it.
        rule: id of the rule.
        seen_by: audience as stored, which its end has too.
    """

    actor: str
    kind: str
    amount: int
    until: Until
    start: Until | None = None
    left: int | None = None
    count: Count = Count()
    source: str = ""
    rule: str = ""
    seen_by: str = ""


class Waiting(Struct, frozen=True):
    """A command put off.

    Args:
        command: its body.
        until: when it comes due.
        ruleset: with whose authority it is performed.
        count: what its date counts from.
        start: from when ``until`` counts, None once it does.
        actor: dropped when this actor leaves, or empty.
        seen_by: audience as stored, under which it is performed.
    """

    command: msgspec.Raw
    until: Until
    ruleset: str
    count: Count = Count()
    start: Until | None = None
    actor: str = ""
    seen_by: str = ""


class Slot(Struct, frozen=True):
    """A right to act once in a round.

    Args:
        actor: who acts; of a side's slot, whoever of that side takes it.
        side: whose slot it is, where sides have slots.
        key: lower acts first; given by the system; equal keys act together.
        order: of joining, which decides between equals when listed.
        held: put aside for a later moment, of this ``round`` or over ``rounds``; or empty.
        claimed: who alone takes a side's slot, or empty.
    """

    actor: str = ""
    side: str = ""
    key: tuple[int, ...] = ()
    order: int = 0
    held: Held = ""
    claimed: str = ""


class Round(Struct, frozen=True):
    """A round under way.

    Args:
        number: from 1 in each scene.
        slots: by id.
        open: the slot that acts now, or empty.
        spent: ids of slots that have acted.
        repeat: whether the next round has the same slots, unless a system begins it itself.
        keys: what each number of a slot's key is called.
        elective: whether who acts next is chosen each time.
        paused: slots whose turns are interrupted, the first interrupted first.
        last: actor whose turn ended last, or empty.
        seen_by: audience as stored, which all that is said of it has too.
    """

    number: int
    slots: dict[str, Slot] = {}
    open: str = ""
    spent: tuple[str, ...] = ()
    repeat: bool = True
    keys: tuple[str, ...] = ()
    elective: bool = False
    paused: tuple[str, ...] = ()
    last: str = ""
    seen_by: str = ""


class Scene(Struct, frozen=True):
    """A scene under way: its id, title, and the rounds begun in it."""

    id: str
    title: str = ""
    rounds: int = 0


class OpenRoll(Struct, frozen=True):
    """A roll of a check that is not settled, as it counts now.

    Args:
        actor: who rolled.
        purpose: what for.
        notation: of its dice.
        faces: in the order thrown, those that were turned since among them.
        total: what counts, amendments included.
    """

    actor: str
    purpose: str
    notation: str
    faces: tuple[int, ...]
    total: int


class OpenCheck(Struct, frozen=True):
    """A check between its opening and its settling, in which its rolls can still be amended.

    Args:
        sides: actors who roll.
        purpose: in the system's terms.
        rule: id of the rule.
        rolls: that count, by id, in order; what a re-roll replaced is not among them.
    """

    sides: tuple[str, ...]
    purpose: str = ""
    rule: str = ""
    rolls: dict[str, OpenRoll] = {}


class Pending(Struct, frozen=True):
    """The open question and what has been answered so far."""

    asked: Asked
    given: tuple[Answered, ...] = ()


class Ruling(Struct, frozen=True):
    """An answer of the GM that stands.

    Args:
        question: in words.
        answer: as given.
        by: seat that ruled.
        until: how long it stands.
        rule: id of the rule that asked.
        seen_by: audience as stored, which its end has too.
    """

    question: str
    answer: AnswerValue
    by: str
    until: Until
    rule: str = ""
    seen_by: str = ""


class Table(Struct, frozen=True):
    """The board that every game has.

    Args:
        actors: by id.
        left: of actors who have left, and whom not everybody knew of, the audience by id.
        pools: by actor (empty for the table's own), then by name.
        effects: by id, in order of their beginning.
        later: commands put off, by id, in order.
        clock: game time in seconds; the one source of all that is said of time.
        calendar: what dates the clock stands for, if the setting has said.
        days: days said to be over: the number of the last that has ended.
        rests: rests taken in the session.
        rested: likewise by kind.
        sitting: number of the evening under way, 0 between evenings.
        sittings: evenings begun.
        scene: under way, if any.
        scenes: scenes begun in the session.
        round: under way, if any.
        rounds: rounds begun in the session, what durations count.
        turns: by actor, turns begun in the session.
        turning: actors whose turns are under way; the last acts, the others are interrupted.
        pending: the open question, if any.
        rulings: standing, by ``rule/name/subject``.
        options: by ruleset, as set and encoded.
        checks: open ones, by id.
        corrected: by seq of a record that was put right, the commit that did so.
    """

    actors: dict[str, Actor] = {}
    left: dict[str, str] = {}
    pools: dict[str, dict[str, Pool]] = {}
    effects: dict[str, Running] = {}
    later: dict[str, Waiting] = {}
    clock: int = 0
    calendar: Calendar | None = None
    days: int = 0
    rests: int = 0
    rested: dict[str, int] = {}
    sitting: int = 0
    sittings: int = 0
    scene: Scene | None = None
    scenes: int = 0
    round: Round | None = None
    rounds: int = 0
    turns: dict[str, int] = {}
    turning: tuple[str, ...] = ()
    pending: Pending | None = None
    rulings: dict[str, Ruling] = {}
    options: dict[str, msgspec.Raw] = {}
    checks: dict[str, OpenCheck] = {}
    corrected: dict[str, int] = {}

    @property
    def midnights(self) -> int:
        """Midnights that the clock has passed."""
        return self.clock // day_length(self.calendar)


class TableOptions(Struct, frozen=True):
    """The table has no optional rules of its own; what a table allows is its charter."""
