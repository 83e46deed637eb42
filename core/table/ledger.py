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
    """What this table allows; printed by every audit.

    The engine holds the table to ``dice``, ``player_returns`` and ``secret_rolls``; the others
    are said, for everybody to know and for a ruleset or an application to heed.

    Args:
        dice: ``sealed`` dice of the engine, or real ones read at the ``table``.
        gm_fudging: whether the GM may set a result.
        player_returns: ``own`` command without dice, or only the ``gm`` returns.
        secret_rolls: whether rolls may be hidden.
        entropy: whether players are asked for entropy.
    """

    dice: Literal["sealed", "table"] = "sealed"
    gm_fudging: bool = False
    player_returns: Literal["own", "gm"] = "own"
    secret_rolls: bool = True
    entropy: bool = False


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
    """

    number: int
    commitments: dict[str, str] = {}
    entropies: tuple[Entropy, ...] = ()
    positions: dict[str, dict[str, int]] = {}
    size: int = 0


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
    """

    by: str = ""
    commit: int = 0
    drew: bool = False
    showed: bool = False


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
