"""The prompt without a terminal: lines come from a pipe, and nothing but text goes out."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from rollbook.core.engine import Engine
from rollbook.replay import load, rebuild
from rollbook.replay.forms import shape

from .tables import EXAMPLES, run

NEW = ("--rules", "fudge", "--seat", "master=gm", "--seat", "anna=player", "--seat", "bea=player")
ENTER = (
    f"enter snorri Snorri @{EXAMPLES}/snorri.toml owners=anna",
    f"enter brynhild Brynhild @{EXAMPLES}/brynhild.toml owners=bea",
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A session with real dice, in which nothing is done yet."""
    path = tmp_path / "duel.db"
    assert run("new", path, *NEW, "--dice", "table").exit_code == 0
    return path


def lines(*typed: str) -> str:
    """Lines as they come from a pipe."""
    return "".join(f"{line}\n" for line in typed)


def test_commands_questions_and_answers_come_from_a_pipe(file: Path) -> None:
    typed = lines(*ENTER, "begin_scene A tavern", "exchange snorri brynhild", "1 4", "5 1", "6 4")
    done = run("play", file, stdin=typed)
    assert done.exit_code == 0, done.output
    assert "Brynhild takes 1 wound point from Snorri" in done.stdout
    assert "\x1b" not in done.stdout
    (head,) = [line for line in done.stdout.splitlines() if line.startswith("Receipt ")]
    size, _, root = head.split()[1].rstrip(":").partition(":")
    recording = load(file)
    assert (int(size), root) == (recording.size, recording.store.head("duel").root.hex())
    assert f"rollbook play {file}" in done.stdout
    tracks = {t.actor: t.points for t in rebuild(recording)["wound-track"].characters}
    assert tracks == {"snorri": 0, "brynhild": 1}


def test_a_refused_line_is_said_the_next_is_heeded_and_the_exit_code_tells(file: Path) -> None:
    done = run("play", file, stdin=lines("exchange snorri", "exchang", *ENTER, "note here"))
    assert done.exit_code == 1
    assert "fudge.exchange needs b (b); help exchange" in done.stdout
    assert "did you mean fudge.exchange?" in done.stdout
    assert "master notes: “here”" in done.stdout
    assert list(rebuild(load(file)).table.actors) == ["snorri", "brynhild"]


def test_a_command_typed_where_an_answer_is_asked_for_says_how_to_get_away(file: Path) -> None:
    typed = lines(*ENTER, "exchange snorri brynhild", "begin_scene", "5", "undo", "note here")
    said = run("play", file, stdin=typed).stdout
    first = "An answer is asked for. undo takes back the command that asks; Ctrl-C leaves it"
    assert said.count(first) == 1, "a face too few is only a mistake"
    assert "master notes: “here”" in said


def test_whoever_may_not_is_told_who_may(file: Path) -> None:
    done = run("play", file, "--as", "anna", "--as", "master", stdin=lines("begin_scene"))
    assert "anna may not send table.begin_scene; who may: as master" in done.stdout
    alone = run("play", file, "--as", "anna", stdin=lines("begin_scene"))
    assert "anna may not send table.begin_scene; it is for: gm" in alone.stdout


def test_a_wrong_answer_is_refused_and_the_question_asked_again(file: Path) -> None:
    typed = (*ENTER, "exchange snorri brynhild", "9 9", "4", "1 4", "5 1", "6 4")
    done = run("play", file, stdin=lines(*typed))
    assert done.stdout.count("✗") == 2
    assert "Brynhild takes 1 wound point from Snorri" in done.stdout


def test_a_question_left_open_is_asked_when_play_goes_on(file: Path) -> None:
    run("play", file, stdin=lines(*ENTER, "exchange snorri brynhild", "1 4"))
    done = run("play", file, stdin=lines("5 1", "6 4"))
    assert "A question is open" in done.stdout
    assert "Brynhild takes 1 wound point from Snorri" in done.stdout


def test_a_question_to_somebody_elsewhere_is_not_asked_here(file: Path) -> None:
    run("play", file, stdin=lines(*ENTER))
    typed = lines("exchange snorri brynhild", "note still here", "answer 1,4 for_=snorri")
    done = run("play", file, "--as", "master", stdin=typed)
    assert "Waiting for snorri, who does not sit here." in done.stdout
    assert "still here" in done.stdout
    assert "Waiting for brynhild" in done.stdout


def test_undo_and_redo_go_back_and_forth_step_by_step(file: Path) -> None:
    done = run(
        "play", file,
        stdin=lines(*ENTER, "undo", "undo too early", "undo", "redo", "redo", "redo", "show"),
    )  # fmt: skip
    assert "Taken back: master ▸ fudge.enter actor=brynhild" in done.stdout
    assert "(too early)" in done.stdout
    assert "nothing is done yet" in done.stdout
    assert "there is nothing to bring back" in done.stdout
    assert list(rebuild(load(file)).table.actors) == ["snorri", "brynhild"]


def test_a_player_takes_back_what_the_charter_lets_him_and_no_more(file: Path) -> None:
    run("play", file, stdin=lines(*ENTER))
    fists = "wield snorri sword"
    done = run("play", file, "--as", "anna", stdin=lines(fists, "undo", "undo"))
    assert "Taken back: anna ▸ fudge.wield" in done.stdout
    assert "anna may not send table.return" in done.stdout


def test_what_others_did_meanwhile_is_told_before_the_next_line(file: Path) -> None:
    """Another process appends between two lines of this one."""
    with subprocess.Popen(
        [sys.executable, "-m", "rollbook", "play", str(file), "--lang", "en"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as here:
        assert here.stdin is not None
        assert here.stdout is not None
        here.stdin.write("note one\n")
        here.stdin.flush()
        while "“one”" not in here.stdout.readline():
            pass
        assert run("do", file, "begin_scene", "title=Fire", "--by", "master").exit_code == 0
        here.stdin.write("note two\n")
        here.stdin.close()
        rest = here.stdout.read()
    assert rest.index("A scene begins: Fire") < rest.index("“two”")
    assert "master ▸ table.begin_scene title=Fire" in rest


def test_whispers_are_for_their_hearer_and_stand_between_two_lines(file: Path) -> None:
    done = run("play", file, stdin=lines("whisper bea the ale is bad", "as anna", "as bea", "quit"))
    before, _, after = done.stdout.partition("Only bea looks now.")
    assert "whispers" not in before
    assert after.index("the ale is bad") < after.index("All may look again.")


def test_help_explains_a_command_its_fields_and_its_rules_by_title(file: Path) -> None:
    run("play", file, stdin=lines(*ENTER))
    text = run("play", file, stdin=lines("help exchange")).stdout
    for part in (
        "fight for one round",
        "a  text, needed",
        "manoeuvre_a  normal|all-out-attack|all-out-defence|offensive-2|",
        "FUD-170 The weapon decides the",
        "For example: exchange snorri brynhild",
    ):
        assert part in text
    assert "``" not in text


def test_the_example_of_every_command_can_be_parsed(file: Path) -> None:
    """Whatever commands there are, the line that help shows for each is one that can be typed."""
    from rollbook.core.engine import Engine
    from rollbook.replay.prompt.completion import Knowing
    from rollbook.replay.prompt.guide import example
    from rollbook.replay.prompt.line import Sent, parse
    from rollbook.replay.words import words

    run("play", file, stdin=lines(*ENTER))
    with Engine().open(Engine().store(str(file))) as session:
        say = words(session.book)
        know = Knowing(session.book, say, [session.view("master")], session.commands("master"))
        for info in session.commands("master"):
            kind = session.book.commands[info.type]
            line = example(kind, info.type, know)
            if "@" in line:
                continue  # a file that need not be there
            meant = parse(line, session.book, say)
            assert isinstance(meant, Sent)
            assert not meant.missing, line


def test_who_sits_here_is_said_by_id_or_name_or_refused(file: Path) -> None:
    assert "there is no seat 'ugo'" in run("play", file, "--as", "ugo").stderr
    assert run("play", file, "--as", "BEA").stdout.count("bea") >= 1
    assert run("play", file.with_name("none.db")).exit_code == 5


def test_the_language_can_be_changed_while_playing(file: Path) -> None:
    done = run("play", file, "--lang", "en", stdin=lines("help", "lang it", "aiuto", "aiuto enter"))
    assert done.exit_code == 0
    english, italian = done.stdout.split("lang it\n")
    assert "Words of the prompt:" in english
    assert "Parole del prompt:" in italian
    assert "Mettere in gioco un personaggio da una scheda." in italian
    assert "owners  elenco, si può omettere" in italian


def test_the_docs_show_what_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's transcript, typed line by line."""
    page = (EXAMPLES.parent / "command-line.md").read_text("utf-8")
    (shown,) = re.findall(r"## The prompt\n.*?```text\n(.*?)```", page, re.DOTALL)
    typed = [
        line.partition(" ▸ ")[2] for line in shown.splitlines() if re.match(r"\w[^:]* ▸ ", line)
    ]
    monkeypatch.chdir(EXAMPLES.parents[1])
    path = tmp_path / "duel.db"
    seats = ("--seat", "anna=gm:Anna", "--seat", "bea=player:Bea")
    plain = ("--dice", "table", "--set", "fudge_points=false", "--set", "criticals=off")
    assert run("new", path, "--rules", "fudge", *seats, *plain).exit_code == 0
    assert shown in run("play", path, stdin=lines(*typed)).stdout


@pytest.mark.parametrize("name", ["log", "show", "play"])
def test_only_a_terminal_loads_what_edits_lines(file: Path, name: str) -> None:
    """Other commands start as fast as before; a prompt that reads from a pipe needs none of it."""
    code = (
        "import sys\n"
        "from rollbook.replay.cli import rollbook as commands\n"
        "try:\n"
        "    commands.main(sys.argv[1:])\n"
        "except SystemExit as done:\n"
        "    assert not done.code\n"
        "print('loaded:', [m for m in sys.modules if m.startswith('prompt_toolkit')])\n"
        "print('ours:', [m for m in sys.modules if m.startswith('rollbook.replay.prompt')])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, name, file],
        input="", capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert "loaded: []" in done.stdout
    assert ("ours: []" in done.stdout) == (name != "play")


def test_help_shows_how_what_has_parts_is_written(file: Path) -> None:
    text = run("play", file, stdin=lines("help melee")).stdout
    shape = '[{"one":{"actor":"…",…},"others":[{"actor":"…",…}],…}]'
    assert f"      written as {shape}\n" in text
    assert f"For example: melee {shape}\n" in text


def test_what_help_shows_reads_once_the_marks_for_more_are_taken_out() -> None:
    """Of every field, of every command of Fudge's and the table's."""
    book = Engine().rulebook(["fudge"])
    tried = 0
    for kind in book.commands.values():
        for field in msgspec.structs.fields(kind):
            shown = shape(field.type).replace(",…", "").replace("{…}", "{}")
            json.loads(shown)
            tried += "{" in shown
    assert tried
