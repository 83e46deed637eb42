"""Not a test: configurations of switches in which every two values that agree stand together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from msgspec import NODEFAULT, convert, inspect, structs

from rollbook.plugins.fudge import FudgeOptions, fudge

Value = tuple[str, int]
"""A switch, and the position of one of its values."""

SAMPLES: Mapping[str, tuple[Any, ...]] = {
    "ladder": (
        {"bad": -1, "so so": 0, "fine": 1},
        {f"rung {chr(97 + at)}": at - 5 for at in range(11)},
    ),
    "skill_caps": ({"superb": 0, "great": 0, "good": 0}, {"superb": 2}),
    "quota_attributes": ({"great": 1, "good": 2},),
    "quota_skills": ({"superb": 1, "great": 2, "good": 3},),
    "rand_gifts": (("luck", "charisma"),),
    "rand_faults": (("curious",),),
}
"""Values, beside the default, of switches whose types do not tell all of theirs."""


@cache
def values() -> dict[str, tuple[Any, ...]]:
    """What each switch is tried at: each choice, both bounds of a number, and its default."""
    kind = inspect.type_info(FudgeOptions)
    assert isinstance(kind, inspect.StructType)
    defaults = FudgeOptions()
    found: dict[str, tuple[Any, ...]] = {}
    for field in kind.fields:
        tried = [getattr(defaults, field.name)]
        for value in (*_values(field.type), *SAMPLES.get(field.name, ())):
            if not any(value == known and type(value) is type(known) for known in tried):
                tried.append(value)
        assert len(tried) > 1, f"{field.name} is tried at its default alone"
        assert field.default is not NODEFAULT or field.default_factory is not NODEFAULT
        found[field.name] = tuple(tried)
    return found


def _values(kind: inspect.Type) -> Iterable[Any]:
    match kind:
        case inspect.LiteralType():
            yield from kind.values
        case inspect.BoolType():
            yield from (False, True)
        case inspect.IntType():
            yield from (bound for bound in (kind.ge, kind.le) if bound is not None)
        case inspect.NoneType():
            yield None
        case inspect.Metadata():
            yield from _values(kind.type)
        case inspect.UnionType():
            for each in kind.types:
                yield from _values(each)


def pairs() -> set[tuple[Value, Value]]:
    """Every two values of different switches, in the order of the switches."""
    return {
        ((one, i), (other, j))
        for one, other in combinations(values(), 2)
        for i in range(len(values()[one]))
        for j in range(len(values()[other]))
    }


@cache
def excluded(one: Value, other: Value) -> bool:
    """Whether the ruleset says that these two cannot stand together."""
    named = {one[0], other[0]}
    options = FudgeOptions(**_plain(dict((one, other))))
    return any({e.switch, e.other} == named and e.when(options) for e in fudge.excludes)


def _plain(chosen: Mapping[str, int]) -> dict[str, Any]:
    """Values as the options' own types have them."""
    given = {name: values()[name][at] for name, at in chosen.items()}
    return {k: v for k, v in structs.asdict(convert(given, FudgeOptions)).items() if k in given}


@cache
def configurations() -> tuple[dict[str, int], ...]:
    """Positions of values by switch; together they have every two that do not exclude each other.

    Greedy: each takes, switch by switch, the value that brings most that nothing had before, and
    of equals the one that was taken least.
    """
    clash = {frozenset(pair) for pair in pairs() if excluded(*pair)}
    bit = {value: 1 << at for at, value in enumerate(_all())}
    left = dict.fromkeys(bit, 0)
    for one, other in pairs():
        if frozenset((one, other)) not in clash:
            left[one] |= bit[other]
            left[other] |= bit[one]
    chance, taken = Random(1995), Counter[Value]()
    made: list[dict[str, int]] = []
    while any(left.values()):
        made.append(_greedy(left, bit, clash, taken, chance))
        taken.update(made[-1].items())
    return tuple(made)


def _all() -> list[Value]:
    return [(name, at) for name, tried in values().items() for at in range(len(tried))]


def _greedy(
    left: dict[Value, int],
    bit: Mapping[Value, int],
    clash: set[frozenset[Value]],
    taken: Counter[Value],
    chance: Random,
) -> dict[str, int]:
    """One more configuration, begun with the value that lacks most; what it has is struck off."""
    first = max(left, key=lambda value: left[value].bit_count())
    names = [name for name in values() if name != first[0]]
    chance.shuffle(names)
    chosen: list[Value] = [first]
    for name in names:
        have = sum(bit[value] for value in chosen)
        free = [
            (name, at)
            for at in range(len(values()[name]))
            if not any(frozenset((value, (name, at))) in clash for value in chosen)
        ]
        chosen.append(max(free, key=lambda v: ((left[v] & have).bit_count(), -taken[v])))
    have = sum(bit[value] for value in chosen)
    for value in chosen:
        left[value] &= ~have
    return dict(chosen)


def given(configuration: Mapping[str, int]) -> dict[str, Any]:
    """The options of a configuration, as a table is opened with them."""
    return {name: values()[name][configuration[name]] for name in values()}


def at_random(chance: Random) -> dict[str, Any]:
    """Any value of every switch, as far as they agree."""
    chosen: list[Value] = []
    for name, tried in values().items():
        free = [(name, at) for at in range(len(tried))]
        free = [one for one in free if not any(excluded(*_sorted(one, two)) for two in chosen)]
        chosen.append(chance.choice(free))
    return given(dict(chosen))


def _sorted(one: Value, other: Value) -> tuple[Value, Value]:
    first, second = sorted((one, other), key=lambda value: list(values()).index(value[0]))
    return first, second


def both(configurations: Sequence[Mapping[str, int]]) -> set[tuple[Value, Value]]:
    """Every two values that stand together in one of these."""
    order = list(values())
    return {
        ((one, have[one]), (other, have[other]))
        for have in configurations
        for one, other in combinations(order, 2)
    }
