"""The ruleset that the benchmarks play: a volley of shots, each an event of ten fields."""

from __future__ import annotations

from msgspec import Struct, structs

from rollbook import Command, Event, Play, Rules, Ruleset, gm


class Range(Struct, frozen=True):
    """Shots so far and the sum of their totals."""

    shots: int = 0
    total: int = 0


class RangeOptions(Struct, frozen=True):
    """None."""


class Volley(Command, ruleset="range"):
    """So many shots."""

    actor: str
    shots: int


class Shot(Event, ruleset="range"):
    """A shot was fired; ten fields, about 270 bytes, as the rival's event."""

    number: int
    at: int
    actor: str
    expr: str
    dice: tuple[int, ...]
    modifier: int
    total: int
    nonce: int
    reason: str


rules = Rules(Range, RangeOptions)


@rules.decides(Volley, may=gm)
def volley(command: Volley, play: Play) -> None:
    """Shots with made-up faces: the benchmark is of the journal, not of the dice."""
    first = play.state[Range].shots
    for i in range(first, first + command.shots):
        play.emit(
            Shot(
                number=i,
                at=1_700_000_000_000 + i,
                actor=command.actor,
                expr="4dF+3",
                dice=(1, 0, -1, 1),
                modifier=3,
                total=4,
                nonce=i,
                reason="attack with the sword against the guard at the gate, second exchange",
            )
        )


@rules.evolves(Shot)
def shot(state: Range, event: Shot) -> Range:
    """One shot more."""
    return structs.replace(state, shots=event.number + 1, total=state.total + event.total)


RANGE = Ruleset("range", "1.0.0", Range, RangeOptions, (rules,), package=__name__)
