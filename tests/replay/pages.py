"""Pages as tests read them: elements, their attributes and texts, and what the script is given."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

from rollbook import Engine, Session
from rollbook.replay.recording import Recording
from rollbook.replay.report import Report, page, report
from rollbook.replay.words import words

VOID = frozenset(("meta", "link", "input", "br", "img"))


class Element:
    """One element.

    Args:
        name: of its tag.
        attributes: by name; those without a value have an empty one.
    """

    def __init__(self, name: str, attributes: dict[str, str]) -> None:
        self.name = name
        self.attributes = attributes
        self.text = ""
        self.own: list[Element] = []

    def all(self, name: str = "") -> list[Element]:
        """Elements within it, in order; of one name, or all."""
        found = [e for each in self.own for e in (each, *each.all())]
        return [e for e in found if not name or e.name == name]

    def at(self, id: str) -> Element:
        """The element of this id."""
        [found] = [e for e in self.all() if e.attributes.get("id") == id]
        return found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [Element("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].own.append(made)
        if tag not in VOID:
            self.open.append(made)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].name == tag, f"{self.open[-1].name} is closed as {tag}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for each in self.open:
            each.text += data


def parsed(text: str) -> Element:
    """A page, every element of which is closed in its turn."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert len(reader.open) == 1
    return reader.open[0]


def given(whole: Element) -> Any:
    """What the page hands to its script."""
    return json.loads(whole.at("data").text)


def made(session: Session, viewer: str = "", lang: str = "en") -> Report:
    """The report of a session."""
    engine = Engine([*session.book.rulesets[1:]], installed=False)
    return report(Recording.of(session), engine, lang=lang, viewer=viewer)


def written(session: Session, viewer: str = "", lang: str = "en") -> str:
    """The page of a session."""
    return "".join(page(made(session, viewer, lang), words(session.book, lang)))
