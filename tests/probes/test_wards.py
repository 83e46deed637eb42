"""A ward against one blow: magic added to Fudge by somebody who has only its face."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from msgspec import Struct, structs

from rollbook import Command, Event, Play, Rules, Ruleset, owner
from rollbook.core.errors import AuthorError, Refused, RulebookError
from rollbook.core.look import Look
from rollbook.core.modifiers import Check, Modifier
from rollbook.core.table.actors import ActorAdded
from rollbook.core.table.effects import effects
from rollbook.core.until import Uses
from rollbook.core.vocabulary import EffectBegan, EffectEnded, Rolled, Spent, Wounded
from rollbook.plugins import fudge as system
from rollbook.plugins.fudge import fudge

from .conftest import Bench

# --- the ruleset


class Wards(Struct, frozen=True):
    """How good somebody is at wards, by actor."""

    skills: dict[str, int] = {}


class Learn(Command, ruleset="wards"):
    """Learn to ward: a skill on Fudge's ladder."""

    actor: str
    skill: int


class Learnt(Event, ruleset="wards"):
    """Somebody wards so well."""

    actor: str
    skill: int


class Ward(Command, ruleset="wards"):
    """Set a ward on somebody: it takes one blow.

    Args:
        actor: who sets it.
        on: whom it protects.
    """

    actor: str
    on: str


rules = Rules(Wards)


@rules.decides(Learn, may=owner("actor"))
def learn(command: Learn, play: Play) -> None:
    """A skill like any other. WRD-001."""
    play.emit(Learnt(actor=command.actor, skill=command.skill))


@rules.evolves(Learnt)
def learnt(state: Wards, event: Learnt) -> Wards:
    """The skill as it says."""
    return structs.replace(state, skills={**state.skills, event.actor: event.skill})


@rules.decides(Ward, may=owner("actor"))
def ward(command: Ward, play: Play) -> None:
    """It costs one mana, holds at Fair or better, and burns its maker at a natural -4. WRD-002."""
    skill = play.state[Wards].skills.get(command.actor)
    if skill is None:
        play.refuse(f"{command.actor} knows no wards", path="$.actor", rule="WRD-001")
    play.emit(Spent(actor=command.actor, pool="mana", amount=1, rule="WRD-002"))
    mods = play.modifiers(Check(actor=command.actor, kind="magic", against=command.on))
    known = Modifier("wards", "WRD-001", "result", "add", skill)
    roll = play.roll("4dF", command.actor, "ward", (known, *mods), rule="WRD-002")
    if roll.natural == -4:
        burn = system.Suffer(target=command.actor, source="the ward", amount=2, rule="WRD-004")
        play.perform(burn)
    elif roll.total >= 0:
        play.emit(
            EffectBegan(
                id=play.id("ward"),
                actor=command.on,
                kind="ward",
                until=Uses(1),
                source=command.actor,
                rule="WRD-003",
            )
        )


@rules.modifies(system.Harm)
def warded(harm: system.Harm, look: Look) -> Iterator[Modifier]:
    """The oldest ward takes the whole blow. WRD-003."""
    for name, _ in effects(look, harm.target, "ward"):
        yield Modifier(name, "WRD-003", system.DAMAGE, "at_most", 0)
        return


wards = Ruleset(
    "wards",
    version="0.0.1",
    state=Wards,
    chapters=(rules,),
    extends="fudge>=0.1",
)


class Curses(Struct, frozen=True):
    """Nothing is kept."""


class Curse(Command, ruleset="curses"):
    """A command of another extension, which wards knows nothing of."""

    actor: str


cursing = Rules(Curses)


@cursing.decides(Curse, may=owner("actor"))
def curse(command: Curse, play: Play) -> None:
    """Nothing comes of it."""


curses = Ruleset(
    "curses",
    version="0.0.1",
    state=Curses,
    chapters=(cursing,),
    extends="fudge",
)

# --- its tests

LEFT, RIGHT, EVEN = (2, 6), (6, 2), (5, 5)
"""Two dice that make +2, -2 and 0 by the lower die."""


def duel(bench: Callable[..., Bench], *extensions: Ruleset) -> Bench:
    """Snorri of Anna, who wards, against Brynhild of Bea, each at Fair with a blade."""
    table = bench([fudge, *extensions], options={"fudge": {"damage_roll": "off"}}, fresh=True)
    for actor, owner_ in (("snorri", "anna"), ("brynhild", "bea")):
        blade = {"name": "Blade", "skill": "blade", "class": "average"}
        sheet = {
            "resistance": "Fair",
            "skills": {"blade": "Fair"},
            "weapons": {"blade": blade},
        }
        entry = {"type": "fudge.enter", "actor": actor, "name": actor.title(), "sheet": sheet}
        table.do(entry | {"owners": [owner_]})
    table.do({"type": "table.open_pool", "actor": "snorri", "pool": "mana", "balance": 3})
    return table


def exchange(table: Bench, *faces: int) -> None:
    table.do({"type": "fudge.exchange", "a": "snorri", "b": "brynhild"}, faces=faces)


def points(table: Bench, actor: str) -> int:
    return table.session.view().state[system.Fudge].characters[actor].points


def test_a_ward_takes_one_blow_and_is_gone(bench: Callable[..., Bench]) -> None:
    table = duel(bench, wards)
    table.do(Learn(actor="snorri", skill=1), "anna")
    table.do(Ward(actor="snorri", on="snorri"), "anna", faces=(0, 0, 0, -1))
    (name,) = table.session.view().table.effects
    exchange(table, *RIGHT, *LEFT)
    blow = table.last(system.Blow)
    assert blow.target == "snorri"
    assert blow.final == 0
    assert "WRD-003" in blow.limits
    assert [(u.effect, u.left) for u in blow.used] == [(name, 0)]
    assert points(table, "snorri") == 0
    exchange(table, *RIGHT, *LEFT)
    again = table.last(system.Blow)
    assert again.used == ()
    assert (again.final, points(table, "snorri")) == (again.calculated, again.calculated)
    assert again.final > 0
    table.audited()


def test_of_two_wards_one_is_left_after_a_blow(bench: Callable[..., Bench]) -> None:
    table = duel(bench, wards)
    table.do(Learn(actor="snorri", skill=4), "anna")
    for _ in range(2):
        table.do(Ward(actor="snorri", on="snorri"), "anna", faces=(0, 0, 0, 0))
    exchange(table, *RIGHT, *LEFT)
    assert len(table.session.view().table.effects) == 1
    assert table.balance("snorri", "mana") == 1


def test_a_ward_is_not_used_by_a_blow_at_somebody_else(bench: Callable[..., Bench]) -> None:
    table = duel(bench, wards)
    table.do(Learn(actor="snorri", skill=4), "anna")
    table.do(Ward(actor="snorri", on="snorri"), "anna", faces=(0, 0, 0, 0))
    exchange(table, *LEFT, *RIGHT)
    assert points(table, "brynhild") > 0
    assert len(table.session.view().table.effects) == 1


def test_a_ward_that_fails_badly_burns_by_the_systems_own_harm(
    bench: Callable[..., Bench],
) -> None:
    table = duel(bench, wards)
    table.do(Learn(actor="snorri", skill=4), "anna")
    receipt = table.do(Ward(actor="snorri", on="snorri"), "anna", faces=(-1, -1, -1, -1))
    kinds = [(e.kind, e.type, e.family) for e in receipt.entries]
    assert kinds == [
        ("command", "wards.ward", ""),
        ("event", "table.spent", "table.spent"),
        ("event", "table.rolled", "table.rolled"),
        ("performed", "fudge.suffer", ""),
        ("event", "fudge.wounded", "table.wounded"),
    ]
    suffered = receipt.entries[4]
    assert suffered.cause == receipt.entries[3].seq
    assert suffered.message.rule == "WRD-004"
    assert points(table, "snorri") == 2
    table.audited()


def test_wounds_make_magic_harder_without_a_word_in_either_ruleset(
    bench: Callable[..., Bench],
) -> None:
    table = duel(bench, wards)
    table.do(Learn(actor="snorri", skill=4), "anna")
    table.do(system.Suffer(target="snorri", source="a fall", amount=4))
    table.do(Ward(actor="snorri", on="snorri"), "anna", faces=(0, 0, 0, 0))
    rolled = table.last(Rolled)
    assert rolled.total == 4 + sum(m.amount for m in rolled.modifiers if m.source != "wards")
    table.audited()


def test_who_cannot_ward_or_cannot_pay_is_refused_before_any_dice(
    bench: Callable[..., Bench],
) -> None:
    table = duel(bench, wards)
    with pytest.raises(Refused, match=r"knows no wards \(at \$\.actor\) \[WRD-001\]"):
        table.do(Ward(actor="snorri", on="snorri"), "anna")
    table.do(Learn(actor="snorri", skill=-4), "anna")
    for _ in range(3):
        table.do(Ward(actor="snorri", on="snorri"), "anna", faces=(0, 0, 0, 0))
    size = table.session.timeline.size
    with pytest.raises(Refused, match=r"snorri has 0 mana.*\[WRD-002\]"):
        table.do(Ward(actor="snorri", on="snorri"), "anna")
    assert table.session.timeline.size == size


def blow() -> Event:
    return system.Blow(
        check="c", attacker="a", target="b", attacker_result=0, target_result=0, base=0,
        attack=0, defence=0, calculated=0, roll=None, unlimited=0, final=9,
    )  # fmt: skip


FORBIDDEN: dict[str, tuple[Callable[[Play], object], str]] = {
    "an event of the system": (lambda play: play.emit(blow()), "wards may not emit fudge.blow"),
    "a fact of the table": (
        lambda play: play.emit(ActorAdded(id="x", name="X", kind="pc")),
        "wards may not emit table.actor_added",
    ),
    "a wound of no system": (
        lambda play: play.emit(
            Wounded(actor="snorri", track="wounds", before=0, after=9, source="me")
        ),
        "table.wounded is never emitted as such",
    ),
    "a roll without dice": (
        lambda play: play.emit(structs.replace(play.points(1, "snorri", "x"), id="y")),
        "table.rolled is never emitted as such",
    ),
    "a command of a stranger": (
        lambda play: play.perform(Curse(actor="snorri")),
        "wards may not perform curses.curse",
    ),
    "a stranger's command, later": (
        lambda play: play.later(Curse(actor="snorri"), Uses(1)),
        "wards may not put off curses.curse",
    ),
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_an_extension_cannot_reach_beyond_what_it_extends(
    bench: Callable[..., Bench], what: str
) -> None:
    trespass, refusal = FORBIDDEN[what]
    bad = Rules(Wards)

    @bad.decides(Learn, may=owner("actor"))
    def learn(command: Learn, play: Play) -> None:
        trespass(play)

    table = duel(bench, structs.replace(wards, chapters=(bad,)), curses)
    size = table.session.timeline.size
    with pytest.raises(AuthorError, match=refusal):
        table.do(Learn(actor="snorri", skill=1), "anna")
    assert table.session.timeline.size == size


@pytest.mark.report(249)
def test_an_extension_needs_what_it_extends_in_a_version_it_knows(
    bench: Callable[..., Bench],
) -> None:
    with pytest.raises(RulebookError, match="wards extends fudge, which is not in force"):
        bench([wards])
    newer = structs.replace(wards, extends="fudge>=9,<10")
    with pytest.raises(RulebookError, match=f"extends fudge>=9,<10; fudge is {fudge.version}"):
        bench([newer, fudge])
    assert duel(bench, wards).session.book.names == ("table", "fudge", "wards")


def test_what_ends_a_ward_early_ends_it_for_the_next_blow(bench: Callable[..., Bench]) -> None:
    table = duel(bench, wards)
    table.do(Learn(actor="snorri", skill=4), "anna")
    table.do(Ward(actor="snorri", on="snorri"), "anna", faces=(0, 0, 0, 0))
    (name,) = table.session.view().table.effects
    table.do({"type": "table.end_effect", "effect": name, "why": "dispelled"})
    assert table.last(EffectEnded).why == "dispelled"
    exchange(table, *RIGHT, *LEFT)
    assert points(table, "snorri") > 0
