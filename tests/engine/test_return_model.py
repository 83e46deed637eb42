"""Returns against a model written apart: a list of boards, and where each return led.

The model keeps one plain board for each commit and works out by itself what a command leaves,
who may go back, which dice have been drawn and what the ledger holds. It shares nothing with the
engine but the numbers of commits.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, NamedTuple

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
from msgspec import Struct, structs

from rollbook import Command, Event, Play, Rules, Ruleset, View, gm, seat
from rollbook.core import timeline as timeline_module
from rollbook.core.until import Good
from rollbook.core.vocabulary import EffectBegan, Rolled, SealedDraw
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario


class Inn(Struct, frozen=True):
    """What is written on the wall, and what was said."""

    wall: dict[str, str] = {}
    said: tuple[str, ...] = ()


class InnOptions(Struct, frozen=True):
    """How long a word on the wall may be."""

    most: int = 3


class Write(Command, ruleset="inn"):
    """Write over a place on the wall."""

    place: str
    word: str


class Written(Event, ruleset="inn"):
    """Something else stands on the wall."""

    place: str
    word: str


class Said(Event, ruleset="inn"):
    """Something was said."""

    text: str


class Toss(Command, ruleset="inn"):
    """Throw a die."""

    actor: str


class Peek(Command, ruleset="inn", to=("gm",)):
    """Throw a die behind the screen, and say so there."""

    actor: str


class Offer(Command, ruleset="inn"):
    """Ask somebody; who accepts throws a die."""

    to: str


class Ballot(Command, ruleset="inn"):
    """Ask both, in secret."""


class Allow(Command, ruleset="inn"):
    """Have the GM rule on something, perhaps for good."""

    what: str


class Bless(Command, ruleset="inn"):
    """An effect without end."""

    actor: str


rules: Rules[Inn, InnOptions] = Rules(Inn, InnOptions)


@rules.decides(Write, may=seat)
def write(c: Write, play: Play) -> None:
    if len(c.word) > play.options[InnOptions].most:
        play.refuse("that is too long", path="$.word")
    play.emit(Written(place=c.place, word=c.word))


@rules.evolves(Written)
def written(inn: Inn, e: Written) -> Inn:
    return structs.replace(inn, wall={**inn.wall, e.place: e.word})


@rules.evolves(Said)
def said(inn: Inn, e: Said) -> Inn:
    return structs.replace(inn, said=(*inn.said, e.text))


@rules.decides(Toss, may=seat)
def toss(c: Toss, play: Play) -> None:
    play.roll("1d6", c.actor, "toss")
    play.emit(Said(text=f"{c.actor} tosses"))


@rules.decides(Peek, may=gm)
def peek(c: Peek, play: Play) -> None:
    play.roll("1d6", c.actor, "peek")
    play.emit(Said(text=f"{c.actor} is watched"))


@rules.decides(Offer, may=seat)
def offer(c: Offer, play: Play) -> None:
    answer = play.ask("Well?", to=c.to, choices=("yes", "no"))
    if answer == "yes":
        play.roll("1d6", c.to, "offer")
    play.emit(Said(text=f"{c.to}: {answer}"))


@rules.decides(Ballot, may=seat)
def ballot(c: Ballot, play: Play) -> None:
    votes = play.ask_each("How many?", to=("ann", "bo"), of=int, ge=0, le=2, secret=True)
    play.emit(Said(text=f"ann {votes['ann']}, bo {votes['bo']}"))


@rules.decides(Allow, may=seat)
def allow(c: Allow, play: Play) -> None:
    answer = play.ask(
        "May one?", choices=("yes", "no"), name="may", rule="INN-1", standing=True, subject=c.what
    )
    play.emit(Said(text=f"{c.what}: {answer}"))


@rules.decides(Bless, may=gm)
def bless(c: Bless, play: Play) -> None:
    play.emit(EffectBegan(id=play.id("e"), actor=c.actor, kind="bless", amount=1, until=Good()))


inn = Ruleset(
    "inn", version="1.0.0", state=Inn, options=InnOptions, chapters=(rules,),
    package="rollbook.plugins.testing",  # so that there are snapshots
)  # fmt: skip

ACTORS = st.sampled_from(("ann", "bo"))
SENDERS = st.sampled_from(("gm1", "anna", "bert"))


class Question(NamedTuple):
    """What is asked: by the command of which commit, of whom, and what has been answered."""

    kind: str
    of: str
    commit: int
    to: tuple[str, ...]
    given: dict[str, Any]


class Last(NamedTuple):
    """The last act: whose, in which commit, and whether dice or secrets were shown in it."""

    by: str
    commit: int
    drew: bool = False
    showed: bool = False


def seen(view: View) -> dict[str, Any]:
    """The engine's board in the model's terms."""
    table, state = view.table, view.state[Inn]
    asked = table.pending
    return {
        "wall": state.wall,
        "said": [*state.said],
        "luck": {who: table.pools[who]["luck"].balance for who in ("ann", "bo")},
        "clock": table.clock,
        "most": view.options[InnOptions].most,
        "effects": {id: e.actor for id, e in table.effects.items()},
        "rulings": {key.split("/")[2]: r.answer for key, r in table.rulings.items()},
        "asked": asked
        and (asked.asked.commit, asked.asked.to, {a.for_: a.answer for a in asked.given}),
    }


class Returns(RuleBasedStateMachine):
    """Sends what the model knows the end of."""

    @initialize()
    def begin(self) -> None:
        self.play = Scenario(inn, actors={"ann": "anna", "bo": "bert"}, sealed=True)
        for who in ("ann", "bo"):
            self.play.given({"type": "table.open_pool", "actor": who, "pool": "luck", "balance": 3})
        head = self.play.store.head("s").commits - 1
        self.board: dict[str, Any] = {
            "wall": {}, "said": [], "luck": {"ann": 3, "bo": 3}, "clock": 0, "most": 3,
            "effects": {}, "rulings": {}, "asked": None,
        }  # fmt: skip
        self.first = head  # what came before is no part of the model
        self.boards: dict[int, dict[str, Any]] = {head: deepcopy(self.board)}
        self.parents: dict[int, int] = {}
        self.notes: list[str] = []
        self.owners = {"ann": "anna", "bo": "bert"}
        self.roles = {"gm1": "gm", "anna": "player", "bert": "player", "eve": "observer"}
        self.epoch = 0
        self.drawn: list[tuple[int, str, int]] = []
        self.last = Last("gm1", head)

    # --- the model

    @property
    def head(self) -> int:
        return max(self.boards)

    @property
    def question(self) -> Question | None:
        found: Question | None = self.board["asked"]
        return found

    def draw(self, stream: str) -> None:
        """The next index of a stream in this epoch, whatever has been taken back."""
        index = sum((epoch, s) == (self.epoch, stream) for epoch, s, _ in self.drawn)
        self.drawn.append((self.epoch, stream, index))

    def root(self, commit: int) -> int:
        while commit in self.parents:
            commit = self.parents[commit]
        return commit

    def plain(self, board: dict[str, Any]) -> dict[str, Any]:
        asked: Question | None = board["asked"]
        return {**board, "asked": asked and (asked.commit, asked.to, asked.given)}

    def runs(self, who: str) -> bool:
        return self.roles[who] == "gm"

    # --- sending

    def sent(self, command: Any, by: str, code: str = "") -> bool:
        """Send it: it is done, or refused by this code and nothing is appended."""
        before = self.play.store.head("s")
        self.play.when(command, by)
        error = self.play.error
        assert (error.code if error else "") == code, error
        if code:
            assert self.play.store.head("s") == before
            return False
        assert before.commits == self.head + 1 == self.play.store.head("s").commits - 1
        return True

    def done(self, by: str, *, quiet: bool = False, **last: bool) -> None:
        """The board as the model has it now is that of the next commit."""
        commit = self.head + 1
        self.boards[commit] = deepcopy(self.board)
        if not quiet:
            self.last = Last(by, commit, **last)

    def act(self, command: Any, by: str) -> bool:
        """What waits while a question is open."""
        return self.sent(command, by, "waiting" if self.question else "")

    @rule(place=st.sampled_from("xy"), word=st.text("ab", max_size=5), by=SENDERS)
    def write(self, place: str, word: str, by: str) -> None:
        long = len(word) > self.board["most"]
        code = "waiting" if self.question else "refused" if long else ""
        if self.sent(Write(place=place, word=word), by, code):
            self.board["wall"][place] = word
            self.done(by)

    @rule(most=st.integers(0, 5))
    def option(self, most: int) -> None:
        command = {"type": "table.set_option", "of": "inn", "option": "most", "value": most}
        if self.act(command, "gm1"):
            self.board["most"] = most
            self.done("gm1")

    @rule(actor=ACTORS, by=SENDERS)
    def toss(self, actor: str, by: str) -> None:
        if self.act(Toss(actor=actor), by):
            self.draw(actor)
            self.board["said"].append(f"{actor} tosses")
            self.done(by, drew=True)

    @rule(actor=ACTORS)
    def peek(self, actor: str) -> None:
        if self.act(Peek(actor=actor), "gm1"):
            self.draw(f"{actor}/gm")
            self.board["said"].append(f"{actor} is watched")
            self.done("gm1", drew=True)

    @rule(actor=ACTORS, amount=st.integers(1, 3), gain=st.booleans())
    def luck(self, actor: str, amount: int, gain: bool) -> None:
        after = self.board["luck"][actor] + (amount if gain else -amount)
        kind = "gain" if gain else "spend"
        command = {"type": f"table.{kind}", "actor": actor, "pool": "luck", "amount": amount}
        code = "waiting" if self.question else "refused" if after < 0 else ""
        if self.sent(command, "gm1", code):
            self.board["luck"][actor] = after
            self.done("gm1")

    @rule(seconds=st.integers(1, 99))
    def clock(self, seconds: int) -> None:
        if self.act({"type": "table.advance_clock", "seconds": seconds}, "gm1"):
            self.board["clock"] += seconds
            self.done("gm1")

    @rule(actor=ACTORS)
    def bless(self, actor: str) -> None:
        if self.act(Bless(actor=actor), "gm1"):
            self.board["effects"][f"e{self.head + 1}.1"] = actor
            self.done("gm1")

    @precondition(lambda self: self.board["effects"])
    @rule(data=st.data())
    def end_effect(self, data: st.DataObject) -> None:
        effect = data.draw(st.sampled_from(sorted(self.board["effects"])))
        if self.act({"type": "table.end_effect", "effect": effect}, "gm1"):
            del self.board["effects"][effect]
            self.done("gm1")

    # --- the ledger

    @rule(text=st.sampled_from(("hm", "oh")), by=st.sampled_from(("gm1", "anna", "eve")))
    def note(self, text: str, by: str) -> None:
        assert self.sent({"type": "table.add_note", "text": text}, by)
        self.notes.append(text)
        self.done(by, quiet=True)

    @rule(actor=ACTORS, owner=st.sampled_from(("anna", "bert", "")))
    def hand_over(self, actor: str, owner: str) -> None:
        owners = [owner] if owner else []
        assert self.sent({"type": "table.give_actor", "actor": actor, "owners": owners}, "gm1")
        self.owners[actor] = owner
        self.done("gm1", quiet=True)

    @rule(role=st.sampled_from(("player", "observer")))
    def role(self, role: str) -> None:
        assert self.sent({"type": "table.give_role", "seat": "eve", "role": role}, "gm1")
        self.roles["eve"] = role
        self.done("gm1", quiet=True)

    @rule()
    def new_dice(self) -> None:
        if self.act({"type": "table.open_epoch"}, "gm1"):
            self.epoch += 1
            self.done("gm1")

    # --- questions

    def ask(self, command: Any, by: str, kind: str, to: tuple[str, ...], of: str = "") -> None:
        if self.act(command, by):
            self.board["asked"] = Question(kind, of, self.head + 1, to, {})
            self.done(by)

    @rule(to=ACTORS, by=SENDERS)
    def offer(self, to: str, by: str) -> None:
        self.ask(Offer(to=to), by, "offer", (to,))

    @rule(by=SENDERS)
    def ballot(self, by: str) -> None:
        self.ask(Ballot(), by, "ballot", ("ann", "bo"))

    @rule(what=st.sampled_from(("swim", "sing")), by=SENDERS)
    def allow(self, what: str, by: str) -> None:
        stands = self.board["rulings"].get(what)
        if stands is None or self.question:
            self.ask(Allow(what=what), by, "allow", ("gm",), what)
        elif self.sent(Allow(what=what), by):
            self.board["said"].append(f"{what}: {stands}")
            self.done(by)

    @precondition(lambda self: self.question)
    @rule(data=st.data(), on_behalf=st.booleans(), good=st.booleans(), regret=st.booleans())
    def answer(self, data: st.DataObject, on_behalf: bool, good: bool, regret: bool) -> None:
        """And perhaps whoever answered would have it back: not where dice or secrets fell."""
        self.give(data, on_behalf, good)
        if regret and self.last.commit > self.first:
            self.returns(self.last.commit - 1, self.last.by)

    @precondition(lambda self: not self.question)
    @rule(data=st.data(), by=SENDERS)
    def vote_and_regret_it(self, data: st.DataObject, by: str) -> None:
        self.ask(Ballot(), by, "ballot", ("ann", "bo"))
        while self.question:
            self.give(data, on_behalf=False, good=False)
        self.returns(self.last.commit - 1, self.last.by)

    def give(self, data: st.DataObject, on_behalf: bool, good: bool) -> None:
        asked = self.question
        assert asked
        who = data.draw(st.sampled_from([w for w in asked.to if w not in asked.given]))
        by = "gm1" if on_behalf else self.owners.get(who) or "gm1"
        values: list[Any] = [0, 1, 2] if asked.kind == "ballot" else ["yes", "no"]
        value = data.draw(st.sampled_from(values))
        stands = "good" if asked.kind == "allow" and good else "once"
        command = {"type": "table.answer", "answer": value, "for_": who, "stands": stands}
        assert self.sent(command, by)
        given = {**asked.given, who: value}
        if len(given) < len(asked.to):
            self.board["asked"] = asked._replace(given=given)
            self.done(by)
            return
        self.board["asked"] = None
        if asked.kind == "ballot":
            self.board["said"].append(f"ann {given['ann']}, bo {given['bo']}")
        else:
            self.board["said"].append(f"{asked.of or who}: {value}")
        if stands == "good":
            self.board["rulings"][asked.of] = value
        drew = asked.kind == "offer" and value == "yes"
        if drew:
            self.draw(who)
        self.done(by, drew=drew, showed=asked.kind == "ballot")

    @precondition(lambda self: self.question)
    @rule()
    def withdraw(self) -> None:
        asked = self.question
        assert asked
        assert self.sent({"type": "table.withdraw", "reason": "supper"}, "gm1")
        self.go(asked.commit - 1, "gm1")

    # --- returns

    def go(self, to: int, by: str) -> None:
        self.parents[self.head + 1] = to
        self.board = deepcopy(self.boards[to])
        self.done(by)

    def returns(self, to: int, by: str) -> None:
        mine = self.last.by == by and to == self.last.commit - 1
        if not self.runs(by) and not (
            self.roles[by] == "player" and mine and not (self.last.drew or self.last.showed)
        ):
            code = "not-allowed"
        elif to >= self.head or self.root(to) == self.root(self.head):
            code = "refused"
        else:
            code = ""
        if self.sent({"type": "table.return", "to": to}, by, code):
            self.go(to, by)
            for viewer in self.roles:
                laws.view_is_filtered_journal(self.play.session, viewer)

    @rule(steps=st.integers(1, 3))
    def near(self, steps: int) -> None:
        self.returns(max(self.first, self.head - steps), "gm1")

    @rule(data=st.data())
    def far_or_forth(self, data: st.DataObject) -> None:
        self.returns(data.draw(st.integers(self.first, self.head)), "gm1")

    @rule(by=st.sampled_from(("anna", "bert", "eve")), steps=st.integers(1, 3))
    def by_a_player(self, by: str, steps: int) -> None:
        self.returns(max(self.first, self.head - steps), by)

    @rule(by=st.sampled_from(("anna", "bert")))
    def take_back_what_is_mine(self, by: str) -> None:
        if self.last.by == by and self.last.commit > self.first:
            self.returns(self.last.commit - 1, by)

    @rule(times=st.integers(2, 4))
    def undo_and_redo(self, times: int) -> None:
        """Back one, forth again, and so on: each time it is one of the two boards."""
        there, back = self.head, self.head - 1
        if back < self.first or self.root(back) == self.root(there):
            return
        for _ in range(times):
            self.returns(back, "gm1")
            self.returns(there, "gm1")

    # --- reading

    @rule()
    def reopen(self) -> None:
        self.play.restart()

    @rule()
    def close_and_reopen(self) -> None:
        """With a snapshot, unless a question is open."""
        self.play.session.close()
        self.play.restart()

    @rule(data=st.data())
    def look_back(self, data: st.DataObject) -> None:
        commit = data.draw(st.integers(self.first, self.head))
        assert seen(self.play.session.at(commit)) == self.plain(self.boards[commit])

    @invariant()
    def the_board_is_the_models(self) -> None:
        if hasattr(self, "play"):
            assert seen(self.play.session.view()) == self.plain(self.board)
            assert seen(self.play.session.view()) == self.plain(self.boards[self.head])

    @invariant()
    def nothing_of_the_ledger_has_gone_back(self) -> None:
        if not hasattr(self, "play"):
            return
        ledger = self.play.session.view().ledger
        assert [note.text for note in ledger.notes] == self.notes
        assert {a: "".join(o) for a, o in ledger.owners.items()} == self.owners
        assert {s: ledger.seats[s].role for s in self.roles} == self.roles
        assert ledger.epoch is not None
        assert ledger.epoch.number == self.epoch
        assert {int(no): to for no, to in ledger.parents.items()} == self.parents

    def teardown(self) -> None:
        if not hasattr(self, "play"):
            return
        draws = [e.message.draw for e in self.play.session.log() if isinstance(e.message, Rolled)]
        assert all(isinstance(d, SealedDraw) for d in draws)
        assert [(d.epoch, d.stream, d.index) for d in draws] == self.drawn  # type: ignore[union-attr]
        again = self.play.reopened()
        for commit, board in self.boards.items():
            assert seen(again.at(commit)) == self.plain(board)
        laws.hold(self.play.session)


@pytest.mark.report(41)
@pytest.mark.report(42)
@pytest.mark.report(43)
@pytest.mark.report(46)
@pytest.mark.parametrize("kept", [256, 3], ids=["near", "beyond what is kept"])
def test_returns_of_all_kinds_leave_what_a_list_of_boards_leaves(
    monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    """Also where so few boards are kept that most returns have to fold again."""
    monkeypatch.setattr(timeline_module, "RECENT", kept)
    run_state_machine_as_test(
        Returns,
        settings=settings(
            max_examples=30,
            stateful_step_count=30,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )
