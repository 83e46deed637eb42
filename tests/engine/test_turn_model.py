"""Turns against a model written apart: lists and dicts, and the rules as the page tells them."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario

SEATS = {"gm1": "gm", "anna": "player", "bert": "player"}
OWNERS = {"a": "anna", "b": "bert", "c": "anna", "d": "", "e": "bert"}
SIDES = ("red", "blue")


@dataclass
class Right:
    """A slot: whose, when, and what became of it."""

    actor: str
    side: str
    key: tuple[int, ...]
    joined: int
    held: str = ""
    claimed: str = ""


@dataclass
class Game:
    """How turns stand. A round of None is the time between rounds."""

    present: list[str] = field(default_factory=lambda: ["a", "b", "c"])
    began: int = 0
    rights: dict[str, Right] | None = None
    done: list[str] = field(default_factory=list)
    stack: list[tuple[str, str]] = field(default_factory=list)
    chosen: bool = False
    last: str = ""
    turns: dict[str, int] = field(default_factory=dict)

    # --- asking

    def table(self) -> dict[str, Right]:
        assert self.rights is not None
        return self.rights

    def order(self) -> list[str]:
        rights = self.table()
        return sorted(rights, key=lambda s: (rights[s].key, rights[s].joined, s))

    def left(self, held: bool) -> list[str]:
        busy = {slot for slot, _ in self.stack}
        rights = self.table()
        return [
            s
            for s in self.order()
            if s not in self.done and s not in busy and bool(rights[s].held) == held
        ]

    def who(self, slot: str) -> str:
        right = self.table()[slot]
        return right.actor or right.claimed or dict(self.stack).get(slot, "")

    def state(self, slot: str) -> str:
        if self.stack and slot == self.stack[-1][0]:
            return "open"
        if slot in dict(self.stack):
            return "paused"
        if slot in self.done:
            return "acted"
        return "held" if self.table()[slot].held else "waiting"

    # --- doing

    def start(self, slot: str, taker: str = "") -> bool:
        right = self.table()[slot]
        own = right.actor or right.claimed
        if own and taker and taker != own:
            return False
        if taker and taker not in self.present:
            return False
        who = own or taker
        if who and who in [w for _, w in self.stack]:
            return False
        self.stack.append((slot, who))
        self.turns[who] = self.turns.get(who, 0) + 1
        return True

    def finish(self, slot: str) -> None:
        self.last = dict(self.stack)[slot]
        self.stack = [turn for turn in self.stack if turn[0] != slot]
        self.done.append(slot)

    def give_up(self, slot: str) -> bool:
        """Whether its turn was under way, which then does not count."""
        if not self.stack or self.stack[-1][0] != slot:
            return False
        _, who = self.stack.pop()
        if who:
            self.turns[who] -= 1
        return True

    def go_on(self, wait: bool = True) -> None:
        if self.stack:
            return
        if ready := self.left(held=False):
            if not self.chosen:
                self.start(ready[0])
        elif not (wait and self.left(held=True)):
            self.again()

    def again(self) -> None:
        rights = {}
        for name, r in self.table().items():
            held = r.held if r.held == "rounds" and name not in self.done else ""
            rights[name] = Right(r.actor, r.side, r.key, r.joined, held)
        self.begin(rights, self.chosen)
        if not self.chosen and (ready := self.left(held=False)):
            self.start(ready[0])

    def begin(self, rights: dict[str, Right], chosen: bool) -> None:
        self.began += 1
        self.rights, self.chosen = rights, chosen
        self.done, self.stack, self.last = [], [], ""

    def drop(self, slot: str) -> None:
        acting = slot in dict(self.stack)
        if acting:
            self.finish(slot)
        del self.table()[slot]
        self.done = [s for s in self.done if s != slot]
        if acting and self.rights:
            self.go_on()

    def leave(self, actor: str) -> None:
        if self.rights is not None:
            for right, name in [(r, n) for n, r in self.rights.items()]:
                if right.claimed == actor and self.state(name) in ("held", "waiting"):
                    right.held = right.claimed = ""
            idle = [n for n, r in self.rights.items() if r.actor == actor]
            for name in sorted(idle, key=lambda n: n in dict(self.stack)):
                self.drop(name)
            for name in [n for n, w in self.stack if w == actor]:
                self.finish(name)
                self.go_on()
        self.present.remove(actor)


@dataclass
class Try:
    """Whether somebody may do something, and if so, what it does to a game."""

    game: Game
    by: str

    def plays(self, actor: str) -> bool:
        return self.by == "gm1" or bool(actor and OWNERS[actor] == self.by)

    def next(self) -> bool:
        game = self.game
        if game.rights is None or not game.rights:
            return False
        if not self.plays(game.stack[-1][1] if game.stack else ""):
            return False
        if game.stack:
            game.finish(game.stack[-1][0])
            game.go_on()
            return True
        if game.chosen and game.left(held=False):
            return False
        game.go_on(wait=False)
        return True

    def take(self, slot: str, actor: str) -> bool:
        game = self.game
        if game.rights is None or game.stack:
            return False
        ready, held = game.left(held=False), game.left(held=True)
        name = slot or (ready[0] if ready else "")
        if name not in (*ready, *held):
            return False
        first = game.table()[ready[0]].key if ready else ()
        his_time = game.chosen or name in held or game.table()[name].key == first
        mine = self.plays(game.who(name) or actor)
        if not (mine and his_time) and not (game.chosen and self.plays(game.last)):
            return self.by == "gm1" and game.start(name, actor)
        return game.start(name, actor)

    def interrupt(self, slot: str, actor: str) -> bool:
        game = self.game
        if game.rights is None or not game.stack or slot not in game.left(held=True):
            return False
        return self.plays(game.who(slot) or actor) and game.start(slot, actor)

    def apart(self, slot: str) -> bool:
        """Whether the sender may put this slot elsewhere."""
        game = self.game
        if game.rights is None or slot not in game.rights or not self.plays(game.who(slot)):
            return False
        return game.state(slot) not in ("acted", "paused")

    def hold(self, slot: str, over: bool) -> bool:
        if not self.apart(slot) or self.game.state(slot) == "held":
            return False
        given_up = self.game.give_up(slot)
        self.game.table()[slot].held = "rounds" if over else "round"
        if given_up:
            self.game.go_on()
        return True

    def delay(self, slot: str, key: tuple[int, ...] | None, after: str) -> bool:
        game = self.game
        if not self.apart(slot) or (key is None) == (not after) or after == slot:
            return False
        if after:
            if after not in game.table():
                return False
            key = (*game.table()[after].key, 0)
        assert key is not None
        if self.by != "gm1" and key <= game.table()[slot].key:
            return False
        given_up = game.give_up(slot)
        game.table()[slot].key, game.table()[slot].held = key, ""
        if given_up:
            game.go_on()
        return True

    def release(self, slot: str) -> bool:
        game = self.game
        if not self.apart(slot) or game.state(slot) == "open":
            return False
        right = game.table()[slot]
        if not right.held and not right.claimed:
            return False
        right.held = right.claimed = ""
        return True

    def claim(self, slot: str, actor: str) -> bool:
        game = self.game
        if game.rights is None or slot not in game.rights or actor not in game.present:
            return False
        right = game.rights[slot]
        free = game.state(slot) in ("waiting", "held")
        if not self.plays(actor) or right.actor or right.claimed or not free:
            return False
        right.claimed = actor
        return True


NAMES = [f"s{n}" for n in range(7)]
SLOT = st.sampled_from(NAMES)
BY = st.sampled_from(["gm1", "gm1", "gm1", "anna", "bert"])
SELDOM = st.sampled_from([False, False, False, True])
ACTOR = st.sampled_from(list(OWNERS))
TAKER = st.sampled_from([*[""] * 12, *OWNERS])
KEY = st.lists(st.integers(0, 3), min_size=1, max_size=1).map(tuple)


class Turns(RuleBasedStateMachine):
    """Every command of turns, by anybody, allowed or not, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.play = Scenario(seats=SEATS, actors={a: OWNERS[a] for a in ("a", "b", "c")})
        self.play.given({"type": "table.begin_scene"})
        self.game = Game()
        self.games: dict[int, Game] = {}
        self.stands: dict[int, int] = {}
        self.keep()

    @initialize(chosen=st.booleans(), keys=st.tuples(KEY, KEY, KEY, KEY, KEY, KEY))
    def first_round(self, chosen: bool, keys: tuple[tuple[int, ...], ...]) -> None:
        whose = [("a", ""), ("b", ""), ("c", ""), ("a", ""), ("", "red"), ("", "blue")]
        rights = {f"s{n}": (*who, keys[n]) for n, who in enumerate(whose)}
        self.send_begin(rights, chosen)
        may = self.attempt()
        self.do(may.take("", ""), may.game, "take_turn")

    def keep(self) -> None:
        head = self.play.session.timeline.commits - 1
        self.games[head] = deepcopy(self.game)
        self.stands.setdefault(head, head)

    def do(self, tried: bool, game: Game, what: str, by: str = "gm1", **fields: Any) -> None:
        """Send it; the engine takes it exactly if the model does, and a refusal leaves nothing."""
        before = (self.play.session.timeline.size, laws.plain(self.play.session.timeline.slices))
        error = self.play.when({"type": f"table.{what}", **fields}, by).error
        assert (error is None) == tried, f"{what} {fields} by {by}: {error}"
        if error is None:
            self.game = game
            self.keep()
        else:
            now = self.play.session.timeline
            assert before == (now.size, laws.plain(now.slices))

    def some(self, data: st.DataObject, *states: str) -> str:
        """A slot, mostly one that stands like this."""
        game = self.game
        fit = [s for s in game.order() if game.state(s) in states] if game.rights else []
        return data.draw(st.sampled_from([*fit * 4, *NAMES]))

    def attempt(self, by: str = "gm1") -> Try:
        return Try(deepcopy(self.game), by)

    @rule(by=BY)
    def next(self, by: str) -> None:
        may = self.attempt(by)
        self.do(may.next(), may.game, "next_turn", by)

    @rule(seldom=SELDOM)
    def to_the_next_round(self, seldom: bool) -> None:
        """Turn by turn."""
        began = self.game.began
        for _ in range(20):
            may = self.attempt()
            went = may.next()
            self.do(went, may.game, "next_turn")
            if not went and self.game.chosen and self.game.rights:
                may = self.attempt()
                went = may.take("", "")
                self.do(went, may.game, "take_turn")
            if not went or self.game.began != began or not seldom:
                return

    @rule(by=BY, data=st.data(), actor=TAKER, first=st.booleans())
    def take(self, by: str, data: st.DataObject, actor: str, first: bool) -> None:
        slot = "" if first else self.some(data, "waiting", "held")
        may = self.attempt(by)
        self.do(may.take(slot, actor), may.game, "take_turn", by, slot=slot, actor=actor)

    @rule(by=BY, data=st.data(), actor=TAKER)
    def interrupt(self, by: str, data: st.DataObject, actor: str) -> None:
        slot = self.some(data, "held")
        may = self.attempt(by)
        self.do(may.interrupt(slot, actor), may.game, "interrupt", by, slot=slot, actor=actor)

    @rule(data=st.data(), over=st.booleans())
    def hold_and_cut_in(self, data: st.DataObject, over: bool) -> None:
        """Often enough that turns lie within turns."""
        slot = self.some(data, "waiting")
        may = self.attempt()
        self.do(may.hold(slot, over), may.game, "hold_slot", id=slot, over_rounds=over)
        may = self.attempt()
        self.do(may.interrupt(slot, ""), may.game, "interrupt", slot=slot)

    @rule(by=BY, data=st.data(), over=st.booleans())
    def hold(self, by: str, data: st.DataObject, over: bool) -> None:
        slot = self.some(data, "waiting", "open")
        may = self.attempt(by)
        self.do(may.hold(slot, over), may.game, "hold_slot", by, id=slot, over_rounds=over)

    @rule(by=BY, data=st.data(), key=KEY)
    def delay(self, by: str, data: st.DataObject, key: tuple[int, ...]) -> None:
        slot = self.some(data, "waiting", "held", "open")
        may = self.attempt(by)
        self.do(may.delay(slot, key, ""), may.game, "delay_slot", by, id=slot, key=key)

    @rule(by=BY, data=st.data())
    def delay_behind(self, by: str, data: st.DataObject) -> None:
        slot = self.some(data, "open", "waiting")
        after = self.some(data, "waiting", "held", "acted")
        may = self.attempt(by)
        self.do(may.delay(slot, None, after), may.game, "delay_slot", by, id=slot, after=after)

    @rule(by=BY, data=st.data())
    def release(self, by: str, data: st.DataObject) -> None:
        slot = self.some(data, "held")
        may = self.attempt(by)
        self.do(may.release(slot), may.game, "release_slot", by, id=slot)

    @rule(by=BY, data=st.data())
    def claim(self, by: str, data: st.DataObject) -> None:
        rights = self.game.rights or {}
        free = [n for n, r in rights.items() if r.side and not r.claimed]
        slot = data.draw(st.sampled_from([*free * 4, *NAMES]))
        actor = data.draw(st.sampled_from([*self.game.present * 4, *OWNERS]))
        may = self.attempt(by)
        self.do(may.claim(slot, actor), may.game, "claim_slot", by, id=slot, actor=actor)

    @rule(slot=SLOT, actor=ACTOR, side=st.sampled_from(["", "", *SIDES]), key=KEY)
    def add(self, slot: str, actor: str, side: str, key: tuple[int, ...]) -> None:
        """Joining late, or an extra action."""
        game = deepcopy(self.game)
        who = "" if side else actor
        may = game.rights is not None and slot not in game.rights
        may = may and (not who or who in game.present)
        if may:
            joined = 1 + max((r.joined for r in game.table().values()), default=-1)
            game.table()[slot] = Right(who, side, key, joined)
        spec = {"actor": who, "side": side, "key": key}
        self.do(may, game, "add_slot", id=slot, slot=spec)

    @rule(slot=SLOT, seldom=SELDOM)
    def drop(self, slot: str, seldom: bool) -> None:
        if not seldom:
            return
        game = deepcopy(self.game)
        may = game.rights is not None and slot in game.rights
        if may:
            game.drop(slot)
        self.do(may, game, "drop_slot", id=slot)

    @rule(side=st.sampled_from(SIDES), seldom=SELDOM)
    def lose(self, side: str, seldom: bool) -> None:
        if not seldom:
            return
        game = deepcopy(self.game)
        mine = []
        if game.rights is not None:
            idle = {*game.left(held=False), *game.left(held=True)}
            mine = [s for s in game.order() if s in idle and game.rights[s].side == side]
        if mine:
            game.drop(mine[-1])
        self.do(bool(mine), game, "lose_slot", side=side)

    @rule(data=st.data(), seldom=SELDOM)
    def die(self, data: st.DataObject, seldom: bool) -> None:
        if not seldom:
            return
        game = deepcopy(self.game)
        busy = {who for _, who in game.stack} | {r.claimed for r in (game.rights or {}).values()}
        actor = data.draw(st.sampled_from([*sorted(busy - {""}) * 4, *OWNERS]))
        may = actor in game.present
        if may:
            game.leave(actor)
        self.do(may, game, "remove_actor", actor=actor)

    @precondition(lambda self: len(self.game.present) < len(OWNERS))
    @rule()
    def come(self) -> None:
        game = deepcopy(self.game)
        actor = next(a for a in OWNERS if a not in game.present)
        game.present.append(actor)
        owners = [OWNERS[actor]] if OWNERS[actor] else []
        self.do(True, game, "add_actor", id=actor, name=actor.title(), owners=owners)

    @rule(seldom=SELDOM)
    def end(self, seldom: bool) -> None:
        if self.game.rights and not seldom:
            return
        game = deepcopy(self.game)
        may = game.rights is not None
        for slot, _ in reversed(game.stack):
            game.finish(slot)
        game.rights = None
        self.do(may, game, "end_round")

    @precondition(lambda self: self.game.rights is None or len(self.games) % 5 == 0)
    @rule(
        rights=st.dictionaries(
            SLOT, st.tuples(ACTOR, st.sampled_from(["", "", *SIDES]), KEY), max_size=6
        ),
        chosen=st.booleans(),
    )
    def begin(self, rights: dict[str, tuple[str, str, tuple[int, ...]]], chosen: bool) -> None:
        self.send_begin(rights, chosen)

    def send_begin(self, rights: dict[str, tuple[str, str, tuple[int, ...]]], chosen: bool) -> None:
        game = deepcopy(self.game)
        made = {n: Right("" if side else a, side, key, 0) for n, (a, side, key) in rights.items()}
        may = game.rights is None and all(
            not r.actor or r.actor in game.present for r in made.values()
        )
        if may:
            game.begin(made, chosen)
        specs = {n: {"actor": r.actor, "side": r.side, "key": r.key} for n, r in made.items()}
        self.do(may, game, "begin_round", slots=specs, elective=chosen)

    @rule(back=st.integers(1, 6), seldom=SELDOM)
    def go_back(self, back: int, seldom: bool) -> None:
        """To how it was some commands ago."""
        if not seldom:
            return
        head = self.play.session.timeline.commits - 1
        to = head - back
        may = to in self.games and self.stands[to] != self.stands[head]
        if to in self.games:
            if may:
                self.stands[head + 1] = self.stands[to]
            self.do(may, deepcopy(self.games[to]), "return", to=to)

    @invariant()
    def they_agree(self) -> None:
        view = self.play.session.view()
        now, game = view.table.round, self.game
        assert (now is None) == (game.rights is None)
        assert {a: n for a, n in view.table.turns.items() if n} == {
            a: n for a, n in game.turns.items() if n
        }
        if now is None or game.rights is None:
            assert view.table.turning == ()
            return
        shown = [(p.slot, p.state, p.actor, p.key) for p in view["order"].places]
        right = game.rights
        assert shown == [(s, game.state(s), game.who(s), right[s].key) for s in game.order()]
        assert list(now.spent) == game.done
        assert [*now.paused, *filter(None, (now.open,))] == [slot for slot, _ in game.stack]
        assert list(view.table.turning) == [who for _, who in game.stack]
        assert {s: v.held for s, v in now.slots.items()} == {s: r.held for s, r in right.items()}
        assert (now.number, now.elective) == (game.began, game.chosen)

    @invariant()
    def nobody_acts_twice_and_nobody_is_skipped(self) -> None:
        now = self.play.session.view().table.round
        if now is None:
            return
        assert len(set(now.spent)) == len(now.spent)
        assert not {*now.spent} & {*now.paused, now.open}

    def teardown(self) -> None:
        laws.live_is_refolded(self.play.session)
        laws.decided_again_is_the_same(self.play.session)


@pytest.mark.report(87)
@pytest.mark.report(97)
def test_turns_go_as_the_model_says_whoever_does_what() -> None:
    """And nobody acts twice, nobody is skipped, and what is refused leaves nothing."""
    run_state_machine_as_test(
        Turns, settings=settings(max_examples=120, stateful_step_count=60, deadline=None)
    )
