"""Rulesets that cannot be in force together are refused when compiled, naming both sides."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct, structs

from rollbook import Command, Engine, Event, Play, Rules, Ruleset, anyone
from rollbook.core.errors import RollbookError, RulebookError
from rollbook.core.table.returns import Withdraw
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import (
    Brawl,
    BrawlOptions,
    Enter,
    Hurt,
    Noticed,
    Points,
    brawl,
    charms,
)


class State(Struct, frozen=True):
    pass


class StateOptions(Struct, frozen=True):
    pass


class Wink(Command, ruleset="more"):
    """A command of the extension's own."""


def extension(name: str = "more", extends: str = "brawl", **fill: Any) -> Ruleset:
    rules: Rules[Any, Any] = Rules(fill.pop("over", State), StateOptions)
    for method, (what, function, *rest) in fill.items():
        getattr(rules, method)(what, **(rest[0] if rest else {}))(function)
    return Ruleset(
        name, version="1", state=State, options=StateOptions, chapters=(rules,), extends=extends
    )


def compiled(*rulesets: Ruleset) -> None:
    Engine(rulesets, installed=False).rulebook([r.name for r in rulesets])


CHARMS = {"may": anyone, "instead_of": "charms"}

REFUSED: dict[str, tuple[tuple[Ruleset, ...], str]] = {
    "an extension without its base": ((charms,), "charms extends brawl, which is not in force"),
    "an older base": (
        (structs.replace(brawl, version="0.9"), charms),
        "charms extends brawl>=1,<2; brawl is 0.9",
    ),
    "a newer base": (
        (structs.replace(brawl, version="2.0.1"), charms),
        "charms extends brawl>=1,<2; brawl is 2.0.1",
    ),
    "a bound that is none": (
        (brawl, extension(extends="brawl~1")),
        "more extends .* no bound|not in force",
    ),
    "two systems": ((brawl, extension(extends="")), "brawl and more are both systems"),
    "two deciders": (
        (brawl, extension(decides=(Hurt, lambda c, p: None, {"may": anyone}))),
        "brawl and more both decide brawl.hurt",
    ),
    "a replacement of somebody else's": (
        (
            brawl,
            extension(decides=(Hurt, lambda c, p: None, {"may": anyone, "instead_of": "charms"})),
        ),
        "more replaces brawl.hurt of charms, which has brawl's decider",
    ),
    "a command that comes any time": (
        (brawl, extension(decides=(Wink, lambda c, p: None, {"may": anyone, "anytime": True}))),
        "more.wink is more's: only the table's come any time",
    ),
    "a replacement of what the engine sends": (
        (
            brawl,
            extension(
                decides=(Withdraw, lambda c, p: None, {"may": anyone, "instead_of": "table"})
            ),
        ),
        "more replaces table.withdraw, which is the engine's",
    ),
    "a projection twice": (
        (brawl, extension(projects=("brawl", lambda look, viewer: Points({}, ())))),
        "brawl and more both have the projection brawl",
    ),
    "an event of nobody in force": (
        (brawl, extension(reacts=(Noticed, lambda e, p: None))),
        "more speaks of charms.noticed, which no ruleset in force has",
    ),
    "a chapter over another's slice": ((brawl, extension(over=Brawl)), "Brawl"),
    "a name that is none": ((brawl, extension("More")), "'More' is no name"),
}


@pytest.mark.report(249)
@pytest.mark.report(247)
@pytest.mark.parametrize("what", REFUSED)
def test_what_does_not_fit_together_is_refused_by_name(what: str) -> None:
    rulesets, match = REFUSED[what]
    with pytest.raises(RulebookError, match=match):
        compiled(*rulesets)


def test_rulesets_stand_base_first_then_by_name_however_they_were_given() -> None:
    zoo = extension("a-zoo", "charms")
    for order in ((zoo, charms, brawl), (brawl, charms, zoo), (charms, zoo, brawl)):
        engine = Engine(order, installed=False)
        assert engine.rulebook([r.name for r in order]).names == (
            "table", "brawl", "charms", "a-zoo",
        )  # fmt: skip


EVENT: Any = type(Event)
TYPED = {"__annotations__": {"type": str}}


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (lambda: EVENT("Bare", (Event,), {}), "say which ruleset"),
        (
            lambda: EVENT("Led", (Event,), {}, ruleset="x", ledger=True),
            "only the table has ledger events",
        ),
        (lambda: EVENT("Old", (Event,), {}, ruleset="x", version=0), "versions count from 1"),
        (
            lambda: EVENT("Typed", (Command,), TYPED, ruleset="x"),
            "no field may be called type",
        ),
    ],
)
def test_a_message_that_cannot_be_is_refused_when_it_is_declared(make: Any, match: str) -> None:
    with pytest.raises(RulebookError, match=match):
        make()


def test_two_of_a_kind_in_one_chapter_are_refused() -> None:
    rules: Rules[Brawl, BrawlOptions] = Rules(Brawl, BrawlOptions)
    for method, what in (("projects", "x"), ("tells", Noticed), ("upcasts", ("x.y", 1))):
        add = getattr(rules, method)
        add(*what if isinstance(what, tuple) else (what,))(lambda *a: None)
        with pytest.raises(RulebookError, match=r"two \w+ in one chapter"):
            add(*what if isinstance(what, tuple) else (what,))(lambda *a: None)


def test_a_variant_replaces_one_rule_and_may_call_what_it_replaces() -> None:
    """The rest of the system stays as it is; both are on record under the same command."""

    def gentle(command: Hurt, play: Play) -> None:
        if command.amount > 3:
            command = structs.replace(command, amount=3)
        play.original(command)

    variant = extension(decides=(Hurt, gentle, {"may": anyone, "instead_of": "brawl"}))
    play = Scenario(brawl, variant, actors={"ann": "anna"}).given(Enter(actor="ann"))
    for amount in (9, 2):
        play.given(Hurt(target="ann", source="x", amount=amount))
    assert play.session.view().state[Brawl].points["ann"] == 5
    assert play.session.book.replacements() == {"brawl.hurt": ("more", "brawl")}
    laws.hold(play.session)


def test_what_is_not_installed_is_named_with_what_is() -> None:
    with pytest.raises(RollbookError) as caught:
        Engine([brawl], installed=False).rulebook(["brawl", "runes"])
    assert "'runes'" in caught.value.what
    assert "brawl" in caught.value.hint
