"""A session told as lines, one for each record that a viewer may see."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct, structs

from ..core.audiences import sees_record
from ..core.chain import chain, on
from ..core.entries import Entry, Receipt
from ..core.errors import Invalid
from ..core.look import Look
from ..core.messages import Command, Event
from ..core.records import Fact
from ..core.rulebook import Rulebook
from ..core.session import Session
from ..core.subscriptions import shown
from ..core.telling import Telling, Words
from ..core.vocabulary import Revealed
from .corrected import corrected
from .nearest import nearest
from .reading import Read, read
from .recording import Recording
from .walk import Progress, Walk, check_viewer
from .words import words

_LONG = 60
_UNSEEN = frozenset(("Cc", "Cs", "Zl", "Zp"))
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Back(Struct, frozen=True):
    """By what a commit was taken back: the number of that commit, who sent it and when."""

    commit: int
    by: str
    at: str


class Line(Struct, frozen=True):
    """One record, told.

    Args:
        seq: position in the session.
        commit: number of its commit.
        kind: ``command``, ``performed`` or ``event``.
        type: tag of the message.
        by: seat that sent the command, on a commit's command.
        at: when it was sent, RFC 3339 in UTC; likewise.
        text: in the reader's words; empty where there is nothing to say.
        rule: id of the rule that acted, or empty.
        foreign: whether nothing installed knows its type, so that it is shown as it stands.
        back: by what it was taken back, if it was; what belongs to the ledger (notes, seats, who
            plays whom) never is.
        cause: seq of the record it follows from.
        message: its fields, as recorded.
        corrected: number of the commit that put it right since, if one did.
        aside: whether its text is for the log alone, and no part of the story.
    """

    seq: int
    commit: int
    kind: str
    type: str
    by: str
    at: str
    text: str
    rule: str = ""
    foreign: bool = False
    back: Back | None = None
    cause: int | None = None
    message: Any = None
    corrected: int | None = None
    aside: bool = False


class Transcript:
    """The lines of one session, told while it is walked through.

    Args:
        recording: to tell.
        lang: language of the reader.
        viewer: seat that reads; empty for whoever holds the journal.
        since: seq of the first record to tell; what came before is only walked through.
        stop: number of records to tell, the untold ones included; all when left out.
        actor: tell only what names this actor or seat.
        types: tell only records of these types, full or short, or of these families.
        only: tell only records of these seqs; all when left out.
        progress: told now and then how far it is.

    Raises:
        Invalid: no such seat, language, actor or type.
    """

    def __init__(
        self,
        recording: Recording,
        *,
        lang: str = "en",
        viewer: str = "",
        since: int = 0,
        stop: int | None = None,
        actor: str = "",
        types: Collection[str] = (),
        only: Collection[int] | None = None,
        progress: Progress | None = None,
    ) -> None:
        check_viewer(recording, viewer)
        self.recording = recording
        self.words: Words = words(recording.book, lang)
        self.foreign: Counter[str] = Counter()
        self.viewer = viewer
        self.since = since
        self._stop = stop
        self._seen: set[str] = set()
        self._actor, self._types = actor, tuple(types)
        self._only = only
        self._progress = progress

    def __iter__(self) -> Iterator[Line]:
        """Tell from the beginning; ``foreign`` counts the records that nobody here knows."""
        self.foreign.clear()
        yield from self.tell_on(Walk(self.recording, self.viewer, self._progress), self.since)

    def tell_on(self, walk: Walk, since: int) -> Iterator[Line]:
        """Tell on from where a walk stands, with what that reveals of the records before it.

        Args:
            walk: through the same log, with the same eyes.
            since: seq of the first record to tell.
        """
        first = walk.size
        taken = TakenBack(self.recording, walk.sees)
        clock = _Clock(self.recording, max(first, since), self._stop)
        right = corrected(self.recording, self.viewer)
        told = False
        for fact in walk.steps(self._stop):
            if fact.seq < since or (self._only is not None and fact.seq not in self._only):
                continue
            for each, found in self._shown(fact, first):
                self._seen.update((each.type, each.family))
                if not self._wanted(each, found):
                    continue
                told = True
                self.foreign[each.type] += found.foreign
                telling = Telling(self.words, walk.view(), self.viewer)
                at = clock.of(each) if each.kind == "command" else ""
                line = self._line(each, found, telling, taken, at)
                by = right.get(each.seq)
                yield structs.replace(line, corrected=by) if by else line
        self.foreign += Counter()  # drops zeros
        if not told:
            self._check_types(self._seen)

    def _shown(self, fact: Fact, first: int) -> Iterator[tuple[Fact, Read]]:
        """A record, and what it reveals of those before the first one of this walk."""
        found = read(self.recording.book, fact)
        yield fact, found
        if isinstance(found.message, Revealed):
            store, name, now = self.recording.store, self.recording.name, self.recording.now
            for earlier in shown(store, name, found.message, first, self.viewer, now):
                yield earlier, read(self.recording.book, earlier)

    def _line(self, fact: Fact, found: Read, telling: Telling, taken: TakenBack, at: str) -> Line:
        book = self.recording.book
        return Line(
            seq=fact.seq,
            commit=fact.commit,
            kind=fact.kind,
            type=fact.type,
            by=fact.by,
            at=at,
            text=tell(book, found, telling),
            rule=getattr(found.message, "rule", ""),
            foreign=found.foreign,
            back=taken.of(fact),
            cause=fact.cause,
            message=msgspec.Raw(fact.body),
            aside=isinstance(found.message, Event) and book.aside(type(found.message)),
        )

    def _wanted(self, fact: Fact, found: Read) -> bool:
        if self._types and not any(_is(fact, kind) for kind in self._types):
            return False
        return not self._actor or fact.by == self._actor or names(found.raw, self._actor)

    def _check_types(self, seen: Collection[str]) -> None:
        book = self.recording.book
        known = {tag for tag in (*book.events, *book.commands, *seen) if tag}
        for kind in self._types:
            if not any(kind in (tag, tag.partition(".")[2]) for tag in known):
                raise Invalid(
                    f"nothing here is of type {kind!r}", path="$.type", hint=nearest(kind, known)
                )


class _Clock:
    """When commands were sent: read beside the walk, whose facts do not say it."""

    def __init__(self, recording: Recording, first: int, stop: int | None) -> None:
        self._recording, self._first = recording, first
        self._records = recording.records(first, stop)

    def of(self, fact: Fact) -> str:
        if fact.seq < self._first:  # shown only now, out of its place
            return next((r.at for r in self._recording.records(fact.seq, fact.seq + 1)), "")
        return next((r.at for r in self._records if r.seq == fact.seq), "")


class TakenBack:
    """Which records are off the board, and which return took each off.

    Args:
        recording: with its returns and withdrawals.
        sees: whether the reader sees a fact; what he does not see decides nothing.
    """

    def __init__(self, recording: Recording, sees: Callable[[Fact], bool]) -> None:
        self._recording = recording
        self._sees = sees
        self._parents = recording.now.ledger.parents
        self._now = chain(recording.commits - 1, self._parents)
        self._returns = sorted(int(no) for no in self._parents)
        self._last: tuple[int, Back | None, bool] = (-1, None, False)

    def of(self, fact: Fact) -> Back | None:
        """By what this record was taken back, None while it stands."""
        if self._last[0] != fact.commit:
            back = self._find(fact.commit)
            self._last = fact.commit, back, back is not None and self._kept(fact.commit)
        _, back, kept = self._last
        if back is None:
            return None
        return None if (self._in_ledger(fact) if fact.kind == "event" else kept) else back

    def _find(self, commit: int) -> Back | None:
        if not self._returns or on(self._now, commit):
            return None
        for back in self._returns:
            if back > commit and not on(chain(back, self._parents), commit):
                first = self._recording.commit(back).first
                record = next(iter(self._recording.records(first, first + 1)))
                return Back(back, record.by, record.at)
        return None

    def _kept(self, commit: int) -> bool:
        """Whether a commit did nothing but what the ledger keeps; a return can be returned from."""
        if commit in self._returns:
            return False
        span = self._recording.commit(commit)
        facts = self._recording.facts(span.first, span.size)
        events = [fact for fact in facts if fact.kind == "event" and self._sees(fact)]
        return bool(events) and all(self._in_ledger(fact) for fact in events)

    def _in_ledger(self, fact: Fact) -> bool:
        kind = self._recording.book.events.get(fact.type)
        return kind is not None and kind.message.ledger


def tell_receipt(session: Session, receipt: Receipt, words: Words, viewer: str = "") -> list[Line]:
    """What a command has just brought about, as lines for a viewer who may see it.

    Args:
        session: at play.
        receipt: of the command.
        words: of the reader's language.
        viewer: seat that reads; empty for whoever holds the journal.
    """
    now = Look(session.timeline.slices, session.book)
    seen = (e for e in receipt.entries if sees_record(viewer, e.seq, e.to, now))
    return tell_entries(session, seen, words, viewer)


def tell_entries(
    session: Session, entries: Iterable[Entry], words: Words, viewer: str = ""
) -> list[Line]:
    """Entries that a viewer may see as lines, told by how things stand now.

    Args:
        session: at play.
        entries: in order.
        words: of the reader's language.
        viewer: seat that reads; empty for whoever holds the journal.
    """
    telling = Telling(words, session.view(viewer), viewer)
    lines = []
    for entry in entries:
        # What is put off holds its command as JSON that nothing has read yet.
        plain = msgspec.to_builtins(entry.message, enc_hook=msgspec.json.decode)
        found = Read(entry.type, entry.message, plain, False)
        lines.append(
            Line(
                seq=entry.seq,
                commit=entry.commit,
                kind=entry.kind,
                type=entry.type,
                by=entry.by,
                at="",
                text=tell(session.book, found, telling),
                rule=getattr(entry.message, "rule", ""),
                cause=entry.cause,
                message=entry.message,
            )
        )
    return lines


def tell(book: Rulebook, found: Read, telling: Telling) -> str:
    """One record as a line in the reader's words; empty where there is nothing to say."""
    message = found.message
    if isinstance(message, Event):
        teller = book.teller(type(message))
        if teller is not None:
            try:
                return clean(teller(message, telling))
            except Exception:  # a plugin's teller, or a place that its words do not know
                return clean(f"{found.type} {fields(found.raw)}")
    if isinstance(message, Command):
        defaults = _defaults(message)
        given = {k: v for k, v in found.raw.items() if k not in defaults}
        return clean(f"{found.type} {fields(given)}".rstrip())
    return clean(f"{found.type} {fields(found.raw)}".rstrip())


def fields(raw: dict[str, Any]) -> str:
    """Fields as ``name=value``, what is long cut short."""
    return " ".join(f"{name}={_short(value)}" for name, value in raw.items() if name != "type")


def clean(text: str) -> str:
    """Text on one line, with nothing in it that moves a cursor or turns the direction of reading.

    What people write is data: it may not look like a line of the log, nor colour a terminal.
    """
    if text.isprintable():
        return text
    return "".join(
        c.encode("unicode_escape").decode()
        if unicodedata.category(c) in _UNSEEN or c in _TURNING
        else c
        for c in text
    )


def names(value: Any, who: str) -> bool:
    """Whether somebody's id stands anywhere in plain values."""
    if isinstance(value, str):
        return value == who
    if isinstance(value, dict):
        return who in value or any(names(inner, who) for inner in value.values())
    if isinstance(value, list):
        return any(names(inner, who) for inner in value)
    return False


def _is(fact: Fact, kind: str) -> bool:
    return kind in (fact.type, fact.family) or kind == fact.type.partition(".")[2]


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    if isinstance(value, str) and (not value or not value.isprintable() or " " in value):
        text = msgspec.json.encode(value).decode()
    return text if len(text) <= _LONG else f"{text[: _LONG - 1]}…"


def _defaults(message: Command) -> set[str]:
    """Names of fields that stand at their defaults."""
    return {
        field.encode_name
        for field in _optional(type(message))
        if getattr(message, field.name) == _default(field)
    }


@lru_cache(maxsize=512)
def _optional(kind: type[Command]) -> tuple[structs.FieldInfo, ...]:
    """Fields that have a default; looking at a type takes as long as telling a line."""
    return tuple(field for field in structs.fields(kind) if not field.required)


def _default(field: structs.FieldInfo) -> Any:
    if field.default_factory is msgspec.NODEFAULT:
        return field.default
    return field.default_factory()
