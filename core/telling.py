"""`Telling`: what a rule needs to put one event into one line, in the reader's language.

Words are TOML files ``locale/<lang>.toml`` and ``<lang>.<part>.toml`` in a ruleset's package,
keys to templates; English is the fallback, and a key without words shows as itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .ids import kind_of
from .look import Look


class Words:
    """Templates by key in one language, with English behind them.

    Args:
        lang: language code, as ``en`` or ``it``.
        catalog: key → template, with ``{named}`` places.
        fallback: the English catalog.
        names: what rulesets call ids of their content; those of an extension come last.
    """

    def __init__(
        self,
        lang: str,
        catalog: Mapping[str, str],
        fallback: Mapping[str, str],
        *,
        names: Sequence[Callable[[str, str], str]] = (),
    ) -> None:
        self.lang = lang
        self._names = tuple(reversed(names))
        self._catalog = catalog
        self._fallback = fallback
        self._endings: dict[str, str] = {}

    def say(self, key: str, **places: Any) -> str:
        """The template of this key with its places filled."""
        template = self._catalog.get(key) or self._fallback.get(key)
        return key if template is None else template.format(**places)

    def find(self, key: str) -> str:
        """The template of this key as it stands; empty where nobody has words for it."""
        return self._catalog.get(key) or self._fallback.get(key, "")

    def named(self, id: str) -> str:
        """What some ruleset's content calls this id in the reader's language; empty for none."""
        return next((said for name in self._names if (said := name(id, self.lang))), "")

    def pool(self, name: str, amount: int | None = None) -> str:
        """A pool in words: what some ruleset says of ``pool.<name>``, else its name.

        Args:
            name: of the pool.
            amount: points that are spoken of; one has words of its own under
                ``pool.<name>.one``. None for no number in particular.
        """
        one = self.find(f"pool.{name}.one") if amount in (1, -1) else ""
        return one or self.find(f"pool.{name}") or name

    def ending(self, ending: str) -> str:
        """The template of the first key that ends so, in whichever ruleset's words; or empty."""
        if ending not in self._endings:
            keys = self._fallback or self._catalog
            found = next((key for key in keys if key.endswith(ending)), "")
            self._endings[ending] = self.find(found) if found else ""
        return self._endings[ending]

    def recorded(self, kind: str, name: str, text: str) -> str:
        """An English text of the record in the reader's language, else the text itself.

        A ruleset has words for it under ``<ruleset>.<kind>.<name>``, and the English ones are
        the very text: words for another edition's text say nothing of this one.

        Args:
            kind: ``question`` or ``choice``.
            name: of the question, or id of the choice.
            text: as recorded.
        """
        ending = f".{kind}.{name}"
        for key, english in self._fallback.items():
            if english == text and key.endswith(ending):
                return self._catalog.get(key) or text
        return text


class Telling:
    """Names, words and viewer for one transcript.

    Args:
        words: of the reader's language.
        look: the state that the viewer sees, after the event.
        viewer: seat that reads, empty for whoever may see all.
    """

    def __init__(self, words: Words, look: Look, viewer: str = "") -> None:
        self.words = words
        self.look = look
        self.viewer = viewer

    @property
    def lang(self) -> str:
        """Language code of the reader."""
        return self.words.lang

    def name(self, who: str) -> str:
        """Name of an actor, seat or effect, or its id where it has none."""
        actor = self.look.table.actors.get(who)
        if actor:
            return actor.name
        found = self.look.ledger.seats.get(who)
        return found.name if found else self.effect(who) or who

    def effect(self, id: str) -> str:
        """What an effect is called, by the words for its kind; empty where there are none.

        One that has ended is known by its id alone, as `Play.id` made it of a kind; a kind by
        itself, as the source of a wound, is called the same.
        """
        running = self.look.table.effects.get(id)
        return self.kind(running.kind if running else kind_of(id) or id, "")

    def kind(self, kind: str, otherwise: str | None = None) -> str:
        """A kind of effect in the reader's language: what some ruleset says of ``effect.<kind>``.

        Args:
            kind: of the effect.
            otherwise: where nobody has words for it; None for the kind as it is written.
        """
        return self.words.find(f"effect.{kind}") or (kind if otherwise is None else otherwise)

    def pool(self, name: str, amount: int | None = None) -> str:
        """A pool in the reader's language; arguments as of `Words.pool`."""
        return self.words.pool(name, amount)

    def say(self, key: str, **places: Any) -> str:
        """The line of this key in the reader's language."""
        return self.words.say(key, **places)

    def signed(self, number: int) -> str:
        """A number with its sign, as ``+1`` or ``−4``."""
        return f"−{-number}" if number < 0 else f"+{number}"
