"""Whoever follows a link in the docs arrives, and the index leads to every page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
INDEX = ROOT / "docs" / "README.md"


def prose(page: Path) -> str:
    """A page without what it shows as code."""
    text = page.read_text(encoding="utf-8")
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.M))


def links(page: Path) -> list[str]:
    """Where the links of a page lead that stay in the house."""
    found = re.findall(r"\]\(([^)\s]+)\)", prose(page))
    return [link for link in found if not re.match(r"[a-z]+:", link)]


def anchors(page: Path) -> set[str]:
    """What a heading of a page is called in an address."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.M)
    named: set[str] = set()
    for heading in re.findall(r"^#+ (.+)$", text, re.M):
        name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        count, first = 0, name
        while name in named:
            count += 1
            name = f"{first}-{count}"
        named.add(name)
    return named


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_arrives(page: Path) -> None:
    """At a file of the repository, and where it names a heading, at that."""
    lost = []
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        inside = target.is_relative_to(ROOT) and target.exists()
        if not inside or (anchor and anchor not in anchors(target)):
            lost.append(link)
    assert lost == []


def test_the_index_leads_to_every_page_and_names_it_once() -> None:
    led = [(INDEX.parent / link.partition("#")[0]).resolve() for link in links(INDEX)]
    pages = [page for page in led if page.suffix == ".md" and page.is_relative_to(INDEX.parent)]
    assert sorted(pages) == [page for page in PAGES if page.parent != ROOT and page != INDEX]


def test_the_readme_leads_to_the_index() -> None:
    assert "docs/README.md" in links(ROOT / "README.md")
