"""Abstract tests of a store: subclass ``StoreContract`` and pytest proves your store by it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from threading import Event, Thread

import pytest

from ...core.errors import Busy, NoSession, SessionExists, StoreError
from ...core.records import Commit, Fact, Record
from ...core.store import Head, Seed, Snapshot, Store, Transaction
from .commits import HARD_BODIES, Grown, append, fact, grown

BOUNDS = ((0, 3), (2, None), (2, 5), (3, 3), (5, 2), (9, 99))
NUMBERS = ("no", "first", "size", "seq", "commit", "session", "frontier")


class StoreContract:
    """Every promise of the protocol ``Store``.

    Subclass it as ``class TestMine(StoreContract): __test__ = True`` and override ``open``,
    and ``reopen`` unless your store lives in memory. Give your store a time-out of a fraction
    of a second, or the tests of waiting writers take that long.
    """

    __test__ = False

    def open(self) -> Store:
        """A new store without sessions."""
        raise NotImplementedError

    def reopen(self, store: Store) -> Store:
        """Another store upon the same sessions, as another process would have it."""
        return store

    @pytest.fixture
    def store(self) -> Iterator[Store]:
        """The store under test."""
        store = self.open()
        yield store
        store.close()

    def test_a_new_store_has_no_sessions(self, store: Store) -> None:
        """Looking makes nothing."""
        assert store.sessions() == ()

    def test_sessions_are_sorted(self, store: Store) -> None:
        """Not in the order of their making."""
        for name in ("b", "a.2", "a", "c"):
            append(store, name)
        assert store.sessions() == ("a", "a.2", "b", "c")

    def test_an_unknown_session_is_refused_by_every_reader(self, store: Store) -> None:
        """Also beside a session that exists."""
        append(store, "known")
        for read in (store.head, store.facts, store.records, store.commits, store.seeds):
            with pytest.raises(NoSession):
                read("other")
        with pytest.raises(NoSession):
            store.snapshot("other", 0, {})
        with pytest.raises(NoSession):
            store.keep("other", Snapshot(0, 1, {}))
        with pytest.raises(NoSession), store.write("other"):
            pass

    def test_a_session_begins_once(self, store: Store) -> None:
        """The second beginning is refused and changes nothing."""
        append(store, "s")
        before = store.head("s")
        with pytest.raises(SessionExists), store.write("s", new=True):
            pass
        assert store.head("s") == before

    def test_a_hold_without_a_commit_begins_no_session(self, store: Store) -> None:
        """A session is there from its first commit on."""
        with store.write("s", new=True) as tx:
            assert tx.head == Head()
        assert store.sessions() == ()
        append(store, "s")

    def test_what_was_appended_is_given_back_exactly(self, store: Store) -> None:
        """By this store and by another one upon the same sessions, byte for byte."""
        records = append(store, "s", HARD_BODIES, key="k")
        for reader in (store, self.reopen(store)):
            assert list(reader.records("s")) == records
            assert list(reader.facts("s")) == [fact(record) for record in records]

    def test_facts_and_commits_come_as_their_types(self, store: Store) -> None:
        """Fields are read by name."""
        append(store, "s")
        assert isinstance(next(store.facts("s")), Fact)
        assert isinstance(next(store.commits("s")), Commit)

    def test_the_head_is_what_the_last_commit_said(self, store: Store) -> None:
        """Commits, size, root and frontier are kept, for all sizes of trees."""
        head = Head()
        commits = []
        for width in (1, 3, 4, 1, 8, 2):
            with store.write("s", new=head.size == 0) as tx:
                assert tx.head == head
                records, commit, frontier = grown("s", tx.head, [b"{}"] * width)
                tx.append(records, commit, frontier)
            commits.append(commit)
            head = Head(commit.no + 1, commit.size, commit.root, frontier)
            assert store.head("s") == self.reopen(store).head("s") == head
        assert list(store.commits("s")) == commits

    def test_several_commits_in_one_hold_stand_together(self, store: Store) -> None:
        """Each follows on the one before."""
        with store.write("s", new=True) as tx:
            records, commit, frontier = grown("s", tx.head)
            tx.append(records, commit, frontier)
            after = Head(1, commit.size, commit.root, frontier)
            tx.append(*grown("s", after, [b"{}", b"{}"]))
        assert store.head("s").size == 3
        assert [commit.first for commit in store.commits("s")] == [0, 1]

    @pytest.mark.parametrize(("first", "stop"), BOUNDS)
    def test_reading_keeps_to_its_bounds(self, store: Store, first: int, stop: int | None) -> None:
        """First is in, stop is out; bounds beyond the end are no error."""
        records = append(store, "s", [b"{}"] * 4) + append(store, "s", [b"{}"] * 6)
        assert list(store.records("s", first, stop)) == records[first:stop]
        assert list(store.facts("s", first, stop)) == [fact(r) for r in records[first:stop]]
        commits = list(store.commits("s"))
        assert list(store.commits("s", first, stop)) == commits[first:stop]

    def test_a_long_session_is_read_whole(self, store: Store) -> None:
        """Beyond any buffer."""
        append(store, "s", [b"{}"] * 2501)
        append(store, "s", [b"{}"] * 700)
        assert [fact.seq for fact in store.facts("s")] == list(range(3201))
        assert [fact.seq for fact in store.facts("s", 999, 2001)] == list(range(999, 2001))
        assert [record.seq for record in store.records("s")] == list(range(3201))

    @pytest.mark.parametrize("wrong", NUMBERS)
    def test_a_commit_that_does_not_follow_is_refused(self, store: Store, wrong: str) -> None:
        """Numbers that are taken, leave a gap or are another session's append nothing."""
        append(store, "s", [b"{}", b"{}"])
        before = store.head("s")
        for step in (-1, 1):
            with pytest.raises(StoreError), store.write("s") as tx:
                tx.append(*_bent(grown("s", tx.head, [b"{}", b"{}"]), wrong, step))
        assert store.head("s") == before
        assert len(list(store.records("s"))) == 2

    def test_an_empty_commit_is_refused(self, store: Store) -> None:
        """A commit begins with a command."""
        append(store, "s")
        with pytest.raises(StoreError), store.write("s") as tx:
            tx.append([], Commit(1, 1, 1, tx.head.root), tx.head.frontier)

    def test_an_exception_appends_nothing(self, store: Store) -> None:
        """Not even seeds; and the next writer proceeds."""
        append(store, "s")
        before = store.head("s")
        for session in ("s", "other"):
            with pytest.raises(LookupError):
                _fail(store, session)
        assert store.head("s") == before
        assert store.seeds("s") == ()
        assert store.sessions() == ("s",)
        append(store, "s", key="k")

    def test_what_is_staged_is_seen_by_nobody_yet(self, store: Store) -> None:
        """Not by the writer's own reading either: a receipt is given after the hold."""
        append(store, "s")
        with store.write("s") as tx:
            tx.append(*grown("s", tx.head))
            for reader in (store, self.reopen(store)):
                assert reader.head("s").size == 1
                assert len(list(reader.facts("s"))) == 1
        assert store.head("s").size == 2

    def test_since_gives_what_others_appended(self, store: Store) -> None:
        """From a seq on, to the end of the log."""
        append(store, "s")
        records = append(self.reopen(store), "s", [b"{}", b"{}"])
        with store.write("s") as tx:
            assert list(tx.since(1)) == [fact(record) for record in records]
            assert list(tx.since(3)) == []
        with store.write("new", new=True) as tx:
            assert list(tx.since(0)) == []

    def test_keys_find_their_command(self, store: Store) -> None:
        """In their own session alone; no key finds nothing."""
        append(store, "s", key="k1")
        records = append(store, "s", [b"{}", b"{}"], key="k2")
        append(store, "other")
        with store.write("s") as tx:
            assert tx.keyed("k2") == records[0]
            assert tx.keyed("k3") is None
            assert tx.keyed("") is None
        with store.write("other") as tx:
            assert tx.keyed("k2") is None
        with store.write("new", new=True) as tx:
            assert tx.keyed("k2") is None

    def test_a_key_is_used_once(self, store: Store) -> None:
        """The store refuses what the engine should have found; another session may use it."""
        append(store, "s", key="k")
        with pytest.raises(StoreError):
            append(store, "s", key="k")
        assert store.head("s").size == 1
        append(store, "other", key="k")

    def test_seeds_are_kept_with_their_commit(self, store: Store) -> None:
        """In order of epoch and kind, in their own session."""
        seeds = [Seed(epoch, kind, bytes([epoch] * 32)) for epoch in (2, 1) for kind in "ba"]
        with store.write("s", new=True) as tx:
            tx.append(*grown("s", tx.head), seeds)
        append(store, "other")
        assert store.seeds("s") == self.reopen(store).seeds("s") == tuple(sorted(seeds))
        assert store.seeds("other") == ()

    def test_a_seed_is_never_replaced(self, store: Store) -> None:
        """Or a commitment would no longer match."""
        with store.write("s", new=True) as tx:
            tx.append(*grown("s", tx.head), [Seed(1, "open", b"a" * 32)])
        with pytest.raises(StoreError), store.write("s") as tx:
            tx.append(*grown("s", tx.head), [Seed(1, "open", b"b" * 32)])
        assert store.seeds("s") == (Seed(1, "open", b"a" * 32),)
        assert store.head("s").commits == 1

    def test_the_latest_snapshot_not_after_the_commit_is_found(self, store: Store) -> None:
        """With the slices that were asked for."""
        for _ in range(5):
            append(store, "s", [b"{}", b"{}"])
        for no in (1, 3):
            slices = {"fudge": ("f1", b"\x00\xff%d" % no), "table": ("t1", b"")}
            store.keep("s", Snapshot(no, 2 * no + 2, slices))
        other = self.reopen(store)
        want = {"fudge": "f1"}
        assert other.snapshot("s", 0, want) is None
        assert other.snapshot("s", 2, want) == Snapshot(1, 4, {"fudge": ("f1", b"\x00\xff1")})
        assert other.snapshot("s", 4, want) == Snapshot(3, 8, {"fudge": ("f1", b"\x00\xff3")})

    def test_a_snapshot_under_another_digest_is_not_used(self, store: Store) -> None:
        """An older one that fits is; a name that is missing fits nothing."""
        for _ in range(2):
            append(store, "s")
        store.keep("s", Snapshot(0, 1, {"fudge": ("old", b"0")}))
        store.keep("s", Snapshot(1, 2, {"fudge": ("new", b"1"), "runes": ("r", b"r")}))
        assert store.snapshot("s", 1, {"fudge": "old"}) == Snapshot(0, 1, {"fudge": ("old", b"0")})
        assert store.snapshot("s", 1, {"fudge": "other"}) is None
        assert store.snapshot("s", 1, {"fudge": "old", "runes": "r"}) is None

    def test_keeping_a_snapshot_drops_the_stale_one(self, store: Store) -> None:
        """Of the same commit, under other digests, all its slices."""
        append(store, "s")
        store.keep("s", Snapshot(0, 1, {"fudge": ("old", b"0"), "runes": ("r", b"")}))
        store.keep("s", Snapshot(0, 1, {"fudge": ("new", b"1")}))
        assert store.snapshot("s", 0, {"fudge": "old"}) is None
        assert store.snapshot("s", 0, {"runes": "r"}) is None
        assert store.snapshot("s", 0, {"fudge": "new"}) == Snapshot(0, 1, {"fudge": ("new", b"1")})

    def test_a_snapshot_of_no_commit_is_refused(self, store: Store) -> None:
        """It would be taken for state that never was."""
        append(store, "s", [b"{}", b"{}"])
        for commit, size in ((0, 1), (1, 2), (1, 3)):
            with pytest.raises(StoreError):
                store.keep("s", Snapshot(commit, size, {}))

    def test_sessions_do_not_leak_into_each_other(self, store: Store) -> None:
        """Two of them, appended to in turn."""
        mine, theirs = [], []
        for no in range(3):
            mine += append(store, "mine", [b"{}"] * (no + 1), key=f"k{no}")
            theirs += append(store, "theirs", HARD_BODIES, key=f"k{no}")
        store.keep("mine", Snapshot(0, 1, {"fudge": ("d", b"mine")}))
        assert list(store.records("mine")) == mine
        assert list(store.records("theirs")) == theirs
        assert store.snapshot("theirs", 2, {"fudge": "d"}) is None

    def test_a_second_hold_in_the_same_thread_is_refused(self, store: Store) -> None:
        """It could only wait for itself."""
        append(store, "s")
        with store.write("s"), pytest.raises(StoreError), store.write("s"):
            pass

    def test_a_writer_waits_and_is_told_when_it_was_too_long(self, store: Store) -> None:
        """And proceeds once the other is done."""
        append(store, "s")
        held, done = Event(), Event()
        other = Thread(target=_hold, args=(self.reopen(store), held, done))
        other.start()
        held.wait(30)
        try:
            with pytest.raises(Busy), store.write("s"):
                pass
        finally:
            done.set()
            other.join()
        append(store, "s")

    def test_readers_never_block_the_writer(self, store: Store) -> None:
        """Not even one that has stopped half-way."""
        append(store, "s", [b"{}"] * 3000)
        slow = self.reopen(store).facts("s")
        mine = store.facts("s")
        assert next(slow).seq == next(mine).seq == 0
        append(store, "s")
        assert store.head("s").size == 3001
        assert len(list(slow)) == len(list(mine)) == 2999

    def test_facts_end_on_whole_commits_while_a_writer_is_active(self, store: Store) -> None:
        """However the reading falls between the appends."""
        append(store, "s", [b"{}"] * 7)
        done = Event()
        writer = Thread(target=_fill, args=(self.reopen(store), done))
        writer.start()
        sizes = set()
        last = False
        while not last:
            last = done.is_set()
            facts = list(store.facts("s"))
            assert [fact.seq for fact in facts] == list(range(len(facts)))
            sizes.add(len(facts))
        writer.join()
        assert {size % 7 for size in sizes} == {0}
        assert store.head("s").size == 7 * 101


def _hold(store: Store, held: Event, done: Event) -> None:
    hold: AbstractContextManager[Transaction] = store.write("s")
    with hold:
        held.set()
        done.wait(30)


def _fail(store: Store, session: str) -> None:
    with store.write(session, new=session not in store.sessions()) as tx:
        tx.append(*grown(session, tx.head, key="k"), [Seed(1, "open", b"s" * 32)])
        raise LookupError


def _fill(store: Store, done: Event) -> None:
    try:
        for _ in range(100):
            append(store, "s", [b"{}"] * 7)
    finally:
        done.set()


def _bent(right: Grown, wrong: str, step: int) -> Grown:
    records, commit, frontier = right
    if wrong in ("no", "first", "size"):
        return records, commit._replace(**{wrong: getattr(commit, wrong) + step}), frontier
    if wrong == "frontier":
        return records, commit, frontier[:-1] if step < 0 else (*frontier, b"x" * 32)
    last = records[-1]
    value = "other" if wrong == "session" else getattr(last, wrong) + step
    fields = {name: getattr(last, name) for name in last.__struct_fields__}
    return [*records[:-1], Record(**{**fields, wrong: value})], commit, frontier
