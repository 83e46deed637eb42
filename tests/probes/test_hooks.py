"""Every hook does what it says, and plugins that do not fit are named."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import click
import msgspec
import pytest
from msgspec import Struct
from structlog import get_logger
from structlog.testing import capture_logs

import rollbook
from rollbook import (
    Engine,
    Event,
    MemoryStore,
    Play,
    Reading,
    Receipt,
    Rules,
    Ruleset,
    gm,
    hookimpl,
)
from rollbook.core import hookspecs
from rollbook.core.auditing import AuditCheck, Audited, Finding
from rollbook.core.errors import Invalid, NoSession, PluginError, RulebookError
from rollbook.core.records import Record
from rollbook.core.rulebook import Rulebook
from rollbook.core.store import Store
from rollbook.core.table.ruleset import table
from rollbook.core.vocabulary import Gained
from rollbook.journal import plugin as journal
from rollbook.plugins.fudge import Heal, fudge
from rollbook.replay.audit import CLEAN, UNKNOWN, audit
from rollbook.replay.recording import Recording

from .conftest import SEATS

# --- three small extensions that all answer the same event


class Ants(Struct, frozen=True):
    """Nothing is kept."""


class Bees(Struct, frozen=True):
    """Nothing is kept."""


class Crows(Struct, frozen=True):
    """Nothing is kept."""


class Crawled(Event, ruleset="ants"):
    """Somebody gained, say the ants."""

    who: str


class Buzzed(Event, ruleset="bees"):
    """Somebody gained, say the bees."""

    who: str


class Cawed(Event, ruleset="crows"):
    """The bees buzzed, say the crows."""

    who: str


def answering(
    name: str, state: type[Struct], heard: type[Any], said: type[Any], **more: Any
) -> Ruleset:
    """A ruleset that answers one event with another."""
    rules = Rules(state)

    @rules.reacts(heard)
    def answer(event: Any, play: Play) -> None:
        play.emit(said(who=getattr(event, "actor", "") or event.who))

    return Ruleset(
        name,
        version="1.0.0",
        state=state,
        chapters=(rules,),
        extends="fudge",
        events=(said,),
        **more,
    )


ants = answering("ants", Ants, Gained, Crawled)
bees = answering("bees", Bees, Gained, Buzzed)


class Supplying:
    """A plugin that supplies rulesets."""

    def __init__(self, *rulesets: Ruleset) -> None:
        self.rulesets = rulesets

    @hookimpl
    def rollbook_rulesets(self) -> Iterable[Ruleset]:
        return self.rulesets


class AlsoSupplying(Supplying):
    """Another."""


def begin(engine: Engine, *names: str) -> rollbook.Session:
    return engine.new(MemoryStore(), "hooks", names, seats=SEATS)


# --- one test for each hook


def test_every_hook_has_a_test_of_its_name() -> None:
    hooks = {name for name in vars(hookspecs) if name.startswith("rollbook_")}
    tests = {name.removeprefix("test_hook_") for name in globals() if name.startswith("test_hook_")}
    assert hooks == tests


def test_the_guide_heads_each_hook_with_its_exact_signature() -> None:
    guide = Path(__file__).parents[2].joinpath("docs", "plugins", "extending.md").read_text("utf-8")
    hooks = {n: f for n, f in vars(hookspecs).items() if n.startswith("rollbook_")}
    signatures = {name: str(inspect.signature(hook)) for name, hook in hooks.items()}
    wanted = [name + text.replace("'", "") for name, text in signatures.items()]
    assert re.findall(r"^### `(rollbook_.*)`$", guide, re.MULTILINE) == wanted


def test_hook_rollbook_rulesets() -> None:
    calls = []

    class Plugin:
        @hookimpl
        def rollbook_rulesets(self) -> Iterable[Ruleset]:
            calls.append("called")
            yield fudge
            yield ants

    engine = Engine(plugins=[Plugin()], installed=False)
    assert list(engine.catalogue) == ["table", "ants", "fudge"]
    assert begin(engine, "fudge", "ants").book.names == ("table", "fudge", "ants")
    assert calls == ["called"], "called once, when the engine is built"


def test_hook_rollbook_stores(tmp_path: Path) -> None:
    asked = []

    class Plugin:
        @hookimpl
        def rollbook_stores(self, path: str, options: dict[str, Any]) -> Store | None:
            asked.append((path, "logger" in options, options.get("durability")))
            return MemoryStore() if path.startswith("memory://") else None

    engine = Engine(plugins=[Plugin(), journal], installed=False)
    assert isinstance(engine.store("memory://x", durability="full"), MemoryStore)
    assert asked == [("memory://x", True, "full")]
    store = engine.store(str(tmp_path / "evening.rollbook"))
    store.close()
    assert not isinstance(store, MemoryStore)
    with pytest.raises(NoSession, match="nothing installed opens 'postgres://x'"):
        engine.store("postgres://x")


def test_hook_rollbook_committed() -> None:
    heard: list[tuple[str, int]] = []

    class Listening:
        @hookimpl
        def rollbook_committed(self, session: str, receipt: Receipt) -> None:
            heard.append((session, receipt.commit))

    class Failing:
        @hookimpl
        def rollbook_committed(self, session: str) -> None:
            raise OSError(f"no news of {session}")

    for plugins in permutations([Listening(), Failing()]):
        heard.clear()
        session = begin(Engine([fudge], plugins=plugins, installed=False), "fudge")
        session.do({"type": "table.add_actor", "id": "ada", "name": "Ada"}, "master")
        assert heard == [("hooks", 0), ("hooks", 1)]
        assert session.view().table.actors["ada"].name == "Ada"


def test_who_wants_to_hear_first_hears_first() -> None:
    heard: list[str] = []

    class First:
        @hookimpl(tryfirst=True)
        def rollbook_committed(self) -> None:
            heard.append("first")

    class Any:
        @hookimpl
        def rollbook_committed(self) -> None:
            heard.append("any")

    class Last:
        @hookimpl(trylast=True)
        def rollbook_committed(self) -> None:
            heard.append("last")

    for plugins in permutations([First(), Any(), Last()]):
        heard.clear()
        begin(Engine([fudge], plugins=plugins, installed=False), "fudge")
        assert heard == ["first", "any", "last"]


def test_a_listener_that_fails_is_logged_by_its_name() -> None:
    class Failing:
        @hookimpl
        def rollbook_committed(self) -> None:
            raise OSError("no news")

    with capture_logs() as logs:
        begin(Engine([fudge], plugins=[Failing()], installed=False, logger=get_logger()), "fudge")
    (failed,) = [entry for entry in logs if entry["event"] == "subscriber_failed"]
    assert failed["subscriber"].endswith(".Failing")
    assert failed["error"] == "OSError"


def test_hook_rollbook_audit_checks() -> None:
    """A plugin's check hears every commit of an audit, and what it finds is part of the verdict."""

    class Names(AuditCheck):
        name = "no-empty-names"
        unit = "commits"

        def commit(self, audited: Audited, records: Sequence[Record]) -> Iterator[Finding]:
            self.covered += 1
            if records[0].type == "table.begin_scene":
                yield Finding("unknown", "a scene", seq=records[0].seq)

    class Plugin:
        @hookimpl
        def rollbook_audit_checks(self) -> Sequence[Callable[[], AuditCheck]]:
            return [Names]

    engine = Engine([fudge], plugins=[Plugin()], installed=False)
    session = begin(engine, "fudge")
    recording = Recording.of(session)
    quiet = audit(recording, engine)
    assert (quiet.code, quiet.result("no-empty-names").covered) == (CLEAN, quiet.commits)
    size = session.do({"type": "table.begin_scene"}, "master").size
    found = audit(recording, engine)
    assert found.code == UNKNOWN
    assert found.result("no-empty-names").first["unknown"].seq == size - 2


def test_a_check_that_fails_is_named_and_ends_no_audit() -> None:
    class Broken(AuditCheck):
        name = "broken-plugin"

        def end(self, audited: Audited) -> Iterator[Finding]:
            raise ZeroDivisionError("by nothing")

    class Plugin:
        @hookimpl
        def rollbook_audit_checks(self) -> Sequence[Callable[[], AuditCheck]]:
            return [Broken]

    engine = Engine([fudge], plugins=[Plugin()], installed=False)
    found = audit(Recording.of(begin(engine, "fudge")), engine)
    assert found.code == UNKNOWN
    assert "ZeroDivisionError" in found.result("broken-plugin").first["unknown"].what
    assert found.result("tree").grade is None


def test_hook_rollbook_commands() -> None:
    class Plugin:
        @hookimpl
        def rollbook_commands(self, group: click.Group) -> None:
            group.add_command(click.Command("tarot"))

    group = click.Group("rollbook")
    Engine(plugins=[Plugin()], installed=False).hooks.hook.rollbook_commands(group=group)
    assert list(group.commands) == ["tarot"]


# --- what does not fit


def test_a_hook_that_is_spelt_wrong_is_refused() -> None:
    class Plugin:
        @hookimpl
        def rollbook_ruleset(self) -> Iterable[Ruleset]:
            return ()

    with pytest.raises(PluginError, match=r"rollbook_ruleset.*spelt right"):
        Engine(plugins=[Plugin()], installed=False)


def test_two_plugins_with_a_ruleset_of_one_name_are_both_named() -> None:
    other = answering("ants", Crows, Gained, Crawled)
    with pytest.raises(PluginError, match=r"\.Supplying and .*\.AlsoSupplying both supply ants"):
        Engine(plugins=[Supplying(fudge, ants), AlsoSupplying(other)], installed=False)


def distribution(folder: Path, name: str, entries: str) -> None:
    """Install a distribution that has nothing but entry points."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[rollbook]\n{entries}\n")


def test_entry_points_of_one_name_are_refused_naming_both_distributions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distribution(tmp_path, "swamp", "moss = swamp")
    distribution(tmp_path, "forest", "moss = forest")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with pytest.raises(PluginError, match="forest and swamp both have a plugin called moss"):
        Engine()


def test_nobody_takes_the_name_of_a_ruleset_that_comes_with_rollbook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distribution(tmp_path, "mock-fudge", "fudge = mock_fudge")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with pytest.raises(PluginError, match=r"mock-fudge and rollbook both .* called fudge"):
        Engine()


def test_a_plugin_that_does_not_load_is_named_with_its_distribution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distribution(tmp_path, "swamp", "moss = no_such_module_as_this")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with pytest.raises(PluginError, match="plugin moss of swamp does not load: ModuleNotFound"):
        Engine()


def test_what_is_installed_is_found_by_its_entry_point() -> None:
    assert "fudge" in Engine().catalogue


@pytest.mark.report(155)
def test_two_rulesets_that_read_dice_by_one_name_are_both_named() -> None:
    mine = Reading("low", 2, min)
    clash = answering("bees", Bees, Gained, Buzzed, readings=(mine,))
    for order in permutations([fudge, clash]):
        engine = Engine(order, installed=False)
        with pytest.raises(RulebookError, match="fudge and bees both have the reading low"):
            begin(engine, "fudge", "bees")
    with pytest.raises(Invalid, match="'F' cannot name a reading"):
        Reading("F", 2, min)


def test_two_rulesets_never_share_a_slice() -> None:
    with pytest.raises(RulebookError, match="ants and bees both own Ants"):
        begin(
            Engine([fudge, ants, answering("bees", Ants, Gained, Buzzed)], installed=False),
            "fudge",
            "ants",
            "bees",
        )


def test_an_extension_hears_of_events_of_those_alone_that_are_in_force() -> None:
    crows = answering("crows", Crows, Buzzed, Cawed)
    engine = Engine([fudge, crows], installed=False)
    with pytest.raises(RulebookError, match=r"crows speaks of bees\.buzzed"):
        begin(engine, "fudge", "crows")


def healing(name: str, state: type[Struct], instead_of: str = "") -> Ruleset:
    """A ruleset that decides Fudge's healing."""
    rules = Rules(state)

    @rules.decides(Heal, may=gm, instead_of=instead_of)
    def heal(command: Heal, play: Play) -> None:
        """Nobody gets better."""

    return Ruleset(name, version="1.0.0", state=state, chapters=(rules,), extends="fudge")


@pytest.mark.report(247)
def test_two_who_decide_the_same_are_named_unless_one_says_that_it_replaces() -> None:
    for order in permutations([fudge, healing("ants", Ants)]):
        with pytest.raises(RulebookError, match=r"fudge and ants both decide fudge\.heal"):
            begin(Engine(order, installed=False), "fudge", "ants")
    replacing = healing("ants", Ants, "fudge")
    book = begin(Engine([fudge, replacing], installed=False), "fudge", "ants").book
    assert book.replacements() == {"fudge.heal": ("ants", "fudge")}
    for order in permutations([fudge, replacing, healing("bees", Bees, "fudge")]):
        with pytest.raises(RulebookError, match=r"ants and bees both replace fudge\.heal"):
            begin(Engine(order, installed=False), "fudge", "bees", "ants")
    with pytest.raises(RulebookError, match=r"bees replaces fudge\.heal of ants, which has fudge"):
        begin(Engine([fudge, healing("bees", Bees, "ants")], installed=False), "fudge", "bees")


@pytest.mark.report(222)
def test_the_order_of_registration_changes_nothing() -> None:
    crows = answering("crows", Crows, Buzzed, Cawed)
    seen = []
    for order in permutations([fudge, ants, bees, crows]):
        assert Rulebook([*order, table]).names == ("table", "fudge", "ants", "bees", "crows")
        engine = Engine(plugins=[Supplying(each) for each in order], installed=False)
        for names in (("fudge", "ants", "bees", "crows"), ("crows", "bees", "ants", "fudge")):
            session = begin(engine, *names)
            session.do({"type": "table.add_actor", "id": "ada", "name": "Ada"}, "master")
            opened = {"type": "table.open_pool", "actor": "ada", "pool": "luck", "balance": 1}
            receipt = session.do(opened, "master")
            seen.append([(e.seq, e.type, msgspec.json.encode(e.message)) for e in receipt.entries])
    assert [kind for _, kind, _ in seen[0]] == [
        "table.open_pool",
        "table.pool_opened",
        "table.gained",
        "ants.crawled",
        "bees.buzzed",
        "crows.cawed",
    ]
    assert all(each == seen[0] for each in seen)
