"""Looking from the command line: log, show, diff, plugins, schema."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from hashlib import sha256
from importlib.metadata import EntryPoint
from pathlib import Path

import click
import pytest

from rollbook import Ruleset, hookimpl
from rollbook.core import plugging
from rollbook.journal import SQLiteStore
from rollbook.replay import at, load
from rollbook.replay.cli.commands import plugins

from .tables import evening, run, shell, sit_down, tavern


@pytest.fixture
def inn(tmp_path: Path) -> Path:
    """An evening of the small ruleset in a file, which is not installed here."""
    session = sit_down(SQLiteStore(tmp_path / "inn.db"))
    evening(session)
    session.do({"type": "table.open_pool", "actor": "", "pool": "doom", "balance": 2}, "master")
    session.close()
    session.store.close()
    return tmp_path / "inn.db"


def test_log_tells_commands_and_what_came_of_them(played: Path) -> None:
    lines = run("log", played).stdout.splitlines()
    assert lines[0].endswith("…") or "table.open" in lines[0]
    assert any(line.endswith("master ▸ fudge.exchange a=snorri b=brynhild") for line in lines)
    assert any("Snorri hits Brynhild, Great against Fair" in line for line in lines)


def test_log_as_json_is_every_record_with_its_own_bytes(played: Path) -> None:
    lines = [json.loads(line) for line in run("log", played, "--json").stdout.splitlines()]
    recording = load(played)
    assert [line["seq"] for line in lines] == list(range(recording.size))
    assert [line["message"] for line in lines] == [json.loads(f.body) for f in recording.facts()]


def test_log_can_be_narrowed(played: Path) -> None:
    wounds = run("log", played, "--type", "wounded", "--actor", "snorri").stdout
    assert wounds.count("\n") == 3  # two he gave, and one he took
    late = run("log", played, "--since", "100", "--json").stdout.splitlines()
    assert json.loads(late[0])["seq"] == 100
    wrong = run("log", played, "--type", "woundd")
    assert (wrong.exit_code, "did you mean" in wrong.stderr) == (2, True)


def test_log_raw_shows_every_field(played: Path) -> None:
    raw = run("log", played, "--raw").stdout
    assert raw.count("\n") == load(played).size
    assert "performed" in raw


@pytest.mark.report(245)
def test_log_marks_strangers_and_counts_them(inn: Path) -> None:
    text = run("log", inn).stdout
    assert "? tavern.whispered id=w1" in text
    last = text.splitlines()[-1]
    assert last.startswith("Records of plugins that are not installed: ")
    assert "tavern.whispered (1)" in last
    assert "tavern.was_cut (2)" in last
    shown = run("show", inn).stdout
    assert "Rulesets of this session that are not installed: tavern." in shown
    assert "tavern.was_cut (2)" in shown


def test_what_was_taken_back_is_marked(inn: Path) -> None:
    lines = run("log", inn).stdout.splitlines()
    (cut,) = [line for line in lines if "▸ tavern.cut actor=ugo" in line]
    assert cut.endswith("(taken back by master, commit 6)")


def test_every_line_of_what_was_taken_back_says_so_however_it_is_found(duel: Path) -> None:
    """Whoever looks for wounds alone must not take an undone one for a wound."""
    for command in (
        ("suffer", "target=snorri", "source=rats", "amount=1"),
        ("add_note", "text=were there rats?"),
        ("add_seat", "id=carla", "name=Carla"),
    ):
        assert run("do", duel, *command).exit_code == 0
    last = load(duel).commits - 1
    assert run("do", duel, "return", f"to={last - 3}", "reason=no rats").exit_code == 0
    mark = f"(taken back by master, commit {last + 1})"
    for args, number in (
        (("--type", "fudge.wounded"), 1),
        (("--type", "suffer"), 1),
        (("--actor", "snorri"), 2),
        (("--raw",), 2),
        ((), 2),
    ):
        lines = run("log", duel, *args).stdout.splitlines()
        marked = [line for line in lines if line.endswith(mark)]
        assert len(marked) == number, args
        assert all("rats" in line and "were there" not in line for line in marked)


@pytest.mark.report(42)
def test_show_at_any_record_commit_or_time(played: Path) -> None:
    recording = load(played)
    for moment, view in (
        ("36", at(recording, seq=36)),
        ("c8", at(recording, commit=8)),
        ("2100-01-01", at(recording, seq=recording.size - 1)),
    ):
        shown = json.loads(run("show", played, "--at", moment, "--json").stdout)
        assert (shown["size"], shown["commit"]) == (view.size, view.commit)
        boxes = [who.points for who in view["wound-track"].characters]
        assert [w["points"] for w in shown["projections"]["wound-track"]["characters"]] == boxes


@pytest.mark.report(71)
@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("show", "--at", "999"), "there is no record 999 (at $.at); records are 0 to "),
        (("show", "--at", "c99"), "there is no commit 99 (at $.at); commits are 0 to "),
        (("show", "--at", "1999-01-01"), "nothing was recorded by 1999-01-01"),
        (("show", "--at", "soon"), "'soon' is no moment"),
        (("diff", "--since", "999"), "there is no record 998 (at $.since)"),
        (("diff", "5", "999"), "there is no record 999 (at $.to)"),
    ],
)
def test_beyond_the_ends_the_answer_is_clear(
    played: Path, args: tuple[str, ...], says: str
) -> None:
    done = run(args[0], played, *args[1:])
    assert says in done.stderr
    assert done.exit_code == 2


def test_show_tells_scene_round_pools_and_what_the_rules_project(inn: Path) -> None:
    text = run("show", inn).stdout
    assert "Scene: Inn" in text
    assert "Ugo" in text
    assert "luck" in text
    assert "the table" in text
    italian = run("show", inn, "--lang", "it").stdout
    assert "Scena: Inn" in italian
    assert "Riserve" in italian


@pytest.mark.report(104)
@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", ("Order of the round", "acts", "waits")), ("it", ("Ordine del round", "agisce"))],
)
def test_show_tells_the_order_with_what_was_compared(
    duel: Path, lang: str, words: tuple[str, ...]
) -> None:
    slots = (
        """slots={"one":{"actor":"snorri","key":[-9,2]},"two":{"actor":"brynhild","key":[-9,5]}}"""
    )
    assert run("do", duel, "begin_scene").exit_code == 0
    assert run("do", duel, "begin_round", slots, """keys=["initiative","toss"]""").exit_code == 0
    assert run("do", duel, "next_turn").exit_code == 0
    text = run("show", duel, "--lang", lang).stdout
    assert all(word in text for word in words)
    head, first, second = text[text.index(words[0]) :].splitlines()[1:4]
    assert head.split()[-2:] == ["initiative", "toss"]
    assert (first.split()[:2], first.split()[-2:]) == (["one", "snorri"], ["-9", "2"])
    assert (second.split()[:2], second.split()[-2:]) == (["two", "brynhild"], ["-9", "5"])
    assert "order" in run("show", duel, "--only", "order").stdout


def test_show_only_one_projection(played: Path) -> None:
    text = run("show", played, "--only", "wound-track").stdout
    assert text.startswith("Wounds (wound-track)\n")
    assert "Very Hurt" in text
    assert "Weapons" not in text
    for wrong, hint in (
        ("wound-trak", "did you mean wound-track?"),
        ("mana", "there is "),
    ):
        none = run("show", played, "--only", wrong)
        assert (none.exit_code, hint in none.stderr) == (2, True)


def test_diff_between_moments_and_backwards(played: Path) -> None:
    text = run("diff", played, "54", "70").stdout
    assert "brynhild  Characters.wound points  1 → 5" in text
    back = run("diff", played, "70", "54").stdout
    assert "brynhild  Characters.wound points  5 → 1" in back
    assert run("diff", played, "70", "70").stdout == "Nothing changed.\n"
    changes = json.loads(run("diff", played, "54", "70", "--json").stdout)
    assert {c["who"] for c in changes} == {"", "brynhild"}
    both = run("diff", played, "54", "--since", "55")
    assert (both.exit_code, "say the same" in both.stderr) == (2, True)


@pytest.mark.report(85)
def test_since_a_visit_log_and_diff_begin_at_the_same_record(played: Path) -> None:
    log = run("log", played, "--since", "55", "--json").stdout.splitlines()
    assert json.loads(log[0])["seq"] == 55
    assert run("diff", played, "--since", "55").stdout == run("diff", played, "54").stdout


@pytest.mark.report(74)
def test_looking_twice_shows_the_same_and_leaves_the_file_alone(duel: Path) -> None:
    before = sha256(duel.read_bytes()).digest()
    looks = [("log", duel), ("show", duel), ("show", duel, "--at", "50"), ("diff", duel, "3")]
    first = [run(*look).stdout for look in looks]
    assert [run(*look).stdout for look in looks] == first
    assert sha256(duel.read_bytes()).digest() == before


def test_a_file_in_a_place_that_may_not_be_written_can_be_read(duel: Path) -> None:
    duel.chmod(0o444)
    assert run("show", duel).exit_code == 0


def test_plugins_lists_what_each_brings(install: Callable[[Ruleset], None]) -> None:
    found = {p["name"]: p for p in json.loads(run("plugins", "--json").stdout)}
    assert found["fudge"]["state"] == "loaded"
    assert found["fudge"]["hooks"] == ["rollbook_rulesets"]
    (ruleset,) = found["fudge"]["rulesets"]
    assert (ruleset["name"], len(ruleset["digest"])) == ("fudge", 64)
    assert "journal" in run("plugins").stdout


def test_a_plugin_that_does_not_load_is_listed_and_breaks_nothing(
    monkeypatch: pytest.MonkeyPatch, played: Path
) -> None:
    broken = EntryPoint("broken", "no_such_module_anywhere", "rollbook")
    installed = plugging.points()
    for module in (plugging, plugins):
        monkeypatch.setattr(module, "points", lambda: [*installed, broken])
    done = run("plugins")
    assert done.exit_code == 0
    assert "refused" in done.stdout
    assert "No module named 'no_such_module_anywhere'" in done.stdout
    assert "fudge" in done.stdout
    other = run("do", played, "begin_scene")
    assert (other.exit_code, "the plugin broken" in other.stderr) == (5, True)


def test_schema_lists_commands_and_their_fields() -> None:
    text = run("schema", "fudge").stdout
    assert "fudge.exchange" in text
    assert "Two fighters within reach fight for one round" in text
    one = run("schema", "fudge", "exchange").stdout
    assert "normal|all-out-attack|all-out-defence|offensive-2|" in one
    assert "most damage the first will do" in one
    schema = json.loads(run("schema", "fudge", "exchange", "--json").stdout)
    assert "manoeuvre_a" in json.dumps(schema)
    assert "table.spend" in run("schema", "table").stdout
    wrong = run("schema", "fugde")
    assert (wrong.exit_code, "did you mean fudge?" in wrong.stderr) == (2, True)
    wrong = run("schema", "fudge", "exchang")
    assert (wrong.exit_code, "did you mean fudge.exchange?" in wrong.stderr) == (2, True)


def test_an_unknown_command_is_answered_with_the_nearest() -> None:
    done = run("shwo")
    assert done.exit_code == 2
    assert "there is no command 'shwo'; did you mean show?" in done.stderr


def test_language_comes_from_the_environment(played: Path) -> None:
    italian = run("log", played, "--lang", "it").stdout
    assert run("log", played, env={"LANG": "it_IT.UTF-8", "LC_ALL": ""}).stdout == italian
    assert run("log", played, env={"LC_ALL": "de_DE.UTF-8"}).stdout == run("log", played).stdout


def test_a_pipe_that_closes_is_no_error(played: Path) -> None:
    import subprocess
    import sys

    command = f"{sys.executable} -m rollbook log {played} --json | head -n 1; "
    done = subprocess.run(
        ["bash", "-c", command + "echo ${PIPESTATUS[0]}"],
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert done.stderr == b""
    assert done.stdout.splitlines()[-1] == b"0"


def test_no_colours_and_no_progress_outside_a_terminal(played: Path) -> None:
    done = shell("log", played, FORCE_COLOR="1")
    assert b"\x1b" not in done.stdout
    assert done.stderr == b""


@pytest.mark.parametrize("no_color", ["", "1"])
def test_on_a_terminal_colours_are_used_unless_no_color_says_otherwise(
    played: Path, no_color: str
) -> None:
    import os
    import pty
    import subprocess
    import sys

    leader, follower = pty.openpty()
    subprocess.run(
        [sys.executable, "-m", "rollbook", "show", str(played), "--only", "wound-track"],
        stdout=follower,
        stderr=follower,
        timeout=60,
        check=True,
        env={**os.environ, "TERM": "xterm", "NO_COLOR": no_color},
    )
    os.close(follower)
    text = os.read(leader, 65536)
    os.close(leader)
    assert (b"\x1b[1m" in text) == (not no_color)


def test_logging_goes_to_standard_error_and_only_when_asked(duel: Path) -> None:
    quiet = shell("do", duel, "begin_scene")
    assert quiet.stderr == b""
    loud = shell("do", duel, "end_scene", "--log-json")
    line = json.loads(loud.stderr.splitlines()[-1])
    assert line["event"] == "committed"
    assert line["command"] == "table.end_scene"
    plain = shell("do", duel, "begin_scene", "-v")
    assert b"committed" in plain.stderr
    assert b"\x1b" not in plain.stderr


def test_the_version_is_told() -> None:
    assert run("--version").stdout.startswith("rollbook ")


def test_what_is_shown_with_its_plugin_is_not_foreign(
    inn: Path, install: Callable[[Ruleset], None]
) -> None:
    install(tavern)
    assert "not installed" not in run("log", inn).stdout
    assert json.loads(run("show", inn, "--json").stdout)["foreign"] == {}


def test_hook_rollbook_commands_adds_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    class Plugin:
        @hookimpl
        def rollbook_commands(self, group: click.Group) -> None:
            @group.command(name="weather")
            def weather() -> None:
                """Tell the weather."""
                print("rain")

    class Point:
        name, dist = "weather", None

        def load(self) -> object:
            return Plugin()

    installed = plugging.points()
    monkeypatch.setattr(plugging, "points", lambda: [*installed, Point()])
    assert re.search(r"^ +weather +Tell the weather\.$", run("--help").stdout, re.MULTILINE)
    assert run("weather").stdout == "rain\n"


def test_help_stands_where_a_plugin_does_not_load(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("broken", "no_such_module_anywhere", "rollbook")
    monkeypatch.setattr(plugging, "points", lambda: [broken])
    done = run("--help")
    assert (done.exit_code, "Commands:" in done.stdout) == (0, True)
    assert "warning: the plugin broken" in done.stderr


def test_a_failure_of_the_program_is_one_line_and_code_5(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise ZeroDivisionError("by design")

    monkeypatch.setattr("rollbook.replay.cli.commands.show.overview", fail)
    done = run("show", played)
    assert done.stderr == "error: ZeroDivisionError: by design; -v shows where\n"
    assert done.exit_code == 5
    assert "Traceback" in run("show", played, "-v").stderr


def test_show_leaves_out_what_is_empty_and_what_is_only_looked_up(played: Path) -> None:
    """Tables of reference come when they are asked for, and always for machines."""
    shown = run("show", played).stdout
    assert "(wound-track)" in shown
    assert "(chances)" not in shown
    assert "(ladder)" not in shown
    assert ": –\n" not in shown
    assert "14/36" in run("show", played, "--only", "chances").stdout
    assert "Superb" in run("show", played, "--only", "ladder").stdout
    kept = json.loads(run("show", played, "--json").stdout)["projections"]
    assert {"chances", "ladder", "wound-track"} <= set(kept)


def test_schema_tells_of_what_stands_within_a_field() -> None:
    """A sheet, or who fights whom, is written by these fields; bounds are said as numbers."""
    melee = run("schema", "fudge", "melee").stdout
    for part in ("\nBout  ", "\nFighter  ", "\nAim  ", "\nCircumstance  "):
        assert melee.count(part) == 1
    sheet = run("schema", "fudge", "enter").stdout
    assert re.search(r"\n  tough_hide +int 0…999 ", sheet)
    assert re.search(r"\n  strength_scale +int -999…999 \| None ", sheet)
    assert not re.search(r"Annotated|Optional|Union|Literal", melee + sheet)
