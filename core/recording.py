"""Recording: how what a decider does becomes records, and who acts meanwhile."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import msgspec

from .asked import Answered, AnswerValue
from .audiences import audience, both, in_ids, sees
from .codec import decode, differing, encode
from .collected import Collected
from .emitting import Handler
from .errors import AuthorError, Diverged, Invalid, LimitExceeded, Refused
from .hidden import narrowed
from .look import Look
from .messages import TABLE, Command, Event
from .modifiers import Modifier
from .out import Limits, Out
from .past import Past
from .rolling import DiceSource
from .vocabulary import CameDue, Dropped, Used

if TYPE_CHECKING:
    from .play import Play
    from .rulebook import Rulebook

E = TypeVar("E", bound=Event)

_KIND = re.compile(r"[a-z][a-z-]*\Z")
_ROLLED = f"{TABLE}.rolled"


class Suspended(BaseException):
    """The command waits for an answer; not an error, and not for rules to catch."""


class Given(NamedTuple):
    """An answer already recorded, as it stands.

    Args:
        seq: of its `Answered`.
        cause: seq of the `Answer` it came by, or of the `Asked` where it came along.
        answered: itself.
        to: its audience as stored.
    """

    seq: int
    cause: int | None
    answered: Answered
    to: str


class _Tagged(msgspec.Struct):
    type: str


class Recording(Look):
    """The recording half of `Play`: one command being decided, on its own copy of the state.

    Args:
        book: the rulebook in force.
        slices: of the moment it began; copied.
        by: seat that sent the command.
        commit: number of the command's first commit.
        seq: seq of the next new record.
        dice: where faces come from.
        answers: brought along with the command, by question name.
        sender: seat that brought them, where it is another than ``by``.
        prefix: what the command has left on disk already, in order.
        given: answers recorded already, by id of the question.
        past: the log before it, as its sender may see it.
        limits: how much it may do.
    """

    def __init__(
        self,
        book: Rulebook,
        slices: Mapping[type, Any],
        *,
        by: str,
        commit: int,
        seq: int,
        dice: DiceSource,
        answers: Mapping[str, AnswerValue] | None = None,
        present: Look | None = None,
        sender: str = "",
        prefix: Sequence[Out] = (),
        given: Mapping[str, Sequence[Given]] | None = None,
        past: Past,
        limits: Limits | None = None,
    ) -> None:
        self._now = dict(slices)
        super().__init__(self._now, book)
        self._look = Look(self._now, book)
        self.by = by
        self.commit = commit
        self.outs: list[Out] = []
        self.drew = False
        self.failed: BaseException | None = None
        self.emitting_to = ""
        self._next = seq
        self._dice = dice
        self._answers = dict(answers or {})
        self._sender = sender or by
        self._present = present or self
        self._prefix = prefix
        self._given = given or {}
        self._past = past
        self._limits = limits or Limits()
        self._ids: dict[str, int] = {}
        self._names: dict[str, int] = {}
        self._owner = TABLE
        self._cause: int | None = None
        self._audience = ""
        self._todo: list[Out] = []
        self._collected = Collected()
        self._original: list[int] = []
        self._depth = 0
        self._due: str | None = None

    @property
    def _play(self) -> Play:
        """This very object, as rules know it."""
        return cast("Play", self)

    def id(self, kind: str, to: str | Iterable[str] | None = None) -> str:
        """A new id: kind, number of the command's first commit, '.', ordinal.

        Ordinals of what few may see are counted apart, with their audience before them, so that
        no gap in the others' tells how many there are.

        Args:
            kind: of what, in letters.
            to: audience of what gets the id, where it is not that of the command.
        """
        if not _KIND.match(kind):
            raise AuthorError(f"{kind!r} is no kind of id", hint="letters, as e or scene")
        aud = self._audience if to is None else audience(to)
        self._ids[aud] = ordinal = self._ids.get(aud, 0) + 1
        return f"{kind}{self.commit}.{in_ids(aud)}{ordinal}"

    @property
    def sent(self) -> bool:
        """Whether what is decided now is what a seat sent, and not what a rule has performed."""
        return self._depth == 0

    def may_tell(self, seen_by: str) -> bool:
        """Whether all who would read a refusal now may see what has this audience.

        They are the sender, whoever answers, and of what came due those who see it dropped.
        """
        if self._due is not None and both(self._due, seen_by) != self._due:
            return False
        return sees(self.by, seen_by, self) and sees(self._sender, seen_by, self)

    @property
    def following(self) -> int:
        """Seq of the next record, also where it stands recorded and is decided again."""
        at = len(self.outs)
        return self._prefix[at].seq if at < len(self._prefix) else self._next

    def slices(self) -> dict[type, Any]:
        """Every slice as it stands now."""
        return self._now

    def unused(self) -> tuple[str, ...]:
        """Names of answers that came along and that nothing has asked for."""
        return tuple(self._answers)

    def begin(self, command: Command, body: bytes, to: str) -> None:
        """Record the root command and decide it."""
        out = self._record("command", command, body, None, to)
        self.decide(command, out)

    def decide(self, command: Command, out: Out) -> None:
        """Run a command's decider, then the reactions to what it emitted."""
        decider, ruleset = self._book.decider(command.message.tag)
        saved = self._owner, self._cause, self._audience, self._todo, self._original
        self._owner, self._cause, self._audience = ruleset, out.seq, out.to
        self._todo, self._original = [], []
        try:
            decider.function(command, self._play)
            self._react()
        finally:
            self._owner, self._cause, self._audience, self._todo, self._original = saved

    def perform(self, command: Command) -> tuple[Event, ...]:
        """Have a command of one's own ruleset, of one it extends or of the table done now.

        No permission is asked: it acts with the authority of the rules. Gives every event that
        came of it, in order, so that whoever performs a roll learns its outcome.

        Raises:
            AuthorError: it is another ruleset's.
            Refused: its decider refuses; the whole command is then refused.
        """
        message, body = self._performable(command)
        before = len(self.outs)
        decider, _ = self._book.decider(command.message.tag)
        to = decider.audience_of(message, self)
        if to is None:
            to = self._past.audience_of(message)
        aud = narrowed(self._audience, message, self.table) if to is None else audience(to)
        out = self._record("performed", message, body, self._cause, aud)
        self._depth += 1
        try:
            if self._depth > self._limits.depth:
                what = f"commands perform each other more than {self._limits.depth} deep"
                raise LimitExceeded(what, hint="does one perform itself?")
            self.decide(message, out)
        except Suspended:
            raise
        except BaseException as error:
            self.failed = error  # also where a decider catches it: its half is recorded
            raise
        self._depth -= 1
        return tuple(e.message for e in self.outs[before:] if isinstance(e.message, Event))

    def _performable(self, command: Command, verb: str = "perform") -> tuple[Command, bytes]:
        """A command as it will be read back, if whoever acts now may have it performed."""
        info = command.message
        if info.ruleset not in self._book.reach(self._owner):
            raise AuthorError(f"{self._owner} may not {verb} {info.tag}", hint="extend its ruleset")
        if self._book.decider(info.tag)[0].sent:
            raise AuthorError(f"{info.tag} is sent by a seat, and never performed")
        body = encode(command, info.tag)
        message: Command = decode(self._book.decoder(info.tag), body, info.tag)
        return message, body

    def readable(self, body: bytes) -> Command | None:
        """What was put off, or None where today's rulesets no longer read it."""
        tag = msgspec.json.decode(body, type=_Tagged).type
        try:
            command: Command = decode(self._book.decoder(tag), body, tag)
        except Invalid:
            return None
        return command

    def fall_due(self, id: str, body: bytes, ruleset: str, to: str) -> None:
        """Perform what was put off, with the authority and audience it was put off with.

        What its own rule refuses now, of whatever form, or what no ruleset reads any more, is
        dropped and said to be: a scene must be able to end.
        """
        if self._owner != TABLE:
            raise AuthorError(f"{self._owner} may not make things due", hint="use play.later")
        was = self._expected(Dropped)
        if was is not None and was.id == id:  # decided again: it was dropped, and stays so
            self._own(was, to)
            return
        command = self.readable(body)
        if command is None:
            self._own(Dropped(id=id, why="no ruleset in force reads it"), to)
            return
        if ruleset not in self._book.names:
            self._own(Dropped(id=id, why=f"{ruleset} is no longer in force"), to)
            return
        mark, drew = self._mark(), self.drew
        saved = self._owner, self._audience, self._due
        self._own(CameDue(id=id), to)
        self._owner, self._audience, self._due = ruleset, to, to
        try:
            self.perform(command)
        except (Refused, Invalid) as error:
            if isinstance(error, LimitExceeded):
                raise  # its author's to mend
            half = self.outs[mark[0] :]
            rolled = self.drew != drew or any(o.message.message.tag == _ROLLED for o in half)
            if rolled or mark[0] < len(self._prefix):
                raise  # dice that fell, or what stands recorded, cannot be dropped
            self._reset(mark)
            self._own(Dropped(id=id, why=error.what), to)
        finally:
            self._owner, self._audience, self._due = saved

    def _mark(self) -> tuple[Any, ...]:
        now, names = dict(self._now), dict(self._names)
        collected, answers = self._collected.copy(), dict(self._answers)
        counts = dict(self._ids), self._next, self._depth
        return len(self.outs), now, names, collected, answers, counts, list(self._todo)

    def _reset(self, mark: tuple[Any, ...]) -> None:
        """As if nothing had been done since the mark."""
        size, now, self._names, self._collected, self._answers, counts, self._todo = mark
        del self.outs[size:]
        self._now.clear()
        self._now.update(now)
        self._ids, self._next, self._depth = counts
        self.failed = None

    def use(self, modifiers: Iterable[Modifier]) -> tuple[Used, ...]:
        """Which limited effects these modifiers use up, once for each proposal they answered."""
        return self._collected.used(modifiers, self.table.effects)

    def _react(self) -> None:
        while self._todo:
            out = self._todo.pop(0)
            for ruleset, handler in self._book.reactions(type(out.message)):
                saved = self._owner, self._cause, self._audience
                self._owner, self._cause, self._audience = ruleset, out.seq, out.to
                handler(out.message, self._play)
                self._owner, self._cause, self._audience = saved

    def _emit(self, event: E, to: str, cause: int | None = None) -> E:
        spoken = self._book.spoken(type(event))
        tag = spoken.tag
        self.emitting_to = to
        for complete in spoken.completing:
            event = complete(event, self._play)
        body = encode(event, tag)
        message: E = decode(spoken.decoder, body, tag)
        self._admit(message, spoken.guards)
        folded: dict[type, Any] = {}  # taken over once it is recorded, if it can be
        for kind, fold in spoken.folding:
            now = fold(folded.get(kind, self._now[kind]), message)
            if type(now) is not kind:
                raise AuthorError(
                    f"{named(fold)} folds {tag} to {now!r}, which is no {kind.__name__}",
                    hint="return the slice, changed or not",
                )
            folded[kind] = now
        out = self._record("event", message, body, self._cause if cause is None else cause, to)
        self._now.update(folded)
        self._todo.append(out)
        return message

    def _admit(self, event: Event, guards: tuple[tuple[type, Handler], ...]) -> None:
        """Ask every guard; the refusal names all who object, in their order.

        Raises:
            Refused: any does.
        """
        objections = []
        for kind, guard in guards:
            try:
                guard(self._now[kind], event)
            except Refused as error:
                objections.append(error)
        if len(objections) > 1:
            told = "; ".join(f"{e.what} [{e.rule}]" if e.rule else e.what for e in objections)
            raise Refused(told, path=objections[0].path, rule=objections[0].rule)
        if objections:
            raise objections[0]

    def _own(self, event: Event, to: str, cause: int | None = None) -> int:
        self._emit(event, to, cause)
        return self.outs[-1].seq

    def _record(self, kind: str, message: Any, body: bytes, cause: int | None, to: str) -> Out:
        if self.failed is not None:
            raise self.failed
        at = len(self.outs)
        if at >= self._limits.records:
            self.failed = LimitExceeded(
                f"one command may leave {self._limits.records} records at most",
                hint="do the reactions call each other?",
            )
            raise self.failed
        if at < len(self._prefix):
            was = self._prefix[at]
            same_cause = isinstance(message, Answered) or was.cause == cause
            if (was.kind, was.body, was.to) != (kind, body, to) or not same_cause:
                raise Diverged(
                    f"decided again, record {was.seq} would be another {was.message.message.tag}",
                    path=differing(was.body, body),
                    hint="withdraw the command, or return to before it",
                )
            out = Out(was.seq, kind, message, body, was.cause, to)
        else:
            out = Out(self._next, kind, message, body, cause, to)
            self._next += 1
        self.outs.append(out)
        return out

    def _expected(self, kind: type[E]) -> E | None:
        """The event that stands recorded at this place, when deciding again."""
        at = len(self.outs)
        if at < len(self._prefix) and isinstance(self._prefix[at].message, kind):
            found: E = self._prefix[at].message
            return found
        return None


def named(function: Any) -> str:
    """A rule's function, for its author to find it."""
    return f"{function.__module__}.{function.__qualname__}"
