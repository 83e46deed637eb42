"""The vectors of docs/dice.md, checked by a second implementation that shares no code with ours."""

import hashlib
import hmac
import json
import re
from pathlib import Path
from typing import Any

import pytest

from rollbook.core.dice import Sealed, commitment, evaluate, key, parse, stream_words

PAGE = Path(__file__).parents[2] / "docs" / "dice.md"
VECTORS = json.loads(re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)[0])
each_vector = pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{v['stream']}-{v['dice']}")


# The second implementation begins here; docs/dice.md shows it.
def frame(*parts: str | int | bytes) -> bytes:
    data = b""
    for part in parts:
        raw = part if isinstance(part, bytes) else str(part).encode("utf-8")
        data += len(raw).to_bytes(4, "big") + raw
    return data


def check(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["seed"])
    session, epoch = vector["session"], vector["epoch"]
    seal = hashlib.sha256(frame("rollbook seal 1", session, epoch, vector["kind"], seed))
    assert seal.hexdigest() == vector["commitment"]
    entropies = [bytes.fromhex(entropy) for entropy in vector["entropies"]]
    epoch_key = hmac.new(seed, frame(*entropies), "sha256").digest()
    assert epoch_key.hex() == vector["key"]
    place = frame("rollbook dice 1", session, epoch, vector["stream"], vector["index"])
    count, sides = vector["dice"].split("d")
    size, lowest = (3, -1) if sides == "F" else (int(sides), 1)
    words: list[str] = []
    faces: list[int] = []
    block = 0
    while len(faces) < int(count):
        digest = hmac.new(epoch_key, place + frame(block), "sha256").digest()
        for at in range(0, 32, 4):
            if len(faces) < int(count):
                words.append(digest[at : at + 4].hex())
                word = int(words[-1], 16)
                if word < 2**32 // size * size:
                    faces.append(word % size + lowest)
        block += 1
    assert words == vector["words"]
    assert faces == vector["faces"]


# The second implementation ends here.


@pytest.mark.report(37)
@each_vector
def test_an_independent_script_reproduces_the_faces(vector: dict[str, Any]) -> None:
    check(vector)


@each_vector
def test_the_engine_agrees_with_the_published_vectors(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["seed"])
    place = (vector["session"], vector["epoch"], vector["stream"], vector["index"])
    seal = commitment(vector["session"], vector["epoch"], vector["kind"], seed)
    assert seal.hex() == vector["commitment"]
    secret = key(seed, [bytes.fromhex(entropy) for entropy in vector["entropies"]])
    assert secret.hex() == vector["key"]
    words = stream_words(secret, *place)
    assert [f"{next(words):08x}" for _ in vector["words"]] == vector["words"]
    source = Sealed(secret, *place)
    outcome = evaluate(parse(vector["dice"]), source)
    assert [die.face for die in outcome.dice] == vector["faces"]
    assert [f"{used.word:08x}" for used in source.words()] == vector["words"]
    rejected = [used for used in source.words() if used.face is None]
    assert len(rejected) == len(vector["words"]) - len(vector["faces"])


def test_the_second_implementation_is_short_and_imports_nothing_of_ours() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    code = text.split("begins here")[1].split("ends here")[0]
    assert len(code.splitlines()) <= 60
    assert not re.search(r"rollbook\.|Sealed|commitment\(|stream_words", code)


def test_the_page_shows_the_second_implementation_as_it_is_tested() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    code = text.split("docs/dice.md shows it.\n")[1].split("# The second")[0].strip()
    assert code in PAGE.read_text(encoding="utf-8")


def test_at_least_four_vectors_stand_there_and_one_has_a_rejected_word() -> None:
    assert len(VECTORS) >= 4
    assert any(len(vector["words"]) > len(vector["faces"]) for vector in VECTORS)
