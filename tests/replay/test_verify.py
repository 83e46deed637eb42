"""Three verifiers of an export that share no code agree, on good ones and on forged ones."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rollbook.journal import SQLiteStore

from .quarrel import ODD, SECRET, SESSION, ask, begin, played, quarrel, rows, verifiers, write
from .tables import run, shell

HEADERS = "session seq commit kind type family version at by cause to salt key"
each = pytest.mark.parametrize("verifier", verifiers())


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


def exported(db: Path, name: str = "all", whose: str = "") -> Path:
    target = db.with_name(f"{name}.jsonl")
    args = ["--for", whose] if whose else []
    done = run("export", db, "-o", target, *args)
    assert done.exit_code == 0, done.output
    return target


def verified(path: Path, *args: Any) -> dict[str, Any]:
    done = run("verify", path, "--json", *args)
    found: dict[str, Any] = json.loads(done.stdout)
    assert done.exit_code == found["code"]
    return found


def leaf(header: dict[str, Any], row: dict[str, Any]) -> str:
    if "leaf" in row:
        return str(row["leaf"])
    total = hashlib.sha256(b"\x00")
    for value in (header["format"], *({**header, **row}[name] for name in HEADERS.split())):
        raw = b"" if value is None else str(value).encode()
        total.update(len(raw).to_bytes(4, "big") + raw)
    total.update(row["body"].encode())
    return total.hexdigest()


def mth(data: Sequence[bytes]) -> bytes:
    if len(data) == 1:
        return data[0]
    k = 1 << ((len(data) - 1).bit_length() - 1)
    return hashlib.sha256(b"\x01" + mth(data[:k]) + mth(data[k:])).digest()


def rooted(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lines with every root computed again: what a host forges who knows the format."""
    header, top = lines[0], ""
    leaves: list[bytes] = []
    for row in lines[1:]:
        if "root" in row:
            row["root"] = top = mth(leaves).hex()
        else:
            leaves.append(bytes.fromhex(leaf(header, row)))
    header["root"] = top
    return lines


@each
def test_all_say_the_same_of_what_was_written(
    db: Path, named: dict[str, int], verifier: Sequence[Any]
) -> None:
    """Open dice are drawn again, the secret ones are not revealed, nor is the second epoch."""
    whole, hers = exported(db), exported(db, "anna", "anna")
    found = verified(whole)
    assert (found["code"], found["faces"], found["untold"], found["seals"]) == (4, 4, 2, 4)
    code, said = ask(verifier, whole)
    assert code == 4
    assert f"{found['size']} records, {found['commits']} commits" in said
    assert f"as a receipt: {found['size']}:{found['root']}" in said
    assert "hidden: 0; rolls drawn again: 4; not revealed: 2" in said
    assert verified(hers)["hidden"] == 3
    code, said = ask(verifier, hers)
    assert code == 4
    assert "hidden: 3; rolls drawn again: 4; not revealed: 1" in said


@each
def test_where_everything_is_revealed_the_verdict_is_clean(
    tmp_path: Path, verifier: Sequence[Any]
) -> None:
    store = SQLiteStore(tmp_path / "x.db")
    session = begin(store)
    quarrel(session)
    session.do({"type": "table.reveal", "epoch": 0, "kind": "secret"}, "master")
    session.do({"type": "table.open_epoch"}, "master")
    for kind in ("open", "secret"):
        session.do({"type": "table.reveal", "epoch": 1, "kind": kind}, "master")
    store.close()
    path = exported(tmp_path / "x.db")
    assert verified(path)["code"] == 0
    assert verified(path)["faces"] == 6
    assert ask(verifier, path)[0] == 0


def test_a_player_s_export_holds_no_secret_no_seed_and_no_salt_of_what_is_hidden(
    db: Path, named: dict[str, int]
) -> None:
    text = exported(db, "anna", "Anna").read_text(encoding="utf-8")
    assert SECRET not in text
    assert SECRET in exported(db).read_text(encoding="utf-8")
    store = SQLiteStore(db, read_only=True)
    seeds = [seed.seed.hex() for seed in store.seeds(SESSION)]
    records = list(store.records(SESSION))
    store.close()
    assert len(seeds) == 4
    revealed = json.loads(records[named["reveal"]].body)["seed"]
    everything = exported(db, "again").read_text(encoding="utf-8")
    assert [seed for seed in seeds if seed in everything] == [revealed]
    assert records[named["whisper"]].salt not in text


@pytest.mark.report(33)
def test_an_export_from_before_the_reveal_holds_no_seed(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "x.db")
    session = begin(store)
    session.do({"type": "cups.throw", "dice": "4dF", "actor": "anna"}, "anna")
    seeds = [seed.seed.hex() for seed in store.seeds(SESSION)]
    store.close()
    text = exported(tmp_path / "x.db").read_text(encoding="utf-8")
    assert seeds
    assert not [seed for seed in seeds if seed in text]


@each
def test_what_is_revealed_later_has_the_leaf_that_was_there_before(
    db: Path, named: dict[str, int], verifier: Sequence[Any]
) -> None:
    from rollbook.core.engine import Engine

    from .quarrel import cups

    before = rows(exported(db, "before", "bea"))
    store = SQLiteStore(db)
    session = Engine([cups], installed=False).open(store, SESSION)
    session.do({"type": "cups.show", "seqs": [named["whisper"]]}, "anna")
    store.close()
    path = exported(db, "after", "bea")
    after = {row["seq"]: row for row in rows(path) if "seq" in row}
    hidden = {row["seq"]: row["leaf"] for row in before if "leaf" in row}
    shown = after[named["whisper"]]
    assert json.loads(shown["body"])["text"] == SECRET
    assert leaf(before[0], shown) == hidden[named["whisper"]]
    receipt = f"{before[0]['size']}:{before[0]['root']}"
    assert verified(path, "--receipt", receipt)["receipts"] == 1
    assert ask(verifier, path, "--receipt", receipt)[0] == 4


def body(changed: Callable[[dict[str, Any]], Any]) -> Callable[[dict[str, Any]], None]:
    def change(row: dict[str, Any]) -> None:
        made = json.loads(row["body"])
        changed(made)
        row["body"] = json.dumps(made, ensure_ascii=False, separators=(",", ":"))

    return change


def turned(made: dict[str, Any]) -> None:
    """A die shows another face, and the total follows."""
    die = made["dice"][0]
    other = -1 if die["face"] > 0 else 1
    made["natural"] += other - die["face"]
    made["total"] += other - die["face"]
    die["face"] = other


def to(**fields: Any) -> Callable[[dict[str, Any]], None]:
    return body(lambda made: made.update(fields))


FORGED: list[tuple[str, str, Callable[[dict[str, Any]], None]]] = [
    ("a face", "plain", body(turned)),
    ("a total", "plain", body(lambda made: made.update(total=made["total"] + 1))),
    ("a modifier", "plain", body(lambda made: made["modifiers"][0].update(amount=3))),
    ("a seed", "reveal", to(seed="00" * 32)),
    ("a seed that is no seed", "reveal", to(seed="xx")),
    ("a seed of another kind", "reveal", to(kind="secret")),
    ("an index", "kept", body(lambda made: made["draw"].update(index=1))),
    ("a stream", "kept", body(lambda made: made["draw"].update(stream="eve"))),
    ("an epoch", "kept", body(lambda made: made["draw"].update(epoch=7))),
    ("an entropy", "entropy", to(text="another")),
    ("a commitment", "opened", to(commitments={"open": "00" * 32, "secret": "00" * 32})),
    ("a number of an epoch", "opened", to(number=3)),
    ("no form", "plain", lambda row: row.update(body="{}")),
    ("no JSON", "reveal", lambda row: row.update(body="?")),
]  # fmt: skip


@each
@pytest.mark.parametrize(("what", "change"), [f[1:] for f in FORGED], ids=[f[0] for f in FORGED])
def test_dice_that_do_not_follow_are_found_though_every_root_was_computed_again(
    db: Path,
    named: dict[str, int],
    what: str,
    change: Callable[[dict[str, Any]], None],
    verifier: Sequence[Any],
) -> None:
    path = exported(db)
    lines = rows(path)
    seqs = {**named, "opened": 2}
    at = next(i for i, row in enumerate(lines) if row.get("seq") == seqs[what])
    change(lines[at])
    write(path, rooted(lines))
    found = verified(path)
    code, said = ask(verifier, path)
    assert found["code"] == code == 1
    assert said.startswith(f"line {found['line']} DOES NOT VERIFY: "), (found, said)
    # What was sealed or mixed in otherwise shows at the first die, or where the seed is revealed.
    later = {"entropy": named["plain"], "opened": named["reveal"]}
    if what in later and "number" not in found["broken"] and "epoch 3" not in found["broken"]:
        assert f"record {later[what]}: " in found["broken"]
    else:
        assert found["line"] == at + 1 or f"record {named['plain']}: " in found["broken"]


@each
def test_a_line_changed_dropped_or_swapped_is_named_alike(
    db: Path, verifier: Sequence[Any]
) -> None:
    """Every line in turn, without a root computed again."""
    path = exported(db, "anna", "anna")
    good = path.read_bytes().removesuffix(b"\n").split(b"\n")
    forged = []
    for at in range(0, len(good), 4):
        forged.append([*good[:at], *good[at + 1 :]])
        forged.append([*good[:at], good[at].replace(b":", b": ", 1), *good[at + 1 :]])
        forged.append([*good[:at], *good[at : at + 2][::-1], *good[at + 2 :]])
        forged.append(good[: at + 1])
    forged = [lines for lines in forged if lines != good and lines]
    for lines in forged:
        path.write_bytes(b"\n".join(lines) + b"\n")
        code, said = ask(verifier, path)
        assert code == 1
        done = run("verify", path, "--json")
        if done.exit_code == 1 and done.stdout:
            assert said.startswith(f"line {json.loads(done.stdout)['line']} DOES"), said
        else:
            assert (done.exit_code, "line 1:" in done.stderr) == (1, True), done.stderr


@each
def test_a_receipt_kept_outside_shows_a_history_written_anew(
    db: Path, named: dict[str, int], verifier: Sequence[Any]
) -> None:
    """All that only it can show: a cut tail, and everything computed again."""
    path = exported(db)
    lines = rows(path)
    receipt = f"{lines[0]['size']}:{lines[0]['root']}"
    assert verified(path, "--receipt", receipt)["receipts"] == 1
    assert ask(verifier, path, "--receipt", receipt)[0] == 4
    note = next(row for row in lines if row.get("type") == "table.add_note")
    note["by"] = "bea"
    write(path, rooted(lines))
    assert verified(path)["code"] == ask(verifier, path)[0] == 4, "without one it does not show"
    found = verified(path, "--receipt", receipt)
    code, said = ask(verifier, path, "--receipt", receipt)
    assert found["code"] == code == 1
    assert said.startswith(f"line {found['line']} DOES")
    cut = [*lines[:-3]]
    cut[0] |= {"size": cut[-1]["size"], "commits": cut[-1]["commit"] + 1}
    write(path, rooted(cut))
    assert verified(path)["code"] == ask(verifier, path)[0] == 4
    assert verified(path, "--receipt", receipt)["line"] == 1
    assert ask(verifier, path, "--receipt", receipt)[0] == 1


@each
def test_a_stand_alone_verifier_says_when_it_could_not_run(
    tmp_path: Path, verifier: Sequence[Any]
) -> None:
    assert ask(verifier, tmp_path / "missing")[0] == 5
    assert ask(verifier)[0] == 2
    assert ask(verifier, tmp_path / "missing", "--receipt", "1:2")[0] == 2
    assert run("verify", tmp_path / "missing").exit_code == 5


def test_the_stand_alone_verifiers_are_short_and_know_nothing_of_the_package() -> None:
    from .quarrel import DOCS

    for name, most in (("verify_export.py", 220), ("verify_roll.py", 200)):
        text = (DOCS / name).read_text(encoding="utf-8")
        assert text.count("\n") <= most
        assert "import rollbook" not in text
        assert "from rollbook" not in text


def test_the_words_name_what_was_verified_and_what_was_not(db: Path) -> None:
    path = exported(db)
    done = run("verify", path)
    assert "sealed rolls drawn again, with the same faces: 4" in done.stdout
    assert "No receipt from outside was given" in done.stdout
    assert "not all of it can be verified" in done.stdout
    assert "tiri sigillati il cui seme" in run("verify", path, "--lang", "it").stdout
    path.write_bytes(path.read_bytes().replace(b'"kind":"event"', b'"kind":"rumour"', 1))
    done = run("verify", path)
    assert done.exit_code == 1
    assert "line 3: record 1 is 'rumour' where it stands" in done.stdout


def test_what_the_command_line_refuses_it_names(db: Path, tmp_path: Path) -> None:
    path = exported(db)
    done = run("export", db, "-o", path)
    assert (done.exit_code, "already" in done.stderr) == (2, True)
    done = run("export", db, "-o", db)
    assert done.exit_code == 2
    done = run("export", db, "--for", "eve")
    assert (done.exit_code, "anna" in done.stderr) == (2, True)
    assert run("export", db, "-o", tmp_path / "no" / "x").exit_code == 2
    copy = tmp_path / "copy.db"
    assert run("import", path, copy).exit_code == 0
    done = run("import", path, copy)
    assert (done.exit_code, "this very one" in done.stderr) == (5, True)
    done = run("import", exported(db, "anna", "anna"), tmp_path / "x.db")
    assert (done.exit_code, "may not see" in done.stderr) == (1, True)
    path.write_bytes(path.read_bytes()[:-300])
    done = run("import", path, tmp_path / "x.db")
    assert done.exit_code == 1
    assert not (tmp_path / "x.db").exists()


def test_an_imported_session_is_read_as_the_one_it_came_from(db: Path, tmp_path: Path) -> None:
    """In processes of their own, through pipes, with text that other readers take for line ends."""
    done = shell("export", db)
    assert done.returncode == 0
    assert ODD.encode() not in done.stdout, "within JSON it is quoted"
    path, copy = tmp_path / "x.jsonl", tmp_path / "copy.db"
    path.write_bytes(done.stdout)
    assert shell("import", path, copy).returncode == 0
    assert shell("export", copy).stdout == done.stdout
    assert shell("log", copy, "--raw").stdout == shell("log", db, "--raw").stdout


def test_a_journal_is_read_only_to_whoever_exports_it(db: Path) -> None:
    before = db.read_bytes()
    exported(db)
    run("export", db, "--for", "bea")
    run("checkpoint", db)
    run("prove", db, 1)
    assert db.read_bytes() == before
    assert msgspec.json.decode(run("export", db).stdout.split("\n")[0])["size"] > 20
