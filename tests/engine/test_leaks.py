"""What is kept from somebody reaches him by no way round: answers, faces, questions, errors.

And what previews, seals and reveals show of what is not decided yet.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import Struct, structs

from rollbook import Command, Event, Play, Receipt, Rules, Ruleset, anyone, gm
from rollbook.core.asked import Answered
from rollbook.core.audiences import sees
from rollbook.core.errors import KeyReused
from rollbook.core.look import Look
from rollbook.core.table.inquiry import Answer
from rollbook.core.table.ledger import Charter
from rollbook.core.table.returns import Withdraw
from rollbook.core.table.seals import AddEntropy, OpenEpoch, Reveal
from rollbook.core.table.seats import AddNote, GiveActor
from rollbook.core.vocabulary import Revealed, Rolled, TableDraw
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Duel, Enter, Sneak, Watch, brawl

SECRET = "the traitor"


class Plots(Struct, frozen=True):
    words: tuple[str, ...] = ()


class Open(Command, ruleset="plots"):
    """Do what the test says, for everybody to see."""

    what: str = ""


class Hidden(Command, ruleset="plots", to=("gm",)):
    """Do what the test says, behind the screen."""

    what: str = ""


class Mild(Command, ruleset="plots", to=("gm",)):
    """Decided with an audience of its own, or its type's."""

    to: tuple[str, ...] | None = None


class Word(Event, ruleset="plots"):
    """Something was said."""

    text: str


Decide = Callable[[Any, Play], object]


def plots(decide: Decide = lambda c, p: None, hidden: Decide = lambda c, p: None) -> Scenario:
    rules = Rules(Plots)

    @rules.decides(Open, may=anyone)
    def openly(command: Open, play: Play) -> None:
        decide(command, play)

    @rules.decides(Hidden, may=gm)
    def in_secret(command: Hidden, play: Play) -> None:
        hidden(command, play)

    @rules.decides(Mild, may=gm, to=lambda command, look: command.to)
    def mild(command: Mild, play: Play) -> None:
        play.emit(Word(text=SECRET))

    @rules.evolves(Word)
    def word(state: Plots, event: Word) -> Plots:
        return structs.replace(state, words=(*state.words, event.text))

    ruleset = Ruleset("plots", version="1.0.0", state=Plots, chapters=(rules,))
    return Scenario(ruleset, actors={"ann": "anna", "bo": "bert"})


def shown(play: Scenario, viewer: str) -> str:
    """Everything that a seat is shown, as one text."""
    view = play.session.view(viewer)
    log = [msgspec.json.encode(e.message).decode() for e in play.session.log(viewer=viewer)]
    return str((log, view.slices, view.projections(), play.session.waiting_for(viewer)))


def answers(play: Scenario, viewer: str) -> list[Any]:
    """Answers that a seat finds in the log."""
    log = [e.message for e in play.session.log(viewer=viewer)]
    return [m.answer for m in log if isinstance(m, Answered | Answer)]


def only(play: Scenario, viewer: str) -> Receipt:
    """The last receipt as a seat is given it."""
    assert play.receipt is not None
    look = Look(play.session.timeline.slices, play.session.book)
    return play.receipt.only(lambda to: sees(viewer, to, look))


HANDOVERS: dict[str, Command] = {
    "nobody": AddNote(text="x"),
    "the gm": GiveActor(actor="ann", owners=("gm1",)),
    "bert": GiveActor(actor="ann", owners=("bert",)),
    "both": GiveActor(actor="ann", owners=("anna", "bert", "eve")),
    "nobody any more": GiveActor(actor="ann", owners=()),
}


@pytest.mark.parametrize("early", [True, False])
@pytest.mark.parametrize("to", HANDOVERS)
def test_a_secret_answer_is_for_the_seat_that_gave_it_until_all_are_in(
    to: str, early: bool
) -> None:
    """Whoever plays the actor meanwhile, or has shared it all along."""
    play = Scenario(brawl, actors={"ann": "anna", "bo": "bert"})
    if early and "nobody" not in to:
        play.given(GiveActor(actor="ann", owners=("anna", "bert", "eve", "gm1")))
    play.when(Duel(a="ann", b="bo")).answer(2, "anna", for_="ann").waits("bo")
    play.given(HANDOVERS[to])
    for viewer in ("host", "gm1", "bert", "eve"):
        assert answers(play, viewer) == [], viewer
    assert answers(play, "anna") == [2, 2]
    play.answer(-1, "bert", for_="bo", faces=(3, 4))
    assert play.error is None
    for viewer in ("host", "gm1", "anna", "bert", "eve"):
        assert answers(play, viewer) == [2, 2, -1, -1], viewer
    laws.live_is_refolded(play.session)


def test_a_secret_answer_that_is_withdrawn_stays_secret() -> None:
    play = Scenario(brawl, actors={"ann": "anna", "bo": "bert"})
    play.when(Duel(a="ann", b="bo")).answer(2, "anna").given(Withdraw(reason="enough"))
    assert [answers(play, viewer) for viewer in ("gm1", "bert", "eve")] == [[], [], []]


def real(actors: dict[str, str]) -> Scenario:
    return Scenario(brawl, charter=Charter(dice="table"), actors=actors)


def test_the_faces_of_a_hidden_roll_of_real_dice_are_asked_of_the_gm_and_seen_by_him() -> None:
    play = real({"ann": "anna", "bo": "bert"})
    question = play.when(Watch(actor="ann")).waits("gm")
    assert (question.of, question.seen_by) == ("faces", "gm")
    for player in ("anna", "bert", "eve"):
        assert play.session.waiting_for(player) is None
        play.answer((6,), player).refused("not-allowed")
    play.answer((6,), "gm1")
    assert play.error is None
    for viewer in ("anna", "bert", "eve"):
        assert answers(play, viewer) == []
        told = shown(play, viewer)
        assert '"d6"' not in told
        assert "'d6'" not in told
    for viewer in ("gm1", "host"):
        log = [e.message for e in play.session.log(viewer=viewer)]
        (rolled,) = [m for m in log if isinstance(m, Rolled)]
        assert (rolled.draw, rolled.natural) == (TableDraw(reader="gm1"), 6)
    laws.hold(play.session)


def test_real_dice_that_their_roller_may_see_are_asked_of_him() -> None:
    """A roll for oneself and the GM: the others learn nothing of it."""
    play = plots(lambda c, p: p.roll("1d20", "ann", "peek", to=("ann", "gm")))
    charter = Charter(dice="table")
    play = Scenario(*play.rulesets, charter=charter, actors={"ann": "anna", "bo": "bert"})
    play.when(Open()).waits("ann")
    play.answer((17,), "bert").refused("not-allowed")
    play.answer((17,), "anna")
    for viewer, faces in (("anna", [(17,)] * 2), ("gm1", [(17,)] * 2), ("bert", []), ("eve", [])):
        assert answers(play, viewer) == faces, viewer
        assert ("peek" in shown(play, viewer)) == bool(faces)


def test_a_preview_shows_and_decides_on_what_its_seat_sees() -> None:
    """What a rule reads of the state, and what it emits for others, are left out alike."""

    def do(command: Open, play: Play) -> None:
        known = play.state[Plots].words
        play.emit(Word(text=f"knows {len(known)}"))
        play.emit(Word(text=SECRET), to="gm")
        play.roll("1d4", "ann", "hidden", to="gm")
        play.roll("1d6", "ann", "seen")

    play = plots(do, lambda c, p: p.emit(Word(text=SECRET)))
    play.given(Hidden())
    found = {by: play.session.preview(Open(), by) for by in ("anna", "gm1")}
    assert SECRET not in str(found["anna"])
    assert {roll.purpose for roll in found["anna"].rolls} == {"seen"}
    assert "knows 0" in str(found["anna"].ends)
    assert "knows 1" in str(found["gm1"].ends)
    assert {roll.purpose for roll in found["gm1"].rolls} == {"hidden", "seen"}
    assert SECRET in str(found["gm1"])


def test_a_preview_does_not_tell_what_another_will_be_asked_in_secret() -> None:
    def do(command: Open, play: Play) -> None:
        play.perform(Hidden())

    play = plots(do, lambda c, p: p.ask(f"Is Bo {SECRET}?", to="gm", choices=("yes", "no")))
    assert SECRET not in str(play.session.preview(Open(), "anna"))
    assert SECRET in str(play.session.preview(Open(), "gm1"))


ENDLESS: dict[str, Decide] = {
    "until it is six": lambda c, p: next(
        n for n in iter(lambda: p.roll("1d6", "ann", "luck").total, 0) if n > 6
    ),
    "more rolls than can be looked through": lambda c, p: [
        p.roll("1d2", "ann", "x") for _ in range(30)
    ],
    "dice that explode": lambda c, p: p.roll("1d6e=6", "ann", "x"),
    "more totals than can be gone through": lambda c, p: [
        p.roll("1d100", "ann", "x") for _ in range(3)
    ],
}


@pytest.mark.parametrize("what", ENDLESS)
def test_a_preview_of_dice_without_end_gives_its_reason(what: str) -> None:
    play = plots(ENDLESS[what])
    head = play.store.head("s")
    found = play.session.preview(Open(), "anna")
    assert found.reason
    assert (found.ends, found.rolls, found.costs) == ((), (), ())
    assert play.store.head("s") == head


def plotting() -> Scenario:
    """A question of a secret command, put to ann's owner."""

    def ask(command: Hidden, play: Play) -> None:
        play.emit(Word(text=play.ask(f"Is Bo {SECRET}?", to="ann", choices=("yes", "no"))))

    return plots(hidden=ask).when(Hidden())


def test_a_question_of_a_secret_command_is_told_to_whom_it_is_asked_of_and_to_nobody_else() -> None:
    play = plotting()
    for viewer in ("anna", "gm1", "host"):
        question = play.session.waiting_for(viewer)
        assert question is not None
        assert SECRET in question.question
        assert only(play, viewer).waiting == question
        pending = play.session.view(viewer).table.pending
        assert pending is not None
        assert SECRET in pending.asked.question
    for viewer in ("bert", "eve"):
        assert play.session.waiting_for(viewer) is None
        assert only(play, viewer).waiting is None
        assert SECRET not in str(only(play, viewer))
        assert SECRET not in shown(play, viewer)


REFUSED: dict[str, tuple[Command, str, str]] = {
    "another command": (Open(), "bert", "waiting"),
    "an observer's command": (Open(), "eve", "waiting"),
    "an answer": (Answer(answer="yes"), "bert", "not-allowed"),
    "an answer by id": (Answer(answer="yes", id="q1.1"), "bert", "not-allowed"),
    "an answer for another": (Answer(answer="yes", for_="ann"), "bert", "not-allowed"),
    "the same": (Hidden(), "bert", "not-allowed"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_no_error_tells_a_stranger_what_the_table_waits_for(what: str) -> None:
    command, by, code = REFUSED[what]
    play = plotting().when(command, by).refused(code)
    assert play.error is not None
    said = json.dumps(play.error.as_dict()) + str(play.error)
    for word in (SECRET, "Bo", "ann", "yes"):
        assert word not in said
    play.when(Open(), "anna").refused("waiting")
    assert SECRET in str(play.error), "he is asked, and may know"


def test_whom_a_secret_question_was_put_to_sees_his_answer_and_goes_on() -> None:
    play = plotting().answer("no", "anna")
    assert play.error is None
    assert "no" in answers(play, "anna")
    assert (answers(play, "bert"), answers(play, "eve")) == ([], [])
    assert "no" not in play.session.view("anna").state[Plots].words, "the rest is the GM's"
    assert play.session.view("gm1").state[Plots].words == ("no",)
    laws.hold(play.session)


def test_what_diverges_is_named_by_its_place_and_not_quoted() -> None:
    mood = iter(("the butler", "the cook", "the maid"))

    def hidden(command: Hidden, play: Play) -> None:
        play.emit(Word(text=f"{SECRET} is {next(mood)}"))
        play.ask("Well?", to="ann", choices=("yes",))

    play = plots(hidden=hidden).when(Hidden()).answer("yes", "anna").refused("diverged")
    assert play.error is not None
    said = json.dumps(play.error.as_dict()) + str(play.error)
    assert play.error.path == "$.text"
    for word in (SECRET, "butler", "cook"):
        assert word not in said


def test_a_key_that_was_used_in_secret_tells_nothing_of_its_command() -> None:
    play = Scenario(brawl, actors={"ann": "anna"}).given(Enter(actor="ann"))
    play.when(Sneak(actor="ann", what=SECRET), "gm1", faces=(1,), key="k")
    for by in ("bert", "eve"):
        with pytest.raises(KeyReused) as caught:
            play.session.do(AddNote(text="x"), by, key="k")
        for word in ("sneak", "gm1", "commit", SECRET):
            assert word not in str(caught.value)
    with pytest.raises(KeyReused, match=r"brawl\.sneak by gm1"):
        play.session.do(AddNote(text="x"), "gm1", key="k")


@pytest.mark.parametrize(
    ("to", "bert"), [(None, False), (("bert",), True), ((), True), (("everyone",), True)]
)
def test_a_command_without_an_audience_of_its_own_has_its_types(
    to: tuple[str, ...] | None, bert: bool
) -> None:
    """Sent, or performed by what everybody sees."""
    play = plots(lambda c, p: p.perform(Mild(to=to)))
    play.given(Mild(to=to))
    assert (SECRET in shown(play, "bert")) == bert
    play.given(Open())
    seen = sum(e.type == "plots.word" for e in play.session.log(viewer="bert"))
    assert seen == 2 * bert


def test_only_records_that_there_are_can_be_revealed() -> None:
    """What comes later is not shown beforehand, and what is not there is not shown."""
    for ahead in (-1, 1, 2, 999):

        def do(command: Open, play: Play, ahead: int = ahead) -> None:
            play.emit(Revealed(seqs=(0, play.following - 1 + ahead if ahead > 0 else ahead)))

        plots(do).when(Open()).refused("author")
    plots(lambda c, p: p.emit(Revealed(seqs=(p.following - 1,)))).when(Open()).then(Revealed)


def test_entropy_cites_a_receipt_that_holds_the_commitment() -> None:
    play = Scenario(brawl, sealed=True)
    for epoch in range(2):
        opened = play.session.timeline.size
        for size in (-5, 0, opened - 1 if epoch else 1, opened + 1, 10**9):
            play.when(AddEntropy(text="x", size=size), "anna").refused("refused", path="$.size")
        play.given(AddEntropy(text="x", size=opened), by="anna")
        play.given(OpenEpoch())
        play.when(AddEntropy(text="x", size=play.session.timeline.size - 1), "anna")
        play.refused("refused", path="$.size")


def test_a_seed_is_revealed_by_the_host_or_by_the_gm_of_a_table_without() -> None:
    reveal = Reveal(epoch=0, kind="open")
    play = Scenario(brawl, seats={"g": "gm", "anna": "player"}, sealed=True)
    play.when(reveal, "anna").refused("not-allowed")
    assert "table.reveal" in {c.type for c in play.session.commands("g")}
    play.given(reveal, by="g")
    hosted = Scenario(brawl, sealed=True)
    assert "table.reveal" not in {c.type for c in hosted.session.commands("gm1")}
    hosted.when(reveal, "gm1").refused("not-allowed")
    hosted.given(reveal, by="host")
