"""The printed duel, played into a file, told, rebuilt, audited and explained from that file.

``make demo`` runs it; ``make demo WORDS=it`` tells it in Italian.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import rollbook
from rollbook import replay
from rollbook.replay.cli.group import COMMANDS

HERE = Path(__file__).parent
SEATS = {
    "master": rollbook.Seat("Master", "gm"),
    "anna": rollbook.Seat("Anna", "player"),
    "bea": rollbook.Seat("Bea", "player"),
}
OPTIONS = {"fudge": {"fudge_points": False, "criticals": "off"}}  # neither is in the printed duel
SAID_ELSEWHERE = {"table.asked", "table.answered", "table.revealed"}
"""What was asked and read off the table: the throws and declarations that follow say it."""

DECISIVE = 70
"""Record of the wound that takes two levels of whatever Brynhild rolls from then on."""

CLOSING = {
    "en": {
        "size": "{size} records in {path}, under the root {root}.",
        "stands": "Rebuilt from the file: it stands.",
        "differs": "Rebuilt from the file: IT DIFFERS.",
        "next": "Try next, with .venv/bin on your PATH:",
        "show": "how it stood after record 37",
        "log": "every wound, in Italian",
        "diff": "what two rounds changed",
        "do": "somebody is healed",
        "schema": "what a command takes",
    },
    "it": {
        "size": "{size} record in {path}, sotto la radice {root}.",
        "stands": "Ricostruito dal file: regge.",
        "differs": "Ricostruito dal file: DIFFERISCE.",
        "next": "E adesso, con .venv/bin nel PATH:",
        "show": "com'era dopo il record 37",
        "log": "tutte le ferite, in italiano",
        "diff": "che cosa è cambiato in due round",
        "do": "qualcuno viene curato",
        "schema": "che cosa vuole un comando",
    },
}


def main(lang: str = "en", folder: Path = Path("build/demo")) -> int:
    """Play, tell, rebuild, audit and explain; 0 when the file holds what was played."""
    path = fresh(folder)
    charter = rollbook.Charter(dice="table")
    with rollbook.new(path, "fudge", seats=SEATS, charter=charter, options=OPTIONS) as session:
        words = replay.words(session.book, lang)
        script = (HERE / "duel.jsonl").read_text(encoding="utf-8").splitlines()
        for played in replay.play(session, script, folder=HERE):
            lines = replay.tell_receipt(session, played.receipt, words)
            for line in lines:
                if line.kind == "event" and line.text and line.type not in SAID_ELSEWHERE:
                    print(f"{line.seq:>4}  {line.text}")
            if any(line.type == "table.round_ended" for line in lines):
                print("\n".join(tracks(session.view(), words)), end="\n\n")
        stands = replay.rebuild(replay.load(path)).slices == session.view().slices
        size = session.view().size
    root = played.receipt.root
    said = CLOSING.get(lang, CLOSING["en"])
    print("\n" + said["size"].format(size=size, path=path, root=root))
    print(said["stands"] if stands else said["differs"])
    print(hints(path, said))
    settled = settle(path, lang)
    return 0 if stands and settled else 1


def settle(path: Path, lang: str) -> bool:
    """Audit the file, explain the decisive wound and write the report, as anybody could by hand."""
    lines = [["audit", str(path)], ["explain", str(path), str(DECISIVE)]]
    if "report" in COMMANDS:
        lines.append(["report", str(path), "-o", str(path.with_suffix(".html"))])
    codes = []
    for words in lines:
        print("\n$ rollbook", *words, flush=True)
        command = [sys.executable, "-m", "rollbook", *words, "--lang", lang]
        codes.append(subprocess.run(command, check=False).returncode)
    return not any(codes)


def fresh(folder: Path) -> Path:
    """A path without a file, in a folder that exists."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "duel.db"
    for name in ("duel.db", "duel.db-wal", "duel.db-shm", "duel.html"):
        (folder / name).unlink(missing_ok=True)
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


def hints(path: Path, said: dict[str, str]) -> str:
    """What to try next."""
    lines = {
        "show": f"show {path} --at 37 --only wound-track",
        "log": f"log {path} --type wounded --lang it",
        "diff": f"diff {path} c8 c16",
        "do": f"do {path} fudge.heal target=snorri source=herbs amount=1 rule=FUD-242",
        "schema": "schema fudge exchange",
    }
    width = max(map(len, lines.values()))
    told = [f"  rollbook {line:<{width}}  # {said[key]}" for key, line in lines.items()]
    return "\n".join(["", said["next"], *told])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
