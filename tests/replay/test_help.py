"""Help: every command has it, with examples that work, and the docs hold it as it is."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from rollbook.replay.cli import rollbook as commands
from rollbook.replay.cli.commands import plugins
from rollbook.replay.cli.group import COMMANDS
from rollbook.replay.describing import described

from .helps import documented, helps
from .tables import EXAMPLES, run, shell


def test_the_docs_hold_the_help_of_every_command() -> None:
    assert documented() == helps(), "write it again: python -m tests.replay.helps"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_examples_and_the_common_options(name: str) -> None:
    text = run(name, "--help").stdout
    assert "Examples:" in text
    for option in ("--json", "--lang [en|it]", "-v, --verbose", "--log-json", "--help"):
        assert option in text


def test_nothing_typed_is_answered_with_the_help() -> None:
    done = run()
    assert done.output == run("--help").output
    assert done.exit_code == 0
    assert b"\\n" not in shell().stdout + shell().stderr


def test_every_option_says_what_it_is_for() -> None:
    ctx = click.Context(commands)
    for name in COMMANDS:
        command = commands.get_command(ctx, name)
        assert command is not None
        for param in command.params:
            assert not isinstance(param, click.Option) or param.help, param.name


def test_the_examples_work_one_after_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of the duel, in the order in which somebody would type them."""
    for path in EXAMPLES.iterdir():
        target = tmp_path / "docs" / "examples" / path.name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.chdir(tmp_path)
    seats = ["--seat", "master=gm", "--seat", "anna=player", "--seat", "bea=player"]
    assert run("new", "duel.db", "--rules", "fudge", *seats, "--dice", "table").exit_code == 0
    assert run("run", "duel.db", "docs/examples/duel.jsonl").exit_code == 0
    for name in ("log", "show", "diff", "plugins", "schema"):
        for line in examples(name):
            done = run(*shlex.split(line)[1:])
            assert done.exit_code == 0, f"{line}: {done.stderr}"


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_name_only_options_that_there_are(name: str) -> None:
    text = run(name, "--help").stdout
    known = set(re.findall(r"--[a-z-]+", text.partition("Options:")[2].partition("Examples:")[0]))
    for line in examples(name):
        assert set(re.findall(r" (--[a-z-]+)", line)) <= known, line


def test_commands_are_imported_when_they_are_asked_for() -> None:
    code = (
        "import sys; from rollbook.replay.cli.group import rollbook as r\n"
        "import click; r.get_command(click.Context(r), 'schema')\n"
        "print([m for m in sorted(sys.modules) if '.cli.commands.' in m])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "['rollbook.replay.cli.commands.schema']"


def test_completion_knows_commands_fields_seats_actors_and_sessions(played: Path) -> None:
    for args, incomplete, expected in (
        ([], "sho", ["show"]),
        (["do", str(played)], "exch", ["exchange"]),
        (["do", str(played)], "fudge.ex", ["fudge.exchange"]),
        (["do", str(played), "exchange"], "man", ["manoeuvre_a=", "manoeuvre_b="]),
        (["do", str(played), "exchange"], "a=sn", ["a=snorri"]),
        (["log", str(played), "--as"], "", ["anna", "bea", "master"]),
        (["log", str(played), "--actor"], "b", ["brynhild"]),
        (["log", str(played), "--type"], "fudge.wou", ["fudge.wounded"]),
        (["show", str(played), "--session"], "", ["duel"]),
        (["show", "no-such-file.db", "--as"], "", []),
    ):
        complete = ShellComplete(commands, {}, "rollbook", "_ROLLBOOK_COMPLETE")
        found = [item.value for item in complete.get_completions(args, incomplete)]
        assert found == expected, args


def test_completion_of_the_shell_itself_works(played: Path) -> None:
    done = shell(_ROLLBOOK_COMPLETE="bash_source")
    assert b"_ROLLBOOK_COMPLETE=bash_complete" in done.stdout


def test_fields_are_described_by_their_docstring() -> None:
    from rollbook.core.table.pools import Spend

    assert described(Spend)["amount"] == "points, at least 1."
    assert plugins.command.name == "plugins"


def examples(name: str) -> list[str]:
    """Lines of a command's help that can be typed; continued ones are put together."""
    _, _, text = run(name, "--help").stdout.partition("Examples:\n")
    lines = [line.strip() for line in text.replace("\\\n", " ").splitlines() if line.strip()]
    assert lines
    return lines
