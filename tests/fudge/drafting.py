"""A table at which characters are made: short ways to send the commands of making them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rollbook.core.entries import Receipt
from rollbook.plugins.fudge import Draft, Fudge
from rollbook.plugins.fudge.creation.accounts import Account, accounts
from rollbook.plugins.fudge.creation.costs import Kind

from .tavern import Tavern, sit_down


class Workshop:
    """Anna makes Ada."""

    def __init__(self, **options: Any) -> None:
        self.tavern: Tavern = sit_down(**options)

    def send(self, command: str, by: str = "anna", **fields: Any) -> Receipt:
        """Send a command about Ada."""
        return self.tavern.do({"type": f"fudge.{command}", "actor": "ada"} | fields, by=by)

    def begin(self, by: str = "anna", **fields: Any) -> Workshop:
        """Begin Ada."""
        self.send("begin_draft", by, name="Ada", **fields)
        return self

    def set(self, trait: str, level: str | int, by: str = "anna", **fields: Any) -> Receipt:
        """Set a skill, or what else is said."""
        return self.send("set_trait", by, trait=trait, level=level, **fields)

    def take(self, kind: str, *traits: str, **fields: Any) -> None:
        """Take Gifts, Faults or Powers."""
        for trait in traits:
            self.send("take_trait", trait=trait, kind=kind, **fields)

    def roll(self, faces: tuple[int, ...], **fields: Any) -> Receipt:
        """Let the dice say a trait; they show these faces."""
        self.tavern.hand.faces = list(faces)
        command: Mapping[str, Any] = {"type": "fudge.roll_trait", "actor": "ada"} | fields
        receipt = self.tavern.session.do(command, "anna")
        assert not self.tavern.hand.faces, "dice were left over"
        return receipt

    def approved(self, **fields: Any) -> Receipt:
        """Show Ada, and take her into play."""
        self.send("submit_draft", **fields)
        return self.send("approve_draft", "master", ruling=fields.get("plea", ""))

    @property
    def draft(self) -> Draft:
        """Ada as she is now."""
        return self.tavern.session.view().state[Fudge].drafts["ada"]

    @property
    def ledger(self) -> dict[Kind, Account]:
        """Her accounts."""
        return accounts(self.draft)

    def left(self, kind: Kind) -> int:
        """What is left of a kind."""
        return self.ledger[kind].balance
