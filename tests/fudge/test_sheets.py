"""Sheets and the figures that follow from them: FUD-201, 210 to 216."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.core.errors import Invalid, NotAllowed, Refused
from rollbook.plugins.fudge import Entered, FudgeOptions, Wielding, load_sheet
from rollbook.plugins.fudge.state import total
from rollbook.plugins.fudge.traits.sheet import figures

from .tavern import of, sit_down, told


def made(text: str, **options: Any) -> Any:
    """A character from a sheet without a Damage Resistance of its own."""
    return figures(load_sheet('resistance = "Fair"\n' + text), FudgeOptions(**options))


def weapon(kind: str, more: str = "", skill: str = "") -> str:
    skills = f'[skills]\nfight = "{skill}"\n' if skill else ""
    return f'{skills}[weapons.w]\nname = "It"\nskill = "fight"\nclass = "{kind}"\n{more}'


JEB = """
strength_scale = 1
mass_scale = 1
armour = { name = "Heavy hide", class = "rigid" }
SHIELD
[attributes]
strength = "Great"
[weapons.axe]
name = "One-handed axe"
skill = "axe"
class = "average"
sharp = true
"""


@pytest.mark.rule("FUD-212", "FUD-213", "FUD-215")
def test_jeb() -> None:
    """FUD-213, FUD-215, FUD-EX-229, 230: with and without his shield."""
    bare = made(JEB.replace("SHIELD", ""))
    shielded = made(JEB.replace("SHIELD", 'shield = { name = "Shield", class = "regular" }'))
    assert total(bare.weapons["axe"].attack) == 6
    assert (total(bare.defence), total(shielded.defence)) == (3, 4)
    rules = {part.source: part.rule for part in bare.weapons["axe"].attack}
    assert rules["strength-scale"] == "FUD-212"


@pytest.mark.rule("FUD-210", "FUD-216")
@pytest.mark.parametrize(
    ("kind", "skill", "corrected", "printed", "milder"),
    [
        ("unarmed", "", -1, 0, -2),
        ("small", "", 0, 0, -1),
        ("martial-arts", "Mediocre", -1, 0, -2),
        ("martial-arts", "Fair", 0, 1, -1),
        ("martial-arts", "Good", 0, 1, -1),
        ("martial-arts", "Great", 1, 1, 0),
        ("martial-arts", "Superb", 1, 1, 0),
        ("below-average", "", 1, 2, 0),
        ("average", "", 2, 3, 1),
        ("large", "", 3, 1, 2),
    ],
)
def test_weapon_tables(kind: str, skill: str, corrected: int, printed: int, milder: int) -> None:
    """FUD-210, FUD-216, FUD-EX-236 to 240: the printed column stands one row too high."""
    by_table = {"corrected": corrected, "as_printed": printed, "milder": milder}
    for table, expected in by_table.items():
        plain = made(weapon(kind, skill=skill), weapon_table=table).weapons["w"]
        sharp = made(weapon(kind, "sharp = true", skill), weapon_table=table).weapons["w"]
        assert (plain.bonus, sharp.bonus) == (expected, expected + 1)


@pytest.mark.parametrize(
    ("kind", "expected"), [("small", 1), ("below-average", 2), ("average", 3), ("large", 4)]
)
@pytest.mark.rule("FUD-210")
def test_sharp_weapons_as_in_the_books_brackets(kind: str, expected: int) -> None:
    """FUD-EX-232 to 234: knife, shortsword, sword, two-handed sword."""
    assert made(weapon(kind, "sharp = true")).weapons["w"].bonus == expected


@pytest.mark.rule("FUD-214")
@pytest.mark.parametrize(
    ("sheet", "attack", "defence"),
    [
        (f'[attributes]\nstrength = "Great"\n{weapon("large", "sharp = true")}', 6, 0),
        ('armour = { name = "Leather", class = "rigid" }\n'
         + weapon("martial-arts", skill="Great"), 1, 2),
        ('mass_scale = -4\narmour = { name = "Leather", class = "light" }', None, -3),
        ('strength_scale = -4\n[attributes]\nstrength = "Good"\n' + weapon("average"), -1, -4),
        ('armour = { name = "Plate", class = "heavy-metal" }\n'
         'shield = { name = "Shield", class = "regular" }', None, 5),
        ('tough_hide = 2\n[attributes]\nmass = "Good"', None, 3),
    ],
    ids=["wilbur", "sheba", "mcmurtree", "fionn", "plate", "hide"],
)  # fmt: skip
def test_figures_of_the_books_fighters(sheet: str, attack: int | None, defence: int) -> None:
    """FUD-EX-241, 292 to 295, and FUD-214 for Mass and Tough Hide."""
    found = made(sheet)
    assert total(found.defence) == defence
    if attack is not None:
        assert total(found.weapons["w"].attack) == attack


@pytest.mark.rule("FUD-201")
def test_a_gun_hits_by_its_own_power() -> None:
    """FUD-201, FUD-EX-383: neither Strength nor Scale of a hero of Scale 10 counts."""
    text = (
        'strength_scale = 10\n[attributes]\nstrength = "Superb"\n'
        '[weapons.w]\nname = "Pistol"\nskill = "guns"\ngun = "pistol"\nbonus = 3'
    )
    found = made(text).weapons["w"]
    assert (total(found.attack), found.ranged) == (3, True)
    with pytest.raises(Invalid) as refused:
        made(text.replace("bonus = 3", "bonus = 4"))
    assert (refused.value.path, refused.value.hint) == ("$.weapons.w.bonus", "2 to 3")


@pytest.mark.rule("FUD-002")
@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('[skills]\nblade = "Grand"', "$.skills.blade"),
        ('[skills]\nblade = "Good"\n[attributes]\nblade = "Good"', "$.skills.blade"),
        ('unhindered = ["lore"]', "$.unhindered[0]"),
        (weapon("huge"), "$.weapons.w.class"),
        (weapon("small", 'gun = "pistol"'), "$.weapons.w.class"),
        ('wields = "bow"\n' + weapon("small"), "$.wields"),
        ('armour = { name = "X", class = "paper" }', "$.armour.class"),
        ('armour = { name = "X", class = "rigid", points = 3 }', "$.armour.points"),
        ('shield = { name = "X", class = "huge" }', "$.shield.class"),
        ("[skills]\nblade = true", "$.skills[...]"),
        ("luck = 3", "$"),
        ("armour = 3", "$.armour"),
    ],
)
def test_a_wrong_sheet_is_refused_with_its_place(text: str, path: str) -> None:
    """As FUD-002: a trait is an attribute or a skill, not both."""
    with pytest.raises(Invalid) as refused:
        made(text)
    assert refused.value.path == path


@pytest.mark.rule("FUD-210")
@pytest.mark.parametrize("skill", ["Poor", "Great"])
def test_how_good_martial_arts_are_follows_from_the_skill(skill: str) -> None:
    """FUD-210: the class of the masters cannot be claimed on the sheet, nor is it offered."""
    with pytest.raises(Refused, match="follows from the skill") as refused:
        made(weapon("martial-arts-great", skill=skill))
    assert (refused.value.path, refused.value.rule) == ("$.weapons.w.class", "FUD-210")
    assert refused.value.hint == 'state class = "martial-arts"'
    with pytest.raises(Invalid) as unknown:
        made(weapon("martial"))
    assert "martial-arts," in unknown.value.hint
    assert "great" not in unknown.value.hint


@pytest.mark.rule("FUD-212", "FUD-214")
@pytest.mark.parametrize(
    "text",
    [
        "strength_scale = 1000",
        "mass_scale = -1000",
        "stated = { attack = 1000 }",
        'armour = { name = "X", class = "future", points = 1000 }',
    ],
)
def test_no_figure_of_a_sheet_is_beyond_all_measure(text: str) -> None:
    """FUD-212, FUD-214: so that what a blow does can always be suffered."""
    with pytest.raises(Invalid) as refused:
        made(text)
    assert refused.value.path.startswith("$.")


@pytest.mark.rule("FUD-210")
def test_untrained_fists_are_no_martial_arts() -> None:
    """FUD-210: where the sheet states no skills, they hit as without a weapon."""
    assert made(weapon("martial-arts")).weapons["w"].bonus == -1


@pytest.mark.rule("FUD-214")
@pytest.mark.parametrize(
    ("text", "path"),
    [
        (weapon("small", "magic = -1"), "$.weapons[...].magic"),
        ('armour = { name = "X", class = "rigid", magic = -1 }', "$.armour.magic"),
        ("tough_hide = -1", "$.tough_hide"),
    ],
)
def test_magic_and_tough_hide_take_nothing_off(text: str, path: str) -> None:
    """FUD-214: they are points more."""
    with pytest.raises(Invalid) as refused:
        made(text)
    assert refused.value.path == path


def test_no_toml_is_refused() -> None:
    with pytest.raises(Invalid, match="no TOML"):
        load_sheet("resistance = ")


@pytest.mark.rule("FUD-001")
def test_stated_figures_are_checked() -> None:
    """A wrong figure is refused with the sum, unless the GM lets it stand (FUD-001)."""
    wrong: dict[str, Any] = {"stated": {"attack": 3, "defence": 0}}
    tavern = sit_down()
    with pytest.raises(Refused) as refused:
        tavern.enter("joe", **wrong)
    assert refused.value.path == "$.sheet.stated.attack"
    assert "Blade +2" in refused.value.what
    sheet = {"resistance": "Fair", "stated": {"defence": 2}}
    enter = {"type": "fudge.enter", "actor": "joe", "name": "Joe", "sheet": sheet}
    receipt = tavern.do(enter | {"ruling": "a charm of his aunt's"})
    (part,) = of(receipt, Entered).character.defence
    assert (part.source, part.rule, part.amount) == ("a charm of his aunt's", "FUD-001", 2)
    assert "unarmed" in told(tavern, receipt)[-1]


@pytest.mark.rule("FUD-003")
def test_levels_in_italian() -> None:
    assert made('[attributes]\nstrength = "Ottima"').traits["strength"].level == 2


@pytest.mark.rule("FUD-210")
def test_another_weapon_in_hand() -> None:
    """FUD-210: each weapon has its own modifier; the player may change, others may not."""
    tavern = sit_down(damage_roll="off")
    knife = {"name": "Knife", "skill": "blade", "class": "small"}
    sword = {"name": "Sword", "skill": "blade", "class": "average"}
    tavern.enter("joe", "anna", weapons={"knife": knife, "sword": sword}, wields="knife")
    wield = {"type": "fudge.wield", "actor": "joe", "weapon": "sword"}
    with pytest.raises(NotAllowed):
        tavern.do(wield, by="bea")
    receipt = tavern.do(wield, by="anna")
    assert of(receipt, Wielding).weapon == "sword"
    assert told(tavern, receipt) == ["Joe now has Sword in hand."]
    with pytest.raises(Refused) as refused:
        tavern.do(wield | {"weapon": "bow"}, by="anna")
    assert refused.value.hint == "one of knife, sword"
    (sheet,) = tavern.session.view("bea")["sheet"].characters
    assert [(w.name, w.attack.total, w.in_hand) for w in sheet.weapons] == [
        ("Knife", 0, False),
        ("Sword", 2, True),
    ]


def test_whoever_leaves_the_table_leaves_fudge() -> None:
    tavern = sit_down().duellists()
    tavern.do({"type": "table.remove_actor", "actor": "snorri"})
    assert [t.actor for t in tavern.session.view()["wound-track"].characters] == ["brynhild"]


@pytest.mark.rule("FUD-098", "FUD-100", "FUD-214")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[gifts.tough-hide]", [("tough-hide", 1)]),
        ("tough_hide = 2\n[gifts.tough-hide]", [("tough-hide", 2)]),
        ("[gifts.mass-good]", [("mass", 1)]),
        ("[faults.mass-mediocre]", [("mass", -1)]),
        ("[faults.mass-mediocre]\n[gifts.tough-hide]", [("mass", -1), ("tough-hide", 1)]),
        ('[attributes]\nmass = "Mediocre"', [("mass", -1)]),
        ('[attributes]\nmass = "Mediocre"\n[gifts.mass-good]', [("mass", -1)]),
    ],
)
def test_a_gift_or_fault_of_the_body_counts_as_it_stands(
    text: str, expected: list[tuple[str, int]]
) -> None:
    """Tough Hide is a point where no more is stated; Mass may be an attribute or stand beside."""
    assert [(part.source, part.amount) for part in made(text).defence] == expected


@pytest.mark.rule("FUD-018", "FUD-214")
def test_a_hide_with_steps_is_as_tough_as_its_step() -> None:
    tavern = sit_down(gift_model="steps")
    listed = {"trait": "tough-hide", "listed": {"kind": "gift", "steps": 3}}
    tavern.do({"type": "fudge.list_trait"} | listed)
    tavern.enter("imp", gifts={"tough-hide": {"level": 3}})
    assert total(tavern.character("imp").defence) == 3


@pytest.mark.rule("FUD-100")
@pytest.mark.parametrize(
    "text",
    [
        '[attributes]\nmass = "Great"',
        '[attributes]\nmass = "Poor"',
    ],
)
def test_within_a_race_nobody_is_much_heavier_or_lighter_than_others(text: str) -> None:
    with pytest.raises(Refused) as refused:
        made(text)
    assert (refused.value.rule, refused.value.path) == ("FUD-100", "$.attributes.mass")


@pytest.mark.rule("FUD-212", "FUD-201")
@pytest.mark.parametrize(
    ("scale", "scaled", "expected"), [(10, False, 3), (10, True, 13), (-4, True, -1), (0, True, 3)]
)
def test_a_gun_made_to_its_bearers_size_strikes_by_his_scale_and_not_his_strength(
    scale: int, scaled: bool, expected: int
) -> None:
    text = (
        f"strength_scale = {scale}\n[attributes]\nstrength = 3\n"
        f'[weapons.w]\nname = "Gun"\nskill = "guns"\ngun = "pistol"\nbonus = 3\n'
        f"scaled = {str(scaled).lower()}"
    )
    assert total(made(text).weapons["w"].attack) == expected


@pytest.mark.rule("FUD-212", "FUD-108")
def test_only_a_gun_is_said_to_be_made_to_size() -> None:
    with pytest.raises(Invalid) as refused:
        made(weapon("average", "scaled = true"))
    assert (refused.value.rule, refused.value.path) == ("FUD-212", "$.weapons.w.scaled")


# --- arms that change


RIGID = {"name": "Hide", "class": "rigid"}
AXE = {"name": "Axe", "skill": "blade", "class": "average", "sharp": True}
EQUIP = {"type": "fudge.equip", "actor": "jeb"}


def jeb(**sheet: Any) -> Any:
    tavern = sit_down()
    own: dict[str, Any] = {"strength_scale": 1, "attributes": {"strength": "Great"}}
    tavern.enter("jeb", **(own | sheet))
    return tavern


@pytest.mark.rule("FUD-214", "FUD-215")
def test_the_defence_follows_what_somebody_wears() -> None:
    """Jeb without anything, in heavy hide, with his shield, and without both: 1, 3, 4 and 1."""
    tavern = jeb()
    seen = [total(tavern.character("jeb").defence)]
    for change in (
        {"armour": RIGID},
        {"shield": {"name": "Shield", "class": "regular"}},
        {"without": ["armour", "shield"]},
    ):
        receipt = tavern.do(EQUIP | change)
        seen.append(total(tavern.character("jeb").defence))
    assert seen == [1, 3, 4, 1]
    assert told(tavern, receipt) == ["Jeb's sheet changes: − Hide, − Shield."]


@pytest.mark.rule("FUD-210", "FUD-213")
def test_what_is_taken_up_has_its_own_attack_and_what_is_in_hand_stays_there() -> None:
    tavern = jeb()
    tavern.do({"type": "fudge.suffer", "target": "jeb", "source": "x", "amount": 3})
    tavern.do(EQUIP | {"weapons": {"axe": AXE}})
    who = tavern.character("jeb")
    assert (who.wields, total(who.weapons["axe"].attack), who.points) == ("blade", 6, 3)
    tavern.do(EQUIP | {"without": ["blade"]})
    assert tavern.character("jeb").wields == "axe"
    tavern.do(EQUIP | {"without": ["axe"]})
    assert (tavern.character("jeb").wields, tavern.character("jeb").weapons) == ("", {})


@pytest.mark.rule("FUD-214")
@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({}, "$"),
        ({"without": ["shield"]}, "$.without[0]"),
        ({"armour": RIGID, "without": ["armour"]}, "$.without[0]"),
        ({"without": ["blade", "axe"]}, "$.without[1]"),
    ],
)
def test_nobody_lays_aside_what_he_has_not(change: dict[str, Any], path: str) -> None:
    with pytest.raises(Refused) as refused:
        jeb().do(EQUIP | change)
    assert (refused.value.rule, refused.value.path) == ("FUD-214", path)
    with pytest.raises(NotAllowed):
        jeb().do(EQUIP | {"armour": RIGID}, by="anna")
