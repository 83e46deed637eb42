"""Asking: how a decider puts a question, and how it gets its answer or is suspended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, overload

from msgspec import structs

from .asked import (
    WHICH_FACES,
    Answered,
    AnswerValue,
    Asked,
    Choice,
    Ruled,
    RulingCited,
    Stands,
)
from .audiences import audience, both, said, sees, widest
from .dice import Dice, Outcome
from .dice.evaluate import evaluate
from .dice.sources import Injected
from .errors import AuthorError, Invalid, Refused
from .hidden import of_actors
from .permissions import SEATED
from .questions import (
    PASS,
    as_choices,
    check_answer,
    label_of,
    may_answer,
    settled,
    slug,
)
from .recording import Recording, Suspended
from .until import Good, SceneEnd, SittingEnd, Until
from .vocabulary import Revealed, TableDraw

_STANDING: Mapping[Stands, Until] = {
    "scene": SceneEnd(),
    "sitting": SittingEnd(),
    "good": Good(),
}


class Asking(Recording):
    """The asking half of `Play`."""

    @overload
    def ask(
        self, question: str, *, to: str = "gm", choices: Iterable[str], name: str = "",
        rule: str = "", standing: bool = False, subject: str = "",
    ) -> str: ...  # fmt: skip
    @overload
    def ask(
        self, question: str, *, to: str = "gm", choices: Iterable[Choice], name: str = "",
        rule: str = "", standing: bool = False, subject: str = "",
    ) -> Choice: ...  # fmt: skip
    @overload
    def ask(
        self, question: str, *, to: str = "gm", of: type[int], ge: int | None = None,
        le: int | None = None, name: str = "", rule: str = "", standing: bool = False,
        subject: str = "",
    ) -> int: ...  # fmt: skip
    @overload
    def ask(
        self, question: str, *, to: str = "gm", of: type[str] = str, name: str = "",
        rule: str = "", standing: bool = False, subject: str = "",
    ) -> str: ...  # fmt: skip
    def ask(
        self,
        question: str,
        *,
        to: str = "gm",
        choices: Iterable[Choice] | Iterable[str] | None = None,
        of: type = str,
        ge: int | None = None,
        le: int | None = None,
        name: str = "",
        rule: str = "",
        standing: bool = False,
        subject: str = "",
    ) -> Any:
        """Ask one: the answer, or the command is suspended until it comes.

        Args:
            question: in words.
            to: actor, seat or ``gm``; an actor without owner means the GM.
            choices: what may be chosen, only what is legal and affordable.
            of: ``int`` or ``str`` where nothing is chosen.
            ge: least number.
            le: greatest number.
            name: stable inside the command, so that a script can bring the answer along.
            rule: id of the rule that asks.
            standing: whether the answer may be kept as a ruling and used again.
            subject: of what or whom a ruling is, beside rule and name.

        Returns:
            The `Choice`, or its text where plain texts were given; a number; a text.
        """
        given = _listed(choices)
        asked = self._form(question, (to,), given, of, ge, le, name, rule)
        key = f"{rule}/{slug(name or question)}/{subject}"
        if standing:
            if not name:
                raise AuthorError(f"a ruling that may stand needs a name: {question}", rule=rule)
            stands = self.table.rulings.get(key)
            if stands is not None and self._fits(asked, stands.answer):
                label = label_of(asked, stands.answer)
                cited = RulingCited(ruling=key, answer=stands.answer, rule=rule, label=label)
                self._own(cited, stands.seen_by or self._audience)
                return _read(asked, stands.answer, given)
            asked = structs.replace(asked, standing=True)
        answer = self._answers_to(asked)[0]
        if answer.stands != "once":
            self._own(
                Ruled(
                    rule=rule,
                    name=slug(name or question),
                    subject=subject,
                    question=question,
                    answer=answer.answer,
                    by=answer.by,
                    until=_STANDING[answer.stands],
                    label=answer.label,
                ),
                self._audience,
            )
        return _read(asked, answer.answer, given)

    def _fits(self, asked: Asked, answer: AnswerValue) -> bool:
        """Whether a ruling still is an answer; one that no longer is one is asked anew."""
        try:
            check_answer(asked, answer, self._book.readings)
        except Invalid:
            return False
        return True

    @overload
    def ask_each(
        self, question: str, *, to: Sequence[str], choices: Iterable[str], name: str = "",
        rule: str = "", secret: bool = False,
    ) -> dict[str, str]: ...  # fmt: skip
    @overload
    def ask_each(
        self, question: str, *, to: Sequence[str], choices: Iterable[Choice], name: str = "",
        rule: str = "", secret: bool = False,
    ) -> dict[str, Choice]: ...  # fmt: skip
    @overload
    def ask_each(
        self, question: str, *, to: Sequence[str], of: type[int], ge: int | None = None,
        le: int | None = None, name: str = "", rule: str = "", secret: bool = False,
    ) -> dict[str, int]: ...  # fmt: skip
    def ask_each(
        self,
        question: str,
        *,
        to: Sequence[str],
        choices: Iterable[Choice] | Iterable[str] | None = None,
        of: type = str,
        ge: int | None = None,
        le: int | None = None,
        name: str = "",
        rule: str = "",
        secret: bool = False,
    ) -> dict[str, Any]:
        """Ask several: one answer from each, by whom it was asked of.

        Secret answers are kept from everybody else, the GM included, until the last is in;
        then they are revealed to whoever sees the question. Other arguments are as of `ask`.
        """
        given = _listed(choices)
        asked = self._form(question, tuple(to), given, of, ge, le, name, rule)
        asked = structs.replace(asked, mode="each", secret=secret)
        answers = self._answers_to(asked)
        return {a.for_: _read(asked, a.answer, given) for a in answers}

    def ask_any(
        self,
        question: str,
        *,
        to: Sequence[str],
        choices: Iterable[Choice],
        name: str = "",
        rule: str = "",
    ) -> tuple[str, Choice] | None:
        """Ask whoever wants to: who answered and what, or None when all have passed.

        The choice ``pass`` is added; other arguments are as of `ask`.
        """
        given = [*choices, Choice(PASS, label=PASS)]
        asked = structs.replace(
            self._form(question, tuple(to), given, str, None, None, name, rule), mode="any"
        )
        for answer in self._answers_to(asked):
            if answer.answer != PASS:
                return answer.for_, _read(asked, answer.answer, given)
        return None

    def _form(
        self,
        question: str,
        to: tuple[str, ...],
        choices: Sequence[Choice | str] | None,
        of: type,
        ge: int | None,
        le: int | None,
        name: str,
        rule: str,
    ) -> Asked:
        for who in to:
            self._known(who, question, rule)
        if choices is not None and not choices:
            raise AuthorError(f"a question without choices: {question}", rule=rule)
        offered = as_choices(choices or ())
        keys = [choice.key for choice in offered]
        if len(set(keys)) < len(keys):
            twice = next(key for key in keys if keys.count(key) > 1)
            raise AuthorError(
                f"the choice {twice} is offered twice: {question}",
                rule=rule,
                hint="tell them apart by of=",
            )
        return Asked(
            id="",
            name=name or slug(question),
            question=question,
            to=tuple(dict.fromkeys(to)),
            commit=self.commit,
            of="choice" if choices is not None else "int" if of is int else "text",
            choices=offered,
            ge=ge,
            le=le,
            rule=rule,
        )

    def _known(self, who: str, what: str, rule: str) -> None:
        if who != "gm" and who not in self.table.actors and who not in self.ledger.seats:
            raise Refused(f"nobody is called {who!r}: {what}", rule=rule)

    def _faces(
        self, dice: Dice, actor: str, purpose: str, rule: str, aud: str
    ) -> tuple[TableDraw, Outcome]:
        """Real dice: whoever rolls is asked what they show; of a secret roll, who may see it."""
        hidden = aud and actor not in aud.split(" ")
        asked = Asked(
            id="",
            name=f"dice:{actor}:{slug(purpose)}",
            question=WHICH_FACES.format(dice=dice.notation, purpose=purpose),
            to=("gm",) if hidden else (actor,),
            commit=self.commit,
            of="faces",
            dice=dice.notation,
            rule=rule,
        )
        while True:
            answer = self._answers_to(asked, aud)[0]
            faces = answer.answer
            assert isinstance(faces, tuple)  # check_answer made it so
            confirmer = self._confirmed(answer.by, rule, aud)
            if confirmer is not None:
                draw = TableDraw(reader=answer.by, confirmer=confirmer)
                return draw, evaluate(dice, Injected(faces))

    def _confirmed(self, reader: str, rule: str, aud: str) -> str | None:
        """Who confirms real dice where the charter wants it; None where they were read wrong."""
        seats = self.ledger.seats.items()
        others = tuple(
            name
            for name, seat in seats
            if name != reader and seat.role in SEATED and sees(name, aud, self)
        )
        if not self.ledger.charter.confirm or not others:
            return ""  # who rolls where nobody else may see it has nobody to confirm it
        asked = Asked(
            id="",
            name="confirm",
            question="Were the dice read right?",
            to=others,
            commit=self.commit,
            choices=as_choices(("yes", "no")),
            rule=rule,
        )
        answer = self._answers_to(asked, aud)[0]
        if answer.by == reader:
            raise Refused("whoever read the dice does not confirm them", rule=rule)
        return answer.by if answer.answer == "yes" else None

    def _answers_to(self, asked: Asked, aud: str | None = None) -> list[Answered]:
        if not asked.to:  # nobody is asked, so nobody is waited for
            return []
        count = self._names[asked.name] = self._names.get(asked.name, 0) + 1
        name = asked.name if count == 1 else f"{asked.name}#{count}"
        # Whoever is asked sees the question, however few see the rest.
        if aud is None:
            aud = self._audience
            for own in of_actors(asked.to, self.table):
                aud = both(aud, own)
        aud = widest(aud, audience(asked.to))
        asked = structs.replace(asked, id=self.id("q", said(aud)), name=name)
        question = self._own(asked, aud)
        seqs: list[int] = []
        answers: list[Answered] = []
        for given in self._given.get(asked.id, ()):
            seqs += [s for s in (given.cause, given.seq) if s is not None and s != question]
            self._own(given.answered, given.to, given.cause)
            answers.append(given.answered)
        if not settled(asked, [(a.for_, a.answer) for a in answers]):
            for answer in self._brought(asked, {a.for_ for a in answers}):
                kept = answer_audience(asked, answer.by, aud)
                seqs.append(self._own(answer, kept, question))
                answers.append(answer)
        if not settled(asked, [(a.for_, a.answer) for a in answers]):
            self.failed = Suspended()  # also where a decider catches it
            raise self.failed
        if asked.secret:
            to = tuple(aud.split(" ")) if aud else ()
            self._own(Revealed(seqs=tuple(seqs), to=to, why="all have answered"), aud)
        return answers

    def _brought(self, asked: Asked, answered: set[str]) -> Iterable[Answered]:
        """Answers that came along with the command, from a sender who may give them."""
        done = [(who, "") for who in asked.to if who in answered]
        for who in asked.to:
            if who in answered or not may_answer(self._sender, who, self._present):
                continue
            key = asked.name if asked.mode == "one" else f"{asked.name}:{who}"
            if key not in self._answers:
                continue
            brought = self._answers.pop(key)
            try:
                value = check_answer(asked, brought, self._book.readings, f"$.answers.{key}")
            except Invalid:
                if self.drew:
                    return  # the dice have fallen: it is asked, not refused
                raise
            done.append((who, str(value)))
            last = settled(asked, done)
            yield Answered(
                id=asked.id,
                name=asked.name,
                by=self._sender,
                for_=who,
                answer=value,
                last=last,
                label=label_of(asked, value),
            )
            if last:
                return


def _listed(
    choices: Iterable[Choice] | Iterable[str] | None,
) -> list[Choice | str] | None:
    return None if choices is None else [*choices]


def answer_audience(asked: Asked, by: str, to: str) -> str:
    """Audience of an answer: the question's, or of a secret one only the seat that gave it."""
    return by if asked.secret else to


def _read(asked: Asked, answer: AnswerValue, given: Sequence[Choice | str] | None) -> Any:
    if given is None:
        return answer
    for choice in given:
        key = choice if isinstance(choice, str) else choice.key
        if key == answer:
            return choice
    raise AuthorError(f"{answer!r} is no longer a choice: {asked.question}", rule=asked.rule)
