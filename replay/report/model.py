"""What the page of a session holds, as plain data: gathered in one walk through the log."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from ...core.audiences import sees_record
from ...core.engine import Engine
from ...core.entries import Question
from ...core.table.ledger import Ledger
from ...core.table.state import Table
from ...core.telling import Words
from ..audit import audit
from ..overview import overview
from ..recording import Recording
from ..stats import Stats, stats
from ..titles import titles
from ..transcript import Line, Transcript
from ..walk import Progress, Walk
from .entries import Entries, Entry
from .series import Series, Tracks
from .states import Patch, Row, States
from .verdict import Verdict, verdict


class Step(Struct, frozen=True):
    """The state after one commit.

    Args:
        commit: its number.
        seq: of the last record of it that the viewer may see.
        patches: what has changed since the step before.
    """

    commit: int
    seq: int
    patches: tuple[Patch, ...]


class Report(Struct, frozen=True):
    """A session as the page shows it.

    Args:
        session: its id.
        lang: language of the reader.
        viewer: seat that reads; empty for whoever holds the journal.
        size: number of records in the log.
        commits: number of commits.
        rulesets: in force, each with its version.
        entries: records that the viewer may see.
        names: by id, of every actor and seat that the viewer knows.
        steps: one for each commit of which the viewer may see something.
        sections: title by name of every part of a state, in the order to be shown.
        now: rows of each section at the end.
        series: wound tracks and pools over time.
        stats: of the dice.
        verdict: of the audit.
        waiting: the open question, if any.
        owners: by actor, the seats that play it.
        foreign: by type, how many records nothing installed knows.
        missing: rulesets of the session that are not installed.
        rules: title by id, of every rule that a catalogue has.
    """

    session: str
    lang: str
    viewer: str
    size: int
    commits: int
    rulesets: tuple[str, ...]
    entries: tuple[Entry, ...]
    names: Mapping[str, str]
    steps: tuple[Step, ...]
    sections: Mapping[str, str]
    now: Mapping[str, tuple[Row, ...]]
    series: tuple[Series, ...]
    stats: Stats
    verdict: Verdict
    waiting: Question | None
    owners: Mapping[str, tuple[str, ...]]
    foreign: Mapping[str, int]
    missing: tuple[str, ...]
    rules: Mapping[str, str]


def report(
    recording: Recording,
    engine: Engine,
    *,
    lang: str = "en",
    viewer: str = "",
    progress: Progress | None = None,
) -> Report:
    """Gather everything that the page of a session shows.

    Args:
        recording: to report; only read.
        engine: whose installed rulesets the audit decides by again.
        lang: language of the reader.
        viewer: seat that reads; empty for whoever holds the journal.
        progress: told now and then how far it is.

    Raises:
        Invalid: no such seat or language.
    """
    transcript = Transcript(recording, lang=lang, viewer=viewer)
    told = _Told(recording, transcript.words, viewer)
    walk = Walk(recording, viewer, progress)
    for line in transcript.tell_on(walk, 0):
        told.hear(line, walk)
    view = walk.view()
    seen = overview(recording, view, walk.foreign)
    sees = _visible(recording, viewer).__contains__ if viewer else None
    return Report(
        session=recording.name,
        lang=lang,
        viewer=viewer,
        size=recording.size,
        commits=recording.commits,
        rulesets=tuple(f"{r.name} {r.version}" for r in recording.book.rulesets),
        entries=tuple(told.entries),
        names=told.names,
        steps=tuple(told.steps),
        sections=told.states.titles(),
        now=dict(told.states.now),
        series=told.tracks.series(),
        stats=stats(recording, viewer=viewer),
        verdict=verdict(audit(recording, engine, sees=sees), transcript.words, whole=sees is None),
        waiting=seen.waiting,
        owners=seen.owners,
        foreign=seen.foreign,
        missing=seen.missing,
        rules=titles(recording.book, lang),
    )


class _Told:
    """What has been gathered from the records told so far.

    Args:
        recording: that is told.
        words: of the reader's language.
        viewer: seat that reads.
    """

    def __init__(self, recording: Recording, words: Words, viewer: str) -> None:
        self.entries: list[Entry] = []
        self.names: dict[str, str] = {}
        self.steps: list[Step] = []
        self.states = States(recording, words)
        self.tracks = Tracks()
        self._recording = recording
        self._viewer = viewer
        self._made = Entries(recording, words, viewer)
        self._ends = _ends(recording, viewer)
        self._known: tuple[object, object] = None, None

    def hear(self, line: Line, walk: Walk) -> None:
        """One line, with the walk standing right behind its record."""
        self._meet(walk)
        entry, found = self._made.entry(line, self.names.keys())
        self.entries.append(entry)
        self.tracks.heard(found.message, line.commit)
        last, size = self._ends[line.commit]
        if line.seq != last:
            return
        view = walk.view()
        back = walk.slices[Ledger].parents.get(str(line.commit))
        if back is not None and line.seq + 1 != size:  # it takes effect behind what is hidden
            view = Walk(self._recording, self._viewer).through(size)
        self.steps.append(Step(line.commit, line.seq, self.states.take(view)))
        self.tracks.close(line.commit, view.table.pools, back)

    def _meet(self, walk: Walk) -> None:
        """Learn the names of those who are new."""
        actors, seats = walk.slices[Table].actors, walk.slices[Ledger].seats
        if actors is not self._known[0] or seats is not self._known[1]:
            self.names |= {id: seat.name for id, seat in seats.items()}
            self.names |= {id: actor.name for id, actor in actors.items()}
            self._known = actors, seats


def _ends(recording: Recording, viewer: str) -> dict[int, tuple[int, int]]:
    """By commit, the last record that the viewer may see, and the size of the log after it."""
    found: dict[int, tuple[int, int]] = {}
    now = recording.now
    for fact in recording.facts():
        if sees_record(viewer, fact.seq, fact.to, now):
            found[fact.commit] = fact.seq, fact.seq + 1
        elif fact.commit in found:
            found[fact.commit] = found[fact.commit][0], fact.seq + 1
    return found


def _visible(recording: Recording, viewer: str) -> frozenset[int]:
    now = recording.now
    return frozenset(f.seq for f in recording.facts() if sees_record(viewer, f.seq, f.to, now))
