"""Taking an export into a file: all of it or nothing, as it was, record by record."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ..core.errors import Refused, SessionExists
from ..core.records import Record
from ..core.store import Head
from .sqlite import SQLiteStore
from .verifying import Export, Whole

_EVERY = 2000


def import_export(
    source: Path,
    target: Path,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[str, Head]:
    """Make a session of an export; bodies, salts and roots are those of the export.

    The seeds behind sealed dice are in no export: what comes of it is read, told and audited, and
    played on once a new epoch is opened.

    Args:
        source: the export.
        target: the journal, begun where there is none.
        progress: told now and then how far it is.

    Returns:
        Id of the session, and where it ends.

    Raises:
        Refused: the export hides records.
        SessionExists: the journal has that session already.
        Unverified: the export is not what it says it is.
    """
    export = Export(source)
    session, size = export.header.session, export.header.size
    if export.header.for_:
        _refuse_holes(export)
    begun = not target.exists()
    store = SQLiteStore(target)
    try:
        if session in store.sessions():
            raise _already(store, export)
        with store.write(session, new=True) as hold:
            for whole in export.commits():
                hold.append(_shown(whole), whole.commit, whole.frontier)
                hold.spill()
                done = whole.commit.size
                if progress and (whole.commit.first // _EVERY != done // _EVERY or done == size):
                    progress(done, size)
        return session, store.head(session)
    except BaseException:
        store.close()
        if begun:
            for end in ("", "-wal", "-shm"):
                Path(f"{target}{end}").unlink(missing_ok=True)
        raise
    finally:
        store.close()


def _shown(whole: Whole) -> list[Record]:
    found = [record for record in whole.records if record is not None]
    if len(found) < len(whole.records):
        raise _holes("")
    return found


def _refuse_holes(export: Export) -> None:
    """Refuse an export for one seat before anything is begun, if it hides so much as a record."""
    for whole in export.commits():
        if None in whole.records:
            raise _holes(export.header.for_)


def _holes(whose: str) -> Refused:
    return Refused(
        f"this is the export of {whose}, with records that {whose} may not see",
        hint="a journal has no holes: verify it with rollbook verify, or ask for one of everything",
    )


def _already(store: SQLiteStore, export: Export) -> SessionExists:
    session, head = export.header.session, store.head(export.header.session)
    same = (head.size, head.root.hex()) == (export.header.size, export.header.root)
    which = "this very one" if same else "another one of that name"
    return SessionExists(
        f"there is a session {session!r} in {store.path} already, {which}",
        hint="nothing to be done" if same else "import it into a file of its own",
    )
