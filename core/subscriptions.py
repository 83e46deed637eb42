"""Subscriptions: hearing of entries after their commit; a failing listener harms nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from .audiences import sees, sees_record
from .entries import Entry, Receipt
from .look import Look
from .vocabulary import Revealed

if TYPE_CHECKING:
    from .session import Session

Listener = Callable[[Entry], None]


class _Listening:
    """A listener, whose eyes it has, and the seq that it hears next."""

    def __init__(self, listener: Listener, viewer: str, following: int) -> None:
        self.listener = listener
        self.viewer = viewer
        self.following = following


class Subscriptions:
    """The listeners of one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._listeners: list[_Listening] = []

    def add(self, listener: Listener, viewer: str, since: int | None) -> Callable[[], None]:
        """Catch up, then listen; gives what ends it."""
        session = self._session
        if since is None:
            since = session.store.head(session.name).size
        made = _Listening(listener, viewer, since)
        for entry in session.log(since=since, viewer=viewer):
            made.following = entry.seq + 1
            self._tell(listener, entry)
        made.following = max(made.following, session.timeline.size)
        self._listeners.append(made)

        def end() -> None:
            self._listeners = [each for each in self._listeners if each is not made]

        return end

    def announce(self, receipt: Receipt) -> None:
        """Tell everybody what they may see of a commit, after it is on disk.

        Listeners also hear what other processes have appended since they last heard anything.
        """
        session = self._session
        hook = session.engine.hooks.hook.rollbook_committed
        for implementation in hook.get_hookimpls():
            try:
                implementation.function(
                    *(
                        {"session": session.name, "receipt": receipt}[a]
                        for a in implementation.argnames
                    )
                )
            except Exception as error:  # a plugin's failure is its own
                self._failed(implementation.plugin_name, error)
        for each in tuple(self._listeners):
            self._catch_up(each)

    def _catch_up(self, to: _Listening) -> None:
        session = self._session
        first, to.following = to.following, session.timeline.size
        look = Look(session.timeline.slices, session.book)
        for fact in session.store.facts(session.name, first, to.following):
            if not sees_record(to.viewer, fact.seq, fact.to, look):
                continue
            entry = Entry.of_fact(session.book, fact)
            self._tell(to.listener, entry)
            if isinstance(entry.message, Revealed):
                for earlier in self._shown(entry.message, first, to.viewer, look):
                    self._tell(to.listener, earlier)

    def _shown(self, event: Revealed, first: int, viewer: str, look: Look) -> Iterator[Entry]:
        """Records before a seq that a viewer may see only since this event."""
        session = self._session
        for seq in event.seqs:
            if seq >= first:
                continue
            for fact in session.store.facts(session.name, seq, seq + 1):
                before = sees(viewer, fact.to, look)
                if not before and sees_record(viewer, seq, fact.to, look):
                    yield Entry.of_fact(session.book, fact)

    def _tell(self, listener: Listener, entry: Entry) -> None:
        try:
            listener(entry)
        except Exception as error:  # a listener's failure is its own
            self._failed(getattr(listener, "__qualname__", repr(listener)), error)

    def _failed(self, who: str, error: Exception) -> None:
        # Its kind alone: the text of an error may quote the very thing it failed upon.
        self._session.engine.logger.warning(
            "subscriber_failed",
            session=self._session.name,
            subscriber=who,
            error=type(error).__name__,
        )
