"""Making characters where the campaign has a list of traits (2.3 to 2.6)."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.core.errors import Refused
from rollbook.plugins.fudge.creation.writing import TraitSet

from .drafting import Workshop
from .tavern import of


def listed(**options: Any) -> Workshop:
    shop = Workshop(**options)
    for name in ("body", "mind", "soul", "luck"):
        shop.tavern.do({"type": "fudge.list_trait", "trait": name, "listed": {"kind": "attribute"}})
    skills: dict[str, dict[str, Any]] = {
        "spanish": {"studied": True},
        "physics": {"difficulty": "very-hard", "studied": True},
        "gambling": {"breadth": "broad"},
    }
    for name, fields in skills.items():
        as_ = {"kind": "skill"} | fields
        shop.tavern.do({"type": "fudge.list_trait", "trait": name, "listed": as_})
    return shop


@pytest.mark.rule("FUD-053", "FUD-057", "FUD-059", "FUD-060", "FUD-064")
def test_the_campaigns_list_says_what_traits_are_and_cost() -> None:
    shop = listed(skill_breadth="mixed_double").begin()
    assert shop.ledger["attribute"].free == 2
    shop.set("added", "Fair", kind="attribute")
    assert shop.ledger["attribute"].free == 2
    assert of(shop.set("body", "Good"), TraitSet).draft.entries["body"].kind == "attribute"
    assert of(shop.set("spanish", "Mediocre"), TraitSet).cost == 1
    assert of(shop.set("physics", "Fair"), TraitSet).cost == 4
    assert of(shop.set("gambling", "Fair"), TraitSet).cost == 4
    for wrong in ({"trait": "body", "kind": "skill"}, {"trait": "physics", "difficulty": "easy"}):
        with pytest.raises(Refused):
            shop.send("set_trait", level="Fair", **wrong)


@pytest.mark.rule("FUD-009", "FUD-029")
def test_damage_resistance_is_the_attribute_that_it_is_here() -> None:
    shop = listed()
    shop.tavern.do({"type": "fudge.describe_traits", "resistance": "body"})
    shop.begin()
    shop.set("body", "Great")
    shop.approved()
    assert shop.tavern.character("ada").resistance == 2
