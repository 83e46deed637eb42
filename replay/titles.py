"""Titles of rules, from the catalogue that a ruleset brings along as ``rules.toml``.

Those of another language stand in ``locale/<language>.rules.toml``, by id.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from ..core.rulebook import Rulebook


def titles(book: Rulebook, lang: str = "en") -> dict[str, str]:
    """Titles by id, of every ruleset in force that has a catalogue that reads.

    Args:
        book: of the rulesets.
        lang: language of the reader; a title that it lacks is English.
    """
    found: dict[str, str] = {}
    for ruleset in book.rulesets:
        if ruleset.package:
            listed = _read(ruleset.package, "rules.toml").get("rule", [])
            found |= {rule["id"]: rule.get("title", "") for rule in listed if "id" in rule}
            other = _read(ruleset.package, "locale", f"{lang}.rules.toml")
            found |= {rule: title for rule, title in other.items() if rule in found}
    return found


def _read(package: str, *path: str) -> dict[str, Any]:
    file = files(package).joinpath(*path)
    try:
        return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        return {}
