"""What whoever makes a character may spend, and how much of what is best he may have.

FUD-045 to 049, 053, 054, 057, 058, 062, 067, 083, 090, 091, 111, 113, 124, 128, 267 and 270.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from ..content.creation import Caps, Tone, creation
from ..content.samples import Sample, samples
from ..ladder import FAIR, GOOD, GREAT, SUPERB, TERRIBLE, highest, lowest
from ..options import FudgeOptions
from ..powers.kinds import device, mental

Method = Literal[
    "objective", "subjective_free", "subjective_quota", "subjective_narrative", "random"
]
Pool = Literal["half_floor", "half_ceil", "full"]
Slotted = Literal["attribute", "skill"]
Levelled = Literal["powers", "attribute", "skill", "gift"]
"""What a level of a Power above its first costs (FUD-090, FUD-113)."""


class Limits(Struct, frozen=True):
    """What one character may be made of.

    Args:
        method: how he is made.
        attributes: how many attributes the GM has given; None where players choose them.
        attribute_levels: levels for attributes; None for what the number of them gives.
        pool: what that number gives (FUD-053, FUD-054).
        skill_levels: levels for skills.
        gifts: free Gifts.
        powers: free Powers.
        attribute_caps: most attributes at each level.
        skill_caps: most skills at each level.
        skills_most: most skills; 0 where there is no end (FUD-047).
        faults_least: Faults that everybody has by quota (FUD-048).
        mandatory: Faults that have to be taken and pay for nothing (FUD-270).
        trades: whether levels of one kind buy those of another.
        fudge_point: Gifts that a Fudge Point is worth; 0 where it buys none (FUD-069).
        superfault: Faults that a Superfault is worth.
        broad_times: how many times dearer a broad skill is than others.
        broad_most: level that a broad skill may reach; None where there is no end.
        power_base: level from which each further one of a Power costs something.
        power_levels: what it costs then: a Gift, unless the table says otherwise.
        power_times: how many times its usual price a Power costs (FUD-083).
        power_usage: whether Powers have to be limited by the day, or by a drawback (FUD-087, 090).
        psi: whether psi is Powers, Powers with levels, or attributes (FUD-091, FUD-124, FUD-125).
        implants: whether devices in the body are Powers, or Gifts (FUD-128).
        superstrength: whether great strength costs levels of Scale, or is one Power (FUD-111).
        mass: whether Mass goes with it, and is paid for (FUD-110, FUD-112).
        bonus: levels by race, by id of the trait, which the trait itself does not cost (FUD-115).
        race: what his race costs, by kind; what it brings is less than nothing (FUD-110, FUD-117).
        ladder: words of the table's own ladder and their numbers (FUD-004); empty for the book's.
        least: lowest level at which anybody begins.
        most: highest level at which anybody begins.
    """

    method: Method = "objective"
    attributes: int | None = None
    attribute_levels: int | None = None
    pool: Pool = "half_floor"
    skill_levels: int = 0
    gifts: int = 0
    powers: int = 0
    attribute_caps: Caps = Caps()
    skill_caps: Caps = Caps()
    skills_most: int = 0
    faults_least: int = 0
    mandatory: int = 0
    trades: bool = True
    fudge_point: int = 0
    superfault: int = 2
    broad_times: int = 1
    broad_most: int | None = None
    power_base: int | None = None
    power_levels: Levelled = "gift"
    power_times: int = 1
    power_usage: Literal["at_will", "daily", "drawbacks"] = "at_will"
    psi: Literal["simple", "levelled", "attributes"] = "simple"
    implants: Literal["powers", "gifts"] = "powers"
    superstrength: Literal["scale", "power"] = "scale"
    mass: bool = True
    bonus: dict[str, int] = {}
    race: dict[str, int] = {}
    ladder: dict[str, int] = {}
    least: int = TERRIBLE
    most: int = SUPERB

    @property
    def counted(self) -> bool:
        """Whether levels are counted: with levels to spend, or on top of the dice."""
        return self.method in ("objective", "random")

    @property
    def quotas(self) -> bool:
        """Whether numbers of Gifts and Faults are quotas, not prices (FUD-048)."""
        return self.method == "subjective_quota"


def attribute_levels(count: int, pool: Pool, added: int = 0, *, chosen: bool = False) -> int:
    """Levels to raise attributes with: half their number, or as many. FUD-053, FUD-054, FUD-057.

    Args:
        count: attributes that the GM has given, or that the player chose.
        pool: ``half_floor`` for realism, ``half_ceil`` for legends, ``full`` for heroes.
        added: attributes that the player adds to those.
        chosen: whether players choose their attributes; else what they add brings no levels.
    """
    number = count + (added if chosen else 0)
    return {"half_floor": number // 2, "half_ceil": (number + 1) // 2, "full": number}[pool]


def limits_of(options: FudgeOptions, listed: int = 0) -> Limits:
    """The limits that a table's options set.

    Args:
        options: of the table.
        listed: attributes on the campaign's list, which count where no number is set.
    """
    given = options.attribute_count or listed
    broad = {"mixed_double": 2, "mixed_triple": options.skill_broad_times}
    made = Limits(
        method=options.creation,
        attributes=given if given and options.attribute_list == "gm" else None,
        attribute_levels=_fixed(options),
        pool=_pool(options),
        skill_levels=_skill_levels(options),
        gifts=options.gifts_free,
        powers=options.powers_free,
        skill_caps=_tone(options).caps if options.skill_caps == "by_tone" else options.skill_caps,
        mandatory=options.mandatory_faults,
        trades=options.trade_rates == "table" and _random(options, options.rand_trades, True),
        fudge_point=options.fp_trade_at_creation,
        superfault=options.superfault_worth,
        broad_times=broad.get(options.skill_breadth, 1),
        broad_most=GOOD if options.skill_breadth == "mixed_triple" else None,
        ladder=options.ladder,
        least=lowest(options.ladder),
        most=highest(options.ladder),
    )
    return _by_method(_beyond_humans(made, options), options)


def power_times(options: FudgeOptions) -> int:
    """How many times its usual price each Power costs at this table. FUD-083.

    Whoever grows pays as many times as much as whoever is made: the book lets what is worth more
    cost more, and names the Experience Points for a Power as the least that is asked (FUD-252).
    """
    return {"double": 2, "triple": 3}.get(options.power_cost, 1)


def _beyond_humans(made: Limits, options: FudgeOptions) -> Limits:
    """What Powers, psi and implants are here, and cost. FUD-083, 091, 111, 113, 124, 125, 128."""
    levels = options.power_levels
    return replace(
        made,
        power_base=None if levels == "free" else options.power_base,
        power_levels="gift" if levels == "free" else levels,
        power_times=power_times(options),
        power_usage=options.power_usage,
        psi=options.psi_model,
        implants=options.implants_as,
        superstrength=options.superstrength,
        mass=options.scale != "split",
    )


def _by_method(made: Limits, options: FudgeOptions) -> Limits:
    if options.creation == "subjective_free":
        return replace(made, skill_caps=Caps())
    if options.creation != "subjective_quota":
        return made
    attributes, skills = options.quota_attributes, options.quota_skills
    if options.quota_sets != "custom":
        sets = _tone(options).quota if options.quota_sets == "by_tone" else options.quota_sets
        quota = creation().quota[sets]
        attributes, skills = quota.attributes, quota.skills
    return replace(
        made,
        attribute_caps=attributes,
        skill_caps=skills,
        skills_most=options.quota_skills_most,
        gifts=options.quota_gifts,
        faults_least=options.quota_faults,
    )


def _random(options: FudgeOptions, value: bool, otherwise: bool) -> bool:
    return value if options.creation == "random" else otherwise


def _tone(options: FudgeOptions) -> Tone:
    """What the campaign's tone measures where the table has said nothing else."""
    return creation().tone[options.tone]


def _pool(options: FudgeOptions) -> Pool:
    """How the number of attributes gives levels; a number of levels makes it idle."""
    pool = options.attribute_pool
    return _tone(options).pool if isinstance(pool, int) or pool == "by_tone" else pool


def _fixed(options: FudgeOptions) -> int | None:
    if options.creation == "random" and options.rand_attribute_levels == "none":
        return 0
    return options.attribute_pool if isinstance(options.attribute_pool, int) else None


def _skill_levels(options: FudgeOptions) -> int:
    """Levels for skills: by their breadth, or as the GM says; half of them beside the dice."""
    pool = options.skill_pool
    levels = creation().skill_pool[options.skill_breadth] if isinstance(pool, str) else pool
    halved = options.creation == "random" and options.rand_skill_levels == "half"
    return levels // 2 if halved else levels


class Swap(Struct, frozen=True):
    """Slots that were changed for others; less than none where two made one (FUD-049).

    Args:
        superb: slots at Superb, each given for two at Great.
        great: slots at Great, each given for two at Good.
    """

    superb: int = 0
    great: int = 0


def swapped(caps: Caps, swap: Swap) -> Caps:
    """Slots after some were changed: one for two of the level below, or two for one. FUD-049.

    Args:
        caps: slots before; where one has no end, changing it changes nothing.
        swap: what was changed.
    """

    def plus(slots: int | None, more: int) -> int | None:
        return None if slots is None else slots + more

    return Caps(
        superb=plus(caps.superb, -swap.superb),
        great=plus(caps.great, 2 * swap.superb - swap.great),
        good=plus(caps.good, 2 * swap.great),
    )


def limits_for(sample: Sample, *, decided: bool = False) -> Limits:
    """The limits under which one of the book's samples was made. FUD-267.

    Args:
        sample: of the book.
        decided: whether they are read as its sums bear them out, where the book contradicts
            itself; else as they are printed.
    """
    given, reading = sample.limits, sample.decided
    levels, great = given.skill_levels, given.great
    if reading and reading.skill_levels is not None:
        levels = reading.skill_levels  # two numbers are printed, and the sums say which
    gifts = sample.sheet.gifts.items()
    if reading and decided and reading.great is not None:
        great = reading.great
    return Limits(
        attributes=given.attributes,
        attribute_levels=given.attribute_levels,
        skill_levels=levels,
        gifts=given.gifts,
        powers=given.powers or 0,
        skill_caps=Caps(given.superb, great, given.good),
        mandatory=given.mandatory_faults,
        power_base=_base(sample),
        psi="attributes" if any(mental(name) for name in sample.sheet.attributes) else "simple",
        implants="gifts" if any(device(name, gift) for name, gift in gifts) else "powers",
        bonus=given.bonus,
    )


def _base(sample: Sample) -> int | None:
    """Powers with a rung of their own are raised from the lowest at which one stands (FUD-090)."""
    rungs = [power.level for power in sample.sheet.powers.values() if power.level is not None]
    return min(rungs) if rungs and min(rungs) < FAIR else None


def preset_of(name: str, base: Limits) -> Limits:
    """The limits of one of the book's samples, for the rest as the table has them. FUD-267.

    Args:
        name: id of the sample.
        base: limits of the table.
    """
    found = limits_for(samples()[name], decided=True)
    return replace(
        base,
        attributes=found.attributes,
        attribute_levels=found.attribute_levels,
        skill_levels=found.skill_levels,
        gifts=found.gifts,
        powers=found.powers,
        skill_caps=found.skill_caps,
        mandatory=found.mandatory,
        power_base=found.power_base,
        power_levels="gift",
        psi=found.psi,
        implants=found.implants,
        bonus=found.bonus,
    )


def by_level(caps: Caps) -> dict[int, int | None]:
    """Caps by rung of the ladder, best first."""
    return {SUPERB: caps.superb, GREAT: caps.great, GOOD: caps.good}
