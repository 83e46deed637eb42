"""Who has the journal but not the seeds cannot roll ahead; and vetoes are heard together."""

from __future__ import annotations

from hashlib import sha256

import pytest
from msgspec import Struct

from rollbook import Command, Engine, Event, MemoryStore, Play, Refused, Rules, Ruleset, Seat, gm
from rollbook.core.dice import Sealed, commitment, evaluate, key, parse
from rollbook.core.vocabulary import Rolled
from rollbook.plugins.testing.scenario import Fixed


class Alone(Struct, frozen=True):
    """Nothing."""


class Throw(Command, ruleset="alone"):
    """Roll a d20."""


class Done(Event, ruleset="alone"):
    """It was rolled."""


rules = Rules(Alone)


@rules.decides(Throw, may=gm)
def throw(command: Throw, play: Play) -> None:
    play.roll("d20", "m", "throw")


alone = Ruleset("alone", "1.0.0", Alone, chapters=(rules,), events=(Done,))


@pytest.mark.report(34)
def test_a_thousand_private_continuations_match_the_next_roll_at_chance() -> None:
    """A copy of every record holds the commitment; seeds that are guessed give other dice."""
    engine = Engine([alone], installed=False, surroundings=Fixed())
    session = engine.new(MemoryStore(), "x", ["alone"], seats={"m": Seat("M", "gm")})
    session.do(Throw(), "m")
    records = list(session.store.records("x"))
    known = session.view().ledger.epoch
    assert known is not None
    receipt = session.do(Throw(), "m")
    rolled = receipt.events[0]
    assert isinstance(rolled, Rolled)
    bodies = b"".join(record.body for record in records)
    seeds = [seed.seed for seed in session.store.seeds("x")]
    assert not any(seed.hex().encode() in bodies for seed in seeds)

    matches = 0
    for guess in range(1000):
        seed = sha256(b"guess %d" % guess).digest()
        assert commitment("x", 0, "open", seed).hex() != known.commitments["open"]
        source = Sealed(key(seed, []), "x", 0, "m", 1)
        matches += evaluate(parse("d20"), source).value == rolled.natural
    # 50 of 1,000 on average; the guesses are fixed, so this number is too. Six deviations.
    assert 50 - 6 * 6.9 < matches < 50 + 6 * 6.9
    (right,) = [s.seed for s in session.store.seeds("x") if s.kind == "open"]
    assert evaluate(parse("d20"), Sealed(key(right, []), "x", 0, "m", 1)).value == rolled.natural


@pytest.mark.report(252)
@pytest.mark.report(254)
def test_every_veto_is_heard_in_order_and_nothing_is_appended() -> None:
    heard: list[str] = []

    class Try(Command, ruleset="vetoed"):
        """Try it."""

    class Tried(Event, ruleset="vetoed"):
        """It was tried."""

    class State(Struct, frozen=True):
        """Nothing."""

    chapter = Rules(State)

    @chapter.decides(Try, may=gm)
    def decide(command: Try, play: Play) -> None:
        play.emit(Tried())

    for name in ("one", "two", "three"):

        def veto(state: State, event: Tried, name: str = name) -> None:
            heard.append(name)
            if name != "two":
                raise Refused(f"{name} forbids it", rule=f"VET-{name}")

        chapter.admits(Tried)(veto)
    vetoed = Ruleset("vetoed", "1.0.0", State, chapters=(chapter,))
    engine = Engine([vetoed], installed=False)
    session = engine.new(MemoryStore(), "x", ["vetoed"], seats={"m": Seat("M", "gm")})
    size = session.timeline.size
    with pytest.raises(
        Refused, match=r"one forbids it \[VET-one\]; three forbids it \[VET-three\]"
    ):
        session.do(Try(), "m")
    assert heard == ["one", "two", "three"]
    assert session.store.head("x").size == size
