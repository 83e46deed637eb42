"""A fight in words: what people read of blows, effects, waiting, and ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rollbook import Seat
from rollbook.replay import load, story
from rollbook.replay.transcript import Transcript

from .golden.fighting import Arena

SEATS = {"master": Seat("Master", "gm"), "anna": Seat("Anna", "player")}
LANGUAGES = pytest.mark.parametrize("lang", ["en", "it"])


def brawl(path: Path, *others: str, **options: object) -> Arena:
    """Ada, whom anna plays, and Bo, both Fair with a blade; and more like Bo."""
    arena = Arena(path / "brawl.db", SEATS, **{"criticals": "off", "damage_roll": "off"} | options)
    sheet = {
        "resistance": "Fair",
        "skills": {"blade": "Fair", "perception": "Fair"},
        "weapons": {"blade": {"name": "Blade", "skill": "blade", "class": "average"}},
    }
    for actor in ("ada", "bo", *others):
        played: dict[str, Any] = {"owners": ["anna"]} if actor == "ada" else {"kind": "npc"}
        arena.act("enter", actor=actor, name=actor.title(), sheet=sheet, **played)
    arena.act("table.begin_scene", title="A yard")
    arena.act("begin_fight", fighters=["ada", "bo", *others])
    return arena


def log(arena: Arena, lang: str) -> list[str]:
    """What the log tells of every event."""
    lines = Transcript(load(arena.path), lang=lang)
    return [line.text for line in lines if line.kind == "event" and line.text]


def kept(arena: Arena, lang: str) -> list[str]:
    """The story that a player keeps."""
    return list(story(load(arena.path), lang=lang))


@LANGUAGES
def test_an_effect_has_a_name_when_it_begins_acts_and_ends(tmp_path: Path, lang: str) -> None:
    """The number in brackets says which one it is, for whoever ends it."""
    arena = brawl(tmp_path, allout_defence_observe=True)
    arena.act("exchange", "ada 0, bo 0", a="ada", b="bo", manoeuvre_a="all-out-defence")
    arena.act("observe", "ada +1", by="anna", actor="ada")
    arena.act("next_round")
    arena.act("next_round")
    name = {"en": "an eye for an opening", "it": "un varco intravisto"}[lang]
    told = [line for line in log(arena, lang) if name in line]
    assert [line.partition(name)[0] for line in told] == {
        "en": ["Ada: ", "From now on: ", "No longer: "], "it": ["Ada: ", "Da ora: ", "Non più: "],
    }[lang]  # fmt: skip
    assert {"en": "the next round", "it": "il round seguente"}[lang] in told[0]
    assert len({line.rpartition(" [")[2] for line in told}) == 1
    assert len([line for line in kept(arena, lang) if name in line]) == 2  # that it acts is aside


@LANGUAGES
def test_whoever_waits_for_his_moment_is_called_by_name(tmp_path: Path, lang: str) -> None:
    arena = brawl(tmp_path, initiative="roll")
    arena.act("next_round", "ada 0, bo +1")
    arena.act("table.hold_slot", by="anna", id="ada")
    assert {"en": "Ada waits", "it": "Ada aspetta"}[lang] in log(arena, lang)[-1]


@LANGUAGES
def test_a_blow_that_nobody_meets_says_what_was_enough(tmp_path: Path, lang: str) -> None:
    """Of a contest both results are told."""
    arena = brawl(tmp_path)
    arena.act("attack", "ada +1", attacker="ada", target="bo")
    assert {"en": "Good where Poor is enough", "it": "Buono, e bastava Scarso"}[lang] in "".join(
        log(arena, lang)
    )
    arena.act("exchange", "ada +2, bo 0", a="ada", b="bo")
    assert {"en": "against", "it": "contro"}[lang] in [x for x in log(arena, lang) if "= " in x][-1]


@LANGUAGES
def test_one_throw_for_many_is_told_as_that(tmp_path: Path, lang: str) -> None:
    """And three whose results are the same are told in one breath, two by their names."""
    arena = brawl(tmp_path, "cy", "dee", multi_group_roll="one_roll")
    bout = {"one": {"actor": "ada", "manoeuvre": "normal"},
            "others": [{"actor": who} for who in ("bo", "cy", "dee")]}  # fmt: skip
    arena.act("melee", "ada +2, bo group 0", bouts=[bout])
    told = log(arena, lang)
    assert any({"en": "One throw for all", "it": "Un solo tiro"}[lang] in line for line in told)
    assert any({"en": "each of them Fair", "it": "ognuno Discreto"}[lang] in line for line in told)


@LANGUAGES
def test_who_is_killed_is_told_once_and_who_dies_unhelped_of_what(
    tmp_path: Path, lang: str
) -> None:
    """FUD-205, FUD-202: the wound itself is a record, and the log need not say it twice."""
    arena = brawl(tmp_path)
    arena.act("kill", target="bo", source="ada", cause="a knife at the throat")
    killed = [line for line in log(arena, lang) if "Bo" in line][-1:]
    assert "a knife at the throat" in killed[0]
    assert not [line for line in log(arena, lang) if "■" in line]
    arena.act("suffer", target="ada", source="bo", amount=9)
    waiting = {"en": "a death, unless help comes", "it": "una morte, se non arriva aiuto"}[lang]
    assert any(waiting in line for line in log(arena, lang))
    arena.act("table.advance_clock", seconds=3600)
    unhelped = {"en": "No help has come in time for Ada", "it": "Nessuno ha soccorso Ada"}[lang]
    assert any(line.startswith(unhelped) for line in kept(arena, lang))


@LANGUAGES
def test_what_else_somebody_does_and_where_he_aims_is_told_in_words(
    tmp_path: Path, lang: str
) -> None:
    arena = brawl(tmp_path)
    arena.act(
        "exchange", "ada 0, bo +1", a="ada", b="bo", manoeuvre_b="other", doing_b="flee",
        trait_b="perception", aim_a={"part": "head", "minimum": "Good"},
    )  # fmt: skip
    told = " ".join(log(arena, lang))
    assert {"en": "flight", "it": "la fuga"}[lang] in told
    assert {"en": "the head", "it": "la testa"}[lang] in told
    assert "flee" not in told


@LANGUAGES
def test_rounds_are_parted_in_a_story(tmp_path: Path, lang: str) -> None:
    arena = brawl(tmp_path)
    arena.act("exchange", "ada 0, bo 0", a="ada", b="bo")
    arena.act("exchange", "ada 0, bo 0", a="ada", b="bo")
    told = kept(arena, lang)
    rounds = [at for at, line in enumerate(told) if "round" in line.lower()]
    assert [told[at - 1] for at in rounds[-2:]] == ["", ""]
