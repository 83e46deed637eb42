"""A printed sheet is held against the rules: its costs, sums and limits (FUD-266 to FUD-268)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal

from msgspec import Struct
from msgspec.structs import replace

from ..ladder import GOOD, GREAT, SUPERB
from ..paper import Sheet
from .accounts import accounts, overall, priced, unit
from .checking import counts, validate
from .costs import KINDS, Kind
from .drafts import Draft, Entry
from .findings import Finding
from .limits import Limits, by_level


class Total(Struct, frozen=True):
    """A sum three times over.

    Args:
        printed: of the costs that stand beside the traits.
        by_rule: of what they cost by the table and the GM's rulings.
        stated: what the sheet says of itself; None where it says nothing.
    """

    printed: int
    by_rule: int
    stated: Decimal | None = None


class Printed(Struct, frozen=True):
    """A sheet as it is printed, with what its GM allowed and what it says of itself.

    Args:
        sheet: what is written.
        limits: what the GM allowed.
        costs: costs in brackets that are not those of the table, by id of the trait.
        stated: how many levels, Gifts and Powers it says that it used.
        times: how many times dearer a skill is by a ruling, by id.
        free: ids of skills that were Free Traits, and cost nothing (FUD-073).
    """

    sheet: Sheet
    limits: Limits
    costs: Mapping[str, int] = {}
    stated: Mapping[Kind, Decimal] = {}
    times: Mapping[str, int] = {}
    free: tuple[str, ...] = ()


class Audit(Struct, frozen=True):
    """What a printed sheet comes to.

    Args:
        attributes: their levels.
        skills: likewise.
        high: skills at Superb, Great and Good.
        caps: how many of each there might be; None where there is no end.
        gifts: listed; ``by_rule`` by what each counts for.
        powers: likewise.
        faults: listed, Superfaults apart.
        superfaults: listed.
        left: what is over on the totals that it states, in skill levels; less than nothing where
            its Faults do not pay for all (FUD-068, FUD-070).
        findings: every contradiction, with its rule.
    """

    attributes: Total
    skills: Total
    high: tuple[int, int, int]
    caps: tuple[int | None, int | None, int | None]
    gifts: Total
    powers: Total
    faults: int
    superfaults: int
    left: int
    findings: tuple[Finding, ...]


def audit(printed: Printed) -> Audit:
    """Every figure of a printed sheet, and each contradiction in it. FUD-268.

    What a race gives is not taken off: the book's samples do so in one place and not in another.

    Args:
        printed: the sheet, and what it says of itself.
    """
    sheet = _earned(printed)
    limits = replace(printed.limits, bonus={}, race={})
    entries = priced(sheet, limits, _known(printed))
    totals: dict[Kind, Total] = {kind: _total(printed, entries, kind) for kind in KINDS}
    superfaults = sum(fault.superfault for fault in sheet.faults.values())
    high = counts(sheet, "skill", limits.ladder)
    caps = by_level(limits.skill_caps)
    left = _left(printed, sheet, limits)
    return Audit(
        attributes=totals["attribute"],
        skills=totals["skill"],
        high=(high[SUPERB], high[GREAT], high[GOOD]),
        caps=(caps[SUPERB], caps[GREAT], caps[GOOD]),
        gifts=totals["gift"],
        powers=totals["power"],
        faults=len(sheet.faults) - superfaults,
        superfaults=superfaults,
        left=left,
        findings=(
            *_costs(printed, entries),
            *_sums(totals),
            *_listed(sheet, limits),
            *(
                one
                for one in validate(sheet, limits)
                if one.code not in ("unbalanced", "overspent")
            ),
            *_short(left),
        ),
    )


def _earned(printed: Printed) -> Sheet:
    """The sheet without what came later and free, and with the Faults that had to be taken."""
    sheet = printed.sheet
    skills = {name: rung for name, rung in sheet.skills.items() if name not in printed.free}
    difficulty = {name: how for name, how in sheet.difficulty.items() if name in skills}
    missing = printed.limits.mandatory - sum(f.mandatory for f in sheet.faults.values())
    faults = dict(sheet.faults)
    for name in [name for name, fault in faults.items() if not fault.mandatory][: max(0, missing)]:
        faults[name] = replace(faults[name], mandatory=True)
    return replace(sheet, skills=skills, difficulty=difficulty, faults=faults)


def _known(printed: Printed) -> dict[str, Entry]:
    known = {}
    for name, times in printed.times.items():
        entry = Entry("skill")
        known[name] = replace(entry, ruling=replace(entry.ruling, times=times))
    return known


def _total(printed: Printed, entries: Mapping[str, Entry], kind: Kind) -> Total:
    mine = {name: entry.cost for name, entry in entries.items() if entry.kind == kind}
    listed = len(mine) if kind in ("gift", "power") else None
    beside = sum(printed.costs.get(name, cost) for name, cost in mine.items())
    return Total(
        printed=beside if listed is None else listed,
        by_rule=sum(mine.values()),
        stated=printed.stated.get(kind),
    )


_RULES: dict[Kind, str] = {"attribute": "FUD-055", "skill": "FUD-061"}


def _costs(printed: Printed, entries: Mapping[str, Entry]) -> Iterator[Finding]:
    """A cost in brackets is that of the table. FUD-055, FUD-061."""
    for name, cost in printed.costs.items():
        entry = entries.get(name)
        if entry and entry.cost != cost:
            yield Finding("printed-cost", _RULES[entry.kind], name, entry.cost, cost)


def _sums(totals: Mapping[Kind, Total]) -> Iterator[Finding]:
    """Costs in brackets and the total that is stated come to what the table gives. FUD-268."""
    for kind, total in totals.items():
        if kind in _RULES and total.printed != total.by_rule:
            yield Finding("printed-sum", "FUD-268", kind, total.by_rule, total.printed)
        if total.stated is not None and total.stated != total.by_rule:
            code = "stated-sum" if kind in _RULES else "listed"
            yield Finding(code, "FUD-268", kind, total.by_rule, _whole(total.stated))


def _whole(stated: Decimal) -> int | Decimal:
    return int(stated) if stated == int(stated) else stated


def _listed(sheet: Sheet, limits: Limits) -> Iterator[Finding]:
    """As many attributes as the GM gave; what is missing is Fair. FUD-053, FUD-269."""
    if limits.attributes is not None and len(sheet.attributes) != limits.attributes:
        yield Finding(
            "attributes", "FUD-053", "attribute", len(sheet.attributes), limits.attributes
        )


def _left(printed: Printed, sheet: Sheet, limits: Limits) -> int:
    """What is over in skill levels, on the totals that are stated. FUD-068, FUD-070, FUD-072."""
    draft = Draft("", limits=limits, sheet=sheet, entries=priced(sheet, limits, _known(printed)))
    found = accounts(draft)
    left = Decimal(overall(found, limits.fudge_point))
    for kind in KINDS:
        stated = printed.stated.get(kind)
        if stated is not None:
            by_rule = sum(entry.cost for entry in draft.entries.values() if entry.kind == kind)
            left += (by_rule - stated) * unit(kind, 0)
    return int(left)


def _short(left: int) -> Iterator[Finding]:
    """Faults pay for all that is beyond what was free. FUD-070."""
    if left < 0:
        yield Finding("unbalanced", "FUD-070", "all", left, 0)
