"""The conversation at one keyboard: lines are sent and their outcome told, questions are asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from typing import Any

from ...core.entries import Entry, Question, Receipt
from ...core.errors import Invalid, NotAllowed, RollbookError
from ...core.questions import speaks_as
from ...core.session import Session
from ...core.table.inquiry import Answer
from ...core.views import admitted
from ..advice import advised
from ..cli.out import Out
from ..cli.playing import discreet, told
from ..transcript import clean, tell_entries
from ..words import refusals_of
from . import answering, status
from .acts import Acts
from .completion import Candidate, Knowing, answers, candidates, hint
from .eyes import Eyes
from .filling import Filling
from .line import Own, Sent, parse
from .screen import Screen

ARROW = "▸"


class Conversation(Acts):
    """What is said at one keyboard, from the greeting to the receipt.

    Args:
        session: at play.
        out: how it is said.
        screen: where it is typed.
        here: seats that sit at the keyboard, who types first before the others.
        again: command line that takes it up again.
    """

    def __init__(
        self, session: Session, out: Out, screen: Screen, here: Sequence[str], again: str
    ) -> None:
        super().__init__()
        self.session = session
        self.out = out
        self.screen = screen
        self.eyes = Eyes(session, here)
        self.seat = here[0]
        self.words = out.words(session.book)
        self.refusals = refusals_of(session.book.rulesets, out.lang)
        self.refused = 0
        self._again = again
        self._aside = ""
        self._elsewhere = ""
        self._seen = session.timeline.size

    # --- from the greeting to the receipt

    def run(self) -> int:
        """Talk until the lines end.

        Returns:
            How many lines were refused.
        """
        self.say(*self.greeting(), "")
        try:
            while True:
                self.turn()
        except EOFError:
            self.farewell()
        finally:
            self.eyes.close()
        return self.refused

    def turn(self) -> None:
        """One line: what is new is told first, and the open question comes before all else.

        Raises:
            EOFError: there are no more.
        """
        self.tell_news()
        try:
            if self._ask():
                return
            line = self.screen.read(f"{self.seat} {ARROW} ", self._complete, self._below, keep=True)
            self.heed(line)
        except KeyboardInterrupt:
            if not self.screen.asks:  # nobody sits there to begin another line
                raise

    def farewell(self) -> None:
        """The receipt, and how to go on another time."""
        head = self.session.store.head(self.session.name)
        receipt = f"{head.size}:{head.root.hex()}"
        self.say(self.words.say("play.receipt", receipt=receipt))
        self.out.say(self.words.say("play.again", command=self._again))

    def heed(self, line: str) -> None:
        """Do what a line says; what is refused is said, and nothing is lost."""
        try:
            meant = parse(line, self.session.book, self.words)
            if meant is None:
                self._aside = ""
                if not self._ask():
                    self.say(*self.guidance())
            elif isinstance(meant, Own):
                self.own(meant)
            elif meant.missing and not self.screen.asks:
                raise Invalid(
                    f"{meant.kind.message.tag} needs {', '.join(meant.missing)}",
                    path=f"$.{meant.missing[0]}",
                    hint=self.how(meant.kind),
                )
            else:
                self.send(self._whole(meant, line.strip()) if meant.missing else meant)
        except RollbookError as error:
            self.say_refused(error)

    def _whole(self, meant: Sent, line: str) -> Sent:
        """The command with what it needs, asked for where the seat may send some such command.

        Raises:
            NotAllowed: it may send none, whatever its fields.
        """
        tag = meant.kind.message.tag
        view = self.session.view(self.seat)
        if not admitted(self.session.book.decider(tag)[0].may, self.seat, view):
            raise NotAllowed(f"{self.seat} may not send {tag}")
        return Filling(self, meant, line).ask()

    def send(self, meant: Sent) -> None:
        """Send a command for the seat that types."""
        with ExitStack() as stack:
            for seat in self.eyes.seats:  # what is refused is said to all who look
                stack.enter_context(discreet(self.session, seat))
            receipt = self.do(meant.command, self.seat)
        if any(not event.message.ledger for event in receipt.events):
            self.forget_redo()
        self._aside = ""

    def do(self, command: dict[str, Any], by: str) -> Receipt:
        """Send a command for a seat.

        Raises:
            RollbookError: it is refused.
        """
        with advised(self.session, command, by):
            receipt = self.session.do(command, by)
        self.eyes.own.add(receipt.commit)
        return receipt

    def say_refused(self, error: RollbookError) -> None:
        """One line: what will not do, where, by which rule, and what would."""
        self.refused += 1
        where = f" ({error.path.removeprefix('$.')})" if error.path.startswith("$.") else ""
        rule = f" [{error.rule}]" if error.rule else ""
        hint_ = self._who_may(error) or self.refusals.say(error.hint)
        more = f"; {hint_}" if hint_ else ""
        self.say(clean(f"✗ {self.refusals.say(error.what)}{where}{rule}{more}"))

    def _who_may(self, error: RollbookError) -> str:
        """Of those at the keyboard, who may do what this seat may not."""
        tag = next((tag for tag in self.session.book.commands if f" {tag}" in error.what), "")
        if not isinstance(error, NotAllowed) or not tag:
            return ""
        may = [
            seat
            for seat in self.eyes.seats
            if seat != self.seat and any(o.type == tag for o in self.session.commands(seat))
        ]
        as_ = self.words.find("play.word.as") or "as"
        return (
            self.words.say("play.who-may", seats=", ".join(f"{as_} {s}" for s in may))
            if may
            else ""
        )

    # --- telling

    def tell_news(self) -> None:
        """Tell aloud what all here may see, and show the seat that types what is for it alone."""
        self._say(self.eyes.news())
        self._seen = self.session.timeline.size
        if self.eyes.letters[self.seat]:
            self.show_letters(self.seat)

    def show_letters(self, seat: str) -> None:
        """Show a seat what only it may see, apart."""
        letters = self.eyes.open_letters(seat)
        if not letters:
            return
        with self.screen.apart(self.apart(seat)):
            self._say(letters, seat)
            self.pause(seat)

    def _say(self, entries: Iterable[Entry], seat: str = "") -> None:
        """Tell entries as a seat sees them; aloud, by the names that whoever knows least knows."""
        least = min(self.eyes.seats, key=lambda s: len(self.session.view(s).table.actors))
        for line in tell_entries(self.session, entries, self.words, seat or least):
            if line.text:
                self.say(told(line, self.out, self.words))

    # --- asking

    def _ask(self) -> bool:
        """Ask whoever sits here and is asked; False where nobody is, or he would not be now."""
        question = self.session.waiting
        if question is None or question.id == self._aside:
            return False
        asked = self._asked(question)
        if asked is None:
            self._say_elsewhere(question)
            return False
        who, seat = asked
        alone = self.eyes.alone or not (question.secret or not self.eyes.all_see(question.seen_by))
        try:
            if alone:
                self._put(question, who, seat)
            else:
                with self.screen.apart(self.apart(seat)):
                    self._put(question, who, seat)
        except KeyboardInterrupt:
            self._aside = question.id
            self.out.say(self.words.say("play.aside"))
        return True

    def _asked(self, question: Question) -> tuple[str, str] | None:
        """Of whom it is asked, and the seat here that speaks for him: who types, where he may."""
        look = self.session.view()
        for who in question.waiting_for:
            for seat in sorted(self.eyes.seats, key=lambda seat: seat != self.seat):
                if speaks_as(seat, who, look):
                    return who, seat
        return None

    def _say_elsewhere(self, question: Question) -> None:
        if self._elsewhere == question.id:
            return
        self._elsewhere = question.id
        who = ", ".join(question.waiting_for) if self.eyes.all_see(question.seen_by) else ""
        key = "play.elsewhere" if who else "play.elsewhere.secret"
        self.out.say(self.words.say(key, who=who))

    def _put(self, question: Question, who: str, seat: str) -> None:
        """Ask until there is an answer, or something else has been said."""
        whom = self.name(seat)
        if who not in (seat, "gm"):
            whom = self.words.say("play.for", seat=whom, who=self.name(who, seat))
        self.say(*answering.asked(question, self.words, whom))
        while True:
            typed = self.screen.read(
                f"{whom} {ARROW} ",
                lambda before: answers(before, question, self.words),
                self._below_question,
                keep=False,
            ).strip()
            if not typed:
                self.say(*answering.asked(question, self.words, whom))
                continue
            try:
                if not answering.is_one(typed, question) and self._aside_of(typed):
                    return
                self._answer(question, typed, who, seat)
            except RollbookError as error:
                self.say_refused(error)
                if self.session.waiting != question:
                    return
                if self._meant(typed) is not None:  # he had something else in mind
                    self.say(self.words.say("play.first"))
                continue
            return

    def _aside_of(self, typed: str) -> bool:
        """Whether what is typed is one of the prompt's own words, which is then heeded."""
        meant = self._meant(typed)
        if not isinstance(meant, Own):
            return False
        self.own(meant)
        return True

    def _meant(self, typed: str) -> Own | Sent | None:
        """What a line would mean where nothing is asked; None where nothing."""
        try:
            return parse(typed, self.session.book, self.words)
        except RollbookError:
            return None

    def _answer(self, question: Question, typed: str, who: str, seat: str) -> None:
        command = {
            "type": Answer.message.tag,
            "id": question.id,
            "answer": answering.reply(typed, question, self.words),
            "for_": "" if question.mode == "one" and who in (seat, "gm") else who,
        }
        if question.standing:
            command["stands"] = self._stands()
        self.do(command, seat)
        self.forget_redo()

    def _stands(self) -> str:
        """How long a ruling is kept; once, where nothing is said."""
        rows = [
            f"{stands} ({self.words.say(f'play.stands.{stands}')})" for stands in answering.STANDS
        ]
        self.say(self.words.say("play.stands", stands=", ".join(rows)))
        while True:
            typed = self.screen.read(
                f"{ARROW} ",
                lambda before: [Candidate(s, "", len(before)) for s in answering.STANDS],
                self._below_question,
                keep=False,
            ).strip()
            found = [s for s in answering.STANDS if s.startswith(typed)] if typed else ["once"]
            if len(found) == 1:
                return found[0]
            self.out.say(clean(f"✗ {typed!r}: {', '.join(answering.STANDS)}"))

    # --- while somebody types

    @property
    def knowing(self) -> Knowing:
        """What may be offered to whoever types, with everybody here looking."""
        others = (seat for seat in self.eyes.seats if seat != self.seat)
        return Knowing(
            self.session.book,
            self.words,
            [self.session.view(seat) for seat in (self.seat, *others)],
            self.session.commands(self.seat),
        )

    def _complete(self, before: str) -> list[Candidate]:
        try:
            return candidates(before, self.knowing)
        except RollbookError:  # the store does not answer: completion never complains
            return []

    def _below(self, before: str) -> str:
        try:
            said = hint(before, self.knowing)
        except RollbookError:  # likewise
            said = ""
        return "\n".join(filter(None, (said, self._below_question(before))))

    def _below_question(self, before: str) -> str:
        try:
            return self._status()
        except RollbookError:  # likewise
            return ""

    def _status(self) -> str:
        more = [self.name(self.seat)]
        unread = [seat for seat, kept in self.eyes.letters.items() if kept]
        if unread:
            more.append(self.words.say("play.unread", seats=", ".join(unread)))
        if self.session.store.head(self.session.name).size != self._seen:
            more.append(self.words.say("play.news"))
        views = self.knowing.views
        return status.line([status.pieces(v, self.seat, self.words) for v in views], more)
