"""`Play`: all that a decider or a reaction may touch."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import NoReturn, TypeVar, overload

import msgspec

from .asking import Asking
from .audiences import GM, audience, both, said
from .dice import Dice, parse
from .entries import Entry
from .errors import AuthorError, Refused
from .hidden import narrowed, of_actor, of_sources
from .messages import Command, Event
from .modifiers import Modifier, Proposal, steps, tally
from .past import correcting, knowing
from .recording import named
from .rolling import redraw, stream_of
from .table.ledger import lacking
from .until import Until, Uses
from .vocabulary import (
    Corrected,
    Draw,
    Healed,
    PointsDraw,
    PutOff,
    Revealed,
    Rolled,
    Wounded,
)

E = TypeVar("E", bound=Event)
F = TypeVar("F", bound=Event)


_STATING = (Revealed, Wounded, Healed)
"""Events in which an author could state what is not his to state."""


class Play(Asking):
    """One command being decided, on its own copy of the state."""

    # --- reading

    def refuse(self, what: str, *, rule: str = "", path: str = "", hint: str = "") -> NoReturn:
        """Refuse the command by name; only before it has drawn dice.

        Raises:
            Refused: always.
        """
        raise Refused(what, rule=rule, path=path, hint=hint)

    def modifiers(self, proposal: Proposal) -> tuple[Modifier, ...]:
        """What every ruleset in force has to say to a proposal, in their order.

        An effect of so many uses answers as many proposals and no more, those whose modifiers no
        event has carried yet included: its last use is promised to the first that asks for it.
        """
        found: list[Modifier] = []
        look = self._look
        for handler in self._book.modifying(type(proposal)):
            answer = handler(proposal, look)
            if answer is None:
                raise AuthorError(
                    f"{named(handler)} gives None for modifiers", hint="yield them, or return ()"
                )
            found.extend(answer)
        effects = self.table.effects
        for source in {m.source: None for m in found} if effects else ():
            effect = effects.get(source)
            if effect is None or not isinstance(effect.until, Uses):
                continue
            if self._collected.promised(source) < (effect.left or 1):
                self._collected.add(source, [m for m in found if m.source == source])
            else:
                found = [m for m in found if m.source != source]
        return tuple(found)

    # --- dice

    def will_roll(
        self, *actors: str, rule: str = "", to: str | Iterable[str] | None = None
    ) -> None:
        """Say who is going to roll, before the first die: what would stop a later one stops all.

        A rule for several needs it: the second may be somebody whom few know of, at a table
        whose charter allows no secret rolls.

        Args:
            actors: who may come to roll, by ids of actors or seats.
            rule: id of the rule that asks for it.
            to: audience of one of these rolls, as of `roll`.

        Raises:
            Refused: the charter allows no secret rolls, or there is nobody of that id.
        """
        for actor in actors:
            self._known(actor, "a roll", rule)
            self._may_be_seen_by(self._hidden(actor, ()) if to is None else audience(to), rule)

    def _may_be_seen_by(self, aud: str, rule: str) -> None:
        if aud and not self.ledger.charter.secret_rolls:
            self.refuse("this table's charter allows no secret rolls", rule=rule)

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
            to: audience, where the charter does not say otherwise for this purpose; if not that
                of the command, narrowed to those who may know of the
                roller and of what modifies the roll; narrower ones use secret streams.

        Raises:
            Refused: no epoch of sealed dice is open, the charter allows no secret rolls, or
                there is nobody of that id.
        """
        self._known(actor, purpose, rule)
        charter = self.ledger.charter
        to = None if purpose in charter.open_rolls else _some(to)
        mods = tuple(modifiers)
        tree = parse(dice, readings=self._book.readings) if isinstance(dice, str) else dice
        if sizes := steps(mods, "pool"):
            tree = tree.step(sizes)
        aud = self._hidden(actor, mods) if to is None else audience(to)
        if purpose in charter.hidden_rolls:
            aud = aud or GM
        self._may_be_seen_by(aud, rule)
        stream, kind = stream_of(actor, aud)
        draw: Draw
        if charter.dice == "table":
            draw, outcome = self._faces(tree, actor, purpose, rule, aud)
        elif (was := self._expected(Rolled)) is not None:
            draw, outcome = redraw(was, tree, kind, stream)
        else:
            self._mixed(rule)
            draw, outcome = self._dice.draw(self.ledger, tree, kind, stream)
            self.drew = True
        rolled = Rolled(
            id=self.id("r", said(aud)),
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

    def _mixed(self, rule: str) -> None:
        if without := lacking(self.ledger):
            self.refuse(
                f"these dice wait for entropy of {', '.join(without)}",
                rule=rule,
                hint="table.add_entropy; or the gm goes on without: table.waive_entropy",
            )

    def points(
        self, value: int, actor: str, purpose: str, modifiers: Iterable[Modifier] = (), *,
        of: str = "", replaces: str = "", rule: str = "",
    ) -> Rolled:  # fmt: skip
        """Record a result that no dice gave: bought, or granted by a rule."""
        mods = tuple(modifiers)
        aud = self._hidden(actor, mods)
        rolled = Rolled(
            id=self.id("r", said(aud)), actor=actor, purpose=purpose, notation=str(value),
            draw=PointsDraw(), dice=(), modifiers=mods, natural=value,
            total=tally(value, mods, "result"), of=of, replaces=replaces, rule=rule,
        )  # fmt: skip
        return self._emit(rolled, aud)

    def _hidden(self, actor: str, modifiers: tuple[Modifier, ...]) -> str:
        """Audience of a roll that says none: its command's, its roller's, and its modifiers'."""
        aud = self._audience
        if own := of_actor(actor, self.table):
            aud = both(aud, own)
        if not self.ledger.charter.secret_rolls:
            return aud  # a table without secret rolls sees what has moved them
        for own in of_sources(modifiers, self.table):
            aud = both(aud, own)
        return aud

    # --- recording

    def emit(self, event: E, to: str | Iterable[str] | None = None) -> E:
        """Record a fact, as it will be read back; handlers fold it at once.

        Args:
            event: of one's own ruleset, or of the table's vocabulary.
            to: audience, if not its type's or that of its cause, narrowed to those who may know
                of whom and what it tells.

        Raises:
            AuthorError: it is another ruleset's, or a family's.
            Refused: a guard does not admit it.
            Invalid: it is not of its declared form.
        """
        to = _some(to)
        objection = self._book.objection(self._owner, type(event))
        if objection is not None:
            raise AuthorError(objection.what, hint=objection.hint)
        if isinstance(event, _STATING):
            self._check_facts(event)
        if to is None:
            to = event.message.to
        if to is None:
            return self._emit(event, narrowed(self._audience, event, self.table))
        return self._emit(event, audience(to))

    def _check_facts(self, event: Event) -> None:
        """What an author could state of what is not his."""
        if isinstance(event, Revealed):
            for seq in event.seqs:
                if not 0 <= seq < self.following:
                    raise AuthorError(f"there is no record {seq} to reveal")
        if (
            isinstance(event, Wounded | Healed)
            and self._owner in self._book.extensions
            and not event.track.startswith(f"{self._owner}.")
        ):
            raise AuthorError(
                f"{self._owner} has no track {event.track!r}",
                rule=event.rule,
                hint=f"its own are called {self._owner}.…; others' are for their commands",
            )

    def earlier(
        self, seq: int, *kinds: type[Event], rule: str = "", path: str = "$.corrects"
    ) -> Entry:
        """An event of the log that stands, as its number is shown there.

        Args:
            seq: of its record.
            kinds: types or families of which it may be.
            rule: id of the rule that asks for it.
            path: where the command names it.

        Raises:
            Refused: there is no such record that the sender may see, it is of another type, or
                it is off the board.
        """
        found = self._past.entry(seq)
        if found is None:
            self.refuse(f"there is no record {seq}", rule=rule, path=path)
        if found.kind != "event" or not isinstance(found.message, kinds):
            self.refuse(
                f"record {seq} is {found.type}, which this does not put right",
                rule=rule, path=path, hint=correcting(self._book, found.type, seq),
            )  # fmt: skip
        if not self._past.stands(found):
            self.refuse(f"record {seq} is off the board already", rule=rule, path=path)
        return found

    def told_to(self, audiences: Collection[str]) -> tuple[int, ...]:
        """Seqs of records with one of these audiences as stored: of the log, and of this command.

        Whoever sends the command need not see them: what is done with them is the rule's to judge.
        """
        found = {out.seq for out in self.outs if out.to in audiences}
        for given in self._given.values():  # answers by which it goes on are not among its own
            found.update(g.cause for g in given if g.cause is not None and g.to in audiences)
        return (*self._past.told_to(audiences), *sorted(found))

    @overload
    def correct(
        self, seq: int, kind: type[E], /, *, builds: Callable[[Event], bool] | None = None,
        reason: str = "", rule: str = "", path: str = "$.corrects",
    ) -> E: ...  # fmt: skip
    @overload
    def correct(
        self, seq: int, kind: type[E], other: type[F], /, *,
        builds: Callable[[Event], bool] | None = None, reason: str = "", rule: str = "",
        path: str = "$.corrects",
    ) -> E | F: ...  # fmt: skip
    @overload
    def correct(
        self, seq: int, /, *kinds: type[Event], builds: Callable[[Event], bool] | None = None,
        reason: str = "", rule: str = "", path: str = "$.corrects",
    ) -> Event: ...  # fmt: skip
    def correct(
        self,
        seq: int,
        /,
        *kinds: type[Event],
        builds: Callable[[Event], bool] | None = None,
        reason: str = "",
        rule: str = "",
        path: str = "$.corrects",
    ) -> Event:
        """Take an earlier event as put right by this command, which emits next what does so.

        The record stays as it is; `Corrected` says that it has been put right, and each can be
        only once. A return takes the correction back with all else.

        Args:
            seq: of the event's record.
            kinds: types or families of which it may be.
            builds: whether a later event builds on it, so that it cannot be put right alone.
            reason: in words.
            rule: id of the rule that allows it.
            path: where the command names it.

        Raises:
            Refused: as of `earlier`; or it has been put right, or something builds on it.
        """
        found = self.earlier(seq, *kinds, rule=rule, path=path)
        earlier = self.table.corrected.get(str(seq))
        if earlier is not None:
            self.refuse(
                f"record {seq} has been put right by commit {earlier}",
                rule=rule, path=path, hint="return to before it, or put that right",
            )  # fmt: skip
        later = [e.seq for e in self._past.events(seq) if builds and builds(e.message)]
        if later:
            self.refuse(
                f"later records build on record {seq}: {', '.join(map(str, later))}",
                rule=rule, path=path, hint="put those right first, or return to before it",
            )  # fmt: skip
        said = Corrected(seq=seq, what=found.type, commit=self.commit, reason=reason, rule=rule)
        self._emit(said, knowing(self, found) or self._audience)
        event: Event = found.message
        return event

    def later(
        self, command: Command, until: Until, *, start: Until | None = None, actor: str = ""
    ) -> str:
        """Put a command off until something happens; gives the id of what is put off."""
        made = self.id("l")
        _, body = self._performable(command, "put off")
        off = PutOff(
            id=made,
            command=msgspec.Raw(body),
            until=until,
            start=start,
            ruleset=self._owner,
            actor=actor,
        )
        self._emit(off, narrowed(self._audience, off, self.table))
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


def _some(to: str | Iterable[str] | None) -> str | tuple[str, ...] | None:
    """An audience that somebody named: one of nobody would be one of everyone."""
    if to is None or isinstance(to, str):
        return to
    named = tuple(to)
    if not named:
        raise AuthorError("an audience without anybody", hint="say everyone, gm or nobody")
    return named
