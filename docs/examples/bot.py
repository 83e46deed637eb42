"""A bot for two seats: it opens a session, sends commands, says who has to answer, and listens.

Run it with ``python docs/examples/bot.py``; a real bot would read a channel where this one
reads the list ``MESSAGES``.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import rollbook

SHEET = {
    "resistance": "Fair",
    "attributes": {"strength": "Fair"},
    "skills": {"brawling": "Good"},
    "weapons": {"fists": {"name": "Fists", "skill": "brawling", "class": "unarmed"}},
}

MESSAGES = [
    ("anna", "fight"),
    ("anna", "all-out-attack"),
    ("anna", "normal"),  # she has declared already: refused, and nothing is changed
    ("bea", "normal"),  # the last answer: the round goes on
]


def main(path: Path) -> rollbook.Session:
    """Play the messages, and print what becomes of each and what Bea may see of it."""
    seats = {"bot": "host", "anna": "player", "bea": "player"}
    plain = {"fudge": {"criticals": "off"}}  # else the GM is asked what a critical failure means
    session = rollbook.new(path, "fudge", seats=seats, options=plain)
    session.do({"type": "table.begin_sitting"}, by="bot")
    session.do({"type": "table.begin_scene", "title": "An alley"}, by="bot")
    for actor, owner in (("ada", "anna"), ("bo", "bea")):
        enter = {"actor": actor, "name": actor.title(), "owners": [owner], "sheet": SHEET}
        session.do({"type": "fudge.enter", **enter}, by="bot")
    session.subscribe(
        lambda entry: print(f"    bea may see record {entry.seq}, {entry.type}"), viewer="bea"
    )
    for number, (seat, text) in enumerate(MESSAGES):
        print(f"{seat}: {text}")
        try:
            # The key makes a message that arrives twice count once.
            receipt = say(session, seat, text, key=f"message-{number}")
        except rollbook.RollbookError as error:
            print(f"    refused: {error}")
            continue
        if receipt.waiting:
            choices = ", ".join(choice.id for choice in receipt.waiting.choices)
            print(f"    {', '.join(receipt.waiting.waiting_for)}, choose: {choices}")
        print(f"    receipt: {receipt.size}:{receipt.root}")
    session.close()
    return session


def say(session: rollbook.Session, seat: str, text: str, key: str) -> rollbook.Receipt:
    """Make a command of a message: a fight, or an answer to the open question."""
    if text == "fight":
        fight = {"a": "ada", "b": "bo", "manoeuvre_a": "ask", "manoeuvre_b": "ask"}
        return session.do({"type": "fudge.exchange", **fight}, by="bot", key=key)
    return session.do({"type": "table.answer", "answer": text}, by=seat, key=key)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(Path(folder) / "alley.db")
