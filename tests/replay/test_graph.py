"""The graph of commits: each once, under its parent, and what stands straight down."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.core.chain import chain, on
from rollbook.core.memory import MemoryStore
from rollbook.journal import SQLiteStore
from rollbook.replay import Recording, branches
from rollbook.replay.graph import ASCII, LANES, LINES, Marks, Row, draw, parents

from .tables import SEATS, Clock, evening, run, shell, sit_down, tavern


@st.composite
def histories(draw: st.DrawFn, most: int = 60) -> tuple[int, dict[str, int]]:
    """A number of commits, and which of them went back or forth, and where to."""
    commits = draw(st.integers(1, most))
    jumps = draw(st.sets(st.integers(2, most)))
    return commits, {
        str(no): draw(st.integers(0, no - 2)) for no in sorted(jumps) if no < commits
    }  # fmt: skip


def standing(commits: int, returns: dict[str, int]) -> set[int]:
    spans = chain(commits - 1, returns)
    return {no for no in range(commits) if on(spans, no)}


def drawn(
    commits: int, returns: dict[str, int], marks: Marks = LINES, lanes: int = LANES
) -> list[Row]:
    return list(draw(parents(commits, returns), standing(commits, returns), marks, lanes))


def cells(row: Row) -> list[tuple[str, str]]:
    """Each lane's mark, and what stands between it and the next."""
    text = row.rails + " "
    return [(text[i], text[i + 1]) for i in range(0, len(text) - 1, 2)]


def read_back(rows: list[Row], m: Marks) -> tuple[dict[int, int | None], dict[int, int]]:
    """Parents as the eye follows the rails up, and each commit's lane; None where they were cut."""
    above: dict[int, int | None] = {}
    found: dict[int, int | None] = {}
    lanes: dict[int, int] = {}
    for row in rows:
        here = cells(row)
        commit = [i for i, (mark, _) in enumerate(here) if mark in (m.head, m.stands, m.back)]
        across = [i for i, (_, gap) in enumerate(here) if gap == m.across]
        if row.commit is not None:
            [lane] = commit
            found[row.commit], lanes[row.commit] = above.get(lane), lane
            above[lane] = row.commit
        elif across:
            low, high = across[0], across[-1] + 1
            to = high if here[high][0] == m.down_right else low
            assert here[to][0] == (m.down_right if to == high else m.down_left)
            above[to] = above[low + high - to]
        else:
            ends = [i for i, (mark, _) in enumerate(here) if mark == m.ends]
            begins = [i for i, (mark, _) in enumerate(here) if mark == m.begins]
            assert len(ends) + len(begins) == 1
            above.update(dict.fromkeys(begins))
            for lane in ends:
                del above[lane]
        for lane in [lane for lane in above if lane >= len(here) or here[lane][0] in " "]:
            del above[lane]
        assert {i for i, (mark, _) in enumerate(here) if mark in m and mark not in m.across} <= {
            *above, *(i for i, (mark, _) in enumerate(here) if mark == m.ends)
        }  # fmt: skip
    return found, lanes


@given(histories(), st.sampled_from([LINES, ASCII]), st.integers(3, 12))
def test_each_commit_stands_once_in_order_under_its_parent(
    history: tuple[int, dict[str, int]], marks: Marks, lanes: int
) -> None:
    """Followed up the rails: the parent, or a cut, which only returns and the first may have."""
    commits, returns = history
    rows = drawn(commits, returns, marks, lanes)
    assert [row.commit for row in rows if row.commit is not None] == list(range(commits))
    found, _ = read_back(rows, marks)
    for no in range(commits):
        parent = returns.get(str(no), no - 1) if no else None
        assert found[no] == parent or (found[no] is None and str(no) in returns)


@given(histories(), st.integers(3, 12))
def test_it_is_never_wider_than_its_lanes(history: tuple[int, dict[str, int]], lanes: int) -> None:
    assert all(len(row.rails) <= 2 * lanes - 1 for row in drawn(*history, lanes=lanes))


@given(histories())
def test_no_rail_is_cut_where_there_is_room(history: tuple[int, dict[str, int]]) -> None:
    """As many lanes as commits are room for everything."""
    rows = drawn(*history, lanes=70)
    found, _ = read_back(rows, LINES)
    assert [no for no, parent in found.items() if parent is None] == [0]
    assert not any({LINES.begins, LINES.ends} & {*row.rails} for row in rows)


@given(histories(), st.sampled_from([LINES, ASCII]), st.integers(3, 12))
def test_what_stands_goes_down_the_first_lane_and_is_marked_as_the_chain_says(
    history: tuple[int, dict[str, int]], marks: Marks, lanes: int
) -> None:
    commits, returns = history
    rows = drawn(commits, returns, marks, lanes)
    found, lane = read_back(rows, marks)
    stands = standing(commits, returns)
    for row in rows:
        if row.commit is None:
            continue
        mark = row.rails[2 * lane[row.commit]]
        last = row.commit == commits - 1
        wanted = marks.head if last else marks.stands if row.commit in stands else marks.back
        assert mark == wanted
        assert (lane[row.commit] == 0) == (row.commit in stands)
    at, seen = commits - 1, set()
    while at:  # the rail of what stands is never cut
        seen.add(at)
        above = found[at]
        assert above is not None
        at = above
    assert seen | {0} == stands


PICTURES = {
    "undo": (6, {"4": 1}, """\
        * 0
        * 1
        |-.
        | o 2
        | o 3
        * 4
        @ 5"""),
    "undo and redo": (8, {"4": 1, "6": 3}, """\
        * 0
        * 1
        |-.
        * | 2
        * | 3
        | o 4
        | o 5
        * 6
        @ 7"""),
    "undo after undo": (7, {"4": 2, "5": 1, "6": 0}, """\
        * 0
        |-.
        | o 1
        | |-.
        | | o 2
        | | |-.
        | | | o 3
        | | o 4
        | o 5
        @ 6"""),
    "a branch from a branch": (8, {"3": 0, "6": 4}, """\
        * 0
        |-.
        | o 1
        | o 2
        * 3
        * 4
        |-.
        | o 5
        * 6
        @ 7"""),
}  # fmt: skip


@pytest.mark.parametrize("name", PICTURES)
def test_small_histories_read_as_one_would_draw_them(name: str) -> None:
    commits, returns, picture = PICTURES[name]
    rows = [
        row.rails if row.commit is None else f"{row.rails} {row.commit}"
        for row in drawn(commits, returns, ASCII)
    ]
    assert rows == [line.removeprefix(" " * 8) for line in picture.splitlines()]


@pytest.fixture
def inn(tmp_path: Path) -> Path:
    store = SQLiteStore(tmp_path / "inn.db")
    session = sit_down(store)
    evening(session)
    store.close()
    return tmp_path / "inn.db"


@pytest.fixture(autouse=True)
def _installed(install: object) -> None:
    install(tavern)  # type: ignore[operator]


def test_log_draws_returns_and_withdrawals_with_who_did_what(inn: Path) -> None:
    """After the seats: a cut taken back, then a vote that was withdrawn."""
    lines = run("log", inn, "--graph", "--ascii").stdout.splitlines()
    assert lines[0].startswith("* c0 master > table.open ")
    assert lines[3:] == [
        '* c3 master > table.begin_scene title=Inn',
        '* c4 master > table.open_pool actor=ugo pool=luck balance=3 maximum=5',
        "|-.",
        "| o c5 master > tavern.cut actor=ugo",
        "* c6 <- c4 master > table.return to=4 reason=pia",
        "* c7 master > tavern.cut actor=pia",
        '* c8 anna > tavern.whisper id=w1 text="the ale is bad"',
        "* c9 master > table.spend actor=ugo pool=luck amount=1",
        "|-.",
        "| o c10 master > tavern.vote",
        "* c11 <- c9 master > table.withdraw reason=later",
        '@ c12 bea > table.add_note text="the ale was good"',
    ]  # fmt: skip


def test_since_begins_with_the_commit_of_that_record_and_keeps_its_rails(inn: Path) -> None:
    whole = run("log", inn, "--graph").stdout.splitlines()
    told = [json.loads(line) for line in run("log", inn, "--json").stdout.splitlines()]
    for line in told:
        part = run("log", inn, "--graph", "--since", line["seq"]).stdout.splitlines()
        assert f" c{line['commit']} " in f"{part[0]} "
        assert part == whole[len(whole) - len(part) :]
    assert run("log", inn, "--graph", "--since", "999").stdout == ""


def test_a_viewer_is_shown_the_place_of_a_commit_and_nothing_of_what_he_may_not_see(
    inn: Path,
) -> None:
    for form in ((), ("--json",)):
        done = run("log", inn, "--graph", "--as", "bea", *form)
        for word in ("whisper", "the ale is bad", "w1", "vote"):
            assert word not in done.stdout
    lines = run("log", inn, "--graph", "--ascii", "--as", "bea").stdout.splitlines()
    assert "* c8" in lines
    assert "| o c10" in lines
    other = sit_down(MemoryStore())
    evening(other)
    mine = list(branches(Recording.of(other), viewer="bea"))
    assert (mine[8].by, mine[8].at, mine[8].type, mine[8].message) == ("", "", "", None)
    assert [b.commit for b in mine if b.by] == [no for no in range(13) if no not in (8, 10)]


def test_a_secret_command_and_another_are_drawn_alike_to_whom_neither_is_shown() -> None:
    """It, and all around it, to the last field."""
    seen = []
    for text in ("the ale is bad", "the ale is good, and more of it"):
        session = sit_down(MemoryStore(), clock=Clock())
        session.do({"type": "tavern.whisper", "id": "a", "text": text}, "anna")
        session.do({"type": "table.return", "to": 2}, "master")
        found = branches(Recording.of(session), viewer="bea")
        seen.append([msgspec.json.encode(each) for each in found])
    assert seen[0] == seen[1]


def test_json_gives_each_commit_with_parent_and_whether_it_stands(inn: Path) -> None:
    found = [json.loads(line) for line in run("log", inn, "--graph", "--json").stdout.splitlines()]
    assert [(c["commit"], c["parent"]) for c in found] == [
        (no, {6: 4, 11: 9}.get(no, no - 1) if no else None) for no in range(13)
    ]
    assert [c["commit"] for c in found if not c["stands"]] == [5, 10]
    assert [c["commit"] for c in found if c["returned"]] == [6, 11]
    assert {c["by"] for c in found} == SEATS.keys()
    assert found[6]["message"] == {"type": "table.return", "to": 4, "reason": "pia"}


@pytest.mark.parametrize("option", [["--actor", "ugo"], ["--type", "cut"], ["--raw"], ["--follow"]])
def test_what_leaves_commits_out_does_not_go_with_the_graph(inn: Path, option: list[str]) -> None:
    done = run("log", inn, "--graph", *option)
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"{option[0]} does not go with it" in done.stderr
    assert run("log", inn, "--ascii").exit_code == 2


def test_no_line_is_wider_than_the_terminal_however_long_the_text(tmp_path: Path) -> None:
    session = sit_down(SQLiteStore(tmp_path / "long.db"))
    for word in ("水" * 40, "x" * 500, "x\u0301" * 70):
        session.do({"type": "table.add_note", "text": word}, "bea")
    for columns in (40, 80):
        done = run("log", tmp_path / "long.db", "--graph", env={"COLUMNS": str(columns)})
        for line in done.stdout.splitlines():
            assert len(line) + line.count("水") - line.count("\u0301") <= columns
        assert done.stdout.count("…") >= 2


def test_a_file_of_two_hundred_commits_full_of_undo_reads_in_bounds(duel: Path) -> None:
    """Of a process of its own, into a pipe: UTF-8 whatever the locale says."""
    done = shell("log", duel, "--graph", LC_ALL="C", PYTHONUTF8="0", COLUMNS="70")
    assert done.returncode == 0
    assert LINES.head in done.stdout.decode("utf-8")
    session = sit_down(MemoryStore())
    for no in range(100):
        session.do({"type": "table.advance_clock", "seconds": no + 1}, "master")
    for to in range(100, 3, -1):
        session.do({"type": "table.return", "to": to}, "master")
    found = list(branches(Recording.of(session)))
    commits, returns = len(found), session.view().ledger.parents
    assert commits == 200
    rows = drawn(commits, returns)
    assert max(len(row.rails) for row in rows) <= 2 * LANES - 1
    assert sum(row.commit is None for row in rows) <= 2 * commits
