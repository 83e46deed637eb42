"""Two evenings that differ in nothing but what a viewer may not see are one evening to him.

Evenings are drawn at random and played twice, each time with other secrets: names and ids of hidden
actors, amounts of secret pools and effects, words, faces, answers, rulings. Nothing that a viewer
gets may tell the two apart, whether he looks, listens, tries, or is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from rollbook import Command, Play, Rules, Ruleset, gm
from rollbook.core.audiences import sees
from rollbook.core.errors import RollbookError
from rollbook.core.look import Look
from rollbook.core.table.actors import AddActor, RemoveActor, RenameActor
from rollbook.core.table.inquiry import Answer
from rollbook.core.table.pools import Gain, OpenPool, Spend
from rollbook.core.table.returns import Return, Withdraw
from rollbook.core.table.seats import AddNote, GiveActor, GiveRole
from rollbook.core.table.showing import ShowActor
from rollbook.core.table.time import BeginScene, EndScene
from rollbook.core.table.turns import BeginRound, EndRound
from rollbook.core.until import RoundEnd, SceneEnd, Uses
from rollbook.core.vocabulary import EffectBegan, Spent
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import (
    Auction,
    Charm,
    Curse,
    Duel,
    Enter,
    Hurt,
    Sneak,
    Strike,
    Watch,
    brawl,
    charms,
)
from rollbook.replay.recording import Recording
from rollbook.replay.transcript import Transcript, tell_receipt
from rollbook.replay.words import words


class Screen(Struct, frozen=True):
    """What goes on behind the screen leaves its traces on the table alone."""


class Prepare(Command, ruleset="screen", to=("gm",)):
    """Behind the screen: a pool of Bo's, an effect on him, and something put off, all secret."""

    amount: int


class Ponder(Command, ruleset="screen", to=("gm",)):
    """Behind the screen: a question to the GM, whose ruling may stand for the scene."""

    who: str


class Whisper(Command, ruleset="screen"):
    """In the open somebody whispers; what is rolled for it, once or more, is for these alone."""

    to: tuple[str, ...]
    long: bool = False


class Touch(Command, ruleset="screen"):
    """In the open, by somebody who does not know: Bo's secret pool pays a point."""


screen = Rules(Screen)


@screen.decides(Prepare, may=gm)
def prepare(command: Prepare, play: Play) -> None:
    if "doom" in play.table.pools.get("bo", {}):
        play.refuse("it is prepared")
    pool = OpenPool(actor="bo", pool="doom", balance=command.amount, refresh="scene", to=20)
    play.perform(pool)
    marked = EffectBegan(
        id=play.id("e"), actor="bo", kind="marked", amount=command.amount, until=SceneEnd()
    )
    play.emit(marked)
    play.later(Gain(actor="bo", pool="doom", amount=command.amount), RoundEnd())


@screen.decides(Ponder, may=gm)
def ponder(command: Ponder, play: Play) -> None:
    play.ask(
        f"Is it {command.who}?", choices=("yes", "no", "perhaps"), name="traitor", standing=True
    )


@screen.decides(Whisper, may=gm)
def whisper(command: Whisper, play: Play) -> None:
    times = play.roll("1d6", "ann", "whisper", to=command.to).total if command.long else 1
    for _ in range(times):
        play.roll("1d6", "ann", "whisper", to=command.to)
    play.roll("1d6", "ann", "aloud")


@screen.decides(Touch, may=gm)
def touch(command: Touch, play: Play) -> None:
    if "doom" in play.table.pools.get("bo", {}):
        play.emit(Spent(actor="bo", pool="doom", amount=1))


ruleset = Ruleset("screen", "1.0.0", Screen, chapters=(screen,), extends="brawl>=1,<2")


class World:
    """One of the two evenings: what stands for each secret in it.

    Args:
        play: how it is played.
        no: 0 or 1.
        friend: a player, other than the viewer, who is let in on secrets.
    """

    def __init__(self, play: Scenario, no: int, friend: str) -> None:
        self.play, self.no, self.friend = play, no, friend
        self.spy = ("quinn", "spy")[no]
        self.name = ("Mata", "Greta")[no]

    def amount(self, n: int) -> int:
        """Another number in each of the two."""
        return 10 + n + 3 * self.no

    def face(self, n: int) -> int:
        """Another face of six in each."""
        return 1 + (n + 2 * self.no) % 6

    def word(self, n: int) -> str:
        """Another word in each."""
        return f"{('poison', 'gold')[self.no]} {n}"


Step = Callable[[World, int], Any]
"""Sends something: the number makes it another each time."""


def sent(make: Callable[[World, int], tuple[Command, str, Sequence[int]]]) -> Step:
    def step(world: World, n: int) -> Any:
        command, by, faces = make(world, n)
        world.play.when(command, by, faces=faces, spare=True)
        return world.play.error

    return step


def openly(command: Callable[[int], Command], by: str = "gm1") -> Step:
    """The same in both worlds, with the same faces; and so is what comes of it."""
    return sent(lambda w, n: (command(n), by, [1 + (n + i) % 6 for i in range(12)]))


def behind(command: Callable[[World, int], Command], by: str = "gm1") -> Step:
    """Another in each world, with other faces."""
    return sent(lambda w, n: (command(w, n), by, [w.face(n + i) for i in range(12)]))


def of_spy(command: Callable[[World, int], Command]) -> Step:
    """The same of a hidden actor, while he is in play: of others nothing is a secret."""
    step = behind(command)

    def if_there(world: World, n: int) -> Any:
        return step(world, n) if world.spy in world.play.session.timeline.table.actors else None

    return if_there


def answered(step: Step) -> Step:
    """Nobody dodges or spends luck, and the GM says what else is asked: nothing stays open."""

    def to_the_end(world: World, n: int) -> None:
        step(world, n)
        while (question := world.play.session.waiting) is not None:
            answer = "no" if question.of == "choice" else "flat"
            world.play.when(Answer(answer=answer), "gm1")
            assert world.play.error is None

    return to_the_end


def duel(world: World, n: int) -> None:
    """Stances in secret, then nobody betters his."""
    openly(lambda n: Duel(a="ann", b="bo"))(world, n)
    for who, by in (("ann", "anna"), ("bo", "bert")):
        world.play.when(Answer(answer=n % 3 - 1, for_=who), by, faces=(2, 5), spare=True)
        assert world.play.error is None or world.play.error.code == "refused"
    while world.play.session.waiting is not None:
        world.play.when(Answer(answer="pass"), "gm1")
        assert world.play.error is None


def pondered(world: World, n: int) -> None:
    """A secret question that the GM answers otherwise, for the scene; then it answers itself."""
    for _ in range(2):
        behind(lambda w, n: Ponder(who=w.name))(world, n)
        if world.play.session.waiting is not None:
            answer = ("yes", "no")[world.no]
            world.play.when(Answer(answer=answer, stands="scene"), "gm1")
            assert world.play.error is None


def gone_back(world: World, n: int) -> None:
    """Some commits back, past whatever was done, open or secret."""
    world.play.when(Return(to=max(0, world.play.session.timeline.commits - 2 - n)), "gm1")
    assert world.play.error is None or world.play.error.code == "refused"
    if world.play.session.waiting is not None:
        world.play.given(Withdraw(reason="in the middle of it"))


OPEN: dict[str, Step] = {
    "note": openly(lambda n: AddNote(text=f"hm {n}"), "anna"),
    "strike": answered(openly(lambda n: Strike(actor="ann", target="bo"), "anna")),
    "duel": duel,
    "auction": openly(lambda n: Auction(thing="ale", bidders=())),
    "charm": openly(lambda n: Charm(actor="ann", kind="aim", until=Uses(1), amount=n)),
    "gain": openly(lambda n: Gain(actor="ann", pool="luck", amount=1 + n)),
    "spend": openly(lambda n: Spend(actor="ann", pool="luck", amount=1 + n)),
    "scene": openly(lambda n: BeginScene()),
    "end of scene": openly(lambda n: EndScene()),
    "round": openly(lambda n: BeginRound()),
    "end of round": openly(lambda n: EndRound()),
    "handover": openly(lambda n: GiveActor(actor="cy", owners=("anna",) if n % 2 else ())),
    "observer": openly(lambda n: GiveRole(seat="eve", role="observer" if n % 2 else "player")),
    "touch": openly(lambda n: Touch()),
    "return": gone_back,
}
"""What everybody sees, alike in both worlds."""

SECRET: dict[str, Step] = {
    "sneak": behind(lambda w, n: Sneak(actor="cy", what=w.word(n))),
    "watch": behind(lambda w, n: Watch(actor="bo")),
    "prepare": behind(lambda w, n: Prepare(amount=w.amount(n))),
    "ponder": pondered,
    "add": behind(lambda w, n: AddActor(id=w.spy, name=w.name, seen_by=("gm",))),
    "enter": of_spy(lambda w, n: Enter(actor=w.spy, points=90 + w.amount(n))),
    "pool": of_spy(lambda w, n: OpenPool(actor=w.spy, pool="luck", balance=w.amount(n))),
    "pay": of_spy(lambda w, n: Spend(actor=w.spy, pool="luck", amount=1 + w.no)),
    "rename": of_spy(lambda w, n: RenameActor(actor=w.spy, name=w.word(n))),
    "remove": of_spy(lambda w, n: RemoveActor(actor=w.spy)),
    "hurt": of_spy(lambda w, n: Hurt(target=w.spy, source="ann", amount=1 + w.no)),
    "curse": of_spy(lambda w, n: Curse(target=w.spy, amount=1 + w.no, until=SceneEnd())),
    "ward": of_spy(lambda w, n: Charm(actor=w.spy, kind="ward", until=SceneEnd(), amount=w.no)),
    "give": of_spy(lambda w, n: GiveActor(actor=w.spy, owners=(w.friend,) if n % 2 else ())),
    "show": of_spy(lambda w, n: ShowActor(actor=w.spy, to=(w.friend,))),
    "look around": of_spy(lambda w, n: Watch(actor=w.spy)),
    "whisper": sent(lambda w, n: (Whisper(to=("gm", w.friend)), "gm1", [w.face(n), 1 + n % 6])),
}
"""What the viewer may not see, another in each world; as many commits in both, since these show."""

MORE: dict[str, Step] = {
    "whisper": sent(
        lambda w, n: (
            Whisper(to=("gm", w.friend), long=True),
            "gm1",
            [w.face(n), *[w.face(n + 1)] * w.face(n), 1 + n % 6],
        )
    ),
}
"""The same, with another number of secret records in each world."""


def played(no: int, friend: str, steps: Sequence[tuple[str, int]], known: dict[str, Step]) -> World:
    play = Scenario(brawl, charms, ruleset, actors={"ann": "anna", "bo": "bert", "cy": ""})
    play.given(*(Enter(actor=who, points=30) for who in ("ann", "bo", "cy")), BeginScene())
    play.given(OpenPool(actor="ann", pool="luck", balance=5, maximum=9))
    world = World(play, no, friend)
    for name, n in steps:
        known[name](world, n)
        assert play.error is None or play.error.code != "author", play.error
    return world


def tries(viewer: str) -> list[Command]:
    """What a viewer might send to find out: names that are somebody's in one of the worlds."""
    own = {"anna": "ann", "bert": "bo", "eve": "ann"}[viewer]
    return [
        *(Strike(actor=own, target=who) for who in ("quinn", "spy", "zed", "bo", "cy")),
        *(Strike(actor=who, target=own) for who in ("quinn", "spy", "zed")),
        *(Auction(thing="ale", bidders=(own, who)) for who in ("quinn", "spy")),
        AddNote(text="quinn"),
        Answer(answer="yes"),
        Enter(actor="spy"),
    ]


def sent_by(world: World, viewer: str) -> list[Any]:
    """What he gets for really sending it, on a copy: an error, or his receipt."""
    found: list[Any] = []
    play = world.play.copied()
    for command in tries(viewer):
        play.when(command, viewer, faces=[1] * 12, spare=True)
        if play.error is not None:
            found.append(play.error.as_dict())
            continue
        receipt = play.receipt
        assert receipt is not None
        look = Look(play.session.timeline.slices, play.session.book)
        mine = receipt.only(lambda to, look=look: sees(viewer, to, look))  # type: ignore[misc]
        found.append([(e.type, e.message) for e in mine.entries])
    return found


def told(world: World, viewer: str) -> list[tuple[str, str, bool]]:
    """The evening in words, as it is printed for him."""
    lines = Transcript(Recording.of(world.play.session), viewer=viewer)
    return [(line.type, line.text, line.back is not None) for line in lines]


def steps(known: dict[str, Step]) -> st.SearchStrategy[list[tuple[str, int]]]:
    # Without a hidden actor most of what is secret is refused.
    step = st.tuples(st.sampled_from([*known, "add", "enter", "pool"]), st.integers(0, 4))
    return st.lists(step, min_size=4, max_size=18)


ROUND = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("viewer", ["bert", "anna", "eve"])
def test_nothing_that_a_viewer_gets_depends_on_what_he_may_not_see(viewer: str) -> None:
    known = {**OPEN, **SECRET}

    @ROUND
    @given(steps(known))
    def holds(evening: list[tuple[str, int]]) -> None:
        friend = "bert" if viewer == "anna" else "anna"
        one, other = (played(no, friend, evening, known) for no in (0, 1))
        laws.cannot_tell(one.play.session, other.play.session, viewer, tries(viewer))
        assert told(one, viewer) == told(other, viewer)
        assert sent_by(one, viewer) == sent_by(other, viewer)

    holds()


@pytest.mark.parametrize("viewer", ["bert", "eve"])
def test_the_number_of_secret_records_is_all_that_their_number_tells(viewer: str) -> None:
    """No id, no stream, no total counts them, but the places of the records in the log do."""
    known = {**OPEN, **SECRET, **MORE}

    @ROUND
    @given(steps(known))
    def holds(evening: list[tuple[str, int]]) -> None:
        one, other = (played(no, "anna", evening, known) for no in (0, 1))
        laws.cannot_tell(one.play.session, other.play.session, viewer, tries(viewer), counted=False)

    holds()


def test_the_law_notices_a_leak_of_each_kind() -> None:
    """Whoever may see them tells the two evenings apart: in state, log, words and refusals."""
    evening = [("add", 0), ("enter", 0), ("pool", 0), ("sneak", 0), ("watch", 1), ("prepare", 2)]
    one, other = (played(no, "anna", evening, SECRET) for no in (0, 1))
    mine, yours = (laws.seen_by(w.play.session, "gm1") for w in (one, other))
    differ = {where for where in mine if mine[where] != yours[where]}
    assert differ == {"state", "projections", "log", "subscription"}
    assert told(one, "gm1") != told(other, "gm1")
    with pytest.raises(RollbookError):
        one.play.session.preview(Strike(actor="ann", target="spy"), "gm1")
    assert other.play.session.preview(Strike(actor="ann", target="spy"), "gm1").rolls


def test_what_is_said_at_once_of_a_command_is_for_whoever_reads() -> None:
    """The lines printed after a command, as its sender sees them."""
    texts = []
    for no in (0, 1):
        world = played(no, "anna", [("add", 0), ("whisper", 1)], SECRET)
        play = world.play
        assert play.receipt is not None
        told_now = tell_receipt(play.session, play.receipt, words(play.session.book, "en"), "bert")
        texts.append([line.text for line in told_now])
    assert texts[0] == texts[1]
    assert "aloud" in texts[0][-1]


def test_a_withdrawn_secret_is_withdrawn_alike() -> None:
    """That something was withdrawn is for all to see; what, is not."""
    shown = []
    for no in (0, 1):
        world = played(no, "anna", [], SECRET)
        world.play.when(Ponder(who=world.name)).given(Withdraw(reason="enough"))
        shown.append(told(world, "bert"))
    assert shown[0] == shown[1]
    assert shown[0][-1][0] == "table.withdrawn"
