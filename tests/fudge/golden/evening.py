"""An evening of subjective play: three people get a drowned bell back before the tide does.

Characters from prose and by quotas; actions of every kind; Fudge Points in all their uses; a fight
in segments with wounds as the GM judges them; secrets, two mistakes that are put right, and what
the evening was worth. Each throw is chosen so that the figures can be checked by hand, as
``test_golden_sessions.py`` does.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rollbook import Seat
from rollbook.core.entries import Receipt
from rollbook.core.vocabulary import Wounded

from .keeping import Party

SEATS = {
    "ottavia": Seat("Ottavia", "gm"),
    "lena": Seat("Lena", "player"),
    "tullio": Seat("Tullio", "player"),
    "ines": Seat("Ines", "player"),
}
GM = "ottavia"
OPTIONS: dict[str, Any] = {
    "creation": "subjective_narrative",
    "combat_system": "subjective",
    "damage_system": "subjective",
    "fp_start": 5,
    "fp_f": True,
    "fp_death_save": True,
}
HOUR = 3600
WEEK = 7 * 24 * HOUR


def play(path: Path) -> Party:
    """Play it into a file."""
    party = Party(path, SEATS, **OPTIONS)
    _made(party)
    party.keep_receipt("Before we begin")
    _at_the_eel(party)
    _at_the_office(party)
    party.keep_receipt("Before the fight")
    _on_the_causeway(party)
    _under_the_water(party)
    _home(party)
    party.keep_receipt("Good night")
    return party


def _made(party: Party) -> None:
    """Marna and Jessa from prose, Osk by quotas; the GM looks at all three."""
    party.do("begin_draft", "lena", actor="marna", name="Marna Vell")
    party.do(
        "tell_draft", "lena", actor="marna",
        prose="Ferrywoman of Lower Amsel until the sea took the village. Nobody reads water as "
        "she does, and few care to meet her fists. She has sworn to hear the bell once more.",
    )  # fmt: skip
    _attributes(party, "marna", strength="Good", willpower="Good", health="Fair")
    _skills(party, "marna", sailing="Superb", swimming="Great", fighting="Good")
    _skills(party, "marna", **{"hold-liquor": "Fair"})
    _take(party, "marna", "fault", "oath", note="to hear the bell of Amsel ring")
    fists = {"fists": {"name": "Bare fists", "skill": "fighting", "class": "unarmed"}}
    party.do("equip_draft", actor="marna", weapons=fists, resistance="Fair")
    party.do("submit_draft", "lena", actor="marna")
    party.do("approve_draft", actor="marna")

    party.do(
        "begin_draft", actor="osk", name="Osk Tarrel", player="tullio", method="subjective_quota"
    )
    _attributes(party, "osk", "tullio", strength="Great", willpower="Good", health="Good")
    _skills(party, "osk", "tullio", smith="Superb", club="Great", tactics="Good")
    _skills(party, "osk", "tullio", **{"hold-liquor": "Good"})
    for fault in ("old", "touchy", "hard-of-hearing"):
        _take(party, "osk", "fault", fault, "tullio")
    _take(party, "osk", "gift", "determined", "tullio")
    hammer = {"hammer": {"name": "Founder's hammer", "skill": "club", "class": "average"}}
    apron = {"name": "Leather apron", "class": "light"}
    party.do("equip_draft", "tullio", actor="osk", weapons=hammer, armour=apron, resistance="Good")
    party.do("submit_draft", "tullio", actor="osk")
    party.do("approve_draft", actor="osk")

    party.do("begin_draft", "ines", actor="jessa", name="Jessa Pirr")
    party.do(
        "tell_draft", "ines", actor="jessa",
        prose="She steals nothing but time: clocks, hourglasses, once a sundial. The Salt Office "
        "holds her brother's debts and would gladly hold her as well.",
    )  # fmt: skip
    _attributes(party, "jessa", agility="Great", perception="Good", health="Fair")
    _skills(party, "jessa", lockpicking="Great", infiltration="Great", climbing="Good")
    _skills(party, "jessa", bluff="Good", swimming="Fair", knife="Fair")
    _take(party, "jessa", "gift", "night-vision")
    _take(party, "jessa", "fault", "curious")
    knife = {"knife": {"name": "Clockmaker's knife", "skill": "knife", "class": "small"}}
    party.do("equip_draft", actor="jessa", weapons=knife, resistance="Fair")
    party.do("submit_draft", "ines", actor="jessa")
    party.do(
        "reject_draft", actor="jessa", answers={"limit": "trouble"},
        notes="The Office has a drawing of her, and a good one.",
    )  # fmt: skip
    party.do("approve_draft", actor="jessa")


def _attributes(party: Party, actor: str, by: str = GM, **levels: str) -> None:
    for trait, level in levels.items():
        party.do("set_trait", by, actor=actor, trait=trait, level=level, kind="attribute")


def _skills(party: Party, actor: str, by: str = GM, **levels: str) -> None:
    for trait, level in levels.items():
        party.do("set_trait", by, actor=actor, trait=trait, level=level)


def _take(party: Party, actor: str, kind: str, trait: str, by: str = GM, **more: Any) -> None:
    party.do("take_trait", by, actor=actor, trait=trait, kind=kind, **more)


def _npc(party: Party, actor: str, name: str, **sheet: Any) -> None:
    party.do("enter", actor=actor, name=name, kind="npc", sheet={"resistance": "Fair", **sheet})


def _at_the_eel(party: Party) -> None:
    """An inn, a drinking match, somebody who may be trusted and somebody who may not."""
    party.do("table.begin_sitting")
    party.do("table.begin_scene", title="The Drowned Eel, an hour before dark")
    _npc(party, "ilvet", "Mother Ilvet", skills={"nursing": "Great"})
    _npc(party, "tarsk", "Pell Tarsk", skills={"hold-liquor": "Good", "sailing": "Good"})
    party.finish(
        "react", npc="ilvet", actor="jessa", about="a boat, and no questions",
        traits={"curious": -1},
        situation=[{"amount": 1, "reason": "she mended the tavern clock"}],
        dice={"ilvet:reaction": 1},
    )  # fmt: skip
    party.do("table.add_note", to=["ines"], text="Ilvet's hand shakes. She has seen the drawing.")
    party.do("table.add_note", "ines", to=["gm"], text="I leave my best watch on her counter.")
    party.finish(
        "compete", purpose="a drinking match",
        rivals=[{"actor": who, "trait": "hold-liquor"} for who in ("marna", "osk", "tarsk")],
        dice={
            "marna:a-drinking-match": -2, "osk:a-drinking-match": 1, "tarsk:a-drinking-match": -1,
        },
    )  # fmt: skip
    party.do(
        "table.add_note", "tullio",
        text="Osk, when Tarsk's head is on the table: so the Salt Office has the clapper.",
    )  # fmt: skip
    party.do("define_trait", "tullio", actor="osk", trait="folklore", level="Good")
    party.answer("define", GM)
    party.finish(
        "attempt", actor="osk", trait="folklore", difficulty="Good", dice={"osk:folklore": 0}
    )
    party.do("table.add_note", text="The bell rings only for who brings its tongue at low water.")
    party.finish(
        "even_chance", actor=GM, purpose="Is there a moon tonight?",
        dice={f"{GM}:is-there-a-moon-tonight": "2"},
    )  # fmt: skip


def _at_the_office(party: Party) -> None:
    """In by the wall and out by the stairs, with one roll that was made wrong."""
    party.do("table.advance_clock", seconds=3 * HOUR)
    party.do("table.end_scene")
    party.do("table.begin_scene", title="The Salt Office, past the third bell of a moonless night")
    before = party.session.view().commit
    wall: dict[str, Any] = {
        "actor": "jessa", "trait": "climbing", "difficulty": "Good", "purpose": "the office wall",
    }  # fmt: skip
    dice = {"jessa:the-office-wall": -1}
    party.finish("attempt", **wall, dice=dice)
    party.do("table.add_note", "ines", text="Marna holds the rope. We said so, and it counts!")
    party.do("table.return", to=before, reason="the rope was forgotten; the dice stay as they lay")
    rope = [{"amount": 1, "reason": "Marna holds the rope"}]
    party.finish("attempt", **wall, situation=rope, dice=dice)
    party.do("ask_me", "ines", actor="jessa")
    party.do(
        "attempt", actor="jessa", trait="lockpicking", difficulty="Great", purpose="the strongroom",
        dice={"jessa:the-strongroom": -1},
    )  # fmt: skip
    party.answer("up", "ines")
    party.do("ask_me", "ines", actor="jessa", rolls="nothing")
    party.finish(
        "attempt", actor="jessa", trait="perception", difficulty="Good", purpose="the stairs",
        secret=True, reveals="the third stair has been sawn through",
        dice={"jessa:the-stairs": 1},
    )  # fmt: skip
    party.finish(
        "attempt", actor="osk", trait="perception", difficulty="Fair", purpose="steps outside",
        secret=True, situation=[{"amount": -2, "reason": "hard of hearing"}],
        dice={"osk:steps-outside": 0},
    )  # fmt: skip
    party.finish("foregone", actor="osk", action="lift the clapper off its hook", reason="trivial",
                 trait="strength")  # fmt: skip
    party.finish("foregone", actor="jessa", action="read the Office's cipher", reason="impossible")
    party.do(
        "attempt", actor="marna", trait="sailing", difficulty="Good", points=True,
        purpose="out past the boom, without a light",
    )  # fmt: skip
    party.answer("buy", "lena")
    party.do("announce", "lena", actor="marna", use="three")
    party.finish(
        "contest", a="marna", b="tarsk", trait_a="sailing", trait_b="sailing",
        purpose="the chase", minimum="Good",
        situation=[{"actor": "tarsk", "amount": -2, "reason": "he sees two boats"}],
        dice={"tarsk:the-chase": 2},
    )  # fmt: skip


def _on_the_causeway(party: Party) -> None:
    """The Wardens at low water: a line of lanterns first, then their sergeant."""
    party.do("table.end_scene")
    party.do("table.begin_scene", title="The causeway of Amsel, at low water")
    _npc(
        party, "brask", "Sergeant Brask", attributes={"strength": "Good", "health": "Good"},
        skills={"polearm": "Great"},
        weapons={"bill": {"name": "Bill", "skill": "polearm", "class": "large", "sharp": True}},
        armour={"name": "Chain shirt", "class": "light-metal"},
    )  # fmt: skip
    fighters = ["marna", "osk", "jessa", "brask"]
    party.finish("begin_fight", fighters=fighters)
    party.finish("begin_segment", title="six lanterns in a row")
    party.finish(
        "situational", actor=GM, purpose="the Wardens' watch",
        dice={f"{GM}:the-wardens-watch": -1},
    )  # fmt: skip
    yawning = [{"amount": 1, "reason": "the Wardens are half asleep"}]
    _fare(party, "marna", "fighting", "I walk up to them as if I were the relief, and then I hit.",
          (2, -1, 1), yawning)  # fmt: skip
    _fare(party, "osk", "club", "I make so much noise that they all look at me.", (0, -3, 1))
    _fare(party, "jessa", "infiltration", "Behind them: one lantern after another goes out.",
          (3, 1, 2), yawning)  # fmt: skip
    party.do("table.add_note", text="Four Wardens run, two swim. One lantern still burns.")

    party.finish("begin_segment", title="the sergeant and his bill")
    _fare(party, "brask", "polearm", "He holds the narrow place, and takes them one by one.",
          (1, 2, 1))  # fmt: skip
    _fare(party, "marna", "fighting", "Straight at him, before he can use that thing.", (1, 0, -1))
    party.finish(
        "land", attacker="brask", target="marna", result="Superb", against="Good",
        answers={"wound-level": "very-hurt"},
    )  # fmt: skip
    party.do("table.add_note", "lena", text="With the shaft! He wants me alive, you said so.")
    party.finish(
        "heal", target="marna", source=GM, amount=1, corrects=_last_wound(party), rule="FUD-207"
    )
    party.do("announce", "tullio", actor="osk", levels=1, purpose="segment")
    _fare(party, "osk", "club", "I go for the bill and leave the man to the others.", (-1, 0, -3))
    party.do("land", attacker="brask", target="osk", result="Superb", against="Good",
             answers={"wound-level": "dead"})  # fmt: skip
    party.answer("live", "tullio")
    party.do("table.add_note", "tullio", text="Osk: I have cast heavier things than you.")
    _fare(party, "brask", "polearm", "He pulls at the bill, and it does not come.", (-1, -2, 0))
    _fare(party, "marna", "fighting", "With the whole of Lower Amsel in one fist.", (2, 2, 1),
          [{"amount": 1, "reason": "Osk holds the bill fast"}])  # fmt: skip
    party.finish(
        "land", attacker="marna", target="brask", result="Superb", against="Good", stun=True,
        answers={"wound-level": "incapacitated"},
    )  # fmt: skip
    party.finish("end_fight")


def _fare(
    party: Party,
    actor: str,
    trait: str,
    intention: str,
    dice: tuple[int, int, int],
    situation: Any = (),
) -> Receipt:
    return party.finish(
        "fare", actor=actor, trait=trait, intention=intention, situation=list(situation),
        dice={f"{actor}:segment": dice},
    )  # fmt: skip


def _last_wound(party: Party) -> int:
    """Number of the record that the last wound is."""
    return [e.seq for e in party.session.log() if isinstance(e.message, Wounded)][-1]


def _under_the_water(party: Party) -> None:
    """The bell, a chain that gives way, and luck that is asked for by name."""
    party.do("table.end_scene")
    party.do("table.begin_scene", title="The belfry of Amsel, green to the rafters")
    party.do("wish_for", "tullio", actor="osk", what="an iron that the sea has left alone")
    party.answer(2, GM)
    party.answer("pay", "tullio")
    party.answer("the founder's own pin, in wax paper, where he hid it the week before the flood")
    party.finish(
        "attempt", actor="marna", trait="swimming", difficulty="Good", purpose="down to the yoke",
        dice={"marna:down-to-the-yoke": 0},
    )  # fmt: skip
    party.finish(
        "attempt", actor="jessa", trait="swimming", difficulty="Fair", purpose="the last two yards",
        dice={"jessa:the-last-two-yards": -2},
    )  # fmt: skip
    party.finish("suffer", target="jessa", source="the bell chain", amount=6, rule="FUD-207")
    party.do("shrug_off", "ines", actor="jessa", all=True)
    party.do(
        "attempt", actor="marna", trait="strength", difficulty="Great", purpose="the bell rope",
        graded=True, dice={"marna:the-bell-rope": 1},
    )  # fmt: skip
    party.answer("it sounds once, cracked and low, and every window in the harbour lights up")
    party.do("table.add_note", "lena", text="Once is what I swore.")


def _home(party: Party) -> None:
    """Wounds are seen to, points are given out, and three weeks go by."""
    party.do("table.end_scene")
    party.do("table.begin_scene", title="The Drowned Eel, with the morning")
    party.finish("treat", healer="ilvet", patient="osk", trait="nursing", dice={"ilvet:healing": 0})
    party.do("shrug_off", "lena", actor="marna")
    party.finish("award", actor="marna", amount=3, reason="for one note of a bell")
    party.finish("award", actor="osk", amount=2, reason="for the bill, and what it cost him")
    party.finish("award", actor="jessa", amount=4, reason="for five lanterns and a stair")
    party.do("trade_points", "lena", actor="marna")
    party.do("raise", "ines", actor="jessa", trait="swimming")
    party.do("grant_points", actor="osk", points=1)
    party.do("table.end_sitting")
    party.do("table.advance_clock", seconds=2 * WEEK)
