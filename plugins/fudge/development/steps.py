"""One level up: from where somebody stands, and what stands on his sheet then (5: FUD-253).

Of Powers with levels too: FUD-113, FUD-124, FUD-125.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from ....core.errors import Refused
from ....core.ids import check_id
from ....core.look import Look
from ..content.traits import powers
from ..ladder import FAIR
from ..options import FudgeOptions
from ..paper import Difficulty, Power, Sheet
from ..powers.bearing import implanted
from ..powers.kinds import kind_of, mental
from ..state import ATTRIBUTES, Fudge, TraitKind, character
from ..state import RESISTANCE as BOUGHT
from ..traits.campaign import Campaign
from ..traits.standing import DEFAULTS, on_paper, stands

RESISTANCE = "resistance"
"""Damage Resistance as a trait that goes up; an attribute (FUD-009)."""

Grown = Literal["attribute", "skill", "power"]
"""Kinds of what goes up by levels."""


class Step(Struct, frozen=True):
    """One level up.

    Args:
        trait: its id.
        kind: attribute, skill, or a Power with levels.
        before: rung that it leaves.
        difficulty: of a skill.
    """

    trait: str
    kind: Grown
    before: int
    difficulty: Difficulty = "normal"

    @property
    def after(self) -> int:
        """Rung that it reaches: one level at a time (FUD-253)."""
        return self.before + 1


def step(
    look: Look,
    actor: str,
    trait: str,
    kind: TraitKind,
    difficulty: Difficulty,
    path: str = "$.trait",
) -> Step:
    """The step from where somebody stands on a trait. FUD-026, FUD-027, FUD-050, FUD-060, FUD-115.

    What is not on his sheet is what the campaign's list says, and stands where a broader trait of
    his does, or at its default, as his race bends it; what has to be studied begins there too.

    Args:
        look: of now.
        actor: who.
        trait: its id; ``resistance`` for Damage Resistance; of a Power of his, the step is one of
            its levels (FUD-113).
        kind: what it is, where neither sheet nor list says so.
        difficulty: of a skill, likewise.
        path: where the command names the trait.

    Raises:
        Refused: he is not in play, or it is nothing that goes up by levels.
        Invalid: it is no id.
    """
    who = character(look, actor)
    campaign = look.state[Fudge].campaign
    if trait in (RESISTANCE, BOUGHT):
        if campaign.resistance:
            raise Refused(
                f"Damage Resistance is {campaign.resistance} in this campaign",
                path=path,
                rule="FUD-009",
                hint=f"raise {campaign.resistance}",
            )
        return Step(RESISTANCE, "attribute", who.resistance)
    known = who.traits.get(trait)
    if known is not None:
        own = known.level - implanted(who.sheet).get(trait, 0)  # an implant grows with nobody
        return Step(trait, known.kind, own, known.difficulty)
    if trait in who.powers:
        return Step(trait, "power", _levelled(look, trait, who.powers[trait], path))
    listed = campaign.traits.get(trait)
    if listed and listed.kind not in ("attribute", "skill"):
        raise Refused(
            f"{trait} is a {listed.kind} in this campaign",
            path=path,
            rule="FUD-009",
            hint="Gifts and Powers are bought: fudge.acquire",
        )
    check_id(trait, path)
    is_attribute = trait in ATTRIBUTES or (listed.kind if listed else kind) == "attribute"
    if is_attribute and mental(trait, campaign):
        raise Refused(
            f"nobody has {trait} by default",
            path=path,
            rule="FUD-084",
            hint="it is bought as a Power: fudge.acquire; or written down: fudge.revise",
        )
    paper = on_paper(who, look.state[Fudge].races, campaign)
    found = stands(paper, trait, campaign, look.options[FudgeOptions])
    hard = listed.difficulty if listed else difficulty
    default = (FAIR if is_attribute else DEFAULTS[hard]) + paper.bonus.get(trait, 0)
    before = found.level if found.own and found.level is not None else default
    return Step(trait, "attribute", before) if is_attribute else Step(trait, "skill", before, hard)


def rung(name: str, power: Power, campaign: Campaign, options: FudgeOptions) -> int | None:
    """The level at which a Power stands that may rise; None for one without. FUD-113, FUD-125.

    Psi has levels where the table says so, and without them goes as far as the GM says (FUD-124).
    One that the book has by levels stands at its first where its sheet does not say.

    Args:
        name: its id.
        power: as it is written.
        campaign: the list of traits.
        options: of the table.
    """
    psi, entry = kind_of(name, power, campaign) == "psi", powers().get(name)
    if psi and options.psi_model != "levelled":
        return None
    if power.level is None and (psi or (entry is not None and entry.levelled)):
        return options.power_base
    return power.level


def _levelled(look: Look, name: str, power: Power, path: str) -> int:
    campaign = look.state[Fudge].campaign
    found = rung(name, power, campaign, look.options[FudgeOptions])
    if found is None:
        psi = kind_of(name, power, campaign) == "psi"
        raise Refused(
            f"{name} is a Power without levels",
            path=path,
            rule="FUD-124" if psi else "FUD-113",
            hint="the option psi_model=levelled" if psi else "fudge.revise writes down its first",
        )
    return found


def written(look: Look, sheet: Sheet, taken: Step) -> Sheet:
    """The sheet after the step.

    Args:
        look: of now, for the attribute that Damage Resistance is taken from.
        sheet: before.
        taken: the step.
    """
    if taken.trait == RESISTANCE:
        made = replace(sheet, resistance=taken.after)
        if BOUGHT in sheet.attributes:  # it was bought under this id when he was made
            made = replace(made, attributes={**sheet.attributes, BOUGHT: taken.after})
        return made
    if taken.kind == "power":
        power = replace(sheet.powers[taken.trait], level=taken.after)
        return replace(sheet, powers={**sheet.powers, taken.trait: power})
    if taken.kind == "attribute":
        made = replace(sheet, attributes={**sheet.attributes, taken.trait: taken.after})
        source = look.state[Fudge].campaign.resistance
        return replace(made, resistance=None) if taken.trait == source else made
    difficulty = dict(sheet.difficulty)
    if taken.difficulty != "normal":
        difficulty[taken.trait] = taken.difficulty
    skills = {**sheet.skills, taken.trait: taken.after}
    return replace(sheet, skills=skills, difficulty=difficulty)
