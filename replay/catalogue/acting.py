"""What acts on a rule: the functions and classes of a package that cite it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import PurePosixPath

from ...core.rules import Ruleset
from ...core.surroundings import System
from .citing import cited

_Defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def acting(ruleset: Ruleset) -> dict[str, list[str]]:
    """By rule: what cites it, as ``module:name``, by module and then in the order of its lines.

    What a module says of itself acts on nothing, and neither does the description of a switch:
    only what reads the switch does.

    Args:
        ruleset: with a package.
    """
    home, options = ruleset.package, ruleset.options
    switches = f"{options.__module__.removeprefix(home).lstrip('.')}:{options.__name__}"
    found: dict[str, list[str]] = {}
    for path, content in System().files(home):
        if path.endswith(".py"):
            source = content.decode()
            for name, lines in _owned(ast.parse(source), source.splitlines()):
                place = f"{_module(path, home)}:{name}"
                if place != switches:
                    for rule in cited("\n".join(lines)):
                        found.setdefault(rule, []).append(place)
    return found


def _module(path: str, package: str) -> str:
    """Name of a module within its package; of the package itself, its own last name."""
    parts = PurePosixPath(path).with_suffix("").parts
    inside = parts[:-1] if parts[-1] == "__init__" else parts
    return ".".join(inside) or package.rpartition(".")[2]


def _owned(tree: ast.Module, lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Each definition of a module with its own lines; those of methods are the methods'."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            inner = [child for child in node.body if isinstance(child, _Defined)]
            theirs = {no for child in inner for no in _span(child)}
            yield node.name, [lines[no] for no in _span(node) if no not in theirs]
            for child in inner:
                yield f"{node.name}.{child.name}", [lines[no] for no in _span(child)]
        elif isinstance(node, _Defined):
            yield node.name, [lines[no] for no in _span(node)]
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if isinstance(targets[0], ast.Name):
                yield targets[0].id, [lines[no] for no in _span(node)]


def _span(node: ast.stmt) -> range:
    """Lines of a statement, its decorators included."""
    above = node.decorator_list if isinstance(node, _Defined) else []
    first = min([node.lineno, *(decorator.lineno for decorator in above)])
    return range(first - 1, node.end_lineno or node.lineno)
