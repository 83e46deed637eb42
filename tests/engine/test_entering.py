"""Whoever enters, leaves and comes back keeps his id, and brings all that is his at once."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from rollbook.core.engine import Engine
from rollbook.core.messages import Command
from rollbook.core.permissions import gm
from rollbook.core.play import Play
from rollbook.core.rules import Rules, Ruleset
from rollbook.core.table.actors import AddActor, RemoveActor
from rollbook.core.table.pools import OpenPool
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario

KOBOLDS = {"k1": "Kobold 1", "k2": "Kobold 2", "k3": "Kobold 3"}


class Camp(Struct, frozen=True):
    """Nothing is kept."""


class Quarter(Command, ruleset="camp"):
    """Bring a guard in by a template: himself, and a pool for each of his boxes."""

    id: str
    boxes: tuple[int, ...]


chapter: Rules[Camp, Any] = Rules(Camp)


@chapter.decides(Quarter, may=gm)
def quarter(command: Quarter, play: Play) -> None:
    play.perform(AddActor(id=command.id, name=command.id))
    for no, size in enumerate(command.boxes):
        play.perform(OpenPool(actor=command.id, pool=f"box{no}", balance=size, maximum=size))


camp = Ruleset("camp", version="1.0.0", state=Camp, chapters=(chapter,))


def labels(play: Scenario) -> dict[str, str]:
    return {id: actor.name for id, actor in play.session.view().table.actors.items()}


def kobolds() -> Scenario:
    play = Scenario(camp)
    return play.given(*(AddActor(id=id, name=name) for id, name in KOBOLDS.items()))


@pytest.mark.report(117)
def test_who_comes_back_has_his_id_and_his_label_again_and_nobody_else_has() -> None:
    play = kobolds().given(RemoveActor(actor="k2", why="fled"))
    assert labels(play) == {id: KOBOLDS[id] for id in ("k1", "k3")}
    play.given(AddActor(id="k2", name=KOBOLDS["k2"]))
    assert labels(play) == KOBOLDS
    play.when(AddActor(id="k2", name="Kobold 4")).refused("refused", path="$.id")
    assert labels(play) == KOBOLDS


@pytest.mark.report(118)
def test_who_is_numbered_is_numbered_alike_after_a_reload() -> None:
    """From the records alone, from a snapshot, and at each moment that was."""
    play = kobolds().given(RemoveActor(actor="k1"), AddActor(id="k4", name="Kobold 4"))
    now = labels(play)
    assert now == {**{id: KOBOLDS[id] for id in ("k2", "k3")}, "k4": "Kobold 4"}
    assert labels(play.restart()) == now
    play.session.close()
    assert labels(play.restart()) == now
    at = play.session.timeline.commits - 3
    then = play.session.at(at).table.actors
    assert {id: actor.name for id, actor in then.items()} == KOBOLDS


@pytest.mark.report(223)
def test_all_that_a_template_brings_is_one_commit_or_nothing(tmp_path: Path) -> None:
    """While four others fill the same camp: no guard is ever seen without all of his boxes."""
    path, boxes = tmp_path / "camp.db", (3, 2, 1)
    Scenario(camp, store=SQLiteStore(path)).store.close()
    wrong: list[str] = []

    def fill(name: str) -> None:
        store = SQLiteStore(path, timeout=60)
        session = Engine([camp], installed=False).open(store)
        for no in range(15):
            session.do(Quarter(id=f"{name}{no}", boxes=boxes), "gm1")
            table = session.view().table
            for guard in table.actors:
                found = {p: pool.maximum for p, pool in table.pools.get(guard, {}).items()}
                if found != {f"box{i}": size for i, size in enumerate(boxes)}:
                    wrong.append(f"{guard}: {found}")
        store.close()

    writers = [threading.Thread(target=fill, args=(name,)) for name in "abcd"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert wrong == []
    store = SQLiteStore(path)
    session = Engine([camp], installed=False).open(store)
    assert len(session.view().table.actors) == 60
    for commit in list(store.commits("s"))[1:]:
        facts = list(store.facts("s", commit.first, commit.size))
        assert [f.type for f in facts if f.kind == "command"] == ["camp.quarter"]
        assert sum(f.type == "table.pool_opened" for f in facts) == len(boxes)
    laws.live_is_refolded(session)
    store.close()


@pytest.mark.report(223)
def test_where_the_last_part_of_a_template_is_refused_nothing_of_it_is_left() -> None:
    play = Scenario(camp)
    before = play.store.head("s")
    play.when(Quarter(id="ugo", boxes=(3, 2, -1))).refused("refused")
    assert play.store.head("s") == before
    assert labels(play) == {}
