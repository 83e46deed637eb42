"""The book's fourteen characters before the rules of making characters (6.3)."""

from __future__ import annotations

import pytest

from rollbook.plugins.fudge import FudgeOptions
from rollbook.plugins.fudge.content.creation import Caps
from rollbook.plugins.fudge.content.samples import samples
from rollbook.plugins.fudge.creation.auditing import audit
from rollbook.plugins.fudge.creation.limits import limits_for, limits_of, preset_of
from rollbook.plugins.fudge.creation.samples import printed

LEFT = {"moose": 3, "tarag": -18, "floranna": -6, "fan-yin-wong": -24}
"""What is over on the stated totals, in skill levels, added up by hand: nothing but for these.

Moose pays a whole Fault for one attribute level (6 - 3); Tarag has no Fault for a Power and a half
(18); Floranna has 11 Gifts' worth for 12; Fan Yin Wong's Faults are demanded, and 4 are missing."""

CROWDED = {"scruffy": (4, 2), "dolores": (3, 2), "wallop": (4, 3), "seihook": (3, 2)}
"""Great skills listed, and how many the notes allow."""


@pytest.mark.rule("FUD-266", "FUD-268")
@pytest.mark.parametrize("name", samples())
def test_the_contradictions_of_a_printed_sheet_are_found_and_no_others(name: str) -> None:
    found = audit(printed(samples()[name]))
    assert found.left == LEFT.get(name, 0)
    crowded = [(one.have, one.allowed) for one in found.findings if one.code == "crowded"]
    assert crowded == ([CROWDED[name]] if name in CROWDED else [])
    unbalanced = [one for one in found.findings if one.code == "unbalanced"]
    assert bool(unbalanced) == (found.left < 0)
    wrong = {one.what for one in found.findings if one.code in ("printed-sum", "stated-sum")}
    totals = {"attribute": found.attributes, "skill": found.skills}
    for kind, total in totals.items():
        assert (kind in wrong) == (total.printed != total.by_rule or total.stated != total.by_rule)


@pytest.mark.rule("FUD-268")
def test_as_the_book_is_read_brogo_comes_to_what_he_states_and_caps_hold() -> None:
    assert audit(printed(samples()["brogo"], decided=True)).skills.by_rule == 50
    for name in CROWDED:
        found = audit(printed(samples()[name], decided=True)).findings
        assert "crowded" not in {one.code for one in found}


@pytest.mark.rule("FUD-267")
@pytest.mark.parametrize("name", samples())
def test_a_preset_is_what_the_sample_was_made_under(name: str) -> None:
    limits = limits_for(samples()[name], decided=True)
    preset = preset_of(name, limits_of(FudgeOptions()))
    for field in ("attributes", "attribute_levels", "skill_levels", "gifts", "mandatory"):
        assert getattr(preset, field) == getattr(limits, field), field


@pytest.mark.rule("FUD-267")
def test_a_preset_has_the_slots_that_there_were_before_any_was_changed() -> None:
    """Scruffy might have had one skill at Superb; he gave it for two more at Great."""
    table = limits_of(FudgeOptions())
    assert preset_of("scruffy", table).skill_caps == Caps(1, 2, None)
    assert printed(samples()["scruffy"], decided=True).limits.skill_caps == Caps(0, 4, None)
    assert preset_of("wallop", table).skill_caps == Caps(1, 4, 8)
    assert preset_of("brogo", table).bonus == {"damage-resistance": 1, "health": 1}
