"""What commands that play have in common: who sends, what is said of a receipt."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import structs

from ...core.asked import WHICH_FACES, Asked, Choice
from ...core.audiences import sees
from ...core.entries import Question, Receipt
from ...core.errors import Invalid, NotAllowed, RollbookError
from ...core.look import Look
from ...core.session import Session
from ...core.table.wording import own_name
from ...core.telling import Words
from ..nearest import nearest
from ..recording import Recording
from ..transcript import Line, clean, tell_receipt
from ..waiting import question
from ..who import find, seats
from .out import Out
from .plain import table


def sender(session: Session, by: str) -> str:
    """The seat that sends: the one named, else the only one that runs the table.

    Raises:
        NotAllowed: there is no such seat.
        Invalid: none is named, and several run the table.
    """
    look = Look(session.timeline.slices, session.book)
    if by:
        seat = find(by, seats(look), "--by", whole=True)  # what is written stays: no guesses
        if not look.role(seat):
            raise NotAllowed(f"there is no seat {by!r}", path="--by", hint=nearest(by, seats(look)))
        return seat
    for role in ("host", "gm"):
        found = [name for name, seat in look.ledger.seats.items() if seat.role == role]
        if len(found) == 1:
            return found[0]
        if found:
            raise Invalid("who sends this?", hint=f"say --by {' or --by '.join(found)}")
    raise Invalid("nobody runs this table", hint="say --by")


def onlooker(look: Look, viewer: str, path: str = "--as") -> str:
    """The seat as which somebody looks, by its id or name; empty for the holder of the file.

    Args:
        look: with the seats.
        viewer: an id or a name.
        path: where it was given.

    Raises:
        Invalid: there is no such seat.
    """
    found = find(viewer, seats(look), path) if viewer else ""
    if found and not look.role(found):
        near = nearest(viewer, seats(look), most=0)
        every = f"seats: {', '.join(look.ledger.seats)}"
        raise Invalid(f"there is no seat {viewer!r}", hint=f"{near}; {every}" if near else every)
    return found


@contextmanager
def discreet(session: Session, viewer: str) -> Iterator[None]:
    """Let no refusal quote the open question to somebody who may not see it.

    Raises:
        Refused: in place of what would have quoted it.
    """
    try:
        yield
    except RollbookError as error:
        pending = session.timeline.pending
        if pending is None or not viewer or pending.asked.question not in str(error):
            raise
        known = bool(session.timeline.ledger.seats.get(viewer))
        if known and session.view(viewer).table.pending is not None:
            raise
        raise type(error)(
            "the table waits for an answer", hint="whoever was asked answers first"
        ) from None


def told(line: Line, out: Out, words: Words) -> str:
    """A line of the log as it is printed."""
    seq = out.dim(f"{line.seq:>5}")
    if line.kind == "command":
        body = out.bold(f"{clean(line.by)} ▸ {line.text}")
    else:
        mark = "? " if line.foreign else "  "
        body = f"{mark}{line.text}"
    if line.rule and line.rule not in line.text:
        body += out.dim(f" [{line.rule}]")
    if line.foreign:
        body += out.dim(f" ({words.say('replay.foreign')})")
    return f"{seq} {body}{taken_back(line, out, words)}"


def taken_back(line: Line, out: Out, words: Words) -> str:
    """What is added to a line that a return took back or that was put right; else nothing."""
    if line.back is None:
        if line.corrected is None:
            return ""
        return out.dim(f" ({words.say('replay.corrected', commit=line.corrected)})")
    back = words.say("replay.taken-back", commit=line.back.commit, by=line.back.by)
    return out.dim(f" ({back})")


def say_receipt(session: Session, receipt: Receipt, out: Out, viewer: str, *, last: bool) -> None:
    """Print what a command brought about, and its receipt where it is the last."""
    words = out.words(session.book)
    for line in tell_receipt(session, receipt, words, viewer):
        if line.text and line.kind != "performed":
            out.say(told(line, out, words))
    if receipt.unused:
        names = ", ".join(map(clean, receipt.unused))
        key = "replay.unused.yet" if receipt.waiting else "replay.unused"
        out.say(words.say(key, names=names))
    if receipt.returned:
        out.say(words.say("replay.returned"))
    if last:
        say_waiting(session, receipt, out, viewer)
        out.say(out.dim(short_receipt(receipt)))


def say_waiting(session: Session, receipt: Receipt, out: Out, viewer: str) -> None:
    """Print the open question, if the viewer may see it."""
    found = waiting(session, receipt, viewer)
    if found is not None:
        out.lines(asked(found, out.words(session.book), session.timeline.ledger.owners))


def waiting(session: Session, receipt: Receipt, viewer: str) -> Question | None:
    """The question that a command left open, as the viewer may see it."""
    if receipt.waiting is None or not viewer:
        return receipt.waiting
    return question(Recording.of(session), session.view(viewer))


def give_receipt(session: Session, receipt: Receipt, out: Out, viewer: str) -> None:
    """The receipt as JSON, without what the viewer may not see."""
    look = Look(session.timeline.slices, session.book)
    mine = receipt.only(lambda to: sees(viewer, to, look))
    out.give(structs.replace(mine, waiting=waiting(session, receipt, viewer)))


def short_receipt(receipt: Receipt) -> str:
    """A receipt on one line; ``SIZE:ROOT`` is what proves it later."""
    return f"commit {receipt.commit} · receipt {receipt.size}:{receipt.root}"


def asked(question: Question, words: Words, owners: dict[str, tuple[str, ...]]) -> list[str]:
    """The open question in words: what, of whom, and which answers there are."""
    who = ", ".join(
        f"{one} ({', '.join(owners[one])})" if owners.get(one) else one
        for one in question.waiting_for
    )
    rule = f" [{question.rule}]" if question.rule else ""
    lines = [
        words.say("replay.waiting", command=question.command, who=who),
        f"  {question_text(question, words)}{rule}",
    ]
    rows = [(choice.key, *said) for choice, *said in choices(question, words)]
    lines += table(rows, indent=4)
    if question.of == "int":
        low = "…" if question.ge is None else question.ge
        high = "…" if question.le is None else question.le
        lines.append("    " + words.say("replay.number", low=low, high=high))
    elif question.of == "faces":
        lines.append("    " + words.say("replay.faces", dice=question.dice))
    elif question.of == "text":
        lines.append("    " + words.say("replay.text"))
    if question.secret:
        lines.append("    " + words.say("replay.secret"))
    names = (
        [question.name]
        if question.mode == "one"
        else [f"{question.name}:{who}" for who in question.waiting_for]
    )
    options = " ".join(f'--answer "{clean(name)}=…"' for name in names)
    return [*lines, "    " + words.say("replay.bring", options=options)]


def choices(question: Question, words: Words) -> Iterator[tuple[Choice, str, str, str]]:
    """Choices of a question, each with its label, cost and rule as they are shown."""
    for choice in question.choices:
        label = words.recorded("choice", choice.id, choice.label)
        pool = words.pool(choice.pool, choice.cost)
        cost = words.say("replay.costs", cost=choice.cost, pool=pool) if choice.cost else ""
        rule = f"[{choice.rule}]" if choice.rule else ""
        yield choice, clean("" if label == choice.id else label), cost, rule


def _purpose(question: Question | Asked, words: Words) -> str:
    """What dice are thrown for, as it was said; its name in the question is made for typing."""
    before, _, after = WHICH_FACES.format(dice=question.dice, purpose="\n").partition("\n")
    purpose = question.question.removeprefix(before).removesuffix(after)
    return words.ending(f".purpose.{purpose}") or purpose


def question_text(question: Question | Asked, words: Words) -> str:
    """What is asked, in the reader's language where there are words for it."""
    if question.of == "faces":
        purpose = _purpose(question, words)
        return clean(words.say("replay.which-faces", dice=question.dice, purpose=purpose))
    return clean(words.recorded("question", own_name(question.name), question.question))
