"""What the book has, chosen by its id, and how it is written on a sheet (6.3 to 6.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from ....core.errors import Refused
from ..content.bestiary import Range
from ..content.traits import attributes, powers
from ..ladder import Custom, Level, level, result
from ..paper import Power, Sheet
from ..state import meant
from ..traits.campaign import Campaign

T = TypeVar("T")


def chosen(known: Mapping[str, T], name: str, rule: str, path: str) -> T:
    """What the book has under an id.

    Args:
        known: what there is, by id.
        name: the id.
        rule: id of the rule that lists them.
        path: where the command names it.

    Raises:
        Refused: there is nothing of that name; the hint says what there is.
    """
    if name in known:
        return known[name]
    near = meant(name, known)
    there = ", ".join(known)
    raise Refused(
        f"the book has none called {name!r}", path=path, rule=rule,
        hint=f"did you mean {near}? There are {there}" if near else f"one of {there}",
    )  # fmt: skip


def within(span: Range, stated: Level | None, path: str, own: Custom) -> int:
    """What one of a kind has of something: what is stated, else the least of its kind. FUD-271.

    Args:
        span: the least and the most of its kind.
        stated: a word or a number; None for nothing.
        path: where it stands.
        own: the table's own ladder, if it has one (FUD-004).

    Raises:
        Refused: none of its kind has so little, or so much.
    """
    if stated is None:
        return span.least
    found = level(stated, path, own)
    if not span.holds(found):
        least, most = (result(rung, own=own) for rung in (span.least, span.most))
        raise Refused(
            f"none of its kind stands at {result(found, own=own)}", path=path, rule="FUD-272",
            hint=least if least == most else f"from {least} to {most}",
        )  # fmt: skip
    return found


def counted(span: Range, stated: int | None, path: str) -> int:
    """The same of what is no level: Scale, or points of Tough Hide. FUD-271.

    Raises:
        Refused: none of its kind has so little, or so much.
    """
    if stated is None:
        return span.least
    if not span.holds(stated):
        raise Refused(
            f"none of its kind stands at {stated}", path=path, rule="FUD-272",
            hint=f"from {span.least} to {span.most}" if span.least < span.most else f"{span.least}",
        )  # fmt: skip
    return stated


def divided(levels: Mapping[str, int], campaign: Campaign) -> tuple[dict[str, Level], ...]:
    """Traits as attributes and as skills: as the campaign lists them, else as the book does.

    Args:
        levels: by id of the trait.
        campaign: the list of traits.
    """
    book = {name for group in attributes().values() for name in group.traits}
    kinds = {
        name: campaign.traits[name].kind if name in campaign.traits else
        "attribute" if name in book else "skill"
        for name in levels
    }  # fmt: skip
    one, other = (
        {name: value for name, value in levels.items() if (kinds[name] == "attribute") == first}
        for first in (True, False)
    )
    return {**one}, {**other}


def resisting(sheet: Sheet, resistance: int, campaign: Campaign) -> dict[str, object]:
    """Damage Resistance as this campaign writes it: by itself, or as an attribute. FUD-009.

    Args:
        sheet: the rest of what is written.
        resistance: as a rung of the ladder.
        campaign: which may take it from an attribute.

    Returns:
        The fields of the sheet that say so.
    """
    if not campaign.resistance:
        return {"resistance": resistance}
    return {"attributes": {campaign.resistance: resistance, **sheet.attributes}}


def powered(names: tuple[str, ...], damage: Mapping[str, int], aims: str) -> dict[str, Power]:
    """Powers of the book as they stand on a sheet. FUD-088, FUD-089.

    Args:
        names: their ids.
        damage: points that one adds to a blow, where the book has none or others.
        aims: trait that aims those that strike, where the book names none.
    """
    found = {}
    for name in names:
        entry = powers()[name]
        points = damage.get(name, entry.damage)
        skill = entry.skill or ("" if points is None else aims)
        found[name] = Power(skill=skill, melee=entry.melee, damage=points)
    return found


def damaging(names: tuple[str, ...], damage: Mapping[str, int], path: str, rule: str) -> None:
    """Refuse damage of a Power that is not there.

    Raises:
        Refused: no such Power is among these.
    """
    for name in damage:
        if name not in names:
            raise Refused(
                f"it has no Power {name}", path=f"{path}.{name}", rule=rule,
                hint=f"it has {', '.join(names)}" if names else "it has none",
            )  # fmt: skip
