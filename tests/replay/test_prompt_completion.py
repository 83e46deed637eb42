"""What Tab offers at the prompt: what may be sent, fields, and values from how things stand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rollbook import Session
from rollbook.replay.prompt.completion import Knowing, answers, candidates, hint, of_fields
from rollbook.replay.words import words

from .tables import EXAMPLES, play_duel, sit_down


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """The printed duel, with a scene and a pool under way."""
    path = tmp_path_factory.mktemp("prompt") / "duel.db"
    with play_duel(path) as session:
        for command in (
            {"type": "table.begin_scene", "title": "Later"},
            {"type": "table.begin_round", "slots": {"s1": {"actor": "snorri"}}},
            {"type": "table.open_pool", "actor": "snorri", "pool": "luck", "balance": 2},
            {"type": "table.open_pool", "actor": "brynhild", "pool": "grit", "balance": 1},
        ):
            session.do(command, "master")
        yield session


def knowing(session: Session, *seats: str, lang: str = "en") -> Knowing:
    """What may be offered with these at the keyboard, the first of them typing."""
    views = [session.view(seat) for seat in seats]
    return Knowing(session.book, words(session.book, lang), views, session.commands(seats[0]))


def offered(session: Session, before: str, *seats: str) -> list[str]:
    """What may come next, without what is said beside it."""
    return [found.text for found in candidates(before, knowing(session, *(seats or ("master",))))]


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("exch", ["exchange"]),
        ("fudge.ex", ["fudge.exchange"]),
        ("EXCH", ["exchange"]),
        ("und", ["undo"]),
        ("whi", ["whisper"]),
        ("exchange sn", ["snorri"]),
        ("exchange a=br", ["brynhild"]),
        ("exchange snorri brynhild manoeuvre_a=all", ["all-out-attack", "all-out-defence"]),
        ("exchange snorri brynhild man", ["manoeuvre_a=", "manoeuvre_b="]),
        ("spend snorri ", ["luck", "pool=", "amount=", "for_=", "rule="]),
        ("spend brynhild gr", ["grit"]),
        ("attempt snorri sw", ["sword"]),
        ("exchange snorri brynhild trait_b=a", ["axe"]),
        ("wield brynhild ", ["axe", "weapon="]),
        ("drop_slot ", ["s1", "id="]),
        ("begin_round repeat=", ["yes", "no"]),
        ("give_actor snorri anna,b", ["bea"]),
        ("as an", ["anna"]),
        ("help exch", ["exchange"]),
        ("show wo", ["wound-track"]),
        ("lang ", ["en", "it"]),
        ("no-such-command x", []),
        ("end_scene ", []),
    ],
)  # fmt: skip
def test_what_may_come_next(duel: Session, before: str, expected: list[str]) -> None:
    assert offered(duel, before) == expected


def test_a_seat_is_offered_what_it_may_send_and_nothing_else(duel: Session) -> None:
    assert "exchange" in offered(duel, "")
    assert "exchange" not in offered(duel, "", "anna")
    assert "wield" in offered(duel, "", "anna")


def test_beside_a_command_stands_what_it_is_for_and_by_which_rules(duel: Session) -> None:
    (found,) = candidates("exch", knowing(duel, "master"))
    assert "fight for one round" in found.meta
    assert "FUD-170" in found.meta
    assert found.back == len("exch")


def test_the_line_below_says_what_the_field_takes(duel: Session) -> None:
    know = knowing(duel, "master")
    assert hint("exchange", know).startswith("Two fighters within reach")
    assert hint("exchange snorri ", know) == "b: the other (needed)"
    assert "(else normal)" in hint("exchange snorri brynhild ", know)
    assert hint("", know) == hint("help exchange", know) == hint("nothing ", know) == ""


def test_files_are_offered_where_an_object_is_wanted(
    duel: Session, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Those that can be read as one, and folders, which are not over with it."""
    for name in ("a.toml", "b.json", "c.txt", ".hidden.toml"):
        (tmp_path / name).write_text("")
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path)
    found = candidates("enter ugo Ugo ", knowing(duel, "master"))
    assert [(c.text, c.open) for c in found if "@" in c.text] == [
        ("@a.toml", False), ("@b.json", False), ("@sub/", True),
    ]  # fmt: skip
    assert offered(duel, f"enter ugo Ugo @{EXAMPLES}/sn") == [f"@{EXAMPLES}/snorri.toml"]
    assert offered(duel, "enter ugo Ugo @nowhere/") == []


def test_what_one_at_the_keyboard_may_not_see_is_offered_to_nobody_there() -> None:
    """A whispered id is no candidate while the others look on."""
    session = sit_down()
    session.do({"type": "table.add_actor", "id": "spy", "name": "Spy", "seen_by": ["gm"]}, "master")
    assert "spy" in offered(session, "cut ", "master")
    assert "spy" not in offered(session, "cut ", "master", "anna")


def test_choices_of_a_question_are_offered_with_label_cost_and_rule(tmp_path: Path) -> None:
    with play_duel(tmp_path / "duel.db") as session:
        command = {"type": "fudge.exchange", "a": "snorri", "b": "brynhild", "manoeuvre_a": "ask"}
        session.do({"type": "table.begin_scene"}, "master")
        asked = session.do(command, "master").waiting
        assert asked is not None
        found = answers("all", asked, words(session.book))
        assert [c.text for c in found] == ["all-out-attack", "all-out-defence"]
        assert "hit nobody" in found[1].meta
        assert "FUD-182" in found[1].meta


def test_a_field_is_named_once(duel: Session) -> None:
    assert "a=" not in offered(duel, "exchange snorri ")
    kind = duel.book.commands["fudge.exchange"]
    know = knowing(duel, "master")
    assert [c.text for c in of_fields(kind, ["manoeuvre_a"], "ma", know)] == ["manoeuvre_a="]
    assert [c.text for c in of_fields(kind, ["manoeuvre_a"], "manoeuvre_a=as", know)] == ["ask"]


def test_words_are_offered_in_the_readers_language() -> None:
    know = knowing(sit_down(), "master", lang="it")
    assert {c.text for c in candidates("a", know)} >= {"aiuto", "annulla", "add_actor"}
