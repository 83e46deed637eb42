"""One record that nothing installed reads: the file is read up to it, and it is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct, structs

from rollbook import Command, Engine, Event, Play, Rules, Ruleset, anyone
from rollbook.core.errors import Unreadable
from rollbook.core.look import Look
from rollbook.journal import SQLiteStore
from rollbook.plugins.testing.scenario import Scenario
from rollbook.replay import load, rebuild

from .disputed import audited
from .forging import Forger
from .tables import run


class Purse(Struct, frozen=True):
    """Coins by owner."""

    coins: dict[str, int] = {}


class PurseOptions(Struct, frozen=True):
    """No switch."""


def purse(version: int) -> Ruleset:
    """A ruleset whose second version counts in pence, and does not say what shillings were."""

    class Pay(Command, ruleset="purse"):
        """Pay somebody."""

        who: str
        n: int

    field = "shillings" if version == 1 else "pence"
    kind: Any = type(Event)
    names = {"__doc__": "Somebody was paid.", "__module__": __name__}
    paid: Any = kind(
        "Paid", (Event,), {**names, "__annotations__": {"who": str, field: int}},
        ruleset="purse", version=version,
    )  # fmt: skip
    chapter: Rules[Purse, PurseOptions] = Rules(Purse, PurseOptions)

    @chapter.decides(Pay, may=anyone)
    def pay(command: Pay, play: Play) -> None:
        play.emit(paid(who=command.who, **{field: command.n}))

    @chapter.evolves(paid)
    def fold(s: Purse, e: Any) -> Purse:
        return structs.replace(s, coins={**s.coins, e.who: getattr(e, field)})

    @chapter.projects("purse")
    def coins(look: Look, viewer: str) -> Purse:
        return look.state[Purse]

    return Ruleset(
        "purse", version=f"{version}.0", state=Purse, options=PurseOptions, chapters=(chapter,)
    )


@pytest.fixture
def paid(tmp_path: Path) -> tuple[Path, int]:
    """A journal of the first version, and the number of the record that the second cannot read."""
    path = tmp_path / "purse.db"
    play = Scenario(purse(1), store=SQLiteStore(path), actors={"ann": "anna"})
    play.given({"type": "table.open_pool", "actor": "ann", "pool": "luck", "balance": 3})
    play.given({"type": "purse.pay", "who": "ann", "n": 4})
    play.given({"type": "table.spend", "actor": "ann", "pool": "luck", "amount": 2})
    seq = next(r.seq for r in play.store.records("s") if r.type == "purse.paid")
    play.store.close()
    return path, seq


@pytest.mark.report(235)
def test_what_was_before_the_record_is_shown_and_the_record_is_named(
    paid: tuple[Path, int], install: Callable[[Ruleset], None]
) -> None:
    """``show`` and ``log`` warn of it in one line; nothing of the file is changed."""
    (path, seq), whole = paid, paid[0].read_bytes()
    install(purse(2))
    done = run("show", path, "--json")
    assert done.exit_code == 0
    assert done.stderr.startswith(f"warning: record {seq} does not read as purse.paid: nothing ")
    assert "shown is how things stood before it" in done.stderr
    assert done.stderr.count("\n") == 1
    shown = json.loads(done.stdout)
    assert (shown["size"], shown["projections"]["purse"]) == (seq, {"coins": {}})
    pools = run("show", path).stdout
    assert "3" in next(line for line in pools.splitlines() if "luck" in line)
    done = run("log", path, "--json")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    stored = list(load(path).facts())
    assert [line["seq"] for line in told] == [fact.seq for fact in stored]
    assert [line["message"] for line in told] == [json.loads(fact.body) for fact in stored]
    assert f"record {seq} does not read" in done.stderr
    assert '"shillings":4' in run("explain", path, str(seq), "--json").stdout
    assert path.read_bytes() == whole


def test_nothing_is_written_behind_it_and_the_refusal_names_it(
    paid: tuple[Path, int], install: Callable[[Ruleset], None]
) -> None:
    path, seq = paid
    whole = path.read_bytes()
    install(purse(2))
    for command in ("pay who=ann n=1", "table.add_note text=hm", "table.adopt"):
        done = run("do", path, *command.split(), "--by", "gm1")
        assert done.exit_code == 5
        assert f"error: record {seq} does not read as purse.paid" in done.stderr
        assert "install what reads it" in done.stderr
    assert path.read_bytes() == whole


def test_the_audit_names_it_and_does_not_call_it_tampering(
    paid: tuple[Path, int], install: Callable[[Ruleset], None]
) -> None:
    """Its bytes are as they were written; that other rules do not read them is another matter."""
    path, _ = paid
    install(purse(2))
    done = run("audit", path, "--json")
    found = {check["name"]: check for check in json.loads(done.stdout)["results"]}
    assert done.exit_code == 3, done.stdout
    assert found["state"]["first"]["differs"]["commit"] == load(path).commits - 2
    assert {name for name, check in found.items() if "broken" in check["first"]} == set()


def test_salvage_and_export_keep_it_as_it_is(
    paid: tuple[Path, int], install: Callable[[Ruleset], None], tmp_path: Path
) -> None:
    """With the rules it was written by, what they give plays on."""
    path, _ = paid
    install(purse(2))
    stored = list(load(path).records())
    assert run("salvage", path, tmp_path / "saved.db").exit_code == 0
    assert list(load(tmp_path / "saved.db").records()) == stored
    run("export", path, "-o", tmp_path / "out.jsonl")
    assert run("verify", tmp_path / "out.jsonl").exit_code == 0


def test_a_program_that_reads_is_told_unless_it_says_that_it_bears_with_it(
    paid: tuple[Path, int],
) -> None:
    path, seq = paid
    engine = Engine([purse(2)])
    with pytest.raises(Unreadable, match=f"record {seq} "):
        rebuild(load(path, engine=engine))
    told: list[Unreadable] = []
    recording = load(path, engine=engine, unread=told.append)
    view = rebuild(recording)
    assert (view.size, view.state[Purse]) == (seq, Purse())
    rebuild(recording)
    assert [error.path for error in told] == [f"$.records[{seq}]"]


def stored_with(path: Path, fields: dict[str, str]) -> int:
    """A payment recorded by a version whose event has these fields as well; its seq."""
    ruleset = purse(1)
    wider: Any = type(Event)
    names = {"__doc__": "Somebody was paid.", "__module__": __name__}
    given = {"who": str, "shillings": int, **dict.fromkeys(fields, str)}
    paid = wider("Paid", (Event,), {**names, "__annotations__": given}, ruleset="purse")
    chapter = ruleset.chapters[0]
    pay = chapter.deciders[0].command

    def decide(command: Any, play: Play) -> None:
        play.emit(paid(who=command.who, shillings=command.n, **fields))

    wide: Rules[Purse, PurseOptions] = Rules(Purse, PurseOptions)
    wide.decides(pay, may=anyone)(decide)
    wide.evolves(paid)(lambda s, e: structs.replace(s, coins={**s.coins, e.who: e.shillings}))
    play = Scenario(structs.replace(ruleset, chapters=(wide,)), store=SQLiteStore(path))
    play.given({"type": "purse.pay", "who": "ann", "n": 4})
    play.store.close()
    return next(r.seq for r in load(path).records() if r.type == "purse.paid")


@pytest.mark.report(239)
def test_fields_that_nothing_reads_are_reported_by_name_and_kept(
    tmp_path: Path, install: Callable[[Ruleset], None]
) -> None:
    """They leave no fold and no root, and the audit says which record has which."""
    path = tmp_path / "purse.db"
    seq = stored_with(path, {"shilings": "4", "noted": "late"})
    install(purse(1))
    done = run("audit", path, "--json")
    found = {check["name"]: check for check in json.loads(done.stdout)["results"]}
    first = found["state"]["first"]["unknown"]
    assert (first["code"], first["seq"], found["state"]["count"]) == ("fields", seq, {"unknown": 1})
    assert first["what"] == (
        f"record {seq} (purse.paid) has fields that nothing installed reads: shilings, noted"
    )
    assert "broken" not in {grade for check in found.values() for grade in check["first"]}
    assert "campi che nulla di installato legge" in run("audit", path, "--lang", "it").stdout
    body = next(fact.body for fact in load(path).facts() if fact.seq == seq)
    assert json.loads(body) == {
        "type": "purse.paid", "who": "ann", "shillings": 4, "shilings": "4", "noted": "late"
    }  # fmt: skip


def test_what_an_upcaster_forgot_is_reported_too(
    paid: tuple[Path, int], install: Callable[[Ruleset], None]
) -> None:
    path, seq = paid
    newer = purse(2)

    @newer.chapters[0].upcasts("purse.paid", 1)
    def up(raw: dict[str, Any]) -> dict[str, Any]:
        return {**raw, "pence": 0}

    install(newer)
    assert fields_left(path) == {seq: "shillings"}


def test_what_an_upcaster_added_in_vain_is_reported_and_not_what_it_took(
    paid: tuple[Path, int], install: Callable[[Ruleset], None]
) -> None:
    """Fields are those of the newest form, whatever they were called when it was stored."""
    path, seq = paid
    newer = purse(2)

    @newer.chapters[0].upcasts("purse.paid", 1)
    def up(raw: dict[str, Any]) -> dict[str, Any]:
        return {
            "type": raw["type"],
            "who": raw["who"],
            "pence": 12 * raw["shillings"],
            "farthings": 0,
        }

    install(newer)
    assert fields_left(path) == {seq: "farthings"}


def fields_left(path: Path) -> dict[int, str]:
    """By record, the fields that the audit says nothing reads; of the first, as it names one."""
    done = run("audit", path, "--json")
    found = {check["name"]: check for check in json.loads(done.stdout)["results"]}
    first = found["state"]["first"]["unknown"]
    assert first["code"] == "fields"
    return {first["seq"]: first["places"]["fields"]}


def test_fields_within_fields_and_lists_are_named_by_where_they_stand(forger: Forger) -> None:
    """Of the die that has one, and of what it was drawn from."""
    seq = forger.seqs("table.rolled")[0]
    body = forger.body(seq)
    dice = [*body["dice"][:1], {**body["dice"][1], "spin": 3}]
    forger.say(seq, draw={**body["draw"], "shaken": {"by": "ann"}}, dice=dice)
    forger.mend()
    first = audited(forger.path).result("state").first["unknown"]
    assert (first.code, first.seq, first.commit) == ("fields", seq, forger.commit_of(seq))
    assert set(first.places["fields"].split(", ")) == {"draw.shaken", "dice[1].spin"}


def test_a_field_more_in_a_command_is_for_the_rules_to_find(forger: Forger) -> None:
    """What it says is judged by what it would leave; its fields leave no fold."""
    seq = forger.seqs("brawl.strike")[0]
    forger.edit(seq, body=json.dumps({**forger.body(seq), "hard": True}))
    forger.mend()
    found = audited(forger.path)
    assert found.result("state").first == {}
    assert found.result("rules").grade == "broken"


def test_an_evening_read_by_the_rules_it_was_played_by_has_no_field_left(played: Path) -> None:
    done = run("audit", played, "--json")
    found = {check["name"]: check for check in json.loads(done.stdout)["results"]}
    assert found["state"]["first"] == {}
