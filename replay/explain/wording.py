"""Explanations in the reader's words: what a log passes over, dice, modifiers, numbers, rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.telling import Words
from ..cli.plain import short
from ..transcript import clean
from .derivation import Step
from .family import ASKING
from .roll import Dice, Weight

_TOLD = frozenset(
    ("modifiers", "used", "dice", "draw", "natural", "total", "notation", "id", "of", "rule",
     "replaces", "purpose", "actor", "seen_by")
)  # fmt: skip
"""Fields that other lines of an explanation say better, or that serve the engine."""


def silent(step: Step, words: Words) -> str:
    """What a log passes over since the next line says it: here it is a step of its own."""
    if step.type == "table.asked":
        return ""  # of real dice: what was read follows
    template = words.find(f"explain.silent.{step.type}")
    if template:
        places = {k: _said(v) for k, v in step.fields.items()}
        return clean(template.format(**places))
    fields = ", ".join(f"{k} {short(v)}" for k, v in step.fields.items() if k not in _TOLD)
    return clean(f"{step.type}: {fields}" if fields else step.type)


def details(step: Step, words: Words, titles: Mapping[str, str], indent: int = 0) -> Iterator[str]:
    """Dice, modifiers and numbers of a record as lines.

    Args:
        step: the record.
        words: of the reader's language.
        titles: of rules, by id.
        indent: columns before each line.
    """
    pad = " " * indent
    if step.dice is not None:
        for line in _dice(step.dice, words):
            yield pad + line
    for weight in step.modifiers:
        yield pad + _weight(weight, words, titles)
    if step.dice is None and step.text and step.kind == "event" and step.type not in ASKING:
        shown = list(_fields(step.fields, words))
        if shown:
            yield pad + ", ".join(shown)


def _fields(fields: Mapping[str, Any], words: Words) -> Iterator[str]:
    """Numbers of an event, and what says which limit acted, in words where there are some."""
    for name, value in fields.items():
        if name in _TOLD or value in (None, "", [], {}) or isinstance(value, bool):
            continue
        if isinstance(value, int | list):
            label = words.find(f"explain.field.{name}") or name.replace("_", " ")
            yield clean(f"{label} {_said(value)}")


def _said(value: Any) -> str:
    """A plain value as it stands in a line."""
    if isinstance(value, int) and not isinstance(value, bool):
        return f"−{-value}" if value < 0 else str(value)
    if isinstance(value, list):
        return " ".join(map(_said, value))
    if isinstance(value, Mapping):
        return ", ".join(f"{k} {_said(v)}" for k, v in value.items())
    return short(value)


def _dice(dice: Dice, words: Words) -> Iterator[str]:
    faces = " ".join(str(d.face) if d.kept else f"({d.face})" for d in dice.dice)
    if dice.how == "points":
        yield words.say("explain.points", total=dice.total)
        return
    natural = _said(dice.natural)
    yield words.say("explain.dice", notation=dice.notation, faces=faces, natural=natural)
    if dice.how == "table":
        key = "explain.read.confirmed" if dice.confirmer else "explain.read"
        yield words.say(key, reader=clean(dice.reader), confirmer=clean(dice.confirmer))
    else:
        yield words.say(
            "explain.sealed", kind=dice.kind, epoch=dice.epoch, stream=dice.stream,
            index=dice.index,
        )  # fmt: skip
        if dice.words is None:
            yield words.say("explain.unrevealed")
        else:
            drawn = ", ".join(
                f"{w.word:08x} → {w.face}" if w.face is not None
                else f"{w.word:08x} {words.say('explain.rejected')}"
                for w in dice.words
            )  # fmt: skip
            yield words.say("explain.words", words=drawn)
    if dice.total != dice.natural:
        yield words.say("explain.total", natural=natural, total=_said(dice.total))


def _weight(weight: Weight, words: Words, titles: Mapping[str, str]) -> str:
    amount = f"−{-weight.amount}" if weight.amount < 0 else f"+{weight.amount}"
    if weight.op != "add":
        amount = f"{words.find(f'explain.op.{weight.op}') or weight.op} {weight.amount}"
    source = clean(_source(weight.source, words))
    if weight.record is not None:
        source = words.say("explain.source", source=source, seq=weight.record)
    on = words.find(f"explain.on.{weight.on}") or weight.on
    said = words.say("explain.modifier", source=source, amount=amount, on=on)
    return said + because(weight.rule, titles)


def _source(source: str, words: Words) -> str:
    """Where a modifier comes from, in the words that its ruleset has for it."""
    whole, colon, part = source.rpartition(": ")
    for name, before in ((source, ""), (part, f"{whole}{colon}")):
        found = words.ending(f".source.{name}")
        if found:
            return before + found
    return words.named(source) or source


def because(rule: str, titles: Mapping[str, str]) -> str:
    """The rule that acted, with its title where a catalogue has one."""
    if not rule:
        return ""
    title = titles.get(rule, "")
    return f" [{rule} {title}]" if title else f" [{rule}]"
