"""Pools on the command line: what is spent, lent, given and changed, told in both languages."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

import rollbook

from .tables import run

PLAYED = (
    "open_pool actor=ada pool=luck balance=2 maximum=3 refresh=scene to=3",
    "open_pool actor=bo pool=luck",
    "begin_scene",
    'gain_temporary actor=ada pool=luck amount=2 until={"when":"scene_end"}',
    "spend actor=ada pool=luck amount=1 for_=bo",
    "transfer actor=ada pool=luck to=bo amount=2",
    "set_pool actor=ada pool=luck maximum=null to=4 refresh=rest",
    "end_scene",
    "close_pool actor=bo pool=luck why=gone",
)

EFFECTS = ("effect_began", "effect_ended")

TOLD = {
    "en": (
        "Ada gains 2 luck: 2 now.",
        "Ada: +2 for a while, until the scene ends. [e6.1]",
        "Ada gains 2 luck for a while: 4 now. [e6.1]",
        "Ada spends 1 luck for Bo (1 temporary): 3 left.",
        "Ada gives 2 luck to Bo: 1 left.",
        "Bo is given 2 luck by Ada: 2 now.",
        "Ada: other bounds of luck: at most 3 → –, filled up at the end of a scene → a rest, "
        "filled up to 3 → 4.",
        "The effect e6.1 ends (due).",
        "Ada: of luck, what was temporary is gone (1): 0 left. [e6.1]",
        "Bo: the pool of luck is no more, 2 went with it (gone).",
    ),
    "it": (
        "Ada guadagna 2 luck: ora 2.",
        "Ada: +2 a tempo, fino alla fine della scena. [e6.1]",
        "Ada guadagna 2 luck a tempo: ora 4. [e6.1]",
        "Ada spende 1 luck per Bo (1 a tempo): ne restano 3.",
        "Ada cede 2 luck (a: Bo): ne restano 1.",
        "Bo riceve 2 luck (da: Ada): ora 2.",
        "Ada: nuovi limiti di luck: al massimo 3 → –, si riempie alla fine di una scena → "
        "un riposo, si riempie fino a 3 → 4.",
        "L'effetto e6.1 finisce (scaduto).",
        "Ada: svanisce quel che di luck era a tempo (1): ne restano 0. [e6.1]",
        "Bo: non c'è più la riserva di luck; ne vanno persi 2 (gone).",
    ),
}


@pytest.fixture
def purses(tmp_path: Path) -> Path:
    path = tmp_path / "purses.db"
    session = rollbook.new(path, "fudge", seats={"master": "gm", "anna": "player"})
    for actor, owner in (("ada", ["anna"]), ("bo", [])):
        command = {"type": "table.add_actor", "id": actor, "name": actor.title(), "owners": owner}
        session.do(command, by="master")
    session.close()
    return path


def play(path: Path, count: int = len(PLAYED)) -> None:
    for line in PLAYED[:count]:
        command, *fields = line.split(" ")
        done = run("do", path, f"table.{command}", *fields, "--by", "master")
        assert done.exit_code == 0, done.stderr


@pytest.mark.parametrize("lang", TOLD)
def test_whatever_happens_to_a_pool_is_told_in_the_readers_language(
    purses: Path, lang: str
) -> None:
    play(purses)
    logged = run("log", purses, "--lang", lang, "--json").stdout
    lines = [json.loads(line) for line in logged.splitlines()]
    told = tuple(
        line["text"]
        for line in lines
        if line["type"].removeprefix("table.")
        in ("gained", "spent", "lapsed", "pool_changed", "pool_closed", *EFFECTS)
    )
    assert told == TOLD[lang]


@pytest.mark.parametrize(
    ("lang", "line"),
    [("en", "The effect e6.1 ends (spent)."), ("it", "L'effetto e6.1 finisce (speso).")],
)
def test_that_what_was_lent_is_spent_is_told_in_the_readers_language(
    purses: Path, lang: str, line: str
) -> None:
    play(purses, 4)
    run("do", purses, "table.spend", "actor=ada", "pool=luck", "amount=3", "--by", "anna")
    assert line in run("log", purses, "--lang", lang).stdout


@pytest.mark.parametrize(("lang", "word"), [("en", "temporary"), ("it", "a tempo")])
def test_points_that_are_lent_are_shown_beside_the_others(
    purses: Path, lang: str, word: str
) -> None:
    play(purses, 3)
    assert word not in run("show", purses, "--lang", lang).stdout
    play_on = PLAYED[3].split(" ")
    run("do", purses, f"table.{play_on[0]}", *play_on[1:], "--by", "master")
    shown = run("show", purses, "--lang", lang).stdout.splitlines()
    head = next(line for line in shown if word in line)
    (ada,) = (line.split() for line in shown if "luck" in line and "ada" in line)
    assert (ada[2], ada[-1]) == ("4", "2")
    assert head.split()[-1] in word
    assert '"lent":{"e6.1":2}' in run("show", purses, "--json").stdout.replace(" ", "")


def test_a_field_that_may_be_left_out_has_no_default_to_show() -> None:
    shown = run("schema", "table.set_pool").stdout
    assert "UNSET" not in shown.upper()
    assert json.loads(run("schema", "table.set_pool", "--json").stdout)


def test_a_bound_of_the_wrong_form_is_refused_in_plain_words(purses: Path) -> None:
    play(purses, 1)
    done = run("do", purses, "table.set_pool", "actor=ada", "pool=luck", "maximum=lots")
    assert done.exit_code == 2
    assert "maximum is a whole number or null, not a text" in done.stderr


def test_in_sql_what_came_and_went_adds_up_to_what_there_is(purses: Path) -> None:
    play(purses)
    with sqlite3.connect(purses) as conn:
        query = """
            SELECT actor, sum(CASE type WHEN 'table.gained' THEN amount ELSE -amount END)
            FROM spends GROUP BY actor ORDER BY actor
        """
        assert conn.execute(query).fetchall() == [("ada", 0), ("bo", 2)]
    conn.close()


@pytest.mark.parametrize(
    ("lang", "shown", "one", "two"),
    [
        ("en", "Fudge Points", "spends 1 Fudge Point: 2 left", "spends 2 Fudge Points: 0 left"),
        ("it", "Punti Fudge", "spende 1 Punto Fudge: ne restano 2", "spende 2 Punti Fudge"),
    ],
)
def test_a_pool_is_called_by_its_rulesets_word_for_one_and_for_many(
    tmp_path: Path, lang: str, shown: str, one: str, two: str
) -> None:
    """Commands and journals know it by its name, whatever people read."""
    path = tmp_path / "words.db"
    enter = ("fudge.enter", "actor=ada", "name=Ada", 'sheet={"resistance":"Fair"}')
    spend = ("table.spend", "actor=ada", "pool=fudge-points")
    for words in (("new", path, "--rules", "fudge", "--seat", "meg=gm"), ("do", path, *enter)):
        assert run(*words).exit_code == 0
    told = [run("do", path, *spend, f"amount={n}", "--lang", lang).stdout for n in (1, 2)]
    assert one in told[0]
    assert two in told[1]
    table = run("show", path, "--lang", lang).stdout
    assert shown in table
    assert "fudge-points" not in table
    assert '"fudge-points"' in run("show", path, "--json").stdout
