"""Checkpoints: where a log ends, as text that other transparency tools read too.

The form is C2SP ``tlog-checkpoint`` (c2sp.org/tlog-checkpoint), without a signature.
"""

from __future__ import annotations

from base64 import b64encode

ORIGIN = "rollbook/"
"""What stands before the session's id in a checkpoint's first line."""


def checkpoint(session: str, size: int, root: bytes) -> str:
    """The text of a checkpoint; signatures go below its empty last line, one a line.

    Args:
        session: its id.
        size: number of records.
        root: of the tree over them, 32 bytes.
    """
    return f"{ORIGIN}{session}\n{size}\n{b64encode(root).decode()}\n\n"
