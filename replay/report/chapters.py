"""Chapters of the page: how it stands, pictures, the transcript, dice, the audit."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.entries import Question
from ...core.telling import Words
from ..cli.playing import choices, question_text
from ..stats import Faces, Luck
from ..stats.wording import chance, judged, signed
from .entries import Entry
from .markup import rows, said, table
from .model import Report
from .pictures import MOST_DOTS, bars, curve, spread
from .series import Series

CHUNK = 200
"""Records of one list, so that a browser lays out only what is looked at."""

SHORT = 12
"""Rows of a part of the state that may stay open though nothing in it changes."""

GOES = ("first", "back", "on", "last")
_SIGNS = {"first": "«", "back": "‹", "on": "›", "last": "»"}


def standing(made: Report, words: Words) -> Iterator[str]:
    """The state at the end, with what steps through the others."""
    last = made.steps[-1].commit if made.steps else 0
    yield f'<div id="steps" role="group" aria-label="{said(words.say("report.timeline"))}" hidden>'
    for go in GOES[:2]:
        yield _button(go, words)
    label = said(words.say("report.step"))
    end = max(0, len(made.steps) - 1)
    yield f'<input id="step" type="range" min="0" max="{end}" value="{end}" aria-label="{label}">'
    for go in GOES[2:]:
        yield _button(go, words)
    yield "</div>"
    after = words.say("report.after", commit=last, last=made.commits - 1)
    yield f'<p id="where" role="status">{said(after)}</p><ul id="done"></ul>'
    yield '<div id="state">'
    for name, title in made.sections.items():
        found = made.now.get(name)
        if found:
            shown = " open" if opened(made, name) else ""
            yield f'<details class="part" data-part="{said(name)}"{shown}>'
            yield f"<summary><h3>{said(title)}</h3></summary>"
            yield from rows(found)
            yield "</details>"
    yield "</div>"


def opened(made: Report, name: str) -> bool:
    """Whether a part of the state is open at first: it is short, or it goes on changing."""
    late = made.steps[len(made.steps) // 2 :]
    moves = any(patch.section == name for step in late for patch in step.patches)
    return moves or len(made.now.get(name, ())) <= SHORT


def _button(go: str, words: Words) -> str:
    label = said(words.say(f"report.go.{go}"))
    return f'<button type="button" data-go="{go}" aria-label="{label}">{_SIGNS[go]}</button>'


def waiting(question: Question, made: Report, words: Words) -> Iterator[str]:
    """The open question: what, of whom, and which answers there are."""
    who = ", ".join(
        f"{made.names.get(one, one)} ({', '.join(made.owners[one])})"
        if made.owners.get(one)
        else made.names.get(one, one)
        for one in question.waiting_for
    )
    first = words.say("replay.waiting", command=question.command or "…", who=who)
    yield f"<p>{said(first)}</p><p><strong>{said(question_text(question, words))}</strong>"
    yield f"{_rule(question.rule)}</p>"
    offered = [
        (said(choice.key), said(label), said(cost), said(rule))
        for choice, label, cost, rule in choices(question, words)
    ]
    if offered:
        head = [words.say(f"report.choice.{part}") for part in ("answer", "means", "cost", "rule")]
        yield from table(head, offered)


def pictures(made: Report, words: Words) -> Iterator[str]:
    """Wound tracks and pools over time."""
    if not made.series:
        yield f"<p>{said(words.say('report.no-pictures'))}</p>"
    for series in made.series:
        yield from _figure(series, made, words)


def _figure(series: Series, made: Report, words: Words) -> Iterator[str]:
    who = made.names.get(series.who, series.who) or words.say("table.who.table")
    what = words.pool(series.what) if series.kind == "points" else series.what
    title = words.say(f"report.of.{series.kind}", who=who, what=what)
    values = [value for _, value in series.points if value is not None]
    end = series.points[-1][1]
    summary = words.say(
        "report.ran",
        first=values[0], least=min(values), most=max(values),
        end=words.say("report.gone") if end is None else end,
    )  # fmt: skip
    picture = curve(
        series.points, made.commits - 1, series.most, f"{title}. {summary}", series.kind
    )
    yield f"<figure><figcaption>{said(title)}</figcaption>{picture}<p>{said(summary)}</p>"
    if len(series.points) <= MOST_DOTS:
        yield f"<details><summary>{said(words.say('report.numbers'))}</summary>"
        head = [words.say("report.commit"), words.say("report.value")]
        cells = [
            (str(max(0, commit)), "–" if value is None else str(value))
            for commit, value in series.points
        ]
        yield from table(head, cells)
        yield "</details>"
    yield "</figure>"


def transcript(made: Report, words: Words) -> Iterator[str]:
    """Every record that the viewer may see, with what finds one among them."""
    yield from _filters(made, words)
    day = ""
    for first in range(0, len(made.entries), CHUNK):
        yield '<ol class="log">'
        for entry in made.entries[first : first + CHUNK]:
            yield _line(entry, words, day)
            day = entry.at[:10] or day
        yield "</ol>"
    if made.foreign:
        counts = ", ".join(f"{kind} ({n})" for kind, n in sorted(made.foreign.items()))
        total = sum(made.foreign.values())
        yield f"<p>{said(words.say('replay.foreign-counted', count=total, counts=counts))}</p>"


def _line(entry: Entry, words: Words, day: str) -> str:
    command = entry.kind == "command"
    marks = [
        *(["c"] if command else []),
        *(["q"] if entry.quiet else []),
        *(["b"] if entry.back is not None else []),
        *([entry.topic] if entry.topic else []),
    ]
    kind = f' class="{" ".join(marks)}"' if marks else ""
    text = said(f"{entry.by} ▸ {entry.text}" if entry.by else entry.text)
    body = f"<b>{text}</b>" if command else f"<span>{text}</span>"
    if entry.rule and entry.rule not in entry.text:
        body += _rule(entry.rule)
    if entry.at:
        shown = entry.at[11:16] if entry.at[:10] == day else f"{entry.at[:10]} {entry.at[11:16]}"
        body += f' <time datetime="{said(entry.at)}">{said(shown)}</time>'
    for note in _notes(entry, words):
        body += f" <em>({said(note)})</em>"
    return f'<li id="r{entry.seq}"{kind}><a href="#r{entry.seq}">{entry.seq}</a> {body}</li>'


def _notes(entry: Entry, words: Words) -> Iterator[str]:
    if entry.foreign:
        yield words.say("replay.foreign")
    if entry.back is not None:
        yield words.say("replay.taken-back", commit=entry.back.commit, by=entry.back.by)
    elif entry.corrected is not None:
        yield words.say("replay.corrected", commit=entry.corrected)


def _rule(rule: str) -> str:
    return f" <i>[{said(rule)}]</i>" if rule else ""


def _filters(made: Report, words: Words) -> Iterator[str]:
    yield f'<form id="find" role="search" aria-label="{said(words.say("report.find"))}" hidden>'
    yield f'<label>{said(words.say("report.text"))} <input type="search" name="text"></label>'
    yield f'<label>{said(words.say("report.who"))} <select name="who">'
    yield f'<option value="">{said(words.say("report.anybody"))}</option>'
    for id, name in made.names.items():
        yield f'<option value="{said(id)}">{said(name)}</option>'
    yield f'</select></label><label>{said(words.say("report.topic"))} <select name="topic">'
    for topic in ("", "roll", "wound", "points", "question"):
        shown = words.say(f"report.topic.{topic or 'all'}")
        yield f'<option value="{topic}">{said(shown)}</option>'
    yield "</select></label>"
    for name in ("quiet", "back"):
        yield f'<label><input type="checkbox" name="{name}"'
        yield f"{' checked' if name == 'back' else ''}> {said(words.say(f'report.{name}'))}</label>"
    yield '</form><p id="found" role="status"></p>'


def dice(made: Report, words: Words) -> Iterator[str]:
    """Luck and faces against what is expected."""
    counted = made.stats
    if not counted.luck and not counted.faces:
        yield f"<p>{said(words.say('stats.none'))}</p>"
        return
    every: list[Luck | Faces] = [*counted.luck, *counted.faces]
    for group in dict.fromkeys(row.group for row in every):
        yield f"<h3>{said(words.say(f'stats.group.{group}'))}</h3>"
        columns = ("who", "what", "rolls", "sum", "mean", "spread", "chance", "verdict")
        head = [words.find(f"stats.head.{c}") or words.say(f"report.head.{c}") for c in columns]
        luck = [row for row in counted.luck if row.group == group]
        if luck:
            yield from table(head, [_luck(row, made, words) for row in luck])
        for faces in counted.faces:
            if faces.group == group:
                yield from _faces(faces, words)
    if counted.uncounted:
        yield f"<p>{said(words.say('stats.uncounted', count=counted.uncounted))}</p>"
    yield f"<p>{said(words.say('stats.note'))}</p>"


def _luck(row: Luck, made: Report, words: Words) -> tuple[str, ...]:
    far = (row.total - row.expected) / row.spread if row.spread else 0.0
    title = words.say("report.far", far=signed(far))
    return (
        said(made.names.get(row.actor, row.actor)),
        said(row.purpose or words.say("stats.all")),
        str(row.rolls),
        str(row.total).replace("-", "−"),
        f"{row.expected:.1f} ({signed(row.total - row.expected)})",
        spread(far, title),
        said(chance(row, words)),
        said(judged(row, words)),
    )


def _faces(faces: Faces, words: Words) -> Iterator[str]:
    title = words.say(
        "stats.die", sides=faces.sides, dice=sum(faces.counts.values()),
        expected=f"{faces.expected:.1f}", chance=chance(faces, words),
        verdict=judged(faces, words),
    )  # fmt: skip
    counts = ", ".join(f"{face}: {count}" for face, count in faces.counts.items() if count)
    picture = bars(faces.counts, faces.expected, counts)
    yield f"<figure><figcaption>{said(title)}</figcaption>{picture}</figure>"


def audited(made: Report, words: Words) -> Iterator[str]:
    """The verdict, what each check came to, what to look at, and the charter."""
    found = made.verdict
    yield f'<p class="verdict v{found.code}"><strong>{said(found.said)}</strong></p>'
    yield f"<p>{said(words.say('audit.root', receipt=found.receipt))}</p>"
    shown = ("name", "grade") if made.viewer else ("name", "grade", "covered", "found")
    head = [words.say(f"report.check.{part}") for part in shown]
    checks = [
        (
            said(check.name),
            f'<span class="g {check.grade}">{said(check.said)}</span>',
            said(check.covered),
            "<br>".join(map(said, check.findings)),
        )[: len(shown)]
        for check in found.checks
    ]
    yield from table(head, checks)
    if made.viewer:
        yield f"<p>{said(words.say('report.partly'))}</p>"
    if found.notices:
        items = "".join(f"<li>{said(notice)}</li>" for notice in found.notices)
        yield f"<h3>{said(words.say('audit.look'))}</h3><ul>{items}</ul>"
    yield f"<h3>{said(words.say('report.charter'))}</h3>"
    yield f"<p>{said(words.say('audit.charter', charter=found.charter))}</p>"
    for text in found.untold:
        yield f"<p>{said(text)}</p>"
