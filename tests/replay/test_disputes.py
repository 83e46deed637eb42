"""What people quarrelled about at other tables, settled from the journal alone."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rollbook import Engine, Seat
from rollbook.core.entries import Entry
from rollbook.core.errors import NotAdopted
from rollbook.core.folding import Folder
from rollbook.core.surroundings import System
from rollbook.core.table.opening import Adopt
from rollbook.core.vocabulary import Rolled
from rollbook.journal import SQLiteStore
from rollbook.journal.exporting import export
from rollbook.plugins.testing.scenario import Fixed, Scenario
from rollbook.plugins.testing.toys import Brawl, Charms, Enter, Strike, Watch, brawl, charms
from rollbook.replay import load
from rollbook.replay.audit import CLEAN, audit
from rollbook.replay.recording import Recording

from .disputed import engine, played
from .forging import Forger
from .tables import run


@pytest.mark.report(1)
def test_a_roll_of_a_hundred_is_settled_on_another_machine(tmp_path: Path) -> None:
    """By one file: faces, modifiers, who asked and when, the rules' version, and a verdict."""
    home, away = tmp_path / "home.db", tmp_path / "away.db"
    store = SQLiteStore(home)
    with Engine().new(store, "home", ["fudge"], seats={"master": Seat("M", "gm")}) as session:
        session.do({"type": "table.add_actor", "id": "ada", "name": "Ada"}, "master")
        rolls: list[Entry] = []
        for turn in range(100):
            thrown = {"type": "fudge.situational", "actor": "ada", "purpose": f"luck {turn}"}
            receipt = session.do(thrown, "master")
            rolls += [e for e in receipt.entries if isinstance(e.message, Rolled)]
    store.close()
    shutil.move(home, away)
    roll = rolls[57]

    verdict = json.loads(run("audit", away, "--json").stdout)
    dice = next(result for result in verdict["results"] if result["name"] == "dice")
    assert (verdict["code"], dice["covered"], dice["first"]) == (0, 100, {})
    told = json.loads(run("explain", away, roll.seq, "--json").stdout)
    assert [die["face"] for die in told["record"]["dice"]["dice"]] == [
        die.face for die in roll.message.dice
    ]
    assert told["record"]["fields"]["modifiers"] == []
    assert (told["command"]["by"], told["command"]["at"] > "2020") == ("master", True)
    assert told["command"]["fields"]["purpose"] == "luck 57"
    rulesets = Forger(away, "home").body(0)["rulesets"]
    assert set(rulesets) == {"fudge", "table"}
    assert all(len(ruleset["digest"]) == 64 for ruleset in rulesets.values())


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value in a tree of mappings and lists, with its path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for at, inner in enumerate(value):
            yield from leaves(inner, f"{path}.{at}")
    else:
        yield path, value


@pytest.mark.report(15)
def test_nothing_changes_but_what_an_event_says(tmp_path: Path) -> None:
    """From record to record, each value of the board that is new stands in the event between.

    Commands change nothing of it, whatever they say.
    """
    path = tmp_path / "evening.db"
    store = SQLiteStore(path)
    played(store)
    recording = load(path, engine=engine())
    folder, slices = Folder(recording.book), recording.book.slices()
    changed = 0
    for fact in recording.facts():
        before = {kind: dict(leaves(msgspec.to_builtins(slices[kind]))) for kind in (Brawl, Charms)}
        folder.fact(slices, fact)
        said = {value for _, value in leaves(msgspec.json.decode(fact.body))}
        for kind, old in before.items():
            new = dict(leaves(msgspec.to_builtins(slices[kind])))
            assert old.keys() <= new.keys(), "nothing is forgotten"
            other = {value for at, value in new.items() if old.get(at) != value or at not in old}
            assert fact.kind == "event" or not other
            assert other <= said, fact
            changed += len(other)
    assert changed > 10
    store.close()


@pytest.mark.report(16)
def test_wounds_since_the_scene_began_come_with_number_source_and_who_dealt_them(
    duel: Path,
) -> None:
    """By a plain query of the file, from where the last scene began."""
    assert run("do", duel, "begin_scene", "title=Outside").exit_code == 0
    hurt = ("suffer", "target=snorri", "source=beam", "amount=1")
    assert run("do", duel, *hurt, "--by", "master").exit_code == 0
    forger = Forger(duel, "duel")
    first, last = forger.seqs("table.scene_began")
    wounds = (
        "SELECT seq, by, source FROM wounds WHERE actor = ? AND type = 'fudge.wounded'"
        " AND seq > ? ORDER BY seq"
    )
    [(seq, by, source)] = forger.rows(wounds, "snorri", last)
    assert (seq, by, source) == (forger.seqs("fudge.wounded")[-1], "master", "beam")
    earlier = [row for row in forger.rows(wounds, "snorri", first) if row[0] < last]
    assert earlier, "he was hurt in the first scene too"
    for seq, _, source in earlier:
        told = json.loads(run("explain", duel, seq, "--json").stdout)
        rolls = [step for step in (*told["path"], *told["beside"]) if step["dice"]]
        blows = [step for step in told["path"] if step["type"] == "fudge.blow"]
        assert (source, len(blows)) == ("brynhild", 1)
        assert rolls or "damage" in json.dumps(blows)


@pytest.mark.report(67)
def test_after_a_replay_the_last_roll_is_the_recorded_one() -> None:
    """Dice that would fall otherwise where it is replayed are not asked."""
    play = Scenario(brawl, actors={"ann": "anna", "bo": "bert"})
    play.given(Enter(actor="ann"), Enter(actor="bo"))
    play.when(Strike(actor="ann", target="bo"), faces=(2, 4))
    play.hand.faces = [1, 1]
    again = play.reopened()
    rolls = [e.message for e in again.log() if isinstance(e.message, Rolled)]
    assert [die.face for die in rolls[-1].dice] == [2, 4]
    assert play.hand.faces == [1, 1]
    assert again.view().table == play.session.view().table


class Lacking(System):
    """Packages with one file less than they had."""

    def files(self, package: str) -> Iterator[tuple[str, bytes]]:
        """All but the last."""
        yield from list(super().files(package))[:-1]


@pytest.mark.report(79)
def test_a_session_of_an_older_edition_is_read_exported_and_finished(tmp_path: Path) -> None:
    """A newer engine reads and exports it as it stands; once adopted, it goes on to its end."""
    store = SQLiteStore(tmp_path / "old.db")
    play = Scenario(brawl, charms, actors={"ann": "anna", "bo": "bert"}, store=store)
    play.given({"type": "table.begin_scene"}, Enter(actor="ann", points=7))
    newer = Engine([brawl, charms], installed=False, surroundings=Lacking())
    session = newer.open(store, "s")
    assert session.view().state[Brawl].points == {"ann": 7}
    lines = [json.loads(line) for line in export(store, "s")]
    assert sum("body" in line for line in lines) == store.head("s").size
    with pytest.raises(NotAdopted):
        session.do({"type": "table.end_scene"}, "gm1")
    for command in (Adopt(), {"type": "table.end_scene"}):
        session.do(command, "gm1")
    found = audit(Recording.of(session), newer)
    assert found.code == CLEAN
    assert {notice.kind for notice in found.notices} == {"other-rules"}
    store.close()


@pytest.mark.report(232)
def test_a_release_that_lacks_a_file_is_told_by_its_digest() -> None:
    """The digest covers code and content: nothing is decided by a package that is not whole."""
    play = Scenario(brawl, charms, actors={"ann": "anna", "bo": "bert"})
    play.given(Enter(actor="ann"), Enter(actor="bo"))
    lacking = Engine([brawl, charms], installed=False, surroundings=Lacking())
    session = lacking.open(play.store, "s")
    size = play.store.head("s").size
    with pytest.raises(NotAdopted, match="brawl"):
        session.do(Watch(actor="bo"), "gm1")
    assert play.store.head("s").size == size
    whole = Engine([brawl, charms], installed=False, surroundings=Fixed())
    assert whole.open(play.store, "s").do({"type": "table.add_note", "text": "x"}, "gm1")
