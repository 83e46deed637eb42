"""What may be recorded, in which order it is answered, and what guards it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct, structs

from rollbook import Command, Event, Limits, Play, Rules, Ruleset, anyone
from rollbook.core.errors import Refused, RollbookError, RulebookError
from rollbook.core.table.actors import AddActor
from rollbook.core.table.pools import OpenPool, PoolOpened, Spend
from rollbook.core.table.returns import Return, Returned
from rollbook.core.vocabulary import Gained, Rolled, Spent, Weighed
from rollbook.core.vocabulary import Wounded as Family
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Charm, Enter, Hit, Hurt, Noticed, brawl, charms


class Heard(Struct, frozen=True):
    texts: tuple[str, ...] = ()


class HearOptions(Struct, frozen=True):
    pass


class Act(Command, ruleset="echo"):
    """Do what the test says."""

    what: str = ""


class Echo(Event, ruleset="echo"):
    """Something sounded."""

    text: str


class Odd(Event, ruleset="echo"):
    """Of a form that no constructor checks."""

    number: int
    pair: tuple[int, int] = (0, 0)


Decide = Callable[[Act, Play], object]


def echo(decide: Decide, *, extends: str = "brawl", **tables: Any) -> Ruleset:
    """An extension whose one command does what the test says."""
    rules: Rules[Heard, HearOptions] = Rules(Heard, HearOptions)

    @rules.decides(Act, may=anyone)
    def act(command: Act, play: Play) -> None:
        decide(command, play)

    rules.evolves(Echo)(lambda heard, e: structs.replace(heard, texts=(*heard.texts, e.text)))
    for event, react in tables.get("reacts", {}).items():
        rules.reacts(event)(react)
    for event, guard in tables.get("admits", {}).items():
        rules.admits(event)(guard)
    return Ruleset(
        "echo", version="1", state=Heard, options=HearOptions, chapters=(rules,),
        extends=extends, events=(Odd,),
    )  # fmt: skip


def acting(decide: Decide, **more: Any) -> Scenario:
    """A brawl of ann's with an extension, whose command is then sent."""
    limits = more.pop("limits", None)
    play = Scenario(brawl, echo(decide, **more), actors={"ann": "anna"}, limits=limits)
    play.given(Enter(actor="ann"), OpenPool(actor="ann", pool="luck", balance=2))
    return play.when(Act(), "anna", faces=[1] * 20, spare=True)


def test_what_is_performed_is_answered_before_it_returns_and_base_before_extension() -> None:
    order: list[str] = []

    def decide(command: Act, play: Play) -> None:
        play.emit(Echo(text="before"))
        play.perform(Hurt(target="ann", source="x", amount=1))
        order.append(" ".join(play.state[Heard].texts))
        play.emit(Echo(text="after"))

    def hit(event: Hit, play: Play) -> None:
        play.emit(Echo(text=f"hit {event.after}"))

    def heard(event: Echo, play: Play) -> None:
        if event.text in ("before", "after", "hit 9"):
            play.emit(Echo(text=f"echo of {event.text}"))

    play = acting(decide, reacts={Hit: hit, Echo: heard})
    assert order == ["before hit 9 echo of hit 9"]
    assert play.session.view().state[Heard].texts == (
        "before", "hit 9", "echo of hit 9", "after", "echo of before", "echo of after",
    )  # fmt: skip


@pytest.mark.report(222)
def test_reactions_of_two_rulesets_stand_in_one_commit_in_a_declared_order(
    tavern: Scenario,
) -> None:
    """The base answers before its extension, whatever the order in which they were given."""
    stories = []
    for rulesets in ((brawl, charms), (charms, brawl)):
        play = Scenario(*rulesets, actors={"ann": "anna"})
        play.given(Enter(actor="ann", points=1))
        play.when(Hurt(target="ann", source="x", amount=3)).answer("loudly")
        stories.append([r.type for r in play.store.records("s")][-8:])
    assert stories[0] == stories[1]
    assert stories[0][-5:] == [
        "table.asked", "table.answer", "table.answered", "brawl.said", "charms.noticed",
    ]  # fmt: skip


def test_an_event_is_caused_by_what_it_follows_from() -> None:
    def decide(command: Act, play: Play) -> None:
        play.perform(Hurt(target="ann", source="x", amount=1))

    play = acting(decide, reacts={Hit: lambda e, p: p.emit(Echo(text="ow"))})
    assert play.receipt is not None
    command, hurt, hit, heard = play.receipt.entries
    assert [command.cause, hurt.cause, hit.cause, heard.cause] == [
        None, command.seq, hurt.seq, hit.seq,
    ]  # fmt: skip
    assert [command.by, hurt.by, hit.by] == ["anna", "", ""]


def test_reactions_that_call_each_other_are_stopped() -> None:
    def again(event: Echo, play: Play) -> None:
        play.emit(Echo(text="again"))

    play = acting(
        lambda c, p: again(Echo(text=""), p), reacts={Echo: again}, limits=Limits(records=50)
    )
    play.refused("limit")
    assert play.error
    assert "50" in play.error.what


def test_a_reaction_cannot_prevent_but_its_refusal_refuses_the_whole() -> None:
    def no(event: Hit, play: Play) -> None:
        play.refuse("not him", rule="ECH-001")

    play = acting(
        lambda c, p: p.perform(Hurt(target="ann", source="x", amount=1)), reacts={Hit: no}
    )
    play.refused("refused", rule="ECH-001")


@pytest.mark.report(254)
def test_a_guard_refuses_at_emit_and_nothing_of_the_command_is_left() -> None:
    def decide(command: Act, play: Play) -> None:
        play.emit(Echo(text="first"))
        play.emit(Echo(text="forbidden"))

    def guard(heard: Heard, event: Echo) -> None:
        if event.text == "forbidden":
            raise Refused("silence", rule="ECH-002")

    play = acting(decide, admits={Echo: guard})
    play.refused("refused", rule="ECH-002")
    assert play.session.view().state[Heard].texts == ()


def test_guards_never_run_when_what_is_recorded_is_folded() -> None:
    calls: list[str] = []

    def guard(heard: Heard, event: Echo) -> None:
        calls.append(event.text)

    play = acting(lambda c, p: p.emit(Echo(text="once")), admits={Echo: guard})
    assert calls == ["once"]
    play.restart()
    laws.live_is_refolded(play.session)
    assert calls == ["once"]


def test_a_refusal_that_a_rule_catches_refuses_the_command_all_the_same() -> None:
    """Half of what was performed is recorded by then; it cannot stand alone."""

    def decide(command: Act, play: Play) -> None:
        if command.what:
            play.emit(Echo(text="half"))
            play.refuse("no", rule="ECH-003")
        try:
            play.perform(Act(what="inner"))
        except RollbookError:
            play.emit(Echo(text="as if nothing had happened"))

    acting(decide).refused("refused", rule="ECH-003")


FOREIGN: dict[str, Callable[[Play], Any]] = {
    "another ruleset's event": lambda p: p.emit(Noticed(what="x")),
    "its base's own event": lambda p: p.emit(
        Hit(actor="ann", track="x", before=1, after=0, source="")
    ),
    "a family as such": lambda p: p.emit(
        Family(actor="ann", track="x", before=1, after=0, source="")
    ),
    "the family of weighings": lambda p: p.emit(Weighed()),
    "the table's own event": lambda p: p.emit(
        PoolOpened(actor="ann", pool="x", minimum=0, maximum=None, refresh="", to=None)
    ),
    "a roll by hand": lambda p: p.emit(
        Rolled(
            id="r", actor="ann", purpose="x", notation="d6",
            draw=p.points(6, "ann", "x").draw, dice=(), natural=6, total=6,
        )
    ),
    "a command of a ruleset it does not extend": lambda p: p.perform(
        Charm(actor="ann", kind="aim", until=None)  # type: ignore[arg-type]
    ),
    "such a command later": lambda p: p.later(
        Charm(actor="ann", kind="aim", until=None), None  # type: ignore[arg-type]
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", FOREIGN)
def test_a_ruleset_speaks_for_itself_alone(what: str) -> None:
    play = Scenario(
        brawl, charms, echo(lambda c, p: FOREIGN[what](p)), actors={"ann": "anna"}
    ).when(Act(), "anna")
    play.refused("author")


def test_a_ruleset_may_perform_what_its_base_and_the_table_offer() -> None:
    def decide(command: Act, play: Play) -> None:
        play.perform(AddActor(id="dee", name="Dee"))
        play.perform(OpenPool(actor="dee", pool="mana", balance=3))
        play.perform(Spend(actor="dee", pool="mana", amount=1))
        play.emit(Gained(actor="dee", pool="mana", amount=5))
        play.perform(Hurt(target="ann", source="dee", amount=1))

    play = acting(decide)
    assert play.error is None
    assert play.session.view().table.pools["dee"]["mana"].balance == 7


@pytest.mark.report(124)
@pytest.mark.parametrize("number", [None, 1.5, "2", True])
def test_an_event_that_is_not_of_its_form_is_refused_when_emitted(number: Any) -> None:
    acting(lambda c, p: p.emit(Odd(number=number))).refused("invalid", path="$.number")


def test_what_is_live_is_what_will_be_read_back() -> None:
    seen: list[Any] = []

    def decide(command: Act, play: Play) -> None:
        seen.append(play.emit(Odd(number=1, pair=[1, 2])).pair)  # type: ignore[arg-type]

    assert acting(decide).error is None
    assert seen == [(1, 2)]


def test_nothing_reacts_to_a_return() -> None:
    with pytest.raises(RulebookError, match=r"echo reacts to table\.returned"):
        acting(lambda c, p: None, reacts={Returned: lambda e, p: None})


def test_what_reacts_to_everything_does_not_react_to_a_return() -> None:
    def answer(event: Event, play: Play) -> None:
        if not isinstance(event, Echo):
            play.emit(Echo(text=type(event).__name__))

    play = acting(lambda c, p: None, reacts={Event: answer})
    play.given({"type": "table.begin_sitting"}, Return(to=3, reason="early"))
    play.given({"type": "table.begin_sitting"})
    assert play.session.view().state[Heard].texts[-1] == "SittingBegan"
    laws.live_is_refolded(play.session)


PATHS: dict[str, Callable[[Play], Any]] = {
    "spent by hand": lambda p: p.perform(Spend(actor="ann", pool="luck", amount=3)),
    "spent by a rule": lambda p: p.emit(Spent(actor="ann", pool="luck", amount=3)),
    "spent twice": lambda p: [p.emit(Spent(actor="ann", pool="luck", amount=2)) for _ in "ab"],
    "with false balances": lambda p: p.emit(
        Spent(actor="ann", pool="luck", amount=3, before=9, after=6)
    ),
    "gained below nothing": lambda p: p.emit(Gained(actor="ann", pool="luck", amount=-3)),
    "spent below nothing": lambda p: p.emit(Spent(actor="ann", pool="luck", amount=-1)),
    "from no pool": lambda p: p.emit(Spent(actor="ann", pool="mana", amount=0)),
    "of nobody": lambda p: p.emit(Spent(actor="zed", pool="luck", amount=0)),
    "opened below its minimum": lambda p: p.perform(OpenPool(actor="ann", pool="x", minimum=1)),
    "opened above its maximum": lambda p: p.perform(
        OpenPool(actor="ann", pool="x", maximum=1, balance=2)
    ),
    "opened empty above a negative maximum": lambda p: p.perform(
        OpenPool(actor="ann", pool="x", minimum=-5, maximum=-1)
    ),
    "to be filled above its maximum": lambda p: p.perform(
        OpenPool(actor="ann", pool="x", maximum=1, to=2, refresh="scene")
    ),
    "opened twice": lambda p: p.perform(OpenPool(actor="ann", pool="luck")),
}


@pytest.mark.report(131)
@pytest.mark.parametrize("path", PATHS)
def test_no_pool_leaves_its_bounds_by_any_path(path: str) -> None:
    play = acting(lambda c, p: PATHS[path](p))
    play.refused("refused")
    assert play.session.view().table.pools["ann"]["luck"].balance == 2


@settings(max_examples=60)
@given(
    st.integers(-3, 3),
    st.integers(-3, 6) | st.none(),
    st.integers(-4, 7),
    st.lists(st.tuples(st.booleans(), st.integers(-2, 5)), max_size=12),
)
def test_a_balance_is_the_sum_of_its_changes_within_its_bounds(
    minimum: int, maximum: int | None, balance: int, changes: list[tuple[bool, int]]
) -> None:
    play = Scenario(actors={"ann": "anna"})
    play.when(OpenPool(actor="ann", pool="x", minimum=minimum, maximum=maximum, balance=balance))
    within = balance >= minimum and (maximum is None or minimum <= balance <= maximum)
    assert (play.error is None) == within
    for gain, amount in changes if within else ():
        after = balance + (amount if gain else -amount)
        kind = "table.gain" if gain else "table.spend"
        play.when({"type": kind, "actor": "ann", "pool": "x", "amount": amount})
        allowed = amount >= 1 and minimum <= after and (maximum is None or after <= maximum)
        assert (play.error is None) == allowed, f"{balance} {amount}: {play.error}"
        balance = after if allowed else balance
        assert play.session.view().table.pools["ann"]["x"].balance == balance
    laws.balances_are_sums(play.session)


@pytest.mark.report(309)
@pytest.mark.parametrize(("amount", "fits"), [(1, True), (2, True), (3, False)])
def test_all_there_is_may_be_spent_and_no_more(amount: int, fits: bool) -> None:
    play = acting(lambda c, p: None)
    play.when(Spend(actor="ann", pool="luck", amount=amount))
    assert (play.error is None) == fits


@pytest.mark.report(132)
def test_who_pays_for_another_is_named_with_him() -> None:
    play = acting(lambda c, p: None)
    play.given(AddActor(id="bo", name="Bo"))
    play.when(Spend(actor="ann", pool="luck", amount=1, for_="bo"))
    play.then(Spent(actor="ann", pool="luck", amount=1, before=2, after=1, for_="bo"))


@pytest.mark.report(125)
def test_at_the_end_of_a_scope_only_its_own_pools_are_filled() -> None:
    play = Scenario(actors={"ann": "anna"})
    for scope in ("scene", "sitting", ""):
        play.given(OpenPool(actor="ann", pool=scope or "none", refresh=scope, to=3))
    play.given({"type": "table.begin_sitting"}, {"type": "table.begin_scene"})
    play.given({"type": "table.end_scene"})
    pools = play.session.view().table.pools["ann"]
    assert {name: pool.balance for name, pool in pools.items()} == {
        "scene": 3, "sitting": 0, "none": 0,
    }  # fmt: skip
