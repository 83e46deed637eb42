"""Files to read."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rollbook import Ruleset, hookimpl
from rollbook.core import plugging
from rollbook.journal import SQLiteStore

from . import disputed
from .forging import Forger
from .tables import play_duel


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The printed duel in a file, for all to read and nobody to write."""
    path = tmp_path_factory.mktemp("duel") / "duel.db"
    session = play_duel(path)
    session.close()
    session.store.close()
    return path


@pytest.fixture
def duel(played: Path, tmp_path: Path) -> Path:
    """The printed duel in a file of one's own."""
    return Path(shutil.copy(played, tmp_path / "duel.db"))


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The disputed evening, and another session beside it; for nobody to write."""
    path = tmp_path_factory.mktemp("evening") / "evening.db"
    store = SQLiteStore(path)
    for name, strikes in (("s", 6), ("t", 2)):
        disputed.played(store, name, strikes=strikes).session.close()
    store.close()
    return path


@pytest.fixture
def forger(evening: Path, tmp_path: Path) -> Forger:
    """The evening in a file of one's own, with somebody at it."""
    return Forger(Path(shutil.copy(evening, tmp_path / "evening.db")))


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[[Ruleset], None]:
    """Let the command line find a ruleset, as if a plugin with it were installed."""

    def add(ruleset: Ruleset) -> None:
        class Plugin:
            @hookimpl
            def rollbook_rulesets(self) -> list[Ruleset]:
                return [ruleset]

        class Point:
            name = ruleset.name
            dist = None

            def load(self) -> Any:
                return Plugin()

        installed = plugging.points()
        monkeypatch.setattr(plugging, "points", lambda: [*installed, Point()])

    return add
