"""The derivation of one record, in the reader's words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from ...core.audiences import sees_record
from ...core.errors import Invalid
from ...core.records import Fact
from ...core.vocabulary import EffectBegan, Rolled, Weighed
from ..keys import Keys
from ..reading import read
from ..recording import Recording
from ..titles import titles
from ..transcript import Back, Line, Transcript
from .family import Family, family
from .roll import Dice, Weight, dice, weights

_RULE = re.compile(r"\b[A-Z]{2,4}-\d{3}\b")


class Step(Struct, frozen=True):
    """One record of a derivation.

    Args:
        seq: its number.
        commit: number of its commit.
        kind: ``command``, ``performed`` or ``event``.
        type: its tag.
        text: in the reader's words; empty where there is nothing to say.
        by: seat that sent it, on a command.
        at: when, likewise.
        rule: id of the rule that acted.
        fields: as recorded.
        modifiers: all that were collected for it.
        dice: where it is a roll.
    """

    seq: int
    commit: int
    kind: str
    type: str
    text: str
    by: str = ""
    at: str = ""
    rule: str = ""
    fields: Mapping[str, Any] = {}
    modifiers: tuple[Weight, ...] = ()
    dice: Dice | None = None


class Explanation(Struct, frozen=True):
    """A record explained.

    Args:
        record: itself.
        command: that a seat sent and that it comes from.
        path: what led from the command to the record, in order.
        questions: asked, answered and ruled on the way.
        beside: what the same cause brought about later.
        followed: what came of it.
        changed: what later changed what it counts for.
        back: by what it was taken back, if it was.
        corrected: commit that put it right, if one did.
        rules: titles of every rule named, by id.
    """

    record: Step
    command: Step
    path: tuple[Step, ...]
    questions: tuple[Step, ...]
    beside: tuple[Step, ...]
    followed: tuple[Step, ...]
    changed: tuple[Step, ...]
    back: Back | None = None
    corrected: int | None = None
    rules: Mapping[str, str] = {}


def explain(recording: Recording, seq: int, *, lang: str = "en", viewer: str = "") -> Explanation:
    """The whole derivation of a record.

    Args:
        recording: that holds it.
        seq: its number, as the log shows it.
        lang: language of the reader.
        viewer: seat that reads; empty for whoever holds the journal.

    Raises:
        Invalid: there is no such record that the viewer may see.
    """
    fact = next(recording.facts(seq, seq + 1), None) if 0 <= seq < recording.size else None
    now = recording.now
    if fact is None or not sees_record(viewer, seq, fact.to, now):
        raise Invalid(
            f"there is no record {seq}",
            path="$.seq",
            hint=f"records are 0 to {recording.size - 1}",
        )
    kin = family(recording, seq)
    lines = _lines(recording, kin, lang, viewer)
    keys = Keys(None if viewer else recording.store, recording.name, now.ledger)
    made = _Steps(recording, lines, keys)
    mine = lines[seq]
    found = Explanation(
        record=made.step(seq),
        command=made.step(kin.root) if kin.root in lines else made.step(seq),
        path=made.steps(sorted({*kin.lineage[1:-1], *kin.before})),
        questions=made.steps(kin.questions),
        beside=made.steps(kin.beside),
        followed=made.steps(kin.after),
        changed=made.steps(kin.named),
        back=mine.back,
        corrected=mine.corrected,
    )
    return msgspec.structs.replace(found, rules=_rules(recording, found, lang))


def _lines(recording: Recording, kin: Family, lang: str, viewer: str) -> dict[int, Line]:
    """Every record of the family that the viewer may see, told as of its own moment."""
    wanted = kin.all
    told = Transcript(
        recording, lang=lang, viewer=viewer, since=kin.root, stop=max(wanted) + 1, only=wanted
    )
    return {line.seq: line for line in told}


class _Steps:
    """Makes steps of told lines."""

    def __init__(self, recording: Recording, lines: Mapping[int, Line], keys: Keys) -> None:
        self._recording = recording
        self._lines = lines
        self._keys = keys
        self._events = {s: read(recording.book, _of(recording, s)).message for s in lines}
        self._sources = _effects(recording, self._events.values(), max(lines))
        self._sources |= {e.id: s for s, e in self._events.items() if isinstance(e, Rolled)}

    def steps(self, seqs: Iterable[int]) -> tuple[Step, ...]:
        """Steps of those that the viewer may see."""
        return tuple(self.step(seq) for seq in seqs if seq in self._lines)

    def step(self, seq: int) -> Step:
        """One step."""
        line, event = self._lines[seq], self._events[seq]
        fields = {k: v for k, v in msgspec.json.decode(line.message).items() if k != "type"}
        weighed = weights(event.modifiers, self._sources) if isinstance(event, Weighed) else ()
        thrown = (
            dice(self._recording.book, self._keys, event) if isinstance(event, Rolled) else None
        )
        return Step(
            seq=seq,
            commit=line.commit,
            kind=line.kind,
            type=line.type,
            text=line.text,
            by=line.by,
            at=line.at,
            rule=line.rule,
            fields=fields,
            modifiers=weighed,
            dice=thrown,
        )


def _of(recording: Recording, seq: int) -> Fact:
    return next(recording.facts(seq, seq + 1))


class _Id(Struct):
    id: str


def _effects(recording: Recording, events: Iterable[Any], last: int) -> dict[str, int]:
    """Where the effects began that modifiers of these events come from."""
    sources = {m.source for e in events if isinstance(e, Weighed) for m in e.modifiers}
    found: dict[str, int] = {}
    if sources:
        for fact in recording.facts(0, last):
            if fact.type == EffectBegan.message.tag:
                name = msgspec.json.decode(fact.body, type=_Id).id
                if name in sources:
                    found[name] = fact.seq
    return found


def _rules(recording: Recording, found: Explanation, lang: str) -> dict[str, str]:
    """Every rule that the explanation names, with its title where a catalogue has one."""
    parts = (found.record, found.command, *found.path, *found.questions, *found.followed)
    named = {rule for step in parts for rule in _RULE.findall(str(step.fields))}
    known = titles(recording.book, lang)
    return {rule: known.get(rule, "") for rule in sorted(named)}
