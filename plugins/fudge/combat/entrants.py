"""Who goes into a bout, with what and how: what is checked before anybody rolls (4.62).

FUD-169, 170, 172, 174, 179, 193, 236.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ....core.asked import Choice
from ....core.look import Look
from ....core.play import Play
from ..actions.checks import asked_for, lacking, rollable
from ..content.combat import combat
from ..damage.stun import dazed, may_stun
from ..damage.wounds import VERY_HURT, able
from ..ladder import GOOD, GREAT, MEDIOCRE, POOR, Level, level, result
from ..options import FudgeOptions
from ..state import Character, Fudge, Wielded, character
from .bout import ONLY_DEFENDS, OTHER

Declaration = Literal[
    "normal", "all-out-attack", "all-out-defence", "offensive-2", "offensive-1", "defensive-1",
    "defensive-2", "only-defends", "other", "ask",
]  # fmt: skip
"""What a command says of how somebody fights."""

Undeclared = Literal[""]


class Aim(Struct, frozen=True, forbid_unknown_fields=True):
    """A blow at a part of the body (FUD-179).

    Args:
        part: which, in a word: ``eye``, ``hand``, ``head``.
        minimum: level that strikes it, Good or Great; None asks the GM.
    """

    part: str
    minimum: Level | None = None


class Fighter(Struct, frozen=True, forbid_unknown_fields=True):
    """One of those who fight in a bout, and how.

    Args:
        actor: who.
        manoeuvre: what he declares: ``ask`` asks whoever plays him, in secret; empty asks
            players, while the GM's fight as usual. ``only-defends`` is for who cannot strike
            back (FUD-175), ``other`` for who does something else (FUD-174).
        trait: what he rolls on; empty for the skill of his weapon (FUD-170).
        minimum: level that he must reach to hit, a word or a number; None as the sizes of the
            two make it (FUD-172).
        announced: most damage that he will do, if he pulls his punch (FUD-236).
        stun: whether he means to stun (FUD-237).
        aim: part of the body that he aims at (FUD-179).
        exempt: whether no threshold protects from his blow, as the GM says (FUD-205).
        target: of one who fights several: whom he hits if he may, ``sweep`` for all whom he beats
            (FUD-190); empty asks him then.
        against: of one who fights several: the only one he minds, the rest being left to his
            armour (FUD-192); ``ask`` asks him.
        doing: what else he does, where he declares ``other``; ``flee`` takes him out of it.
    """

    actor: str
    manoeuvre: Declaration | Undeclared = ""
    trait: str = ""
    minimum: Level | None = None
    announced: int | None = None
    stun: bool = False
    aim: Aim | None = None
    exempt: bool = False
    target: str = ""
    against: str = ""
    doing: str = ""


class Bout(Struct, frozen=True, forbid_unknown_fields=True):
    """One fighter, and everybody who fights him in this round.

    Args:
        one: the lone fighter, or either of two.
        others: his opponents.
        room: how many can come at him: ``ideal``, ``armed`` or ``doorway`` (FUD-193).
    """

    one: Fighter
    others: tuple[Fighter, ...]
    room: Literal["ideal", "armed", "doorway"] = "armed"


class Entrant(Struct, frozen=True):
    """A fighter who has been checked.

    Args:
        fighter: as the command states him.
        path: where the command names him.
        field: the path of a field of his, with ``{}`` for its name.
        trait: what he rolls on.
        aimed: level that strikes the part he aims at.
        minima: level that he must reach to hit, by foe.
    """

    fighter: Fighter
    path: str
    field: str
    trait: str = ""
    aimed: int = GREAT
    minima: dict[str, int] = {}

    @property
    def actor(self) -> str:
        """Who."""
        return self.fighter.actor


def ready(play: Play, fighter: Fighter, path: str, field: str) -> Entrant:
    """A fighter with the trait that he rolls on; refuses whoever cannot fight this round.

    Whatever is wrong with him is refused here, before the GM or any player is asked anything.

    Args:
        play: of now.
        fighter: as the command states him.
        path: where the command names him.
        field: the path of a field of his, with ``{}`` for its name.
    """
    actor = fighter.actor
    who = able(play, actor, path, VERY_HURT)
    if dazed(play, actor):
        play.refuse(
            f"{actor} is stunned and does not fight",
            rule="FUD-175", path=path,
            hint="whoever strikes him meets no defence: fudge.attack why=stunned",
        )  # fmt: skip
    other = fighter.manoeuvre == OTHER
    if other and not (fighter.trait and fighter.doing):
        play.refuse(
            f"what else does {actor} do, and on which trait?",
            rule="FUD-174", path=field.format("doing"),
            hint='doing="flee" trait="running"',
        )  # fmt: skip
    if fighter.doing and not other:
        play.refuse(
            f"{actor} fights, and does nothing else",
            rule="FUD-174", path=field.format("doing"), hint="manoeuvre=other",
        )  # fmt: skip
    trait = fighter.trait
    if not (trait and fighter.manoeuvre in (OTHER, ONLY_DEFENDS)):
        weapon = in_hand(play, who, actor, path)  # which strikes, whatever he rolls on
        trait = trait or weapon.skill
        rollable(play, actor, trait, path)
    if fighter.trait:
        lacking(play, actor, fighter.trait, None, field.format("trait"))
    if fighter.announced is not None:
        may_announce(play, fighter.announced, field.format("announced"))
    if fighter.stun:
        may_stun(play, field.format("stun"))
    if fighter.aim is not None and not fighter.aim.part:
        play.refuse("a blow aimed at nothing", rule="FUD-179", path=field.format("aim") + ".part")
    if fighter.minimum is not None:
        asked_for(play, fighter.minimum, field.format("minimum"))
    entrant = Entrant(fighter, path, field, trait)
    if fighter.aim is not None and fighter.aim.minimum is not None:
        aimed_at(play, entrant)  # which refuses what is too easy
    return entrant


def in_hand(play: Play, who: Character, actor: str, path: str) -> Wielded:
    """The weapon in hand, for a melee. FUD-169, FUD-170."""
    weapon = who.weapons.get(who.wields)
    if weapon is None:
        play.refuse(
            f"{actor} has no weapon, nor fists to fight with",
            rule="FUD-170",
            path=path,
            hint='put a weapon on the sheet, with fists one of class "unarmed" or "martial-arts"',
        )
    if weapon.ranged:
        play.refuse(f"{weapon.name} is no weapon for a melee", rule="FUD-169", path=path)
    return weapon


def may_announce(play: Play, announced: int, path: str) -> None:
    """Refuse a pulled punch that the table does not have, or that is none. FUD-236."""
    if not play.options[FudgeOptions].pull_punch:
        play.refuse("this table pulls no punches", rule="FUD-236", path=path)
    if announced < 0:
        play.refuse("damage cannot be less than none", rule="FUD-236", path=path, hint="0 or more")


def minimum(play: Play, entrant: Entrant, target: str) -> int:
    """The level that somebody must reach to hit another. FUD-172.

    What the command states; else what the GM has stated for this fight; else by their sizes:
    Mediocre against somebody much smaller, Fair against somebody tiny, but in a fight the GM is
    asked what it takes, and may let that stand.
    """
    stated = entrant.fighter.minimum
    if stated is not None:
        return asked_for(play, stated, entrant.field.format("minimum"))
    return by_size(play, entrant.actor, target)


def by_size(play: Play, actor: str, target: str) -> int:
    """The level that it takes to hit where no command says so, by sizes. FUD-172."""
    state = play.state[Fudge]
    if state.fight is not None:
        known = state.fight.minima.get(actor, {}).get(target)
        if known is not None:
            return known
    size = combat().size
    smaller = state.characters[actor].mass_scale - state.characters[target].mass_scale
    if smaller < size.larger:
        return POOR
    if smaller < size.tiny:
        return MEDIOCRE
    if state.fight is None:
        return size.choices[0]
    said = play.ask(
        f"What does it take {actor} to hit {target}, who is tiny?",
        choices=[
            Choice(id=result(value).lower(), label=_said(play, value), rule="FUD-172")
            for value in size.choices
        ],
        name="minimum",
        rule="FUD-172",
        standing=True,
        subject=f"{actor}/{target}",
    )
    return level(said.id)


def ruled(aim: Aim | None) -> bool:
    """Whether the GM says what it takes to strike the part aimed at, and not the command."""
    return aim is not None and aim.minimum is None


def may_aim(play: Play, entrant: Entrant) -> int | None:
    """The level that strikes the part aimed at; None where the GM has to say. FUD-179.

    Raises:
        Refused: it would be too easy.
    """
    aim = entrant.fighter.aim
    if aim is None:
        return GREAT
    if aim.minimum is None:
        return None
    path = entrant.field.format("aim") + ".minimum"
    found = asked_for(play, aim.minimum, path)
    if found < GOOD:
        play.refuse("an aimed blow that easy", rule="FUD-179", path=path, hint="Good or Great")
    return found


def aimed_at(play: Play, entrant: Entrant) -> int:
    """The level that strikes the part aimed at; the GM is asked where nobody says. FUD-179."""
    aim, known = entrant.fighter.aim, may_aim(play, entrant)
    if known is not None or aim is None:
        return GREAT if known is None else known
    said = play.ask(
        f"What does it take to strike there: {aim.part}?",
        choices=[
            Choice(id=result(value).lower(), label=_said(play, value), rule="FUD-179")
            for value in (GOOD, GREAT)
        ],
        name="aim",
        rule="FUD-179",
        standing=True,
        subject=aim.part,
    )
    return level(said.id)


def _said(play: Play, value: int) -> str:
    """A level that may be chosen, in the words of this table. FUD-004."""
    return result(value, own=play.options[FudgeOptions].ladder)


def size(look: Look, actor: str) -> int:
    """Damage bonus of the weapon in hand plus shield, as FUD-178 compares them."""
    who = character(look, actor)
    weapon = who.weapons.get(who.wields)
    return (weapon.bonus if weapon else 0) + who.shield


def larger(one: int, other: int) -> int:
    """What the larger of two sums of weapon and shield gives its bearer. FUD-178."""
    return 1 if one - other >= _LARGER else 0


_LARGER = 2  # points of difference that count


def crowded(play: Play, bout: Bout, path: str) -> None:
    """Refuse more attackers than can come at one. FUD-193."""
    most = combat().room[bout.room].most
    if len(bout.others) > most:
        play.refuse(
            f"{len(bout.others)} cannot all come at {bout.one.actor}: {most} at most",
            rule="FUD-193",
            path=path,
            hint="leave some out, or say room=ideal where six wolves could",
        )
