"""FATE asks on both sides after the dice: the hardest thing a rules system wants of an engine."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from rollbook.core.errors import Invalid, NotAllowed, Refused, Waiting
from rollbook.core.table.returns import Return
from rollbook.core.vocabulary import DieSet, Rolled, SealedDraw, Settled, Spent

from .conftest import Bench
from .fate import Compel, Compelled, Enter, Judged, Sheet, Test, fate

SUMS = {sum(faces): faces for faces in product((-1, 0, 1), repeat=4)}
FAIR, GOOD = 1, 2


@pytest.fixture
def table(bench: Callable[..., Bench]) -> Bench:
    """Finn of Anna, Cyrus of Bea, a guard of the GM's; a new engine for every command."""
    made = bench([fate], fresh=True)
    made.do({"type": "table.open_pool", "actor": "", "pool": "fate", "balance": 5})
    finn = Sheet(skills={"race": GOOD, "brawl": 0}, aspects={"rogue": 2, "strong": 1})
    made.do(Enter(actor="finn", sheet=finn, owners=("anna",), points=3))
    cyrus = Sheet(skills={"race": FAIR, "brawl": 0}, aspects={"greedy": 3})
    made.do(Enter(actor="cyrus", sheet=cyrus, owners=("bea",), points=3))
    made.do(Enter(actor="guard", sheet=Sheet(skills={"race": FAIR})))
    return made


def race(table: Bench, finn: int, cyrus: int, **changes: object) -> None:
    test = Test(a="finn", b="cyrus", skill="race", **changes)  # type: ignore[arg-type]
    table.do(test, "anna", faces=(*SUMS[finn], *SUMS[cyrus]))


@pytest.mark.parametrize(
    ("finn", "cyrus", "results", "margin", "degree"),
    [
        (0, -1, (2, 0), 2, "Solid"),  # the race to the door of the introduction
        (0, 1, (2, 2), 0, "Minimal"),
        (0, 0, (2, 1), 1, "Competent"),
        (4, -1, (6, 0), 6, "Significant"),
        (4, -4, (6, -3), 9, "Perfect"),
    ],
)
def test_the_difference_of_two_rolls_is_read_in_degrees(
    table: Bench, finn: int, cyrus: int, results: tuple[int, int], margin: int, degree: str
) -> None:
    race(table, finn, cyrus)
    while table.session.waiting:
        table.answer("pass")
    settled, judged = table.last(Settled), table.last(Judged)
    assert settled.results == {"finn": results[0], "cyrus": results[1]}
    assert (settled.margin, settled.winner) == (margin, "finn" if margin else "")
    assert judged.degree == degree
    table.audited()


def test_the_lower_side_speaks_first_and_then_they_take_turns(table: Bench) -> None:
    race(table, 0, -1)
    spoke = []
    for answer in ("point", "pass", "pass", "pass"):
        waiting = table.session.waiting
        if waiting is None:
            break
        spoke.append(waiting.waiting_for[0])
        with pytest.raises(NotAllowed):
            table.answer(answer, "anna" if spoke[-1] == "cyrus" else "bea")
        table.answer(answer, "bea" if spoke[-1] == "cyrus" else "anna")
    assert spoke == ["cyrus", "finn", "cyrus"]
    assert table.session.waiting is None


@pytest.mark.report(176)
def test_what_may_be_done_is_offered_with_its_price_and_its_rule(table: Bench) -> None:
    race(table, 0, -1)
    assert table.choices() == {
        "pass": (0, ""),
        "reroll:greedy": (1, "FAT-061"),
        "plus:greedy": (1, "FAT-061"),
        "point": (1, "FAT-074"),
    }
    table.answer("point", "bea")
    assert table.choices()["counter:cyrus.0"] == (1, "FAT-077")
    with pytest.raises(Invalid, match="not among the choices"):
        table.answer("plus:greedy", "anna")  # an aspect of somebody else
    with pytest.raises(Waiting, match=r"waiting: 2 against 1 \(asked of finn\)"):
        table.do(Test(a="cyrus", b="finn", skill="race"), "bea")
    for by in ("anna", "bea"):
        table.answer("pass", by)
    settled = table.last(Settled)
    assert {e.of for e in table.every(Rolled)} == {settled.id}


@pytest.mark.report(170)
def test_an_aspect_of_two_boxes_helps_twice_and_then_only_a_point_does(table: Bench) -> None:
    race(table, -2, 4)
    table.answer("plus:rogue", "anna")
    table.answer("pass", "bea")
    table.answer("plus:rogue", "anna")
    table.answer("pass", "bea")
    assert table.balance("finn", "aspect rogue") == 0
    assert set(table.choices()) == {"pass", "reroll:strong", "plus:strong", "point"}
    table.answer("plus:strong", "anna")
    table.answer("pass", "bea")
    assert set(table.choices()) == {"pass", "point"}
    table.answer("point", "anna")
    table.answer("pass", "bea")
    table.answer("pass", "anna")
    settled = table.last(Settled)
    before = SUMS[-2]
    turned = sorted(before)[3:]
    assert settled.results["finn"] == GOOD + sum(turned) + 3 + 1
    table.audited()


@pytest.mark.report(18)
@pytest.mark.report(179)
@pytest.mark.report(180)
@pytest.mark.report(181)
def test_a_paid_re_roll_replaces_the_first_and_keeps_its_modifiers(table: Bench) -> None:
    """The printed brawl: -3, re-rolled to -1, and one minus turned to plus makes +1."""
    brawl = Test(a="finn", b="cyrus", skill="brawl")
    table.do(brawl, "anna", faces=(*SUMS[-3], *SUMS[4]))
    table.answer("reroll:rogue", "anna", faces=SUMS[-1])
    table.answer("pass", "bea")
    table.answer("plus:rogue", "anna")
    table.answer("pass", "bea")
    table.answer("pass", "anna")
    rolls = table.every(Rolled)
    first, again = rolls[0], rolls[2]
    assert (first.natural, again.natural) == (-3, -1)
    assert again.replaces == first.id
    assert [r.id for r in rolls if r.actor == "finn" and r.id not in {first.id}] == [again.id]
    assert again.modifiers == first.modifiers
    assert isinstance(again.draw, SealedDraw)
    assert isinstance(first.draw, SealedDraw)
    assert (first.draw.index, again.draw.index) == (0, 1)
    turned, settled = table.last(DieSet), table.last(Settled)
    assert (turned.roll, turned.before, turned.after) == (again.id, -1, 1)
    assert settled.results["finn"] == 1
    assert table.balance("finn", "aspect rogue") == 0
    table.audited()


@pytest.mark.parametrize("engines", ["fresh", "one"])
def test_a_point_is_countered_and_bought_again(table: Bench, engines: str) -> None:
    table.fresh = engines == "fresh"
    race(table, 1, -1)
    for by, move in (
        ("bea", "pass"),
        ("anna", "point"),
        ("bea", "counter:finn.0"),
        ("anna", "point"),
        ("bea", "pass"),
        ("anna", "pass"),
    ):
        table.answer(move, by)
    settled = table.last(Settled)
    assert settled.results["finn"] == GOOD + 1 + 1
    assert (table.balance("finn", "fate"), table.balance("cyrus", "fate")) == (1, 2)
    table.audited()


@pytest.mark.report(132)
def test_one_uncountered_point_lifts_a_roll_and_two_helpers_lift_it_further(table: Bench) -> None:
    for helper in ("lucan", "mira"):
        table.do(Enter(actor=helper, sheet=Sheet(), owners=("bea",), points=2))
    race(table, 0, 4, helpers={"finn": ("lucan", "mira")})
    for by, move in (
        ("anna", "point"),
        ("bea", "pass"),
        ("anna", "help:lucan"),
        ("bea", "help"),
        ("bea", "pass"),
        ("anna", "help:mira"),
        ("bea", "help"),
        ("bea", "pass"),
    ):
        table.answer(move, by)
    assert not {"point", "help:lucan", "help:mira"} & set(table.choices())
    table.answer("pass", "anna")
    settled = table.last(Settled)
    assert settled.results["finn"] == GOOD + 3
    assert [table.balance(who, "fate") for who in ("finn", "lucan", "mira")] == [2, 0, 0]
    paid = [(e.actor, e.for_, e.amount) for e in table.every(Spent) if e.rule == "FAT-079"]
    assert paid == [("lucan", "finn", 2), ("mira", "finn", 2)]
    table.audited()


def test_help_is_countered_for_as_much_as_it_cost(table: Bench) -> None:
    table.do(Enter(actor="lucan", sheet=Sheet(), owners=("bea",), points=2))
    race(table, 0, 4, helpers={"finn": ("lucan",)})
    table.answer("help:lucan", "anna")
    table.answer("help", "bea")
    assert table.choices()["counter:lucan.0"] == (2, "FAT-077")
    table.answer("counter:lucan.0", "bea")
    assert table.balance("cyrus", "fate") == 1


@pytest.mark.report(165)
@pytest.mark.report(166)
def test_the_owner_pays_for_his_character_and_the_gm_for_his_own(table: Bench) -> None:
    table.do(Test(a="finn", b="guard", skill="race"), "master", faces=(*SUMS[0], *SUMS[-1]))
    table.answer("point", "master")  # for the guard, who is the GM's
    table.answer("point", "master")  # for Finn, on Anna's behalf
    spent = table.every(Spent)
    assert [(e.actor, e.for_, e.after) for e in spent] == [("", "guard", 4), ("finn", "", 2)]


def test_a_return_into_the_middle_opens_the_question_again_and_draws_new_dice(
    table: Bench,
) -> None:
    race(table, -3, 4)
    asked = table.session.timeline.commits - 1
    table.answer("reroll:rogue", "anna", faces=SUMS[-4])
    table.do(Return(to=asked, reason="the wrong aspect"))
    assert table.balance("finn", "aspect rogue") == 2
    table.answer("reroll:strong", "anna", faces=SUMS[1])
    table.answer("pass", "bea")
    table.answer("pass", "anna")
    draws = [
        (e.draw.stream, e.draw.index) for e in table.every(Rolled) if isinstance(e.draw, SealedDraw)
    ]
    assert draws == [("finn", 0), ("cyrus", 0), ("finn", 1), ("finn", 2)]
    assert (table.balance("finn", "aspect rogue"), table.balance("finn", "aspect strong")) == (2, 0)
    table.audited()


@pytest.mark.report(163)
def test_aspects_made_in_one_command_are_as_many_whatever_they_are_called(table: Bench) -> None:
    names = ["Dr. No", "l'État: c'est moi", "a/b", "undefined", "żółw 龍"]
    sheet = Sheet(aspects=dict.fromkeys(names, 1))
    table.do(Enter(actor="nora", sheet=sheet, owners=("anna",), points=1))
    pools = table.session.view().table.pools["nora"]
    assert sorted(pools) == sorted(["fate", *(f"aspect {name}" for name in names)])
    table.do(Test(a="nora", b="cyrus", skill="race"), "anna", faces=(*SUMS[-4], *SUMS[4]))
    for name in names[:4]:
        table.answer(f"plus:{name}", "anna")
        table.answer("pass", "bea")
    assert set(table.choices()) == {"pass", "point", f"reroll:{names[4]}"}
    table.audited()


def test_an_aspect_is_rolled_like_a_skill(table: Bench) -> None:
    contest = Test(a="finn", b="cyrus", skill="greedy", aspects=True)
    table.do(contest, "anna", faces=(*SUMS[0], *SUMS[0]))
    table.answer("pass", "anna")
    table.answer("pass", "bea")
    settled = table.last(Settled)
    assert settled.results == {"finn": 0, "cyrus": 3}


def test_nobody_without_a_sheet_is_tested(table: Bench) -> None:
    table.join("stranger")
    with pytest.raises(Refused, match=r"stranger has no sheet \(at \$\.b\) \[FAT-046\]"):
        table.do(Test(a="finn", b="stranger", skill="race"), "anna")


BIDS = {
    "resisted three times": (("resist", "raise", "resist", "raise", "resist"), -3),
    "taken at the second bid": (("resist", "raise", "accept"), 2),
    "taken at once": (("accept",), 1),
    "folded at the first": (("resist", "fold"), -1),
}


@pytest.mark.parametrize("name", BIDS)
def test_a_compel_is_bid_for_up_to_the_level(bench: Callable[..., Bench], name: str) -> None:
    said, points = BIDS[name]
    table = bench([fate], fresh=True, options={"fate": {"compel_mode": "bid"}})
    greedy = Sheet(aspects={"greedy": 3})
    table.do(Enter(actor="cyrus", sheet=greedy, owners=("bea",), points=5))
    table.do(Compel(actor="cyrus", aspect="greedy"))
    for answer in said:
        assert table.session.waiting
        table.answer(answer, "master" if answer in ("raise", "fold") else "bea")
    assert table.session.waiting is None
    assert table.balance("cyrus", "fate") == 5 + points
    compelled = table.last(Compelled)
    assert (compelled.accepted, compelled.points) == (points > 0, abs(points))
    table.audited()


def test_who_cannot_pay_is_not_offered_to_resist(table: Bench) -> None:
    table.do(Enter(actor="poor", sheet=Sheet(aspects={"greedy": 2}), owners=("bea",), points=1))
    table.do(Compel(actor="poor", aspect="greedy"))
    assert table.choices() == {"accept": (0, "FAT-067")}
    with pytest.raises(Invalid, match="not among the choices"):
        table.answer("resist", "bea")
    table.answer("accept", "bea")
    assert table.balance("poor", "fate") == 3


def test_a_whole_compel_may_be_written_down_beforehand(bench: Callable[..., Bench]) -> None:
    table = bench([fate], options={"fate": {"compel_mode": "bid"}})
    greedy = Sheet(aspects={"greedy": 3})
    table.do(Enter(actor="cyrus", sheet=greedy, owners=("bea",), points=5))
    answers = {"bid": "resist", "raise": "raise", "bid#2": "accept"}
    receipt = table.do(Compel(actor="cyrus", aspect="greedy"), answers=answers)
    assert receipt.waiting is None
    assert table.balance("cyrus", "fate") == 7
    table.audited()
