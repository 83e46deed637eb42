"""What comes of a critical: the GM says it, or a table of his own does (FUD-243, 245, 246)."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from msgspec.structs import replace

from ....core.asked import Choice
from ....core.dice import parse
from ....core.messages import Command, Event
from ....core.permissions import gm
from ....core.play import Play
from ....core.rules import Rules
from ....core.telling import Telling
from ....core.until import Good, RoundEnd, SceneEnd, Until
from ....core.vocabulary import EffectBegan
from ..damage.levels import DEAD
from ..options import FudgeOptions
from ..state import Fudge
from ..traits.characters import Wielding
from .critical import CriticalRow, CriticalTable, Effect
from .criticals import Critical

rules = Rules(Fudge, FudgeOptions)

_LASTING: tuple[Effect, ...] = ("stumble", "fall", "stunned")
_OFFERED: tuple[tuple[Effect, str], ...] = (
    ("stumble", "he stumbles"),
    ("fall", "he falls"),
    ("drop-weapon", "he drops what he holds"),
    ("stunned", "he is stunned"),
    ("other", "something else"),
    ("nothing", "nothing more"),
)
_EFFECTS: dict[str, Effect] = {effect: effect for effect, _ in _OFFERED}


class SetCriticalTable(Command, ruleset="fudge"):
    """Give the table your own table of criticals, or take it away.

    Args:
        kind: for ``success`` or ``failure``.
        dice: what is rolled on it.
        rows: its rows, none of which overlap; none at all takes the table away.
    """

    kind: Literal["success", "failure"]
    dice: str = "1d6"
    rows: tuple[CriticalRow, ...] = ()


class CriticalTableSet(Event, ruleset="fudge"):
    """The GM's table of criticals is another one.

    Args:
        kind: for ``success`` or ``failure``.
        table: the table; None where there is none any more.
        rule: id of the rule.
    """

    kind: Literal["success", "failure"]
    table: CriticalTable | None
    rule: str = "FUD-246"


class Mishap(Event, ruleset="fudge"):
    """Something comes of a critical result.

    Args:
        actor: of whose.
        kind: of a ``success`` or a ``failure``.
        effect: one of the book's effects, or ``other``.
        text: what happens, in the GM's words; may be empty.
        rule: id of the rule.
    """

    actor: str
    kind: Literal["success", "failure"]
    effect: Effect
    text: str
    rule: str


@rules.decides(SetCriticalTable, may=gm)
def set_table(c: SetCriticalTable, play: Play) -> None:
    """The book has no such table, and lets the GM make one. FUD-246."""
    if not c.rows:
        play.emit(CriticalTableSet(kind=c.kind, table=None))
        return
    parse(c.dice, readings=play.rulebook.readings)
    rows = sorted(c.rows, key=lambda row: row.least)
    for at, row in enumerate(c.rows):
        if row.least > row.most:
            play.refuse(
                f"{row.least} to {row.most} is no range", rule="FUD-246", path=f"$.rows[{at}].most"
            )
        if not row.text.strip() and row.effect == "other":
            play.refuse("a row without a text", rule="FUD-246", path=f"$.rows[{at}].text")
    for one, other in pairwise(rows):
        if other.least <= one.most:
            play.refuse(f"{other.least} stands in two rows", rule="FUD-246", path="$.rows")
    play.emit(CriticalTableSet(kind=c.kind, table=CriticalTable(c.dice, tuple(rows))))


@rules.reacts(Critical)
def mishap(e: Critical, play: Play) -> None:
    """When all blows are known the GM's table, or the GM, says what it means.

    Of whom it has killed nothing more comes. FUD-243, FUD-245, FUD-246.
    """
    who = play.state[Fudge].characters.get(e.actor)
    if e.kind == "failure" and who is not None and who.level == DEAD:
        return
    table = play.state[Fudge].criticals.tables.get(e.kind)
    if table is not None:
        total = play.roll(table.dice, e.actor, "critical", rule="FUD-246").total
        for row in table.rows:
            if row.least <= total <= row.most:
                _happens(play, e, row.effect, row.text, "FUD-246")
                return
    asked = play.options[FudgeOptions].critical_effects
    if asked == "none" or (asked == "combat" and not (e.combat and e.kind == "failure")):
        return
    if e.combat and e.kind == "failure":
        _failed_in_combat(play, e)
        return
    text = play.ask("What comes of this critical?", of=str, name="critical", rule="FUD-243")
    if text.strip():
        _happens(play, e, "other", text, "FUD-243")


def _failed_in_combat(play: Play, e: Critical) -> None:
    """The GM chooses among the book's examples, or finds his own; none of them kills. FUD-245."""
    who = play.state[Fudge].characters.get(e.actor)
    armed = who is not None and who.wields in who.weapons
    choices = [
        Choice(id=effect, label=label, rule="FUD-245")
        for effect, label in _OFFERED
        if armed or effect != "drop-weapon"
    ]
    said = play.ask(
        "What does this critical failure mean?",
        choices=choices,
        name="critical-failure",
        rule="FUD-245",
    )
    effect = _EFFECTS[said.id]
    text = ""
    if effect == "other":
        text = play.ask("What comes of this critical?", of=str, name="critical", rule="FUD-245")
    if effect != "nothing":
        _happens(play, e, effect, text, "FUD-245")


def _happens(play: Play, e: Critical, effect: Effect, text: str, rule: str) -> None:
    play.emit(Mishap(actor=e.actor, kind=e.kind, effect=effect, text=text, rule=rule))
    who = play.state[Fudge].characters.get(e.actor)
    if effect == "drop-weapon" and who is not None and who.wields:
        play.emit(Wielding(actor=e.actor, weapon="", rule=rule))
    if effect in _LASTING and e.actor in play.table.actors:
        play.emit(
            EffectBegan(
                id=play.id(effect),
                actor=e.actor,
                kind=effect,
                until=_until(play, effect),
                rule=rule,
            )
        )


def _until(play: Play, effect: Effect) -> Until:
    """As long as the round after this one, or the scene; else until the GM ends it."""
    if effect != "fall" and play.table.round is not None:
        return RoundEnd(2)
    return SceneEnd() if play.table.scene is not None else Good()


@rules.evolves(CriticalTableSet)
def table_set(s: Fudge, e: CriticalTableSet) -> Fudge:
    """Copy the table, or that there is none."""
    tables = {kind: table for kind, table in s.criticals.tables.items() if kind != e.kind}
    if e.table is not None:
        tables[e.kind] = e.table
    return replace(s, criticals=replace(s.criticals, tables=tables))


@rules.tells(CriticalTableSet)
def tell_table_set(e: CriticalTableSet, telling: Telling) -> str:
    """That there is a table now, or none."""
    gone = "" if e.table else ".gone"
    return telling.say(f"fudge.critical-table.{e.kind}{gone}")


@rules.tells(Mishap)
def tell_mishap(e: Mishap, telling: Telling) -> str:
    """What happens to whom."""
    if e.text:
        text = e.text if e.text.endswith((".", "!", "?", "…")) else f"{e.text}."
        return telling.say("fudge.mishap.other", name=telling.name(e.actor), text=text)
    return telling.say(f"fudge.mishap.{e.effect}", name=telling.name(e.actor))
