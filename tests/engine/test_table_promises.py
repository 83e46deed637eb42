"""What the table itself promises: rulings, pools, the clock, turns, dues, seals, options, texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Struct, structs

from rollbook import Choice, Command, Event, Play, Rules, Ruleset, anyone
from rollbook.core.asked import RulingCited
from rollbook.core.rules import NoOptions
from rollbook.core.table import turns
from rollbook.core.table.actors import AddActor
from rollbook.core.table.inquiry import Answer
from rollbook.core.table.opening import Adopt, Adopted
from rollbook.core.table.pools import Gain, OpenPool, Spend
from rollbook.core.table.returns import Return
from rollbook.core.table.seats import AddNote
from rollbook.core.table.slots import DropSlot, SlotDropped
from rollbook.core.table.time import (
    AdvanceClock,
    BeginScene,
    BeginSitting,
    ClockAdvanced,
    EndScene,
    EndSitting,
    RefreshPools,
)
from rollbook.core.until import At, SceneEnd, TurnEnd
from rollbook.core.vocabulary import CameDue, Dropped, EffectBegan, EffectEnded, Gained
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Curse, Enter, brawl, charms


class Tale(Struct, frozen=True):
    told: tuple[str, ...] = ()


class Tell(Command, ruleset="tale"):
    """Do what the test says."""

    what: str = ""
    n: int = 0


class Told(Event, ruleset="tale"):
    """Something was told."""

    text: str


class Off(Command, ruleset="tale"):
    """What is put off; another version of the rules reads it no more."""

    n: int


Decide = Callable[[Any, Play], object]


def tale(decide: Decide, **more: Any) -> Ruleset:
    rules: Rules[Tale, Any] = Rules(Tale, more.pop("options", NoOptions))
    off = more.pop("off", Off)

    @rules.decides(Tell, may=anyone)
    def tell(command: Tell, play: Play) -> None:
        decide(command, play)

    @rules.decides(off, may=anyone)
    def put_off(command: Command, play: Play) -> None:
        play.emit(Told(text="off"))

    @rules.evolves(Told)
    def told(state: Tale, event: Told) -> Tale:
        return structs.replace(state, told=(*state.told, event.text))

    version = more.pop("version", "1.0.0")
    return Ruleset(
        "tale", version=version, state=Tale, options=rules.options, chapters=(rules,), **more
    )


def at_table(decide: Decide = lambda c, p: None, **more: Any) -> Scenario:
    return Scenario(tale(decide), actors={"ann": "anna", "bo": "bert"}, **more)


def told(play: Scenario) -> tuple[str, ...]:
    return play.session.view().state[Tale].told


@pytest.mark.parametrize("choices", [(), ("a", "b")])
def test_a_ruling_that_may_stand_needs_a_name(choices: tuple[str, ...]) -> None:
    """The words of a question are no name: two of them may begin alike, or have no letter."""

    def do(tell: Tell, play: Play) -> None:
        if choices:
            play.ask("Что случилось?", choices=choices, rule="TAL-001", standing=True)
        play.ask("Что случилось?", rule="TAL-001", standing=True)

    at_table(do).when(Tell()).refused("author", rule="TAL-001")


def test_a_ruling_that_is_no_choice_any_more_is_asked_anew() -> None:
    def do(tell: Tell, play: Play) -> None:
        ways = [Choice(id=c) for c in tell.what]
        way = play.ask("Which?", choices=ways, name="way", rule="TAL-002", standing=True)
        play.emit(Told(text=way.id))

    play = at_table(do)
    play.when(Tell(what="ab")).answer("a", "gm1", stands="good")
    play.when(Tell(what="ca")).then(RulingCited, Told)
    play.when(Tell(what="cd")).waits("gm")
    play.answer("d", "gm1", stands="good")
    play.when(Tell(what="cd")).then(RulingCited, Told)
    play.when(Tell(what="ab")).waits("gm")
    play.answer("b", "gm1")
    assert told(play) == ("a", "a", "d", "d", "b")
    laws.hold(play.session)


def test_a_number_that_is_out_of_bounds_now_is_asked_anew() -> None:
    def do(tell: Tell, play: Play) -> None:
        most = play.ask("How many?", of=int, le=tell.n, name="most", rule="TAL-003", standing=True)
        play.emit(Told(text=str(most)))

    play = at_table(do).when(Tell(n=9)).answer(7, "gm1", stands="good")
    play.when(Tell(n=5)).waits("gm")


SCOPES: dict[str, tuple[tuple[Command, ...], Command]] = {
    "turn": (
        (
            BeginScene(),
            turns.BeginRound(slots={"a": turns.SlotSpec(actor="ann")}, repeat=False),
            turns.TakeTurn(),
        ),
        turns.NextTurn(),
    ),
    "round": ((BeginScene(), turns.BeginRound()), turns.EndRound()),
    "scene": ((BeginScene(),), EndScene()),
    "sitting": ((BeginSitting(),), EndSitting()),
    "day": ((), RefreshPools(scope="day")),
    "rest": ((), RefreshPools(scope="rest")),
    "session": ((), RefreshPools(scope="session")),
}


@pytest.mark.parametrize("scope", SCOPES)
def test_pools_are_filled_up_at_the_end_of_their_scope_and_no_other(scope: str) -> None:
    before, ends = SCOPES[scope]
    play = at_table()
    for name in SCOPES:
        pool = OpenPool(actor="ann", pool=name, balance=1, maximum=5, refresh=name, to=4)  # type: ignore[arg-type]
        play.given(pool)
    play.given(OpenPool(actor="ann", pool="full", balance=9, refresh=scope, to=4))  # type: ignore[arg-type]
    play.given(OpenPool(actor="ann", pool="bare", balance=1, refresh=scope))  # type: ignore[arg-type]
    play.given(*before, ends)
    gained = {e.message.pool for e in play.entries if isinstance(e.message, Gained)}
    assert {scope} <= gained <= {scope, "turn", "round"}
    balances = {n: p.balance for n, p in play.session.view().table.pools["ann"].items()}
    assert balances == {n: 4 if n in gained else 1 for n in (*SCOPES, "bare")} | {"full": 9}
    laws.hold(play.session)


def test_a_turns_end_fills_the_pools_of_whose_turn_it_was() -> None:
    play = at_table()
    for actor in ("ann", "bo"):
        play.given(OpenPool(actor=actor, pool="ap", balance=0, refresh="turn", to=2))
    slots = {"a": turns.SlotSpec(actor="ann", key=(1,)), "b": turns.SlotSpec(actor="bo", key=(2,))}
    play.given(BeginScene(), turns.BeginRound(slots=slots), turns.NextTurn(), turns.NextTurn())
    pools = play.session.view().table.pools
    assert (pools["ann"]["ap"].balance, pools["bo"]["ap"].balance) == (2, 0)
    play.given(Spend(actor="ann", pool="ap", amount=1), Gain(actor="bo", pool="ap", amount=1))
    play.given(turns.NextTurn())
    pools = play.session.view().table.pools
    assert (pools["ann"]["ap"].balance, pools["bo"]["ap"].balance) == (1, 2)


def bleeds(tell: Tell, play: Play) -> None:
    """Every ten seconds; and once, earlier than what was put off before it."""
    play.emit(Told(text=f"{tell.what}{tell.n}"))
    if tell.what == "bleed":
        play.later(Tell(what="bleed", n=tell.n + 10), At(tell.n + 10))
    elif tell.what == "begin":
        play.later(Tell(what="late", n=25), At(25))
        play.later(Tell(what="bleed", n=10), At(10))
        play.later(Tell(what="later", n=1), SceneEnd())
        play.emit(EffectBegan(id="e", actor="ann", kind="x", until=At(15)))


@pytest.mark.parametrize("steps", [(35,), (34, 1), (5, 5, 25), (12, 23)])
def test_the_clock_performs_all_that_is_due_the_earliest_first(steps: tuple[int, ...]) -> None:
    """Also what is put off meanwhile, however far the clock goes at once."""
    play = at_table(bleeds).given(BeginScene(), Tell(what="begin"))
    for seconds in steps:
        play.given(AdvanceClock(seconds=seconds))
    assert told(play) == ("begin0", "bleed10", "bleed20", "late25", "bleed30")
    table = play.session.view().table
    assert table.clock == 35
    assert [w.until for w in table.later.values()] == [SceneEnd(), At(40)]
    assert table.effects == {}
    if len(steps) == 1:
        kinds = [type(e.message) for e in play.entries if e.kind == "event"]
        assert kinds.index(CameDue) < kinds.index(EffectEnded) < kinds.index(Told, 5)
        assert kinds[0] is ClockAdvanced
    laws.hold(play.session)


def test_dropping_a_sides_slot_ends_the_turn_of_whoever_held_it() -> None:
    """What lasts until his turn's end ends with it, before the turn passes on."""

    def do(tell: Tell, play: Play) -> None:
        play.emit(EffectBegan(id="e", actor="ann", kind="x", until=TurnEnd("ann")))

    play = at_table(do)
    slots = {
        "us": turns.SlotSpec(side="us", key=(1,)),
        "them": turns.SlotSpec(side="them", key=(2,)),
    }
    play.given(
        BeginScene(), turns.BeginRound(slots=slots), turns.TakeTurn(slot="us", actor="ann"), Tell()
    )
    play.given(DropSlot(id="us")).then(
        turns.EndTurn,
        turns.TurnEnded(slot="us", actor="ann"),
        turns.GroupEnded,
        EffectEnded,
        SlotDropped,
        turns.TurnBegan,
    )
    table = play.session.view().table
    assert (table.effects, table.turns["ann"]) == ({}, 1)
    assert table.round is not None
    assert table.round.open == "them"


def two(tell: Tell, play: Play) -> None:
    play.ask("One?", to="ann", choices=("yes", "no"), name="one")
    if tell.n:
        play.ask("Two?", to="ann", choices=("yes", "no"), name="two")


def test_answers_that_nothing_asked_for_are_listed_in_the_receipt() -> None:
    """Misspelt, for a question that did not come, or of somebody else; later ones too."""
    play = at_table(two)

    def unused(command: Command, by: str, **answers: str) -> tuple[str, ...]:
        return play.session.do(command, by, answers=answers).unused

    assert unused(Tell(), "anna", one="yes", two="no", oen="yes") == ("two", "oen")
    assert unused(AddNote(text="x"), "anna", dogde="yes") == ("dogde",)
    assert unused(Tell(n=1), "bert", one="yes") == ("one",)
    play.waits("ann")
    assert unused(Answer(answer="no"), "anna", two="no", three="no") == ("three",)
    assert play.session.waiting is None


@pytest.mark.parametrize("escape", ["\n", "\t", "\r", '"', "\\", "\x08", "\x0c", "\x00"])
def test_a_text_in_nfc_is_kept_whatever_stands_before_its_marks(escape: str) -> None:
    """An escape such as backslash n, before a combining mark, is no letter with that mark."""
    text = f"Ł{escape}\u0303x{escape}\u0301"
    play = at_table().given(AddNote(text=text), AddActor(id="x", name=text))
    play.given(OpenPool(actor="x", pool=text, balance=1))
    view = play.restart().session.view()
    assert [note.text for note in view.ledger.notes] == [text]
    assert view.table.actors["x"].name == text
    assert list(view.table.pools["x"]) == [text]


@pytest.mark.parametrize("text", ["n\u0303", "\u212b", "\n\u0303 e\u0301", "\u0344"])
def test_a_text_that_is_not_in_nfc_is_refused_wherever_it_stands(text: str) -> None:
    play = at_table()
    for command in (
        AddNote(text=text),
        OpenPool(actor="ann", pool=text),
        {"type": "table.begin_round", "slots": {text: {"actor": "ann"}}},
        {"type": "table.set_option", "of": "tale", "option": "x", "value": [{text: 1}]},
    ):
        play.when(command).refused("invalid")
        assert "NFC" in str(play.error)


def test_what_cannot_be_read_is_refused_when_it_is_put_off() -> None:
    def do(tell: Tell, play: Play) -> None:
        play.emit(Told(text="half"))
        play.later(Off(n="three"), SceneEnd())  # type: ignore[arg-type]

    play = at_table(do).given(BeginScene())
    play.when(Tell()).refused("invalid", path="$.n")
    play.given(EndScene()).then(type(play.entries[0].message))
    assert told(play) == ()


@pytest.mark.parametrize(
    ("off", "why"),
    [
        (Spend(actor="ann", pool="luck", amount=1), "ann has no luck"),
        (AddActor(id="BAD ID", name="x"), "'BAD ID' is no id"),
        (AddNote(text=" "), "there is nothing to note"),
    ],
)
def test_what_falls_due_and_is_refused_is_dropped_and_the_scene_ends(
    off: Command, why: str
) -> None:
    def do(tell: Tell, play: Play) -> None:
        play.later(off, SceneEnd())
        play.later(Off(n=1), SceneEnd())

    play = at_table(do).given(BeginScene(), Tell(), EndScene())
    dropped = [e.message.why for e in play.entries if isinstance(e.message, Dropped)]
    assert dropped == [why]
    assert told(play) == ("off",)
    assert play.session.view().table.later == {}
    laws.hold(play.session)


def test_what_todays_rules_read_no_more_is_dropped_and_said_to_be() -> None:
    def do(tell: Tell, play: Play) -> None:
        play.later(Off(n=1), SceneEnd())

    play = at_table(do).given(BeginScene(), Tell())
    meta: Any = type(Command)
    fields = {"__annotations__": {"m": int}, "__module__": __name__}
    play.rulesets = (
        tale(do, version="2.0.0", off=meta("Off", (Command,), fields, ruleset="tale")),
    )
    play.restart().given(Adopt(), EndScene())
    dropped = [e.message.why for e in play.entries if isinstance(e.message, Dropped)]
    assert dropped == ["no ruleset in force reads it"]
    assert told(play) == ()
    laws.live_is_refolded(play.session)


def test_what_a_ruleset_put_off_is_dropped_once_it_is_given_up() -> None:
    play = Scenario(brawl, charms, actors={"ann": "anna"}).given(Enter(actor="ann"), BeginScene())
    play.given(Curse(target="ann", amount=1, until=SceneEnd()))
    play.rulesets = (brawl,)
    play.restart().given(Adopt(without=("charms",)), EndScene())
    dropped = [e.message.why for e in play.entries if isinstance(e.message, Dropped)]
    assert dropped == ["charms is no longer in force"]
    laws.live_is_refolded(play.session)


def test_what_falls_due_and_is_refused_after_its_dice_stays_refused() -> None:
    def do(tell: Tell, play: Play) -> None:
        if not tell.n:
            play.later(Tell(n=1), SceneEnd())
            return
        play.roll("1d6", "ann", "due")
        play.refuse("too late", rule="TAL-004")

    play = at_table(do).given(BeginScene(), Tell())
    play.when(EndScene(), faces=(3,)).refused("refused-after-draw", rule="TAL-004")
    assert play.session.view().table.scene is not None


class Old(Struct, frozen=True):
    grit: bool = False
    luck: bool = False
    most: int = 3


class New(Struct, frozen=True):
    luck: bool = False
    most: str = "many"


def test_what_a_new_version_lost_of_the_options_is_dropped_by_name_when_it_is_adopted() -> None:
    given = {"grit": True, "luck": True, "most": 5}
    nothing = tale(lambda c, p: None, options=Old)
    play = Scenario(nothing, options={"tale": given})

    def do(tell: Tell, play: Play) -> None:
        play.emit(Told(text=str(play.options[New])))

    play.rulesets = (tale(do, options=New, version="2.0.0"),)
    play.restart()
    for viewer in ("", "anna"):
        assert play.session.view(viewer).options[New] == New(luck=True)
    play.when(Tell(), "anna").refused("not-adopted")
    play.given(Adopt())
    (adopted,) = [e.message for e in play.entries if isinstance(e.message, Adopted)]
    assert adopted.dropped == ("tale.grit", "tale.most")
    play.given(Tell(), {"type": "table.set_option", "of": "tale", "option": "luck", "value": False})
    assert told(play) == (str(New(luck=True)),)
    play.given(Return(to=0))  # to where the old ones stood
    assert play.session.view().options[New] == New(luck=True)
    play.given({"type": "table.set_option", "of": "tale", "option": "luck", "value": False})
    assert play.restart().session.view().options[New] == New()
