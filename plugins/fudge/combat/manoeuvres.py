"""What fighters declare before a round, each in secret until all have (4.62 and 4.63).

FUD-168, 174, 175, 179, 181 to 185, 187, 188.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from ....core.asked import Choice
from ....core.errors import Invalid
from ....core.look import Look
from ....core.messages import Event
from ....core.modifiers import Modifier, Proposal, tally
from ....core.play import Play
from ....core.rules import Rules
from ....core.table.effects import effects
from ....core.telling import Telling
from ..content.combat import combat
from ..options import FudgeOptions
from ..state import Fudge
from ..wording import part
from .bout import (
    ALL_OUT_ATTACK,
    ALL_OUT_DEFENCE,
    NORMAL,
    ONLY_DEFENDS,
    OTHER,
    Manoeuvre,
    outnumbered,
)
from .entrants import Entrant
from .held import doing

rules = Rules(Fudge, FudgeOptions)

OUTNUMBERED = "outnumbered"
"""Quantity: what facing several takes off a lone fighter's skill."""

OBSERVED, FREE = "observed", "free-manoeuvre"
"""Kinds of effects: somebody has looked around, and is better for it; or has room to move."""

MANOEUVRES = (
    Choice(id=NORMAL, label="fight as usual", rule="FUD-168"),
    Choice(id=ALL_OUT_ATTACK, label="All-out Attack: +1, but a tie or loss is hit", rule="FUD-181"),
    Choice(id=ALL_OUT_DEFENCE, label="All-out Defence: +2, but hit nobody", rule="FUD-182"),
)
"""What a fighter may declare before a round."""

STANCES = (
    Choice(id="offensive-2", label="attack +2, defence −2", rule="FUD-184"),
    Choice(id="offensive-1", label="attack +1, defence −1", rule="FUD-184"),
    Choice(id=NORMAL, label="attack and defence as they are", rule="FUD-184"),
    Choice(id="defensive-1", label="attack −1, defence +1", rule="FUD-184"),
    Choice(id="defensive-2", label="attack −2, defence +2", rule="FUD-184"),
)
"""What he may declare where stances take the place of All-out Attack and Defence."""

_BONUS = {
    ALL_OUT_ATTACK: Modifier(ALL_OUT_ATTACK, "FUD-181", "result", "add", 1),
    ALL_OUT_DEFENCE: Modifier(ALL_OUT_DEFENCE, "FUD-182", "result", "add", 2),
}
_AIMED = Modifier("aimed-blow", "FUD-179", "result", "add", -1)
_FREELY = (ONLY_DEFENDS, OTHER)  # whatever the tactics of the table


class Declared(Event, ruleset="fudge"):
    """Fighters have shown how they fight this round; when all fight as usual it is not said.

    Args:
        manoeuvres: by actor: ``normal``, ``all-out-attack``, a stance…
        rule: id of the rule.
        aims: part of the body that somebody aims at, by actor.
        doing: what else somebody does, by actor.
        outnumbered: what facing several takes off a lone fighter's skill, by actor.
    """

    manoeuvres: dict[str, Manoeuvre]
    rule: str = "FUD-168"
    aims: dict[str, str] = {}
    doing: dict[str, str] = {}
    outnumbered: dict[str, int] = {}


class Outnumbered(Proposal, frozen=True, kw_only=True):
    """Somebody is about to fight several; an ``add`` on ``outnumbered`` changes what it costs.

    Args:
        actor: who fights alone.
        opponents: how many he defends against.
        amount: what it takes off his skill, 0 or less.
    """

    actor: str
    opponents: int
    amount: int


# --- stances


def stance(attack: int, defence: int) -> Manoeuvre:
    """The stance with these two figures. FUD-184.

    Args:
        attack: levels added to the attack, -2 to +2.
        defence: levels added to the defence: as many less.

    Raises:
        Invalid: there is no such stance.
    """
    for name, found in combat().stances.items():
        if (found.attack, found.defence) == (attack, defence):
            return cast(Manoeuvre, name)
    what = "out of range" if abs(attack) > _STEEPEST or abs(defence) > _STEEPEST else "no balance"
    raise Invalid(
        f"no stance has attack {attack:+d} and defence {defence:+d}: {what}",
        rule="FUD-184",
        hint="what the attack gains the defence loses, two levels at most",
    )


_STEEPEST = 2


def shown(positive: int, negative: int) -> Manoeuvre:
    """The stance that two dice on the table show, as players set them under their hands. FUD-185.

    Args:
        positive: face of the positive die, 1 or 2, or 0 where it does not lie there.
        negative: of the negative die.

    Raises:
        Invalid: they show none.
    """
    if positive and negative:
        return NORMAL
    if not positive and not negative:
        raise Invalid("no die shows a stance", rule="FUD-185", hint="one die on 1 or 2, or both")
    return stance(positive - negative, negative - positive)


def leaning(manoeuvre: Manoeuvre) -> int:
    """Levels that a stance adds to the attack and takes from the defence; 0 of all else."""
    found = combat().stances.get(manoeuvre)
    return found.attack if found else 0


# --- declaring


def may_declare(play: Play, entrants: Sequence[Entrant]) -> None:
    """Refuse what the tactics of this table do not have, before anybody is asked. FUD-184.

    Args:
        play: of now.
        entrants: everybody who fights in this round.
    """
    allowed = [choice.id for choice in _choices(play)]
    for entrant in entrants:
        said = entrant.fighter.manoeuvre
        if said not in (*allowed, *_FREELY, "ask", ""):
            _not_played(play, said, entrant.field.format("manoeuvre"))


def _choices(play: Play) -> tuple[Choice, ...]:
    return STANCES if play.options[FudgeOptions].combat_tactics == "stances" else MANOEUVRES


def declared(play: Play, entrants: Sequence[Entrant], ask_players: bool) -> dict[str, Manoeuvre]:
    """What each does this round; those left open are asked, and shown together. FUD-185.

    Args:
        play: of now.
        entrants: everybody who fights in it.
        ask_players: whether players are asked where nothing is declared.
    """
    choices = _choices(play)
    chosen: dict[str, Manoeuvre] = {}
    open_ = []
    for entrant in entrants:
        said = entrant.fighter.manoeuvre
        if said == "ask" or (not said and ask_players and play.owners(entrant.actor)):
            open_.append(entrant.actor)
            continue
        chosen[entrant.actor] = said or NORMAL
    if open_:
        answers = play.ask_each(
            "How do you fight this round?",
            to=open_,
            choices=choices,
            name="manoeuvre",
            rule="FUD-168" if choices is MANOEUVRES else "FUD-185",
            secret=True,
        )
        chosen |= {actor: cast(Manoeuvre, answers[actor].id) for actor in open_}
    return {entrant.actor: chosen[entrant.actor] for entrant in entrants}


def _not_played(play: Play, said: str, path: str) -> None:
    stances = said not in (ALL_OUT_ATTACK, ALL_OUT_DEFENCE)
    play.refuse(
        "this table fights without stances" if stances else "at this table stances replace that",
        rule="FUD-184",
        path=path,
        hint=f"the option combat_tactics={'stances' if stances else 'allout'} has it",
    )


def show(
    play: Play,
    manoeuvres: dict[str, Manoeuvre],
    entrants: Sequence[Entrant],
    alone: dict[str, int],
) -> None:
    """Record what was declared, if anybody does anything but fight as usual."""
    aims = {e.actor: e.fighter.aim.part for e in entrants if e.fighter.aim}
    else_ = {e.actor: e.fighter.doing for e in entrants if manoeuvres[e.actor] == OTHER}
    if aims or alone or any(manoeuvre != NORMAL for manoeuvre in manoeuvres.values()):
        play.emit(
            Declared(
                manoeuvres=manoeuvres,
                rule="FUD-185" if any(map(leaning, manoeuvres.values())) else "FUD-168",
                aims=aims,
                doing=else_,
                outnumbered=alone,
            )
        )


def by_manoeuvre(manoeuvre: Manoeuvre, aims: bool) -> Iterable[Modifier]:
    """What a declaration adds to the roll, or to the attack and the defence that follow from it.

    FUD-179, 181, 182; FUD-184: a stance changes no result, so its two figures stand beside it.
    """
    if manoeuvre in _BONUS:
        yield _BONUS[manoeuvre]
    if lean := leaning(manoeuvre):
        yield Modifier(manoeuvre, "FUD-184", "attack", "add", lean)
        yield Modifier(manoeuvre, "FUD-184", "defence", "add", -lean)
    if aims:
        yield _AIMED


def alone(play: Play, actor: str, opponents: int) -> tuple[int, tuple[Modifier, ...]]:
    """What facing several takes off somebody's skill, and what it is made of. FUD-187, FUD-188.

    Args:
        play: of now.
        actor: who fights alone.
        opponents: how many he defends against.
    """
    method = play.options[FudgeOptions].multi_penalty
    amount = outnumbered(opponents, method)
    if not amount:
        return 0, ()
    proposal = Outnumbered(actor=actor, opponents=opponents, amount=amount)
    changed = play.modifiers(proposal)
    rule = "FUD-188" if method == "epic" else "FUD-187"
    less = min(0, tally(amount, changed, OUTNUMBERED))
    said = (Modifier(OUTNUMBERED, rule, "result", "add", less), *changed) if less else changed
    return less, said


@rules.modifies(Outnumbered)
def sees_behind(proposal: Outnumbered, look: Look) -> Iterable[Modifier]:
    """Peripheral Vision: two at once are no worse than one. FUD-187."""
    who = look.state[Fudge].characters.get(proposal.actor)
    if who and "peripheral-vision" in who.gifts and proposal.opponents == _TWO:
        yield Modifier("peripheral-vision", "FUD-187", OUTNUMBERED, "add", -proposal.amount)


_TWO = 2


def looked_around(look: Look, actor: str) -> Iterable[Modifier]:
    """What somebody saw in the round before helps in this one. FUD-183."""
    for _, effect in effects(look, actor, OBSERVED):
        yield Modifier(OBSERVED, "FUD-183", "result", "add", effect.amount)


def safe(look: Look, actor: str, manoeuvre: Manoeuvre) -> bool:
    """Whether nobody can hit somebody who does something else, having made room. FUD-183."""
    return manoeuvre == OTHER and any(effects(look, actor, FREE))


@rules.tells(Declared)
def tell_declared(e: Declared, telling: Telling) -> str:
    """Who does what."""
    said = []
    for actor, manoeuvre in e.manoeuvres.items():
        name = telling.name(actor)
        if manoeuvre != NORMAL:
            else_ = doing(telling, e.doing.get(actor, ""))
            said.append(telling.say(f"fudge.declared.{manoeuvre}", name=name, doing=else_))
        if actor in e.aims:
            said.append(
                telling.say("fudge.declared.aim", name=name, part=part(telling, e.aims[actor]))
            )
    return " ".join(said)
