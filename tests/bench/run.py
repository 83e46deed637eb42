"""`make bench`: every figure beside its rival in the same run; build/bench.json and a table."""

from __future__ import annotations

import json
import platform
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
from timing import Figure, at_most, pairs

ROOT = Path(__file__).parent.parent.parent


def importing() -> Iterator[Figure]:
    """`import rollbook` against importing the four packages it stands on."""

    def run(code: str) -> None:
        subprocess.run([sys.executable, "-c", code], check=True)

    bare = [0.0]
    for _ in range(5):
        _, empty, _ = pairs(lambda: run("pass"), lambda: run("pass"), 1)
        bare.append(empty)
    base = sorted(bare[1:])[2]
    _, mine, other = pairs(
        lambda: run("import rollbook"),
        lambda: run("import pluggy, msgspec, sqlite_utils, structlog"),
        21,
    )
    ratio = (mine - base) / (other - base)
    detail = f"{(mine - base) * 1e3:.0f} against {(other - base) * 1e3:.0f} ms over a bare start"
    yield at_most("import rollbook, against its four packages", ratio, 1.4, "×", detail)


def figures() -> Iterator[Figure]:
    """All of them, in the order of docs/performance.md."""
    import audit_bench
    import dice_bench
    import fudge_bench
    import journal_bench
    import proof_bench
    import report_bench
    import table_bench
    import views_bench

    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        yield from journal_bench.commands(folder)
        yield from journal_bench.rebuilding(folder)
        yield from journal_bench.memory(folder)
        yield from views_bench.views(folder)
        yield from proof_bench.proofs(folder)
        yield from audit_bench.audits(folder)
        yield from audit_bench.memory(folder)
        yield from report_bench.reports(folder)
        yield from fudge_bench.fourteen(folder)
        yield from fudge_bench.evenings(folder)
    yield from fudge_bench.fights()
    yield from table_bench.rounds()
    yield from dice_bench.rolls()
    yield from dice_bench.chances()
    yield from importing()
    yield from dice_bench.hostile()


def main() -> int:
    """Print each figure as it is measured; 1 if any misses its bar."""
    print(f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}\n")
    found = []
    for figure in figures():
        found.append(figure)
        mark = "ok  " if figure.ok else "MISS"
        print(
            f"{mark} {figure.name:<62} {figure.value:>8} {figure.unit:<5} "
            f"bar {figure.bar:<6g} {figure.detail}",
            flush=True,
        )
    out = ROOT / "build" / "bench.json"
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps(msgspec.to_builtins(found), indent=2, ensure_ascii=False) + "\n")
    print(f"\n{sum(f.ok for f in found)} of {len(found)} meet their bars; written to {out.name}")
    return 0 if all(f.ok for f in found) else 1


if __name__ == "__main__":
    sys.exit(main())
