"""The same file reads the same everywhere: hash seeds, locales, time zones."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from .tables import shell

PLACES = (
    {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC"},
    {"PYTHONHASHSEED": "1", "LC_ALL": "it_IT.UTF-8", "TZ": "Pacific/Kiritimati"},
    {"PYTHONHASHSEED": "2", "LC_ALL": "de_DE.UTF-8", "TZ": "America/St_Johns"},
    {"PYTHONHASHSEED": "3", "LC_ALL": "POSIX", "TZ": "Asia/Kathmandu", "PYTHONUTF8": "0"},
)


@pytest.mark.report(73)
@pytest.mark.report(272)
@pytest.mark.parametrize(
    "look",
    [
        ("log", "--json"),
        ("log", "--raw"),
        ("show", "--json"),
        ("show", "--at", "2100-01-01T12:00"),
        ("diff", "c3", "--json"),
    ],
)
def test_what_is_read_is_equal_everywhere(played: Path, look: tuple[str, ...]) -> None:
    digests = set()
    for place in PLACES:
        done = shell(look[0], played, *look[1:], "--lang", "it", **place)
        assert (done.returncode, done.stderr) == (0, b"")
        done.stdout.decode("utf-8")
        digests.add(sha256(done.stdout).hexdigest())
    assert len(digests) == 1


@pytest.mark.report(3)
def test_two_processes_list_the_same_rolls(played: Path) -> None:
    rolls = [shell("log", played, "--type", "rolled", "--json").stdout for _ in range(2)]
    assert rolls[0] == rolls[1]
    assert rolls[0].count(b"\n") == 13


@pytest.mark.report(267)
def test_another_language_in_the_middle_changes_no_record(tmp_path: Path) -> None:
    journals = []
    for langs in (("en", "en"), ("it", "en"), ("en", "it")):
        path = tmp_path / f"{'-'.join(langs)}.db"
        # what the book's creatures are called is an option, and else that of who begins
        new = ("new", path, "--rules", "fudge", "--session", "s", "--dice", "table")
        shell(*new, "--set", "language=en", "--lang", langs[0])
        shell("do", path, "add_actor", "id=ugo", "name=Ugo", "--lang", langs[0])
        shell("do", path, "begin_scene", "title=Osteria", "--lang", langs[1])
        journals.append(shell("log", path, "--raw").stdout)
    assert len(set(journals)) == 1
