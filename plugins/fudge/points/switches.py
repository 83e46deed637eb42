"""Switches of Fudge Points and criticals that cannot stand together."""

from __future__ import annotations

from ....core.switches import Excluded
from ..options import FudgeOptions


def _coincidences_for_nothing(options: FudgeOptions) -> bool:
    return options.fp_f and not options.fudge_points


def _more_of_nothing(options: FudgeOptions) -> bool:
    return options.fp_refresh > 0 and not options.fudge_points


def _no_rate(options: FudgeOptions) -> bool:
    return options.fp_to_ep and not options.fp_ep_rate


def _effects_of_nothing(options: FudgeOptions) -> bool:
    return options.critical_effects == "all" and options.criticals == "off"


EXCLUDES = (
    Excluded(
        "fp_f", "fudge_points", _coincidences_for_nothing,
        "coincidences are paid for with Fudge Points", "FUD-042",
    ),
    Excluded(
        "fp_refresh", "fudge_points", _more_of_nothing,
        "there is nothing to add to at the start of a sitting", "FUD-034",
    ),
    Excluded(
        "fp_to_ep", "fp_ep_rate", _no_rate,
        "points go back at the rate at which they come", "FUD-035",
    ),
    Excluded(
        "critical_effects", "criticals", _effects_of_nothing,
        "where nothing is critical nothing comes of it", "FUD-243",
    ),
)  # fmt: skip
"""Two by two, each with its reason and rule."""
