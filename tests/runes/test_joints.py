"""What a magic system asks of Fudge is answered by rules of others: auras, charms, a blight."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec import Struct

from rollbook.core.engine import Engine
from rollbook.core.entries import Receipt
from rollbook.core.errors import Refused
from rollbook.core.look import Look
from rollbook.core.modifiers import Cost, Modifier
from rollbook.core.rules import Rules, Ruleset
from rollbook.core.table.pools import balance
from rollbook.core.vocabulary import Rolled, Spent
from rollbook.plugins.fudge import (
    DAMAGE,
    HEALING,
    MAGIC,
    WOUND_POINTS,
    Attempted,
    Blow,
    Harm,
    Harmed,
    Healed,
    Healing,
    Mended,
    Paid,
    Wounded,
    Wounding,
    fudge,
)
from rollbook.plugins.runes import RuneCut, runes
from rollbook.plugins.runes.book import runes as book
from rollbook.plugins.testing.laws import hold
from rollbook.plugins.testing.scenario import Scenario
from rollbook.replay.transcript import tell_receipt
from rollbook.replay.words import words

from .workshop import SEATS, Workshop, all_of, of

WILLOW = book()["willow"]


class Village(Struct, frozen=True):
    """Nothing is kept."""


village = Rules(Village)


@village.modifies(Cost)
def charmed(cost: Cost, look: Look) -> Iterable[Modifier]:
    """Who is called Ada has luck for nothing; Bob pays double. VIL-001."""
    if cost.pool == "fudge-points":
        add = -cost.amount if cost.actor == "ada" else cost.amount
        yield Modifier("charm", "VIL-001", "cost", "add", add)


@village.modifies(Healing)
def blighted(healing: Healing, look: Look) -> Iterable[Modifier]:
    """No magic closes more than a point here. VIL-002."""
    if healing.way == "magic":
        yield Modifier("blight", "VIL-002", HEALING, "at_most", 1)


near = Ruleset("village", version="1.0.0", state=Village, chapters=(village,), extends="fudge")


BOOK = Engine([fudge, runes, near], installed=False).rulebook(("fudge", "runes", "village"))


class Green(Workshop):
    """The workshop, in the village."""

    def __init__(self, **fudges: Any) -> None:
        given: dict[str, Any] = {"fudge": {"powers": True, "criticals": "off", **fudges}}
        self.scenario = Scenario(fudge, runes, near, seats=SEATS, options=given)
        self.session = self.scenario.session
        for actor, owner in (("ada", "anna"), ("bob", "bea")):
            self.enter(actor, owner, skills={"blade": "Fair", "runes": "Fair"})

    def luck(self, actor: str) -> int:
        """Fudge Points that somebody has."""
        return balance(self.session.view(), actor, "fudge-points")


def hurt(play: Workshop, amount: int = 6) -> None:
    """Bob has so many wound points."""
    play.do({"type": "fudge.suffer", "target": "bob", "source": "a fall", "amount": amount})


def lucky(play: Workshop, *shifts: int) -> Receipt:
    """Ada cuts the rune of the willow for Bob, and bends no roll."""
    return play.cut("willow", *shifts, target="bob")


def workshop(**fudges: Any) -> Workshop:
    """Fair at runes, with Fudge Points that buy only what a rule asks for."""
    return Workshop(fudges={"fp_b": False, "fp_e": False, "criticals": "off"} | fudges)


@pytest.mark.rule("RUN-013")
def test_a_rune_that_takes_luck_is_paid_for_in_fudge_points_too() -> None:
    play = workshop()
    hurt(play)
    receipt = lucky(play, 0)
    assert of(receipt, Paid).use == "rune-willow"
    assert {(e.pool, e.amount, e.rule) for e in all_of(receipt, Spent)} == {
        ("fudge-points", WILLOW.luck, "RUN-013"),
        ("breath", WILLOW.cost, "RUN-003"),
    }
    order = [type(e) for e in receipt.events]
    assert order.index(Paid) < order.index(Rolled)
    assert of(receipt, Healed).before - of(receipt, Healed).after == WILLOW.amount


@pytest.mark.rule("RUN-013")
def test_who_has_no_luck_left_or_plays_where_there_is_none_is_refused_before_any_die() -> None:
    play = workshop(fp_start=0)
    hurt(play)
    for table, rule in ((play, "RUN-013"), (workshop(fudge_points=False), "FUD-031")):
        if table is not play:
            hurt(table)
        with pytest.raises(Refused) as refused:
            lucky(table)
        assert refused.value.rule == rule
        assert table.breath() == 3


@pytest.mark.rule("RUN-013", "FUD-036")
def test_what_luck_costs_is_for_other_rules_to_change() -> None:
    """For nothing to Ada; Bob pays two, and has only one left after the first."""
    play = Green(fp_b=False, fp_e=False)
    hurt(play)
    free = of(lucky(play, 0), Paid)
    assert (free.price, free.cost, [m.rule for m in free.modifiers]) == (1, 0, ["VIL-001"])
    cut = {"type": "runes.cut", "actor": "bob", "rune": "willow", "target": "bob"}
    assert of(play.do(cut, 0, by="bea"), Paid).cost == 2
    with pytest.raises(Refused) as refused:
        play.do(cut, by="bea")
    assert (refused.value.rule, play.luck("bob"), play.luck("ada")) == ("RUN-013", 1, 3)
    hold(play.session)


@pytest.mark.rule("RUN-009", "FUD-239")
def test_what_a_rune_heals_is_for_other_rules_to_change() -> None:
    play = Green(fp_b=False, fp_e=False)
    hurt(play)
    receipt = lucky(play, 0)
    mended = of(receipt, Mended)
    assert (mended.way, mended.before, mended.after) == ("magic", WILLOW.amount, 1)
    assert (of(receipt, Healed).after, of(receipt, Healed).rule) == (5, "RUN-009")
    told = {
        lang: " ".join(line.text for line in tell_receipt(play.session, receipt, words(BOOK, lang)))
        for lang in ("en", "it")
    }
    assert "1 wound point, not 4 wound points (blight: at most 1)." in told["en"]
    assert "1 punto ferita, non 4 punti ferita (blight: al massimo 1)." in told["it"]
    assert "Ada need spend no luck on it: the rune Willow." in told["en"]
    assert "Ada non deve spendere fortuna: la runa Salice." in told["it"]


def green() -> Green:
    """The village, with Carl, whom no magic likes; everybody is scratched."""
    play = Green(fp_b=False, fp_e=False)
    aura: dict[str, Any] = {"antimagic-aura": {}}
    play.enter("carl", "bea", powers=aura, skills={"blade": "Fair", "runes": "Fair"})
    for actor in ("ada", "bob", "carl"):
        scratch = {"type": "fudge.suffer", "target": actor, "source": "a fall", "amount": 1}
        play.do(scratch)
    return play


@pytest.mark.rule("FUD-122")
@pytest.mark.parametrize(("target", "result"), [("carl", -1), ("bob", 0), ("", 0)])
@pytest.mark.parametrize("rune", book())
def test_an_aura_against_magic_weakens_every_rune_on_its_bearer(
    rune: str, target: str, result: int
) -> None:
    """The kind ones too, and none on anybody else."""
    receipt = green().cut(rune, 0, target=target)
    assert of(receipt, RuneCut).result == result
    assert ("FUD-122" in [m.rule for m in of(receipt, Rolled).modifiers]) == (result < 0)


@pytest.mark.rule("FUD-122")
def test_what_its_bearer_does_and_what_is_no_magic_an_aura_lets_be() -> None:
    play = green()
    cut = {"type": "runes.cut", "actor": "carl", "rune": "chalk", "target": "bob"}
    assert of(play.do(cut, 0, by="bea"), RuneCut).result == 0
    plain = {"type": "fudge.attempt", "actor": "ada", "trait": "blade", "target": "carl"}
    assert of(play.do(plain, 0), Attempted).result == 0


class Saints(Struct, frozen=True):
    """Nothing is kept."""


saints = Rules(Saints)


@saints.modifies(Harm)
def hallowed(harm: Harm, look: Look) -> Iterable[Modifier]:
    """No magic does more than a point to anybody in the village. SAI-001."""
    if MAGIC in harm.tags:
        yield Modifier("holy ground", "SAI-001", DAMAGE, "at_most", 1)


@saints.modifies(Wounding)
def spared(wounding: Wounding, look: Look) -> Iterable[Modifier]:
    """Nor where it strikes whatever one wears. SAI-002."""
    if MAGIC in wounding.tags:
        most = wounding.before + 1
        yield Modifier("holy ground", "SAI-002", WOUND_POINTS, "at_most", most)


class Hallowed(Workshop):
    """The workshop, on holy ground: a third ruleset, which knows nothing of runes."""

    def __init__(self, **options: Any) -> None:
        ground = Ruleset(
            "saints", version="1.0.0", state=Saints, chapters=(saints,), extends="fudge"
        )
        given: dict[str, Any] = {"powers": True, "criticals": "off", "fudge_points": False}
        self.scenario = Scenario(
            fudge, runes, ground, seats=SEATS,
            options={"fudge": given | {"damage_roll": "off"}, "runes": options},
        )  # fmt: skip
        self.session = self.scenario.session
        fire = {"fire": {"damage": 6, "melee": True, "kind": "magic", "skill": "blade"}}
        skills = {"blade": "Fair", "runes": "Fair"}
        self.enter("ada", "anna", skills=skills, powers=fire, wields="blade")
        self.enter("bob", "bea")


def test_a_ward_against_magic_knows_harm_that_is_and_lets_the_rest_pass() -> None:
    """Ada's thorn at two over its difficulty does four points of harm; so does a fall."""
    play = Hallowed()
    receipt = play.cut("thorn", 2, target="bob")
    harmed = of(receipt, Harmed)
    assert (harmed.amount, harmed.final, harmed.tags) == (book()["thorn"].amount + 2, 1, (MAGIC,))
    assert of(receipt, Wounded).tags == (MAGIC,)
    fall = {"type": "fudge.inflict", "target": "bob", "source": "a fall", "amount": 4}
    plain = play.do(fall)
    assert (of(plain, Harmed).final, of(plain, Wounded).tags) == (4, ())
    hold(play.session)


def test_what_a_power_of_magic_strikes_is_magic_and_a_blade_is_not() -> None:
    """Two better, one more for so much the greater weapon, and six points; then with a blade."""
    play = Hallowed()
    play.do({"type": "fudge.wield", "actor": "ada", "weapon": "fire"}, by="anna")
    fire = of(play.fight(2, 0), Blow)
    assert (fire.calculated, fire.final, fire.tags) == (2 + 1 + 6, 1, (MAGIC,))
    play.do({"type": "fudge.wield", "actor": "ada", "weapon": "blade"}, by="anna")
    blade = of(play.fight(2, 0), Blow)
    assert (blade.final, blade.tags) == (blade.calculated, ())
    assert blade.final > 1


def test_what_turns_on_its_carver_is_magic_too() -> None:
    """Three breath of a rune that failed badly would be three points; on holy ground it is one."""
    play = Hallowed()
    wound = of(play.cut("ember", -4, target="bob"), Wounded)
    assert (wound.actor, wound.before, wound.after, wound.tags) == ("ada", 0, 1, (MAGIC,))
    assert book()["ember"].cost == 3
