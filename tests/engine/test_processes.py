"""Several processes play one session; any may be killed; none decides otherwise than another."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from rollbook.core.engine import Engine
from rollbook.core.table.pools import OpenPool
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Duel, Enter, Strike, brawl, charms

SCRIPT = str(Path(__file__).with_name("playing.py"))


def tavern(path: Path, **more: Any) -> Scenario:
    play = Scenario(
        brawl, charms, actors={"ann": "anna", "bo": "bert"}, store=SQLiteStore(str(path)), **more
    )
    return play.given(Enter(actor="ann"), Enter(actor="bo", points=50))


def said(task: str, *args: object, **environment: str) -> list[Any]:
    """What a task says in a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, SCRIPT, task, json.dumps(args)],
        env={**os.environ, **environment}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.report(217)
@pytest.mark.report(218)
@pytest.mark.report(216)
@pytest.mark.report(213)
@pytest.mark.report(219)
def test_eight_processes_never_spend_a_last_point_twice(tmp_path: Path) -> None:
    """2,000 commands: each point is spent once, each key has one effect, and nothing is lost."""
    path, points = tmp_path / "s.rollbook", 250
    play = tavern(path)
    for no in range(points):
        play.given(OpenPool(actor="ann", pool=f"p{no}", balance=1))
    first = play.session.timeline.commits
    results = said("crowd", str(path), 8, points)
    assert sorted(name for name, _ in results) == [str(n) for n in range(8)]
    by_key: dict[tuple[int, int], set[tuple[int, str]]] = {}
    for name, done in results:
        assert len(done) == points
        for no, commit, root in done:
            by_key.setdefault((no, int(name) % 2), set()).add((commit, root))
    for no in range(points):
        ends = [by_key[no, 0], by_key[no, 1]]
        assert [len(end) for end in ends] == [1, 1], "every repeat of a key has one effect"
        assert sorted(commit == -1 for end in ends for commit, _ in end) == [False, True]
    session = play.reopened()
    assert session.timeline.commits == first + points
    pools = session.view().table.pools["ann"]
    assert {pool.balance for name, pool in pools.items() if name.startswith("p")} == {0}
    laws.hold(session)


class Books:
    """Coins as the log alone adds them up: one's own, and what each effect has lent."""

    SIGNS: ClassVar[dict[str, int]] = {"table.gained": 1, "table.spent": -1, "table.lapsed": -1}

    def __init__(self) -> None:
        self.own = {"ann": 0, "bo": 0}
        self.lent: dict[str, dict[str, int]] = {"ann": {}, "bo": {}}
        self.lapses = 0

    def write(self, kind: str, body: dict[str, Any]) -> None:
        """One record; what it says of before and after is what the others add up to."""
        if kind not in self.SIGNS or body["pool"] != "coins":
            return
        actor, change = body["actor"], self.SIGNS[kind] * body["amount"]
        lent = self.lent[actor]
        assert self.own[actor] + sum(lent.values()) == body["before"]
        assert body["before"] + change == body["after"]
        parts = body.get("lent", [])
        if kind == "table.lapsed":
            self.lapses += 1
            parts = [{"effect": body["effect"], "before": body["amount"], "after": 0}]
        for part in parts:
            assert lent.get(part["effect"], 0) == part["before"]
            lent[part["effect"]] = part["after"]
            change -= part["after"] - part["before"]
        self.own[actor] += change
        assert -2 <= self.own[actor] <= 12
        assert min(lent.values(), default=0) >= 0


@pytest.mark.report(131)
@pytest.mark.report(213)
def test_eight_processes_deal_in_the_same_pools_and_every_point_is_accounted_for(
    tmp_path: Path,
) -> None:
    """Spent, given, gained, lent: the log adds up at every record, within the bounds."""
    path, commands = tmp_path / "s.rollbook", 100
    play = tavern(path)
    bounds = {"minimum": -2, "maximum": 12, "refresh": "rest", "to": 4}
    for actor in ("ann", "bo"):
        coins = {"type": "table.open_pool", "actor": actor, "pool": "coins", "balance": 5}
        play.given({**coins, **bounds})
    play.given({"type": "table.begin_scene"})
    first = play.session.timeline.commits
    results = said("crowd", str(path), 8, commands, "deal")
    assert sorted(name for name, _, _ in results) == [str(n) for n in range(8)]
    done, refused = (sum(result[at] for result in results) for at in (1, 2))
    assert done + refused == 8 * commands
    assert min(done, refused) > 0
    last = {"type": "table.gain_temporary", "actor": "ann", "pool": "coins", "amount": 1}
    play.restart().given({**last, "until": {"when": "scene_end"}}, {"type": "table.end_scene"})
    session = play.session
    assert session.timeline.commits == first + done + 2
    books = Books()
    for commit in session.store.commits("s"):
        before = sum(books.own.values())
        records = list(session.store.records("s", commit.first, commit.size))
        for record in records:
            if record.kind == "event":
                books.write(record.type, json.loads(record.body))
        if records[0].type == "table.transfer":
            assert sum(books.own.values()) == before, "what one gives the other gets"
    assert books.lapses > 0
    for actor, own in books.own.items():
        pool = session.view().table.pools[actor]["coins"]
        left = {effect: n for effect, n in books.lent[actor].items() if n}
        assert (pool.lasting, pool.lent) == (own, left)
    laws.hold(session)


@pytest.fixture(scope="module")
def player() -> Iterator[subprocess.Popen[str]]:
    """A process that has everything imported and forks a child for each task."""
    with subprocess.Popen(
        [sys.executable, SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        assert process.stdin
        process.stdin.close()


@pytest.mark.report(233)
def test_what_a_receipt_was_given_for_survives_a_kill_at_any_moment(
    tmp_path: Path, player: subprocess.Popen[str]
) -> None:
    path = tmp_path / "s.rollbook"
    tavern(path, sealed=True)
    seed = random.randrange(2**32)
    print("seed", seed)  # shown when this fails
    moments = random.Random(seed)
    receipts: list[tuple[int, int, str]] = []

    def read() -> list[Any]:
        assert player.stdout
        words: list[Any] = json.loads(player.stdout.readline())
        assert words[0] != "failed", words
        return words

    assert player.stdin
    for kill in range(60):
        print(json.dumps(["keep_playing", str(path)]), file=player.stdin, flush=True)
        word, pid = read()
        assert word == "pid"
        for _ in range(kill % 4):  # none: while it opens what the last one left behind
            words = read()
            assert words != ["dead"], "it ended by itself"
            receipts.append(tuple(words))
        time.sleep(moments.uniform(0, 0.05))
        os.kill(pid, signal.SIGKILL)
        while (words := read()) != ["dead"]:
            receipts.append(tuple(words))
    store = SQLiteStore(str(path))
    commits = list(store.commits("s"))
    assert len(receipts) > 60, "too few receipts to mean anything"
    for no, size, root in receipts:
        assert (commits[no].size, commits[no].root.hex()) == (size, root)
    session = Engine([brawl, charms], installed=False).open(store)
    laws.live_is_refolded(session)
    laws.decided_again_is_the_same(session)
    laws.streams_are_gapless(session)


def test_a_command_goes_on_in_fresh_processes_with_other_hash_seeds(tmp_path: Path) -> None:
    """Each answer in a process of its own; twice, and both tell the same."""
    path = tmp_path / "a.rollbook"
    play = tavern(path)
    play.given(OpenPool(actor="ann", pool="luck", balance=1))
    play.when(Duel(a="ann", b="bo"))
    play.store.close()
    plan: list[tuple[object, str, list[int]]] = [
        (1, "anna", []),
        (2, "bert", [2, 2]),
        ("better", "anna", [6]),
        ("pass", "bert", []),
        ("pass", "anna", []),
    ]
    stories = []
    for copy, seeds in enumerate(((0, 1, 2, 3, 4), (7, 7, 8, 9, 10))):
        own = tmp_path / f"{copy}.rollbook"
        shutil.copy(path, own)
        story = [
            said("answer", str(own), value, by, faces, PYTHONHASHSEED=str(seed))
            for (value, by, faces), seed in zip(plan, seeds, strict=True)
        ]
        assert [one[0][1] for one in story] == [True, True, True, True, False]
        stories.append(story)
    assert stories[0] == stories[1]


@pytest.mark.report(73)
@pytest.mark.report(272)
def test_the_same_evening_is_the_same_bytes_everywhere() -> None:
    """Other hash seeds, locales, time zones and order of plugins; no comma for a point."""
    places = [
        {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC"},
        {"PYTHONHASHSEED": "1", "LC_ALL": "it_IT.UTF-8", "TZ": "Pacific/Kiritimati"},
        {"PYTHONHASHSEED": "42", "LC_ALL": "de_DE.UTF-8", "TZ": "America/St_Johns"},
        {"PYTHONHASHSEED": "random", "LC_ALL": "C.UTF-8", "TZ": "Asia/Kathmandu"},
    ]
    digests = {str(said("whole", no % 2 == 1, **place)) for no, place in enumerate(places)}
    assert len(digests) == 1


def test_the_laws_hold_in_a_fresh_process_from_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "s.rollbook"
    play = tavern(path, sealed=True)
    for _ in range(3):
        play.when(Strike(actor="ann", target="bo"))
        if play.session.waiting:
            play.answer("no", "bert")
    play.store.close()
    toys = "rollbook.plugins.testing.toys"
    command = [sys.executable, "-m", "rollbook.plugins.testing.again", str(path)]
    command += [f"{toys}:brawl", f"{toys}:charms"]
    found = {
        subprocess.run(
            command, capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "5")
    }  # fmt: skip
    assert [line.split()[0] for line in found.pop().splitlines()] == ["s"]
    assert found == set()


@pytest.mark.report(73)
def test_the_same_evening_is_the_same_bytes_in_another_python() -> None:
    """Where another interpreter is there that has the dependencies."""
    others = [
        path
        for minor in (12, 13, 14)
        if (path := shutil.which(f"python3.{minor}"))
        and not subprocess.run([path, "-c", "import msgspec, pluggy"], check=False).returncode
    ]
    if not others:
        pytest.skip("no other Python with the dependencies is on the path")
    package = str(Path(sys.modules["rollbook"].__file__ or "").parents[1])
    done = subprocess.run(
        [others[0], SCRIPT, "whole", "[false]"],
        env={**os.environ, "PYTHONPATH": package}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert [json.loads(line) for line in done.stdout.splitlines()] == said("whole", False)
