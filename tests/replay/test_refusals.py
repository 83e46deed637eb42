"""Whoever plays in Italian is refused in Italian; programs read English."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.core.errors import PluginError
from rollbook.replay.refusals import Refusals, of_package

from .refusing import ELSEWHERE, texts
from .tables import run

ROOT = Path(__file__).parents[2]
PACKAGES = {
    "core": "rollbook.core.table",
    "replay": "rollbook.replay",
    "plugins/fudge": "rollbook.plugins.fudge",
    "plugins/runes": "rollbook.plugins.runes",
}
"""Folder of the code, and the package that has its words."""


@pytest.mark.parametrize("folder", PACKAGES)
def test_every_text_of_a_refusal_and_of_a_hint_has_italian(folder: str) -> None:
    there = texts(ROOT / folder)
    said = of_package(PACKAGES[folder], "it")
    missing = {text: place for text, place in there.items() if text not in said}
    assert missing == {}


@pytest.mark.parametrize("folder", PACKAGES)
def test_no_words_are_left_over_for_a_refusal_that_is_gone(folder: str) -> None:
    said = of_package(PACKAGES[folder], "it")
    assert said.keys() - texts(ROOT / folder).keys() == set(ELSEWHERE.get(folder, ()))


def test_the_template_with_the_most_words_of_its_own_speaks() -> None:
    said = Refusals({"{} is {}": "{} è {}", "{} is {} and rests": "{1}: {0} riposa", "no": "no!"})
    assert said.say("ann is out and rests") == "out: ann riposa"
    assert said.say("ann is out") == "ann è out"
    assert said.say("no") == "no!"
    assert said.say("whatever else") == "whatever else"


@given(
    st.lists(st.text("ab ", max_size=3), min_size=2, max_size=4),
    st.text("ab ", max_size=12),
)
def test_a_template_speaks_of_what_fits_it_and_says_all_that_stood_in_its_places(
    parts: list[str], text: str
) -> None:
    """Whatever stands between its parts may be anything; put together, it is the text again."""
    english = "{}".join(parts)
    said = Refusals({english: "|".join(["{}"] * (len(parts) - 1))}).say(text)
    fits = re.fullmatch("(.*)".join(map(re.escape, parts)), text)
    if fits is None:
        assert said == text
    else:
        assert english.format(*said.split("|")) == text


def test_a_name_that_somebody_has_typed_does_not_hold_the_reader_up() -> None:
    """Many ways to cut it up, and none that fits: to try them all would take longer than a life."""
    said = Refusals({"{} has no {}, not {}: {} in {} is {}!": "{} {} {} {} {} {}"})
    text = "a has no b, not c: d in e is " * 1_000
    assert said.say(text) == text


@pytest.mark.parametrize(
    "toml",
    ['"{} is" = "{} {}"', '"a" = "{b}"', '"a" = 1', "a = [", '"a{}" = "}"'],
    ids=["more places", "a named place", "no text", "no TOML", "no template"],
)
def test_a_file_of_such_words_that_is_none_is_refused_by_name(
    toml: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "wordy" / "locale"
    folder.mkdir(parents=True)
    (tmp_path / "wordy" / "__init__.py").touch()
    (folder / "it.refusals.toml").write_text(toml, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(__import__("sys").modules, "wordy", raising=False)
    with pytest.raises(PluginError, match=r"it\.refusals\.toml of wordy"):
        of_package("wordy", "it")


def test_the_command_line_refuses_in_the_language_asked_for(duel: Path) -> None:
    """The field and the rule stay as they are typed; machines read English."""
    italian = run("do", duel, "table.begin_scene", "--lang", "it")
    assert italian.exit_code == 0, italian.stderr
    again = run("do", duel, "table.begin_scene", "--lang", "it")
    assert again.exit_code == 1
    assert again.stderr.startswith("errore: la scena ")
    assert " è in corso" in again.stderr
    machine = run("do", duel, "table.begin_scene", "--lang", "it", "--json")
    assert "under way" in json.loads(machine.stderr)["error"]["what"]


def test_the_prompt_refuses_in_the_language_that_was_chosen_last(duel: Path) -> None:
    said = run("play", duel, stdin="lang it\nnext_turn\nesci\n").stdout
    assert "✗ non è in corso nessun round" in said
