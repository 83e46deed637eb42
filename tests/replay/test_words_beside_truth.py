"""An option that is true, false or a word of its own says all three to people."""

from __future__ import annotations

from pathlib import Path

from .tables import run


def test_what_an_option_may_be_is_told_with_true_and_false(tmp_path: Path) -> None:
    said = run("new", tmp_path / "a.db", "--rules", "fudge", "--set", "fp_death_save=perhaps")
    assert said.exit_code != 0
    assert "one of by_tone, true, false" in said.stderr


def test_each_of_them_is_taken(tmp_path: Path) -> None:
    for word in ("by_tone", "true", "false"):
        path = tmp_path / f"{word}.db"
        said = run("new", path, "--rules", "fudge", "--set", f"fp_death_save={word}")
        assert said.exit_code == 0, said.stderr
