"""Optional rules that exclude each other: refused by name, when a table opens and ever after."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Literal

import pytest
from msgspec import Struct, structs

from rollbook import Engine, Excluded, MemoryStore, Refused, Rules, Ruleset, Seat, Session
from rollbook.core.errors import RulebookError
from rollbook.core.table.opening import Adopt, OptionsSet, SetOption
from rollbook.core.table.telling import tell_options
from rollbook.core.telling import Telling, Words

LOCALE = Path(__file__).parents[2] / "core" / "table" / "locale"


class Fencing(Struct, frozen=True):
    """Nothing to remember."""


class FencingOptions(Struct, frozen=True):
    """Switches of a school of fencing."""

    tactics: Literal["allout", "stances"] = "allout"
    watching: bool = False
    weight: int = 0


WATCHING = Excluded(
    "tactics",
    "watching",
    when=lambda o: o.tactics == "stances" and o.watching,
    why="whoever takes a stance has no guard to watch from",
    rule="FEN-007",
)


def school(*excludes: Excluded, version: str = "1.0.0") -> Ruleset:
    """The school, with what excludes what in it."""
    return Ruleset(
        "fencing", version=version, state=Fencing, options=FencingOptions,
        chapters=(Rules(Fencing, FencingOptions),), excludes=excludes,
    )  # fmt: skip


def engine(ruleset: Ruleset) -> Engine:
    return Engine([ruleset], installed=False)


def opened(ruleset: Ruleset, store: MemoryStore | None = None, **options: Any) -> Session:
    seats = {"master": Seat("Master", "gm")}
    return engine(ruleset).new(
        store or MemoryStore(), "salle", ("fencing",), seats=seats, options={"fencing": options}
    )


def set_to(option: str, value: Any) -> SetOption:
    return SetOption(of="fencing", option=option, value=value)


def in_force(session: Session) -> FencingOptions:
    found: FencingOptions = session.view().options[FencingOptions]
    return found


def test_a_table_that_sets_both_is_not_opened() -> None:
    store = MemoryStore()
    with pytest.raises(Refused) as refused:
        opened(school(WATCHING), store, tactics="stances", watching=True)
    said = refused.value
    assert said.what == (
        "tactics=stances and watching=true exclude each other: "
        "whoever takes a stance has no guard to watch from"
    )
    assert (said.path, said.rule) == ("$.tactics", "FEN-007")
    assert said.hint == "set tactics or watching to something else"
    assert store.sessions() == ()


@pytest.mark.parametrize(
    ("first", "second"),
    [(("tactics", "stances"), ("watching", True)), (("watching", True), ("tactics", "stances"))],
)
def test_nor_is_one_set_beside_the_other(first: tuple[str, Any], second: tuple[str, Any]) -> None:
    """In whichever order; what stood before still stands, and either may be set back."""
    session = opened(school(WATCHING))
    session.do(set_to(*first), "master")
    before = in_force(session)
    with pytest.raises(Refused, match="exclude each other"):
        session.do(set_to(*second), "master")
    assert in_force(session) == before
    session.do(set_to(first[0], getattr(FencingOptions(), first[0])), "master")
    session.do(set_to(*second), "master")
    assert getattr(in_force(session), second[0]) == second[1]


def test_what_a_new_version_excludes_falls_back_when_it_is_adopted() -> None:
    """Else nobody could play on; the log says which switches were dropped, and no others are."""
    store = MemoryStore()
    opened(school(), store, tactics="stances", watching=True, weight=3)
    session = engine(school(WATCHING, version="1.1.0")).open(store, "salle")
    assert in_force(session) == FencingOptions("stances", True, 3)
    adopted = session.do(Adopt(), "master").events[-1]
    assert set(adopted.dropped) == {"fencing.tactics", "fencing.watching"}  # type: ignore[attr-defined]
    assert in_force(session) == FencingOptions(weight=3)


def test_an_exclusion_of_what_is_no_switch_is_the_authors_error() -> None:
    for wrong in (("tactic", "watching"), ("tactics", "watch")):
        with pytest.raises(RulebookError, match="has no option"):
            school(Excluded(*wrong, when=lambda _: False, why=""))


def test_defaults_that_exclude_each_other_are_the_authors_error() -> None:
    with pytest.raises(RulebookError, match="tactics and weight, exclude each other"):
        school(Excluded("tactics", "weight", when=lambda o: o.weight == 0, why="no weight"))


def test_of_options_only_those_are_told_that_are_others_than_before() -> None:
    """At first than by default; later than they were; with the same value again, none."""
    session = Engine([school()], installed=False).new(
        MemoryStore(),
        "school",
        ["fencing"],
        seats={"master": Seat("Master", "gm")},
        options={"fencing": {"weight": 2}},
    )
    session.do(SetOption(of="fencing", option="watching", value=True), "master")
    session.do(SetOption(of="fencing", option="watching", value=True), "master")
    events = [e.message for e in session.log() if isinstance(e.message, OptionsSet)]
    assert [event.changed for event in events] == [("weight",), ("watching",), ()]
    telling = Telling(Words("en", table_words("en"), {}), session.view())
    assert [tell_options(event, telling) for event in events] == [
        "Set for fencing: weight=2.",
        "Set for fencing: watching=true.",
        "The options of fencing stay as they are.",
    ]
    old = structs.replace(events[0], changed=None)
    assert tell_options(old, telling) == (
        "Options of fencing: tactics=allout, watching=false, weight=2."
    )


def table_words(lang: str) -> dict[str, str]:
    """The table's own words."""
    return tomllib.loads((LOCALE / f"{lang}.toml").read_text(encoding="utf-8"))
