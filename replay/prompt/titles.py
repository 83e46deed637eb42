"""Titles of rules, from the catalogue that a ruleset brings along as ``rules.toml``."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from ...core.rulebook import Rulebook


def titles(book: Rulebook) -> dict[str, str]:
    """Titles by id, of every ruleset in force that has a catalogue that reads."""
    found: dict[str, str] = {}
    for ruleset in book.rulesets:
        path = files(ruleset.package) / "rules.toml" if ruleset.package else None
        if path is None or not path.is_file():
            continue
        try:
            listed = tomllib.loads(path.read_text(encoding="utf-8")).get("rule", [])
        except (tomllib.TOMLDecodeError, UnicodeDecodeError):
            continue
        found |= {rule["id"]: rule.get("title", "") for rule in listed if "id" in rule}
    return found
