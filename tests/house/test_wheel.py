"""What an installer gets is what the folders hold."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_the_wheel_holds_every_module_and_content_file(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation"]
    subprocess.run([*build, "-o", tmp_path, ROOT], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = {n for n in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in n}
    expected = {"rollbook/__init__.py", "rollbook/__main__.py", "rollbook/py.typed"}
    for part in ("core", "journal", "plugins", "replay"):
        for path in (ROOT / part).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                expected.add(f"rollbook/{path.relative_to(ROOT).as_posix()}")
    assert names == expected
