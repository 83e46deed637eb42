"""`Play`: all that a decider or a reaction may touch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import msgspec

from .asked import Answered, AnswerValue
from .asking import Asking, Given, Suspended
from .audiences import audience
from .codec import decode, encode
from .dice import Dice, parse
from .errors import AuthorError, Diverged, LimitExceeded, Refused
from .messages import TABLE, Command, Event
from .modifiers import Modifier, Proposal, steps, tally
from .out import Limits, Out
from .rolling import DiceSource, redraw, stream_of
from .until import Until, Uses
from .vocabulary import FAMILIES, VOCABULARY, Draw, PointsDraw, PutOff, Rolled, Used

if TYPE_CHECKING:
    from .rulebook import Rulebook

E = TypeVar("E", bound=Event)

__all__ = ["Given", "Limits", "Out", "Play", "Suspended"]


class _Tagged(msgspec.Struct):
    type: str


class Play(Asking):
    """One command being decided, on its own copy of the state.

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
        sender: str = "",
        prefix: Sequence[Out] = (),
        given: Mapping[str, Sequence[Given]] | None = None,
        limits: Limits | None = None,
    ) -> None:
        self._now = dict(slices)
        super().__init__(self._now, book)
        self.by = by
        self.commit = commit
        self.outs: list[Out] = []
        self.drew = False
        self.refused: Refused | None = None
        self.emitting_to = ""
        self._next = seq
        self._dice = dice
        self._answers = dict(answers or {})
        self._sender = sender or by
        self._prefix = prefix
        self._given = given or {}
        self._limits = limits or Limits()
        self._ids = 0
        self._names: dict[str, int] = {}
        self._owner = TABLE
        self._cause: int | None = None
        self._audience = ""
        self._todo: list[Out] = []
        self._collected: dict[str, int] = {}
        self._original: list[int] = []

    # --- reading

    def id(self, kind: str) -> str:
        """A new id: kind, number of the command's first commit, '.', ordinal."""
        self._ids += 1
        return f"{kind}{self.commit}.{self._ids}"

    def refuse(self, what: str, *, rule: str = "", path: str = "", hint: str = "") -> NoReturn:
        """Refuse the command by name; only before it has drawn dice.

        Raises:
            Refused: always.
        """
        raise Refused(what, rule=rule, path=path, hint=hint)

    def modifiers(self, proposal: Proposal) -> tuple[Modifier, ...]:
        """What every ruleset in force has to say to a proposal, in their order."""
        found: list[Modifier] = []
        for handler in self._book.modifying(type(proposal)):
            answer = handler(proposal, self)
            if answer is None:
                raise AuthorError(
                    f"{named(handler)} gives None for modifiers", hint="yield them, or return ()"
                )
            found.extend(answer)
        for source in {m.source: None for m in found}:
            if source in self.table.effects:
                self._collected[source] = self._collected.get(source, 0) + 1
        return tuple(found)

    # --- dice

    def roll(
        self,
        dice: Dice | str,
        actor: str,
        purpose: str,
        modifiers: Iterable[Modifier] = (),
        *,
        of: str = "",
        replaces: str = "",
        rule: str = "",
        to: str | Iterable[str] | None = None,
    ) -> Rolled:
        """Roll, and record it: the faces, the modifiers and the total of both.

        Args:
            dice: what to roll, or its notation; ``step`` modifiers on ``pool`` change its sizes.
            actor: who rolls, an actor or a seat; names the stream.
            purpose: what for.
            modifiers: all collected; those on ``result`` make the total.
            of: id of the check it belongs to.
            replaces: id of the roll that no longer counts.
            rule: id of the rule that asks for it.
            to: audience, if not that of the command; narrower ones use secret streams.

        Raises:
            Refused: no epoch of sealed dice is open, the charter allows no secret rolls, or
                there is nobody of that id.
        """
        self._known(actor, purpose, rule)
        mods = tuple(modifiers)
        tree = parse(dice, readings=self._book.readings) if isinstance(dice, str) else dice
        if sizes := steps(mods, "pool"):
            tree = tree.step(sizes)
        aud = self._audience if to is None else audience(to)
        if aud and not self.ledger.charter.secret_rolls:
            self.refuse("this table's charter allows no secret rolls", rule=rule)
        stream, kind = stream_of(actor, aud)
        draw: Draw
        if self.ledger.charter.dice == "table":
            draw, outcome = self._faces(tree, actor, purpose, rule)
        elif (was := self._expected(Rolled)) is not None:
            draw, outcome = redraw(was, tree, kind, stream)
        else:
            draw, outcome = self._dice.draw(self.ledger, tree, kind, stream)
            self.drew = True
        rolled = Rolled(
            id=self.id("r"),
            actor=actor,
            purpose=purpose,
            notation=tree.notation,
            draw=draw,
            dice=outcome.dice,
            modifiers=mods,
            natural=outcome.value,
            total=tally(outcome.value, mods, "result"),
            of=of,
            replaces=replaces,
            rule=rule,
        )
        return self._emit(rolled, aud)

    def points(
        self, value: int, actor: str, purpose: str, modifiers: Iterable[Modifier] = (), *,
        of: str = "", replaces: str = "", rule: str = "",
    ) -> Rolled:  # fmt: skip
        """Record a result that no dice gave: bought, or granted by a rule."""
        mods = tuple(modifiers)
        rolled = Rolled(
            id=self.id("r"), actor=actor, purpose=purpose, notation=str(value), draw=PointsDraw(),
            dice=(), modifiers=mods, natural=value, total=tally(value, mods, "result"),
            of=of, replaces=replaces, rule=rule,
        )  # fmt: skip
        return self._emit(rolled, self._audience)

    # --- recording

    def emit(self, event: E, to: str | Iterable[str] | None = None) -> E:
        """Record a fact, as it will be read back; handlers fold it at once.

        Args:
            event: of one's own ruleset, or of the table's vocabulary.
            to: audience, if not its type's or that of its cause.

        Raises:
            AuthorError: it is another ruleset's, or a family's.
            Refused: a guard does not admit it.
            Invalid: it is not of its declared form.
        """
        info = event.message
        if info.ruleset != self._owner and info.tag not in VOCABULARY:
            raise AuthorError(
                f"{self._owner} may not emit {info.tag}",
                hint=f"perform a command of {info.ruleset} instead",
            )
        if self._book.events.get(info.tag) is not type(event):
            raise AuthorError(
                f"{info.ruleset} does not know {info.tag}",
                hint="fold it, tell it, or list it in the ruleset's events",
            )
        if info.tag in FAMILIES or (isinstance(event, Rolled) and self._owner != TABLE):
            raise AuthorError(
                f"{info.tag} is never emitted as such",
                hint="subclass it, or use play.roll and play.points",
            )
        if to is None:
            to_ = self._audience if info.to is None else audience(info.to)
        else:
            to_ = audience(to)
        return self._emit(event, to_)

    def perform(self, command: Command) -> None:
        """Have a command of one's own ruleset, of one it extends or of the table done now.

        No permission is asked: it acts with the authority of the rules.

        Raises:
            AuthorError: it is another ruleset's.
            Refused: its decider refuses; the whole command is then refused.
        """
        info = command.message
        if info.ruleset not in self._book.reach(self._owner):
            raise AuthorError(
                f"{self._owner} may not perform {info.tag}", hint="extend its ruleset"
            )
        body = encode(command, info.tag)
        message = decode(self._book.decoder(info.tag), body, info.tag)
        decider, _ = self._book.decider(info.tag)
        to = decider.to(message) if decider.to else info.to
        narrowed = self._audience if to is None else audience(to)
        out = self._record("performed", message, body, self._cause, narrowed)
        try:
            self.decide(message, out)
        except Refused as error:
            self.refused = error  # also where a decider catches it: its half is recorded
            raise

    def later(
        self, command: Command, until: Until, *, start: Until | None = None, actor: str = ""
    ) -> str:
        """Put a command off until something happens; gives the id of what is put off."""
        made = self.id("l")
        if command.message.ruleset not in self._book.reach(self._owner):
            raise AuthorError(f"{self._owner} may not put off {command.message.tag}")
        body = msgspec.Raw(encode(command, command.message.tag))
        off = PutOff(
            id=made, command=body, until=until, start=start, ruleset=self._owner, actor=actor
        )
        self._emit(off, self._audience)
        return made

    def original(self, command: Command) -> None:
        """Within a replacing decider: decide by the rule that it replaces."""
        tag = command.message.tag
        level = self._original[-1] + 1 if self._original else 1
        decider, ruleset = self._book.decider(tag, level)
        self._original.append(level)
        owner, self._owner = self._owner, ruleset
        try:
            decider.function(command, self)
        finally:
            self._original.pop()
            self._owner = owner

    # --- the engine's side

    def slices(self) -> dict[type, Any]:
        """Every slice as it stands now."""
        return self._now

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
        decider.function(command, self)
        self._react()
        self._owner, self._cause, self._audience, self._todo, self._original = saved

    def come_due(self, body: bytes, ruleset: str, to: str) -> None:
        """Perform what was put off, with the authority and audience it was put off with."""
        saved = self._owner, self._audience
        self._owner, self._audience = ruleset, to
        tag = msgspec.json.decode(body, type=_Tagged).type
        self.perform(decode(self._book.decoder(tag), body, tag))
        self._owner, self._audience = saved

    def use(self, modifiers: Iterable[Modifier]) -> tuple[Used, ...]:
        """Which limited effects these modifiers use up, once for each proposal they answered."""
        used = []
        for source in {m.source: None for m in modifiers}:
            effect = self.table.effects.get(source)
            if effect is None or not isinstance(effect.until, Uses):
                continue
            if self._collected.get(source, 0) > 0:
                self._collected[source] -= 1
                used.append(Used(effect=source, left=(effect.left or 1) - 1))
        return tuple(used)

    def _react(self) -> None:
        while self._todo:
            out = self._todo.pop(0)
            for ruleset, handler in self._book.reactions(type(out.message)):
                saved = self._owner, self._cause, self._audience
                self._owner, self._cause, self._audience = ruleset, out.seq, out.to
                handler(out.message, self)
                self._owner, self._cause, self._audience = saved

    def _emit(self, event: E, to: str, cause: int | None = None) -> E:
        tag = event.message.tag
        self.emitting_to = to
        for complete in self._book.completing(type(event)):
            event = complete(event, self)
        body = encode(event, tag)
        message: E = decode(self._book.decoder(tag), body, tag)
        for kind, guard in self._book.guards(type(message)):
            guard(self._now[kind], message)
        for kind, fold in self._book.folding(tag):
            now = fold(self._now[kind], message)
            if type(now) is not kind:
                raise AuthorError(
                    f"{named(fold)} folds {tag} to {now!r}, which is no {kind.__name__}",
                    hint="return the slice, changed or not",
                )
            self._now[kind] = now
        out = self._record("event", message, body, self._cause if cause is None else cause, to)
        self._todo.append(out)
        return message

    def _own(self, event: Event, to: str, cause: int | None = None) -> int:
        self._emit(event, to, cause)
        return self.outs[-1].seq

    def _record(self, kind: str, message: Any, body: bytes, cause: int | None, to: str) -> Out:
        at = len(self.outs)
        if at >= self._limits.records:
            raise LimitExceeded(
                f"one command may leave {self._limits.records} records at most",
                hint="do the reactions call each other?",
            )
        if at < len(self._prefix):
            was = self._prefix[at]
            same_cause = isinstance(message, Answered) or was.cause == cause
            if (was.kind, was.body, was.to) != (kind, body, to) or not same_cause:
                raise Diverged(
                    f"decided again, record {was.seq} would be another: it is "
                    f"{was.body.decode()}, it would be {body.decode()}",
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
