"""Switches of creation that cannot stand together (2.6, 3, 3.7: FUD-057, 069, 079, 125)."""

from __future__ import annotations

from ....core.switches import Excluded
from ..options import FudgeOptions


def _nothing_to_buy(options: FudgeOptions) -> bool:
    return options.trade_rates == "off" and options.fp_trade_at_creation > 0


def _nobody_to_count(options: FudgeOptions) -> bool:
    return options.attribute_list == "players" and options.attribute_count > 0


def _no_points(options: FudgeOptions) -> bool:
    return options.fp_trade_at_creation > 0 and not options.fudge_points


def _no_powers(options: FudgeOptions) -> bool:
    return options.powers_free > 0 and not options.powers


def _levels_for_nothing(options: FudgeOptions) -> bool:
    return options.psi_model == "levelled" and options.power_levels == "free"


EXCLUDED = (
    Excluded(
        "fp_trade_at_creation",
        "fudge_points",
        _no_points,
        "there are no Fudge Points to give for Gifts",
        "FUD-069",
    ),
    Excluded(
        "powers_free",
        "powers",
        _no_powers,
        "nobody has Powers, free or not",
        "FUD-079",
    ),
    Excluded(
        "trade_rates",
        "fp_trade_at_creation",
        _nothing_to_buy,
        "where nothing is exchanged, Fudge Points buy nothing either",
        "FUD-069",
    ),
    Excluded(
        "attribute_list",
        "attribute_count",
        _nobody_to_count,
        "where players choose their attributes, the GM does not say how many there are",
        "FUD-057",
    ),
    Excluded(
        "psi_model",
        "power_levels",
        _levels_for_nothing,
        "where psi has levels, whoever wants higher ones pays for them",
        "FUD-125",
    ),
)
"""Which switches exclude each other, and when."""
