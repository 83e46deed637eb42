"""What is still wrong with a character that is being made: each finding with rule and figures.

FUD-045 to 048, 052, 055, 057, 061, 062, 065, 078, 268 and 270.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..ladder import FAIR, GOOD, GREAT, SUPERB, Level, level, trait
from ..paper import Sheet
from .accounts import Account, accounts, overall, priced
from .costs import Kind
from .drafts import Draft, Entry, id_of
from .findings import Finding
from .limits import Limits, Slotted, Swap, by_level, swapped
from .supernormal import beyond_humans

Accounts = Mapping[Kind, Account]


def checked(draft: Draft) -> tuple[Finding, ...]:
    """Everything that is wrong with a character that is being made.

    Args:
        draft: with what its traits cost, and what was traded for what.
    """
    found = accounts(draft)
    return (
        *_overdrawn(found, draft.limits),
        *_rest(draft.sheet, draft.entries, draft.limits, draft.attribute_slots, draft.skill_slots),
        *_reviewed(draft),
    )


def validate(
    sheet: Sheet,
    limits: Limits,
    known: Mapping[str, Entry] | None = None,
    attribute_slots: Swap = Swap(),  # noqa: B008  a frozen value
    skill_slots: Swap = Swap(),  # noqa: B008
) -> tuple[Finding, ...]:
    """What is wrong with a finished sheet, of which nobody says what was traded for what.

    Where levels of one kind buy others, it is enough that all together covers all that was
    spent (FUD-052); else each kind has to.

    Args:
        sheet: what is written.
        limits: under which the character was made.
        known: entries of traits that are no plain ones: broad, studied, rolled, ruled of.
        attribute_slots: slots for attributes that were changed for others.
        skill_slots: likewise for skills.
    """
    draft = Draft("", limits=limits, sheet=sheet, entries=priced(sheet, limits, known or {}))
    found = accounts(draft)
    wrong = _bankrupt(found, limits) if limits.trades else _overdrawn(found, limits)
    return (*wrong, *_rest(sheet, draft.entries, limits, attribute_slots, skill_slots))


def _overdrawn(found: Accounts, limits: Limits) -> Iterator[Finding]:
    """No account may be overdrawn. FUD-052."""
    for kind, account in found.items():
        if kind != "fudge-point" and account.balance < 0 and limits.counted:
            income = account.balance + account.spent
            yield Finding("overspent", "FUD-052", kind, account.spent, income)


def _bankrupt(found: Accounts, limits: Limits) -> Iterator[Finding]:
    """All that was spent is covered by all that there is, in skill levels. FUD-052."""
    left = overall(found, limits.fudge_point)
    if limits.counted and left < 0:
        yield Finding("unbalanced", "FUD-052", "all", left, 0)


def _rest(
    sheet: Sheet,
    entries: Mapping[str, Entry],
    limits: Limits,
    attribute_slots: Swap,
    skill_slots: Swap,
) -> Iterator[Finding]:
    yield from _beyond(sheet, limits)
    yield from _crowded(sheet, limits, "attribute", attribute_slots)
    yield from _crowded(sheet, limits, "skill", skill_slots)
    yield from _broad(sheet, entries, limits)
    if limits.skills_most and len(sheet.skills) > limits.skills_most:
        yield Finding("many-skills", "FUD-047", "skill", len(sheet.skills), limits.skills_most)
    if limits.quotas:
        yield from _by_quota(sheet, limits, skill_slots)
    yield from beyond_humans(sheet, limits)
    given = sum(fault.mandatory for fault in sheet.faults.values())
    if given < limits.mandatory:
        yield Finding("mandatory", "FUD-270", "fault", given, limits.mandatory)


def _levels(sheet: Sheet, kind: Slotted) -> dict[str, int]:
    stated: dict[str, Level] = sheet.attributes if kind == "attribute" else sheet.skills
    return {name: level(value) for name, value in stated.items()}


def _beyond(sheet: Sheet, limits: Limits) -> Iterator[Finding]:
    """With levels to spend, nobody begins above Superb or below Terrible. FUD-055, FUD-061."""
    kinds: tuple[tuple[Slotted, str], ...] = (("attribute", "FUD-055"), ("skill", "FUD-061"))
    for kind, rule in kinds:
        for name, value in _levels(sheet, kind).items():
            if limits.counted and not limits.worst <= value <= limits.best:
                nearest = limits.best if value > limits.best else limits.worst
                yield Finding("beyond", rule, name, value, nearest)


def counts(sheet: Sheet, kind: Slotted) -> dict[int, int]:
    """How many traits of a kind stand at Superb, Great and Good."""
    levels = list(_levels(sheet, kind).values())
    return {rung: levels.count(rung) for rung in (SUPERB, GREAT, GOOD)}


def cap_rule(limits: Limits, kind: Slotted) -> str:
    """Id of the rule by which so many of a kind may be that good: a quota's, or a cap's."""
    if not limits.quotas:
        return "FUD-062"
    return "FUD-045" if kind == "attribute" else "FUD-046"


def _crowded(sheet: Sheet, limits: Limits, kind: Slotted, swap: Swap) -> Iterator[Finding]:
    """Not more at a high level than there are slots. FUD-045, FUD-046, FUD-062."""
    caps = limits.attribute_caps if kind == "attribute" else limits.skill_caps
    most = by_level(swapped(caps, swap))
    for rung, number in counts(sheet, kind).items():
        cap = most[rung]
        # by quota a Fault may pay for one more skill at Great, which is judged with the Gifts
        if cap is not None and number > cap and not (limits.quotas and _payable(kind, rung)):
            what = f"{kind}-{trait(rung).casefold()}"
            yield Finding("crowded", cap_rule(limits, kind), what, number, cap)


def _payable(kind: Slotted, rung: int) -> bool:
    return kind == "skill" and rung == GREAT


def _broad(sheet: Sheet, entries: Mapping[str, Entry], limits: Limits) -> Iterator[Finding]:
    """A broad skill beside specific ones of its field ends at Good. FUD-065."""
    for name, entry in entries.items():
        most = limits.broad_most
        if entry.broad and most is not None and level(sheet.skills.get(name, FAIR)) > most:
            yield Finding("broad", "FUD-065", name, level(sheet.skills[name]), most)


def _by_quota(sheet: Sheet, limits: Limits, swap: Swap) -> Iterator[Finding]:
    """So many Gifts and Faults; each Fault more pays for a Gift or a skill at Great. FUD-048."""
    faults = len(sheet.faults)
    if faults < limits.faults_least:
        yield Finding("few-faults", "FUD-048", "fault", faults, limits.faults_least)
    cap = by_level(swapped(limits.skill_caps, swap))[GREAT]
    great = counts(sheet, "skill")[GREAT]
    more_great = 0 if cap is None else max(0, great - cap)
    more_gifts = max(0, len(sheet.gifts) - limits.gifts)
    paid = max(0, faults - limits.faults_least)
    if more_great > paid and cap is not None:
        yield Finding("crowded", "FUD-046", "skill-great", great, cap + paid)
    elif more_great + more_gifts > paid:
        allowed = limits.gifts + paid - more_great
        yield Finding("many-gifts", "FUD-048", "gift", len(sheet.gifts), allowed)


def _reviewed(draft: Draft) -> Iterator[Finding]:
    """What the GM asked for at a review is there, and what he vetoed is not. FUD-078."""
    given = sum(fault.mandatory for fault in draft.sheet.faults.values())
    wanted = draft.limits.mandatory + draft.demanded
    if draft.demanded and given < wanted:
        yield Finding("demanded", "FUD-078", "fault", given, wanted)
    for name in draft.vetoed:
        if name in draft.entries:
            yield Finding("vetoed", "FUD-078", id_of(name), 1, 0)
