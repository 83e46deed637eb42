"""``rollbook explain``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from ....core.telling import Words
from ...explain import Dice, Explanation, Step, Weight, explain
from ...explain.family import ASKING
from ...transcript import clean
from .. import options
from ..helping import examples
from ..out import Out, common
from ..plain import short, table
from ..playing import onlooker

_TOLD = frozenset(
    ("modifiers", "used", "dice", "draw", "natural", "total", "notation", "id", "of", "rule",
     "replaces", "purpose", "actor", "seen_by")
)  # fmt: skip
"""Fields that other lines of an explanation say better, or that serve the engine."""


@click.command(
    name="explain",
    epilog=examples(
        "rollbook explain duel.db 36",
        "rollbook explain duel.db 36 --as anna --lang it",
    ),
)
@options.file
@click.argument("record", type=click.IntRange(min=0), metavar="N")
@options.viewer
@options.session
@common
def command(out: Out, file: str, record: int, viewer: str, session: str) -> None:
    """Explain record N of FILE: who asked for it, how it came about, and what came of it.

    N is the number that the log shows. Every roll on the way is taken apart: where the faces
    come from, which of them count, each modifier with its source and rule.
    """
    recording = out.recording(file, session)
    viewer = onlooker(recording.now, viewer) if viewer else ""
    found = explain(recording, record, lang=out.lang, viewer=viewer)
    if out.json:
        out.give(found)
    else:
        out.lines(told(found, out.words(recording.book), out))


def told(found: Explanation, words: Words, out: Out) -> Iterator[str]:
    """The explanation as lines."""
    it, titles = found.record, found.rules
    yield out.bold(words.say("explain.title", seq=it.seq, commit=it.commit, type=it.type))
    yield f"  {it.text}{_because(it.rule, titles)}" if it.text else f"  {it.type}"
    yield from _details(it, words, titles, indent=2)
    if found.back is not None:
        back = found.back
        yield f"  {words.say('replay.taken-back', commit=back.commit, by=back.by)}"
    if found.corrected is not None:
        yield f"  {words.say('replay.corrected', commit=found.corrected)}"
    yield ""
    yield out.bold(words.say("explain.asked"))
    by = f"{clean(found.command.by)} ▸ " if found.command.by else ""
    yield f"{found.command.seq:>5} {by}{found.command.text}  {out.dim(found.command.at)}".rstrip()
    for name, steps in (
        ("path", found.path), ("questions", found.questions), ("beside", found.beside),
        ("followed", found.followed), ("changed", found.changed),
    ):  # fmt: skip
        if steps:
            yield ""
            yield out.bold(words.say(f"explain.{name}"))
            for step in steps:
                yield from _step(step, words, titles)
    if not found.followed and it.kind != "command":
        yield ""
        yield words.say("explain.nothing")
    if titles:
        yield ""
        yield out.bold(words.say("explain.rules"))
        yield from table(list(titles.items()), indent=2)


def _step(step: Step, words: Words, titles: Mapping[str, str]) -> Iterator[str]:
    text = step.text or _silent(step, words)
    if not text:
        return
    yield f"{step.seq:>5} {text}{_because(step.rule, titles)}"
    yield from _details(step, words, titles, indent=8)


def _silent(step: Step, words: Words) -> str:
    """What a log passes over since the next line says it: here it is a step of its own."""
    if step.type == "table.asked":
        return ""  # of real dice: what was read follows
    template = words.find(f"explain.silent.{step.type}")
    if template:
        places = {k: _said(v) for k, v in step.fields.items()}
        return clean(template.format(**places))
    fields = ", ".join(f"{k} {short(v)}" for k, v in step.fields.items() if k not in _TOLD)
    return clean(f"{step.type}: {fields}" if fields else step.type)


def _details(step: Step, words: Words, titles: Mapping[str, str], indent: int) -> Iterator[str]:
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
    return said + _because(weight.rule, titles)


def _source(source: str, words: Words) -> str:
    """Where a modifier comes from, in the words that its ruleset has for it."""
    whole, colon, part = source.rpartition(": ")
    for name, before in ((source, ""), (part, f"{whole}{colon}")):
        found = words.ending(f".source.{name}")
        if found:
            return before + found
    return source


def _because(rule: str, titles: Mapping[str, str]) -> str:
    if not rule:
        return ""
    title = titles.get(rule, "")
    return f" [{rule} {title}]" if title else f" [{rule}]"
