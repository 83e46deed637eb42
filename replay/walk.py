"""Walking a log: the state after each record, returns included, in flat memory."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ..core.audiences import sees_record
from ..core.errors import Damaged, Invalid, Unreadable
from ..core.folding import Folder
from ..core.look import Look
from ..core.records import Fact
from ..core.table.ledger import Ledger
from ..core.timeline import Timeline
from ..core.views import View
from .recording import Recording

Progress = Callable[[int, int], None]
"""Called now and then with the number of records done and of all."""

RECENT = 64
"""Boards of so many commits are kept, so that most logs need no second reading."""

_EVERY = 2000


class Walk:
    """The state of a session from its first record on, as one viewer sees it.

    Consults no die, no clock, no content and no rule, only what is recorded. ``foreign``
    counts, by type, the records that nothing installed knows. Where the recording bears with
    a record that does not read, the state stays from there on as it stood before it.

    Args:
        recording: to walk through.
        viewer: seat; empty for whoever holds the journal.
        progress: told now and then how far it is.

    Raises:
        Invalid: there is no such seat.
    """

    _stood: tuple[int, int] | None = None

    def __init__(
        self, recording: Recording, viewer: str = "", progress: Progress | None = None
    ) -> None:
        check_viewer(recording, viewer)
        self.recording = recording
        self.viewer = viewer
        self.folder = Folder(recording.book)
        self.slices: dict[type, Any] = recording.book.slices()
        self.size = 0
        self.commit = -1
        self.foreign: dict[str, int] = {}
        self._known = recording.book.events.keys() | recording.book.commands.keys()
        self._progress = progress
        self._now: Look | None = None
        self._boards: OrderedDict[int, Mapping[type, Any]] = OrderedDict()
        self._wanted: Counter[int] | None = None
        self._stop = 0
        self._timeline = Timeline(recording.book, recording.store, recording.name)

    def steps(self, stop: int | None = None) -> Iterator[Fact]:
        """Each fact that the viewer may see, once it is folded; on from where the walk stands.

        Args:
            stop: number of records to walk through; all there are when left out.
        """
        total = self.recording.size
        self._now = self.recording.now if self.viewer else None
        self._stop = stop = total if stop is None else min(stop, total)
        # One fact more than asked for tells whether a commit ends here.
        for fact, after in _paired(self.recording.facts(self.size, min(stop + 1, total))):
            if fact.seq >= stop:
                return
            if fact.seq != self.size:
                raise Damaged(f"record {self.size} is missing", path=f"$.records[{self.size}]")
            seen = self.sees(fact)
            if seen:
                self._fold(fact)
                if fact.type not in self._known:
                    self.foreign[fact.type] = self.foreign.get(fact.type, 0) + 1
            self.size, self.commit = fact.seq + 1, fact.commit
            ends = after is None or after.commit != fact.commit
            if ends and self._stood is None:
                self._close(fact.commit)
            if self._progress and (self.size % _EVERY == 0 or self.size == stop):
                self._progress(self.size, stop)
            if seen:
                yield fact

    def through(self, stop: int | None = None) -> View:
        """Walk on without stopping, and look at the state then."""
        for _ in self.steps(stop):
            pass
        return self.view()

    def view(self) -> View:
        """The state where the walk stands."""
        commit, size = self._stood or (self.commit, self.size)
        return View(dict(self.slices), self._timeline, self.viewer, commit, size)

    def _fold(self, fact: Fact) -> None:
        if self._stood is not None:
            return
        try:
            self.folder.fact(self.slices, fact)
        except Unreadable as error:
            if not self.recording.bears(error):
                raise
            self._stood = self.commit, self.size

    def sees(self, fact: Fact) -> bool:
        """Whether the viewer may see it, with the seats as they are at the end of the log."""
        if self._now is None or not fact.to:
            return True
        return sees_record(self.viewer, fact.seq, fact.to, self._now)

    def _close(self, commit: int) -> None:
        """The commit is whole: a return takes effect."""
        parents = self.slices[Ledger].parents
        back = parents.get(str(commit)) if parents else None
        if back is not None:
            ledger = self.slices[Ledger]
            self.slices = dict(self._board(back))
            self.slices[Ledger] = ledger
        if self._wanted is None:
            self._boards[commit] = dict(self.slices)
            if len(self._boards) > RECENT:
                self._boards.popitem(last=False)
        elif commit in self._wanted:
            self._boards[commit] = dict(self.slices)

    def _board(self, commit: int) -> Mapping[type, Any]:
        """What a return brings back; after the last return to it, it is let go."""
        if commit < 0:
            return self.recording.book.slices()
        if commit not in self._boards:
            self._look_back()
        found = self._boards[commit]
        if self._wanted is not None:
            self._wanted[commit] -= 1
            if not self._wanted[commit]:
                del self._wanted[commit], self._boards[commit]
        return found

    def _look_back(self) -> None:
        """Read once more what lies behind, keeping every board that is come back to.

        The returns up to where the walk shall stop are known by then, so that this happens
        once, however many of them there are.
        """
        again = Walk(self.recording, self.viewer)
        again._wanted = Counter(self.recording.ledger(self._stop).parents.values())
        again.through(self.recording.commit(self.commit - 1).size)
        self._boards, self._wanted = again._boards, again._wanted


def check_viewer(recording: Recording, viewer: str) -> None:
    """Refuse a viewer who has no seat.

    Raises:
        Invalid: there is no such seat.
    """
    if viewer and not recording.now.role(viewer):
        seats = ", ".join(recording.now.ledger.seats)
        raise Invalid(f"there is no seat {viewer!r}", hint=f"seats: {seats}")


def _paired(facts: Iterable[Fact]) -> Iterator[tuple[Fact, Fact | None]]:
    """Each with the one after it."""
    before: Fact | None = None
    for fact in facts:
        if before is not None:
            yield before, fact
        before = fact
    if before is not None:
        yield before, None
