"""Random play against a simple model: commands, answers, withdrawals, returns, restarts."""

from __future__ import annotations

from typing import Any

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

from rollbook.core.table.pools import Gain, Spend
from rollbook.core.table.returns import Return, Withdraw
from rollbook.core.table.temporary import GainTemporary
from rollbook.core.table.transfer import Transfer
from rollbook.core.until import RoundEnd, SceneEnd, Uses
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import (
    Auction,
    Charm,
    Curse,
    Duel,
    Enter,
    Flurry,
    Sneak,
    Strike,
    Watch,
    brawl,
    charms,
)

ACTORS = st.sampled_from(("ann", "bo", "cy"))
FACES = st.lists(st.integers(1, 6), min_size=60, max_size=60)


class Play(RuleBasedStateMachine):
    """The model: a list of boards, one for each commit, and where a return leads."""

    @initialize()
    def begin(self) -> None:
        self.play = Scenario(brawl, charms, actors={"ann": "anna", "bo": "bert", "cy": ""})
        self.play.given(*(Enter(actor=a, points=9) for a in ("ann", "bo", "cy")))
        for actor in ("ann", "bo"):
            pool = {"type": "table.open_pool", "actor": actor, "pool": "luck", "balance": 2}
            self.play.given(pool)
        self.play.given({"type": "table.begin_scene"})
        self.boards = {c: self.board_at(c) for c in range(self.commits)}
        self.other = self.play.reopened()

    @property
    def commits(self) -> int:
        return self.play.store.head("s").commits

    def board_at(self, commit: int) -> dict[str, bytes]:
        slices = laws.plain(self.play.session.at(commit).slices)
        slices.pop("Ledger")
        return slices

    def send(self, command: Any, by: str = "", faces: list[int] | None = None) -> bool:
        head, waiting = self.play.store.head("s"), self.play.session.waiting
        self.play.when(command, by, faces=faces or (), spare=True)
        if self.play.error is None:
            self.boards[self.commits - 1] = self.board_at(self.commits - 1)
            return True
        assert self.play.error.code in ("refused", "waiting", "not-allowed", "invalid")
        assert self.play.store.head("s") == head
        assert self.play.session.waiting == waiting
        return False

    @rule(actor=ACTORS, victim=ACTORS, faces=FACES)
    def strike(self, actor: str, victim: str, faces: list[int]) -> None:
        self.send(Strike(actor=actor, target=victim), faces=faces)

    @rule(actor=ACTORS, victims=st.lists(ACTORS, max_size=3), faces=FACES)
    def flurry(self, actor: str, victims: list[str], faces: list[int]) -> None:
        self.send(Flurry(actor=actor, targets=tuple(victims)), faces=faces)

    @rule(faces=FACES)
    def duel(self, faces: list[int]) -> None:
        self.send(Duel(a="ann", b="bo"), faces=faces)

    @rule(bidders=st.lists(ACTORS, max_size=3, unique=True))
    def auction(self, bidders: list[str]) -> None:
        self.send(Auction(thing="ale", bidders=tuple(bidders)), "anna")

    @rule(actor=ACTORS, secret=st.booleans(), faces=FACES)
    def secret(self, actor: str, secret: bool, faces: list[int]) -> None:
        self.send(Sneak(actor=actor, what="psst") if secret else Watch(actor=actor), faces=faces)

    @rule(
        actor=ACTORS,
        kind=st.sampled_from(("aim", "ward")),
        until=st.sampled_from((Uses(1), Uses(2), RoundEnd(), RoundEnd(2), SceneEnd())),
    )
    def charm(self, actor: str, kind: str, until: Any) -> None:
        self.send(Charm(actor=actor, kind=kind, until=until))

    @rule(victim=ACTORS, until=st.sampled_from((RoundEnd(), SceneEnd())))
    def curse(self, victim: str, until: Any) -> None:
        self.send(Curse(target=victim, amount=4, until=until))

    @rule(what=st.sampled_from(("begin_round", "end_round", "end_scene", "begin_scene")))
    def time(self, what: str) -> None:
        self.send({"type": f"table.{what}"})

    @rule(actor=ACTORS, amount=st.integers(-1, 3), gain=st.booleans())
    def points(self, actor: str, amount: int, gain: bool) -> None:
        kind = Gain if gain else Spend
        self.send(kind(actor=actor, pool="luck", amount=amount))

    @rule(actor=ACTORS, amount=st.integers(1, 2), until=st.sampled_from((RoundEnd(), SceneEnd())))
    def lend(self, actor: str, amount: int, until: Any) -> None:
        self.send(GainTemporary(actor=actor, pool="luck", amount=amount, until=until))

    @rule(actor=ACTORS, to=ACTORS)
    def give(self, actor: str, to: str) -> None:
        self.send(Transfer(actor=actor, pool="luck", to=to, amount=1), "anna")

    @rule(text=st.sampled_from(("hm", "oh")))
    def note(self, text: str) -> None:
        assert self.send({"type": "table.add_note", "text": text}, "eve")

    @precondition(lambda self: self.play.session.waiting is not None)
    @rule(data=st.data(), faces=FACES)
    def answer(self, data: st.DataObject, faces: list[int]) -> None:
        question = self.play.session.waiting
        assert question
        who = data.draw(st.sampled_from(question.waiting_for))
        keys: list[Any] = [c.key for c in question.choices] or [0, -2, "so it is"]
        value = data.draw(st.sampled_from([*keys, "no choice at all"]))
        owner = {"ann": "anna", "bo": "bert"}.get(who, "gm1")
        command = {"type": "table.answer", "answer": value, "for_": who}
        self.send(command, data.draw(st.sampled_from((owner, "gm1", "eve"))), faces)

    @precondition(lambda self: self.play.session.waiting is not None)
    @rule()
    def withdraw(self) -> None:
        question = self.play.session.waiting
        assert question
        assert self.send(Withdraw(reason="supper"))
        assert self.play.session.waiting is None
        assert self.boards[self.commits - 1] == self.boards[question.commit - 1]

    @rule(data=st.data())
    def go_back(self, data: st.DataObject) -> None:
        to = data.draw(st.integers(0, self.commits - 2))
        if self.send(Return(to=to)):
            assert self.boards[self.commits - 1] == self.boards[to]
        else:
            assert self.boards[self.commits - 1] == self.boards[to]

    @rule()
    def turn_to_another_process(self) -> None:
        """Another session upon the same store, which has yet to see what was done."""
        self.play.session, self.other = self.other, self.play.session

    @rule()
    def restart(self) -> None:
        before = laws.plain(self.play.session.view().slices)
        if self.play.session.waiting is None:
            self.play.session.close()
        self.play.restart()
        assert laws.plain(self.play.session.timeline.slices) == before

    @invariant()
    def no_pool_is_out_of_its_bounds(self) -> None:
        if hasattr(self, "play"):
            self.play.session.view()
            laws.balances_are_sums(self.play.session)

    def teardown(self) -> None:
        if hasattr(self, "play"):
            assert self.other.waiting == self.play.session.waiting
            assert laws.plain(self.other.timeline.slices) == laws.plain(
                self.play.session.view().slices
            )
            laws.hold(self.play.session)
            for commit, stood in self.boards.items():
                assert self.board_at(commit) == stood
            for viewer in ("gm1", "anna", "eve"):
                laws.view_is_filtered_journal(self.play.session, viewer)


@pytest.mark.report(43)
@pytest.mark.report(131)
def test_however_it_is_played_it_refolds_and_no_pool_is_anything_but_its_changes() -> None:
    run_state_machine_as_test(
        Play,
        settings=settings(
            max_examples=40,
            stateful_step_count=30,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )
