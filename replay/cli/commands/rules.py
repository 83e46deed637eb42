"""``rollbook rules``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import click

from ....core.errors import Invalid, UnknownType
from ....core.rules import Ruleset
from ....core.telling import Words
from ...catalogue import Rule, Switch, catalogue, switches
from ...nearest import nearest
from ...words import refusals_of
from .. import completing
from ..helping import examples
from ..out import Out, common, with_bases
from ..plain import short

LACKING = 1
"""Exit code where rules are missing."""


@click.command(
    name="rules",
    epilog=examples(
        "rollbook rules fudge",
        "rollbook rules fudge --rule FUD-181",
        "rollbook rules fudge --options",
        "rollbook rules fudge --missing",
    ),
)
@click.argument("rules", shell_complete=completing.rulesets)
@click.option(
    "--missing", is_flag=True,
    help="Only rules that bind and that no code cites or no test is marked with; exits 1 if there "
    "are any.",
)  # fmt: skip
@click.option(
    "--options", "chosen", is_flag=True,
    help="The switches instead: what each may be, its default, its rules, what it excludes.",
)  # fmt: skip
@click.option(
    "--kind", default="", metavar="KIND", shell_complete=completing.rule_kinds,
    help="Only rules of one kind, as core or optional.",
)  # fmt: skip
@click.option(
    "--rule", "one", default="", metavar="ID", shell_complete=completing.rule_ids,
    help="Only this rule, with the switches that are about it.",
)  # fmt: skip
@common
def command(out: Out, rules: str, missing: bool, chosen: bool, kind: str, one: str) -> None:
    """List the rules of a book by section: what acts on each, and what tests it.

    RULES is an installed ruleset whose package brings a catalogue. A rule of the kind "advice"
    binds nobody and needs no code.
    """
    if rules not in out.engine.catalogue:
        raise UnknownType(
            f"no ruleset {rules!r} is installed", hint=nearest(rules, out.engine.catalogue)
        )
    if chosen and (missing or kind or one):
        raise click.UsageError("--options lists switches, and goes with no other choice of rules")
    ruleset = out.engine.catalogue[rules]
    words = out.words(out.engine.rulebook(with_bases(out.engine, (rules,))))
    if chosen:
        _options(out, ruleset, words)
        return
    found = _wanted(catalogue(ruleset, out.lang), kind, one)
    found = tuple(rule for rule in found if rule.lacks) if missing else found
    if out.json:
        out.give(found)
    elif missing:
        out.lines(_lacking(rule, words) for rule in found)
    else:
        about = switches(ruleset, words) if one else ()
        out.lines(_listed(out, found, words, about))
    if missing and found:
        click.get_current_context().exit(LACKING)


def _wanted(rules: tuple[Rule, ...], kind: str, one: str) -> tuple[Rule, ...]:
    """The rules that are asked for.

    Raises:
        Invalid: no rule is of this kind, or has this id.
    """
    kinds, ids = sorted({rule.kind for rule in rules}), [rule.id for rule in rules]
    if kind and kind not in kinds:
        raise Invalid(f"no rule is of the kind {kind!r}", path="--kind", hint=nearest(kind, kinds))
    if one and one not in ids:
        raise Invalid(f"no rule is called {one!r}", path="--rule", hint=nearest(one, ids))
    return tuple(r for r in rules if kind in ("", r.kind) and one in ("", r.id))


def _lacking(rule: Rule, words: Words) -> str:
    lacks = ", ".join(words.say(f"rules.lacks.{what}") for what in rule.lacks)
    return f"{rule.id}  {rule.title}: {lacks}"


def _listed(
    out: Out, rules: tuple[Rule, ...], words: Words, about: tuple[Switch, ...]
) -> Iterator[str]:
    """Rules under their sections; what acts on each and tests it, one a line."""
    for no, (section, inside) in enumerate(groupby(rules, key=lambda rule: rule.section)):
        if no:
            yield ""
        yield out.bold(words.say("rules.section", section=section))
        for rule in inside:
            kind = words.find(f"rules.kind.{rule.kind}") or rule.kind
            yield f"  {rule.id}  {rule.title}  {out.dim(f'({kind})')}"
            switched = tuple(s.name for s in about if rule.id in s.rules)
            parts = {"code": rule.code, "tests": rule.tests, "switches": switched}
            for part, names in parts.items():
                if part in rule.lacks:
                    yield f"    {words.say(f'rules.lacks.{part}')}"
                elif names:
                    yield f"    {words.say(f'rules.{part}')}"
                    yield from (f"      {name}" for name in names)


def _options(out: Out, ruleset: Ruleset, words: Words) -> None:
    found = switches(ruleset, words)
    said = refusals_of([ruleset], out.lang)
    if out.json:
        out.give(found)
    elif not found:
        out.say(words.say("rules.switchless", ruleset=ruleset.name))
    else:
        for switch in found:
            default = words.say("rules.default", value=_value(switch.default))
            out.say(f"{out.bold(switch.name)}  {switch.type}  {out.dim(f'({default})')}")
            if switch.text:
                out.say(f"  {switch.text}")
            for excluded in switch.excludes:
                because = said.say(excluded.why)
                why = words.say("rules.excludes", other=excluded.other, why=because)
                out.say(f"  {why}{f' [{excluded.rule}]' if excluded.rule else ''}")


def _value(value: object) -> str:
    """A value as one would type it."""
    return str(value).lower() if isinstance(value, bool) else short(value)
