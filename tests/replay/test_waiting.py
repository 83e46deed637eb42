"""What is waited for, of whom, since when and how to answer; and the rulings that stand."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rollbook import Choice, Play, Ruleset, replay
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import (
    Auction,
    Brawl,
    Duel,
    Enter,
    Strike,
    Watch,
    brawl,
    brawl_with,
)
from rollbook.replay import Recording, Transcript

from .tables import run, sit_down, tavern

VIEWERS = ("", "gm1", "anna", "bert", "eve")


def swims(command: Watch, play: Play) -> None:
    """A ruling that may stand, of two ways with labels and a cost."""
    ways = (
        Choice("swim", label="swim across", cost=2, pool="luck", rule="BRA-070"),
        Choice("walk", of="bridge", label="walk round by the bridge"),
    )
    play.ask(
        "How does one cross here?", choices=ways, name="cross", rule="BRA-070",
        standing=True, subject=command.actor,
    )  # fmt: skip


fords = brawl_with(Watch, swims)


def begun(store: Any = None, ruleset: Ruleset = brawl) -> Scenario:
    play = Scenario(ruleset, actors={"ann": "anna", "bo": "bert", "cy": ""}, store=store)
    play.given(*(Enter(actor=actor, points=10) for actor in ("ann", "bo", "cy")))
    return play.given({"type": "table.open_pool", "actor": "ann", "pool": "luck", "balance": 2})


@pytest.fixture
def playing(tmp_path: Path, install: Callable[[Ruleset], None]) -> Scenario:
    install(fords)
    return begun(SQLiteStore(tmp_path / "s.db"), fords)


def looked(play: Scenario, viewer: str = "") -> replay.Waiting:
    return replay.waiting(Recording.of(play.session), viewer=viewer)


def test_it_says_what_is_asked_of_whom_by_whose_command_since_when_and_at_which_cost() -> None:
    """The last question of a command: since when is when that was asked, not the command."""
    play = begun()
    play.when(Duel(a="ann", b="bo")).answer(1, "anna").answer(0, "bert", faces=(2, 6))
    asked = play.session.timeline.commits - 1
    found = looked(play)
    assert found.question == play.session.waiting
    assert found.question is not None
    at = {r.commit: r.at for r in play.store.records("s") if r.at}
    assert (found.by, found.asked, found.question.since) == ("gm1", asked, at[asked])
    assert found.question.command == "brawl.duel"
    assert found.question.since != at[found.question.commit], "the command came before"
    costs = {c.id: (c.cost, c.pool, c.rule) for c in found.question.choices}
    assert costs == {"pass": (0, "", ""), "better": (1, "luck", "BRA-041")}
    assert found.may == {"ann": ("anna",)}


def test_who_has_answered_is_said_and_not_what_nor_who_may_not_know() -> None:
    play = begun()
    play.when(Duel(a="ann", b="bo")).answer(1, "gm1", for_="ann")
    answered = play.session.timeline.commits - 1
    for viewer in VIEWERS:
        found = looked(play, viewer)
        assert found.question is not None
        assert found.question.waiting_for == ("bo",)
        assert [(g.who, g.by, g.commit) for g in found.answered] == [("ann", "gm1", answered)]
        assert found.may == {"bo": ("bert",)}
        assert "answer" not in {*found.answered[0].__struct_fields__}


def test_an_actor_without_owner_is_answered_for_by_whoever_runs_the_table() -> None:
    play = begun()
    play.when(Auction(thing="ale", bidders=("ann", "cy")), "bert")
    assert looked(play).may == {"ann": ("anna",), "cy": ("gm1",)}


def test_after_a_return_into_a_question_answers_of_the_other_branch_do_not_count() -> None:
    play = begun()
    play.when(Duel(a="ann", b="bo"))
    asked = play.session.timeline.commits - 1
    play.answer(1, "anna").answer(0, "bert", faces=(2, 6))
    play.given({"type": "table.return", "to": asked})
    found = looked(play)
    assert (found.asked, found.answered) == (asked, ())
    assert found.may == {"ann": ("anna",), "bo": ("bert",)}


def test_nothing_open_says_whose_turn_it_is(tmp_path: Path, playing: Scenario) -> None:
    path = tmp_path / "s.db"
    assert run("waiting", path).stdout == (
        "No question is open.\nNo round is under way: whoever wants to acts.\n"
    )
    slots = {"s1": {"actor": "ann", "key": [1]}, "s2": {"actor": "bo", "key": [2]}}
    playing.given({"type": "table.begin_scene"}, {"type": "table.begin_round", "slots": slots})
    playing.given({"type": "table.next_turn"})
    done = run("waiting", path).stdout
    assert done == "No question is open.\nRound: 1, s1 (ann) acts, then s2\n"
    turn = json.loads(run("waiting", path, "--json").stdout)["turn"]
    assert turn == {"round": 1, "slot": "s1", "actor": "ann", "next": ["s2"]}


def test_in_words_with_a_line_to_type_for_each_that_works(
    tmp_path: Path, playing: Scenario
) -> None:
    path = tmp_path / "s.db"
    playing.when(Watch(actor="bo"))
    text = run("waiting", path).stdout
    for part in (
        "brawl.watch waits for gm:",
        "How does one cross here? [BRA-070]",
        "swim across",
        "costs 2 luck",
        "[BRA-070]",
        "walk:bridge",
        f"in commit c{playing.session.timeline.commits - 1}, by a command of Gm1",
        "--stands scene, sitting or good",
    ):
        assert part in text
    [line] = [line.split() for line in text.splitlines() if str(path) in line]
    assert line[:4] == ["rollbook", "answer", str(path), "VALUE"]
    done = run(*line[1:3], "swim", *line[4:])
    assert done.exit_code == 0, done.stderr
    assert "No question is open." in run("waiting", path).stdout
    assert "Nessuna domanda è aperta." in run("waiting", path, "--lang", "it").stdout


def test_where_one_seat_answers_for_several_the_line_says_for_whom(
    tmp_path: Path, playing: Scenario
) -> None:
    path = tmp_path / "s.db"
    playing.given({"type": "table.give_actor", "actor": "bo", "owners": ["anna"]})
    playing.when(Duel(a="ann", b="bo"))
    lines = [line.split() for line in run("waiting", path).stdout.splitlines() if "--for" in line]
    assert [line[-1] for line in lines] == ["ann", "bo"]
    assert run(*lines[0][1:3], "0", *lines[0][4:]).exit_code == 0
    left = [line.split() for line in run("waiting", path).stdout.splitlines() if "--by" in line]
    assert [line[3:] for line in left] == [["VALUE", "--by", "anna"]]


@pytest.mark.parametrize("form", [(), ("--json",)])
@pytest.mark.parametrize("lang", ["en", "it"])
def test_who_may_not_see_the_question_is_told_that_none_is_open(
    tmp_path: Path, install: Callable[[Ruleset], None], form: tuple[str, ...], lang: str
) -> None:
    """And who is asked, but may not see the command, does not learn whose it is nor what."""
    install(tavern)
    path = tmp_path / "inn.db"
    session = sit_down(SQLiteStore(path))

    def shown(viewer: str) -> str:
        return run("waiting", path, "--as", viewer, "--lang", lang, *form).stdout

    before = shown("bea")
    session.do({"type": "tavern.vote"}, "master")
    assert "Does the innkeeper betray them?" in shown("master")
    hidden = shown("bea")
    if form:
        assert json.loads(hidden) == {**json.loads(before), "commit": 3}
    else:
        assert hidden == before
    session.do({"type": "table.answer", "answer": "no"}, "master")
    session.do({"type": "tavern.tempt", "actor": "pia"}, "master")
    assert "Do you take the purse?" in shown("bea")
    assert "tempt" in shown("master")
    for word in ("tempt", "master", "Master"):
        assert word not in shown("bea")
    assert run("waiting", path, "--as", "zoe").exit_code == 2


def test_an_answer_on_behalf_is_shown_as_such_in_words_and_in_json() -> None:
    play = begun()
    play.when(Strike(actor="ann", target="bo"), "anna", faces=(6, 3)).answer("no", "gm1")
    told = [ln for ln in Transcript(Recording.of(play.session)) if ln.type == "table.answered"]
    assert [line.text for line in told] == ["Gm1 answers for Bo: no"]
    message = json.loads(bytes(told[0].message))
    assert (message["by"], message["for_"]) == ("gm1", "bo")


def test_answers_are_told_by_the_label_of_the_choice_and_cited_so(playing: Scenario) -> None:
    """Also where the answer came along, and of the ruling that it became."""
    playing.when(Watch(actor="bo")).answer("walk:bridge", stands="good")
    playing.when(Watch(actor="bo"))
    playing.when(Watch(actor="cy"), answers={"cross": "swim"})
    told = [line.text for line in Transcript(Recording.of(playing.session)) if line.kind == "event"]
    answers = [t for t in told if "walk" in t or "swim" in t]
    assert answers == [
        "Gm1 answers: walk round by the bridge",
        "Gm1 rules, for good: How does one cross here? walk round by the bridge",
        "A standing ruling answers: walk round by the bridge",
        "Gm1 answers: swim across",
    ]


def test_who_lets_it_pass_is_told_so_in_each_language() -> None:
    play = begun()
    play.when(Auction(thing="ale", bidders=("ann", "bo")), "anna").answer("pass", "bert")
    for lang, word in (("en", "Bert answers: pass"), ("it", "Risposta di Bert: passo")):
        told = [line.text for line in Transcript(Recording.of(play.session), lang=lang)]
        assert told[-1] == word


def test_standing_rulings_are_listed_with_how_to_take_each_back(
    tmp_path: Path, playing: Scenario
) -> None:
    path = tmp_path / "s.db"
    assert run("rulings", path).stdout == "No ruling stands.\n"
    playing.given({"type": "table.begin_scene"})
    for actor, value, stands in (("bo", "walk:bridge", "good"), ("cy", "swim", "scene")):
        playing.when(Watch(actor=actor)).answer(value, stands=stands)
    commits = [playing.session.timeline.commits - n for n in (3, 1)]
    found = json.loads(run("rulings", path, "--json").stdout)
    assert [(r["key"], r["answer"], r["label"], r["by"], r["commit"]) for r in found] == [
        ("BRA-070/cross/bo", "walk:bridge", "walk round by the bridge", "gm1", commits[0]),
        ("BRA-070/cross/cy", "swim", "swim across", "gm1", commits[1]),
    ]
    at = {r.commit: r.at for r in playing.store.records("s") if r.at}
    assert [r["at"] for r in found] == [at[commit] for commit in commits]
    text = run("rulings", path).stdout
    assert "How does one cross here? walk round by the bridge [BRA-070]" in text
    assert f"ruled by Gm1 on {at[commits[0]][:10]} {at[commits[0]][11:16]} (UTC)" in text
    lines = [line.partition(": ")[2] for line in text.splitlines() if "lapse_ruling" in line]
    for line in lines:
        assert run(*line.split()[1:], "--by", "gm1").exit_code == 0
    assert run("rulings", path).stdout == "No ruling stands.\n"


def test_a_ruling_made_again_counts_from_then_and_one_taken_back_with_the_board_is_gone() -> None:
    play = begun(ruleset=fords)
    play.when(Watch(actor="bo")).answer("swim", stands="good")
    first = play.session.timeline.commits - 1
    play.given({"type": "table.lapse_ruling", "ruling": "BRA-070/cross/bo"})
    play.when(Watch(actor="bo")).answer("walk:bridge", stands="good")
    [now] = replay.standing(Recording.of(play.session))
    assert (now.answer, now.commit) == ("walk:bridge", play.session.timeline.commits - 1)
    play.given({"type": "table.return", "to": first})
    [then] = replay.standing(Recording.of(play.session))
    assert (then.answer, then.commit) == ("swim", first)
    play.given({"type": "table.return", "to": first - 2})
    assert replay.standing(Recording.of(play.session)) == ()


def test_what_came_along_and_was_not_come_to_is_named_and_may_come_with_the_answer(
    tmp_path: Path, playing: Scenario
) -> None:
    """An auction asks ann; what else is brought is not kept for after her answer."""
    path = tmp_path / "s.db"
    auction = Auction(thing="ale", bidders=("ann",))
    playing.when(auction, "bert", answers={"fall": "hard"})
    assert playing.receipt is not None
    assert playing.receipt.unused == ("fall",)
    playing.given({"type": "table.withdraw", "reason": "again, from the shell"})
    typed = ("do", path, "auction", "thing=ale", 'bidders=["ann"]', "--by", "bert")
    done = run(*typed, "--answer", "fall=hard")
    assert done.exit_code == 0
    assert "Nothing asked for these answers: fall. What is asked only later" in done.stdout
    done = run("answer", path, "take", "--by", "anna", "--answer", "fall=hard")
    assert (done.exit_code, "Nothing asked for these answers: fall.\n" in done.stdout) == (0, True)


def test_an_answer_may_bring_the_next_ones_along(tmp_path: Path, playing: Scenario) -> None:
    """From the shell too: bo does not dodge, and the GM, who answers for him, says how he falls."""
    path = tmp_path / "s.db"
    playing.given(Enter(actor="bo", points=1))
    playing.when(Strike(actor="ann", target="bo"), "anna", faces=(6, 3)).waits("bo")
    done = run("answer", path, "no", "--by", "gm1", "--answer", "fall=like a tree")
    assert done.exit_code == 0
    assert playing.session.waiting is None
    assert playing.session.view().state[Brawl].said == ("like a tree",)
