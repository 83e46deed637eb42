"""A question suspends its command: nothing rolled is rolled again, nothing asked is forgotten."""

from __future__ import annotations

import itertools

import pytest

from rollbook.core.asked import Answered, Asked
from rollbook.core.errors import Diverged, RollbookError
from rollbook.core.messages import Command
from rollbook.core.play import Play
from rollbook.core.table.inquiry import Answer
from rollbook.core.table.returns import Return, Withdraw
from rollbook.core.vocabulary import Revealed, Rolled, SealedDraw, Spent
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import MakeScenario, Scenario
from rollbook.plugins.testing.toys import (
    Auction,
    Brawl,
    Duel,
    Enter,
    Fell,
    Flurry,
    Hit,
    Hurt,
    Noticed,
    Said,
    Strike,
    brawl,
    brawl_with,
)

Plan = list[tuple[object, str, tuple[int, ...]]]

PLANS: dict[str, tuple[Command, tuple[int, ...], Plan]] = {
    "one": (Strike(actor="ann", target="bo"), (4, 4), [("yes", "bert", (5,))]),
    "each, secret, then a loop": (
        Duel(a="ann", b="bo"),
        (),
        [
            (2, "anna", ()),
            (-1, "bert", (3, 4)),
            ("better", "bert", (6,)),
            ("better", "anna", (2,)),
            ("pass", "bert", ()),
            ("better", "anna", (5,)),
            ("pass", "bert", ()),
            ("pass", "anna", ()),
        ],
    ),
    "any": (
        Auction(thing="ale", bidders=("bo", "cy", "ann")),
        (),
        [("pass", "bert", ()), ("take", "anna", ())],
    ),
    "nested performs and a reaction": (
        Flurry(actor="ann", targets=("bo", "cy", "bo")),
        (6, 6),
        [
            ("no", "bert", (6, 6)),
            ("no", "gm1", (6, 6)),
            ("no", "bert", ()),
            ("no", "bert", ()),
            ("on his face", "gm1", ()),
        ],
    ),
}


def begin(play: Scenario, name: str) -> Plan:
    """The command of a plan is sent; gives the answers that follow."""
    command, faces, plan = PLANS[name]
    play.when(command, faces=faces)
    return plan


def ends(play: Scenario) -> tuple[dict[str, bytes], list[tuple[str, bytes]]]:
    """State, and the records that matter: all but headers that time gives."""
    records = [(r.type, r.body) for r in play.store.records("s")]
    return laws.plain(play.session.timeline.slices), records


@pytest.mark.parametrize("name", PLANS)
def test_it_makes_no_difference_where_the_process_is_restarted(tavern: Scenario, name: str) -> None:
    """After every prefix of the answers a fresh engine goes on, with equal records and state."""
    plan = begin(tavern, name)
    for restarts in itertools.product((False, True), repeat=min(len(plan), 4)):
        play = tavern.copied()
        for answer, restart in itertools.zip_longest(plan, restarts, fillvalue=True):
            assert play.session.waiting is not None
            if restart:
                play.restart()
            value, by, faces = answer  # type: ignore[misc]
            play.answer(value, by, faces=faces)
            assert play.error is None
        assert play.session.waiting is None
        laws.hold(play.session)
        whole = ends(play)
        assert whole == expected(name, whole)


_SEEN: dict[str, object] = {}


def expected(name: str, found: object) -> object:
    """The first that was found for a plan, for all others to equal."""
    return _SEEN.setdefault(name, found)


def test_answers_brought_along_and_answers_given_later_tell_the_same_story(
    tavern: Scenario,
) -> None:
    later = tavern.copied()
    answers = {"stance:ann": 1, "stance:bo": 1, "4-better-it": "pass", "4-better-it#2": "pass"}
    tavern.when(Duel(a="ann", b="bo"), faces=(3, 3), answers=answers)
    assert tavern.session.waiting is None
    later.when(Duel(a="ann", b="bo"))
    later.answer(1, "anna").answer(1, "bert", faces=(3, 3))
    later.answer("pass", "bert").answer("pass", "anna")
    assert later.session.waiting is None
    stories = [
        [r.body for r in play.store.records("s") if r.type.startswith("brawl.")]
        for play in (tavern, later)
    ]
    assert stories[0] == stories[1]


def test_some_answers_may_come_along_and_the_rest_later(tavern: Scenario) -> None:
    """What is revealed at once stays as recorded when the command goes on."""
    tavern.when(Duel(a="ann", b="bo"), faces=(3, 3), answers={"stance:ann": 1, "stance:bo": 1})
    tavern.waits("bo")
    tavern.answer("pass", "bert").answer("pass", "anna")
    assert tavern.error is None
    laws.hold(tavern.session)


def test_nobody_answers_for_another_by_bringing_answers_along(tavern: Scenario) -> None:
    """The GM sent the command; who answers its question speaks for himself alone."""
    tavern.when(Duel(a="ann", b="bo"))
    tavern.answer(1, "anna").answer(1, "bert", faces=(3, 3))
    brought = {"4-better-it#2": "pass"}
    tavern.when(Answer(answer="pass"), "bert", answers=brought)
    tavern.waits("ann")
    tavern.answer("pass", "anna")
    answered = [e.message for e in tavern.session.log() if isinstance(e.message, Answered)]
    assert [(a.by, a.for_) for a in answered[-2:]] == [("bert", "bo"), ("anna", "ann")]


def test_the_gm_may_bring_answers_on_behalf_and_is_named(tavern: Scenario) -> None:
    tavern.when(Duel(a="ann", b="bo"), faces=(3, 3), answers={"stance:ann": 1, "stance:bo": 0})
    answered = [e.message for e in tavern.session.log() if isinstance(e.message, Answered)]
    assert [(a.by, a.for_, a.last) for a in answered] == [
        ("gm1", "ann", False),
        ("gm1", "bo", True),
    ]


def test_a_hit_is_told_in_the_order_it_fell(tavern: Scenario) -> None:
    tavern.when(Strike(actor="ann", target="bo"), "anna", faces=(4, 4)).then(Rolled, Asked)
    tavern.answer("yes", "bert", faces=(2,)).then(Answered, Rolled, Hurt, Hit, Noticed)
    assert tavern.session.view().state[Brawl].points["bo"] == 8


def test_luck_is_spent_before_the_wound_that_it_lessens(tavern: Scenario) -> None:
    tavern.given(Enter(actor="bo", points=2))
    tavern.when(Strike(actor="ann", target="bo"), "anna", faces=(6, 6))
    tavern.answer("no", "bert").then(Answered, Hurt, Asked)
    tavern.answer("yes", "bert").then(Answered, Spent, Hit, Noticed)
    assert tavern.session.view().state[Brawl].points["bo"] == 1


def test_a_reaction_may_ask(tavern: Scenario) -> None:
    tavern.given(Enter(actor="cy", points=1))
    tavern.when(Strike(actor="ann", target="cy"), "anna", faces=(6, 6)).waits("cy")
    tavern.answer("no").then(Answered, Hurt, Hit, Fell, Asked)
    tavern.answer("backwards").then(Answered, Said, Noticed)
    laws.hold(tavern.session)


def test_an_answer_that_is_no_choice_leaves_the_question_open(tavern: Scenario) -> None:
    begin(tavern, "one")
    tavern.answer("perhaps", "bert").refused("invalid", rule="BRA-011", path="$.answer")
    tavern.answer("yes", "anna").refused("not-allowed")
    tavern.answer("yes", "eve").refused("not-allowed")
    tavern.answer("yes", "nobody").refused("not-allowed")
    tavern.answer("yes", "bert", id="q0.1").refused("refused", path="$.id")
    assert tavern.waits("bo").name == "dodge"
    assert tavern.answer("no", "bert").error is None


@pytest.mark.parametrize("value", [3, -3, "two", "1e1", (1,), "", "9" * 30])
def test_a_number_is_a_number_within_its_bounds(tavern: Scenario, value: object) -> None:
    tavern.when(Duel(a="ann", b="bo"))
    tavern.answer(value, "anna").refused("invalid", rule="BRA-040", path="$.answer")


def test_everybody_answers_once(tavern: Scenario) -> None:
    tavern.when(Duel(a="ann", b="bo"))
    tavern.answer(1, "anna")
    tavern.answer(2, "anna").refused("not-allowed")
    tavern.answer(2, "gm1", for_="ann").refused("refused", path="$.for_")
    tavern.answer(2, "gm1", for_="cy").refused("refused", path="$.for_")
    tavern.waits("bo")


def test_the_gm_says_for_whom_he_answers(tavern: Scenario) -> None:
    tavern.when(Duel(a="ann", b="bo"))
    tavern.answer(1, "gm1").refused("refused", path="$.for_")
    tavern.answer(1, "gm1", for_="bo")
    tavern.waits("ann")


def test_who_is_asked_twice_over_says_which_of_his_takes_it(scenario: MakeScenario) -> None:
    """Whoever wants it has it: so it matters who that is."""
    play = scenario(brawl, actors={"ann": "anna", "amy": "anna"})
    play.given(*(Enter(actor=actor, points=10) for actor in ("ann", "amy")))
    play.when(Auction(thing="ale", bidders=("ann", "amy")))
    play.answer("take", "anna").refused("refused", path="$.for_")
    play.answer("take", "anna", for_="amy")
    assert play.receipt
    assert [e.text for e in play.receipt.events if isinstance(e, Said)] == ["amy takes ale"]


@pytest.mark.parametrize(
    "command",
    [Strike(actor="ann", target="bo"), Enter(actor="cy"), {"type": "table.begin_scene"}],
)
def test_while_a_question_is_open_play_waits(tavern: Scenario, command: Command) -> None:
    begin(tavern, "one")
    tavern.when(command).refused("waiting", rule="BRA-011")
    assert "Dodge?" in str(tavern.error)
    assert "bo" in str(tavern.error)


def test_notes_and_seats_are_welcome_meanwhile_and_survive(tavern: Scenario) -> None:
    begin(tavern, "one")
    tavern.given({"type": "table.add_note", "text": "tense"}, by="eve")
    tavern.given({"type": "table.add_seat", "id": "zoe", "name": "Zoe", "role": "gm"})
    tavern.given({"type": "table.give_role", "seat": "eve", "role": "player"})
    tavern.given({"type": "table.give_actor", "actor": "bo", "owners": ["eve"]})
    tavern.answer("no", "bert").refused("not-allowed")
    tavern.answer("yes", "eve", faces=(5,))
    assert tavern.error is None
    ledger = tavern.session.view().ledger
    assert [n.text for n in ledger.notes] == ["tense"]
    assert ledger.seats["zoe"].role == "gm"
    laws.hold(tavern.session)


def test_a_secret_answer_of_a_new_owner_goes_on(tavern: Scenario) -> None:
    """Who plays an actor may change between question and answer."""
    tavern.when(Duel(a="ann", b="bo"))
    tavern.given({"type": "table.give_role", "seat": "eve", "role": "player"})
    tavern.given({"type": "table.give_actor", "actor": "ann", "owners": ["eve"]})
    tavern.answer(1, "eve").answer(0, "bert", faces=(2, 2))
    assert tavern.error is None
    laws.hold(tavern.session)


def test_withdrawing_keeps_faces_and_ledger_and_clears_the_board(tavern: Scenario) -> None:
    before = laws.plain(tavern.session.timeline.slices)
    begin(tavern, "one")
    tavern.given({"type": "table.add_note", "text": "wait"})
    tavern.when(Withdraw(reason="")).refused("refused", path="$.reason")
    tavern.when(Withdraw(reason="he left"), "bert").refused("not-allowed")
    tavern.given(Withdraw(reason="he left"))
    after = laws.plain(tavern.session.timeline.slices)
    assert after.pop("Ledger") != before.pop("Ledger")
    assert after == before
    assert tavern.session.waiting is None
    assert sum(e.type == "table.rolled" for e in tavern.session.log()) == 1
    tavern.when(Strike(actor="ann", target="bo"), "anna", faces=(1, 1))
    assert tavern.receipt is not None
    rolled = tavern.receipt.events[0]
    assert isinstance(rolled, Rolled)
    assert isinstance(rolled.draw, SealedDraw)
    assert rolled.draw.index == 1
    tavern.when(Withdraw(reason="again")).refused("refused")
    laws.hold(tavern.session)


def test_a_decider_that_is_not_deterministic_diverges_and_appends_nothing() -> None:
    mood = iter(range(100))

    def moody(command: Strike, play: Play) -> None:
        play.emit(Said(text=f"mood {next(mood)}"))
        play.ask("Dodge?", choices=("yes", "no"))

    play = Scenario(brawl_with(Strike, moody), actors={"ann": "anna", "bo": "bert"})
    play.given(Enter(actor="ann"), Enter(actor="bo"))
    play.when(Strike(actor="ann", target="bo"))
    size = play.session.timeline.size
    with pytest.raises(Diverged) as diverged:
        play.session.do(Answer(answer="no"), "gm1")
    # It says where, and not what: whoever answers need not be who may read it.
    assert diverged.value.path == "$.text"
    assert "mood" not in str(diverged.value)
    assert play.store.head("s").size == size
    play.when(Enter(actor="ann")).refused("waiting")
    twin = play.copied()
    play.given(Withdraw(reason="diverged"))
    twin.given(Return(to=play.session.timeline.commits - 3, reason="diverged"))
    for each in (play, twin):
        assert each.session.waiting is None
        assert each.session.view().state[Brawl].said == ()


def test_a_refusal_after_dice_is_the_authors_error_and_leaves_nothing(tavern: Scenario) -> None:
    def reckless(command: Strike, play: Play) -> None:
        play.roll("1d6", "ann", "x")
        play.refuse("too late", rule="BRA-010")

    play = Scenario(brawl_with(Strike, reckless), actors={"ann": "anna"})
    play.when(Strike(actor="ann", target="ann"), faces=(3,))
    play.refused("refused-after-draw", rule="BRA-010")
    epoch = play.session.view().ledger.epoch
    assert epoch
    assert epoch.positions == {}


def test_a_question_says_when_it_was_asked(tavern: Scenario) -> None:
    tavern.when(Duel(a="ann", b="bo"))
    first = tavern.waits("ann", "bo")
    tavern.answer(1, "anna").answer(1, "bert", faces=(3, 3))
    second = tavern.waits("bo")
    times = {r.commit: r.at for r in tavern.store.records("s") if r.at}
    last = max(times)
    assert (first.since, second.since) == (times[last - 2], times[last])
    assert (second.command, second.commit) == ("brawl.duel", last - 2)


def test_choices_carry_cost_and_rule_and_only_what_is_affordable(tavern: Scenario) -> None:
    tavern.when(Duel(a="ann", b="bo"))
    tavern.answer(1, "anna").answer(1, "bert", faces=(3, 3))
    offered = [(c.key, c.cost, c.pool, c.rule) for c in tavern.waits("bo").choices]
    assert offered == [("pass", 0, "", ""), ("better", 1, "luck", "BRA-041")]
    tavern.answer("better", "bert", faces=(1,)).answer("pass", "anna")
    assert [c.key for c in tavern.waits("bo").choices] == ["pass"]


def test_secret_answers_are_revealed_together(tavern: Scenario) -> None:
    tavern.when(Duel(a="ann", b="bo"))
    tavern.answer(1, "anna").then(Answered)
    tavern.answer(0, "bert", faces=(2, 2))
    shown = [e.message for e in tavern.entries if isinstance(e.message, Revealed)]
    answers = [e.seq for e in tavern.session.log() if e.type in ("table.answer", "table.answered")]
    assert [sorted(event.seqs) for event in shown] == [answers[:4]]


@pytest.mark.report(286)
def test_a_defender_answers_an_attack_whose_roll_he_may_not_see(tavern: Scenario) -> None:
    """The question holds no number of the hidden roll, and the roll is not in his view."""

    def ambush(command: Strike, play: Play) -> None:
        play.roll("2d6", "cy", "ambush", to="gm")
        play.ask("Something moves. Dodge?", to="bo", choices=("yes", "no"))

    play = Scenario(brawl_with(Strike, ambush), actors={"bo": "bert", "cy": ""})
    play.when(Strike(actor="cy", target="bo"), faces=(6, 5))
    seen = [e.type for e in play.session.log(viewer="bert")]
    assert seen[-2:] == ["brawl.strike", "table.asked"]
    assert "11" not in str(play.waits("bo"))
    play.answer("yes", "bert")
    assert play.error is None


def test_nothing_is_lost_by_a_failing_answer_in_a_loop(tavern: Scenario) -> None:
    """Wrong answers between right ones change nothing at all."""
    plan = begin(tavern, "nested performs and a reaction")
    straight = tavern.copied()
    for value, by, faces in plan:
        straight.answer(value, by, faces=faces)
        for wrong in (("maybe", by), (99, by), (value, "eve")):
            if isinstance(value, str) and value == "on his face" and wrong[1] == by:
                continue
            with pytest.raises(RollbookError):
                tavern.session.do(Answer(answer=wrong[0]), wrong[1])  # type: ignore[arg-type]
        tavern.answer(value, by, faces=faces)
    assert ends(tavern) == ends(straight)


def test_where_nobody_is_asked_nobody_is_waited_for(tavern: Scenario) -> None:
    tavern.when(Auction(thing="ale", bidders=())).then(Said)
    assert tavern.session.waiting is None
    tavern.when(Auction(thing="ale", bidders=("ann", "ann"))).waits("ann")


def test_who_only_looks_on_is_told_so_and_his_actor_is_the_gms_to_speak_for(
    tavern: Scenario,
) -> None:
    tavern.given({"type": "table.give_actor", "actor": "bo", "owners": ["eve"]})
    begin(tavern, "one")
    tavern.answer("no", "eve").refused("not-allowed")
    assert "looks on" in str(tavern.error)
    tavern.answer("yes", "gm1", faces=(5,))
    assert tavern.error is None
