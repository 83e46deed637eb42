"""One level up: from where somebody stands, and what stands on his sheet then (5: FUD-253)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ....core.errors import Refused
from ....core.ids import check_id
from ....core.look import Look
from ..ladder import FAIR
from ..options import FudgeOptions
from ..paper import Difficulty, Sheet
from ..powers.bearing import implanted
from ..powers.kinds import mental
from ..state import ATTRIBUTES, Fudge, TraitKind, character
from ..state import RESISTANCE as BOUGHT
from ..traits.standing import DEFAULTS, Paper, stands

RESISTANCE = "resistance"
"""Damage Resistance as a trait that goes up; an attribute (FUD-009)."""


class Step(Struct, frozen=True):
    """One level up.

    Args:
        trait: its id.
        kind: attribute or skill.
        before: rung that it leaves.
        difficulty: of a skill.
    """

    trait: str
    kind: TraitKind
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
    """The step from where somebody stands on a trait. FUD-026, FUD-027, FUD-050, FUD-060.

    What is not on his sheet is what the campaign's list says, and stands where a broader trait of
    his does, or at its default; what has to be studied begins there too.

    Args:
        look: of now.
        actor: who.
        trait: its id; ``resistance`` for Damage Resistance.
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
    found = stands(Paper(who.traits), trait, campaign, look.options[FudgeOptions])
    hard = listed.difficulty if listed else difficulty
    default = FAIR if is_attribute else DEFAULTS[hard]
    before = found.level if found.by != trait and found.level is not None else default
    return Step(trait, "attribute", before) if is_attribute else Step(trait, "skill", before, hard)


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
    if taken.kind == "attribute":
        made = replace(sheet, attributes={**sheet.attributes, taken.trait: taken.after})
        source = look.state[Fudge].campaign.resistance
        return replace(made, resistance=None) if taken.trait == source else made
    difficulty = dict(sheet.difficulty)
    if taken.difficulty != "normal":
        difficulty[taken.trait] = taken.difficulty
    skills = {**sheet.skills, taken.trait: taken.after}
    return replace(sheet, skills=skills, difficulty=difficulty)
