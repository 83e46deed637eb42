"""Returns: undo, redo, rewind and branches are one command; the ledger never goes back."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from ..look import Look
from ..messages import Command, Event
from ..permissions import gm
from ..play import Play
from ..rules import Rules
from .ledger import Ledger, LedgerOptions

rules = Rules(Ledger, LedgerOptions)


class Return(Command, ruleset="table"):
    """Set the board back, or forth, to how it stood after an earlier commit.

    Args:
        to: number of that commit.
        reason: in words.
    """

    to: int
    reason: str = ""


class Returned(Event, ruleset="table", ledger=True):
    """The board stands as after an earlier commit.

    Args:
        commit: number of the return's own commit.
        to: commit whose board it restored.
        reason: in words.
    """

    commit: int
    to: int
    reason: str = ""


class Withdraw(Command, ruleset="table"):
    """Drop the command that waits for an answer: its half leaves the board, the log keeps it.

    Args:
        reason: in words.
        diverged: digest of what it would be decided as now, where it cannot go on.
    """

    reason: str
    diverged: str = ""


class Withdrawn(Event, ruleset="table", ledger=True):
    """A suspended command was dropped; fields as of `Returned`.

    Args:
        commit: number of the withdrawal's own commit.
        to: commit whose board it restored.
        first: number of the first commit of the command that was dropped.
        reason: in words.
        diverged: digest of what it would have been decided as.
    """

    commit: int
    to: int
    first: int
    reason: str = ""
    diverged: str = ""


def may_return(command: Return, by: str, look: Look) -> bool:
    """The GM; or a player, to before his own last command that showed nothing, nor drew dice.

    A charter may leave all returns to the GM, or let a player return past his own dice.
    """
    if look.role(by) in ("gm", "host"):
        return True
    last, charter = look.ledger.last, look.ledger.charter
    return (
        look.role(by) == "player"
        and charter.player_returns == "own"
        and last.by == by
        and command.to == last.commit - 1
        and (not last.drew or charter.past_dice == "own")
        and not last.showed
    )


@rules.decides(Return, may=may_return, anytime=True, sent=True)
def go_back(command: Return, play: Play) -> None:
    """To a commit that there is, and that is not the present."""
    if not 0 <= command.to < play.commit - 1:
        play.refuse(
            f"there is nothing to return to at commit {command.to}",
            path="$.to",
            hint=f"commits 0 to {play.commit - 2}" if play.commit > 1 else "nothing is done yet",
        )
    diced = play.ledger.last.diced
    if play.ledger.charter.past_dice == "nobody" and command.to < diced:
        play.refuse(
            "this table's charter lets nobody return past dice",
            path="$.to",
            hint=f"commit {diced} at the earliest",
        )
    parents = play.ledger.parents
    if restored(command.to, parents) == restored(play.commit - 1, parents):
        play.refuse(
            f"the board stands as after commit {command.to} already", path="$.to",
            hint="nothing would change",
        )  # fmt: skip
    play.emit(Returned(commit=play.commit, to=command.to, reason=command.reason))


def restored(commit: int, parents: Mapping[str, int]) -> int:
    """The commit whose board stands after this one: its own, or what a return restored."""
    while str(commit) in parents:
        commit = parents[str(commit)]
    return commit


@rules.evolves(Returned)
def returned(ledger: Ledger, event: Returned) -> Ledger:
    """Where the chain goes on from."""
    return structs.replace(ledger, parents={**ledger.parents, str(event.commit): event.to})


@rules.decides(Withdraw, may=gm, anytime=True, sent=True)
def withdraw(command: Withdraw, play: Play) -> None:
    """Only what is suspended can be withdrawn."""
    pending = play.table.pending
    if pending is None:
        play.refuse("no command waits for an answer")
    if not command.reason.strip():
        play.refuse("say why", path="$.reason")
    first = pending.asked.commit
    play.emit(
        Withdrawn(
            commit=play.commit,
            to=first - 1,
            first=first,
            reason=command.reason,
            diverged=command.diverged,
        )
    )


@rules.evolves(Withdrawn)
def withdrawn(ledger: Ledger, event: Withdrawn) -> Ledger:
    """Where the chain goes on from."""
    return structs.replace(ledger, parents={**ledger.parents, str(event.commit): event.to})
