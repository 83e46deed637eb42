"""Sealed dice: unbiased, separate, and told word by word."""

import ast
import hmac
from collections import Counter
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest

import rollbook.core.dice as package
from rollbook.core.dice import (
    FUDGE,
    Sealed,
    Words,
    accepted,
    commitment,
    evaluate,
    key,
    parse,
    polyhedral,
    stream_words,
)
from rollbook.core.errors import Invalid

KEY = key(bytes(range(32)), [b"a", b"b"])


@pytest.mark.report(30)
@pytest.mark.parametrize("size", range(2, 101))
def test_each_face_is_decided_by_equally_many_words(size: int) -> None:
    faces: Counter[int] = Counter()
    rejected = 0
    for word in range(256):
        try:
            faces[Words(iter([word]), bits=8).faces(polyhedral(size), 1)[0]] += 1
        except Invalid:
            rejected += 1
    assert sorted(faces) == list(range(1, size + 1))
    assert len(set(faces.values())) == 1
    assert rejected == 256 - size * faces[1] < size


def test_fudge_faces_are_decided_by_equally_many_words() -> None:
    faces = Counter(Words(iter([word]), bits=8).faces(FUDGE, 1)[0] for word in range(255))
    assert faces == {-1: 85, 0: 85, 1: 85}
    with pytest.raises(Invalid, match="run out"):
        Words(iter([255]), bits=8).faces(FUDGE, 1)


def test_a_rejected_word_is_skipped_and_the_next_decides() -> None:
    assert Words(iter([2**32 - 1, 2**32 - 4, 7]), 32).faces(polyhedral(6), 1) == [2]


def test_dice_thrown_together_take_the_words_that_dice_thrown_singly_take() -> None:
    words = [255, 7, 254, 252, 9, 253, 250, 1, 2, 255, 3]
    together = Words(iter(words), bits=8)
    singly = Words(iter(words), bits=8)
    die = polyhedral(6)
    assert together.faces(die, 3) == [singly.faces(die, 1)[0] for _ in range(3)] == [2, 4, 5]
    assert together.faces(die, 2) == [singly.faces(die, 1)[0] for _ in range(2)] == [2, 3]


def test_a_die_with_more_faces_than_words_is_refused() -> None:
    with pytest.raises(Invalid):
        accepted(257, bits=8)
    assert accepted(256, bits=8) == 256


@pytest.mark.report(31)
def test_no_remainder_is_taken_where_words_are_not_rejected() -> None:
    for file in Path(package.__file__).parent.glob("*.py"):
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                inside = list(ast.walk(function))
                if any(isinstance(node, ast.Mod) for node in inside):
                    names = {node.id for node in inside if isinstance(node, ast.Name)}
                    assert "accepted" in names, f"{file.name}: {function.name}"


@pytest.mark.parametrize("length", [1, 32, 63, 64, 65, 200])
def test_words_are_the_standard_hmac_whatever_the_length_of_the_key(length: int) -> None:
    """RFC 2104 hashes a key longer than a block of 64 bytes first, and no other."""
    secret = bytes(range(1, length + 1))
    parts = (b"rollbook dice 1", b"duel", b"3", b"anna", b"7", b"0")
    message = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    digest = hmac.digest(secret, message, "sha256")
    words = stream_words(secret, "duel", 3, "anna", 7)
    assert b"".join(next(words).to_bytes(4, "big") for _ in range(8)) == digest


def test_the_least_word_that_is_rejected_is_told_as_rejected() -> None:
    """Of a die with W faces, for a word W above half of all words, just the lower are taken."""
    index = next(at for at in range(100) if next(stream_words(KEY, "duel", 0, "bo", at)) >= 2**31)
    word = next(stream_words(KEY, "duel", 0, "bo", index))
    for sides, rejected in ((word, True), (word + 1, False)):
        source = Sealed(KEY, "duel", 0, "bo", index)
        [face] = source.faces(polyhedral(sides), 1)
        first, last = source.words()[0], source.words()[-1]
        assert (first.word, first.face is None) == (word, rejected)
        assert (last.face, last.sides) == (face, str(sides))


@pytest.mark.report(35)
def test_the_seal_does_not_foretell_the_dice() -> None:
    seed = sha256(b"a seed").digest()
    seal = commitment("duel", 0, "open", seed)
    secret = key(seed, [])
    assert secret not in (seed, seal)
    hits = dice = 0
    for index in range(1000):
        place = ("duel", 0, "anna", index)
        real = Sealed(secret, *place).faces(FUDGE, 4)
        for guess in (seal, sha256(seal).digest()):
            guessed = Sealed(guess, *place).faces(FUDGE, 4)
            hits += sum(a == b for a, b in zip(real, guessed, strict=True))
            dice += 4
    spread = (dice * 2 / 9) ** 0.5
    assert abs(hits - dice / 3) < 4 * spread


def test_every_part_of_the_place_changes_the_words() -> None:
    places = [
        ("duel", 0, "anna", 0),
        ("duet", 0, "anna", 0),
        ("duel", 1, "anna", 0),
        ("duel", 0, "ann", 0),
        ("duel", 0, "anna", 1),
        ("duel", 0, "anna/gm", 0),
        ("duel0", 0, "anna", 0),
        ("duel", 0, "0anna", 0),
    ]
    first = {tuple(next(stream_words(KEY, *place)) for _ in range(1)) for place in places}
    assert len(first) == len(places)


def test_framing_keeps_neighbouring_parts_apart() -> None:
    seed = bytes(32)
    assert commitment("a", 11, "open", seed) != commitment("a1", 1, "open", seed)
    assert key(seed, [b"ab", b"c"]) != key(seed, [b"a", b"bc"])
    assert key(seed, [b"a", b"b"]) != key(seed, [b"b", b"a"])
    assert key(seed, []) != key(seed, [b""])


def test_a_roll_is_drawn_again_word_by_word_past_the_first_block() -> None:
    source = Sealed(KEY, "duel", 2, "anna", 5)
    outcome = evaluate(parse("20d6+4dF"), source)
    used = source.words()
    assert [word.face for word in used] == [die.face for die in outcome.dice]
    assert [word.sides for word in used] == [die.sides for die in outcome.dice]
    words = stream_words(KEY, "duel", 2, "anna", 5)
    assert [word.word for word in used] == [next(words) for _ in range(24)]
    assert all(0 <= word.word < 2**32 for word in used)


@pytest.mark.report(184)
def test_the_next_index_gives_new_fudge_dice() -> None:
    rolls = [Sealed(KEY, "duel", 0, "anna", index).faces(FUDGE, 4) for index in range(200)]
    assert {face for roll in rolls for face in roll} == {-1, 0, 1}
    assert len({tuple(roll) for roll in rolls}) > 60


@pytest.mark.report(38)
def test_two_streams_are_uncorrelated_and_free_of_runs() -> None:
    """Chi-square of pairs on 35 degrees of freedom, and runs above and below the middle."""
    pairs: Counter[tuple[int, int]] = Counter()
    ups: list[bool] = []
    for index in range(12_500):
        one = Sealed(KEY, "duel", 0, "red", index).faces(polyhedral(6), 8)
        other = Sealed(KEY, "duel", 0, "blue", index).faces(polyhedral(6), 8)
        pairs.update(zip(one, other, strict=True))
        ups += [face > 3 for face in one]
    expected = 100_000 / 36
    chi = sum((pairs[a, b] - expected) ** 2 / expected for a in range(1, 7) for b in range(1, 7))
    assert 10 < chi < 75  # 35 degrees of freedom: one in ten thousand beyond 74.9
    high = sum(ups)
    low = len(ups) - high
    runs = 1 + sum(a != b for a, b in pairwise(ups))
    mean = 2 * high * low / len(ups) + 1
    spread = ((mean - 1) * (mean - 2) / (len(ups) - 1)) ** 0.5
    assert abs(runs - mean) < 4 * spread


def test_a_text_that_is_no_unicode_is_refused() -> None:
    with pytest.raises(Invalid):
        commitment("\ud800", 0, "open", bytes(32))
