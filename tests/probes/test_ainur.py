"""Ainur: dice as traits, tied blows that land together, a die that shrinks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from msgspec import Struct, structs

from rollbook import Charter, Command, Event, Play, Rules, Ruleset, gm, owner
from rollbook.core import vocabulary
from rollbook.core.errors import Invalid, Refused
from rollbook.core.look import Look
from rollbook.core.modifiers import Check, Modifier, steps
from rollbook.core.table.order import waiting_slots
from rollbook.core.table.slots import DropSlot
from rollbook.core.table.turns import BeginRound, SlotSpec
from rollbook.core.until import GroupEnd
from rollbook.core.vocabulary import CameDue, Rolled, TableDraw

from .conftest import Bench

# --- the ruleset

LADDER = (4, 6, 8, 10, 12, 20)
Sizes = tuple[int, ...]
"""A characteristic or skill: the dice it throws; none for 0."""


class Fighter(Struct, frozen=True):
    """Dice by trait, and points of life left."""

    traits: dict[str, Sizes] = {}
    life: int = 10


class Ainur(Struct, frozen=True):
    """Fighters by actor."""

    fighters: dict[str, Fighter] = {}


class Arm(Command, ruleset="ainur"):
    """Make a fighter of an actor."""

    actor: str
    fighter: Fighter


class Armed(Event, ruleset="ainur"):
    """An actor fights."""

    actor: str
    fighter: Fighter


class Begin(Command, ruleset="ainur"):
    """A turn of the fight begins, in the order of agility and dexterity."""


class Strike(Command, ruleset="ainur"):
    """Strike somebody, in one's own turn.

    Args:
        actor: who.
        target: whom.
        weapon: skill.
        damage: sides of the weapon's damage die.
        hands: weapons used at once, 1 or 2.
    """

    actor: str
    target: str
    weapon: str
    damage: int
    hands: int = 1


class Blow(Check, frozen=True, kw_only=True):
    """A strike about to be rolled: with how many weapons."""

    hands: int = 1


class Lose(Command, ruleset="ainur"):
    """Take life from somebody, when everybody who acts at this moment has acted."""

    target: str
    source: str
    amount: int


class Bleed(Command, ruleset="ainur"):
    """Take life from somebody now."""

    target: str
    source: str
    amount: int


class Wounded(vocabulary.Wounded, ruleset="ainur"):
    """Life was lost; ``before`` and ``after`` are points left."""


rules = Rules(Ainur)


def value(dice: Sizes) -> int:
    """What a trait is compared by: the most it shows without a second throw. AIN-007."""
    return sum(dice)


def lowered(dice: Sizes, by: int) -> Sizes:
    """One of the largest dice a size smaller, so many times. AIN-008."""
    for _ in range(by):
        *rest, largest = sorted(dice)
        smaller = [d for d in LADDER if d < largest][-1:]
        if not smaller and not rest:
            return (largest,)
        dice = tuple(sorted((*rest, *smaller), reverse=True))
    return dice


def notation(dice: Sizes) -> str:
    """Each die is thrown again on its top face, by itself. AIN-009."""
    return "+".join(f"d{d}e={d}" for d in dice)


@rules.decides(Arm, may=gm)
def arm(command: Arm, play: Play) -> None:
    """As the sheet says."""
    play.emit(Armed(actor=command.actor, fighter=command.fighter))


@rules.evolves(Armed)
def armed(state: Ainur, event: Armed) -> Ainur:
    """As the sheet says."""
    return structs.replace(state, fighters={**state.fighters, event.actor: event.fighter})


@rules.decides(Begin, may=gm)
def begin(command: Begin, play: Play) -> None:
    """The agile first, then the dexterous; whoever ties on both acts together. AIN-138."""
    slots = {
        name: SlotSpec(actor=name, key=(-value(f.traits["agi"]), -value(f.traits["des"])))
        for name, f in play.state[Ainur].fighters.items()
        if f.life > 0
    }
    play.perform(BeginRound(slots=slots, repeat=False))


@rules.modifies(Blow)
def two_weapons(blow: Blow, look: Look) -> Iterator[Modifier]:
    """Strength is a die smaller with a weapon in each hand. AIN-160."""
    if blow.hands == 2:
        yield Modifier("two weapons", "AIN-160", "pot", "step", -1)


@rules.decides(Strike, may=owner("actor"))
def strike(command: Strike, play: Play) -> None:
    """Strength and skill against the other's agility; each weapon strikes once."""
    fighters = play.state[Ainur].fighters
    own, other = fighters[command.actor], fighters[command.target]
    if own.life <= 0:
        play.refuse(f"{command.actor} is dead", path="$.actor", rule="AIN-034")
    if command.hands == 2 and own.traits["pot"] in ((), (4,)):
        play.refuse("too weak for two weapons", path="$.hands", rule="AIN-160")
    for _ in range(command.hands):
        mods = play.modifiers(
            Blow(actor=command.actor, kind="attack", against=command.target, hands=command.hands)
        )
        pot = lowered(own.traits["pot"], -steps(mods, "pot"))
        dice = notation((*pot, *own.traits[command.weapon]))
        attack = play.roll(dice, command.actor, "attack", mods, rule="AIN-009")
        defence = play.roll(notation(other.traits["agi"]), command.target, "defence")
        if attack.total > defence.total:
            damage = play.roll(f"d{command.damage}", command.actor, "damage", rule="AIN-010")
            play.perform(Lose(target=command.target, source=command.actor, amount=damage.total))


@rules.decides(Lose, may=gm)
def lose(command: Lose, play: Play) -> None:
    """Noted apart while others act at the same moment, whoever's rule it is. AIN-139."""
    wound = Bleed(target=command.target, source=command.source, amount=command.amount)
    if play.table.round is not None and play.table.round.open:
        play.later(wound, GroupEnd())
    else:
        play.perform(wound)


@rules.decides(Bleed, may=gm)
def bleed(command: Bleed, play: Play) -> None:
    """Whoever has no life left is dead, and acts no more. AIN-034."""
    before = play.state[Ainur].fighters[command.target].life
    after = max(0, before - command.amount)
    play.emit(
        Wounded(
            actor=command.target,
            track="life",
            before=before,
            after=after,
            source=command.source,
            rule="AIN-139",
        )
    )
    now = play.table.round
    if not after and now and command.target in now.slots and command.target not in now.spent:
        play.perform(DropSlot(id=command.target))


@rules.evolves(Wounded)
def wounded(state: Ainur, event: Wounded) -> Ainur:
    """The life that is left."""
    fighter = structs.replace(state.fighters[event.actor], life=event.after)
    return structs.replace(state, fighters={**state.fighters, event.actor: fighter})


ainur = Ruleset("ainur", version="0.0.1", state=Ainur, chapters=(rules,))

# --- its tests


def dice(text: str) -> Sizes:
    """``2d6+1d4`` as the sizes of its dice."""
    terms = [t.split("d") for t in text.split("+") if t != "0"]
    return tuple(int(size) for count, size in terms for _ in range(int(count)))


def fight(
    bench: Callable[..., Bench], fighters: dict[str, tuple[str, str, int]], **changes: object
) -> Bench:
    """A scene with fighters of so much agility, dexterity and life."""
    table = bench([ainur], **changes)
    table.do({"type": "table.begin_scene"})
    for name, (agi, des, life) in fighters.items():
        table.join(name, "anna")
        traits = {"agi": dice(agi), "des": dice(des), "pot": dice("1d6"), "sword": dice("1d6")}
        traits["dagger"] = dice("1d8")
        table.do(Arm(actor=name, fighter=Fighter(traits=traits, life=life)))
    table.do(Begin())
    return table


def life(table: Bench, actor: str) -> int:
    return table.session.view().state[Ainur].fighters[actor].life


@pytest.mark.parametrize(
    ("text", "worth"),
    [("0", 0), ("1d4", 4), ("1d12", 12), ("2d6", 12), ("3d6", 18), ("1d20", 20)],
)
def test_a_trait_is_worth_the_most_it_shows_at_once(text: str, worth: int) -> None:
    assert value(dice(text)) == worth


@pytest.mark.parametrize(
    "chain",
    [
        ("1d20", "1d12", "1d10", "1d8", "1d6", "1d4", "1d4"),
        ("2d6", "1d6+1d4", "2d4", "1d4", "1d4"),
        ("3d6", "2d6+1d4"),
    ],
)
def test_a_trait_shrinks_by_one_die_and_never_to_nothing(chain: tuple[str, ...]) -> None:
    assert [lowered(dice(chain[0]), n) for n in range(len(chain))] == [dice(t) for t in chain]
    assert sorted(map(value, map(dice, chain)), reverse=True) == [value(dice(t)) for t in chain]


def test_those_who_tie_on_agility_and_dexterity_act_as_one_group(
    bench: Callable[..., Bench],
) -> None:
    five = {
        "a": ("1d8", "1d6", 9),
        "b": ("1d10", "1d4", 9),
        "c": ("1d8", "1d8", 9),
        "d": ("2d6", "1d6", 9),
        "e": ("1d12", "1d6", 9),
    }
    now = fight(bench, five).session.view().table.round
    assert now is not None
    assert waiting_slots(now) == ("d", "e", "b", "c", "a")
    groups: dict[tuple[int, ...], list[str]] = {}
    for slot in waiting_slots(now):
        groups.setdefault(now.slots[slot].key, []).append(slot)
    assert list(groups.values()) == [["d", "e"], ["b"], ["c"], ["a"]]


def test_two_who_act_at_the_same_moment_kill_each_other(bench: Callable[..., Bench]) -> None:
    table = fight(bench, {"a": ("1d8", "1d6", 4), "b": ("1d8", "1d6", 5)}, fresh=True)
    table.do({"type": "table.next_turn"})
    blow = Strike(actor="a", target="b", weapon="sword", damage=10)
    table.do(blow, "anna", faces=[5, 5, 1, 6])
    assert life(table, "b") == 5, "his blow is noted apart"
    table.do({"type": "table.next_turn"})
    blow = Strike(actor="b", target="a", weapon="sword", damage=10)
    table.do(blow, "anna", faces=[5, 5, 1, 7])
    assert (life(table, "a"), life(table, "b")) == (4, 5)
    table.do({"type": "table.end_round"})
    assert (life(table, "a"), life(table, "b")) == (0, 0)
    assert len(table.every(CameDue)) == 2
    table.audited()


def test_who_is_slower_is_dead_before_he_strikes(bench: Callable[..., Bench]) -> None:
    table = fight(bench, {"a": ("1d8", "1d6", 4), "b": ("1d8", "1d4", 5)}, fresh=True)
    table.do({"type": "table.next_turn"})
    table.do(Strike(actor="a", target="b", weapon="sword", damage=10), "anna", faces=[5, 5, 1, 6])
    table.do({"type": "table.next_turn"})
    assert life(table, "b") == 0
    with pytest.raises(Refused, match=r"b is dead .*\[AIN-034\]"):
        table.do(Strike(actor="b", target="a", weapon="sword", damage=10), "anna")
    table.audited()


def test_outside_a_fight_life_is_lost_at_once(bench: Callable[..., Bench]) -> None:
    table = fight(bench, {"a": ("1d8", "1d6", 4)})
    table.do({"type": "table.end_round"})
    table.do(Lose(target="a", source="a fall", amount=3))
    assert life(table, "a") == 1


@pytest.mark.parametrize(
    ("faces", "natural"),
    [
        ((6, 1, 4), 11),
        ((6, 6, 2, 5), 19),
        ((3, 4), 7),
    ],
)
def test_each_die_is_thrown_again_on_its_top_face_by_itself(
    bench: Callable[..., Bench], faces: tuple[int, ...], natural: int
) -> None:
    table = fight(bench, {"a": ("1d8", "1d6", 4), "b": ("1d8", "1d4", 5)})
    blow = Strike(actor="a", target="b", weapon="sword", damage=10)
    table.do(blow, "anna", faces=(*faces, 8, 8, 8, 1))
    attack, defence = table.every(Rolled)
    assert attack.natural == natural
    assert [d.face for d in attack.dice] == list(faces)
    assert (defence.natural, defence.notation) == (25, "d8e=8")


def test_with_two_weapons_strength_is_a_die_smaller_and_the_skill_is_not(
    bench: Callable[..., Bench],
) -> None:
    table = fight(bench, {"a": ("1d8", "1d6", 4), "b": ("1d8", "1d4", 5)})
    for weapon, wanted in (("sword", "d4e=4+d6e=6"), ("dagger", "d4e=4+d8e=8")):
        blow = Strike(actor="a", target="b", weapon=weapon, damage=4, hands=2)
        table.do(blow, "anna", faces=[1, 1, 7, 1, 1, 7])
        attack = table.every(Rolled)[-2]
        assert attack.notation == wanted
        assert [(m.on, m.op, m.amount, m.rule) for m in attack.modifiers] == [
            ("pot", "step", -1, "AIN-160")
        ]
    table.audited()


@pytest.mark.parametrize("pot", ["0", "1d4"])
def test_the_weak_have_one_weapon(bench: Callable[..., Bench], pot: str) -> None:
    table = fight(bench, {"a": ("1d8", "1d6", 4), "b": ("1d8", "1d4", 5)})
    weak = {"pot": dice(pot), "sword": dice("1d6"), "agi": dice("1d8"), "des": dice("1d6")}
    table.do(Arm(actor="a", fighter=Fighter(traits=weak)))
    with pytest.raises(Refused, match=r"\$\.hands.*AIN-160"):
        table.do(Strike(actor="a", target="b", weapon="sword", damage=4, hands=2), "anna")


def test_a_chain_of_real_dice_ends_on_the_first_face_that_is_not_the_top(
    bench: Callable[..., Bench],
) -> None:
    fighters = {"a": ("1d8", "1d6", 4), "b": ("1d8", "1d4", 5)}
    table = fight(bench, fighters, charter=Charter(dice="table"), fresh=True)
    table.do(Strike(actor="a", target="b", weapon="sword", damage=4), "anna")
    for wrong in ((6, 6), (3, 6), (3, 2, 5)):
        with pytest.raises(Invalid):
            table.answer(wrong, "anna")
    table.answer((3, 6, 2), "anna")
    rolled = table.last(Rolled)
    assert (rolled.natural, rolled.draw) == (11, TableDraw(reader="anna"))
    table.answer((8, 4), "anna")
    assert table.session.waiting is None
    table.audited()
