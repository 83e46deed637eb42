"""A history is folded from what a viewer may see, and is no part of any state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec import Struct

from rollbook import Command, Event, Play, Rules, Ruleset, seat
from rollbook.core.errors import Refused
from rollbook.core.histories import history
from rollbook.core.table.returns import Return
from rollbook.core.vocabulary import Rolled

from .conftest import Bench


class Yard(Struct, frozen=True):
    """Nothing is kept."""


class Throw(Command, ruleset="yard"):
    """Throw a die.

    Args:
        hidden: whether only the GM may see it.
    """

    hidden: bool = False


rules = Rules(Yard)


@rules.decides(Throw, may=seat, to=lambda command, look: ("gm",) if command.hidden else None)
def throw(command: Throw, play: Play) -> None:
    play.roll("1d6", play.by, "throw")


@rules.folds("luck")
class Luck:
    """Faces thrown, by whom."""

    def initial(self) -> dict[str, list[int]]:
        return {}

    def handlers(
        self,
    ) -> Mapping[type[Event], Callable[[dict[str, list[int]], Any], dict[str, list[int]]]]:
        return {Rolled: self.rolled}

    def rolled(self, luck: dict[str, list[int]], event: Rolled) -> dict[str, list[int]]:
        return {**luck, event.actor: [*luck.get(event.actor, []), event.total]}


yard = Ruleset("yard", version="1.0.0", state=Yard, chapters=(rules,))


@pytest.fixture
def table(bench: Callable[..., Bench]) -> Bench:
    made = bench([yard])
    made.do(Throw(), "anna", faces=[6])
    made.do(Throw(), "bea", faces=[2])
    made.do(Throw(hidden=True), "master", faces=[1])
    made.do(Throw(), "anna", faces=[5])
    return made


def luck(table: Bench, viewer: str = "") -> Any:
    return history(table.session.book, table.session.log(viewer=viewer), "luck")


def test_a_history_is_of_what_its_viewer_may_see(table: Bench) -> None:
    assert luck(table, "anna") == {"anna": [6, 5], "bea": [2]}
    assert luck(table, "master") == {"anna": [6, 5], "bea": [2], "master": [1]}


def test_what_was_taken_back_has_happened_all_the_same(table: Bench) -> None:
    table.do(Return(to=0))
    table.do(Throw(), "bea", faces=[4])
    assert luck(table) == {"anna": [6, 5], "bea": [2, 4], "master": [1]}
    table.audited()


def test_a_history_that_nobody_folds_is_refused_with_those_there_are(table: Bench) -> None:
    with pytest.raises(Refused, match="there is no history 'lcuk'; luck"):
        history(table.session.book, table.session.log(), "lcuk")
