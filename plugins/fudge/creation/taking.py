"""Gifts, Faults and Powers are taken, and players wish for Powers (2.6, 3.2, 3.9).

FUD-067, 070 to 072, 081 to 083, 085, 128, 129 and 270.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from ....core.asked import Choice
from ....core.ids import check_id
from ....core.look import Look
from ....core.messages import Command
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..content.traits import PowerKind, kinds, powers
from ..ladder import Level, level
from ..options import FudgeOptions
from ..paper import Bonus, Fault, Gift, Power
from ..powers.kinds import admitted, kind_of
from ..powers.scale import lent
from ..state import Fudge, runs
from .begun import DraftChanged, changeable, drafter, translated
from .costs import Kind, Ruling
from .drafts import Draft, Entry, key
from .writing import named, paid, permitted

rules = Rules(Fudge, FudgeOptions)

Few = Annotated[int, Meta(ge=0, le=99)]
"""A small number, none or more."""


class TakeTrait(Command, ruleset="fudge"):
    """Give a character who is being made a Gift, a Fault, a Superfault or a Power.

    Args:
        actor: id that he will have.
        trait: its id.
        kind: which of them it is.
        name: for people; empty for the book's word of the id.
        worth: Gifts, Faults or Powers that it counts for; None for the usual. The GM alone says
            it of a Fault, or that a Gift or Power counts for nothing (FUD-071, FUD-083).
        level: step of a Gift, or rung of a Power, where it has one.
        sort: of a Power, its kind, where neither the campaign nor the book says it (FUD-081).
        skill: of a Power, id of the skill that steers it, or aims it.
        fault: of a Power, id of the Fault that it is tied to (FUD-127).
        scale: of a Power of strength, the Scale that it gives; None for the table's (FUD-111).
        implant: of a Gift, whether it is a device in the body (FUD-128).
        bonus: of such a device, levels that it adds to attributes, by id (FUD-129).
        uses: how often a day a Power may be used.
        damage: what a Power that attacks adds to a blow.
        drawbacks: what using a Power brings with it, in words.
        mandatory: whether the table demands the Fault, so that it pays for nothing (FUD-270).
        doubles: ids of skills that the Fault makes cost twice as much, now and later.
        note: what it does, in words.
    """

    actor: str
    trait: str
    kind: Literal["gift", "fault", "superfault", "power"]
    name: str = ""
    worth: Few | None = None
    level: Level | None = None
    sort: PowerKind = ""
    skill: str = ""
    fault: str = ""
    scale: Annotated[int, Meta(ge=1, le=99)] | None = None
    implant: bool = False
    bonus: dict[str, Bonus] = {}
    uses: Annotated[int, Meta(ge=0, le=999)] | None = None
    damage: Annotated[int, Meta(ge=-99, le=99)] | None = None
    drawbacks: tuple[str, ...] = ()
    mandatory: bool = False
    doubles: tuple[str, ...] = ()
    note: str = ""


class TraitTaken(DraftChanged, ruleset="fudge"):
    """A character who is being made has a Gift, Fault, Superfault or Power.

    Args:
        trait: its id.
        kind: which of them it is.
        cost: Gifts or Powers that it costs; of a Fault, attribute levels that it pays.
    """

    trait: str
    kind: Literal["gift", "fault", "superfault", "power"]
    cost: int


class PowerDenied(DraftChanged, ruleset="fudge"):
    """The GM did not let somebody who is being made have a Power that was wished for.

    Args:
        trait: id of the Power.
        words: what would fit the campaign better, in the GM's words; empty where he has forbidden
            it, and it stays so.
        rule: id of the rule.
    """

    trait: str
    words: str
    rule: str


@rules.decides(TakeTrait, may=drafter)
def take(c: TakeTrait, play: Play) -> None:
    """Gifts beyond the free ones and Powers are paid for, Faults pay. FUD-067, FUD-070, FUD-072.

    What a player wishes for and the campaign's list does not have, the GM may have to allow first.
    """
    draft = changeable(play, c.actor, play.by)
    translated(play, draft, play.by)
    check_id(c.trait, "$.trait")
    kind: Kind = "fault" if c.kind == "superfault" else c.kind
    name = key(kind, c.trait)
    permitted(play, draft, name)
    _fits(c, kind, play)
    ruling = draft.rulings.get(name, Ruling())
    if kind == "power":
        if c.scale is None or not runs(play, play.by):
            c = replace(c, scale=lent(c.trait, c.scale, play.options[FudgeOptions], "$.scale"))
        c = _as_listed(c, play)
        answered = _wished(c, play, draft, ruling)
        if answered is None:
            return
        ruling = answered
    made = _taken(draft, c, play.options[FudgeOptions])
    if c.bonus and draft.limits.counted:
        made = _compensated(made, c.trait, play)
    if ruling != draft.rulings.get(name, Ruling()):
        made = replace(made, rulings={**made.rulings, name: ruling})
    entry = Entry(kind, ruling=ruling)
    made, modifiers = paid(play, c.actor, made, c.trait, entry)
    for skill in _dearer(draft, made):
        made, more = paid(play, c.actor, made, skill, made.entries[skill])
        modifiers += more
    play.emit(
        TraitTaken(
            actor=c.actor,
            draft=made,
            trait=c.trait,
            kind=c.kind,
            cost=made.entries[name].cost,
            modifiers=modifiers,
        )
    )


_OF: dict[str, tuple[str, str]] = {
    "mandatory": ("fault", "FUD-021"),
    "doubles": ("fault", "FUD-021"),
    "implant": ("gift", "FUD-128"),
    "bonus": ("gift", "FUD-129"),
    "sort": ("power", "FUD-081"),
    "skill": ("power", "FUD-088"),
    "fault": ("power", "FUD-127"),
    "scale": ("power", "FUD-111"),
    "uses": ("power", "FUD-090"),
    "damage": ("power", "FUD-089"),
    "drawbacks": ("power", "FUD-087"),
}
"""Fields that are said of one kind of trait alone, and the rule that says why."""


_BARE = TakeTrait(actor="", trait="", kind="gift")
"""A trait of which nothing is said."""


def _fits(c: TakeTrait, kind: Kind, play: Play) -> None:
    """Only what fits its kind is said of a trait, and there are Powers where one is taken."""
    for field, (of, rule) in _OF.items():
        if getattr(c, field) == getattr(_BARE, field) or kind == of:
            continue
        if of == "fault":
            play.refuse("only a Fault does that", path=f"$.{field}", rule=rule)
        if of == "gift":
            play.refuse("only a Gift does that", path=f"$.{field}", rule=rule)
        play.refuse("only a Power does that", path=f"$.{field}", rule=rule)
    cheap = c.worth is not None and (kind == "fault" or c.worth < 1)
    if cheap and not runs(play, play.by):
        play.refuse(
            "the GM says what it counts for", path="$.worth",
            rule="FUD-083" if kind == "power" else "FUD-071",
            hint="leave it out; the GM rules it: fudge.price_trait",
        )  # fmt: skip
    if kind == "fault" and c.level is not None:
        play.refuse(f"a {c.kind} has no level of the ladder", path="$.level", rule="FUD-017")
    if c.bonus and not c.implant:
        play.refuse(
            "only an implant does that", path="$.bonus", rule="FUD-129", hint="implant=true"
        )
    if kind == "power" and not play.options[FudgeOptions].powers:
        play.refuse(
            "nobody has Supernormal Powers here", path="$.kind", rule="FUD-079",
            hint="the option powers",
        )  # fmt: skip


def _as_listed(c: TakeTrait, play: Play) -> TakeTrait:
    """What the campaign's list says of a Power holds for all who have it. FUD-083, FUD-085."""
    campaign = play.state[Fudge].campaign
    admitted(c.trait, _power(c, play.options[FudgeOptions]), campaign, "$.trait")
    listed = campaign.traits.get(c.trait)
    if listed is None or listed.kind != "power":
        return c
    if c.worth not in (None, listed.worth) and not runs(play, play.by):
        play.refuse(
            f"{c.trait} counts for {listed.worth} in this campaign", path="$.worth", rule="FUD-083",
            hint="leave it out",
        )  # fmt: skip
    worth = listed.worth if c.worth is None else c.worth
    return replace(c, worth=worth, sort=listed.power or c.sort, skill=c.skill or listed.skill)


def doubted(look: Look, trait: str, sort: PowerKind) -> bool:
    """Whether the GM has to allow a Power that a player wishes for. FUD-082, FUD-083.

    What the campaign's list has is allowed. Of anything else he is asked where he sets the price
    of each, where the book itself doubts it, and where only some kinds of Powers are in the game
    and nobody has said of which this one is.

    Args:
        look: of now.
        trait: id of the Power.
        sort: its kind, as the player states it.
    """
    campaign, entry = look.state[Fudge].campaign, powers().get(trait)
    if trait in campaign.traits:
        return False
    unknown = bool(campaign.power_kinds) and not kind_of(trait, Power(kind=sort), campaign)
    priced = look.options[FudgeOptions].power_cost == "gm"
    return priced or unknown or (entry is not None and entry.doubtful)


def _wished(c: TakeTrait, play: Play, draft: Draft, ruling: Ruling) -> Ruling | None:
    """What a Power costs, as the GM allows it; None where he does not.

    He may also suggest something that fits the campaign better. FUD-082, FUD-083.
    """
    if runs(play, play.by) or not doubted(play, c.trait, c.sort):
        return ruling
    kind = kind_of(c.trait, Power(kind=c.sort), play.state[Fudge].campaign)
    times = kinds()[kind].times if kind and draft.limits.counted else (1, 2, 3)
    offered = [one for one in GRANTS if draft.limits.counted or TIMES[one.id] == 1]
    said = play.ask(
        "May this Power be had?",
        choices=(*(one for one in offered if TIMES[one.id] in times), *NO),
        name="power-wish",
        rule="FUD-082",
    )
    if said.id in TIMES:
        return replace(ruling, times=TIMES[said.id])
    words, made = "", draft
    if said.id == "suggest":
        words = play.ask("What would fit?", of=str, name="suggestion", rule="FUD-082")
    else:
        made = replace(draft, vetoed=(*draft.vetoed, key("power", c.trait)))
    rule = "FUD-082" if words else "FUD-083"
    play.emit(PowerDenied(actor=c.actor, draft=made, trait=c.trait, words=words, rule=rule))
    return None


TIMES = {"grant": 1, "grant-double": 2, "grant-triple": 3}
"""How many times its price a Power costs, by what the GM answers."""

GRANTS = (
    Choice("grant", label="yes", rule="FUD-083"),
    Choice("grant-double", label="yes, at twice its price", rule="FUD-083"),
    Choice("grant-triple", label="yes, at three times its price", rule="FUD-083"),
)
NO = (
    Choice("suggest", label="no, but something like it", rule="FUD-082"),
    Choice("forbid", label="no, and it stays so", rule="FUD-083"),
)
"""What the GM may answer to whoever wishes for a Power."""


def _compensated(made: Draft, name: str, play: Play) -> Draft:
    """A device may break down, and the GM may give a skill level for that. FUD-129."""
    said = play.ask(
        "Is there a skill level for what may break down?",
        choices=(
            Choice("level", label="a skill level", rule="FUD-129"),
            Choice("nothing", label="nothing", rule="FUD-129"),
        ),
        name="compensation",
        rule="FUD-129",
    )
    if said.id == "nothing":
        return made
    gifts = made.sheet.gifts
    gift = replace(gifts[name], compensated=True)
    return replace(made, sheet=replace(made.sheet, gifts={**gifts, name: gift}))


def _dearer(before: Draft, after: Draft) -> tuple[str, ...]:
    """Skills that a Fault makes dear which did not before, or no longer does."""
    one, other = (
        {skill for fault in draft.sheet.faults.values() for skill in fault.doubles}
        for draft in (before, after)
    )
    return tuple(sorted((one ^ other) & after.sheet.skills.keys()))


def unburdened(play: Play, actor: str, before: Draft, after: Draft) -> Draft:
    """A draft after something was struck, its skills at what they cost without that."""
    for skill in _dearer(before, after):
        after, _ = paid(play, actor, after, skill, after.entries[skill])
    return after


def _power(c: TakeTrait, options: FudgeOptions) -> Power:
    """The Power as it will be written."""
    return Power(
        name=c.name,
        level=None if c.level is None else level(c.level, "$.level", options.ladder),
        worth=1 if c.worth is None else c.worth,
        uses=c.uses,
        damage=c.damage,
        drawbacks=c.drawbacks,
        note=c.note,
        kind=c.sort,
        skill=c.skill,
        fault=c.fault,
        scale=c.scale,
    )


def _taken(draft: Draft, c: TakeTrait, options: FudgeOptions) -> Draft:
    sheet = draft.sheet
    if c.kind == "gift":
        step = 1 if c.level is None else level(c.level, "$.level", options.ladder)
        gift = Gift(
            name=c.name,
            level=step,
            worth=1 if c.worth is None else c.worth,
            note=c.note,
            implant=c.implant,
            bonus=c.bonus,
        )
        return replace(draft, sheet=replace(sheet, gifts={**sheet.gifts, c.trait: gift}))
    if c.kind == "power":
        power = _power(c, options)
        return replace(draft, sheet=replace(sheet, powers={**sheet.powers, c.trait: power}))
    fault = Fault(
        name=c.name,
        worth=c.worth,
        superfault=c.kind == "superfault",
        mandatory=c.mandatory,
        doubles=c.doubles,
        note=c.note,
    )
    return replace(draft, sheet=replace(sheet, faults={**sheet.faults, c.trait: fault}))


@rules.tells(TraitTaken, aside=True)
def tell_taken(e: TraitTaken, telling: Telling) -> str:
    """What he has now."""
    return telling.say(
        f"fudge.trait_taken.{e.kind}", name=e.draft.name, trait=named(telling, e.draft, e.trait)
    )


@rules.tells(PowerDenied)
def tell_denied(e: PowerDenied, telling: Telling) -> str:
    """That he does not have it, and what the GM suggests."""
    name = named(telling, e.draft, e.trait)
    key = "fudge.power.suggested" if e.words else "fudge.power.forbidden"
    return telling.say(key, name=e.draft.name, power=name, words=e.words)
