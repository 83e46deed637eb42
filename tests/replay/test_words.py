"""Words of the reader's language: what is shown, asked, and said of answers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rollbook.core.telling import Words
from rollbook.replay import load
from rollbook.replay.cli.labels import Labels
from rollbook.replay.words import LANGUAGES, words

from .tables import run

ENGLISH = re.compile(
    r"\b(sheet|characters|attributes|skills|weapons|attack|defence|rows|level|points|yes|hurt|"
    r"player|strength|sword|total|parts|source|amount|penalty|boxes)\b"
)


@pytest.fixture
def asked(duel: Path) -> Path:
    """A round in which both are asked what they do."""
    for command in ("begin_scene", "begin_round"):
        assert run("do", duel, command).exit_code == 0
    return duel


ASK = ("exchange", "a=snorri", "b=brynhild", "manoeuvre_a=ask", "manoeuvre_b=ask")


def test_show_is_italian_all_through(duel: Path) -> None:
    shown = run("show", duel, "--lang", "it").stdout
    names = shown.replace("(sheet)", "").replace("Magic sword", "").replace("id: ", "")
    assert not ENGLISH.findall(names)
    for words_ in ("anna (gioca)", "Forza Ottima", "ascia Buona", "impugnata: sì", "PG"):
        assert words_ in shown


def test_a_difference_is_told_in_the_words_of_show(duel: Path) -> None:
    text = run("diff", duel, "5", "70", "--lang", "it").stdout
    assert re.search(r"^table +serata +0 → 1$", text, re.MULTILINE)
    assert "Resistenza ai Danni Buona" in text
    assert "si ripete no" in text
    later = run("diff", duel, "54", "70", "--lang", "it").stdout
    assert re.search(r"Personaggi\.livello +Di striscio → Ferito grave\n", later)
    assert not ENGLISH.findall(later)
    assert '"what":"characters.level"' in run("diff", duel, "54", "70", "--json").stdout


def test_a_difference_leaves_names_as_they_are(duel: Path) -> None:
    """A pool may be called as a field is."""
    pool = ("actor=snorri", "pool=scene", "balance=1")
    for command in (("open_pool", *pool), ("spend", "actor=snorri", "pool=scene", "amount=1")):
        assert run("do", duel, *command).exit_code == 0
    assert "riserve.scene.saldo  1 → 0" in run("diff", duel, "--lang", "it").stdout


def test_a_difference_leaves_answers_so_far_to_the_log(asked: Path) -> None:
    assert run("do", asked, *ASK).exit_code == 0
    assert (
        "domanda  – → Come combatti in questo round?" in run("diff", asked, "--lang", "it").stdout
    )
    assert run("answer", asked, "normal", "--for", "snorri").exit_code == 0
    assert "normal" not in run("diff", asked, "0").stdout
    assert "normal" in run("diff", asked).stdout, "nothing else has changed"
    assert "pending.given.0" in run("diff", asked, "--json").stdout


def test_a_wound_track_shows_its_boxes(duel: Path) -> None:
    english = run("show", duel, "--only", "wound-track").stdout
    assert english.startswith("Wounds (wound-track)\n")
    assert re.search(r"Very Hurt +■□\n", english)
    italian = run("show", duel, "--only", "wound-track", "--lang", "it").stdout
    assert re.search(r"Ferito grave +■□\n", italian)
    assert '"level":"very-hurt"' in run("show", duel, "--only", "wound-track", "--json").stdout


def test_a_level_without_a_word_is_shown_as_it_stands() -> None:
    catalog = {"show.x.level=": "fudge.level.", "fudge.level.2": "Great", "show.x.of:": "trait."}
    labels = Labels(Words("en", catalog, {}), "x")
    assert (labels.value(2, "level"), labels.value(9, "level"), labels.value(2, "of")) == (
        "Great", 9, 2,
    )  # fmt: skip
    assert (labels.key("of", ""), labels.key("luck", "of"), labels.title) == ("of", "luck", "")


def test_questions_and_choices_are_asked_in_the_readers_words(asked: Path) -> None:
    told = run("do", asked, *ASK, "--lang", "it").stdout
    for text in (told, run("show", asked, "--lang", "it").stdout):
        assert "  Come combatti in questo round? [FUD-168]" in text
        assert "Attacco Totale: +1, ma chi pareggia o perde viene colpito" in text
        assert "How do you fight" not in text
    assert "How do you fight this round?" in run("show", asked).stdout
    assert '"question":"How do you fight this round?"' in run("show", asked, "--json").stdout
    assert "Come combatti" in run("log", asked, "--type", "asked", "--lang", "it").stdout
    for who in ("snorri", "brynhild"):
        assert run("answer", asked, "normal", "--for", who).exit_code == 0
    assert "quali facce?" in run("show", asked, "--lang", "it").stdout


def test_why_answers_are_revealed_is_told_in_the_readers_words_and_recorded_as_ever(
    played: Path,
) -> None:
    log = ("log", played, "--type", "revealed")
    italian = run(*log, "--lang", "it").stdout
    assert "sono mostrati a tutti (hanno risposto tutti)." in italian
    assert "all have answered" not in italian
    assert "(all have answered)." in run(*log).stdout
    assert '"why":"all have answered"' in run(*log, "--json", "--lang", "it").stdout


def test_words_for_another_text_say_nothing_of_this_one(played: Path) -> None:
    book = load(played).book
    italian = words(book, "it")
    assert italian.recorded("question", "manoeuvre", "Fight or flee?") == "Fight or flee?"
    assert italian.recorded("choice", "normal", "fight as usual") == "combattere come al solito"
    assert words(book).recorded("choice", "normal", "fight as usual") == "fight as usual"


def test_a_question_says_how_its_answer_may_come_along(asked: Path) -> None:
    bring = '--answer "manoeuvre:snorri=…" --answer "manoeuvre:brynhild=…"'
    assert bring in run("do", asked, *ASK).stdout
    assert bring in run("show", asked).stdout
    for who in ("snorri", "brynhild"):
        assert run("answer", asked, "normal", "--for", who).exit_code == 0
    assert '--answer "dice:snorri:exchange=…"' in run("show", asked).stdout


def test_answers_that_nothing_asked_for_are_named(asked: Path) -> None:
    said = "Nothing asked for these answers: manoeuvre."
    wrong = run("do", asked, *ASK, "--answer", "manoeuvre=normal").stdout
    assert said in wrong
    script = (
        '{"command": {"type": "add_note", "text": "x"}, "answers": {"manoeuvre": "normal"}}\n'
        '{"command": {"type": "add_note", "text": "y"}}\n'
    )
    assert run("run", asked, "-", stdin=script).stdout.count(said) == 1


def test_only_languages_with_words_are_offered() -> None:
    assert LANGUAGES == ("en", "it")
    assert run("plugins", "--lang", "pl").exit_code == 2


@pytest.mark.parametrize(
    ("lang", "title", "kind"), [("en", "Things", "thing"), ("it", "Oggetti", "oggetto")]
)
def test_what_the_book_brings_into_play_is_shown_with_whose_it_is(
    tmp_path: Path, lang: str, title: str, kind: str
) -> None:
    path = tmp_path / "things.db"
    new = ("new", path, "--rules", "fudge", "--set", "fudge.powers=true", "--seat", "meg=gm")
    axe = '{"axe":{"name":"Axe","skill":"melee-weapons","class":"large"}}'
    tarag = ("bring_sample", "actor=tarag", "sample=tarag", f"weapons={axe}")
    sword = ("bring_thing", "actor=rust", "thing=old-sword", "owner=tarag")
    for typed in (new, ("do", path, *tarag), ("do", path, *sword)):
        assert run(*typed).exit_code == 0
    text = run("show", path, "--lang", lang).stdout
    assert f"{title} (things)" in text
    assert re.search(r"rust +Old rusty sword +Tarag Half-Orc +1 .*no\n", text)
    assert re.search(rf"rust +Old rusty sword +{kind}\n", text)


def test_ids_of_content_are_called_what_the_content_calls_them() -> None:
    """Where a field says how its ids are looked up; an own word goes before the content's."""

    def name(id: str, lang: str) -> str:
        return {"bow": "Arco", "axe": "Ascia"}.get(id, "") if lang == "it" else ""

    catalog = {"show.x.skills:": "skill.", "show.x.with=": "skill.", "skill.axe": "Scure"}
    labels = Labels(Words("it", catalog, {}, names=[name]), "x")
    assert [labels.key(id, "skills") for id in ("bow", "axe", "net")] == ["Arco", "Scure", "net"]
    assert [labels.value(id, "with") for id in ("bow", "axe", "net")] == ["Arco", "Scure", "net"]
    assert (labels.key("bow", ""), labels.value("bow", "other")) == ("bow", "bow")


def test_a_session_begun_in_italian_has_the_books_names_and_words_in_italian(
    tmp_path: Path,
) -> None:
    file = tmp_path / "vale.db"
    seats = ("--seat", "gina=gm", "--seat", "anna=player")
    new = ("new", file, "--rules", "fudge", "--set", "powers=true", *seats)
    assert run(*new, "--lang", "it").exit_code == 0
    told = run("do", file, "bring_creature", "actor=web", "creature=giant-spider").stdout
    assert "Ragno Gigante" in told
    assert run("do", file, "bring_sample", "actor=brogo", "sample=brogo").exit_code == 0
    sheet = run("show", file, "--only", "sheet", "--lang", "it").stdout
    for said in ("Brogo lo Scout", "Percezione Superba", "Muoversi in silenzio: Superba"):
        assert said in sheet
    for gift, id in (
        ("Visione notturna", "night-vision"),
        ("Potenziale magico", "magical-potential"),
    ):
        assert gift in sheet
        assert id not in sheet
    assert "Move Quietly: Superb" in run("show", file, "--only", "sheet", "--lang", "en").stdout
    assert '"move-quietly":3' in run("show", file, "--only", "sheet", "--json").stdout


def test_the_language_of_names_may_be_said(tmp_path: Path) -> None:
    new = ("new", tmp_path / "vale.db", "--rules", "fudge", "--set", "powers=true")
    assert run(*new, "--set", "language=en", "--lang", "it").exit_code == 0
    bring = ("bring_creature", "actor=web", "creature=giant-spider", "--lang", "it")
    assert "Giant spider" in run("do", tmp_path / "vale.db", *bring).stdout
