"""What people read of Powers: the kinds that there are, and who has which (3.1, 3.21)."""

from __future__ import annotations

from msgspec import Struct

from ....core.look import Look
from ....core.rules import Rules
from ..content.traits import NamedKind, PowerKind, kinds
from ..options import FudgeOptions
from ..state import Character, Fudge
from ..traits.campaign import Campaign
from .kinds import kind_of, steering

rules = Rules(Fudge, FudgeOptions)


class KindView(Struct, frozen=True):
    """A kind of Powers that this campaign has, and what belongs to it."""

    kind: NamedKind
    meaning: NamedKind


class HeldView(Struct, frozen=True):
    """A Power that somebody has.

    Args:
        power: its name for people, or its id.
        kind: magic, psi and so on; empty where nobody has said.
        rung: its level, or the table's own word for it; None where it has none.
        worth: for how many it counts.
        used: how often today.
        uses: how often a day; None for at will.
        skill: id of the skill that steers it, or empty.
        fault: id of the Fault that it is tied to, or empty.
        drawbacks: what its use costs.
        broken: whether it is a device that does not work.
    """

    power: str
    kind: PowerKind
    rung: int | str | None
    worth: int
    used: int
    uses: int | None
    skill: str
    fault: str
    drawbacks: tuple[str, ...]
    broken: bool


class BearerView(Struct, frozen=True):
    """Somebody with Powers."""

    actor: str
    name: str
    powers: tuple[HeldView, ...]


class KindsView(Struct, frozen=True):
    """The kinds of Powers that there are; none where nobody has any."""

    kinds: tuple[KindView, ...]


class PowersView(Struct, frozen=True):
    """Everybody's Powers."""

    bearers: tuple[BearerView, ...]


@rules.projects("power-kinds", reference=True)
def kinds_view(look: Look, viewer: str) -> KindsView:
    """Which kinds of Powers this campaign knows. FUD-079, FUD-081, FUD-085."""
    if not look.options[FudgeOptions].powers:
        return KindsView(())
    here = look.state[Fudge].campaign.power_kinds or tuple(kinds())
    return KindsView(tuple(KindView(kind, kind) for kind in here))


@rules.projects("powers")
def powers_view(look: Look, viewer: str) -> PowersView:
    """Who has which Powers, and what of their uses is left for today. FUD-081, 090, 126, 127."""
    slice_, options = look.state[Fudge], look.options[FudgeOptions]
    words = {value: word for word, value in options.ladder.items()}
    bearers = []
    for actor, who in slice_.characters.items():
        if who.powers:
            found = look.table.actors.get(actor)
            used = slice_.used.get(actor, {})
            powers = _held(who, slice_.campaign, used, words)
            bearers.append(BearerView(actor, found.name if found else actor, powers))
    return PowersView(tuple(bearers))


def _held(
    who: Character, campaign: Campaign, used: dict[str, int], words: dict[int, str]
) -> tuple[HeldView, ...]:
    return tuple(
        HeldView(
            power=power.name or name,
            kind=kind_of(name, power, campaign),
            rung=None if power.level is None else words.get(power.level, power.level),
            worth=power.worth,
            used=used.get(name, 0),
            uses=power.uses,
            skill=steering(name, power, campaign),
            fault=power.fault,
            drawbacks=power.drawbacks,
            broken=power.broken,
        )
        for name, power in who.powers.items()
    )
