"""Commit 0, and what the session as a whole runs under: rulesets, options, charter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import structs

from ..codec import encode
from ..ids import check_id
from ..messages import Command, Event
from ..permissions import gm
from ..play import Play
from ..rules import Rules
from .charter import check_charter
from .ledger import Charter, InForce, Ledger, LedgerOptions, Seat
from .seals import EpochOpened
from .state import Table, TableOptions

ledger_rules = Rules(Ledger, LedgerOptions)
board_rules = Rules(Table, TableOptions)


class Open(Command, ruleset="table"):
    """Begin the session; always and only the first command.

    Args:
        rulesets: in force, by name, with version and digest.
        seats: by id.
        charter: what the table allows.
        options: by ruleset, those that differ from their defaults.
        commitments: of epoch 0, by kind, hex; empty for real dice.
        after: root of the session that this one goes on from, hex, or empty.
    """

    rulesets: dict[str, InForce]
    seats: dict[str, Seat]
    charter: Charter = Charter()
    options: dict[str, dict[str, Any]] = {}
    commitments: dict[str, str] = {}
    after: str = ""


class Opened(Event, ruleset="table", ledger=True):
    """The session began; fields as of `Open`."""

    rulesets: dict[str, InForce]
    seats: dict[str, Seat]
    charter: Charter
    after: str = ""


class OptionsSet(Event, ruleset="table"):
    """Optional rules of one ruleset are now these.

    Args:
        of: its name.
        options: all of its options.
        changed: names of those that are others than before, at first than by default; None where
            nobody wrote that down.
    """

    of: str
    options: msgspec.Raw
    changed: tuple[str, ...] | None = None


class SetOption(Command, ruleset="table"):
    """Change one optional rule; never while a question is open.

    Args:
        of: name of the ruleset.
        option: name of the switch.
        value: its new value.
    """

    of: str
    option: str
    value: Any


class Adopt(Command, ruleset="table"):
    """Play on with the rulesets that are installed; not while a question is open.

    Args:
        without: names of those in force that are given up, since they are not installed.
        rulesets: those installed; filled in by the session.
    """

    without: tuple[str, ...] = ()
    rulesets: dict[str, InForce] = {}


class Adopted(Event, ruleset="table", ledger=True):
    """Other versions of the rulesets are in force now.

    Args:
        rulesets: as of `Adopt`.
        dropped: options that the new versions do not know or do not read; now at their defaults.
    """

    rulesets: dict[str, InForce]
    dropped: tuple[str, ...] = ()


@ledger_rules.decides(Open, may=lambda command, by, look: not look.ledger.seats, sent=True)
def open_session(command: Open, play: Play) -> None:
    """Everything that the first decision will need is recorded."""
    for seat in command.seats:
        check_id(seat, f"$.seats.{seat}")
    if not any(seat.role in ("host", "gm") for seat in command.seats.values()):
        play.refuse("nobody runs this table", path="$.seats", hint="name a gm or a host")
    check_charter(command.charter, "$.charter")
    if play.by not in command.seats:
        play.refuse(f"there is no seat {play.by!r} to open it", path="$.seats")
    play.emit(
        Opened(
            rulesets=command.rulesets,
            seats=command.seats,
            charter=command.charter,
            after=command.after,
        )
    )
    for ruleset, options in sorted(command.options.items()):
        set_options(play, ruleset, options)
    if command.commitments:
        play.emit(EpochOpened(number=0, commitments=command.commitments, size=play.following + 1))


@ledger_rules.evolves(Opened)
def opened(ledger: Ledger, event: Opened) -> Ledger:
    """Seats, charter and rulesets as opened."""
    return structs.replace(
        ledger, seats=event.seats, charter=event.charter, rulesets=event.rulesets
    )


@board_rules.decides(SetOption, may=gm)
def set_option(command: SetOption, play: Play) -> None:
    """The changed option, validated with the ruleset's others."""
    set_options(play, command.of, {command.option: command.value})


@board_rules.evolves(OptionsSet)
def options_set(table: Table, event: OptionsSet) -> Table:
    """The options as they now are."""
    return structs.replace(table, options={**table.options, event.of: event.options})


@ledger_rules.decides(Adopt, may=gm, sent=True)
def adopt(command: Adopt, play: Play) -> None:
    """The GM takes the installed rulesets as those in force."""
    if command.rulesets == play.ledger.rulesets:
        play.refuse("the rulesets in force are those installed", hint="there is nothing to adopt")
    gone = sorted(play.ledger.rulesets.keys() - command.rulesets.keys())
    if gone != sorted(set(command.without)):
        play.refuse(
            f"not installed: {', '.join(gone) or 'none of those in force'}",
            path="$.without",
            hint="install them, or give them up by name in without",
        )
    dropped = []
    for of, raw in sorted(play.table.options.items()):
        if of in gone:
            continue
        before = msgspec.json.decode(raw)
        kept, lost = play.rulebook.readable_options(of, before)
        if lost:
            dropped += [f"{of}.{name}" for name in lost]
            _record(play, of, play.rulebook.check_options(of, kept), before)
    play.emit(Adopted(rulesets=command.rulesets, dropped=tuple(dropped)))


@ledger_rules.evolves(Adopted)
def adopted(ledger: Ledger, event: Adopted) -> Ledger:
    """Rulesets as adopted."""
    return structs.replace(ledger, rulesets=event.rulesets)


def set_options(play: Play, of: str, changed: Mapping[str, Any]) -> None:
    """Record the options of one ruleset with some of them changed.

    Raises:
        Invalid: no such option, or not a value of it.
    """
    raw = play.table.options.get(of)
    now: dict[str, Any] = msgspec.json.decode(raw) if raw else {}
    if of in play.rulebook.names:  # a return may have brought back what another version knew
        now, _ = play.rulebook.readable_options(of, now)
    made = play.rulebook.check_options(of, {**now, **changed})
    usual = encode(play.rulebook.check_options(of, {}), f"options of {of}")
    _record(play, of, made, {**msgspec.json.decode(usual), **now})


def _record(play: Play, of: str, made: msgspec.Struct, before: Mapping[str, Any]) -> None:
    """All options as they are now, and which of them are others than before."""
    raw = encode(made, f"options of {of}")
    after: dict[str, Any] = msgspec.json.decode(raw)
    changed = tuple(name for name, value in after.items() if before.get(name, ...) != value)
    play.emit(OptionsSet(of=of, options=msgspec.Raw(raw), changed=changed))
