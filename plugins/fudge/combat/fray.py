"""One round fought out: everybody declares, rolls once, and all blows fall together (4.62, 4.64).

FUD-161, 168, 170 to 173, 187 to 195.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ....core.asked import Choice
from ....core.modifiers import Modifier, tally
from ....core.play import Play
from ....core.vocabulary import CheckOpened
from ..actions.checks import ATTACK, Circumstance, TraitCheck, on_trait, stated
from ..actions.rolling import Throw, prevailing, throw
from ..damage.harm import Strike
from ..options import FudgeOptions
from .bout import OTHER, Manoeuvre, toward_zero
from .comparing import SWEEP, Fallen, Lineup, compared, managed
from .crowd import GroupRolled
from .entrants import Entrant, aimed_at, larger, may_aim, minimum, size
from .landing import land
from .manoeuvres import alone, by_manoeuvre, declared, looked_around, may_declare, show
from .rounds import in_round


def fight_out(
    play: Play,
    lineups: Sequence[Lineup],
    circumstances: Sequence[Circumstance],
    *,
    ask_players: bool,
) -> None:
    """A round of all these bouts: declare, roll, compare; then every blow at once. FUD-161.

    Args:
        play: of now.
        lineups: the bouts; nobody is in two.
        circumstances: what else helps or hinders (FUD-145, 177, 180).
        ask_players: whether players are asked what they do where nothing is declared.
    """
    entrants = [entrant for lineup in lineups for entrant in lineup.entrants]
    _once(play, entrants)
    situation = stated(circumstances, [e.actor for e in entrants])
    for lineup in lineups:
        _placed(play, lineup)
    may_declare(play, entrants)
    for entrant in entrants:
        may_aim(play, entrant)
    play.will_roll(*(entrant.actor for entrant in entrants), rule="FUD-170")
    lineups = [_measured(play, lineup) for lineup in lineups]
    entrants = [entrant for lineup in lineups for entrant in lineup.entrants]
    manoeuvres = declared(play, entrants, ask_players)
    lineups = [_minding(play, lineup) for lineup in lineups]
    in_round(play, manoeuvres)
    lone = {x.one.actor: alone(play, x.one.actor, len(x.minded)) for x in lineups}
    show(play, manoeuvres, entrants, {who: less for who, (less, _) in lone.items() if less})
    opened, weighed = [], {}
    for lineup in lineups:
        check = play.id("x")
        sides = tuple(entrant.actor for entrant in lineup.entrants)
        play.emit(CheckOpened(id=check, sides=sides, purpose="exchange", rule="FUD-168"))
        opened.append(Lineup(lineup.one, lineup.others, check, lineup.minded))
        for entrant in lineup.entrants:
            more = [*situation[entrant.actor], *lone.get(entrant.actor, (0, ()))[1]]
            weighed[entrant.actor] = _weighed(play, lineup, entrant, manoeuvres, more)
    fallen = {
        who: dice for lineup in opened for who, dice in _rolled(play, lineup, weighed).items()
    }
    blows: list[tuple[str, Strike]] = []
    for lineup in opened:
        blows += compared(play, lineup, manoeuvres, fallen)
    land(play, blows)
    for lineup in opened:
        managed(play, lineup, manoeuvres, fallen)


def _once(play: Play, entrants: Sequence[Entrant]) -> None:
    seen: list[str] = []
    for entrant in entrants:
        if entrant.actor in seen:
            play.refuse(
                f"{entrant.actor} fights but once in a round, and not himself",
                rule="FUD-154",
                path=entrant.path,
                hint="whoever faces several stands alone against all of them in one bout",
            )
        seen.append(entrant.actor)


def _placed(play: Play, lineup: Lineup) -> None:
    """Refuse a lone fighter's target that is not there, and a crowd that may not be ignored."""
    one = lineup.one
    foes = [other.actor for other in lineup.others]
    for other in lineup.others:
        for name, field in ((other.fighter.target, "target"), (other.fighter.against, "against")):
            if name not in ("", one.actor):
                play.refuse(
                    f"{other.actor} fights {one.actor} and nobody else",
                    path=other.field.format(field), hint="leave it out",
                )  # fmt: skip
    for name, field in ((one.fighter.target, "target"), (one.fighter.against, "against")):
        special = (SWEEP,) if field == "target" else ("ask",)
        if name and name not in (*foes, *special):
            path = one.field.format(field)
            play.refuse(f"{name} is not in this bout", path=path, hint=f"one of {', '.join(foes)}")
    if one.fighter.target == SWEEP and not play.options[FudgeOptions].sweep:
        play.refuse(
            "at this table no blow sweeps several",
            rule="FUD-190",
            path=one.field.format("target"),
            hint="the option sweep allows it",
        )
    if one.fighter.against and len(foes) > 1 and not play.options[FudgeOptions].ignore_crowd:
        play.refuse(
            "at this table nobody leaves a crowd to his armour",
            rule="FUD-192",
            path=one.field.format("against"),
            hint="the option ignore_crowd allows it",
        )


def _measured(play: Play, lineup: Lineup) -> Lineup:
    """With what it takes each to hit, and to strike where he aims."""
    one, others = lineup.one, lineup.others
    foes = [other.actor for other in others]
    return Lineup(
        _with(one, aimed_at(play, one), {foe: minimum(play, one, foe) for foe in foes}),
        tuple(
            _with(other, aimed_at(play, other), {one.actor: minimum(play, other, one.actor)})
            for other in others
        ),
    )


def _with(entrant: Entrant, aimed: int, minima: dict[str, int]) -> Entrant:
    return Entrant(entrant.fighter, entrant.path, entrant.field, entrant.trait, aimed, minima)


def _minding(play: Play, lineup: Lineup) -> Lineup:
    """Whom the lone fighter defends against: all, or the one whom he minds. FUD-192."""
    one = lineup.one
    foes = tuple(other.actor for other in lineup.others)
    against = one.fighter.against
    if not against or len(foes) == 1:
        return Lineup(one, lineup.others, minded=foes)
    if against == "ask":
        said = play.ask(
            "Whom do you mind?",
            to=one.actor,
            choices=[
                Choice(id="all", label="all of them", rule="FUD-187"),
                *(Choice(id="only", of=foe, rule="FUD-192") for foe in foes),
            ],
            name="against",
            rule="FUD-192",
        )
        against = said.of
    return Lineup(one, lineup.others, minded=(against,) if against else foes)


def _weighed(
    play: Play,
    lineup: Lineup,
    entrant: Entrant,
    manoeuvres: dict[str, Manoeuvre],
    more: list[Modifier],
) -> tuple[Modifier, ...]:
    """All that counts in somebody's roll; a lone fighter is measured against the largest arms."""
    actor, manoeuvre = entrant.actor, manoeuvres[entrant.actor]
    foe = lineup.one.actor
    if entrant is lineup.one:
        foe = max(lineup.minded, key=lambda who: size(play, who))
    more += by_manoeuvre(manoeuvre, bool(entrant.fighter.aim))
    more += looked_around(play, actor)
    if manoeuvre != OTHER and larger(size(play, actor), size(play, foe)):
        more.append(Modifier("larger-weapon", "FUD-178", "result", "add", 1))
    check = TraitCheck(actor=actor, kind=ATTACK, against=foe, trait=entrant.trait)
    return on_trait(play, check, "FUD-174" if manoeuvre == OTHER else "FUD-170", more)


def _rolled(
    play: Play, lineup: Lineup, weighed: dict[str, tuple[Modifier, ...]]
) -> dict[str, Fallen]:
    """Everybody's dice; one roll, or one die each, for a group of the GM's as the table has it."""
    group = play.options[FudgeOptions].multi_group_roll
    others = [other.actor for other in lineup.others]
    several = len(others) > 1
    together = several and group == "one_roll" and all(_npc(play, who) for who in others)
    one = lineup.one.actor
    thrown = {one: _thrown(play, lineup, lineup.one, weighed[one])}
    if together:
        return _grouped(play, lineup, thrown[one], others, weighed)
    die = several and group == "d6"
    for entrant in lineup.others:
        thrown[entrant.actor] = _thrown(play, lineup, entrant, weighed[entrant.actor], die)
    return _settled(play, lineup, thrown)


def _settled(play: Play, lineup: Lineup, thrown: dict[str, Throw]) -> dict[str, Fallen]:
    """What the dice count for; only those whom the lone fighter minds contend with him. FUD-243."""
    one = lineup.one.actor
    mine, theirs = prevailing(play, thrown[one], [thrown[who] for who in lineup.minded])
    results = {one: mine, **dict(zip(lineup.minded, theirs, strict=True))}
    return {
        who: Fallen(results.get(who, made.result), made.critical == "failure")
        for who, made in thrown.items()
    }


def _thrown(
    play: Play,
    lineup: Lineup,
    entrant: Entrant,
    modifiers: tuple[Modifier, ...],
    die: bool = False,
) -> Throw:
    """His dice; of a group, the one die of an NPC where the table has it so. FUD-195."""
    rule = next((m.rule for m in modifiers if m.rule in ("FUD-170", "FUD-174")), "FUD-170")
    return throw(
        play, entrant.actor, "exchange", modifiers, of=lineup.check, rule=rule,
        die="d6" if die else "",
    )  # fmt: skip


def _grouped(
    play: Play,
    lineup: Lineup,
    lone: Throw,
    others: list[str],
    weighed: dict[str, tuple[Modifier, ...]],
) -> dict[str, Fallen]:
    """One roll for all of them, one nearer to zero; each adds it to his own trait. FUD-194."""
    rule = "FUD-194"
    thrown = throw(play, others[0], "group", (), of=lineup.check, rule=rule, trait=False)
    counts = toward_zero(thrown.result)
    results = {who: tally(counts, weighed[who], "result") for who in others}
    play.emit(
        GroupRolled(
            check=lineup.check,
            roll=thrown.roll,
            natural=thrown.result,
            counts=counts,
            results=results,
            modifiers=tuple(m for who in others for m in weighed[who]),
        )
    )
    group = {who: replace(thrown, result=result) for who, result in results.items()}
    return _settled(play, lineup, {lineup.one.actor: lone} | group)


def _npc(play: Play, actor: str) -> bool:
    return play.table.actors[actor].kind == "npc"
