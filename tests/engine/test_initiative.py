"""Systems of initiative, each a screen of rules upon the table's slots, by the public face."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Struct, structs

from rollbook import Command, Event, Play, Rules, Ruleset, gm
from rollbook.core.table.order import waiting_slots
from rollbook.core.table.state import Round
from rollbook.core.table.turns import BeginRound, RoundEnded, SlotSpec
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario

Slots = dict[str, SlotSpec]


class Fighter(Struct, frozen=True):
    """What decides when somebody acts; each system takes what it needs."""

    band: str
    agility: int = 0
    bonus: str = ""
    foe: bool = False
    quick: bool = False
    phase: int = 0
    actions: int = 1


class Muster(Struct, frozen=True):
    """Who fights."""

    fighters: dict[str, Fighter] = {}


class Join(Command, ruleset="muster"):
    """Join the fight."""

    actor: str
    fighter: Fighter


class Joined(Event, ruleset="muster"):
    """Somebody has joined."""

    actor: str
    fighter: Fighter


class Begin(Command, ruleset="muster"):
    """Roll, and begin a round."""


def system(
    slots: Callable[[Play, dict[str, Fighter]], Slots], *keys: str, elective: bool = False
) -> Ruleset:
    """A ruleset that begins each round by what this function makes of the fighters."""
    rules = Rules(Muster)

    @rules.decides(Join, may=gm)
    def join(command: Join, play: Play) -> None:
        """As the sheet says."""
        play.emit(Joined(actor=command.actor, fighter=command.fighter))

    @rules.evolves(Joined)
    def joined(state: Muster, event: Joined) -> Muster:
        return structs.replace(state, fighters={**state.fighters, event.actor: event.fighter})

    @rules.decides(Begin, may=gm)
    def begin(command: Begin, play: Play) -> None:
        """Whatever is rolled, is rolled for this round alone."""
        made = slots(play, play.state[Muster].fighters)
        play.perform(BeginRound(slots=made, repeat=False, keys=keys, elective=elective))

    @rules.reacts(RoundEnded)
    def anew(event: RoundEnded, play: Play) -> None:
        if event.goes_on:
            play.perform(Begin())

    return Ruleset("muster", version="1.0.0", state=Muster, chapters=(rules,))


def rolled(play: Play, actor: str, dice: str = "1d20", bonus: str = "") -> int:
    return play.roll("+".join(filter(None, (dice, bonus))), actor, "initiative").total


def each(play: Play, fighters: dict[str, Fighter]) -> Slots:
    """Everybody rolls, with his bonus; the highest is first."""
    return {
        a: SlotSpec(actor=a, key=(-rolled(play, a, bonus=f.bonus),)) for a, f in fighters.items()
    }


def bands(play: Play, fighters: dict[str, Fighter]) -> Slots:
    """One rolls for a band, who act together."""
    first = {f.band: a for a, f in reversed(fighters.items())}
    rolls = {band: rolled(play, a) for band, a in sorted(first.items())}
    return {a: SlotSpec(actor=a, key=(-rolls[f.band],)) for a, f in fighters.items()}


def sides(play: Play, fighters: dict[str, Fighter]) -> Slots:
    """One roll for a slot; any of the side takes it."""
    made = {}
    for n, (actor, f) in enumerate(fighters.items()):
        made[f"{f.band}-{n}"] = SlotSpec(side=f.band, key=(-rolled(play, actor),))
    return made


def chain(play: Play, fighters: dict[str, Fighter]) -> Slots:
    """Initiative, then agility, then a toss, thrown only among those who are still equal."""
    first = {a: (-rolled(play, a), -f.agility) for a, f in fighters.items()}
    keys = {}
    for actor, key in first.items():
        tied = list(first.values()).count(key) > 1
        toss = play.roll("1d1000", actor, "toss").total if tied else 0
        keys[actor] = (*key, toss)
    return {a: SlotSpec(actor=a, key=key) for a, key in keys.items()}


def foes_first(play: Play, fighters: dict[str, Fighter]) -> Slots:
    """Of equals the opposition acts first, but before it whoever is quick."""
    return {
        a: SlotSpec(actor=a, key=(-rolled(play, a), 0 if f.quick else 1 if f.foe else 2))
        for a, f in fighters.items()
    }


def phases(play: Play, fighters: dict[str, Fighter]) -> Slots:
    """The first number is the phase, the second the roll within it."""
    return {a: SlotSpec(actor=a, key=(f.phase, -rolled(play, a))) for a, f in fighters.items()}


def passes(play: Play, fighters: dict[str, Fighter]) -> Slots:
    """Who is fast acts again ten later."""
    made = {}
    for actor, f in fighters.items():
        total = rolled(play, actor)
        for n in range(f.actions):
            made[f"{actor}.{n}"] = SlotSpec(actor=actor, key=(10 * n - total,))
    return made


def cards(play: Play, fighters: dict[str, Fighter]) -> Slots:
    """A card each from a deck of ten, which does not come again: one of those left."""
    deck = list(range(1, 11))
    made = {}
    for actor in fighters:
        at = play.roll(f"1d{len(deck)}", actor, "card").total - 1
        made[actor] = SlotSpec(actor=actor, key=(-deck.pop(at),))
    return made


def nobody_rolls(play: Play, fighters: dict[str, Fighter]) -> Slots:
    return {a: SlotSpec(actor=a) for a in fighters}


def at_table(rules: Ruleset, **fighters: Fighter) -> Scenario:
    play = Scenario(rules, actors=dict.fromkeys(fighters, ""))
    play.given({"type": "table.begin_scene"})
    return play.given(*(Join(actor=a, fighter=f) for a, f in fighters.items()))


def now(play: Scenario) -> Round:
    found = play.session.view().table.round
    assert found
    return found


def order(play: Scenario) -> tuple[str, ...]:
    """Who acts in this round, first who acts first."""
    return tuple(p.slot for p in play.session.view()["order"].places)


def rolls(play: Scenario) -> list[tuple[str, str, int]]:
    """What the last command rolled: by whom, what for, the total."""
    found = [e.message for e in play.entries if isinstance(e.message, Rolled)]
    return [(r.actor, r.purpose, r.total) for r in found]


def walk_out(play: Scenario, faces: tuple[int, ...]) -> None:
    """Everybody acts; the last turn's end begins the next round with these faces."""
    for _ in waiting_slots(now(play)):
        play.given({"type": "table.next_turn"})
    play.when({"type": "table.next_turn"}, faces=faces)


PLAIN = Fighter("us")


@pytest.mark.report(111)
def test_each_rolls_anew_in_each_round() -> None:
    play = at_table(system(each), a=PLAIN, b=PLAIN)
    play.when(Begin(), faces=(5, 9))
    assert order(play) == ("b", "a")
    walk_out(play, (18, 3))
    assert rolls(play) == [("a", "initiative", 18), ("b", "initiative", 3)]
    assert (now(play).number, order(play), now(play).open) == (2, ("a", "b"), "a")
    laws.hold(play.session)


@pytest.mark.report(110)
def test_a_band_rolls_once_a_round_and_acts_together() -> None:
    them = Fighter("them", foe=True)
    play = at_table(system(bands), a=PLAIN, b=PLAIN, x=them, y=them, z=them)
    play.when(Begin(), faces=(12, 4))
    for number in (2, 3):
        assert [actor for actor, _, _ in rolls(play)] == ["x", "a"]
        assert len({now(play).slots[s].key for s in "xyz"}) == 1
        walk_out(play, (7, 16))
        assert now(play).number == number
    assert order(play) == ("a", "b", "x", "y", "z")
    laws.hold(play.session)


@pytest.mark.report(115)
def test_a_bonus_given_at_joining_is_rolled_again_with_each_roll() -> None:
    play = at_table(system(each), a=Fighter("us", bonus="1d8"), b=PLAIN)
    play.when(Begin(), faces=(10, 8, 15))
    assert rolls(play) == [("a", "initiative", 18), ("b", "initiative", 15)]
    walk_out(play, (10, 2, 15))
    assert rolls(play) == [("a", "initiative", 12), ("b", "initiative", 15)]
    notations = [e.message.notation for e in play.entries if isinstance(e.message, Rolled)]
    assert ["d8" in notation for notation in notations] == [True, False]


@pytest.mark.report(105)
@pytest.mark.report(104)
def test_a_chain_of_ties_ends_in_a_toss_that_is_on_record() -> None:
    rules = system(chain, "initiative", "agility", "toss")
    play = at_table(
        rules, a=Fighter("us", 3), b=Fighter("us", 3), c=Fighter("us", 5), d=Fighter("us", 9)
    )
    play.when(Begin(), faces=(10, 10, 10, 2, 700, 41))
    assert rolls(play)[4:] == [("a", "toss", 700), ("b", "toss", 41)]
    assert order(play) == ("c", "b", "a", "d")
    places = {p.slot: p.keys for p in play.session.view()["order"].places}
    assert places["a"] == {"initiative": -10, "agility": -3, "toss": 700}
    assert places["d"] == {"initiative": -2, "agility": -9, "toss": 0}


@pytest.mark.report(102)
def test_ties_go_to_the_opposition_but_for_the_one_who_is_excepted() -> None:
    foe = Fighter("them", foe=True)
    play = at_table(system(foes_first), a=PLAIN, q=Fighter("us", quick=True), x=foe)
    play.when(Begin(), faces=(10, 10, 10))
    assert order(play) == ("q", "x", "a")
    walk_out(play, (11, 9, 11))
    assert order(play) == ("x", "a", "q"), "being quick wins nothing but ties"


def test_sides_act_by_slots_that_any_of_them_takes() -> None:
    them = Fighter("them")
    play = at_table(system(sides), a=PLAIN, b=PLAIN, x=them)
    play.when(Begin(), faces=(3, 17, 9))
    assert order(play) == ("us-1", "them-2", "us-0")
    play.given({"type": "table.take_turn", "actor": "a"}, {"type": "table.next_turn"})
    assert play.session.view().table.turns["a"] == 1
    assert now(play).open == "them-2"


def test_a_phase_is_over_before_the_next_whatever_was_rolled() -> None:
    late = Fighter("us", phase=1)
    play = at_table(system(phases, "phase", "initiative"), a=late, b=PLAIN, c=late)
    play.when(Begin(), faces=(20, 1, 5))
    assert order(play) == ("b", "a", "c")


def test_who_is_fast_acts_more_than_once() -> None:
    play = at_table(system(passes), a=Fighter("us", actions=3), b=PLAIN)
    play.when(Begin(), faces=(15, 6))
    assert order(play) == ("a.0", "b.0", "a.1", "a.2")
    play.given({"type": "table.remove_actor", "actor": "a"})
    assert waiting_slots(now(play)) == ("b.0",)


def test_no_card_is_dealt_twice() -> None:
    play = at_table(system(cards), a=PLAIN, b=PLAIN, c=PLAIN)
    play.when(Begin(), faces=(10, 9, 1))
    keys = {s: now(play).slots[s].key for s in "abc"}
    assert keys == {"a": (-10,), "b": (-9,), "c": (-1,)}
    play.given({"type": "table.end_round"})
    play.when(Begin(), faces=(4, 4, 4))
    assert {s: now(play).slots[s].key for s in "abc"} == {"a": (-4,), "b": (-5,), "c": (-6,)}


def test_whoever_acted_chooses_who_is_next_round_after_round() -> None:
    play = at_table(system(nobody_rolls, elective=True), a=PLAIN, b=PLAIN)
    play.given(Begin())
    for slot in ("b", "a"):
        assert now(play).open == ""
        play.given({"type": "table.take_turn", "slot": slot}, {"type": "table.next_turn"})
    assert (now(play).number, now(play).open) == (2, "")


def test_a_scene_ends_although_the_system_begins_each_round() -> None:
    play = at_table(system(each), a=PLAIN)
    play.when(Begin(), faces=(5,))
    play.given({"type": "table.end_scene"})
    table: Any = play.session.view().table
    assert (table.round, table.scene) == (None, None)
