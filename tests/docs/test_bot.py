"""docs/examples/bot.py, run as a newcomer would run it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from rollbook.replay.audit.receipts import read_receipts

BOT = Path(__file__).parent.parent.parent / "docs" / "examples" / "bot.py"


def said(output: str, by: str, nth: int = 0) -> list[str]:
    """What the bot printed under the nth message of a seat."""
    parts = [p for p in output.split("\n") if p]
    starts = [i for i, line in enumerate(parts) if line.startswith(f"{by}: ")]
    begin = starts[nth]
    following = [i for i, line in enumerate(parts) if i > begin and not line.startswith(" ")]
    return parts[begin + 1 : following[0] if following else None]


def run() -> str:
    """Its output; it must end well."""
    done = subprocess.run(
        [sys.executable, str(BOT)], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    return done.stdout


def test_the_bot_plays_two_seats_through_a_question() -> None:
    """It says who has to answer, keeps the first answer from the other, and goes on at the last."""
    output = run()
    fight = said(output, "anna", 0)
    assert any("ada, bo, choose: normal" in line for line in fight)
    secret = said(output, "anna", 1)
    assert not [line for line in secret if "bea may see" in line]
    assert any(line.strip().startswith("bo, choose:") for line in secret)
    end = said(output, "bea", 0)
    assert any("table.revealed" in line for line in end)
    assert any("table.rolled" in line for line in end)
    assert not [line for line in end if "choose:" in line]


def test_an_answer_given_twice_is_refused_and_the_bot_goes_on() -> None:
    refused = said(run(), "anna", 2)
    assert refused[0].strip().startswith("refused: anna was not asked, or has answered")
    assert not [line for line in refused if "receipt" in line]


def test_what_the_first_answer_was_is_shown_to_the_other_with_the_last() -> None:
    """Records revealed since are told to whoever may see them now."""
    output = run()
    before, after = said(output, "anna", 1), said(output, "bea", 0)
    revealed = {line.split()[4].rstrip(",") for line in after if "may see record" in line}
    first = int(before[-1].split()[1].partition(":")[0]) - 2
    assert {str(first), str(first + 1)} <= revealed


def test_its_receipts_are_such_as_the_audit_reads_out_of_a_chat() -> None:
    kept = read_receipts(run())
    sizes = [receipt.size for receipt in kept]
    assert len(kept) == 3
    assert sizes == sorted(set(sizes))
