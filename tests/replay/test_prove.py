"""A proof shows a stranger one record, and of a sealed roll everything that it follows from."""

from __future__ import annotations

import base64
import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rollbook.journal import SQLiteStore
from rollbook.plugins.testing.commits import append
from rollbook.replay.audit.receipts import read_receipts

from .quarrel import DOCS, SECRET, SESSION, ask, begin, played
from .tables import run, shell

VERIFIER = [sys.executable, "-I", DOCS / "verify_roll.py"]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, int]]:
    path = tmp_path_factory.mktemp("quarrel") / "lite.db"
    return path, played(path)


@pytest.fixture
def db(evening: tuple[Path, dict[str, int]], tmp_path: Path) -> Path:
    return Path(shutil.copy(evening[0], tmp_path / "lite.db"))


@pytest.fixture
def named(evening: tuple[Path, dict[str, int]]) -> dict[str, int]:
    return evening[1]


def proved(db: Path, seq: int, *args: Any) -> Path:
    done = run("prove", db, seq, *args)
    assert done.exit_code == 0, done.stderr
    path = db.with_name(f"roll-{seq}.txt")
    path.write_text(done.stdout, encoding="utf-8", newline="")
    return path


def receipts(db: Path) -> list[str]:
    store = SQLiteStore(db, read_only=True)
    found = [f"{commit.size}:{commit.root.hex()}" for commit in store.commits(SESSION)]
    store.close()
    return found


def test_every_record_of_a_log_is_proved_by_the_stand_alone_verifier(db: Path) -> None:
    head = receipts(db)[-1]
    for seq in range(int(head.partition(":")[0])):
        code, said = ask(VERIFIER, proved(db, seq), "--receipt", head)
        assert code in (0, 4), said
        assert f"record {seq} of lite, " in said
        assert ("NOT TOLD" in said) == (code == 4)


def test_a_sealed_roll_is_drawn_again_word_by_word(db: Path, named: dict[str, int]) -> None:
    code, said = ask(VERIFIER, proved(db, named["plain"]), "--receipt", receipts(db)[-1])
    assert code == 0
    store = SQLiteStore(db, read_only=True)
    roll = json.loads(next(iter(store.records(SESSION, named["plain"]))).body)
    store.close()
    faces = [int(face) for face in re.findall(r"word [0-9a-f]{8} for a dF: (-?\d)", said)]
    assert faces == [die["face"] for die in roll["dice"]]
    assert "entropy by anna" in said
    assert "entropy by bea" in said
    assert f"40dF+1 is {sum(faces) + 1}, with modifiers {sum(faces) + 3}" in said
    assert said.endswith("verified\n")


def test_kept_dice_are_checked_and_a_ruleset_s_own_reading_is_left_open(
    db: Path, named: dict[str, int]
) -> None:
    assert ask(VERIFIER, proved(db, named["kept"]))[0] == 0
    code, said = ask(VERIFIER, proved(db, named["burst"]))
    assert (code, "is its ruleset's to say" in said) == (0, True)


def test_where_the_seed_is_not_revealed_the_proof_says_so(db: Path, named: dict[str, int]) -> None:
    done = run("prove", db, named["sealed"])
    assert "not revealed yet" in done.stderr
    code, said = ask(VERIFIER, proved(db, named["sealed"]))
    assert (code, "the seed is not revealed yet" in said) == (4, True)


def test_a_secret_record_is_proved_with_a_warning(db: Path, named: dict[str, int]) -> None:
    done = run("prove", db, named["whisper"])
    assert "for gm alone" in done.stderr
    assert SECRET not in done.stderr
    code, said = ask(VERIFIER, proved(db, named["whisper"]))
    assert (code, SECRET in said) == (0, True)


def test_a_proof_leads_on_from_whatever_receipt_somebody_kept(
    db: Path, named: dict[str, int]
) -> None:
    kept = receipts(db)
    args = [word for receipt in kept for word in ("--receipt", receipt)]
    path = proved(db, named["plain"], *args)
    code, said = ask(VERIFIER, path, *args)
    assert (code, said.count("holds: they are unchanged")) == (0, len(kept))
    for receipt in kept:
        size, _, top = receipt.partition(":")
        assert ask(VERIFIER, path, "--receipt", f"{size}:{'0' * 64}")[0] == 1
        assert ask(VERIFIER, path, "--receipt", f"{int(size) + 100}:{top}")[0] == 4
    code, said = ask(VERIFIER, proved(db, named["plain"]), "--receipt", kept[0])
    assert (code, "does not lead from a receipt of 3" in said) == (4, True)


def test_a_receipt_that_does_not_hold_is_refused_when_proving(db: Path) -> None:
    done = run("prove", db, 1, "--receipt", f"3:{'0' * 64}")
    assert (done.exit_code, "not those of the receipt" in done.stderr) == (2, True)
    done = run("prove", db, 1, "--receipt", f"999:{'0' * 64}")
    assert (done.exit_code, "there are" in done.stderr) == (2, True)
    done = run("prove", db, 999)
    assert (done.exit_code, "0 to " in done.stderr) == (2, True)


def extra(path: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    """Change what the extra line of a proof holds."""
    lines = path.read_text(encoding="utf-8").split("\n")
    held = json.loads(base64.b64decode(lines[1].removeprefix("extra ")))
    change(held)
    raw = json.dumps(held, ensure_ascii=False, separators=(",", ":")).encode()
    lines[1] = f"extra {base64.b64encode(raw).decode()}"
    path.write_text("\n".join(lines), encoding="utf-8", newline="")


HEADERS = (
    "format", "session", "seq", "commit", "kind", "type", "family", "version", "at", "by", "cause",
    "to", "salt", "key", "body",
)  # fmt: skip


@pytest.mark.parametrize("header", HEADERS)
def test_no_header_of_the_record_can_be_another(
    db: Path, named: dict[str, int], header: str
) -> None:
    path = proved(db, named["plain"])

    def change(held: dict[str, Any]) -> None:
        was = held["record"][header]
        held["record"][header] = was + 1 if isinstance(was, int) else f"{was}x"

    extra(path, change)
    code, said = ask(VERIFIER, path)
    assert (code, "DOES NOT VERIFY" in said) == (1, True)


def twice(entropies: list[Any]) -> None:
    entropies.append(entropies[0])


FORGED: list[tuple[str, Callable[[dict[str, Any]], Any]]] = [
    ("an entropy dropped", lambda held: held["seal"]["entropies"].pop()),
    ("an entropy twice", lambda held: twice(held["seal"]["entropies"])),
    ("entropies swapped", lambda held: held["seal"]["entropies"].reverse()),
    ("an entropy changed", lambda held: held["seal"]["entropies"][0]["record"].update(body="{}")),
    ("another commitment", lambda held: held["seal"].update(commitment=held["seal"]["reveal"])),
    ("no commitment", lambda held: held["seal"].update(commitment=None)),
    ("another reveal", lambda held: held["seal"].update(reveal=held["seal"]["commitment"])),
    ("a hash dropped", lambda held: held["seal"]["reveal"]["hashes"].pop()),
    ("a hash added", lambda held: held["seal"]["reveal"]["hashes"].append("AA" * 22)),
    ("no seal", lambda held: held.update(seal=None)),
    ("no record", lambda held: held.pop("record")),
    ("another form", lambda held: held.update(proof="rollbook proof 2")),
    ("a header more", lambda held: held["record"].update(more="")),
]  # fmt: skip


@pytest.mark.parametrize("change", [f[1] for f in FORGED], ids=[f[0] for f in FORGED])
def test_nothing_that_the_dice_follow_from_can_be_another(
    db: Path, named: dict[str, int], change: Callable[[dict[str, Any]], Any]
) -> None:
    path = proved(db, named["plain"])
    extra(path, change)
    code, said = ask(VERIFIER, path)
    assert (code, "DOES NOT VERIFY" in said) == (1, True), said


def test_every_line_of_a_proof_counts(db: Path, named: dict[str, int]) -> None:
    path = proved(db, named["plain"])
    good = path.read_text(encoding="utf-8").split("\n")
    assert good[-6:-4] == ["", "rollbook/lite"]
    for at, line in enumerate(good[:-2]):
        for other in (line[:-1] + ("A" if line[-1:] != "A" else "B") if line else "x", None):
            lines = [*good[:at], *([] if other is None else [other]), *good[at + 1 :]]
            path.write_text("\n".join(lines), encoding="utf-8", newline="")
            code, said = ask(VERIFIER, path)
            assert code == 1, (at, other, said)


def test_a_signature_below_the_checkpoint_is_left_in_peace(db: Path, named: dict[str, int]) -> None:
    path = proved(db, named["plain"])
    with path.open("a", encoding="utf-8") as file:
        file.write("— rollbook/lite Az3grlgtzPICa5OS8npVmf1Myq==\n")
    assert ask(VERIFIER, path)[0] == 0


def test_the_verifier_says_when_it_could_not_run(tmp_path: Path) -> None:
    assert ask(VERIFIER)[0] == 2
    assert ask(VERIFIER, "x", "--receipt")[0] == 2
    assert ask(VERIFIER, tmp_path / "missing")[0] == 5
    (tmp_path / "empty").write_text("")
    assert ask(VERIFIER, tmp_path / "empty")[0] == 1


def test_real_dice_and_a_log_of_one_commit(duel: Path, tmp_path: Path) -> None:
    """Dice that were read at the table are in the log; that they fell so nobody can prove."""
    store = SQLiteStore(duel, read_only=True)
    seq = next(r.seq for r in store.records("duel") if r.type == "table.rolled")
    store.close()
    code, said = ask(VERIFIER, proved(duel, seq))
    assert (code, "is its ruleset's to say" in said) == (0, True)
    assert "  word " not in said
    begin(one := SQLiteStore(tmp_path / "one.db"))
    one.close()
    assert ask(VERIFIER, proved(tmp_path / "one.db", 0))[0] == 0


def test_a_checkpoint_is_the_text_of_c2sp_and_a_receipt(db: Path) -> None:
    done = shell("checkpoint", db)
    size, _, top = receipts(db)[-1].partition(":")
    based = base64.b64encode(bytes.fromhex(top)).decode()
    assert done.stdout.decode() == f"rollbook/lite\n{size}\n{based}\n\n"
    [kept] = read_receipts(done.stdout.decode())
    assert f"{kept.size}:{kept.root}" == receipts(db)[-1]


def test_the_audit_reads_checkpoints_and_proofs_as_receipts(duel: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.txt"
    kept.write_text(run("checkpoint", duel).stdout + run("prove", duel, 3).stdout, encoding="utf-8")
    audited = json.loads(run("audit", duel, "--receipts", kept, "--json").stdout)
    [result] = [r for r in audited["results"] if r["name"] == "receipts"]
    assert (result["covered"], result["first"]) == (1, {})
    store = SQLiteStore(duel)
    append(store, "duel")
    store.close()
    later = run("checkpoint", duel).stdout
    assert read_receipts(later) != read_receipts(kept.read_text(encoding="utf-8"))


def test_a_log_that_does_not_verify_proves_nothing(db: Path) -> None:
    store = SQLiteStore(db)
    conn = store.line(SESSION).conn
    conn.execute("DROP TRIGGER records_no_update")
    conn.execute("UPDATE records SET salt = substr(salt, 2) || substr(salt, 1, 1) WHERE seq = 9")
    store.close()
    done = run("prove", db, 1)
    assert (done.exit_code, "rollbook audit" in done.stderr) == (5, True)


@pytest.mark.report(37)
def test_a_stranger_needs_one_file_and_no_server(db: Path, named: dict[str, int]) -> None:
    """The verifier is run by an interpreter that sees no package and no environment."""
    path = proved(db, named["plain"])
    db.unlink()
    assert ask(VERIFIER, path)[0] == 0
    imported = re.findall(r"^(?:import|from) (\w+)", (DOCS / "verify_roll.py").read_text(), re.M)
    assert set(imported) <= sys.stdlib_module_names
