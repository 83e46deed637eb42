"""Errors on standard error, one line each, and the exit codes that are promised."""

from __future__ import annotations

import errno
import sys
from typing import Any

import click
import msgspec

from ...core.errors import AuthorError, Invalid, NotAdopted, RollbookError, StoreError
from ..transcript import clean

REFUSED = 1
USAGE = 2
OTHER_RULES = 3
FAILED = 5
INTERRUPTED = 130

_UNWRITABLE = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG)


def code_of(error: BaseException) -> int:
    """The exit code for an error.

    Refused by a rule, a permission or the state of play: 1. What was typed is not a command,
    a field, a moment, a value: 2. The installed rulesets are not those in force: 3. The file,
    a plugin or the program does not work: 5.
    """
    if isinstance(error, click.ClickException | Invalid):
        return USAGE
    if isinstance(error, NotAdopted):
        return OTHER_RULES
    if isinstance(error, StoreError | AuthorError):
        return FAILED
    return REFUSED if isinstance(error, RollbookError) else FAILED


def report(error: BaseException, as_json: bool, lang: str = "en") -> int:
    """Say what is wrong on standard error, and give the exit code.

    Args:
        error: what was raised.
        as_json: whether for machines, who read English.
        lang: language of people.
    """
    code = code_of(error)
    fields = _fields(error)
    if as_json:
        print(msgspec.json.encode({"error": {**fields, "exit": code}}).decode(), file=sys.stderr)
        return code
    if lang != "en" and isinstance(error, RollbookError):
        fields = _translated(fields, lang)
    where = f" (at {fields['path']})" if fields["path"] else ""
    rule = f" [{fields['rule']}]" if fields["rule"] else ""
    hint = f"; {fields['hint']}" if fields["hint"] else ""
    print(f"{_word(lang)}: {clean(fields['what'] + where + rule + hint)}", file=sys.stderr)
    return code


def _word(lang: str) -> str:
    """What an error is called; English needs no file, which may be what fails."""
    if lang == "en":
        return "error"
    from ..words import replay_words

    return replay_words(lang).say("replay.error")


def _translated(fields: dict[str, Any], lang: str) -> dict[str, Any]:
    """The same in a language, as far as what is installed has words for it."""
    from ...core.engine import Engine  # --help starts without them
    from ..words import refusals_of

    try:
        said = refusals_of(Engine().catalogue.values(), lang)
    except RollbookError:
        return fields  # what is wrong with a plugin is told by `rollbook plugins`
    return {**fields, "what": said.say(fields["what"]), "hint": said.say(fields["hint"])}


def _fields(error: BaseException) -> dict[str, Any]:
    if isinstance(error, RollbookError):
        return error.as_dict()
    found = {"code": "usage", "what": "", "path": "", "rule": "", "hint": ""}
    if isinstance(error, click.ClickException):
        what = error.format_message().rstrip(".")
        ctx = getattr(error, "ctx", None)
        hint = f"see {ctx.command_path} --help" if ctx is not None else ""
        return {**found, "what": what, "hint": hint}
    if isinstance(error, OSError) and not error.filename and error.errno in _UNWRITABLE:
        what = f"the output cannot be written: {error.strerror}"
        return {**found, "code": "failed", "what": what, "hint": "rollbook log tells what was done"}
    what = f"{type(error).__name__}: {error}"
    return {**found, "code": "failed", "what": what, "hint": "-v shows where"}
