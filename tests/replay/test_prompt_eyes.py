"""Who looks at the screen: what all may see is told aloud, the rest is a letter to each."""

from __future__ import annotations

from pathlib import Path

from rollbook.core.table.seats import AddNote
from rollbook.replay.prompt.eyes import Eyes
from rollbook.replay.prompt.status import line, pieces
from rollbook.replay.words import words

from .tables import SEATS, play_duel, sit_down


def texts(eyes: Eyes, seat: str = "") -> list[str]:
    """What is said in the notes that are told aloud, or shown to one alone."""
    found = eyes.open_letters(seat) if seat else eyes.news()
    return [entry.message.text for entry in found if entry.type == "table.noted"]


def test_what_all_here_may_see_is_told_aloud_once() -> None:
    session = sit_down()
    eyes = Eyes(session, SEATS)
    session.do(AddNote(text="rain"), "anna")
    assert texts(eyes) == ["rain"]
    assert texts(eyes) == []
    assert [texts(eyes, seat) for seat in SEATS] == [[], [], []]


def test_a_whisper_is_a_letter_to_its_hearers_and_told_to_nobody_else() -> None:
    session = sit_down()
    eyes = Eyes(session, SEATS)
    session.do(AddNote(text="the ale is bad", to=("bea",)), "anna")
    assert texts(eyes) == []
    assert texts(eyes, "master") == []
    assert texts(eyes, "bea") == texts(eyes, "anna") == ["the ale is bad"]
    assert texts(eyes, "bea") == [], "it is shown once"


def test_whoever_sent_it_from_here_needs_no_letter() -> None:
    session = sit_down()
    eyes = Eyes(session, SEATS)
    receipt = session.do(AddNote(text="the ale is bad", to=("bea",)), "anna")
    eyes.own.add(receipt.commit)
    eyes.knows("anna", receipt)
    eyes.news()
    assert texts(eyes, "anna") == []
    assert texts(eyes, "bea") == ["the ale is bad"]


def test_one_alone_at_the_keyboard_is_told_everything_he_may_see_aloud() -> None:
    session = sit_down()
    eyes = Eyes(session, ["bea"])
    session.do(AddNote(text="for bea", to=("bea",)), "anna")
    session.do(AddNote(text="for the GM", to=("gm",)), "anna")
    assert texts(eyes) == ["for bea"]
    assert eyes.alone


def test_what_is_shown_to_all_later_is_told_then(tmp_path: Path) -> None:
    """Two answer in secret; when the second has, the first one's answer is shown."""
    session = play_duel(tmp_path / "duel.db")
    session.do({"type": "table.begin_scene"}, "master")
    ask = {"manoeuvre_a": "ask", "manoeuvre_b": "ask"}
    session.do({"type": "fudge.exchange", "a": "snorri", "b": "brynhild", **ask}, "master")
    eyes = Eyes(session, ["anna", "bea"])
    session.do({"type": "table.answer", "answer": "all-out-attack"}, "anna")
    assert not any("all-out-attack" in str(entry.message) for entry in eyes.news())
    session.do({"type": "table.answer", "answer": "normal"}, "bea")
    assert any("all-out-attack" in str(entry.message) for entry in eyes.news())


def test_the_status_line_says_what_everybody_here_may_see() -> None:
    session = sit_down()
    say = words(session.book)
    for command in (
        {"type": "table.begin_scene", "title": "Inn"},
        {"type": "table.open_pool", "actor": "ugo", "pool": "luck", "balance": 3},
        {"type": "table.begin_round", "slots": {
            "s1": {"actor": "ugo", "key": [1]}, "s2": {"actor": "pia", "key": [2]}}},
        {"type": "table.take_turn"},
        {"type": "tavern.tempt", "actor": "ugo"},
    ):  # fmt: skip
        session.do(command, "master")
    of = {seat: pieces(session.view(seat), "anna", say) for seat in SEATS}
    assert of["anna"] == [
        "Scene: Inn", "Round 1, Ugo acts, then Pia", "Ugo: luck 3", "waiting for Ugo"
    ]  # fmt: skip
    assert line([of["anna"]], ["Anna"]).endswith("Ugo: luck 3 · waiting for Ugo")
    assert line([of["anna"], of["bea"]], ["Anna"]) == (
        "Anna · Scene: Inn · Round 1, Ugo acts, then Pia · Ugo: luck 3"
    ), "bea was not told of the question"


def test_the_status_line_names_who_is_put_aside_and_no_id_of_a_scene_without_a_title() -> None:
    """Whoever holds his turn, or is interrupted, acts later: he is not forgotten."""
    session = sit_down()
    slots = {"s1": {"actor": "ugo", "key": [1]}, "s2": {"actor": "pia", "key": [2]}}
    for command in (
        {"type": "table.begin_scene"},
        {"type": "table.begin_round", "slots": slots},
        {"type": "table.hold_slot", "id": "s1"},
        {"type": "table.take_turn", "slot": "s2"},
    ):
        session.do(command, "master")

    def said() -> list[str]:
        return pieces(session.view("anna"), "anna", words(session.book))

    assert said() == ["Scene", "Round 1, Pia acts, later Ugo"]
    session.do({"type": "table.interrupt", "slot": "s1"}, "master")
    assert said() == ["Scene", "Round 1, Ugo acts, later Pia"]
