"""Magic and miracles as far as the book goes: settled by the GM, rolled, and told in his words."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.core.errors import Refused
from rollbook.plugins.fudge import Attempted, Contested, MatterSettled, MiracleInvoked, SpellCast
from rollbook.plugins.fudge.content.questionnaires import questionnaires
from rollbook.plugins.fudge.ladder import level

from .tavern import Tavern, of, sit_down

MAGE = {"powers": {"magical-potential": {}}, "skills": {"spellcasting": "Fair"}}


def mage(sheet: dict[str, Any] | None = None, **options: Any) -> Tavern:
    """Ada, who casts, and Bob, whom spells do not like."""
    tavern = sit_down(powers=True, **options)
    tavern.enter("ada", "anna", **(MAGE | (sheet or {})))
    tavern.enter("bob", powers={"antimagic-aura": {}})
    return tavern


def cast(tavern: Tavern, *shifts: int, outcome: str = "it glows", **fields: Any) -> Any:
    """The master casts for Ada, so that he says how hard it is, and what it does."""
    command = {"type": "fudge.cast", "actor": "ada", "spell": "a little light"} | fields
    receipt = tavern.do(command, *shifts)
    if receipt.waiting:
        assert receipt.waiting.to == ("gm",)
        receipt = tavern.do({"type": "table.answer", "answer": outcome})
    return receipt


@pytest.mark.rule("FUD-121", "FUD-123")
def test_a_table_settles_its_magic_question_by_question_and_shows_what_is_open() -> None:
    tavern = mage()
    settle = {"type": "fudge.settle", "matter": "magic"}
    tavern.do(settle | {"answers": {"source": "the mage himself"}})
    done = of(tavern.do(settle | {"answers": {"items": "none"}}), MatterSettled)
    assert done.answers == {"source": "the mage himself", "items": "none"}
    view: Any = tavern.session.view()["customs"]
    assert {a.question: a.answer for a in view.magic if a.answer} == done.answers
    assert len(view.magic) == len(questionnaires().magic)
    assert view.miracles == ()
    with pytest.raises(Refused) as refused:
        tavern.do(settle | {"matter": "miracles", "answers": {"colour": "blue"}})
    assert (refused.value.rule, refused.value.path) == ("FUD-123", "$.answers.colour")


@pytest.mark.rule("FUD-122")
def test_a_spell_is_rolled_and_what_it_does_is_the_gms_to_say() -> None:
    tavern = mage()
    good = of(cast(tavern, 1, outcome="the cellar is lit"), SpellCast)
    assert (good.result, good.success, good.outcome) == (1, True, "the cellar is lit")
    bad = of(cast(tavern, -1), SpellCast)
    assert (bad.success, bad.outcome) == (False, "")


@pytest.mark.rule("FUD-122", "FUD-132", "FUD-151")
def test_whoever_casts_does_not_say_how_hard_it_is() -> None:
    """The master is asked before the dice fall, and then what it does."""
    tavern = mage()
    command = {"type": "fudge.cast", "actor": "ada", "spell": "a little light"}
    with pytest.raises(Refused) as refused:
        tavern.do(command | {"difficulty": "Terrible"}, by="anna")
    assert (refused.value.rule, refused.value.path) == ("FUD-132", "$.difficulty")
    tavern.do(command, by="anna")
    asked = tavern.question
    assert (asked.name, asked.to, len(asked.choices)) == ("difficulty", ("gm",), 7)
    receipt = tavern.do({"type": "table.answer", "answer": "good"}, 0)
    cast_ = of(receipt, SpellCast)
    assert (cast_.difficulty, cast_.success) == (level("Good"), False)


@pytest.mark.rule("FUD-122")
def test_an_aura_makes_every_spell_on_its_bearer_harder() -> None:
    assert of(cast(mage(), 0, target="bob"), SpellCast).result == -1
    assert of(cast(mage(), 0, target="ada"), SpellCast).result == 0


@pytest.mark.rule("FUD-122")
@pytest.mark.parametrize(
    ("coolness", "casts"), [("Good", "Mediocre"), ("Superb", "Fair"), ("Fair", "Poor")]
)
def test_spells_may_be_cast_two_below_an_attribute_and_no_better_than_fair(
    coolness: str, casts: str
) -> None:
    sheet = {"attributes": {"coolness": coolness}, "skills": {}}
    tavern = mage(sheet, spellcasting="attribute")
    done = cast(tavern, 0, attribute="coolness", difficulty="Terrible")
    assert of(done, SpellCast).result == level(casts)


@pytest.mark.rule("FUD-122", "FUD-010", "FUD-115")
@pytest.mark.parametrize(("race", "result"), [("", -2), ("kin", -1)])
def test_who_has_not_written_the_attribute_casts_by_it_as_anybody_has_it(
    race: str, result: int
) -> None:
    """Coolness is Fair where nobody says otherwise, and Good among those who are born cool."""
    tavern = sit_down(powers=True, spellcasting="attribute")
    tavern.do({"type": "fudge.list_trait", "trait": "coolness", "listed": {"kind": "attribute"}})
    cool = {"type": "fudge.describe_race", "id": "kin", "name": "Kin", "bonus": {"coolness": 1}}
    tavern.do(cool)
    tavern.enter("ada", "anna", powers={"magical-potential": {}}, race=race)
    assert of(cast(tavern, 0, attribute="coolness"), SpellCast).result == result


@pytest.mark.rule("FUD-122")
def test_where_spells_are_cast_by_an_attribute_no_skill_will_do() -> None:
    tavern = mage({"skills": {"lying": "Superb"}}, spellcasting="attribute")
    with pytest.raises(Refused) as refused:
        cast(tavern, attribute="lying")
    assert (refused.value.rule, refused.value.path) == ("FUD-122", "$.attribute")


@pytest.mark.rule("FUD-122")
def test_a_bought_skill_casts_no_better_than_the_table_sells() -> None:
    superb = {"skills": {"spellcasting": "Superb"}}
    assert of(cast(mage(superb), 0), SpellCast).result == level("Fair")
    assert of(cast(mage(superb, spellcasting_most=1), 0), SpellCast).result == level("Good")


@pytest.mark.rule("FUD-122")
def test_nobody_casts_without_the_potential_or_something_to_cast_by() -> None:
    sheets: list[tuple[dict[str, Any], str]] = [
        ({"powers": {}}, "$.actor"),
        ({"skills": {}}, "$.attribute"),
    ]
    for sheet, path in sheets:
        with pytest.raises(Refused) as refused:
            cast(mage(sheet))
        assert (refused.value.rule, refused.value.path) == ("FUD-122", path)


@pytest.mark.rule("FUD-123")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_miracle_is_asked_for_and_the_gm_says_whether_it_comes(answer: str) -> None:
    tavern = mage()
    asked = tavern.do({"type": "fudge.invoke", "actor": "ada", "prayer": "rain"}, by="anna")
    assert asked.waiting
    assert asked.waiting.to == ("gm",)
    receipt = tavern.do({"type": "table.answer", "answer": answer})
    if answer == "yes":
        receipt = tavern.do({"type": "table.answer", "answer": "a cloud comes up"})
    said = of(receipt, MiracleInvoked)
    assert (said.granted, bool(said.outcome)) == (answer == "yes", answer == "yes")


@pytest.mark.rule("FUD-079")
def test_where_there_are_no_powers_there_is_neither_magic_nor_miracle() -> None:
    tavern = sit_down()
    tavern.enter("ada", "anna")
    for command in ({"type": "fudge.cast", "spell": "x"}, {"type": "fudge.invoke", "prayer": "x"}):
        with pytest.raises(Refused) as refused:
            tavern.do(command | {"actor": "ada"}, by="anna")
        assert refused.value.rule == "FUD-079"


# --- of whatever ruleset


@pytest.mark.rule("FUD-122")
@pytest.mark.parametrize(("tags", "target", "result"), [
    (["magic"], "bob", -1), (["magic"], "ada", 0), (["magic"], "", 0), ([], "bob", 0),
    (["music"], "bob", 0), (["fire", "magic"], "bob", -1),
])  # fmt: skip
def test_an_aura_knows_magic_by_its_tag_and_its_target(
    tags: list[str], target: str, result: int
) -> None:
    sent = {"type": "fudge.attempt", "actor": "ada", "trait": "spellcasting", "tags": tags}
    assert of(mage().do(sent | {"target": target}, 0), Attempted).result == result


@pytest.mark.rule("FUD-122")
@pytest.mark.parametrize(("a", "b", "results"), [("ada", "bob", (-1, 0)), ("bob", "ada", (0, 0))])
def test_of_a_contest_the_first_ones_roll_is_the_spell(
    a: str, b: str, results: tuple[int, int]
) -> None:
    """So his aura takes something off a spell on him, and nothing off whoever withstands his."""
    tavern = mage()
    sent = {"type": "fudge.contest", "a": a, "b": b, "trait_a": "will", "trait_b": "will"}
    done = of(tavern.do(sent | {"default": "Fair", "tags": ["magic"]}, 0, 0), Contested)
    assert (done.result_a, done.result_b) == results


def test_nothing_is_done_to_whoever_is_not_there() -> None:
    sent = {"type": "fudge.attempt", "actor": "ada", "trait": "spellcasting", "target": "carl"}
    with pytest.raises(Refused) as refused:
        mage().do(sent)
    assert refused.value.path == "$.target"


@pytest.mark.rule("FUD-121", "FUD-123")
@pytest.mark.parametrize("matter", ["magic", "miracles"])
def test_settling_nothing_is_refused_with_the_questions_there_are(matter: str) -> None:
    with pytest.raises(Refused) as refused:
        sit_down(powers=True).do({"type": "fudge.settle", "matter": matter, "answers": {}})
    assert refused.value.path == "$.answers"
    assert all(name in refused.value.hint for name in getattr(questionnaires(), matter))
