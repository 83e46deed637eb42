"""The prompt's own words: help, who sits where, what happened, whispers, undo and redo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import structs

from ...core.entries import Receipt
from ...core.errors import Invalid, Refused
from ...core.messages import Command
from ...core.session import Session
from ...core.table.returns import Return
from ...core.table.seats import AddNote
from ...core.telling import Words
from ..cli.commands.show import say_overview
from ..cli.labels import Labels
from ..cli.out import Out
from ..cli.plain import tree
from ..cli.playing import told
from ..nearest import nearest
from ..overview import overview
from ..recording import Recording
from ..refusals import Refusals
from ..titles import titles
from ..transcript import Transcript, clean, tell_entries
from ..who import find, seats
from ..words import LANGUAGES, refusals_of
from . import guide
from .answering import asked
from .back import last_done
from .completion import Candidate, Knowing, shortest
from .eyes import Eyes
from .line import Own, named, own_words
from .screen import Screen, folded

_LINES = 15
"""Lines of the log that are told where nobody says how many."""


class Acts:
    """The half of a `Conversation` that heeds the prompt's own words."""

    session: Session
    out: Out
    screen: Screen
    eyes: Eyes
    seat: str
    words: Words
    refusals: Refusals
    _aside: str

    def __init__(self) -> None:
        self._redo: list[int] = []

    def own(self, meant: Own) -> None:
        """Heed one of the prompt's own words.

        Raises:
            EOFError: it was the word for leaving.
            RollbookError: it is refused.
        """
        acts: dict[str, Callable[[Own], None]] = {
            "help": self._help,
            "as": self._as,
            "who": self._who,
            "waiting": self._waiting,
            "show": self._show,
            "log": self._log,
            "note": self._note,
            "whisper": self._whisper,
            "undo": self._undo,
            "redo": self._redo_,
            "lang": self._lang,
            "quit": self._quit,
        }
        acts[meant.word](meant)

    def do(self, command: dict[str, Any], by: str) -> Receipt:
        """Send a command for a seat; `Conversation` says how."""
        raise NotImplementedError

    @property
    def knowing(self) -> Knowing:
        """What may be offered to whoever types; likewise."""
        raise NotImplementedError

    def say(self, *lines: str) -> None:
        """Lines for people, broken where the screen ends."""
        for line in lines:
            self.out.lines(folded(line, self.screen.width))

    # --- guidance

    def greeting(self) -> list[str]:
        """Who sits here, how things stand, and what to do first."""
        words, view = self.words, self.session.view(self.seat)
        rules = ", ".join(r.title or r.name for r in self.session.book.rulesets[1:])
        seated = ", ".join(self._seat_line(seat) for seat in self.eyes.seats)
        lines = [
            self.out.bold(words.say("play.hello", session=self.session.name, rules=rules)),
            words.say("play.here", seats=seated),
        ]
        if not self.eyes.alone:
            lines.append(words.say("play.types", seat=self.seat))
        common = [self.session.view(seat).table.actors for seat in self.eyes.seats]
        known = [a for id, a in view.table.actors.items() if all(id in each for each in common)]
        if known:
            names = ", ".join(f"{a.name} ({self._players(a.id)})" for a in known)
            lines.append(words.say("play.in-play", names=names))
        else:
            by = guide.bringing_in(self.session, self.session.commands(self.seat))
            lines.append(words.say("play.nobody", commands=", ".join(by)))
        if self.session.waiting:
            lines.append(words.say("play.open"))
        return [clean(line) if "\x1b" not in line else line for line in lines] + [
            words.say("play.keys")
        ]

    def guidance(self) -> list[str]:
        """What may be done now, the most useful first, and who may do the rest."""
        session, words = self.session, self.words
        offers = session.commands(self.seat)
        hand = guide.at_hand(session, self.seat, offers)
        lines = [
            words.say("play.now", seat=self.seat),
            *guide.listed(hand, session, words, self._wide),
        ]
        others = {
            seat: len({o.type for o in session.commands(seat)} - {o.type for o in offers})
            for seat in self.eyes.seats
        }
        seat, more = max(others.items(), key=lambda item: item[1])
        if more:
            lines.append(words.say("play.others", seat=seat, more=more))
        return [*lines, words.say("play.rest", more=len(offers) - len(hand))]

    @property
    def _wide(self) -> int:
        """Columns for what is explained: no more than is easily read."""
        return min(self.screen.width or guide.WIDE, guide.WIDE)

    def how(self, kind: type[Command]) -> str:
        """The line that says what a command takes."""
        word = self.words.find("play.word.help") or "help"
        return f"{word} {shortest(kind.message.tag, self.session.book)}"

    def _help(self, meant: Own) -> None:
        session, words = self.session, self.words
        what = meant.rest
        if not what:
            self.say(words.say("play.own"), *guide.own_words(words, self._wide), *self.guidance())
        elif what in ("all", words.find("play.word.all")):
            self.say(*guide.listed(session.commands(self.seat), session, words, self._wide))
        elif what in own_words(words):
            about = words.find(f"play.about.{own_words(words)[what]}")
            self.out.say(f"{what}: {about}")
        else:
            kind = named(what, session.book, words)
            self.say(
                *guide.explained(
                    kind, titles(session.book, self.out.lang), self.knowing, self._wide
                )
            )

    # --- who sits where

    def name(self, who: str, by: str = "") -> str:
        """What an actor or a seat is called by a seat, else by whoever types."""
        if who == "gm":
            return self.words.say("table.who.gm")
        view = self.session.view(by or self.seat)
        actor, seat = view.table.actors.get(who), view.ledger.seats.get(who)
        return clean(actor.name if actor else seat.name if seat else who)

    def apart(self, seat: str) -> str:
        """Said before something is shown to one seat alone."""
        return self.words.say("play.only", name=self.name(seat))

    def pause(self, seat: str) -> None:
        """Leave what is shown apart on the screen until it has been read."""
        if self.screen.asks:
            self.screen.read(self.words.say("play.done"), _nothing, _silence, keep=False)

    def _as(self, meant: Own) -> None:
        look = self.session.view()
        if not meant.rest:
            raise Invalid("as whom?", hint=f"one of {', '.join(look.ledger.seats)}")
        seat = find(meant.words[0], seats(look), "as")
        if not look.role(seat):
            raise Invalid(
                f"there is no seat {meant.words[0]!r}", hint=nearest(seat, look.ledger.seats)
            )
        self.eyes.sit(seat)
        self.seat = seat

    def _who(self, meant: Own) -> None:
        for seat in self.session.view().ledger.seats:
            here = "" if seat in self.eyes.seats else f" ({self.words.say('play.away')})"
            self.out.say(clean(f"  {self._seat_line(seat)}{here}"))

    def _seat_line(self, id: str) -> str:
        seat = self.session.view().ledger.seats[id]
        role = self.words.say(f"table.role.{seat.role}")
        return f"{id} ({role})" if seat.name == id else f"{id} ({seat.name}, {role})"

    def _players(self, actor: str) -> str:
        owners = self.session.view().ledger.owners.get(actor, ())
        return ", ".join(owners) or self.words.say("table.who.gm")

    # --- how things stand and what happened

    def _waiting(self, meant: Own) -> None:
        self._aside = ""
        question = self.session.waiting
        if question is None:
            self.out.say(self.words.say("play.waits-not"))
        elif self.eyes.all_see(question.seen_by):
            whom = ", ".join(self.name(who) for who in question.waiting_for)
            self.say(*asked(question, self.words, whom))
        else:
            self.out.say(self.words.say("play.elsewhere.secret"))

    def _show(self, meant: Own) -> None:
        recording = Recording.of(self.session)
        if meant.rest and meant.rest not in self.session.book.projections:
            known = self.session.book.projections
            raise Invalid(f"nothing here is called {meant.rest!r}", hint=nearest(meant.rest, known))

        def seen(seat: str) -> object:
            view = self.session.view(seat)
            if meant.rest:
                return view[meant.rest]
            return structs.replace(overview(recording, view), viewer="", waiting=None)

        def say(seat: str) -> None:
            view = self.session.view(seat)
            if meant.rest:
                self.out.lines(tree(view[meant.rest], 2, Labels(self.words, meant.rest)))
            else:
                whole = structs.replace(overview(recording, view), waiting=None)
                say_overview(whole, view, self.out, self.words)

        mine = seen(self.seat)
        if all(seen(seat) == mine for seat in self.eyes.seats):
            say(self.seat)
            return
        with self.screen.apart(self.apart(self.seat)):
            say(self.seat)
            self.pause(self.seat)

    def _log(self, meant: Own) -> None:
        if meant.rest and not meant.rest.isdecimal():
            raise Invalid(f"{meant.rest!r} is no number of lines", hint=f"log {_LINES}")
        recording = Recording.of(self.session)
        aloud = {f.seq for f in recording.facts() if self.eyes.all_see_record(f.seq, f.to)}
        transcript = Transcript(recording, lang=self.out.lang, viewer=self.seat)
        lines = [
            told(line, self.out, self.words)
            for line in transcript
            if line.text and line.kind != "performed" and line.seq in aloud
        ]
        self.say(*lines[-int(meant.rest or _LINES) :])

    # --- for the record

    def _note(self, meant: Own) -> None:
        text = meant.rest or self._text(self.words.say("play.note-what"))
        self.do({"type": AddNote.message.tag, "text": text}, self.seat)

    def _whisper(self, meant: Own) -> None:
        look = self.session.view()
        name, _, text = meant.rest.partition(" ")
        to = name if name == "gm" else find(name, seats(look), "to")
        if to != "gm" and not look.role(to):
            raise Invalid(
                f"there is no seat {name!r}", hint=nearest(name, [*look.ledger.seats, "gm"])
            )
        if text.strip() and not self.eyes.alone and self.screen.asks:
            raise Refused(
                "everybody here can read this line",
                hint=f"{meant.word} {name} alone asks for the text where only you look",
            )
        if not text.strip() and self.eyes.alone:
            text = self._text(self.words.say("play.whisper-what", to=self.name(to)))
        elif not text.strip():
            with self.screen.apart(self.apart(self.seat)):
                text = self._text(self.words.say("play.whisper-what", to=self.name(to)))
        command = {"type": AddNote.message.tag, "text": text.strip(), "to": [to]}
        self.eyes.knows(self.seat, self.do(command, self.seat))
        self.out.say(self.words.say("play.whispered", to=self.name(to)))

    def _text(self, what: str) -> str:
        return self.screen.read(f"{what} ▸ ", _nothing, _silence, keep=False)

    # --- back and forth

    def forget_redo(self) -> None:
        """What was taken back stays so: something else has been done since."""
        self._redo.clear()

    def _undo(self, meant: Own) -> None:
        recording = Recording.of(self.session)
        first = last_done(recording)
        if first is None:
            raise Refused("nothing is done yet that could be taken back")
        head = recording.commits - 1
        what = self._what(recording, first)
        self.do({"type": Return.message.tag, "to": first - 1, "reason": meant.rest}, self.seat)
        self._redo.append(head)
        self._aside = ""
        self.say(self.words.say("play.taken-back", what=what))

    def _redo_(self, meant: Own) -> None:
        if not self._redo:
            raise Refused(
                "there is nothing to bring back", hint="log tells what was taken back, and when"
            )
        self.do({"type": Return.message.tag, "to": self._redo[-1], "reason": meant.rest}, self.seat)
        self._redo.pop()

    def _what(self, recording: Recording, commit: int) -> str:
        """The command of a commit, as far as everybody here may know of it."""
        entry = next(iter(self.session.log(since=recording.commit(commit).first)))
        if not self.eyes.all_see_record(entry.seq, entry.to):
            return self.words.say("play.secret-command")
        (line,) = tell_entries(self.session, [entry], self.words, self.seat)
        return clean(f"{entry.by} ▸ {line.text}")

    # --- the rest

    def _lang(self, meant: Own) -> None:
        if meant.rest not in LANGUAGES:
            raise Invalid(f"no words in {meant.rest!r}", hint=", ".join(LANGUAGES))
        self.out.lang = meant.rest
        self.words = self.out.words(self.session.book)
        self.refusals = refusals_of(self.session.book.rulesets, self.out.lang)
        self.say(self.words.say("play.keys"))

    def _quit(self, meant: Own) -> None:
        raise EOFError


def _nothing(before: str) -> Sequence[Candidate]:
    return ()


def _silence(before: str) -> str:
    return ""
