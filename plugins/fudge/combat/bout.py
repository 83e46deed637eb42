"""Who hits whom when the dice lie: two fighters, or one against several (4.62 to 4.64).

FUD-168, 171 to 175, 179, 181, 182, 186; nothing here reads or changes any state.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ....core.modifiers import Modifier
from ..damage.harm import BASE, Strike
from ..ladder import GREAT, POOR

Manoeuvre = Literal[
    "normal", "all-out-attack", "all-out-defence", "offensive-2", "offensive-1", "defensive-1",
    "defensive-2", "only-defends", "other",
]  # fmt: skip
"""How somebody fights in a round."""

NORMAL: Manoeuvre = "normal"
ALL_OUT_ATTACK: Manoeuvre = "all-out-attack"
ALL_OUT_DEFENCE: Manoeuvre = "all-out-defence"
ONLY_DEFENDS: Manoeuvre = "only-defends"
OTHER: Manoeuvre = "other"

Why = Literal["tie", "minimum", "defence", "stances", "other"]
"""Why nobody is hit."""

_PUNISHED = 2  # added to a blow at an All-out Attack that ties or loses


class Side(Struct, frozen=True):
    """A fighter when the dice lie.

    Args:
        actor: who.
        result: Rolled Degree, without his stance.
        manoeuvre: what he declared.
        minimum: level that he must reach to hit (FUD-172).
        announced: most damage that he will do, or None.
        stance: levels that his stance adds to the attack and takes from the defence (FUD-184).
        part: of the body that he aims at, or empty (FUD-179).
        aimed: level that he must reach to strike it.
        stun: whether he means to stun (FUD-237).
        exempt: whether no threshold protects from his blow (FUD-205).
        botched: whether he rolled a negative critical (FUD-182).
        safe: whether nobody can hit him in this round (FUD-183).
    """

    actor: str
    result: int
    manoeuvre: Manoeuvre = "normal"
    minimum: int = POOR
    announced: int | None = None
    stance: int = 0
    part: str = ""
    aimed: int = GREAT
    stun: bool = False
    exempt: bool = False
    botched: bool = False
    safe: bool = False

    @property
    def attack(self) -> int:
        """What his attack comes to. FUD-186."""
        return self.result + self.stance

    @property
    def defence(self) -> int:
        """What his defence comes to. FUD-186."""
        return self.result - self.stance


def winner(a: Side, b: Side) -> Side | None:
    """Who wins: the better result; of a tie, whoever meets an All-out Attack and struck back."""
    if a.result != b.result:
        return a if a.result > b.result else b
    reckless = [side.manoeuvre == ALL_OUT_ATTACK for side in (a, b)]
    careful = ALL_OUT_DEFENCE in (a.manoeuvre, b.manoeuvre)
    if careful or reckless[0] == reckless[1]:
        return None
    return b if reckless[0] else a


def beats(one: Side, other: Side) -> bool:
    """Whether one's attack is better than the other's defence; FUD-181: a tie will do at times."""
    margin = one.attack - other.defence
    return margin > 0 or (margin == 0 and other.manoeuvre == ALL_OUT_ATTACK)


def barred(one: Side, other: Side) -> tuple[Why, str] | None:
    """Why one cannot hit the other however well he does, and the rule; None if he can."""
    if one.manoeuvre == ALL_OUT_DEFENCE and not other.botched:
        return "defence", "FUD-182"
    if one.manoeuvre == ONLY_DEFENDS:
        return "defence", "FUD-175"
    if one.manoeuvre == OTHER:
        return "other", "FUD-174"
    if other.safe:
        return "other", "FUD-183"
    return None


def hits(one: Side, other: Side) -> bool:
    """Whether one hits the other: better, good enough, and out to hit. FUD-172, FUD-173."""
    return beats(one, other) and one.attack >= one.minimum and not barred(one, other)


def strike(one: Side, other: Side, bonus: int, more: tuple[Modifier, ...] = ()) -> Strike:
    """The blow of one who hits the other.

    FUD-181: an All-out Attack that wins adds ``bonus``, one that ties or loses is hit for two
    more. FUD-179: what was aimed at is struck by a result that reaches its own minimum.

    Args:
        one: who hits.
        other: who is hit.
        bonus: the table's, for an All-out Attack that wins.
        more: what else changes the blow.
    """
    margin = one.attack - other.defence
    mods = list(more)
    if one.manoeuvre == ALL_OUT_ATTACK and margin > 0 and bonus:
        mods.append(Modifier(ALL_OUT_ATTACK, "FUD-181", BASE, "add", bonus))
    if other.manoeuvre == ALL_OUT_ATTACK:
        mods.append(Modifier("reckless-foe", "FUD-181", BASE, "add", _PUNISHED))
    return Strike(
        one.actor,
        other.actor,
        margin,
        (one.attack, other.defence),
        tuple(mods),
        one.announced,
        stun=one.stun,
        exempt=one.exempt,
        part=one.part if one.attack >= one.aimed else "",
    )


def strikes(a: Side, b: Side, bonus: int) -> tuple[Strike, ...]:
    """The blows that hit between two: none, one, or both ways.

    FUD-171 to 173, 181, 182; FUD-186: of two stances, each attack meets the other's defence.
    """
    return tuple(strike(*pair, bonus) for pair in ((a, b), (b, a)) if hits(*pair))


def why_held(a: Side, b: Side) -> tuple[Why, str]:
    """Why neither of two was hit, and the rule."""
    better = [pair for pair in ((a, b), (b, a)) if beats(*pair)]
    reasons = [reason for pair in better if (reason := barred(*pair))]
    if reasons:
        return reasons[0]
    if better:
        return "minimum", "FUD-172"
    return ("stances", "FUD-186") if a.stance or b.stance else ("tie", "FUD-171")


def missed(a: Side, b: Side) -> int:
    """The least minimum that somebody who was better did not reach."""
    return min(one.minimum for one, other in ((a, b), (b, a)) if beats(one, other))


class Reach(Struct, frozen=True):
    """Whom a lone fighter may hit.

    Args:
        one_of: ids, of whom he hits one of his choice.
        sweep: ids of those whom one sweep strikes, each for one less; none where he cannot.
        rule: id of the rule that lets him.
    """

    one_of: tuple[str, ...] = ()
    sweep: tuple[str, ...] = ()
    rule: str = "FUD-187"


_TWO_LEVELS = 2  # by which a third must be worse, where the best has tied


def reach(
    lone: Side, foes: tuple[Side, ...], minima: dict[str, int], *, tie: bool, sweep: bool
) -> Reach:
    """Whom a lone fighter may hit: one of all, if he beats all of them. FUD-187, FUD-188.

    FUD-191: tied with the best, he may hit whoever is two levels worse; but an All-out Attack whose
    tie is struck back at has lost (FUD-181). FUD-190: a sweep strikes everybody whom he has beaten,
    if they are several.

    Args:
        lone: who fights alone.
        foes: those whom he defends against.
        minima: level that he must reach to hit each, by id.
        tie: whether the table plays FUD-191.
        sweep: whether it plays FUD-190.
    """
    good = [f for f in foes if lone.attack >= minima[f.actor] and not barred(lone, f)]
    beaten = tuple(f.actor for f in good if beats(lone, f))
    swept = beaten if sweep and len(beaten) > 1 else ()
    if all(beats(lone, f) for f in foes):
        return Reach(beaten, swept)
    best = max(f.defence for f in foes)
    lost = lone.manoeuvre == ALL_OUT_ATTACK and any(hits(f, lone) for f in foes)
    if tie and lone.attack == best and not lost:
        lesser = tuple(f.actor for f in good if lone.attack - f.defence >= _TWO_LEVELS)
        return Reach(lesser, swept, "FUD-191")
    return Reach((), swept)


def outnumbered(opponents: int, method: Literal["realistic", "epic"]) -> int:
    """What facing several takes off a lone fighter's skill, 0 or less.

    FUD-187: one for each beyond the first; FUD-188: one for every two.
    """
    return -(opponents // 2) if method == "epic" else min(0, 1 - opponents)


def toward_zero(natural: int) -> int:
    """What one roll for a whole group counts for: one nearer to zero. FUD-194."""
    return natural - (natural > 0) + (natural < 0)
