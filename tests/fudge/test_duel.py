"""The duel in the tavern, round by round, against every figure that the book prints (FUD-234)."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.core.table.ledger import Charter
from rollbook.core.vocabulary import Rolled, TableDraw
from rollbook.plugins.fudge import Blow, Entered, Held, Wounded, ladder
from rollbook.plugins.fudge.state import total

from .tavern import Tavern, all_of, of, script, sit_down, told

pytestmark = pytest.mark.rule("FUD-234")

ROUNDS: list[dict[str, Any]] = [
    {
        "results": ("Great", "Fair"),
        "blow": ("snorri", 2, 4, -4, 1, ("FUD-219",)),
        "wound": ("brynhild", 0, 1, "Scratch", (1, 0, 0, 0, 0), 0),
    },
    {"results": ("Good", "Good"), "held": ("tie", "FUD-171")},
    {
        "results": ("Great", "Good"),
        "blow": ("snorri", 1, 3, 1, 4, ()),
        "wound": ("brynhild", 1, 5, "Very Hurt", (2, 2, 1, 0, 0), -2),
    },
    {"results": ("Great", "Great"), "held": ("defence", "FUD-182")},
    {
        "results": ("Good", "Great"),
        "blow": ("brynhild", 2, 5, 0, 5, ()),
        "wound": ("snorri", 0, 5, "Hurt", (3, 2, 0, 0, 0), -1),
    },
]
LEVELS = ("Unhurt", "Scratch", "Hurt", "Very Hurt")


def play() -> tuple[Tavern, list[Any]]:
    """The script, played with real dice; the receipts of its exchanges."""
    tavern = sit_down(Charter(dice="table"))
    rounds = []
    for line in script():
        receipt = tavern.session.do(line["command"], line["by"], answers=line.get("answers"))
        assert not receipt.waiting
        if line["command"]["type"] == "fudge.exchange":
            rounds.append(receipt)
    return tavern, rounds


@pytest.mark.report(149)
@pytest.mark.parametrize("number", range(5))
@pytest.mark.rule("FUD-171", "FUD-173", "FUD-182", "FUD-209", "FUD-219")
def test_each_round_gives_what_the_book_prints(number: int) -> None:
    """FUD-EX-283 to 287."""
    _, rounds = play()
    receipt, printed = rounds[number], ROUNDS[number]
    rolls = [r for r in all_of(receipt, Rolled) if r.purpose == "exchange"]
    assert tuple(ladder.result(r.total) for r in rolls) == printed["results"]
    if "held" in printed:
        held = of(receipt, Held)
        assert (held.why, held.rule) == printed["held"]
        assert not all_of(receipt, Wounded)
        return
    blow, wound = of(receipt, Blow), of(receipt, Wounded)
    dealt = (blow.attacker, blow.base, blow.calculated, blow.roll, blow.final, blow.limits)
    assert dealt == printed["blow"]
    taken = (
        wound.actor,
        wound.before,
        wound.after,
        LEVELS[wound.level],
        wound.filled,
        wound.penalty,
    )
    assert taken == printed["wound"]


@pytest.mark.rule("FUD-178", "FUD-210", "FUD-211", "FUD-234")
def test_the_figures_of_both_come_out_as_printed() -> None:
    """FUD-EX: Snorri +5/+2 and Good, Brynhild +5/+3 and Fair; every part with its rule."""
    tavern, _ = play()
    entered = [e.message for e in tavern.session.log() if isinstance(e.message, Entered)]
    snorri, brynhild = (e.character for e in entered)
    sword, axe = snorri.weapons["sword"], brynhild.weapons["axe"]
    assert [(p.source, p.rule, p.amount) for p in sword.attack] == [
        ("Magic sword", "FUD-210", 2),
        ("Magic sword: edge", "FUD-210", 1),
        ("Magic sword: magic", "FUD-234", 1),
        ("strength", "FUD-211", 1),
    ]
    assert (total(sword.attack), total(snorri.defence), snorri.resistance) == (5, 2, 1)
    assert (total(axe.attack), total(brynhild.defence), brynhild.resistance) == (5, 3, 0)
    assert sword.bonus == axe.bonus + brynhild.shield == 4  # so FUD-178 helps neither


@pytest.mark.rule("FUD-170", "FUD-177")
def test_wounds_and_circumstances_of_the_last_rounds() -> None:
    """The axe is Mediocre after the third round; the puddle takes one from Snorri."""
    _, rounds = play()
    fourth, fifth = (
        {r.actor: r for r in all_of(receipt, Rolled) if r.purpose == "exchange"}
        for receipt in rounds[3:]
    )
    assert [(m.source, m.amount) for m in fifth["brynhild"].modifiers] == [
        ("axe", 1),
        ("all-out-attack", 1),
        ("wounds", -2),
    ]
    assert fifth["brynhild"].total - fifth["brynhild"].natural == ladder.FAIR
    assert [(m.rule, m.amount) for m in fifth["snorri"].modifiers] == [
        ("FUD-170", 1),
        ("FUD-177", -1),
    ]
    assert [m.amount for m in fourth["brynhild"].modifiers] == [1, 2, -2]


def test_real_dice_are_recorded_as_such() -> None:
    """Who read them stands in the record; the low die gives the book's shifts."""
    _, rounds = play()
    rolls = [r for receipt in rounds for r in all_of(receipt, Rolled)]
    assert {r.draw for r in rolls} == {TableDraw(reader="master")}
    assert {r.notation for r in rolls} == {"2d6 low"}
    shifts = [[r.natural for r in all_of(receipt, Rolled)] for receipt in rounds]
    assert shifts == [[1, -1, -4], [0, 0], [1, 0, 1], [0, 1], [1, 2, 0]]


def test_it_reads_like_a_fight() -> None:
    """A blow names damage, boxes and level, in either language."""
    tavern, rounds = play()
    assert told(tavern, rounds[2]) == [
        "Snorri throws 1 2: +1, with sword +1: Great.",
        "Brynhild throws 2 2: 0, with axe +1: Good.",
        "Snorri throws 1 6 for damage: +1.",
        "Snorri hits Brynhild, Great against Good: 1 + 5 − 3 = 3, damage roll +1. "
        "That is 4 wound points.",
        "Brynhild takes 4 wound points from Snorri: Scratch ■■, Hurt ■■, Very Hurt ■□; "
        "5 of 10 boxes full. Brynhild is now: Very Hurt (−2).",
    ]
    assert told(tavern, rounds[4], "it")[-2:] == [
        "Brynhild colpisce Snorri, Ottimo contro Buono: 2 (di cui Attacco Totale +1) + 5 − 2 = 5, "
        "Tiro Danni 0. Fa 5 punti ferita.",
        "Snorri subisce 5 punti ferita da Brynhild: Di striscio ■■■, Ferito ■■; "
        "caselle piene 5 su 12. Stato di Snorri: Ferito (−1).",
    ]
    assert told(tavern, rounds[1])[-1] == (
        "Good meets Good: Snorri and Brynhild trade blows that hit nothing."
    )


def test_the_tracks_when_the_guard_comes() -> None:
    """What screens show at the end."""
    tavern, _ = play()
    for viewer in ("", "master", "anna", "bea"):
        tracks = {t.actor: t for t in tavern.session.view(viewer)["wound-track"].characters}
        assert (tracks["snorri"].points, tracks["snorri"].level) == (5, "hurt")
        assert (tracks["brynhild"].points, tracks["brynhild"].penalty) == (5, -2)
        assert [row.filled for row in tracks["brynhild"].rows] == [2, 2, 1, 0, 0]
    assert tavern.session.view().table.scene is None


@pytest.mark.rule("FUD-170", "FUD-217")
def test_the_same_duel_with_dice_that_wait_to_be_read() -> None:
    """Whoever rolls is asked, one after the other; what has been read is not asked again."""
    tavern = sit_down(Charter(dice="table")).duellists()
    receipt = tavern.session.do(
        {"type": "fudge.exchange", "a": "snorri", "b": "brynhild"}, "master"
    )
    asked = []
    for seat, faces in (("anna", "1 4"), ("bea", "5 1"), ("anna", "6 4")):
        assert receipt.waiting is not None
        asked.append((receipt.waiting.name, receipt.waiting.dice, receipt.waiting.rule))
        receipt = tavern.session.do({"type": "table.answer", "answer": faces}, seat)
    assert asked == [
        ("dice:snorri:exchange", "2d6 low", "FUD-170"),
        ("dice:brynhild:exchange", "2d6 low", "FUD-170"),
        ("dice:snorri:damage", "2d6 low", "FUD-217"),
    ]
    assert of(receipt, Wounded).after == 1
