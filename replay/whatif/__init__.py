"""What if: the rest of a session decided again, on a copy in memory, with one thing otherwise."""

from .retelling import Refusal, Supposition, WhatIf, what_if

__all__ = ["Refusal", "Supposition", "WhatIf", "what_if"]
