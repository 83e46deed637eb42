"""The session: where commands go in and receipts come out. One belongs to one thread."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .appending import Sent, sealed
from .asked import AnswerValue
from .audiences import sees_record
from .codec import convert, decode, encode
from .deciding import How, Step, read, step
from .entries import Entry, Receipt
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
from .hidden import unknown_to
from .look import Look
from .looking import UNADOPTED, Looking
from .messages import Command
from .receipts import Asking, first_receipt, question
from .records import Commit, Record
from .rolling import NoDice, NotDrawn
from .store import Seed, Store, Transaction, opened_with
from .table.ledger import Charter, Seat
from .table.opening import Open

if TYPE_CHECKING:
    from .engine import Engine

SNAPSHOT_EVERY = 1000
"""Records between snapshots."""


class Session(Looking):
    """One journal stream, as long as a campaign.

    Made by `Engine.new` and `Engine.open`.

    Args:
        engine: with its catalogue and surroundings.
        store: where it is kept.
        name: its id.
        book: its rulebook.
    """

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
        # Rulesets are given up only while they are not installed (Adopt.without), never added:
        # what commit 0 names and is installed now is all that can be read. What is not is read
        # as far as the vocabulary goes, and played on with only once it is given up.
        made = cls(engine, store, name, engine.rulebook(engine.able(opened_with(store, name))))
        made._load()
        return made

    def close(self) -> None:
        """Keep a snapshot of where play stands; close the store, if it was opened for this."""
        fresh = self.timeline.size > self._snapshot_at and self._unread is None
        if fresh and self.timeline.pending is None:
            self._keep_snapshot()
        if self._own_store:
            self.store.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *raised: object) -> None:
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
        if not isinstance(by, str) or not isinstance(key, str):
            raise Invalid("by is the id of a seat, and key a text", path="$.by")
        if size is not None and not isinstance(size, int):
            raise Invalid(f"a size is a number of records, not {size!r}", path="$.size")
        brought = {} if answers is None else convert(answers, dict[str, AnswerValue], "answers")
        if key or brought:
            encode((key, brought), "key and answers")  # texts that no record could hold
        return self._do(made, body, Sent(by, key, brought, size))

    def _do(self, command: Command, body: bytes, sent: Sent, seeds: Sequence[Seed] = ()) -> Receipt:
        started = time.perf_counter()
        log = self._log.bind(command=command.message.tag)
        new = isinstance(command, Open)
        with self.store.write(self.name, new=new) as tx:
            self._catch_up(tx)
            try:
                if sent.key and (earlier := tx.keyed(sent.key)) is not None:
                    return self._again(earlier, command, sent.by)
                if isinstance(command, FILLED):
                    command, seeds = filled(command, self)
                    body = encode(command)
                done = self._step(command, body, sent)
            except RollbookError as error:
                log.info(
                    "diverged" if isinstance(error, Diverged) else "refused",
                    code=error.code,
                    rule=error.rule,
                    seconds=time.perf_counter() - started,
                )
                raise
            after = self.timeline.after(done.slices)
            self._open.look()
            records, commit, frontier = sealed(
                self.name, self.timeline, self._frontier, done.outs, sent, self.engine.surroundings
            )
            tx.append(records, commit, frontier, seeds)
        # The commit is on disk: from here on nothing may raise, or a caller would try again.
        for seed in seeds:
            self.seeds.keep(seed)
        self._frontier = frontier
        self.timeline.adopt(after, commit.size)
        self._open.follow(command, records[0])
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

    def _step(self, command: Command, body: bytes, sent: Sent) -> Step:
        if sent.size is not None and sent.size != self.timeline.size:
            raise Stale(
                f"there are {self.timeline.size} records, not {sent.size}", hint="look again"
            )
        if not self._adopted and not isinstance(command, UNADOPTED):
            raise NotAdopted(
                f"the rulesets in force are others than those installed: {self._others()}",
                hint="the GM adopts them: table.adopt",
            )
        how = How(sent.by, self._dice, sent.answers, self.engine.limits)
        self._as_known(command, body, how)
        return step(self.timeline, command, body, how)

    def _as_known(self, command: Command, body: bytes, how: How) -> None:
        """Refuse what names somebody its sender may not know of as if nobody were called so.

        Raises:
            RollbookError: what it would be refused for where he is not in play.
        """
        secret = tuple(unknown_to(how.by, Look(self.timeline.slices, self.book)))
        if not any(f'"{name}"'.encode() in body for name in secret):
            return
        if self.book.decider(command.message.tag)[0].sent:
            return
        known = self.timeline.aside(dict(self._view_of(how.by).slices))
        with suppress(NotDrawn):
            step(known, command, body, how._replace(dice=NoDice()))

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
        if self._unread is not None:
            raise self._unread
        head = tx.head
        if head.size != self.timeline.size:
            self.timeline.advance(tx.since(self.timeline.size))
        self._frontier = head.frontier

    # --- receipts

    def _receipt(self, commit: Commit, done: Step, by: str) -> Receipt:
        try:
            waiting = self._open.question()
        except StoreError:  # after a return to it, who asked when has to be read
            pending = self.timeline.pending
            waiting = question(pending, Asking("", "", "")) if pending else None
        return Receipt(
            session=self.name,
            commit=commit.no,
            size=commit.size,
            root=commit.root.hex(),
            waiting=waiting,
            entries=tuple(Entry.of_out(out, commit.no, by) for out in done.outs),
            unused=done.unused,
        )

    def _again(self, earlier: Record, command: Command, by: str) -> Receipt:
        same = (earlier.type, earlier.by) == (command.message.tag, by)
        if not same or bare(decode(self.book.decoder(earlier.type), earlier.body)) != bare(command):
            look = Look(self.timeline.slices, self.book)
            seen = sees_record(by, earlier.seq, earlier.to, look)
            what = f"{earlier.type} by {earlier.by}" if seen else "another command"
            raise KeyReused(
                f"the key {earlier.key!r} was used for {what}",
                path="$.key",
                hint="give each command a key of its own",
            )
        return first_receipt(self.timeline, self.store, self.name, earlier.commit)
