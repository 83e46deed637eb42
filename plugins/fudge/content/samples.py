"""The fourteen characters of the book's last chapter, as they are printed (6.3)."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from importlib.resources import files

from msgspec import Struct

from ..ladder import Level
from ..paper import Sheet
from .names import Words
from .reading import read


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """What a GM allowed when a character was made (FUD-267).

    Args:
        skill_levels: free levels of skills.
        superb: skills at Superb, at most.
        great: skills at Great, at most.
        gifts: free Gifts.
        supernormal: what Powers there are, in words.
        attributes: how many attributes there are; None where the player chooses.
        attribute_levels: free levels of attributes; None for half their number.
        good: skills at Good, at most; None where nothing is said.
        powers: free Powers; None where nothing is said.
        mandatory_faults: Faults that are demanded and pay for nothing (FUD-270).
        bonus: levels on traits by race, by id of the trait (FUD-115).
        rulings: what else the GM ruled, in words.
    """

    skill_levels: int
    superb: int
    great: int
    gifts: int
    supernormal: Words
    attributes: int | None = None
    attribute_levels: int | None = None
    good: int | None = None
    powers: int | None = None
    mandatory_faults: int = 0
    bonus: dict[str, int] = {}
    rulings: tuple[Words, ...] = ()


class Total(Struct, frozen=True, forbid_unknown_fields=True):
    """What a sheet says of one kind of trait.

    Args:
        available: levels or traits that it had; None where it does not say.
        used: those that it spent; None where it does not say. One sheet has a Power and a half.
        balance: what made up the difference, in words.
    """

    available: int | None = None
    used: Decimal | None = None
    balance: Words | None = None


class Totals(Struct, frozen=True, forbid_unknown_fields=True):
    """What a sheet says of its own sums, in levels of attributes and skills, Gifts and Powers."""

    attributes: Total = Total()
    skills: Total = Total()
    gifts: Total = Total()
    powers: Total = Total()


class Prices(Struct, frozen=True, forbid_unknown_fields=True):
    """Costs in brackets that are not those of the tables, in levels, by id of the trait."""

    attributes: dict[str, int] = {}
    skills: dict[str, int] = {}


class Decided(Struct, frozen=True, forbid_unknown_fields=True):
    """How the book is read where it contradicts itself about a character.

    Args:
        why: in words.
        skill_levels: free levels of skills, in place of the limit.
        great: skills at Great, in place of the limit.
        changed: slots at Superb that were given for two at Great each (FUD-049).
        levels: what a trait is meant to be, by id, where its cost says another than its word.
    """

    why: Words
    skill_levels: int | None = None
    great: int | None = None
    changed: int = 0
    levels: dict[str, Level] = {}


class Sample(Struct, frozen=True, forbid_unknown_fields=True):
    """A character of the book's (FUD-266).

    Args:
        name: for people.
        section: of the book.
        genre: kind of campaign.
        sheet: as printed.
        limits: what the GM allowed.
        stated: what the sheet says of its sums.
        by: who made it, where the book says so.
        background: what came before, in words.
        resistance_from: attribute that Damage Resistance is taken from (FUD-009); empty where it
            is an attribute of its own, and paid for.
        perception_from: attribute that stands for Perception.
        free: ids of skills that came as Free Traits and cost nothing (FUD-073).
        printed: costs in brackets that are not those of the tables.
        decided: how contradictions are read.
    """

    name: Words
    section: str
    genre: Words
    sheet: Sheet
    limits: Limits
    stated: Totals
    by: str = ""
    background: Words | None = None
    resistance_from: str = ""
    perception_from: str = ""
    free: tuple[str, ...] = ()
    printed: Prices = Prices()
    decided: Decided | None = None


@cache
def samples() -> dict[str, Sample]:
    """The characters by id, in the order of the book (FUD-266 to FUD-268)."""
    folder = files(__package__ or "") / "samples"
    names = [file.name.removesuffix(".toml") for file in folder.iterdir()]
    found = {name: read(f"samples/{name}", Sample) for name in sorted(names)}
    return dict(sorted(found.items(), key=lambda item: item[1].section))
