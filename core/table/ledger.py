"""What no return takes back: `Ledger`."""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import Struct

Role = Literal["host", "gm", "player", "observer"]
ROLES: tuple[str, ...] = get_args(Role)


class Seat(Struct, frozen=True):
    """A person at the table: name for people, and role."""

    name: str
    role: Role


class Charter(Struct, frozen=True):
    """What this table allows; the engine holds it to all of this, and every audit prints it.

    Args:
        dice: ``sealed`` dice of the engine, or real ones read at the ``table``.
        gm_fudging: whether who runs the table may turn a die by his own will.
        player_returns: ``own`` command, or only the ``gm`` returns.
        secret_rolls: whether rolls may be hidden.
        entropy: whether every player adds entropy before an epoch's first die, or is waived.
        confirm: whether a second seat confirms what real dice show.
        past_dice: who returns past dice: the ``gm``, also a player past his ``own`` last
            command's, or ``nobody``.
        on_behalf: whether the ``gm`` may act and answer for players and their actors, or
            ``nobody`` may.
        open_rolls: purposes of rolls that are open though their rule would hide them.
        hidden_rolls: purposes of rolls that are the GM's though their rule would show them.
    """

    dice: Literal["sealed", "table"] = "sealed"
    gm_fudging: bool = False
    player_returns: Literal["own", "gm"] = "own"
    secret_rolls: bool = True
    entropy: bool = False
    confirm: bool = False
    past_dice: Literal["gm", "own", "nobody"] = "gm"
    on_behalf: Literal["gm", "nobody"] = "gm"
    open_rolls: tuple[str, ...] = ()
    hidden_rolls: tuple[str, ...] = ()


class InForce(Struct, frozen=True):
    """A ruleset as the session was recorded with it.

    Args:
        version: ``major.minor.patch``.
        digest: SHA-256 over its files, hex; ``unsourced`` where there are none.
    """

    version: str
    digest: str


class Entropy(Struct, frozen=True):
    """A player's contribution: by whom, the text, and the size of the receipt it cites."""

    by: str
    text: str
    size: int


class Epoch(Struct, frozen=True):
    """A span of sealed dice.

    Args:
        number: from 0.
        commitments: by kind, hex.
        entropies: in order; they serve both keys.
        positions: by kind, then by stream: the next index.
        size: least size of a receipt that holds the commitments.
        waived: players without whose entropy its dice are rolled.
    """

    number: int
    commitments: dict[str, str] = {}
    entropies: tuple[Entropy, ...] = ()
    positions: dict[str, dict[str, int]] = {}
    size: int = 0
    waived: tuple[str, ...] = ()


class Note(Struct, frozen=True):
    """Free text by a seat."""

    by: str
    text: str


class Act(Struct, frozen=True):
    """The last command that was more than a note.

    Args:
        by: seat.
        commit: its number.
        drew: whether dice were rolled in it.
        showed: whether a secret was shown in it.
        diced: number of the last commit in which dice fell, -1 before the first.
    """

    by: str = ""
    commit: int = 0
    drew: bool = False
    showed: bool = False
    diced: int = -1


class Ledger(Struct, frozen=True):
    """What no return takes back.

    Args:
        seats: by id.
        owners: by actor, the seats that play it.
        rulesets: in force, by name.
        charter: what this table allows.
        epoch: of the sealed dice, None before the first.
        past: epochs that are over, by number.
        reveals: seeds revealed, hex, by ``number/kind``.
        parents: by number of a return's commit, the commit whose board it restored.
        notes: in order.
        last: the last act, which its player may take back.
        widened: by seq of a record revealed since, who may see it too.
    """

    seats: dict[str, Seat] = {}
    owners: dict[str, tuple[str, ...]] = {}
    rulesets: dict[str, InForce] = {}
    charter: Charter = Charter()
    epoch: Epoch | None = None
    past: dict[str, Epoch] = {}
    reveals: dict[str, str] = {}
    parents: dict[str, int] = {}
    notes: tuple[Note, ...] = ()
    last: Act = Act()
    widened: dict[str, str] = {}


class LedgerOptions(Struct, frozen=True):
    """The ledger has no options."""


def lacking(ledger: Ledger) -> tuple[str, ...]:
    """Players whose entropy the dice wait for: none where the charter does not ask for it.

    They wait before the first die of an epoch, until each has added some or the GM waives it.
    """
    epoch, charter = ledger.epoch, ledger.charter
    if not charter.entropy or charter.dice != "sealed" or epoch is None:
        return ()
    if any(epoch.positions.values()):
        return ()
    given = {entropy.by for entropy in epoch.entropies}.union(epoch.waived)
    seats = ledger.seats.items()
    return tuple(name for name, seat in seats if seat.role == "player" and name not in given)
