"""Subscriptions: hearing of entries after their commit; a failing listener harms nobody.

Listeners run in the thread that commits, which goes on only when they have heard: one that is
slow belongs in a thread of its own, which follows the log by itself (``rollbook.follow``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from .audiences import sees, sees_record
from .entries import Entry, Receipt
from .look import Look
from .plugging import called
from .records import Fact
from .store import Store
from .vocabulary import Revealed

if TYPE_CHECKING:
    from .looking import Looking

Listener = Callable[[Entry], None]


class _Listening:
    """A listener, whose eyes it has, and the seq that it hears next."""

    def __init__(self, listener: Listener, viewer: str, following: int) -> None:
        self.listener = listener
        self.viewer = viewer
        self.following = following
        self.telling = False
        self.ended = False

    @property
    def name(self) -> str:
        """What it is called in the log."""
        return getattr(self.listener, "__qualname__", repr(self.listener))


class Subscriptions:
    """The listeners of one session."""

    def __init__(self, session: Looking) -> None:
        self._session = session
        self._listeners: list[_Listening] = []

    def add(self, listener: Listener, viewer: str, since: int | None) -> Callable[[], None]:
        """Catch up, then listen; gives what ends it."""
        session = self._session
        if since is None:
            since = session.store.head(session.name).size
        made = _Listening(listener, viewer, since)
        self._listeners.append(made)

        def end() -> None:
            made.ended = True
            self._listeners = [each for each in self._listeners if each is not made]

        try:
            self._catch_up(made)
        except BaseException:
            end()  # whoever gets no way to end it does not have it
            raise
        return end

    def announce(self, receipt: Receipt) -> None:
        """Tell everybody what they may see of a commit, after it is on disk; never raises.

        Listeners also hear what other processes have appended since they last heard anything.
        """
        session = self._session
        hook = session.engine.hooks.hook.rollbook_committed
        for implementation in reversed(hook.get_hookimpls()):  # as pluggy calls them
            try:
                implementation.function(
                    *(
                        {"session": session.name, "receipt": receipt}[a]
                        for a in implementation.argnames
                    )
                )
            except Exception as error:  # a plugin's failure is its own
                self._failed(called(implementation), error)
        self.wake()

    def wake(self) -> None:
        """Tell every listener what it has not heard yet."""
        for each in tuple(self._listeners):
            try:
                self._catch_up(each)
            except Exception as error:  # the store did not answer: it hears of it the next time
                self._failed(each.name, error)

    def _catch_up(self, to: _Listening) -> None:
        """Tell one listener everything up to the head, in order, also what it does meanwhile."""
        if to.telling or to.ended:
            return
        to.telling = True
        session = self._session
        try:
            while to.following < session.timeline.size and not to.ended:
                first, size = to.following, session.timeline.size
                look = Look(session.timeline.slices, session.book)
                told: set[int] = set()
                for fact in session.store.facts(session.name, first, size):
                    to.following = fact.seq + 1
                    if sees_record(to.viewer, fact.seq, fact.to, look):
                        entry = Entry.of_fact(session.book, fact)
                        self._tell(to, entry)
                        if isinstance(entry.message, Revealed):
                            for earlier in self._shown(entry, first, to.viewer, look):
                                if earlier.seq not in told:
                                    told.add(earlier.seq)
                                    self._tell(to, earlier)
        finally:
            to.telling = False

    def _shown(self, entry: Entry, first: int, viewer: str, look: Look) -> Iterator[Entry]:
        """Records before a seq that a viewer may see only since they were revealed by this one."""
        session = self._session
        then = Look(session.timeline.board(entry.commit - 1), session.book)
        earlier = shown(session.store, session.name, entry.message, first, viewer, look, then)
        for fact in earlier:
            yield Entry.of_fact(session.book, fact)

    def _tell(self, to: _Listening, entry: Entry) -> None:
        if to.ended:  # perhaps by himself, or by another, in the middle of a commit
            return
        try:
            to.listener(entry)
        except Exception as error:  # a listener's failure is its own
            self._failed(to.name, error)

    def _failed(self, who: str, error: Exception) -> None:
        # Its kind alone: the text of an error may quote the very thing it failed upon.
        self._session.engine.logger.warning(
            "subscriber_failed",
            session=self._session.name,
            subscriber=who,
            error=type(error).__name__,
        )


def shown(
    store: Store,
    session: str,
    event: Revealed,
    first: int,
    viewer: str,
    look: Look,
    then: Look | None = None,
) -> Iterator[Fact]:
    """Records that a viewer may see only since an event revealed them.

    Args:
        store: where the session is kept.
        session: its id.
        event: that reveals them.
        first: only records before this seq: the others are told in their own place.
        viewer: seat.
        look: of now, for roles, owners and what was revealed.
        then: of before the event: what the viewer saw then is not shown again.
    """
    for seq in sorted(set(event.seqs)):
        if seq >= first:
            continue
        for fact in store.facts(session, seq, seq + 1):
            before = sees(viewer, fact.to, look)
            before = before or (then is not None and sees_record(viewer, seq, fact.to, then))
            if not before and sees_record(viewer, seq, fact.to, look):
                yield fact
