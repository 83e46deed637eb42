"""The past: what a command may read of the log before it, so as to put a record right."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from .audiences import said, sees_record, widest
from .chain import chain, on
from .entries import Entry
from .look import Look
from .messages import Command
from .records import Fact
from .rulebook import Rulebook

Facts = Callable[[int, int | None], Iterator[Fact]]
"""(first, stop) → facts with first ≤ seq < stop."""


class Past:
    """Records before a command, as far as its sender may see them.

    The log before a command is as fixed as the state that was folded from it, so what a decider
    reads here it reads again whenever it is decided again.

    Args:
        facts: of the session's log.
        look: of the moment the command began.
        by: seat that sent it.
        commit: number of its first commit.
        size: number of records before it.
    """

    __slots__ = ("_by", "_commit", "_facts", "_look", "_size")

    def __init__(self, facts: Facts, look: Look, by: str, commit: int, size: int) -> None:
        self._facts = facts
        self._look = look
        self._by = by
        self._commit = commit
        self._size = size

    def entry(self, seq: int) -> Entry | None:
        """One record; None where there is none that the sender may see."""
        if not 0 <= seq < self._size:
            return None
        fact = next(self._facts(seq, seq + 1))
        return Entry.of_fact(self._look.rulebook, fact) if self._sees(fact) else None

    def stands(self, entry: Entry) -> bool:
        """Whether a record is still on the board, or a return has taken it back."""
        return on(chain(self._commit - 1, self._look.ledger.parents), entry.commit)

    def events(self, after: int) -> Iterator[Entry]:
        """Events after a seq that stand, in order."""
        spans = chain(self._commit - 1, self._look.ledger.parents)
        for fact in self._facts(after + 1, self._size):
            if fact.kind == "event" and on(spans, fact.commit) and self._sees(fact):
                yield Entry.of_fact(self._look.rulebook, fact)

    def told_to(self, audiences: Collection[str]) -> Iterator[int]:
        """Seqs of records with one of these audiences as stored, whoever sends the command."""
        return (fact.seq for fact in self._facts(0, self._size) if fact.to in audiences)

    def audience_of(self, command: Command) -> tuple[str, ...] | None:
        """Of a command that puts a record right: whoever may see that record."""
        seq = getattr(command, "corrects", None)
        found = self.entry(seq) if isinstance(seq, int) else None
        return said(knowing(self._look, found)) if found is not None else None

    def _sees(self, fact: Fact) -> bool:
        return sees_record(self._by, fact.seq, fact.to, self._look)


def knowing(look: Look, entry: Entry) -> str:
    """Audience, as stored, of whoever may see a record by now."""
    widened = look.ledger.widened.get(str(entry.seq))
    return entry.to if widened is None else widest(entry.to, widened)


def correcting(book: Rulebook, tag: str, seq: int) -> str:
    """Which commands of a record's own ruleset put something right, as a hint; or empty."""
    ruleset = tag.partition(".")[0]
    found = [
        name
        for name, kind in sorted(book.commands.items())
        if kind.message.ruleset == ruleset and "corrects" in kind.__struct_fields__
    ]
    return f"{' or '.join(found)} with corrects={seq}" if found else ""
