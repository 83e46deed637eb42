"""Every command has one permission: a table of every command and every role, through `do`."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.core.errors import NotAllowed, RollbookError
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Enter, brawl, charms

GM = frozenset(("host", "gm"))
SEATED = GM | {"player"}
ALL = SEATED | {"observer"}
SLOT = {"id": "z", "slot": {"actor": "ann"}}

TABLE: dict[str, tuple[frozenset[str], dict[str, Any]]] = {
    "table.add_actor": (GM, {"id": "dee", "name": "Dee"}),
    "table.rename_actor": (GM, {"actor": "ann", "name": "Annie"}),
    "table.remove_actor": (GM, {"actor": "ann"}),
    "table.show_actor": (GM, {"actor": "ann"}),
    "table.add_seat": (GM, {"id": "zoe", "name": "Zoe"}),
    "table.give_role": (GM, {"seat": "eve", "role": "player"}),
    "table.give_actor": (GM, {"actor": "ann", "owners": ["bert"]}),
    "table.add_note": (ALL, {"text": "hm"}),
    "table.open_pool": (GM, {"actor": "ann", "pool": "x"}),
    "table.spend": (GM | {"owner"}, {"actor": "ann", "pool": "luck", "amount": 1}),
    "table.gain": (GM, {"actor": "ann", "pool": "luck", "amount": 1}),
    "table.gain_temporary": (
        GM,
        {"actor": "ann", "pool": "luck", "amount": 1, "until": {"when": "scene_end"}},
    ),
    "table.transfer": (GM | {"owner"}, {"actor": "ann", "pool": "luck", "to": "bo", "amount": 1}),
    "table.set_pool": (GM, {"actor": "ann", "pool": "luck", "maximum": 9}),
    "table.close_pool": (GM, {"actor": "ann", "pool": "luck"}),
    "table.end_effect": (GM, {"effect": "e0.0"}),
    "table.begin_sitting": (GM, {}),
    "table.end_sitting": (GM, {}),
    "table.begin_scene": (GM, {}),
    "table.end_scene": (GM, {}),
    "table.refresh_pools": (GM, {"scope": "day"}),
    "table.advance_clock": (GM, {"seconds": 1}),
    "table.reach_moment": (frozenset(), {"before": 0, "after": 1}),
    "table.end_day": (GM, {}),
    "table.rest": (GM, {}),
    "table.set_calendar": (GM, {"calendar": {"name": "x", "months": [{"name": "m", "days": 1}]}}),
    "table.begin_round": (GM, {}),
    "table.end_round": (GM, {}),
    "table.end_turn": (frozenset(), {}),
    "table.take_turn": (GM | {"owner"}, {"slot": "y"}),
    "table.next_turn": (GM | {"owner"}, {}),
    "table.interrupt": (GM | {"owner"}, {"slot": "h"}),
    "table.add_slot": (GM, SLOT),
    "table.drop_slot": (GM, {"id": "x"}),
    "table.delay_slot": (GM | {"owner"}, {"id": "x", "key": [2]}),
    "table.hold_slot": (GM | {"owner"}, {"id": "x"}),
    "table.release_slot": (GM | {"owner"}, {"id": "h"}),
    "table.claim_slot": (GM | {"owner"}, {"id": "us", "actor": "ann"}),
    "table.lose_slot": (GM, {"side": "us"}),
    "table.set_option": (GM, {"of": "brawl", "option": "most", "value": 3}),
    "table.adopt": (GM, {}),
    "table.return": (GM, {"to": 1}),
    "table.withdraw": (GM, {"reason": "x"}),
    "table.lapse_ruling": (GM, {"ruling": "a/b/c"}),
    "table.correct": (GM, {"corrects": 1, "reason": "x"}),
    "table.amend": (GM, {"corrects": 1, "amount": 1, "reason": "x"}),
    "table.turn_die": (GM, {"corrects": 1, "die": 0, "face": 1, "reason": "x"}),
    "table.answer": (ALL, {"answer": "x"}),
    "table.open_epoch": (GM, {}),
    "table.add_entropy": (SEATED, {"text": "x", "size": 3}),
    "table.waive_entropy": (GM, {"reason": "x"}),
    "table.change_charter": (GM, {"switch": "entropy", "value": True, "reason": "x"}),
    "table.reveal": (frozenset(("host",)), {"epoch": 0, "kind": "open"}),
    "brawl.enter": (GM, {"actor": "ann"}),
    "brawl.strike": (GM | {"owner"}, {"actor": "ann", "target": "bo"}),
    "brawl.hurt": (GM, {"target": "ann", "source": "x", "amount": 1}),
    "brawl.flurry": (GM | {"owner"}, {"actor": "ann", "targets": ["bo"]}),
    "brawl.duel": (GM, {"a": "ann", "b": "bo"}),
    "brawl.auction": (SEATED, {"thing": "ale", "bidders": ["bo"]}),
    "brawl.watch": (GM, {"actor": "ann"}),
    "brawl.sneak": (GM, {"actor": "ann", "what": "x"}),
    "charms.charm": (GM, {"actor": "ann", "kind": "aim", "until": {"when": "scene_end"}}),
    "charms.curse": (GM, {"target": "ann", "amount": 1, "until": {"when": "scene_end"}}),
}
"""By command: the roles that may send it (``owner``: a player for his own), and its fields.

Of those of turns: it is the turn of ann's slot x; her slots y and h wait, h held; a slot of her
side comes last.
Those of turns are sent in a round: ann's slot x acts, her y waits, her h is held, and a slot of
a side comes last.
"""

SEATS = {"host": "host", "gm1": "gm", "anna": "player", "bert": "player", "eve": "observer"}


def tavern() -> Scenario:
    play = Scenario(brawl, charms, seats=SEATS, actors={"ann": "anna", "bo": "bert"})
    play.given(Enter(actor="ann"), Enter(actor="bo"))
    return play.given({"type": "table.open_pool", "actor": "ann", "pool": "luck", "balance": 2})


def fight() -> Scenario:
    """The tavern in a round, as `TABLE` says."""
    play = tavern()
    slots = {
        **{name: {"actor": "ann", "key": [1]} for name in ("x", "y")},
        "h": {"actor": "ann", "held": "round"},
        "us": {"side": "us", "key": [9]},
    }
    play.given({"type": "table.begin_scene"}, {"type": "table.begin_round", "slots": slots})
    return play.given({"type": "table.take_turn", "slot": "x"})


def test_the_table_names_every_command() -> None:
    others = {"table.open"}
    known = set(tavern().session.book.commands)
    table = {tag for tag in known if not tag.startswith(("brawl", "charms"))}
    assert table - others - TABLE.keys() == set()
    assert TABLE.keys() - known == set()


@pytest.mark.report(293)
@pytest.mark.report(288)
@pytest.mark.parametrize("tag", TABLE)
def test_every_command_is_for_its_roles_and_no_other(tag: str) -> None:
    """Whoever may not send it is told so, by name, before anything else is looked at."""
    roles, fields = TABLE[tag]
    for by, role in SEATS.items():
        play = fight() if tag.endswith(("_turn", "_slot", ".interrupt")) else tavern()
        play.hand.faces = [3] * 20
        size = play.session.timeline.size
        allowed = role in roles or (by == "anna" and "owner" in roles)
        play.when({"type": tag, **fields}, by)
        if isinstance(play.error, NotAllowed):
            assert not allowed, f"{by} may not: {play.error}"
            assert play.session.timeline.size == size
        else:
            assert allowed, f"{by} may"


@pytest.mark.report(289)
def test_roles_come_from_the_journal() -> None:
    """Nobody is what he says he is; a role given counts for the next command and in any process."""
    play = tavern()
    for by in ("gm", "stranger", "", "Gm1", "GM1", "anna ", "everyone", "nobody"):
        with pytest.raises(NotAllowed, match="there is no seat"):
            play.session.do({"type": "table.add_note", "text": "x"}, by)
    other = play.reopened()
    play.given({"type": "table.give_role", "seat": "anna", "role": "gm"})
    assert other.do({"type": "table.begin_scene"}, "anna").events
    other.do({"type": "table.give_role", "seat": "anna", "role": "player"}, "gm1")
    play.when({"type": "table.end_scene"}, "anna").refused("not-allowed")


def test_a_table_always_has_somebody_who_runs_it() -> None:
    play = Scenario(seats={"gm1": "gm", "anna": "player"})
    play.when({"type": "table.give_role", "seat": "gm1", "role": "player"})
    play.refused("refused", path="$.role")
    play.given({"type": "table.give_role", "seat": "anna", "role": "gm"})
    play.given({"type": "table.give_role", "seat": "gm1", "role": "player"})
    with pytest.raises(RollbookError, match="nobody runs this table"):
        Scenario(seats={"anna": "player"})


def test_a_gm_makes_no_host_and_unmakes_none() -> None:
    play = tavern()
    play.when({"type": "table.give_role", "seat": "host", "role": "player"}, "gm1")
    play.refused("refused", path="$.seat")
    play.when({"type": "table.give_role", "seat": "gm1", "role": "host"}, "gm1")
    play.refused("refused", path="$.role")
    play.given({"type": "table.give_role", "seat": "gm1", "role": "host"}, by="host")


def test_what_is_offered_is_what_may_be_sent() -> None:
    """`commands` lists a command for a seat exactly if its role may send it."""
    play = tavern()
    for by, role in SEATS.items():
        offered = {info.type for info in play.session.commands(by)}
        may = {
            tag
            for tag, (roles, _) in TABLE.items()
            if role in roles or ("owner" in roles and by in ("anna", "bert"))
        }
        assert offered - {"table.return"} == may - {"table.answer", "table.return"}
    with pytest.raises(RollbookError, match="no seat 'stranger'"):
        play.session.commands("stranger")


def test_while_a_question_is_open_only_what_is_admitted_is_offered() -> None:
    play = tavern()
    play.when({"type": "brawl.duel", "a": "ann", "b": "bo"})
    offered = {info.type for info in play.session.commands("gm1")}
    assert offered == {
        "table.add_entropy", "table.add_note", "table.add_seat", "table.answer",
        "table.give_actor", "table.give_role", "table.return", "table.waive_entropy",
        "table.withdraw",
    }  # fmt: skip


def test_each_offer_explains_itself() -> None:
    offers = {info.type: info for info in tavern().session.commands("gm1")}
    strike = offers["brawl.strike"]
    assert strike.help == "Strike at somebody, who may dodge."
    assert strike.rule == ("BRA-010", "BRA-011")
    assert strike.may == "owner of actor"
    assert "target" in str(strike.schema)
    assert [tag for tag, info in offers.items() if not info.help or not info.schema] == []
