"""Refusals in the reader's language: put at the edge, since an error's own text is for programs.

An error is said in English, which hosts and tests read. A package has the same in another language
in ``locale/<lang>.refusals.toml`` and ``<lang>.refusals.<part>.toml``: the English text with ``{}``
for each place, and what is said for it, in whose ``{}`` or ``{0}`` the same words stand again.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files

from msgspec import Struct

from ..core.errors import PluginError

_PLACE = re.compile(r"\{\}")
MARK = "refusals"
"""What names these files among those of a language."""


class _Template(Struct, frozen=True):
    """An English text with places, and what is said for it."""

    pattern: re.Pattern[str]
    said: str


class Refusals:
    """What is refused, in one language.

    Args:
        said: English text with ``{}`` for its places → the same in that language.
    """

    def __init__(self, said: Mapping[str, str]) -> None:
        self._plain = {english: text for english, text in said.items() if "{}" not in english}
        # The most words of its own first: it says the most of the text that it fits.
        placed = sorted((e for e in said if "{}" in e), key=lambda e: -len(_PLACE.sub("", e)))
        self._placed = [_Template(_pattern(english), said[english]) for english in placed]

    def say(self, text: str) -> str:
        """A refusal or a hint in that language; as it is where there are no words for it."""
        if text in self._plain:
            return self._plain[text]
        for template in self._placed:
            found = template.pattern.fullmatch(text)
            if found:
                # what stands in a place may be a text of its own, as why two options clash
                inner = (self._plain.get(place, place) for place in found.groups())
                return template.said.format(*inner)
        return text


def _pattern(english: str) -> re.Pattern[str]:
    return re.compile("(.*?)".join(map(re.escape, _PLACE.split(english))), re.DOTALL)


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
    places = len(_PLACE.findall(english))
    try:
        text.format(*[""] * places)
    except (IndexError, KeyError, ValueError):
        return False
    return True
