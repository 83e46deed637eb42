"""Transcripts: every record told, in the reader's words, to whoever may see it."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from rollbook.core.engine import Engine
from rollbook.core.errors import Invalid
from rollbook.core.table.ruleset import table
from rollbook.replay import Recording, Transcript, at, load, words
from rollbook.replay.transcript import Line, clean
from rollbook.replay.words import catalog

from .tables import Clock, evening, sit_down

OF_COMMANDS = re.compile(r"(table|fudge)\.(command|field|option)\.")
"""Words that English says in docstrings."""

PACKAGES = ("rollbook.core.table", "rollbook.replay", "rollbook.plugins.fudge")


def texts(recording: Recording, **how: str) -> list[str]:
    return [line.text for line in Transcript(recording, **how)]  # type: ignore[arg-type]


@pytest.mark.parametrize("package", PACKAGES)
def test_italian_says_all_that_english_says(package: str) -> None:
    english, italian = catalog(package, "en"), catalog(package, "it")
    assert english.keys() == {key for key in italian if not OF_COMMANDS.match(key)}


@pytest.mark.parametrize("package", PACKAGES[:2])
def test_translations_have_the_places_of_the_original(package: str) -> None:
    english, italian = catalog(package, "en"), catalog(package, "it")
    for key, text in english.items():
        assert places(italian[key]) == places(text), key


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_event_of_the_table_is_told_or_silent_on_purpose() -> None:
    book = Engine(installed=False).rulebook([])
    families = {"table.weighed"}
    untold = {tag for tag, kind in book.events.items() if book.teller(kind) is None}
    assert untold == families
    assert table in book.rulesets


def test_the_duel_is_told_in_the_reader_s_language(played: Path) -> None:
    recording = load(played)
    assert (
        "Brynhild takes 4 wound points from Snorri: Scratch ■■, Hurt ■■, Very Hurt ■□; "
        "5 of 10 boxes full. Brynhild is now: Very Hurt (−2)."
    ) in texts(recording)
    assert (
        "Brynhild subisce 4 punti ferita da Snorri: Di striscio ■■, Ferito ■■, Ferito grave ■□; "
        "caselle piene 5 su 10. Stato di Brynhild: Ferito grave (−2)."
    ) in texts(recording, lang="it")


@pytest.mark.report(271)
def test_a_language_without_words_falls_back_to_english_and_an_unknown_key_to_itself(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = load(played)
    monkeypatch.setitem(words.__globals__, "LANGUAGES", ("en", "it", "pl"))
    assert texts(recording, lang="pl") == texts(recording)
    assert words(recording.book, "it").say("no.such.key") == "no.such.key"
    with pytest.raises(Invalid, match="no words in 'de'"):
        Transcript(recording, lang="de")


@pytest.mark.report(17)
def test_what_was_taken_back_is_told_with_who_did_it_and_when() -> None:
    clock = Clock()
    session = sit_down(clock=clock)
    for actor in ("ugo", "pia"):
        session.do({"type": "tavern.cut", "actor": actor}, "master")
        if actor == "ugo":
            clock.later(minutes=1)
            session.do({"type": "table.return", "to": 2, "reason": "it was pia"}, "master")
    told = [
        line
        for line in Transcript(Recording.of(session))
        if line.type in ("tavern.cut", "table.return")
    ]
    assert [line.text for line in told] == [
        "tavern.cut actor=ugo",
        'table.return to=2 reason="it was pia"',
        "tavern.cut actor=pia",
    ]
    back = told[0].back
    assert back is not None
    assert (back.commit, back.by, back.at) == (4, "master", "2026-11-30T20:01:00.000Z")
    assert [line.back for line in told[1:]] == [None, None]


def test_each_return_is_named_for_what_it_took_back_itself() -> None:
    """A return of before a commit was played did not take that commit back."""
    session = sit_down()
    for actor in ("ugo", "pia"):
        session.do({"type": "tavern.cut", "actor": actor}, "master")
        session.do({"type": "table.return", "to": 2}, "master")
    backs = {
        line.commit: line.back and line.back.commit
        for line in Transcript(Recording.of(session))
        if line.type == "tavern.was_cut"
    }
    assert backs == {3: 4, 5: 6}


def test_that_something_was_taken_back_is_told_only_of_what_the_reader_sees() -> None:
    """A note stays; that more than a note went with it would say that there was a secret."""

    def marked(viewer: str, softly: str) -> list[tuple[str, bool]]:
        session = sit_down()
        session.do({"type": "tavern.confide", "aloud": "hm", "softly": softly}, "anna")
        session.do({"type": "table.return", "to": 2}, "master")
        lines = Transcript(Recording.of(session), viewer=viewer)
        return [(line.type, line.back is not None) for line in lines if line.commit == 3]

    assert marked("bea", "he is the thief") == marked("bea", "")
    assert ("tavern.confide", False) in marked("bea", "he is the thief")
    assert ("tavern.confide", True) in marked("master", "he is the thief")


@pytest.mark.report(7)
def test_a_note_cannot_pass_for_a_roll() -> None:
    session = sit_down()
    forged = "x”\n    9   Ugo throws 1d20 for luck: 20, that is 20.\x1b[2K\u202e"
    session.do({"type": "table.add_note", "text": forged}, "bea")
    note = [line for line in Transcript(Recording.of(session)) if line.type == "table.noted"]
    assert [line.kind for line in note] == ["event"]
    assert "\n" not in note[0].text
    assert note[0].text.startswith("Bea notes: “x”\\n    9   Ugo throws")
    assert note[0].text.endswith("\\x1b[2K\\u202e”")
    assert not [line for line in Transcript(Recording.of(session)) if line.type == "table.rolled"]


@pytest.mark.report(275)
@pytest.mark.report(278)
@pytest.mark.parametrize(
    "name",
    ["Søren d'Île", "Ната́ша", "勇者", "ناصر", "a.b/$c", 'O"Brien', "{0}{name}", "%s", "two\nlines"],
)
def test_names_of_any_script_are_told_as_they_are(name: str) -> None:
    session = sit_down()
    session.do({"type": "table.rename_actor", "actor": "ugo", "name": name}, "master")
    session.do({"type": "tavern.cut", "actor": "ugo"}, "master")
    session.do({"type": "table.open_pool", "actor": "ugo", "pool": name, "balance": 1}, "master")
    told = texts(Recording.of(session))
    assert session.view().table.actors["ugo"].name == name
    name = clean(name)
    assert f"Ugo is now called {name}." in told
    assert f"{name} is hurt by knife: tavern.cuts from 0 to 1." in told
    assert f"{name} gains 1 {name}: 1 now." in told


def test_lines_can_be_chosen_by_actor_type_family_and_seq() -> None:
    session = sit_down()
    evening(session)
    recording = Recording.of(session)

    def chosen(**how: object) -> list[Line]:
        return list(Transcript(recording, **how))  # type: ignore[arg-type]

    assert {line.type for line in chosen(types=["table.wounded"])} == {"tavern.was_cut"}
    assert chosen(types=["was_cut"]) == chosen(types=["tavern.was_cut"])
    assert [line.message for line in chosen(types=["cut"], actor="pia")]
    assert not [line for line in chosen(actor="pia") if line.type == "table.spent"]
    assert chosen(since=5) == [line for line in chosen() if line.seq >= 5]
    assert chosen(stop=9) == [line for line in chosen() if line.seq < 9]
    with pytest.raises(Invalid, match=r"of type 'was_cutt'.*did you mean tavern.was_cut\?"):
        chosen(types=["was_cutt"])
    with pytest.raises(Invalid, match="no seat 'zoe'"):
        chosen(viewer="zoe")


@pytest.mark.report(29)
def test_the_order_is_that_of_the_log_and_not_of_clocks() -> None:
    clock = Clock()
    session = sit_down(clock=clock)
    clock.later(seconds=-10)
    session.do({"type": "tavern.cut", "actor": "ugo"}, "master")
    lines = list(Transcript(Recording.of(session)))
    assert [line.seq for line in lines] == sorted(line.seq for line in lines)
    assert max(line.at for line in lines) != lines[-1].at


@pytest.mark.report(66)
def test_what_a_viewer_reads_depends_on_nothing_he_may_not_see() -> None:
    told, recordings = [], []
    for secret in ("the ale is bad", "the ale is poisoned"):
        session = sit_down(clock=Clock())
        evening(session)
        session.do({"type": "tavern.whisper", "id": "w2", "text": secret}, "anna")
        session.do({"type": "tavern.cut", "actor": "ugo"}, "master")
        recording = Recording.of(session)
        recordings.append(recording)
        told.append({who: texts(recording, viewer=who) for who in ("bea", "master")})
    assert told[0]["bea"] == told[1]["bea"]
    assert told[0]["master"] != told[1]["master"]
    for seq in range(recordings[0].size):
        one, other = (at(recording, seq=seq, viewer="bea") for recording in recordings)
        assert one.slices == other.slices


def test_a_teller_that_fails_leaves_the_record_to_read(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = load(played)
    monkeypatch.setattr(recording.book, "teller", lambda kind: 1 / 0 if not kind else _broken)
    raw = 'table.round_began number=1 slots={} repeat=false keys=[] elective=false seen_by=""'
    assert raw in texts(recording)


def _broken(event: object, telling: object) -> str:
    raise KeyError("places")


def test_text_that_would_steer_a_terminal_is_written_out() -> None:
    assert clean("a\tb\r\n\x1b[31m") == "a\\tb\\r\\n\\x1b[31m"
    assert clean("ناصر ö 勇 ■") == "ناصر ö 勇 ■"


def test_a_return_that_was_returned_from_says_so() -> None:
    session = sit_down()
    session.do({"type": "tavern.cut", "actor": "ugo"}, "master")
    session.do({"type": "table.return", "to": 2}, "master")
    session.do({"type": "table.return", "to": 3}, "master")
    lines = {(line.commit, line.type): line.back for line in Transcript(Recording.of(session))}
    assert lines[3, "tavern.was_cut"] is None
    undone = lines[4, "table.return"]
    assert undone is not None
    assert undone.commit == 5
    assert lines[4, "table.returned"] is lines[5, "table.return"] is None
