"""Magic and miracles, as far as the book goes (3.5, 3.6, 6.31: FUD-121 to 123)."""

from __future__ import annotations

from collections.abc import Iterable

from ....core.asked import Choice
from ....core.look import Look
from ....core.messages import Command, Event
from ....core.modifiers import Modifier
from ....core.permissions import owner
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..actions.checks import MAGIC, TraitCheck
from ..actions.difficulty import set_by_gm
from ..actions.rolling import simple
from ..damage.wounds import VERY_HURT, able
from ..ladder import FAIR, Level
from ..options import FudgeOptions
from ..points.pool import SUCCESS, need
from ..points.success import bought, offered
from ..state import Character, Fudge, character, runs
from ..traits.standing import standing
from ..wording import degree
from .kinds import kind_of
from .psi import Held, held
from .using import PowerUsed, UsePower, counted

rules = Rules(Fudge, FudgeOptions)

SPELL = "spell"
"""Kind of the roll by which a spell is cast."""

POTENTIAL = "magical-potential"
"""Id of the Power of whoever can work magic at all (FUD-122)."""

AURA = "antimagic-aura"
"""Id of the Power that makes every spell on its bearer harder (FUD-122)."""

SPELLCASTING = "spellcasting"
_BELOW = -2  # of the attribute, where nobody buys the skill


class Cast(Command, ruleset="fudge"):
    """Cast a spell; what it does, the GM says.

    Args:
        actor: who.
        spell: what he casts, in words.
        target: actor on whom, if any.
        difficulty: level to reach, which is the GM's to say: Fair where he says nothing; where a
            player casts he is asked.
        attribute: id of the attribute that casts, where nobody buys the skill; where the GM says
            by what one casts, of the trait, by the GM.
        power: id of the Power of magic that it comes from: of all of it, of a group of spells or
            of this one, as the campaign divides them (FUD-085).
        points: whether whoever plays him is asked if Fudge Points are to buy it instead of a
            roll (FUD-037).
    """

    actor: str
    spell: str
    target: str = ""
    difficulty: Level | None = None
    attribute: str = ""
    power: str = POTENTIAL
    points: bool = False


class SpellCast(Event, ruleset="fudge"):
    """A spell was cast.

    Args:
        actor: who.
        spell: what, in words.
        target: on whom, or empty.
        roll: id of the roll; empty where the Power does it without one, or Fudge Points bought it
            (FUD-037).
        result: Rolled Degree; without a roll, the difficulty.
        difficulty: level to reach.
        success: whether it was reached.
        outcome: what it does, as the GM says; empty where it fails.
        rule: id of the rule.
    """

    actor: str
    spell: str
    target: str
    roll: str
    result: int
    difficulty: int
    success: bool
    outcome: str
    rule: str = "FUD-122"


class Invoke(Command, ruleset="fudge"):
    """Ask a deity for a miracle; whether it comes, the GM says.

    Args:
        actor: who asks.
        prayer: for what, in words.
    """

    actor: str
    prayer: str


class MiracleInvoked(Event, ruleset="fudge"):
    """Somebody has asked for a miracle.

    Args:
        actor: who.
        prayer: for what.
        granted: whether it comes.
        outcome: what people see, as the GM says; empty where it does not come.
        rule: id of the rule.
    """

    actor: str
    prayer: str
    granted: bool
    outcome: str
    rule: str = "FUD-123"


# --- pure


def casting(look: Look, actor: str, attribute: str) -> tuple[str, int] | None:
    """The trait by which somebody casts, and its level; None where he has none. FUD-122.

    Bought as a skill, or two below an attribute, which whoever has not written it down has as
    anybody has (FUD-010, FUD-115); either way no better than the table's most.

    Args:
        look: of now, at a table that does not leave it to the GM.
        actor: the caster.
        attribute: id of the attribute, where nobody buys the skill.
    """
    options = look.options[FudgeOptions]
    bought_ = options.spellcasting == "bought"
    name = SPELLCASTING if bought_ else attribute
    if not name:
        return None
    found = standing(look, actor, name, "$.attribute")
    if found.level is None or not (found.own if bought_ else found.kind == "attribute"):
        return None
    return name, min(found.level + (0 if bought_ else _BELOW), options.spellcasting_most)


# --- rules


@rules.decides(Cast, may=owner("actor"))
def cast(c: Cast, play: Play) -> None:
    """Whoever has the potential rolls; the GM says how hard it is, and what comes of it.

    FUD-085, FUD-121, FUD-122.
    """
    options = play.options[FudgeOptions]
    who = able(play, c.actor, worst=VERY_HURT)
    if not options.powers:
        play.refuse("there is no magic here", rule="FUD-079", hint="the option powers")
    has = _magical(c, play, who)
    if c.target:
        character(play, c.target, "$.target")
    _may_cast(c, play, who)
    if c.points:
        need(play, SUCCESS, "FUD-037")
    difficulty = set_by_gm(play, c.difficulty, c.spell, "$.difficulty") or FAIR
    by = _by(c, play, who)
    sold = c.points and bool(by[0]) and offered(play, c.actor, difficulty)
    if not _used(c, play, has):
        return
    if not by[0]:
        _cast(c, play, "", difficulty, difficulty, "FUD-121")
        return
    check = TraitCheck(actor=c.actor, kind=SPELL, against=c.target, tags=(MAGIC,), trait=by[0])
    first = Modifier(by[0], "FUD-122", "result", "add", by[1])
    modifiers = (first, *play.modifiers(check))
    buys = sold and bought(play, c.actor, difficulty)
    roll = simple(
        play, c.actor, c.spell, modifiers, difficulty, rule="FUD-122",
        concerns=(c.target,) if c.target else (), bought=buys,
    )  # fmt: skip
    _cast(c, play, roll.roll, roll.result, difficulty, "FUD-122")


def _cast(c: Cast, play: Play, roll: str, result: int, difficulty: int, rule: str) -> None:
    success = result >= difficulty
    play.emit(
        SpellCast(
            actor=c.actor, spell=c.spell, target=c.target, roll=roll, result=result,
            difficulty=difficulty, success=success, outcome=_said(play, c.spell, success),
            rule=rule,
        )
    )  # fmt: skip


def _magical(c: Cast, play: Play, who: Character) -> Held:
    """It comes from a Power of magic that he has: the potential, a group of spells, or one."""
    campaign = play.state[Fudge].campaign
    has = held(who, c.power, campaign, play.options[FudgeOptions])
    if has is None:
        path = "$.actor" if c.power == POTENTIAL else "$.power"
        magic = [n for n, one in who.powers.items() if kind_of(n, one, campaign) == "magic"]
        hint = f"power=, one of {', '.join(magic)}" if magic else ""
        play.refuse(f"{c.actor} has no {c.power}", rule="FUD-122", path=path, hint=hint)
    if kind_of(has.name, has.power, campaign) != "magic":
        play.refuse(
            f"{c.power} is no Power of magic", rule="FUD-081", path="$.power",
            hint="fudge.list_trait says of which kind it is, or his sheet does",
        )  # fmt: skip
    counted(play, c.actor, has, c.spell)  # what is used up is refused before anybody is asked
    return has


def _used(c: Cast, play: Play, has: Held) -> bool:
    """Whether the Power works that it comes from; one that costs nothing does. FUD-087, 090."""
    power = has.power
    if power.uses is None and not power.drawbacks and not power.fault:
        return True
    came = play.perform(UsePower(actor=c.actor, power=has.name, purpose=c.spell))
    return all(event.works for event in came if isinstance(event, PowerUsed))


def _may_cast(c: Cast, play: Play, who: Character) -> None:
    """Whoever has nothing to cast by, or may not say by what, is told before anybody is asked."""
    options = play.options[FudgeOptions]
    if options.spellcasting != "gm":
        if casting(play, c.actor, c.attribute) is None:
            bought_ = options.spellcasting == "bought"
            play.refuse(
                f"{c.actor} has nothing to cast by", rule="FUD-122", path="$.attribute",
                hint="the skill spellcasting" if bought_ else "an attribute",
            )  # fmt: skip
        return
    if c.attribute and not runs(play, play.by):
        play.refuse(
            "the GM says by what a spell is cast here", rule="FUD-121", path="$.attribute",
            hint="leave it out",
        )  # fmt: skip
    if c.attribute and c.attribute not in who.traits:
        play.refuse(f"{c.actor} has no {c.attribute}", rule="FUD-121", path="$.attribute")


def _by(c: Cast, play: Play, who: Character) -> tuple[str, int]:
    """By which trait he casts, and at which level; empty where the Power needs no roll."""
    options = play.options[FudgeOptions]
    if options.spellcasting != "gm":
        return casting(play, c.actor, c.attribute) or ("", 0)
    name = c.attribute or _by_the_gm(c, play, who)
    return name, who.traits[name].level if name else 0


def _by_the_gm(c: Cast, play: Play, who: Character) -> str:
    """The GM says by what somebody casts, for now or for good: the book leaves it open. FUD-121."""
    said = play.ask(
        "By what is the spell cast?",
        choices=(
            Choice("no-roll", label="the Power does it without a roll", rule="FUD-121"),
            *(Choice("by", of=name, rule="FUD-121") for name in who.traits),
        ),
        name="casts-by",
        rule="FUD-121",
        standing=True,
        subject=f"{c.actor}:{c.power}",
    )
    return said.of


def _said(play: Play, what: str, comes: bool) -> str:
    """What comes of it, in the GM's words."""
    return play.ask(f"What does it do: {what}?", name="outcome", rule="FUD-121") if comes else ""


@rules.decides(Invoke, may=owner("actor"))
def invoke(c: Invoke, play: Play) -> None:
    """A miracle is the deity's to give, and so the GM's. FUD-123."""
    able(play, c.actor)
    if not play.options[FudgeOptions].powers:
        play.refuse("there are no miracles here", rule="FUD-079", hint="the option powers")
    said = play.ask(
        f"Is it granted: {c.prayer}?",
        choices=(Choice("yes", rule="FUD-123"), Choice("no", rule="FUD-123")),
        name="granted",
        rule="FUD-123",
    )
    granted = said.id == "yes"
    outcome = _said(play, c.prayer, granted)
    play.emit(MiracleInvoked(actor=c.actor, prayer=c.prayer, granted=granted, outcome=outcome))


@rules.modifies(TraitCheck)
def warded(check: TraitCheck, look: Look) -> Iterable[Modifier]:
    """Every spell on the bearer of the aura is harder, one that would help him too. FUD-122.

    A spell of any ruleset, as far as it says of its roll that it is magic, and on whom.
    """
    target = look.state[Fudge].characters.get(check.against)
    if MAGIC in check.tags and target and AURA in target.powers:
        yield Modifier(AURA, "FUD-122", "result", "add", -1)


# --- what people read


@rules.tells(SpellCast)
def tell_cast(e: SpellCast, telling: Telling) -> str:
    """Who casts what on whom, how well, and what comes of it."""
    on = telling.say("fudge.cast.on", target=telling.name(e.target)) if e.target else ""
    return telling.say(
        "fudge.cast.success" if e.success else "fudge.cast.failure",
        name=telling.name(e.actor),
        spell=e.spell,
        on=on,
        result=degree(telling, e.result),
        difficulty=degree(telling, e.difficulty),
        outcome=e.outcome,
    )


@rules.tells(MiracleInvoked)
def tell_invoked(e: MiracleInvoked, telling: Telling) -> str:
    """Who asks for what, and whether it comes."""
    return telling.say(
        "fudge.miracle.granted" if e.granted else "fudge.miracle.refused",
        name=telling.name(e.actor),
        prayer=e.prayer,
        outcome=e.outcome,
    )
