"""Optional rules of one ruleset: read as recorded, checked as set, and what excludes what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from .codec import convert
from .errors import Invalid, Refused, RulebookError


class Excluded(Struct, frozen=True):
    """Two switches that cannot both stand as they do.

    Args:
        switch: name of the one.
        other: name of the other.
        when: (options) → whether they exclude each other as they stand.
        why: in words, of both.
        rule: id of the rule that says so, or empty.
    """

    switch: str
    other: str
    when: Callable[[Any], bool]
    why: str
    rule: str = ""


class Switches(Struct, frozen=True):
    """The optional rules of one ruleset.

    Args:
        of: name of the ruleset.
        kind: its options, each with a default.
        excludes: which of them exclude each other, and when.

    Raises:
        RulebookError: an exclusion names no option, or the defaults exclude each other.
    """

    of: str
    kind: type[Struct]
    excludes: tuple[Excluded, ...] = ()

    def __post_init__(self) -> None:
        known = self.kind.__struct_fields__
        for excluded in self.excludes:
            for name in (excluded.switch, excluded.other):
                if name not in known:
                    raise RulebookError(f"{self.of} has no option {name!r} to exclude another")
            if excluded.when(_defaults(self.kind)):
                raise RulebookError(
                    f"the defaults of {self.of}, {excluded.switch} and {excluded.other}, "
                    "exclude each other",
                    hint="a table that sets nothing must be able to play",
                )

    def decoded(self, raw: msgspec.Raw | None) -> Any:
        """The options from their record, or the defaults where there is none."""
        return _defaults(self.kind) if raw is None else _decoded(self.kind, bytes(raw))

    def readable(self, given: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
        """Of options as recorded, those that hold today, and names of the others.

        What today's ruleset excludes falls back to its default, as what it does not read does.
        """
        kept, lost = _readable(self.kind, given)
        while kept and (clash := self._clash(convert(dict(kept), self.kind))):
            gone = [name for name in (clash.switch, clash.other) if name in kept] or [*kept]
            for name in gone:
                del kept[name]
            lost += gone
        return kept, tuple(lost)

    def check(self, given: Mapping[str, Any]) -> Struct:
        """The options with these set.

        Raises:
            Invalid: no such option, or not a value of it.
            Refused: two of them exclude each other as they would stand.
        """
        known = self.kind.__struct_fields__
        for name in given:
            if name not in known:
                raise Invalid(
                    f"{self.of} has no option {name!r}", path=f"$.{name}", hint=", ".join(known)
                )
        made: Struct = convert(dict(given), self.kind, f"options of {self.of}")
        clash = self._clash(made)
        if clash:
            stand = [f"{n}={_typed(getattr(made, n))}" for n in (clash.switch, clash.other)]
            raise Refused(
                f"{' and '.join(stand)} exclude each other: {clash.why}",
                path=f"$.{clash.switch}",
                rule=clash.rule,
                hint=f"set {clash.switch} or {clash.other} to something else",
            )
        return made

    def _clash(self, options: Any) -> Excluded | None:
        return next((excluded for excluded in self.excludes if excluded.when(options)), None)


def _typed(value: Any) -> str:
    """A value as one would type it."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


@lru_cache(maxsize=256)
def _decoded(kind: type, raw: bytes) -> Any:
    """Options as recorded; of an older version as far as they read, until they are adopted."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.ValidationError:
        return convert(_readable(kind, msgspec.json.decode(raw))[0], kind)


def _readable(kind: type[Struct], given: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    kept, lost = {}, []
    for name, value in given.items():
        try:
            if name not in kind.__struct_fields__:
                raise Invalid(f"there is no option {name!r}")
            convert({name: value}, kind)
        except Invalid:
            lost.append(name)
        else:
            kept[name] = value
    return kept, lost


@lru_cache(maxsize=256)
def _defaults(kind: type) -> Any:
    return kind()
