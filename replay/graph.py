"""The commits as a graph: one line each, oldest first, with rails for the branches.

Drawing knows nothing of sessions: it goes from each commit's parent to rows of text. What stands
goes straight down the first column; what was taken back hangs to the right of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import NamedTuple

LANES = 10
"""Columns of rails at most; where more branches are open, the rails of some are cut off."""


class Marks(NamedTuple):
    """What a graph is drawn with.

    Args:
        head: the last commit, where play stands.
        stands: a commit that counts.
        back: a commit that was taken back.
        rail: from a commit down to its next child.
        across: from a rail to where another begins.
        over: where that crosses a rail.
        left: of a rail from which another begins to the right.
        right: of one from which another begins to the left.
        down_right: where a rail begins that comes from the left.
        down_left: where one begins that comes from the right.
        begins: a rail whose upper end was cut off.
        ends: a rail that is cut off here.
    """

    head: str
    stands: str
    back: str
    rail: str
    across: str
    over: str
    left: str
    right: str
    down_right: str
    down_left: str
    begins: str
    ends: str


LINES = Marks("◉", "●", "○", "│", "─", "┼", "├", "┤", "╮", "╭", "╷", "╵")
ASCII = Marks("@", "*", "o", "|", "-", "+", "|", "|", ".", ".", ",", "'")


class Row(NamedTuple):
    """One line of a graph.

    Args:
        rails: as drawn, two columns of text for each lane.
        commit: number of the commit that stands on it; None where rails begin or end.
    """

    rails: str
    commit: int | None = None


def parents(commits: int, returns: Mapping[str, int]) -> list[int | None]:
    """Each commit's parent: the one before it, but of a return the one that it went to.

    Args:
        commits: how many there are.
        returns: by number of a return's commit, the commit whose board it restored.
    """
    if not commits:
        return []
    return [None, *(returns.get(str(no), no - 1) for no in range(1, commits))]


def draw(
    parents: Sequence[int | None],
    stands: Container[int],
    marks: Marks = LINES,
    lanes: int = LANES,
) -> Iterator[Row]:
    """Rows of the graph: each commit on one, and rows between for where rails begin and end.

    A commit's rail comes down to it from its parent. Where there is no room for all the rails,
    that whose next child is farthest off is cut, and begins again above that child.

    Args:
        parents: of each commit, by its number; None of the first.
        stands: the commits that count now.
        marks: to draw with.
        lanes: columns of rails at most, 3 or more.
    """
    return _Drawing(parents, stands, marks, max(3, lanes)).rows()


class _Drawing:
    def __init__(
        self, parents: Sequence[int | None], stands: Container[int], marks: Marks, lanes: int
    ) -> None:
        self._parents, self._stands = parents, stands
        self._marks, self._most = marks, lanes
        # By lane, the commit whose next child comes down it; None is a free one.
        self._lanes: list[int | None] = []
        self._children: list[deque[int]] = [deque() for _ in parents]
        for no, parent in enumerate(parents):
            if parent is not None:
                self._children[parent].append(no)

    def rows(self) -> Iterator[Row]:
        for no, parent in enumerate(self._parents):
            if parent is None:
                yield from self._begin(no, drawn=no > 0)
            else:
                self._children[parent].popleft()
                if parent in self._lanes:
                    yield from self._follow(no, parent)
                else:
                    yield from self._begin(no)
            place = self._lanes.index(no)
            yield Row(self._line({place: self._mark(no)}), no)
            if not self._children[no]:
                self._free(place)

    def _follow(self, no: int, parent: int) -> Iterator[Row]:
        """Come down the parent's lane, or beside it where another child will come down that."""
        lane = self._lanes.index(parent)
        if not self._children[parent]:
            self._lanes[lane] = no
            return
        # What stands keeps to its lane, the first: the other goes aside.
        stays, aside = (no, parent) if no in self._stands else (parent, no)
        self._lanes[lane] = stays
        yield from self._room(no, keep=lane, aside=aside)
        if aside == parent and not self._worth(parent):
            return
        place = self._take(aside, after=lane)
        yield Row(self._fork(lane, place))

    def _begin(self, no: int, *, drawn: bool = True) -> Iterator[Row]:
        """Come from no rail: the first, or one whose rail was cut."""
        if drawn:
            yield from self._room(no)
        place = self._take(no)
        if drawn:
            yield Row(self._line({place: self._marks.begins}))

    def _room(self, no: int, keep: int = -1, aside: int | None = None) -> Iterator[Row]:
        """Cut a rail where all the lanes are taken."""
        if None in self._lanes or len(self._lanes) < self._most:
            return
        if aside is not None and aside != no and not self._worth(aside):
            return
        cut = max(
            (lane for lane in range(1, len(self._lanes)) if lane != keep),
            key=lambda lane: self._next(self._lanes[lane]),
        )
        yield Row(self._line({cut: self._marks.ends}))
        self._free(cut)

    def _worth(self, waiting: int) -> bool:
        """Whether the rail of a commit that waits for a child is not the first to be cut."""
        if None in self._lanes or len(self._lanes) < self._most:
            return True
        mine = self._next(waiting)
        return any(self._next(tip) > mine for tip in self._lanes[1:])

    def _next(self, tip: int | None) -> int:
        """The next child that comes down to this commit's rail; none is as far off as can be."""
        found = self._children[tip] if tip is not None else None
        return found[0] if found else len(self._parents)

    def _take(self, tip: int, after: int = -1) -> int:
        """A free lane, to the right if there is one."""
        free = [lane for lane, held in enumerate(self._lanes) if held is None]
        right = [lane for lane in free if lane > after]
        if right or (free and len(self._lanes) >= self._most):
            place = (right or free)[0]
            self._lanes[place] = tip
        else:
            place = len(self._lanes)
            self._lanes.append(tip)
        return place

    def _free(self, lane: int) -> None:
        self._lanes[lane] = None
        while self._lanes and self._lanes[-1] is None:
            self._lanes.pop()

    def _mark(self, no: int) -> str:
        if no == len(self._parents) - 1:
            return self._marks.head
        return self._marks.stands if no in self._stands else self._marks.back

    def _line(self, here: Mapping[int, str]) -> str:
        rail = self._marks.rail
        cells = (here.get(i, " " if tip is None else rail) for i, tip in enumerate(self._lanes))
        return " ".join(cells).rstrip()

    def _fork(self, at: int, to: int) -> str:
        """A row in which a rail begins beside another."""
        m, low, high = self._marks, min(at, to), max(at, to)
        text = ""
        for lane, tip in enumerate(self._lanes):
            if lane == at:
                cell = m.left if to > at else m.right
            elif lane == to:
                cell = m.down_right if to > at else m.down_left
            elif low < lane < high:
                cell = m.across if tip is None else m.over
            else:
                cell = " " if tip is None else m.rail
            text += cell + (m.across if low <= lane < high else " ")
        return text.rstrip()
