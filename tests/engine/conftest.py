"""What every test of the engine shares."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rollbook.plugins.testing.scenario import MakeScenario, Scenario, scenarios
from rollbook.plugins.testing.toys import Enter, brawl, charms


@pytest.fixture
def scenario() -> Iterator[MakeScenario]:
    with scenarios() as make:
        yield make


@pytest.fixture
def tavern(scenario: MakeScenario) -> Scenario:
    """A brawl with charms: anna plays ann, bert plays bo, and the GM has cy."""
    play = scenario(brawl, charms, actors={"ann": "anna", "bo": "bert", "cy": ""})
    play.given(*(Enter(actor=actor, points=10) for actor in ("ann", "bo", "cy")))
    for actor, luck in (("ann", 2), ("bo", 1)):
        play.given({"type": "table.open_pool", "actor": actor, "pool": "luck", "balance": luck})
    return play
