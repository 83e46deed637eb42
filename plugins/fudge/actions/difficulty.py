"""How hard something is: the GM's to say, also where a player acts (4.2, 4.4: FUD-132, FUD-151)."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.asked import Choice
from ....core.play import Play
from ..ladder import FAIR, Level, highest, lowest, result
from ..options import FudgeOptions
from ..state import runs
from .checks import asked_for


def set_by_gm(
    play: Play, value: Level | None, what: str, path: str, beside: Sequence[Choice] = ()
) -> int | None:
    """The level to reach: as the GM states it, Fair where he states none, or as he is asked.

    Args:
        play: of now.
        value: as the command states it, which only the GM's may; None for nothing.
        what: is being tried, in words.
        path: where the command states it.
        beside: what else he may say to it.

    Returns:
        The level; None where he says something else.

    Raises:
        Invalid: it is no level.
        Refused: it lies below the worst, or a player states it.
    """
    if runs(play, play.by):
        return asked_for(play, FAIR if value is None else value, path, "FUD-151")
    if value is not None:
        play.refuse(
            "how hard it is, the GM says", rule="FUD-132", path=path,
            hint="leave it out, and he is asked",
        )  # fmt: skip
    own = play.options[FudgeOptions].ladder
    levels = {
        (str(level) if own else result(level).lower()): level
        for level in range(lowest(own), highest(own) + 1)
    }
    said = play.ask(
        f"How hard is it: {what}?",
        choices=[
            *(
                Choice(id=name, label=result(level, own=own), rule="FUD-151")
                for name, level in levels.items()
            ),
            *beside,
        ],
        name="difficulty",
        rule="FUD-151",
    )
    return levels.get(said.id)
