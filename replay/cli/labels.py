"""What projections are called in the reader's language, by keys that rulesets bring along.

``show.<projection>`` names a projection and ``show.<projection>.<field>`` a field of it.
``show.<projection>.<field>=`` says what a value is looked up under: ``fudge.level.`` makes the
word of ``fudge.level.2`` out of 2; ``show.<projection>.<field>:`` says the same of the keys of a
mapping. Where such a key has no words, an id is called what the content of some ruleset calls it;
what has none there either is shown as it stands.
"""

from __future__ import annotations

from typing import Any

from ...core.telling import Words
from ..transcript import clean


class Labels:
    """Names of fields and words for values of one projection.

    Args:
        words: of the reader's language.
        projection: its name.
    """

    def __init__(self, words: Words, projection: str) -> None:
        self._words = words
        self._at = f"show.{projection}"

    @property
    def title(self) -> str:
        """What the projection is called."""
        return self._words.find(self._at)

    def holds_data(self, field: str) -> bool:
        """Whether the keys of the mapping that a field holds are data, as ids of traits."""
        return bool(field and self._words.find(f"{self._at}.{field}:"))

    def key(self, key: Any, field: str) -> str:
        """A field's name, or a key of the mapping that a field holds."""
        under = self._words.find(f"{self._at}.{field}:") if field else ""
        found = self._words.find(f"{under}{key}" if under else f"{self._at}.{key}")
        if under and not found:
            id = str(key).rpartition(":")[2]  # of which kind it is stands before, as in fault:luck
            found = self._words.named(id) or id
        return clean(found or str(key))

    def value(self, value: Any, field: str) -> Any:
        """A value of a field, in words where it has some."""
        if isinstance(value, bool):
            return self._words.say("replay.yes" if value else "replay.no")
        under = self._words.find(f"{self._at}.{field}=") if field else ""
        if not under or not isinstance(value, str | int):
            return value
        whole, colon, part = str(value).rpartition(": ")
        if colon and (found := self._words.find(f"{under}{part}")):
            return f"{whole}: {found}"
        return self._words.find(f"{under}{value}") or self._words.named(str(value)) or value
