"""Where faces come from; part of the vocabulary, which offers these again."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class SealedDraw(Struct, frozen=True, tag="sealed", tag_field="how"):
    """Faces from the sealed dice.

    Args:
        epoch: whose seed they come from.
        kind: ``open`` or ``secret`` seal.
        stream: actor or seat, with its audience where narrower than everyone.
        index: of the roll in its stream, from 0 in each epoch, without gaps.
    """

    epoch: int
    kind: Literal["open", "secret"]
    stream: str
    index: int


class TableDraw(Struct, frozen=True, tag="table", tag_field="how"):
    """Faces of real dice.

    Args:
        reader: seat that read them.
        confirmer: seat that confirmed the reading, where the charter wants one; or empty.
    """

    reader: str
    confirmer: str = ""


class PointsDraw(Struct, frozen=True, tag="points", tag_field="how"):
    """No dice: the value was bought or given by a rule."""


Draw = SealedDraw | TableDraw | PointsDraw
