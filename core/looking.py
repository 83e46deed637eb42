"""Looking: what a session shows, and to whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .asked import AnswerValue
from .audiences import sees, sees_record
from .codec import convert, encode
from .deciding import How, read
from .digest import UNSOURCED
from .entries import CommandInfo, Entry, Question
from .errors import NotAdopted, Unreadable
from .filling import FILLED, Seeds, filled
from .ids import check_id
from .look import Look
from .messages import TABLE, Command
from .preview import Preview, preview
from .receipts import OpenQuestion
from .rolling import DiceSource, SealedDice
from .rulebook import Rulebook
from .store import Store
from .subscriptions import Listener, Subscriptions
from .table.inquiry import Answer
from .table.opening import Adopt
from .table.returns import Return, Withdraw
from .table.seals import OpenEpoch, Reveal
from .table.seats import AddNote
from .timeline import Timeline
from .tree import Frontier
from .views import View, known, offered, seen, stood

if TYPE_CHECKING:
    from .engine import Engine

UNADOPTED = (Adopt, Withdraw, Return, AddNote)
"""What is admitted while other rulesets are in force than those installed."""


class Looking:
    """The looking half of `Session`.

    Args:
        engine: with its catalogue and surroundings.
        store: where it is kept.
        name: its id.
        book: its rulebook.
    """

    def __init__(self, engine: Engine, store: Store, name: str, book: Rulebook) -> None:
        self.name = check_id(name, "$.session")
        self.engine = engine
        self.store = store
        self.book = book
        self.timeline = Timeline(book, store, name, self._fitting())
        self._frontier: Frontier = ()
        self.seeds = Seeds(store, name)
        self._dice: DiceSource = engine.dice or SealedDice(name, self.seeds)
        self._log = engine.logger.bind(session=name)
        self._subscriptions = Subscriptions(self)
        self._views: dict[str, View] = {}
        self._open = OpenQuestion(self.timeline, store, name)
        self._snapshot_at = 0
        self._own_store = False
        self._unread: Unreadable | None = None

    @property
    def unread(self) -> Unreadable | None:
        """The first record that nothing installed reads, if there is one.

        The session then shows how things stood after the last commit before it, offers no
        command and admits none; the log tells all records, those behind it as they stand.
        """
        return self._unread

    def own_store(self) -> None:
        """Close the store together with the session: it was opened for it alone."""
        self._own_store = True

    def _load(self) -> None:
        digests = self._fitting()
        if digests is not None:
            head = self.store.head(self.name)
            found = self.store.snapshot(self.name, head.commits - 1, digests)
            if found is not None and self.timeline.restore(found):
                self._snapshot_at = self.timeline.size
        try:
            self._advance()
        except Unreadable as error:
            if not self.timeline.commits:
                raise  # nothing stands before it, not even who has a seat
            self._unread = error
            self._log.warning("unreadable", path=error.path)

    def _advance(self) -> None:
        self.timeline.advance(self.store.facts(self.name, self.timeline.size))

    def _fitting(self) -> dict[str, str] | None:
        """Digests that a snapshot must carry; None where code without files cannot tell."""
        digests = {r.name: self.engine.digest(r) for r in self.book.rulesets}
        digests["ledger"] = digests[TABLE]
        return None if UNSOURCED in digests.values() else digests

    @property
    def _adopted(self) -> bool:
        """Whether the rulesets in force are those installed; before it opens none are."""
        in_force = self.timeline.ledger.rulesets
        return not self.timeline.size or in_force == self.engine.in_force(self.book)

    def _others(self) -> str:
        """Names of rulesets in force that are not installed, or not as they were."""
        installed = self.engine.in_force(self.book)
        in_force = self.timeline.ledger.rulesets
        names = sorted({*in_force, *installed})
        return ", ".join(n for n in names if in_force.get(n) != installed.get(n))

    @property
    def waiting(self) -> Question | None:
        """The open question, or None: who must act now, with which choices, at what cost."""
        self._look_again()
        return self._open.question()

    def view(self, viewer: str = "") -> View:
        """The present as a seat may see it; for whoever holds the journal without one.

        Raises:
            Refused: there is no such seat.
        """
        self._look_again()
        return self._view_of(viewer)

    def _view_of(self, viewer: str) -> View:
        kept = self._views.get(viewer)
        self._views[viewer] = made = seen(self.timeline, self.store, self.name, viewer, kept)
        return made

    def at(self, commit: int) -> View:
        """The board as it stood after a commit, for whoever holds the journal.

        Raises:
            Refused: there is no such commit.
        """
        self._look_again()
        return stood(self.timeline, commit)

    def _look_again(self) -> None:
        if self._unread is None and self.store.head(self.name).size != self.timeline.size:
            self._advance()

    def log(self, *, since: int = 0, viewer: str = "") -> Iterator[Entry]:
        """Entries from a seq on that a viewer may see, in order."""
        self._look_again()
        look = Look(self.timeline.slices, self.book)
        known(viewer, look)
        for fact in self.store.facts(self.name, since):
            if sees_record(viewer, fact.seq, fact.to, look):
                yield Entry.of_fact(self.book, fact)

    def commands(self, who: str) -> tuple[CommandInfo, ...]:
        """What a seat may send now, each with help, schema and rule.

        Raises:
            Refused: there is no such seat.
        """
        self._look_again()
        if self._unread is not None:
            return offered(self._view_of(who), ())
        return offered(self._view_of(who), None if self._adopted else UNADOPTED)

    def waiting_for(self, viewer: str) -> Question | None:
        """The open question, if this seat may know of it.

        Raises:
            Refused: there is no such seat.
        """
        asked = self.waiting
        look = Look(self.timeline.slices, self.book)
        known(viewer, look)
        return asked if asked and sees(viewer, asked.seen_by, look) else None

    def foreign(self) -> dict[str, int]:
        """How many records there are of each type that no ruleset in force has."""
        known = {**self.book.commands, **self.book.events}
        found: dict[str, int] = {}
        for fact in self.store.facts(self.name):
            if fact.type not in known:
                found[fact.type] = found.get(fact.type, 0) + 1
        return found

    def preview(
        self,
        command: Command | Mapping[str, Any],
        by: str,
        *,
        answers: Mapping[str, Any] | None = None,
    ) -> Preview:
        """What a command would bring: rolls with their odds, costs, questions, every end.

        Decided on what its sender may see, and with what he may not see left out; draws
        nothing and appends nothing. Arguments are as of `do`.

        Raises:
            RollbookError: it would be refused whatever the dice say.
        """
        self._look_again()
        if self._unread is not None:
            raise self._unread
        made, body = read(self.book, command)
        if not self._adopted and not isinstance(made, UNADOPTED):
            raise NotAdopted("the rulesets in force are others than those installed")
        if isinstance(made, Answer):
            return Preview(reason="an answer goes on from what others may keep to themselves")
        if isinstance(made, OpenEpoch | Reveal):
            return Preview(reason="sealed dice are not looked into")
        if isinstance(made, FILLED):
            made, _ = filled(made, self)
            body = encode(made)
        brought = convert({} if answers is None else answers, dict[str, AnswerValue], "answers")
        view = self._view_of(by)
        aside = self.timeline.aside(dict(view.slices))
        return preview(aside, made, body, How(by, self._dice, brought, self.engine.limits))

    def subscribe(
        self, listener: Listener, *, viewer: str = "", since: int | None = None
    ) -> Callable[[], None]:
        """Hear of every entry that a viewer may see: first since a seq, then live.

        Live is whenever this session commits or is polled. What is revealed later comes then,
        behind the record that reveals it, so that the seqs of one listener are not in order.

        Args:
            listener: called with one entry at a time; what it raises is logged.
            viewer: seat, or empty for whoever holds the journal.
            since: seq to catch up from; None for live alone.

        Returns:
            What ends the subscription when called.
        """
        self._look_again()
        known(viewer, Look(self.timeline.slices, self.book))
        return self._subscriptions.add(listener, viewer, since)

    def poll(self) -> int:
        """Look for what other processes have appended, and tell the listeners of it.

        Returns:
            How many records there were.
        """
        before = self.timeline.size
        self._look_again()
        self._subscriptions.wake()
        return self.timeline.size - before
