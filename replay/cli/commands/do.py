"""``rollbook do``."""

from __future__ import annotations

import click

from ...advice import advised
from .. import completing, options
from ..helping import examples
from ..out import Out, common
from ..playing import discreet, give_receipt, say_receipt, sender
from ..values import brought, command_of


@click.command(
    name="do",
    epilog=examples(
        'rollbook do duel.db begin_scene title="A tavern"',
        "rollbook do duel.db fudge.enter actor=snorri name=Snorri sheet=@snorri.toml",
        "rollbook do duel.db exchange a=snorri b=brynhild \\",
        '    --answer "dice:snorri:exchange=1 4" --answer "dice:brynhild:exchange=5 1"',
    ),
)
@options.file
@click.argument("command", shell_complete=completing.commands)
@click.argument("fields", nargs=-1, metavar="[KEY=VALUE]...", shell_complete=completing.fields)
@options.by
@options.answers
@options.key
@options.session
@common
def command(
    out: Out,
    file: str,
    command: str,
    fields: tuple[str, ...],
    by: str,
    answers: tuple[str, ...],
    key: str,
    session: str,
) -> None:
    """Send COMMAND to the session in FILE and tell what comes of it.

    COMMAND is a type, as fudge.exchange, or exchange where only one is called so; its fields
    follow as KEY=VALUE. A value is JSON where it reads as JSON and the field is no text;
    @sheet.toml or @sheet.json stands for the content of the file, and @@ for a text that
    begins with @. What is printed is what the sending seat may see; the last line is the
    receipt, SIZE:ROOT, which proves later that nothing before it was rewritten.
    """
    with out.session(file, session) as playing:
        who = sender(playing, by)
        made = command_of(playing.book, command, fields)
        with discreet(playing, who), advised(playing, made, who):
            receipt = playing.do(made, who, key=key, answers=brought(answers))
        if out.json:
            give_receipt(playing, receipt, out, who)
        else:
            say_receipt(playing, receipt, out, who, last=True)
