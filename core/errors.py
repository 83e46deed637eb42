"""Every error that Rollbook raises on purpose: one tree, and fields beside the text.

An error says what went wrong, where (``path``), by which rule, and what would do (``hint``).
Nothing has been appended when one of them reaches a caller.
"""

from __future__ import annotations

from typing import ClassVar


class RollbookError(Exception):
    """Base of all: catch this to catch whatever the engine refuses.

    Args:
        what: one sentence in plain words.
        path: where in the input, as ``$.faces[2]``; empty when it is the whole.
        rule: id of the rule that says so, as ``FUD-181``; empty when no rulebook does.
        hint: what would do instead.
    """

    code: ClassVar[str] = "error"

    def __init__(self, what: str, *, path: str = "", rule: str = "", hint: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.path = path
        self.rule = rule
        self.hint = hint

    def __str__(self) -> str:
        text = self.what
        if self.path:
            text += f" (at {self.path})"
        if self.rule:
            text += f" [{self.rule}]"
        if self.hint:
            text += f"; {self.hint}"
        return text

    def as_dict(self) -> dict[str, str]:
        """The same for machines: code, what, path, rule and hint."""
        return {
            "code": self.code,
            "what": self.what,
            "path": self.path,
            "rule": self.rule,
            "hint": self.hint,
        }


class Refused(RollbookError):
    """A rule, a permission or the state of play does not allow this command."""

    code = "refused"


class NotAllowed(Refused):
    """The seat may not send this command."""

    code = "not-allowed"


class Waiting(Refused):
    """A question is open; only its answer, a return, notes and seats are admitted."""

    code = "waiting"


class NotAdopted(Refused):
    """The installed rulesets are not those in force; the GM has to adopt them first."""

    code = "not-adopted"


class Invalid(RollbookError):
    """A command, event, answer or option is not of its declared form."""

    code = "invalid"


class UnknownType(Invalid):
    """No ruleset in force has a command or event of this name."""

    code = "unknown-type"


class NotationError(Invalid):
    """A dice text that does not parse, is ambiguous, or asks for more than the limits allow."""

    code = "notation"


class LimitExceeded(Invalid):
    """More work than the limits allow: too many dice, records or steps."""

    code = "limit"


class Stale(RollbookError):
    """The session has grown since the size that the caller expected."""

    code = "stale"


class KeyReused(RollbookError):
    """The idempotency key was already used for another command."""

    code = "key-reused"


class Unverified(RollbookError):
    """An export or a proof is not what it says it is."""

    code = "unverified"


class AuthorError(RollbookError):
    """A ruleset breaks a law of the engine: its author must mend it, no player can."""

    code = "author"


class RulebookError(AuthorError):
    """Rulesets cannot be compiled together; names both sides."""

    code = "rulebook"


class RefusedAfterDraw(AuthorError):
    """A decider refused after it had drawn dice that were not yet committed."""

    code = "refused-after-draw"


class Diverged(AuthorError):
    """Deciding again gave something else than what is recorded."""

    code = "diverged"


class PluginError(AuthorError):
    """A plugin cannot be loaded, or two claim the same name."""

    code = "plugin"


class StoreError(RollbookError):
    """Base of what goes wrong between a session and its store."""

    code = "store"


class Busy(StoreError):
    """Another writer held the lock for longer than the time-out."""

    code = "busy"


class ReadOnly(StoreError):
    """The file or its folder may not be written."""

    code = "read-only"


class Full(StoreError):
    """The disk, or the limit of the file's size, is full."""

    code = "full"


class Damaged(StoreError):
    """The file is not what was written; nothing is cut off or mended."""

    code = "damaged"


class Unreadable(Damaged):
    """A record is whole, but today's rulesets do not read it; what lies before it stands."""

    code = "unreadable"


class NewerFormat(StoreError):
    """The file was written by a newer Rollbook."""

    code = "newer-format"


class NoSession(StoreError):
    """There is no such session, or no such file."""

    code = "no-session"


class SessionExists(StoreError):
    """A session of that name is already in the store."""

    code = "session-exists"
