"""The charter under way: how it is changed, and what it keeps from whoever runs the table."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from ..codec import convert
from ..errors import Refused
from ..messages import Command, Event
from ..permissions import gm
from ..play import Play
from ..rules import Rules
from ..vocabulary import DieSet
from .ledger import Charter, Ledger, LedgerOptions

rules = Rules(Ledger, LedgerOptions)


class ChangeCharter(Command, ruleset="table"):
    """Allow something else at this table from now on; never while a question is open.

    Args:
        switch: name of what is allowed or not, as ``secret_rolls``.
        value: its new value.
        reason: in words.
    """

    switch: str
    value: Any
    reason: str


class CharterChanged(Event, ruleset="table", ledger=True):
    """The table has agreed on something else; it holds for what comes after.

    Args:
        switch: what is allowed, or not, by another measure now.
        before: the whole charter before.
        charter: the whole charter now.
        reason: in words.
    """

    switch: str
    before: Charter
    charter: Charter
    reason: str


@rules.decides(ChangeCharter, may=gm)
def change_charter(command: ChangeCharter, play: Play) -> None:
    """The changed charter, validated as a whole, with a reason for everybody to read."""
    if command.switch not in Charter.__struct_fields__:
        play.refuse(
            f"the charter has no {command.switch!r}",
            path="$.switch",
            hint=", ".join(Charter.__struct_fields__),
        )
    if not command.reason.strip():
        play.refuse("say why", path="$.reason")
    before = play.ledger.charter
    changed = {**structs.asdict(before), command.switch: command.value}
    charter: Charter = convert(changed, Charter, "charter")
    check_charter(charter, "$.value")
    if charter == before:
        play.refuse(f"{command.switch} is so already", path="$.value")
    play.emit(
        CharterChanged(switch=command.switch, before=before, charter=charter, reason=command.reason)
    )


@rules.evolves(CharterChanged)
def charter_changed(ledger: Ledger, event: CharterChanged) -> Ledger:
    """The charter as it now is."""
    return structs.replace(ledger, charter=event.charter)


def check_charter(charter: Charter, path: str) -> None:
    """A charter says one thing of each kind of roll.

    Raises:
        Refused: a kind of roll would be open and hidden, or hidden where none may be.
    """
    both = sorted({*charter.open_rolls} & {*charter.hidden_rolls})
    if both:
        raise Refused(f"rolls for {both[0]} would be open and hidden", path=path)
    if charter.hidden_rolls and not charter.secret_rolls:
        raise Refused(
            "some rolls would be hidden at a table without secret rolls",
            path=path,
            hint="secret_rolls=true, or no hidden_rolls",
        )


@rules.admits(DieSet)
def admit_die_set(ledger: Ledger, event: DieSet) -> None:
    """An actor turns a die by a rule; who runs the table, by his own will: that is fudging."""
    seat = ledger.seats.get(event.actor)
    runs = event.actor == "gm" or (seat is not None and seat.role in ("gm", "host"))
    if runs and not ledger.charter.gm_fudging:
        raise Refused(
            "this table's charter allows no fudging",
            rule=event.rule,
            path="$.actor",
            hint="gm_fudging=true, if all agree: table.change_charter",
        )
    if event.die < 0 or event.before == event.after:
        raise Refused("a die is turned to another face", rule=event.rule, path="$.after")
