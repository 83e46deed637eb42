"""Sealed dice: faces that nobody could choose, and that everybody can check afterwards.

Pure functions; seeds and entropies come from the caller. The byte format is fixed under
`ALGORITHM`; docs/dice.md describes it in words and gives test vectors.
"""

from __future__ import annotations

import hmac
import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import chain, count

import msgspec

from ..errors import Invalid
from .die import Kind
from .sources import Words, accepted

ALGORITHM = "rollbook-dice-1"
SEAL_DOMAIN = "rollbook seal 1"
DICE_DOMAIN = "rollbook dice 1"

_unpack = struct.Struct(">8I").unpack


def _framed(*parts: str | int | bytes) -> bytes:
    """Each part preceded by its length: 4 bytes, big-endian; integers as decimal text."""
    framed = []
    for part in parts:
        try:
            data = part if isinstance(part, bytes) else str(part).encode()
        except UnicodeEncodeError as error:
            raise Invalid("a text with half a character cannot be sealed") from error
        framed.append(len(data).to_bytes(4, "big"))
        framed.append(data)
    return b"".join(framed)


def commitment(session: str, epoch: int, kind: str, seed: bytes) -> bytes:
    """The seal published before the first die: 32 bytes that fix the seed and do not show it.

    Args:
        session: id of the session.
        epoch: number of the epoch.
        kind: ``open`` or ``secret``.
        seed: 32 random bytes.
    """
    return sha256(_framed(SEAL_DOMAIN, session, epoch, kind, seed)).digest()


def key(seed: bytes, entropies: Sequence[bytes]) -> bytes:
    """The key of an epoch: the host's seed mixed with what the players added, in order."""
    return hmac.digest(seed, _framed(*entropies), "sha256")


class _Keyed:
    """HMAC-SHA256 under one key (RFC 2104), its two paddings hashed once for many messages."""

    def __init__(self, key: bytes) -> None:
        padded = (sha256(key).digest() if len(key) > _BLOCK else key).ljust(_BLOCK, b"\0")
        self._inner = sha256(padded.translate(_INNER))
        self._outer = sha256(padded.translate(_OUTER))

    def __call__(self, message: bytes) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


_BLOCK = 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))

_keyed = lru_cache(maxsize=16)(_Keyed)


@lru_cache(maxsize=256)
def _place(session: str, epoch: int, stream: str) -> bytes:
    return _framed(DICE_DOMAIN, session, epoch, stream)


_FIRST = _framed(0)


def stream_words(key: bytes, session: str, epoch: int, stream: str, index: int) -> Iterator[int]:
    """The 32-bit words of one roll, derived in blocks of eight as they are asked for.

    Args:
        key: as ``key`` gives it.
        session: id of the session.
        epoch: number of the epoch.
        stream: whose dice: an actor or seat id, with '/' and its audience where narrower.
        index: number of the roll in the stream and epoch, from 0.
    """
    mac = _keyed(key)
    message = _place(session, epoch, stream) + _framed(index)
    more = (_unpack(mac(message + _framed(block))) for block in count(1))
    return chain(_unpack(mac(message + _FIRST)), chain.from_iterable(more))


class Word(msgspec.Struct, frozen=True):
    """One word of a sealed roll: the die it was for, and its face; None when rejected."""

    word: int
    sides: str
    face: int | None


class Sealed(Words):
    """The source of one sealed roll.

    Args:
        key: as ``key`` gives it.
        session: id of the session.
        epoch: number of the epoch.
        stream: whose dice.
        index: number of the roll in the stream and epoch, from 0.
    """

    def __init__(self, key: bytes, session: str, epoch: int, stream: str, index: int) -> None:
        self._place = (key, session, epoch, stream, index)
        self._thrown: list[tuple[Kind, int]] = []
        super().__init__(stream_words(*self._place))

    def faces(self, kind: Kind, count: int, /) -> list[int]:
        """The next faces."""
        self._thrown.append((kind, count))
        return super().faces(kind, count)

    def words(self) -> tuple[Word, ...]:
        """Every word used so far, with the die it decided or was rejected for."""
        words = stream_words(*self._place)
        used: list[Word] = []
        for kind, number in self._thrown:
            limit = accepted(kind.size)
            for _ in range(number):
                while (word := next(words)) >= limit:
                    used.append(Word(word, kind.name, None))
                used.append(Word(word, kind.name, word % kind.size + kind.lowest))
        return tuple(used)
