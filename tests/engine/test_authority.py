"""Whose authority does what: rules, extensions, deciders that fail, observers, seats."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from msgspec import Struct, structs

from rollbook import Command, Engine, Event, Limits, Play, Rules, Ruleset, anyone, gm, hookimpl
from rollbook.core.asked import Asked
from rollbook.core.errors import (
    AuthorError,
    LimitExceeded,
    PluginError,
    Refused,
    RollbookError,
    RulebookError,
)
from rollbook.core.look import Look
from rollbook.core.messages import FAMILIES
from rollbook.core.modifiers import Check
from rollbook.core.table.actors import AddActor
from rollbook.core.table.inquiry import Answer
from rollbook.core.table.ledger import Ledger, Seat
from rollbook.core.table.opening import Adopt, Open
from rollbook.core.table.returns import Return, Withdraw
from rollbook.core.table.ruleset import table
from rollbook.core.table.seals import AddEntropy, OpenEpoch, Reveal
from rollbook.core.table.seats import AddNote, AddSeat, GiveActor, GiveRole, RoleGiven
from rollbook.core.table.state import Table
from rollbook.core.table.time import BeginScene
from rollbook.core.until import SceneEnd
from rollbook.core.vocabulary import Healed, Wounded
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Duel, Enter, Strike, brawl


class Rite(Struct, frozen=True):
    words: tuple[str, ...] = ()


class Deed(Command, ruleset="rite"):
    """Do what the test says."""

    what: str = ""


class Part(Command, ruleset="rite"):
    """What a deed performs."""

    what: str = ""


class Word(Event, ruleset="rite"):
    """Something was said."""

    text: str


Decide = Callable[[Any, Play], object]


def rite(decide: Decide, part: Decide = lambda c, p: None, **more: Any) -> Ruleset:
    """A ruleset whose two commands are decided as a test says."""
    rules = Rules(Rite)

    @rules.decides(Deed, may=anyone)
    def deed(command: Deed, play: Play) -> None:
        decide(command, play)

    @rules.decides(Part, may=gm)
    def parted(command: Part, play: Play) -> None:
        part(command, play)

    @rules.evolves(Word)
    def word(state: Rite, event: Word) -> Rite:
        return structs.replace(state, words=(*state.words, event.text))

    for modify in more.pop("modifies", ()):
        rules.modifies(Check)(modify)
    return Ruleset("rite", version="1.0.0", state=Rite, chapters=(rules,), **more)


def at_table(*rulesets: Ruleset, **more: Any) -> Scenario:
    return Scenario(*rulesets, actors={"ann": "anna", "bo": "bert"}, **more)


def words(play: Scenario) -> tuple[str, ...]:
    return play.session.view().state[Rite].words


SENT = (
    Open(rulesets={}, seats={"anna": Seat("Anna", "host")}),
    Answer(answer="x"),
    Withdraw(reason="x"),
    Return(to=0),
    Adopt(),
    OpenEpoch(commitments={"open": "00", "secret": "00"}),
    AddEntropy(text="x", size=3),
    Reveal(epoch=0, kind="open", seed="00"),
)


@pytest.mark.parametrize("command", SENT, ids=lambda c: type(c).__name__)
def test_what_only_a_seat_sends_no_rule_performs_or_puts_off(command: Command) -> None:
    def do(deed: Deed, play: Play) -> None:
        if deed.what == "perform":
            play.perform(command)
        play.later(command, SceneEnd())

    play = at_table(rite(do), sealed=True).given(BeginScene())
    before = laws.plain(play.session.timeline.slices)
    for what in ("perform", "later"):
        play.when(Deed(what=what), "anna").refused("author")
        assert "never performed" in str(play.error)
    assert laws.plain(play.session.timeline.slices) == before


@pytest.mark.parametrize("to", [(), [], set()], ids=repr)
@pytest.mark.parametrize("what", ["emit", "roll"])
def test_an_audience_of_nobody_is_not_one_of_everybody(what: str, to: Any) -> None:
    def whisper(deed: Deed, play: Play) -> None:
        if what == "emit":
            play.emit(Word(text="psst"), to=to)
        play.roll("1d6", "ann", "listening", to=to)

    play = at_table(rite(whisper)).when(Deed(), "anna").refused("author")
    assert "an audience without anybody" in str(play.error)


def test_nothing_of_the_table_is_subclassed_but_its_three_families() -> None:
    book = Scenario().session.book
    meta: Any = type(Event)
    for tag, kind in {**book.events, **book.commands}.items():
        if tag in FAMILIES:
            assert meta("Mine", (kind,), {}, ruleset="rite").message.family == tag
            continue
        with pytest.raises(RulebookError, match=tag):
            meta("Mine", (kind,), {}, ruleset="rite")


@pytest.mark.parametrize("state", [Ledger, Table])
def test_no_ruleset_owns_the_tables_state(state: type[Struct]) -> None:
    with pytest.raises(RulebookError, match=f"table and rite both own {state.__name__}"):
        Scenario(Ruleset("rite", version="1", state=state))


def test_a_tag_is_a_commands_or_an_events() -> None:
    meta: Any = type(Event)
    twin = meta("Deed", (Event,), {"__module__": "elsewhere"}, ruleset="rite")
    with pytest.raises(RulebookError) as caught:
        at_table(rite(lambda c, p: p.emit(twin()), events=(twin,)))
    for part in ("elsewhere.Deed", f"{__name__}.Deed", "rite.deed"):
        assert part in str(caught.value)


def test_nobody_else_supplies_the_table() -> None:
    other = Ruleset("table", version="9", state=Rite)

    class Coup:
        @hookimpl
        def rollbook_rulesets(self) -> list[Ruleset]:
            return [other]

    with pytest.raises(PluginError, match=r"Coup supplies table"):
        Engine(plugins=[Coup()], installed=False)
    with pytest.raises(PluginError, match="two rulesets are called table"):
        Engine([other], installed=False)
    assert Engine(installed=False).catalogue["table"] is table


class Burnt(Wounded, ruleset="rite"):
    """Somebody was burnt."""


class Cooled(Healed, ruleset="rite"):
    """Somebody was cooled."""


@pytest.mark.parametrize("kind", [Burnt, Cooled])
@pytest.mark.parametrize("track", ["points", "wounds", "rite", "brawl.rite.skin", "rite.skin"])
def test_an_extension_wounds_and_heals_on_tracks_of_its_own(kind: Any, track: str) -> None:
    def do(deed: Deed, play: Play) -> None:
        play.emit(kind(actor="ann", track=track, before=0, after=9, source="x", rule="RIT-001"))

    play = at_table(brawl, rite(do, extends="brawl>=1", events=(Burnt, Cooled))).when(Deed())
    if track == "rite.skin":
        play.then(kind)
    else:
        play.refused("author", rule="RIT-001")


FAILS: dict[str, Callable[[Play], object]] = {
    "refused": lambda p: p.perform(AddNote(text=" ")),
    "invalid": lambda p: p.perform(AddActor(id="BAD ID", name="x")),
    "author": lambda p: p.perform(Part(what="raise")),
    "limit": lambda p: p.perform(Part(what="loop")),
}
"""By the code of its error: something that fails when it is performed."""
THEN: dict[str, Callable[[Play], object]] = {
    "nothing": lambda p: None,
    "takes a role": lambda p: p.emit(RoleGiven(seat="anna", role="host")),
    "speaks": lambda p: p.emit(Word(text="after")),
    "performs": lambda p: p.perform(AddNote(text="after")),
    "asks": lambda p: p.ask("Sure?", choices=("yes",)),
    "puts off": lambda p: p.later(AddNote(text="after"), SceneEnd()),
}


def part(command: Part, play: Play) -> None:
    play.emit(Word(text="half"))
    if command.what == "loop":
        play.perform(command)
    raise KeyError("x")


@pytest.mark.parametrize("then", THEN)
@pytest.mark.parametrize("code", FAILS)
def test_a_failure_of_what_is_performed_cannot_be_caught_and_played_on(
    code: str, then: str
) -> None:
    def do(deed: Deed, play: Play) -> None:
        try:
            FAILS[code](play)
        except (RollbookError, KeyError):
            THEN[then](play)

    play = at_table(rite(do, part)).given(BeginScene())
    before = laws.plain(play.session.timeline.slices)
    play.when(Deed(), "anna").refused("author" if then == "takes a role" else code)
    assert laws.plain(play.session.timeline.slices) == before
    assert play.session.waiting is None


WORDS: dict[str, str] = {}
ERRORS: dict[str, Callable[[], object]] = {
    "KeyError": lambda: WORDS["x"],
    "ZeroDivisionError": lambda: 1 // 0,
    "StopIteration": lambda: next(iter(())),
    "RecursionError": lambda: _endless(),
    "AttributeError": lambda: None.x,  # type: ignore[attr-defined]
}


def _endless() -> None:
    _endless()


@pytest.mark.parametrize("error", ERRORS)
def test_an_exception_of_a_rule_is_its_authors_error_with_its_cause_and_play_goes_on(
    error: str,
) -> None:
    play = at_table(rite(lambda c, p: (p.emit(Word(text="half")), c.what and ERRORS[error]())))
    head = play.store.head("s")
    play.when(Deed(what="x"), "anna").refused("author")
    assert play.error is not None
    assert type(play.error.__cause__).__name__ == error
    assert error in str(play.error)
    assert play.store.head("s") == head
    with pytest.raises(AuthorError, match=error):
        play.session.preview(Deed(what="x"), "anna")
    play.given(Deed(), by="anna")
    assert words(play) == ("half",)
    laws.live_is_refolded(play.session)


def well(command: Deed | Part, play: Play) -> None:
    play.ask("Well?", choices=("yes",))


@pytest.mark.parametrize("ask", [well, lambda c, p: p.perform(Part())], ids=["ask", "perform"])
def test_a_rule_that_catches_its_question_waits_for_the_answer_all_the_same(ask: Decide) -> None:
    def do(deed: Deed, play: Play) -> None:
        try:
            ask(deed, play)
        except BaseException:
            play.emit(Word(text="caught"))
        play.emit(Word(text="after"))

    play = at_table(rite(do, well)).when(Deed())
    assert isinstance(play.entries[-1].message, Asked)
    assert words(play) == ()
    play.answer("yes")
    assert words(play) == ("after",)
    laws.hold(play.session)


def test_a_command_that_leaves_too_much_is_refused_whole_whatever_its_rule_catches() -> None:
    def do(deed: Deed, play: Play) -> None:
        for no in range(9):
            with suppress(LimitExceeded):
                play.emit(Word(text=str(no)))

    play = at_table(rite(do), limits=Limits(records=4))
    play.when(Deed()).refused("limit")
    assert words(play) == ()


@pytest.mark.parametrize("limits", [Limits(), Limits(records=40), Limits(depth=3)])
def test_what_performs_itself_without_end_is_stopped(limits: Limits) -> None:
    def do(deed: Deed, play: Play) -> None:
        if deed.what:
            with suppress(RollbookError):
                play.perform(deed)

    play = at_table(rite(do), limits=limits)
    head = play.store.head("s")
    play.when(Deed(what="x")).refused("limit")
    assert play.store.head("s") == head
    play.given(Deed())


def test_a_modifier_looks_and_changes_nothing() -> None:
    seen: list[type] = []

    def look_on(check: Check, look: Look) -> tuple[()]:
        seen.append(type(look))
        look.emit(Word(text="from a modifier"))  # type: ignore[attr-defined]
        return ()

    rules = rite(lambda c, p: p.modifiers(Check(actor="ann", kind="x")), modifies=[look_on])
    at_table(rules).when(Deed()).refused("author")
    assert seen == [Look]


@pytest.mark.parametrize("kind", ["e1", "", "E", "e.", "e 1", "9", "\u0142", "e\n"])
def test_the_kind_of_an_id_cannot_run_into_its_number(kind: str) -> None:
    at_table(rite(lambda c, p: p.id(kind))).when(Deed()).refused("author")


def test_while_others_are_in_force_only_what_is_admitted_is_offered() -> None:
    """And whoever adopts says by name what is given up."""
    play = at_table(brawl, rite(lambda c, p: None, extends="brawl>=1"))
    play.rulesets = (brawl,)
    play.restart()
    admitted = {"table.adopt", "table.withdraw", "table.return", "table.add_note"}
    offered = {seat: {c.type for c in play.session.commands(seat)} for seat in ("gm1", "anna")}
    assert offered == {"gm1": admitted, "anna": {"table.return", "table.add_note"}}
    for without in ((), ("brawl",), ("rite", "brawl"), ("table",)):
        play.when(Adopt(without=without)).refused("refused", path="$.without")
    play.given(Adopt(without=("rite",)), Enter(actor="ann"))


def test_a_stranger_is_offered_nothing_shown_nothing_and_does_nothing() -> None:
    play = at_table(brawl)
    for ask in (play.session.commands, play.session.view, play.session.waiting_for):
        with pytest.raises(Refused, match="no seat 'zed'"):
            ask("zed")
    with pytest.raises(Refused, match="no seat 'zed'"):
        list(play.session.log(viewer="zed"))
    play.when(AddNote(text="x"), "zed").refused("not-allowed")
    with pytest.raises(Refused, match="no seat 'zed'"):
        play.engine.new(play.store, "t", ["brawl"], seats={"g": Seat("G", "gm")}, by="zed")


def test_an_observer_looks_on_whatever_is_his() -> None:
    """He neither acts nor answers, and is offered nothing that does."""
    play = at_table(brawl).given(Enter(actor="ann"), Enter(actor="bo"))
    play.given(GiveRole(seat="anna", role="observer"))
    assert [c.type for c in play.session.commands("anna")] == ["table.add_note"]
    for command in (Strike(actor="ann", target="bo"), Return(to=1), AddEntropy(text="x", size=3)):
        play.when(command, "anna").refused("not-allowed")
    play.when(Duel(a="ann", b="bo")).waits("ann", "bo")
    assert [c.type for c in play.session.commands("anna")] == ["table.add_note"]
    play.answer(1, "anna").refused("not-allowed")
    play.answer(1, "gm1", for_="ann")
    play.waits("bo")
    ask = at_table(rite(lambda c, p: p.emit(Word(text=p.ask("Well?", to="eve")))))
    ask.when(Deed(), "anna", answers={"well": "x"}).waits("eve")
    ask.answer("x", "eve").refused("not-allowed")
    ask.given(GiveRole(seat="eve", role="player")).answer("y", "eve")
    assert words(ask) == ("y",)


def two_questions(deed: Deed, play: Play) -> None:
    said = play.ask("One?", to="ann", name="one"), play.ask("Two?", to="bo", name="two")
    play.emit(Word(text=" ".join(said)))


def test_who_is_no_gm_any_more_answers_for_nobody_but_himself() -> None:
    """Whatever he was when the command was sent, or when its first question was asked."""
    play = at_table(rite(two_questions)).given(GiveActor(actor="ann", owners=("gm1",)))
    play.given(Deed(), by="gm1").given(GiveRole(seat="gm1", role="player"), by="host")
    play.when(Answer(answer="x"), "gm1", answers={"two": "forged"}).waits("bo")
    play.answer("forged", "gm1").refused("not-allowed")
    play.answer("y", "bert")
    assert words(play) == ("x y",)


def test_an_actor_and_a_seat_never_share_an_id() -> None:
    """Also when the seat comes while the command that brings the actor waits."""

    def summon(deed: Deed, play: Play) -> None:
        play.ask("Who?", choices=("zed",))
        play.perform(AddActor(id="zed", name="Zed"))

    play = at_table(rite(summon))
    play.when(AddActor(id="anna", name="x")).refused("refused", path="$.id")
    play.when(AddSeat(id="ann", name="x")).refused("refused", path="$.id")
    play.given(Deed(), AddSeat(id="zed", name="Zed"))
    play.answer("zed").refused("refused", path="$.id")
    play.waits("gm")
    assert "zed" not in play.session.timeline.table.actors
    play.given(Withdraw(reason="taken"))
    laws.live_is_refolded(play.session)
