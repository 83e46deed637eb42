"""The stores that Rollbook brings along keep every promise of the protocol."""

from pathlib import Path

import pytest

from rollbook.core.memory import MemoryStore
from rollbook.core.store import Store
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing.stores import StoreContract


class Reported(StoreContract):
    """Promises of the contract that real users' reports asked for."""

    @pytest.mark.report(70)
    def test_sessions_do_not_leak_into_each_other(self, store: Store) -> None:
        super().test_sessions_do_not_leak_into_each_other(store)

    @pytest.mark.report(220)
    def test_readers_never_block_the_writer(self, store: Store) -> None:
        super().test_readers_never_block_the_writer(store)

    @pytest.mark.report(240)
    def test_what_was_appended_is_given_back_exactly(self, store: Store) -> None:
        super().test_what_was_appended_is_given_back_exactly(store)


class TestMemoryStore(Reported):
    __test__ = True

    def open(self) -> Store:
        return MemoryStore(timeout=0.2)


class TestSQLiteStore(Reported):
    __test__ = True
    folder: Path

    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path) -> None:
        self.folder = tmp_path

    def open(self) -> Store:
        return SQLiteStore(self.folder / "a game.rollbook", timeout=0.2)

    def reopen(self, store: Store) -> Store:
        return SQLiteStore(self.folder / "a game.rollbook", timeout=5)


class TestSQLiteStoreAtNormalDurability(TestSQLiteStore):
    def open(self) -> Store:
        return SQLiteStore(self.folder / "a game.rollbook", timeout=0.2, durability="normal")
