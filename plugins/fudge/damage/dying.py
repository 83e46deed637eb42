"""Death: without a roll, by a wound, or within the hour (4.7, 4.73: FUD-202, FUD-205)."""

from __future__ import annotations

from ....core.messages import Command, Event
from ....core.permissions import gm, rules_alone
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.until import At
from ..content.harm import harm
from ..options import FudgeOptions
from ..state import Fudge, character
from ..traits.characters import Altered
from .levels import DEAD, NEAR_DEATH, first_box
from .stun import conditioned
from .wounds import KILLED, UNTENDED, Wounded, wounded_to

rules = Rules(Fudge, FudgeOptions)


class Kill(Command, ruleset="fudge"):
    """Somebody helpless is killed: no roll, no threshold, no luck.

    Args:
        target: actor.
        source: who or what kills him.
        cause: how, in a few words.
    """

    target: str
    source: str
    cause: str = ""


class Died(Event, ruleset="fudge"):
    """Somebody is dead.

    Args:
        actor: who.
        source: who or what killed him.
        cause: how, in a few words; may be empty.
        automatic: whether it was no matter of wounds (FUD-205).
        rule: id of the rule.
    """

    actor: str
    source: str
    cause: str
    automatic: bool
    rule: str


class Succumb(Command, ruleset="fudge"):
    """Whoever is Near Death and has had no help dies; performed when his time is up.

    Args:
        actor: who.
        due: what the game clock shows then, in seconds.
    """

    actor: str
    due: int


class Dying(Event, ruleset="fudge"):
    """Somebody is Near Death, and dies unless he is helped.

    Args:
        actor: who.
        due: what the game clock shows when he dies, in seconds.
        rule: id of the rule.
    """

    actor: str
    due: int
    rule: str = "FUD-202"


@rules.decides(Kill, may=gm)
def kill(c: Kill, play: Play) -> None:
    """A knife at the throat needs no roll; thresholds and Fudge Points do not count. FUD-205."""
    who = character(play, c.target, "$.target")
    if who.level == DEAD:
        play.refuse(f"{c.target} is dead already", rule="FUD-205", path="$.target")
    play.emit(wounded_to(play, who, c.target, c.source, first_box(who.boxes, DEAD), KILLED))
    play.emit(Died(actor=c.target, source=c.source, cause=c.cause, automatic=True, rule=KILLED))


@rules.decides(Succumb, may=rules_alone)
def succumb(c: Succumb, play: Play) -> None:
    """Within the hour, or less; whoever was helped meanwhile is passed over. FUD-202."""
    who = play.state[Fudge].characters.get(c.actor)
    if who is None or who.condition.dies_at != c.due or who.level != NEAR_DEATH:
        return
    points = first_box(who.boxes, DEAD)
    play.emit(wounded_to(play, who, c.actor, UNTENDED, points, "FUD-202"))


@rules.reacts(Wounded)
def fades(e: Wounded, play: Play) -> None:
    """Near Death: an hour at most, also from a new wound after help. Dead: no box. FUD-202, 224."""
    if e.rule != KILLED:
        _dead(play, e.actor, e.level_before, e.level, e.source, e.rule)
    _near_death(play, e.actor)


@rules.reacts(Altered)
def frailer(e: Altered, play: Play) -> None:
    """Likewise whoever has fewer boxes for the wounds that he has. FUD-202, FUD-224."""
    before, level = e.level_before, e.character.level
    if before is not None and level > before:
        _dead(play, e.actor, before, level, "wounds", "FUD-224")
        _near_death(play, e.actor)


def _dead(play: Play, actor: str, before: int, level: int, source: str, rule: str) -> None:
    if level == DEAD and before < DEAD:
        play.emit(Died(actor=actor, source=source, cause="", automatic=False, rule=rule))


def _near_death(play: Play, actor: str) -> None:
    who = play.state[Fudge].characters.get(actor)
    if who is None or who.level != NEAR_DEATH or who.condition.dies_at is not None:
        return
    due = play.table.clock + harm().last_hour
    play.emit(Dying(actor=actor, due=due))
    play.later(Succumb(actor=actor, due=due), At(due), actor=actor)


@rules.evolves(Dying)
def dying(s: Fudge, e: Dying) -> Fudge:
    """Copy when his time is up."""
    return conditioned(s, e.actor, dies_at=e.due)


@rules.evolves(Died)
def died(s: Fudge, e: Died) -> Fudge:
    """Whoever is dead does not rest."""
    return conditioned(s, e.actor, resting=None, dies_at=None)


@rules.tells(Died)
def tell_died(e: Died, telling: Telling) -> str:
    """Who is dead, by whom, and how."""
    key = "fudge.died.automatic" if e.automatic else "fudge.died"
    return telling.say(
        key,
        name=telling.name(e.actor),
        source=telling.name(e.source),
        cause=telling.say("fudge.died.cause", cause=e.cause) if e.cause else "",
    )


@rules.tells(Dying)
def tell_dying(e: Dying, telling: Telling) -> str:
    """That help is needed, and how soon."""
    minutes = max(0, e.due - telling.look.table.clock) // 60
    return telling.say("fudge.dying", name=telling.name(e.actor), minutes=minutes)
