"""Things with traits of their own: they roll, are somebody's, and are told of (6.5: FUD-273)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from ....core.errors import Refused
from ....core.look import Look
from ....core.messages import Command, Event
from ....core.modifiers import Modifier
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.table.actors import ActorRemoved
from ....core.table.seats import GiveActor
from ....core.telling import Telling
from ..content.bestiary import Thing, things
from ..content.traits import gifts
from ..damage.healing import HEALING, Healing
from ..ladder import FAIR
from ..options import FudgeOptions
from ..paper import Fault, Gift, Sheet, WeaponSheet
from ..state import Fudge, meant, total
from ..traits.arms import protection
from ..traits.characters import Enter
from .bearing import bear, disarm, fits, may_bear
from .belongings import Belonging, Works
from .choosing import chosen, damaging, powered, resisting

rules = Rules(Fudge, FudgeOptions)

KIND = "thing"
"""Kind of actor that a thing is."""

_RESISTANCE, _SPEED, _SIZE = "resistance", "speed", "size"
_NEVER_CLOSE = "wounds-never-close"


class BringThing(Command, ruleset="fudge"):
    """Bring a thing with traits of its own into play: one of the book's, or one that you describe.

    Args:
        actor: id that it will have; it rolls on its traits as any actor does.
        thing: its id in the book; empty for one of your own.
        name: for people; empty for the book's word.
        sheet: of your own: its attributes, skills, Gifts, Faults and Powers.
        works: of your own: how it plays besides.
        owner: actor whose it is; empty for nobody's.
        skill: trait that its owner uses it with as a weapon; empty for the skill of what he has
            in hand.
        damage: points that a Power of its adds to a blow, by id (FUD-089).
        weapons: mounted on it, by id, each used with a skill of its own.
    """

    actor: str
    thing: str = ""
    name: str = ""
    sheet: Sheet | None = None
    works: Works | None = None
    owner: str = ""
    skill: str = ""
    damage: dict[str, int] = {}
    weapons: dict[str, WeaponSheet] = {}


class ThingBrought(Event, ruleset="fudge"):
    """A thing with traits of its own is in play; its figures have been recorded before.

    Args:
        thing: actor that it is.
        belonging: what it is, whose, and how it plays.
        rule: id of the rule.
    """

    thing: str
    belonging: Belonging
    rule: str = "FUD-273"


class HandOver(Command, ruleset="fudge"):
    """Give a thing with traits of its own to somebody else, or to nobody.

    Args:
        thing: actor that it is.
        to: actor whose it is from now on; empty for nobody's.
        skill: trait that he uses it with as a weapon; empty for the skill of what he has in hand.
    """

    thing: str
    to: str = ""
    skill: str = ""


class ThingPassed(Event, ruleset="fudge"):
    """A thing is somebody else's.

    Args:
        thing: actor that it is.
        before: whose it was; empty for nobody's.
        after: whose it is now; empty for nobody's.
        rule: id of the rule.
    """

    thing: str
    before: str
    after: str
    rule: str = "FUD-273"


# --- for other modules and chapters


def belonging(look: Look, thing: str, path: str = "$.thing") -> Belonging:
    """A thing that is in play.

    Raises:
        Refused: nothing of that id is.
    """
    known = look.state[Fudge].things
    if thing not in known:
        near = meant(thing, known)
        there = f"did you mean {near}?" if near else ", ".join(known)
        raise Refused(
            f"{thing} is no thing in play", path=path, rule="FUD-273",
            hint=there or "bring one: fudge.bring_thing",
        )  # fmt: skip
    return known[thing]


def useful(play: Play, thing: str, path: str = "$.thing") -> Belonging:
    """A thing that is in play and whole.

    Raises:
        Refused: nothing of that id is, or it is broken.
    """
    found = belonging(play, thing, path)
    if found.broken:
        play.refuse(f"{thing} is broken", rule="FUD-274", path=path)
    return found


# --- rules


@rules.decides(BringThing, may=gm)
def bring_thing(c: BringThing, play: Play) -> None:
    """Anything may have attributes, skills, Gifts, Faults and Powers. FUD-273 to FUD-276."""
    if bool(c.thing) == (c.sheet is not None):
        play.refuse(
            "a thing is one of the book's, or has a sheet of its own", rule="FUD-273",
            path="$.thing", hint="name it, or describe it in sheet and works",
        )  # fmt: skip
    if c.thing:
        entry = chosen(things(), c.thing, "FUD-273", "$.thing")
        damaging(entry.powers, c.damage, "$.damage", "FUD-089")
        told = entry.name.told(play.options[FudgeOptions].language)
        sheet, works, name = _sheet(c, entry, play), _works(entry), c.name or told
    else:
        sheet, works, name = c.sheet or Sheet(), c.works or Works(), c.name
    if c.weapons:
        sheet = replace(sheet, weapons={**sheet.weapons, **c.weapons}, wields=next(iter(c.weapons)))
    fits(works)
    if c.owner:
        may_bear(play, c.owner, c.actor, works, c.skill, "$.owner")
    owners = () if works.will or not c.owner else play.owners(c.owner)
    enter = Enter(actor=c.actor, name=name, sheet=sheet, owners=owners, kind=KIND)
    play.perform(enter)
    made = Belonging(kind=c.thing, owner=c.owner, works=works)
    play.emit(ThingBrought(thing=c.actor, belonging=made))
    bear(play, c.owner, c.actor, works, c.skill)


def _sheet(c: BringThing, entry: Thing, play: Play) -> Sheet:
    """A thing of the book's on paper; what says how it takes blows is its Damage Resistance."""
    sheet = Sheet(
        attributes={**entry.attributes},
        skills={**entry.skills},
        gifts={name: Gift() for name in entry.gifts},
        faults={name: Fault() for name in entry.faults},
        powers=powered(entry.powers, c.damage, entry.aims),
        speed_scale=entry.scale.get(_SPEED, 0),
        mass_scale=entry.scale.get(_SIZE),
    )
    resistance = entry.attributes.get(_RESISTANCE, FAIR)
    made: Sheet = replace(sheet, **resisting(sheet, resistance, play.state[Fudge].campaign))
    return made


def _works(entry: Thing) -> Works:
    """How a thing of the book's plays, from its entry and those of its Gifts. FUD-274, FUD-275."""
    known = gifts()
    return Works(
        weapon=WeaponSheet(name="", skill="", kind=entry.weapon, sharp=entry.sharp)
        if entry.weapon
        else None,
        breaks_at=entry.breaks_at,
        fires_from=entry.fires_from,
        power=entry.powers[0] if entry.fires_from is not None else "",
        reach=entry.reach,
        will=next(iter(entry.skills), "") if entry.opposed_by else "",
        opposed_by=entry.opposed_by,
        bane={known[g].against: known[g].bonus for g in entry.gifts if known[g].against},
        never_close=_NEVER_CLOSE in entry.gifts,
    )


@rules.decides(HandOver, may=gm)
def hand_over(c: HandOver, play: Play) -> None:
    """With it goes what it does; one with a will of its own stays the GM's to play. FUD-273."""
    found = belonging(play, c.thing)
    if c.to == found.owner:
        whose = c.to or "nobody"
        play.refuse(f"{c.thing} is {whose}'s already", rule="FUD-273", path="$.to")
    if c.to:
        works = Works() if found.broken else found.works  # what is broken strikes nobody
        may_bear(play, c.to, c.thing, works, c.skill, "$.to")
    disarm(play, found.owner, c.thing, "FUD-273")
    play.emit(ThingPassed(thing=c.thing, before=found.owner, after=c.to))
    if not found.works.will:
        owners = play.owners(c.to) if c.to else ()
        play.perform(GiveActor(actor=c.thing, owners=owners))
    if not found.broken:
        bear(play, c.to, c.thing, found.works, c.skill)


@rules.reacts(ActorRemoved)
def gone(e: ActorRemoved, play: Play) -> None:
    """A thing that is out of play is in nobody's hand; what somebody had who is, is nobody's."""
    state = play.state[Fudge]
    for thing, one in state.things.items():
        if thing == e.actor and one.owner:
            disarm(play, one.owner, thing, "FUD-273")
        if one.owner and e.actor in (thing, one.owner):
            play.emit(ThingPassed(thing=thing, before=one.owner, after=""))


@rules.modifies(Healing)
def lifeless(healing: Healing, look: Look) -> Iterable[Modifier]:
    """No rest and no healer closes what a thing has suffered; whoever mends it says so. FUD-273."""
    if healing.actor in look.state[Fudge].things:
        yield Modifier(KIND, "FUD-273", HEALING, "at_most", 0)


@rules.evolves(ThingBrought)
def thing_brought(s: Fudge, e: ThingBrought) -> Fudge:
    """Copy what it is."""
    return replace(s, things={**s.things, e.thing: e.belonging})


@rules.evolves(ThingPassed)
def thing_passed(s: Fudge, e: ThingPassed) -> Fudge:
    """Copy whose it is."""
    found = s.things.get(e.thing)
    if found is None:
        return s
    return replace(s, things={**s.things, e.thing: replace(found, owner=e.after)})


# --- what people read


class ThingView(Struct, frozen=True):
    """A thing with traits of its own; they stand on its sheet.

    Args:
        actor: id.
        name: for people.
        owner: whose it is, for people; empty for nobody's.
        damage: what it adds to a blow as a weapon, without its bearer; None where it is none.
        defence: what it takes off one as armour or a shield; None where nobody has it so.
        broken: whether it is of no more use.
    """

    actor: str
    name: str
    owner: str
    damage: int | None
    defence: int | None
    broken: bool


class Things(Struct, frozen=True):
    """The things of this table that have traits of their own."""

    things: tuple[ThingView, ...]


@rules.projects("things")
def things_view(look: Look, viewer: str) -> Things:
    """Each thing in play: whose it is, what it does in a hand, and whether it is whole."""
    return Things(
        tuple(
            ThingView(
                actor=thing,
                name=look.table.actors[thing].name,
                owner=_name(look, one.owner),
                damage=_damage(look, one.owner, thing),
                defence=_defence(look, one.owner, thing),
                broken=one.broken,
            )
            for thing, one in look.state[Fudge].things.items()
            if thing in look.table.actors
        )
    )


def _name(look: Look, actor: str) -> str:
    found = look.table.actors.get(actor)
    return found.name if found else actor


def _damage(look: Look, owner: str, thing: str) -> int | None:
    who = look.state[Fudge].characters.get(owner)
    weapon = who.weapons.get(thing) if who else None
    return weapon.bonus if weapon else None


def _defence(look: Look, owner: str, thing: str) -> int | None:
    who = look.state[Fudge].characters.get(owner)
    if who is None:
        return None
    worn = [
        total(protection(one, what, "$"))
        for one, what in ((who.sheet.armour, "armour"), (who.sheet.shield, "shield"))
        if one is not None and one.thing == thing
    ]
    return sum(worn) if worn else None


@rules.tells(ThingBrought)
def tell_brought(e: ThingBrought, telling: Telling) -> str:
    """What there is, and whose."""
    owner = e.belonging.owner
    key = "fudge.thing.brought.of" if owner else "fudge.thing.brought"
    return telling.say(key, thing=telling.name(e.thing), owner=telling.name(owner))


@rules.tells(ThingPassed)
def tell_passed(e: ThingPassed, telling: Telling) -> str:
    """Whose it was, and whose it is."""
    key = "to" if not e.before else "from" if not e.after else "both"
    return telling.say(
        f"fudge.thing.passed.{key}",
        thing=telling.name(e.thing),
        before=telling.name(e.before),
        after=telling.name(e.after),
    )
