"""The table as a ruleset: the base of every session, built with the same API as any plugin."""

from ..messages import TABLE
from ..rules import Ruleset
from ..vocabulary import CheckOpened, DieSet, Healed, Rolled, Settled, Weighed, Wounded
from . import (
    actors,
    bounds,
    checks,
    corrections,
    days,
    due,
    effects,
    inquiry,
    opening,
    pools,
    returns,
    seals,
    seats,
    slots,
    telling,
    telling_pools,
    temporary,
    time,
    transfer,
    turns,
)
from .state import Table, TableOptions

table = Ruleset(
    TABLE,
    version="0.1.0",
    state=Table,
    options=TableOptions,
    chapters=(
        opening.ledger_rules,
        opening.board_rules,
        seats.rules,
        actors.rules,
        actors.ledger_rules,
        pools.rules,
        bounds.rules,
        transfer.rules,
        effects.rules,
        temporary.rules,
        time.rules,
        turns.rules,
        slots.rules,
        days.rules,
        due.rules,
        days.midnights,
        checks.rules,
        corrections.rules,
        inquiry.rules,
        returns.rules,
        seals.rules,
        telling.rules,
        telling_pools.rules,
    ),
    package=__name__.rpartition(".table.")[0],
    events=(Weighed, Rolled, DieSet, Wounded, Healed, CheckOpened, Settled),
    title="The table",
)
