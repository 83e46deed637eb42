"""One encoder for everything that is kept, and errors that say where.

A msgspec constructor takes values of any type, a live tuple equals no list, and NaN would turn
into null; so whatever is to be recorded is encoded once and decoded with its own type's decoder.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

import msgspec

from .errors import Invalid, RulebookError

ENCODER = msgspec.json.Encoder(order="deterministic")
PLAIN: msgspec.json.Decoder[Any] = msgspec.json.Decoder()
"""Of whatever JSON holds, as plain values."""

_PATH = re.compile(r" - at `(.*)`$")


def encode(value: Any, what: str = "value") -> bytes:
    """Canonical bytes: UTF-8 JSON in the order of the fields, maps by key.

    Raises:
        Invalid: a value that JSON cannot hold, or text that is not NFC.
    """
    try:
        raw = ENCODER.encode(value)
    except (TypeError, ValueError, OverflowError, RecursionError, msgspec.MsgspecError) as error:
        raise Invalid(f"{what}: {error}", path="$") from error
    if not raw.isascii() and not unicodedata.is_normalized("NFC", raw.decode()):
        # An escape before a combining mark looks like its letter: look at the texts themselves.
        for text in _texts(msgspec.json.decode(raw)):
            if not unicodedata.is_normalized("NFC", text):
                raise Invalid(
                    f"{what}: text is not in Unicode normal form C", hint="normalise it to NFC"
                )
    return raw


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


def decode(decoder: msgspec.json.Decoder[Any], raw: bytes, what: str = "value") -> Any:
    """What the bytes say, of the decoder's type.

    Raises:
        Invalid: with the path of the first thing that is not of its declared form.
    """
    try:
        return decoder.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise invalid(error, what) from error


def decoder(kind: type, tag: str) -> msgspec.json.Decoder[Any]:
    """The decoder of a message's type.

    Raises:
        RulebookError: a field's type is unknown where the class stands, or cannot be read back.
    """
    try:
        return msgspec.json.Decoder(kind)
    except (TypeError, NameError, ValueError) as error:
        raise RulebookError(f"{tag} could not be read back: {error}") from error


def convert(raw: Any, kind: Any, what: str = "value") -> Any:
    """A mapping of plain values as a value of this type.

    Raises:
        Invalid: with the path of the first thing that is not of its declared form.
    """
    try:
        return msgspec.convert(raw, kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise invalid(error, what) from error


def invalid(error: Exception, what: str) -> Invalid:
    """Msgspec's error as ours, with the path that it has only in its text."""
    text = str(error)
    found = _PATH.search(text)
    path = found.group(1) if found else "$"
    return Invalid(f"{what}: {_PATH.sub('', text)}", path=path)


def differing(one: bytes, other: bytes) -> str:
    """Path of the first place where two bodies differ, without what stands there."""
    path = "$"
    left, right = msgspec.json.decode(one), msgspec.json.decode(other)
    while isinstance(left, dict) and isinstance(right, dict):
        keys = [key for key in (*left, *right) if left.get(key) != right.get(key)]
        if not keys:
            break
        path += f".{keys[0]}"
        left, right = left.get(keys[0]), right.get(keys[0])
    return path
