"""``rollbook new``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast, get_args

import click
import msgspec

from ....core.codec import convert
from ....core.engine import Engine
from ....core.errors import Invalid, NoSession
from ....core.ids import is_id
from ....core.store import Store
from ....core.table.days import SetCalendar
from ....core.table.ledger import Charter, Role, Seat
from ...calendars import calendar
from ...forms import plainly
from ...nearest import nearest
from .. import completing, options
from ..helping import examples
from ..out import Out, common, with_bases
from ..values import field_of, pair

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
@click.option(
    "--rules", required=True, metavar="NAME", shell_complete=completing.rulesets,
    help="The system, as fudge; of an extension, what it extends is added.",
)  # fmt: skip
@click.option(
    "--with", "extensions", multiple=True, metavar="NAME", shell_complete=completing.rulesets,
    help="An extension of it.",
)  # fmt: skip
@click.option(
    "--set", "settings", multiple=True, metavar="KEY=VALUE",
    help="An optional rule (damage_roll=off, or fudge.damage_roll=off), or one of the charter's "
    "(charter.gm_fudging=true).",
)  # fmt: skip
@click.option(
    "--seat", "seats", multiple=True, metavar="ID=ROLE[:NAME]", shell_complete=completing.roles,
    help="Who sits at the table: host, gm, player or observer, as anna=player or "
    "anna=player:Anna.  [default: host=host]",
)  # fmt: skip
@click.option(
    "--dice", type=click.Choice(["sealed", "table"]), default="sealed", show_default=True,
    help="Dice of the engine, provable afterwards, or real ones read at the table.",
)  # fmt: skip
@click.option(
    "--calendar", "days", default="", metavar="NAME|FILE.toml", shell_complete=completing.calendars,
    help="How the setting counts its days: a calendar that comes with the table, as gregorian, or "
    "one of your own.",
)  # fmt: skip
@click.option(
    "--from", "old", default="", metavar="OLD",
    help="A journal that this session goes on from: its last root is recorded.",
)  # fmt: skip
@click.option(
    "--from-session", "old_session", default="", metavar="NAME",
    help="Which session of OLD, where it has several.",
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
    days: str,
    old: str,
    old_session: str,
    session: str,
) -> None:
    """Begin a session in FILE, which is made if it is not there.

    Needs the name of an installed rules system (see rollbook plugins). Somebody must run the
    table: a gm or a host.
    """
    names = with_bases(out.engine, (rules, *extensions))
    charter, chosen = _settings(out.engine, names, settings)
    chosen = _named_in(out.lang, out.engine, names, chosen)
    table = _charter({"dice": dice, **charter})
    seated = _seats(seats)
    name = session or id_of(Path(file))
    after = _root(out, old, old_session) if old else ""
    counted = calendar(days) if days else None
    with _nothing_left(out, file) as store:
        made = out.engine.new(
            store, name, names, seats=seated, charter=table, options=chosen, after=after
        )
        if counted:
            runs = next(seat for seat, s in seated.items() if s.role in ("host", "gm"))
            made.do(SetCalendar(calendar=counted), runs)
    head = made.store.head(made.name)
    if out.json:
        last = {"commit": head.commits - 1, "size": head.size, "root": head.root.hex()}
        out.give({"session": made.name, **last})
        return
    out.say(out.words(made.book).say("replay.begun", session=made.name, file=file))
    out.say(out.dim(f"commit {head.commits - 1} · receipt {head.size}:{head.root.hex()}"))


@contextmanager
def _nothing_left(out: Out, file: str) -> Iterator[Store]:
    """The store of a file; a session that could not begin leaves no new file behind.

    Raises:
        NoSession: the folder is not there.
    """
    local = "://" not in file
    folder, there = Path(file).parent, Path(file).exists()
    if local and not folder.is_dir():
        raise NoSession(f"there is no folder {folder}", hint=f"make it: mkdir -p {folder}")
    store = out.engine.store(file)
    try:
        yield store
    except BaseException:
        store.close()
        if local and not there:
            for ending in ("", "-wal", "-shm"):
                Path(f"{file}{ending}").unlink(missing_ok=True)
        raise


def id_of(path: Path) -> str:
    """A session's id from the name of its file: what may stand in an id is kept of it.

    Raises:
        Invalid: nothing may.
    """
    plain = unicodedata.normalize("NFKD", path.stem.lower())
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    kept = re.sub(r"[^a-z0-9._]+", "-", plain)[:64].strip("-")
    if not is_id(kept) or not any(c.isalnum() for c in kept):
        raise Invalid(
            f"no id can be made of {path.name!r}",
            path="--session",
            hint="give one of a-z 0-9 . _ -: --session NAME",
        )
    return kept


def _seats(given: tuple[str, ...]) -> dict[str, Seat]:
    seats: dict[str, Seat] = {}
    for seat, text in map(pair, given or ("host=host",)):
        role, _, name = text.partition(":")
        if seat in seats:
            raise Invalid(f"{seat} is given two seats", path="--seat", hint="one role for each")
        if role not in get_args(Role):
            raise Invalid(
                f"{seat} cannot be {role!r}",
                path="--seat",
                hint=nearest(role, get_args(Role)),
            )
        name = unicodedata.normalize("NFC", name.strip())
        seats[seat] = Seat(name or seat, cast("Role", role))
    return seats


def _root(out: Out, old: str, session: str) -> str:
    """The last root of a session in an older journal."""
    recording = out.recording(old, session)
    return recording.store.head(recording.name).root.hex()


def _charter(given: Mapping[str, Any]) -> Charter:
    for name in given:
        if name not in Charter.__struct_fields__:
            raise Invalid(
                f"the charter has no {name!r}",
                path=f"$.charter.{name}",
                hint=nearest(name, Charter.__struct_fields__),
            )
    made: Charter = _formed(given, Charter, CHARTER)
    return made


def _formed(given: Mapping[str, Any], kind: type, what: str) -> Any:
    """Options of their type, or in plain words what is wrong with them."""
    try:
        return convert(dict(given), kind, what)
    except Invalid as error:
        raise plainly(error, kind) from error


def _settings(
    engine: Engine, names: tuple[str, ...], settings: tuple[str, ...]
) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """What ``--set`` says, for the charter and by ruleset."""
    book = engine.rulebook(names)
    kinds: dict[str, type[msgspec.Struct]] = {r.name: r.options for r in book.rulesets}
    kinds[CHARTER] = Charter
    known = {of: kind.__struct_fields__ for of, kind in kinds.items()}
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
        fields = {f.encode_name: f.type for f in msgspec.structs.fields(kinds[of])}
        chosen.setdefault(of, {})[option] = field_of(raw, fields[option])
    charter = chosen.pop(CHARTER, {})
    for of, given in chosen.items():
        _formed(given, kinds[of], f"options of {of}")
    return charter, chosen


def _named_in(
    lang: str, engine: Engine, names: tuple[str, ...], chosen: dict[str, dict[str, Any]]
) -> dict[str, dict[str, Any]]:
    """The same, where a ruleset names things itself in the language of whoever begins.

    That is, where it has an option ``language`` of which nothing was said, and which may be this.
    """
    found = dict(chosen)
    for ruleset in engine.rulebook(names).rulesets:
        fields = {f.name: f for f in msgspec.structs.fields(ruleset.options)}
        said, field = chosen.get(ruleset.name, {}), fields.get("language")
        if field and field.default != lang and lang in get_args(field.type):
            found[ruleset.name] = {"language": lang, **said}
    return found
