"""Checks: what a roll is made with, and the modifiers that people state (4.2 and 4.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ....core.errors import Refused
from ....core.modifiers import Check, Modifier
from ....core.play import Play
from ..ladder import FAIR, Custom, Level, level, lowest, result
from ..options import FudgeOptions
from ..state import ATTRIBUTES, Fudge, character, meant
from ..traits.standing import standing

_BOOK: Custom = {}

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

MAGIC = "magic"
"""Tag of what a spell does, by rules of whatever ruleset: its roll, and its harm (FUD-122)."""

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
        trait: id of the Gift, Fault or personality of his that it rests on, which is then its
            reason where none is given (FUD-021); empty for none.
    """

    amount: int
    reason: str = ""
    actor: str = ""
    rule: str = "FUD-145"
    trait: str = ""


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


def needed(value: Level, path: str, rule: str = "FUD-141", own: Custom = _BOOK) -> int:
    """The level that a result has to reach, as a command states it.

    Args:
        value: a word or a number.
        path: where it stands.
        rule: id of the rule that lets nothing lower be asked for.
        own: the table's own ladder, if it has one (FUD-004).

    Raises:
        Invalid: it is no level.
        Refused: it lies below Terrible, or the worst level of the table's own.
    """
    found = level(value, path, own)
    if found < lowest(own):
        worst = result(lowest(own), own=own)
        raise Refused(
            f"nothing that is asked for lies below {worst}", path=path, rule=rule,
            hint=f"{worst} or better",
        )  # fmt: skip
    return found


def asked_for(play: Play, value: Level, path: str, rule: str = "FUD-141") -> int:
    """The level that a result has to reach, read by the ladder of this table. FUD-004, FUD-141.

    Args:
        play: of now.
        value: a word or a number.
        path: where it stands.
        rule: id of the rule that lets nothing lower be asked for.

    Raises:
        Invalid: it is no level.
        Refused: it lies below the worst.
    """
    return needed(value, path, rule, play.options[FudgeOptions].ladder)


def may_hide(play: Play, *, secret: bool) -> None:
    """Refuse a secret roll at a table that hides none. FUD-153.

    Args:
        play: of now.
        secret: whether this one is to be secret.
    """
    if secret and not play.ledger.charter.secret_rolls:
        play.refuse("this table hides no rolls", rule="FUD-153", path="$.secret")


def lacking(play: Play, actor: str, trait: str, default: Level | None, path: str) -> int:
    """The level that counts for a trait, or for one that the sheet lacks where the GM says nothing.

    Fair for attributes, which everybody has (FUD-010); for skills the broader one that covers
    them (FUD-050), else the default of their difficulty (FUD-027), Poor for most (FUD-149).

    Args:
        play: of now.
        actor: who rolls.
        trait: id of the trait.
        default: level that the GM states, which also says that the lack is meant.
        path: where the trait was named.

    Raises:
        Refused: he lacks it, nothing is stated, and he has one that is spelt nearly so; or it does
            not exist for him (FUD-028), or not in this game (FUD-148).
        Invalid: the default is no level.
    """
    if default is not None:
        return level(default, "$.default", play.options[FudgeOptions].ladder)
    found = standing(play, actor, trait, path)
    if found.own:
        return FAIR if found.level is None else found.level
    traits = character(play, actor).traits
    campaign = play.state[Fudge].campaign
    listed = trait in campaign.traits or trait in ATTRIBUTES
    near = "" if listed else meant(trait, (*traits, *ATTRIBUTES, *campaign.traits))
    if near:
        raise Refused(
            f"{actor} has no {trait}",
            path=path,
            rule="FUD-149",
            hint=f"did you mean {near}? If he does lack it, say so: default=Poor",
        )
    if found.level is None:
        raise Refused(
            f"{actor} has no {trait}, and nobody has any who has not been given it or studied it",
            path=path,
            rule=found.rule,
            hint="there is nothing to roll: fudge.foregone says that it fails",
        )
    if campaign.whole and found.kind == "skill" and not listed:
        raise Refused(
            f"there is no skill {trait} in this game",
            path=path,
            rule="FUD-148",
            hint="name the attribute that counts instead, or put it on the list: fudge.list_trait",
        )
    return found.level


def rollable(play: Play, actor: str, trait: str, path: str) -> None:
    """Refuse what nobody can roll on, before anything is asked or rolled. FUD-028, FUD-149.

    Args:
        play: of now.
        actor: who would roll.
        trait: id of the trait, as of the skill of his weapon.
        path: where he, or it, was named.

    Raises:
        Refused: it has no level on the ladder, or does not exist for him.
    """
    if standing(play, actor, trait, path).level is None:
        lacking(play, actor, trait, None, path)


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
        default: level of a trait that he lacks; None for what `lacking` would say (FUD-149).
    """
    found = standing(play, check.actor, check.trait)
    level_, source = found.level, found.by
    if found.own:
        rule = found.rule or rule
    elif default is None or default == found.level:
        rule = found.rule
    else:
        rule, level_ = "FUD-149", default
    if level_ is None:
        level_ = lacking(play, check.actor, check.trait, None, "$.trait")  # which refuses
    first = Modifier(source, rule, "result", "add", level_)
    return (first, *more, *play.modifiers(check))
