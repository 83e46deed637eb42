"""Animals, monsters and the book's own characters come into play (6.3, 6.4: FUD-266, 271, 272)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from ....core.messages import Command, Event
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..actions.attempts import Attempt
from ..content.bestiary import Creature, creatures
from ..content.samples import samples
from ..content.traits import powers
from ..ladder import Level
from ..options import FudgeOptions
from ..paper import Fault, ProtectionSheet, Sheet, WeaponSheet
from ..state import Fudge, character
from ..traits.characters import Enter
from ..wording import named
from .choosing import chosen, counted, damaging, divided, powered, resisting, within

rules = Rules(Fudge, FudgeOptions)

NATURAL = "natural-weapon"
"""Name of what a creature fights with, and its id on the sheet."""

_MELEE = "melee"


class BringCreature(Command, ruleset="fudge"):
    """Bring an animal or monster of the book into play.

    Of what its kind has more or less of, it has the least where nothing is stated.

    Args:
        actor: id that it will have.
        creature: its id in the book.
        name: for people; empty for the book's word.
        levels: of its traits by id, where they are not the least of its kind.
        resistance: Damage Resistance, likewise.
        scale: Strength Scale, likewise.
        tough_hide: points of that Gift, likewise.
        powers: ids of the Powers that not every one of its kind has, and it has.
        damage: points that a Power of its adds to a blow, by id (FUD-089).
        strikes: weapon class that its natural weapons count as; empty for none.
        owners: ids of the seats that play it; nobody means the GM.
    """

    actor: str
    creature: str
    name: str = ""
    levels: dict[str, Level] = {}
    resistance: Level | None = None
    scale: int | None = None
    tough_hide: int | None = None
    powers: tuple[str, ...] = ()
    damage: dict[str, int] = {}
    strikes: str = "unarmed"
    owners: tuple[str, ...] = ()


class BringSample(Command, ruleset="fudge"):
    """Bring one of the book's fourteen characters into play; what he carries is for you to say.

    Args:
        actor: id that he will have.
        sample: his id in the book.
        name: for people; empty for the book's.
        weapons: by id.
        wields: id of the weapon in hand; may be empty where there is only one, or none.
        armour: worn, if any.
        shield: carried, if any.
        owners: ids of the seats that play him; nobody means the GM.
        kind: ``pc`` or ``npc``.
    """

    actor: str
    sample: str
    name: str = ""
    weapons: dict[str, WeaponSheet] = {}
    wields: str = ""
    armour: ProtectionSheet | None = None
    shield: ProtectionSheet | None = None
    owners: tuple[str, ...] = ()
    kind: str = "pc"


class Withstand(Command, ruleset="fudge"):
    """Roll against what a Power has done, as to break out of a web; the book says on which trait.

    Args:
        actor: who rolls.
        of: actor whose Power it is.
        power: its id.
        default: level of the trait, where he lacks it (FUD-149).
    """

    actor: str
    of: str
    power: str
    default: Level | None = None


class Brought(Event, ruleset="fudge"):
    """Somebody whom the book describes is in play; his figures have been recorded before.

    Args:
        actor: who.
        what: a creature, or one of the fourteen characters.
        of: id in the book.
        rule: id of the rule.
    """

    actor: str
    what: Literal["creature", "sample"]
    of: str
    rule: str


@rules.decides(BringCreature, may=gm)
def bring_creature(c: BringCreature, play: Play) -> None:
    """Only what matters of it is written, and no levels are counted. FUD-271, FUD-272."""
    creature = chosen(creatures(), c.creature, "FUD-272", "$.creature")
    for at, power in enumerate(c.powers):
        if power not in creature.some:
            play.refuse(
                f"{power} is none of the Powers that only some of its kind have",
                rule="FUD-272", path=f"$.powers[{at}]",
                hint=f"these are {', '.join(creature.some)}" if creature.some else "leave it out",
            )  # fmt: skip
    sheet = _described(c, creature, play)
    name = c.name or creature.name.told(play.options[FudgeOptions].language)
    play.perform(
        Enter(actor=c.actor, name=name, sheet=sheet, owners=c.owners, kind="npc")
    )  # fmt: skip
    play.emit(Brought(actor=c.actor, what="creature", of=c.creature, rule="FUD-271"))


def _described(c: BringCreature, creature: Creature, play: Play) -> Sheet:
    """The sheet of one of its kind."""
    own, campaign = play.options[FudgeOptions].ladder, play.state[Fudge].campaign
    for name in c.levels:
        chosen(creature.traits, name, "FUD-271", f"$.levels.{name}")
    levels = {
        name: within(span, c.levels.get(name), f"$.levels.{name}", own)
        for name, span in creature.traits.items()
    }
    attributes, skills = divided(levels, campaign)
    has = tuple(p for p in creature.powers if p not in creature.some or p in c.powers)
    damaging(has, c.damage, "$.damage", "FUD-089")
    weapon = WeaponSheet(name=NATURAL, skill=_MELEE, kind=c.strikes)
    sheet = Sheet(
        attributes=attributes,
        skills=skills,
        weapons={NATURAL: weapon} if c.strikes and _MELEE in levels else {},
        tough_hide=counted(creature.tough_hide, c.tough_hide, "$.tough_hide"),
        strength_scale=counted(creature.strength_scale, c.scale, "$.scale"),
        faults={name: Fault() for name in creature.faults},
        powers=powered(has, c.damage, creature.aims),
    )
    resistance = within(creature.resistance, c.resistance, "$.resistance", own)
    made: Sheet = replace(sheet, **resisting(sheet, resistance, campaign))
    return made


@rules.decides(BringSample, may=gm)
def bring_sample(c: BringSample, play: Play) -> None:
    """As he is printed, with what he carries besides. FUD-266."""
    sample = chosen(samples(), c.sample, "FUD-266", "$.sample")
    sheet = replace(
        sample.sheet, weapons=c.weapons, wields=c.wields, armour=c.armour, shield=c.shield
    )
    name = c.name or sample.name.told(play.options[FudgeOptions].language)
    play.perform(Enter(actor=c.actor, name=name, sheet=sheet, owners=c.owners, kind=c.kind))
    play.emit(Brought(actor=c.actor, what="sample", of=c.sample, rule="FUD-266"))


@rules.decides(Withstand, may=gm)
def withstand(c: Withstand, play: Play) -> None:
    """A web breaks where somebody's Strength reaches Good. FUD-272."""
    has = character(play, c.of, "$.of").powers
    if c.power not in has:
        play.refuse(
            f"{c.of} has no Power {c.power}", rule="FUD-084", path="$.power",
            hint=f"one of {', '.join(has)}" if has else "it has none",
        )  # fmt: skip
    entry = powers().get(c.power)
    if entry is None or not entry.trait or entry.needs is None:
        play.refuse(
            f"the book does not say what withstands {c.power}", rule="FUD-272", path="$.power",
            hint="say it yourself: fudge.attempt, or fudge.contest",
        )  # fmt: skip
    play.perform(
        Attempt(
            actor=c.actor, trait=entry.trait, difficulty=entry.needs, purpose=c.power,
            default=c.default, target=c.of,
        )
    )  # fmt: skip


@rules.tells(Brought)
def tell_brought(e: Brought, telling: Telling) -> str:
    """Who it is, by the book."""
    name, of = telling.name(e.actor), named(telling, e.of)
    if e.what == "sample":
        return telling.say("fudge.brought.sample", name=name)
    if name.casefold() == of.casefold():
        return telling.say("fudge.brought.kind", name=name)
    return telling.say("fudge.brought.creature", name=name, of=of)
