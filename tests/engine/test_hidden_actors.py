"""Whom not everybody knows of: what is said of him has his audience, until he is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from rollbook import Command, Event, Play, Rules, Ruleset, gm
from rollbook.core.audiences import sees
from rollbook.core.errors import RollbookError
from rollbook.core.look import Look
from rollbook.core.table.actors import AddActor, RemoveActor, RenameActor
from rollbook.core.table.ledger import Charter
from rollbook.core.table.pools import Gain, OpenPool, Spend
from rollbook.core.table.seats import GiveActor
from rollbook.core.table.showing import ActorShown, ShowActor
from rollbook.core.table.time import BeginScene, EndScene
from rollbook.core.until import SceneEnd, TurnStart
from rollbook.core.vocabulary import Rolled, SealedDraw
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import (
    Auction,
    Brawl,
    Charm,
    Curse,
    Enter,
    Flurry,
    Hurt,
    Sneak,
    Strike,
    Watch,
    brawl,
    charms,
)

SPY = "spy"
PLAYERS = ("anna", "bert", "eve")


def hidden(*seen_by: str, **more: Any) -> Scenario:
    """Ann and Bo whom everybody knows, and a spy whom these know; all are in the brawl."""
    play = Scenario(brawl, charms, actors={"ann": "anna", "bo": "bert"}, **more)
    play.given(AddActor(id=SPY, name="Mata", seen_by=seen_by or ("gm",)))
    return play.given(*(Enter(actor=who) for who in ("ann", "bo", SPY)), BeginScene())


def shown(play: Scenario, viewer: str) -> str:
    """Everything that a seat is shown, as one text."""
    view = play.session.view(viewer)
    log = [msgspec.json.encode(e.message).decode() for e in play.session.log(viewer=viewer)]
    return str((log, view.slices, view.projections(), play.session.waiting_for(viewer)))


SAID: dict[str, Command] = {
    "renamed": RenameActor(actor=SPY, name="Greta"),
    "removed": RemoveActor(actor=SPY),
    "given": GiveActor(actor=SPY, owners=("gm1",)),
    "a pool": OpenPool(actor=SPY, pool="luck", balance=2),
    "a spend": Spend(actor=SPY, pool="nerve", amount=1),
    "a gain": Gain(actor=SPY, pool="nerve", amount=1),
    "a payment for him": Spend(actor="ann", pool="nerve", amount=1, for_=SPY),
    "an effect": Charm(actor=SPY, kind="aim", until=SceneEnd()),
    "an effect by his turns": Charm(actor="ann", kind="aim", until=TurnStart(actor=SPY)),
    "what hangs on him": Curse(target=SPY, amount=1, until=SceneEnd()),
    "a wound": Hurt(target=SPY, source="ann", amount=1),
    "a wound from him": Hurt(target="ann", source=SPY, amount=1),
    "a roll": Watch(actor=SPY),
    "a strike at him": Strike(actor="ann", target=SPY),
    "many strikes": Flurry(actor="ann", targets=("bo", SPY)),
}


@pytest.mark.parametrize("what", SAID)
def test_what_is_said_of_him_is_for_those_who_know_of_him(what: str) -> None:
    """Of the command and all that follows, nothing reaches anybody else; no ruleset has to care."""
    play = hidden("gm", "anna")
    for who in (SPY, "ann"):
        play.given(OpenPool(actor=who, pool="nerve", balance=2))
    size = play.session.timeline.size
    play.when(SAID[what], faces=[1] * 20, spare=True)
    assert play.error is None
    for viewer in ("bert", "eve"):
        assert list(play.session.log(since=size, viewer=viewer)) == [], viewer
        assert SPY not in shown(play, viewer)
        assert "Mata" not in shown(play, viewer)
    for viewer in ("gm1", "host", "anna"):
        assert len(list(play.session.log(since=size, viewer=viewer))) >= 2, viewer
    play.given(EndScene())
    assert SPY not in shown(play, "bert")
    laws.hold(play.session)


def test_his_dice_come_from_a_stream_of_those_who_know_of_him() -> None:
    play = hidden(sealed=True)
    play.given(Strike(actor=SPY, target="bo"))
    rolled = [e.message for e in play.session.log() if isinstance(e.message, Rolled)]
    assert isinstance(rolled[0].draw, SealedDraw)
    assert (rolled[0].draw.kind, rolled[0].draw.stream) == ("secret", "spy/gm+spy")


def test_a_table_without_secret_rolls_has_none_of_his_either() -> None:
    play = hidden(charter=Charter(secret_rolls=False))
    play.when(Strike(actor=SPY, target="bo")).refused("refused")


def test_whoever_plays_him_knows_of_him_and_who_is_given_him_learns_all() -> None:
    play = hidden()
    assert SPY not in shown(play, "bert")
    play.given(GiveActor(actor=SPY, owners=("bert",)))
    assert play.session.view("bert").table.actors[SPY].name == "Mata"
    assert play.session.view("bert").state[Brawl].points[SPY] == 10
    assert SPY not in shown(play, "anna")
    play.given(GiveActor(actor=SPY, owners=("anna",)))
    assert SPY not in shown(play, "bert"), "he sees what those who play him may see, now"
    assert "Mata" in shown(play, "anna")
    laws.hold(play.session)


NAMED: dict[str, Callable[[str], Command]] = {
    "a strike by him": lambda who: Strike(actor=who, target="ann"),
    "a strike at him": lambda who: Strike(actor="ann", target=who),
    "among others": lambda who: Flurry(actor="ann", targets=("bo", who)),
    "an auction": lambda who: Auction(thing="ale", bidders=("ann", who)),
    "a rename": lambda who: RenameActor(actor=who, name="x"),
    "his pool": lambda who: Spend(actor=who, pool="luck", amount=1),
}


@pytest.mark.parametrize("ask", ["do", "preview"])
@pytest.mark.parametrize("what", NAMED)
def test_to_whom_does_not_know_of_him_he_is_nobody(what: str, ask: str) -> None:
    """Every refusal is word for word that of an id which nobody has, and names no secret."""
    told = []
    for who in (SPY, "zed"):
        play = hidden()
        with pytest.raises(RollbookError) as caught:
            getattr(play.session, ask)(NAMED[what](who), "anna")
        told.append({k: v.replace(who, "WHO") for k, v in caught.value.as_dict().items()})
        assert "Mata" not in str(caught.value)
    assert told[0] == told[1]


@pytest.mark.parametrize("what", NAMED)
def test_he_is_nobody_also_when_he_has_left(what: str) -> None:
    """A ruleset that still has something of him tells nobody, and nor does what it says later."""
    told = []
    for who in (SPY, "zed"):
        play = hidden().given(RemoveActor(actor=SPY))
        play.when(NAMED[what](who), "anna")
        assert play.error is not None
        told.append({k: v.replace(who, "WHO") for k, v in play.error.as_dict().items()})
    assert told[0] == told[1]
    play = hidden().given(RemoveActor(actor=SPY))
    size = play.session.timeline.size
    play.given(Hurt(target=SPY, source="ann", amount=1))
    assert list(play.session.log(since=size, viewer="bert")) == []
    laws.hold(play.session)


def test_a_hint_names_only_those_whom_the_sender_knows_of() -> None:
    """A spy that Anna alone knows of: the GM is not told of him when he mistypes."""
    play = Scenario(brawl, actors={"ann": "anna", "bo": "bert"})
    play.given(AddActor(id=SPY, name="Mata", owners=("anna",), seen_by=("anna",)))
    play.when(RenameActor(actor="boo", name="x"), "gm1").refused("refused")
    assert "ann, bo" in str(play.error)
    assert SPY not in str(play.error)


def test_a_word_that_is_his_id_is_a_word() -> None:
    """Text that says his id by chance is not refused, and what it says is open."""
    play = hidden().given({"type": "table.add_note", "text": SPY}, by="bert")
    assert [e.type for e in play.session.log(viewer="eve")][-1] == "table.noted"


def test_who_is_shown_is_known_with_all_that_was_said_of_him() -> None:
    """A player's board is then what it would be if he had been known all along."""
    boards = []
    for seen_by in (("gm",), ()):
        play = Scenario(brawl, charms, actors={"ann": "anna", "bo": "bert"})
        play.given(AddActor(id=SPY, name="Mata", seen_by=seen_by), BeginScene())
        play.given(Enter(actor=SPY), OpenPool(actor=SPY, pool="luck", balance=3))
        play.given(Spend(actor=SPY, pool="luck", amount=1), RenameActor(actor=SPY, name="Greta"))
        play.given(Charm(actor=SPY, kind="aim", until=SceneEnd(), amount=2))
        play.given(Hurt(target=SPY, source="ann", amount=3))
        if seen_by:
            assert SPY not in shown(play, "bert")
            play.given(ShowActor(actor=SPY))
        view = play.session.view("bert")
        (effect,) = view.table.effects.values()
        actor, pool = view.table.actors[SPY], view.table.pools[SPY]["luck"]
        boards.append(((actor.name, actor.seen_by), pool, effect, view.state[Brawl].points[SPY]))
        size = play.session.timeline.size
        play.given(Gain(actor=SPY, pool="luck", amount=1), EndScene())
        types = [e.type for e in play.session.log(since=size, viewer="bert")]
        assert types == [
            "table.gain", "table.gained", "table.end_scene", "table.scene_ended",
            "table.effect_ended",
        ]  # fmt: skip
        laws.hold(play.session)
    assert boards[0] == boards[1]


def test_who_is_shown_to_one_stays_unknown_to_the_others() -> None:
    """Step by step: what was said for fewer comes with him each time."""
    play = hidden().given(OpenPool(actor=SPY, pool="luck", balance=1))
    play.given(ShowActor(actor=SPY, to=("bert",)))
    assert play.session.view("bert").table.pools[SPY]["luck"].balance == 1
    assert SPY not in shown(play, "anna")
    play.given(Gain(actor=SPY, pool="luck", amount=1))
    assert play.session.view("bert").table.pools[SPY]["luck"].balance == 2
    assert SPY not in shown(play, "anna")
    play.when(ShowActor(actor=SPY, to=("bert",))).refused("refused", path="$.to")
    play.given(ShowActor(actor=SPY))
    assert play.session.view("anna").table.pools[SPY]["luck"].balance == 2
    play.when(ShowActor(actor=SPY)).refused("refused", path="$.actor")
    laws.hold(play.session)


class Stage(Struct, frozen=True):
    """Nothing."""


class Unmask(Command, ruleset="stage"):
    """Who is hidden is wounded for a last time, and known to all: the table is asked first."""

    actor: str


stage = Rules(Stage)


@stage.decides(Unmask, may=gm)
def unmask(command: Unmask, play: Play) -> None:
    play.ask("unmask?", choices=("yes",))
    play.perform(OpenPool(actor=command.actor, pool="fame", balance=1))
    play.perform(ShowActor(actor=command.actor))


def test_a_rule_shows_him_with_all_that_was_said_of_him_in_its_own_command_too() -> None:
    """What was said before it, and what it said itself; after a question, and decided again."""
    theatre = Ruleset("stage", "1.0.0", Stage, chapters=(stage,))
    play = Scenario(theatre, actors={"ann": "anna"})
    play.given(AddActor(id=SPY, name="Mata", seen_by=("gm",)), OpenPool(actor=SPY, pool="luck"))
    play.given(Gain(actor=SPY, pool="luck", amount=2)).when(Unmask(actor=SPY))
    assert SPY not in shown(play, "anna")
    play.answer("yes")
    assert play.error is None
    mine, all_ = play.session.view("anna").table, play.session.view().table
    assert (mine.actors, mine.pools) == (all_.actors, all_.pools)
    assert mine.pools[SPY]["luck"].balance == 2
    assert len(list(play.session.log(viewer="anna"))) == play.session.timeline.size
    laws.hold(play.session)


def test_nobody_chooses_which_records_are_shown_with_him() -> None:
    play = hidden()
    secret = play.when(Sneak(actor="bo", what="Bo is poisoned"), faces=(3,)).entries[-1].seq
    play.when(ShowActor(actor=SPY, records=(secret,))).refused("refused", path="$.records")
    assert "poisoned" not in shown(play, "bert")


def test_what_the_gm_kept_to_himself_is_not_shown_with_him() -> None:
    play = hidden()
    play.when(Sneak(actor="bo", what="Bo is poisoned"), faces=(3,))
    play.when(Watch(actor="bo"), faces=(3,)).given(ShowActor(actor=SPY))
    assert "poisoned" not in shown(play, "bert")
    assert "notice" not in shown(play, "bert")


def test_listeners_hear_of_him_when_he_is_shown_once() -> None:
    heard: list[Any] = []
    play = hidden()
    before = {e.seq for e in play.session.log(viewer="bert")}
    play.session.subscribe(heard.append, viewer="bert")
    play.given(Hurt(target=SPY, source="ann", amount=1))
    assert heard == []
    play.given(ShowActor(actor=SPY, to=("bert",)), ShowActor(actor=SPY))
    told = [e.seq for e in heard]
    assert len(told) == len(set(told))
    assert set(told) == {e.seq for e in play.session.log(viewer="bert")} - before
    assert isinstance(heard[-1].message, ActorShown)


def test_a_return_hides_him_on_the_board_and_not_what_was_seen() -> None:
    """What was shown cannot be unseen; what comes after is said for those who knew of him."""
    play = hidden()
    commit = play.session.timeline.commits - 1
    play.given(ShowActor(actor=SPY)).given({"type": "table.return", "to": commit})
    assert play.session.view("bert").table.actors[SPY].name == "Mata"
    size = play.session.timeline.size
    play.given(RenameActor(actor=SPY, name="Greta"))
    assert list(play.session.log(since=size, viewer="bert")) == []
    play.given(ShowActor(actor=SPY))
    assert play.session.view("bert").table.actors[SPY].name == "Greta"
    laws.hold(play.session)


@pytest.mark.parametrize("field", ["seen_by", "to"])
def test_who_is_to_know_of_him_is_somebody(field: str) -> None:
    play = hidden()
    made = AddActor(id="x", name="X", seen_by=("gm", "nemo"))
    command = made if field == "seen_by" else ShowActor(actor=SPY, to=("gm", "nemo"))
    play.when(command).refused("refused", path=f"$.{field}[1]")


class Loud(Event, ruleset="loud"):
    """Somebody is heard, whoever knows of him."""

    actor: str


class Shout(Command, ruleset="loud"):
    """Be heard: for everybody, for those named, or for whoever it would be."""

    who: str
    to: tuple[str, ...] = ()


class Noise(msgspec.Struct, frozen=True):
    """Who was heard, in order."""

    heard: tuple[str, ...] = ()


loudly = Rules(Noise)


@loudly.decides(Shout, may=gm)
def shout(command: Shout, play: Play) -> None:
    play.emit(Loud(actor=command.who), to=command.to or None)


@loudly.evolves(Loud)
def loud(state: Noise, event: Loud) -> Noise:
    return Noise(heard=(*state.heard, event.actor))


@pytest.mark.parametrize(
    ("to", "who"),
    [
        ((), {"host", "gm1", "anna"}),
        (("everyone",), {"host", "gm1", *PLAYERS}),
        (("bert",), {"bert"}),
    ],
)
def test_a_ruleset_says_otherwise_by_name(to: tuple[str, ...], who: set[str]) -> None:
    """An event of anybody's that names him is narrowed, unless its author says for whom it is."""
    ruleset = Ruleset("loud", "1.0.0", Noise, chapters=(loudly,))
    play = Scenario(ruleset, actors={"ann": "anna"})
    play.given(AddActor(id=SPY, name="Mata", seen_by=("gm", "anna")), Shout(who=SPY, to=to))
    (event,) = [e for e in play.session.log() if isinstance(e.message, Loud)]
    look = Look(play.session.timeline.slices, play.session.book)
    assert {seat for seat in look.ledger.seats if sees(seat, event.to, look)} == who
