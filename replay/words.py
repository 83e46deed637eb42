"""Words: what each ruleset in force says in the reader's language, gathered into one catalog."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib.resources import files

from ..core.errors import Invalid, PluginError
from ..core.messages import TABLE
from ..core.rulebook import Rulebook
from ..core.rules import Ruleset
from ..core.telling import Words
from .refusals import MARK, Refusals, refusals

LANGUAGES = ("en", "it")
"""Languages that may be asked for; what a ruleset does not say in one is said in English."""
_APART = (["rules"], [MARK])


def words(book: Rulebook, lang: str = "en") -> Words:
    """The words of these rulesets and of the replay itself; those of an extension come last.

    Raises:
        Invalid: there is no such language.
        PluginError: a ruleset's file of words is not one.
    """
    if lang not in LANGUAGES:
        raise Invalid(f"no words in {lang!r}", hint=f"languages: {', '.join(LANGUAGES)}")
    packages = [__package__ or "", *(_package(r) for r in book.rulesets)]
    names = [r.names for r in book.rulesets if r.names]
    english = {k: v for p in packages for k, v in catalog(p, "en").items()}
    if lang == "en":
        return Words(lang, english, {}, names=names)
    said = {k: v for p in packages for k, v in catalog(p, lang).items()}
    return Words(lang, said, english, names=names)


def refusals_of(rulesets: Iterable[Ruleset], lang: str) -> Refusals:
    """What is said in a language when these rulesets, or the replay itself, refuse something."""
    return refusals([__package__ or "", *(_package(r) for r in rulesets)], lang)


def replay_words(lang: str = "en") -> Words:
    """The words of the replay alone, for what needs no rules.

    Raises:
        Invalid: there is no such language.
    """
    if lang not in LANGUAGES:
        raise Invalid(f"no words in {lang!r}", hint=f"languages: {', '.join(LANGUAGES)}")
    package = __package__ or ""
    return Words(lang, catalog(package, lang), catalog(package, "en"))


def _package(ruleset: Ruleset) -> str:
    # The table's digest covers all of the core; its words stand beside its rules.
    return f"{ruleset.package}.{TABLE}" if ruleset.name == TABLE else ruleset.package


def catalog(package: str, lang: str) -> dict[str, str]:
    """What a package says in a language: ``locale/<lang>.toml`` and every ``<lang>.<part>.toml``.

    Titles of rules, ``<lang>.rules.toml``, and refusals, ``<lang>.refusals.toml``, are read by
    themselves: see ``replay.titles`` and ``replay.refusals``.

    Args:
        package: importable name; empty for none.
        lang: language.

    Raises:
        PluginError: one of its files is no file of words, or two of them say the same key.
    """
    folder = files(package) / "locale" if package else None
    if folder is None or not folder.is_dir():
        return {}
    said: dict[str, str] = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        start, *part, end = file.name.split(".")
        if start != lang or end != "toml" or part[:1] in _APART:
            continue
        try:
            found = tomllib.loads(file.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise PluginError(f"the words of {package} in {lang!r} do not read: {error}") from error
        twice = sorted(found.keys() & said.keys())
        if twice:
            raise PluginError(f"the words of {package} in {lang!r} say {twice[0]} twice")
        said |= {key: value for key, value in found.items() if isinstance(value, str)}
    return said
