"""What a thing does besides having traits, and whose it is (6.5: FUD-273 to 275)."""

from __future__ import annotations

from msgspec import Struct

from ..paper import Points, ProtectionSheet, WeaponSheet


class Works(Struct, frozen=True, forbid_unknown_fields=True):
    """How a thing plays, beside the traits on its sheet.

    Args:
        weapon: what it is in somebody's hand, if anything; without a skill where its bearer's
            own counts, and without a name for its own.
        armour: what it is when somebody wears it, if it is armour (FUD-214); without a name for its
            own.
        shield: likewise of a shield.
        breaks_at: Situational Roll at which a parry breaks it, or worse; None for never
            (FUD-274).
        fires_from: Situational Roll that its Power needs; None where it needs none (FUD-275).
        power: id of that Power.
        reach: of that Power, in metres; None for any.
        will: skill by which it contends with its owner; empty for none.
        opposed_by: trait of his that stands against it.
        bane: points that it adds to a blow, by race of whoever it hits.
        never_close: whether wounds of its making never heal.
    """

    weapon: WeaponSheet | None = None
    armour: ProtectionSheet | None = None
    shield: ProtectionSheet | None = None
    breaks_at: int | None = None
    fires_from: int | None = None
    power: str = ""
    reach: int | None = None
    will: str = ""
    opposed_by: str = ""
    bane: dict[str, Points] = {}
    never_close: bool = False


class Belonging(Struct, frozen=True):
    """A thing that is in play.

    Args:
        kind: its id in the book; empty for one of the table's own.
        owner: actor whose it is; empty for nobody's.
        works: how it plays.
        broken: whether it is of no more use.
    """

    kind: str
    owner: str = ""
    works: Works = Works()
    broken: bool = False
