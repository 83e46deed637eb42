"""Who looks at the screen: what all of them may see is told aloud, the rest is kept for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...core.asked import Answered, Asked
from ...core.audiences import sees, sees_record
from ...core.entries import Entry, Receipt
from ...core.look import Look
from ...core.session import Session
from ...core.vocabulary import Revealed

_SAID = frozenset(kind.message.tag for kind in (Asked, Answered, Revealed))
"""What the prompt itself has said, of a command that was sent from it."""


class Eyes:
    """The seats at one keyboard, and what each of them has yet to be told.

    Args:
        session: at play.
        seats: that sit here.
    """

    def __init__(self, session: Session, seats: Iterable[str]) -> None:
        self._session = session
        self._heard: dict[int, set[str]] = {}
        self._entries: dict[int, Entry] = {}
        self._lettered: dict[int, set[str]] = {}
        self._ends: dict[str, Callable[[], None]] = {}
        self.own: set[int] = set()
        self.letters: dict[str, dict[int, Entry]] = {}
        for seat in seats:
            self.sit(seat)

    @property
    def seats(self) -> tuple[str, ...]:
        """Ids of those who sit here."""
        return tuple(self._ends)

    @property
    def alone(self) -> bool:
        """Whether nobody has to look away from anything."""
        return len(self._ends) == 1

    def sit(self, seat: str) -> None:
        """Somebody sits down here, and hears from now on what he may."""
        if seat in self._ends:
            return
        self.letters[seat] = {}

        def hear(entry: Entry) -> None:
            self._entries[entry.seq] = entry
            self._heard.setdefault(entry.seq, set()).add(seat)

        self._ends[seat] = self._session.subscribe(hear, viewer=seat)

    def close(self) -> None:
        """Hear no more."""
        for end in self._ends.values():
            end()
        self._ends.clear()

    def news(self) -> list[Entry]:
        """What is to be told aloud since the last time; what only some may see becomes letters."""
        self._session.poll()
        aloud = []
        for seq, entry in list(self._entries.items()):
            heard = self._heard[seq]
            if heard >= self._ends.keys():
                del self._entries[seq], self._heard[seq]
                for kept in self.letters.values():
                    kept.pop(seq, None)
                if self._told(entry):
                    aloud.append(entry)
            elif self._told(entry):
                for seat in heard - self._lettered.setdefault(seq, set()):
                    self.letters[seat][seq] = entry
                    self._lettered[seq].add(seat)
        return aloud

    def open_letters(self, seat: str) -> list[Entry]:
        """What is for this seat's eyes, in order; it is not kept any longer."""
        found = [entry for _, entry in sorted(self.letters[seat].items())]
        self.letters[seat].clear()
        return found

    def knows(self, seat: str, receipt: Receipt) -> None:
        """What this command has brought about is no news to the seat that sent it."""
        for entry in receipt.entries:
            self._lettered.setdefault(entry.seq, set()).add(seat)

    def all_see(self, to: str) -> bool:
        """Whether everybody here belongs to an audience as stored."""
        look = self._look()
        return all(sees(seat, to, look) for seat in self._ends)

    def all_see_record(self, seq: int, to: str) -> bool:
        """Whether everybody here may see a record by now."""
        look = self._look()
        return all(sees_record(seat, seq, to, look) for seat in self._ends)

    def _look(self) -> Look:
        return Look(self._session.timeline.slices, self._session.book)

    def _told(self, entry: Entry) -> bool:
        """Whether an entry is news: not what was typed here, nor what a rule did on the way."""
        if entry.kind == "performed":
            return False
        return entry.commit not in self.own or (entry.kind == "event" and entry.type not in _SAID)
