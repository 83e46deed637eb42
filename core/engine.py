"""The engine: the catalogue of rulesets and the surroundings; shared by sessions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .digest import digest
from .errors import NoSession, PluginError, RulebookError
from .messages import TABLE
from .ordering import extended
from .out import Limits
from .plugging import manager, supplied
from .rolling import DiceSource
from .rulebook import Rulebook
from .rules import Ruleset
from .session import Session
from .silence import SILENT
from .store import Store
from .surroundings import Surroundings, System
from .table.ledger import Charter, InForce, Seat
from .table.ruleset import table


class Engine:
    """What sessions have in common; may be shared, as it changes no more once it is made.

    Args:
        rulesets: beside those that plugins supply.
        plugins: modules or objects with hook implementations.
        installed: whether installed plugins are loaded by their entry points.
        surroundings: clock, randomness and files.
        dice: another source of faces than the sealed dice, for tests.
        logger: a structlog logger; never configured here, and silent where none is given.
        limits: how much one command may do.

    Raises:
        PluginError: a plugin does not load, or two clash; names both.
    """

    def __init__(
        self,
        rulesets: Iterable[Ruleset] = (),
        *,
        plugins: Iterable[Any] = (),
        installed: bool = True,
        surroundings: Surroundings | None = None,
        dice: DiceSource | None = None,
        logger: Any = None,
        limits: Limits | None = None,
    ) -> None:
        self.surroundings = surroundings or System()
        self.dice = dice
        self.limits = limits or Limits()
        self.logger = SILENT if logger is None else logger
        self.hooks = manager(plugins, installed=installed)
        self.catalogue = {TABLE: table, **supplied(self.hooks)}
        for ruleset in rulesets:
            if self.catalogue.setdefault(ruleset.name, ruleset) is not ruleset:
                raise PluginError(f"two rulesets are called {ruleset.name}")
        self._books: dict[tuple[str, ...], Rulebook] = {}
        self._digests: dict[str, str] = {}
        self._in_force: dict[tuple[str, ...], dict[str, InForce]] = {}

    def rulebook(self, names: Iterable[str]) -> Rulebook:
        """The compiled rules of these rulesets; the table is always among them.

        Raises:
            RulebookError: one is not installed, or two clash.
        """
        wanted = tuple(sorted({TABLE, *names}))
        if wanted not in self._books:
            for name in wanted:
                if name not in self.catalogue:
                    raise RulebookError(
                        f"no ruleset {name!r} is installed",
                        hint=f"installed: {', '.join(self.catalogue)}",
                    )
            self._books[wanted] = Rulebook(self.catalogue[name] for name in wanted)
        return self._books[wanted]

    def able(self, names: Iterable[str]) -> frozenset[str]:
        """Of these rulesets, those installed together with what they extend."""
        found = frozenset(names) & self.catalogue.keys()
        while True:
            kept = frozenset(
                n for n in found if not (b := extended(self.catalogue[n])) or b in found
            )
            if kept == found:
                return found
            found = kept

    def in_force(self, book: Rulebook) -> dict[str, InForce]:
        """Name, version and digest of each ruleset, as they are installed."""
        found = self._in_force.get(book.names)
        if found is None:
            found = {r.name: InForce(r.version, self.digest(r)) for r in book.rulesets}
            self._in_force[book.names] = found
        return found

    def digest(self, ruleset: Ruleset) -> str:
        """Digest of a ruleset's code and content, worked out once for each engine."""
        if ruleset.name not in self._digests:
            self._digests[ruleset.name] = digest(ruleset, self.surroundings)
        return self._digests[ruleset.name]

    def store(self, path: str, **options: Any) -> Store:
        """Open the store at a path, by whichever plugin knows it.

        Raises:
            NoSession: no plugin does.
        """
        given = {"logger": self.logger, **options}
        found: Store | None = self.hooks.hook.rollbook_stores(path=path, options=given)
        if found is None:
            raise NoSession(f"nothing installed opens {path!r}")
        return found

    def new(
        self,
        store: Store,
        session: str,
        rules: Iterable[str],
        *,
        seats: Mapping[str, Seat],
        charter: Charter | None = None,
        options: Mapping[str, Mapping[str, Any]] | None = None,
        by: str = "",
        after: str = "",
    ) -> Session:
        """Begin a session in a store.

        Args:
            store: where to keep it.
            session: its id.
            rules: names of its rulesets: one system, any extensions.
            seats: by id; one at least is a gm or the host.
            charter: what the table allows.
            options: by ruleset, those that differ from their defaults.
            by: seat that opens; the first host or gm where none is named.
            after: root of the session it goes on from, hex.

        Raises:
            SessionExists: the store has one of that id.
            RollbookError: whatever is wrong with rulesets, seats or options.
        """
        made = Session(self, store, session, self.rulebook(rules))
        made.open_new(seats, charter or Charter(), options or {}, by, after)
        return made

    def open(self, store: Store, session: str = "") -> Session:
        """Open a session that a store has.

        Args:
            store: where it is kept.
            session: its id; empty for the only one.

        Raises:
            NoSession: there is none, or several and none is named.
        """
        names = store.sessions()
        if not session:
            if len(names) != 1:
                what = f"there are {len(names)}" if names else "there is no session"
                raise NoSession(what, hint=f"name one of {', '.join(names)}" if names else "")
            session = names[0]
        return Session.resume(self, store, session)
