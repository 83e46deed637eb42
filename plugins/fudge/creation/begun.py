"""A character is begun, told of in prose, and what stands on his sheet changes (FUD-029, 051)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from ....core.errors import Refused
from ....core.ids import check_id
from ....core.look import Look
from ....core.messages import Command
from ....core.permissions import SEATED, seat
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.vocabulary import Weighed
from ..content.samples import samples
from ..ladder import Level, level, top
from ..options import FudgeOptions
from ..paper import Fault, Gift, Points, Power, ProtectionSheet, Sheet, WeaponSheet
from ..powers.costs import Price, blanket_price, racial_price, scale_price
from ..powers.race import Race
from ..state import RESISTANCE, Fudge, TraitKind, runs
from ..traits.campaign import Campaign
from .costs import MILD
from .drafts import Draft, id_of
from .limits import Method, limits_of, preset_of

rules = Rules(Fudge, FudgeOptions)


class DraftChanged(Weighed, ruleset="fudge", kw_only=True):
    """Family of all that happens to a character who is being made.

    Args:
        actor: id that he will have.
        draft: as he is now, with every figure of his ledger.
    """

    actor: str
    draft: Draft


class BeginDraft(Command, ruleset="fudge"):
    """Begin to make a character.

    Args:
        actor: id that he will have.
        name: for people.
        player: seat that makes him; empty for whoever sends this, the GM's where the GM does.
        method: how he is made; empty for the table's way. Another one is for the GM to allow.
        preset: id of a sample of the book whose limits count instead of the table's (FUD-267);
            for the GM to allow.
        race: id of his race; empty for the players' own.
        race_as: how a race that the table has described is paid for: by the levels of its Scale
            and its bonuses (FUD-110, FUD-117), or, where the GM begins it so, as a Power or Fault
            that is taken for it.
    """

    actor: str
    name: str
    player: str = ""
    method: Method | Literal[""] = ""
    preset: str = ""
    race: str = ""
    race_as: Literal["levels", "trait"] = "levels"


class DraftBegun(DraftChanged, ruleset="fudge"):
    """Somebody has begun to make a character, within the limits that the draft states."""


class TellDraft(Command, ruleset="fudge"):
    """Write in prose what a character is like; the GM translates it into traits.

    Args:
        actor: id that he will have.
        prose: the text, which replaces an earlier one.
    """

    actor: str
    prose: str


class DraftTold(DraftChanged, ruleset="fudge"):
    """A character has been described in prose."""


class EquipDraft(Command, ruleset="fudge"):
    """Write on the sheet of a character who is being made what is no priced trait of his.

    Args:
        actor: id that he will have.
        weapons: by id; they replace those written before.
        wields: id of the weapon in hand.
        armour: worn.
        shield: carried.
        tough_hide: points of that Gift.
        resistance: Damage Resistance, where no attribute of his is that.
        unhindered: ids of traits that wounds do not affect.
        personality: what he is like, by id, in words; it replaces what was written (FUD-025).
        without: what is taken off the sheet.
    """

    actor: str
    weapons: dict[str, WeaponSheet] | None = None
    wields: str | None = None
    armour: ProtectionSheet | None = None
    shield: ProtectionSheet | None = None
    tough_hide: Points | None = None
    resistance: Level | None = None
    unhindered: tuple[str, ...] | None = None
    personality: dict[str, str] | None = None
    without: tuple[Literal["armour", "shield", "weapons"], ...] = ()


class DraftEquipped(DraftChanged, ruleset="fudge"):
    """Weapons, armour and the like stand on the sheet of a character who is being made."""


class Drafter:
    """Admits whoever makes the character, and the GM, who may change every character (FUD-029)."""

    def __call__(self, command: BeginDraft | TellDraft, by: str, look: Look) -> bool:
        """Whether the seat makes the character that the command names, or runs the table."""
        if look.role(by) not in SEATED:
            return False
        draft = look.state[Fudge].drafts.get(command.actor)
        return runs(look, by) or draft is None or draft.player == by

    def admits(self, by: str, look: Look) -> bool:
        """Whether the seat may send some such command."""
        return look.role(by) in SEATED

    def __str__(self) -> str:
        return "whoever makes the character, or the gm"


drafter = Drafter()
"""Whoever makes the character that the field ``actor`` names, or the GM."""


def draft_of(look: Look, actor: str) -> Draft:
    """A character that is being made, or has been.

    Raises:
        Refused: nobody has begun one by that id.
    """
    found = look.state[Fudge].drafts.get(actor)
    if found is None:
        known = ", ".join(look.state[Fudge].drafts)
        raise Refused(
            f"nobody makes a character {actor!r}",
            path="$.actor",
            rule="FUD-029",
            hint=f"one of {known}" if known else "begin one: fudge.begin_draft",
        )
    return found


def changeable(look: Look, actor: str, by: str) -> Draft:
    """A character on whom this seat may still work.

    Raises:
        Refused: nobody makes him, he is in play, or only the GM works on him now.
    """
    draft = draft_of(look, actor)
    if draft.status == "approved":
        raise Refused(
            f"{actor} is in play", path="$.actor", rule="FUD-029",
            hint="the GM changes him with fudge.revise, his player defines a Free Trait",
        )  # fmt: skip
    if draft.status == "submitted" and not runs(look, by):
        raise Refused(
            f"the GM is looking at {actor}", path="$.actor", rule="FUD-029",
            hint="wait for the GM to send him back, or to agree",
        )  # fmt: skip
    return draft


def translated(look: Look, draft: Draft, by: str) -> None:
    """Where a character is made from prose, the GM alone gives it traits. FUD-051.

    Raises:
        Refused: somebody else would.
    """
    if draft.limits.method == "subjective_narrative" and not runs(look, by):
        raise Refused(
            "the GM makes traits of what you write", path="$.actor", rule="FUD-051",
            hint="write it with fudge.tell_draft",
        )  # fmt: skip


@rules.decides(BeginDraft, may=seat)
def begin(c: BeginDraft, play: Play) -> None:
    """The limits are written down with him: what the table changes later counts for others."""
    check_id(c.actor, "$.actor")
    there = play.state[Fudge].drafts.get(c.actor)
    if c.actor in play.table.actors or (there and there.status != "approved"):
        play.refuse(f"{c.actor} is taken", path="$.actor", hint="choose another id")
    player = c.player or ("" if runs(play, play.by) else play.by)
    if player and player not in play.ledger.seats:
        play.refuse(f"there is no seat {player!r}", path="$.player")
    if player != play.by and not runs(play, play.by):
        play.refuse("whoever makes a character makes his own", path="$.player", rule="FUD-029")
    usual = play.options[FudgeOptions].creation
    for field, wanted in (("method", c.method), ("preset", c.preset)):
        if wanted and wanted != usual and not runs(play, play.by):
            play.refuse(
                "the GM says how characters are made", path=f"$.{field}", rule="FUD-029",
                hint=f"the GM may begin it for you, with player={player}; or leave it out",
            )  # fmt: skip
    if c.race_as == "trait" and not runs(play, play.by):
        play.refuse(
            "the GM says whether a Power or Fault stands for a race", path="$.race_as",
            rule="FUD-111", hint="race_as=levels; or he begins the draft for a player",
        )  # fmt: skip
    if c.preset and c.preset not in samples():
        play.refuse(
            f"no sample is called {c.preset!r}", path="$.preset", rule="FUD-267",
            hint=f"one of {', '.join(samples())}",
        )  # fmt: skip
    campaign = play.state[Fudge].campaign
    listed = sum(one.kind == "attribute" for one in campaign.traits.values())
    limits = limits_of(_by_method(play.options[FudgeOptions], c.method), listed)
    if not player:  # an NPC may be Legendary from the first (FUD-006)
        options = play.options[FudgeOptions]
        limits = replace(limits, most=top(options.legendary, options.ladder))
    if c.preset:
        limits = preset_of(c.preset, limits)
    sheet = replace(Draft("").sheet, race=c.race)
    if campaign.resistance:
        sheet = replace(sheet, resistance=None)  # it is an attribute of his (FUD-009)
    draft = Draft(name=c.name, player=player, limits=limits, sheet=sheet)
    if c.race in play.state[Fudge].races:
        draft = _of_race(draft, play.state[Fudge].races[c.race], c, play)
    play.emit(DraftBegun(actor=c.actor, draft=draft))


def _of_race(draft: Draft, race: Race, c: BeginDraft, play: Play) -> Draft:
    """What his race gives no trait of his costs; the race itself does. FUD-110, 114, 115, 117."""
    campaign = play.state[Fudge].campaign
    sheet = replace(
        draft.sheet,
        strength_scale=race.strength,
        mass_scale=race.mass,
        speed_scale=race.speed,
    )
    price = scale_price(race.strength, race.mass, play.options[FudgeOptions])
    price += _bent(race, campaign)
    faults = MILD * (price.faults + price.superfaults * draft.limits.superfault)
    costs = {
        "attribute": price.attributes,
        "skill": price.skills,
        "gift": price.gifts,
        "power": price.powers * draft.limits.power_times,
        "fault": faults,
    }
    paid = costs if c.race_as == "levels" else {}
    fields = {
        skill: levels
        for name, levels in race.bonus.items()
        if name in campaign.traits
        for skill in campaign.traits[name].covers
    }
    limits = replace(
        draft.limits, bonus={**fields, **race.bonus}, race={k: n for k, n in paid.items() if n}
    )
    return replace(draft, sheet=sheet, limits=limits)


def _bent(race: Race, campaign: Campaign) -> Price:
    """What the traits cost that a race bends: each by itself, or a whole field. FUD-117, FUD-118.

    A field is a skill that the campaign's list has for several; what is on no list is an
    attribute.
    """
    listed = {name: campaign.traits[name] for name in race.bonus if name in campaign.traits}
    fields = {name for name, one in listed.items() if one.kind == "skill" and one.covers}
    each = {name: levels for name, levels in race.bonus.items() if name not in fields}
    skills: dict[str, TraitKind] = {
        name: "skill" for name, one in listed.items() if one.kind == "skill"
    }
    price = racial_price(each, skills)
    for name, levels in race.bonus.items():
        if name in fields:
            price += blanket_price(levels, "many" if name in race.many else "several")
    return price


def _by_method(options: FudgeOptions, method: Method | Literal[""]) -> FudgeOptions:
    return replace(options, creation=method) if method else options


@rules.decides(TellDraft, may=drafter)
def tell(c: TellDraft, play: Play) -> None:
    """The more there is in it, the easier it is to translate. FUD-051."""
    draft = changeable(play, c.actor, play.by)
    if not c.prose.strip():
        play.refuse("there is nothing in it", path="$.prose", rule="FUD-051")
    play.emit(DraftTold(actor=c.actor, draft=replace(draft, prose=c.prose)))


@rules.decides(EquipDraft, may=drafter)
def equip(c: EquipDraft, play: Play) -> None:
    """Figures are worked out from it when he comes into play."""
    draft = changeable(play, c.actor, play.by)
    names = ("weapons", "wields", "armour", "shield", "tough_hide", "resistance", "unhindered",
             "personality")  # fmt: skip
    given = {name: getattr(c, name) for name in names if getattr(c, name) is not None}
    if not given and not c.without:
        play.refuse("nothing is written or taken off", path="$")
    if c.resistance is not None and RESISTANCE in draft.sheet.attributes:
        play.refuse(
            f"his Damage Resistance is the attribute {RESISTANCE}", path="$.resistance",
            rule="FUD-009", hint="set that one",
        )  # fmt: skip
    hide = draft.sheet.gifts.get("tough-hide")
    if c.tough_hide and not runs(play, play.by) and c.tough_hide > (hide.level if hide else 0):
        play.refuse(
            "a tough hide is a Gift, and counts for as many points as it has steps",
            path="$.tough_hide",
            rule="FUD-067",
            hint="take it: fudge.take_trait kind=gift trait=tough-hide; the GM may write more",
        )
    if c.resistance is not None:
        level(c.resistance, "$.resistance", draft.limits.ladder)
    off: dict[str, object] = {"weapons": {}, "armour": None, "shield": None}
    sheet = replace(draft.sheet, **{name: off[name] for name in c.without})
    if "weapons" in c.without:
        sheet = replace(sheet, wields="")
    play.emit(DraftEquipped(actor=c.actor, draft=replace(draft, sheet=replace(sheet, **given))))


def without(draft: Draft, name: str) -> Draft:
    """A draft without one of its traits.

    Args:
        draft: with it.
        name: under which the trait is kept.
    """
    entry = draft.entries.get(name)
    if entry is None:
        return draft
    trait, sheet = id_of(name), draft.sheet
    fields: dict[str, Mapping[str, Level | Gift | Fault | Power | str]] = {
        f"{entry.kind}s": getattr(sheet, f"{entry.kind}s")
    }
    if entry.kind == "skill":
        fields["difficulty"] = sheet.difficulty
    left = {
        field: {one: value for one, value in values.items() if one != trait}
        for field, values in fields.items()
    }
    made: Sheet = replace(sheet, **left)
    if entry.kind in ("attribute", "skill"):
        made = replace(made, unhindered=tuple(n for n in made.unhindered if n != trait))
    if entry.kind == "attribute" and trait == RESISTANCE:
        made = replace(made, resistance=Draft("").sheet.resistance)
    entries = {one: value for one, value in draft.entries.items() if one != name}
    return replace(draft, sheet=made, entries=entries)


@rules.evolves(DraftChanged)
def changed(s: Fudge, e: DraftChanged) -> Fudge:
    """Copy him as he is now."""
    return replace(s, drafts={**s.drafts, e.actor: e.draft})


@rules.tells(DraftBegun)
def tell_begun(e: DraftBegun, telling: Telling) -> str:
    """Who is made by whom, and how."""
    key = "fudge.draft.begun" if e.draft.player else "fudge.draft.begun.npc"
    return telling.say(
        key,
        name=e.draft.name,
        player=telling.name(e.draft.player),
        method=telling.say(f"fudge.method.{e.draft.limits.method}"),
    )


@rules.tells(DraftTold)
def tell_told(e: DraftTold, telling: Telling) -> str:
    """What is written of him."""
    return telling.say("fudge.draft.told", name=e.draft.name, prose=e.draft.prose)


@rules.tells(DraftEquipped, aside=True)
def tell_equipped(e: DraftEquipped, telling: Telling) -> str:
    """That more is written on his sheet."""
    return telling.say("fudge.draft.equipped", name=e.draft.name)
