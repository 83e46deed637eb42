"""The prompt on a terminal, as people sit before it: typed at, completed, interrupted."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rollbook.replay import load, rebuild

from .tables import EXAMPLES, play_duel, run

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals here", allow_module_level=True)

from .terminals import APART, BACK, CTRL_C, CTRL_D, TAB, UP, Typist

SCRIPT = [json.loads(text) for text in (EXAMPLES / "duel.jsonl").read_text("utf-8").splitlines()]
TITLE = "A tavern that has emptied in a hurry"
SITUATION = next(
    json.dumps(step["command"]["situation"]) for step in SCRIPT if "situation" in step["command"]
)
OUTCOMES = ("table.rolled", "fudge.blow", "fudge.held", "fudge.wounded", "fudge.declared")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A session with real dice, in which nothing is done yet; two players, one of whom is GM."""
    path = tmp_path / "duel.db"
    seats = ("--seat", "anna=gm:Anna", "--seat", "bea=player:Bea")
    plain = ("--dice", "table", "--set", "fudge_points=false", "--set", "criticals=off")
    assert run("new", path, "--rules", "fudge", *seats, *plain).exit_code == 0
    return path


@pytest.fixture
def entered(file: Path) -> Path:
    """The same with both fighters in play."""
    for actor, owner in (("snorri", "anna"), ("brynhild", "bea")):
        sheet = f"sheet=@{EXAMPLES / actor}.toml"
        done = run("do", file, "enter", f"actor={actor}", f"name={actor.title()}", sheet,
                   f"owners={owner}")  # fmt: skip
        assert done.exit_code == 0, done.stderr
    return file


class Two:
    """Two at one keyboard, and what each of them throws and declares."""

    def __init__(self, typist: Typist, lang: str = "en") -> None:
        self.typist = typist
        self.only, self.for_, self.arrow = (
            ("Only {} looks now.", ", for ", " ▸")
            if lang == "en"
            else ("Ora guarda solo {}.", ", per ", " ▸")
        )

    def line(self, text: str, says: str = "", seat: str = "anna") -> None:
        """At the prompt of a seat, type a line; wait for what is said of it."""
        self.typist.waits_for(f"{seat}{self.arrow}")
        self.typist.types(text)
        if says:
            self.typist.waits_for(says)

    def answers(self, who: str, actor: str, text: str, says: str = "") -> None:
        """Where one is asked for an actor, answer."""
        self.typist.waits_for(f"{who}{self.for_}{actor}{self.arrow}")
        self.typist.types(text)
        if says:
            self.typist.waits_for(says)

    def declares(self, who: str, actor: str, text: str) -> None:
        """The same apart, when the other looks away."""
        self.typist.waits_for(self.only.format(who))
        self.typist.types("")
        self.answers(who, actor, text)


def outcomes(path: Path) -> list[dict[str, Any]]:
    """What the dice and the rules said, but for who read the dice, and ids, which count commits."""
    return [
        {"type": fact.type, **without_ids(msgspec.json.decode(fact.body))}
        for fact in load(path).facts()
        if fact.kind == "event" and fact.type in OUTCOMES
    ]


def without_ids(value: Any) -> Any:
    """Plain values without what names a commit, or who read the dice."""
    if isinstance(value, dict):
        return {k: without_ids(v) for k, v in value.items() if k != "draw" and not is_made(v)}
    return [without_ids(v) for v in value if not is_made(v)] if isinstance(value, list) else value


def is_made(value: Any) -> bool:
    """Whether this is an id that the engine has made."""
    return isinstance(value, str) and re.fullmatch(r"[a-z]+\d+\.\d+", value) is not None


def test_two_who_are_new_to_it_fight_the_printed_duel(file: Path, tmp_path: Path) -> None:
    """Every round with typed dice, asked for what is left out; it ends as the book prints it."""
    with Typist("play", file) as typist:
        two = Two(typist)
        typist.waits_for("What brings somebody in: enter")
        two.line("enter", "Bring a character into play")
        for field, text in (("actor", "snorri"), ("name", "Snorri")):
            typist.waits_for(f"  {field} ▸")
            typist.types(text)
        typist.waits_for("  sheet ▸")
        typist.types(f"@{EXAMPLES}/snorri.toml")
        typist.waits_for("owners=  kind=pc")
        typist.types("owners=anna")
        typist.waits_for("Snorri comes in.")
        two.line(f"enter brynhild Brynhild @{EXAMPLES}/brynhild.toml bea", "Brynhild comes in.")
        two.line(f"begin_scene {TITLE}", f"A scene begins: {TITLE}")
        rounds: list[tuple[str, list[tuple[str, str]], list[str]]] = [
            ("", [], ["1 4", "5 1", "6 4"]),
            ("", [], ["3 3", "6 5"]),
            ("", [], ["1 2", "2 2", "1 6"]),
            (" manoeuvre_a=ask manoeuvre_b=ask",
             [("Anna", "all-out-attack"), ("Bea", "3")], ["5 6", "1 5"]),
            (f" manoeuvre_a=ask manoeuvre_b=ask situation={SITUATION}",
             [("Anna", "1"), ("Bea", "all-out-att")], ["1 3", "2 6", "4 4"]),
        ]  # fmt: skip
        for number, (more, declared, faces) in enumerate(rounds, 1):
            two.line("begin_round repeat=no", f"Round {number} begins.")
            two.line(f"exchange snorri brynhild{more}")
            for who, what in declared:
                two.declares(who, "Snorri" if who == "Anna" else "Brynhild", what)
            throws = [("Anna", "Snorri"), ("Bea", "Brynhild")]
            throws += [("Anna", "Snorri") if number < 5 else ("Bea", "Brynhild")]
            for (who, actor), thrown in zip(throws, faces, strict=False):
                two.answers(who, actor, thrown)
            two.line("end_round", f"Round {number} ends.")
        two.line("quit", "Receipt ")
        assert typist.leaves() == 0
    with play_duel(tmp_path / "printed.db"):
        pass
    assert outcomes(file) == outcomes(tmp_path / "printed.db")
    tracks = {t.actor: t.points for t in rebuild(load(file))["wound-track"].characters}
    assert tracks == {"snorri": 5, "brynhild": 5}


def test_a_round_in_italian(entered: Path) -> None:
    with Typist("play", entered, "--lang", "it") as typist:
        two = Two(typist, "it")
        typist.waits_for("In gioco: Snorri (anna), Brynhild (bea).")
        two.line("exchange snorri brynhild manoeuvre_a=ask", "Ora guarda solo Anna. Invio")
        typist.types("")
        typist.waits_for("Come combatti in questo round?")
        two.answers("Anna", "Snorri", "normal")
        two.answers("Anna", "Snorri", "1 2", "Snorri tira 1 2")
        two.answers("Bea", "Brynhild", "2 2", "Brynhild tira 2 2")
        two.answers("Anna", "Snorri", "1 6", "punti ferita")
        two.line("annulla tiro sbagliato", "(tiro sbagliato)")
        two.line("aiuto exchange", "Per esempio: exchange snorri brynhild")
        two.line("esci", "Per continuare: rollbook play")
        assert typist.leaves() == 0


def test_tab_completes_commands_actors_and_choices(entered: Path) -> None:
    """And the line that came of it is the one that is sent."""
    with Typist("play", entered) as typist:
        typist.waits_for("anna ▸")
        line = "anna ▸"
        for part, whole in (
            ("exch", "exchange"), ("sn", "snorri"), ("br", "brynhild"),
            ("manoeuvre_b=all-out-d", "manoeuvre_b=all-out-defence"),
        ):  # fmt: skip
            typist.types(part + TAB, enter=False)
            line = f"{line} {whole}"
            typist.sees(line)
        typist.types("")
        typist.waits_for("Brynhild thinks of nothing but defence.")
        command = next(f for f in load(entered).facts() if f.type == "fudge.exchange")
        sent = msgspec.json.decode(command.body)
        assert (sent["a"], sent["b"], sent["manoeuvre_b"]) == (
            "snorri", "brynhild", "all-out-defence",
        )  # fmt: skip


def test_the_line_below_says_what_is_typed_and_how_things_stand(entered: Path) -> None:
    with Typist("play", entered) as typist:
        two = Two(typist)
        two.line("open_pool snorri luck 3")
        two.line("begin_scene Inn")
        typist.sees("Anna · Scene: Inn · Snorri: luck 3")
        typist.types("exchange snorri ", enter=False)
        typist.sees("b: the other (needed)\nAnna · Scene: Inn")


def test_what_tab_may_mean_is_listed_with_what_it_is_for(entered: Path) -> None:
    with Typist("play", entered) as typist:
        typist.waits_for("anna ▸")
        typist.types("und" + TAB, enter=False)
        typist.sees("anna ▸ undo")
        typist.types(CTRL_C + "begin_" + TAB, enter=False)
        typist.sees("begin_round    A round begins.")
        typist.sees("begin_sitting  An evening of play begins.")


def test_a_refusal_is_shown_and_nothing_typed_is_lost(entered: Path) -> None:
    """The arrow key brings the line back, also one that was put together field by field."""
    with Typist("play", entered) as typist:
        two = Two(typist)
        two.line("exchange snorri brynhil", "did you mean brynhild?")
        typist.waits_for("anna ▸")
        typist.types(UP + "d", enter=False)
        typist.sees("anna ▸ exchange snorri brynhild\n")
        typist.types(CTRL_C, enter=False)
        two.line("open_pool")
        for field, text in (("actor", "snorri"), ("pool", "luck")):
            typist.waits_for(f"  {field} ▸")
            typist.types(text)
        typist.waits_for("balance=0")
        typist.waits_for("  ▸ ")
        typist.types("waiting")
        typist.waits_for("Enter alone sends the command")
        typist.waits_for("  ▸ ")
        typist.types("balance=-1")
        typist.waits_for("below the minimum")
        typist.waits_for("anna ▸")
        typist.types(UP + " minimum=-1", enter=False)
        typist.sees("open_pool actor=snorri pool=luck balance=-1 minimum=-1")
        typist.types("")
        typist.waits_for("there is now a pool of luck")
    assert rebuild(load(entered)).table.pools["snorri"]["luck"].balance == -1


def test_nobody_is_asked_for_what_he_may_not_send_or_the_session_fills_in(entered: Path) -> None:
    """The refusal names who may; of an actor who is shown, whom to is asked and no record."""
    with Typist("play", entered) as typist:
        two = Two(typist)
        two.line("as bea")
        typist.waits_for("bea ▸")
        typist.types("show_actor")
        typist.waits_for("bea may not send table.show_actor; who may: as anna")
        typist.types("as anna")
        typist.waits_for("anna ▸")
        typist.types("show_actor")
        typist.waits_for("  actor ▸")
        typist.types("snorri")
        typist.waits_for("Enter sends it: to=\n")


def test_a_secret_answer_is_given_where_the_other_does_not_look(entered: Path) -> None:
    """Neither the choice nor the list stands on the screen that both see."""
    with Typist("play", entered) as typist:
        two = Two(typist)
        two.line("exchange snorri brynhild manoeuvre_a=ask manoeuvre_b=ask")
        two.declares("Anna", "Snorri", "all-out-attack")
        typist.waits_for("Only Bea looks now.")
        assert "all-out-attack" in typist.screen
        assert "all-out-attack" not in typist.aloud
        assert typist.written.count(APART) == typist.written.count(BACK) == 1
        typist.types("")
        two.answers("Bea", "Brynhild", "normal")
        typist.waits_for("Snorri throws everything into the attack.")
        assert "all-out-attack" not in typist.aloud.partition("throws everything")[0]


def test_a_secret_roll_is_read_and_told_where_only_the_gm_looks(entered: Path) -> None:
    """Real dice and what came of them: nothing of either stands before the players' eyes."""
    with Typist("play", entered) as typist:
        two = Two(typist)
        two.line("attempt snorri sword secret=yes", "Only Anna looks now.")
        typist.types("")
        typist.waits_for("which faces?")
        typist.types("1 3")
        typist.waits_for("Only Anna looks now.")
        typist.types("")
        typist.waits_for("Snorri throws 1 3")
        typist.types("")
        two.line("quit", "Receipt")
        assert typist.leaves() == 0
        assert "Snorri throws" not in typist.aloud
    assert "1 3" not in run("log", entered, "--as", "bea").stdout


def test_a_whisper_is_seen_by_its_seat_alone(entered: Path) -> None:
    """Typed apart, told to nobody aloud, and not brought back by the arrow key."""
    assert run("do", entered, "add_seat", "id=cleo", "name=Cleo").exit_code == 0
    with Typist("play", entered) as typist:
        two = Two(typist)
        two.line("whisper bea", "Only Anna looks now.")
        typist.types("")
        typist.waits_for("to Bea ▸")
        typist.types("the ale is bad")
        typist.waits_for("Whispered to Bea.")
        typist.sees("to read: bea")
        two.line("log", "Brynhild comes in.")
        two.line("as bea", "Only Bea looks now.")
        typist.types("")
        typist.waits_for("Anna whispers to Bea: “the ale is bad”")
        typist.types("")
        typist.waits_for("bea ▸")
        typist.types(UP, enter=False)
        typist.sees("bea ▸ as bea\n")
        typist.types(UP, enter=False)
        typist.sees("bea ▸ log\n")
        typist.types(UP, enter=False)
        typist.sees("bea ▸ whisper bea\n")
        typist.types(CTRL_C, enter=False)
        two.line("quit", "Receipt", seat="bea")
        assert typist.leaves() == 0
        assert "the ale is bad" not in typist.aloud
        assert "the ale is bad" in typist.screen
    assert "the ale is bad" in run("log", entered, "--as", "bea").stdout


def test_undo_takes_back_a_whole_round_and_redo_brings_it_back(entered: Path) -> None:
    with Typist("play", entered) as typist:
        two = Two(typist)
        two.line("exchange snorri brynhild")
        for who, actor, thrown in (
            ("Anna", "Snorri", "1 4"), ("Bea", "Brynhild", "5 1"), ("Anna", "Snorri", "6 4")
        ):  # fmt: skip
            two.answers(who, actor, thrown)
        typist.waits_for("Brynhild takes 1 wound point")
        two.line("undo the wrong die", "Taken back: anna ▸ fudge.exchange a=snorri b=brynhild")
        typist.waits_for("anna ▸")
        assert points(entered) == {"snorri": 0, "brynhild": 0}
        typist.types("redo")
        typist.waits_for("Back to how it stood")
        typist.waits_for("anna ▸")
        assert points(entered) == {"snorri": 0, "brynhild": 1}


def points(path: Path) -> dict[str, int]:
    """Wound points by actor."""
    return {t.actor: t.points for t in rebuild(load(path))["wound-track"].characters}


def test_ctrl_c_drops_the_line_and_ctrl_d_leaves_with_the_receipt(entered: Path) -> None:
    """A question that is dropped stays open, and is asked again when Enter alone is pressed."""
    with Typist("play", entered) as typist:
        two = Two(typist)
        typist.waits_for("anna ▸")
        typist.types("note never", enter=False)
        typist.waits_for("note never")
        typist.types(CTRL_C, enter=False)
        two.line("exchange snorri brynhild")
        typist.waits_for("Anna, for Snorri ▸")
        typist.types(CTRL_C, enter=False)
        typist.waits_for("The question stays open")
        two.line("", "which faces?")
        typist.waits_for("Anna, for Snorri ▸")
        typist.types(CTRL_D, enter=False)
        typist.waits_for("Receipt ")
        root = re.match(r"\d+:([0-9a-f]{64}):", typist.waits_for(" keep it"))
        assert typist.leaves() == 0
    recording = load(entered)
    assert root is not None
    assert root[1] == recording.store.head("duel").root.hex()
    assert "never" not in run("log", entered).stdout
    assert rebuild(recording).table.pending is not None


def test_another_process_appends_while_somebody_types(entered: Path) -> None:
    """The line below says so, and it is told before the next line is asked for."""
    with Typist("play", entered) as typist:
        two = Two(typist)
        typist.waits_for("anna ▸")
        assert run("do", entered, "begin_scene", "title=Fire").exit_code == 0
        typist.sees("news: Enter")
        typist.types("note what now")
        typist.waits_for("A scene begins: Fire")
        typist.waits_for("“what now”")
        two.line("quit", "Receipt")


def test_without_colours_none_are_written(entered: Path) -> None:
    with Typist("play", entered, NO_COLOR="1") as typist:
        two = Two(typist)
        two.line("begin_scene Inn")
        two.line("exch" + TAB + "quit")
        two.line("quit", "Receipt")
        assert typist.leaves() == 0
    assert not re.search(r"\x1b\[[0-9;]*(?:3[0-8]|4[0-8]|9[0-7])[0-9;]*m", typist.written)
