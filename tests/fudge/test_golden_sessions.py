"""Whole sessions of Fudge, kept: folded, told, audited, and looked at where it matters.

Each is a journal in ``golden`` with its transcript in both languages, the state at its end and
the receipts that its players kept. What a session promises is told by hand further below.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import rollbook
from rollbook.plugins.testing.golden import missing
from rollbook.replay import at, load, rebuild

from .golden.keeping import FOLDER, LANGUAGES, NAMES, run, told, writer

RAW_KEY = re.compile(r"\b(table|fudge|replay|audit|prompt|graph)\.[a-z]|\{[a-z_]+\}")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Each journal, imported into a file of its own."""
    folder = tmp_path_factory.mktemp("golden")
    for name in NAMES:
        done = run("import", FOLDER / f"{name}.jsonl", folder / f"{name}.db")
        assert done.exit_code == 0, done.stderr
    return {name: folder / f"{name}.db" for name in NAMES}


named = pytest.mark.parametrize("name", NAMES)


@named
def test_its_state_is_what_was_kept(kept: dict[str, Path], name: str) -> None:
    """As the command line shows it, which folds it near and far: what is new beside is welcome."""
    done = run("show", kept[name], "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    pinned = json.loads((FOLDER / f"{name}.shown.json").read_text(encoding="utf-8"))
    assert missing(pinned, json.loads(done.stdout)) == []


@named
def test_wherever_one_begins_to_fold_one_comes_to_the_same(
    kept: dict[str, Path], name: str
) -> None:
    """At every tenth commit, by the session that plays on and by the log folded from its start."""
    recording = load(kept[name])
    with rollbook.open(kept[name]) as session:
        for commit in [*range(0, recording.commits, 10), recording.commits - 1]:
            assert session.at(commit).slices == at(recording, commit=commit).slices
        assert session.view().slices == rebuild(recording).slices


@named
@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_told_as_it_was_kept(kept: dict[str, Path], name: str, lang: str) -> None:
    lines = told(kept[name], lang)
    assert lines == (FOLDER / f"{name}.{lang}.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if RAW_KEY.search(line)] == []


@named
def test_it_audits_clean_with_every_rule_decided_again(kept: dict[str, Path], name: str) -> None:
    """And every receipt that was kept outside vouches for what it vouched for then."""
    receipts = FOLDER / f"{name}.receipts.txt"
    done = run("audit", kept[name], "--json", "--receipts", receipts)
    found = json.loads(done.stdout)
    covered = {check["name"]: check["covered"] for check in found["results"]}
    assert [check for check in found["results"] if check["first"]] == []
    assert (done.exit_code, covered["rules"]) == (0, found["commits"])
    assert covered["receipts"] == len(receipts.read_text(encoding="utf-8").splitlines())
    verified = run("verify", FOLDER / f"{name}.jsonl")
    assert verified.exit_code == 0, verified.stdout


@named
def test_whoever_plays_it_again_writes_the_same(name: str, tmp_path: Path) -> None:
    """The writer beside the journal still plays it: the same words, record for record."""
    path = tmp_path / f"{name}.db"
    writer(name).play(path).session.close()
    for lang in LANGUAGES:
        kept = (FOLDER / f"{name}.{lang}.txt").read_text(encoding="utf-8").splitlines()
        assert told(path, lang) == kept
