"""What commands share: language, form of output, engine, logging, progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from functools import cached_property, wraps
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from ...core.engine import Engine
from ...core.errors import NoSession, PluginError, UnknownType, Unreadable
from ...core.ordering import extended
from ...core.rulebook import Rulebook
from ...core.session import Session
from ...core.telling import Words
from ..installed import sound, why
from ..nearest import nearest
from ..recording import Recording, load
from ..transcript import clean
from ..words import LANGUAGES, words
from .streams import coloured

_LISTED = "rollbook plugins lists what is installed"
_F = TypeVar("_F", bound=Callable[..., Any])


class Out:
    """How one command speaks.

    Args:
        json: for machines, on standard output: one object, or one a line.
        lang: language of words.
        logger: of the engine and the store, on standard error; None is silence.
    """

    def __init__(self, json: bool, lang: str, logger: Any = None) -> None:
        self.json = json
        self.lang = lang
        self._logger = logger

    @cached_property
    def engine(self) -> Engine:
        """An engine with the installed plugins, to play with.

        Raises:
            PluginError: one of them does not work.
        """
        try:
            return Engine(logger=self._logger)
        except PluginError as error:
            error.hint = "; ".join(filter(None, (error.hint, _LISTED)))
            raise
        except Exception as error:  # a plugin's hook
            raise PluginError(f"a plugin fails: {why(error)}", hint=_LISTED) from error

    @cached_property
    def reader(self) -> Engine:
        """An engine with those of the installed plugins that work, to read with."""
        try:
            return Engine(logger=self._logger)
        except Exception:  # whatever a plugin may raise
            found = sound()
            for name, reason in found.broken.items():
                self.warn(f"the plugin {name} does not load and is left out: {reason}; {_LISTED}")
            return Engine(plugins=found.plugins, installed=False, logger=self._logger)

    def warn(self, text: str) -> None:
        """One line on standard error, beside what was asked for."""
        print(f"warning: {clean(text)}", file=sys.stderr)

    def words(self, book: Rulebook) -> Words:
        """Words of these rulesets in the reader's language."""
        return words(book, self.lang)

    def recording(self, file: str, session: str, *, damaged: bool = False) -> Recording:
        """A session of a file, to be read.

        Args:
            file: its path.
            session: its id, where the file has several.
            damaged: whether it is read even where its opening does not read.
        """
        found = load(
            file, session=session, engine=self.reader, damaged=damaged, unread=self._unread
        )
        for name, reason in found.broken.items():
            self.warn(f"the ruleset {name} does not work and is left out: {reason}; {_LISTED}")
        return found

    def _unread(self, error: Unreadable) -> None:
        self.warn(f"{error}; shown is how things stood before it")

    def session(self, file: str, session: str) -> Session:
        """A session of a file, to be played.

        Raises:
            NoSession: there is no such file.
        """
        if "://" not in file and not Path(file).exists():
            raise NoSession(f"there is no file {file}", hint="begin one: rollbook new")
        return self.engine.open(self.engine.store(file), session)

    def say(self, text: str = "") -> None:
        """One line for people."""
        print(text)

    def lines(self, texts: Iterable[str]) -> None:
        """Several lines for people."""
        for text in texts:
            print(text)

    def give(self, value: Any) -> None:
        """One object for machines, on a line of its own."""
        print(msgspec.json.encode(value, order="deterministic").decode())

    def dim(self, text: str) -> str:
        """Text of less weight, where colours are welcome."""
        return click.style(text, dim=True) if coloured(sys.stdout) else text

    def bold(self, text: str) -> str:
        """Text of more weight, where colours are welcome."""
        return click.style(text, bold=True) if coloured(sys.stdout) else text

    def progress(self, *, beside: bool = False) -> Callable[[int, int], None] | None:
        """What to tell of long work: on standard error, and only to a person.

        Args:
            beside: whether lines are printed meanwhile, which it may not tear on a terminal.
        """
        if not sys.stderr.isatty() or (beside and sys.stdout.isatty()):
            return None

        def tell(done: int, total: int) -> None:
            end = "\r\033[K" if done == total else ""
            print(f"\r{done} of {total} records{end}", end="", file=sys.stderr, flush=True)

        return tell


def with_bases(engine: Engine, names: Iterable[str]) -> tuple[str, ...]:
    """These rulesets with what they extend, those first.

    Raises:
        UnknownType: one is not installed.
    """
    found: list[str] = []
    for name in names:
        if name not in engine.catalogue:
            raise UnknownType(
                f"no ruleset {name!r} is installed", hint=nearest(name, engine.catalogue)
            )
        base = extended(engine.catalogue[name])
        if base and base in engine.catalogue:
            found += with_bases(engine, (base,))
        found.append(name)
    return tuple(dict.fromkeys(found))


def common(function: _F) -> _F:
    """Give a command the options that every command has; they come to it as one `Out`."""

    @click.option("--json", "as_json", is_flag=True, help="JSON on standard output, for machines.")
    @click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        default=None,
        help="Language of words; else by LANGUAGE, LC_ALL, LC_MESSAGES or LANG.",
    )
    @click.option("-v", "--verbose", is_flag=True, help="Log on standard error what is done.")
    @click.option("--log-json", is_flag=True, help="The same as JSON Lines.")
    @wraps(function)
    def speaking(
        *args: Any, as_json: bool, lang: str | None, verbose: bool, log_json: bool, **given: Any
    ) -> Any:
        logger = None
        if verbose or log_json:
            from .logs import logger_of

            logger = logger_of(log_json)
        return function(Out(as_json, lang or preferred(), logger), *args, **given)

    return speaking  # type: ignore[return-value]


def preferred() -> str:
    """The language of the environment, if there are words in it; else English."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            lang = value[:2].lower()
            return lang if lang in LANGUAGES else "en"
    return "en"
