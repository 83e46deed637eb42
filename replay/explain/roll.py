"""A roll taken apart: where its faces come from, which count, and what was added."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, structs

from ...core.dice import Die, Word
from ...core.modifiers import Modifier
from ...core.rulebook import Rulebook
from ...core.vocabulary import Rolled, SealedDraw, TableDraw
from ..keys import Keys


class Weight(Struct, frozen=True):
    """One modifier, with where it comes from.

    Args:
        source: as recorded: a trait, an item, a circumstance, or the id of an effect.
        on: the quantity it changes.
        op: how: ``add``, ``set``, ``at_least``, ``at_most`` or ``step``.
        amount: in the unit of the quantity.
        rule: id of the rule that grants it.
        record: seq of the record it comes from: where the effect began, or the roll.
    """

    source: str
    on: str
    op: str
    amount: int
    rule: str = ""
    record: int | None = None


class Dice(Struct, frozen=True):
    """The dice of a roll.

    Args:
        how: ``sealed``, ``table`` or ``points``.
        notation: of the dice.
        dice: in order of draw, each with its face and whether it counts.
        natural: what the dice alone say.
        total: with the modifiers on ``result``.
        epoch: of the seal; None where there is none.
        kind: of the seal, ``open`` or ``secret``.
        stream: whose dice.
        index: which roll of the stream, from 0.
        words: every 32-bit word with the die it was for, rejected ones without a face; None
            where the seed is not known.
        reader: seat that read real dice.
        confirmer: seat that confirmed the reading.
    """

    how: str
    notation: str
    dice: tuple[Die, ...]
    natural: int
    total: int
    epoch: int | None = None
    kind: str = ""
    stream: str = ""
    index: int | None = None
    words: tuple[Word, ...] | None = None
    reader: str = ""
    confirmer: str = ""


def dice(book: Rulebook, keys: Keys, rolled: Rolled) -> Dice:
    """The dice of a roll, with the words that decided them where their key is known."""
    draw = rolled.draw
    made = Dice(
        how=str(draw.__struct_config__.tag),
        notation=rolled.notation,
        dice=rolled.dice,
        natural=rolled.natural,
        total=rolled.total,
    )
    if isinstance(draw, SealedDraw):
        return structs.replace(
            made, epoch=draw.epoch, kind=draw.kind, stream=draw.stream, index=draw.index,
            words=keys.words(book, rolled),
        )  # fmt: skip
    if isinstance(draw, TableDraw):
        return structs.replace(made, reader=draw.reader, confirmer=draw.confirmer)
    return made


def weights(modifiers: tuple[Modifier, ...], records: Mapping[str, int]) -> tuple[Weight, ...]:
    """Modifiers as recorded, those of effects and of rolls with the record they come from.

    Args:
        modifiers: of one event.
        records: by id of an effect or a roll, the seq of its record.
    """
    return tuple(
        Weight(m.source, m.on, m.op, m.amount, m.rule, records.get(m.source)) for m in modifiers
    )
