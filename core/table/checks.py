"""Checks that are not settled yet: what their rolls count for, and how that is amended."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, structs

from ..audiences import said
from ..dice import parse, value_of
from ..errors import Invalid, LimitExceeded, Refused
from ..look import Look
from ..messages import Command
from ..past import knowing
from ..permissions import gm
from ..play import Play
from ..rules import Rules
from ..vocabulary import Amended, CheckOpened, DieSet, Rolled, Settled
from .state import OpenCheck, OpenRoll, Table, TableOptions

rules = Rules(Table, TableOptions)


class Amend(Command, ruleset="table"):
    """Count something in that was forgotten when a roll was made, while its check is open.

    Args:
        corrects: seq of the roll's record.
        amount: what is added; below 0 what is taken off.
        reason: in words.
        rule: id of the rule that was forgotten.
    """

    corrects: int
    amount: int
    reason: str
    rule: str = ""


class TurnDie(Command, ruleset="table"):
    """Turn a die to another face by the GM's will alone, where the charter allows it.

    The roll stays in the log as it fell. What the rules of a system turn is their own command.

    Args:
        corrects: seq of the roll's record.
        die: which of its dice, from 0 in the order thrown.
        face: that counts from now on.
        reason: in words.
    """

    corrects: int
    die: int
    face: int
    reason: str


def counted(look: Look, check: str) -> Mapping[str, OpenRoll]:
    """Rolls of an open check that count, by id, with their totals as amended.

    What settles a check takes its totals from here, and never from the rolls themselves.
    """
    found = look.table.checks.get(check)
    return found.rolls if found else {}


@rules.decides(Amend, may=gm)
def amend(command: Amend, play: Play) -> None:
    """A check that is settled is put right by its system's own commands, or by a return."""
    roll, _, to = _open_roll(command, play)
    if not command.amount:
        play.refuse("nothing would change", path="$.amount", rule=command.rule)
    play.emit(
        Amended(
            roll=roll.id,
            actor=roll.actor,
            check=roll.of,
            amount=command.amount,
            by=play.by,
            reason=command.reason,
            rule=command.rule,
        ),
        to=to,
    )


@rules.decides(TurnDie, may=gm)
def turn_die(command: TurnDie, play: Play) -> None:
    """The die, and what the roll counts for with it; modifiers and amendments stay."""
    if not play.ledger.charter.gm_fudging:
        play.refuse("this table's charter does not let the GM set a die", path="$.face")
    roll, now, to = _open_roll(command, play)
    if not 0 <= command.die < len(now.faces):
        play.refuse(
            f"the roll has no die {command.die}", path="$.die", hint=f"0 to {len(now.faces) - 1}"
        )
    before = now.faces[command.die]
    if before == command.face:
        play.refuse(f"it shows {before} already", path="$.face")
    faces = [*now.faces]
    faces[command.die] = command.face
    dice = parse(roll.notation, readings=play.rulebook.readings)
    try:
        change = value_of(dice, faces) - value_of(dice, now.faces)
    except (Invalid, LimitExceeded) as error:
        play.refuse(
            f"{roll.notation} cannot lie so: {error.what}",
            path="$.face",
            hint="amend the total instead",
        )
    turned = DieSet(roll=roll.id, die=command.die, before=before, after=command.face, actor=play.by)
    play.emit(turned, to=to)
    if change:
        play.emit(
            Amended(
                roll=roll.id,
                actor=roll.actor,
                check=roll.of,
                amount=change,
                by=play.by,
                reason=command.reason,
            ),
            to=to,
        )


def _open_roll(command: Amend | TurnDie, play: Play) -> tuple[Rolled, OpenRoll, tuple[str, ...]]:
    """The roll that a command names, as it counts now, and whoever may see it.

    Raises:
        Refused: no reason is given, there is no such roll, or its check is settled.
    """
    if not command.reason.strip():
        play.refuse("say why", path="$.reason")
    entry = play.earlier(command.corrects, Rolled)
    roll: Rolled = entry.message
    now = counted(play, roll.of).get(roll.id)
    if now is None:
        play.refuse(
            f"the roll of record {command.corrects} counts in no open check",
            path="$.corrects",
            hint="what came of it is put right by its system's commands, or by a return",
        )
    return roll, now, said(knowing(play, entry))


@rules.evolves(CheckOpened)
def check_opened(table: Table, event: CheckOpened) -> Table:
    """The check, without a roll."""
    made = OpenCheck(event.sides, event.purpose, event.rule)
    return structs.replace(table, checks={**table.checks, event.id: made})


@rules.evolves(Settled)
def settled(table: Table, event: Settled) -> Table:
    """Every open check but that."""
    rest = {name: check for name, check in table.checks.items() if name != event.id}
    return structs.replace(table, checks=rest)


@rules.evolves(Rolled)
def rolled(table: Table, event: Rolled) -> Table:
    """A roll of an open check counts in it, in place of the one that it replaces."""
    check = table.checks.get(event.of)
    if check is None:
        return table
    kept = {name: roll for name, roll in check.rolls.items() if name != event.replaces}
    faces = tuple(die.face for die in event.dice)
    kept[event.id] = OpenRoll(event.actor, event.purpose, event.notation, faces, event.total)
    return _with_rolls(table, event.of, kept)


@rules.completes(Amended)
def complete_amended(event: Amended, play: Play) -> Amended:
    """What counted before and what counts now."""
    now = counted(play, event.check).get(event.roll)
    before = now.total if now else 0
    return structs.replace(event, before=before, after=before + event.amount)


@rules.admits(Amended)
def admit_amended(table: Table, event: Amended) -> None:
    """Only what counts in an open check can be amended."""
    check = table.checks.get(event.check)
    if check is None or event.roll not in check.rolls:
        raise Refused(f"{event.roll} counts in no open check", path="$.roll", rule=event.rule)


@rules.evolves(Amended)
def amended(table: Table, event: Amended) -> Table:
    """The total that the event states."""
    return _changed(table, event.check, event.roll, total=event.after)


@rules.admits(DieSet)
def admit_die_set(table: Table, event: DieSet) -> None:
    """Of a roll in an open check: a die that it has, from the face that it shows."""
    for check in table.checks.values():
        roll = check.rolls.get(event.roll)
        if roll is None:
            continue
        if not 0 <= event.die < len(roll.faces):
            raise Refused(f"{event.roll} has no die {event.die}", path="$.die", rule=event.rule)
        if roll.faces[event.die] != event.before:
            raise Refused(
                f"die {event.die} of {event.roll} shows {roll.faces[event.die]}",
                path="$.before",
                rule=event.rule,
            )


@rules.evolves(DieSet)
def die_set(table: Table, event: DieSet) -> Table:
    """The face, where the roll's check is open."""
    for name, check in table.checks.items():
        roll = check.rolls.get(event.roll)
        if roll is not None and event.die < len(roll.faces):
            faces = [*roll.faces]
            faces[event.die] = event.after
            return _changed(table, name, event.roll, faces=tuple(faces))
    return table


def _changed(table: Table, check: str, roll: str, **fields: int | tuple[int, ...]) -> Table:
    found = table.checks.get(check)
    if found is None or roll not in found.rolls:  # a viewer may not know of it
        return table
    made = structs.replace(found.rolls[roll], **fields)
    return _with_rolls(table, check, {**found.rolls, roll: made})


def _with_rolls(table: Table, name: str, rolls: dict[str, OpenRoll]) -> Table:
    check = structs.replace(table.checks[name], rolls=rolls)
    return structs.replace(table, checks={**table.checks, name: check})


class OpenChecks(Struct, frozen=True):
    """Checks that are not settled, by id, with what their rolls count for now."""

    checks: dict[str, OpenCheck]


@rules.projects("checks")
def open_checks(look: Look, viewer: str) -> OpenChecks:
    """Checks that can still be amended, as far as the viewer knows."""
    return OpenChecks(look.table.checks)
