"""The story of a session: what happened, as somebody who was there would keep it.

The log tells every record. Of that a story leaves out what was typed, asked and read off dice,
what was taken back, and what a rule did at the table that its own line tells better.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from .recording import Recording
from .transcript import Line, Transcript

_TABLE = "table."
_SITTING, _SCENE = "table.sitting_began", "table.scene_began"
_ROUND = "table.round_began"
_ROLLED = "table.rolled"


class _Rolls(msgspec.Struct, frozen=True):
    """Rolls that an event tells itself, and the id of one that it is."""

    rolls: tuple[str, ...] = ()
    id: str = ""


def story(recording: Recording, *, lang: str = "en", viewer: str = "") -> Iterator[str]:
    """A session as lines to keep; an empty one parts sittings, scenes and rounds.

    Args:
        recording: to tell.
        lang: language of the reader.
        viewer: seat that reads; empty for whoever holds the journal.

    Raises:
        Invalid: no such seat or language.
    """
    begun = False
    for line in _kept(list(Transcript(recording, lang=lang, viewer=viewer))):
        heading = line.type in (_SITTING, _SCENE, _ROUND)
        if begun and heading:
            yield ""
        yield line.text
        if line.type == _SCENE:
            yield ""
        begun = line.type != _SCENE


def _kept(lines: list[Line]) -> Iterator[Line]:
    """What of the log belongs to the story.

    It is read whole first: a question may part a roll by commits from the event that tells it.
    """
    performed = {line.seq for line in lines if line.kind == "performed" and _of_table(line)}
    told = {roll for line in lines if line.kind == "event" for roll in _read(line).rolls}
    for line in lines:
        if line.kind != "event" or not line.text or line.aside or line.back or line.foreign:
            continue
        if _of_table(line) and line.cause in performed and line.type != _ROUND:
            continue
        if line.type == _ROLLED and _read(line).id in told:
            continue
        yield line


def _of_table(line: Line) -> bool:
    return line.type.startswith(_TABLE)


def _read(line: Line) -> _Rolls:
    try:
        return msgspec.json.decode(line.message, type=_Rolls)
    except msgspec.ValidationError:  # another ruleset's fields of these names
        return _Rolls()
