"""Receipts as people keep them: a line from a chat, JSON, or a checkpoint."""

from __future__ import annotations

import re
from base64 import b64decode

from ...core.errors import Invalid
from .tree import Kept

_SHORT = re.compile(r"(?<![0-9])(\d{1,18}):([0-9a-fA-F]{64})(?![0-9a-fA-F])")
_JSON = re.compile(r'"root"\s*:\s*"([0-9a-fA-F]{64})"')
_SIZE = re.compile(r'"size"\s*:\s*(\d{1,18})')
_CHECKPOINT = re.compile(r"^[^\n]+\n(\d{1,18})\n([A-Za-z0-9+/]{43}=)$", re.MULTILINE)


def read_receipts(text: str, path: str = "--receipt") -> tuple[Kept, ...]:
    """Every receipt in a text: ``SIZE:ROOT``, a receipt in JSON, a C2SP checkpoint.

    Args:
        text: whatever else stands in it is passed over.
        path: where it was given.

    Raises:
        Invalid: there is none in it.
    """
    found = [Kept(int(size), root.lower()) for size, root in _SHORT.findall(text)]
    for line in text.splitlines():
        root, size = _JSON.search(line), _SIZE.search(line)
        if root and size:
            found.append(Kept(int(size[1]), root[1].lower()))
    for size, root in _CHECKPOINT.findall(text):
        found.append(Kept(int(size), b64decode(root).hex()))  # of that form all can be decoded
    if not found:
        raise Invalid(
            "there is no receipt in it",
            path=path,
            hint="a receipt is SIZE:ROOT, as do and run print it in their last line",
        )
    return tuple(dict.fromkeys(found))
