"""What effects have answered to proposals, until an event carries it and so uses them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from .modifiers import Modifier
from .until import Uses
from .vocabulary import Used

if TYPE_CHECKING:
    from .table.state import Running


class Collected:
    """Answers of effects that no event has carried yet, by effect, in order.

    An effect may answer one proposal with several modifiers, and an event may carry those of
    several proposals: each answer of which any modifier is carried is one use.
    """

    def __init__(self) -> None:
        self._answers: dict[str, list[list[Modifier]]] = {}

    def add(self, source: str, answer: list[Modifier]) -> None:
        """One effect's answer to one proposal."""
        self._answers.setdefault(source, []).append(answer)

    def promised(self, source: str) -> int:
        """How many of an effect's answers no event has carried yet."""
        return len(self._answers.get(source, ()))

    def carried(self, source: str, modifiers: Iterable[Modifier]) -> int:
        """How many of an effect's answers these modifiers are of; they are not counted again."""
        here, kept, times = list(modifiers), [], 0
        for answer in self._answers.get(source, []):
            mine = [modifier for modifier in answer if modifier in here]
            for modifier in mine:
                if modifier in here:
                    here.remove(modifier)
            if mine:
                times += 1
            else:
                kept.append(answer)
        self._answers[source] = kept
        return times

    def used(
        self, modifiers: Iterable[Modifier], effects: Mapping[str, Running]
    ) -> tuple[Used, ...]:
        """Which limited effects these modifiers use up, once for each proposal they answered.

        Args:
            modifiers: that an event carries.
            effects: all there are, by id.
        """
        if not effects:
            return ()
        given: dict[str, list[Modifier]] = {}
        for modifier in modifiers:
            given.setdefault(modifier.source, []).append(modifier)
        used = []
        for source, here in given.items():
            effect = effects.get(source)
            if not effect or not isinstance(effect.until, Uses):
                continue
            if times := self.carried(source, here):
                used.append(Used(effect=source, left=max(0, (effect.left or 1) - times)))
        return tuple(used)

    def copy(self) -> Collected:
        """The same, to come back to."""
        other = Collected()
        other._answers = {source: list(answers) for source, answers in self._answers.items()}
        return other
