"""Checks: what a roll is made with, and the modifiers that people state (4.2 and 4.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ....core.errors import Refused
from ....core.modifiers import Check, Modifier
from ....core.play import Play
from ..ladder import FAIR, POOR, TERRIBLE, Level, level
from ..state import ATTRIBUTES, character, meant

ATTACK = "attack"
"""Kind of the one roll of a fighter in a round, which both attacks and defends."""

SHOT = "shot"
"""Kind of the roll of somebody who shoots or throws."""

DODGE = "dodge"
"""Kind of the roll of somebody who sees a shot come."""

FIGHTING = (ATTACK, SHOT, DODGE)
"""Kinds of rolls in a fight."""

ACTION = "action"
"""Kind of a Simple Action's roll."""

CONTEST = "contest"
"""Kind of a roll in a contest that is no combat."""

SITUATION = "situation"
"""Kind of a Situational Roll, which is on no trait."""

MOST = 3
"""Greatest modifier by circumstance, for extreme cases only (FUD-145)."""


class TraitCheck(Check, frozen=True, kw_only=True):
    """Somebody is about to roll on a trait of his.

    Args:
        trait: its id.
    """

    trait: str


class Circumstance(Struct, frozen=True, forbid_unknown_fields=True):
    """A modifier that somebody states, for this one action (FUD-145).

    Args:
        amount: levels, -3 to +3: one is usual, two is large, three extreme.
        reason: why, in words.
        actor: whom it affects; may be empty where only one acts.
        rule: id of the rule: ``FUD-177`` for position, ``FUD-180`` for a blessing or curse.
    """

    amount: int
    reason: str
    actor: str = ""
    rule: str = "FUD-145"


def stated(
    circumstances: Sequence[Circumstance],
    actors: Sequence[str],
    field: str = "situation",
    rule: str = "",
) -> dict[str, tuple[Modifier, ...]]:
    """Modifiers of circumstances, by actor.

    Args:
        circumstances: as the command states them.
        actors: who acts.
        field: of the command, where they stand.
        rule: id of the rule that lets them count; empty for what each says.

    Raises:
        Refused: one is out of bounds, has no reason, or concerns nobody who acts.
    """
    found: dict[str, tuple[Modifier, ...]] = dict.fromkeys(actors, ())
    for at, one in enumerate(circumstances):
        path = f"$.{field}[{at}]"
        if not 1 <= abs(one.amount) <= MOST:
            raise Refused(
                f"a circumstance of {one.amount:+d}",
                path=f"{path}.amount",
                rule="FUD-145",
                hint=f"1 to {MOST} levels, up or down",
            )
        if not one.reason:
            raise Refused("a circumstance without a reason", path=f"{path}.reason", rule="FUD-145")
        actor = one.actor or (actors[0] if len(actors) == 1 else "")
        if actor not in found:
            raise Refused(
                f"{one.reason}: of whom?", path=f"{path}.actor", hint=f"one of {', '.join(actors)}"
            )
        found[actor] += (Modifier(one.reason, rule or one.rule, "result", "add", one.amount),)
    return found


def needed(value: Level, path: str, rule: str = "FUD-141") -> int:
    """The level that a result has to reach, as a command states it.

    Args:
        value: a word or a number.
        path: where it stands.
        rule: id of the rule that lets nothing lower be asked for.

    Raises:
        Invalid: it is no level.
        Refused: it lies below Terrible.
    """
    found = level(value, path)
    if found < TERRIBLE:
        raise Refused(
            "nothing that is asked for lies below Terrible", path=path, rule=rule,
            hint="Terrible or better",
        )  # fmt: skip
    return found


def lacking(play: Play, actor: str, trait: str, default: Level | None, path: str) -> int:
    """The level that counts where a sheet has no such trait and the GM says nothing.

    Fair for Strength and Mass, which everybody has (FUD-010); else Poor (FUD-149).

    Args:
        play: of now.
        actor: who rolls.
        trait: id of the trait.
        default: level that the GM states, which also says that the lack is meant.
        path: where the trait was named.

    Raises:
        Refused: he lacks it, nothing is stated, and he has one that is spelt nearly so.
        Invalid: the default is no level.
    """
    if default is not None:
        return level(default, "$.default")
    traits = character(play, actor).traits
    near = "" if trait in traits or trait in ATTRIBUTES else meant(trait, (*traits, *ATTRIBUTES))
    if near:
        raise Refused(
            f"{actor} has no {trait}",
            path=path,
            rule="FUD-149",
            hint=f"did you mean {near}? If he does lack it, say so: default=Poor",
        )
    return _unstated(trait)


def _unstated(trait: str) -> int:
    return FAIR if trait in ATTRIBUTES else POOR


def on_trait(
    play: Play,
    check: TraitCheck,
    rule: str,
    more: Iterable[Modifier] = (),
    default: int | None = None,
) -> tuple[Modifier, ...]:
    """Everything that makes a Rolled Degree but the dice (FUD-139).

    Args:
        play: of now.
        check: who rolls on which trait.
        rule: id of the rule that says which trait counts.
        more: stated modifiers.
        default: level of a trait that he lacks; None for Fair or Poor (FUD-010, FUD-149).
    """
    trait = character(play, check.actor).traits.get(check.trait)
    level_ = _unstated(check.trait) if default is None else default
    if trait:
        level_ = trait.level
    elif check.trait in ATTRIBUTES and level_ == FAIR:
        rule = "FUD-010"
    else:
        rule = "FUD-149"
    first = Modifier(check.trait, rule, "result", "add", level_)
    return (first, *more, *play.modifiers(check))
