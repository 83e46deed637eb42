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


class Subscriptions:
    """The listeners of one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._listeners: list[tuple[Listener, str]] = []

    def add(self, listener: Listener, viewer: str, since: int | None) -> Callable[[], None]:
        """Catch up, then listen; gives what ends it."""
        if since is not None:
            for entry in self._session.log(since=since, viewer=viewer):
                self._tell(listener, entry)
        pair = (listener, viewer)
        self._listeners.append(pair)

        def end() -> None:
            if pair in self._listeners:
                self._listeners.remove(pair)

        return end

    def announce(self, receipt: Receipt) -> None:
        """Tell everybody what they may see of a commit, after it is on disk."""
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
        if not self._listeners:
            return
        look = Look(session.timeline.slices, session.book)
        for listener, viewer in tuple(self._listeners):
            for entry in receipt.entries:
                if sees_record(viewer, entry.seq, entry.to, look):
                    self._tell(listener, entry)
                    if isinstance(entry.message, Revealed):
                        for earlier in self._shown(entry.message, receipt, viewer, look):
                            self._tell(listener, earlier)

    def _shown(self, event: Revealed, receipt: Receipt, viewer: str, look: Look) -> Iterator[Entry]:
        """Records of earlier commits that a viewer may see only since this event."""
        session = self._session
        for seq in event.seqs:
            if any(seq == entry.seq for entry in receipt.entries):
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
        self._session.engine.logger.warning(
            "subscriber_failed", session=self._session.name, subscriber=who, error=repr(error)
        )
