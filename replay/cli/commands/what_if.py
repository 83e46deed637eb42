"""``rollbook what-if``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from ....core.errors import Invalid
from ....core.rulebook import Rulebook
from ...naming import command_type
from ...nearest import nearest
from ...rebuild import size_at
from ...recording import Recording
from ...script import filled
from ...transcript import Transcript
from ...whatif import Supposition, WhatIf, what_if
from .. import options
from ..helping import examples
from ..out import Out, common
from ..playing import asked
from ..values import answer_of, content, pair, value_of
from .diff import told as told_changes

_NUMBERS = re.compile(r"[\s,;]+")


@click.command(
    name="what-if",
    epilog=examples(
        "rollbook what-if duel.db --at 22 --faces 1,4,5,1,3,6",
        "rollbook what-if duel.db --at c8 --set damage_roll=off",
    ),
)
@options.file
@click.option(
    "--at", "at", required=True, metavar="N",
    help="Record whose command is the first to be decided again, or a commit as c8.",
)  # fmt: skip
@click.option(
    "--set", "switches", multiple=True, metavar="SWITCH=VALUE",
    help="An optional rule that is otherwise from there on: damage_roll=off.",
)  # fmt: skip
@click.option(
    "--faces", default="", metavar="FACES",
    help="Faces that the dice of that command show, in the order thrown: 5,2.",
)  # fmt: skip
@click.option(
    "--answer", "answers", multiple=True, metavar="NAME=VALUE",
    help="Another answer to a question, from there on.",
)  # fmt: skip
@click.option(
    "--command", "instead", default="", metavar="JSON",
    help='Another command in place of that one; by says who sends it, if somebody else, and '
    '{"@file": "sheet.toml"} stands for the content of that file.',
)  # fmt: skip
@options.session
@common
def command(
    out: Out,
    file: str,
    at: str,
    switches: tuple[str, ...],
    faces: str,
    answers: tuple[str, ...],
    instead: str,
    session: str,
) -> None:
    """Tell the rest of FILE again with one thing otherwise, and say what would differ.

    From record N on every command is decided again, on a copy in memory, under another switch,
    with other faces, another answer or another command; all else is as it was, and so are
    everybody's dice. It shows the first difference and what would stand otherwise in the end.
    FILE is never written.
    """
    recording = out.recording(file, session)
    otherwise = Supposition(
        options=_options(recording.book, switches),
        faces=tuple(_faces(faces)),
        answers={name: answer_of(value) for name, value in map(pair, answers)},
        **_instead(recording.book, instead),
    )
    if otherwise == Supposition():
        raise click.UsageError("say what is otherwise: --set, --faces, --answer or --command")
    found = what_if(recording, _commit(recording, at), otherwise, progress=out.progress())
    if out.json:
        out.give(_plain(found))
    else:
        out.lines(_told(recording, found, out))


def _commit(recording: Recording, at: str) -> int:
    size = size_at(recording, at)
    return next(recording.facts(size - 1, size)).commit


def _options(book: Rulebook, switches: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Switches by ruleset; the ruleset may be left out where only one has such a switch."""
    every = {r.name: r.options.__struct_fields__ for r in book.rulesets}
    found: dict[str, dict[str, Any]] = {}
    for name, value in map(pair, switches):
        ruleset, _, switch = name.rpartition(".")
        homes = [r for r in every if switch in every[r] and ruleset in ("", r)]
        if len(homes) != 1:
            known = [switch for switches in every.values() for switch in switches]
            raise Invalid(
                f"{'several rulesets have' if homes else 'no ruleset has'} a switch {name!r}",
                path="--set",
                hint=f"say {' or '.join(f'{h}.{switch}' for h in homes)}" if homes
                else nearest(switch, known),
            )  # fmt: skip
        found.setdefault(homes[0], {})[switch] = value_of(value)
    return found


def _faces(text: str) -> Iterator[int]:
    for word in filter(None, _NUMBERS.split(text.strip())):
        try:
            yield int(word)
        except ValueError:
            raise Invalid(f"{word!r} is no face", path="--faces", hint="numbers: 5,2") from None


def _instead(book: Rulebook, text: str) -> dict[str, Any]:
    if not text:
        return {}
    try:
        made = msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.MsgspecError as error:
        raise Invalid(f"it is no JSON object: {error}", path="--command") from error
    made = filled(made, _read)
    by = made.pop("by", "")
    made = made.pop("command", made)
    if isinstance(made.get("type"), str):
        made = {**made, "type": command_type(book, made["type"]).message.tag}
    return {"command": made, "by": by}


def _read(name: Any, path: str) -> Any:
    if not isinstance(name, str):
        raise Invalid("a file is named by a text", path=path)
    return content(Path(name))


def _plain(found: WhatIf) -> dict[str, Any]:
    """Everything but the session as it would have been."""
    fields = ("commit", "commits", "differs", "changes", "refused", "stuck", "unused")
    return {name: getattr(found, name) for name in fields}


def _told(recording: Recording, found: WhatIf, out: Out) -> Iterator[str]:
    words = out.words(recording.book)
    yield words.say("what-if.title", commit=found.commit, commits=found.commits)
    if found.differs is None:
        yield words.say("what-if.same")
        return
    yield ""
    yield out.bold(words.say("what-if.first", commit=found.differs))
    for key, one in (("what-if.was", recording), ("what-if.would", found.retold)):
        yield f"  {words.say(key)}"
        for line in _lines(one, found.differs, out):
            yield f"    {line}"
    if found.refused:
        yield ""
        yield out.bold(words.say("what-if.refused"))
        for refusal in found.refused:
            yield f"  c{refusal.commit} {refusal.by} ▸ {refusal.type}: {refusal.why}"
    if found.stuck is not None:
        yield ""
        yield out.bold(words.say("what-if.stuck"))
        yield from asked(found.stuck, words, recording.now.ledger.owners)
    yield ""
    yield out.bold(words.say("what-if.end"))
    for line in told_changes(found.changes, words, recording.book):
        yield f"  {line}"


def _lines(recording: Recording, commit: int, out: Out) -> Iterator[str]:
    """What a commit tells, without the numbers of its records, which differ at once."""
    span = recording.commit(commit)
    for line in Transcript(recording, lang=out.lang, since=span.first, stop=span.size):
        if line.text and line.kind != "performed":
            by = f"{line.by} ▸ " if line.kind == "command" else "  "
            yield f"{by}{line.text}"
