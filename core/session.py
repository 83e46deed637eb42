"""The session: where commands go in and receipts come out. One belongs to one thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from .appending import Sent, sealed
from .asked import AnswerValue
from .audiences import sees_record
from .codec import convert, decode, encode
from .deciding import How, Step, read, step
from .digest import UNSOURCED
from .entries import CommandInfo, Entry, Question, Receipt
from .errors import (
    Diverged,
    Invalid,
    KeyReused,
    NoSession,
    NotAdopted,
    RollbookError,
    Stale,
    StoreError,
)
from .filling import FILLED, bare, filled, new_seals
from .ids import check_id
from .look import Look
from .messages import TABLE, Command
from .preview import Preview, preview
from .receipts import Asking, OpenQuestion, first_receipt, question
from .records import Commit, Record
from .rolling import DiceSource, SealedDice
from .rulebook import Rulebook
from .store import Seed, Store, Transaction
from .subscriptions import Listener, Subscriptions
from .table.opening import Adopt, Open
from .table.returns import Return, Withdraw
from .table.seats import AddNote
from .table.state import Charter, Seat
from .timeline import Timeline
from .tree import Frontier
from .views import View, offered, seen, stood

if TYPE_CHECKING:
    from .engine import Engine

SNAPSHOT_EVERY = 1000
"""Records between snapshots."""

_UNADOPTED = (Adopt, Withdraw, Return, AddNote)


class Session:
    """One journal stream, as long as a campaign.

    Made by `Engine.new` and `Engine.open`.

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
        self.seeds: dict[tuple[int, str], bytes] = {}
        self._dice: DiceSource = engine.dice or SealedDice(name, self.seeds)
        self._log = engine.logger.bind(session=name)
        self._subscriptions = Subscriptions(self)
        self._views: dict[str, View] = {}
        self._open = OpenQuestion(self.timeline, store, name)
        self._snapshot_at = 0
        self._adopted = True

    # --- opening

    def open_new(
        self,
        seats: Mapping[str, Seat],
        charter: Charter,
        options: Mapping[str, Mapping[str, Any]],
        by: str,
        after: str,
    ) -> None:
        """Append commit 0; what `Engine.new` does."""
        commitments, seeds = new_seals(self, 0) if charter.dice == "sealed" else ({}, ())
        command, body = read(
            self.book,
            Open(
                rulesets=self.engine.in_force(self.book),
                seats=dict(seats),
                charter=charter,
                options={k: dict(v) for k, v in options.items()},
                commitments=commitments,
                after=after,
            ),
        )
        runs = [s for s, seat in seats.items() if seat.role in ("host", "gm")]
        self._do(command, body, Sent(by or (runs or [""])[0]), seeds)

    @classmethod
    def resume(cls, engine: Engine, store: Store, name: str) -> Session:
        """Fold what a store has; what `Engine.open` does."""
        if name not in store.sessions():
            raise NoSession(f"there is no session {name!r}", hint=", ".join(store.sessions()))
        first = next(iter(store.facts(name, 0, 1)))
        opened = msgspec.json.decode(first.body)
        # Which rulesets there are never changes after commit 0; their versions may, and what
        # is not installed is read as far as the vocabulary goes, and not played on with.
        made = cls(engine, store, name, engine.rulebook(engine.able(opened["rulesets"])))
        made._load()
        return made

    def _load(self) -> None:
        digests = self._fitting()
        if digests is not None:
            head = self.store.head(self.name)
            found = self.store.snapshot(self.name, head.commits - 1, digests)
            if found is not None and self.timeline.restore(found):
                self._snapshot_at = self.timeline.size
        self.timeline.advance(self.store.facts(self.name, self.timeline.size))
        self._refresh_head()
        self._adopted = self._check_adopted()

    def _fitting(self) -> dict[str, str] | None:
        """Digests that a snapshot must carry; None where code without files cannot tell."""
        digests = {r.name: self.engine.digest(r) for r in self.book.rulesets}
        digests["ledger"] = digests[TABLE]
        return None if UNSOURCED in digests.values() else digests

    def _refresh_head(self) -> None:
        head = self.store.head(self.name)
        self._frontier = head.frontier
        for seed in self.store.seeds(self.name):
            self.seeds[seed.epoch, seed.kind] = seed.seed

    def _check_adopted(self) -> bool:
        return self.timeline.ledger.rulesets == self.engine.in_force(self.book)

    def _others(self) -> str:
        """Names of rulesets in force that are not installed, or not as they were."""
        installed = self.engine.in_force(self.book)
        in_force = self.timeline.ledger.rulesets
        names = sorted({*in_force, *installed})
        return ", ".join(n for n in names if in_force.get(n) != installed.get(n))

    def close(self) -> None:
        """Keep a snapshot of where play stands; the store stays open."""
        if self.timeline.pending is None and self.timeline.size > self._snapshot_at:
            self._keep_snapshot()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *raised: object) -> None:
        if raised[0] is None:
            self.close()

    # --- doing

    def do(
        self,
        command: Command | Mapping[str, Any],
        by: str,
        *,
        key: str = "",
        answers: Mapping[str, Any] | None = None,
        size: int | None = None,
    ) -> Receipt:
        """Decide a command and append what it brings about, or raise and append nothing.

        Args:
            command: a command, or a mapping with its ``type``.
            by: seat that sends it.
            key: idempotency key: the same command again under it has one effect.
            answers: brought along, by the name of the question they answer.
            size: number of records that the caller has seen; refused if there are more.

        Returns:
            The receipt; its ``waiting`` is the question, if the command waits for an answer.

        Raises:
            RollbookError: the one typed error that says what is wrong.
        """
        made, body = read(self.book, command)
        if isinstance(made, Open):
            raise Invalid("a session is opened once", path="$.type")
        brought = convert(answers or {}, dict[str, AnswerValue], "answers")
        by, key = convert((by, key), tuple[str, str], "by and key")
        encode((key, brought), "key and answers")  # texts that no record could hold
        return self._do(made, body, Sent(by, key, brought, size))

    def _do(self, command: Command, body: bytes, sent: Sent, seeds: Sequence[Seed] = ()) -> Receipt:
        started = time.perf_counter()
        log = self._log.bind(command=command.message.tag)
        new = isinstance(command, Open)
        with self.store.write(self.name, new=new) as tx:
            self._catch_up(tx)
            if sent.key and (earlier := tx.keyed(sent.key)) is not None:
                return self._again(earlier, command, sent.by)
            if sent.size is not None and sent.size != self.timeline.size:
                raise Stale(
                    f"there are {self.timeline.size} records, not {sent.size}", hint="look again"
                )
            if isinstance(command, FILLED):
                command, seeds = filled(command, self)
                body = encode(command)
            done = self._step(command, body, sent, log, started)
            after = self.timeline.after(done.slices)
            self._open.look()
            records, commit, frontier = sealed(
                self.name, self.timeline, self._frontier, done.outs, sent, self.engine.surroundings
            )
            tx.append(records, commit, frontier, seeds)
        # The commit is on disk: from here on nothing may raise, or a caller would try again.
        for seed in seeds:
            self.seeds[seed.epoch, seed.kind] = seed.seed
        self._frontier = frontier
        self.timeline.adopt(after, commit.size)
        self._open.follow(command, records[0])
        if isinstance(command, Adopt | Open):
            self._adopted = self._check_adopted()
        receipt = self._receipt(commit, done, sent.by)
        log.info(
            "suspended" if receipt.waiting else "committed",
            commit=commit.no,
            records=len(done.outs),
            seconds=time.perf_counter() - started,
        )
        self._subscriptions.announce(receipt)
        if self.timeline.size - self._snapshot_at >= SNAPSHOT_EVERY and not receipt.waiting:
            self._keep_snapshot()
        return receipt

    def _step(self, command: Command, body: bytes, sent: Sent, log: Any, started: float) -> Step:
        if not self._adopted and not isinstance(command, _UNADOPTED):
            raise NotAdopted(
                f"the rulesets in force are others than those installed: {self._others()}",
                hint="the GM adopts them: table.adopt",
            )
        how = How(sent.by, self._dice, sent.answers, self.engine.limits)
        try:
            return step(self.timeline, command, body, how)
        except RollbookError as error:
            log.info(
                "diverged" if isinstance(error, Diverged) else "refused",
                code=error.code,
                rule=error.rule,
                seconds=time.perf_counter() - started,
            )
            raise

    def _keep_snapshot(self) -> None:
        """A snapshot is a convenience: one that fails is logged, and changes nothing."""
        digests = self._fitting()
        self._snapshot_at = self.timeline.size
        if digests is None:
            return
        try:
            self.store.keep(self.name, self.timeline.snapshot(digests))
        except Exception as error:
            self._log.warning("snapshot_failed", error=type(error).__name__)

    def _catch_up(self, tx: Transaction) -> None:
        head = tx.head
        if head.size != self.timeline.size:
            self.timeline.advance(tx.since(self.timeline.size))
            self._refresh_head()
            self._adopted = self._check_adopted()
        self._frontier = head.frontier

    # --- receipts

    def _receipt(self, commit: Commit, done: Step, by: str) -> Receipt:
        try:
            waiting = self._open.question()
        except StoreError:  # after a return to it, who asked when has to be read
            waiting = question(self.timeline, Asking("", "", ""))
        return Receipt(
            session=self.name,
            commit=commit.no,
            size=commit.size,
            root=commit.root.hex(),
            waiting=waiting,
            entries=tuple(Entry.of_out(out, commit.no, by) for out in done.outs),
        )

    def _again(self, earlier: Record, command: Command, by: str) -> Receipt:
        same = (earlier.type, earlier.by) == (command.message.tag, by)
        if not same or bare(decode(self.book.decoder(earlier.type), earlier.body)) != bare(command):
            raise KeyReused(
                f"the key {earlier.key!r} was used for {earlier.type} by {earlier.by} "
                f"in commit {earlier.commit}",
                path="$.key",
            )
        return first_receipt(self.timeline, self.store, self.name, earlier.commit)

    @property
    def waiting(self) -> Question | None:
        """The open question, or None: who must act now, with which choices, at what cost."""
        self._look_again()
        return self._open.question()

    # --- looking

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
        if self.store.head(self.name).size != self.timeline.size:
            self.timeline.advance(self.store.facts(self.name, self.timeline.size))
            self._refresh_head()
            self._adopted = self._check_adopted()

    def log(self, *, since: int = 0, viewer: str = "") -> Iterator[Entry]:
        """Entries from a seq on that a viewer may see, in order."""
        self._look_again()
        look = Look(self.timeline.slices, self.book)
        for fact in self.store.facts(self.name, since):
            if sees_record(viewer, fact.seq, fact.to, look):
                yield Entry.of_fact(self.book, fact)

    def commands(self, who: str) -> tuple[CommandInfo, ...]:
        """What a seat may send now, each with help, schema and rule."""
        self._look_again()
        return offered(self.timeline, who)

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

        Draws nothing and appends nothing. Arguments are as of `do`.

        Raises:
            RollbookError: it would be refused whatever the dice say.
        """
        self._look_again()
        made, body = read(self.book, command)
        brought = convert(dict(answers or {}), dict[str, AnswerValue], "answers")
        return preview(self.timeline, made, body, by, brought, self.engine.limits)

    def subscribe(
        self, listener: Listener, *, viewer: str = "", since: int | None = None
    ) -> Callable[[], None]:
        """Hear of every entry that a viewer may see: first since a seq, then live.

        Args:
            listener: called with one entry at a time; what it raises is logged.
            viewer: seat, or empty for whoever holds the journal.
            since: seq to catch up from; None for live alone.

        Returns:
            What ends the subscription when called.
        """
        return self._subscriptions.add(listener, viewer, since)
