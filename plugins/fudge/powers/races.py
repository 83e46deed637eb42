"""Races at the table, short races on foot, and lifting (3.3: FUD-093 to 109, 115, 116)."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from ....core.errors import Invalid
from ....core.ids import check_id
from ....core.look import Look
from ....core.messages import Command, Event
from ....core.modifiers import tally
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ..actions.attempts import Attempt
from ..actions.checks import ACTION, TraitCheck, on_trait
from ..content.races import races as book
from ..damage.wounds import VERY_HURT, able
from ..ladder import FAIR, Level, level, lowest, result
from ..options import FudgeOptions
from ..state import Character, Fudge, meant
from ..wording import degree
from .race import Race
from .scale import MOST, as_human, human_level, scale_of, sprint, strength

rules = Rules(Fudge, FudgeOptions)


class DescribeRace(Command, ruleset="fudge"):
    """Say what a race is, once for all its members.

    Args:
        id: of the race.
        name: for people.
        strength: how many times as strong as the players' own race its average member is, as
            ``3``, ``0.125`` or ``1/8``; or a Scale, as ``scale 3``; empty for as strong.
        mass: likewise how heavy, by the players' own; empty for the Scale of its strength.
        speed: likewise how fast; empty for as fast as the players' own.
        yardstick: level of whoever its strength was measured by (FUD-106).
        bonus: levels that traits of its members lie above what is written among themselves.
        note: in words.
        many: ids of those in ``bonus`` that take in very many skills, for their price (FUD-118).
        like: id of a race that the book names, whose Scale, bonus and note count where this says
            nothing of its own (FUD-119).
    """

    id: str
    name: str
    strength: str = ""
    mass: str = ""
    speed: str = ""
    yardstick: Level = FAIR
    bonus: dict[str, int] | None = None
    note: str = ""
    many: tuple[str, ...] = ()
    like: str = ""


class RaceDescribed(Event, ruleset="fudge"):
    """A race is known at this table.

    Args:
        id: of the race.
        race: all of it.
        rule: id of the rule.
    """

    id: str
    race: Race
    rule: str = "FUD-106"


class Sprint(Command, ruleset="fudge"):
    """Some run a short race; the faster one wins, without dice.

    Args:
        actors: who runs.
        trait: id of the attribute that is their Speed.
    """

    actors: tuple[str, ...]
    trait: str = "speed"


class Sprinted(Event, ruleset="fudge"):
    """A short race is run.

    Args:
        order: who came in together, the fastest first.
        sprint: what each runs in three seconds, in centimetres.
        rule: id of the rule.
    """

    order: tuple[tuple[str, ...], ...]
    sprint: dict[str, int]
    rule: str = "FUD-104"


class Lift(Command, ruleset="fudge"):
    """Somebody lifts something heavy; what is easy for one Scale is hard for another.

    Args:
        actor: who.
        difficulty: level that somebody of Scale 0 would have to reach; Terrible needs no roll.
    """

    actor: str
    difficulty: Level = FAIR


class Lifted(Event, ruleset="fudge"):
    """Somebody has lifted what is nothing to one of his Scale.

    Args:
        actor: who.
        difficulty: level that he would have to reach, at his Scale.
        load: how many times as much as a Fair one of Scale 0 he lifts, in hundredths.
        rule: id of the rule.
    """

    actor: str
    difficulty: int
    load: int
    rule: str = "FUD-109"


# --- pure


_LONGEST = 20  # characters in which a number is written


def times(text: str, path: str) -> Fraction | int:
    """How many times the norm, or a Scale outright, as somebody wrote it.

    Args:
        text: ``3``, ``0.125``, ``1/8``, or ``scale 3``.
        path: where it stands.

    Raises:
        Invalid: it is none of these.
    """
    word, _, rest = text.strip().partition(" ")
    try:
        if len(text) > _LONGEST or "e" in text.casefold().removeprefix("scale"):
            raise ValueError(text)  # a number with a power of ten could be of any size
        if word == "scale":
            return int(rest)
        found = Fraction(text.strip())
    except (ValueError, ZeroDivisionError):
        raise Invalid(
            f"{text[:_LONGEST]!r} is neither a number nor a Scale", path=path, rule="FUD-106",
            hint="as 3, 0.125, 1/8, or scale 3",
        ) from None  # fmt: skip
    if found <= 0:
        raise Invalid(f"{text} times is nothing", path=path, rule="FUD-106", hint="more than 0")
    return found


# --- rules


@rules.decides(DescribeRace, may=gm)
def describe_race(c: DescribeRace, play: Play) -> None:
    """Its Scale is the nearest of the table. FUD-093, FUD-094, FUD-099, FUD-106, FUD-115."""
    check_id(c.id, "$.id")
    options = play.options[FudgeOptions]
    yardstick = level(c.yardstick, "$.yardstick", options.ladder)
    strong, heavy, bonus, note = _like(c, play)
    if c.strength:
        strong = heavy = _scale(c.strength, yardstick, "$.strength")
    heavy = _scale(c.mass, FAIR, "$.mass") if c.mass else heavy
    fast = _scale(c.speed, FAIR, "$.speed") if c.speed else 0
    if fast and not options.speed:
        play.refuse(
            "nobody's Speed counts at this table", rule="FUD-102", path="$.speed",
            hint="the option speed",
        )  # fmt: skip
    if options.scale == "off" and (strong or heavy):
        play.refuse(
            "there is no Scale at this table", rule="FUD-093", path="$.strength",
            hint="the option scale; or a bonus on traits (FUD-115)",
        )  # fmt: skip
    if options.scale == "unified" and strong != heavy:
        play.refuse(
            f"Strength would be Scale {strong}, Mass Scale {heavy}", rule="FUD-100", path="$.mass",
            hint="leave mass empty; or the option scale: split (FUD-101)",
        )  # fmt: skip
    for name in bonus:
        if name in ("strength", "mass", "speed"):
            play.refuse(f"{name} is a matter of Scale", rule="FUD-115", path=f"$.bonus.{name}")
    for at, name in enumerate(c.many):
        if name not in bonus:
            play.refuse(
                f"{name} is no field that the race bends", rule="FUD-118", path=f"$.many[{at}]",
                hint="write it in bonus",
            )  # fmt: skip
    race = Race(c.name, strong, heavy, fast, bonus, note, c.many)
    play.emit(RaceDescribed(id=c.id, race=race))


def _like(c: DescribeRace, play: Play) -> tuple[int, int, dict[str, int], str]:
    """Scales, bonus and note, those of a race of the book's where it is like one. FUD-119."""
    if not c.like:
        return 0, 0, c.bonus or {}, c.note
    entry = book().get(c.like)
    if entry is None:
        near = meant(c.like, book())
        play.refuse(
            f"the book names no race {c.like!r}", rule="FUD-119", path="$.like",
            hint=f"did you mean {near}?" if near else f"one of {', '.join(book())}",
        )  # fmt: skip
    if entry.scales and not c.strength:
        least, most = entry.scales
        play.refuse(
            f"{entry.name}s come in sizes", rule="FUD-119", path="$.strength",
            hint=f"as scale {least}; {least} to {most}",
        )  # fmt: skip
    apart = play.options[FudgeOptions].scale == "split" or not entry.scale
    strong = heavy = entry.scale
    if entry.split and apart:
        strong, heavy = entry.split.strength, entry.split.mass
    bonus = entry.bonus if c.bonus is None else c.bonus
    return strong, heavy, bonus, c.note or (str(entry.note) if entry.note else "")


def _scale(text: str, yardstick: int, path: str) -> int:
    found = times(text, path)
    scale = found if isinstance(found, int) else scale_of(found, yardstick)
    if abs(scale) > MOST:
        raise Invalid(f"no Scale is {scale}", path=path, rule="FUD-105", hint=f"-{MOST} to {MOST}")
    return scale


@rules.decides(Sprint, may=gm)
def sprint_(c: Sprint, play: Play) -> None:
    """Nobody rolls: dice would give the slower one more hope than he has. FUD-102 to FUD-104.

    Wounds and all else that hinders a body slow it down as they would a roll (FUD-202).
    """
    if not play.options[FudgeOptions].speed:
        play.refuse("nobody's Speed counts at this table", rule="FUD-102", hint="the option speed")
    if len(set(c.actors)) != len(c.actors) or len(c.actors) < 2:
        play.refuse("a race is between two or more", rule="FUD-104", path="$.actors")
    runs: dict[str, Fraction] = {}
    for at, actor in enumerate(c.actors):
        who = able(play, actor, f"$.actors[{at}]", worst=VERY_HURT)
        check = TraitCheck(actor=actor, kind=ACTION, trait=c.trait)
        pace = tally(0, on_trait(play, check, "FUD-104", (), FAIR), "result")
        runs[actor] = sprint(pace, who.speed_scale)
    ranks = sorted(set(runs.values()), reverse=True)
    order = tuple(tuple(a for a, run in runs.items() if run == rank) for rank in ranks)
    centimetres = {actor: round(run * 100) for actor, run in runs.items()}
    play.emit(Sprinted(order=order, sprint=centimetres))


@rules.decides(Lift, may=gm)
def lift(c: Lift, play: Play) -> None:
    """His Scale lowers what he has to reach; nothing is rolled for what is nothing. FUD-109."""
    who = able(play, c.actor)
    human = level(c.difficulty, "$.difficulty", play.options[FudgeOptions].ladder)
    needs = human - who.scale
    if as_human(lowest(play.options[FudgeOptions].ladder), who.scale) < human:
        play.perform(Attempt(actor=c.actor, trait="strength", difficulty=needs, purpose="lifting"))
        return
    mine = strength(_strength(who), who.scale)
    play.emit(Lifted(actor=c.actor, difficulty=needs, load=round(mine * 100)))


def _strength(who: Character) -> int:
    trait = who.traits.get("strength")
    return trait.level if trait else FAIR


@rules.evolves(RaceDescribed)
def race_described(s: Fudge, e: RaceDescribed) -> Fudge:
    """Copy the race."""
    return replace(s, races={**s.races, e.id: e.race})


# --- what people read


class RacialTrait(Struct, frozen=True):
    """A trait as it is written of a race: the human level, and that among his own. FUD-116."""

    trait: str
    human: int
    racial: int


class RaceView(Struct, frozen=True):
    """A race, and who is of it."""

    id: str
    name: str
    strength_scale: int
    mass_scale: int
    speed_scale: int
    bonus: dict[str, int]
    members: tuple[str, ...]
    note: str


class Races(Struct, frozen=True):
    """The races of this table."""

    races: tuple[RaceView, ...]


@rules.projects("races")
def races(look: Look, viewer: str) -> Races:
    """Each race with its Scale, its bonuses and its members."""
    slice_ = look.state[Fudge]
    return Races(
        tuple(
            RaceView(
                id=name,
                name=race.name,
                strength_scale=race.strength,
                mass_scale=race.mass,
                speed_scale=race.speed,
                bonus=race.bonus,
                members=tuple(a for a, who in slice_.characters.items() if who.race == name),
                note=race.note,
            )
            for name, race in slice_.races.items()
        )
    )


def racial(look: Look, actor: str) -> tuple[RacialTrait, ...]:
    """Traits of somebody that his race bends, with what they are among his own. FUD-116."""
    slice_ = look.state[Fudge]
    who = slice_.characters.get(actor)
    race = slice_.races.get(who.race) if who else None
    if who is None or race is None:
        return ()
    return tuple(
        RacialTrait(name, who.traits[name].level, human_level(who.traits[name].level, -bonus))
        for name, bonus in race.bonus.items()
        if name in who.traits
    )


def written(trait: str, human: str, race: str, among: str) -> str:
    """How a trait of another race is written: ``Intelligence Poor (Cludd: Fair)``. FUD-116."""
    return f"{trait} {human} ({race}: {among})"


def strength_written(word: str, level: int, scale: int = 0) -> str:
    """How Strength is written: among one's own, with the Scale where it is not 0. FUD-107, FUD-116.

    Args:
        word: for Strength, in the reader's language.
        level: rung among his own.
        scale: his Strength Scale.
    """
    number = f"{level:+d}" if level else "0"
    return f"{word}: {result(level)} ({number})" + (f", Scale {scale}" if scale else "")


@rules.tells(RaceDescribed)
def tell_race(e: RaceDescribed, telling: Telling) -> str:
    """Its name and Scale."""
    race = e.race
    key = "fudge.race.split" if race.strength != race.mass else "fudge.race"
    return telling.say(
        key, name=race.name, strength=telling.signed(race.strength) if race.strength else "0",
        mass=telling.signed(race.mass) if race.mass else "0",
    )  # fmt: skip


@rules.tells(Sprinted)
def tell_sprinted(e: Sprinted, telling: Telling) -> str:
    """Who came in when."""
    order = "; ".join(
        f"{place}. {', '.join(telling.name(actor) for actor in together)}"
        for place, together in enumerate(e.order, 1)
    )
    return telling.say("fudge.sprinted", order=order)


@rules.tells(Lifted)
def tell_lifted(e: Lifted, telling: Telling) -> str:
    """That it is nothing to him."""
    return telling.say(
        "fudge.lifted", name=telling.name(e.actor), difficulty=degree(telling, e.difficulty)
    )
