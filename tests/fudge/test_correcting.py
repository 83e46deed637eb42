"""A wound on the wrong one, or of the wrong size, is put right by Fudge's own commands."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.core.errors import Refused
from rollbook.core.vocabulary import Corrected
from rollbook.plugins.fudge import Heal, Healed, Suffer, Wounded

from .tavern import Tavern, sit_down


def last(tavern: Tavern, kind: type[Any]) -> int:
    """Seq of the last record of a type."""
    return [e.seq for e in tavern.session.log() if isinstance(e.message, kind)][-1]


def hurt(points: int = 3) -> tuple[Tavern, int]:
    """Snorri has so many wound points from a beam, and Brynhild none; seq of the wound."""
    tavern = sit_down().duellists()
    tavern.session.do(Suffer(target="snorri", source="beam", amount=points), "master")
    return tavern, last(tavern, Wounded)


def heal(amount: int, corrects: int, target: str = "snorri") -> Heal:
    return Heal(target=target, source="master", amount=amount, rule="FUD-224", corrects=corrects)


@pytest.mark.report(57)
def test_damage_meant_for_another_is_one_healing_and_one_wound_and_both_are_told() -> None:
    tavern, wrong = hurt()
    back = tavern.session.do(heal(3, wrong), "master")
    assert [type(e) for e in back.events] == [Corrected, Healed]
    tavern.session.do(Suffer(target="brynhild", source="beam", amount=3), "master")
    assert (tavern.character("snorri").points, tavern.character("brynhild").points) == (0, 3)
    told = [type(e.message) for e in tavern.session.log(since=wrong) if e.kind == "event"]
    assert told == [Wounded, Corrected, Healed, Wounded]


def test_one_wound_is_put_right_and_those_after_it_stay() -> None:
    """Wound points add up: what came later neither bars the correction nor is changed by it."""
    tavern, wrong = hurt(2)
    tavern.session.do(Suffer(target="snorri", source="blade", amount=4), "master")
    tavern.session.do(heal(1, wrong), "master")
    assert tavern.character("snorri").points == 2 + 4 - 1
    with pytest.raises(Refused, match="has been put right"):
        tavern.session.do(heal(1, wrong), "master")


def test_no_more_is_taken_back_than_was_done_and_from_nobody_else() -> None:
    tavern, wrong = hurt(2)
    tavern.session.do(Suffer(target="snorri", source="blade", amount=4), "master")
    tavern.session.do(Suffer(target="brynhild", source="blade", amount=4), "master")
    size = tavern.session.store.head("duel").size
    for command, path in (
        (heal(3, wrong), "$.amount"),
        (heal(1, wrong, "brynhild"), "$.target"),
        (heal(1, wrong - 1), "$.corrects"),
    ):
        with pytest.raises(Refused) as refused:
            tavern.session.do(command, "master")
        assert refused.value.path == path
    assert tavern.session.store.head("duel").size == size


def test_a_wound_that_was_too_small_and_a_healing_that_was_too_great_are_put_right() -> None:
    tavern, small = hurt(1)
    more = Suffer(target="snorri", source="beam", amount=4, corrects=small)
    tavern.session.do(more, "master")
    assert tavern.character("snorri").points == 5
    tavern.session.do(Heal(target="snorri", source="herbs", amount=3, rule="FUD-226"), "master")
    great = last(tavern, Healed)
    again = Suffer(target="snorri", source="herbs", amount=4, corrects=great)
    with pytest.raises(Refused, match="did 3 wound points"):
        tavern.session.do(again, "master")
    tavern.session.do(Suffer(target="snorri", source="herbs", amount=2, corrects=great), "master")
    assert tavern.character("snorri").points == 4
