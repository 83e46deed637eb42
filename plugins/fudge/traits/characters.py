"""Characters come into play, with their figures worked out, and take weapons in hand."""

from __future__ import annotations

from msgspec.structs import replace

from ....core.errors import RollbookError
from ....core.look import Look
from ....core.messages import Command, Event
from ....core.permissions import gm, owner
from ....core.play import Play
from ....core.rules import Rules
from ....core.table.actors import ActorRemoved, AddActor
from ....core.telling import Telling
from ..damage.condition import at_level
from ..damage.wounds import DEAD, able, level_at, penalty
from ..ladder import highest, result
from ..options import FudgeOptions
from ..paper import Sheet
from ..powers.race import bred
from ..state import Character, Fudge, Part, character, total
from ..wording import source, trait
from .sheet import figures

rules = Rules(Fudge, FudgeOptions)


class Enter(Command, ruleset="fudge"):
    """Bring a character into play from a sheet.

    Args:
        actor: id that the character will have.
        name: for people.
        sheet: what his sheet says.
        owners: ids of the seats that play him; nobody means the GM.
        kind: ``pc`` or ``npc``.
        ruling: why figures stated on the sheet stand although they do not follow from it, or why
            a player character begins Legendary; both are refused otherwise.
    """

    actor: str
    name: str
    sheet: Sheet
    owners: tuple[str, ...] = ()
    kind: str = "pc"
    ruling: str = ""


class Entered(Event, ruleset="fudge"):
    """A character is in play.

    Args:
        actor: id.
        character: traits, boxes, weapons and every figure, part by part.
    """

    actor: str
    character: Character


class Altered(Event, ruleset="fudge"):
    """Something on somebody's sheet has changed, and every figure that follows from it.

    Args:
        actor: who.
        character: as he is now; wound points stay, and count in the boxes that he has now.
        reason: why, in a word or two.
        rule: id of the rule.
        level_before: wound level before, 0 unhurt to 6 dead; None where it was not written down.
    """

    actor: str
    character: Character
    reason: str
    rule: str
    level_before: int | None = None


class Wield(Command, ruleset="fudge"):
    """Take another weapon in hand.

    Args:
        actor: who.
        weapon: id on his sheet.
    """

    actor: str
    weapon: str


class Wielding(Event, ruleset="fudge"):
    """Somebody has another weapon in hand.

    Args:
        actor: who.
        weapon: its id; empty for none.
        rule: id of the rule by which its Attack Modifier now counts.
    """

    actor: str
    weapon: str
    rule: str = "FUD-210"


@rules.decides(Enter, may=gm)
def enter(c: Enter, play: Play) -> None:
    """Work out the figures, check those that are stated, and take him in. FUD-210 to FUD-216.

    Where the sheet states no Scale, that of his race counts (FUD-093).
    """
    slice_ = play.state[Fudge]
    sheet = bred(c.sheet, slice_.races.get(c.sheet.race))
    made = figures(sheet, play.options[FudgeOptions], "$.sheet", slice_.campaign)
    made = _stated(c, play, made)
    _not_legendary(c, play, made)
    try:
        play.perform(AddActor(id=c.actor, name=c.name, kind=c.kind, owners=c.owners))
    except RollbookError as error:  # of the field that was typed: what is performed calls it id
        error.path = "$.actor" if error.path == "$.id" else error.path
        raise
    play.emit(Entered(actor=c.actor, character=made))


def _not_legendary(c: Enter, play: Play, made: Character) -> None:
    """No player character begins Legendary, but who has grown so elsewhere. FUD-006."""
    own = play.options[FudgeOptions].ladder
    best = highest(own)
    if c.kind != "pc" or c.ruling:
        return
    levels = {f"{one.kind}s.{name}": one.level for name, one in made.traits.items()}
    for where, value in (levels | {"resistance": made.resistance}).items():
        if value > best:
            play.refuse(
                f"nobody who is played begins above {result(best, own=own)}",
                rule="FUD-006",
                path=f"$.sheet.{where}",
                hint="kind=npc, or say in ruling why he does",
            )


def _stated(c: Enter, play: Play, made: Character) -> Character:
    """Stated figures agree with the computed ones, or the GM lets them stand (FUD-001)."""
    stated = c.sheet.stated
    if stated.defence is not None and stated.defence != total(made.defence):
        by = _ruled(c, play, "defence", stated.defence, made.defence, "FUD-214")
        made = replace(made, defence=(*made.defence, by))
    weapon = made.weapons.get(made.wields)
    if stated.attack is not None:
        parts = weapon.attack if weapon else ()
        if stated.attack != total(parts) or weapon is None:
            by = _ruled(c, play, "attack", stated.attack, parts, "FUD-210")
            if weapon is None:
                play.refuse("an attack without a weapon", path="$.sheet.stated.attack")
            armed = replace(weapon, attack=(*parts, by))
            made = replace(made, weapons={**made.weapons, made.wields: armed})
    return made


def _ruled(
    c: Enter, play: Play, figure: str, stated: int, parts: tuple[Part, ...], rule: str
) -> Part:
    if not c.ruling:
        sum_ = ", ".join(f"{p.source} {p.amount:+d}" for p in parts) or "nothing"
        play.refuse(
            f"the sheet states {figure} {stated:+d}, which comes to {total(parts):+d}: {sum_}",
            rule=rule,
            path=f"$.sheet.stated.{figure}",
            hint="correct the sheet, or say in ruling why it stands",
        )
    return Part(c.ruling, "FUD-001", stated - total(parts))


def anew(look: Look, actor: str, sheet: Sheet) -> Character:
    """Somebody as he would be with another sheet: to refuse one before anything is asked or rolled.

    Args:
        look: of now.
        actor: who.
        sheet: what would be written.

    Raises:
        Refused: he is not in play, or a trait stands where this table lets none stand.
        Invalid: the sheet is not one.
    """
    who = character(look, actor)
    made = figures(sheet, look.options[FudgeOptions], "$", look.state[Fudge].campaign)
    return _marked(who, _ruled_as_before(who, made))


def alter(play: Play, actor: str, sheet: Sheet, reason: str, rule: str) -> Altered:
    """Write something else on somebody's sheet, and work out his figures anew.

    Args:
        play: of now.
        actor: who.
        sheet: what is written now.
        reason: why, in a word or two.
        rule: id of the rule that lets it change.

    Raises:
        Refused: he is not in play, or a trait stands where this table lets none stand.
        Invalid: the sheet is not one.
    """
    who, made = character(play, actor), anew(play, actor, sheet)
    return play.emit(
        Altered(actor=actor, character=made, reason=reason, rule=rule, level_before=who.level)
    )


def _ruled_as_before(who: Character, made: Character) -> Character:
    """What the GM let stand although it did not follow from the sheet, he still does (FUD-001)."""
    weapons = {
        name: replace(weapon, attack=(*weapon.attack, *_rulings(who.weapons[name].attack)))
        if name in who.weapons
        else weapon
        for name, weapon in made.weapons.items()
    }
    return replace(made, weapons=weapons, defence=(*made.defence, *_rulings(who.defence)))


def _rulings(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    return tuple(part for part in parts if part.rule == "FUD-001")


def _marked(who: Character, made: Character) -> Character:
    """New figures on somebody who keeps his wound points, and in hand what he has in hand.

    They fill the boxes that he now has: how badly he is hurt follows from these (FUD-224). The
    dead stay dead.
    """
    dropped = bool(who.weapons) and not who.wields
    wields = who.wields if dropped or who.wields in made.weapons else made.wields
    level = DEAD if who.level == DEAD else level_at(made.boxes, who.points)
    return replace(
        made,
        wields=wields,
        points=who.points,
        level=level,
        penalty=penalty(level),
        condition=who.condition if level == who.level else at_level(who.condition, level),
    )


@rules.decides(Wield, may=owner("actor"))
def wield(c: Wield, play: Play) -> None:
    """Each weapon has its own Attack Modifier, worked out beforehand. FUD-210."""
    who = able(play, c.actor)
    if c.weapon not in who.weapons:
        play.refuse(
            f"{c.actor} has no {c.weapon}",
            rule="FUD-210",
            path="$.weapon",
            hint=f"one of {', '.join(who.weapons)}",
        )
    play.emit(Wielding(actor=c.actor, weapon=c.weapon))


@rules.evolves(Entered)
def entered(s: Fudge, e: Entered) -> Fudge:
    """Take the character in as he is stated."""
    return replace(s, characters={**s.characters, e.actor: e.character})


@rules.evolves(Altered)
def altered(s: Fudge, e: Altered) -> Fudge:
    """Copy him as he is now."""
    return replace(s, characters={**s.characters, e.actor: e.character})


@rules.evolves(Wielding)
def wielding(s: Fudge, e: Wielding) -> Fudge:
    """Copy which weapon is in hand."""
    who = s.characters.get(e.actor)
    if who is None:
        return s
    return replace(s, characters={**s.characters, e.actor: replace(who, wields=e.weapon)})


@rules.evolves(ActorRemoved)
def removed(s: Fudge, e: ActorRemoved) -> Fudge:
    """Whoever has left the table has left Fudge."""
    left = {actor: who for actor, who in s.characters.items() if actor != e.actor}
    return replace(s, characters=left)


# --- what people read


@rules.tells(Entered)
def tell_entered(e: Entered, telling: Telling) -> str:
    """Who came in, with which figures."""
    who = e.character
    weapon = who.weapons.get(who.wields)
    places = {
        "name": telling.name(e.actor),
        "resistance": trait(telling, who.resistance, "f"),
        "boxes": sum(who.boxes),
        "defence": _summed(telling, who.defence),
    }
    if weapon is None:
        return telling.say("fudge.entered.unarmed", **places)
    return telling.say(
        "fudge.entered",
        weapon=source(telling, weapon.name),
        attack=_summed(telling, weapon.attack),
        **places,
    )


def _summed(telling: Telling, parts: tuple[Part, ...]) -> str:
    """A figure, and in brackets what it is made of."""
    said = [f"{source(telling, p.source)} {telling.signed(p.amount)}" for p in parts]
    figure = telling.signed(total(parts))
    return f"{figure} ({', '.join(said)})" if said else figure


_TOLD = frozenset(("FUD-073", "FUD-113", "FUD-250", "FUD-252", "FUD-254", "FUD-258"))
"""Rules by which a sheet changes and whose own events say how."""


@rules.tells(Altered)
def tell_altered(e: Altered, telling: Telling) -> str:
    """Whose sheet, and why, where no other event has said it; and what his wounds now weigh."""
    who, name = e.character, telling.name(e.actor)
    if e.level_before not in (None, who.level):
        level = telling.say(f"fudge.wound.{who.level}")
        return telling.say("fudge.altered.hurt", name=name, reason=e.reason, level=level)
    if e.rule in _TOLD:
        return ""
    return telling.say("fudge.altered", name=name, reason=e.reason)


@rules.tells(Wielding)
def tell_wielding(e: Wielding, telling: Telling) -> str:
    """What he now fights with."""
    who = telling.look.state[Fudge].characters.get(e.actor)
    weapon = who.weapons.get(e.weapon) if who else None
    if not e.weapon:
        return telling.say("fudge.wielding.none", name=telling.name(e.actor))
    return telling.say(
        "fudge.wielding",
        name=telling.name(e.actor),
        weapon=source(telling, weapon.name) if weapon else e.weapon,
    )
