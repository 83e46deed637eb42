"""A round of melee: one roll each, compared once (4.62: FUD-168 to 173, 176 to 178, 180 to 182)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from ....core.asked import Choice
from ....core.errors import Refused
from ....core.look import Look
from ....core.messages import Command, Event
from ....core.modifiers import Modifier
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.vocabulary import CheckOpened, Settled
from ..actions.checks import ATTACK, Circumstance, TraitCheck, lacking, needed, on_trait, stated
from ..actions.rolling import compared, throw
from ..damage.harm import BASE, Strike, deal
from ..damage.wounds import VERY_HURT, Suffer, able
from ..ladder import POOR, Level
from ..options import FudgeOptions
from ..state import Character, Fudge, Wielded
from ..wording import degree

rules = Rules(Fudge, FudgeOptions)

Manoeuvre = Literal["normal", "all-out-attack", "all-out-defence"]
Declaration = Literal["normal", "all-out-attack", "all-out-defence", "ask"]

NORMAL: Manoeuvre = "normal"
ALL_OUT_ATTACK: Manoeuvre = "all-out-attack"
ALL_OUT_DEFENCE: Manoeuvre = "all-out-defence"

MANOEUVRES = (
    Choice(id=NORMAL, label="fight as usual", rule="FUD-168"),
    Choice(id=ALL_OUT_ATTACK, label="All-out Attack: +1, but a tie or loss is hit", rule="FUD-181"),
    Choice(id=ALL_OUT_DEFENCE, label="All-out Defence: +2, but hit nobody", rule="FUD-182"),
)
"""What a fighter may declare before a round."""

_BONUS = {
    ALL_OUT_ATTACK: Modifier(ALL_OUT_ATTACK, "FUD-181", "result", "add", 1),
    ALL_OUT_DEFENCE: Modifier(ALL_OUT_DEFENCE, "FUD-182", "result", "add", 2),
}
_PUNISHED = 2  # added to a blow at an All-out Attack that ties or loses
_LARGER = 2  # difference of weapons and shields that counts


class Exchange(Command, ruleset="fudge"):
    """Two fighters within reach fight for one round; both may hit, at the same moment.

    Args:
        a: actor.
        b: the other.
        manoeuvre_a: what the first declares; ``ask`` asks whoever plays him, in secret.
        manoeuvre_b: likewise the second.
        trait_a: what the first rolls on; empty for the skill of his weapon (FUD-170).
        trait_b: likewise the second.
        minimum_a: level that the first must reach to hit (FUD-172), a word or a number: Poor
            against somebody of about his size.
        minimum_b: likewise the second.
        announced_a: most damage the first will do, if he pulls his punch (FUD-236).
        announced_b: likewise the second.
        situation: what else helps or hinders, each with its reason (FUD-145, 177, 180).
    """

    a: str
    b: str
    manoeuvre_a: Declaration = "normal"
    manoeuvre_b: Declaration = "normal"
    trait_a: str = ""
    trait_b: str = ""
    minimum_a: Level = POOR
    minimum_b: Level = POOR
    announced_a: int | None = None
    announced_b: int | None = None
    situation: tuple[Circumstance, ...] = ()


class Declared(Event, ruleset="fudge"):
    """Fighters have shown how they fight this round; when all fight as usual it is not said.

    Args:
        manoeuvres: by actor: ``normal``, ``all-out-attack`` or ``all-out-defence``.
        rule: id of the rule.
    """

    manoeuvres: dict[str, Manoeuvre]
    rule: str = "FUD-168"


class Held(Event, ruleset="fudge"):
    """A round passed without a blow.

    Args:
        check: id of the exchange.
        a: one fighter.
        b: the other.
        result_a: Rolled Degree of the first.
        result_b: of the second.
        why: ``tie``; ``minimum``: the winner did not reach what it takes to hit; ``defence``:
            the winner only defended, or an All-out Attack tied with an All-out Defence.
        rule: id of the rule that says so.
        minimum: level that would have been needed, where ``why`` is ``minimum``.
    """

    check: str
    a: str
    b: str
    result_a: int
    result_b: int
    why: Literal["tie", "minimum", "defence"]
    rule: str
    minimum: int | None = None


class Side(Struct, frozen=True):
    """A fighter when the dice lie.

    Args:
        actor: who.
        result: Rolled Degree.
        manoeuvre: what he declared.
        minimum: level that he must reach to hit.
        announced: most damage that he will do, or None.
    """

    actor: str
    result: int
    manoeuvre: Manoeuvre = "normal"
    minimum: int = POOR
    announced: int | None = None


# --- pure


def winner(a: Side, b: Side) -> Side | None:
    """Who wins: the better result; of a tie, whoever meets an All-out Attack and struck back."""
    if a.result != b.result:
        return a if a.result > b.result else b
    reckless = [side.manoeuvre == ALL_OUT_ATTACK for side in (a, b)]
    careful = ALL_OUT_DEFENCE in (a.manoeuvre, b.manoeuvre)
    if careful or reckless[0] == reckless[1]:
        return None
    return b if reckless[0] else a


def strikes(a: Side, b: Side, bonus: int) -> tuple[Strike, ...]:
    """The blows that hit: none, one, or two when two All-out Attacks tie.

    FUD-171, FUD-172; FUD-181: an All-out Attack that wins adds ``bonus``, one that ties or loses
    is hit for two more; FUD-182: whoever defends all out hits nobody.
    """
    found = []
    for one, other in ((a, b), (b, a)):
        margin = one.result - other.result
        reckless = other.manoeuvre == ALL_OUT_ATTACK
        if one.manoeuvre == ALL_OUT_DEFENCE or one.result < one.minimum:
            continue
        if margin > 0 or (margin == 0 and reckless):
            mods = []
            if one.manoeuvre == ALL_OUT_ATTACK and margin > 0 and bonus:
                mods.append(Modifier(ALL_OUT_ATTACK, "FUD-181", BASE, "add", bonus))
            if reckless:
                mods.append(Modifier("reckless-foe", "FUD-181", BASE, "add", _PUNISHED))
            results = (one.result, other.result)
            found.append(
                Strike(one.actor, other.actor, margin, results, tuple(mods), one.announced)
            )
    return tuple(found)


def why_held(a: Side, b: Side) -> tuple[Literal["tie", "minimum", "defence"], str]:
    """Why nobody was hit, and the rule."""
    careful = ALL_OUT_DEFENCE in (a.manoeuvre, b.manoeuvre)
    if a.result == b.result:
        if ALL_OUT_ATTACK not in (a.manoeuvre, b.manoeuvre):
            return "tie", "FUD-171"
        return ("defence", "FUD-182") if careful else ("minimum", "FUD-172")
    better = a if a.result > b.result else b
    if better.manoeuvre == ALL_OUT_DEFENCE:
        return "defence", "FUD-182"
    return "minimum", "FUD-172"


def missed(a: Side, b: Side) -> int:
    """The minimum that whoever won did not reach; the lower of both where both won (FUD-181)."""
    best = winner(a, b)
    return best.minimum if best else min(a.minimum, b.minimum)


# --- rules


@rules.decides(Exchange, may=gm)
def exchange(c: Exchange, play: Play) -> None:
    """A round: declare, roll, compare, then all blows at once. FUD-168, FUD-170 to 173."""
    traits = _ready(c, play)
    minimum_a, minimum_b = needed(c.minimum_a, "$.minimum_a"), needed(c.minimum_b, "$.minimum_b")
    situation = stated(c.situation, (c.a, c.b))
    manoeuvres = _declared(c, play)
    check = play.id("x")
    play.emit(CheckOpened(id=check, sides=(c.a, c.b), purpose="exchange", rule="FUD-168"))
    modifiers = {}
    for actor, foe in ((c.a, c.b), (c.b, c.a)):
        more = list(situation[actor])
        if manoeuvres[actor] in _BONUS:
            more.append(_BONUS[manoeuvres[actor]])
        proposal = TraitCheck(actor=actor, kind=ATTACK, against=foe, trait=traits[actor])
        modifiers[actor] = on_trait(play, proposal, "FUD-170", more)
    result_a, result_b = compared(
        play,
        *(
            throw(play, actor, "exchange", mods, of=check, rule="FUD-170")
            for actor, mods in modifiers.items()
        ),
    )
    a = Side(c.a, result_a, manoeuvres[c.a], minimum_a, c.announced_a)
    b = Side(c.b, result_b, manoeuvres[c.b], minimum_b, c.announced_b)
    _settle(play, check, a, b)


def _settle(play: Play, check: str, a: Side, b: Side) -> None:
    """Say who won and carry out the blows; wounds come when all of them are known (FUD-161)."""
    best = winner(a, b)
    play.emit(
        Settled(
            id=check,
            results={a.actor: a.result, b.actor: b.result},
            margin=abs(a.result - b.result),
            winner=best.actor if best else "",
            rule="FUD-181" if best and a.result == b.result else "FUD-155",
        )
    )
    hits = strikes(a, b, play.options[FudgeOptions].allout_attack_damage_bonus)
    if not hits:
        why, rule = why_held(a, b)
        play.emit(
            Held(
                check=check,
                a=a.actor,
                b=b.actor,
                result_a=a.result,
                result_b=b.result,
                why=why,
                rule=rule,
                minimum=missed(a, b) if why == "minimum" else None,
            )
        )
    blows = [deal(play, check, hit) for hit in hits]
    for blow in blows:
        if blow.final:
            play.perform(
                Suffer(target=blow.target, source=blow.attacker, amount=blow.final, rule=blow.rule)
            )


def _ready(c: Exchange, play: Play) -> dict[str, str]:
    """The trait of each fighter; refuses whoever cannot fight this round."""
    if c.a == c.b:
        play.refuse(f"{c.a} cannot fight himself", rule="FUD-154", path="$.b")
    traits = {}
    for path, actor, trait, announced in (
        ("a", c.a, c.trait_a, c.announced_a),
        ("b", c.b, c.trait_b, c.announced_b),
    ):
        who = able(play, actor, f"$.{path}", VERY_HURT)
        weapon = _in_hand(who, actor, f"$.{path}")
        if trait:
            lacking(play, actor, trait, None, f"$.trait_{path}")
        traits[actor] = trait or weapon.skill
        if announced is not None:
            _may_announce(play, announced, f"$.announced_{path}")
    return traits


def _in_hand(who: Character, actor: str, path: str) -> Wielded:
    weapon = who.weapons.get(who.wields)
    if weapon is None:
        raise Refused(
            f"{actor} has no weapon, nor fists to fight with",
            rule="FUD-170",
            path=path,
            hint='give the sheet a weapon of class "unarmed" or "martial-arts"',
        )
    if weapon.ranged:
        raise Refused(f"{weapon.name} is no weapon for a melee", rule="FUD-169", path=path)
    return weapon


def _may_announce(play: Play, announced: int, path: str) -> None:
    if not play.options[FudgeOptions].pull_punch:
        play.refuse("this table pulls no punches", rule="FUD-236", path=path)
    if announced < 0:
        play.refuse("damage cannot be less than none", rule="FUD-236", path=path, hint="0 or more")


def _declared(c: Exchange, play: Play) -> dict[str, Manoeuvre]:
    """What each does this round; those left open are asked, and shown together."""
    given: dict[str, Declaration] = {c.a: c.manoeuvre_a, c.b: c.manoeuvre_b}
    open_ = [actor for actor, manoeuvre in given.items() if manoeuvre == "ask"]
    chosen: dict[str, Manoeuvre] = {a: m for a, m in given.items() if m != "ask"}
    if open_:
        answers = play.ask_each(
            "How do you fight this round?",
            to=open_,
            choices=MANOEUVRES,
            name="manoeuvre",
            rule="FUD-168",
            secret=True,
        )
        for actor in open_:
            chosen[actor] = _manoeuvre(answers[actor].id)
    shown: dict[str, Manoeuvre] = {actor: chosen[actor] for actor in given}
    if any(manoeuvre != NORMAL for manoeuvre in shown.values()):
        play.emit(Declared(manoeuvres=shown))
    return shown


def _manoeuvre(text: str) -> Manoeuvre:
    for known in (ALL_OUT_ATTACK, ALL_OUT_DEFENCE):
        if text == known:
            return known
    return NORMAL


@rules.modifies(TraitCheck)
def larger(check: TraitCheck, look: Look) -> Iterable[Modifier]:
    """Weapon and shield together two points larger than the foe's: +1. FUD-178."""
    people = look.state[Fudge].characters
    one, other = people.get(check.actor), people.get(check.against)
    if check.kind == ATTACK and one and other and size(one) - size(other) >= _LARGER:
        yield Modifier("larger-weapon", "FUD-178", "result", "add", 1)


def size(who: Character) -> int:
    """Damage bonus of the weapon in hand plus shield, as FUD-178 compares them."""
    weapon = who.weapons.get(who.wields)
    return (weapon.bonus if weapon else 0) + who.shield


# --- telling


@rules.tells(CheckOpened)
def tell_opened(e: CheckOpened, telling: Telling) -> str:
    """Nothing: what follows says it."""
    return ""


@rules.tells(Settled)
def tell_settled(e: Settled, telling: Telling) -> str:
    """Nothing: the blow, or that there was none, says it."""
    return ""


@rules.tells(Declared)
def tell_declared(e: Declared, telling: Telling) -> str:
    """Who does what."""
    return " ".join(
        telling.say(f"fudge.declared.{manoeuvre}", name=telling.name(actor))
        for actor, manoeuvre in e.manoeuvres.items()
        if manoeuvre != NORMAL
    )


@rules.tells(Held)
def tell_held(e: Held, telling: Telling) -> str:
    """That nobody was hit, and why."""
    return telling.say(
        f"fudge.held.{e.why}",
        a=telling.name(e.a),
        b=telling.name(e.b),
        result_a=degree(telling, e.result_a),
        result_b=degree(telling, e.result_b),
        minimum=degree(telling, POOR if e.minimum is None else e.minimum),
    )
