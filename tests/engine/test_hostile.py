"""Whatever is sent either acts or is refused by one of our errors, and then leaves nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rollbook.core.errors import AuthorError, KeyReused, NotAllowed, RollbookError
from rollbook.core.play import Play
from rollbook.core.store import Store
from rollbook.core.table.returns import Return
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import (
    Brawl,
    Duel,
    Enter,
    Hit,
    Said,
    Strike,
    brawl,
    brawl_with,
    charms,
)

TEXTS = st.text(st.characters(), max_size=8) | st.sampled_from(
    (
        "\ud800",
        "e\u0301",
        "\u212b",
        "\x00",
        "ann",
        "anna",
        "everyone",
        "gm",
        "$.x",
        "' OR 1=1",
        "x" * 70,
    )
)
NUMBERS = st.integers() | st.sampled_from((2**63, -(2**63) - 1, 2**64, 10**40, 0, -1))
SCALARS = st.none() | st.booleans() | NUMBERS | st.floats() | TEXTS
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
LIKELY = st.sampled_from(("ann", "bo", "anna", 1, 3, ["ann"], {}, "luck"))


def tavern(**more: Any) -> Scenario:
    play = Scenario(brawl, charms, actors={"ann": "anna", "bo": "bert"}, **more)
    play.given(Enter(actor="ann"), Enter(actor="bo"))
    play.given({"type": "table.open_pool", "actor": "ann", "pool": "luck", "balance": 2})
    return play


COMMANDS = {
    tag: kind.__struct_fields__
    for tag, kind in tavern().session.book.commands.items()
    if tag != "table.open"
}


def said(error: RollbookError) -> None:
    """An error names itself."""
    assert error.code != "error"
    assert error.what
    assert set(error.as_dict()) == {"code", "what", "path", "rule", "hint"}


@st.composite
def commands(draw: st.DrawFn) -> Any:
    """A command's own fields, mostly, with anything in them; or anything at all."""
    if draw(st.integers(0, 9)) == 0:
        return draw(JSON)
    tag = draw(st.sampled_from(sorted(COMMANDS)))
    made: dict[Any, Any] = {"type": tag}
    for field in COMMANDS[tag]:
        if draw(st.integers(0, 9)):
            made[field] = draw(
                st.sampled_from(("ann", "bo", "anna", 1, 3, ["ann"], {}, "luck")) | JSON
            )
    if draw(st.integers(0, 9)) == 0:
        made[draw(TEXTS)] = draw(JSON)
    return made


@settings(
    max_examples=400,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(
    st.lists(commands(), min_size=1, max_size=6),
    st.sampled_from(("gm1", "host", "anna", "eve", "", "nobody", "\ud800")),
)
def test_any_json_acts_or_is_refused_by_name(given_: list[Any], by: str) -> None:
    play = tavern()
    for command in given_:
        before, head = laws.plain(play.session.timeline.slices), play.store.head("s")
        play.hand.faces = [1, 2, 3, 4] * 9
        try:
            play.session.do(command, by)
        except RollbookError as error:
            said(error)
            assert play.store.head("s") == head
            assert laws.plain(play.session.timeline.slices) == before
        else:
            assert play.store.head("s").commits == head.commits + 1
    laws.live_is_refolded(play.session)


@settings(
    max_examples=200,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(JSON, JSON, st.sampled_from(("anna", "bert", "gm1")))
def test_any_answer_is_taken_or_leaves_the_question_open(value: Any, for_: Any, by: str) -> None:
    play = tavern()
    play.when(Duel(a="ann", b="bo"))
    size = play.session.timeline.size
    for command in (
        {"type": "table.answer", "answer": value},
        {"type": "table.answer", "answer": value, "for_": for_},
    ):
        try:
            play.session.do(command, by)
        except RollbookError:
            assert play.session.timeline.size == size
            play.waits("ann", "bo")
        else:
            assert -2 <= int(value) <= 2
            return


@settings(
    max_examples=200,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(st.dictionaries(st.sampled_from(("stance:ann", "stance:bo", "x")) | TEXTS, JSON, max_size=3))
def test_any_answers_brought_along_are_taken_or_refused(answers: dict[str, Any]) -> None:
    play = tavern()
    size = play.session.timeline.size
    play.when(Duel(a="ann", b="bo"), answers=answers, faces=(3, 3), spare=True)
    if play.error is None:
        assert play.session.waiting is not None
    else:
        assert play.session.timeline.size == size


@pytest.mark.parametrize("depth", [100, 2_000, 100_000])
def test_json_nested_deep_is_refused(depth: int) -> None:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    play = tavern()
    play.when({"type": "table.add_note", "text": value}).refused("invalid")
    play.when({"type": "table.add_note", "text": "x"}, answers={"x": value}).refused("invalid")


@pytest.mark.parametrize("answers", [[1, 2], "stance", 7, {1: 2}])
def test_answers_that_are_no_object_are_refused(answers: Any) -> None:
    tavern().when(Duel(a="ann", b="bo"), answers=answers).refused("invalid")


@pytest.mark.parametrize(
    ("command", "code", "path"),
    [
        ({"type": "brawl.enter"}, "invalid", "$"),
        ({"type": "brawl.enter", "actor": 7}, "invalid", "$.actor"),
        ({"type": "brawl.enter", "actor": "ann", "points": 1.5}, "invalid", "$.points"),
        ({"type": "brawl.enter", "actor": "ann", "poinst": 3}, "invalid", "$"),
        ({"type": "brawl.enter", "actor": "zed"}, "refused", "$.actor"),
        ({"type": "brawl.flurry", "actor": "ann", "targets": ["bo", 3]}, "invalid", "$.targets[1]"),
        ({"type": "brawl.dance"}, "unknown-type", "$.type"),
        ({"type": "brawl.hit", "actor": "ann"}, "unknown-type", "$.type"),
        ({"type": "table.rolled"}, "unknown-type", "$.type"),
        ({"type": "table.open", "rulesets": {}, "seats": {}}, "invalid", "$.type"),
        ({"actor": "ann"}, "invalid", "$.type"),
        ({"type": 7}, "invalid", "$.type"),
        ([], "invalid", "$.type"),
        (None, "invalid", "$.type"),
    ],
)
def test_an_error_says_what_and_where(command: Any, code: str, path: str) -> None:
    play = tavern().when(command).refused(code)
    assert play.error
    assert (play.error.path, play.error.code) == (path, code)
    assert json.loads(json.dumps(play.error.as_dict()))["what"] == play.error.what


def test_a_hint_says_what_would_do() -> None:
    play = tavern()
    hints = {
        "brawl.dance": "in force: table, brawl, charms",
        "table.end_round": "begin one: table.begin_round",
    }
    for tag, hint in hints.items():
        play.when({"type": tag})
        assert play.error
        assert play.error.hint == hint


@pytest.mark.report(10)
def test_faces_sent_with_a_roll_are_refused() -> None:
    play = tavern()
    play.when({"type": "brawl.strike", "actor": "ann", "target": "bo", "faces": [6, 6]}, "anna")
    play.refused("invalid")


@pytest.fixture(params=["memory", "file"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    if request.param == "memory":
        return None
    return SQLiteStore(str(tmp_path / "s.rollbook"))


def test_the_same_key_and_command_have_one_effect(store: Store | None) -> None:
    play = tavern(store=store)
    first = play.session.do(Enter(actor="bo", points=4), "gm1", key="k")
    play.given(Enter(actor="bo", points=5))
    again = play.session.do(Enter(actor="bo", points=4), "gm1", key="k")
    assert again == first
    assert play.session.view().state[Brawl].points["bo"] == 5
    assert (
        play.reopened().do({"type": "brawl.enter", "actor": "bo", "points": 4}, "gm1", key="k")
        == first
    )


def test_a_receipt_lost_on_the_way_is_asked_for_again_with_its_size() -> None:
    """The expected size is that before the command, and the key is known: no conflict."""
    play = tavern()
    size = play.session.timeline.size
    first = play.session.do(Enter(actor="bo"), "gm1", key="k", size=size)
    assert play.session.do(Enter(actor="bo"), "gm1", key="k", size=size) == first


def test_a_key_is_for_one_command_of_one_seat(store: Store | None) -> None:
    play = tavern(store=store)
    play.given({"type": "table.add_note", "text": "x"})
    play.session.do({"type": "table.add_note", "text": "y"}, "anna", key="k")
    for command, by in (
        ({"type": "table.add_note", "text": "z"}, "anna"),
        ({"type": "table.add_note", "text": "y"}, "bert"),
        ({"type": "table.begin_scene"}, "gm1"),
    ):
        with pytest.raises(KeyReused, match=r"'k' was used for table\.add_note by anna"):
            play.session.do(command, by, key="k")


def test_a_refused_command_leaves_its_key_free(store: Store | None) -> None:
    play = tavern(store=store)
    with pytest.raises(NotAllowed):
        play.session.do(Enter(actor="bo"), "anna", key="k")
    assert play.session.do(Enter(actor="bo"), "gm1", key="k").events


def test_a_key_given_again_tells_what_became_of_its_command(store: Store | None) -> None:
    """All it has emitted so far, what it waits for now, and whether a return took it back."""
    play = tavern(store=store)
    play.hand.faces = [6, 6]
    strike = Strike(actor="ann", target="bo")
    first = play.session.do(strike, "anna", key="k")
    assert first.waiting
    play.answer("no", "bert")
    again = play.session.do(strike, "anna", key="k")
    assert (again.commit, again.size, again.root) == (first.commit, first.size, first.root)
    assert again.waiting is None
    assert not again.returned
    assert any(isinstance(event, Hit) for event in again.events)
    play.given(Return(to=first.commit - 1))
    assert play.session.do(strike, "anna", key="k").returned
    play.given(Return(to=first.commit + 1))
    assert not play.session.do(strike, "anna", key="k").returned


@pytest.mark.parametrize("key", ["\ud800", 7, ("k",)])
def test_a_key_that_cannot_be_kept_is_refused(key: Any) -> None:
    play = tavern().when({"type": "table.add_note", "text": "x"}, key=key)
    play.refused("invalid")


@pytest.mark.parametrize("key", ["\x00", "a\x00b", " ", "' OR 1=1 --", "ключ", "x" * 10_000])
def test_any_text_that_can_be_kept_is_a_key(store: Store | None, key: str) -> None:
    play = tavern(store=store)
    note = {"type": "table.add_note", "text": key}
    play.when(note, "anna", key=key)
    if key.strip():
        first = play.receipt
        assert first, play.error
        assert play.reopened().do(note, "anna", key=key) == first
        assert [n.text for n in play.reopened().view().ledger.notes] == [key]
    else:
        play.refused("refused", path="$.text")


@pytest.mark.report(7)
def test_a_note_that_looks_like_a_roll_is_text() -> None:
    play = tavern()
    rolled = '{"type":"table.rolled","actor":"ann","total":12}'
    play.given({"type": "table.add_note", "text": rolled}, by="anna")
    assert [e.type for e in play.session.log(since=play.session.timeline.size - 2)] == [
        "table.add_note", "table.noted",
    ]  # fmt: skip
    assert not [e for e in play.session.log() if e.type == "table.rolled"]
    assert play.session.view("bert").ledger.notes[0].text == rolled


def test_an_error_of_a_rule_itself_leaves_nothing_and_play_goes_on() -> None:
    def broken(command: Strike, play: Play) -> None:
        play.emit(Said(text="so far"))
        raise KeyError("the author forgot")

    play = Scenario(brawl_with(Strike, broken), actors={"ann": "anna"})
    head = play.store.head("s")
    with pytest.raises(AuthorError, match="KeyError: 'the author forgot'"):
        play.session.do(Strike(actor="ann", target="ann"), "anna")
    assert play.store.head("s") == head
    play.given({"type": "table.add_note", "text": "on we go"})
    laws.hold(play.session)
