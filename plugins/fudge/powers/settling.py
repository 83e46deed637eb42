"""How magic and miracles work at a table: the book's questions, and the GM's answers (3.5, 3.6).

FUD-121 and FUD-123.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from ....core.look import Look
from ....core.messages import Command, Event
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..content.questionnaires import questionnaires
from ..options import FudgeOptions
from ..state import Fudge

rules = Rules(Fudge, FudgeOptions)

Matter = Literal["magic", "miracles"]


class Settle(Command, ruleset="fudge"):
    """Settle how magic or miracles work at this table: the GM's answers to the book's questions.

    Args:
        matter: magic or miracles.
        answers: by question; what was answered before and is not named stays.
    """

    matter: Matter
    answers: dict[str, str]


class MatterSettled(Event, ruleset="fudge"):
    """The GM has said how magic or miracles work here.

    Args:
        matter: which.
        answers: all that is settled of it now, by question.
        rule: id of the rule.
    """

    matter: Matter
    answers: dict[str, str]
    rule: str


@rules.decides(Settle, may=gm)
def settle(c: Settle, play: Play) -> None:
    """The book has questions and no system; the answers are the table's. FUD-121, FUD-123."""
    known = getattr(questionnaires(), c.matter)
    if not c.answers:
        play.refuse(
            "nothing is answered", path="$.answers", rule=_RULES[c.matter],
            hint=f"one of {', '.join(known)}",
        )  # fmt: skip
    for name in c.answers:
        if name not in known:
            play.refuse(
                f"nobody asks about {name!r}", path=f"$.answers.{name}", rule=_RULES[c.matter],
                hint=f"one of {', '.join(known)}",
            )  # fmt: skip
    before: dict[str, str] = getattr(play.state[Fudge].settled, c.matter)
    play.emit(
        MatterSettled(matter=c.matter, answers={**before, **c.answers}, rule=_RULES[c.matter])
    )


_RULES = {"magic": "FUD-121", "miracles": "FUD-123"}


@rules.evolves(MatterSettled)
def matter_settled(s: Fudge, e: MatterSettled) -> Fudge:
    """Copy the answers."""
    settled = s.settled
    if e.matter == "magic":
        settled = replace(settled, magic=e.answers)
    else:
        settled = replace(settled, miracles=e.answers)
    return replace(s, settled=settled)


# --- what people read


class Answer(Struct, frozen=True):
    """A question, and what the GM has said to it; empty where it is open."""

    question: str
    answer: str


class Customs(Struct, frozen=True):
    """What is settled of magic and of miracles, and what is open."""

    magic: tuple[Answer, ...]
    miracles: tuple[Answer, ...]


@rules.projects("customs")
def customs(look: Look, viewer: str) -> Customs:
    """The GM's answers on magic and miracles; nothing where nothing has been settled."""
    settled = look.state[Fudge].settled
    return Customs(
        magic=tuple(Answer(q, settled.magic.get(q, "")) for q in questionnaires().magic)
        if settled.magic
        else (),
        miracles=tuple(Answer(q, settled.miracles.get(q, "")) for q in questionnaires().miracles)
        if settled.miracles
        else (),
    )


@rules.tells(MatterSettled)
def tell_settled(e: MatterSettled, telling: Telling) -> str:
    """How many questions are answered."""
    return telling.say(f"fudge.settled.{e.matter}", count=len(e.answers))
