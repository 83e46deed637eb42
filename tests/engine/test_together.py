"""Promises that need several parts of the table to agree."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.core.table.actors import AddActor
from rollbook.core.table.ledger import Charter
from rollbook.core.table.seals import OpenEpoch, Reveal
from rollbook.core.until import RoundEnd, TurnEnd
from rollbook.core.vocabulary import EffectEnded, Rolled
from rollbook.plugins.testing.scenario import MakeScenario, Scenario
from rollbook.plugins.testing.toys import Charm, Duel, Enter, Flurry, Strike, brawl, charms
from rollbook.plugins.testing.trials import Try, trial

SPY = AddActor(id="spy", name="Mata", seen_by=("gm",))

LEAVING = ({"type": "table.drop_slot", "id": "s"}, {"type": "table.remove_actor", "actor": "ann"})


@pytest.mark.parametrize("command", LEAVING)
@pytest.mark.parametrize("slot", [{"actor": "ann", "key": [2]}, {"side": "us", "key": [2]}])
def test_what_is_due_at_a_turns_end_comes_before_the_slot_goes_and_the_round_ends(
    scenario: MakeScenario, command: dict[str, Any], slot: dict[str, Any]
) -> None:
    """Also of the last who acts in the round, by her own slot or by one of her side."""
    play = scenario(brawl, charms, actors={"ann": "anna", "bo": "bert"})
    slots = {"s": slot, "b": {"actor": "bo", "key": [1]}}
    play.given({"type": "table.begin_scene"})
    play.given({"type": "table.begin_round", "slots": slots, "repeat": False, "elective": True})
    play.given({"type": "table.take_turn", "slot": "b"}, {"type": "table.next_turn"})
    play.given({"type": "table.take_turn", "slot": "s", "actor": "ann"})
    for name, until in (("aim", TurnEnd("ann")), ("ward", RoundEnd())):
        play.given(Charm(actor="bo", kind=name, until=until))
    aim, ward = play.session.timeline.table.effects
    play.given(command)
    events = [e for e in play.entries if e.kind == "event"]
    told = [
        e.message.id if isinstance(e.message, EffectEnded) else e.type.removeprefix("table.")
        for e in events
    ]
    assert told.index("turn_ended") < told.index(aim) < told.index("round_ended")
    assert told.index("round_ended") < told.index(ward)
    for gone in {"slot_dropped", "actor_removed"}.intersection(told):
        assert told.index(aim) < told.index(gone)


@pytest.mark.parametrize(
    "command",
    [
        Strike(actor="ann", target="spy"),
        Flurry(actor="ann", targets=("ann", "spy")),
        Duel(a="ann", b="spy"),
    ],
)
def test_where_nothing_is_rolled_in_secret_a_hidden_roller_stops_the_first_die(
    scenario: MakeScenario, command: Any
) -> None:
    """The rule says who will roll, so that it is refused before it asks and draws, by name."""
    play = scenario(brawl, actors={"ann": "anna"}, charter=Charter(secret_rolls=False))
    play.given(SPY, Enter(actor="ann"), Enter(actor="spy"))
    play.when(command, faces=(6, 6, 6, 6)).refused("refused")
    assert play.session.waiting is None
    play.given({"type": "table.show_actor", "actor": "spy"})
    play.when(command, faces=(6, 6, 6, 6, 6, 6), spare=True)
    assert play.error is None


@pytest.mark.parametrize("kind", ["open", "secret"])
def test_an_epoch_of_which_one_seed_is_known_draws_no_more(kind: str) -> None:
    """Of either kind, so that a rule that rolls openly and in secret never stops half-way."""
    play = Scenario(trial, actors={"ann": "anna", "bo": "bert"}, sealed=True)
    play.given(Reveal(epoch=0, kind=kind), by="host")
    for screened in (True, False):
        play.when(Try(actor="ann", against="bo", screened=screened)).refused("refused")
    play.given(OpenEpoch()).when(Try(actor="ann", against="bo", screened=True))
    assert sum(isinstance(e.message, Rolled) for e in play.entries) == 2


def test_a_round_that_somebody_knows_nothing_of_stops_his_without_its_number(
    scenario: MakeScenario,
) -> None:
    play = scenario(brawl)
    play.given({"type": "table.begin_scene"})
    play.given({"type": "table.begin_round", "seen_by": ["gm1"]}, by="gm1")
    for by, says in (("gm1", "round 1 is under way"), ("host", "a round is under way")):
        play.when({"type": "table.begin_round"}, by)
        assert play.error is not None
        assert play.error.what == says
