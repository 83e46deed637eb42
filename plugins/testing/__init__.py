"""The kit for plugin authors: scenarios, laws of every ruleset, abstract tests of a store.

Opt in with ``pytest_plugins = ["rollbook.plugins.testing"]``; the fixture ``scenario`` then
makes a session in memory with its dice in the test's hand.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .scenario import MakeScenario, scenarios


@pytest.fixture
def scenario() -> Iterator[MakeScenario]:
    """Makes scenarios: a session in memory, given, when, then."""
    with scenarios() as make:
        yield make
