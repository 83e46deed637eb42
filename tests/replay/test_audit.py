"""Rules that have changed are no tampering; what the audit says, to people and to machines."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from rollbook import Engine, Ruleset
from rollbook.core.asked import Answered, Asked
from rollbook.core.memory import MemoryStore
from rollbook.core.out import Limits
from rollbook.core.play import Play
from rollbook.core.surroundings import System
from rollbook.core.table.opening import Adopt
from rollbook.core.vocabulary import Gained, Rolled, Spent, Wounded
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing.scenario import Fixed, Scenario
from rollbook.plugins.testing.toys import (
    Auction,
    Brawl,
    Duel,
    Enter,
    Hit,
    Hurt,
    Strike,
    brawl,
    brawl_with,
    charms,
)
from rollbook.replay import load
from rollbook.replay.audit import BROKEN, CLEAN, DIFFERS, UNKNOWN, Audit, Finding, audit
from rollbook.replay.audit.findings import said
from rollbook.replay.recording import Recording
from rollbook.replay.words import LANGUAGES, replay_words

from .disputed import played
from .forging import Forger
from .tables import run, shell, sit_down, tavern

ACTORS = {"ann": "anna", "bo": "bert"}


def harder(command: Hurt, play: Play) -> None:
    """A newer edition, in which a blow takes one point more."""
    before = play.state[Brawl].points.get(command.target, 0)
    play.emit(
        Hit(
            actor=command.target, track="points", before=before,
            after=before - command.amount - 1, source=command.source, rule="BRA-020",
        )
    )  # fmt: skip


NEWER = structs.replace(brawl_with(Hurt, harder), version="1.1.0")


def evening(ruleset: Ruleset = brawl, *more: Ruleset) -> Scenario:
    """Two in a brawl, and one blow of three points."""
    play = Scenario(ruleset, *more, actors=ACTORS)
    play.given(Enter(actor="ann"), Enter(actor="bo"))
    return play.given(Hurt(target="bo", source="ann", amount=3))


def audited(play: Scenario, *rulesets: Ruleset, **engine: Any) -> Audit:
    """The session as it looks to an engine with these rulesets."""
    engine.setdefault("surroundings", Fixed())
    made = Engine(rulesets, installed=False, **engine)
    name = play.session.name
    opened = [n for n in play.session.book.names if n in made.catalogue]
    return audit(Recording(play.store, name, made.rulebook(opened)), made)


# --- rules that have changed


def test_a_newer_version_that_decides_alike_verifies_and_is_mentioned() -> None:
    found = audited(evening(), structs.replace(brawl, version="1.1.0"))
    assert found.code == CLEAN
    other = [notice for notice in found.notices if notice.kind == "other-rules"]
    assert [notice.seqs for notice in other] == [(1,)]


def test_the_same_rules_are_not_mentioned() -> None:
    assert not any(notice.kind == "other-rules" for notice in audited(evening(), brawl).notices)


def test_a_newer_version_that_decides_otherwise_differs_and_is_not_called_tampering() -> None:
    """The state stays as it was recorded: folding consults no rule."""
    play = evening()
    found = audited(play, NEWER)
    first = found.result("rules").first["differs"]
    hit = next(e.seq for e in play.session.log() if isinstance(e.message, Hit))
    assert (found.code, first.code, first.seq) == (DIFFERS, "other-body", hit)
    assert first.places["where"] == "$.after"
    for name in ("records", "tree", "seals", "streams", "dice", "state", "snapshots"):
        assert found.result(name).grade is None
    reopened = Engine([NEWER], installed=False, surroundings=Fixed()).open(play.store, "s")
    assert reopened.view().state[Brawl].points["bo"] == 10 - 3


def test_other_code_under_the_same_version_differs_too() -> None:
    """It is the digest that tells: of the package's files, whatever they say of themselves."""

    class Edited(System):
        def files(self, package: str) -> Iterator[tuple[str, bytes]]:
            yield from super().files(package)
            yield "zz.py", b"# a line more"

    found = audited(evening(), brawl_with(Hurt, harder), surroundings=Edited())
    assert (found.code, found.result("rules").grade) == (DIFFERS, "differs")


def test_the_very_same_rules_that_decide_otherwise_are_broken() -> None:
    found = audited(evening(), brawl_with(Hurt, harder))
    assert (found.code, found.result("rules").grade) == (BROKEN, "broken")


def test_a_plugin_that_is_missing_leaves_parts_unknown_and_nothing_wrong() -> None:
    play = evening(brawl, charms)
    found = audited(play, brawl)
    assert found.code == UNKNOWN
    assert found.result("state").first["unknown"].code == "foreign"
    assert set(found.result("rules").count) == {"unknown"}
    noticed = next(e.seq for e in play.session.log() if e.type == "charms.noticed")
    assert found.result("state").first["unknown"].seq == noticed
    first = found.result("rules").first["unknown"]
    assert (first.code, first.places["ruleset"], first.seq) == ("absent", "charms", 0)
    assert found.result("rules").count["unknown"] == 2, "and that the blow was not noticed"
    assert found.result("tree").grade is None


def test_a_system_that_is_missing_altogether_still_shows_bytes_and_dice(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "x.db")
    played(store)
    made = Engine(installed=False, surroundings=Fixed())
    found = audit(Recording(store, "s", made.rulebook(())), made)
    assert found.code == UNKNOWN
    assert found.result("dice").covered > 0
    for name in ("records", "tree", "seals", "streams", "dice"):
        assert found.result(name).grade is None
    assert "differs" not in found.result("rules").first
    kept = found.result("rules")
    entered = next(fact for fact in store.facts("s") if fact.type == "brawl.enter")
    commits = {fact.commit for fact in store.facts("s") if fact.type.startswith(("brawl", "charm"))}
    assert kept.count["unknown"] >= 2 + len(commits), "two rulesets, and every command of theirs"
    assert kept.first["unknown"].code == "absent"
    assert entered.commit in commits


def test_a_ruleset_without_files_is_never_better_than_differing() -> None:
    """Whatever it decides: nobody can tell whether it is the one of then."""
    session = sit_down(MemoryStore())
    found = audit(Recording.of(session), Engine([tavern], installed=False))
    first = found.result("rules").first["differs"]
    assert (found.code, first.code, first.seq) == (DIFFERS, "unsourced", 0)
    assert first.places["ruleset"] == "tavern"
    assert found.result("rules").count == {"differs": 1}
    assert (found.result("snapshots").covered, found.result("snapshots").grade) == (0, None)


def adopted(store: SQLiteStore | None = None) -> Scenario:
    """A blow under the old edition, adoption of the newer, and a blow under that."""
    play = Scenario(brawl, actors=ACTORS, store=store)
    play.given(Enter(actor="ann"), Enter(actor="bo"), Hurt(target="bo", source="ann", amount=3))
    play.rulesets = (NEWER,)
    play.engine = play.made(surroundings=Fixed("newer"))
    play.session = play.engine.open(play.store, "s")
    return play.given(Adopt(), Hurt(target="bo", source="ann", amount=2))


def test_versions_adopted_midway_are_each_compared_with_what_is_installed() -> None:
    """By the newer, what was before its adoption differs; by the older, what came after."""
    play = adopted()
    hits = [e.seq for e in play.session.log() if isinstance(e.message, Hit)]
    for installed, at in ((NEWER, 0), (brawl, 1)):
        found = audited(play, installed)
        result = found.result("rules")
        assert (found.code, result.count) == (DIFFERS, {"differs": 1})
        assert result.first["differs"].seq == hits[at]


def test_what_was_changed_after_an_adoption_is_tampering(tmp_path: Path) -> None:
    """The rules then in force are those installed: another result does not verify."""
    play = adopted(SQLiteStore(tmp_path / "x.db"))
    forger = Forger(tmp_path / "x.db")
    hit = forger.seqs("brawl.hit")[1]
    forger.say(hit, after=9)
    forger.mend()
    result = audited(play, NEWER).result("rules")
    assert result.first["broken"].seq == hit
    assert result.count["differs"] == 1


@pytest.mark.parametrize(("nth", "grade"), [(0, "differs"), (1, "broken")])
def test_what_does_not_fold_is_judged_by_the_rules_then_in_force(
    tmp_path: Path, nth: int, grade: str
) -> None:
    """Before an adoption by those of then, whatever has been adopted since."""
    play = adopted(SQLiteStore(tmp_path / "x.db"))
    forger = Forger(tmp_path / "x.db")
    hit = forger.seqs("brawl.hit")[nth]
    forger.edit(hit, version=2)
    forger.mend()
    [(found, first)] = audited(play, NEWER).result("state").first.items()
    assert (found, first.code, first.commit) == (grade, "no-fold", forger.commit_of(hit))


def test_a_command_that_left_nothing_but_itself_is_audited_as_any() -> None:
    """Its commit is one record; the snapshot after it is compared."""
    harmless = brawl_with(Hurt, lambda command, play: None)
    play = evening(harmless)
    play.session.close()
    assert [fact.type for fact in play.store.facts("s")][-1] == "brawl.hurt"
    found = audited(play, harmless)
    assert (found.code, found.result("snapshots").covered) == (CLEAN, 1)
    assert {r.name for r in found.results if r.grade} == set()


def test_commands_are_decided_again_under_the_limits_of_the_engine() -> None:
    """What a larger limit let through, a smaller one would not have."""
    found = audited(evening(), brawl, limits=Limits(records=2))
    first = found.result("rules").first["broken"]
    assert (found.code, first.code, first.places["code"]) == (BROKEN, "undecided", "limit")


def test_answers_brought_along_are_those_it_is_decided_again_with() -> None:
    """Of one, of each and of any: by the name of the question, and for whom it was."""
    play = evening()
    stances = {"stance:ann": 1, "stance:bo": -1}
    play.when(Duel(a="ann", b="bo"), faces=(3, 5), answers=stances)
    while play.session.waiting is not None:
        play.answer("pass", "gm1")
    play.when(Auction(thing="hat", bidders=("ann", "bo")), answers={"hat:bo": "take"})
    asked = [e.message.mode for e in play.session.log() if isinstance(e.message, Asked)]
    assert {"each", "any"} <= set(asked)
    brought = [e.message for e in play.session.log() if isinstance(e.message, Answered)]
    assert {(a.for_, a.answer) for a in brought} >= {("ann", 1), ("bo", -1), ("bo", "take")}
    rules = audited(play, brawl).result("rules")
    assert (rules.covered, rules.grade) == (play.session.timeline.commits, None)


# --- nothing at the table that is not in the journal


def test_the_journal_alone_gives_every_pool_track_and_roll_that_play_reported(
    tmp_path: Path,
) -> None:
    """What receipts reported at the time, against an opening of the file by a fresh engine."""
    store = SQLiteStore(tmp_path / "x.db")
    play = Scenario(brawl, charms, actors=ACTORS, store=store, sealed=True)
    told: dict[str, int] = {}
    rolled: dict[str, tuple[Any, ...]] = {}

    def do(command: Any) -> None:
        receipt = play.session.do(command, "gm1")
        while True:
            for event in receipt.events:
                if isinstance(event, Spent | Gained):
                    assert event.after is not None
                    told[f"{event.actor}/{event.pool}"] = event.after
                elif isinstance(event, Wounded):
                    told[event.actor] = event.after
                elif isinstance(event, Rolled):
                    rolled[event.id] = (event.dice, event.total)
            if receipt.waiting is None:
                return
            answer = {"Spend luck?": "yes"}.get(receipt.waiting.question, "no")
            receipt = play.session.do({"type": "table.answer", "answer": answer}, "gm1")

    for actor in ACTORS:
        do(Enter(actor=actor, points=6))
        do({"type": "table.open_pool", "actor": actor, "pool": "luck", "balance": 2})
    for turn in range(24):
        do(Strike(actor=["ann", "bo"][turn % 2], target=["bo", "ann"][turn % 2]))
    play.session.close()
    store.close()

    read = SQLiteStore(tmp_path / "x.db", read_only=True)
    view = Engine([brawl, charms], installed=False).open(read, "s").view()
    pools = {
        f"{actor}/{name}": pool.balance
        for actor, found in view.table.pools.items()
        for name, pool in found.items()
    }
    assert {k: v for k, v in told.items() if "/" in k} == pools
    assert {k: v for k, v in told.items() if "/" not in k} == view.state[Brawl].points
    rows = Forger(tmp_path / "x.db").rows("SELECT id, dice, total FROM rolls")
    faces = {id_: [die.face for die in dice] for id_, (dice, _) in rolled.items()}
    assert {id_: [die["face"] for die in json.loads(dice)] for id_, dice, _ in rows} == faces
    assert {id_: total for id_, _, total in rows} == {id_: t for id_, (_, t) in rolled.items()}
    assert any(value < 6 for value in view.state[Brawl].points.values()), "somebody was hit"


# --- on the command line


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A short session that the installed rules know, in a file."""
    path = tmp_path / "duel.db"
    assert run("new", path, "--rules", "fudge", "--seat", "master=gm").exit_code == 0
    for command in (("add_actor", "id=ugo", "name=Ugo"), ("add_note", "text=begun")):
        assert run("do", path, *command).exit_code == 0
    return path


def test_the_exit_codes_are_those_promised(file: Path, tmp_path: Path) -> None:
    """Through processes of their own, as scripts meet them."""
    forger = Forger(file, "duel")
    receipt = "{}:{}".format(*forger.receipt())
    assert shell("audit", file).returncode == 0
    assert shell("audit", file, "--receipt", receipt).returncode == 0
    assert shell("audit", file, "--receipt", "no receipt").returncode == 2
    assert shell("audit", tmp_path / "none.db").returncode == 5
    forger.say(forger.seqs("table.noted")[0], text="never begun")
    broken = shell("audit", file)
    assert broken.returncode == 1
    assert b"Verdict: it does not verify" in broken.stdout
    forger.mend()
    assert shell("audit", file).returncode == 1, "the rules still tell another text"


def test_other_rules_and_missing_ones_have_their_own_exit_codes(
    tmp_path: Path, install: Callable[[Ruleset], None]
) -> None:
    path = tmp_path / "inn.db"
    sit_down(SQLiteStore(path)).store.close()
    missing = run("audit", path)
    assert (missing.exit_code, "not all of it" in missing.stdout) == (4, True)
    install(tavern)
    unsourced = run("audit", path)
    assert (unsourced.exit_code, "tavern has no files" in unsourced.stdout) == (3, True)


def test_those_two_are_met_by_scripts_as_well(tmp_path: Path) -> None:
    """Processes of their own, one of which finds a plugin without files beside itself."""
    path, beside = tmp_path / "inn.db", tmp_path / "beside"
    sit_down(SQLiteStore(path)).store.close()
    assert shell("audit", path).returncode == 4
    info = beside / "inn_rules-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: inn-rules\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[rollbook]\ninn = inn_rules\n")
    (beside / "inn_rules.py").write_text(
        "from rollbook import hookimpl\n"
        "from tests.replay.tables import tavern\n"
        "@hookimpl\ndef rollbook_rulesets():\n    return [tavern]\n"
    )
    found = shell("audit", path, PYTHONPATH=f"{beside}{os.pathsep}{Path(__file__).parents[2]}")
    assert found.returncode == 3, found.stderr
    assert b"tavern has no files" in found.stdout


def test_receipts_are_found_in_whatever_text_holds_them(file: Path, tmp_path: Path) -> None:
    forger = Forger(file, "duel")
    size, root = forger.receipt()
    chat = tmp_path / "chat.txt"
    chat.write_text(
        f"20:15 anna: here it is {size}:{root.upper()} keep it\n"
        f'{{"root":"{forger.receipt(3)[1]}","size":3}}\n3:12 bea: and 9:{root} is somebody\'s\n',
        encoding="utf-8",
    )
    found = json.loads(run("audit", file, "--receipts", chat, "--json").stdout)
    receipts = next(result for result in found["results"] if result["name"] == "receipts")
    assert receipts["covered"] == 3
    beyond = [size for size in (9,) if size > forger.size]
    assert found["code"] == (1 if beyond or forger.receipt(9)[1] != root else 0)


def test_a_text_without_a_receipt_is_wrong_usage(file: Path, tmp_path: Path) -> None:
    empty = tmp_path / "chat.txt"
    empty.write_bytes(b"\xff\xfe")
    assert run("audit", file, "--receipts", empty).exit_code == 2
    empty.write_text("nothing", encoding="utf-8")
    assert run("audit", file, "--receipts", empty).exit_code == 2


def test_json_is_whole_and_the_same_each_time(file: Path) -> None:
    """Every check with what it covered, every notice, the charter and the code."""
    once, twice = (run("audit", file, "--json").stdout for _ in range(2))
    assert once == twice
    found = json.loads(once)
    assert set(found) == {
        *("session", "size", "commits", "root", "results", "notices", "untold", "charter", "code")
    }
    assert (found["size"], found["root"]) == Forger(file, "duel").receipt()
    names = [result["name"] for result in found["results"]]
    assert names == [
        *("records", "tree", "receipts", "seals", "streams", "dice", "rules", "state"),
        *("snapshots", "file"),
    ]
    for result in found["results"]:
        assert set(result) == {"name", "unit", "covered", "first", "count"}
    assert found["untold"] == ["no-receipt"]


def test_findings_in_json_have_words_a_code_and_their_places(file: Path) -> None:
    forger = Forger(file, "duel")
    seq = forger.seqs("table.noted")[0]
    forger.say(seq, text="never begun")
    found = json.loads(run("audit", file, "--json").stdout)
    rules = next(result for result in found["results"] if result["name"] == "rules")
    assert rules["first"]["broken"] == {
        "grade": "broken", "what": f"record {seq} would differ at $.text", "seq": seq,
        "commit": forger.commit_of(seq), "code": "other-body",
        "places": {"seq": str(seq), "where": "$.text"},
    }  # fmt: skip


def test_the_first_bad_record_is_named_and_the_others_are_counted(file: Path) -> None:
    forger = Forger(file, "duel")
    forger.edit(0, salt="0" * 32)
    commits = forger.rows("SELECT count(*) FROM commits")[0][0]
    shown = run("audit", file).stdout
    assert "the records up to commit 0 give another root" in shown
    assert f"and {commits} more" in shown, "all later roots, and the session's own"


def test_without_a_receipt_it_says_in_plain_words_what_would_not_show(file: Path) -> None:
    plain = run("audit", file).stdout
    assert "a cut tail, or a history written anew from some point on, would not show" in plain
    receipt = "{}:{}".format(*Forger(file, "duel").receipt())
    assert "would not show" not in run("audit", file, "--receipt", receipt).stdout


def test_progress_is_told_up_to_the_last_record() -> None:
    """Once in two thousand, and at the end it is all of them."""
    play = evening()
    for _ in range(700):
        play.given({"type": "table.add_note", "text": "x"})
        play.given({"type": "table.add_note", "text": "y"})
    told: list[tuple[int, int]] = []
    made = Engine([brawl], installed=False, surroundings=Fixed())
    audit(Recording.of(play.session), made, progress=lambda done, all_: told.append((done, all_)))
    size = play.store.head("s").size
    assert 2000 < size < 4000
    (thousands, _), end = told
    assert 2000 <= thousands < 2000 + 2, "a note is two records"
    assert {all_ for _, all_ in told} == {size}
    assert end == (size, size)


# --- words


def test_what_an_error_says_of_itself_is_for_readers_of_english_alone() -> None:
    """There are no Italian words for it: what is found is said without."""
    places = {"no": "9", "code": "limit", "why": "one command may leave 2 records at most"}
    finding = Finding("broken", code="undecided", places=places)
    assert said(replay_words(), finding).endswith(f"(limit): {places['why']}")
    assert said(replay_words("it"), finding) == "il commit 9 non verrebbe deciso così (limit)"


def _templates(lang: str) -> set[str]:
    text = (Path(__file__).parents[2] / "replay" / "locale" / f"{lang}.toml").read_text("utf-8")
    return set(re.findall(r'^"audit\.finding\.([a-z-]+)" = "', text, re.MULTILINE))


def test_every_code_that_a_check_may_find_has_words_and_no_words_are_idle() -> None:
    root = Path(__file__).parents[2]
    files = [*(root / "replay" / "audit").glob("*.py"), root / "journal" / "checking.py"]
    code = "\n".join(path.read_text("utf-8") for path in files if path.stem != "findings")
    used = set(re.findall(r'(?:broken|unknown)\(\s*"([a-z-]+)"', code))
    used |= set(re.findall(r'found\((?:grade|"differs"), "([a-z-]+)"', code))
    used |= set(re.findall(r'code="([a-z-]+)"', code))
    assert all(used == _templates(lang) for lang in LANGUAGES)


ENGLISH = re.compile(
    r"\b(the|record|is|not|would|commit [0-9]+ (has|says)|another|missing|cannot|receipt|seed)\b"
)


def test_an_audit_in_italian_has_no_english_sentence(file: Path) -> None:
    """Neither where all is well nor where everything is broken at once."""
    forger = Forger(file, "duel")
    for shown in _broken_in_every_way(forger, file):
        words = shown.replace(str(file), "").replace("record", "")
        assert not ENGLISH.findall(words), shown


def _broken_in_every_way(forger: Forger, file: Path) -> Iterator[str]:
    yield run("audit", file, "--lang", "it").stdout
    forger.edit(0, salt="pepper")
    forger.edit(1, kind="rumour")
    forger.edit(3, body="{")
    forger.plainly("DROP VIEW rolls", "CREATE TABLE mine (a)")
    forger.sql("UPDATE seals SET seed = x'00'", "UPDATE snapshots SET size = 0")
    forger.sql("UPDATE sessions SET root = zeroblob(32)")
    yield run("audit", file, "--lang", "it", "--receipt", f"3:{'ab' * 32}").stdout


def test_a_plugins_own_words_are_said_as_they_are() -> None:
    italian = replay_words("it")
    assert said(italian, Finding("unknown", "zu viele Köche")) == "zu viele Köche"
    own = Finding("broken", code="salt", places={"seq": "7"})
    assert said(italian, own) == "il record 7 non ha un sale di 32 cifre esadecimali"


def test_a_session_in_memory_is_audited_without_a_file() -> None:
    found = audit(load_from(evening()), Engine([brawl], installed=False, surroundings=Fixed()))
    assert found.code == CLEAN
    assert "file" not in {result.name for result in found.results}


def load_from(play: Scenario) -> Recording:
    """What a session at play has recorded."""
    return Recording.of(play.session)


def test_a_file_that_is_none_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    path.write_text("no journal" * 500, encoding="utf-8")
    refused = run("audit", path)
    assert refused.exit_code == 5
    assert "not a journal" in refused.stderr
    with pytest.raises(Exception, match="not a journal"):
        load(path)
