"""Luck and faces of a session against what is exactly to be expected."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct, structs

from ...core.dice import FUDGE
from ..recording import Recording
from .chance import chi_square, chi_square_tail, corrected, moments, sum_tail
from .gathering import GROUPS, Group, Thrown, thrown

LEAST_ROLLS = 30
"""Rolls under which nothing is said of anybody's luck."""

LEAST_EXPECTED = 5
"""Times that each face has to be expected before anything is said of a die (Cochran 1954)."""

UNUSUAL = 0.01
"""A chance, corrected for looking often, under which a result is called unusual."""

Verdict = Literal["few", "ordinary", "unusual"]


class Luck(Struct, frozen=True):
    """What somebody's dice came to, modifiers left out.

    Args:
        actor: who rolled.
        purpose: what for; empty for all together.
        group: which of `GROUPS`.
        rolls: how many.
        total: sum of what the dice said.
        expected: mean of that sum, exact but for its rounding to a float.
        spread: standard deviation of it.
        chance: of a sum at least as far from the mean, either way.
        corrected: the same for having looked at so many rows (Holm); None where none is said.
        exact: whether the chance was counted out; else it is that of the normal curve.
        verdict: ``few``, ``ordinary`` or ``unusual``.
    """

    actor: str
    purpose: str
    group: Group
    rolls: int
    total: int
    expected: float
    spread: float
    chance: float
    corrected: float | None
    exact: bool
    verdict: Verdict


class Faces(Struct, frozen=True):
    """How often each face of one kind of die came up, dropped dice and re-rolls included.

    Args:
        sides: name of the kind: ``6``, ``F``.
        group: which of `GROUPS`.
        counts: by face, every face of the die.
        expected: times that each is expected.
        chance: of counts at least as uneven (Pearson's chi-square).
        corrected: the same for having looked at so many rows; None where none is said.
        verdict: ``few``, ``ordinary`` or ``unusual``.
    """

    sides: str
    group: Group
    counts: dict[int, int]
    expected: float
    chance: float
    corrected: float | None
    verdict: Verdict


class Stats(Struct, frozen=True):
    """Everything counted.

    Args:
        luck: by actor, then by what for.
        faces: by kind of die.
        uncounted: rolls without exact odds, as of dice that explode, left out of ``luck``.
    """

    luck: tuple[Luck, ...]
    faces: tuple[Faces, ...]
    uncounted: int


def stats(recording: Recording, *, viewer: str = "", actor: str = "") -> Stats:
    """Count the rolls of a session.

    Args:
        recording: to count.
        viewer: seat that looks; empty for whoever holds the journal.
        actor: only this one's rolls; all when empty.
    """
    rolls = list(thrown(recording, viewer, actor))
    luck = list(_luck(rolls))
    faces = list(_faces(rolls))
    every: list[Luck | Faces] = [*luck, *faces]
    told = [i for i, row in enumerate(every) if row.verdict != "few"]
    for i, chance in zip(told, corrected([every[i].chance for i in told]), strict=True):
        verdict: Verdict = "unusual" if chance < UNUSUAL else "ordinary"
        every[i] = structs.replace(every[i], corrected=chance, verdict=verdict)
    return Stats(
        luck=tuple(row for row in every if isinstance(row, Luck)),
        faces=tuple(row for row in every if isinstance(row, Faces)),
        uncounted=sum(roll.ways is None for roll in rolls),
    )


def _luck(rolls: Iterable[Thrown]) -> Iterable[Luck]:
    sorted_: dict[tuple[Group, str, str], list[Thrown]] = defaultdict(list)
    for roll in rolls:
        if roll.ways is not None:
            who, what = roll.rolled.actor, roll.rolled.purpose
            sorted_[roll.group, who, ""].append(roll)
            sorted_[roll.group, who, what].append(roll)
    for (group, who, what), some in sorted(sorted_.items(), key=_order):
        if what and len(some) == len(sorted_[group, who, ""]):
            continue  # all of them were for the same: it is said already
        yield _row(group, who, what, some)


def _order(item: tuple[tuple[Group, str, str], list[Thrown]]) -> tuple[int, str, str]:
    group, who, what = item[0]
    return GROUPS.index(group), who, what


def _row(group: Group, who: str, what: str, rolls: list[Thrown]) -> Luck:
    times: Counter[str] = Counter(roll.rolled.notation for roll in rolls)
    ways: dict[str, Mapping[int, int]] = {
        roll.rolled.notation: roll.ways for roll in rolls if roll.ways is not None
    }
    kinds = [(ways[notation], number) for notation, number in times.items()]
    total = sum(roll.rolled.natural for roll in rolls)
    mean, variance = moments(kinds)
    chance, exact = sum_tail(total, kinds)
    return Luck(
        actor=who,
        purpose=what,
        group=group,
        rolls=len(rolls),
        total=total,
        expected=mean,
        spread=variance**0.5,
        chance=chance,
        corrected=None,
        exact=exact,
        verdict="few" if len(rolls) < LEAST_ROLLS else "ordinary",
    )


def _faces(rolls: Iterable[Thrown]) -> Iterable[Faces]:
    found: dict[tuple[Group, str], Counter[int]] = defaultdict(Counter)
    for roll in rolls:
        for die in roll.rolled.dice:
            found[roll.group, die.sides][die.face] += 1
    for (group, sides), counted in sorted(
        found.items(), key=lambda i: (GROUPS.index(i[0][0]), i[0][1])
    ):
        faces = FUDGE.faces if sides == FUDGE.name else range(1, int(sides) + 1)
        counts = {face: counted.get(face, 0) for face in faces}
        expected = counted.total() / len(counts)
        freedom = len(counts) - 1
        statistic = chi_square([*counts.values()], [expected] * len(counts))
        yield Faces(
            sides=sides,
            group=group,
            counts=counts,
            expected=expected,
            chance=chi_square_tail(statistic, freedom) if freedom else 1.0,
            corrected=None,
            verdict="few" if expected < LEAST_EXPECTED or not freedom else "ordinary",
        )
