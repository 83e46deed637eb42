"""How the turn passes: taken, ended, interrupted and gone on with, from round to round."""

from __future__ import annotations

from ..audiences import said
from ..look import Look
from ..permissions import gm, rules_alone
from ..play import Play
from ..rules import Rules
from .acting import ends_turn, takes_turn
from .knowing import (
    known_slots,
    knows,
    of_actor,
    of_group,
    of_slot,
    secret,
    to_next,
    to_round,
    to_slot,
)
from .order import held_slots, under_way, waiting_slots, whose
from .state import Round, Table, TableOptions
from .turns import (
    BeginRound,
    EndRound,
    EndTurn,
    GroupEnded,
    NextTurn,
    RoundEnded,
    SlotSpec,
    TakeTurn,
    TurnBegan,
    TurnEnded,
    need_known,
    need_round,
    need_slot,
)

rules = Rules(Table, TableOptions)


@rules.decides(EndRound, may=gm, to=to_round)
def end_round(command: EndRound, play: Play) -> None:
    """Turns under way end before their round, the last that began first."""
    now = need_round(play)
    for _ in under_way(now):
        if _goes_on(play, now) and under_way(need_round(play)):
            play.perform(EndTurn())
    if _goes_on(play, now) and not under_way(need_round(play)):  # else ended by what came due
        play.emit(RoundEnded(number=now.number, goes_on=command.goes_on), to=said(now.seen_by))


def _goes_on(play: Play, was: Round) -> bool:
    """Whether a round is still the one under way, whatever came due meanwhile."""
    now = play.table.round
    return now is not None and now.number == was.number


@rules.decides(EndTurn, may=rules_alone, to=to_next)
def end_open_turn(command: EndTurn, play: Play) -> None:
    """The turn, and its group when it was the last of it."""
    end_turn(play, under_way(need_round(play))[-1])


def to_taking(command: TakeTurn, look: Look) -> tuple[str, ...] | None:
    """Whoever knows of the slot and of who takes it."""
    return to_slot(look, command.slot, actor=command.actor)


@rules.decides(TakeTurn, may=takes_turn, to=to_taking)
def take_turn(command: TakeTurn, play: Play) -> None:
    """Any slot that has not acted may be chosen; only a held one interrupts."""
    now = need_round(play)
    if command.slot:
        need_slot(play, command.slot, "$.slot")
    if now.open:
        known = knows(play, of_slot(play, now.open))
        whom = f"the turn of {now.open}" if known else "a turn"
        play.refuse(
            f"{whom} is under way",
            path="$.slot",
            hint="end it first, or interrupt it: table.interrupt",
        )
    waiting = waiting_slots(now)
    ready = (*waiting, *held_slots(now))
    if not ready:
        play.refuse("everybody has acted", hint="end the round")
    if not command.slot and not waiting:
        play.refuse("nobody is next", path="$.slot", hint=f"held: {known_slots(play, ready)}")
    name = command.slot or waiting[0]
    if name not in ready:
        hint = f"ready: {known_slots(play, ready)}"
        play.refuse(f"{name} has acted", path="$.slot", hint=hint)
    begin_turn(play, name, command.actor)


def begin_turn(play: Play, name: str, actor: str = "") -> None:
    """Begin one slot's turn, by its own actor, its claimant or one of its side.

    Raises:
        Refused: it is another's, there is no such actor, or his own turn is under way.
    """
    slot = need_round(play).slots[name]
    own = slot.actor or slot.claimed
    if own and actor and actor != own:
        whom = f"{own}'s" if knows(play, of_actor(play, own)) else "another's"
        play.refuse(f"{name} is {whom}", path="$.actor")
    if actor:
        need_known(play, actor, "$.actor")
    who = own or actor
    if who and who in play.table.turning:
        play.refuse(f"a turn of {who} is under way", path="$.slot")
    to = said(of_actor(play, who) or need_round(play).seen_by)
    play.emit(TurnBegan(slot=name, actor=who), to=to)


@rules.decides(NextTurn, may=ends_turn, to=to_next)
def next_turn(command: NextTurn, play: Play) -> None:
    """On to the next slot by key; after the last, the round ends and repeats if it may."""
    now = need_round(play)
    if not now.slots:
        play.refuse("this round has no slots", hint="end the round")
    if now.open:
        play.perform(EndTurn())
    elif now.elective and waiting_slots(now):
        play.refuse("nobody's turn is under way", hint="choose who acts: table.take_turn")
    if play.table.round:  # else what came due has ended it
        pass_on(play, stand=bool(now.open))


def pass_on(play: Play, *, stand: bool = True) -> None:
    """Begin the next turn of the round under way, or of the round after it.

    Args:
        play: of whoever ends a turn.
        stand: whether the round waits for those held, when nobody else is left.
    """
    now = need_round(play)
    if now.open:  # it was interrupted, and goes on
        return
    ready = waiting_slots(now)
    if not ready and not (stand and held_slots(now)):
        renew(play, now)
    elif ready and not now.elective:
        begin_turn(play, ready[0])


def renew(play: Play, was: Round) -> None:
    """End the round; begin the next with the same slots, unless the system has begun its own."""
    from .slots import AddSlot

    play.perform(EndRound(goes_on=True))
    if play.table.round is None:
        if not was.repeat or not was.slots or play.table.scene is None:
            return
        specs = {
            name: again(was, name)
            for name, slot in was.slots.items()
            if not slot.actor or slot.actor in play.table.actors  # what came due may remove him
        }
        hidden = secret(play, specs)
        play.perform(
            BeginRound(
                slots={name: spec for name, spec in specs.items() if name not in hidden},
                keys=was.keys,
                elective=was.elective,
                seen_by=said(was.seen_by),
            )
        )
        for name in hidden:  # each a command for those alone who know of him
            play.perform(AddSlot(id=name, slot=specs[name]))
    now = play.table.round
    if now and not now.open and not now.elective and (ready := waiting_slots(now)):
        begin_turn(play, ready[0])


def again(was: Round, name: str) -> SlotSpec:
    """A slot as it comes into the next round: held there only if it was, over rounds."""
    slot = was.slots[name]
    held = slot.held if slot.held == "rounds" and name not in was.spent else ""
    return SlotSpec(slot.actor, slot.side, slot.key, slot.order, held)


def stop_turn(play: Play, name: str) -> None:
    """Say that a turn under way has ended."""
    to = said(of_slot(play, name))
    play.emit(TurnEnded(slot=name, actor=whose(play.table, name)), to=to)


def end_turn(play: Play, name: str) -> None:
    """End a turn under way, and its group when it was the last of it."""
    was = need_round(play)
    stop_turn(play, name)
    end_group(play, was, name)


def end_group(play: Play, was: Round, name: str) -> None:
    """Say that a group has acted, when nobody of it is left to.

    Args:
        play: of whoever ends a turn, or takes a slot out of its group.
        was: the round before that.
        name: of the slot.
    """
    now = play.table.round
    if now is None:
        return
    slot = was.slots[name]
    acted = {*was.spent, *under_way(was)}
    if slot.held:
        if name in acted and not now.open:  # who interrupts acts in the group he interrupts
            play.emit(GroupEnded(key=slot.key), to=said(of_slot(play, name)))
        return
    group = {n for n, s in was.slots.items() if s.key == slot.key and not s.held}
    left = [
        n for n, s in now.slots.items()
        if s.key == slot.key and not s.held and n not in now.spent
    ]  # fmt: skip
    if group & acted and not left:
        play.emit(GroupEnded(key=slot.key), to=said(of_group(play, was, slot.key)))
