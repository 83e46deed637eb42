"""A toy system whose checks stay open between commands, and whose hurts build on each other.

``trial.try`` opens a check and rolls; what was forgotten can still be counted in before
``trial.conclude`` settles it and hurts the loser by the margin. A hurt sets a level, so that one
that came later builds on it; ``trial.unhurt`` puts a hurt right where none did.
"""

from __future__ import annotations

from msgspec import Struct, structs

from ...core.messages import Command, Event
from ...core.permissions import gm, owner
from ...core.play import Play
from ...core.rules import NoOptions, Rules, Ruleset
from ...core.table.checks import counted
from ...core.vocabulary import CheckOpened, DieSet, Healed, Settled, Wounded


class Trial(Struct, frozen=True):
    """Level of hurt by actor."""

    hurt: dict[str, int] = {}


class Try(Command, ruleset="trial"):
    """Two roll against each other, the second behind the GM's screen if he likes."""

    actor: str
    against: str
    screened: bool = False


class Conclude(Command, ruleset="trial"):
    """The loser is hurt by the margin."""

    check: str


class Hurt(Wounded, ruleset="trial"):
    """A level of hurt before and after."""


class Better(Healed, ruleset="trial"):
    """A level of hurt before and after."""


class Unhurt(Command, ruleset="trial"):
    """Put a hurt right."""

    corrects: int
    reason: str = ""


rules: Rules[Trial, NoOptions] = Rules(Trial)


@rules.decides(Try, may=owner("actor"))
def attempt(command: Try, play: Play) -> None:
    """The higher of two dice each. TRI-001."""
    if command.actor == command.against:
        play.refuse("nobody is tried against himself", path="$.against", rule="TRI-001")
    check, pair = play.id("c"), (command.actor, command.against)
    to = "gm" if command.screened else None
    play.will_roll(command.actor, rule="TRI-001")
    play.will_roll(command.against, rule="TRI-001", to=to)
    play.emit(CheckOpened(id=check, sides=pair, rule="TRI-001"))
    play.roll("2d6kh1", command.actor, "trial", of=check, rule="TRI-001")
    play.roll("2d6kh1", command.against, "trial", of=check, rule="TRI-001", to=to)


class Turn(Command, ruleset="trial"):
    """Turn a die of a roll, as a rule may."""

    roll: str
    die: int
    before: int
    after: int


@rules.decides(Turn, may=gm)
def turn(command: Turn, play: Play) -> None:
    """TRI-004."""
    c = command
    turned = DieSet(
        roll=c.roll, die=c.die, before=c.before, after=c.after, actor="rule", rule="TRI-004"
    )
    play.emit(turned)


@rules.decides(Conclude, may=gm)
def conclude(command: Conclude, play: Play) -> None:
    """What the rolls count for by now decides. TRI-002."""
    rolls = counted(play, command.check)
    if not rolls:
        play.refuse("there is no such check", rule="TRI-002", path="$.check")
    totals = {roll.actor: roll.total for roll in rolls.values()}
    loser, winner = sorted(totals, key=lambda who: totals[who])
    margin = totals[winner] - totals[loser]
    play.emit(
        Settled(id=command.check, results=totals, margin=margin, winner=winner, rule="TRI-002")
    )
    before = play.state[Trial].hurt.get(loser, 0)
    if margin > before:
        hurt = Hurt(
            actor=loser,
            track="trial.hurt",
            before=before,
            after=margin,
            source=winner,
            rule="TRI-002",
        )
        play.emit(hurt)


@rules.decides(Unhurt, may=gm)
def unhurt(command: Unhurt, play: Play) -> None:
    """Back to the level before, if nobody's later hurt stands on it. TRI-003."""
    hurt: Hurt = play.earlier(command.corrects, Hurt).message

    def builds(event: Event) -> bool:
        return isinstance(event, Wounded | Healed) and event.actor == hurt.actor

    play.correct(command.corrects, Hurt, builds=builds, reason=command.reason, rule="TRI-003")
    better = Better(
        actor=hurt.actor, track="trial.hurt", before=hurt.after, after=hurt.before,
        source="correction", rule="TRI-003",
    )  # fmt: skip
    play.emit(better)


@rules.evolves(Hurt)
def worse(state: Trial, event: Hurt) -> Trial:
    """The level as the event says."""
    return structs.replace(state, hurt={**state.hurt, event.actor: event.after})


@rules.evolves(Better)
def better(state: Trial, event: Better) -> Trial:
    """The level as the event says."""
    return structs.replace(state, hurt={**state.hurt, event.actor: event.after})


trial = Ruleset(
    "trial",
    version="1.0.0",
    state=Trial,
    chapters=(rules,),
    package=__name__.rpartition(".")[0],
)
