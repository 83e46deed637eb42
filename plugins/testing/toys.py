"""Two toy rulesets, as examples to read and as something for tests to play.

``brawl`` is a whole system on two screens: a hit that may be dodged, luck that saves a life,
secret stances, an auction that anybody may enter, a roll for the GM's eyes.
``charms`` extends it by magic: it modifies what ``brawl`` proposes and reacts to what happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from typing import Any

from msgspec import Struct, structs

from ...core.asked import Choice
from ...core.look import Look
from ...core.messages import Command, Event
from ...core.modifiers import Check, Harm, Modifier, tally
from ...core.permissions import gm, owner, seat
from ...core.play import Play
from ...core.rules import Rules, Ruleset
from ...core.table.effects import effects
from ...core.table.pools import affordable
from ...core.until import Until
from ...core.vocabulary import EffectBegan, Spent, Wounded

PACKAGE = __name__.rpartition(".")[0]


class Brawl(Struct, frozen=True):
    """Points of everybody in the brawl, and what was said in order."""

    points: dict[str, int] = {}
    said: tuple[str, ...] = ()
    down: tuple[str, ...] = ()


class BrawlOptions(Struct, frozen=True):
    """Whether luck may save a life, and how many points a hit takes at most."""

    luck: bool = True
    most: int = 6


class Enter(Command, ruleset="brawl"):
    """Join the brawl with so many points."""

    actor: str
    points: int = 10


class Entered(Event, ruleset="brawl"):
    """Somebody joined the brawl, with so many points."""

    actor: str
    points: int


class Strike(Command, ruleset="brawl"):
    """Strike at somebody, who may dodge."""

    actor: str
    target: str


class Hurt(Command, ruleset="brawl"):
    """Take points from somebody; others perform it."""

    target: str
    source: str
    amount: int


class Hit(Wounded, ruleset="brawl"):
    """Somebody was hit: points before and after."""


class Fell(Event, ruleset="brawl"):
    """Somebody has no points left."""

    actor: str


class Said(Event, ruleset="brawl"):
    """Something was said, in words."""

    text: str


class Flurry(Command, ruleset="brawl"):
    """Strike several in turn, as long as they stand."""

    actor: str
    targets: tuple[str, ...]


class Duel(Command, ruleset="brawl"):
    """Two choose their stance in secret, then both roll and may better it until both pass."""

    a: str
    b: str


class Auction(Command, ruleset="brawl"):
    """Whoever wants it first may have it."""

    thing: str
    bidders: tuple[str, ...]


class Watch(Command, ruleset="brawl"):
    """The GM rolls behind the screen whether somebody notices; what is said is for everyone."""

    actor: str


class Sneak(Command, ruleset="brawl", to=("gm",)):
    """Something that only the GM knows of."""

    actor: str
    what: str


rules: Rules[Brawl, BrawlOptions] = Rules(Brawl, BrawlOptions)


@rules.decides(Enter, may=gm)
def enter(command: Enter, play: Play) -> None:
    """Only who is in play, and with points."""
    if command.actor not in play.table.actors:
        play.refuse(f"there is no {command.actor}", path="$.actor", rule="BRA-001")
    if command.points < 1:
        play.refuse("points begin at 1", path="$.points", rule="BRA-002")
    play.emit(Entered(actor=command.actor, points=command.points))


@rules.evolves(Entered)
def entered(brawl: Brawl, event: Entered) -> Brawl:
    """The points as the event says."""
    return structs.replace(brawl, points={**brawl.points, event.actor: event.points})


@rules.decides(Strike, may=owner("actor"))
def strike(command: Strike, play: Play) -> None:
    """Roll 2d6 against 7; the target may dodge with 1d6 of 4 or more. BRA-010, BRA-011."""
    for who in (command.actor, command.target):
        if who not in play.state[Brawl].points:
            play.refuse(f"{who} is not in the brawl", rule="BRA-010")
    play.will_roll(command.actor, command.target, rule="BRA-010")
    against = Check(actor=command.actor, kind="strike", against=command.target)
    roll = play.roll("2d6", command.actor, "strike", play.modifiers(against), rule="BRA-010")
    if roll.total < 7:
        return
    dodge = play.ask("Dodge?", to=command.target, choices=("yes", "no"), rule="BRA-011")
    if dodge == "yes" and play.roll("1d6", command.target, "dodge", rule="BRA-011").total >= 4:
        play.emit(Said(text=f"{command.target} dodges"))
        return
    harm = Harm(source=command.actor, target=command.target, amount=roll.total - 6)
    amount = max(0, tally(harm.amount, play.modifiers(harm), "damage"))
    amount = min(amount, play.options[BrawlOptions].most)
    play.perform(Hurt(target=command.target, source=command.actor, amount=amount))


@rules.decides(Hurt, may=gm)
def hurt(command: Hurt, play: Play) -> None:
    """Luck may save a life: it costs a point and leaves one. BRA-020."""
    before = play.state[Brawl].points.get(command.target, 0)
    after = before - command.amount
    lucky = play.options[BrawlOptions].luck and affordable(play, command.target, "luck") > 0
    if (
        after < 1 <= before
        and lucky
        and play.ask("Spend luck?", to=command.target, choices=("yes", "no"), rule="BRA-020")
        == "yes"
    ):
        play.emit(Spent(actor=command.target, pool="luck", amount=1, rule="BRA-020"))
        after = 1
    play.emit(
        Hit(
            actor=command.target,
            track="points",
            before=before,
            after=after,
            source=command.source,
            rule="BRA-020",
        )
    )


@rules.evolves(Hit)
def hit(brawl: Brawl, event: Hit) -> Brawl:
    """The points as the event says."""
    return structs.replace(brawl, points={**brawl.points, event.actor: event.after})


@rules.reacts(Hit)
def fall(event: Hit, play: Play) -> None:
    """Who has no points left falls, and the GM says how. BRA-021."""
    if event.after < 1 <= event.before:
        play.emit(Fell(actor=event.actor))
        play.emit(Said(text=play.ask(f"How does {event.actor} fall?", name="fall")))


@rules.evolves(Fell)
def fell(brawl: Brawl, event: Fell) -> Brawl:
    """Down, in order of falling."""
    return structs.replace(brawl, down=(*brawl.down, event.actor))


@rules.evolves(Said)
def said(brawl: Brawl, event: Said) -> Brawl:
    """What was said, in order."""
    return structs.replace(brawl, said=(*brawl.said, event.text))


@rules.decides(Flurry, may=owner("actor"))
def flurry(command: Flurry, play: Play) -> None:
    """A strike performed for each target still standing. BRA-030."""
    for i, who in enumerate(command.targets):  # before the first die
        if who not in play.state[Brawl].points:
            play.refuse(f"{who} is not in the brawl", path=f"$.targets[{i}]", rule="BRA-030")
    play.will_roll(command.actor, *command.targets, rule="BRA-030")
    for target in command.targets:
        if target not in play.state[Brawl].down:
            play.perform(Strike(actor=command.actor, target=target))


@rules.decides(Duel, may=gm)
def duel(command: Duel, play: Play) -> None:
    """Stances in secret; then better or pass, alternately. BRA-040."""
    pair = (command.a, command.b)
    if command.a == command.b or not all(who in play.table.actors for who in pair):
        play.refuse("a duel has two sides", rule="BRA-040")
    play.will_roll(*pair, rule="BRA-040")
    stances = play.ask_each("Stance?", to=pair, of=int, ge=-2, le=2, secret=True, rule="BRA-040")
    result = {who: play.roll("1d6", who, "duel").total + stances[who] for who in pair}
    passed, who = 0, command.a if result[command.a] < result[command.b] else command.b
    while passed < 2:
        move = play.ask(f"{result[who]}: better it?", to=who, choices=_moves(play, who))
        passed = passed + 1 if move.id == "pass" else 0
        if move.id == "better":
            play.emit(Spent(actor=who, pool="luck", amount=1, rule="BRA-041"))
            result[who] = play.roll("1d6", who, "better").total + stances[who]
        who = command.b if who == command.a else command.a
    play.emit(Said(text=" ".join(f"{w} {result[w]}" for w in pair)))


def _moves(play: Play, who: str) -> Iterable[Choice]:
    yield Choice("pass", label="let it stand")
    if affordable(play, who, "luck"):
        yield Choice("better", label="roll again", cost=1, pool="luck", rule="BRA-041")


@rules.decides(Auction, may=seat)
def auction(command: Auction, play: Play) -> None:
    """The first who does not pass has it. BRA-050."""
    for i, who in enumerate(command.bidders):
        if who not in play.table.actors:
            play.refuse(f"there is no {who}", path=f"$.bidders[{i}]", rule="BRA-050")
    bid = play.ask_any(
        f"{command.thing}?", to=command.bidders, choices=(Choice("take"),), rule="BRA-050"
    )
    play.emit(Said(text=f"{bid[0] if bid else 'nobody'} takes {command.thing}"))


@rules.decides(Watch, may=gm)
def watch(command: Watch, play: Play) -> None:
    """The roll is the GM's; that somebody looks around is for all to see. BRA-060."""
    play.roll("1d6", command.actor, "notice", to="gm", rule="BRA-060")
    play.emit(Said(text=f"{command.actor} looks around"))


@rules.decides(Sneak, may=gm)
def sneak(command: Sneak, play: Play) -> None:
    """Said to the GM alone, and rolled on a secret stream."""
    play.roll("1d6", command.actor, "sneak")
    play.emit(Said(text=command.what))


class Points(Struct, frozen=True):
    """What a screen shows: points by actor, and what was said."""

    points: dict[str, int]
    said: tuple[str, ...]


@rules.projects("brawl")
def points(look: Look, viewer: str) -> Points:
    """Points of everybody, as far as the viewer knows."""
    return Points(look.state[Brawl].points, look.state[Brawl].said)


brawl = Ruleset(
    "brawl", version="1.0.0", state=Brawl, options=BrawlOptions, chapters=(rules,), package=PACKAGE
)


def brawl_with(command: type[Command], decide: Callable[[Any, Play], None]) -> Ruleset:
    """The brawl with one command decided otherwise; `brawl` itself stays as it is."""
    chapter: Rules[Brawl, BrawlOptions] = copy(rules)
    chapter.deciders = [
        structs.replace(d, function=decide) if d.command is command else d for d in rules.deciders
    ]
    return structs.replace(brawl, chapters=(chapter,))


class Charms(Struct, frozen=True):
    """What the charms have noticed, in order."""

    seen: tuple[str, ...] = ()


class CharmOptions(Struct, frozen=True):
    """Charms have no optional rules."""


class Charm(Command, ruleset="charms"):
    """Lay a charm on somebody: ``aim`` betters strikes, ``ward`` takes harm away."""

    actor: str
    kind: str
    until: Until
    amount: int = 1
    start: Until | None = None


class Curse(Command, ruleset="charms"):
    """Somebody will be hurt later, when something happens."""

    target: str
    amount: int
    until: Until


class Noticed(Event, ruleset="charms"):
    """The charms noticed something."""

    what: str


charm_rules: Rules[Charms, CharmOptions] = Rules(Charms, CharmOptions)


@charm_rules.decides(Charm, may=gm)
def charm(command: Charm, play: Play) -> None:
    """An effect of the table's. CHA-001."""
    c = command
    began = EffectBegan(
        id=play.id("e"), actor=c.actor, kind=c.kind, amount=c.amount, until=c.until,
        start=c.start, rule="CHA-001",
    )  # fmt: skip
    play.emit(began)


@charm_rules.decides(Curse, may=gm)
def curse(command: Curse, play: Play) -> None:
    """Put off with the authority of the charms. CHA-002."""
    off = Hurt(target=command.target, source="curse", amount=command.amount)
    play.later(off, command.until, actor=command.target)


@charm_rules.modifies(Check)
def aim(check: Check, look: Look) -> Iterable[Modifier]:
    """Better strikes. CHA-010."""
    for name, effect in effects(look, check.actor, "aim"):
        yield Modifier(name, "CHA-010", "result", "add", effect.amount)


@charm_rules.modifies(Harm)
def ward(harm: Harm, look: Look) -> Iterable[Modifier]:
    """Less harm. CHA-011."""
    for name, effect in effects(look, harm.target, "ward"):
        yield Modifier(name, "CHA-011", "damage", "add", -effect.amount)


@charm_rules.reacts(Hit)
def notice(event: Hit, play: Play) -> None:
    """Every hit is noticed."""
    play.emit(Noticed(what=f"{event.actor} {event.after}"))


@charm_rules.evolves(Noticed)
def noticed(charms: Charms, event: Noticed) -> Charms:
    """What was noticed, in order."""
    return structs.replace(charms, seen=(*charms.seen, event.what))


charms = Ruleset(
    "charms",
    version="1.0.0",
    state=Charms,
    options=CharmOptions,
    chapters=(charm_rules,),
    extends="brawl>=1,<2",
    package=PACKAGE,
)
