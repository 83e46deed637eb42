"""One step: a command onto a state, to records and the state after. Pure.

The session, the audit and what-if run this very function; they differ only in the dice.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from .asked import Answered, AnswerValue, Asked
from .asking import answer_audience
from .audiences import audience, sees, sees_record
from .codec import decode, encode
from .errors import (
    AuthorError,
    Damaged,
    Diverged,
    Invalid,
    NotAllowed,
    Refused,
    RefusedAfterDraw,
    RollbookError,
    Waiting,
)
from .folding import Folder, Slices
from .hidden import narrowed
from .look import Look
from .messages import Command
from .out import Limits, Out
from .past import Past
from .play import Play
from .questions import answering, check_answer, label_of, settled, waiting_for
from .recording import Given, Suspended
from .records import Fact
from .rolling import DiceSource
from .table.inquiry import Answer
from .table.ledger import Ledger
from .table.opening import Open
from .table.state import Pending
from .timeline import Timeline


class Step(NamedTuple):
    """What one command does.

    Args:
        outs: its records.
        slices: every slice after them.
        unused: names of answers that came along and that nothing asked for.
    """

    outs: list[Out]
    slices: Slices
    unused: tuple[str, ...] = ()


class How(NamedTuple):
    """Everything about a command but the command: who sends it, and what comes along."""

    by: str
    dice: DiceSource
    answers: Mapping[str, AnswerValue]
    limits: Limits


def read(book: Any, given: Command | Mapping[str, Any]) -> tuple[Command, bytes]:
    """A command as it will be recorded and read back, and its bytes.

    Args:
        book: the rulebook in force.
        given: a command, or a mapping with its ``type``.

    Raises:
        Invalid: it is not of its declared form.
        UnknownType: nothing in force has such a command.
    """
    if isinstance(given, Command):
        tag = given.message.tag
        body = encode(given, tag)
    else:
        if not isinstance(given, Mapping) or not isinstance(given.get("type"), str):
            raise Invalid("a command is an object with a type", path="$.type")
        tag = given["type"]
        body = encode(given, tag)
    book.decider(tag)
    command: Command = decode(book.decoder(tag), body, tag)
    return command, body if isinstance(given, Command) else encode(command, tag)


def step(timeline: Timeline, command: Command, body: bytes, how: How) -> Step:
    """Decide a command on the state of a timeline, which stays as it is.

    Raises:
        NotAllowed: the seat may not send it.
        Waiting: a question is open.
        Refused: a rule refuses.
        RefusedAfterDraw, Diverged: the ruleset breaks a law.
        AuthorError: a rule fails by an error of its own, which is the cause of this one.
    """
    try:
        return _step(timeline, command, body, how)
    except RollbookError:
        raise
    except Exception as error:
        raise AuthorError(
            f"{command.message.tag} fails: {type(error).__name__}: {error}",
            hint="its author can mend it; nothing has been appended",
        ) from error


def _step(timeline: Timeline, command: Command, body: bytes, how: How) -> Step:
    book, slices = timeline.book, timeline.slices
    look = Look(slices, book)
    tag = command.message.tag
    decider, _ = book.decider(tag)
    if not isinstance(command, Open) and not look.role(how.by):
        raise NotAllowed(
            f"there is no seat {how.by!r}", hint=f"seats: {', '.join(look.ledger.seats)}"
        )
    if not decider.may(command, how.by, look):
        raise NotAllowed(f"{how.by} may not send {tag}", hint=f"it is for: {whom(decider.may)}")
    pending = timeline.pending
    if pending is not None and not decider.anytime:
        raise _waiting(pending, how.by, look)
    if isinstance(command, Answer):
        return _answer(timeline, command, body, how)
    past = _past(timeline, slices, how.by, timeline.commits, timeline.size)
    to = decider.audience_of(command, look)
    if to is None:
        to = past.audience_of(command)
    now = dict(slices)
    timeline.folder.command(now, tag, how.by, timeline.commits)
    play = Play(
        book,
        now,
        by=how.by,
        commit=timeline.commits,
        seq=timeline.size,
        dice=how.dice,
        answers=how.answers,
        past=past,
        limits=how.limits,
    )
    aud = narrowed("", command, look.table) if to is None else audience(to)
    _run(play, command, body, aud)
    return Step(play.outs, play.slices(), play.unused())


def _waiting(pending: Pending, by: str, look: Look) -> Waiting:
    """What the table waits for, as far as a seat may know."""
    if not sees(by, pending.asked.seen_by, look):
        return Waiting("the table waits for an answer", hint="it has to be given first")
    return Waiting(
        f"waiting: {pending.asked.question} (asked of {', '.join(waiting_for(pending))})",
        rule=pending.asked.rule,
        hint="answer, withdraw or return first",
    )


def _begin(play: Play, command: Command, body: bytes, to: str) -> None:
    with suppress(Suspended):
        play.begin(command, body, to)
    if play.failed is not None and not isinstance(play.failed, Suspended):
        # a decider caught what it may not catch
        raise play.failed


def _run(play: Play, command: Command, body: bytes, to: str) -> None:
    try:
        _begin(play, command, body, to)
    except (Refused, Invalid) as error:
        if play.drew:
            raise RefusedAfterDraw(
                f"{command.message.tag} refused after it had drawn dice: {error.what}",
                rule=error.rule,
                hint="a decider refuses, then asks, then rolls, then emits",
            ) from error
        raise


def _answer(timeline: Timeline, command: Answer, body: bytes, how: How) -> Step:
    """Record an answer; with the last one the suspended command goes on."""
    pending = timeline.pending
    if pending is None:
        raise Refused("no question is open", path="$.id")
    asked = pending.asked
    look = Look(timeline.slices, timeline.book)
    if not sees(how.by, asked.seen_by, look):
        raise NotAllowed(f"{how.by} was not asked")
    if command.id and command.id != asked.id:
        raise Refused(f"{command.id} is not open", path="$.id", hint=f"open: {asked.id}")
    for_ = answering(pending, how.by, command.for_, look)
    answered = _accept(timeline, pending, command, how.by, for_)
    root, prefix, given = timeline.prefix()
    question = next((o for o in reversed(prefix) if isinstance(o.message, Asked)), None)
    if question is None:
        raise Damaged(f"the question {asked.id} is not among the records of its command")
    to = answer_audience(asked, how.by, question.to)
    seq = timeline.size
    head = Out(seq, "command", command, body, question.seq, to)
    raw = encode(answered, answered.message.tag)
    event = Out(seq + 1, "event", answered, raw, seq, to)
    if not answered.last:
        return Step([head, event], _folded(timeline, [head, event], how.by))
    given.setdefault(asked.id, []).append(Given(seq + 1, seq, answered, to))
    try:
        play = _continue(timeline, root, [*prefix, event], given, how)
    except RollbookError as error:
        if isinstance(error, Diverged) or sees_record(how.by, root.seq, root.to, look):
            raise
        # Whoever was only asked hears nothing of what waits but that it cannot go on.
        raise Refused("what waits for this answer cannot go on", hint="tell the gm") from None
    new = [head, event, *play.outs[len(prefix) + 1 :]]
    return Step(new, _folded(timeline, new, how.by), play.unused())


def _accept(timeline: Timeline, pending: Pending, command: Answer, by: str, for_: str) -> Answered:
    asked = pending.asked
    value = check_answer(asked, command.answer, timeline.book.readings)
    if command.stands != "once" and not asked.standing:
        raise Refused("this is no ruling that may stand", path="$.stands", rule=asked.rule)
    so_far = [(a.for_, a.answer) for a in pending.given]
    return Answered(
        id=asked.id,
        name=asked.name,
        by=by,
        for_=for_,
        answer=value,
        last=settled(asked, [*so_far, (for_, value)]),
        stands=command.stands,
        label=label_of(asked, value),
    )


def _continue(
    timeline: Timeline,
    root: Fact,
    prefix: list[Out],
    given: Mapping[str, list[Given]],
    how: How,
) -> Play:
    """Decide the suspended command again from where it began, now with one answer more."""
    before = timeline.before()
    slices = dict(before.slices)
    timeline.folder.command(slices, root.type, root.by, root.commit)
    play = Play(
        timeline.book,
        slices,
        by=root.by,
        commit=before.commit,
        seq=timeline.size + 2,
        dice=how.dice,
        answers=how.answers,
        present=Look(timeline.slices, timeline.book),
        sender=how.by,
        prefix=prefix,
        given=given,
        past=_past(timeline, before.slices, root.by, before.commit, root.seq),
        limits=how.limits,
    )
    _run(play, prefix[0].message, prefix[0].body, prefix[0].to)
    if len(play.outs) < len(prefix):
        raise Diverged(
            f"decided again, {root.type} ends after {len(play.outs)} records; "
            f"{len(prefix)} are recorded",
            hint="withdraw the command, or return to before it",
        )
    return play


def _past(timeline: Timeline, slices: Mapping[type, Any], by: str, commit: int, size: int) -> Past:
    """What a command may read of the log before it."""
    return Past(timeline.facts, Look(slices, timeline.book), by, commit, size)


def _folded(timeline: Timeline, outs: list[Out], by: str) -> Slices:
    """The state with a continuation's records folded onto it: its ledger is that of now."""
    slices = dict(timeline.slices)
    folder: Folder = timeline.folder
    for out in outs:
        if out.kind == "event":
            # What the ledger has come to hold meanwhile may not admit it any more.
            spoken = timeline.book.spoken(type(out.message))
            for kind, guard in spoken.guards:
                if kind is Ledger:
                    guard(slices[kind], out.message)
            for kind, fold in spoken.folding:
                slices[kind] = fold(slices[kind], out.message)
        elif out.kind == "command":
            folder.command(slices, out.message.message.tag, by, timeline.commits)
    return slices


def whom(may: Any) -> str:
    """In a few words, whom a permission admits."""
    name = getattr(may, "__name__", None)
    return str(may) if name is None else (may.__doc__ or name).strip().splitlines()[0]
