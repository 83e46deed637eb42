"""Options and arguments that several commands have, with their completion."""

from __future__ import annotations

import click

from . import completing

file = click.argument("file", type=click.Path(dir_okay=True))
"""The journal."""

session = click.option(
    "--session", default="", metavar="NAME", help="Which session, where the file has several.",
    shell_complete=completing.sessions,
)  # fmt: skip

by = click.option(
    "--by", default="", metavar="SEAT", shell_complete=completing.seats,
    help="Seat that sends it, by id or name; else whoever runs the table, if that is one.",
)  # fmt: skip

viewer = click.option(
    "--as", "viewer", default="", metavar="SEAT", shell_complete=completing.seats,
    help="Show only what this seat, by id or name, may see; else all, as to the file's holder.",
)  # fmt: skip

key = click.option(
    "--key", default="", metavar="TEXT",
    help="Idempotency key: the same command sent again under it has one effect.",
)  # fmt: skip

answers = click.option(
    "--answer", "answers", multiple=True, metavar="NAME=VALUE",
    help="Answer brought along to a question that the command will ask.",
)  # fmt: skip

receipt = click.option(
    "--receipt", "receipts", multiple=True, metavar="SIZE:ROOT",
    help="A receipt that somebody kept: what it vouches for must be unchanged.",
)  # fmt: skip
