"""Refusals in the reader's language: put at the edge, since an error's own text is for programs.

An error is said in English, which hosts and tests read. A package has the same in another language
in ``locale/<lang>.refusals.toml`` and ``<lang>.refusals.<part>.toml``: the English text with ``{}``
for each place, and what is said for it, in whose ``{}`` or ``{0}`` the same words stand again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files

from msgspec import Struct

from ..core.errors import PluginError

_PLACE = "{}"
MARK = "refusals"
"""What names these files among those of a language."""


class _Template(Struct, frozen=True):
    """An English text with places, and what is said for it.

    Args:
        parts: what stands before, between and after its places.
        said: the same in another language.
    """

    parts: tuple[str, ...]
    said: str

    def places(self, text: str) -> list[str] | None:
        """What stands in its places; None for another text.

        Each part is looked for once, from the left: a pattern would try every way that a name
        which somebody has typed can be cut up.
        """
        first, *between, last = self.parts
        at, end = len(first), len(text) - len(last)
        if end < at or not text.startswith(first) or not text.endswith(last):
            return None
        found = []
        for part in between:
            to = text.find(part, at, end)
            if to < 0:
                return None
            found.append(text[at:to])
            at = to + len(part)
        return [*found, text[at:end]]


class Refusals:
    """What is refused, in one language.

    Args:
        said: English text with ``{}`` for its places → the same in that language.
    """

    def __init__(self, said: Mapping[str, str]) -> None:
        self._plain = {english: text for english, text in said.items() if _PLACE not in english}
        # The most words of its own first: it says the most of the text that it fits.
        placed = [_Template(tuple(e.split(_PLACE)), said[e]) for e in said if _PLACE in e]
        self._placed = sorted(placed, key=lambda template: -sum(map(len, template.parts)))

    def say(self, text: str) -> str:
        """A refusal or a hint in that language; as it is where there are no words for it."""
        if text in self._plain:
            return self._plain[text]
        for template in self._placed:
            found = template.places(text)
            if found is not None:
                # what stands in a place may be a text of its own, as why two options clash
                return template.said.format(*(self._plain.get(one, one) for one in found))
        return text


def refusals(packages: Iterable[str], lang: str) -> Refusals:
    """What these packages have for refusals in a language.

    Args:
        packages: importable names, each with a folder ``locale``; a later one goes first.
        lang: language; of English there is nothing to say.

    Raises:
        PluginError: a file is none of such words.
    """
    said: dict[str, str] = {}
    for package in packages:
        said |= of_package(package, lang)
    return Refusals(said)


def of_package(package: str, lang: str) -> dict[str, str]:
    """What one package says for its refusals, by their English text.

    Raises:
        PluginError: a file is none of such words, or two say the same.
    """
    folder = files(package) / "locale" if package else None
    if folder is None or not folder.is_dir():
        return {}
    said: dict[str, str] = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.split(".")[:2] != [lang, MARK] or not file.name.endswith(".toml"):
            continue
        try:
            found = tomllib.loads(file.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise PluginError(f"{file.name} of {package} does not read: {error}") from error
        for english, text in found.items():
            if not isinstance(text, str) or not _fits(english, text):
                raise PluginError(f"{file.name} of {package}: the places of {english!r} differ")
            if english in said:
                raise PluginError(f"{file.name} of {package} says {english!r} twice")
            said[english] = text
    return said


def _fits(english: str, text: str) -> bool:
    """Whether a text has a place for nothing that the English one has not."""
    places = english.count(_PLACE)
    try:
        text.format(*[""] * places)
    except (IndexError, KeyError, ValueError):
        return False
    return True
