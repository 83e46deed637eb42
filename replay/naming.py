"""Commands by the name that people type: in full, or short where that is enough."""

from __future__ import annotations

from ..core.errors import UnknownType
from ..core.messages import Command
from ..core.rulebook import Rulebook
from .nearest import nearest


def command_type(book: Rulebook, name: str) -> type[Command]:
    """The command of this name: ``fudge.exchange``, or ``exchange`` where only one is called so.

    Raises:
        UnknownType: there is none, or several.
    """
    if name in book.commands:
        return book.commands[name]
    found = [tag for tag in book.commands if tag.partition(".")[2] == name]
    if len(found) > 1:
        raise UnknownType(f"there are several commands {name!r}", hint=f"say {' or '.join(found)}")
    if not found:
        raise UnknownType(
            f"there is no command {name!r}", hint=nearest(name, book.commands, most=0)
        )
    return book.commands[found[0]]
