"""Inclusion and consistency proofs are those of RFC 6962, and show nothing that is not so."""

from __future__ import annotations

import random
from collections.abc import Iterator
from hashlib import sha256

import pytest

from rollbook.core.errors import Invalid
from rollbook.core.proofs import Span, consistency, consistent, included, inclusion, roots
from rollbook.core.tree import grow, root


def leaves(count: int) -> list[bytes]:
    return [sha256(b"\x00%d" % n).digest() for n in range(count)]


LEAVES = leaves(70)


def half(count: int) -> int:
    k = 1
    while 2 * k < count:
        k *= 2
    return k


def mth(data: list[bytes]) -> bytes:
    """MTH of RFC 6962, 2.1, as it stands there."""
    if len(data) < 2:
        return data[0] if data else sha256(b"").digest()
    k = half(len(data))
    return sha256(b"\x01" + mth(data[:k]) + mth(data[k:])).digest()


def path(m: int, data: list[bytes]) -> list[bytes]:
    """PATH of RFC 6962, 2.1.1, as it stands there."""
    if len(data) == 1:
        return []
    k = half(len(data))
    if m < k:
        return [*path(m, data[:k]), mth(data[k:])]
    return [*path(m - k, data[k:]), mth(data[:k])]


def subproof(m: int, data: list[bytes], whole: bool) -> list[bytes]:
    """SUBPROOF of RFC 6962, 2.1.2, as it stands there."""
    if m == len(data):
        return [] if whole else [mth(data)]
    k = half(len(data))
    if m <= k:
        return [*subproof(m, data[:k], whole), mth(data[k:])]
    return [*subproof(m - k, data[k:], False), mth(data[:k])]


def hashes(spans: tuple[Span, ...], data: list[bytes]) -> list[bytes]:
    found = roots(spans, data)
    return [found[span] for span in spans]


@pytest.mark.parametrize("size", range(1, 71))
def test_every_proof_of_a_small_tree_is_that_of_the_rfc(size: int) -> None:
    data = LEAVES[:size]
    top = mth(data)
    assert root(grow((), 0, data)) == top
    for index in range(size):
        proof = hashes(inclusion(index, size), data)
        assert proof == path(index, data)
        assert included(data[index], index, size, proof, top)
    for old in range(1, size + 1):
        proof = hashes(consistency(old, size), data)
        assert proof == subproof(old, data, True)
        assert consistent(old, mth(data[:old]), size, top, proof)


def test_random_greater_trees_too() -> None:
    seed = random.randrange(2**32)
    print("seed", seed)  # shown when this fails
    chance = random.Random(seed)
    for _ in range(20):
        size = chance.randrange(71, 5000)
        data = leaves(size)
        top, index, old = mth(data), chance.randrange(size), chance.randrange(1, size + 1)
        proof = hashes(inclusion(index, size), data)
        assert proof == path(index, data)
        assert included(data[index], index, size, proof, top)
        proof = hashes(consistency(old, size), data)
        assert proof == subproof(old, data, True)
        assert consistent(old, mth(data[:old]), size, top, proof)


def test_the_seven_leaves_of_the_rfc() -> None:
    """RFC 6962, 2.1.3, names each hash of its example; these are the same nodes."""
    data = LEAVES[:7]
    a, b, c, d, e, f, j = data
    g, h, i = mth([a, b]), mth([c, d]), mth([e, f])
    k, l6 = mth([a, b, c, d]), mth([e, f, j])
    assert hashes(inclusion(0, 7), data) == [b, h, l6]
    assert hashes(inclusion(3, 7), data) == [c, g, l6]
    assert hashes(inclusion(4, 7), data) == [f, j, k]
    assert hashes(inclusion(6, 7), data) == [i, k]
    assert hashes(consistency(3, 7), data) == [c, d, g, l6]
    assert hashes(consistency(4, 7), data) == [l6]
    assert hashes(consistency(6, 7), data) == [i, j, k]
    assert mth(data) == mth([k, l6])


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 13, 21])
def test_a_proof_shows_nothing_else(size: int) -> None:
    """Another leaf, place, size or root, a hash changed, dropped or added: nothing is shown."""
    data = LEAVES[:size]
    top, other = mth(data), b"\xff" * 32
    for index in range(size):
        proof = hashes(inclusion(index, size), data)
        assert not included(other, index, size, proof, top)
        assert not included(data[index], index, size, proof, other)
        assert not included(data[index], index, size, [*proof, other], top)
        assert not included(data[index], size, size, proof, top)
        assert not included(data[index], size + 1, size, proof, top)
        assert not included(data[index], -1, size, proof, top)
        for place in range(size):
            assert place == index or not included(data[index], place, size, proof, top)
        for at in range(len(proof)):
            assert not included(
                data[index], index, size, [*proof[:at], other, *proof[at + 1 :]], top
            )
            assert not included(data[index], index, size, proof[:at] + proof[at + 1 :], top)
    for old in range(1, size + 1):
        proof, before = hashes(consistency(old, size), data), mth(data[:old])
        assert not consistent(old, other, size, top, proof)
        assert not consistent(old, before, size, other, proof)
        assert not consistent(old, before, size, top, [*proof, other])
        for at in range(len(proof)):
            changed = [*proof[:at], other, *proof[at + 1 :]]
            assert not consistent(old, before, size, top, changed)
            assert not consistent(old, before, size, top, proof[:at] + proof[at + 1 :])


def test_what_no_tree_has_is_refused() -> None:
    for index, size in ((0, 0), (1, 1), (2, 1), (5, 3), (-1, 3)):
        with pytest.raises(Invalid, match="no leaf"):
            inclusion(index, size)
    for old, size in ((0, 3), (4, 3)):
        with pytest.raises(Invalid, match="not grown"):
            consistency(old, size)
        assert not consistent(old, LEAVES[0], size, LEAVES[0], [])
    with pytest.raises(Invalid, match="2 leaves"):
        roots([(0, 3)], LEAVES[:2])
    with pytest.raises(Invalid, match="there are 4 leaves, not 5"):
        roots([(0, 1), (1, 2), (0, 5), (2, 5)], LEAVES[:4])


def test_many_roots_are_found_in_one_pass_wherever_their_spans_begin() -> None:
    """Of every run of thirteen leaves, and of some that reach over a thousand."""
    data = leaves(2100)
    spans = [(first, stop) for stop in range(1, 14) for first in range(stop)]
    spans += [(first, stop) for stop in (999, 1000, 1001, 2001, 2100) for first in (0, 3, 998)]
    assert roots(spans, data) == {(first, stop): mth(data[first:stop]) for first, stop in spans}


def test_an_empty_row_of_spans_reads_no_leaf() -> None:
    def never() -> Iterator[bytes]:
        raise AssertionError("leaves were read")
        yield b""

    assert roots([], never()) == {}
