"""The kit for plugin authors: scenarios, laws of every ruleset, abstract tests of a store.

Opt in with ``pytest_plugins = ["rollbook.plugins.testing"]``; the fixture ``scenario`` then
makes a session in memory with its dice in the test's hand.
"""

from __future__ import annotations

import pytest

from .scenario import MakeScenario, Scenario


@pytest.fixture
def scenario() -> MakeScenario:
    """Makes scenarios: a session in memory, given, when, then."""
    return Scenario
