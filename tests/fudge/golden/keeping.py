"""How a golden session is played and kept: its journal, its transcript, its state at the end.

A writer is a module beside this one with ``play(path)``, which plays the session into a file and
gives back its `Party`. ``python -m tests.fudge.golden.keeping NAME…`` writes the files of those
named, or of all: on purpose, when the rules have been bettered and the difference was looked at.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from click.testing import CliRunner, Result

import rollbook
from rollbook import Charter, Engine, Seat
from rollbook.core.entries import Receipt
from rollbook.plugins.fudge import Character, Fudge
from rollbook.plugins.testing.scenario import Fixed
from rollbook.replay import load, story
from rollbook.replay.cli import rollbook as commands

from ..tavern import SHIFTS

FOLDER = Path(__file__).parent
NAMES = sorted(path.stem for path in FOLDER.glob("*.jsonl"))
LANGUAGES = ("en", "it")

Throw = int | str
"""What two dice show, as a shift of so many levels; or faces, as ``"5"``."""


class Party:
    """People at a table, a file that keeps what they play, and receipts kept outside it.

    Args:
        path: of the file, which is made.
        seats: who sits there, by id.
        charter: what the table allows; real dice unless said otherwise.
        options: Fudge's switches that differ from their defaults.
        name: of the session.
        surroundings: clock and chance; the same in every run unless said otherwise.
    """

    def __init__(
        self,
        path: Path,
        seats: Mapping[str, Seat],
        charter: Charter | None = None,
        name: str = "",
        surroundings: Fixed | None = None,
        **options: Any,
    ) -> None:
        self.session = rollbook.new(
            path,
            "fudge",
            seats=dict(seats),
            session=name or path.stem,
            charter=charter or Charter(dice="table"),
            options={"fudge": options},
            engine=Engine(surroundings=surroundings or Fixed(name or path.stem)),
        )
        self.gm = next(seat for seat, who in seats.items() if who.role == "gm")
        self.receipts: list[tuple[str, str]] = []

    def do(
        self,
        command: str,
        by: str = "",
        *,
        dice: Mapping[str, Throw | Sequence[Throw]] | None = None,
        answers: Mapping[str, Any] | None = None,
        **fields: Any,
    ) -> Receipt:
        """Send a command, with what the dice show and what else is answered at once.

        Args:
            command: its type, of Fudge where no ruleset is named.
            by: seat that sends it; the GM's unless said otherwise.
            dice: throws by ``actor:purpose`` as the dice are asked for; several in their order.
            answers: by the name of the question.
            fields: of the command.

        Returns:
            The receipt; of a command that waits for somebody who was not asked here, as it waits.
        """
        brought = dict(answers or {})
        for which, throws in (dice or {}).items():
            for number, throw in enumerate([throws] if isinstance(throws, Throw) else throws, 1):
                suffix = f"#{number}" if number > 1 else ""
                brought[f"dice:{which}{suffix}"] = faces(throw)
        type_ = command if "." in command else f"fudge.{command}"
        receipt = self.session.do({"type": type_, **fields}, by or self.gm, answers=brought)
        waits = receipt.waiting.name if receipt.waiting else ""
        assert not receipt.unused, f"{command}: not asked: {receipt.unused}, but {waits}"
        return receipt

    def finish(self, command: str, by: str = "", **fields: Any) -> Receipt:
        """Send a command that waits for nobody."""
        receipt = self.do(command, by, **fields)
        assert receipt.waiting is None, f"{command} waits for {receipt.waiting}"
        return receipt

    def answer(self, answer: Any, by: str = "", **more: Any) -> Receipt:
        """Answer what is asked; further answers may come along."""
        return self.do("table.answer", by, answer=answer, **more)

    def keep_receipt(self, when: str) -> None:
        """Copy what the session has come to, as a player who keeps it in the chat would."""
        view = self.session.view()
        root = self.session.store.head(self.session.name).root
        self.receipts.append((when, f"{view.size}:{root.hex()}"))

    def character(self, actor: str) -> Character:
        """Somebody's state now."""
        return self.session.view().state[Fudge].characters[actor]


def faces(throw: Throw) -> str:
    """What the dice show."""
    return throw if isinstance(throw, str) else " ".join(map(str, SHIFTS[throw]))


def told(path: Path, lang: str, viewer: str = "") -> list[str]:
    """A session as a viewer would keep it."""
    return list(story(load(path), lang=lang, viewer=viewer))


def run(*args: Any) -> Result:
    """Run the command line in this process."""
    plain = {"LANG": "C", "LC_ALL": "C", "LANGUAGE": "", "COLUMNS": "80"}
    return CliRunner(env=plain).invoke(commands, [str(arg) for arg in args], prog_name="rollbook")


def writer(name: str) -> Any:
    """The module that plays a session."""
    return import_module(f"{__package__}.{name}")


def write(name: str) -> None:
    """Play a session and keep all that is kept of it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.db"
        party = writer(name).play(path)
        party.session.close()
        kept = FOLDER / name
        export = run("export", path)
        shown = run("show", path, "--json")
        assert (export.exit_code, shown.exit_code) == (0, 0), export.stderr + shown.stderr
        _write(kept.with_suffix(".jsonl"), export.stdout)
        _write(kept.with_suffix(".shown.json"), shown.stdout)
        _write(kept.with_suffix(".receipts.txt"), _chat(party.receipts))
        for lang in LANGUAGES:
            _write(kept.with_suffix(f".{lang}.txt"), "\n".join(told(path, lang)) + "\n")


def _chat(receipts: Sequence[tuple[str, str]]) -> str:
    return "".join(f"{when}: {receipt}\n" for when, receipt in receipts)


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for chosen in sys.argv[1:] or NAMES:
        write(chosen)
