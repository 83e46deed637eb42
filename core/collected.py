"""What effects have answered to proposals, until an event carries it and so uses them."""

from __future__ import annotations

from collections.abc import Iterable

from .modifiers import Modifier


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

    def copy(self) -> Collected:
        """The same, to come back to."""
        other = Collected()
        other._answers = {source: list(answers) for source, answers in self._answers.items()}
        return other
