"""What the author of a ruleset gets wrong is named: where it is, and what would do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec import Struct

from rollbook import Choice, Command, Event, Play, Rules, Ruleset, owner
from rollbook.core.errors import AuthorError, RefusedAfterDraw, RollbookError, RulebookError
from rollbook.core.look import Look
from rollbook.core.modifiers import Check, Modifier

from .conftest import Bench


class Garden(Struct, frozen=True):
    """Flowers that were picked."""

    picked: int = 0


class Pick(Command, ruleset="garden"):
    """Pick a flower."""

    actor: str


class Picked(Event, ruleset="garden"):
    """Flowers in all."""

    picked: int


class Unheard(Event, ruleset="garden"):
    """No handler names it."""


Decide = Callable[[Play], Any]


def garden(decide: Decide, *chapters: Rules[Any, Any]) -> Ruleset:
    """A ruleset whose one decider does this."""
    rules = Rules(Garden)

    @rules.decides(Pick, may=owner("actor"))
    def pick(command: Pick, play: Play) -> None:
        decide(play)

    return Ruleset("garden", version="1.0.0", state=Garden, chapters=(rules, *chapters))


def pick(play: Play) -> None:
    play.emit(Picked(picked=play.state[Garden].picked + 1))


def forgetful() -> Rules[Any, Any]:
    """A fold that forgets to return the slice."""
    rules: Rules[Any, Any] = Rules(Garden)

    @rules.evolves(Picked)
    def forgets(state: Garden, event: Picked) -> None:
        Garden(picked=event.picked)

    return rules


def silent() -> Rules[Any, Any]:
    """A handler of proposals that says nothing at all where it has nothing to say."""
    rules: Rules[Any, Any] = Rules(Garden)

    @rules.modifies(Check)  # type: ignore[arg-type]
    def says_nothing(check: Check, look: Look) -> None:
        return None

    @rules.evolves(Picked)
    def picked(state: Garden, event: Picked) -> Garden:
        return Garden(picked=event.picked)

    return rules


def torn() -> Rules[Any, Any]:
    """Two handlers that want one quantity to be two things."""
    rules: Rules[Any, Any] = Rules(Garden)

    @rules.modifies(Check)
    def fixes(check: Check, look: Look) -> Iterator[Modifier]:
        yield Modifier("sun", "GAR-001", "result", "set", 3)
        yield Modifier("rain", "GAR-002", "result", "set", 4)

    return rules


def looks_twice(play: Play) -> None:
    roses = (Choice("rose", cost=1), Choice("rose", cost=2))
    play.ask("Which?", to="ada", choices=roses, rule="GAR-003")


def refuses_late(play: Play) -> None:
    play.roll("2d6", "ada", "pick")
    play.refuse("now it is too late", rule="GAR-004")


MISTAKES: dict[str, tuple[Decide, tuple[Rules[Any, Any], ...], type[RollbookError], str]] = {
    "a fold without a return": (
        pick,
        (forgetful(),),
        AuthorError,
        r"forgets folds garden\.picked to None, which is no Garden; return the slice",
    ),
    "a handler that gives None": (
        lambda play: play.modifiers(Check(actor="ada", kind="pick")),
        (silent(),),
        AuthorError,
        r"says_nothing gives None for modifiers; yield them",
    ),
    "a quantity set twice": (
        lambda play: play.roll(
            "2d6", "ada", "pick", play.modifiers(Check(actor="ada", kind="pick"))
        ),
        (torn(),),
        RollbookError,
        r"sun and rain set result to 3 and to 4 \[GAR-002\]",
    ),
    "an event that nothing knows": (
        lambda play: play.emit(Unheard()),
        (silent(),),
        AuthorError,
        r"garden does not know garden\.unheard; fold it, tell it, or list it",
    ),
    "a choice offered twice": (
        looks_twice,
        (silent(),),
        AuthorError,
        r"the choice rose is offered twice: Which\? \[GAR-003\]; tell them apart by of=",
    ),
    "a question without choices": (
        lambda play: play.ask("Which?", to="ada", choices=list[str]()),
        (silent(),),
        AuthorError,
        r"a question without choices: Which\?",
    ),
    "dice for nobody": (
        lambda play: play.roll("2d6", "adda", "pick", rule="GAR-005"),
        (silent(),),
        RollbookError,
        r"nobody is called 'adda': pick \[GAR-005\]",
    ),
    "a refusal after the dice": (
        refuses_late,
        (silent(),),
        RefusedAfterDraw,
        r"garden\.pick refused after it had drawn dice: now it is too late \[GAR-004\]",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_and_leaves_nothing(bench: Callable[..., Bench], mistake: str) -> None:
    decide, chapters, error, message = MISTAKES[mistake]
    table = bench([garden(decide, *chapters)])
    table.join("ada", "anna")
    size = table.session.timeline.size
    with pytest.raises(error, match=message):
        table.do(Pick(actor="ada"), "anna", faces=(3, 4))
    assert table.session.timeline.size == size
    assert table.session.view().state[Garden] == Garden()


class Loose(Struct):
    """Not frozen."""


class Demanding(Struct, frozen=True):
    """Cannot be made of nothing."""

    roses: int


@pytest.mark.parametrize(
    ("state", "options", "message"),
    [
        (Loose, Garden, "garden: Loose is not frozen"),
        (Garden, Demanding, "garden: Demanding cannot be made without arguments"),
    ],
)
def test_state_and_options_are_frozen_and_begin_with_nothing(
    state: type[Struct], options: type[Struct], message: str
) -> None:
    with pytest.raises(RulebookError, match=message):
        Ruleset("garden", version="1.0.0", state=state, options=options)


def test_a_field_whose_type_cannot_be_found_is_named(bench: Callable[..., Bench]) -> None:
    class Broom(Struct, frozen=True):
        """Known in this function alone."""

    class Swept(Event, ruleset="garden"):
        """Somebody swept."""

        tool: Broom

    ruleset = Ruleset("garden", version="1.0.0", state=Garden, events=(Swept,))
    with pytest.raises(RulebookError, match=r"garden\.swept could not be read back: .*Broom"):
        bench([ruleset])
