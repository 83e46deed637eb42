"""What a wound is kept from doing: the Damage Threshold, and luck that is paid for (4.73).

FUD-043, FUD-226 to 229.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ....core.asked import Choice
from ....core.look import Look
from ....core.modifiers import Modifier, Proposal, tally
from ....core.play import Play
from ....core.rules import Rules
from ....core.table.turns import RoundBegan, RoundEnded
from ....core.telling import Telling
from ....core.vocabulary import Weighed
from ..content.harm import harm
from ..options import FudgeOptions
from ..points.pool import DEATH, POOL, can_pay, offered, paid, priced
from ..state import Character, Fudge
from ..tone import threshold as in_force
from .levels import DEAD, VERY_HURT, last_box, level_at

rules = Rules(Fudge, FudgeOptions)

WOUND_POINTS = "points"
"""Quantity: wound points that somebody has after a wound."""

_SAVE = "FUD-043"


class Wounding(Proposal, frozen=True, kw_only=True):
    """Somebody is about to have more wound points; nothing said to it makes them more than that.

    An ``at_most`` on ``points`` keeps him from worse; he never has fewer than before.

    Args:
        source: who or what hurts him.
        target: who is hurt.
        before: wound points that he has.
        after: that he would have.
        exempt: whether no threshold protects him (FUD-205).
        began: wound level at which he began the round, where it is known and no round of the
            table is on; else None (FUD-228).
        tags: what hurts him is besides: ``magic``…
    """

    source: str
    target: str
    before: int
    after: int
    exempt: bool = False
    began: int | None = None
    tags: tuple[str, ...] = ()


class Spared(Weighed, ruleset="fudge", kw_only=True):
    """Somebody is kept from a worse wound; what is left of it follows.

    Args:
        actor: who.
        would: wound points that he would have had.
        after: that he has now.
        level: wound level that he has now.
        rule: id of the rule that kept him from it.
    """

    actor: str
    would: int
    after: int
    level: int
    rule: str


# --- pure


def steps(resistance: int, kind: str) -> int:
    """By how many levels one blow may worsen somebody. FUD-226 for ``A``, FUD-227 for ``B``.

    Args:
        resistance: Damage Resistance.
        kind: of the threshold.
    """
    table = harm().threshold
    if kind == "A":
        return table.levels
    return next(row.levels for row in table.by_resistance if resistance >= row.resistance)


def barred(began: int, place: str) -> int:
    """The lowest level out of reach for whoever began the round at a level. FUD-228.

    Args:
        began: wound level then.
        place: where the barriers stand, as the option says.
    """
    barriers = harm().threshold.barrier[place]
    return min((b.level for b in barriers if began < b.began), default=DEAD + 1)


def most(who: Character, options: FudgeOptions, began: int | None = None) -> tuple[int, str] | None:
    """The most wound points that one blow may leave somebody with, and the rule; None: any.

    Args:
        who: is hit.
        options: of the table.
        began: wound level at which he began the round; None for what he himself knows of it.
    """
    kind = in_force(options)
    if kind == "off" or who.level == DEAD:
        return None
    if kind == "C":
        known = who.condition.began if who.condition.began is not None else began
        known = who.level if known is None else known
        allowed, rule = barred(known, options.damage_threshold_place) - 1, "FUD-228"
    else:
        allowed = who.level + steps(who.resistance, kind)
        rule = "FUD-226" if kind == "A" else "FUD-227"
    return None if allowed >= DEAD else (last_box(who.boxes, allowed), rule)


# --- rules


@rules.modifies(Wounding)
def threshold(wounding: Wounding, look: Look) -> Iterable[Modifier]:
    """One blow of ordinary combat does only so much. FUD-226, FUD-227, FUD-228.

    Player characters alone are protected where the table says so (FUD-229); whatever is exempt
    is counted in full (FUD-205).
    """
    options = look.options[FudgeOptions]
    who = look.state[Fudge].characters.get(wounding.target)
    actor = look.table.actors.get(wounding.target)
    if who is None or wounding.exempt:
        return
    if options.damage_threshold_scope == "pcs" and (actor is None or actor.kind != "pc"):
        return  # FUD-229
    if (found := most(who, options, wounding.began)) is not None:
        points, rule = found
        yield Modifier("damage-threshold", rule, WOUND_POINTS, "at_most", points)


def spared(play: Play, wounding: Wounding, who: Character) -> int:
    """Wound points that somebody really has after a wound; what kept him from worse is recorded.

    Args:
        play: of now.
        wounding: what is about to happen.
        who: whom it happens to.
    """
    after = wounding.after
    found = play.modifiers(wounding)
    kept = max(wounding.before, min(after, tally(after, found, WOUND_POINTS)))
    if kept < after:
        caps = [m for m in found if m.on == WOUND_POINTS and m.op == "at_most"]
        rule = min(caps, key=lambda m: m.amount).rule if caps else found[0].rule
        play.emit(_spared(wounding, who, kept, rule, found))
    if level_at(who.boxes, kept) == DEAD and who.level < DEAD:
        return _saved(play, wounding, who, kept)
    return kept


def _spared(
    wounding: Wounding, who: Character, kept: int, rule: str, found: tuple[Modifier, ...]
) -> Spared:
    return Spared(
        actor=wounding.target,
        would=wounding.after,
        after=kept,
        level=level_at(who.boxes, kept),
        rule=rule,
        modifiers=found,
    )


def _saved(play: Play, wounding: Wounding, who: Character, after: int) -> int:
    """A Fudge Point turns the wound that kills into a serious one, while it is struck. FUD-043."""
    if not offered(play.options[FudgeOptions], DEATH):
        return after
    price = priced(play, wounding.target, DEATH, 1, _SAVE)
    if not can_pay(play, price):
        return after
    answer = play.ask(
        "That wound kills. Does luck step in?",
        to=wounding.target,
        choices=(
            Choice(id="live", label="live, Very Hurt", cost=price.cost, pool=POOL, rule=_SAVE),
            Choice(id="die", label="die of it", rule=_SAVE),
        ),
        name="death-save",
        rule=_SAVE,
    )
    if answer.id == "die":
        return after
    paid(play, price)
    kept = max(wounding.before, last_box(who.boxes, VERY_HURT))
    play.emit(_spared(replace(wounding, after=after), who, kept, _SAVE, ()))
    return kept


@rules.evolves(RoundBegan)
def round_began(s: Fudge, e: RoundBegan) -> Fudge:
    """Whoever is hurt in it begins it as he is now. FUD-228."""
    return _anew(s)


@rules.evolves(RoundEnded)
def round_ended(s: Fudge, e: RoundEnded) -> Fudge:
    """Between rounds what counts is how he is."""
    return _anew(s)


def _anew(s: Fudge) -> Fudge:
    marked = {
        actor: replace(who, condition=replace(who.condition, began=None))
        for actor, who in s.characters.items()
        if who.condition.began is not None
    }
    return replace(s, characters={**s.characters, **marked}) if marked else s


@rules.tells(Spared)
def tell_spared(e: Spared, telling: Telling) -> str:
    """Whom, from what, and by which rule."""
    return telling.say(
        "fudge.spared.luck" if e.rule == _SAVE else "fudge.spared",
        name=telling.name(e.actor),
        level=telling.say(f"fudge.wound.{e.level}"),
        would=e.would,
        after=e.after,
        rule=e.rule,
    )
