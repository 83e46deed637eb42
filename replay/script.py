"""Scripts: JSON Lines of commands, with files put in where they are named."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from ..core.codec import convert
from ..core.entries import Receipt
from ..core.errors import Invalid, RollbookError
from ..core.session import Session
from .advice import advised
from .forms import plainly
from .naming import command_type

FILE = "@file"
"""Key of an object that stands for a file's content."""


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a script.

    Args:
        command: a command with its ``type``, short where only one is called so.
        by: seat that sends it; empty for whoever plays the script.
        answers: brought along, by the name of the question.
        key: idempotency key.
    """

    command: dict[str, Any]
    by: str = ""
    answers: dict[str, Any] = {}
    key: str = ""


class Played(NamedTuple):
    """What one line of a script has brought about."""

    line: int
    receipt: Receipt


def play(
    session: Session, lines: Iterable[str], *, folder: Path | None = None, by: str = ""
) -> Iterator[Played]:
    """Play a script into a session, line by line, and stop at the first refusal.

    Args:
        session: to play in.
        lines: of JSON; empty ones are passed over.
        folder: in which the files that it names are looked up; none are read without one.
        by: seat that sends what no line says otherwise.

    Raises:
        RollbookError: what the engine raised, with the number of the line in its text.
    """
    for number, text in enumerate(_readable(lines), 1):
        if not text.strip():
            continue
        try:
            step = step_of(text, folder)
            receipt = _do(session, step, step.by or by)
        except RollbookError as error:
            error.what = f"line {number}: {error.what}"
            raise
        yield Played(number, receipt)


def _do(session: Session, step: Step, by: str) -> Receipt:
    command = step.command
    if isinstance(command.get("type"), str):
        command = {**command, "type": command_type(session.book, command["type"]).message.tag}
    with advised(session, command, by):
        return session.do(command, by, key=step.key, answers=step.answers)


def _readable(lines: Iterable[str]) -> Iterator[str]:
    hint = "it is JSON Lines, as rollbook run --help says"
    try:
        for line in lines:
            if "\0" in line:
                raise Invalid("the script is no text", hint=hint)
            yield line
    except UnicodeDecodeError as error:
        raise Invalid("the script is no text in UTF-8", hint=hint) from error


def step_of(text: str, folder: Path | None = None) -> Step:
    """One line of a script, with the files that it names put in.

    Raises:
        Invalid: it does not read as one, or names a file that is not to be read.
    """
    try:
        raw = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise Invalid(f"this is no JSON: {error}") from error
    try:
        made: Step = convert(filled(raw, partial(_content, folder)), Step, "a line of a script")
    except Invalid as error:
        raise plainly(error, Step) from error
    return made


def filled(value: Any, read: Callable[[Any, str], Any], path: str = "$") -> Any:
    """A value with the content of each file that an object ``{"@file": name}`` in it names.

    Args:
        value: as JSON gives it.
        read: gives the content of a file by its name, and by the place where it is named.
        path: of the value.
    """
    if isinstance(value, list):
        return [filled(inner, read, f"{path}[{i}]") for i, inner in enumerate(value)]
    if not isinstance(value, dict):
        return value
    if value.keys() == {FILE}:
        return read(value[FILE], path)
    return {key: filled(inner, read, f"{path}.{key}") for key, inner in value.items()}


def _content(folder: Path | None, name: Any, path: str) -> Any:
    """A file beside the script: a script from elsewhere reads nothing of the reader's."""
    if folder is None or not isinstance(name, str):
        raise Invalid("no file can be read here", path=path)
    file = (folder / name).resolve()
    if not file.is_relative_to(folder.resolve()):
        raise Invalid(f"{name} does not lie beside the script", path=path)
    try:
        if file.suffix == ".toml":
            return tomllib.loads(file.read_text(encoding="utf-8"))
        return msgspec.json.decode(file.read_bytes())
    except OSError as error:
        raise Invalid(f"{name} cannot be read: {error.strerror}", path=path) from error
    except (tomllib.TOMLDecodeError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Invalid(f"{name} does not read: {error}", path=path) from error
