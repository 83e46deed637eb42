"""Rebuilding a session from its log, up to now or to any moment of it."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from ..core.errors import Invalid
from ..core.surroundings import stamp
from ..core.views import View
from .recording import Recording
from .walk import Progress, Walk

_NUMBER = re.compile(r"\d{1,18}\Z")
_COMMIT = re.compile(r"c(\d{1,18})\Z")


def rebuild(recording: Recording, *, viewer: str = "", progress: Progress | None = None) -> View:
    """Fold a whole log from its first record, without snapshots.

    Args:
        recording: to rebuild.
        viewer: seat that looks; empty for whoever holds the journal.
        progress: told now and then how far it is.
    """
    return Walk(recording, viewer, progress).through()


def at(
    recording: Recording,
    *,
    seq: int | None = None,
    commit: int | None = None,
    time: datetime | str | None = None,
    viewer: str = "",
    progress: Progress | None = None,
) -> View:
    """The state after a record, after a commit, or at a time; just one of them is given.

    Args:
        recording: to look into.
        seq: of a record; it may lie within a commit.
        commit: its number.
        time: the last commit not later counts; without a zone it is UTC.
        viewer: seat that looks; empty for whoever holds the journal.
        progress: told now and then how far it is.

    Raises:
        Invalid: there is no such record or commit, or nothing had been recorded by then.
    """
    given = [moment for moment in (seq, commit, time) if moment is not None]
    if len(given) != 1:
        raise Invalid("one moment is needed: a seq, a commit or a time")
    if seq is not None:
        stop = size_at_seq(recording, seq)
    elif commit is not None:
        stop = size_at_commit(recording, commit)
    else:
        assert time is not None
        stop = size_at_time(recording, time)
    return Walk(recording, viewer, progress).through(stop)


def size_at(recording: Recording, moment: str, path: str = "$.at") -> int:
    """How many records there were at a moment that somebody names.

    Args:
        recording: to look into.
        moment: a seq (``31``), a commit (``c7``), a time (``2026-11-30T20:15``), or ``now``.
        path: where it was given.

    Raises:
        Invalid: it is none of these, or lies beyond the ends.
    """
    if moment == "now":
        return recording.size
    if _NUMBER.match(moment):
        return size_at_seq(recording, int(moment), path)
    commit = _COMMIT.match(moment)
    if commit:
        return size_at_commit(recording, int(commit[1]), path)
    return size_at_time(recording, moment, path)


def size_at_seq(recording: Recording, seq: int, path: str = "$.seq") -> int:
    """How many records there were after this one."""
    size = recording.size
    if not 0 <= seq < size:
        raise Invalid(f"there is no record {seq}", path=path, hint=f"records are 0 to {size - 1}")
    return seq + 1


def size_at_commit(recording: Recording, commit: int, path: str = "$.commit") -> int:
    """How many records there were after this commit."""
    commits = recording.commits
    if not 0 <= commit < commits:
        raise Invalid(
            f"there is no commit {commit}", path=path, hint=f"commits are 0 to {commits - 1}"
        )
    return recording.commit(commit).size


def size_at_time(recording: Recording, time: datetime | str, path: str = "$.time") -> int:
    """How many records there were at a time: the last commit not later counts."""
    moment = _moment(time, path)
    first, last = "", None
    # In the order of the log: a clock that was set back does not unmake later commits.
    for record in recording.records():
        if record.at:
            first = first or record.at
            if record.at <= moment:
                last = record.commit
    if last is None:
        raise Invalid(
            f"nothing was recorded by {moment}", path=path, hint=f"the first commit is of {first}"
        )
    return recording.commit(last).size


def _moment(time: datetime | str, path: str) -> str:
    if isinstance(time, str):
        try:
            time = datetime.fromisoformat(time)
        except ValueError as error:
            raise Invalid(
                f"{time!r} is no moment",
                path=path,
                hint="a seq (31), a commit (c7), a time (2026-11-30T20:15, in UTC), or now",
            ) from error
    return stamp(time if time.tzinfo else time.replace(tzinfo=UTC))
