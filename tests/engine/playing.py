"""Not a test: sends commands from processes of their own, so that a test may race or kill them."""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Callable
from typing import Any, NoReturn

from rollbook.core.engine import Engine
from rollbook.core.errors import Refused, RollbookError
from rollbook.core.session import Session
from rollbook.core.until import Uses
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing.laws import digest, hold
from rollbook.plugins.testing.scenario import Hand, Scenario
from rollbook.plugins.testing.toys import Charm, Duel, Enter, Flurry, Sneak, Strike, brawl, charms


def say(*words: object) -> None:
    """One line that is out when this returns, and that no other process cuts in two."""
    os.write(1, (json.dumps(words) + "\n").encode())


def opened(path: str, **store: Any) -> Session:
    return Engine([brawl, charms], installed=False).open(SQLiteStore(path, **store))


def spend(path: str, name: str, commands: int) -> None:
    """Try to spend the one point of a pool under keys that others use too; say what came of it."""
    session = opened(path, timeout=60)
    done = []
    for no in range(commands):
        command = {"type": "table.spend", "actor": "ann", "pool": f"p{no}", "amount": 1}
        try:
            receipt = session.do(command, "gm1", key=f"{no}.{int(name) % 2}")
            done.append((no, receipt.commit, receipt.root))
        except Refused:
            done.append((no, -1, ""))
    say(name, done)


def crowd(path: str, processes: int, commands: int, task: str = "spend") -> None:
    """Several processes that begin the same task at once."""
    begun = {"spend": spend, "deal": deal}[task]
    children = []
    for name in range(processes):
        child = os.fork()
        if not child:
            run(begun, path, str(name), commands)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)


def deal(path: str, name: str, commands: int) -> None:
    """Spend, give, gain and lend at random in a few pools that others use too."""
    session, chance = opened(path, timeout=60), random.Random(int(name))
    done = refused = 0
    for _ in range(commands):
        kind = chance.choice(("spend", "spend", "transfer", "transfer", "gain", "gain_temporary"))
        actor, to = chance.sample(("ann", "bo"), 2)
        command: dict[str, Any] = {"type": f"table.{kind}", "actor": actor, "pool": "coins"}
        command["amount"] = chance.randint(1, 4)
        if kind == "transfer":
            command["to"] = to
        if kind == "gain_temporary":
            command["until"] = {"when": chance.choice(("scene_end", "good"))}
        if chance.random() < 0.1:
            command = {"type": "table.refresh_pools", "scope": "rest"}
        try:
            session.do(command, "gm1")
            done += 1
        except Refused:
            refused += 1
    say(name, done, refused)


def keep_playing(path: str) -> None:
    """Play for ever, and say each receipt once it is there."""
    session = opened(path)
    while True:
        question = session.waiting  # whoever was killed may have left one open
        if question is None:
            receipt = session.do(Strike(actor="ann", target="bo"), "anna")
        elif question.name == "dodge":
            receipt = session.do({"type": "table.answer", "answer": "no"}, "gm1")
        else:
            session.do({"type": "table.withdraw", "reason": "enough"}, "gm1")
            receipt = session.do(Enter(actor="bo", points=50), "gm1")
        say(receipt.commit, receipt.size, receipt.root)


def whole(backwards: bool) -> None:
    """Play the same evening with fixed surroundings, and say its digest."""
    rulesets = (charms, brawl) if backwards else (brawl, charms)
    play = Scenario(*rulesets, actors={"ann": "anna", "bo": "bert"})
    play.given(
        Enter(actor="ann"), Enter(actor="bo"), {"type": "table.add_note", "text": "Łódź 1,5"}
    )
    play.given(Charm(actor="ann", kind="aim", until=Uses(3), amount=2))
    play.when(Flurry(actor="ann", targets=("bo", "bo")), faces=(5, 6))
    play.answer("yes", "bert", faces=(2, 4, 4)).answer("no", "bert").answer("hard")
    play.when(Sneak(actor="bo", what="psst"), faces=(3,)).when(Duel(a="ann", b="bo"))
    play.answer(1, "anna").answer(0, "bert", faces=(3, 3))
    play.given({"type": "table.return", "to": play.session.timeline.commits - 3})
    assert play.error is None
    hold(play.session)
    say(digest(play.session))


def answer(path: str, value: object, by: str, faces: list[int]) -> None:
    """Answer the open question of a file, with these faces for what is then rolled."""
    hand = Hand()
    hand.faces = faces
    engine = Engine([brawl, charms], installed=False, dice=hand)
    store = SQLiteStore(path)
    session = engine.open(store)
    session.do({"type": "table.answer", "answer": value}, by)
    hold(session)
    say(digest_of_bodies(session), session.waiting is not None)
    session.close()
    store.close()


def digest_of_bodies(session: Session) -> list[str]:
    return [r.body.decode() for r in session.store.records(session.name)][-4:]


def run(task: Callable[..., None], *args: Any) -> NoReturn:
    """Do the task in a child that tells of its failure."""
    try:
        task(*args)
    except (RollbookError, AssertionError, OSError) as error:
        say("failed", repr(error))
    finally:
        os._exit(0)


TASKS: dict[str, Callable[..., None]] = {
    task.__name__: task for task in (crowd, keep_playing, whole, answer)
}

if __name__ == "__main__":
    if len(sys.argv) > 1:
        TASKS[sys.argv[1]](*json.loads(sys.argv[2]))
        sys.exit()
    child = 0
    for line in sys.stdin:
        name, *args = json.loads(line)
        if child:
            os.waitpid(child, 0)
        child = os.fork()
        if not child:
            run(TASKS[name], *args)
        say("pid", child)
        # Not reaped before the next task: until then the number cannot be another process's.
        os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
        say("dead")
