"""What a session waits for: the open question, who has answered it, and who may answer how."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct, structs
from msgspec.json import decode as read_json

from ..core.asked import Asked
from ..core.audiences import sees, sees_record
from ..core.chain import chain, on
from ..core.entries import Question
from ..core.look import Look
from ..core.messages import TABLE
from ..core.permissions import SEATED
from ..core.receipts import Asking
from ..core.receipts import question as as_asked
from ..core.records import Record
from ..core.table.order import waiting_slots
from ..core.table.state import Pending
from ..core.views import View
from .rebuild import rebuild
from .recording import Recording
from .walk import Progress, check_viewer

_ASKED, _ANSWERED = f"{TABLE}.asked", f"{TABLE}.answered"


class Given(Struct, frozen=True):
    """An answer that is in already; what it says stands in the log, for whoever may see it.

    Args:
        who: whom it was asked of.
        by: seat that answered, for itself or on behalf.
        commit: number of the commit that it came in.
    """

    who: str
    by: str
    commit: int


class Turn(Struct, frozen=True):
    """Whose turn it is, where a round is under way.

    Args:
        round: its number.
        slot: id of the slot that acts; empty between two.
        actor: who acts in it.
        next: slots that have yet to act, in order.
    """

    round: int
    slot: str
    actor: str
    next: tuple[str, ...]


class Waiting(Struct, frozen=True):
    """What a session waits for, as a viewer may know of it.

    Args:
        session: its id.
        commit: number of the last commit.
        question: that is open, with its choices, their costs and rules; None where none is.
        by: seat that sent the command that waits; empty where the viewer may not see that.
        asked: number of the commit in which it was asked; None where no question is.
        answered: answers that are in.
        may: by whom an answer is awaited from, the seats that give it themselves.
        turn: whose turn it is, where a round is under way.
    """

    session: str
    commit: int
    question: Question | None
    by: str
    asked: int | None
    answered: tuple[Given, ...]
    may: dict[str, tuple[str, ...]]
    turn: Turn | None


class _Traces(NamedTuple):
    """What the log alone knows of an open question.

    Args:
        root: record of the command that asks.
        asked: number of the commit in which it was asked.
        since: when that was sent.
        answers: by whom an answer was asked of, the number of its commit.
    """

    root: Record
    asked: int
    since: str
    answers: dict[str, int]


def waiting(recording: Recording, *, viewer: str = "", progress: Progress | None = None) -> Waiting:
    """What a session waits for now.

    Who has answered is told to whoever may see the question; what he answered is not.

    Args:
        recording: to look into.
        viewer: seat that looks; empty for whoever holds the journal.
        progress: told now and then how far it is.

    Raises:
        Invalid: there is no such seat.
    """
    check_viewer(recording, viewer)
    whole = rebuild(recording, progress=progress)
    seen = rebuild(recording, viewer=viewer) if viewer else whole
    pending, now = whole.table.pending, recording.now
    made = Waiting(recording.name, whole.commit, None, "", None, (), {}, _turn(seen))
    if pending is None or not sees(viewer, pending.asked.seen_by, now):
        return made
    found = _traced(recording, pending.asked)
    told = _sees_root(recording, found, viewer)
    asked = _question(pending, found, told=told)
    return structs.replace(
        made,
        question=asked,
        by=found.root.by if told else "",
        asked=found.asked,
        answered=tuple(Given(a.for_, a.by, found.answers[a.for_]) for a in pending.given),
        may={who: speakers(now, who) for who in asked.waiting_for},
    )


def question(recording: Recording, view: View) -> Question | None:
    """The open question as the view's viewer may see it, or None.

    Which command waits, and since when, is said only to those who may see that command.
    """
    pending = view.table.pending
    if pending is None:
        return None
    found = _traced(recording, pending.asked)
    return _question(pending, found, told=_sees_root(recording, found, view.viewer))


def _question(pending: Pending, found: _Traces, *, told: bool) -> Question:
    command, since = (found.root.type, found.since) if told else ("", "")
    return as_asked(pending, Asking(pending.asked.id, command, since))


def _sees_root(recording: Recording, found: _Traces, viewer: str) -> bool:
    return sees_record(viewer, found.root.seq, found.root.to, recording.now)


def _traced(recording: Recording, asked: Asked) -> _Traces:
    """Read the command that waits, from its first record on, along what stands."""
    commits = recording.commits
    spans = chain(commits - 1, recording.now.ledger.parents)
    first = recording.commit(asked.commit).first
    root, at, since, commit = None, "", "", asked.commit
    answers: dict[str, int] = {}
    for record in recording.records(first):
        root = root or record
        at = record.at or at
        if record.type not in (_ASKED, _ANSWERED) or not on(spans, record.commit):
            continue
        named = read_json(record.body, type=_Named)
        if named.id == asked.id and record.type == _ASKED:
            since, commit = at, record.commit
        elif named.id == asked.id:
            answers[named.for_] = record.commit
    assert root is not None
    return _Traces(root, commit, since, answers)


class _Named(Struct):
    id: str
    for_: str = ""


def speakers(look: Look, who: str) -> tuple[str, ...]:
    """Seats that answer as somebody themselves: his owners, or whoever runs the table."""
    owners = tuple(seat for seat in look.owners(who) if look.role(seat) in SEATED)
    if owners and who != "gm":
        return owners
    return tuple(seat for seat in look.ledger.seats if look.role(seat) == "gm") or tuple(
        seat for seat in look.ledger.seats if look.role(seat) == "host"
    )


def _turn(view: View) -> Turn | None:
    round = view.table.round
    if round is None:
        return None
    slot = round.slots.get(round.open)
    return Turn(round.number, round.open, slot.actor if slot else "", waiting_slots(round))
