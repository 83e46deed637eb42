"""The catalogue of rules from the command line: what acts on each, what tests it, which lack."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from rollbook import Excluded, Rules, Ruleset
from rollbook.core.engine import Engine
from rollbook.core.telling import Words
from rollbook.replay.catalogue import catalogue, cited, switches
from rollbook.replay.words import catalog, refusals_of, words

from .tables import run

RULES = """
[[rule]]
id = "SAL-01"
title = "A salute"
section = "1"
kind = "core"

[[rule]]
id = "SAL-02"
title = "A bow"
section = "1.12"
kind = "optional"

[[rule]]
id = "SAL-03"
title = "A smile"
section = "1.2"
kind = "variant"

[[rule]]
id = "SAL-04"
title = "Mind your manners"
section = "2"
kind = "advice"
"""
CODE = '''
"""Of SAL-01 to 04."""

BOWS = {"low": "SAL-02"}


def salute() -> None:
    """Salute (SAL-01)."""
    # a bow as well, SAL-02
    print("SAL-99")


class Face:
    """What one wears."""

    def smile(self) -> str:
        return "SAL-03"
'''
TESTED = 'SAL-01 = ["tests/test_a.py::test_salute"]\nSAL-02 = ["tests/test_a.py::test_bow"]\n'


class Manners(Struct, frozen=True):
    """Nothing."""


class MannersOptions(Struct, frozen=True):
    """Switches.

    Args:
        bows: how low one bows (SAL-02).
        smiling: whether one smiles, SAL-03 and 04.
    """

    bows: Literal["low", "deep"] = "low"
    smiling: bool = False


Files = dict[str, str]
WHOLE: Files = {"rules.toml": RULES, "acts.py": CODE, "tests.toml": TESTED}


@pytest.fixture
def manners(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, install: Callable[[Ruleset], None]
) -> Callable[[Files], Ruleset]:
    """A ruleset in a package of its own with these files, installed."""
    package = tmp_path / "manners_of_court"
    package.mkdir()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "manners_of_court", raising=False)

    def made(files: Files) -> Ruleset:
        for name, text in {"__init__.py": "", **files}.items():
            (package / name).write_text(text, encoding="utf-8")
        ruleset = Ruleset(
            "manners", version="1.0.0", state=Manners, options=MannersOptions,
            chapters=(Rules(Manners, MannersOptions),), package="manners_of_court",
            excludes=(
                Excluded("bows", "smiling", lambda o: o.bows == "deep" and o.smiling,
                         "a deep bow hides the face", "SAL-03"),
            ),
        )  # fmt: skip
        install(ruleset)
        return ruleset

    return made


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("FUD-210 to 216", range(210, 217)),
        ("FUD-133 to FUD-135, of 36 throws", range(133, 136)),
        ("FUD-006, 010", (6, 10)),
        ("FUD-139, 143 to 145, 153 and 157.", (139, 143, 144, 145, 153, 157)),
        ("(FUD-217 to\n        220), or unlimited (FUD-221)", range(217, 222)),
        ("FUD-202 and 12 more, 1000 of them", (202,)),
        ("FUD-EX-241, and sha-256, FUD-1234x", ()),
    ],
)
def test_rules_are_cited_one_by_one_or_in_short(text: str, numbers: Iterable[int]) -> None:
    assert cited(text) == {f"FUD-{n:03}" for n in numbers}


def test_what_acts_on_a_rule_is_what_cites_it(manners: Callable[[Files], Ruleset]) -> None:
    """A function, a method, a table; not a module's own words, and not a switch's description."""
    code = {rule.id: rule.code for rule in catalogue(manners(WHOLE))}
    assert code == {
        "SAL-01": ("acts:salute",),
        "SAL-02": ("acts:BOWS", "acts:salute"),
        "SAL-03": ("acts:Face.smile",),
        "SAL-04": (),
    }
    fudge = catalogue(Engine().catalogue["fudge"])
    assert not [place for rule in fudge for place in rule.code if place.startswith("options:")]


def test_rules_are_listed_by_section(manners: Callable[[Files], Ruleset]) -> None:
    manners(WHOLE)
    done = run("rules", "manners")
    assert done.exit_code == 0
    assert (
        done.stdout
        == """\
Section 1
  SAL-01  A salute  (core)
    acts
      acts:salute
    tested
      tests/test_a.py::test_salute

Section 1.12
  SAL-02  A bow  (optional)
    acts
      acts:BOWS
      acts:salute
    tested
      tests/test_a.py::test_bow

Section 1.2
  SAL-03  A smile  (variant)
    acts
      acts:Face.smile
    no test is marked with it

Section 2
  SAL-04  Mind your manners  (advice)
"""
    )


def test_one_rule_or_one_kind(manners: Callable[[Files], Ruleset]) -> None:
    manners(WHOLE)
    one = run("rules", "manners", "--rule", "SAL-03").stdout
    assert "SAL-03  A smile" in one
    assert "SAL-02" not in one
    assert one.endswith("    switches\n      smiling\n")
    assert [
        r["id"] for r in json.loads(run("rules", "manners", "--kind", "core", "--json").stdout)
    ] == ["SAL-01"]
    wrong = run("rules", "manners", "--rule", "SAL-05")
    assert (wrong.exit_code, "no rule is called 'SAL-05' (at --rule)" in wrong.stderr) == (2, True)
    wrong = run("rules", "manners", "--kind", "optionl")
    assert (wrong.exit_code, "did you mean optional?" in wrong.stderr) == (2, True)


def test_missing_says_what_each_lacks_and_is_a_failure(manners: Callable[[Files], Ruleset]) -> None:
    manners(WHOLE)
    done = run("rules", "manners", "--missing")
    assert (done.exit_code, done.stdout) == (1, "SAL-03  A smile: no test is marked with it\n")
    italian = run("rules", "manners", "--missing", "--lang", "it").stdout
    assert italian == "SAL-03  A smile: nessun test è marcato con questa regola\n"
    found = json.loads(run("rules", "manners", "--missing", "--json").stdout)
    assert [(rule["id"], rule["lacks"]) for rule in found] == [("SAL-03", ["tests"])]


def test_nothing_missing_is_no_line_and_exit_code_0(manners: Callable[[Files], Ruleset]) -> None:
    """Advice lacks nothing."""
    manners({**WHOLE, "tests.toml": TESTED + 'SAL-03 = ["tests/test_a.py::test_smile"]\n'})
    done = run("rules", "manners", "--missing")
    assert (done.exit_code, done.stdout) == (0, "")


def test_switches_say_what_they_may_be_and_what_they_exclude(
    manners: Callable[[Files], Ruleset],
) -> None:
    manners(WHOLE)
    assert (
        run("rules", "manners", "--options").stdout
        == """\
bows  low|deep  (default low)
  how low one bows (SAL-02).
  not with smiling: a deep bow hides the face [SAL-03]
smiling  true|false  (default false)
  whether one smiles, SAL-03 and 04.
  not with bows: a deep bow hides the face [SAL-03]
"""
    )
    found = json.loads(run("rules", "manners", "--options", "--json").stdout)
    assert [(switch["name"], switch["rules"]) for switch in found] == [
        ("bows", ["SAL-02"]),
        ("smiling", ["SAL-03", "SAL-04"]),
    ]


def test_what_excludes_each_other_is_refused_by_name_in_a_shell(
    manners: Callable[[Files], Ruleset], tmp_path: Path
) -> None:
    manners(WHOLE)
    done = run(
        "new",
        tmp_path / "x.db",
        "--rules",
        "manners",
        "--set",
        "bows=deep",
        "--set",
        "smiling=true",
    )
    assert done.exit_code == 1
    assert done.stderr.startswith("error: bows=deep and smiling=true exclude each other: ")
    assert "(at $.bows) [SAL-03]" in done.stderr
    assert not (tmp_path / "x.db").exists()


def test_a_ruleset_without_a_catalogue_or_switches_says_so(
    manners: Callable[[Files], Ruleset],
) -> None:
    manners({})
    done = run("rules", "manners")
    assert done.exit_code == 2
    assert "manners brings no catalogue of rules; rules.toml in its package" in done.stderr
    assert run("rules", "table", "--options").stdout == "table has no switches.\n"
    assert "did you mean manners?" in run("rules", "maners").stderr
    assert run("rules", "manners", "--options", "--missing").exit_code == 2


def test_fudge_is_told_in_italian() -> None:
    text = run("rules", "fudge", "--rule", "FUD-181", "--lang", "it").stdout
    assert text.startswith("Sezione 4.62\n  FUD-181  Rischiare tutto per colpire  (di base)\n")
    book = Engine().rulebook(("fudge",))
    fudge = book.rulesets[-1]
    english = {s.name: s.text for s in switches(fudge, words(book))}
    italian = {s.name: s.text for s in switches(fudge, words(book, "it"))}
    assert [name for name, said in italian.items() if not said or said == english[name]] == []
    said = catalog("rollbook.plugins.fudge", "it")
    assert {key for key in said if ".option." in key} == {f"fudge.option.{n}" for n in italian}


class Bows(Struct, frozen=True):
    """How low one bows.

    Args:
        depth: by custom, or so many degrees.
        limit: the lowest, if there is one.
    """

    depth: Literal["custom"] | Annotated[int, Meta(ge=0, le=90)] = "custom"
    limit: Annotated[int, Meta(ge=1)] | None = None


def test_a_switch_that_takes_a_word_or_a_number_says_both() -> None:
    ruleset = Ruleset("bows", version="1.0.0", state=Bare, options=Bows, chapters=(Rules(Bare),))
    found = [switch.type for switch in switches(ruleset, Words("en", {}, {}))]
    assert found == ["custom|0…90", "1…|null"]


class Bare(Struct, frozen=True):
    """Nothing to remember."""


def test_why_two_options_clash_is_said_in_the_readers_language() -> None:
    """Of every pair, where options are listed and where they are refused."""
    book = Engine().rulebook(["fudge"])
    ruleset = book.rulesets[-1]
    italian = refusals_of(book.rulesets, "it")
    assert ruleset.excludes
    for pair in ruleset.excludes:
        said = italian.say(pair.why)
        assert said != pair.why
        refused = f"{pair.switch}=a and {pair.other}=b exclude each other: {pair.why}"
        assert said in italian.say(refused)
        assert pair.why not in italian.say(refused)
        assert said in run("rules", "fudge", "--options", "--lang", "it").stdout
