"""What begins in secret ends, is filled up and is cited in secret too."""

from __future__ import annotations

import pytest
from msgspec import Struct

from rollbook import Command, Play, Rules, Ruleset, gm
from rollbook.core.errors import AuthorError
from rollbook.core.table.pools import Gain, OpenPool, Spend
from rollbook.core.table.time import EndScene
from rollbook.core.until import SceneEnd
from rollbook.core.vocabulary import EffectBegan, Gained
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario


class Veil(Struct, frozen=True):
    """Nothing."""


class Prepare(Command, ruleset="veil", to=("gm",)):
    """Behind the screen: a pool of doom, a curse, and a ruling for the scene."""


class Ask(Command, ruleset="veil"):
    """In the open, the same is asked again."""


class Borrow(Command, ruleset="veil"):
    """Try to make things due oneself."""


rules = Rules(Veil)


def ruled(play: Play) -> str:
    """The GM's ruling, asked once for the scene."""
    return play.ask(
        "Is the innkeeper the traitor?", choices=("yes", "no"), name="traitor", rule="VEI-001",
        standing=True,
    )  # fmt: skip


@rules.decides(Prepare, may=gm)
def prepare(command: Prepare, play: Play) -> None:
    """Everything that lasts for a while."""
    play.perform(OpenPool(actor="bo", pool="doom", balance=1, refresh="scene", to=3))
    play.perform(Spend(actor="bo", pool="doom", amount=1))
    play.emit(EffectBegan(id=play.id("e"), actor="bo", kind="curse", until=SceneEnd()))
    ruled(play)


@rules.decides(Ask, may=gm)
def ask(command: Ask, play: Play) -> None:
    """Answered by the ruling."""
    ruled(play)


@rules.decides(Borrow, may=gm)
def borrow(command: Borrow, play: Play) -> None:
    """With another's authority."""
    play.fall_due("l1.1", b'{"type":"veil.ask"}', "table", "")


veil = Ruleset("veil", "1.0.0", Veil, chapters=(rules,))


def prepared() -> Scenario:
    """A scene with secrets that last for it."""
    play = Scenario(veil, actors={"bo": "bert"})
    play.given({"type": "table.begin_scene"}, Prepare())
    play.given({"type": "table.answer", "answer": "yes", "stands": "scene"})
    assert play.session.waiting is None
    return play


def test_what_began_in_secret_ends_in_secret() -> None:
    """Effects, pools and rulings carry their audience to their ends."""
    play = prepared()
    before = play.session.timeline.size
    play.given(EndScene())
    everything = [e.type for e in play.session.log(since=before)]
    assert {"table.effect_ended", "table.gained", "table.ruling_lapsed"} <= set(everything)
    seen = [e.type for e in play.session.log(since=before, viewer="bert")]
    assert seen == ["table.end_scene", "table.scene_ended"]
    gained = [e.message for e in play.session.log(viewer="gm1") if isinstance(e.message, Gained)]
    assert gained[-1].after == 3
    laws.hold(play.session)


def test_a_secret_ruling_is_cited_in_secret() -> None:
    play = prepared()
    before = play.session.timeline.size
    play.given(Ask())
    assert [e.type for e in play.session.log(since=before)] == ["veil.ask", "table.ruling_cited"]
    assert [e.type for e in play.session.log(since=before, viewer="bert")] == ["veil.ask"]


SECRETLY: dict[str, dict[str, object]] = {
    "spend": {"actor": "bo", "pool": "doom", "amount": 1},
    "gain": {"actor": "bo", "pool": "doom", "amount": 1},
    "end_effect": {"effect": "CURSE"},
    "lapse_ruling": {"ruling": "VEI-001/traitor/"},
}


@pytest.mark.parametrize("what", SECRETLY)
def test_by_hand_too_a_secret_is_touched_in_secret(what: str) -> None:
    """Neither the command nor what it brings is shown to whoever does not know of it."""
    play = prepared()
    play.given(Gain(actor="bo", pool="doom", amount=1))
    (curse,) = play.session.view().table.effects
    fields = {k: curse if v == "CURSE" else v for k, v in SECRETLY[what].items()}
    before = play.session.timeline.size
    play.given({"type": f"table.{what}", **fields})
    seen = {who: list(play.session.log(since=before, viewer=who)) for who in ("gm1", "bert")}
    assert seen["gm1"][0].type == f"table.{what}"
    assert len(seen["gm1"]) == 2
    assert seen["bert"] == []
    laws.hold(play.session)


def test_what_everybody_knows_of_is_touched_in_the_open() -> None:
    play = prepared().given(OpenPool(actor="bo", pool="luck", balance=2))
    before = play.session.timeline.size
    play.given(Spend(actor="bo", pool="luck", amount=1))
    seen = [e.type for e in play.session.log(since=before, viewer="bert")]
    assert seen == ["table.spend", "table.spent"]


def test_only_the_table_makes_things_due() -> None:
    play = prepared()
    play.when(Borrow())
    assert isinstance(play.error, AuthorError)
    play.refused("author")
