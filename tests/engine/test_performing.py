"""What comes of a performed command is known to whoever has it performed; effects have words."""

from __future__ import annotations

import pytest
from msgspec import Struct

from rollbook import Command, Event, Play, Rules, Ruleset, seat
from rollbook.core.ids import kind_of
from rollbook.core.telling import Telling, Words
from rollbook.core.until import Uses
from rollbook.core.vocabulary import EffectBegan, EffectEnded, Rolled
from rollbook.plugins.testing.laws import hold
from rollbook.plugins.testing.scenario import Scenario


class Pond(Struct, frozen=True):
    """Nothing."""


class Throw(Command, ruleset="pond"):
    """Throw a stone."""


class Guess(Command, ruleset="pond"):
    """Throw a stone, say how it went, and put a ripple on somebody."""

    actor: str


class Splash(Event, ruleset="pond"):
    """It fell so."""

    total: int


class Ring(Event, ruleset="pond"):
    """The water moves."""


class Told(Event, ruleset="pond"):
    """Somebody has said what came of it."""

    kinds: tuple[str, ...]
    total: int


rules = Rules(Pond)


@rules.decides(Throw, may=seat)
def throw(command: Throw, play: Play) -> None:
    play.emit(Splash(total=play.roll("1d6", play.by, "stone").total))


@rules.reacts(Splash, Told)
def rings(event: Splash | Told, play: Play) -> None:
    play.emit(Ring())


@rules.decides(Guess, may=seat)
def guess(command: Guess, play: Play) -> None:
    came = play.perform(Throw())
    (splash,) = (e for e in came if isinstance(e, Splash))
    if splash.total > 3:
        play.ask("Again?", name="again", of=str)
    play.emit(Told(kinds=tuple(type(e).__name__ for e in came), total=splash.total))
    effect = play.id("ripple")
    play.emit(EffectBegan(id=effect, actor=command.actor, kind="ripple", until=Uses(1)))
    play.emit(EffectEnded(id=effect))


pond = Ruleset("pond", version="1", state=Pond, chapters=(rules,), events=(Ring, Told))


@pytest.mark.parametrize("face", [2, 5])
def test_perform_gives_what_came_of_it_in_order_with_reactions_also_after_a_question(
    face: int,
) -> None:
    play = Scenario(pond, actors={"ann": "anna"})
    play.when(Guess(actor="ann"), "anna", faces=(face,))
    if play.session.waiting:
        play.restart()
        play.answer("no", "gm1")
    (told,) = (e for e in play.entries if isinstance(e.message, Told))
    assert told.message.kinds == ("Rolled", "Splash", "Ring")
    assert told.message.total == face
    hold(play.session)


def test_one_reaction_answers_two_types_of_event() -> None:
    play = Scenario(pond, actors={"ann": "anna"})
    play.when(Guess(actor="ann"), "anna", faces=(1,))
    assert play.receipt
    assert [type(e) for e in play.receipt.events] == [
        Rolled, Splash, Ring, Told, EffectBegan, EffectEnded, Ring,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("id", "kind"),
    [("ripple7.1", "ripple"), ("rune-oak12.3", "rune-oak"), ("ann", ""), ("r2d2", ""), ("7.1", "")],
)
def test_an_id_that_was_made_of_a_kind_says_of_which(id: str, kind: str) -> None:
    assert kind_of(id) == kind


def test_an_effect_is_called_by_the_words_for_its_kind_also_when_it_is_gone() -> None:
    play = Scenario(pond, actors={"ann": "anna"})
    play.when(Guess(actor="ann"), "anna", faces=(1,))
    assert play.receipt
    (began,) = (e for e in play.receipt.events if isinstance(e, EffectBegan))
    telling = Telling(Words("en", {"effect.ripple": "a ripple"}, {}), play.session.view())
    assert telling.name(began.id) == telling.name("ripple") == "a ripple"
    assert telling.name("ann") == "Ann"
    bare = Telling(Words("en", {}, {}), play.session.view())
    assert (bare.name(began.id), bare.kind("ripple")) == (began.id, "ripple")


def test_a_pool_is_called_by_its_words_which_one_point_may_have_of_its_own() -> None:
    english = {"pool.luck": "points of luck", "pool.luck.one": "point of luck", "pool.ki": "ki"}
    words = Words("it", {"pool.luck": "punti di fortuna"}, english)
    assert [words.pool("luck", n) for n in (2, None, -3)] == ["punti di fortuna"] * 3
    assert (words.pool("ki", 1), words.pool("mana", 1)) == ("ki", "mana")
    assert Words("en", english, {}).pool("luck", 1) == "point of luck"
