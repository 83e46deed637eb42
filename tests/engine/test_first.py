"""The smallest ruleset stands on one screen, and nothing is registered behind one's back."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest

import rollbook
from rollbook import Command, Engine, Event, MemoryStore, Play, Rules, Ruleset, Seat, seat
from rollbook.core.errors import PluginError, RulebookError
from rollbook.plugins.testing.scenario import Scenario


class Coins(msgspec.Struct, frozen=True):
    heads: int = 0


class NoOptions(msgspec.Struct, frozen=True):
    pass


class Toss(Command, ruleset="coins"):
    """Toss a coin."""


class Heads(Event, ruleset="coins"):
    """It fell on its head; so many heads so far."""

    so_far: int


rules: Rules[Coins, NoOptions] = Rules(Coins, NoOptions)


@rules.decides(Toss, may=seat)
def toss(command: Toss, play: Play) -> None:
    if play.roll("1d2", play.by, "toss").total == 2:
        play.emit(Heads(so_far=play.state[Coins].heads + 1))


@rules.evolves(Heads)
def heads(coins: Coins, event: Heads) -> Coins:
    return msgspec.structs.replace(coins, heads=event.so_far)


coins = Ruleset("coins", version="1", state=Coins, options=NoOptions, chapters=(rules,))


def test_one_command_one_event_one_fold_make_a_game() -> None:
    engine = Engine([coins], installed=False)
    seats = {"gm1": Seat("Gina", "gm"), "anna": Seat("Anna", "player")}
    session = engine.new(MemoryStore(), "evening", ["coins"], seats=seats)
    tossed = [session.do(Toss(), by="anna") for _ in range(40)]
    fell = sum(isinstance(event, Heads) for receipt in tossed for event in receipt.events)
    assert session.view().state[Coins].heads == fell
    assert 0 < fell < 40


def test_a_session_is_found_again_by_a_fresh_engine() -> None:
    play = Scenario(coins)
    play.when(Toss(), "anna", faces=[2]).when(Toss(), "bert", faces=[1])
    assert play.reopened().view().state[Coins] == Coins(1)


def test_two_engines_share_nothing() -> None:
    other = Ruleset("coins", version="2", state=Coins, options=NoOptions, chapters=(rules,))
    one, two = Engine([coins], installed=False), Engine([other], installed=False)
    assert one.rulebook(["coins"]) is not two.rulebook(["coins"])
    assert one.catalogue["coins"].version == "1"
    assert two.catalogue["coins"].version == "2"
    assert one.hooks is not two.hooks


def test_importing_a_ruleset_puts_it_into_no_engine() -> None:
    assert set(Engine(installed=False).catalogue) == {"table"}
    with pytest.raises(RulebookError, match="no ruleset 'coins' is installed"):
        Engine(installed=False).rulebook(["coins"])


def test_importing_rollbook_loads_no_rules_system() -> None:
    code = "import sys, rollbook; print([m for m in sys.modules if m.startswith('rollbook.p')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() in ("[]", "['rollbook.plugins']")


def test_two_rulesets_of_one_name_are_refused() -> None:
    with pytest.raises(PluginError, match="two rulesets are called coins"):
        Engine([coins, msgspec.structs.replace(coins, version="2")], installed=False)


def test_the_face_has_every_name_it_promises() -> None:
    assert [name for name in rollbook.__all__ if not hasattr(rollbook, name)] == []
