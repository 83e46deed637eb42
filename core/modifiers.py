"""Proposals and modifiers: a number about to matter, and what others do to it.

A rule that takes a number from trait, difficulty, pool, damage or cost makes a proposal of it;
handlers of any ruleset answer with modifiers, each with its source and rule; `tally` applies them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from .errors import Refused

Op = Literal["set", "add", "at_least", "at_most", "step"]


class Modifier(Struct, frozen=True):
    """One change to one quantity, as it is recorded.

    Args:
        source: what it comes from: a trait, item, circumstance, or the id of a running effect.
        rule: id of the rule that grants it.
        on: the quantity: ``result``, ``pool``, ``threshold``, ``difficulty``, ``damage``, …
        op: ``set``, ``add``, ``at_least`` (a floor), ``at_most`` (a cap), or ``step``, which
            changes the size of dice before the roll and is not tallied. A roll steps all its
            dice by the steps on ``pool``; of any other quantity they are the rule's own to take.
        amount: in the unit of the quantity.
    """

    source: str
    rule: str
    on: str
    op: Op
    amount: int


class Proposal(Struct, frozen=True, kw_only=True):
    """Base of what `play.modifiers` collects for; a system may make its own."""


class Check(Proposal, frozen=True, kw_only=True):
    """Somebody is about to roll.

    Args:
        actor: who rolls.
        kind: what for, in the system's terms: ``attack``, ``dodge``, ``magic``…
        against: the other side, if there is one.
        tags: what it is besides, for rules of any ruleset to know it by: ``magic``…
    """

    actor: str
    kind: str
    against: str = ""
    tags: tuple[str, ...] = ()


class Harm(Proposal, frozen=True, kw_only=True):
    """Somebody is about to be hurt.

    Args:
        source: who or what hurts.
        target: who is hurt.
        amount: before modifiers, in the system's unit of damage.
        tags: what it is besides, as of a check: ``magic``…
    """

    source: str
    target: str
    amount: int
    tags: tuple[str, ...] = ()


class Heal(Proposal, frozen=True, kw_only=True):
    """Somebody is about to get better.

    Args:
        actor: who.
        track: of which track.
        amount: before modifiers, in the track's unit.
    """

    actor: str
    track: str
    amount: int


class Cost(Proposal, frozen=True, kw_only=True):
    """Somebody is about to pay.

    Args:
        actor: who.
        pool: from which pool.
        amount: before modifiers, in points of the pool.
        purpose: what for.
    """

    actor: str
    pool: str
    amount: int
    purpose: str = ""


def tally(base: int, modifiers: Iterable[Modifier], on: str) -> int:
    """Apply every modifier of one quantity: set, add, at_least, at_most, in that order.

    Args:
        base: the quantity before.
        modifiers: of any quantities; the others are passed over.
        on: the quantity.

    Raises:
        Refused: two modifiers set it to different values.
    """
    setting: Modifier | None = None
    added, lowest, highest = 0, None, None
    for m in modifiers:  # walked once: every roll and every blow asks several times
        if m.on != on:
            continue
        amount = m.amount
        if m.op == "add":
            added += amount
        elif m.op == "at_least":
            lowest = amount if lowest is None else max(lowest, amount)
        elif m.op == "at_most":
            highest = amount if highest is None else min(highest, amount)
        elif m.op == "set":
            if setting is None:
                setting = m
            elif setting.amount != amount:
                raise _both_set(setting, m, on)
    result = added + (base if setting is None else setting.amount)
    if lowest is not None:
        result = max(result, lowest)
    return result if highest is None else min(result, highest)


def _both_set(one: Modifier, two: Modifier, on: str) -> Refused:
    return Refused(
        f"{one.source} and {two.source} set {on} to {one.amount} and to {two.amount}",
        rule=two.rule,
        hint="only one may set it",
    )


def steps(modifiers: Iterable[Modifier], on: str) -> int:
    """By how many sizes the dice of one quantity change: the sum of its ``step`` modifiers."""
    return sum(m.amount for m in modifiers if m.on == on and m.op == "step")
