"""What holds of every character in the making, whatever is done to him and taken back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollbook.core.errors import RollbookError
from rollbook.plugins.fudge import Draft
from rollbook.plugins.fudge.content.creation import Caps
from rollbook.plugins.fudge.creation.accounts import accounts, overall
from rollbook.plugins.fudge.creation.limits import Swap, swapped
from rollbook.plugins.testing import laws

from .drafting import Workshop

LEVELS = st.integers(-4, 4)
TRAITS = st.sampled_from(["a", "b", "c", "d"])
KINDS = st.sampled_from(["attribute", "skill", "gift", "fault", "power", "fudge-point"])
HARD = st.sampled_from(["easy", "normal", "hard", "very-hard"])

COMMANDS = st.one_of(
    st.fixed_dictionaries(
        {
            "type": st.just("set_trait"),
            "trait": TRAITS,
            "level": LEVELS,
            "kind": st.sampled_from(["", "attribute", "skill"]),
            "difficulty": HARD,
            "studied": st.booleans(),
        }
    ),
    st.fixed_dictionaries(
        {
            "type": st.just("take_trait"),
            "trait": TRAITS,
            "kind": st.sampled_from(["gift", "fault", "superfault", "power"]),
            "worth": st.none() | st.integers(0, 3),
        }
    ),
    st.fixed_dictionaries({"type": st.just("strike_trait"), "trait": TRAITS | st.just("")}),
    st.fixed_dictionaries(
        {
            "type": st.just("price_trait"),
            "trait": TRAITS,
            "times": st.integers(0, 3),
            "plus": st.integers(-3, 3),
        }
    ),
    st.fixed_dictionaries(
        {"type": st.just("trade_levels"), "get": KINDS, "give": KINDS, "amount": st.integers(1, 12)}
    ),
    st.fixed_dictionaries(
        {
            "type": st.just("trade_slots"),
            "level": st.sampled_from(["superb", "great"]),
            "back": st.booleans(),
            "amount": st.integers(1, 3),
        }
    ),
    st.fixed_dictionaries(
        {"type": st.just("grant_levels"), "kind": KINDS, "amount": st.integers(-3, 3)}
    ),
    st.fixed_dictionaries({"type": st.just("return"), "back": st.integers(1, 4)}),
)

FAIR_COSTS = {"easy": 1, "normal": 2, "hard": 3, "very-hard": 4}


def cost_of(level: int, hard: str, studied: bool) -> int:
    """By the printed table: so much at Fair, one more or less for each level."""
    return max(1, level + FAIR_COSTS[hard]) if studied else level + FAIR_COSTS[hard]


def ruled(cost: int, times: int, plus: int) -> int:
    return cost * (1 if cost < 0 and times > 1 else times) + plus


def brute(draft: Draft, options: dict[str, int]) -> int:
    """Income less what was spent, in skill levels, from the sheet and the rulings alone."""
    sheet, balance = draft.sheet, 3 * (options["attributes"] // 2) + options["skills"] + 6 * 2

    def rule(key: str, cost: int) -> int:
        ruling = draft.rulings.get(key)
        return ruled(cost, ruling.times, ruling.plus) if ruling else cost

    for name, level in sheet.attributes.items():
        assert isinstance(level, int)
        balance -= 3 * rule(name, level)
    for name, level in sheet.skills.items():
        assert isinstance(level, int)
        studied = draft.entries[name].studied
        hard = sheet.difficulty.get(name, "normal")
        balance -= rule(name, cost_of(level, hard, studied))
    for name, gift in sheet.gifts.items():
        balance -= 6 * rule(f"gift:{name}", gift.worth)
    for name, power in sheet.powers.items():
        balance -= 12 * rule(f"power:{name}", power.worth)
    for name, fault in sheet.faults.items():
        worth = fault.worth if fault.worth is not None else 2 if fault.superfault else 1
        balance += 3 * rule(f"fault:{name}", 2 * worth)
    units = {"attribute": 3, "skill": 1, "gift": 6, "power": 12, "fault": 3, "fudge-point": 6}
    return balance + sum(units[kind] * more for kind, more in draft.granted.items())


@pytest.mark.rule("FUD-052", "FUD-068")
@settings(max_examples=60, deadline=None)
@given(st.lists(COMMANDS, max_size=14))
def test_the_ledger_is_income_less_what_was_spent_whatever_was_done(
    commands: list[dict[str, Any]],
) -> None:
    """Trades move levels and make none; a command that is refused changes nothing; a return
    brings back what was."""
    shop = Workshop(attribute_count=8, skill_pool=20, fp_trade_at_creation=1).begin()
    was = {shop.tavern.session.timeline.commits - 1: shop.draft}
    for command in commands:
        before = shop.draft
        try:
            if command["type"] == "return":
                seen = sorted(was)
                to = seen[max(0, len(seen) - 1 - command["back"])]
                shop.tavern.do({"type": "table.return", "to": to, "reason": "second thoughts"})
                assert shop.draft == was[to]
            else:
                fields = {name: value for name, value in command.items() if name != "type"}
                shop.send(command["type"], "master", **fields)
        except RollbookError:
            assert shop.draft == before
        was[shop.tavern.session.timeline.commits - 1] = shop.draft
        _sound(shop)


def _sound(shop: Workshop) -> None:
    draft = shop.draft
    found = accounts(draft)
    assert overall(found, 1) == brute(draft, {"attributes": 8, "skills": 20})
    assert all(
        -3 <= level <= 3 for level in (*draft.sheet.attributes.values(),) if isinstance(level, int)
    )
    assert all(-3 <= level <= 3 for level in draft.sheet.skills.values() if isinstance(level, int))
    units = {"attribute": 3, "skill": 1, "gift": 6, "power": 12, "fault": 3, "fudge-point": 6}
    assert sum(units[kind] * moved for kind, moved in draft.traded.items()) == 0
    slots = swapped(draft.limits.skill_caps, draft.skill_slots)
    assert min(slots.superb or 0, slots.great or 0, slots.good or 0) >= 0
    on_paper = [len(sheet_of) for sheet_of in (draft.sheet.attributes, draft.sheet.skills)]
    on_paper += [len(draft.sheet.gifts), len(draft.sheet.faults), len(draft.sheet.powers)]
    assert len(draft.entries) == sum(on_paper)


@pytest.mark.rule("FUD-049")
@given(st.integers(-9, 9), st.integers(-9, 9))
def test_slots_changed_and_changed_back_are_what_they_were(superb: int, great: int) -> None:
    """A Superb is worth two Great, and four Good; no change makes slots worth more."""
    caps = Caps(superb=20, great=40, good=60)

    def value(slots: Caps) -> int:
        return 4 * (slots.superb or 0) + 2 * (slots.great or 0) + (slots.good or 0)

    changed = swapped(caps, Swap(superb, great))
    assert value(changed) == value(caps)
    assert swapped(changed, Swap(-superb, -great)) == caps


@pytest.mark.rule("FUD-073")
def test_the_laws_hold_for_the_making_of_a_character() -> None:
    """Suspended in a review and in play, returned, and seen by each alone."""
    shop = Workshop(creation="random", attribute_count=4).begin()
    shop.roll((3, 4), kind="attribute", trait="strength")
    shop.roll((2,), kind="gift")
    shop.set("sword", "Good")
    shop.send("submit_draft")
    shop.send("reject_draft", "master")
    laws.hold(shop.tavern.session)
    shop.tavern.session.do({"type": "table.answer", "answer": "trouble"}, "master")
    shop.send("approve_draft", "master")
    shop.send("define_trait", trait="riding", level="Fair")
    laws.hold(shop.tavern.session)
    shop.tavern.session.do({"type": "table.answer", "answer": "define"}, "master")
    laws.hold(shop.tavern.session)
    for viewer in ("master", "anna", "bea"):
        laws.view_is_filtered_journal(shop.tavern.session, viewer)
