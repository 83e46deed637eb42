"""Following a log from another process or thread: what there is, then what comes.

A follower has a connection of its own, which reads in short steps and keeps nothing locked
meanwhile: however slow it is, it keeps no writer waiting and no WAL from being emptied.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from os import PathLike, fspath
from pathlib import Path
from threading import Event as Signal
from types import TracebackType
from typing import Any

from ..core.audiences import sees_record
from ..core.engine import Engine
from ..core.entries import Entry
from ..core.errors import Busy, NoSession
from ..core.folding import Folder
from ..core.look import Look
from ..core.records import Fact
from ..core.subscriptions import shown
from ..core.vocabulary import Revealed
from .recording import Recording, load
from .transcript import Line, Transcript
from .walk import Walk, check_viewer

SHORTEST, LONGEST = 0.005, 0.2
"""Seconds between two looks at a log: right after something came, and where nothing does."""


class Watch:
    """Waits for a log to grow.

    Args:
        recording: of the log.
        path: of its file, to notice when that is gone; None for a log that is in no file.
        stop: ends the waiting once it is set.
        timeout: seconds without anything new after which the waiting ends; None is for ever.
    """

    def __init__(
        self,
        recording: Recording,
        path: Path | None,
        stop: Signal | None = None,
        timeout: float | None = None,
    ) -> None:
        self.recording = recording
        self._path = path
        self._file = _inode(path)
        self._stop = stop or Signal()
        self._timeout = timeout

    @property
    def stopped(self) -> bool:
        """Whether it was told to end."""
        return self._stop.is_set()

    def grown(self, size: int) -> int:
        """Wait until there are more records than so many.

        Returns:
            How many there are; 0 once it is told to end, or nothing came in time.

        Raises:
            NoSession: the file is gone, or another lies in its place.
        """
        pause, since = SHORTEST, time.monotonic()
        while not self.stopped:
            if (found := self._size()) > size:
                return found
            self._look_for_the_file()
            waited = time.monotonic() - since
            if self._timeout is not None and waited >= self._timeout:
                return 0
            left = pause if self._timeout is None else min(pause, self._timeout - waited)
            self._stop.wait(left)
            pause = min(pause * 1.5, LONGEST)
        return 0

    def _size(self) -> int:
        try:
            return self.recording.size
        except Busy:  # somebody holds the file for long: there is nothing new to be seen yet
            return 0

    def _look_for_the_file(self) -> None:
        if self._path is not None and _inode(self._path) != self._file:
            raise NoSession(
                f"{self._path} is gone, or another file lies in its place", hint="open it again"
            )


class Following(Iterator[Entry]):
    """The entries of a log that a viewer may see: first since a position, then as they come.

    Each comes once it is on disk. What is revealed later comes behind the record that reveals it,
    as of `Session.subscribe`; who took over an actor or a seat hears from then on.
    It belongs to the thread that goes through it.

    Args:
        watch: that waits for more.
        viewer: seat, or empty for whoever holds the journal.
        since: seq of the first record wanted.
        own: whether to close the store in the end.

    Raises:
        Invalid: there is no such seat.
    """

    def __init__(
        self, watch: Watch, viewer: str = "", since: int = 0, *, own: bool = False
    ) -> None:
        check_viewer(watch.recording, viewer)
        self.viewer = viewer
        self.position = since
        """Where to begin the next time: everything before it has been given.

        It stays at a record that reveals others until the last of those is given, so that who
        is cut short there hears that record again, and misses nothing.
        """
        self._own = own
        self._watch = watch
        self._slices: dict[type, Any] = watch.recording.book.slices()
        self._folder = Folder(watch.recording.book)
        self._folded = 0
        self._entries = self._follow()

    def __iter__(self) -> Following:
        return self

    def __next__(self) -> Entry:
        return next(self._entries)

    def close(self) -> None:
        """Let go of the file, where it was opened for this."""
        self._entries.close()
        if self._own:
            self._watch.recording.store.close()

    def __enter__(self) -> Following:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _follow(self) -> Generator[Entry, None, None]:
        while size := self._watch.grown(self.position):
            first, then = self.position, Look(dict(self._slices), self._watch.recording.book)
            look = self._look(size)
            for fact in self._watch.recording.facts(first, size):
                yield from self._given(fact, first, look, then)
                self.position = fact.seq + 1
                if self._watch.stopped:
                    return

    def _look(self, size: int) -> Look:
        """The ledger after so many records, by which audiences are resolved."""
        facts = self._watch.recording.facts(self._folded, size)
        self._folder.facts(self._slices, facts, board=False)
        self._folded = size
        return Look(dict(self._slices), self._watch.recording.book)

    def _given(self, fact: Fact, first: int, look: Look, then: Look) -> Iterator[Entry]:
        """What to give of a record: itself, and what it shows of those before ``first``."""
        if not sees_record(self.viewer, fact.seq, fact.to, look):
            return
        recording = self._watch.recording
        entry = Entry.of_fact(recording.book, fact)
        found = [entry]
        if isinstance(entry.message, Revealed):
            earlier = shown(
                recording.store, recording.name, entry.message, first, self.viewer, look, then
            )
            found += [Entry.of_fact(recording.book, each) for each in earlier]
        yield from found[:-1]
        self.position = fact.seq + 1
        yield found[-1]


def follow(
    source: str | PathLike[str] | Recording,
    *,
    viewer: str = "",
    since: int = 0,
    session: str = "",
    engine: Engine | None = None,
    stop: Signal | None = None,
    timeout: float | None = None,
) -> Following:
    """Follow a session from any process or thread: what a viewer may see since a seq, then live.

    Args:
        source: path of the file; or what is at play in this process, as `Recording.of` gives it.
        viewer: seat, or empty for whoever holds the journal.
        since: seq of the first record wanted, as ``position`` of a follower before.
        session: its id, where the file has several.
        engine: with plugins of one's own.
        stop: ends it once it is set; may be set from any thread.
        timeout: seconds without anything new after which it ends; None is for ever.

    Returns:
        An iterator over entries, which waits for the next; its ``position`` is where to go on.

    Raises:
        NoSession: there is no such file or session, or, later, the file is gone.
        Invalid: there is no such seat.
    """
    if isinstance(source, Recording):
        return Following(Watch(source, None, stop, timeout), viewer, since)
    recording = load(source, session=session, engine=engine)
    watch = Watch(recording, file_of(source), stop, timeout)
    try:
        return Following(watch, viewer, since, own=True)
    except BaseException:
        recording.store.close()
        raise


def file_of(source: str | PathLike[str]) -> Path | None:
    """The file at a path; None where the path is another store's than that of files."""
    return None if "://" in fspath(source) else Path(source)


def tell_on(transcript: Transcript, watch: Watch) -> Iterator[Line]:
    """The lines of a transcript, then those of what comes, until the watch ends.

    What is revealed later is told behind the record that reveals it.
    """
    recording, viewer = transcript.recording, transcript.viewer
    walk = Walk(recording, viewer)
    eyes = _eyes(recording, viewer)
    yield from transcript.tell_on(walk, transcript.since)
    while watch.grown(walk.size):
        first, now = walk.size, _eyes(recording, viewer)
        if now != eyes:  # what he sees of the past is another thing now
            walk, eyes = Walk(recording, viewer), now
            walk.through(first)
        yield from transcript.tell_on(walk, max(first, transcript.since))


def _eyes(recording: Recording, viewer: str) -> tuple[Any, ...]:
    """All by which it is decided what a viewer may see; the holder of the file sees all."""
    ledger = recording.now.ledger
    return (ledger.seats, ledger.owners, ledger.widened) if viewer else ()


def _inode(path: Path | None) -> tuple[int, int] | None:
    try:
        found = path.stat() if path is not None else None
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if found is not None else None
