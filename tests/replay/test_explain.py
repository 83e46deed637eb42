"""Every record is explained: who asked, the dice, the modifiers and rules, and what came of it."""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path

import pytest
from msgspec import structs

from rollbook.core.dice import Word
from rollbook.core.errors import Invalid
from rollbook.core.table.checks import Amend
from rollbook.core.until import SceneEnd
from rollbook.core.vocabulary import EffectBegan, Rolled, Wounded
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Charm, Enter, Strike, Watch, brawl, charms
from rollbook.plugins.testing.trials import Conclude, Hurt, Try, Unhurt, trial
from rollbook.replay import load
from rollbook.replay.cli.commands.explain import told
from rollbook.replay.cli.out import Out
from rollbook.replay.explain import Explanation, explain
from rollbook.replay.recording import Recording
from rollbook.replay.words import words

from .tables import run


def brawling(*, sealed: bool = True) -> Scenario:
    play = Scenario(brawl, charms, actors={"ann": "anna", "bo": "bert"}, sealed=sealed)
    return play.given({"type": "table.begin_scene"}, Enter(actor="ann"), Enter(actor="bo"))


def last(play: Scenario, kind: type) -> int:
    return [e.seq for e in play.session.log() if isinstance(e.message, kind)][-1]


def explained(play: Scenario, seq: int, viewer: str = "", lang: str = "en") -> Explanation:
    return explain(Recording.of(play.session), seq, viewer=viewer, lang=lang)


def test_a_wound_is_derived_from_the_command_to_the_boxes(played: Path) -> None:
    """The printed first round: base 2, attack 5, defence 3, damage roll −4, and so 1 (FUD-219)."""
    done = run("explain", played, "37")
    text = done.stdout
    for said in (
        "master ▸ fudge.exchange a=snorri b=brynhild",
        "dice 2d6 low: 6 4, that is −4",
        "real dice, read by master",
        "Magic sword: +2 on Calculated Damage [FUD-210 ",
        "Base Damage 2, Attack Modifier 5, Defence Modifier 3, Calculated Damage 4, "
        "Damage Roll −4, before limits 0, Final Damage 1, limits that acted FUD-219",
        "before 0, after 1, level before 0, level 1",
        "FUD-219  Damage above nothing hurts by one at least",
    ):
        assert said in text, said
    found = json.loads(run("explain", played, "37", "--json").stdout)
    assert [s["type"] for s in found["path"]][-2:] == ["fudge.blow", "fudge.suffer"]
    assert (found["command"]["seq"], found["command"]["by"]) == (23, "master")
    assert found["record"]["fields"]["filled"] == [1, 0, 0, 0, 0]


def test_it_is_explained_in_the_readers_language(played: Path) -> None:
    text = run("explain", played, "37", "--lang", "it").stdout
    for said in ("Chi l'ha chiesto", "Danno Base 2", "spada: +1 (il risultato)", "Forza: +1"):
        assert said in text, said
    assert "FUD-217 Il Tiro Danni" in text
    assert "Damage" not in text


def test_every_record_of_a_session_is_explained(played: Path) -> None:
    """From the first to the last none fails; many in both languages and for whoever looks."""
    size = json.loads(run("show", played, "--json").stdout)["size"]
    for seq in range(0, size, 9):
        for more in ((), ("--lang", "it"), ("--as", "anna")):
            done = run("explain", played, str(seq), *more)
            assert done.exit_code == 0, (seq, more, done.stderr)
            assert f"{seq}" in done.stdout.splitlines()[0]
    recording = load(played)
    for seq in range(size):
        assert explain(recording, seq).record.seq == seq


@pytest.mark.report(5)
def test_a_sealed_roll_is_derived_word_by_word() -> None:
    """HMAC over the coordinates, read apart from the engine, gives the words and so the faces."""
    play = brawling()
    play.given({"type": "table.add_entropy", "text": "salt", "size": 5}, by="anna")
    play.given(Watch(actor="ann"))
    seq = last(play, Rolled)
    dice = explained(play, seq).record.dice
    assert dice is not None
    assert dice.words is not None
    seed = next(s.seed for s in play.store.seeds("s") if s.kind == dice.kind)

    def framed(*parts: object) -> bytes:
        raw = [p if isinstance(p, bytes) else str(p).encode() for p in parts]
        return b"".join(len(r).to_bytes(4, "big") + r for r in raw)

    key = hmac.digest(seed, framed(b"salt"), hashlib.sha256)
    where = framed("rollbook dice 1", "s", 0, dice.stream, 0, 0)
    block = hmac.digest(key, where, hashlib.sha256)
    assert dice.words[0].word == int.from_bytes(block[:4], "big")
    assert dice.words[0].face == dice.words[0].word % 6 + 1 == dice.dice[0].face


def test_rejected_words_are_shown_as_such() -> None:
    """Two in a million at the most, so that here one is put among those of a roll."""
    play = brawling().given(Watch(actor="ann"))
    found = explained(play, last(play, Rolled))
    assert found.record.dice is not None
    some = (Word(4_294_967_295, "6", None), Word(7, "6", 2))
    dice = structs.replace(found.record.dice, words=some)
    lines = told(
        structs.replace(found, record=structs.replace(found.record, dice=dice)),
        words(play.session.book), Out(False, "en"),
    )  # fmt: skip
    assert any("ffffffff rejected, 00000007 → 2" in line for line in lines)


def test_without_the_seed_the_dice_are_explained_as_far_as_they_can_be() -> None:
    """A player has no seeds; once one is revealed, the words are his too."""
    play = brawling().given(Strike(actor="ann", target="bo"))
    if play.session.waiting:
        play.answer("no", "bert")
    seq = next(e.seq for e in play.session.log() if isinstance(e.message, Rolled))
    sealed = explained(play, seq, "anna").record.dice
    assert sealed is not None
    assert (sealed.words, sealed.stream, sealed.index) == (None, "ann", 0)
    play.given({"type": "table.reveal", "epoch": 0, "kind": "open"}, by="host")
    opened = explained(play, seq, "anna").record.dice
    assert opened is not None
    assert opened.words == explained(play, seq).record.dice.words  # type: ignore[union-attr]
    assert opened.words


def test_modifiers_name_the_effect_that_they_come_from() -> None:
    play = brawling(sealed=False)
    play.given(Charm(actor="ann", kind="aim", until=SceneEnd()))
    began = last(play, EffectBegan)
    play.when(Strike(actor="ann", target="bo"), faces=(1, 1))
    (aim,) = explained(play, last(play, Rolled)).record.modifiers
    assert (aim.amount, aim.on, aim.rule, aim.record) == (1, "result", "CHA-010", began)


def test_questions_on_the_way_are_shown_with_who_answered() -> None:
    play = brawling(sealed=False)
    play.when(Strike(actor="ann", target="bo"), "anna", faces=(6, 5)).waits("bo")
    play.answer("no", "bert")
    found = explained(play, last(play, Wounded))
    assert [s.type for s in found.questions] == ["table.asked", "table.answered"]
    assert (found.command.type, found.command.by) == ("brawl.strike", "anna")
    assert [s.type for s in found.path] == ["table.rolled", "brawl.hurt"]
    (answered,) = (s for s in found.questions if s.type == "table.answered")
    assert (answered.fields["by"], answered.fields["answer"]) == ("bert", "no")


def test_what_came_of_it_and_what_changed_it_is_shown() -> None:
    play = Scenario(trial, actors={"ann": "anna", "bo": "bert"})
    play.when(Try(actor="ann", against="bo"), faces=(6, 1, 3, 1))
    rolled = last(play, Rolled)
    (check,) = play.session.view().table.checks
    play.given(Amend(corrects=rolled, amount=1, reason="the wind"))
    assert [s.type for s in explained(play, rolled).changed] == ["table.amended"]
    play.given(Conclude(check=check))
    hurt = last(play, Hurt)
    play.given(Unhurt(corrects=hurt))
    found = explained(play, hurt)
    assert found.corrected == play.store.head("s").commits - 1
    assert [s.type for s in found.changed] == ["table.corrected"]
    command = found.command.seq
    assert [s.type for s in explained(play, command).followed] == ["table.settled", "trial.hurt"]
    play.given({"type": "table.return", "to": 2})
    back = explained(play, hurt).back
    assert back is not None
    assert back.by == "gm1"


def test_what_a_viewer_may_not_see_is_not_explained_to_him() -> None:
    play = brawling(sealed=False)
    play.when(Watch(actor="bo"), faces=(4,))
    hidden = last(play, Rolled)
    with pytest.raises(Invalid, match=f"there is no record {hidden}"):
        explained(play, hidden, "anna")
    said = explained(play, hidden + 1, "anna")
    assert all(step.seq != hidden for step in said.path)
    assert hidden in {step.seq for step in explained(play, hidden + 1).path}
    assert explained(play, hidden).record.dice is not None


@pytest.mark.parametrize("seq", [-1, 1_000_000])
def test_there_must_be_such_a_record(seq: int) -> None:
    with pytest.raises(Invalid, match="there is no record"):
        explained(brawling(), seq)


def test_a_trait_of_the_book_is_called_by_its_name_where_it_counts(tmp_path: Path) -> None:
    file = tmp_path / "vale.db"
    assert run("new", file, "--rules", "fudge", "--set", "powers=true").exit_code == 0
    for command in (
        ("bring_sample", "actor=brogo", "sample=brogo"),
        ("attempt", "actor=brogo", "trait=move-quietly", "difficulty=Fair"),
    ):
        assert run("do", file, *command).exit_code == 0
    rolled = json.loads(run("log", file, "--type", "rolled", "--json").stdout)
    italian = run("explain", file, str(rolled["seq"]), "--lang", "it").stdout
    assert "Muoversi in silenzio: +3" in italian
    assert "move-quietly: +3" not in italian
