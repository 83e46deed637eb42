"""The page of a session: whole, alone, without secrets, and the same as what the tools say."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import sqlite3
import tomllib
from collections.abc import Callable
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rollbook import Engine, Ruleset, Session
from rollbook.journal import SQLiteStore
from rollbook.replay import load
from rollbook.replay.cli.standing import sections
from rollbook.replay.explain import explain
from rollbook.replay.explain.wording import details
from rollbook.replay.overview import overview
from rollbook.replay.rebuild import at
from rollbook.replay.recording import Recording
from rollbook.replay.report import Report, report
from rollbook.replay.report.states import rows_of
from rollbook.replay.transcript import Transcript
from rollbook.replay.words import words

from .pages import Element, given, made, parsed, written
from .tables import Clock, evening, run, sit_down, tavern

SECRET = "the ale is poisoned"
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</script><b>",
    "]]>--><!-- &amp; \u202egnp.exe",
)


@pytest.fixture(scope="module")
def inn() -> Session:
    """An evening with pools, wounds, a return and secrets, and a question to the GM alone."""
    session = sit_down()
    evening(session)
    session.do({"type": "tavern.whisper", "id": "ale", "text": SECRET}, "anna")
    session.do({"type": "tavern.vote"}, "master")
    return session


@pytest.fixture(scope="module")
def duel(played: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of the printed duel."""
    path = tmp_path_factory.mktemp("page") / "duel.html"
    assert run("report", played, "-o", path).exit_code == 0
    return path.read_text(encoding="utf-8")


def shown(rows: Any) -> list[list[str]]:
    return [list(row) for row in rows]


def test_the_page_tells_every_line_of_the_log(played: Path, duel: str) -> None:
    whole = parsed(duel)
    lines = [e for e in whole.at("transcript").all("li") if "id" in e.attributes]
    told = {line.seq: line for line in Transcript(load(played))}
    assert [e.attributes["id"] for e in lines] == [f"r{seq}" for seq in told]
    for line, element in zip(told.values(), lines, strict=True):
        assert line.text in element.text
        assert (line.by or "") in element.text


def test_the_whole_page_is_italian(played: Path, tmp_path: Path) -> None:
    """Its own words, those of the rules, and those of the audit."""
    path = tmp_path / "duello.html"
    said = run("report", played, "-o", path, "--lang", "it").stdout
    assert "Si apre con qualunque browser" in said
    whole = parsed(path.read_text(encoding="utf-8"))
    (html,) = whole.all("html")
    assert html.attributes["lang"] == "it"
    text = whole.all("body")[0].text
    for italian in ("Che cosa è successo", "Verdetto: ", "Dadi veri", "Lo statuto", "I dadi"):
        assert italian in text
    own = {k: v for k, v in words_of("en").items() if k.startswith("report.")}
    other = words_of("it")
    assert own.keys() <= other.keys()
    for key, english in own.items():
        if len(english) > 12 and "{who}" not in english:
            assert english not in text
            assert english != other[key]


def words_of(lang: str) -> dict[str, str]:
    text = (files("rollbook.replay") / "locale" / f"{lang}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def test_the_page_asks_nobody_for_anything(duel: str) -> None:
    """No address but places within it, no handlers or styles in attributes, two known scripts."""
    whole = parsed(duel)
    for element in whole.all():
        for name, value in element.attributes.items():
            assert not name.startswith("on"), name
            assert name not in ("style", "src", "srcset", "action", "data", "poster")
            if name in ("href", "xlink:href"):
                assert value.startswith("#") or value == "data:,"
    assert [s.attributes for s in whole.all("script")] == [
        {"type": "application/json", "id": "data"},
        {},
    ]
    assert not {e.name for e in whole.all()} & {"img", "iframe", "object", "embed", "base", "video"}
    assert "url(" not in whole.all("style")[0].text
    assert "@import" not in whole.all("style")[0].text


def test_its_policy_admits_its_own_style_and_script_and_nothing_else(duel: str) -> None:
    """By their SHA-256 as a browser computes it, over the text between the tags (CSP 3)."""
    whole = parsed(duel)
    [policy] = [
        m.attributes["content"]
        for m in whole.all("meta")
        if m.attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    rules = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    script = whole.all("script")[1].text
    assert rules == {
        "default-src": "'none'",
        "style-src": f"'{digest(whole.all('style')[0].text)}'",
        "script-src": f"'{digest(script)}'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }


def digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def test_the_page_can_be_heard_and_walked_by_its_landmarks_and_headings(duel: str) -> None:
    whole = parsed(duel)
    for name in ("header", "nav", "main", "aside", "h1"):
        assert len(whole.all(name)) == 1, name
    levels = [int(e.name[1]) for e in whole.all() if re.fullmatch(r"h[1-6]", e.name)]
    assert all(b - a <= 1 for a, b in pairwise(levels))
    ids = [e.attributes["id"] for e in whole.all() if "id" in e.attributes]
    assert len(ids) == len(set(ids))
    for element in whole.all():
        for name in ("aria-labelledby", "aria-describedby"):
            assert element.attributes.get(name, ids[0]) in ids
        href = element.attributes.get("href", "")
        assert not href.startswith("#") or href[1:] in ids
    inside = {id(e) for label in whole.all("label") for e in label.all()}
    for field in (*whole.all("input"), *whole.all("select")):
        assert id(field) in inside or field.attributes.get("aria-label")
    for button in whole.all("button"):
        assert button.attributes.get("aria-label") or button.text.strip()
    for picture in whole.all("svg"):
        assert picture.attributes["role"] == "img"
        assert picture.all("title")[0].text
    for table in whole.all("table"):
        assert all(th.attributes["scope"] in ("col", "row") for th in table.all("th"))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_text_stands_out_from_its_ground(dark: bool) -> None:
    """4.5 to 1 at least, as WCAG 2.2 counts contrast, in either scheme."""
    sheet = (files("rollbook.replay.report") / "page.css").read_text(encoding="utf-8")
    blocks = re.findall(r":root \{(.*?)\}", sheet, re.DOTALL)
    colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", blocks[dark]))
    for ground in ("ground", "raised"):
        for text in ("ink", "pale", "link", "good", "bad", "warn"):
            assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)
    for text in ("ink", "pale", "link"):
        assert contrast(colours[text], colours["mark"]) >= 4.5, text
    for line in ("wound", "points"):
        assert contrast(colours[line], colours["ground"]) >= 3, line


def contrast(one: str, other: str) -> float:
    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def patched(found: Report, steps: int) -> dict[str, list[list[str]]]:
    """What the page's script makes of the first steps."""
    states: dict[str, list[list[str]]] = {}
    for step in found.steps[:steps]:
        for patch in step.patches:
            rows = states.setdefault(patch.section, [])
            rows[patch.start : patch.start + patch.gone] = shown(patch.rows)
    return {name: rows for name, rows in states.items() if rows}


@pytest.mark.parametrize("viewer", ["", "bea"])
def test_each_step_shows_what_show_shows_after_its_commit(inn: Session, viewer: str) -> None:
    """Returns, a withdrawn command and an open question included."""
    found, recording = made(inn, viewer), Recording.of(inn)
    assert [s.commit for s in found.steps] == [
        c for c in range(inn.view().commit + 1) if any(e.commit == c for e in found.entries)
    ]
    said = words(inn.book)
    for n, step in enumerate(found.steps, 1):
        view = at(recording, commit=step.commit, viewer=viewer)
        seen = overview(recording, view)
        expected = {s.name: shown(rows_of(s)) for s in sections(seen, view, said)}
        state = patched(found, n)
        pending = state.pop("pending", None)
        assert state == {name: rows for name, rows in expected.items() if rows}
        asked = view.table.pending
        assert pending == ([["t", "0", asked.asked.question]] if asked else None)
    assert patched(found, len(found.steps)) == {k: shown(v) for k, v in found.now.items() if v}


def test_wounds_and_pools_are_drawn_with_what_was_taken_back(inn: Session) -> None:
    """Ugo is cut and it is taken back; Pia is cut; of three points one is spent."""

    def commits(kind: str) -> list[int]:
        return [e.commit for e in inn.log() if e.type == kind]

    cut_ugo, cut_pia = commits("tavern.was_cut")
    [back], [opened], [spent] = map(commits, ("table.returned", "table.pool_opened", "table.spent"))
    found = {(s.kind, s.who, s.what): s for s in made(inn).series}
    assert {key: s.points for key, s in found.items()} == {
        ("wounds", "ugo", "tavern.cuts"): ((cut_ugo - 1, 0), (cut_ugo, 1), (back, 0)),
        ("wounds", "pia", "tavern.cuts"): ((cut_pia - 1, 0), (cut_pia, 1)),
        ("points", "ugo", "luck"): ((opened, 3), (spent, 2)),
    }
    assert found["points", "ugo", "luck"].most == 5


def test_details_are_those_of_explain(played: Path) -> None:
    recording = load(played)
    said = words(recording.book)
    found = report_of(played)
    for entry in found.entries:
        step = explain(recording, entry.seq).record
        assert list(entry.details) == list(details(step, said, {})), entry.seq
    assert any("real dice" in line for e in found.entries for line in e.details)


def report_of(path: Path) -> Report:
    engine = Engine()
    return report(load(path, engine=engine), engine)


def test_whatever_is_written_at_the_table_stays_text() -> None:
    """Names, notes, pools, reasons: none of it becomes an element, or ends the script."""
    session = sit_down()
    for n, text in enumerate(HOSTILE):
        named = {"type": "table.add_actor", "id": f"a{n}", "name": text}
        session.do(named, "master")
        session.do({"type": "table.add_note", "text": text}, "bea")
        session.do({"type": "table.begin_scene", "title": text}, "master")
        session.do({"type": "table.end_scene"}, "master")
        session.do({"type": "tavern.cut", "actor": f"a{n}"}, "master")
    plain, text = parsed(written(sit_down())), written(session)
    whole = parsed(text)
    names = {e.name for e in plain.all()}
    allowed = names | {"figure", "figcaption", "svg", "title", "path", "circle", "text"}
    assert {e.name for e in whole.all()} <= allowed | {"details", "summary", "table", "em"}
    assert len(whole.all("script")) == len(plain.all("script"))
    assert "\u202e" not in text
    assert "<script>alert" in whole.at("transcript").text
    assert given(whole)["seq"] == [entry.seq for entry in session.log()]
    assert [e.attributes.get("onerror") for e in whole.all()] == [None] * len(whole.all())


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_seats_page_holds_no_byte_of_what_others_keep_to_themselves(
    inn: Session, lang: str
) -> None:
    whole, hers, his = written(inn, "", lang), written(inn, "bea", lang), written(inn, "master")
    for secret in (SECRET, "the ale is bad", "betray", "tavern.vote", "tavern.whisper"):
        assert secret in whole, "or nothing is shown by its absence"
        assert secret in his
        assert secret not in hers, secret
    assert "the ale was good" in hers


def test_pages_differ_by_nothing_that_a_seat_may_not_see() -> None:
    """Two evenings that differ in secrets alone: equal pages for Bea, but for the hashes."""
    pages = {}
    for text in (SECRET, "it is fine"):
        session = sit_down(clock=Clock())
        evening(session)
        session.do({"type": "tavern.whisper", "id": text[:3], "text": text}, "anna")
        pages[text] = {
            who: re.sub(r"[0-9a-f]{64}", "", written(session, who)) for who in ("bea", "master")
        }
    one, other = pages.values()
    assert one["bea"] == other["bea"]
    assert one["master"] != other["master"]


def test_a_page_of_a_file_that_was_changed_says_so(duel_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "duel.html"
    with sqlite3.connect(duel_file) as db:
        triggers = db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            db.execute(f"DROP TRIGGER {name}")
        db.execute("UPDATE records SET body = replace(body, 'tavern', 'temple') WHERE seq = 15")
    db.close()
    done = run("report", duel_file, "-o", path)
    assert (done.exit_code, "does not verify" in done.stdout) == (0, True)
    text = parsed(path.read_text(encoding="utf-8")).at("audit").text
    found = json.loads(run("audit", duel_file, "--json").stdout)
    assert found["code"] == 1
    bad = next(r for r in found["results"] if r["name"] == "tree")
    assert "does not verify" in text
    assert bad["first"]["broken"]["what"] in text


@pytest.fixture
def duel_file(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(played, tmp_path / "duel.db"))


def test_the_open_question_stands_first_with_its_choices(
    tmp_path: Path, install: Callable[[Ruleset], None]
) -> None:
    install(tavern)
    path = tmp_path / "inn.db"
    session = sit_down(SQLiteStore(path))
    session.do({"type": "tavern.vote"}, "master")
    session.store.close()
    asked = tmp_path / "asked.html"
    assert run("report", path, "-o", asked).exit_code == 0
    whole = parsed(asked.read_text(encoding="utf-8"))
    chapters = [e.attributes["id"] for e in whole.all("section")]
    assert chapters[0] == "waiting"
    question = whole.at("waiting")
    assert "Does the innkeeper betray them?" in question.text
    assert {"yes", "no"} <= {e.text for e in question.all("th")}
    assert run("report", path, "-o", asked, "--as", "bea").exit_code == 0
    assert "betray" not in asked.read_text(encoding="utf-8")


def test_only_pages_are_replaced(duel_file: Path, tmp_path: Path) -> None:
    """A mistyped name costs nobody his journal."""
    before = duel_file.read_bytes()
    refused = run("report", duel_file, "-o", duel_file)
    assert (refused.exit_code, "is no page" in refused.stderr) == (2, True)
    assert duel_file.read_bytes() == before
    assert run("report", duel_file, "-o", tmp_path).exit_code == 2
    assert run("report", duel_file, "-o", tmp_path / "no" / "page.html").exit_code == 2
    page = tmp_path / "page.html"
    for _ in range(2):
        assert run("report", duel_file, "-o", page).exit_code == 0
    made = {p.name for p in tmp_path.iterdir() if not p.name.startswith("duel.db")}
    assert made == {"page.html"}, "nothing half written is left behind"


def test_the_same_file_makes_the_same_page(played: Path, tmp_path: Path) -> None:
    pages = [tmp_path / "a.html", tmp_path / "b.html"]
    for path in pages:
        assert run("report", played, "-o", path).exit_code == 0
    assert pages[0].read_bytes() == pages[1].read_bytes()


def test_a_seat_is_found_by_name_and_json_says_what_was_written(
    played: Path, tmp_path: Path
) -> None:
    path = tmp_path / "anna.html"
    said = json.loads(run("report", played, "-o", path, "--as", "Anna", "--json").stdout)
    assert said == {
        "file": str(path), "session": "duel", "as": "anna", "size": 124, "records": 124, "code": 0,
    }  # fmt: skip
    assert "As anna may see it" in path.read_text(encoding="utf-8")
    wrong = run("report", played, "-o", tmp_path / "x.html", "--as", "anja")
    assert (wrong.exit_code, "anna" in wrong.stderr) == (2, True)


def test_names_in_a_list_are_names_and_not_ids(duel: str) -> None:
    whole = parsed(duel)
    options = {o.attributes["value"]: o.text for o in select(whole, "who").all("option")}
    assert options["brynhild"] == "Brynhild"
    assert options[""] == "anybody"


def select(whole: Element, name: str) -> Element:
    [found] = [e for e in whole.all("select") if e.attributes["name"] == name]
    return found
