"""A fight of people with Powers against things of another Scale.

Each exchange shows rules by their ids in the comment above it. What its figures come to is worked
out by hand in ``tests/fudge/test_golden_fights.py``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rollbook import Seat

from .fighting import Arena
from .four_against_four import SEATS as FOUR
from .four_against_four import bout

SEATS: dict[str, Seat] = dict(FOUR)
HEROES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "breakwater": ("Breakwater", "anna", {
        "resistance": "Good",
        "attributes": {"strength": "Good"},
        "skills": {"brawling": "Great", "throwing": "Good", "dodge": "Fair"},
        "weapons": {
            "fists": {"name": "Fists", "skill": "brawling", "class": "martial-arts"},
            "harpoon": {"name": "Mooring harpoon", "skill": "throwing", "class": "average",
                        "sharp": True, "thrown": True, "piercing": "half"},
        },
        "wields": "fists", "strength_scale": 4, "mass_scale": 4,
    }),
    "cinder": ("Cinder", "bea", {
        "resistance": "Fair",
        "skills": {"throwing": "Great", "dodge": "Good", "flying": "Good"},
        "powers": {
            "fire-bolt": {"name": "Fire Bolt", "damage": 6, "uses": 3},
            "embers": {"name": "Embers", "damage": 4, "skill": "throwing",
                       "drawbacks": ["fatigue"]},
            "flight": {},
        },
    }),
    "salve": ("Salve", "carl", {
        "resistance": "Mediocre",
        "skills": {"dodge": "Fair"},
        "powers": {"healing": {"name": "Healing Hands", "level": 2, "uses": 2}},
    }),
    "gnat": ("Gnat", "dora", {
        "resistance": "Good",
        "skills": {"knife": "Superb", "dodge": "Superb"},
        "weapons": {"needle": {"name": "Needle", "skill": "knife", "class": "small",
                               "sharp": True}},
        "strength_scale": -6, "mass_scale": -6, "powers": {"shrinking": {"name": "Shrinking"}},
    }),
}  # fmt: skip
FOES: dict[str, tuple[str, dict[str, Any]]] = {
    "dredger": ("Dredgemaw", {
        "resistance": "Great",
        "skills": {"claws": "Fair"},
        "weapons": {"claws": {"name": "Dredging claws", "skill": "claws", "class": "large",
                              "sharp": True}},
        "strength_scale": 6, "mass_scale": 6, "tough_hide": 1,
    }),
    "vantage": ("Vantage", {
        "resistance": "Fair",
        "skills": {"rifle": "Superb", "dodge": "Good"},
        "weapons": {"rifle": {"name": "Rail rifle", "skill": "rifle", "gun": "machine-gun",
                              "bonus": 5, "piercing": "half"}},
    }),
    "static": ("Static", {
        "resistance": "Fair",
        "skills": {"dodge": "Good", "brawling": "Fair"},
        "powers": {"arc": {"name": "Arc", "damage": 5, "uses": 2,
                           "drawbacks": ["unreliable", "risk"]}},
    }),
}  # fmt: skip
LEVIATHAN: dict[str, Any] = {
    "resistance": "Good",
    "skills": {"jaws": "Good"},
    "weapons": {"jaws": {"name": "Jaws", "skill": "jaws", "class": "large", "sharp": True}},
    "strength_scale": 7,
    "mass_scale": 12,
}


def play(path: Path) -> Arena:
    """Play it into a file."""
    arena = Arena(
        path,
        SEATS,
        tone="superheroic",
        legendary="unlimited",
        powers=True,
        superstrength="power",
        powers_free=1,
        attribute_pool=2,
        fp_start=5,
        fp_b_max=2,
        fp_f=True,
        fp_death_save=True,
        wound_boxes="+2",
        damage_threshold="A",
        damage_threshold_scope="pcs",
        scale_tiny_penetration=1,
        treated_rest="none",
    )
    for actor, (name, owner, sheet) in HEROES.items():
        arena.act("enter", actor=actor, name=name, owners=[owner], sheet=sheet)
    for actor, (name, foe) in FOES.items():
        arena.act("enter", actor=actor, name=name, kind="npc", sheet=foe)
    arena.act("table.begin_sitting")
    arena.act("table.begin_scene", title="The harbour, and what has come up from its bed")
    text = "It has claws like excavators, and somebody steers it."
    arena.act("table.add_note", text=text)
    # FUD-172: nobody that size hits Gnat by anything less.
    least = [{"attacker": "dredger", "target": "gnat", "level": "Great"}]
    arena.act("begin_fight", fighters=[*HEROES, *FOES], minimums=least)
    powers(arena)
    hard_hide(arena)
    from_the_crane(arena)
    pinpricks(arena)
    healing(arena)
    scales_apart(arena)
    return arena


def powers(arena: Arena) -> None:
    """Powers that need no roll, one that aims itself, one that is not to be relied on."""
    # FUD-080, 088: she flies; only what is fine about it is rolled for.
    arena.act(
        "use_power", "cinder a-way-through-the-cranes 0", actor="cinder", power="flight",
        purpose="a way through the cranes", skill="flying", difficulty="Good",
    )  # fmt: skip
    # FUD-088, 089, 090, 220: it aims itself, and whoever dodges badly is hit the harder.
    arena.act(
        "project", "dredger 0, cinder damage +2", actor="cinder", power="fire-bolt",
        target="dredger",
    )  # fmt: skip
    # FUD-087: this one may fail, and may hurt whoever uses it.
    arena.act(
        "project", "static arc -1, static arc -2", actor="static", power="arc", target="cinder"
    )
    arena.act(
        "project", "static arc +1, static arc +1, cinder +1", actor="static", power="arc",
        target="cinder",
    )  # fmt: skip


def hard_hide(arena: Arena) -> None:
    """Scale on both sides; luck, before the roll and after it."""
    # FUD-178, 212, 214, 230: the stronger fist, the thicker hide.
    arena.act(
        "exchange", "breakwater +1, dredger 0, breakwater damage 0", a="breakwater", b="dredger"
    )
    # FUD-038: two levels, announced for the damage.
    arena.act("announce", by="anna", actor="breakwater", levels=2, purpose="damage")
    # FUD-181, 243: all that he has, and the dice are critical.
    arena.act(
        "exchange", "breakwater +4, dredger 0, breakwater damage -3", a="breakwater", b="dredger",
        manoeuvre_a="all-out-attack",
    )  # fmt: skip
    # FUD-231: however thick the hide, a Great sting finds a joint.
    arena.act("exchange", "gnat +1, dredger -1, gnat damage -4", a="gnat", b="dredger")
    # FUD-172: the better of the two, and not good enough.
    arena.act("exchange", "gnat -3, dredger +2", a="gnat", b="dredger")


def from_the_crane(arena: Arena) -> None:
    """A weapon made for the huge, a threshold, a death that is none."""
    # FUD-197, 198, 201, 226, 233: it halves Scale; one blow takes three levels at most.
    arena.act(
        "shoot", "vantage +2, breakwater dodge -1, vantage damage +4", attacker="vantage",
        target="breakwater",
    )  # fmt: skip
    # FUD-043, 205, 229: a giant's foot is no ordinary blow.
    arena.do(
        "attack", attacker="dredger", target="salve", why="unaware", exempt=True,
        dice={"dredger:attack": "2 3", "dredger:damage": "1 2"},
    )  # fmt: skip
    arena.answer("live", "carl")
    # FUD-042: the price is the GM's to name.
    arena.do("wish_for", "bea", actor="cinder", what="that the brake of the crane gives way")
    arena.answer(2)
    arena.answer("pay", "bea")
    arena.answer("the crane swings out over the water, and Vantage with it")


def pinpricks(arena: Arena) -> None:
    """Small wounds that add up, in the place of Scale as armour."""
    arena.switch(scale_tiny_penetration=0)
    arena.switch(scale_combat="nibble")
    # FUD-232: six of these make a wound.
    for _ in range(2):
        arena.act("exchange", "gnat +2, dredger -3, gnat damage 0", a="gnat", b="dredger")
    arena.act("wield", by="anna", actor="breakwater", weapon="harpoon")
    # FUD-232, 233: of what halves Scale, three.
    arena.act(
        "shoot", "breakwater +2, dredger dodge 0, breakwater damage 0", attacker="breakwater",
        target="dredger",
    )  # fmt: skip
    arena.switch(scale_combat="armour")


def healing(arena: Arena) -> None:
    """A Power that heals, so often a day."""
    arena.act("end_fight")
    # FUD-090, 239, 242: hands that heal at once.
    arena.act("use_power", by="carl", actor="salve", power="healing", purpose="Breakwater")
    arena.act("treat", "salve +2", healer="salve", patient="breakwater", trait="healing")
    arena.act("table.end_day")
    arena.keep_receipt("the first day")


def tidal(arena: Arena) -> None:
    """Dora makes another hero: great strength in a body that is not much heavier than a man's."""
    # FUD-101, 106, 111: the strength of sixty, for one Power; a level of it is one of attributes.
    arena.act("describe_race", id="tideborn", name="Tideborn", strength="scale 10", mass="scale 2")
    arena.act("begin_draft", by="dora", actor="tidal", name="Tidal", race="tideborn")
    for trait, level, kind in (
        ("strength", "Good", "attribute"), ("brawling", "Good", "skill"), ("dodge", "Fair", "skill")
    ):  # fmt: skip
        arena.act("set_trait", by="dora", actor="tidal", trait=trait, level=level, kind=kind)
    fists = {"name": "Fists", "skill": "brawling", "class": "martial-arts"}
    arena.act(
        "equip_draft", by="dora", actor="tidal", weapons={"fists": fists}, wields="fists",
        resistance="Good",
    )  # fmt: skip
    arena.act("submit_draft", by="dora", actor="tidal")
    arena.act("approve_draft", actor="tidal")


def scales_apart(arena: Arena) -> None:
    """Strength and Mass by Scales of their own."""
    text = "At dawn the bay empties, and what emptied it raises its head."
    arena.act("table.add_note", text=text)
    arena.switch(scale="split")
    tidal(arena)
    arena.act("enter", actor="leviathan", name="Leviathan", kind="npc", sheet=LEVIATHAN)
    arena.act("begin_fight", fighters=["tidal", "leviathan", "cinder"], minimums=[
        {"attacker": "leviathan", "target": "tidal", "level": "Fair"},
    ])  # fmt: skip
    # FUD-101, 212, 214: stronger than he is heavy.
    arena.act(
        "melee", "tidal +2, leviathan 0, tidal damage +1",
        bouts=[bout({"actor": "tidal", "manoeuvre": "normal"}, "leviathan")],
    )  # fmt: skip
    arena.act("exchange", "tidal -1, leviathan +1, leviathan damage -1", a="tidal", b="leviathan")
    # FUD-090: a new day, and all of them again.
    arena.act(
        "project", "leviathan -2, cinder damage 0", actor="cinder", power="fire-bolt",
        target="leviathan",
    )  # fmt: skip
    arena.act("end_fight")
    arena.act("table.end_scene")
    arena.act("table.end_sitting")
    arena.keep_receipt("the end")
