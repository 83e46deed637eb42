"""The page itself: one file that asks nobody for anything, with a policy that keeps it so."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from importlib.resources import files

from ...core.telling import Words
from . import chapters
from .data import data
from .markup import said
from .model import Report

SHEET = "page.css"
SCRIPTS = ("kin.js", "page.js")


BEGINS = "<!doctype html>"
"""What every page begins with."""


def page(made: Report, words: Words) -> Iterator[str]:
    """The report of a session as HTML, piece by piece.

    Nothing is fetched: the style and the script stand in the page, and its policy admits these
    two by their hashes and nothing else. Without scripts it still reads.

    Args:
        made: what the page shows.
        words: of the reader's language.
    """
    style = _content(SHEET)
    script = "\n".join(map(_content, SCRIPTS))
    yield from _head(made, words, style, script)
    yield f'<body><a class="skip" href="#transcript">{said(words.say("report.skip"))}</a>'
    yield from _header(made, words)
    yield "<main>"
    if made.waiting is not None:
        yield from _chapter("waiting", words, chapters.waiting(made.waiting, made, words))
    yield from _chapter("standing", words, chapters.standing(made, words))
    yield from _chapter("pictures", words, chapters.pictures(made, words))
    yield from _chapter("transcript", words, chapters.transcript(made, words))
    yield from _chapter("dice", words, chapters.dice(made, words))
    yield from _chapter("audit", words, chapters.audited(made, words))
    yield "</main>"
    yield from _explanation(words)
    yield f'<script type="application/json" id="data">{data(made, words)}</script>'
    yield f"<script>{script}</script></body></html>\n"


def _head(made: Report, words: Words, style: str, script: str) -> Iterator[str]:
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    yield f'{BEGINS}<html lang="{said(made.lang)}"><head><meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{said(policy)}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield '<meta name="referrer" content="no-referrer">'
    yield f"<title>{said(words.say('report.title', session=made.session))}</title>"
    yield f'<link rel="icon" href="data:,"><style>{style}</style></head>'


def _header(made: Report, words: Words) -> Iterator[str]:
    yield f"<header><h1>{said(words.say('report.title', session=made.session))}</h1>"
    rules = ", ".join(made.rulesets)
    counted = words.say("report.counted", commits=made.commits, size=made.size, rules=rules)
    yield f"<p>{said(counted)}</p>"
    if made.viewer:
        name = made.names.get(made.viewer, made.viewer)
        yield f"<p>{said(words.say('report.seen-by', name=name))}</p>"
    verdict = made.verdict
    yield f'<p class="verdict v{verdict.code}"><a href="#audit">{said(verdict.said)}</a></p>'
    if made.missing:
        missing = words.say("replay.missing", missing=", ".join(made.missing))
        yield f"<p>{said(missing)}</p>"
    names = ("standing", "pictures", "transcript", "dice", "audit")
    links = "".join(
        f'<li><a href="#{name}">{said(words.say(f"report.{name}"))}</a></li>'
        for name in ((*(["waiting"] if made.waiting is not None else []), *names))
    )
    yield f'<nav aria-label="{said(words.say("report.contents"))}"><ul>{links}</ul></nav></header>'


def _chapter(name: str, words: Words, body: Iterator[str]) -> Iterator[str]:
    yield f'<section id="{name}" class="chapter" aria-labelledby="h-{name}">'
    yield f'<h2 id="h-{name}">{said(words.say(f"report.{name}"))}</h2>'
    about = words.find(f"report.{name}.about")
    if about:
        yield f'<p class="about">{said(about)}</p>'
    yield from body
    yield "</section>"


def _explanation(words: Words) -> Iterator[str]:
    yield '<aside id="explanation" aria-labelledby="explained" hidden><div class="bar">'
    yield '<h2 id="explained" tabindex="-1"></h2>'
    yield f'<button type="button" id="close">{said(words.say("report.close"))}</button></div>'
    yield '<div id="why"></div></aside>'


def _content(name: str) -> str:
    return (files(__package__ or "") / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """As a Content-Security-Policy names an inline style or script (CSP 3, section 2.3.1)."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
