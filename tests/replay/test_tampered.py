"""Whatever somebody changes in the file, the audit finds it and names the record.

Each deed is done twice: once to its rows alone, and once with leaves, tree, commits and the
session's row made to fit it. What then still follows every rule, only a receipt from outside
can show; it does so each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec import structs

from rollbook import Engine
from rollbook.core.errors import NoSession
from rollbook.core.memory import MemoryStore
from rollbook.core.records import Record
from rollbook.core.table.seats import AddNote
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing.scenario import Fixed, Scenario
from rollbook.plugins.testing.toys import Enter, brawl, charms
from rollbook.replay.audit import BROKEN, CLEAN, DIFFERS, UNKNOWN, Audit, Finding, audit
from rollbook.replay.recording import Recording

from .disputed import audited
from .forging import Forger
from .tables import run

ROLLED, HIT = "table.rolled", "brawl.hit"


def test_an_evening_nobody_touched_verifies(forger: Forger) -> None:
    """Every check has covered something, and found nothing."""
    found = audited(forger.path, [forger.receipt(), forger.receipt(40)])
    assert found.code == CLEAN
    for result in found.results:
        assert result.covered > 0, result
        assert not result.first, result
    assert (found.size, found.root) == forger.receipt()
    assert found.commits == forger.commit_of(forger.size - 1) + 1


def test_each_check_says_how_much_it_has_covered_and_of_what(forger: Forger) -> None:
    """All there is of it: nothing is skipped, and nothing counted twice."""
    found = audited(forger.path, [forger.receipt(), forger.receipt(40)])
    rolls = len(forger.seqs(ROLLED))
    commits = forger.commit_of(forger.size - 1) + 1
    [(objects,)] = forger.rows("SELECT count(*) FROM sqlite_master WHERE sql IS NOT NULL")
    [(seals,)] = forger.rows("SELECT count(*) FROM seals WHERE session = 's'")
    assert {r.name: (r.covered, r.unit) for r in found.results} == {
        "records": (forger.size, "records"),
        "tree": (forger.size, "records"),
        "receipts": (2, "receipts"),
        "seals": (seals, "seals"),
        "streams": (rolls, "rolls"),
        "dice": (rolls, "rolls"),
        "rules": (commits, "commands"),
        "state": (forger.size, "records"),
        "snapshots": (1, "snapshots"),
        "file": (objects, "objects"),
    }


# --- what can be done to a row


class Deed(NamedTuple):
    """Something done to the file.

    Args:
        does: it, and gives the number of the record that it is done to.
        alone: checks that find it with nothing else changed, by name: the finding, and which
            record it names, from the one it is done to, or ``head`` for its commit's first.
        mended: likewise where all that can be recomputed is; empty where only a receipt shows.
        code: of the audit once it is mended.
    """

    does: Callable[[Forger], int]
    alone: Mapping[str, tuple[str, int | str]]
    mended: Mapping[str, tuple[str, int | str]]
    code: int = BROKEN


TREE: Mapping[str, tuple[str, int | str]] = {"tree": ("other-root", "head")}


def deed(
    does: Callable[[Forger], int],
    mended: Mapping[str, tuple[str, int | str]] | None = None,
    *,
    alone: Mapping[str, tuple[str, int | str]] = TREE,
    code: int = BROKEN,
) -> Deed:
    """A deed that the tree shows, and when mended these checks."""
    mended = mended or {}
    return Deed(does, {**alone, **mended}, mended, code if mended else CLEAN)


def said(type_: str, nth: int = 0, /, **fields: Any) -> Callable[[Forger], int]:
    """Other fields in the body of the nth record of a type."""

    def does(forger: Forger) -> int:
        seq = forger.seqs(type_)[nth]
        forger.say(seq, **fields)
        return seq

    return does


def put(type_: str, nth: int = 0, /, **columns: Any) -> Callable[[Forger], int]:
    """Other columns in the row of the nth record of a type."""

    def does(forger: Forger) -> int:
        seq = forger.seqs(type_)[nth]
        forger.edit(seq, **columns)
        return seq

    return does


def turned(dice: Any, by: int = 0) -> Any:
    """The same dice with the first showing the next face."""
    first = {**dice[0], "face": dice[0]["face"] % 6 + 1}
    return [first, *dice[1:]]


def face(forger: Forger) -> int:
    """Another face on one die, and nothing else."""
    seq = forger.seqs(ROLLED)[0]
    forger.say(seq, dice=turned(forger.body(seq)["dice"]))
    return seq


def face_and_total(forger: Forger) -> int:
    """Another face on one die, and a total that fits it."""
    seq = forger.seqs(ROLLED)[0]
    body = forger.body(seq)
    dice = turned(body["dice"])
    worth = sum(die["face"] for die in dice)
    forger.say(seq, dice=dice, natural=worth, total=worth)
    return seq


def hidden_face(forger: Forger) -> int:
    """Another face on a die that only the GM saw: nothing at all follows from it."""
    seq = next(s for s in forger.seqs(ROLLED) if forger.body(s)["draw"]["kind"] == "secret")
    dice = turned(forger.body(seq)["dice"])
    forger.say(seq, dice=dice, natural=dice[0]["face"], total=dice[0]["face"])
    return seq


def skipped(forger: Forger) -> int:
    """The last roll says that it is the one after the next of its stream."""
    seq = forger.seqs(ROLLED)[-1]
    draw = forger.body(seq)["draw"]
    forger.say(seq, draw={**draw, "index": draw["index"] + 1})
    return seq


def answered(forger: Forger) -> int:
    """An answer turned round, and what it left too."""
    seq = forger.seqs("table.answer")[0]
    forger.say(seq, answer="yes")
    forger.say(seq + 1, answer="yes")
    return seq


def returned(forger: Forger) -> int:
    """A return that went back to before the first blow."""
    seq = forger.seqs("table.return")[0]
    before = forger.commit_of(forger.seqs(HIT)[0]) - 2
    forger.say(seq, to=before)
    forger.say(seq + 1, to=before)
    return seq


def parted(forger: Forger) -> int:
    """A commit that ends one record earlier."""
    seq = forger.seqs("table.asked")[0]
    forger.edit(seq, commit_no=forger.commit_of(seq) + 1)
    return seq


def joined(forger: Forger) -> int:
    """Two commits made into one."""
    seq = forger.seqs("table.answer")[0]
    forger.sql(
        "UPDATE records SET commit_no = commit_no - 1 WHERE session = ? AND seq >= ?",
        values=(forger.session, seq),
    )
    return seq


def spliced(forger: Forger) -> int:
    """A roll of the other session's, put in place of one of ours."""
    seq = forger.seqs(ROLLED)[0]
    other = Forger(forger.path, "t")
    forger.edit(seq, body=json_of(other, other.seqs(ROLLED)[0]))
    return seq


def json_of(forger: Forger, seq: int) -> str:
    """A body as it stands."""
    sql = "SELECT body FROM records WHERE session = ? AND seq = ?"
    return str(forger.rows(sql, forger.session, seq)[0][0])


def spaced(forger: Forger) -> int:
    """The same body with a space in it."""
    seq = forger.seqs(HIT)[0]
    forger.edit(seq, body=json_of(forger, seq).replace(",", ", ", 1))
    return seq


def swapped(forger: Forger) -> int:
    """Two records of one commit in the other order."""
    seq = forger.seqs(HIT)[0]
    forger.sql(*(
        f"UPDATE records SET seq = {to} WHERE session = 's' AND seq = {of}"
        for of, to in ((seq, -1), (seq + 1, seq), (-1, seq + 1))
    ))  # fmt: skip
    return seq


def commits_swapped(forger: Forger) -> int:
    """Two whole commands in the other order: both join the brawl all the same."""
    seq = forger.seqs("brawl.enter")[0]
    no = forger.commit_of(seq)
    moves = ((seq, -1), (seq + 1, -2), (seq + 2, seq), (seq + 3, seq + 1), (-1, seq + 2))
    for of, to in (*moves, (-2, seq + 3)):
        forger.edit(of, seq=to)
    for at in (seq, seq + 1, seq + 2, seq + 3):
        forger.edit(at, commit_no=no + (at - seq) // 2)
    forger.edit(seq + 1, cause=seq)
    forger.edit(seq + 3, cause=seq + 2)
    return seq


def without_seq(forger: Forger, seq: int) -> None:
    """A record taken out, and the numbers after it closed up."""
    last = forger.size - 1
    forger.sql(f"DELETE FROM records WHERE session = 's' AND seq = {seq}")
    for at in range(seq, last):
        forger.edit(at + 1, seq=at)


def deleted(forger: Forger) -> int:
    """A blow in the middle taken out; a hole is left, and the next record stands behind it."""
    seq = forger.seqs(HIT)[0]
    forger.sql(f"DELETE FROM records WHERE session = 's' AND seq = {seq}")
    return seq + 1


def renumbered(forger: Forger) -> int:
    """The last thing that was noticed of a blow taken out, and the rest closed up."""
    seq = forger.seqs("charms.noticed")[-1]
    without_seq(forger, seq)
    return seq


def appended(forger: Forger) -> int:
    """A note that nobody made, after the last."""
    size, no = forger.size, forger.commit_of(forger.size - 1) + 1
    forger.sql(*(
        f"INSERT INTO records SELECT session, {size + at}, {no}, kind, type, family, version, at,"
        f" by, {'NULL' if at == 0 else size}, audience, salt, '', body FROM records"
        f" WHERE session = 's' AND seq = {size - 2 + at}"
        for at in (0, 1)
    ))  # fmt: skip
    return size


def appended_event(forger: Forger) -> int:
    """A blow that nobody dealt, at the end of the last commit."""
    size, hit = forger.size, forger.seqs(HIT)[0]
    forger.sql(
        f"INSERT INTO records SELECT session, {size}, {forger.commit_of(size - 1)}, kind, type,"
        f" family, version, at, by, {size - 1}, audience, salt, key, body FROM records"
        f" WHERE session = 's' AND seq = {hit}"
    )
    return size


OUTSIDE: Mapping[str, tuple[str, int | str]] = {"file": ("rows-outside", 0)}

DEEDS = {
    # the matrix of what is done to a log
    "a-roll-edited": deed(face, {"dice": ("worth", 0), "rules": ("other-body", 0)}),
    "a-roll-edited-with-its-total": deed(face_and_total, {"dice": ("faces", 0)}),
    "a-secret-roll-edited": deed(hidden_face, {"dice": ("faces", 0)}),
    "a-middle-record-deleted": deed(
        deleted, {"records": ("record-missing", 0), "state": ("no-fold", "head")},
    ),
    "deleted-and-renumbered": deed(
        renumbered, {"rules": ("too-short", -1)}, alone={"tree": ("bounds", -4)}
    ),
    "two-records-swapped": deed(swapped, {"records": ("cause", 0), "rules": ("otherwise", 0)}),
    "two-commands-swapped": deed(commits_swapped),
    "a-forged-command-appended": deed(appended, alone=OUTSIDE),
    "a-forged-event-appended": Deed(appended_event, OUTSIDE, {"rules": ("too-long", 0)}),
    # what a record holds
    "a-command": deed(said("brawl.strike", target="ann"), {"rules": ("other-body", 2)}),
    "a-commands-text": deed(
        said("table.add_note", text="the lamp is out"), {"rules": ("other-body", 1)}
    ),
    "an-answer": deed(said("table.answer", answer="yes"), {"rules": ("undecided", 0)}),
    "an-answer-and-what-it-left": deed(answered, {"rules": ("undecided", 0)}),
    "what-was-answered": deed(
        said("table.answered", answer="yes"), {"rules": ("other-body", 0)}
    ),
    "an-outcome": deed(said(HIT, after=1), {"rules": ("other-body", 0)}),
    "a-field-more": deed(said(HIT, mine=1), {"rules": ("other-body", 0)}),
    "a-space-in-a-body": deed(spaced, {"rules": ("other-body", 0)}),
    "a-body-that-is-none": deed(
        put(HIT, body="{"), {"records": ("no-message", 0), "state": ("no-fold", "head")}
    ),
    "a-returns-target": deed(said("table.return", to=9), {"rules": ("other-body", 1)}),
    "where-a-return-led": deed(said("table.returned", to=9), {"rules": ("other-body", 0)}),
    "both-ends-of-a-return": deed(returned, {"rules": ("other-body", 8)}),  # the next blow
    "the-charter": deed(
        said("table.opened", charter={"dice": "sealed", "gm_fudging": True}),
        {"rules": ("other-body", 0)},
    ),
    "an-event-of-another-session": deed(spliced, {"dice": ("faces", 0)}),
    "a-stream-index-skipped": deed(
        skipped, {"streams": ("stream", 0), "dice": ("faces", 0), "rules": ("undecided", "head")}
    ),
    # what stands beside it
    "a-type": deed(put(HIT, type="brawl.fell"), {"records": ("other-type", 0)}),
    "a-type-that-nobody-has": deed(put(HIT, type="brawl.zeal"), {"records": ("other-type", 0)}),
    "a-family": deed(put(HIT, family=""), {"rules": ("other-header", 0)}),
    "a-version": deed(put(HIT, version=2), {"rules": ("other-header", 0)}),
    "a-kind": deed(put("brawl.hurt", kind="event"), {"rules": ("other-header", 0)}),
    "a-kind-that-is-none": deed(put("brawl.hurt", kind="rumour"), {"records": ("kind", 0)}),
    "a-cause": deed(put("charms.noticed", cause=0), {"rules": ("other-header", 0)}),
    "a-cause-to-come": deed(put("charms.noticed", cause=999), {"records": ("cause", 0)}),
    "a-cause-before-all": deed(put("charms.noticed", cause=-1), {"records": ("cause", 0)}),
    "an-audience": deed(
        put("brawl.said", audience="gm"), {"rules": ("other-header", 0)}
    ),
    "an-audience-of-a-command": deed(
        put("brawl.strike", audience="gm"), {"rules": ("other-header", 0)}
    ),
    "an-author-who-may-not": deed(put("brawl.strike", by="eve"), {"rules": ("undecided", 0)}),
    "an-author-who-is-nobody": deed(put("brawl.strike", by="zed"), {"rules": ("undecided", 0)}),
    "an-author-of-a-note": deed(put("table.add_note", by="anna"), {"rules": ("other-body", 1)}),
    "an-author-who-may": deed(put("brawl.strike", by="anna")),
    "a-time": deed(put("brawl.strike", at="2026-01-31T18:00:01.000Z")),
    "a-time-that-is-none": deed(put("brawl.strike", at="yesterday"), {"records": ("stamp", 0)}),
    "a-time-on-an-event": deed(
        put(HIT, at="2026-01-31T18:00:01.000Z"), {"records": ("stamp", 0)}
    ),
    "an-author-on-an-event": deed(put(HIT, by="anna"), {"records": ("stamp", 0)}),
    "a-key": deed(put("table.add_note", key="lump")),
    "a-key-on-an-event": deed(put(HIT, key="lump"), {"records": ("stamp", 0)}),
    "a-salt": deed(put("brawl.strike", salt="0" * 32)),
    "a-salt-that-is-none": deed(put("brawl.strike", salt="pepper"), {"records": ("salt", 0)}),
    "a-commit-parted": deed(
        parted, {"records": ("kind", 0), "rules": ("too-short", -1)},
        alone={"tree": ("bounds", -2)},
    ),
    "two-commits-joined": deed(
        joined, {"records": ("kind", 0), "rules": ("otherwise", 0)},
        alone={"tree": ("bounds", -3)},
    ),
}  # fmt: skip


def heads(forger: Forger) -> dict[int, int]:
    """By record, the first of its commit."""
    sql = (
        "SELECT r.seq, c.first FROM records AS r JOIN commits AS c"
        " ON c.session = r.session AND c.no = r.commit_no WHERE r.session = ?"
    )
    return dict(forger.rows(sql, forger.session))


def named(found: Audit, expected: Mapping[str, tuple[str, int | str]], at: int, head: int) -> None:
    """Each check has this finding first, of this record."""
    for check, (code, where) in expected.items():
        first = found.result(check).first["broken"]
        seq = head if isinstance(where, str) else at + where
        assert (check, first.code, first.seq) == (check, code, seq), found.result(check)


@pytest.mark.parametrize("name", DEEDS)
def test_a_deed_is_found_and_its_record_named(forger: Forger, name: str) -> None:
    """With only its rows changed, every deed is found, by the audit alone."""
    done = DEEDS[name]
    head = heads(forger)
    at = done.does(forger)
    found = audited(forger.path)
    assert found.code == BROKEN
    named(found, done.alone, at, head.get(at, at))


@pytest.mark.parametrize("name", DEEDS)
def test_a_deed_with_everything_recomputed_is_found_by_rules_dice_or_a_receipt(
    forger: Forger, name: str
) -> None:
    """What breaks a rule is found still; what breaks none, by whoever kept a receipt."""
    done = DEEDS[name]
    receipt = forger.receipt()
    head = heads(forger)
    at = done.does(forger)
    if name != "a-middle-record-deleted":  # a hole cannot be mended away
        forger.mend()
    found = audited(forger.path)
    assert found.code == done.code
    named(found, done.mended, at, head.get(at, at))
    if done.mended:
        return
    assert found.untold == ("no-receipt",)
    kept = audited(forger.path, [receipt])
    if name == "a-forged-command-appended":  # nothing that the receipt vouches for was touched
        assert kept.code == CLEAN
        return
    assert kept.code == BROKEN
    assert kept.result("receipts").first["broken"].code == "receipt"


@pytest.mark.parametrize("name", DEEDS)
def test_a_receipt_of_before_and_one_of_after_enclose_the_deed(forger: Forger, name: str) -> None:
    """The receipt before what was changed holds; that after it does not, and says since when."""
    whole = forger.receipt()
    commits = forger.rows("SELECT first, size FROM commits WHERE session = 's' ORDER BY no")
    receipts = {first: forger.receipt(first) for first, _ in commits[1:]}
    at = DEEDS[name].does(forger)
    before = max(first for first in receipts if first <= max(at - 4, 3))
    found = audited(forger.path, [receipts[before], whole]).result("receipts")
    assert found.covered == 2
    if name.startswith("a-forged"):
        assert not found.first
        return
    first = found.first["broken"]
    if first.code == "receipt-since":
        assert (first.places["good"], first.seq) == (str(before - 1), before)
    elif first.code == "receipt":
        assert at < before
    else:
        assert first.code == "receipt-beyond"
        assert first.seq == forger.size < whole[0]


# --- the tail, and everything


def cut(forger: Forger, commits: int) -> int:
    """The last so many commits taken away; gives the number of the first record gone."""
    first: int = forger.rows(
        "SELECT first FROM commits WHERE session = 's' ORDER BY no DESC LIMIT 1 OFFSET ?",
        commits - 1,
    )[0][0]
    forger.sql(f"DELETE FROM records WHERE session = 's' AND seq >= {first}")
    return first


def test_a_cut_tail_is_found_where_the_session_still_counts_it(forger: Forger) -> None:
    first = cut(forger, 2)
    found = audited(forger.path)
    assert found.code == BROKEN
    count, missing = found.result("records").first["broken"], found.result("tree").first["broken"]
    assert found.result("tree").count == {"broken": 3}, "two commits, and the session's own tree"
    assert (count.code, count.seq) == ("count", first)
    assert (missing.code, missing.commit) == ("no-records", forger.commit_of(first - 1) + 1)


def test_a_tail_cut_within_a_commit_leaves_what_no_rule_decides(forger: Forger) -> None:
    """The last five records, and the session mended: half a command is left, and shows."""
    last = forger.size - 5
    forger.sql(f"DELETE FROM records WHERE session = 's' AND seq >= {last}")
    forger.mend()
    first = audited(forger.path).result("rules").first["broken"]
    assert first.commit == forger.commit_of(last - 1)


def test_a_cut_tail_with_all_of_it_mended_is_shown_by_a_receipt_alone(forger: Forger) -> None:
    """Without one the audit says in plain words that it would not show."""
    whole = forger.receipt()
    first = cut(forger, 2)
    early = forger.receipt(first)
    forger.mend()
    found = audited(forger.path)
    assert (found.code, found.untold) == (CLEAN, ("no-receipt",))
    assert "a cut tail" in run("audit", forger.path, "--session", "t").stdout
    assert audited(forger.path, [early]).code == CLEAN
    kept = audited(forger.path, [early, whole])
    short = kept.result("receipts").first["broken"]
    assert (kept.code, short.code, short.seq) == (BROKEN, "receipt-beyond", first)
    assert kept.untold == ()


def test_a_session_emptied_is_broken_and_a_receipt_says_how_much_there_was(
    forger: Forger,
) -> None:
    size, root = forger.receipt()
    forger.sql("DELETE FROM records WHERE session = 's'")
    assert audited(forger.path).result("records").first["broken"].code == "count"
    forger.mend()
    assert audited(forger.path).result("records").first["broken"].code == "empty"
    beyond = audited(forger.path, [(size, root)]).result("receipts").first["broken"]
    assert (beyond.code, beyond.places["size"]) == ("receipt-beyond", str(size))


def test_a_session_gone_altogether_is_refused_by_name(forger: Forger) -> None:
    for table in ("records", "commits", "snapshots", "seals"):
        forger.sql(f"DELETE FROM {table} WHERE session = 's'")
    forger.sql("DELETE FROM sessions WHERE id = 's'")
    with pytest.raises(NoSession, match="'s'"):
        audited(forger.path)
    assert run("audit", forger.path, "--session", "s").exit_code == 5


def test_a_session_under_another_name_has_other_leaves_and_other_dice(forger: Forger) -> None:
    receipt = forger.receipt()
    for table in ("records", "commits", "snapshots", "seals"):
        forger.sql(f"UPDATE {table} SET session = 'u' WHERE session = 's'")
    forger.sql("UPDATE sessions SET id = 'u' WHERE id = 's'")
    assert audited(forger.path, session="u").result("tree").first["broken"].seq == 0
    forger.session = "u"
    forger.mend()
    found = audited(forger.path, [receipt], session="u")
    for check in ("seals", "dice", "receipts"):
        assert found.result(check).grade == "broken"


# --- what stands beside the records


@pytest.mark.parametrize(
    ("statement", "check", "code"),
    [
        ("UPDATE commits SET root = zeroblob(32) WHERE session = 's' AND no = 8", "tree",
         "other-root"),
        ("UPDATE commits SET size = size - 1 WHERE session = 's' AND no = 8", "tree", "bounds"),
        ("UPDATE commits SET first = first - 1 WHERE session = 's' AND no = 8", "tree", "bounds"),
        ("DELETE FROM commits WHERE session = 's' AND no = 8", "tree", "root-of-other"),
        ("DELETE FROM commits WHERE session = 's'", "tree", "no-root"),
        ("UPDATE sessions SET root = zeroblob(32) WHERE id = 's'", "tree", "other-tree"),
        ("UPDATE sessions SET frontier = zeroblob(64) WHERE id = 's'", "tree", "other-tree"),
        (f"UPDATE sessions SET root = x'{'ff' * 32}' WHERE id = 's'", "tree", "other-tree"),
        (f"UPDATE sessions SET frontier = x'{'ff' * 64}' WHERE id = 's'", "tree", "other-tree"),
        ("UPDATE sessions SET size = size + 1 WHERE id = 's'", "records", "count"),
        ("UPDATE sessions SET size = size - 1 WHERE id = 's'", "file", "rows-outside"),
        ("UPDATE sessions SET commits = commits + 1 WHERE id = 's'", "records", "count"),
        ("UPDATE sessions SET commits = commits - 1 WHERE id = 's'", "file", "rows-outside"),
        ("UPDATE sessions SET commits = commits - 1 WHERE id = 's'", "records", "count"),
        ("INSERT INTO commits VALUES ('s', 99, 0, 1, zeroblob(32))", "file", "rows-outside"),
        ("UPDATE records SET seq = -7 WHERE session = 's' AND seq = 84", "file", "rows-outside"),
        ("UPDATE snapshots SET commit_no = 99 WHERE session = 's'", "file", "rows-outside"),
        ("UPDATE snapshots SET size = size - 1 WHERE session = 's'", "snapshots", "snapshot"),
        ("UPDATE snapshots SET state = x'7b7d' WHERE session = 's' AND ruleset = 'brawl'",
         "snapshots", "snapshot"),
        ("UPDATE snapshots SET commit_no = commit_no - 1 WHERE session = 's'", "snapshots",
         "snapshot"),
        ("UPDATE seals SET seed = randomblob(32) WHERE session = 's' AND epoch = 0", "seals",
         "seed"),
        ("UPDATE seals SET seed = x'00' WHERE session = 's' AND epoch = 1", "seals", "seed"),
        ("INSERT INTO seals VALUES ('s', 7, 'open', randomblob(32))", "seals", "seed"),
        ("UPDATE seals SET session = 'u' WHERE session = 's' AND epoch = 0", "file",
         "rows-of-none"),
        ("DROP VIEW rolls", "file", "object-missing"),
        ("DROP INDEX records_key", "file", "object-missing"),
    ],
)  # fmt: skip
def test_what_stands_beside_the_records_is_compared(
    forger: Forger, statement: str, check: str, code: str
) -> None:
    """Commits, heads, snapshots, seeds, views and indexes: whatever is edited alone."""
    forger.sql(statement)
    found = audited(forger.path)
    assert found.code == BROKEN
    assert found.result(check).first["broken"].code == code


def test_a_commit_whose_bounds_are_others_is_told_with_both(forger: Forger) -> None:
    """First and last record by the table of commits, and by the records themselves."""
    [(no, first, size)] = forger.rows(
        "SELECT no, first, size FROM commits WHERE session = 's' ORDER BY size - first DESC LIMIT 1"
    )
    assert size - first > 3
    forger.sql(f"UPDATE commits SET size = size - 1 WHERE session = 's' AND no = {no}")
    bounds = audited(forger.path).result("tree").first["broken"]
    assert (bounds.code, bounds.commit) == ("bounds", no)
    assert bounds.places == {
        "seq": str(first), "commit": str(no), "first": str(first), "last": str(size - 2),
        "from_": str(first), "to": str(size - 1),
    }  # fmt: skip


def test_a_commit_without_records_is_told_by_its_number(forger: Forger) -> None:
    """Its row stands where that of the next is looked for."""
    no = forger.commit_of(forger.seqs(HIT)[0])
    forger.sql(f"DELETE FROM records WHERE session = 's' AND commit_no = {no}")
    found = audited(forger.path)
    first = found.result("tree").first["broken"]
    assert (first.code, first.commit) == ("root-of-other", no + 1)
    assert first.places["other"] == str(no)
    missing = found.result("records").first["broken"]
    assert (missing.code, missing.commit) == ("commit-missing", no + 1)
    assert missing.places["commit"] == str(no)


def test_a_commit_numbered_as_one_before_it_is_told_by_the_number_it_should_have(
    forger: Forger,
) -> None:
    seq = forger.seqs("brawl.strike")[1]
    no = forger.commit_of(seq)
    forger.sql(f"UPDATE records SET commit_no = 2 WHERE session = 's' AND commit_no = {no}")
    first = audited(forger.path).result("records").first["broken"]
    assert (first.code, first.seq) == ("commit-missing", seq)
    assert (first.places["commit"], first.places["next"]) == (str(no), "2")


class Retelling(MemoryStore):
    """A store that hands out records as somebody else has them."""

    told: Callable[[list[Record]], list[Record]] = staticmethod(lambda records: records)

    def records(self, session: str, first: int = 0, stop: int | None = None) -> Iterator[Record]:
        """All of them, retold."""
        return iter(self.told([*super().records(session, first, stop)]))


def retold(told: Callable[[list[Record]], list[Record]]) -> Finding:
    """What `records` finds first in a small session of such a store."""
    store = Retelling()
    play = Scenario(brawl, actors={"ann": "anna"}, store=store).given(Enter(actor="ann"))
    made = Engine([brawl], installed=False, surroundings=Fixed())
    store.told = told
    return audit(Recording.of(play.session), made).result("records").first["broken"]


@pytest.mark.parametrize("name", ["a", "z"])
def test_a_record_of_another_session_is_named_whatever_store_it_comes_from(name: str) -> None:
    found = retold(lambda records: [*records[:-1], structs.replace(records[-1], session=name)])
    assert (found.code, found.places["session"]) == ("other-session", name)


def test_records_out_of_their_order_are_named_whatever_store_they_come_from() -> None:
    """The later first, or one twice."""
    for told in (lambda r: [*r[:-2], r[-1], r[-2]], lambda r: [*r, r[-1]]):
        assert retold(told).code == "record-missing"


@pytest.mark.parametrize(
    ("statements", "code"),
    [
        (("DROP TRIGGER records_no_update",), "object-missing"),
        (("DROP TRIGGER commits_once",), "object-missing"),
        (("DROP TRIGGER records_no_update",
          "CREATE TRIGGER records_no_update BEFORE UPDATE ON records WHEN 0 BEGIN SELECT 1; END"),
         "object-other"),
        (("DROP VIEW rolls", "CREATE VIEW rolls AS SELECT 20 AS total"), "object-other"),
    ],
)  # fmt: skip
def test_a_guard_or_view_that_is_another_is_named(
    forger: Forger, statements: tuple[str, ...], code: str
) -> None:
    forger.plainly(*statements)
    finding = audited(forger.path).result("file").first["broken"]
    assert finding.code == code
    assert finding.places["name"] in statements[0]


def test_what_somebody_added_to_the_file_is_said_and_is_no_tampering(forger: Forger) -> None:
    forger.plainly("CREATE TABLE mine (a)")
    found = audited(forger.path)
    assert (found.code, found.result("file").first["unknown"].code) == (UNKNOWN, "object-foreign")


def test_what_sqlite_adds_of_its_own_is_nothing_to_look_at(forger: Forger) -> None:
    forger.plainly("ANALYZE")
    assert audited(forger.path).code == CLEAN


def test_a_snapshot_that_no_engine_would_begin_from_cannot_mislead(forger: Forger) -> None:
    """Under another digest it is never used, so it is not compared, and nothing is covered."""
    forger.sql("UPDATE snapshots SET digest = 'x', state = x'00' WHERE session = 's'")
    found = audited(forger.path)
    assert (found.code, found.result("snapshots").covered) == (CLEAN, 0)


@pytest.mark.parametrize("beyond", [0, 1])
def test_a_snapshot_of_a_commit_to_come_is_told_by_the_file_alone(
    forger: Forger, beyond: int
) -> None:
    """There is nothing that it could be compared with."""
    commits = forger.commit_of(forger.size - 1) + 1
    forger.sql(f"UPDATE snapshots SET commit_no = {commits + beyond} WHERE session = 's'")
    found = audited(forger.path)
    assert found.result("file").first["broken"].code == "rows-outside"
    snapshots = found.result("snapshots")
    assert (snapshots.covered, snapshots.grade) == (0, None)


def test_every_snapshot_is_compared_from_that_of_the_opening_on(tmp_path: Path) -> None:
    """A session that is closed leaves one; each of them is told by its commit."""
    path = tmp_path / "x.db"
    store = SQLiteStore(path)
    play = Scenario(brawl, charms, store=store)
    for text in "ab":
        play.session.close()
        play.session = play.engine.open(store, "s")
        play.given(AddNote(text=text))
    play.session.close()
    store.close()
    forger = Forger(path)
    commits = [no for (no,) in forger.rows("SELECT DISTINCT commit_no FROM snapshots ORDER BY 1")]
    assert commits == [0, 1, 2]
    assert audited(path).result("snapshots").covered == 3
    for no in commits:
        forger.sql(f"UPDATE snapshots SET size = size + 1 WHERE commit_no = {no}")
        found = audited(path).result("snapshots")
        first = found.first["broken"]
        assert (first.code, first.commit, found.count) == ("snapshot", no, {"broken": 1})
        forger.sql(f"UPDATE snapshots SET size = size - 1 WHERE commit_no = {no}")


def test_what_is_done_to_one_session_is_not_laid_to_another(forger: Forger) -> None:
    Forger(forger.path, "t").edit(5, by="eve")
    assert audited(forger.path).code == CLEAN
    assert audited(forger.path, session="t").code == BROKEN


# --- seals


def reveals(forger: Forger, **fields: Any) -> int:
    """Another seed in the first reveal, and in the command that made it."""
    seq = forger.seqs("table.seed_revealed")[0]
    forger.say(seq, **fields)
    forger.say(seq - 1, **fields)
    return seq


@pytest.mark.parametrize("seed", ["00" * 32, "00", "no hex"])
def test_a_seed_swapped_in_its_reveal_is_named_and_the_dice_stand(
    forger: Forger, seed: str
) -> None:
    """The seed beside the log is the true one, so that what was rolled is checked all the same."""
    seq = reveals(forger, seed=seed)
    forger.mend()
    found = audited(forger.path)
    first = found.result("seals").first["broken"]
    assert (found.code, first.code, first.seq) == (BROKEN, "reveal", seq)
    assert found.result("dice").grade is None


def test_seeds_swapped_everywhere_change_every_face(forger: Forger) -> None:
    reveals(forger, seed="11" * 32)
    forger.sql("UPDATE seals SET seed = ? WHERE session = 's' AND epoch = 0 AND kind = 'open'",
               values=(b"\x11" * 32,))  # fmt: skip
    forger.mend()
    found = audited(forger.path)
    assert found.result("seals").first["broken"].code == "reveal"
    first = found.result("dice").first["broken"]
    assert (first.code, first.seq) == ("faces", forger.seqs(ROLLED)[0])


def test_a_commitment_swapped_to_fit_another_seed_changes_every_face(forger: Forger) -> None:
    """A seal recomputed for a seed that was chosen afterwards: its dice are others."""
    from rollbook.core.dice import commitment

    chosen = b"\x07" * 32
    seq = forger.seqs("table.epoch_opened")[1]
    seals = {**forger.body(seq)["commitments"], "open": commitment("s", 1, "open", chosen).hex()}
    forger.say(seq, commitments=seals)
    forger.say(seq - 1, commitments=seals)
    forger.sql("UPDATE seals SET seed = ? WHERE session = 's' AND epoch = 1 AND kind = 'open'",
               values=(chosen,))  # fmt: skip
    forger.mend()
    found = audited(forger.path)
    assert found.result("seals").grade is None
    first = found.result("dice").first["broken"]
    rolls = [s for s in forger.seqs(ROLLED) if forger.body(s)["draw"]["epoch"] == 1]
    assert (found.code, first.code, first.seq) == (BROKEN, "faces", rolls[0])


def test_a_seed_that_nobody_has_is_said_to_be_unknown(forger: Forger) -> None:
    """Not tampering: dice that cannot be checked, named, and the rest is checked all the same."""
    forger.sql("DELETE FROM seals WHERE session = 's' AND epoch = 1 AND kind = 'open'")
    found = audited(forger.path)
    assert found.code == UNKNOWN
    assert found.result("seals").first["unknown"].code == "seed-hidden"
    hidden = found.result("dice").first["unknown"]
    rolls = [s for s in forger.seqs(ROLLED) if forger.body(s)["draw"]["epoch"] == 1]
    assert (hidden.code, hidden.seq) == ("hidden", rolls[0])
    assert found.result("dice").count == {"unknown": len(rolls)}


def test_entropy_swapped_changes_every_face_of_its_epoch(forger: Forger) -> None:
    seq = forger.seqs("table.entropy_added")[0]
    for at in (seq - 1, seq):
        forger.say(at, text="a chestnut")
    forger.mend()
    found = audited(forger.path)
    first = found.result("dice").first["broken"]
    assert (first.code, first.seq) == ("faces", forger.seqs(ROLLED)[0])


def test_a_seal_that_comes_after_its_dice_is_named(forger: Forger) -> None:
    """A roll said to be of the epoch to come."""
    seq = forger.seqs(ROLLED)[0]
    forger.say(seq, draw={**forger.body(seq)["draw"], "epoch": 1})
    first = audited(forger.path).result("seals").first["broken"]
    assert (first.code, first.seq) == ("unsealed", seq)


def test_a_roll_of_a_seed_that_was_known_already_is_named(forger: Forger) -> None:
    seq = forger.seqs(ROLLED)[-1]
    draw = {**forger.body(seq)["draw"], "epoch": 0, "index": 9}
    forger.say(seq, draw=draw)
    first = audited(forger.path).result("seals").first["broken"]
    assert (first.code, first.seq) == ("drawn-late", seq)
    assert first.places["revealed"] == str(forger.seqs("table.seed_revealed")[0])


# --- receipts


def test_a_forged_receipt_is_refuted_by_a_true_one_that_is_longer(forger: Forger) -> None:
    """A receipt that nobody was given does not make a log that others vouch for a false one."""
    size, _ = forger.receipt(40)
    false = (size, "ab" * 32)
    alone = audited(forger.path, [false]).result("receipts").first["broken"]
    assert (alone.code, alone.seq) == ("receipt", 0)
    both = audited(forger.path, [false, forger.receipt(60)]).result("receipts").first["broken"]
    assert (both.code, both.places) == ("receipt-refuted", {"size": "40", "longer": "60"})
    same = audited(forger.path, [false, forger.receipt(40)]).result("receipts").first["broken"]
    assert same.code == "receipt-refuted"


def test_a_receipt_of_nothing_holds_before_the_first_record(forger: Forger) -> None:
    from hashlib import sha256

    nothing = (0, sha256().hexdigest())
    assert audited(forger.path, [nothing]).code == CLEAN
    false = audited(forger.path, [(0, "00" * 32)]).result("receipts").first["broken"]
    assert (false.code, false.places, false.seq) == ("receipt", {"size": "0"}, 0)
    since = audited(forger.path, [nothing, (40, "00" * 32)]).result("receipts").first["broken"]
    assert (since.code, since.seq) == ("receipt", 0), "it vouches for no record"


# --- what no check can tell


def test_whoever_rewrites_everything_may_claim_other_rules_and_a_receipt_shows_it(
    forger: Forger,
) -> None:
    """Rules of another digest may decide otherwise: it is said to differ, not to be tampering."""
    receipt = forger.receipt()
    rulesets = forger.body(0)["rulesets"]
    rulesets["brawl"]["digest"] = "0" * 64
    for seq in (0, 1):
        forger.say(seq, rulesets=rulesets)
    forger.mend()
    claimed = audited(forger.path)
    assert claimed.code == CLEAN
    assert [notice.kind for notice in claimed.notices if notice.kind == "other-rules"]
    forger.say(forger.seqs(HIT)[0], after=1)
    forger.mend()
    assert audited(forger.path).code == DIFFERS
    assert audited(forger.path, [receipt]).code == BROKEN


def test_an_opening_that_does_not_read_is_broken_and_the_rest_is_still_looked_at(
    forger: Forger,
) -> None:
    forger.edit(0, body="[]")
    found = audited(forger.path)
    assert found.code == BROKEN
    assert found.result("records").first["broken"].seq == 0
    assert found.result("dice").covered == len(forger.seqs(ROLLED))


def test_from_where_the_log_does_not_fold_nothing_is_decided_again_and_it_says_so(
    forger: Forger,
) -> None:
    """Dice, bytes and numbers are checked to the end all the same."""
    hit = forger.seqs(HIT)[0]
    forger.edit(hit, version=2)
    forger.mend()
    found = audited(forger.path)
    no, last = forger.commit_of(hit), forger.commit_of(forger.size - 1)
    broken = found.result("state").first["broken"]
    assert (broken.code, broken.commit, found.result("state").count["broken"]) == ("no-fold", no, 1)
    unknown = found.result("rules").first["unknown"]
    assert (unknown.code, unknown.commit) == ("unfolded", no + 1)
    assert found.result("rules").count["unknown"] == last - no
    assert found.result("rules").covered == no + 1
    assert found.result("dice").covered == len(forger.seqs(ROLLED))
    assert found.result("dice").grade is None


@pytest.mark.parametrize("kind", [HIT, "brawl.strike", "table.open"])
def test_a_body_nested_beyond_measure_is_broken_and_ends_no_audit(
    forger: Forger, kind: str
) -> None:
    seq = forger.seqs(kind)[0]
    nest = "[" * 100_000 + "]" * 100_000
    forger.edit(seq, body=f'{{"type":"{kind}","actor":{nest},"rulesets":{nest}}}')
    forger.mend()
    found = audited(forger.path)
    first = found.result("records").first["broken"]
    assert (found.code, first.code, first.seq) == (BROKEN, "no-message", seq)
    codes = [f.code for result in found.results for f in result.first.values()]
    assert "failed" not in codes


@pytest.mark.parametrize("body", ["{", "[" * 100_000 + "]" * 100_000])
@pytest.mark.parametrize(
    ("kind", "code"),
    [(ROLLED, "undecided"), ("table.asked", "undecided"), ("table.answered", "other-body")],
)
def test_a_body_of_another_version_that_is_no_message_ends_no_check(
    forger: Forger, kind: str, code: str, body: str
) -> None:
    """It is read to be brought up to the newest, and cannot be."""
    seq = forger.seqs(kind)[0]
    forger.edit(seq, version=9, body=body)
    forger.mend()
    found = audited(forger.path)
    first = found.result("rules").first["broken"]
    assert (found.code, first.code, first.commit) == (BROKEN, code, forger.commit_of(seq))
    codes = [f.code for result in found.results for f in result.first.values()]
    assert "failed" not in codes


def test_a_commands_last_fact_taken_from_the_end_leaves_it_too_short(forger: Forger) -> None:
    """Even where nothing but the command is left."""
    last = forger.size - 1
    forger.sql(f"DELETE FROM records WHERE session = 's' AND seq = {last}")
    forger.mend()
    first = audited(forger.path).result("rules").first["broken"]
    assert (first.code, first.seq, first.commit) == (
        "too-short", last - 1, forger.commit_of(last - 1),
    )  # fmt: skip


def test_where_a_body_is_no_message_it_differs_as_a_whole(forger: Forger) -> None:
    seq = forger.seqs(HIT)[0]
    forger.edit(seq, body="{")
    first = audited(forger.path).result("rules").first["broken"]
    assert (first.code, first.seq, first.places["where"]) == ("other-body", seq, "$")


def test_a_commit_that_begins_with_no_command_cannot_be_decided_and_is_broken_elsewhere(
    forger: Forger,
) -> None:
    seq = parted(forger)
    forger.mend()
    found = audited(forger.path)
    unknown = found.result("rules").first["unknown"]
    assert (unknown.code, unknown.seq) == ("undecidable", seq)
    assert found.result("records").first["broken"].seq == seq
