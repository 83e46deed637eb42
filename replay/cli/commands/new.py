"""``rollbook new``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast, get_args

import click

from ....core.codec import convert
from ....core.engine import Engine
from ....core.errors import Invalid
from ....core.table.state import Charter, Role, Seat
from ...nearest import nearest
from .. import options
from ..helping import examples
from ..out import Out, common
from ..values import pair, value_of

CHARTER = "charter"
"""Prefix of ``--set`` for what the table allows, beside names of rulesets."""


@click.command(
    name="new",
    epilog=examples(
        "rollbook new duel.db --rules fudge --seat master=gm --seat anna=player --dice table",
        "rollbook new duel.db --rules fudge --set damage_roll=off --set charter.gm_fudging=true",
        "rollbook new spring.db --rules fudge --from winter.db",
    ),
)
@options.file
@click.option("--rules", required=True, metavar="NAME", help="The system, as fudge.")
@click.option("--with", "extensions", multiple=True, metavar="NAME", help="An extension of it.")
@click.option(
    "--set", "settings", multiple=True, metavar="KEY=VALUE",
    help="An optional rule (damage_roll=off, or fudge.damage_roll=off), or one of the charter's "
    "(charter.gm_fudging=true).",
)  # fmt: skip
@click.option(
    "--seat", "seats", multiple=True, metavar="ID=ROLE",
    help="Who sits at the table: host, gm, player or observer.  [default: host=host]",
)  # fmt: skip
@click.option(
    "--dice", type=click.Choice(["sealed", "table"]), default="sealed", show_default=True,
    help="Dice of the engine, provable afterwards, or real ones read at the table.",
)  # fmt: skip
@click.option(
    "--from", "old", default="", metavar="OLD",
    help="A journal that this session goes on from: its last root is recorded.",
)  # fmt: skip
@click.option("--session", default="", metavar="NAME", help="Its id; else made from FILE's name.")
@common
def command(
    out: Out,
    file: str,
    rules: str,
    extensions: tuple[str, ...],
    settings: tuple[str, ...],
    seats: tuple[str, ...],
    dice: str,
    old: str,
    session: str,
) -> None:
    """Begin a session in FILE, which is made if it is not there.

    Needs the name of an installed rules system (see rollbook plugins). Somebody must run the
    table: a gm or a host.
    """
    names = (rules, *extensions)
    charter, chosen = _settings(out.engine, names, settings)
    made = out.engine.new(
        out.engine.store(file),
        session or id_of(Path(file)),
        names,
        seats={name: Seat(name, role) for name, role in _seats(seats).items()},
        charter=_charter({"dice": dice, **charter}),
        options=chosen,
        after=_root(out, old) if old else "",
    )
    head = made.store.head(made.name)
    if out.json:
        out.give({"session": made.name, "commit": 0, "size": head.size, "root": head.root.hex()})
        return
    out.say(out.words(made.book).say("replay.begun", session=made.name, file=file))
    out.say(out.dim(f"commit 0 · receipt {head.size}:{head.root.hex()}"))


def id_of(path: Path) -> str:
    """A session's id from the name of its file: what may stand in an id is kept of it."""
    kept = re.sub(r"[^a-z0-9._-]", "-", path.stem.lower())
    return kept[:64].strip("-") or "session"


def _seats(given: tuple[str, ...]) -> dict[str, Role]:
    seats = dict(map(pair, given)) or {"host": "host"}
    for name, role in seats.items():
        if role not in get_args(Role):
            raise Invalid(
                f"{name} cannot be {role!r}",
                path=f"$.seats.{name}",
                hint=f"one of {', '.join(get_args(Role))}",
            )
    return cast("dict[str, Role]", seats)


def _root(out: Out, old: str) -> str:
    """The last root of an older journal's only session."""
    recording = out.recording(old, "")
    return recording.store.head(recording.name).root.hex()


def _charter(given: Mapping[str, Any]) -> Charter:
    for name in given:
        if name not in Charter.__struct_fields__:
            raise Invalid(
                f"the charter has no {name!r}",
                path=f"$.charter.{name}",
                hint=nearest(name, Charter.__struct_fields__),
            )
    made: Charter = convert(dict(given), Charter, "charter")
    return made


def _settings(
    engine: Engine, names: tuple[str, ...], settings: tuple[str, ...]
) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """What ``--set`` says, for the charter and by ruleset."""
    book = engine.rulebook(names)
    known = {r.name: r.options.__struct_fields__ for r in book.rulesets}
    known[CHARTER] = Charter.__struct_fields__
    chosen: dict[str, dict[str, Any]] = {}
    for text in settings:
        name, raw = pair(text)
        of, dot, option = name.rpartition(".")
        if not dot:
            owners = [ruleset for ruleset, options_ in known.items() if name in options_]
            if len(owners) > 1:
                raise Invalid(f"{name} is an option of {' and of '.join(owners)}", path=f"$.{name}")
            of = owners[0] if owners else ""
        if of not in known or option not in known[of]:
            every = [f"{ruleset}.{o}" for ruleset, options_ in known.items() for o in options_]
            raise Invalid(
                f"there is no option {name!r}", path=f"$.{name}", hint=nearest(name, every)
            )
        chosen.setdefault(of, {})[option] = value_of(raw)
    return chosen.pop(CHARTER, {}), chosen
