"""A store behaves as a plain list does, whatever is done to it in whatever order."""

import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rollbook.core.errors import RollbookError
from rollbook.core.memory import MemoryStore
from rollbook.core.records import Record
from rollbook.core.store import Seed, Snapshot, Store
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing.commits import fact, grown

SESSIONS = st.sampled_from(["a", "b", "ż.1"])
BODIES = st.lists(st.text(max_size=20).map(lambda text: f'{{"n":{text!r}}}'.encode()), min_size=1)
KEYS = st.sampled_from(["", "k1", "k2", "ключ"])


class StoreMachine(RuleBasedStateMachine):
    """Each session is a list of commits, each of them a list of records."""

    store: Store

    def __init__(self) -> None:
        super().__init__()
        self.model: dict[str, list[list[Record]]] = {}
        self.kept: dict[str, dict[int, str]] = {}
        self.planted: dict[str, list[Seed]] = {}

    def flat(self, session: str) -> list[Record]:
        return [record for commit in self.model[session] for record in commit]

    @rule(session=SESSIONS, bodies=BODIES, key=KEYS, seed=st.integers(0, 2), fails=st.booleans())
    def write(self, session: str, bodies: list[bytes], key: str, seed: int, fails: bool) -> None:
        """One commit, which stands unless its key or seed was used or the writer fails."""
        commits = self.model.get(session, [])
        used = {commit[0].key for commit in commits} - {""}
        seeds = [Seed(seed, "open", bytes([seed] * 32))] if seed else []
        taken = key in used or any(one in self.planted.get(session, []) for one in seeds)
        records: list[Record] = []
        try:
            with self.store.write(session, new=session not in self.model) as tx:
                records, commit, frontier = grown(session, tx.head, bodies, key=key)
                tx.append(records, commit, frontier, seeds)
                if fails:
                    raise InterruptedError
        except InterruptedError:
            assert fails
        except RollbookError:
            assert taken
        else:
            assert not taken
            self.model.setdefault(session, []).append(records)
            self.planted.setdefault(session, []).extend(seeds)

    @precondition(lambda self: self.model)
    @rule(data=st.data(), digest=st.sampled_from("xy"))
    def keep(self, data: st.DataObject, digest: str) -> None:
        """A snapshot of some commit."""
        session = data.draw(st.sampled_from(sorted(self.model)))
        no = data.draw(st.integers(0, len(self.model[session]) - 1))
        size = sum(map(len, self.model[session][: no + 1]))
        self.store.keep(session, Snapshot(no, size, {"r": (digest, str(no).encode())}))
        self.kept.setdefault(session, {})[no] = digest

    @precondition(lambda self: self.model)
    @rule(data=st.data(), digest=st.sampled_from("xy"), last=st.integers(0, 9))
    def find(self, data: st.DataObject, digest: str, last: int) -> None:
        """The latest snapshot that fits."""
        session = data.draw(st.sampled_from(sorted(self.model)))
        fitting = [
            no for no, kept in self.kept.get(session, {}).items() if no <= last and kept == digest
        ]
        found = self.store.snapshot(session, last, {"r": digest})
        assert (found.commit if found else None) == max(fitting, default=None)

    @precondition(lambda self: self.model)
    @rule(data=st.data(), first=st.integers(0, 9), stop=st.none() | st.integers(0, 20))
    def read(self, data: st.DataObject, first: int, stop: int | None) -> None:
        """Any part of a session."""
        session = data.draw(st.sampled_from(sorted(self.model)))
        records = self.flat(session)[first:stop]
        assert list(self.store.records(session, first, stop)) == records
        assert list(self.store.facts(session, first, stop)) == [fact(r) for r in records]
        with self.store.write(session) as tx:
            assert list(tx.since(first)) == [fact(record) for record in self.flat(session)[first:]]

    @invariant()
    def agrees(self) -> None:
        """Sessions, heads, keys and seeds are the model's."""
        assert self.store.sessions() == tuple(sorted(self.model))
        for session, commits in self.model.items():
            head = self.store.head(session)
            assert (head.commits, head.size) == (len(commits), sum(map(len, commits)))
            assert [commit.first for commit in self.store.commits(session)] == [
                commit[0].seq for commit in commits
            ]
            assert self.store.seeds(session) == tuple(sorted(self.planted[session]))
            with self.store.write(session) as tx:
                for key in ("k1", "k2", "ключ"):
                    keyed = {commit[0].key: commit[0] for commit in commits}
                    assert tx.keyed(key) == keyed.get(key)


class MemoryMachine(StoreMachine):
    @initialize()
    def begin(self) -> None:
        self.store = MemoryStore()


class SQLiteMachine(StoreMachine):
    @initialize()
    def begin(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "game.rollbook"
        self.store = SQLiteStore(self.path, durability="normal")

    @rule()
    def reopen(self) -> None:
        """What was committed does not depend on who looks."""
        self.store.close()
        self.store = SQLiteStore(self.path, durability="normal")

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()


TestMemory = MemoryMachine.TestCase
TestMemory.settings = settings(max_examples=40, stateful_step_count=25)
TestSQLite = SQLiteMachine.TestCase
TestSQLite.settings = settings(max_examples=25, stateful_step_count=25)
