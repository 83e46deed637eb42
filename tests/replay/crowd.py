"""Not a test: writers and followers in processes of their own, which a test may stop or kill."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any

from rollbook.core.engine import Engine
from rollbook.core.errors import RollbookError
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing.scenario import Hand
from rollbook.plugins.testing.toys import Sneak, brawl, charms
from rollbook.replay import follow

END = "that is all"


def say(*words: object) -> None:
    """One line that is out when this returns."""
    os.write(1, (json.dumps(words) + "\n").encode())


def write(path: str, name: int, commands: int) -> None:
    """Notes for all, and what only the GM knows, in turns."""
    store = SQLiteStore(path, timeout=60, durability="normal")
    hand = Hand()
    hand.faces = [3] * commands
    session = Engine([brawl, charms], installed=False, dice=hand).open(store)
    for no in range(commands):
        if no % 2:
            session.do(Sneak(actor="ann", what=f"{name}.{no}"), "gm1")
        else:
            session.do({"type": "table.add_note", "text": f"{name}.{no}"}, "anna")
    store.close()
    say("wrote", name)


def writers(path: str, processes: int, commands: int) -> None:
    """Several that begin at once."""
    children = []
    for name in range(processes):
        child = os.fork()
        if not child:
            try:
                write(path, name, commands)
            except (RollbookError, OSError, AssertionError) as error:
                say("failed", repr(error))
            finally:
                os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)


def followed(path: str, viewer: str, since: int, sleep_at: int) -> None:
    """Say every seq that is heard, until the last note; sleep once, until a line comes in."""
    heard = 0
    with follow(path, viewer=viewer, since=since, engine=Engine([brawl, charms])) as entries:
        for entry in entries:
            heard += 1
            say(entry.seq)
            if heard == sleep_at:
                say("asleep")
                sys.stdin.readline()
            if getattr(entry.message, "text", "") == END and entry.kind == "event":
                return


TASKS: dict[str, Callable[..., Any]] = {t.__name__: t for t in (writers, followed)}

if __name__ == "__main__":
    TASKS[sys.argv[1]](*json.loads(sys.argv[2]))
