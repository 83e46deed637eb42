"""Completion in bash, where a word may be broken at ``=`` and ``:``."""

from __future__ import annotations

import os
import shlex
from typing import Any

from click.shell_completion import BashComplete, CompletionItem, add_completion_class

_SOURCE = """\
%(complete_func)s() {
    local IFS=$'\\n'
    local response type value

    response=$(env COMP_LINE="${COMP_LINE:0:COMP_POINT}" COMP_WORDBREAKS="$COMP_WORDBREAKS" \\
        %(complete_var)s=bash_complete $1)

    for completion in $response; do
        IFS=',' read type value <<< "$completion"

        if [[ $type == 'dir' ]]; then
            COMPREPLY=()
            compopt -o dirnames
        elif [[ $type == 'file' ]]; then
            COMPREPLY=()
            compopt -o default
        elif [[ $type == 'plain' ]]; then
            COMPREPLY+=($value)
        elif [[ $type == 'open' ]]; then
            COMPREPLY+=($value)
            compopt -o nospace
        fi
    done

    return 0
}

%(complete_func)s_setup() {
    complete -o nosort -F %(complete_func)s %(prog_name)s
}

%(complete_func)s_setup;
"""

_END = "\ue000"  # of the line: tells a word under way from one that is done
_BREAKS = "=:"


class Bash(BashComplete):
    """Reads the line itself: bash hands over words broken at its own places."""

    source_template = _SOURCE

    def get_completion_args(self) -> tuple[list[str], str]:
        """Whole words before the cursor, and the one under way."""
        words = _words(os.environ["COMP_LINE"] + _END)
        return words[1:-1], words[-1].removesuffix(_END)

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """Of a completion, what bash puts in place of the part after the last break."""
        _, word = self.get_completion_args()
        value: str = item.value
        if word.startswith("-") and "=" in word:  # click gives the value alone
            value = f"{word.partition('=')[0]}={value}"
        breaks = [c for c in _BREAKS if c in os.environ.get("COMP_WORDBREAKS", "")]
        done = word[: 1 + max((word.rfind(c) for c in breaks), default=-1)]
        kind = "open" if item.type == "plain" and value.endswith("=") else item.type
        return f"{kind},{value.removeprefix(done)}"


def _words(line: str) -> list[str]:
    """A line split as a shell does, the last quotation perhaps not closed."""
    lexer = shlex.shlex(line, posix=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    found: list[str] = []
    try:
        found.extend(lexer)
    except ValueError:
        found.append(lexer.token)
    return found


def register() -> None:
    """Have click use it."""
    add_completion_class(Bash)
