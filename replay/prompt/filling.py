"""Asking for the fields that a command needs and was typed without, one by one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from ...core.codec import convert
from ...core.errors import Invalid, RollbookError
from ...core.filling import UNTYPED
from ...core.messages import Command
from ..cli.values import fields_of, pair
from ..forms import plainly
from .completion import Candidate, of_field, of_fields
from .line import Sent
from .tokens import quoted, tokens
from .wording import field_text, form_text, left_out, purpose

if TYPE_CHECKING:
    from .conversation import Conversation


class Filling:
    """A command that is being filled in.

    Args:
        talk: where it is asked.
        meant: the command with what was typed at once.
        line: as it was typed.
    """

    def __init__(self, talk: Conversation, meant: Sent, line: str) -> None:
        self._talk = talk
        self._kind: type[Command] = meant.kind
        self._made: dict[str, Any] = dict(meant.fields)
        self._missing = meant.missing
        self._line = line
        self._typed: dict[str, str] = {
            name: value for name, value in meant.fields.items() if isinstance(value, str)
        }

    def ask(self) -> Sent:
        """The command with what it needs, then with what else is wanted of it.

        The whole line can be called back, so that a refusal costs nothing that was typed.

        Raises:
            KeyboardInterrupt: it is dropped.
            EOFError: there are no more lines.
        """
        words = self._talk.words
        self._talk.say(words.say("play.fields", what=purpose(self._kind, words)))
        by_name = {field.encode_name: field for field in msgspec.structs.fields(self._kind)}
        for name in self._missing:
            self._needed(name, form_text(by_name[name].type, words))
        known = {*self._made, UNTYPED.get(self._kind)}
        left = {n: f for n, f in by_name.items() if not f.required and n not in known}
        if left:
            self._optional(list(left), "  ".join(f"{n}={left_out(f)}" for n, f in left.items()))
        self._talk.screen.remember(self._line)
        return Sent(self._kind, self._made)

    def _needed(self, name: str, form: str) -> None:
        """One field, asked for until it reads."""
        talk = self._talk
        what = f"{field_text(self._kind, name, talk.words)} ({form})".strip()
        talk.say(f"  {name}: {what}")
        while True:
            typed = talk.screen.read(
                f"  {name} ▸ ",
                lambda before: of_field(self._kind, name, before, talk.knowing, self._typed),
                lambda before: what,
                keep=False,
            ).strip()
            given = tokens(typed)
            text = given[0].text if len(given) == 1 and not given[0].key else typed
            try:
                if not text:
                    raise Invalid(f"{name} is needed", hint=talk.words.say("play.drop"))
                self._take([(name, text)])
            except RollbookError as error:
                talk.say_refused(error)
            else:
                return

    def _optional(self, names: list[str], shown: str) -> None:
        """What else the command may say, on one line; nothing typed sends it as it is."""
        talk = self._talk
        talk.say(f"  {talk.words.say('play.more')}: {shown}")

        def complete(before: str) -> list[Candidate]:
            return of_fields(self._kind, names, before, talk.knowing)

        while True:
            typed = talk.screen.read("  ▸ ", complete, lambda before: "", keep=False).strip()
            try:
                self._take([pair(token.text) for token in tokens(typed)])
            except RollbookError as error:
                error.hint = error.hint or talk.words.say("play.sends")
                talk.say_refused(error)
            else:
                return

    def _take(self, given: Iterable[tuple[str, str]]) -> None:
        for name, text in given:
            self._made[name] = self._read(name, text)
            self._typed[name] = text
            self._line += f" {name}={quoted(text)}"

    def _read(self, name: str, text: str) -> Any:
        """A field as the command takes it: what is of another form is said at once.

        Raises:
            Invalid: it is no field, or not of its form.
        """
        value = fields_of(self._kind, [(name, text)])[name]
        form = next(f.type for f in msgspec.structs.fields(self._kind) if f.encode_name == name)
        try:
            convert(value, form, self._kind.message.tag)
        except Invalid as error:
            error.path = error.path.replace("$", f"$.{name}", 1)
            raise plainly(error, self._kind) from None
        return value
