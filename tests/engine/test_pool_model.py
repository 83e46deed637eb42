"""Pools against a simple model written apart: purses of coins, and loans on top of them."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from rollbook.core.table.state import Pool, Table
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario

PLACES = [("ann", "luck"), ("ann", "mana"), ("bo", "luck"), ("", "luck")]
PLACE = st.sampled_from(PLACES)
POINTS = st.sampled_from((1, 2, 3, 1, 2, 4, 6, 0, -1))
LEAST = st.sampled_from((0, 0, -2, 1))
MOST = st.sampled_from((None, 3, 5))
FULL = st.sampled_from((None, 2, 4))
SCOPE = st.sampled_from(("", "turn", "round", "scene", "day", "rest", "session"))

UNTIL = st.sampled_from(
    (
        {"when": "scene_end", "n": 1},
        {"when": "good"},
        {"when": "round_end", "n": 1},
        {"when": "turn_end", "actor": "bo", "n": 1},
        {"when": "at", "time": 30},
        {"when": "at", "time": 60},
    )
)


@dataclass
class Loan:
    """Coins that somebody wants back: how many are left, and when."""

    coins: int
    until: dict[str, Any]


@dataclass
class Purse:
    """Coins of one's own, loans in the order in which they came, and what it is held to."""

    own: int
    least: int
    most: int | None
    scope: str
    full: int | None
    loans: list[Loan] = field(default_factory=list)

    def fits(self) -> bool:
        """Whether everything is within the bounds."""
        top = 99 if self.most is None else self.most
        full = self.least if self.full is None else self.full
        return self.least <= self.own <= top and self.least <= full <= top

    def pay(self, coins: int) -> None:
        """Out of the loans first, one after the other."""
        for loan in self.loans:
            part = min(loan.coins, coins)
            loan.coins, coins = loan.coins - part, coins - part
        self.own -= coins
        self.loans = [loan for loan in self.loans if loan.coins]

    def fill(self, scope: str) -> None:
        if self.scope == scope and self.full is not None:
            self.own = max(self.own, self.full)


@dataclass
class World:
    """Who is in play, the purses, and the time."""

    here: set[str]
    purses: dict[tuple[str, str], Purse] = field(default_factory=dict)
    clock: int = 0

    def back(self, **until: Any) -> None:
        """Every loan until then is gone."""
        for purse in self.purses.values():
            purse.loans = [loan for loan in purse.loans if loan.until != until]


class Treasury(RuleBasedStateMachine):
    """Each command goes to both; the balances, and what is refused, agree."""

    @initialize()
    def begin(self) -> None:
        self.play = Scenario(actors={"ann": "anna", "bo": "bert"})
        self.world = World({"ann", "bo"})
        self.worlds: dict[int, World] = {}
        self.ledger: list[dict[tuple[str, str], int]] = []
        self.sums: dict[tuple[str, str], int] = {}
        self.read = 0
        self.send(True, {"type": "table.begin_scene"})
        self.open_what_is_missing("scene", 5)

    def send(self, ok: bool, command: dict[str, Any], by: str = "") -> None:
        self.play.when(command, by)
        assert (self.play.error is None) == ok, f"{command}: {self.play.error}"
        self.add_up()

    def add_up(self) -> None:
        """Report 131: every change in the log, added up from its bytes alone, at every seq."""
        for record in self.play.store.records("s", self.read):
            self.read += 1
            while len(self.ledger) < record.commit:
                self.ledger.append(dict(self.sums))
            body = json.loads(record.body)
            if record.kind != "event":
                continue
            kind, place = record.type.removeprefix("table."), (body.get("actor"), body.get("pool"))
            if kind == "returned":
                self.sums = dict(self.ledger[body["to"]])
            elif kind == "pool_opened":
                self.sums[place] = 0
            elif kind == "pool_closed":
                assert self.sums.pop(place) == body["before"]
            elif kind == "actor_removed":
                self.sums = {k: n for k, n in self.sums.items() if k[0] != body["actor"]}
            elif kind in ("spent", "gained", "lapsed"):
                assert self.sums[place] == body["before"]
                self.sums[place] += body["amount"] * (1 if kind == "gained" else -1)
                assert self.sums[place] == body["after"]

    def command(self, name: str, place: tuple[str, str], **fields: Any) -> dict[str, Any]:
        return {"type": f"table.{name}", "actor": place[0], "pool": place[1], **fields}

    @rule(scope=SCOPE, most=st.sampled_from((5, 8, None)))
    def open_what_is_missing(self, scope: str, most: int | None) -> None:
        """So that there is always something to do with."""
        for place in PLACES:
            if place not in self.world.purses and place[0] in self.world.here | {""}:
                self.opens(place, Purse(3, 0, most, scope, 4))

    @rule(place=PLACE, own=POINTS, least=LEAST, most=MOST, full=FULL, scope=SCOPE)
    def open(
        self,
        place: tuple[str, str],
        own: int,
        least: int,
        most: int | None,
        full: int | None,
        scope: str,
    ) -> None:
        self.opens(place, Purse(own, least, most, scope, full))

    def opens(self, place: tuple[str, str], new: Purse) -> None:
        there = place[0] in self.world.here | {""}
        ok = there and place not in self.world.purses and new.fits()
        if ok:
            self.world.purses[place] = new
        bounds = {"minimum": new.least, "maximum": new.most, "refresh": new.scope, "to": new.full}
        self.send(ok, self.command("open_pool", place, balance=new.own, **bounds))

    @rule(
        place=PLACE,
        bounds=st.fixed_dictionaries(
            {}, optional={"minimum": LEAST, "maximum": MOST, "to": FULL, "refresh": SCOPE}
        ),
    )
    def change(self, place: tuple[str, str], bounds: dict[str, Any]) -> None:
        old = self.world.purses.get(place)
        ok = False
        if old is not None:
            words = {"minimum": "least", "maximum": "most", "to": "full", "refresh": "scope"}
            new = deepcopy(old)
            for name, value in bounds.items():
                setattr(new, words[name], value)
            ok = new != old and new.fits()
            if ok:
                self.world.purses[place] = new
        self.send(ok, self.command("set_pool", place, **bounds))

    @precondition(lambda self: len(self.world.purses) > 2)
    @rule(place=PLACE)
    def close(self, place: tuple[str, str]) -> None:
        ok = self.world.purses.pop(place, None) is not None
        self.send(ok, self.command("close_pool", place))

    @rule(place=PLACE, coins=POINTS, by=st.sampled_from(("gm1", "gm1", "gm1", "anna", "bert")))
    def spend(self, place: tuple[str, str], coins: int, by: str) -> None:
        self.spends(place, coins, by)

    def spends(self, place: tuple[str, str], coins: int, by: str) -> None:
        purse = self.world.purses.get(place)
        mine = by == "gm1" or {"ann": "anna", "bo": "bert"}.get(place[0]) == by
        ok = mine and purse is not None and coins >= 1
        if ok and purse:
            ok = coins <= purse.own - purse.least + sum(loan.coins for loan in purse.loans)
            if ok:
                purse.pay(coins)
        self.send(ok, self.command("spend", place, amount=coins), by)

    @precondition(lambda self: any(p.loans for p in self.world.purses.values()))
    @rule(data=st.data())
    def spend_of_what_is_lent(self, data: st.DataObject) -> None:
        """Up to one point more than there is, where most is lent."""
        place = max(PLACES, key=lambda place: len(self.loans(place)))
        purse = self.world.purses[place]
        there = purse.own - purse.least + sum(loan.coins for loan in purse.loans)
        self.spends(place, data.draw(st.integers(1, there + 1)), "gm1")

    @rule(place=PLACE, coins=POINTS)
    def gain(self, place: tuple[str, str], coins: int) -> None:
        purse = self.world.purses.get(place)
        ok = purse is not None and coins >= 1
        if ok and purse:
            ok = purse.most is None or purse.own + coins <= purse.most
            purse.own += coins if ok else 0
        self.send(ok, self.command("gain", place, amount=coins))

    @rule(place=PLACE, to=PLACE, coins=POINTS)
    def transfer(self, place: tuple[str, str], to: tuple[str, str], coins: int) -> None:
        one, other = self.world.purses.get(place), self.world.purses.get(to)
        ok = one is not None and other is not None and place != to and coins >= 1
        if ok and one and other:
            ok = one.own - coins >= one.least
            ok = ok and (other.most is None or other.own + coins <= other.most)
            if ok:
                one.own, other.own = one.own - coins, other.own + coins
        command = self.command("transfer", place, to=to[0], to_pool=to[1], amount=coins)
        self.send(ok, command)

    @precondition(lambda self: any(p.loans for p in self.world.purses.values()))
    @rule(coins=POINTS, until=UNTIL)
    def lend_more(self, coins: int, until: dict[str, Any]) -> None:
        """Where most is lent already."""
        self.lends(max(PLACES, key=lambda place: len(self.loans(place))), coins, until)

    @rule(place=PLACE, coins=POINTS, until=UNTIL)
    def lend(self, place: tuple[str, str], coins: int, until: dict[str, Any]) -> None:
        self.lends(place, coins, until)

    def lends(self, place: tuple[str, str], coins: int, until: dict[str, Any]) -> None:
        purse = self.world.purses.get(place)
        if until.get("time", 99) <= self.world.clock:
            until = {"when": "at", "time": self.world.clock + 30}
        ok = purse is not None and coins >= 1
        ok = ok and ("actor" not in until or until["actor"] in self.world.here)
        if ok and purse:
            purse.loans.append(Loan(coins, until))
        self.send(ok, self.command("gain_temporary", place, amount=coins, until=until))

    @precondition(lambda self: any(p.loans for p in self.world.purses.values()))
    @rule(data=st.data())
    def call_in(self, data: st.DataObject) -> None:
        """One loan is ended by name."""
        with_loans = [place for place in PLACES if self.loans(place)]
        place = data.draw(st.sampled_from(with_loans))
        at = data.draw(st.integers(0, len(self.loans(place)) - 1))
        actor, name = place
        effect = list(self.play.session.view().table.pools[actor][name].lent)[at]
        del self.world.purses[place].loans[at]
        self.send(True, {"type": "table.end_effect", "effect": effect})

    def loans(self, place: tuple[str, str]) -> list[Loan]:
        purse = self.world.purses.get(place)
        return purse.loans if purse else []

    @rule()
    def another_scene(self) -> None:
        for purse in self.world.purses.values():
            purse.fill("scene")
        self.world.back(when="scene_end", n=1)
        self.send(True, {"type": "table.end_scene"})
        self.send(True, {"type": "table.begin_scene"})

    @rule(scope=st.sampled_from(("day", "rest", "session")))
    def refresh(self, scope: str) -> None:
        for purse in self.world.purses.values():
            purse.fill(scope)
        self.send(True, {"type": "table.refresh_pools", "scope": scope})

    @rule()
    def half_a_minute(self) -> None:
        self.world.clock += 30
        self.world.back(when="at", time=self.world.clock)
        self.send(True, {"type": "table.advance_clock", "seconds": 30})

    @precondition(lambda self: "bo" in self.world.here)
    @rule()
    def a_round_of_bos(self) -> None:
        slots = {"x": {"actor": "bo"}}
        self.send(True, {"type": "table.begin_round", "slots": slots, "repeat": False})
        self.send(True, {"type": "table.take_turn"})
        for (actor, _), purse in self.world.purses.items():
            purse.fill("round")
            if actor == "bo":
                purse.fill("turn")
        self.world.back(when="turn_end", actor="bo", n=1)
        self.world.back(when="round_end", n=1)
        self.send(True, {"type": "table.end_round"})

    @precondition(lambda self: "bo" in self.world.here)
    @rule()
    def bo_leaves(self) -> None:
        self.world.here.remove("bo")
        self.world.back(when="turn_end", actor="bo", n=1)
        self.world.purses = {k: p for k, p in self.world.purses.items() if k[0] != "bo"}
        self.send(True, {"type": "table.remove_actor", "actor": "bo"})

    @precondition(lambda self: "bo" not in self.world.here)
    @rule()
    def bo_comes_back(self) -> None:
        self.world.here.add("bo")
        self.send(True, {"type": "table.add_actor", "id": "bo", "name": "Bo", "owners": ["bert"]})

    @rule(data=st.data())
    def go_back(self, data: st.DataObject) -> None:
        to = data.draw(st.sampled_from(sorted(self.worlds)))
        self.play.when({"type": "table.return", "to": to})
        if self.play.error is None:
            self.world = deepcopy(self.worlds[to])
            self.add_up()
        else:
            assert self.world == self.worlds[to], str(self.play.error)

    @rule()
    def restart(self) -> None:
        self.play.restart()

    @invariant()
    def the_purses_hold_what_the_pools_do(self) -> None:
        if not hasattr(self, "play"):
            return
        self.worlds[self.play.store.head("s").commits - 1] = deepcopy(self.world)
        table = self.play.session.view().table
        found = {
            (actor, name): purse_of(pool, table)
            for actor, pools in table.pools.items()
            for name, pool in pools.items()
        }
        assert found == self.world.purses
        lent = sum(len(purse.loans) for purse in found.values())
        assert len(table.effects) == lent, "what lends nothing has ended"
        balances = {(a, n): p.balance for a, ps in table.pools.items() for n, p in ps.items()}
        assert balances == self.sums, "the log adds up to something else"

    def teardown(self) -> None:
        if hasattr(self, "play"):
            laws.hold(self.play.session)


def purse_of(pool: Pool, table: Table) -> Purse:
    """A pool of the engine's, in the model's words."""
    loans = [Loan(n, msgspec.to_builtins(table.effects[e].until)) for e, n in pool.lent.items()]
    return Purse(pool.lasting, pool.minimum, pool.maximum, pool.refresh, pool.to, loans)


@pytest.mark.report(131)
def test_pools_are_the_purses_of_a_simple_model_whatever_is_done() -> None:
    """Balances, bounds, loans and refusals agree; and the log alone adds up to the balances."""
    run_state_machine_as_test(
        Treasury,
        settings=settings(
            max_examples=150,
            stateful_step_count=40,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )
