"""Rulings that stand, real dice, what comes due and may refuse, seals at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Struct, structs

from rollbook import Choice, Command, Event, Play, Rules, Ruleset, anyone
from rollbook.core.asked import Ruled, RulingCited, RulingLapsed
from rollbook.core.dice import commitment
from rollbook.core.table.ledger import Charter
from rollbook.core.table.returns import Return
from rollbook.core.table.time import EndScene
from rollbook.core.until import Good, RoundEnd, SceneEnd, Until
from rollbook.core.vocabulary import CameDue, Dropped, Rolled, TableDraw
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Enter, Sneak, Strike, Watch, brawl


class Diary(Struct, frozen=True):
    lines: tuple[str, ...] = ()


class DiaryOptions(Struct, frozen=True):
    pass


class Act(Command, ruleset="diary"):
    """Do what the test says."""

    what: str = ""


class Line(Event, ruleset="diary"):
    """Something was written."""

    text: str


def diary(decide: Callable[[Act, Play], object], **more: Any) -> Scenario:
    rules: Rules[Diary, DiaryOptions] = Rules(Diary, DiaryOptions)

    @rules.decides(Act, may=anyone)
    def act(command: Act, play: Play) -> None:
        decide(command, play)

    @rules.evolves(Line)
    def line(state: Diary, event: Line) -> Diary:
        return structs.replace(state, lines=(*state.lines, event.text))

    made = Ruleset("diary", version="1", state=Diary, options=DiaryOptions, chapters=(rules,))
    return Scenario(made, actors={"ann": "anna", "bo": "bert"}, **more)


WAYS = (Choice("hit", of="bo"), Choice("run"))


def lines(play: Scenario) -> tuple[str, ...]:
    return play.session.view().state[Diary].lines


def swims(command: Act, play: Play) -> None:
    """The GM is asked whether one can swim here, once for each water."""
    answer = play.ask(
        "Can one swim here?", choices=("yes", "no"), name="swim", rule="DIA-001",
        standing=True, subject=command.what,
    )  # fmt: skip
    play.emit(Line(text=f"{command.what}: {answer}"))


def test_a_ruling_that_stands_is_cited_where_the_same_is_asked() -> None:
    play = diary(swims)
    play.when(Act(what="lake")).answer("no", "gm1", stands="good")
    assert [type(m) for m in (e.message for e in play.entries)][1:] == [Ruled, Line]
    play.when(Act(what="lake"), "anna").then(RulingCited, Line)
    play.when(Act(what="sea")).waits("gm")
    play.answer("yes")
    play.when(Act(what="sea")).waits("gm")
    play.answer("yes")
    assert lines(play) == ("lake: no", "lake: no", "sea: yes", "sea: yes")
    laws.hold(play.session)


@pytest.mark.parametrize(
    ("stands", "ending"), [("scene", "table.end_scene"), ("sitting", "table.end_sitting")]
)
def test_a_ruling_lapses_with_its_scene_or_sitting(stands: str, ending: str) -> None:
    play = diary(swims)
    play.given({"type": "table.begin_sitting"}, {"type": "table.begin_scene"})
    play.when(Act(what="lake")).answer("no", stands=stands)
    play.when(Act(what="lake")).then(RulingCited, Line)
    play.given({"type": ending})
    assert any(isinstance(e.message, RulingLapsed) for e in play.entries)
    play.when(Act(what="lake")).waits("gm")


def test_the_gm_takes_a_ruling_back() -> None:
    play = diary(swims)
    play.when(Act(what="lake")).answer("no", stands="good")
    (key,) = play.session.view().table.rulings
    play.when({"type": "table.lapse_ruling", "ruling": "x/y/z"}).refused("refused", path="$.ruling")
    play.given({"type": "table.lapse_ruling", "ruling": key})
    play.when(Act(what="lake")).waits("gm")


def test_rulings_in_force_are_a_view_for_whoever_knows_of_them() -> None:
    """Each with its question, answer, who ruled, until when and by which rule; no others."""
    play = diary(swims)
    play.given({"type": "table.begin_scene"})
    for water, stands in (("lake", "good"), ("sea", "scene"), ("pond", "once")):
        play.when(Act(what=water)).answer("no", "gm1", stands=stands)

    def standing() -> list[tuple[Any, ...]]:
        found = play.session.view("anna")["rulings"].standing
        return [(r.ruling, r.question, r.answer, r.by, r.until, r.rule) for r in found]

    def of(water: str, until: Until) -> tuple[Any, ...]:
        return (f"DIA-001/swim/{water}", "Can one swim here?", "no", "gm1", until, "DIA-001")

    assert standing() == [of("lake", Good()), of("sea", SceneEnd())]
    play.given({"type": "table.end_scene"})
    assert standing() == [of("lake", Good())]
    play.given({"type": "table.lapse_ruling", "ruling": "DIA-001/swim/lake"})
    assert standing() == []


def test_only_where_a_ruling_may_stand_it_does() -> None:
    play = diary(lambda c, p: p.ask("Now?", choices=("yes", "no"), rule="DIA-002"))
    play.when(Act()).answer("yes", stands="good").refused("refused", path="$.stands")
    play.waits("gm")


def test_a_ruling_comes_back_and_goes_with_the_board() -> None:
    play = diary(swims)
    play.when(Act(what="lake")).answer("no", stands="good")
    play.given(Return(to=play.session.timeline.commits - 3))
    play.when(Act(what="lake")).waits("gm")


@pytest.mark.parametrize(
    ("ask", "answer", "wrong"),
    [
        (lambda p: p.ask("Word?", of=str), "any word", 3),
        (lambda p: p.ask("How many?", of=int, ge=1), 7, 0),
        (
            lambda p: p.ask("Which?", choices=[Choice("hit", of="bo"), Choice("run")]).key,
            "hit:bo",
            "hit",
        ),
    ],
)
def test_an_answer_has_the_form_that_was_asked_for(
    ask: Callable[[Play], Any], answer: Any, wrong: Any
) -> None:
    play = diary(lambda c, p: p.emit(Line(text=str(ask(p)))))
    play.when(Act()).answer(wrong).refused("invalid", path="$.answer")
    play.answer(answer)
    assert lines(play) == (str(answer),)


UNASKABLE: dict[str, tuple[Callable[[Play], Any], str]] = {
    "of nobody": (lambda p: p.ask("Who?", to="zed", choices=("a",)), "refused"),
    "without choices": (lambda p: p.ask("What?", choices=()), "author"),
    "to stand without a name": (lambda p: p.ask("Aye?", choices="a", standing=True), "author"),
}


@pytest.mark.parametrize("what", UNASKABLE)
def test_a_question_that_nobody_could_answer_is_never_asked(what: str) -> None:
    ask, code = UNASKABLE[what]
    diary(lambda c, p: ask(p)).when(Act()).refused(code)


def test_real_dice_are_asked_of_whoever_rolls_and_are_recorded_with_their_reader() -> None:
    play = Scenario(
        brawl, charter=Charter(dice="table"), actors={"ann": "anna", "bo": "bert", "cy": ""}
    )
    play.given(Enter(actor="ann"), Enter(actor="bo"))
    question = play.when(Strike(actor="ann", target="bo"), "anna").waits("ann")
    assert (question.of, question.dice) == ("faces", "2d6")
    for wrong in ((7, 1), (1,), (1, 2, 3), "six", "0 1", 12):
        play.answer(wrong, "anna")
        assert play.error, wrong
    play.answer((3, 1), "bert").refused("not-allowed")
    play.answer((3, 1), "gm1")
    (rolled,) = [e.message for e in play.session.log() if isinstance(e.message, Rolled)]
    assert rolled.draw == TableDraw(reader="gm1")
    assert (rolled.natural, [d.face for d in rolled.dice]) == (4, [3, 1])
    laws.hold(play.session)


@pytest.mark.report(207)
def test_the_faces_of_a_die_are_the_faces_that_may_be_typed_in() -> None:
    play = diary(
        lambda c, p: p.emit(Line(text=str(p.roll("4dF", "ann", "x").total))),
        charter=Charter(dice="table"),
    )
    play.when(Act()).answer((1, 0, 2, 0), "anna")
    assert play.error
    play.answer((1, 0, -1, 1), "anna")
    assert lines(play) == ("1",)


def puts_off(command: Act, play: Play) -> None:
    if command.what == "later":
        for what in ("refuse", "ask", "plain"):
            play.later(Act(what=what), SceneEnd())
    elif command.what == "refuse":
        play.emit(Line(text="half"))
        play.refuse("not any more", rule="DIA-003")
    elif command.what == "ask":
        play.emit(Line(text=play.ask("Well?", choices=("a", "b"))))
    else:
        play.emit(Line(text=command.what))


def test_what_refuses_when_it_comes_due_is_dropped_and_the_scene_ends_all_the_same() -> None:
    """The rest comes due in order; a question in it goes on after a restart."""
    play = diary(puts_off)
    play.given({"type": "table.begin_scene"}, Act(what="later"))
    play.when({"type": "table.end_scene"}).waits("gm")
    dropped = [e.message.why for e in play.entries if isinstance(e.message, Dropped)]
    assert dropped == ["not any more"]
    play.restart().answer("b")
    assert play.error is None
    assert lines(play) == ("b", "plain")
    assert play.session.view().table.later == {}
    laws.hold(play.session)


def test_a_command_put_off_with_a_later_start_counts_from_then() -> None:
    play = diary(
        lambda c, p: (
            p.emit(Line(text=c.what))
            if c.what
            else p.later(Act(what="due"), RoundEnd(), start=SceneEnd())
        )
    )
    play.given({"type": "table.begin_scene"}, {"type": "table.begin_round"}, Act())
    play.given({"type": "table.end_scene"}, {"type": "table.begin_scene"})
    assert lines(play) == ()
    play.given({"type": "table.begin_round"}, {"type": "table.end_round"})
    assert sum(isinstance(e.message, CameDue) for e in play.session.log()) == 1
    assert lines(play) == ("due",)
    laws.hold(play.session)


def test_a_commitment_stands_before_the_first_die_and_its_seed_fits_it() -> None:
    play = Scenario(brawl, actors={"ann": "anna", "bo": "bert"}, sealed=True)
    play.given(Enter(actor="ann"), Enter(actor="bo"))
    size = play.session.timeline.size
    play.given({"type": "table.add_entropy", "text": "Łódź", "size": size}, by="anna")
    play.when(Strike(actor="ann", target="bo"))
    if play.session.waiting:
        play.answer("no", "bert")
    for kind in ("open", "secret"):
        play.when({"type": "table.reveal", "epoch": 0, "kind": kind}, "gm1").refused("not-allowed")
        play.given({"type": "table.reveal", "epoch": 0, "kind": kind}, by="host")
        play.when({"type": "table.reveal", "epoch": 0, "kind": kind}, "host").refused("refused")
    ledger = play.session.view().ledger
    assert ledger.epoch
    for kind, committed in ledger.epoch.commitments.items():
        seed = bytes.fromhex(ledger.reveals[f"0/{kind}"])
        assert commitment("s", 0, kind, seed).hex() == committed
    play.when(Strike(actor="ann", target="bo")).refused("refused")
    play.when(Watch(actor="ann")).refused("refused")
    play.given({"type": "table.open_epoch"}, Watch(actor="ann"))


@pytest.mark.report(33)
def test_no_seed_is_in_any_record_or_view_before_it_is_revealed() -> None:
    play = Scenario(brawl, actors={"ann": "anna", "bo": "bert"}, sealed=True)
    play.given({"type": "table.open_epoch"}, Sneak(actor="ann", what="x"))
    seeds = [seed.seed.hex() for seed in play.store.seeds("s")]
    assert len(seeds) == 4
    kept = b"".join(r.body for r in play.store.records("s")).decode()
    shown = str([play.session.view(v).slices for v in ("", "host", "gm1", "anna")])
    assert not [seed for seed in seeds if seed in kept or seed in shown]


def test_entropy_comes_before_the_first_die_or_not_at_all() -> None:
    play = Scenario(brawl, actors={"ann": "anna"}, sealed=True)

    def entropy(size: int) -> dict[str, Any]:
        return {"type": "table.add_entropy", "text": "x", "size": size}

    play.when(entropy(1), "anna").refused("refused")
    play.given(entropy(play.session.timeline.size), by="anna").given(Watch(actor="ann"))
    play.when(entropy(play.session.timeline.size), "anna").refused("refused")
    play.given({"type": "table.open_epoch"})
    play.given(entropy(play.session.timeline.size), by="anna")
    real = Scenario(brawl, charter=Charter(dice="table"))
    real.when(entropy(3), "anna").refused("refused")
    assert real.store.seeds("s") == ()


def asks_then_refuses(command: Act, play: Play) -> None:
    if command.what == "later":
        play.later(Act(what="due"), SceneEnd())
    elif play.ask("Well?", choices=("no", "yes")) == "no":
        play.refuse("then not", rule="DIA-004")
    else:
        play.emit(Line(text="yes"))


def test_an_answer_that_makes_what_is_due_refuse_is_refused_and_the_question_stays() -> None:
    """What stands recorded is not dropped again."""
    play = diary(asks_then_refuses)
    play.given({"type": "table.begin_scene"}, Act(what="later"))
    play.when({"type": "table.end_scene"}).waits("gm")
    play.answer("no").refused("refused", rule="DIA-004")
    play.waits("gm")
    play.answer("yes")
    assert lines(play) == ("yes",)
    laws.hold(play.session)


def rolls_then_refuses(command: Act, play: Play) -> None:
    if command.what == "due":
        play.roll("1d6", "ann", "due")
        play.refuse("too late", rule="DIA-005")
    play.later(Act(what="due"), SceneEnd())
    play.roll("1d6", "ann", "first")
    play.perform(EndScene())


def test_what_is_due_and_refuses_after_dice_throws_no_die_away() -> None:
    """Also where the command that makes it due has rolled before."""
    play = diary(rolls_then_refuses)
    play.given({"type": "table.begin_scene"})
    play.when(Act(), faces=(3, 4)).refused("refused-after-draw", rule="DIA-005")
