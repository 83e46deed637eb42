"""Rulesets come, go and change; a session stays readable, and says what it is played with."""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct, structs

from rollbook import Command, Engine, Event, MemoryStore, Play, Rules, Ruleset, anyone
from rollbook.core.digest import digest
from rollbook.core.errors import NotAdopted, Refused, RollbookError, Unreadable
from rollbook.core.records import Commit, leaf
from rollbook.core.table.actors import AddActor
from rollbook.core.table.opening import Adopt
from rollbook.core.table.returns import Return, Withdraw
from rollbook.core.table.state import Table
from rollbook.core.tree import grow, root
from rollbook.core.until import SceneEnd
from rollbook.core.vocabulary import Wounded
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Fixed, Scenario
from rollbook.plugins.testing.toys import Brawl, Charm, Duel, Enter, Hurt, brawl, charms

NOTE = {"type": "table.add_note", "text": "still here"}


def foreign(play: Scenario) -> Counter[str]:
    """How many records there are, by type, that are shown as they stand."""
    return Counter(e.type for e in play.session.log() if isinstance(e.message, dict))


def without_charms(tavern: Scenario) -> Scenario:
    tavern.given(Charm(actor="ann", kind="aim", until=SceneEnd()))
    tavern.given(Hurt(target="ann", source="x", amount=2))
    tavern.rulesets = (brawl,)
    return tavern


@pytest.mark.report(245)
@pytest.mark.report(240)
def test_without_a_plugin_a_session_opens_and_keeps_its_records(tavern: Scenario) -> None:
    """They are shown as they stand, counted by type, and verify; play waits for the GM."""
    before = list(without_charms(tavern).store.records("s"))
    tavern.restart()
    assert foreign(tavern) == {"charms.charm": 1, "charms.noticed": 1}
    shown = [e.message for e in tavern.session.log() if e.type == "charms.noticed"]
    assert shown == [{"type": "charms.noticed", "what": "ann 8"}]
    assert list(tavern.store.records("s")) == before
    frontier = grow((), 0, map(leaf, before))
    assert root(frontier) == tavern.store.head("s").root
    assert tavern.session.view("anna").state[Brawl].points["ann"] == 8
    assert [e.kind for e in tavern.session.view().table.effects.values()] == ["aim"]
    tavern.when(Enter(actor="ann")).refused("not-adopted")
    assert "charms" in str(tavern.error)
    tavern.when(Adopt()).refused("refused", path="$.without")
    tavern.given(NOTE, Adopt(without=("charms",)), Enter(actor="ann"))
    laws.live_is_refolded(tavern.session)


def test_an_extension_goes_with_what_it_extends(tavern: Scenario) -> None:
    tavern.rulesets = (charms,)
    tavern.restart()
    assert tavern.session.book.names == ("table",)
    assert "brawl.hurt" not in foreign(tavern)
    assert foreign(tavern)["brawl.enter"] == 3


def test_with_the_plugin_back_all_is_as_it_was(tavern: Scenario) -> None:
    whole = laws.plain(without_charms(tavern).session.timeline.slices)
    tavern.restart()
    tavern.rulesets = (brawl, charms)
    tavern.restart()
    assert laws.plain(tavern.session.timeline.slices) == whole


def test_a_question_of_a_plugin_that_is_gone_can_be_read_and_withdrawn(tavern: Scenario) -> None:
    play = Scenario(brawl, charms, actors={"ann": "anna", "bo": "bert"})
    play.when(Duel(a="ann", b="bo"))
    play.rulesets = ()
    play.restart()
    question = play.waits("ann", "bo")
    assert (question.question, question.command) == ("Stance?", "brawl.duel")
    play.given(NOTE)
    play.when({"type": "table.answer", "answer": 1}, "anna").refused("not-adopted")
    play.when(Adopt()).refused("waiting")
    play.given(Withdraw(reason="the plugin is gone"), Adopt(without=("brawl", "charms")))
    assert play.session.waiting is None


class Tally(Struct, frozen=True):
    marks: dict[str, int] = {}


class TallyOptions(Struct, frozen=True):
    fast: bool = False
    most: int = 9


def tally(version: int = 1) -> Ruleset:
    """A ruleset whose event means something else in its second version: marks by fives."""

    class Mark(Command, ruleset="tally"):
        """Mark somebody."""

        who: str
        n: int

    fields: dict[str, Any] = {"__doc__": "Somebody was marked.", "__module__": __name__}
    kinds = {"who": str, "n": int} if version == 1 else {"who": str, "fives": int, "ones": int}
    meta: Any = type(Event)
    marked: Any = meta(
        "Marked", (Event,), {**fields, "__annotations__": kinds}, ruleset="tally", version=version
    )
    rules: Rules[Tally, TallyOptions] = Rules(Tally, TallyOptions)

    @rules.decides(Mark, may=anyone)
    def mark(command: Mark, play: Play) -> None:
        if version == 1:
            play.emit(marked(who=command.who, n=command.n))
        else:
            play.emit(marked(who=command.who, fives=command.n // 5, ones=command.n % 5))

    @rules.evolves(marked)
    def fold(tally: Tally, event: Any) -> Tally:
        n = event.n if version == 1 else 5 * event.fives + event.ones
        return structs.replace(tally, marks={**tally.marks, event.who: n})

    if version > 1:

        @rules.upcasts("tally.marked", 1)
        def up(raw: dict[str, Any]) -> dict[str, Any]:
            return {
                "type": raw["type"],
                "who": raw["who"],
                "fives": raw["n"] // 5,
                "ones": raw["n"] % 5,
            }

    return Ruleset(
        "tally", version=f"{version}.0", state=Tally, options=TallyOptions, chapters=(rules,)
    )


def marked(n: int = 7) -> Scenario:
    return Scenario(tally(1)).given({"type": "tally.mark", "who": "ann", "n": n})


@pytest.mark.report(80)
def test_an_older_version_is_brought_up_when_read_and_stays_as_it_is_on_disk() -> None:
    play = marked()
    body = [r.body for r in play.store.records("s") if r.type == "tally.marked"]
    play.rulesets = (tally(2),)
    play.restart()
    assert play.session.view().state[Tally] == Tally({"ann": 7})
    shown = [e.message for e in play.session.log() if e.type == "tally.marked"]
    assert [(m.fives, m.ones) for m in shown] == [(1, 2)]
    assert [r.body for r in play.store.records("s") if r.type == "tally.marked"] == body
    play.given(Adopt(), {"type": "tally.mark", "who": "bo", "n": 11})
    assert [r.version for r in play.store.records("s") if r.type == "tally.marked"] == [1, 2]
    assert play.restart().session.view().state[Tally] == Tally({"ann": 7, "bo": 11})


def without_upcaster() -> Ruleset:
    chapter = tally(2).chapters[0]
    chapter.upcasters.clear()
    return structs.replace(tally(2), chapters=(chapter,))


@pytest.mark.report(235)
def test_where_one_record_cannot_be_brought_up_there_is_only_reading_and_it_is_named() -> None:
    """What stood before it is shown, the log tells all, and nothing more is written."""
    play = marked()
    before = play.session.view().commit - 1
    play.given({"type": "table.add_note", "text": "later"})
    stored = list(play.store.records("s"))
    seq = next(r.seq for r in stored if r.type == "tally.marked")
    play.rulesets = (without_upcaster(),)
    session = play.restart().session
    assert session.unread is not None
    assert (session.unread.code, session.unread.path) == ("unreadable", f"$.records[{seq}]")
    assert "nothing leads from version 1 of tally.marked to the next" in session.unread.what
    for who in ("", "gm1"):
        assert session.view(who).commit == before
        assert session.view(who).state[Tally] == Tally()
    assert [e.seq for e in session.log()] == [r.seq for r in stored]
    assert session.commands("gm1") == ()
    mark = {"type": "tally.mark", "who": "bo", "n": 1}
    for command in (mark, NOTE, Adopt(), Return(to=before)):
        with pytest.raises(Unreadable, match=f"record {seq} "):
            session.do(command, "gm1")
    with pytest.raises(Unreadable, match=f"record {seq} "):
        session.preview(mark, "gm1")
    session.poll()
    session.close()
    assert list(play.store.records("s")) == stored
    play.rulesets = (tally(2),)
    assert play.restart().session.unread is None
    assert play.session.view().state[Tally] == Tally({"ann": 7})


def test_a_record_of_a_newer_version_is_not_misread() -> None:
    play = Scenario(tally(2)).given({"type": "tally.mark", "who": "ann", "n": 7})
    play.rulesets = (tally(1),)
    session = play.restart().session
    assert "version 2, and what is installed knows 1" in str(session.unread)
    assert session.view().state[Tally] == Tally()


def test_what_others_append_meanwhile_and_nobody_here_reads_is_named_and_changes_nothing() -> None:
    play = Scenario(tally(1)).given({"type": "tally.mark", "who": "ann", "n": 7})
    older = play.session
    play.rulesets = (tally(2),)
    play.restart().given(Adopt(), {"type": "tally.mark", "who": "bo", "n": 9})
    with pytest.raises(Unreadable, match="version 2"):
        older.view()
    with pytest.raises(Unreadable, match="version 2"):
        older.do(NOTE, "gm1")
    assert older.timeline.slices[Tally] == Tally({"ann": 7})


def test_an_opening_that_nobody_reads_opens_nothing() -> None:
    opening = [r for r in Scenario(tally(1)).store.records("s") if r.commit == 0]
    spoilt = [
        structs.replace(r, body=b'{"type":"table.opened","rulesets":7}')
        if r.type == "table.opened" else r
        for r in opening
    ]  # fmt: skip
    store, frontier = MemoryStore(), grow((), 0, map(leaf, spoilt))
    with store.write("s", new=True) as tx:
        tx.append(spoilt, Commit(0, 0, len(spoilt), root(frontier)), frontier, ())
    with pytest.raises(Unreadable, match=r"record \d+ does not read as table.opened"):
        Engine([tally(1)], installed=False).open(store, "s")


class Scratched(Wounded, ruleset="claws"):
    """Somebody was scratched."""

    deep: bool = False


class Scratch(Command, ruleset="claws"):
    """Scratch somebody."""

    who: str


class Claws(Struct, frozen=True):
    pass


class ClawOptions(Struct, frozen=True):
    pass


class Aches(Struct, frozen=True):
    by_actor: dict[str, int] = {}


class AcheOptions(Struct, frozen=True):
    pass


class Ache(Command, ruleset="aches"):
    """Nothing but a command."""


def family() -> tuple[Ruleset, Ruleset]:
    """Claws wound; aches, which extends nothing of theirs, folds every wound there is."""
    aches: Rules[Aches, AcheOptions] = Rules(Aches, AcheOptions)
    claws: Rules[Claws, ClawOptions] = Rules(Claws, ClawOptions)

    @aches.decides(Ache, may=anyone)
    def ache(command: Ache, play: Play) -> None:
        play.refuse("it does", rule="ACH-001")

    @aches.evolves(Wounded)
    def hurts(state: Aches, event: Wounded) -> Aches:
        return Aches({**state.by_actor, event.actor: event.after})

    @claws.decides(Scratch, may=anyone)
    def scratch(command: Scratch, play: Play) -> None:
        play.emit(
            Scratched(
                actor=command.who, track="claws.skin", before=0, after=2, source="cat", deep=True
            )
        )

    return (
        Ruleset("aches", version="1", state=Aches, options=AcheOptions, chapters=(aches,)),
        Ruleset(
            "claws", version="1", state=Claws, options=ClawOptions, chapters=(claws,),
            extends="aches", events=(Scratched,),
        ),
    )  # fmt: skip


@pytest.mark.report(68)
def test_a_wound_of_a_plugin_that_is_gone_is_a_wound_still() -> None:
    aches, claws = family()
    play = Scenario(aches, claws, actors={"ann": "anna"}).given(Scratch(who="ann"))
    assert play.session.view().state[Aches] == Aches({"ann": 2})
    play.rulesets = (aches,)
    assert play.restart().session.view().state[Aches] == Aches({"ann": 2})
    assert foreign(play) == {"claws.scratch": 1, "claws.scratched": 1}
    families = [
        (e.family, e.message["deep"]) for e in play.session.log() if e.type == "claws.scratched"
    ]
    assert families == [("table.wounded", True)]


class Edited(Fixed):
    """Surroundings in which somebody has edited a file of every package."""

    def files(self, package: str) -> Iterator[tuple[str, bytes]]:
        yield from super().files(package)
        yield "edited.py", b"# a change"


class Fuller(Fixed):
    """Surroundings in which every package has one file more, which is named."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def files(self, package: str) -> Iterator[tuple[str, bytes]]:
        yield from super().files(package)
        yield self.name, b'SAL-01 = ["tests/test_a.py::test_greet"]'


@pytest.mark.parametrize(
    ("name", "counts"), [("tests.toml", False), ("content/tests.toml", True), ("rules.toml", True)]
)
def test_a_list_of_what_tests_the_rules_is_no_rule(name: str, counts: bool) -> None:
    """To mark one test more makes no other rules; whatever else the package holds does."""
    bare = digest(brawl, Fixed())
    assert (digest(brawl, Fuller(name)) != bare) == counts


def test_other_code_is_read_at_once_and_played_with_after_adoption(tavern: Scenario) -> None:
    stands = laws.plain(tavern.session.timeline.slices)
    edited = tavern.reopened(surroundings=Edited())
    assert laws.plain(edited.timeline.slices) == stands
    for command in (Enter(actor="ann"), {"type": "table.begin_scene"}):
        with pytest.raises(NotAdopted, match="brawl, charms, table"):
            edited.do(command, "gm1")
    edited.do(NOTE, "eve")
    edited.do(Return(to=3), "gm1")
    with pytest.raises(RollbookError, match="may not send"):
        edited.do(Adopt(), "anna")
    edited.do(
        {"type": "table.adopt", "rulesets": {"brawl": {"version": "9", "digest": "x"}}}, "gm1"
    )
    assert edited.timeline.ledger.rulesets == edited.engine.in_force(edited.book)
    assert edited.do({"type": "table.begin_scene"}, "gm1").events
    with pytest.raises(Refused, match="those installed"):
        edited.do(Adopt(), "gm1")


def test_an_adoption_elsewhere_is_seen_however_the_session_looks(tavern: Scenario) -> None:
    edited = [tavern.reopened(surroundings=Edited()) for _ in range(2)]
    edited[0].do(Adopt(), "gm1")
    edited[1].view("anna")
    assert edited[1].do({"type": "table.begin_scene"}, "gm1").events
    with pytest.raises(NotAdopted):
        tavern.session.do({"type": "table.end_scene"}, "gm1")


@pytest.mark.report(304)
def test_an_option_counts_from_when_it_is_set_and_comes_back_with_a_return() -> None:
    play = Scenario(brawl, options={"brawl": {"most": 3}}, actors={"ann": "anna", "bo": "bert"})
    play.given(Enter(actor="ann"), Enter(actor="bo"))
    harm: list[int] = []
    for most in (None, 1, None):
        if most:
            play.given({"type": "table.set_option", "of": "brawl", "option": "most", "value": most})
        elif harm:
            play.given(Return(to=play.session.timeline.commits - 3))
        strike = {"type": "brawl.strike", "actor": "ann", "target": "bo"}
        play.when(strike, faces=(6, 6), answers={"dodge": "no"})
        hit = next(e.message for e in play.entries if e.type == "brawl.hit")
        harm.append(hit.before - hit.after)
    assert harm == [3, 1, 3]
    laws.hold(play.session)


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"brawl": {"most": "3"}}, "$.most"),
        ({"brawl": {"most": None}}, "$.most"),
        ({"brawl": {"mots": 3}}, "$.mots"),
        ({"fudge": {"most": 3}}, ""),
    ],
)
def test_options_are_validated_when_a_session_opens_and_when_set(
    options: dict[str, dict[str, Any]], path: str
) -> None:
    with pytest.raises(RollbookError) as caught:
        Scenario(brawl, options=options)
    assert caught.value.path == path
    play = Scenario(brawl)
    for of, given_ in options.items():
        for option, value in given_.items():
            command = {"type": "table.set_option", "of": of, "option": option, "value": value}
            play.when(command).refused("invalid", path=path)
    play.when(Duel(a="x", b="y"))


@pytest.mark.report(161)
@pytest.mark.report(274)
@pytest.mark.report(275)
@settings(max_examples=150)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12).filter(str.strip))
def test_a_name_is_data_in_any_script(name: str) -> None:
    """Dots, quotes, dollars, slashes, newlines: kept as they are, or refused if not in NFC."""
    play = Scenario()
    play.when(AddActor(id="x", name=name))
    nfc = unicodedata.is_normalized("NFC", name)
    assert (play.error is None) == nfc
    if nfc:
        play.given({"type": "table.rename_actor", "actor": "x", "name": name + "."})
        play.given({"type": "table.add_note", "text": name})
        play.given({"type": "table.open_pool", "actor": "x", "pool": name, "balance": 2})
        table: Table = play.restart().session.view().table
        assert table.actors["x"].name == name + "."
        assert table.pools["x"][name].balance == 2
        added = next(r for r in play.store.records("s") if r.type == "table.actor_added")
        assert json.loads(added.body)["name"] == name


@pytest.mark.report(162)
def test_renaming_changes_no_reference(tavern: Scenario) -> None:
    before = laws.plain(tavern.session.timeline.slices)["Brawl"]
    tavern.given({"type": "table.rename_actor", "actor": "ann", "name": 'O\'Hara "the .$/ Axe"'})
    assert laws.plain(tavern.session.timeline.slices)["Brawl"] == before
    assert tavern.session.view().table.pools["ann"]["luck"].balance == 2


def test_an_id_that_begins_like_another_is_another(tavern: Scenario) -> None:
    tavern.given(AddActor(id="an", name="Ann"), AddActor(id="anne", name="Ann"))
    tavern.when(AddActor(id="anne", name="x")).refused("refused", path="$.id")
    assert [a.name for a in tavern.session.view().table.actors.values()].count("Ann") == 3


@pytest.mark.report(70)
def test_two_sessions_in_one_store_do_not_leak() -> None:
    store = MemoryStore()
    one, two = (Scenario(brawl, store=store, session=name, actors={"ann": ""}) for name in "ab")
    for play, points in ((one, 3), (two, 4), (one, 5)):
        play.given(Enter(actor="ann", points=points), NOTE)
    stood = [laws.plain(p.session.timeline.slices) for p in (one, two)]
    assert one.session.view().state[Brawl].points == {"ann": 5}
    assert two.session.view().state[Brawl].points == {"ann": 4}
    engine = Engine([brawl], installed=False, surroundings=Fixed())
    again = [laws.plain(engine.open(store, name).timeline.slices) for name in "ab"]
    assert again == stood
    with pytest.raises(RollbookError, match="there are 2"):
        engine.open(store)
