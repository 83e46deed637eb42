"""Not a test: commands made up by chance from their types, and from what there is at the table.

Most fit the moment; some do not. A command that is new is invented as soon as it is declared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import NODEFAULT, inspect

from rollbook.core.look import Look
from rollbook.core.session import Session
from rollbook.core.table.state import Table
from rollbook.core.vocabulary import Healed, Rolled, Spent, Wounded
from rollbook.plugins.fudge import Character, Fudge, FudgeOptions
from rollbook.plugins.fudge.content.arms import armour, weapons
from rollbook.plugins.fudge.content.questionnaires import questionnaires
from rollbook.plugins.fudge.content.races import races
from rollbook.plugins.fudge.content.samples import samples
from rollbook.plugins.fudge.content.traits import faults, gifts, powers, superfaults
from rollbook.plugins.fudge.state import fighting

from .pairings import values

SEATS = {"master": "gm", "anna": "player", "bea": "player", "eve": "observer"}
NAMES = ("ada", "bo", "cy", "dag", "eir", "fen", "gro", "hal")
ATTRIBUTES = ("strength", "mass", "speed", "perception", "willpower", "health")
SKILLS = ("blade", "bow", "running", "dodge", "surgery", "spellcasting", "stealth", "brawling")
WORDS = ("Superb", "Great", "Good", "Fair", "Mediocre", "Poor", "Terrible")
DRAWBACKS = ("fatigue", "condition", "unreliable", "risk", "smells")
LEFT_OUT = 0.65
"""How often a field with a default is left to it."""

SLIP = 0.015
"""How often somebody or something is named that is not there."""

Made = Mapping[str, Any]
Suits = Callable[[Look, str], bool]
Make = Callable[["Inventor", Made], Any]


class Inventor:
    """Makes up one command.

    Args:
        chance: decides.
        session: whose moment it is.
        tag: of the command.
    """

    def __init__(self, chance: Random, session: Session, tag: str) -> None:
        self.chance = chance
        self.session = session
        self.tag = tag
        self.look = Look(session.timeline.slices, session.book)

    @property
    def table(self) -> Table:
        """The table's board."""
        return self.look.table

    @property
    def fudge(self) -> Fudge:
        """Fudge's slice."""
        return self.look.state[Fudge]

    @property
    def options(self) -> FudgeOptions:
        """Switches as they stand."""
        return self.look.options[FudgeOptions]

    def command(self) -> dict[str, Any]:
        """The command as it is sent."""
        kind = inspect.type_info(self.session.book.commands[self.tag])
        assert isinstance(kind, inspect.StructType)
        return {"type": self.tag, **self.struct(kind)}

    def struct(self, kind: inspect.StructType) -> dict[str, Any]:
        """Fields of a command, or of what is nested in it, in their order."""
        made: dict[str, Any] = {}
        for field in kind.fields:
            name = field.encode_name
            key = f"{self.tag}.{name}"
            optional = field.default is not NODEFAULT or field.default_factory is not NODEFAULT
            left_out = NEVER_SAID if key in HOST or name in HOST else LEFT_OUT
            if optional and name not in SAID and self.chance.random() < left_out:
                continue
            make = FIELDS.get(key) or FIELDS.get(name)
            made[name] = make(self, made) if make else self.value(field.type, made)
        if kind.tag_field:
            made = {kind.tag_field: kind.tag, **made}
        return made

    def value(self, kind: inspect.Type, made: Made) -> Any:
        """A value of a type of which nothing else is known."""
        chance = self.chance
        match kind:
            case inspect.Metadata():
                return self.value(kind.type, made)
            case inspect.UnionType():
                if _is_level(kind):
                    return self.level()
                return self.value(chance.choice(kind.types), made)
            case inspect.LiteralType():
                return chance.choice(kind.values)
            case inspect.BoolType():
                return chance.random() < 0.5
            case inspect.IntType():
                return self.number(kind)
            case inspect.StrType():
                return chance.choice(("supper", "a cat", "agreed"))
            case inspect.StructType():
                return self.struct(kind)
            case inspect.VarTupleType():
                return [
                    self.value(kind.item_type, made) for _ in range(chance.choice((0, 1, 1, 2)))
                ]
            case inspect.DictType():
                named = (self.someones_trait(made) for _ in range(chance.choice((0, 1, 2))))
                return {name: self.value(kind.value_type, made) for name in named}
            case _:
                return None

    def number(self, kind: inspect.IntType) -> int:
        """Mostly small and within bounds; now and then at a bound, or beyond it."""
        least, most = kind.ge, kind.le
        if self.chance.random() < SLIP:
            return self.chance.choice((0, -1, 1000, 10**9, least or 0, most or 0))
        low = -3 if least is None else least
        high = min(low + 6, most) if most is not None else low + 6
        if least is None and self.chance.random() < 0.8:
            low = 1
        return self.chance.randint(low, high)

    def level(self) -> Any:
        """A level as people write it: of the table's own ladder, where it has one."""
        if self.chance.random() < SLIP:
            return self.chance.choice(("Splendid", "Superb+2", -4, 4, 1000, ""))
        own = self.options.ladder
        if own:
            return self.chance.choice((*own, *own.values()))
        return self.chance.choice((*WORDS, "Ottimo", -2, -1, 0, 1, 2))

    def among(self, there: Iterable[Any], other: Any = "nobody") -> Any:
        """One of those that there are; seldom, or where there are none, another."""
        found = list(there)
        slips = not found or self.chance.random() < SLIP
        return other if slips else self.chance.choice(found)

    def several(self, there: Iterable[str], most: int) -> list[str]:
        """Some of those that there are, each once."""
        found = list(there)
        self.chance.shuffle(found)
        return found[: self.chance.randint(1, most)]

    # --- who and what is named

    def someone(self, made: Made) -> str:
        """Somebody in play who is not named yet; in a fight mostly one of those who fight."""
        named = {value for value in made.values() if isinstance(value, str)}
        there = [name for name in self.fudge.characters if name not in named]
        fight = self.fudge.fight
        if fight is not None and self.chance.random() < 0.7:
            there = [name for name in there if name in fight.fighters] or there
        if self.chance.random() < 0.9:
            first = not named & set(self.fudge.characters)
            suits = SUBJECTS.get(self.tag, well) if first else OBJECTS.get(self.tag, well)
            there = [name for name in there if suits(self.look, name)] or there
        found: str = self.among(there)
        return found

    def who(self, made: Made) -> Character | None:
        """The last character whom a command has named so far."""
        known = self.fudge.characters
        named = [
            known[value] for value in made.values() if isinstance(value, str) and value in known
        ]
        return named[-1] if named else None

    def someones_trait(self, made: Made) -> str:
        """Mostly a trait of whoever is named."""
        who = self.who(made)
        own = list(who.traits) if who and self.chance.random() < 0.75 else []
        draft = self.fudge.drafts.get(made.get("actor", ""))
        if draft and draft.entries and self.chance.random() < 0.6:
            own = [key.rpartition(":")[2] for key in draft.entries]
        found: str = self.among(
            own or (*ATTRIBUTES, *SKILLS, *self.fudge.campaign.traits), "singing"
        )
        return found

    def sheet(self, made: Made) -> dict[str, Any]:
        """A sheet that this table mostly lets stand; or one of the book's."""
        chance, options = self.chance, self.options
        if chance.random() < 0.15:
            plain: dict[str, Any] = msgspec.to_builtins(
                chance.choice(list(samples().values())).sheet
            )
            return plain
        drawn: dict[str, Any] = {
            "attributes": {name: self.level() for name in self.several(ATTRIBUTES, 4)},
            "skills": {name: self.level() for name in ("blade", *self.several(SKILLS, 5))},
            "weapons": {"blade": {"name": "Blade", "skill": "blade", "class": self.size()}},
            "gifts": self.taken(gifts()),
            "faults": self.taken({**faults(), **superfaults()}),
        }
        resistance = self.fudge.campaign.resistance
        if not resistance:
            drawn["resistance"] = self.level()
        if "bow" in drawn["skills"]:
            drawn["weapons"]["bow"] = {"name": "Bow", "skill": "bow", "class": "average"}
            drawn["weapons"]["bow"]["ranged"] = True
            drawn["wields"] = chance.choice(("blade", "blade", "blade", "bow"))
        for what in ("armour", "shield"):
            if chance.random() < 0.4:
                drawn[what] = self.protection(what)
        if options.scale != "off" and chance.random() < 0.4:
            scale = chance.randint(-8, 8)
            drawn |= {"strength_scale": scale, "mass_scale": scale}
        if options.powers and options.powers_most != 0 and chance.random() < 0.8:
            drawn["powers"] = self.powers()
            drawn["skills"]["spellcasting"] = self.level()
        return drawn

    def taken(self, known: Mapping[str, Any]) -> dict[str, Any]:
        """Some of the content's Gifts or Faults."""
        return {name: {} for name in self.several(known, 2)} if self.chance.random() < 0.6 else {}

    def powers(self) -> dict[str, Any]:
        """Some Powers: for so many uses a day, with drawbacks, and such as attack."""
        chance = self.chance
        drawn: dict[str, Any] = {name: {} for name in self.several(powers(), 2)}
        drawn["magical-potential"] = {}
        drawn["fire"] = {
            "level": chance.choice((None, 0, 1)),
            "uses": chance.choice((None, 1, 2, 3)),
            "damage": chance.choice((None, 2, 6)),
            "skill": chance.choice(("", "blade")),
            "drawbacks": self.several(DRAWBACKS, 2) if chance.random() < 0.6 else [],
        }
        return drawn

    def weapon(self, made: Made) -> dict[str, Any]:
        """A weapon of some class, or a gun."""
        chance = self.chance
        drawn: dict[str, Any] = {"name": "Thing", "skill": self.someones_trait(made)}
        if chance.random() < 0.15:
            gun = chance.choice(list(weapons().gun))
            return drawn | {"gun": gun, "bonus": weapons().gun[gun].least}
        drawn["class"] = self.size()
        if chance.random() < 0.2:
            drawn |= {"ranged": True, "thrown": chance.random() < 0.5}
        if chance.random() < 0.2:
            drawn |= {
                "sharp": True,
                "magic": chance.randint(0, 2),
                "piercing": chance.choice(("half", "ignore")),
            }
        return drawn

    def size(self) -> str:
        """A class of weapons that a sheet may name."""
        kinds = [kind for kind in weapons().classes if not kind.startswith("martial-arts-")]
        found: str = self.among(kinds, "enormous")
        return found

    def protection(self, what: str) -> dict[str, Any]:
        """Armour, or a shield."""
        return {"name": what.title(), "class": self.among(getattr(armour(), what), "glass")}


# --- whom a command concerns


def well(look: Look, name: str) -> bool:
    """Whether somebody can do what he will."""
    who = look.state[Fudge].characters[name]
    return who.level < INCAPACITATED and who.condition.conscious


def _hurt(least: int, most: int) -> Suits:
    return lambda look, name: least <= look.state[Fudge].characters[name].level <= most


def _down(look: Look, name: str) -> bool:
    who = look.state[Fudge].characters[name]
    return who.level < NEAR_DEATH and bool(who.condition.stun or not who.condition.conscious)


def _struggling(look: Look, name: str) -> bool:
    condition = look.state[Fudge].characters[name].condition
    return _hurt(4, 4)(look, name) and condition.conscious and not condition.steady


def _resting(look: Look, name: str) -> bool:
    return look.state[Fudge].characters[name].condition.resting is not None


def _gifted(look: Look, name: str) -> bool:
    return well(look, name) and bool(look.state[Fudge].characters[name].powers)


def _striking(look: Look, name: str) -> bool:
    who = look.state[Fudge].characters[name]
    return well(look, name) and bool(set(who.powers) & set(who.weapons))


def _magical(look: Look, name: str) -> bool:
    return well(look, name) and "magical-potential" in look.state[Fudge].characters[name].powers


def _outside(look: Look, name: str) -> bool:
    return not fighting(look, name)


def _staked(look: Look, name: str) -> bool:
    luck = look.state[Fudge].luck.get(name)
    return luck is not None and luck.stake is not None


def _turning(look: Look, name: str) -> bool:
    if look.options[FudgeOptions].initiative == "roll" and fighting(look, name):
        return name in look.table.turning
    return well(look, name)


def _defending(look: Look, name: str) -> bool:
    fight = look.state[Fudge].fight
    return fight is not None and fight.declared.get(name) == "all-out-defence"


def _rueful(look: Look, name: str) -> bool:
    pool = look.table.pools.get(name, {}).get("fudge-points")
    return _hurt(2, 5)(look, name) and pool is not None and pool.balance > 0


def _rich(look: Look, name: str) -> bool:
    pool = look.table.pools.get(name, {}).get("experience")
    return pool is not None and pool.balance > 5


INCAPACITATED, NEAR_DEATH, DEAD = 4, 5, 6

SUBJECTS: dict[str, Suits] = {
    "fudge.heal": _hurt(1, 5),
    "fudge.convalesce": _hurt(2, 4),
    "fudge.rouse": _down,
    "fudge.get_up": _resting,
    "fudge.hold_on": _struggling,
    "fudge.endure": _hurt(2, 3),
    "fudge.shrug_off": _rueful,
    "fudge.grant_points": _hurt(2, 5),
    "fudge.kill": _hurt(0, 5),
    "fudge.use_power": _gifted,
    "fudge.project": _striking,
    "fudge.cast": _magical,
    "fudge.join_fight": _outside,
    "fudge.leave_fight": fighting,
    "fudge.take_back": _staked,
    "fudge.raise": _rich,
    "fudge.acquire": _rich,
    "fudge.shoot": _turning,
    "fudge.observe": _defending,
    "fudge.trade_points": _rich,
    "table.remove_actor": _hurt(6, 6),
}
"""Whom a command mostly concerns, where not just anybody who is well."""

OBJECTS: dict[str, Suits] = {"fudge.treat": _hurt(2, 5)}
"""Likewise of whomever it names after him."""


def _is_level(kind: inspect.UnionType) -> bool:
    found = {type(each) for each in kind.types}
    return {inspect.StrType, inspect.IntType} <= found


def _of(*values: Any) -> Make:
    return lambda inventor, made: inventor.chance.choice(values)


def _someone(inventor: Inventor, made: Made) -> str:
    return inventor.someone(made)


def _trait(inventor: Inventor, made: Made) -> str:
    return inventor.someones_trait(made)


def _newcomer(inventor: Inventor, made: Made) -> str:
    there = {**inventor.table.actors, **inventor.fudge.drafts}
    found: str = inventor.among([name for name in NAMES if name not in there], "ada")
    return found


def _in_making(inventor: Inventor, made: Made) -> str:
    drafts = inventor.fudge.drafts
    open_ = [name for name in drafts if name not in inventor.fudge.characters]
    found: str = inventor.among(open_ or drafts)
    return found


def _fighters(inventor: Inventor, made: Made) -> list[str]:
    fit = [name for name in inventor.fudge.characters if well(inventor.look, name)]
    return inventor.several(fit or inventor.fudge.characters, 4)


def _situation(inventor: Inventor, made: Made) -> list[dict[str, Any]]:
    chance = inventor.chance
    actors = [v for v in made.values() if isinstance(v, str) and v in inventor.fudge.characters]
    found = []
    for _ in range(chance.choice((0, 1, 1, 2))):
        amount = (
            chance.choice((-3, -2, -1, 1, 2, 3))
            if chance.random() > SLIP
            else chance.choice((0, 4))
        )
        one = {"amount": amount, "reason": chance.choice(("mud", "luck", "the sun"))}
        if actors:
            one["actor"] = chance.choice(actors)
        found.append(one)
    return found


def _bouts(inventor: Inventor, made: Made) -> list[dict[str, Any]]:
    """One against some, or two such bouts of different people."""
    who = _fighters(inventor, made)
    if len(who) < 2:
        return [
            {"one": {"actor": inventor.someone({})}, "others": [{"actor": inventor.someone({})}]}
        ]
    cut = 2 if len(who) == 4 and inventor.chance.random() < 0.5 else len(who)
    return [
        {"one": _one(inventor, part[0]), "others": [_one(inventor, name) for name in part[1:]]}
        for part in (who[:cut], who[cut:])
        if part
    ]


def _one(inventor: Inventor, actor: str) -> dict[str, Any]:
    made: dict[str, Any] = {"actor": actor}
    chance = inventor.chance
    if chance.random() < 0.5:
        made["manoeuvre"] = _manoeuvre(inventor, made)
    if chance.random() < 0.1:
        made["aim"] = {"part": "hand", "minimum": "Great"}
    if chance.random() < 0.1:
        made |= {"announced": 2, "stun": chance.random() < 0.5}
    return made


def _manoeuvre(inventor: Inventor, made: Made) -> str:
    stances = inventor.options.combat_tactics == "stances"
    ways: Sequence[str] = ("all-out-attack", "all-out-defence")
    if stances:
        ways = ("offensive-2", "offensive-1", "defensive-1", "defensive-2")
    if inventor.chance.random() < SLIP:
        ways = ("other", "offensive-1", "all-out-attack")
    return inventor.chance.choice(("normal", "ask", "only-defends", *ways, *ways))


def _rivals(inventor: Inventor, made: Made) -> list[dict[str, Any]]:
    there = [name for name in inventor.fudge.characters if well(inventor.look, name)]
    inventor.chance.shuffle(there)
    return [
        {"actor": name, "trait": inventor.someones_trait({"actor": name})}
        for name in there[: inventor.chance.choice((2, 3, 3, 4))]
    ]


def _attribute(inventor: Inventor, made: Made) -> str:
    who = inventor.who(made)
    own = [name for name, one in who.traits.items() if one.kind == "attribute"] if who else []
    found: str = inventor.among(own, "")
    return found


def _power(inventor: Inventor, made: Made) -> str:
    who = inventor.who(made)
    found: str = inventor.among(who.powers if who else (), "flight")
    return found


def _listed(inventor: Inventor, made: Made) -> dict[str, Any]:
    """What may be said of its kind; seldom more."""
    chance = inventor.chance
    kind = KINDS.get(made.get("trait", ""), "skill")
    if chance.random() < SLIP:
        kind = chance.choice(("attribute", "skill", "gift", "fault", "power"))
    listed: dict[str, Any] = {"kind": kind}
    if kind == "skill":
        listed |= {"difficulty": chance.choice(("easy", "hard", "very-hard"))}
        listed |= {"studied": chance.random() < 0.3, "breadth": chance.choice(("", "broad"))}
    if kind in ("attribute", "skill") and chance.random() < 0.4:
        listed["covers"] = inventor.several(ATTRIBUTES if kind == "attribute" else SKILLS, 2)
    model = inventor.options.gift_model
    if kind == "gift" and model == "steps":
        listed["steps"] = chance.randint(1, 4)
    if kind == "attribute" and model == "bipolar":
        listed |= {"gift": "luck", "fault": "unlucky"}
    if chance.random() < SLIP:
        listed["studied"] = True
    return listed


def _in_hand(inventor: Inventor, made: Made) -> str:
    who = inventor.who(made)
    found: str = inventor.among(who.weapons if who else (), "spoon")
    return found


def _arms(inventor: Inventor, made: Made) -> dict[str, Any]:
    return {"blade": inventor.weapon(made)}


def _weapon(inventor: Inventor, made: Made) -> dict[str, Any]:
    return inventor.weapon(made)


def _shield(inventor: Inventor, made: Made) -> dict[str, Any]:
    return inventor.protection("shield")


def _armour(inventor: Inventor, made: Made) -> dict[str, Any]:
    return inventor.protection("armour")


def _sheet(inventor: Inventor, made: Made) -> dict[str, Any]:
    return inventor.sheet(made)


def _take(inventor: Inventor, made: Made) -> str:
    known = (gifts(), faults(), superfaults(), powers())
    found: str = inventor.among(inventor.chance.choice(known), "odd")
    return found


def _to_take(inventor: Inventor, made: Made) -> str:
    """Of the kind that was named, for commands that name it after the trait."""
    return _take(inventor, made)


def _given_power(inventor: Inventor, made: Made) -> dict[str, Any] | None:
    """Either a Gift or a Power is acquired."""
    if made.get("gift") is not None:
        return None
    return {"level": 0} if inventor.chance.random() < 0.5 else {}


def _given_gift(inventor: Inventor, made: Made) -> dict[str, Any] | None:
    return {} if inventor.chance.random() < 0.5 or not inventor.options.powers else None


def _harm(inventor: Inventor, made: Made) -> int:
    """Mostly a scratch; now and then just what takes somebody to the next dire level."""
    who = inventor.fudge.characters.get(made["target"])
    if who and inventor.chance.random() < 0.3:
        wounds = sum(who.boxes[: inventor.chance.choice((1, 2, 3, 3, 4))]) + 1 - who.points
        return max(1, wounds)
    return inventor.chance.choice((1, 1, 1, 2, 2, 3, 6, 0))


def _race(inventor: Inventor, made: Made) -> str:
    found: str = inventor.among((*races(), *inventor.fudge.races), "hobgoblin")
    return found


def _answers(inventor: Inventor, made: Made) -> dict[str, str]:
    known = msgspec.to_builtins(getattr(questionnaires(), made["matter"]))
    return dict.fromkeys(inventor.several(known, 3), "as the moon wills")


def _rows(inventor: Inventor, made: Made) -> list[dict[str, Any]]:
    effects = ("nothing", "stumble", "fall", "drop-weapon", "stunned", "other")
    rows = [
        {"least": at, "most": at, "text": "ouch", "effect": inventor.chance.choice(effects)}
        for at in range(1, 7)
    ]
    return rows if inventor.chance.random() > SLIP else rows[1:]


def _correctable(inventor: Inventor, made: Made) -> int | None:
    if inventor.tag in ("fudge.suffer", "fudge.heal") and inventor.chance.random() < 0.7:
        return None
    return recorded(inventor, Wounded, Healed, Spent)


def recorded(inventor: Inventor, *kinds: type) -> int:
    """Number of a record of one of these kinds."""
    log = inventor.session.log()
    found: int = inventor.among([e.seq for e in log if isinstance(e.message, kinds)], 1)
    return found


def _commit(inventor: Inventor, made: Made) -> int:
    last = inventor.session.timeline.commits - 1
    return inventor.chance.randint(max(0, last - 6), last)


def _slot(inventor: Inventor, made: Made) -> str:
    now = inventor.table.round
    found: str = inventor.among(now.slots if now else (), "nowhere")
    return found


def _pool(inventor: Inventor, made: Made) -> str:
    held = inventor.table.pools.get(made.get("actor", ""), {})
    found: str = inventor.among((*held, "fudge-points", "experience"), "ale")
    return found


def _option(inventor: Inventor, made: Made) -> str:
    return inventor.among(values(), "gravity")  # type: ignore[no-any-return]


def _switched(inventor: Inventor, made: Made) -> Any:
    tried = values().get(made["option"], (True,))
    return inventor.among(tried, "no such thing")


def _source(inventor: Inventor, made: Made) -> str:
    return inventor.chance.choice((*inventor.fudge.characters, "a fall", "a spell"))


def _day(inventor: Inventor, made: Made) -> int:
    return inventor.chance.choice((60, 3600, 86_400, 7 * 86_400, 7 * 86_400, 0))


def _calendar(inventor: Inventor, made: Made) -> dict[str, Any]:
    months = [{"name": "m", "days": inventor.chance.choice((1, 30))}]
    return {"name": "x", "months": months, "hours": 24, "minutes": 60, "seconds": 60}


def _owners(inventor: Inventor, made: Made) -> list[str]:
    return inventor.chance.choice(([], ["anna"], ["bea"], ["anna"]))


def _audience(inventor: Inventor, made: Made) -> list[str]:
    return inventor.chance.choice(([], [], ["gm"], ["anna"], ["gm", "bea"]))


def _seat(inventor: Inventor, made: Made) -> str:
    return inventor.chance.choice([*SEATS])


def _now(inventor: Inventor, made: Made) -> int:
    size = inventor.session.timeline.size
    return inventor.chance.choice((size, size, 3))


KINDS = {
    "health": "attribute", "perception": "attribute", "riding": "skill", "archery": "skill",
    "blade": "skill", "luck": "gift", "charisma": "gift", "curious": "fault", "wealth": "attribute",
}  # fmt: skip
"""Traits that come to be listed, as what they mostly are."""

NEVER_SAID = 2.0
HOST = {
    "commitments", "seed", "diverged", "rulesets", "table.open_pool.minimum",
    "table.set_pool.minimum",
}  # fmt: skip
"""Fields that the session fills by itself, and pools below nothing, which a GM may open at will."""

SAID = {
    "kind",
    "owners",
    "drawbacks",
    "manoeuvre_a",
    "manoeuvre_b",
    "levels",
    "ruling",
    "gift",
    "power",
    "listed",
    "thrown",
    "level",
    "amount",
}
"""Fields that are mostly said although they have defaults."""

_SOMEBODY = (
    "actor", "attacker", "target", "a", "b", "healer", "patient", "npc", "helper",
)  # fmt: skip
_DRAFTING = (
    "set_trait", "take_trait", "strike_trait", "roll_trait", "tell_draft", "submit_draft",
    "approve_draft", "reject_draft", "grant_levels", "price_trait", "trade_levels", "trade_slots",
    "equip_draft",
)  # fmt: skip
_TRAITS = ("trait", "trait_a", "trait_b", "dodge", "attribute", "on", "spell")

FIELDS: dict[str, Make] = {
    **dict.fromkeys(_SOMEBODY, _someone),
    **dict.fromkeys(_TRAITS, _trait),
    **{f"fudge.{name}.actor": _in_making for name in _DRAFTING},
    "fudge.begin_draft.actor": _newcomer,
    "fudge.begin_draft.player": _of("", "anna", "bea"),
    "fudge.begin_draft.preset": lambda i, made: i.among(samples(), "nonesuch"),
    "fudge.begin_draft.method": lambda i, made: i.options.creation,
    "fudge.enter.actor": _newcomer,
    "fudge.enter.kind": _of("pc", "pc", "npc"),
    "fudge.enter.ruling": _of("", "so be it"),
    "fudge.take_trait.trait": _to_take,
    "fudge.acquire.trait": _to_take,
    "fudge.settle.answers": _answers,
    "fudge.set_critical_table.rows": _rows,
    "fudge.set_critical_table.dice": _of("1d6"),
    "fudge.describe_race.id": _of("ogre", "pixie"),
    "fudge.describe_race.strength": _of("3", "1/8", "scale 3", "scale -4", "0", "many"),
    "fudge.describe_race.mass": _of("", "2", "scale 1"),
    "fudge.describe_race.speed": _of("", "2", "scale 1"),
    "fudge.describe_race.bonus": lambda i, made: {i.chance.choice(ATTRIBUTES): 1},
    "fudge.describe_traits.resistance": _of("", "", "health"),
    "fudge.train.teacher": _of("", "", "ada", "bo", "Old Tom"),
    "fudge.leave_fight.how": _of("", "flee", "surrender", "melts"),
    "fudge.exchange.manoeuvre_a": _manoeuvre,
    "fudge.exchange.manoeuvre_b": _manoeuvre,
    "fudge.muster.name": _of("rats", "guards"),
    "fudge.muster.number": _of(1, 2, 3, 5, 0),
    "fudge.announce.levels": _of(1, 1, -1, 2, 0),
    "fudge.suffer.amount": _harm,
    "fudge.heal.amount": _of(1, 1, 2, 3, 99, 99),
    "fudge.inflict.amount": _harm,
    "fudge.enter.sheet": _sheet,
    "fudge.revise.sheet": _sheet,
    "table.return.to": _commit,
    "table.advance_clock.seconds": _day,
    "table.set_calendar.calendar": _calendar,
    "table.set_option.of": _of("fudge"),
    "table.set_option.option": _option,
    "table.set_option.value": _switched,
    "table.change_charter.switch": _of("gm_fudging", "secret_rolls", "entropy", "confirm"),
    "table.change_charter.value": _of(True, False),
    "table.end_effect.effect": lambda i, made: i.among(i.table.effects, "e0.0"),
    "table.lapse_ruling.ruling": lambda i, made: i.among(i.table.rulings, "a/b/c"),
    "table.turn_die.corrects": lambda i, made: recorded(i, Rolled),
    "table.turn_die.face": _of(1, 2, 3, 4, 5, 6),
    "table.turn_die.die": _of(0, 1),
    "table.amend.corrects": lambda i, made: recorded(i, Rolled),
    "table.add_actor.id": _newcomer,
    "table.add_actor.kind": _of("pc", "npc"),
    "table.add_seat.id": _of("zoe", "eve"),
    "table.show_actor.records": lambda i, made: [],
    "table.transfer.to": _someone,
    "table.transfer.to_pool": _of(""),
    "table.begin_round.slots": lambda i, made: {
        name: {"actor": name, "key": [i.chance.randint(1, 3)]} for name in _fighters(i, made)
    } | i.chance.choice(({}, {"them": {"side": "us", "key": [2]}})),
    "table.begin_round.keys": lambda i, made: [],
    "table.add_slot.id": _of("s1", "s2"),
    "table.add_slot.slot": lambda i, made: i.chance.choice(
        ({"actor": i.someone({}), "key": [1]}, {"side": "us", "key": [2]})
    ),
    "table.lose_slot.side": _of("us"),
    "table.begin_round.repeat": _of(True, False),
    "slot": _slot,
    "id": _slot,
    "after": _slot,
    "seat": _seat,
    "seen_by": _audience,
    "to": _audience,
    "size": _now,
    "owners": _owners,
    "corrects": _correctable,
    "pool": _pool,
    "situation": _situation,
    "devices": _situation,
    "bouts": _bouts,
    "rivals": _rivals,
    "fighters": _fighters,
    "actors": _fighters,
    "minimums": lambda i, made: [],
    "fudge.use_power.power": _power,
    "fudge.use_power.skill": _of("", "", "blade", "brawling"),
    "fudge.project.power": lambda i, made: i.among(("fire", "fire", _power(i, made))),
    "fudge.cast.attribute": _attribute,
    "fudge.cast.power": _of("", "", "magical-potential"),
    "fudge.acquire.gift": _given_gift,
    "fudge.acquire.power": _given_power,
    "fudge.award.ruling": _of("a great deed", "a great deed", ""),
    "fudge.award.amount": _of(1, 2, 3, 4, 30, 60, 60),
    "fudge.grant_points.points": _of(1, 3, 3, 0),
    "fudge.announce.roll": _of("own", "own", "other"),
    "fudge.attempt.reveals": _of(""),
    "fudge.attempt.attribute": _of("", "strength", "willpower"),
    "fudge.trade_levels.get": _of("skill", "skill", "attribute", "gift", "power", "fudge-point"),
    "fudge.trade_levels.give": _of("attribute", "skill", "skill", "gift", "fault"),
    "fudge.trade_levels.amount": _of(3, 3, 1, 6, 2),
    "fudge.raise.attribute": _of("", "strength", "willpower"),
    "fudge.wield.weapon": _in_hand,
    "fudge.muster.weapon": _weapon,
    "fudge.muster.armour": _armour,
    "fudge.equip_draft.weapons": _arms,
    "fudge.equip_draft.armour": _armour,
    "fudge.equip_draft.shield": _shield,
    "fudge.equip_draft.resistance": lambda i, made: i.level(),
    "fudge.list_trait.trait": lambda i, made: i.among(KINDS, "odd"),
    "fudge.drop_trait.trait": lambda i, made: i.among(i.fudge.campaign.traits, "odd"),
    "fudge.list_trait.listed": _listed,
    "fudge.list_group.group": _of("body", "mind", "athletic", "nonesuch"),
    "fudge.equip.armour": _of(None, {"name": "Jerkin", "class": "light"}),
    "fudge.equip.weapons": _of({}),
    "fudge.equip.without": _of([], [], ["armour"], ["shield"]),
    "fudge.list_combat_skills.step": _of(1, 2, 3, 4, 4, 5),
    "fudge.describe_traits.without": _of([], [], [], [], ["power"], ["fault"], ["skill"]),
    "fudge.define_trait.trait": _of("riding", "lore", "luck", "singing", "blade"),
    "fudge.define_trait.level": lambda i, made: (
        i.level() if made.get("kind", "skill") in ("skill", "attribute") else None
    ),
    "fudge.shoot.thrown": _of(True, True, False),
    "fudge.exchange.aim_a": _of(None, None, None, {"part": "eye", "minimum": "Great"}),
    "fudge.exchange.aim_b": _of(None, None, None, {"part": "eye"}),
    "fudge.attack.aim": _of(None, None, {"part": "eye"}),
    "fudge.shoot.aim": _of(None, None, {"part": "eye"}),
    "fudge.roll_trait.trait": lambda i, made: (
        i.someones_trait(made) if made["kind"] in ("attribute", "skill") else ""
    ),
    "fudge.sprint.trait": _of("speed", "running"),
    "fudge.train.on": _of("willpower"),
    "fudge.train.trait": _of("blade", "strength", "brawling", "mass"),
    "table.open_pool.to": lambda i, made: None,
    "table.set_pool.to": lambda i, made: None,
    "table.open_pool.pool": _of("fudge-points", "experience", "ale"),
    "table.open_pool.balance": _of(0, 1, 3),
    "table.amend.amount": _of(1, -1, 2),
    "table.spend.for_": _of(""),
    "table.gain.for_": _of(""),
    "table.gain.amount": _of(1, 2, 3, 0),
    "table.spend.amount": _of(1, 2, 9, 0),
    "table.transfer.amount": _of(1, 2, 9, 0),
    "table.gain_temporary.amount": _of(1, 2, 0),
    "table.reveal.epoch": _of(0, 1),
    "table.reveal.kind": _of("open", "secret"),
    "table.claim_slot.id": _slot,
    "table.adopt.without": lambda i, made: [],
    "race": _race,
    "source": _source,
    "rule": _of("FUD-001"),
    "skill": _trait,
    "drawbacks": lambda i, made: i.several(DRAWBACKS, 2),
    "doubles": lambda i, made: [i.chance.choice(SKILLS)],
    "unhindered": lambda i, made: [i.someones_trait(made)],
}  # fmt: skip
"""Makers of fields, by command and name, or by name alone."""


def invented(chance: Random, session: Session, tag: str) -> dict[str, Any]:
    """A command of this tag for this moment."""
    return Inventor(chance, session, tag).command()
