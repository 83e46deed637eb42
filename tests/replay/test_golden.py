"""Journals recorded once and kept: what later versions make of them is what was pinned beside.

Each is an export in ``golden`` with what ``rollbook show --json`` gave of it. Neither is ever
written anew: with a release that records otherwise another pair is laid beside them.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rollbook.core.records import leaf
from rollbook.core.tree import grow, root
from rollbook.plugins.testing.golden import missing
from rollbook.replay import load
from rollbook.replay.transcript import Transcript

from .tables import run

GOLDEN = Path(__file__).parent / "golden"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.jsonl"))
RAW_KEY = re.compile(r"\b(table|fudge|replay|audit|prompt|graph)\.[a-z]")


@pytest.fixture(params=NAMES)
def golden(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Any]:
    """One of them, imported, and what was pinned."""
    name, path = request.param, tmp_path / "golden.db"
    done = run("import", GOLDEN / f"{name}.jsonl", path)
    assert done.exit_code == 0, done.stderr
    return path, json.loads((GOLDEN / f"{name}.shown.json").read_text(encoding="utf-8"))


def test_there_is_a_duel_and_an_evening() -> None:
    assert NAMES == ["duel", "evening"]


def test_what_would_be_missing_is_found() -> None:
    """The comparison itself: a value, a key or an entry less is named, one more is not."""
    assert missing({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2, "c": 3}], "d": 4}) == []
    assert missing({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}) == ["$.a[1].b"]
    assert missing({"a": 1, "b": 2}, {"a": 1}) == ["$.b"]
    assert missing([1, 2], [1]) == ["$"]


@pytest.mark.report(236)
def test_every_projection_is_what_was_pinned(golden: tuple[Path, Any]) -> None:
    path, pinned = golden
    done = run("show", path, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    shown = json.loads(done.stdout)
    assert missing(pinned, shown) == []
    records = list(load(path).records())
    assert len(records) == pinned["size"]
    last = load(path).commit(load(path).commits - 1)
    assert root(grow((), 0, map(leaf, records))) == last.root


@pytest.mark.report(242)
@pytest.mark.parametrize("lang", ["en", "it"])
def test_it_is_told_in_words_and_no_key_shows(golden: tuple[Path, Any], lang: str) -> None:
    """Of commands the name that is typed stands in the log; everything else is in words."""
    path, _ = golden
    transcript = Transcript(load(path), lang=lang)
    told = [line.text for line in transcript if line.kind == "event"]
    assert told
    assert [text for text in told if RAW_KEY.search(text)] == []
    assert not transcript.foreign
    shown = run("show", path, "--lang", lang).stdout
    assert [line for line in shown.splitlines() if RAW_KEY.search(line)] == []


def test_nothing_of_it_fails_to_verify(golden: tuple[Path, Any]) -> None:
    """The rules may have changed since, which is said; the bytes have not."""
    path, _ = golden
    assert run("audit", path).exit_code in {0, 3, 4}
