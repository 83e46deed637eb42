"""``rollbook`` as it is, but for the machine's generator: the same words seal the same seeds.

What a page shows of an evening with sealed dice can only be compared if they fall alike.
"""

from __future__ import annotations

import hashlib
import secrets
import sys
from collections import Counter

EVENING = "an evening 30"
drawn: Counter[int] = Counter()


def token_bytes(nbytes: int | None = None) -> bytes:
    """Bytes that follow from the command line and from how often so many were drawn."""
    size = nbytes or 32
    words = "\0".join([EVENING, *sys.argv[1:], str(size), str(drawn[size])])
    drawn[size] += 1
    return hashlib.shake_256(words.encode()).digest(size)


if __name__ == "__main__":
    secrets.token_bytes = token_bytes
    from rollbook.replay.cli import main

    main()
