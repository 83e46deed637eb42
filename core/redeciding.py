"""Deciding again: the dice and answers of a commit as they stand recorded.

`step` decides; what is added here is where its faces and answers come from when it is the
audit, what-if, or a law of the kit that asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .asked import Answered, AnswerValue, Asked
from .dice import Die
from .records import Record
from .rolling import RecordedDice
from .rulebook import Rulebook
from .vocabulary import Rolled, SealedDraw

ASKED, ANSWERED, ROLLED = (kind.message.tag for kind in (Asked, Answered, Rolled))


def dice_of(book: Rulebook, records: Iterable[Record]) -> RecordedDice:
    """Faces as these records have them, by where they were drawn."""
    found: dict[SealedDraw, tuple[Die, ...]] = {}
    for record in records:
        if record.type == ROLLED:
            rolled: Rolled = book.read(record.type, record.version, record.body)
            if isinstance(rolled.draw, SealedDraw):
                found[rolled.draw] = rolled.dice
    return RecordedDice(found)


def answers_of(book: Rulebook, records: Sequence[Record]) -> dict[str, AnswerValue]:
    """Answers that came along with a command: those that no `Answer` of its own brought.

    Args:
        book: of the rulesets that asked.
        records: of one commit, its command first.
    """
    brought: dict[str, AnswerValue] = {}
    several = set()
    for record in records:
        if record.type == ASKED:
            asked: Asked = book.read(record.type, record.version, record.body)
            if asked.mode != "one":
                several.add(asked.id)
        if record.type != ANSWERED or record.cause == records[0].seq:
            continue
        event: Answered = book.read(record.type, record.version, record.body)
        brought[f"{event.name}:{event.for_}" if event.id in several else event.name] = event.answer
    return brought
