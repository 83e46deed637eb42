"""Receipts are found in whatever text people kept them in, each once, and nothing else is one."""

from __future__ import annotations

from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.core.errors import Invalid
from rollbook.replay.audit import Kept
from rollbook.replay.audit.receipts import read_receipts

ROOT = "0f" * 31 + "a1"
ROOTS, SIZES = st.binary(min_size=32, max_size=32), st.integers(0, 10**18 - 1)


@given(size=SIZES, root=ROOTS)
def test_each_form_of_a_receipt_reads_as_the_same_size_and_root(size: int, root: bytes) -> None:
    """On one line, in JSON with its fields in either order, and as a checkpoint."""
    kept, based = (Kept(size, root.hex()),), b64encode(root).decode()
    for text in (
        f"commit 7 · receipt {size}:{root.hex()}",
        f"({size}:{root.hex().upper()})",
        f'{{"commit":7,"size":{size},"root":"{root.hex()}"}}',
        f'{{"root" : "{root.hex().upper()}", "size" : {size}}}',
        f"rollbook/duel\n{size}\n{based}\n",
        f"anna wrote:\nrollbook/duel\n{size}\n{based}\n\n— rollbook/duel Az3grlgtzPICa5OS8\n",
    ):
        assert read_receipts(text) == kept, text


def test_all_receipts_in_a_text_are_found_and_each_once() -> None:
    others = [bytes([n]) * 32 for n in range(4)]
    points = "".join(f"rollbook/duel\n{n}\n{b64encode(others[n]).decode()}\n" for n in (0, 1))
    text = f'7:{ROOT} and 7:{ROOT}\n{{"size":2,"root":"{others[2].hex()}"}}\n{points}'
    assert set(read_receipts(text)) == {
        Kept(7, ROOT), *(Kept(n, others[n].hex()) for n in (0, 1, 2)),
    }  # fmt: skip
    assert len(read_receipts(text)) == 4


@pytest.mark.parametrize(
    "text",
    [
        "",
        f"7:{ROOT}0",
        f"7:{ROOT[:-1]}",
        f"{'7' * 19}:{ROOT}",
        f'{{"root":"{ROOT}"}}',
        '{"size":7}',
        f'{{"size":7}}\n{{"root":"{ROOT}"}}',
        f'{{"size":7,"root":"{ROOT[:-2]}"}}',
        f"rollbook/duel\n7\n{b64encode(b'a' * 31).decode()}\n",
        f"rollbook/duel\n{b64encode(b'a' * 32).decode()}\n",
    ],
)
def test_what_lacks_its_size_or_some_of_its_root_is_no_receipt(text: str) -> None:
    """A refusal says where it was given, and what one looks like."""
    with pytest.raises(Invalid, match="there is no receipt in it") as refused:
        read_receipts(text, "--receipts")
    assert refused.value.path == "--receipts"
    assert "SIZE:ROOT" in refused.value.hint
