"""Questions of every kind at one keyboard, put to whoever is asked, each with what it costs."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from msgspec import Struct

from rollbook import Command, Event, Play, Rules, Ruleset, Session, gm
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Enter, brawl
from rollbook.replay.cli.out import Out
from rollbook.replay.prompt.conversation import Conversation
from rollbook.replay.prompt.screen import Plain

from .tables import sit_down

Converse = Callable[..., str]


class Inn(Struct, frozen=True):
    """Nothing that has to be kept."""


class Rain(Command, ruleset="inn"):
    """Ask the GM whether it rains."""


class Rained(Event, ruleset="inn"):
    """It rains, or not."""

    answer: str


rules = Rules(Inn)


@rules.decides(Rain, may=gm)
def rain(command: Rain, play: Play) -> None:
    answer = play.ask("Does it rain?", choices=("yes", "no"), name="rain", standing=True)
    play.emit(Rained(answer=answer))


@pytest.fixture
def converse(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Converse:
    """Type lines at the keyboard of some seats; gives what is said."""

    def talk(session: Session, seats: str, *lines: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        out, screen = Out(False, "en"), Plain("All may look again.")
        capsys.readouterr()
        Conversation(session, out, screen, seats.split(), "again").run()
        return capsys.readouterr().out

    return talk


def tavern() -> Scenario:
    """Two fighters; Ann has luck to spend."""
    play = Scenario(brawl, actors={"ann": "anna", "bo": "bert"})
    play.given(Enter(actor="ann"), Enter(actor="bo"))
    play.given({"type": "table.open_pool", "actor": "ann", "pool": "luck", "balance": 1})
    return play


def test_numbers_in_secret_then_choices_with_their_costs(converse: Converse) -> None:
    """Each answers for himself, whoever typed the command; what cannot be paid is not offered."""
    play = tavern()
    play.hand.faces = [2, 5, 6]
    said = converse(
        play.session, "gm1 anna bert",
        "duel ann bo", "9", "1", "0", "better", "pass", "1",
    )  # fmt: skip
    first, second = said.index("Only Anna looks now."), said.index("Only Bert looks now.")
    assert first < said.index("a number, -2 to 2") < second
    assert "✗ 9 is out of bounds" in said
    assert "better  roll again    costs 1 luck  [BRA-041]" in said
    assert "Anna, for Ann ▸ better" in said
    assert "Bert, for Bo ▸ pass" in said
    assert play.session.view().table.pools["ann"]["luck"].balance == 0
    assert play.session.waiting is None


def test_whoever_wants_to_may_answer_the_others_pass(converse: Converse) -> None:
    play = tavern()
    said = converse(play.session, "gm1 anna bert", "auction ale bidders=ann,bo", "pass", "take")
    assert "Bert, for Bo ▸ take" in said
    assert play.session.waiting is None
    assert "bo takes ale" in play.session.view()["brawl"].said


def test_a_ruling_is_kept_for_as_long_as_is_said(converse: Converse) -> None:
    """And then it answers instead of the GM."""
    play = Scenario(Ruleset("inn", "1.0.0", Inn, chapters=(rules,), events=(Rained,)))
    play.given({"type": "table.begin_scene"})
    said = converse(play.session, "gm1", "rain", "1", "scene", "rain")
    assert said.count("Gm1: Does it rain?") == 1
    assert said.index("for the evening") < said.index("gm1 ▸ rain", said.index("▸ scene"))
    rained = [e.message.answer for e in play.session.log() if e.type == "inn.rained"]
    assert rained == ["yes", "yes"]
    (ruling,) = play.session.view().table.rulings.values()
    assert (ruling.answer, ruling.until.__struct_config__.tag) == ("yes", "scene_end")


def test_an_answer_in_ones_own_words_may_begin_with_a_word_of_the_prompts(
    converse: Converse,
) -> None:
    play = tavern()
    asks = {"type": "brawl.hurt", "target": "bo", "source": "x", "amount": 99}
    receipt = play.session.do(asks, "gm1")
    assert receipt.waiting is not None
    assert receipt.waiting.of == "text"
    converse(play.session, "gm1", "show yourself, she cries")
    assert "show yourself, she cries" in play.session.view()["brawl"].said


def test_the_prompts_own_words_are_heeded_where_a_choice_is_asked_for(converse: Converse) -> None:
    """The question stays, and is put again."""
    play = tavern()
    play.hand.faces = [6, 6, 4]
    said = converse(play.session, "gm1 bert", "strike ann bo", "note hm", "who", "yes")
    assert "“hm”" in said
    assert said.count("Dodge? [BRA-011]") >= 3
    assert "Bert, for Bo ▸ yes" in said
    assert play.session.waiting is None


def test_no_refusal_quotes_a_question_that_somebody_here_may_not_see(converse: Converse) -> None:
    """Also where the one who types may: the others read the screen too."""
    session = sit_down()
    session.do({"type": "tavern.vote"}, "master")
    said = converse(session, "anna bea", "cut ugo", "waiting", "as anna")
    assert "Waiting for an answer that is not given here." in said
    assert "betray" not in said
    shared = converse(session, "master anna", "whisper anna hm", "tempt ugo", "yes")
    aloud = re.sub("(?s)Only Master looks now.*?All may look again", "", shared)
    assert "betray" in shared
    assert "betray" not in aloud
