"""The group of commands: each imported when it is asked for, plugins' commands after ours."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import click

from ..nearest import nearest
from .failing import INTERRUPTED, report
from .helping import examples
from .streams import hush

COMMANDS = (
    "new",
    "do",
    "answer",
    "run",
    "play",
    "log",
    "show",
    "waiting",
    "rulings",
    "diff",
    "explain",
    "audit",
    "what-if",
    "stats",
    "report",
    "prove",
    "checkpoint",
    "export",
    "verify",
    "import",
    "salvage",
    "plugins",
    "schema",
    "rules",
)
"""Commands of our own; ``commands/<name>.py`` has each as ``command``."""

_MODULES = {"import": "importing"}
"""Those whose name Python keeps for itself."""

_BACK = "to take back what was done: rollbook do FILE return to=cN"
_ELSEWHERE = {"undo": _BACK, "rollback": _BACK, "return": _BACK, "redo": _BACK}


class Commands(click.Group):
    """Imports a command when it is asked for, and turns every error into one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Ours, then those of plugins."""
        return [*COMMANDS, *sorted(self._of_plugins())]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One command, imported now."""
        if cmd_name in COMMANDS:
            name = _MODULES.get(cmd_name, cmd_name.replace("-", "_"))
            module = import_module(f".commands.{name}", __package__)
            command: click.Command = module.command
            return command
        return self._of_plugins().get(cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is named, or what was probably meant."""
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            ctx.fail(f"there is no command {name!r}; {self._meant(ctx, name)}")
        return super().resolve_command(ctx, args)

    def _meant(self, ctx: click.Context, name: str) -> str:
        """What was probably meant: a command by another name, or one that is spelt so."""
        near = nearest(name, [*self.list_commands(ctx), *_ELSEWHERE], most=0)
        meant = near.removeprefix("did you mean ").removesuffix("?")
        return _ELSEWHERE.get(meant, near or f"there is {', '.join(self.list_commands(ctx))}")

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a reader who has had enough is no error."""
        try:
            done = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            hush()
            ctx.exit(0)
        return done

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run, and exit with a promised code."""
        given = list(sys.argv[1:] if args is None else args)
        try:
            done = super().main(
                given or ["--help"],
                prog_name,
                complete_var,
                False,
                **extra,
            )
        except (KeyboardInterrupt, click.exceptions.Abort):
            sys.exit(INTERRUPTED)
        except Exception as error:  # the last line of defence: one line instead of a traceback
            if isinstance(error, OSError):
                hush()  # what is left to write would fail once more when Python ends
            if _verbose(given) and not isinstance(error, click.ClickException):
                traceback.print_exception(error)
            sys.exit(report(error, "--json" in given, _language(given)))
        sys.exit(done if isinstance(done, int) else 0)

    def _of_plugins(self) -> dict[str, click.Command]:
        """Commands that plugins add; one that does not load is told of, and breaks nothing."""
        from ...core.plugging import manager
        from ..installed import sound

        group = click.Group("plugins")
        try:
            manager((), installed=True).hook.rollbook_commands(group=group)
        except Exception:  # one of them does not work
            self._of_sound_ones(group, *sound())
        return {name: c for name, c in group.commands.items() if name not in COMMANDS}

    def _of_sound_ones(
        self, group: click.Group, plugins: Sequence[Any], broken: Mapping[str, str]
    ) -> None:
        from ...core.plugging import manager

        hint = "rollbook plugins lists what is installed"
        for name, reason in broken.items():
            print(f"warning: the plugin {name} does not load: {reason}; {hint}", file=sys.stderr)
        for plugin in plugins:
            try:
                manager([plugin], installed=False).hook.rollbook_commands(group=group)
            except Exception as error:  # whatever it may raise
                print(f"warning: a plugin's commands fail: {error}; {hint}", file=sys.stderr)


def _language(args: Sequence[str]) -> str:
    """The language that was asked for, or the environment's."""
    from ..words import LANGUAGES
    from .out import preferred

    for at, word in enumerate(args):
        named = word.removeprefix("--lang=")
        if word == "--lang":
            named = args[at + 1] if at + 1 < len(args) else ""
        if named != word and named in LANGUAGES:
            return named
    return preferred()


def _verbose(args: Sequence[str]) -> bool:
    return "-v" in args or "--verbose" in args


@click.command(
    cls=Commands,
    epilog=examples(
        "rollbook new duel.db --rules fudge --seat master=gm --seat anna=player",
        'rollbook do duel.db begin_scene title="A tavern"',
        "rollbook log duel.db",
        "rollbook show duel.db",
    ),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 96},
)
@click.version_option(package_name="rollbook", message="%(prog)s %(version)s")
def rollbook() -> None:
    """Keep tabletop game sessions in a journal that anybody can check.

    Exit codes: 0 done; 1 refused by a rule, a permission or the state of play; 2 wrong usage;
    3 the installed rulesets are not those in force; 5 could not run.
    """
