"""What people type, and what they are told when it will not do."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import rollbook
from rollbook.replay.cli.commands.new import id_of

from .tables import EXAMPLES, run

NEW = ("--rules", "fudge", "--seat", "master=gm", "--seat", "anna=player", "--seat", "bea=player")
SHEET = EXAMPLES / "snorri.toml"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A session with one fighter and his luck."""
    path = tmp_path / "duel.db"
    for args in (
        ("new", path, *NEW, "--dice", "table"),
        ("do", path, "enter", "actor=snorri", "name=Snorri", f"sheet=@{SHEET}", "owners=anna"),
        ("do", path, "open_pool", "actor=snorri", "pool=luck", "balance=3"),
        ("do", path, "add_actor", "id=n7", "name=Ugo the Bald"),
    ):
        done = run(*args)
        assert done.exit_code == 0, done.stderr
    return path


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("enter", "actor=GOR", "name=Gor", f"sheet=@{SHEET}"), "(at $.actor)"),
        (("enter", "actor=snorri", "name=Gor", f"sheet=@{SHEET}"), "(at $.actor)"),
        (("enter", "actor=gor", "name=Gor", "sheet=gor.toml"), "did you mean sheet=@gor.toml?"),
        (("enter", "actor=gor", "name=Gor", "sheet=3"), "sheet is an object, not a whole number"),
        (("enter", "actor=gor", "name=Gor", 'sheet={"resistence":1}'), "did you mean resistance?"),
        (("exchange", "a=x", "b=y", "manoeuvre_a=all_out_attack"), "did you mean all-out-attack?"),
        (("exchange", "a=x", "b=y", "manoeuvre_a=run"), "one of normal, all-out-attack"),
        (("exchange", "a=x", "b=y", "situation=mud"), "situation is a list, not a text"),
        (("add_actor", "id=x", "name=X", "owners=3"), "there is no seat 3"),
        (("add_actor", "id=x", "name=X", "owners=ana"), "did you mean anna?"),
        (("begin_round", "repeat=perhaps"), "repeat is true or false, not a text"),
        (("spend", "actor=snorri", "pool=lukc", "amount=1"), "did you mean luck?"),
        (("spend", "actor=snori", "pool=luck", "amount=1"), "did you mean snorri?"),
        (("suffer", "target=snori", "source=x", "amount=1"), "did you mean snorri?"),
        (("suffer", "target=Ugo the Bald", "source=x", "amount=1"), "did you mean n7?"),
        (("add_note", "text=x", "--by", "anan"), "did you mean anna?"),
    ],
)
def test_what_will_not_do_is_said_in_plain_words(
    file: Path, args: tuple[str, ...], says: str
) -> None:
    done = run("do", file, *args)
    assert says in done.stderr
    assert "`" not in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.exit_code in (1, 2)


def test_names_are_suggested_only_from_what_the_sender_sees(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    run("new", path, *NEW)
    assert run("do", path, "add_note", "text=x", "--by", "maste").stderr.count("master") == 1


def test_lists_truths_and_commits_are_taken_as_they_are_typed(file: Path) -> None:
    for args in (
        ("add_actor", "id=x", "name=X", "owners=anna"),
        ("add_actor", "id=y", "name=Y", "owners=anna,bea"),
        ("add_actor", "id=z", "name=Z", "owners="),
        ("begin_scene",),
        ("begin_round", "repeat=no"),
        ("return", "to=c5"),
    ):
        done = run("do", file, *args)
        assert done.exit_code == 0, done.stderr
    view = rollbook.open(file).view()
    assert view.ledger.owners == {
        "snorri": ("anna",), "n7": (), "x": ("anna",), "y": ("anna", "bea"), "z": (),
    }  # fmt: skip
    assert set(view.table.actors) == {"snorri", "n7", "x", "y"}


def test_a_level_may_be_a_word(file: Path) -> None:
    answer = ("--answer", "dice:snorri:sword=1 4")
    done = run("do", file, "attempt", "actor=snorri", "trait=sword", "difficulty=Great", *answer)
    assert "against Great" in done.stdout
    again = run("do", file, "attempt", "actor=snorri", "trait=sword", "difficulty=Ottimo", *answer)
    assert "against Great" in again.stdout
    wrong = run("do", file, "attempt", "actor=snorri", "trait=sword", "difficulty=Graet")
    assert "'Graet' is no level (at $.difficulty)" in wrong.stderr
    assert wrong.exit_code == 2


def test_answering_for_somebody_is_an_option_not_a_field(duel: Path) -> None:
    run("do", duel, "begin_scene")
    run("do", duel, "begin_round")
    both = ("manoeuvre_a=ask", "manoeuvre_b=ask")
    assert run("do", duel, "exchange", "a=snorri", "b=brynhild", *both).exit_code == 0
    unclear = run("answer", duel, "normal").stderr
    assert "say --for WHO" in unclear
    assert "for_" not in unclear
    assert "(at --for)" in run("answer", duel, "normal", "--for", "gor").stderr


def test_scripts_may_use_short_names_and_get_the_same_advice(file: Path) -> None:
    line = json.dumps({"command": {"type": "begin_scene", "title": "Inn"}})
    assert "A scene begins: Inn" in run("run", file, "-", stdin=line).stdout
    typo = json.dumps({"command": {"type": "begin_scen"}})
    assert "line 1: there is no command 'begin_scen'; did you mean" in (
        run("run", file, "-", stdin=typo).stderr
    )
    form = json.dumps({"command": {"type": "begin_scene", "title": 3}})
    assert "line 1: table.begin_scene: title is a text" in run("run", file, "-", stdin=form).stderr


def test_a_script_that_is_no_text_is_refused_in_one_line(file: Path) -> None:
    (file.parent / "latin.jsonl").write_bytes('{"by": "Zoë"}'.encode("latin-1"))
    for script in (file, file.parent / "latin.jsonl"):
        done = run("run", file, script)
        assert done.stderr.startswith("error: the script is no text")
        assert (done.exit_code, done.stderr.count("\n")) == (2, 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("args", [["log"], ["show"], ["do", "add_note", "text=x"], ["--help"]])
def test_output_that_cannot_be_written_is_one_line(file: Path, args: list[str]) -> None:
    if args[0] != "--help":
        args.insert(1, str(file))
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "rollbook", *args],
            stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False,
        )  # fmt: skip
    assert done.stderr.startswith("error: the output cannot be written: No space left on device")
    assert (done.stderr.count("\n"), done.returncode) == (1, 5)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--rules", "fudge", "--with", "fugde"), "did you mean fudge?"),
        ((*NEW, "--seat", "anna=gm"), "anna is given two seats"),
        ((*NEW, "--seat", "zoe=plyer"), "did you mean player?"),
        ((*NEW, "--seat", "Zoë=player"), "is no id"),
        ((*NEW, "--set", "damage_roll=fre"), "did you mean free?"),
        ((*NEW, "--set", "charter.gm_fudging=perhaps"), "gm_fudging is true or false, not a text"),
    ],
)
def test_a_session_that_cannot_begin_leaves_nothing_behind(
    tmp_path: Path, args: tuple[str, ...], says: str
) -> None:
    done = run("new", tmp_path / "x.db", *args)
    assert says in done.stderr
    assert done.exit_code in (1, 2)
    assert not list(tmp_path.iterdir())


def test_a_session_that_cannot_begin_leaves_an_older_one_alone(file: Path) -> None:
    before = file.read_bytes()
    assert run("new", file, *NEW).exit_code != 0
    assert file.exists()
    assert len(file.read_bytes()) >= len(before)
    assert run("log", file).exit_code == 0


def test_new_names_the_folder_that_is_missing(tmp_path: Path) -> None:
    done = run("new", tmp_path / "winter" / "x.db", *NEW)
    assert f"there is no folder {tmp_path / 'winter'}" in done.stderr
    assert done.exit_code == 5


def test_seats_have_names(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    assert run("new", path, "--rules", "fudge", "--seat", "m=gm:Zoë: the GM").exit_code == 0
    assert rollbook.open(path).view().ledger.seats["m"].name == "Zoë: the GM"


@pytest.mark.parametrize(
    ("name", "id"), [("My duel", "my-duel"), ("Perché no", "perche-no"), ("игра 2", "2")]
)
def test_an_id_is_made_of_the_files_name(name: str, id: str) -> None:
    assert id_of(Path(f"{name}.db")) == id


def test_a_name_of_which_no_id_can_be_made_asks_for_one(tmp_path: Path) -> None:
    done = run("new", tmp_path / "игра.db", *NEW)
    assert "no id can be made of 'игра.db' (at --session); give one" in done.stderr
    assert done.exit_code == 2
    assert run("new", tmp_path / "игра.db", *NEW, "--session", "igra").exit_code == 0


def test_new_goes_on_from_one_of_several_sessions(file: Path, tmp_path: Path) -> None:
    assert run("new", file, *NEW, "--session", "other").exit_code == 0
    start = ("new", tmp_path / "b.db", *NEW, "--from", file)
    assert "duel, other" in run(*start).stderr
    assert run(*start, "--from-session", "duel").exit_code == 0
    opened = next(iter(rollbook.open(tmp_path / "b.db").log())).message
    old = rollbook.open(file, session="duel")
    assert opened.after == old.store.head("duel").root.hex()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("shwo", "did you mean show?"),
        ("rollbak", "rollbook do FILE return to=cN"),
        ("undo", "rollbook do FILE return to=cN"),
        ("xyzzy", "there is new, do, answer"),
    ],
)
def test_commands_of_the_program_are_suggested(name: str, says: str) -> None:
    done = run(name)
    assert says in done.stderr
    assert done.exit_code == 2


def test_schema_reads_well() -> None:
    spend = run("schema", "table.spend").stdout
    assert spend == run("schema", "table", "spend").stdout
    assert "points, at least 1." in spend
    assert "points, at least 1." in run("schema", "table", "gain").stdout
    assert "= false" in run("schema", "fudge", "attempt").stdout
    assert "<lambda>" not in run("schema", "table").stdout
