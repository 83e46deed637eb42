"""Turns as slots: rights to act, with keys from the system; never a position in a list."""

from __future__ import annotations

from msgspec import Struct, structs

from ..errors import Refused
from ..ids import check_id
from ..messages import Command, Event
from ..permissions import gm, rules_alone
from ..play import Play
from ..rules import Rules
from .state import Round, Slot, Table, TableOptions
from .time import refresh

rules = Rules(Table, TableOptions)


class SlotSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """A slot to be: who acts, for which side, and when.

    Args:
        actor: id; empty for a side's slot.
        side: whose slot it is, where sides have slots.
        key: lower acts first; equal keys act together.
        order: of joining, which decides between equals when listed; then the slot's id.
    """

    actor: str = ""
    side: str = ""
    key: tuple[int, ...] = ()
    order: int = 0


class BeginRound(Command, ruleset="table"):
    """A round begins.

    Args:
        slots: by id; none where all act at once.
        repeat: whether the next round has the same slots, unless a system begins it itself.
    """

    slots: dict[str, SlotSpec] = {}
    repeat: bool = True


class RoundBegan(Event, ruleset="table"):
    """A round has begun.

    Args:
        number: from 1 in each scene.
        slots: by id, with the order of joining.
        repeat: as of `BeginRound`.
    """

    number: int
    slots: dict[str, Slot]
    repeat: bool = True


class EndRound(Command, ruleset="table"):
    """The round ends, and with it the turn under way."""


class RoundEnded(Event, ruleset="table"):
    """A round has ended: its number."""

    number: int


class TakeTurn(Command, ruleset="table"):
    """A slot's turn begins; who is next is chosen, as in elective order.

    Args:
        slot: id; empty for the next by key.
        actor: who takes it, where it is a side's.
    """

    slot: str = ""
    actor: str = ""


class NextTurn(Command, ruleset="table"):
    """The turn under way ends and the next begins; after the last, the next round."""


class EndTurn(Command, ruleset="table"):
    """The turn under way ends; performed before the next begins, so that what it ends is over."""


class TurnBegan(Event, ruleset="table"):
    """A turn has begun: of which slot, and whose."""

    slot: str
    actor: str


class TurnEnded(Event, ruleset="table"):
    """A turn has ended: of which slot, and whose."""

    slot: str
    actor: str


class GroupEnded(Event, ruleset="table"):
    """All slots of one key have acted or are gone.

    Args:
        key: of the group.
    """

    key: tuple[int, ...]


def waiting_slots(round_: Round) -> tuple[str, ...]:
    """Slots that have not acted, first who acts first; equals in order of joining, then by id."""
    ready = [s for s in round_.slots if s not in round_.spent and s != round_.open]
    return tuple(sorted(ready, key=lambda s: (round_.slots[s].key, round_.slots[s].order, s)))


def need_round(play: Play) -> Round:
    """The round under way.

    Raises:
        Refused: there is none.
    """
    if play.table.round is None:
        play.refuse("no round is under way", hint="begin one: table.begin_round")
    return play.table.round


@rules.decides(BeginRound, may=gm)
def begin_round(command: BeginRound, play: Play) -> None:
    """A round stands within a scene, and one at a time."""
    if play.table.scene is None:
        play.refuse("no scene is under way", hint="begin one: table.begin_scene")
    if play.table.round is not None:
        play.refuse(f"round {play.table.round.number} is under way", hint="end it first")
    slots = {}
    for name, spec in command.slots.items():
        slots[check_id(name, f"$.slots.{name}")] = make_slot(
            play, spec, spec.order, f"$.slots.{name}"
        )
    number = play.table.scene.rounds + 1
    play.emit(RoundBegan(number=number, slots=slots, repeat=command.repeat))


def make_slot(play: Play, spec: SlotSpec, order: int, path: str) -> Slot:
    """A slot of whoever is in play.

    Raises:
        Refused: there is no such actor, or neither actor nor side is named.
    """
    if spec.actor and spec.actor not in play.table.actors:
        play.refuse(f"there is no actor {spec.actor!r}", path=f"{path}.actor")
    if not spec.actor and not spec.side:
        play.refuse("a slot belongs to an actor or a side", path=path)
    return Slot(spec.actor, spec.side, spec.key, order)


@rules.evolves(RoundBegan)
def round_began(table: Table, event: RoundBegan) -> Table:
    """The round, nobody having acted."""
    scene = table.scene and structs.replace(table.scene, rounds=event.number)
    now = Round(event.number, event.slots, repeat=event.repeat)
    return structs.replace(table, round=now, scene=scene, rounds=table.rounds + 1)


@rules.decides(EndRound, may=gm)
def end_round(command: EndRound, play: Play) -> None:
    """A turn under way ends before its round."""
    now = need_round(play)
    if now.open:
        play.perform(EndTurn())
    left = play.table.round
    if left and not left.open and left.number == now.number:  # else ended by what came due
        play.emit(RoundEnded(number=now.number))


@rules.evolves(RoundEnded)
def round_ended(table: Table, event: RoundEnded) -> Table:
    """Between rounds."""
    return structs.replace(table, round=None)


@rules.decides(TakeTurn, may=gm)
def take_turn(command: TakeTurn, play: Play) -> None:
    """Any slot that has not acted may be chosen; one turn at a time."""
    now = need_round(play)
    if now.open:
        play.refuse(f"the turn of {now.open} is under way", path="$.slot", hint="end it first")
    ready = waiting_slots(now)
    if not ready:
        play.refuse("everybody has acted", hint="end the round")
    name = command.slot or ready[0]
    if name not in ready:
        what = "has acted" if name in now.spent else "is no slot of this round"
        play.refuse(f"{name} {what}", path="$.slot", hint=f"ready: {', '.join(ready)}")
    begin_turn(play, now, name, command.actor)


def begin_turn(play: Play, now: Round, name: str, actor: str = "") -> None:
    """Begin one slot's turn, by its own actor or one of its side."""
    slot = now.slots[name]
    if slot.actor and actor and actor != slot.actor:
        play.refuse(f"{name} is {slot.actor}'s", path="$.actor")
    if actor and actor not in play.table.actors:
        play.refuse(f"there is no actor {actor!r}", path="$.actor")
    play.emit(TurnBegan(slot=name, actor=slot.actor or actor))


@rules.evolves(TurnBegan)
def turn_began(table: Table, event: TurnBegan) -> Table:
    """The open slot, and one turn more of its actor."""
    if table.round is None:
        return table
    turns = {**table.turns, event.actor: table.turns.get(event.actor, 0) + 1}
    return structs.replace(
        table,
        round=structs.replace(table.round, open=event.slot),
        turns=turns,
        turning=(event.actor,),
    )


@rules.decides(NextTurn, may=gm)
def next_turn(command: NextTurn, play: Play) -> None:
    """On to the next slot by key; after the last, the round ends and repeats if it may."""
    now = need_round(play)
    if not now.slots:
        play.refuse("this round has no slots", hint="end the round")
    if now.open:
        play.perform(EndTurn())
    if play.table.round and not play.table.round.open:  # else what came due has gone on
        pass_on(play)


@rules.decides(EndTurn, may=rules_alone)
def end_open_turn(command: EndTurn, play: Play) -> None:
    """The turn, and its group when it was the last of it."""
    end_turn(play, need_round(play))


def pass_on(play: Play) -> None:
    """Begin the next turn of the round under way, or of the round after it."""
    now = need_round(play)
    ready = waiting_slots(now)
    if ready:
        begin_turn(play, now, ready[0])
        return
    play.perform(EndRound())
    if play.table.round is None:  # else the system has begun its own
        if not now.repeat or not now.slots or play.table.scene is None:
            return
        specs = {
            name: SlotSpec(s.actor, s.side, s.key, s.order)
            for name, s in now.slots.items()
            if not s.actor or s.actor in play.table.actors  # what came due may have removed him
        }
        play.perform(BeginRound(slots=specs))
    again = play.table.round
    if again and not again.open and (ready := waiting_slots(again)):
        begin_turn(play, again, ready[0])


def end_turn(play: Play, now: Round) -> None:
    """End the turn under way, if any, and its group when it was the last of it."""
    if not now.open:
        return
    slot = now.slots[now.open]
    actor = slot.actor or (play.table.turning or ("",))[0]
    play.emit(TurnEnded(slot=now.open, actor=actor))
    end_group(play, slot.key)


def group_acts(now: Round, key: tuple[int, ...]) -> bool:
    """Whether somebody of a group has acted, or acts now: only then can the group end."""
    return any(now.slots[s].key == key for s in (*now.spent, *filter(None, (now.open,))))


def end_group(play: Play, key: tuple[int, ...]) -> None:
    """Say that a group has acted, when nobody of it is left to."""
    now = play.table.round
    if now is None:
        return
    left = [s for s in now.slots if now.slots[s].key == key and s not in now.spent]
    if not left:
        play.emit(GroupEnded(key=key))


@rules.evolves(TurnEnded)
def turn_ended(table: Table, event: TurnEnded) -> Table:
    """The slot is spent."""
    now = table.round
    if now is None:
        return table
    spent = (*now.spent, event.slot)
    return structs.replace(table, round=structs.replace(now, open="", spent=spent), turning=())


@rules.admits(TurnBegan)
def admit_turn(table: Table, event: TurnBegan) -> None:
    """One turn at a time, of a slot that has not acted."""
    now = table.round
    if now is None or event.slot not in now.slots or event.slot in now.spent or now.open:
        raise Refused(f"the turn of {event.slot} cannot begin now")


@rules.reacts(TurnEnded)
def refresh_turn(event: TurnEnded, play: Play) -> None:
    """Pools of the turn, of whoever has had it."""
    if event.actor:
        refresh(play, "turn", event.actor)


@rules.reacts(RoundEnded)
def refresh_round(event: RoundEnded, play: Play) -> None:
    """Pools of the round."""
    refresh(play, "round")
