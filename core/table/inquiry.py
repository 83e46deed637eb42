"""Questions on the board: the one that is open, its answers, and rulings that stand."""

from __future__ import annotations

from msgspec import Struct, structs

from ..asked import Answered, AnswerValue, Asked, Ruled, RulingCited, RulingLapsed, Stands
from ..audiences import said
from ..errors import AuthorError
from ..look import Look
from ..messages import Command
from ..permissions import anyone, gm
from ..play import Play
from ..rules import Rules
from ..until import SceneEnd, SittingEnd, Until
from .state import Pending, Ruling, Table, TableOptions
from .time import SceneEnded, SittingEnded

rules = Rules(Table, TableOptions)


class Answer(Command, ruleset="table"):
    """Answer the open question; the command that asked goes on when the last answer is in.

    Args:
        answer: key of a choice, a number, a text, or faces in the order thrown.
        id: of the question; empty for the one that is open.
        for_: whom it was asked of, where it is not plain.
        stands: how long a ruling is kept, where one may be.
    """

    answer: AnswerValue
    id: str = ""
    for_: str = ""
    stands: Stands = "once"


class LapseRuling(Command, ruleset="table"):
    """Take a standing ruling back.

    Args:
        ruling: its key, ``rule/name/subject``.
        why: in words.
    """

    ruling: str
    why: str = ""


@rules.decides(Answer, may=anyone, anytime=True, sent=True)
def answer(command: Answer, play: Play) -> None:
    """The engine itself continues the suspended command; this is never called."""
    raise AuthorError("an answer is never performed by a rule")


@rules.completes(Asked)
def complete_asked(event: Asked, play: Play) -> Asked:
    """Its audience, so that nobody else is told what the table waits for."""
    return structs.replace(event, seen_by=play.emitting_to)


@rules.evolves(Asked)
def asked(table: Table, event: Asked) -> Table:
    """The open question."""
    return structs.replace(table, pending=Pending(event))


@rules.evolves(Answered)
def answered(table: Table, event: Answered) -> Table:
    """One answer more; the last closes the question."""
    pending = table.pending
    if pending is None or pending.asked.id != event.id:
        return table
    if event.last:
        return structs.replace(table, pending=None)
    more = structs.replace(pending, given=(*pending.given, event))
    return structs.replace(table, pending=more)


@rules.completes(Ruled)
def complete_ruled(event: Ruled, play: Play) -> Ruled:
    """Its audience, for its end."""
    return structs.replace(event, seen_by=play.emitting_to)


@rules.evolves(Ruled)
def ruled(table: Table, event: Ruled) -> Table:
    """The ruling, by rule, name and subject."""
    key = f"{event.rule}/{event.name}/{event.subject}"
    ruling = Ruling(event.question, event.answer, event.by, event.until, event.rule, event.seen_by)
    return structs.replace(table, rulings={**table.rulings, key: ruling})


@rules.evolves(RulingCited)
def ruling_cited(table: Table, event: RulingCited) -> Table:
    """Citing changes nothing."""
    return table


@rules.evolves(RulingLapsed)
def ruling_lapsed(table: Table, event: RulingLapsed) -> Table:
    """Every ruling but that."""
    rest = {k: v for k, v in table.rulings.items() if k != event.ruling}
    return structs.replace(table, rulings=rest)


def seen_with(command: LapseRuling, look: Look) -> tuple[str, ...] | None:
    """Whoever knows of the ruling: only he learns that it is taken back."""
    ruling = look.table.rulings.get(command.ruling)
    return said(ruling.seen_by) if ruling and ruling.seen_by else None


@rules.decides(LapseRuling, may=gm, to=seen_with)
def lapse_ruling(command: LapseRuling, play: Play) -> None:
    """Only a ruling that stands can be taken back."""
    if command.ruling not in play.table.rulings:
        play.refuse(f"no ruling {command.ruling!r} stands", path="$.ruling")
    stands = play.table.rulings[command.ruling]
    play.emit(
        RulingLapsed(ruling=command.ruling, why=command.why),
        to=said(stands.seen_by),
    )


class Standing(Struct, frozen=True):
    """A ruling in force.

    Args:
        ruling: its key, by which `LapseRuling` takes it back.
        question: in words.
        answer: as given.
        by: seat that ruled.
        until: how long it stands.
        rule: id of the rule that asks, or empty.
    """

    ruling: str
    question: str
    answer: AnswerValue
    by: str
    until: Until
    rule: str = ""


class Rulings(Struct, frozen=True):
    """Rulings in force, the oldest first."""

    standing: tuple[Standing, ...] = ()


@rules.projects("rulings")
def rulings(look: Look, viewer: str) -> Rulings:
    """Those that the viewer knows of."""
    return Rulings(
        tuple(
            Standing(key, r.question, r.answer, r.by, r.until, r.rule)
            for key, r in look.table.rulings.items()
        )
    )


@rules.reacts(SceneEnded)
def lapse_with_scene(event: SceneEnded, play: Play) -> None:
    """Rulings for the scene."""
    _lapse(play, SceneEnd)


@rules.reacts(SittingEnded)
def lapse_with_sitting(event: SittingEnded, play: Play) -> None:
    """Rulings for the sitting."""
    _lapse(play, SittingEnd)


def _lapse(play: Play, until: type) -> None:
    for key, ruling in list(play.table.rulings.items()):
        if isinstance(ruling.until, until):
            play.emit(RulingLapsed(ruling=key, why="due"), to=said(ruling.seen_by))
