"""Keys of sealed dice, for whoever derives the faces of a roll once more."""

from __future__ import annotations

from ..core.dice import Sealed, Word, evaluate, key, parse
from ..core.rulebook import Rulebook
from ..core.store import Store
from ..core.table.ledger import Epoch, Ledger
from ..core.vocabulary import Rolled, SealedDraw


class Keys:
    """The keys behind the seals of one session, as far as they are known.

    Args:
        store: that may hold seeds; None for whoever knows only what was revealed.
        session: its id.
        ledger: as it stands at the end: epochs, entropies and revealed seeds.
    """

    def __init__(self, store: Store | None, session: str, ledger: Ledger) -> None:
        self._session = session
        self._ledger = ledger
        self._seeds: dict[tuple[int, str], bytes] = {}
        self._keys: dict[tuple[int, str], bytes] = {}
        for seed in store.seeds(session) if store is not None else ():
            self._seeds[seed.epoch, seed.kind] = seed.seed
        for name, value in ledger.reveals.items():
            epoch, _, kind = name.partition("/")
            try:
                self._seeds[int(epoch), kind] = bytes.fromhex(value)
            except ValueError:
                continue  # no seed at all: there is nothing to derive from

    def of(self, epoch: int, kind: str) -> bytes | None:
        """The key of an epoch and kind; None where its seed is not known."""
        place = (epoch, kind)
        if place not in self._keys:
            found = self._epoch(epoch)
            if place not in self._seeds or found is None:
                return None
            texts = [entropy.text.encode() for entropy in found.entropies]
            self._keys[place] = key(self._seeds[place], texts)
        return self._keys[place]

    def source(self, draw: SealedDraw) -> Sealed | None:
        """The faces of one roll, from its coordinates; None where the seed is not known."""
        found = self.of(draw.epoch, draw.kind)
        if found is None:
            return None
        return Sealed(found, self._session, draw.epoch, draw.stream, draw.index)

    def words(self, book: Rulebook, rolled: Rolled) -> tuple[Word, ...] | None:
        """Every word that decided a sealed roll, rejected ones among them."""
        source = self.source(rolled.draw) if isinstance(rolled.draw, SealedDraw) else None
        if source is None:
            return None
        evaluate(parse(rolled.notation, readings=book.readings), source)
        return source.words()

    def _epoch(self, number: int) -> Epoch | None:
        now = self._ledger.epoch
        if now is not None and now.number == number:
            return now
        return self._ledger.past.get(str(number))
