"""A snapshot saves a fold and nothing else: what is opened from it is what the records give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from rollbook.core import session as session_module
from rollbook.core.memory import MemoryStore
from rollbook.core.store import Snapshot
from rollbook.core.table.returns import Return
from rollbook.core.until import SceneEnd
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Fixed, Scenario
from rollbook.plugins.testing.toys import Brawl, Charm, Duel, Enter, Strike, brawl, charms


class Watched(MemoryStore):
    """Remembers which snapshots were kept and found."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[Snapshot] = []
        self.found: list[Snapshot | None] = []

    def keep(self, session: str, snapshot: Snapshot) -> None:
        self.kept.append(snapshot)
        super().keep(session, snapshot)

    def snapshot(self, session: str, commit: int, digests: Mapping[str, str]) -> Snapshot | None:
        self.found.append(super().snapshot(session, commit, digests))
        return self.found[-1]


def tavern(**more: Any) -> Scenario:
    store = more.pop("store", None) or Watched()
    play = Scenario(brawl, charms, actors={"ann": "anna", "bo": "bert"}, store=store, **more)
    return play.given(Enter(actor="ann"), Enter(actor="bo"))


@pytest.fixture(params=["memory", "file"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    made = MemoryStore() if request.param == "memory" else SQLiteStore(str(tmp_path / "s.rollbook"))
    yield made
    made.close()


def test_effects_keep_their_order_through_a_snapshot(store: Any) -> None:
    """Ids sort otherwise than they began; the order in which they act is that of beginning."""
    play = tavern(store=store)
    play.given({"type": "table.begin_scene"})
    for amount in range(8):
        play.given(Charm(actor="ann", kind="aim", until=SceneEnd(), amount=amount))
    live = list(play.session.view().table.effects)
    assert live != sorted(live)
    play.session.close()
    play.restart()
    assert list(play.session.view().table.effects) == live
    play.when(Strike(actor="ann", target="bo"), faces=(1, 1))
    laws.hold(play.session)


def test_closing_keeps_a_snapshot_and_opening_uses_it() -> None:
    play = tavern()
    assert isinstance(play.store, Watched)
    before = laws.plain(play.session.timeline.slices)
    with play.session:
        pass
    assert [s.size for s in play.store.kept] == [play.session.timeline.size]
    play.session.close()
    assert len(play.store.kept) == 1, "nothing has happened since"
    play.restart()
    assert play.store.found[-1] is not None
    assert laws.plain(play.session.timeline.slices) == before
    play.given(Return(to=3))
    laws.live_is_refolded(play.session)


def test_no_snapshot_is_kept_while_a_command_waits() -> None:
    play = tavern().when(Duel(a="ann", b="bo"))
    assert isinstance(play.store, Watched)
    play.session.close()
    assert play.store.kept == []
    play.restart().answer(1, "anna").answer(1, "bert", faces=(2, 2))
    assert play.error is None


def test_a_long_session_keeps_snapshots_as_it_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "SNAPSHOT_EVERY", 20)
    play = tavern()
    assert isinstance(play.store, Watched)
    for _ in range(30):
        play.given({"type": "table.advance_clock", "seconds": 1})
    sizes = [s.size for s in play.store.kept]
    assert len(sizes) >= 3
    assert all(later - earlier >= 20 for earlier, later in pairwise(sizes))


class Edited(Fixed):
    """Surroundings in which a file of every package has changed."""

    def files(self, package: str) -> Iterator[tuple[str, bytes]]:
        yield "edited.py", b"# another fold"


def test_a_snapshot_of_other_code_is_not_used() -> None:
    play = tavern()
    play.session.close()
    assert isinstance(play.store, Watched)
    play.reopened(surroundings=Edited())
    assert play.store.found[-1] is None


def test_a_ruleset_without_files_is_always_folded_anew() -> None:
    """Its code may be another the next time, and no digest would tell."""
    store = Watched()
    typed = structs.replace(brawl, package="")
    play = Scenario(typed, actors={"ann": "anna"}, store=store).given(Enter(actor="ann", points=3))
    play.session.close()
    chapter = brawl.chapters[0]
    lucky = copy(chapter)
    lucky.folding = [
        (event, fold if event.__name__ != "Entered" else _doubled)
        for event, fold in chapter.folding
    ]
    play.rulesets = (structs.replace(typed, chapters=(lucky,)),)
    assert play.restart().session.view().state[Brawl].points == {"ann": 6}


def _doubled(state: Brawl, event: Any) -> Brawl:
    return structs.replace(state, points={**state.points, event.actor: 2 * event.points})
