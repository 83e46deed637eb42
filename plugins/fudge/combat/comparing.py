"""Results compared: who hits whom in each bout of a round (4.62 to 4.64).

FUD-171 to 174, 181, 182, 186, 187, 190 to 192.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ....core.asked import Choice
from ....core.modifiers import Modifier
from ....core.play import Play
from ....core.vocabulary import Settled
from ..actions.criticals import by_margin, by_margins, margin_critical
from ..damage.harm import BASE, Strike
from ..ladder import MEDIOCRE
from ..options import FudgeOptions
from .aiming import landed
from .bout import (
    OTHER,
    Manoeuvre,
    Reach,
    Side,
    barred,
    beats,
    hits,
    missed,
    reach,
    strike,
    strikes,
    why_held,
    winner,
)
from .crowd import Surrounded
from .entrants import Entrant
from .held import Held, Managed
from .manoeuvres import leaning, safe
from .rounds import leave
from .unopposed import Attacked

IGNORED = MEDIOCRE
"""Level that hits somebody who does not mind it, since a crowd is in its own way (FUD-192)."""

FLEE = "flee"
"""What somebody does who gets out of a fight if he manages it (FUD-174)."""

SWEEP = "sweep"
"""What a lone fighter names as his target who means all whom he beats (FUD-190)."""

_LESS = Modifier(SWEEP, "FUD-190", BASE, "add", -1)


class Lineup(Struct, frozen=True):
    """A bout whose fighters have been checked.

    Args:
        one: the lone fighter, or either of two.
        others: his opponents.
        check: id of the check, once it is open.
        minded: ids of those whom he defends against.
    """

    one: Entrant
    others: tuple[Entrant, ...]
    check: str = ""
    minded: tuple[str, ...] = ()

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """Everybody in it, the lone fighter first."""
        return (self.one, *self.others)


class Fallen(Struct, frozen=True):
    """How somebody's dice fell: his Rolled Degree, and whether it was a negative critical."""

    result: int
    botched: bool = False


def compared(
    play: Play, lineup: Lineup, manoeuvres: dict[str, Manoeuvre], fallen: dict[str, Fallen]
) -> list[tuple[str, Strike]]:
    """Say how a bout ended, and give the blows that hit, each with the id of its check."""
    one, *others = (_side(play, e, manoeuvres[e.actor], fallen) for e in lineup.entrants)
    if len(others) == 1:
        found = _duel(play, lineup.check, one, others[0])
    else:
        found = _several(play, lineup, one, tuple(others))
    by = {side.actor: side for side in (one, *others)}
    for hit in found:
        landed(play, lineup.check, hit, by[hit.attacker].part, by[hit.attacker].aimed)
    return [(lineup.check, hit) for hit in found]


def _side(
    play: Play,
    entrant: Entrant,
    manoeuvre: Manoeuvre,
    fallen: dict[str, Fallen],
) -> Side:
    fighter, fell = entrant.fighter, fallen[entrant.actor]
    return Side(
        entrant.actor,
        fell.result,
        manoeuvre,
        min(entrant.minima.values()),
        fighter.announced,
        leaning(manoeuvre),
        fighter.aim.part if fighter.aim else "",
        entrant.aimed,
        fighter.stun,
        fighter.exempt,
        fell.botched,
        safe(play, entrant.actor, manoeuvre),
    )


def _bonus(play: Play) -> int:
    return play.options[FudgeOptions].allout_attack_damage_bonus


def _duel(play: Play, check: str, a: Side, b: Side) -> tuple[Strike, ...]:
    """Two against each other. FUD-171 to 173, 181, 182, 186."""
    best = winner(a, b)
    play.emit(
        Settled(
            id=check,
            results={a.actor: a.result, b.actor: b.result},
            margin=abs(a.result - b.result),
            winner=best.actor if best else "",
            rule="FUD-181" if best and a.result == b.result else "FUD-155",
        )
    )
    a, b = _botched(play, a, b), _botched(play, b, a)
    found = strikes(a, b, _bonus(play))
    if found:
        return found
    why, rule = why_held(a, b)
    if why == "other":  # what came of it is said by itself
        return ()
    play.emit(
        Held(
            check=check,
            a=a.actor,
            b=b.actor,
            result_a=a.result,
            result_b=b.result,
            why=why,
            rule=rule,
            minimum=missed(a, b) if why == "minimum" else None,
        )
    )
    return ()


def _botched(play: Play, one: Side, other: Side) -> Side:
    """With what a margin makes a negative critical of, where margins do. FUD-182, FUD-244."""
    failed = by_margin(one.result - other.result) == "failure"
    margins = by_margins(play.options[FudgeOptions])
    return replace(one, botched=one.botched or (margins and failed))


def _several(play: Play, lineup: Lineup, one: Side, others: tuple[Side, ...]) -> tuple[Strike, ...]:
    """One against several: each who beats him hits; he hits as far as his result reaches."""
    options = play.options[FudgeOptions]
    minded = tuple(_botched(play, side, one) for side in others if side.actor in lineup.minded)
    best = max(minded, key=lambda side: side.result)
    play.emit(
        Settled(
            id=lineup.check,
            results={side.actor: side.result for side in (one, *others)},
            margin=abs(one.result - best.result),
            winner="" if one.result == best.result else max(one, best, key=_result).actor,
            rule="FUD-187",
        )
    )
    for side, margin in ((one, one.result - best.result), *_margins(one, minded)):
        margin_critical(play, side.actor, "", side.result, margin, lineup.check, combat=True)
    found = reach(one, minded, lineup.one.minima, tie=options.multi_tie_strike, sweep=options.sweep)
    struck, swept = _chosen(play, lineup.one, found)
    of_one = [
        strike(one, side, _bonus(play), (_LESS,) if swept else ())
        for side in minded
        if side.actor in struck
    ]
    of_others = [strike(s, one, _bonus(play)) for s in minded if hits(s, _botched(play, one, s))]
    of_rest = [_past(play, lineup.check, s, one) for s in others if s.actor not in lineup.minded]
    for_them = (*of_others, *(hit for hit in of_rest if hit))
    play.emit(
        Surrounded(
            check=lineup.check,
            actor=one.actor,
            result=one.result,
            opponents={side.actor: side.result for side in others},
            may_hit=found.one_of,
            struck=tuple(hit.target for hit in of_one),
            by=tuple(hit.attacker for hit in for_them),
            rule="FUD-190" if swept else found.rule,
        )
    )
    return (*of_one, *for_them)


def _margins(one: Side, others: tuple[Side, ...]) -> list[tuple[Side, int]]:
    """By how much each of the others is above the lone fighter. FUD-155."""
    return [(side, side.result - one.result) for side in others]


def _result(side: Side) -> int:
    return side.result


def _chosen(play: Play, one: Entrant, found: Reach) -> tuple[tuple[str, ...], bool]:
    """Whom he strikes, and whether by a sweep: as was stated, or as whoever plays him says."""
    choices = [Choice(id="hit", of=foe, rule=found.rule) for foe in found.one_of]
    if found.sweep:
        choices.append(Choice(id=SWEEP, label="all of them, each for one less", rule="FUD-190"))
    wanted = one.fighter.target
    for choice in choices:
        if len(choices) == 1 or (wanted and wanted in (choice.of, choice.id)):
            return _of(choice, found)
    if not choices:
        return (), False
    said = play.ask(
        "Whom do you hit?", to=one.actor, choices=choices, name="target", rule=found.rule
    )
    return _of(said, found)


def _of(choice: Choice, found: Reach) -> tuple[tuple[str, ...], bool]:
    return ((choice.of,), False) if choice.of else (found.sweep, True)


def _past(play: Play, check: str, one: Side, target: Side) -> Strike | None:
    """The blow of one whom its target does not mind: nobody defends against it. FUD-192.

    Whoever only defends, or does something else, strikes nobody: FUD-174, FUD-175, FUD-182.
    """
    careless = replace(target, botched=False)
    if barred(one, careless):
        return None
    hit = one.attack >= max(IGNORED, one.minimum)
    play.emit(
        Attacked(
            check=check,
            attacker=one.actor,
            target=target.actor,
            result=one.attack,
            difficulty=max(IGNORED, one.minimum),
            hit=hit,
            rule="FUD-192",
        )
    )
    margin_critical(
        play, one.actor, "", one.attack, one.attack - max(IGNORED, one.minimum), check, combat=True
    )
    unminded = replace(target, result=max(IGNORED, one.minimum), stance=0, manoeuvre="normal")
    return replace(strike(one, unminded, _bonus(play)), opposed=False) if hit else None


def managed(
    play: Play, lineup: Lineup, manoeuvres: dict[str, Manoeuvre], fallen: dict[str, Fallen]
) -> None:
    """What came of whatever else somebody did: he manages it if he beats all he faces. FUD-174."""
    for entrant in lineup.entrants:
        if manoeuvres[entrant.actor] != OTHER:
            continue
        foes = [lineup.one] if entrant is not lineup.one else list(lineup.others)
        me = _side(play, entrant, OTHER, fallen)
        them = [_side(play, foe, manoeuvres[foe.actor], fallen) for foe in foes]
        done = all(beats(me, foe) for foe in them)
        doing = entrant.fighter.doing
        play.emit(
            Managed(
                check=lineup.check,
                actor=entrant.actor,
                doing=doing,
                trait=entrant.trait,
                result=me.result,
                against=max(foe.result for foe in them),
                done=done,
            )
        )
        if done and doing == FLEE:
            leave(play, entrant.actor, FLEE)
