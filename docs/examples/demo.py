"""The printed duel, played into a file, told, and rebuilt from what the file holds.

``make demo`` runs it; ``make demo WORDS=it`` tells it in Italian.
"""

from __future__ import annotations

import sys
from pathlib import Path

import rollbook
from rollbook import replay

HERE = Path(__file__).parent
SEATS = {
    "master": rollbook.Seat("Master", "gm"),
    "anna": rollbook.Seat("Anna", "player"),
    "bea": rollbook.Seat("Bea", "player"),
}


def main(lang: str = "en", folder: Path = Path("build/demo")) -> int:
    """Play, tell, rebuild and compare; 0 when the rebuilt session is the one played."""
    path = fresh(folder)
    charter = rollbook.Charter(dice="table")
    with rollbook.new(path, "fudge", seats=SEATS, charter=charter) as session:
        words = replay.words(session.book, lang)
        script = (HERE / "duel.jsonl").read_text(encoding="utf-8").splitlines()
        for played in replay.play(session, script, folder=HERE):
            lines = replay.tell_receipt(session, played.receipt, words)
            for line in lines:
                if line.kind == "event" and line.text:
                    print(f"{line.seq:>4}  {line.text}")
            if any(line.type == "table.round_ended" for line in lines):
                print("\n".join(tracks(session.view(), words)), end="\n\n")
        stands = replay.rebuild(replay.load(path)).slices == session.view().slices
        size = session.view().size
    root = played.receipt.root
    print(f"\n{size} records in {path}, under the root {root}.")
    print("Rebuilt from the file: " + ("it stands." if stands else "IT DIFFERS."))
    if stands:
        print(hints(path))
    return 0 if stands else 1


def fresh(folder: Path) -> Path:
    """A path without a file, in a folder that exists."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "duel.db"
    for end in ("", "-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    return path


def tracks(view: rollbook.View, words: replay.Words) -> list[str]:
    """Both wound tracks, box by box."""
    lines = []
    for who in view["wound-track"].characters:
        boxes = [
            words.say(f"fudge.wound.{level}")
            + " "
            + row.filled * "■"
            + (row.boxes - row.filled) * "□"
            for level, row in enumerate(who.rows, 1)
        ]
        lines.append(f"      {who.name:<9} {'  '.join(boxes)}")
    return lines


def hints(path: Path) -> str:
    """What to try next."""
    return f"""
Try next, with .venv/bin on your PATH:
  rollbook show {path} --at 36 --only wound-track    # how it stood after record 36
  rollbook log {path} --type wounded --lang it       # every wound, in Italian
  rollbook diff {path} c8 c16                        # what two rounds changed
  rollbook do {path} fudge.heal target=snorri source=herbs amount=1 rule=FUD-237
  rollbook schema fudge exchange                     # what a command takes
"""


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
