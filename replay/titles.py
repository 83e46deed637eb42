"""Titles of rules, from the catalogue that a ruleset brings along as ``rules.toml``.

Those of another language stand in ``locale/<language>.rules.toml``, by id.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from ..core.rulebook import Rulebook
from ..core.rules import Ruleset


def titles(book: Rulebook, lang: str = "en") -> dict[str, str]:
    """Titles by id, of every ruleset in force that has a catalogue that reads.

    Args:
        book: of the rulesets.
        lang: language of the reader; a title that it lacks is English.
    """
    found: dict[str, str] = {}
    for ruleset in book.rulesets:
        found |= titles_of(ruleset, lang)
    return found


def titles_of(ruleset: Ruleset, lang: str = "en") -> dict[str, str]:
    """The same of one ruleset."""
    if not ruleset.package:
        return {}
    listed = content(ruleset.package, "rules.toml").get("rule", [])
    found = {rule["id"]: rule.get("title", "") for rule in listed if "id" in rule}
    other = content(ruleset.package, "locale", f"{lang}.rules.toml")
    return found | {rule: title for rule, title in other.items() if rule in found}


def content(package: str, *path: str) -> dict[str, Any]:
    """A file of a package as TOML; empty where there is none, or none that reads."""
    file = files(package).joinpath(*path)
    try:
        return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        return {}
