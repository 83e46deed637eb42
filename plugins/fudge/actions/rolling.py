"""The one way to throw dice on somebody's behalf: whatever bends a roll does so here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from ....core.modifiers import Modifier
from ....core.play import Play
from ....core.vocabulary import Rolled
from ..dice import npc_die, shift
from ..options import FudgeOptions
from ..points.shifting import INSTEAD, Bent, Redeemed, bend, instead
from ..state import Fudge
from .critical import Kind
from .criticals import Prevailed, margin_critical, natural_critical

_NPC = "npc"


class Throw(Struct, frozen=True):
    """What a throw came to.

    Args:
        roll: id of the roll.
        natural: what the dice said, -4 to +4.
        result: Rolled Degree, with every modifier and whatever bent it.
        bent: levels by which it was bent, up or down (FUD-038).
        critical: ``success`` or ``failure`` where it is one by its dice, which no Fudge Point has
            brought back (FUD-243).
    """

    roll: str
    natural: int
    result: int
    bent: int = 0
    critical: Kind = ""


def throw(
    play: Play,
    actor: str,
    purpose: str,
    modifiers: Sequence[Modifier],
    *,
    rule: str,
    of: str = "",
    concerns: Sequence[str] = (),
    trait: bool = True,
    die: Literal["", "d6"] = "",
    secret: bool = False,
) -> Throw:
    """Throw the dice for somebody, and add what counts (FUD-139).

    Args:
        play: of now.
        actor: for whom, an actor or a seat.
        purpose: what for, as people read it.
        modifiers: trait, circumstances and all else that is added.
        rule: id of the rule that asks for the roll.
        of: id of the check that it belongs to, if any.
        concerns: whom else it concerns, so that his Fudge Points may bend it (FUD-038); the
            other sides of the check where nobody is named.
        trait: whether it is on a trait; a Situational Roll is not, so that it is never critical
            nor made with the NPC's die.
        die: ``d6`` for the NPC's die whatever the switch says, as for a group (FUD-195).
        secret: whether players do not see it; then nobody's points bend it.
    """
    options = play.options[FudgeOptions]
    lucky = options.fudge_points and bool(play.state[Fudge].luck) and not secret
    if lucky and instead(play, actor, purpose):
        rolled = play.points(INSTEAD, actor, purpose, modifiers, of=of, rule="FUD-041")
        play.emit(Redeemed(actor=actor, use="three", roll=rolled.id, rule="FUD-041"))
        return Throw(rolled.id, rolled.natural, rolled.total)
    npc = _with_npc_die(play, actor, die or (trait and options.npc_rolls != "normal"), rule)
    if npc:
        rolled = play.roll(npc_die(options), actor, purpose, modifiers, of=of, rule="FUD-158")
        result = rolled.total + _judged(play, rolled, options)
    else:
        rolled = play.roll(shift(options), actor, purpose, modifiers, of=of, rule=rule)
        result = rolled.total
    bent = 0
    if lucky and not play.emitting_to:  # what few see nobody else may bend
        check = play.table.checks.get(of)
        others = concerns or (check.sides if check else ())
        bent = bend(play, rolled.id, actor, purpose, result, others)
    if npc or not trait:
        return Throw(rolled.id, rolled.natural, result + bent, bent)
    critical, result = natural_critical(play, rolled, bent)
    return Throw(rolled.id, rolled.natural, result, bent, critical)


def simple(
    play: Play,
    actor: str,
    purpose: str,
    modifiers: Sequence[Modifier],
    difficulty: int,
    *,
    rule: str,
    of: str = "",
    concerns: Sequence[str] = (),
    secret: bool = False,
    bought: bool = False,
) -> Throw:
    """Throw the dice for a Simple Action; far enough off it is critical by its margin. FUD-244.

    What Fudge Points have bought takes no dice, and just reaches the difficulty (FUD-037).

    Args:
        play: of now.
        actor: who acts.
        purpose: what for, as people read it.
        modifiers: trait, circumstances and all else that is added.
        difficulty: level to reach.
        rule: id of the rule that asks for the roll.
        of: id of the check that it belongs to, if any.
        concerns: whom else it concerns, as of a throw: whoever is struck, shot at or healed.
        secret: whether players do not see it.
        bought: whether points have bought it, which is asked before: `points.success.bought`.
    """
    if bought:
        return Throw("", 0, difficulty)
    made = throw(
        play, actor, purpose, modifiers, rule=rule, of=of, concerns=concerns, secret=secret
    )
    if not made.critical:
        margin_critical(play, actor, made.roll, made.result, made.result - difficulty, of)
    return made


def compared(play: Play, one: Throw, other: Throw) -> tuple[int, int]:
    """Rolled Degrees of two who contend: a critical success beats whatever is none. FUD-243.

    Args:
        play: of now.
        one: throw of one side.
        other: of the other.
    """
    result, (second,) = prevailing(play, one, (other,))
    return result, second


def prevailing(play: Play, one: Throw, others: Sequence[Throw]) -> tuple[int, tuple[int, ...]]:
    """Rolled Degrees of one against several: a critical success beats whatever is none. FUD-243.

    Args:
        play: of now.
        one: throw of whoever is alone.
        others: of the others, each of whom contends with him alone.

    Returns:
        His, and theirs in order.
    """
    if one.critical == "success":
        plain = [other.result for other in others if other.critical != "success"]
        lift = max(0, max(plain, default=one.result - 1) + 1 - one.result)
        mine = _lifted(play, one, lift)
        return mine, tuple(_lifted(play, other, lift) for other in others)
    return one.result, tuple(
        _lifted(play, other, max(0, one.result + 1 - other.result)) for other in others
    )


def together(play: Play, throws: Sequence[Throw]) -> tuple[int, ...]:
    """Rolled Degrees of several who all contend with one another. FUD-243, FUD-159.

    Every critical success beats whatever is none; among themselves they compare as usual.

    Args:
        play: of now.
        throws: one for each side.
    """
    best = [made.result for made in throws if made.critical == "success"]
    plain = [made.result for made in throws if made.critical != "success"]
    lift = max(0, max(plain) + 1 - min(best)) if best and plain else 0
    return tuple(_lifted(play, made, lift) for made in throws)


def _lifted(play: Play, made: Throw, levels: int) -> int:
    """A critical success counts for so much more than a result that it has to beat."""
    if made.critical != "success" or not levels:
        return made.result
    play.emit(Prevailed(roll=made.roll, before=made.result, after=made.result + levels))
    return made.result + levels


def _with_npc_die(play: Play, actor: str, wanted: str | bool, rule: str) -> bool:
    """Whether the NPC's die is thrown: never for who is played. FUD-158."""
    if not wanted:
        return False
    who = play.table.actors.get(actor)
    return who is not None and who.kind == _NPC


def _judged(play: Play, rolled: Rolled, options: FudgeOptions) -> int:
    """How much better or worse, where the GM says so and no second die. FUD-158."""
    if options.npc_rolls != "d6-gm" or not rolled.natural:
        return 0
    levels = play.ask(
        "By how many levels is the NPC better or worse?", of=int, ge=1, le=3, name="npc-die",
        rule="FUD-158",
    )  # fmt: skip
    more = (levels - 1) * rolled.natural
    if more:
        play.emit(
            Bent(
                roll=rolled.id,
                actor=rolled.actor,
                by="gm",
                levels=more,
                before=rolled.total,
                after=rolled.total + more,
                rule="FUD-158",
            )
        )
    return more
