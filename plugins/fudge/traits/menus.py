"""The book's menus of attributes and skills come on the campaign's list (2.31, 2.32)."""

from __future__ import annotations

from typing import Literal

from ....core.messages import Command
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ..content.traits import attributes, skills
from ..options import FudgeOptions
from ..state import Fudge
from .agreement import not_otherwise
from .campaign import Listed
from .listing import TraitListed

rules = Rules(Fudge, FudgeOptions)


class ListGroup(Command, ruleset="fudge"):
    """Put a group of the book's attributes or skills on the list; what is there already stays.

    Args:
        kind: which of the two menus.
        group: its id, as ``body`` or ``athletic``.
        without: ids of those that this campaign leaves out.
    """

    kind: Literal["attribute", "skill"]
    group: str
    without: tuple[str, ...] = ()


@rules.decides(ListGroup, may=gm)
def list_group(c: ListGroup, play: Play) -> None:
    """The book's menus, of which a table takes what it likes. FUD-011, FUD-016."""
    menu, rule = (attributes(), "FUD-011") if c.kind == "attribute" else (skills(), "FUD-016")
    campaign = play.state[Fudge].campaign
    if c.kind in campaign.without:
        play.refuse(f"this campaign has no {c.kind}s", rule="FUD-002", path="$.kind")
    if c.group not in menu:
        play.refuse(
            f"no group is called {c.group!r}",
            rule=rule,
            path="$.group",
            hint=f"one of {', '.join(menu)}",
        )
    group = menu[c.group].traits
    for at, name in enumerate(c.without):
        if name not in group:
            play.refuse(f"{name} is not in it", rule=rule, path=f"$.without[{at}]")
    wanted = [name for name in group if name not in (*campaign.traits, *c.without)]
    if not wanted:
        play.refuse("all of it is on the list, or left out", rule=rule, path="$.group")
    for name in wanted:
        not_otherwise(play, name, c.kind, "$.group")
    for name in wanted:
        play.emit(TraitListed(trait=name, listed=Listed(kind=c.kind), rule=rule))
