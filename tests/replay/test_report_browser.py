"""The page in a browser without a screen: stepped, explained, searched, printed, offline."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rollbook.journal import SQLiteStore

from .browser import LACKING, Browser
from .pages import written
from .tables import evening, run, sit_down

pytestmark = pytest.mark.skipif(bool(LACKING), reason=LACKING)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    made = Browser()
    yield made
    made.close()


@pytest.fixture(scope="module")
def page(played: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the printed duel."""
    path = tmp_path_factory.mktemp("page") / "duel.html"
    assert run("report", played, "-o", path).exit_code == 0
    return path


@pytest.fixture
def opened(browser: Browser, page: Path) -> Browser:
    """The page, in a wide window and light colours."""
    browser.size(1280)
    browser.dark(False)
    browser.scripts(True)
    browser.open(page)
    return browser


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def test_nothing_is_asked_of_anybody_and_nothing_breaks(opened: Browser, page: Path) -> None:
    opened.asked()
    opened.complaints()
    opened.open(page, "#r37")
    opened.click("#close")
    addresses = set(opened.asked())
    assert page.resolve().as_uri() + "#r37" in {a.partition("#")[0] + "#r37" for a in addresses}
    assert all(a.startswith(("file:", "data:", "about:", "chrome:")) for a in addresses), addresses
    assert opened.complaints() == []


def test_the_policy_lets_no_other_script_run(opened: Browser) -> None:
    """Were something written at the table to become a script, it would not run."""
    opened.run(
        "const s = document.createElement('script'); s.textContent = 'window.breached = true';"
        "document.body.append(s); const i = document.createElement('img');"
        "i.setAttribute('onerror', 'window.breached = true'); i.src = 'data:,';"
        "document.body.append(i);"
    )
    assert opened.run("return window.breached === undefined")
    assert any("Content Security Policy" in said for said in opened.complaints())


def test_without_scripts_it_still_reads(opened: Browser, page: Path) -> None:
    opened.scripts(False)
    opened.open(page)
    text = opened.run("return document.body.textContent")
    for said in (
        "Brynhild takes 4 wound points from Snorri",
        "all that can be checked is as it should be",
        "After commit 25 of 25",
        "Real dice",
    ):
        assert said in text
    for needing in ("#steps", "#find", "#explanation"):
        shown = "return document.querySelector(arguments[0]).offsetParent !== null"
        assert not opened.run(shown, needing)
    assert opened.run("return document.querySelectorAll('#pictures svg').length") == 2


def test_every_step_shows_what_show_shows(opened: Browser, played: Path) -> None:
    """The wound track after each commit, word for word, forwards and back."""
    assert opened.text("#where") == "After commit 25 of 25"
    opened.click("[data-go=first]")
    assert opened.text("#where") == "After commit 0 of 25"
    assert opened.run("return document.querySelector('[data-go=back]').disabled")
    for commit in range(1, 26):
        opened.click("[data-go=on]")
        assert opened.text("#where") == f"After commit {commit} of 25"
        if commit in (8, 14, 22):
            assert track(opened) == shown(played, commit)
    for commit in range(24, 13, -1):
        opened.click("[data-go=back]")
        if commit in (22, 14):
            assert track(opened) == shown(played, commit)
    assert "Brynhild takes 4 wound points" in opened.text("#done")


def track(browser: Browser) -> str:
    text = browser.text("[data-part='wound-track']")
    return squeezed(text).removeprefix("Wounds (wound-track) ")


def shown(played: Path, commit: int) -> str:
    text = run("show", played, "--at", f"c{commit}", "--only", "wound-track").stdout
    return squeezed(text).removeprefix("Wounds (wound-track) ").strip()


def test_a_record_is_explained_as_the_command_line_does(opened: Browser, played: Path) -> None:
    opened.click("#r37 > a")
    opened.until("#explained", "Record 37, in commit 8")
    text = squeezed(opened.text("#explanation"))
    told = run("explain", played, "37").stdout
    for line in told.splitlines():
        said = squeezed(re.sub(r"^ *\d+ ", "", line)).strip()
        said = re.sub(r"\[(\S+) [^\]]*\]", r"[\1]", said)  # titles stand at the end here
        said = re.sub(r"(.*\b(FUD-\d+)\b.*) \[\2\]$", r"\1", said)  # it is named already
        said = re.sub(r" \d{4}-\d\d-\d\dT\S+$", "", said)
        if said and not said.startswith("Record 37"):
            assert said in text, said
    assert "Record 37, in commit 8" in text


def test_the_explanation_takes_the_focus_and_gives_it_back(opened: Browser) -> None:
    opened.run("document.querySelector('#r37 > a').focus()")
    opened.press("enter")
    opened.until("#explained", "Record 37, in commit 8")
    assert opened.run("return document.activeElement.id") == "explained"
    opened.press("escape")
    assert opened.run("return document.getElementById('explanation').hidden")
    assert opened.run("return document.activeElement.parentElement.id") == "r37"
    opened.press("enter")
    assert not opened.run("return document.getElementById('explanation').hidden")


def test_from_an_explanation_one_comes_to_the_state_and_to_other_records(opened: Browser) -> None:
    opened.click("#r37 > a")
    opened.until("#explained", "Record 37, in commit 8")
    opened.click("#why a[href='#r35']")
    opened.until("#explained", "Record 35, in commit 8")
    opened.run("history.back()")
    opened.until("#explained", "Record 37, in commit 8")
    opened.click("#why button")
    assert opened.text("#where") == "After commit 8 of 25"
    assert opened.run("return document.activeElement.id") == "step"


def test_the_keyboard_alone_steps_and_reaches_everything(opened: Browser) -> None:
    """The first thing that takes the focus leads past the rest; each shows that it has it."""
    opened.press("tab")
    assert opened.run("return document.activeElement.className") == "skip"
    opened.run("document.getElementById('step').focus()")
    opened.press("left")
    assert opened.text("#where") == "After commit 24 of 25"
    opened.press("tab")
    assert opened.run("return document.activeElement.dataset.go") == "on"
    outline = opened.run("return getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


def test_records_are_found_by_text_who_and_topic(opened: Browser) -> None:
    def lines() -> list[int]:
        found = opened.run(
            "return [...document.querySelectorAll('.log li')].filter((e) => !e.hidden)"
            ".map((e) => Number(e.id.slice(1)))"
        )
        return list(found)

    def choose(name: str, value: str) -> None:
        opened.run(
            "const field = document.getElementById('find').elements[arguments[0]];"
            "field.value = arguments[1];"
            "field.dispatchEvent(new Event('input', { bubbles: true }))",
            name, value,
        )  # fmt: skip

    everything = lines()
    choose("topic", "wound")
    assert lines() == [37, 70, 117]
    assert opened.text("#found") == "Records shown: 3"
    choose("text", "4 WOUND")
    assert lines() == [70]
    choose("text", "")
    choose("topic", "roll")
    choose("who", "snorri")
    assert lines() == [27, 34, 46, 60, 67, 86, 107]
    choose("who", "")
    choose("topic", "")
    assert lines() == everything
    opened.click("[name=quiet]")
    assert lines() == list(range(124))


@pytest.mark.parametrize("width", [320, 390, 768])
def test_a_phone_needs_no_scrolling_sideways(opened: Browser, page: Path, width: int) -> None:
    for anchor in ("", "#r37"):
        opened.size(width)
        opened.open(page, anchor)
        assert opened.run("return document.documentElement.scrollWidth") == width
    small = opened.run(
        "return [...document.querySelectorAll('button, input:not([type=checkbox]), select')]"
        ".filter((e) => e.offsetParent && e.getBoundingClientRect().height < 24).length"
    )
    assert small == 0, "fingers hit what is 24 pixels high (WCAG 2.2, 2.5.8)"


def test_dark_is_dark_and_light_is_light(opened: Browser) -> None:
    def ground() -> int:
        colour = opened.run("return getComputedStyle(document.body).backgroundColor")
        return sum(int(n) for n in re.findall(r"\d+", colour)[:3])

    assert ground() > 3 * 200
    opened.dark()
    assert ground() < 3 * 60
    opened.dark(False)


def test_it_prints(opened: Browser) -> None:
    """Without what is of no use on paper: buttons, search, the panel."""
    assert opened.printed().startswith(b"%PDF")
    opened.ask("Emulation.setEmulatedMedia", media="print")
    gone = opened.run(
        "return ['#steps', '#find', 'nav', '#explanation'].filter((s) =>"
        " getComputedStyle(document.querySelector(s)).display !== 'none')"
    )
    assert gone == []
    opened.ask("Emulation.setEmulatedMedia", media="")


def test_what_was_taken_back_is_struck_out_and_can_be_left_out(
    opened: Browser, tmp_path: Path
) -> None:
    session = sit_down(SQLiteStore(tmp_path / "inn.db"))
    evening(session)
    path = tmp_path / "inn.html"
    path.write_text(written(session), encoding="utf-8")
    session.store.close()
    opened.open(path)
    back = opened.run(
        "return [...document.querySelectorAll('.log .b > span')]"
        ".map((e) => getComputedStyle(e).textDecorationLine)"
    )
    assert back
    assert set(back) == {"line-through"}
    assert "taken back by" in opened.run("return document.querySelector('.log .b').textContent")
    opened.click("[name=back]")
    assert opened.run("return [...document.querySelectorAll('.log .b')].every((e) => e.hidden)")
