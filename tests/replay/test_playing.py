"""Playing from the command line: new, do, answer, run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import rollbook
from rollbook import Ruleset
from rollbook.journal import SQLiteStore

from .tables import EXAMPLES, newer, run, sit_down

SEATS = ("--seat", "master=gm", "--seat", "anna=player", "--seat", "bea=player")
NEW = ("--rules", "fudge", *SEATS)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A fresh session of Fudge with real dice."""
    path = tmp_path / "duel.db"
    assert run("new", path, *NEW, "--dice", "table").exit_code == 0
    return path


@pytest.fixture
def fighters(file: Path) -> Path:
    """The same with both duellists in play."""
    for actor in ("snorri", "brynhild"):
        sheet = EXAMPLES / f"{actor}.toml"
        done = run(
            "do", file, "enter", f"actor={actor}", f"name={actor.title()}", f"sheet=@{sheet}"
        )
        assert done.exit_code == 0, done.stderr
    return file


def test_new_makes_a_session_with_seats_charter_and_options(tmp_path: Path) -> None:
    path = tmp_path / "My duel.db"
    done = run(
        "new", path, *NEW, "--set", "damage_roll=off", "--set", "charter.gm_fudging=true",
        "--set", "fudge.secondary_bonus=false", "--json",
    )  # fmt: skip
    assert done.exit_code == 0, done.stderr
    session = rollbook.open(path)
    assert json.loads(done.stdout)["session"] == session.name == "my-duel"
    ledger = session.timeline.ledger
    assert {seat: s.role for seat, s in ledger.seats.items()} == {
        "master": "gm", "anna": "player", "bea": "player",
    }  # fmt: skip
    assert ledger.charter == rollbook.Charter(dice="sealed", gm_fudging=True)
    options = json.loads(bytes(session.timeline.table.options["fudge"]))
    assert (options["damage_roll"], options["secondary_bonus"]) == ("off", False)


def test_new_goes_on_from_an_older_journal(file: Path, tmp_path: Path) -> None:
    assert run("new", tmp_path / "b.db", "--rules", "fudge", "--from", file).exit_code == 0
    old = rollbook.open(file)
    opened = next(iter(rollbook.open(tmp_path / "b.db").log())).message
    assert opened.after == old.store.head(old.name).root.hex()


def test_new_seats_a_host_where_nobody_is_named(tmp_path: Path) -> None:
    assert run("new", tmp_path / "a.db", "--rules", "fudge").exit_code == 0
    assert run("do", tmp_path / "a.db", "begin_sitting").exit_code == 0


@pytest.mark.parametrize(
    ("args", "says", "code"),
    [
        (("--rules", "fudgy"), "no ruleset 'fudgy' is installed; did you mean fudge?", 2),
        ((*NEW, "--set", "damage_rol=off"), "did you mean fudge.damage_roll?", 2),
        ((*NEW, "--set", "damage_roll=maybe"), "damage_roll", 2),
        ((*NEW, "--set", "charter.gm_fudge=1"), "did you mean charter.gm_fudging?", 2),
        (("--rules", "fudge", "--seat", "anna=player"), "nobody runs this table", 1),
        (("--rules", "fudge", "--seat", "anna=queen"), "queen", 2),
        (("--rules", "fudge", "--seat", "anna"), "not of the form key=value", 2),
        ((), "Missing option '--rules'", 2),
    ],
)
def test_new_refuses_by_name_and_makes_no_file(
    tmp_path: Path, args: tuple[str, ...], says: str, code: int
) -> None:
    done = run("new", tmp_path / "x.db", *args)
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.exit_code == code
    assert not list(tmp_path.iterdir())


def test_do_tells_what_came_of_it_and_ends_with_the_receipt(file: Path) -> None:
    done = run("do", file, "table.begin_scene", "title=A tavern")
    lines = done.stdout.splitlines()
    assert lines[0].endswith('master ▸ table.begin_scene title="A tavern"')
    assert lines[1].endswith("A scene begins: A tavern")
    session = rollbook.open(file)
    head = session.store.head(session.name)
    assert lines[2] == f"commit 1 · receipt {head.size}:{head.root.hex()}"


def test_do_gives_the_receipt_as_one_object(file: Path) -> None:
    done = run("do", file, "begin_scene", "--json")
    receipt = json.loads(done.stdout)
    assert (receipt["commit"], receipt["waiting"]) == (1, None)
    assert [e["type"] for e in receipt["entries"]] == ["table.begin_scene", "table.scene_began"]


def test_values_are_json_where_they_read_as_json_and_the_field_is_no_text(file: Path) -> None:
    for command in (
        ("add_actor", "id=x7", "name=7", 'owners=["anna"]'),
        ("open_pool", "actor=x7", "pool=true", "balance=3", "maximum=null"),
        ("add_note", "text=@@home"),
        ("begin_round", "repeat=false", "slots={}"),
    ):
        if command[0] == "begin_round":
            assert run("do", file, "begin_scene").exit_code == 0
        done = run("do", file, *command)
        assert done.exit_code == 0, done.stderr
    session = rollbook.open(file)
    assert session.timeline.table.actors["x7"].name == "7"
    assert session.timeline.table.pools["x7"]["true"].balance == 3
    assert session.timeline.ledger.notes[0].text == "@home"


def test_typed_text_is_brought_to_normal_form_c(file: Path) -> None:
    done = run("do", file, "add_note", "text=perche\u0301")
    assert done.exit_code == 0
    assert rollbook.open(file).timeline.ledger.notes[0].text == "perché"


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("fudge.exchang", "a=x", "b=y"), "did you mean fudge.exchange?"),
        (("exchang", "a=x", "b=y"), "did you mean fudge.exchange?"),
        (("fudge.exchange", "a=x", "b=y", "manouvre_a=ask"), "did you mean manoeuvre_a?"),
        (("fudge.exchange", "a=x"), "fudge.exchange needs b (at $.b); see rollbook schema"),
        (("fudge.exchange", "a=x", "a=y", "b=y"), "a is given twice"),
        (("fudge.exchange", "a"), "'a' is not of the form key=value"),
        (("suffer", "target=x", "source=y", "amount=low"), "amount is a whole number, not a text"),
        (("fudge.enter", "actor=x", "name=X", "sheet=@none.toml"), "none.toml cannot be read"),
        (("table.open", "rulesets={}", "seats={}"), "a session is opened once"),
    ],
)  # fmt: skip
def test_wrong_words_are_answered_with_what_was_meant(
    file: Path, args: tuple[str, ...], says: str
) -> None:
    done = run("do", file, *args)
    assert says in done.stderr
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert (done.exit_code, done.stdout) == (2, "")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("next_turn",), "no round is under way (at"),
        (("begin_sitting", "--by", "anna"), "anna may not send table.begin_sitting"),
        (("begin_sitting", "--by", "zoe"), "there is no seat 'zoe'"),
        (("spend", "actor=", "pool=luck", "amount=1"), "the table has no luck"),
    ],
)
def test_refusals_have_code_1_and_append_nothing(
    file: Path, args: tuple[str, ...], says: str
) -> None:
    before = rollbook.open(file).view().size
    done = run("do", file, *args)
    assert says.removesuffix(" (at") in done.stderr
    assert (done.exit_code, done.stdout) == (1, "")
    assert rollbook.open(file).view().size == before


def test_an_error_is_an_object_on_standard_error_for_machines(file: Path) -> None:
    done = run("do", file, "fudge.exchange", "a=snorri", "b=snorri", "--json")
    error = json.loads(done.stderr)["error"]
    assert error["exit"] == done.exit_code
    assert set(error) == {"code", "what", "path", "rule", "hint", "exit"}
    usage = run("do", "--json")
    assert json.loads(usage.stderr)["error"]["code"] == "usage"


def test_the_same_key_has_one_effect(file: Path) -> None:
    first = run("do", file, "begin_sitting", "--key", "k1")
    again = run("do", file, "begin_sitting", "--key", "k1")
    assert (first.exit_code, again.exit_code) == (0, 0)
    assert first.stdout == again.stdout
    other = run("do", file, "begin_scene", "--key", "k1")
    assert other.exit_code == 1
    assert "was used for table.begin_sitting" in other.stderr


def test_a_question_is_shown_with_its_choices_and_answered(fighters: Path) -> None:
    run("do", fighters, "begin_scene")
    run("do", fighters, "begin_round")
    asked = run("do", fighters, "exchange", "a=snorri", "b=brynhild", "manoeuvre_a=ask")
    assert "fudge.exchange waits for snorri:" in asked.stdout
    assert "How do you fight this round? [FUD-168]" in asked.stdout
    assert "[FUD-181]" in asked.stdout
    wrong = run("answer", fighters, "run-away")
    assert "one of normal, all-out-attack, all-out-defence" in wrong.stderr
    assert wrong.exit_code == 2
    shown = run("show", fighters)
    assert "all-out-attack" in shown.stdout
    waits = run("do", fighters, "end_round")
    assert waits.exit_code == 1
    assert "waiting: How do you fight" in waits.stderr
    assert run("answer", fighters, "all-out-attack", "--for", "snorri").exit_code == 0
    faces = run("show", fighters, "--json")
    assert json.loads(faces.stdout)["waiting"]["of"] == "faces"
    assert run("answer", fighters, "1 4").exit_code == 0
    assert run("answer", fighters, "[5, 1]").exit_code == 0
    assert run("answer", fighters, "6 4").exit_code == 0
    none = run("answer", fighters, "6 4")
    assert (none.exit_code, "no question is open" in none.stderr) == (1, True)


def test_answers_can_be_brought_along(fighters: Path) -> None:
    run("do", fighters, "begin_scene")
    run("do", fighters, "begin_round")
    done = run(
        "do", fighters, "exchange", "a=snorri", "b=brynhild",
        "--answer", "dice:snorri:exchange=3 3", "--answer", "dice:brynhild:exchange=6 5",
    )  # fmt: skip
    assert "trade blows that hit nothing" in done.stdout


def test_run_plays_a_script_and_tells_it(file: Path) -> None:
    done = run("run", file, EXAMPLES / "duel.jsonl", "--lang", "it")
    assert done.exit_code == 0, done.stderr
    assert "Brynhild subisce 4 punti ferita da Snorri" in done.stdout


def scripted(*kinds: str) -> str:
    """A script of commands that need nothing said."""
    return "".join(json.dumps({"command": {"type": kind}}) + "\n" for kind in kinds)


@pytest.mark.parametrize("as_", [(), ("--as", "anna")])
def test_run_ends_with_one_receipt_that_covers_all_of_the_script(
    file: Path, as_: tuple[str, ...]
) -> None:
    """That of its last command; whoever keeps it shows by it that nothing was changed since."""
    kinds = ("table.begin_sitting", "table.begin_scene", "table.begin_round")
    lines = run("run", file, "-", *as_, stdin=scripted(*kinds)).stdout.splitlines()
    session = rollbook.open(file)
    head = session.store.head(session.name)
    kept = f"{head.size}:{head.root.hex()}"
    assert lines[-1] == f"commit 3 · receipt {kept}"
    assert not any("receipt" in line for line in lines[:-1])
    assert run("run", file, "-", stdin=scripted("table.end_round")).exit_code == 0
    assert run("audit", file, "--receipt", lines[-1]).exit_code == 0
    other = kept[:-1] + ("0" if kept[-1] != "0" else "1")
    assert run("audit", file, "--receipt", other).exit_code == 1


def test_run_shows_what_is_waited_for_above_the_receipt(fighters: Path) -> None:
    asks = {"type": "fudge.exchange", "a": "snorri", "b": "brynhild", "manoeuvre_a": "ask"}
    typed = scripted("table.begin_scene", "table.begin_round") + json.dumps({"command": asks})
    lines = run("run", fighters, "-", stdin=typed).stdout.splitlines()
    session = rollbook.open(fighters)
    head = session.store.head(session.name)
    assert lines[-1] == f"commit {head.commits - 1} · receipt {head.size}:{head.root.hex()}"
    asked = [at for at, line in enumerate(lines) if "fudge.exchange waits for snorri" in line]
    assert len(asked) == 1
    assert asked[0] > max(at for at, line in enumerate(lines) if "▸" in line)


def test_a_script_of_nothing_has_no_receipt(file: Path) -> None:
    done = run("run", file, "-", stdin="")
    assert (done.exit_code, done.stdout) == (0, "")


def test_run_stops_at_the_first_refusal_and_names_its_line(file: Path) -> None:
    script = "\n".join(
        json.dumps({"command": {"type": kind}, "key": kind})
        for kind in (
            "table.begin_sitting",
            "table.begin_scene",
            "table.next_turn",
            "table.end_scene",
        )
    )
    done = run("run", file, "-", stdin=script)
    assert done.stderr.startswith("error: line 3: no round is under way")
    assert done.exit_code == 1
    assert rollbook.open(file).view().commit == 2
    fixed = script.replace("table.next_turn", "table.begin_round")
    assert run("run", file, "-", stdin=fixed, env={}).exit_code == 0


def test_run_gives_json_lines(file: Path) -> None:
    done = run("run", file, "-", "--json", stdin='{"command":{"type":"table.begin_scene"}}\n')
    [line] = done.stdout.splitlines()
    given = json.loads(line)
    head = rollbook.open(file).store.head("duel")
    assert (given["commit"], given["size"], given["root"]) == (1, head.size, head.root.hex())


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "line 1: this is no JSON"),
        ("[]", "line 1: a line of a script"),
        ('{"comand":{}}', "line 1: a line of a script"),
        ('{"command":{"type":"fudge.enter","sheet":{"@file":"../../etc/passwd"}}}', "beside"),
        ('{"command":{"type":"fudge.enter","sheet":{"@file":"none.toml"}}}', "cannot be read"),
    ],
)
def test_a_script_that_does_not_read_is_refused(file: Path, line: str, says: str) -> None:
    done = run("run", file, "-", stdin=line)
    assert says in done.stderr
    assert done.exit_code == 2


def test_a_file_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    for args in (
        ("do", tmp_path / "no.db", "begin_scene"),
        ("run", tmp_path / "no.db", EXAMPLES / "duel.jsonl"),
        ("show", tmp_path / "no.db"),
        ("log", tmp_path / "no.db"),
        ("diff", tmp_path / "no.db"),
        ("answer", tmp_path / "no.db", "x"),
    ):
        done = run(*args)
        assert "there is no file" in done.stderr
        assert done.exit_code == 5
    assert not list(tmp_path.iterdir())


def test_what_is_no_journal_is_named(tmp_path: Path) -> None:
    (tmp_path / "letter.db").write_text("Dear all, " * 500)
    done = run("show", tmp_path / "letter.db")
    assert done.exit_code == 5
    assert "not a journal" in done.stderr


def test_a_session_is_named_where_a_file_holds_several(file: Path) -> None:
    assert run("new", file, *NEW, "--session", "other").exit_code == 0
    done = run("log", file)
    assert done.exit_code == 5
    assert "name one: duel, other" in done.stderr
    assert run("do", file, "begin_scene", "--session", "other").exit_code == 0
    assert "A scene begins." in run("log", file, "--session", "other").stdout
    assert "A scene begins." not in run("log", file, "--session", "duel").stdout


def test_several_who_run_the_table_have_to_say_who_sends(tmp_path: Path) -> None:
    path = tmp_path / "two.db"
    run("new", path, "--rules", "fudge", "--seat", "a=gm", "--seat", "b=gm")
    done = run("do", path, "begin_scene")
    assert (done.exit_code, "--by a or --by b" in done.stderr) == (2, True)


def test_other_rules_than_those_in_force_have_a_code_of_their_own(
    tmp_path: Path, install: Callable[[Ruleset], None]
) -> None:
    path = tmp_path / "inn.db"
    sit_down(SQLiteStore(path)).store.close()
    install(newer)
    done = run("do", path, "begin_scene")
    assert (done.exit_code, "table.adopt" in done.stderr) == (3, True)
    assert run("log", path).exit_code == 0
    assert run("do", path, "table.adopt").exit_code == 0
    assert run("do", path, "begin_scene").exit_code == 0


@pytest.mark.parametrize("lang", ["en", "it"])
def test_what_is_put_off_until_later_is_told_as_anything_else(fighters: Path, lang: str) -> None:
    """A week of rest is a command that waits in an event, as text that nothing has read yet."""
    hurt = ("suffer", "target=snorri", "amount=5", "source=a fall", "rule=FUD-208")
    assert run("do", fighters, *hurt).exit_code == 0
    done = run("do", fighters, "convalesce", "actor=snorri", "--lang", lang)
    assert done.exit_code == 0, done.stderr
    assert "Snorri" in done.stdout
    rested = run("do", fighters, "advance_clock", "seconds=1209600", "--lang", lang)
    assert rested.exit_code == 0, rested.stderr


def test_real_dice_are_asked_for_by_what_they_are_thrown_for(fighters: Path) -> None:
    """In the words of whoever named it; the name that is typed has hyphens."""
    attempt = ("attempt", "actor=snorri", "trait=sword", "purpose=the garden wall")
    done = run("do", fighters, *attempt)
    assert "2d6 low for the garden wall: which faces?" in done.stdout
    assert '--answer "dice:snorri:the-garden-wall=…"' in done.stdout
    assert "2d6 low per the garden wall" in run("waiting", fighters, "--lang", "it").stdout
