"""Pictures of numbers as inline SVG; colours and lines are the style sheet's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .markup import said

WIDTH, HEIGHT = 640, 120
LEFT, RIGHT, TOP, BOTTOM = 40, 12, 12, 22

MOST_DOTS = 60
"""Changes that are marked with a dot each; more would run into one another."""

MOST_FACES = 100
"""Faces of a die that has a picture; more bars than that cannot be told apart."""

_LABELLED = 20


def curve(
    points: Sequence[tuple[int, int | None]], last: int, most: int | None, title: str, kind: str
) -> str:
    """A number over the commits of a session, as steps.

    Args:
        points: (commit, value) wherever it changes; None from where it is no more.
        last: number of the last commit.
        most: its maximum, where it has one.
        title: in words, for whoever cannot see it.
        kind: class of its line.
    """
    values = [value for _, value in points if value is not None]
    low, high = min(0, *values), max(1, most or 0, *values)
    path, dots, drawn, up = [], [], False, False
    for commit, value in points:
        x = _across(commit, last)
        if value is None:
            path.append(f"H{x}" if drawn else "")
            up = False
            continue
        y = _down(value, low, high)
        path.append(f"H{x}V{y}" if up else f"M{x} {y}")
        dots.append(f'<circle cx="{x}" cy="{y}" r="3"/>')
        drawn = up = True
    if up:
        path.append(f"H{_across(last, last)}")
    marks = "".join(dots) if len(dots) <= MOST_DOTS else ""
    floor, ceiling, zero = HEIGHT - BOTTOM, TOP, _down(0, low, high)
    return (
        f'<svg class="{kind}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" data-last="{last}">'
        f"<title>{said(title)}</title>"
        f'<path class="axis" d="M{LEFT} {ceiling}V{floor}M{LEFT} {zero}H{WIDTH - RIGHT}"/>'
        f'<text x="{LEFT - 6}" y="{ceiling + 5}" class="end">{high}</text>'
        f'<text x="{LEFT - 6}" y="{floor + 4}" class="end">{low}</text>'
        f'<text x="{LEFT}" y="{HEIGHT - 5}">0</text>'
        f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 5}" class="end">{last}</text>'
        f'<path class="line" d="{"".join(path)}"/>{marks}'
        f'<path class="now" d="M{LEFT} {ceiling}V{floor}"/></svg>'
    )


def _across(commit: int, last: int) -> str:
    return _short(LEFT + (WIDTH - LEFT - RIGHT) * max(0, commit) / max(1, last))


def _down(value: int, low: int, high: int) -> str:
    room = HEIGHT - TOP - BOTTOM
    return _short(TOP + room * (high - value) / (high - low))


def bars(counts: Mapping[int, int], expected: float, title: str) -> str:
    """How often each face came up, with a line at what is expected; empty of too many faces.

    Args:
        counts: by face.
        expected: times that each is expected.
        title: in words, for whoever cannot see it.
    """
    if len(counts) > MOST_FACES:
        return ""
    most = max(1, expected, *counts.values())
    step = (WIDTH - LEFT - RIGHT) / len(counts)
    floor = HEIGHT - BOTTOM
    room = floor - TOP - 12
    parts, labels = [], []
    for i, (face, count) in enumerate(counts.items()):
        x, tall = LEFT + i * step, room * count / most
        middle = _short(x + step / 2)
        parts.append(
            f'<rect x="{_short(x + step * 0.15)}" y="{_short(floor - tall)}" '
            f'width="{_short(step * 0.7)}" height="{_short(tall)}"/>'
        )
        if len(counts) <= _LABELLED:
            above = _short(floor - tall - 4)
            labels.append(f'<text x="{middle}" y="{above}" class="mid">{count}</text>')
            labels.append(f'<text x="{middle}" y="{HEIGHT - 5}" class="mid face">{face}</text>')
    line = _short(floor - room * expected / most)
    return (
        f'<svg class="bars" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>{said(title)}</title>'
        f"{''.join(parts)}"
        f'<path class="axis" d="M{LEFT} {floor}H{WIDTH - RIGHT}"/>'
        f'<path class="expected" d="M{LEFT} {line}H{WIDTH - RIGHT}"/>{"".join(labels)}</svg>'
    )


def spread(far: float, title: str) -> str:
    """Where a sum lies around its mean: the band is one standard deviation, the ends at least four.

    Args:
        far: from the mean, in standard deviations.
        title: in words, for whoever cannot see it.
    """
    wide, tall, ends = 120, 18, max(4.0, abs(far) + 0.2)

    def at(deviations: float) -> float:
        return wide / 2 * (1 + deviations / ends)

    return (
        f'<svg class="spread" viewBox="0 0 {wide} {tall}" role="img"><title>{said(title)}</title>'
        f'<rect x="{_short(at(-1))}" y="4" width="{_short(at(1) - at(-1))}" height="{tall - 8}"/>'
        f'<path class="axis" d="M0 {tall // 2}H{wide}M{wide // 2} 1V{tall - 1}"/>'
        f'<circle cx="{_short(at(far))}" cy="{tall // 2}" r="4"/></svg>'
    )


def _short(number: float) -> str:
    """A coordinate with one decimal at most."""
    return f"{number:.1f}".removesuffix(".0")
