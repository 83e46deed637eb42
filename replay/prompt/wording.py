"""How commands and their fields are said: in the reader's language, else as they are described.

A ruleset has words for a command under ``<ruleset>.command.<name>``, and for a field under
``<ruleset>.command.<name>.<field>`` or, for all its commands, ``<ruleset>.field.<field>``; what it
has none for is said as the docstring says it.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import FieldInfo

from ...core.messages import Command
from ...core.telling import Words
from ..describing import default, described, first_line
from ..forms import choices, objects, takes

_FORMS = (
    ((bool,), "truth"),
    ((int,), "number"),
    ((str,), "text"),
    ((str, int), "either"),
)


def purpose(kind: type[Command], words: Words) -> str:
    """What a command is for."""
    return words.find(_key(kind)) or first_line(kind)


def field_text(kind: type[Command], field: str, words: Words) -> str:
    """What a field of a command holds; empty where nothing says it."""
    found = words.find(f"{_key(kind)}.{field}")
    found = found or words.find(f"{kind.message.ruleset}.field.{field}")
    return (found or described(kind).get(field, "")).rstrip(".").replace("``", "")


def for_whom(may: str, words: Words) -> str:
    """Whom a command is for; what a ruleset's own permission says is under ``play.may.<text>``."""
    of, owner, field = may.partition("owner of ")
    if owner and not of:
        return words.say("play.may.owner", field=field)
    return words.find(f"play.may.{may}") or may


def otherwise(field: FieldInfo, words: Words) -> str:
    """Whether a field is needed, and else what it is where it is left out."""
    if field.required:
        return words.say("play.needed")
    value = left_out(field)
    return words.say("play.otherwise", value=value) if value else words.say("play.optional")


def left_out(field: FieldInfo) -> str:
    """What an optional field is where it is left out; empty where that is nothing."""
    value = default(field)
    return "" if value in ("null", '""', "[]", "{}") else value


def form_text(form: Any, words: Words) -> str:
    """What a field takes, in a word or two: ``number``, ``yes|no``, the few that it may be."""
    if few := choices(form):
        return "|".join(few)
    if takes(form, tuple, list):
        return words.say("play.form.list")
    for kinds, key in _FORMS:
        if takes(form, *kinds):
            return words.say(f"play.form.{key}")
    return words.say("play.form.object" if objects(form) else "play.form.any")


def _key(kind: type[Command]) -> str:
    ruleset, _, name = kind.message.tag.partition(".")
    return f"{ruleset}.command.{name}"
