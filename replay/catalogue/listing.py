"""A ruleset's catalogue: ``rules.toml``, with what acts on each rule and what tests it."""

from __future__ import annotations

from msgspec import Struct

from ...core.errors import Invalid
from ...core.rules import Ruleset
from ..titles import content, titles_of
from .acting import acting

ADVICE = "advice"
"""Kind of a rule that binds nobody: it is listed, and needs no code."""


class Rule(Struct, frozen=True):
    """One rule of the book.

    Args:
        id: by which records and refusals cite it.
        title: in the reader's language.
        section: of the book.
        kind: how binding it is, as ``core`` or ``optional``.
        code: what acts on it, as ``module:name``.
        tests: that are marked with it, as ``file::name``.
        lacks: ``code``, ``tests`` or both, where it binds and has none.
    """

    id: str
    title: str
    section: str
    kind: str
    code: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()


def catalogue(ruleset: Ruleset, lang: str = "en") -> tuple[Rule, ...]:
    """Every rule of a ruleset's book, by section and then by id.

    Args:
        ruleset: whose package brings ``rules.toml``, and ``tests.toml`` where its tests are marked.
        lang: language of the titles; one that lacks is English.

    Raises:
        Invalid: it brings none.
    """
    listed = content(ruleset.package, "rules.toml").get("rule", []) if ruleset.package else []
    if not listed:
        raise Invalid(
            f"{ruleset.name} brings no catalogue of rules", hint="rules.toml in its package"
        )
    named, code = titles_of(ruleset, lang), acting(ruleset)
    tests = content(ruleset.package, "tests.toml")
    found = []
    for rule in listed:
        of, kind = rule["id"], rule.get("kind", "")
        has = {"code": tuple(code.get(of, ())), "tests": tuple(tests.get(of, ()))}
        lacks = tuple(what for what, places in has.items() if not places and kind != ADVICE)
        found.append(Rule(of, named[of], str(rule.get("section", "")), kind, **has, lacks=lacks))
    return tuple(sorted(found, key=lambda rule: (_order(rule.section), rule.id)))


def _order(section: str) -> tuple[str, str]:
    """Chapters by number, then as they are spelt: 4.721 stands between 4.72 and 4.73."""
    chapter, _, rest = section.partition(".")
    return chapter.zfill(3), rest
