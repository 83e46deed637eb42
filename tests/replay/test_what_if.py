"""The rest of a session told again with one thing otherwise; what is recorded stays as it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from rollbook.core.dice import Die
from rollbook.core.entries import Entry
from rollbook.core.errors import Invalid, Refused
from rollbook.core.table.pools import OpenPool
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Brawl, Enter, Hurt, Strike, brawl, charms
from rollbook.replay import load
from rollbook.replay.recording import Recording
from rollbook.replay.walk import Walk
from rollbook.replay.whatif import Supposition, WhatIf, what_if

from .tables import EXAMPLES, run


def brawling(**more: Any) -> Scenario:
    play = Scenario(brawl, charms, actors={"ann": "anna", "bo": "bert"}, **more)
    return play.given({"type": "table.begin_scene"}, Enter(actor="ann"), Enter(actor="bo"))


def supposed(play: Scenario, commit: int, **otherwise: Any) -> WhatIf:
    return what_if(Recording.of(play.session), commit, Supposition(**otherwise))


def points(found: WhatIf) -> dict[str, int]:
    return Walk(found.retold).through().state[Brawl].points


def rolls(recording: Recording, actor: str) -> list[tuple[Die, ...]]:
    """What an actor's dice showed, in order."""
    entries = (Entry.of_fact(recording.book, fact) for fact in recording.facts())
    events = (e.message for e in entries if isinstance(e.message, Rolled))
    return [event.dice for event in events if event.actor == actor]


def head(play: Scenario) -> int:
    return play.store.head("s").commits - 1


def test_other_faces_hurt_otherwise_and_what_follows_is_decided_upon_them() -> None:
    """2d6 of 11 hurts by 5; of 12 by 6, and so the next blow finds one point less."""
    play = brawling()
    play.when(Strike(actor="ann", target="bo"), faces=(6, 5), answers={"dodge": "no"})
    at = head(play)
    play.given(Hurt(target="bo", source="x", amount=1))
    found = supposed(play, at, faces=(6, 6))
    assert (found.commit, found.commits, found.differs) == (at, 2, at)
    assert (points(found)["bo"], play.session.view().state[Brawl].points["bo"]) == (3, 4)
    changes = {(c.what, c.before, c.after) for c in found.changes if c.who == "bo"}
    assert ("points", 4, 3) in changes
    assert (found.refused, found.stuck, found.unused) == ((), None, 0)


def test_another_switch_counts_from_there_on() -> None:
    play = brawling()
    play.when(Strike(actor="ann", target="bo"), faces=(6, 6), answers={"dodge": "no"})
    first = head(play)
    play.when(Strike(actor="bo", target="ann"), faces=(6, 6), answers={"dodge": "no"})
    most = {"brawl": {"most": 2}}
    assert points(supposed(play, first, options=most)) == {"ann": 8, "bo": 8}
    assert points(supposed(play, first + 1, options=most)) == {"ann": 8, "bo": 4}


def test_another_answer_is_given_also_where_the_command_had_to_wait_for_it() -> None:
    play = brawling()
    play.when(Strike(actor="ann", target="bo"), faces=(6, 5)).waits("bo")
    at = head(play)
    play.answer("no", "bert")
    found = supposed(play, at, answers={"dodge": "yes"}, faces=(6, 5, 4))
    assert points(found)["bo"] == 10
    assert found.differs == at


def test_another_command_leaves_everybody_elses_dice_as_they_fell() -> None:
    """Ann rolls more often than she did, and Bo's dice show the same."""
    play = brawling(sealed=True)
    for actor in ("ann", "ann", "bo", "bo"):
        play.given(Strike(actor=actor, target="bo"))
        while play.session.waiting:
            play.answer("no", "gm1")
    play.given({"type": "table.reveal", "epoch": 0, "kind": "open"}, by="host")
    bos = rolls(Recording.of(play.session), "bo")
    flurry = {"type": "brawl.flurry", "actor": "ann", "targets": ["bo", "bo"]}
    found = supposed(play, 6, command=flurry, answers={"dodge": "no", "dodge#2": "no"})
    assert len(rolls(found.retold, "ann")) > 2
    assert rolls(found.retold, "bo") == bos
    assert len(bos) == 2


def test_nobody_foretells_his_next_roll_by_asking_what_if() -> None:
    """What was not drawn is known only once its seed is revealed."""
    play = brawling(sealed=True).given(Hurt(target="bo", source="x", amount=1))
    strike = {"type": "brawl.strike", "actor": "ann", "target": "bo"}
    with pytest.raises(Refused, match="nobody can tell how roll 0 of ann would fall"):
        supposed(play, head(play), command=strike)
    at = head(play)
    play.given({"type": "table.reveal", "epoch": 0, "kind": "open"}, by="host")
    assert supposed(play, at, command=strike, answers={"dodge": "no"}).differs == at


def test_told_again_with_nothing_otherwise_nothing_is_otherwise(played: Path) -> None:
    """From whichever commit it begins, the printed duel ends as it ended."""
    recording = load(played)
    for commit in range(1, recording.commits):
        found = what_if(recording, commit, Supposition(answers={"nothing-asks-this": 1}))
        assert (found.differs, found.changes, found.refused) == (None, (), ()), commit


def test_a_question_that_nobody_has_answered_there_ends_it() -> None:
    play = brawling()
    play.given(OpenPool(actor="ann", pool="luck", balance=1))
    play.when(Strike(actor="bo", target="ann"), faces=(1, 1))
    at = head(play)
    play.given(Hurt(target="bo", source="x", amount=1))
    found = supposed(play, at, faces=(6, 6))
    assert found.stuck is not None
    assert found.stuck.name == "dodge"
    assert points(found) == {"ann": 10, "bo": 10}


def test_what_is_refused_there_is_passed_over_and_said() -> None:
    play = brawling()
    play.when(Strike(actor="ann", target="bo"), faces=(6, 6), answers={"dodge": "no"})
    at = head(play)
    remove = {"type": "table.remove_actor", "actor": "bo"}
    play.given({"type": "table.rename_actor", "actor": "bo", "name": "Bob"})
    found = supposed(play, at, command=remove, by="gm1")
    (refusal,) = found.refused
    assert (refusal.commit, refusal.type) == (at + 1, "table.rename_actor")
    assert "no actor" in refusal.why


@pytest.mark.parametrize("commit", [-1, 0, 99])
def test_there_must_be_such_a_commit(commit: int) -> None:
    with pytest.raises(Invalid, match="no commit"):
        supposed(brawling(), commit, faces=(1,))


def test_what_is_supposed_may_itself_be_refused() -> None:
    play = brawling()
    with pytest.raises(Refused):
        supposed(play, head(play), command={"type": "brawl.enter", "actor": "zed"})
    with pytest.raises(Invalid, match="no option"):
        supposed(play, head(play), options={"brawl": {"mos": 1}})


def test_the_command_line_tells_both_ways_it_goes_and_writes_nothing(duel: Path) -> None:
    """The printed first round with a damage roll of 3 6 (+3) instead of 6 4 (−4): 4 + 3 = 7."""
    before = duel.read_bytes()
    done = run("what-if", duel, "--at", "23", "--faces", "1,4,5,1,3,6")
    assert done.exit_code == 0
    for said in ("takes 7 wound points", "takes 1 wound point", "c11 master ▸ fudge.exchange"):
        assert said in done.stdout, said
    plain = json.loads(
        run("what-if", duel, "--at", "c8", "--set", "damage_roll=off", "--json").stdout
    )
    assert (plain["commit"], plain["differs"], plain["stuck"]) == (8, 8, None)
    assert duel.read_bytes() == before
    for args, hint in (
        ((), "say what is otherwise"),
        (("--set", "damage_rol=off"), "damage_roll"),
        (("--faces", "1,x"), "'x' is no face"),
        (("--command", "[1]"), "no JSON object"),
    ):
        bad = run("what-if", duel, "--at", "23", *args)
        assert (bad.exit_code, hint in bad.stderr) == (2, True), bad.stderr


def test_another_sheet_may_stand_in_a_file(duel: Path, tmp_path: Path) -> None:
    """Without her armour 2 points of defence are less: she takes 6 − 4 and 5 + 1, 8 in all.

    That ends the duel, and what she does afterwards would have been refused.
    """
    lines = (EXAMPLES / "brynhild.toml").read_text(encoding="utf-8").splitlines()
    bare = [line for line in lines if not line.startswith(("armour", "stated"))]
    assert len(bare) == len(lines) - 2
    (tmp_path / "bare.toml").write_text("\n".join(bare), encoding="utf-8")

    def instead(name: object) -> Result:
        enter = {"type": "fudge.enter", "actor": "brynhild", "name": "Brynhild", "owners": ["bea"]}
        command = json.dumps({**enter, "sheet": {"@file": name}})
        return run("what-if", duel, "--at", "c2", "--command", command, "--json")

    plain = json.loads(instead(str(tmp_path / "bare.toml")).stdout)
    changes = [(c["who"], c["what"], c["before"], c["after"]) for c in plain["changes"]]
    assert ("brynhild", "characters.points", 5, 8) in changes
    assert {r["why"] for r in plain["refused"]} == {"brynhild is incapacitated and cannot act"}
    for name, why in ((str(tmp_path / "none.toml"), "none.toml"), (7, "named by a text")):
        bad = instead(name)
        assert (bad.exit_code != 0, why in bad.stderr) == (True, True), bad.stderr
