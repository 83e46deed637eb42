"""What undo takes back: the last command that changed the board, whole; again, the one before."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from rollbook import Session
from rollbook.core.table.returns import Return
from rollbook.core.table.seats import AddNote
from rollbook.replay import Recording
from rollbook.replay.prompt.back import last_done

from .tables import sit_down


def undo(session: Session) -> int | None:
    """Take back what undo would; gives the commit that it took back."""
    first = last_done(Recording.of(session))
    if first is not None:
        session.do(Return(to=first - 1), "master")
    return first


def test_a_command_is_taken_back_with_all_that_answers_added() -> None:
    session = sit_down()
    begun = session.do({"type": "tavern.vote"}, "master").commit
    assert last_done(Recording.of(session)) == begun
    session.do(AddNote(text="hm"), "bea")
    session.do({"type": "table.answer", "answer": "yes"}, "master")
    assert last_done(Recording.of(session)) == begun
    before = session.at(begun - 1).slices
    assert undo(session) == begun
    assert session.view().table == before[session.book.table]


def test_notes_seats_and_returns_are_passed_over() -> None:
    session = sit_down()
    cut = session.do({"type": "tavern.cut", "actor": "ugo"}, "master").commit
    session.do(AddNote(text="hm"), "bea")
    session.do({"type": "table.add_seat", "id": "zoe", "name": "Zoe"}, "master")
    assert undo(session) == cut
    assert last_done(Recording.of(session)) == 2  # the second actor, as `sit_down` adds them


def test_where_nothing_is_done_there_is_nothing_to_take_back() -> None:
    session = sit_down()
    assert [undo(session), undo(session), undo(session)] == [2, 1, None]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(("cut", "note", "undo")), max_size=12))
def test_undo_is_a_stack(steps: list[str]) -> None:
    """The model: a list of boards, from which undo pops the last."""
    session = sit_down()
    boards = [session.view().slices]
    first = len(boards)
    for step in steps:
        if step == "cut":
            session.do({"type": "tavern.cut", "actor": "ugo"}, "master")
            boards.append(session.view().slices)
        elif step == "note":
            session.do(AddNote(text="hm"), "anna")
        elif len(boards) > first:
            assert undo(session) is not None
            boards.pop()
        board = {k: v for k, v in session.view().slices.items() if k is not session.book.ledger}
        expected = {k: v for k, v in boards[-1].items() if k is not session.book.ledger}
        assert board == expected
