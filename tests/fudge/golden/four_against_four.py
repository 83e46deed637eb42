"""Four against four, twice, with whatever one can do in a fight; and the weeks after.

Each exchange shows rules by their ids in the comment above it. What its figures come to is worked
out by hand in ``tests/fudge/test_golden_fights.py``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rollbook import Seat
from rollbook.plugins.fudge import Entered

from .fighting import Arena

SEATS = {
    "master": Seat("Master", "gm"),
    "anna": Seat("Anna", "player"),
    "bea": Seat("Bea", "player"),
    "carl": Seat("Carl", "player"),
    "dora": Seat("Dora", "player"),
}
KNIFE = {"name": "Knife", "skill": "knife", "class": "small", "sharp": True}
COAT = {"name": "Buff coat", "class": "light"}
HEROES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "velka": ("Velka", "anna", {
        "resistance": "Good",
        "skills": {"sword": "Great", "knife": "Good", "dodge": "Good", "willpower": "Good"},
        "weapons": {
            "sabre": {"name": "Sabre", "skill": "sword", "class": "average", "sharp": True},
            "knife": {**KNIFE, "name": "Throwing knife", "thrown": True},
        },
        "wields": "knife", "armour": COAT, "shield": {"name": "Buckler", "class": "regular"},
    }),
    "druin": ("Druin", "bea", {
        "resistance": "Great",
        "attributes": {"strength": "Great"},
        "skills": {"axe": "Good", "brawling": "Good", "willpower": "Fair"},
        "weapons": {
            "axe": {"name": "Great axe", "skill": "axe", "class": "large", "sharp": True},
            "fists": {"name": "Fists", "skill": "brawling", "class": "martial-arts"},
        },
        "wields": "axe", "armour": {"name": "Boiled leather", "class": "rigid"},
    }),
    "mabrit": ("Mabrit", "carl", {
        "resistance": "Fair",
        "skills": {"bow": "Great", "knife": "Fair", "dodge": "Great", "acrobatics": "Good"},
        "weapons": {
            "bow": {"name": "Longbow", "skill": "bow", "class": "average", "sharp": True,
                    "ranged": True},
            "knife": KNIFE,
        },
        "wields": "bow", "armour": COAT, "gifts": {"peripheral-vision": {}},
    }),
    "orsel": ("Orsel", "dora", {
        "resistance": "Fair",
        "attributes": {"strength": "Mediocre", "constitution": "Good"},
        "skills": {"staff": "Good", "medicine": "Great", "perception": "Good",
                   "bargaining": "Great"},
        "weapons": {"staff": {"name": "Staff", "skill": "staff", "class": "average"}},
    }),
}  # fmt: skip
FOES: dict[str, tuple[str, dict[str, Any]]] = {
    "hask": ("Hask", {
        "resistance": "Good",
        "attributes": {"strength": "Good"},
        "skills": {"sword": "Great", "pistol": "Good", "dodge": "Fair", "bargaining": "Fair"},
        "weapons": {
            "cutlass": {"name": "Cutlass", "skill": "sword", "class": "average", "sharp": True},
            "pistol": {"name": "Wheel-lock", "skill": "pistol", "gun": "pistol", "bonus": 3},
        },
        "wields": "pistol", "armour": {"name": "Breastplate", "class": "medium-metal"},
    }),
    "ruvo": ("Ruvo", {
        "resistance": "Mediocre",
        "skills": {"bow": "Good", "knife": "Fair", "dodge": "Fair", "running": "Good"},
        "weapons": {
            "crossbow": {"name": "Crossbow", "skill": "bow", "class": "average",
                         "sharp": True, "ranged": True},
            "knife": KNIFE,
        },
        "wields": "crossbow",
    }),
    "pelk": ("Pelk", {
        "resistance": "Fair",
        "skills": {"knife": "Great"},
        "weapons": {"knife": KNIFE},
    }),
    "grumm": ("Grumm", {
        "resistance": "Good",
        "skills": {"club": "Fair"},
        "weapons": {"post": {"name": "Mooring post", "skill": "club", "class": "large"}},
        "strength_scale": 3,
    }),
}  # fmt: skip
LATER: dict[str, tuple[str, dict[str, Any]]] = {
    "ostar": ("Ostar", {
        "resistance": "Fair",
        "skills": {"polearm": "Good"},
        "weapons": {"halberd": {"name": "Halberd", "skill": "polearm", "class": "large",
                                "sharp": True}},
        "armour": {"name": "Scale shirt", "class": "light-metal"},
    }),
    "tik": ("Tik", {
        "resistance": "Fair",
        "skills": {"knife": "Good", "dodge": "Great"},
        "weapons": {"needle": {"name": "Needle", "skill": "knife", "class": "small",
                               "sharp": True, "magic": 1}},
        "strength_scale": -5,
    }),
}  # fmt: skip


def play(path: Path) -> Arena:
    """Play it into a file."""
    arena = Arena(
        path,
        SEATS,
        initiative="roll",
        allout_defence_observe=True,
        multi_tie_strike=True,
        ignore_crowd=True,
        will_over_pain=True,
        ko_head=True,
        healing_roll=True,
        treated_rest="day",
        fp_death_save=True,
    )
    sit_down(arena)
    across_the_water(arena)
    on_the_bridge(arena)
    against_several(arena)
    the_end_of_it(arena)
    weeks_of_rest(arena)
    in_the_chapel(arena)
    horde(arena)
    thresholds(arena)
    last_blows(arena)
    return arena


def sit_down(arena: Arena) -> None:
    """Who is who."""
    for actor, (name, owner, sheet) in HEROES.items():
        arena.act("enter", actor=actor, name=name, owners=[owner], sheet=sheet)
    for actor, (name, foe) in FOES.items():
        arena.act("enter", actor=actor, name=name, kind="npc", sheet=foe)
    arena.act("table.begin_sitting")
    arena.act("table.begin_scene", title="The toll house on Sevenbridge, at low water")


def across_the_water(arena: Arena) -> None:
    """Shots in their turns: at one who sees nothing, at those who dodge."""
    text = "Who holds the toll house holds the bridge. Both bands have come for it."
    arena.act("table.add_note", text=text)
    fighters = [*HEROES, *FOES]
    arena.act("begin_fight", fighters=fighters)
    # FUD-162: Mabrit and Ruvo at the same moment, then Hask, then Velka; others have no shot.
    arena.act(
        "next_round",
        "velka 0, druin -1, mabrit +3, orsel -2, hask +1, ruvo +3, pelk -1, grumm -3",
    )
    arena.act("table.next_turn")
    # FUD-196, 200: Ruvo has not seen her. The rest betters the aim, distance the difficulty.
    arena.act(
        "shoot", "mabrit -1, mabrit damage -1", attacker="mabrit", target="ruvo", answer="none",
        difficulty="Good", devices=[{"amount": 1, "reason": "a forked rest"}],
    )  # fmt: skip
    arena.act("table.next_turn")
    # FUD-197, 198: a bolt is too fast to dodge well.
    arena.act("shoot", "ruvo +1, mabrit dodge 0, ruvo damage 0", attacker="ruvo", target="mabrit")
    # Velka waits, and cuts in when Hask takes aim.
    arena.act("table.hold_slot", by="anna", id="velka")
    arena.act("table.next_turn")
    arena.act("table.interrupt", by="anna", slot="velka")
    # FUD-197: what is thrown is no faster than a man; a tie is dodged.
    arena.act("shoot", "velka 0, hask dodge +1", attacker="velka", target="hask")
    arena.act("table.next_turn", by="anna")
    # FUD-201, 219: a pistol; the Damage Roll cannot take it all away.
    arena.act("shoot", "hask -1, velka dodge 0, hask damage -3", attacker="hask", target="velka")
    arena.switch(initiative="none")


def on_the_bridge(arena: Arena) -> None:
    """Hand to hand: All-out Attack and Defence, a look around, shots in the midst of it."""
    text = "The powder is shot. They meet halfway across, blades out."
    arena.act("table.add_note", text=text)
    arena.act("wield", by="anna", actor="velka", weapon="sabre")
    arena.act("wield", actor="hask", weapon="cutlass")
    # FUD-161, 168, 170, 171, 173, 181, 182: three pairs at once, what they do kept secret.
    bouts = [("velka", "hask"), ("druin", "grumm"), ("orsel", "pelk")]
    arena.do("melee", bouts=pairs(bouts))
    arena.answer("normal", "anna")
    arena.answer("all-out-attack", "bea")
    arena.answer("all-out-defence", "dora")
    arena.thrown("velka 0, hask 0, druin +1, grumm +2, orsel -2, pelk -3, druin damage 0")
    # FUD-183: one who only defends has time to look around.
    arena.act("observe", "orsel 0", by="dora", actor="orsel")
    # FUD-199: they do not dodge, but shoot at each other, each at another difficulty.
    arena.act(
        "shoot", "mabrit -2, ruvo +1, ruvo damage -1", attacker="mabrit", target="ruvo",
        answer="shoot-back", difficulty="Fair", difficulty_back="Good",
    )  # fmt: skip
    # FUD-181: an All-out Attack that loses is hit for two more.
    arena.act(
        "exchange", "velka -2, hask +1, hask damage -2", a="velka", b="hask",
        manoeuvre_a="all-out-attack",
    )  # fmt: skip
    # FUD-176, 183, 218: what Orsel saw helps; the Damage Roll counts no more than the blow.
    arena.act("exchange", "orsel 0, pelk -1, orsel damage +4", a="orsel", b="pelk")
    # FUD-172, 181: a tie is enough against an All-out Attack, if it reaches what a giant needs.
    arena.act(
        "exchange", "druin 0, grumm +3, grumm damage 0", a="druin", b="grumm",
        manoeuvre_a="all-out-attack",
    )  # fmt: skip
    arena.act("wield", by="carl", actor="mabrit", weapon="knife")
    # FUD-174: Ruvo does not fight, he runs, and is better at that than Mabrit at stopping him.
    arena.act(
        "exchange", "mabrit 0, ruvo +2", a="mabrit", b="ruvo", manoeuvre_b="other",
        doing_b="flee", trait_b="running",
    )  # fmt: skip


def against_several(arena: Arena) -> None:
    """One against two, aimed blows, the worse ground, a blessing; a head, and a fist."""
    # FUD-177, 180, 179, 187, 191, 219, 243, 245: three bouts of one round.
    arena.act(
        "melee",
        "pelk +3, orsel +2, mabrit 0, velka +2, hask 0, druin 0, grumm -4,"
        "pelk damage -4, velka damage 0, druin damage -4",
        bouts=[
            bout("pelk", "orsel", "mabrit"),
            bout({"actor": "velka", "manoeuvre": "normal",
                  "aim": {"part": "the sword hand", "minimum": "Great"}}, "hask"),
            bout("druin", "grumm"),
        ],
        situation=[
            {"actor": "hask", "amount": -1, "reason": "wet steps", "rule": "FUD-177"},
            {"actor": "velka", "amount": 1, "reason": "the ferrymen's blessing",
             "rule": "FUD-180"},
        ],
        answers={"manoeuvre:orsel": "normal", "manoeuvre:mabrit": "normal",
                 "manoeuvre:druin": "normal", "critical-failure": "fall"},
    )  # fmt: skip
    # FUD-203: he is too hurt to fight, and awake.
    arena.act("hold_on", "grumm +1", actor="grumm")
    # FUD-038: from here on Anna wants to be asked.
    arena.act("ask_me", by="anna", actor="velka", rolls="own")
    arena.act("wield", by="bea", actor="druin", weapon="fists")
    # FUD-192, 220, 237, 238: Hask minds Velka alone; Druin strikes Pelk down with his fist.
    arena.do(
        "melee",
        bouts=[
            bout({"actor": "hask", "against": "velka"}, "velka", "orsel"),
            bout({"actor": "druin", "manoeuvre": "normal", "stun": True,
                  "aim": {"part": "head", "minimum": "Good"}}, "pelk"),
        ],
        answers={"manoeuvre:velka": "normal", "manoeuvre:orsel": "normal"},
        dice={"hask:exchange": 0, "velka:exchange": 0},
    )  # fmt: skip
    arena.answer("up", "anna")
    arena.thrown("orsel 0, druin +3, pelk -1, orsel damage +2, druin damage -3")
    arena.act("ask_me", by="anna", actor="velka", rolls="nothing")


def the_end_of_it(arena: Arena) -> None:
    """A punch that is pulled, talk, and a death that needs no dice."""
    text = "Hask has his back to the parapet, and the tide is coming in below."
    arena.act("table.add_note", text=text)
    # FUD-236: she wants him alive.
    arena.act("exchange", "velka +2, hask -1, velka damage +1", a="velka", b="hask", announced_a=1)
    # FUD-175: he can do no more than ward off; he is better, and hits nobody.
    arena.act("exchange", "druin -2, hask 0", a="druin", b="hask", manoeuvre_b="only-defends")
    # FUD-174: talk, in the middle of it.
    arena.act(
        "exchange", "orsel 0, hask -1", a="orsel", b="hask", manoeuvre_a="other",
        doing_a="parley", trait_a="bargaining",
    )  # fmt: skip
    # FUD-205: a throat is cut without a roll.
    keeper = {"resistance": "Poor"}
    arena.act("enter", actor="bodo", name="Bodo", kind="npc", sheet=keeper)
    arena.act("kill", target="bodo", source="hask", cause="a hostage he has no more use for")
    arena.act("leave_fight", actor="hask", how="flee")
    arena.act("end_fight")


def weeks_of_rest(arena: Arena) -> None:
    """Luck, a healer, and time."""
    # FUD-039: it was not as bad as it looked.
    arena.act("shrug_off", by="carl", actor="mabrit")
    # FUD-239, 242: treated, he mends by a level a day.
    arena.act("treat", "orsel 0", healer="orsel", patient="druin", trait="medicine")
    # FUD-240, 241: untreated, by a level a week, if his body is good enough.
    arena.act("convalesce", actor="velka")
    arena.act("convalesce", actor="mabrit")
    arena.act("table.end_scene")
    arena.act("table.advance_clock", "velka healing +1, mabrit healing -2", seconds=7 * 86_400)
    arena.act("table.advance_clock", "mabrit healing 0", seconds=7 * 86_400)
    arena.act("table.end_sitting")


def in_the_chapel(arena: Arena) -> None:
    """Stances in the place of All-out Attack and Defence; somebody tiny; no limit to the dice."""
    arena.switch(fp_refresh=1)
    arena.act("table.begin_sitting")
    arena.switch(
        allout_defence_observe=False, combat_tactics="stances", damage_roll="free",
        weapon_table="milder", damage_threshold="B",
    )  # fmt: skip
    for actor, (name, foe) in LATER.items():
        arena.act("enter", actor=actor, name=name, kind="npc", sheet=foe)
    arena.act("table.begin_scene", title="The drowned chapel")
    text = "Hask has come back with a halberdier, and with something no larger than a cat."
    arena.act("table.add_note", text=text)
    arena.act("wield", by="bea", actor="druin", weapon="axe")
    arena.act("wield", actor="ruvo", weapon="knife")
    arena.act("begin_fight", fighters=[*HEROES, "hask", "ruvo", *LATER])
    # FUD-172, 184 to 186, 216, 221, 227: four pairs, their stances kept secret until all are in.
    arena.do(
        "melee",
        bouts=[
            bout("velka", "hask"),
            bout("druin", {"actor": "ostar", "manoeuvre": "offensive-1"}),
            bout("mabrit", "tik"),
            bout("orsel", "ruvo"),
        ],
        answers={"minimum": "good"},
    )
    arena.answer("offensive-1", "anna")
    arena.answer("offensive-2", "bea")
    arena.answer("normal", "carl")
    arena.answer("defensive-1", "dora")
    arena.thrown(
        "velka 0, hask -1, druin 0, ostar 0, mabrit +1, tik -2, orsel 0, ruvo +2,"
        "velka damage -3, druin damage -1, ostar damage +3, mabrit damage 0"
    )


def horde(arena: Arena) -> None:
    """Several at once, the epic way: a sweep, one roll for all, one die for each."""
    arena.switch(
        multi_penalty="epic", mooks=True, sweep=True, multi_group_roll="one_roll", graze="2+half"
    )
    text = "From the side chapels come men in reed cloaks."
    arena.act("table.add_note", text=text)
    hook = {"name": "Billhook", "skill": "polearm", "class": "below-average"}
    # FUD-189: Poor fighters, and easily hurt.
    mooks = entered(arena.act("muster", name="Reed-man", number=4, weapon=hook))
    # FUD-178, 188, 190, 194, 222: one blow for all four.
    arena.act(
        "melee",
        f"velka +1, {mooks[0]} group +3," + ",".join(["velka damage 0"] * 4),
        bouts=[bout({"actor": "velka", "manoeuvre": "normal", "target": "sweep"}, *mooks)],
    )
    arena.switch(multi_group_roll="d6")
    one, two, three, four = mooks
    # FUD-158, 187, 188, 195: two against two each; Mabrit sees behind himself.
    arena.act(
        "melee",
        f"druin 0, {one} #6.4, {two} #3.2, mabrit -1, {three} #1.2, {four} #2.2,"
        "druin damage 0, mabrit damage +1",
        bouts=[
            bout({"actor": "druin", "manoeuvre": "normal", "target": two}, one, two),
            bout({"actor": "mabrit", "manoeuvre": "normal", "target": three}, three, four),
        ],
    )
    for mook in (one, four):
        arena.act("leave_fight", actor=mook, how="flee")
    rows = [
        {"least": 1, "most": 3, "text": "the blade sticks fast in a pew"},
        {"least": 4, "most": 6, "text": "weed underfoot", "effect": "fall"},
    ]
    arena.act("set_critical_table", kind="failure", rows=rows)


def thresholds(arena: Arena) -> None:
    """What luck and will do, and what one blow may do at most."""
    # FUD-204: will against wounds, until the scene ends.
    arena.act("endure", "druin +2", actor="druin")
    # FUD-038: Bea pays beforehand, for whatever Ostar rolls next.
    arena.act("announce", by="bea", actor="druin", levels=-1, roll="other")
    # FUD-202, 204, 221: the will is worth what the wounds take.
    arena.act("exchange", "druin 0, ostar -1, druin damage -4", a="druin", b="ostar")
    # FUD-239: a healer in the midst of it keeps him from dying, and no more.
    arena.act("treat", "orsel -1", healer="orsel", patient="ostar", trait="medicine")
    # FUD-243, 246: a critical failure, and the table's own list says of what kind.
    arena.act(
        "exchange", "velka -3, hask -4, hask critical #5, velka damage -3", a="velka", b="hask"
    )
    # FUD-041: no dice, but +3.
    arena.act("announce", by="dora", actor="orsel", use="three")
    arena.act("exchange", "ruvo 0, orsel damage 0", a="orsel", b="ruvo")
    arena.switch(damage_threshold="A", criticals="margin")
    arena.act("wield", actor="hask", weapon="pistol")
    # FUD-226: from nowhere, and at most three levels.
    arena.act("shoot", "hask +3, hask damage +3", attacker="hask", target="orsel", answer="none")
    arena.act("wield", actor="hask", weapon="cutlass")
    arena.switch(damage_threshold="C")
    # FUD-228: whoever began the round less than Very Hurt is not Near Death by its end.
    arena.act(
        "exchange", "velka -1, hask +2, hask damage +4", a="velka", b="hask",
        manoeuvre_a="defensive-1", manoeuvre_b="offensive-2",
    )  # fmt: skip
    arena.act("hold_on", "velka 0", actor="velka")


def last_blows(arena: Arena) -> None:
    """Who is spared by luck, who by nobody; a wound as the GM sees it."""
    arena.switch(damage_threshold_scope="pcs", graze="off", damage_roll="off")
    arena.act("set_critical_table", kind="failure")
    # FUD-229, 244: no threshold for the GM's; four levels are a critical by themselves.
    arena.act(
        "exchange", "druin +3, tik -1", a="druin", b="tik",
        minimum_a="Good",
    )  # fmt: skip
    arena.switch(damage_roll="limited")
    arena.act("wield", actor="hask", weapon="pistol")
    # FUD-043, 205: no threshold counts for this one; a Fudge Point does.
    arena.do(
        "shoot", attacker="hask", target="mabrit", answer="none", difficulty="Poor", exempt=True,
        dice={"hask:shot": "4 5", "hask:damage": "4 6"},
    )  # fmt: skip
    arena.answer("live", "carl")
    arena.switch(damage_system="subjective")
    arena.act("wield", actor="hask", weapon="cutlass")
    # FUD-207: the GM weighs five things and says how bad it is.
    arena.act(
        "exchange", "druin +1, hask -1", a="druin", b="hask",
        answers={"wound-level": "incapacitated"},
    )  # fmt: skip
    arena.act("leave_fight", actor="hask", how="surrender")
    arena.act("end_fight")
    arena.act("table.end_scene")
    arena.keep_receipt("Hask gives up")
    # FUD-202: nobody sees to Ruvo within the hour.
    arena.act("table.advance_clock", seconds=3600)
    # FUD-040: nothing but scratches.
    arena.act("shrug_off", by="anna", actor="velka", all=True)
    arena.act("table.end_sitting")
    arena.keep_receipt("the end of the second evening")


def fighter(one: str | dict[str, Any]) -> dict[str, Any]:
    """Somebody in a bout, who fights as usual unless more is said."""
    return {"actor": one} if isinstance(one, str) else one


def bout(one: str | dict[str, Any], *others: str | dict[str, Any]) -> dict[str, Any]:
    """A bout of one and whoever fights him."""
    return {"one": fighter(one), "others": [fighter(other) for other in others]}


def pairs(named: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """Bouts of two each."""
    return [bout(*two) for two in named]


def entered(receipt: Any) -> list[str]:
    """Ids of those who have come in."""
    return [event.actor for event in receipt.events if isinstance(event, Entered)]
