"""Every text of a refusal, or of its hint, that stands in the code of a package."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SAYS = frozenset(
    (
        "refuse",
        "Refused",
        "Invalid",
        "NotAllowed",
        "LimitExceeded",
        "UnknownType",
        "NoSession",
        "NotAdopted",
        "Excluded",
    )
)
"""What raises, or makes, an error that people read."""


ELSEWHERE = {
    "replay": ("did you mean {}?",),
    "plugins/fudge": ("where the GM judges a wound, no figure of a blow is left to bound",),
}
"""Texts that come to an error from a function, or under a name, of their own, by folder."""


def texts(folder: Path) -> dict[str, str]:
    """English text with ``{}`` for its places → where it stands, of every refusal of a folder."""
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and _name(call.func) in SAYS:
                hints = [word.value for word in call.keywords if word.arg in ("hint", "why")]
                what = call.args[3:4] if _name(call.func) == "Excluded" else call.args[:1]
                for node in (*what, *hints):
                    for text in _said(node):
                        found.setdefault(text, f"{path.name}:{node.lineno}")
    return found


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _said(node: ast.expr) -> Iterator[str]:
    """The texts that an expression may give, as far as they stand in it."""
    match node:
        case ast.Constant(value=str(text)) if text:
            yield text
        case ast.JoinedStr(values=parts):
            text = "".join(str(p.value) if isinstance(p, ast.Constant) else "{}" for p in parts)
            if text.replace("{}", "").strip(" ,;:"):
                yield text
        case ast.IfExp(body=one, orelse=other):
            yield from _said(one)
            yield from _said(other)
        case ast.BoolOp(values=parts):
            for part in parts:
                yield from _said(part)
        case _:
            return
