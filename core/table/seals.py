"""Sealed dice at the table: epochs, entropy, reveals, and the positions of streams."""

from __future__ import annotations

from msgspec import structs

from ..audiences import audience, widest
from ..messages import Command, Event
from ..permissions import HostElseGM, gm, seat
from ..play import Play
from ..rules import Rules
from ..vocabulary import PointsDraw, Revealed, Rolled, SealedDraw
from .ledger import Entropy, Epoch, Ledger, LedgerOptions, lacking

rules = Rules(Ledger, LedgerOptions)

KINDS = ("open", "secret")


class OpenEpoch(Command, ruleset="table"):
    """Seal new dice; the seeds of the epoch before may then be revealed.

    Args:
        commitments: by kind, hex; filled in by the session.
    """

    commitments: dict[str, str] = {}


class EpochOpened(Event, ruleset="table", ledger=True):
    """New dice are sealed.

    Args:
        number: of the epoch, from 0.
        commitments: by kind (``open``, ``secret``), hex.
        size: least size of a receipt that holds them.
    """

    number: int
    commitments: dict[str, str]
    size: int = 0


class AddEntropy(Command, ruleset="table"):
    """Mix one's own chance into the sealed dice, before the first is rolled.

    Args:
        text: anything.
        size: of a receipt that holds the commitment, to show which came first.
    """

    text: str
    size: int


class EntropyAdded(Event, ruleset="table", ledger=True):
    """A player has mixed in chance; fields as of `AddEntropy`."""

    by: str
    text: str
    size: int


class WaiveEntropy(Command, ruleset="table"):
    """Roll the dice of this epoch without the entropy of those players who have added none.

    Args:
        reason: in words.
    """

    reason: str


class EntropyWaived(Event, ruleset="table", ledger=True):
    """The dice of an epoch are rolled without the entropy of some.

    Args:
        epoch: its number.
        without: players who have added none.
        reason: in words.
    """

    epoch: int
    without: tuple[str, ...]
    reason: str


class Reveal(Command, ruleset="table"):
    """Show the seed behind a commitment, so that everybody can check the dice.

    Args:
        epoch: its number.
        kind: ``open`` or ``secret``.
        seed: hex; filled in by the session.
    """

    epoch: int
    kind: str
    seed: str = ""


class SeedRevealed(Event, ruleset="table", ledger=True):
    """The seed of an epoch is known; it draws no more. Fields as of `Reveal`."""

    epoch: int
    kind: str
    seed: str


@rules.decides(OpenEpoch, may=gm, sent=True)
def open_epoch(command: OpenEpoch, play: Play) -> None:
    """The next epoch begins with its commitments."""
    if sorted(command.commitments) != sorted(KINDS):
        play.refuse("an epoch has two seals, open and secret", path="$.commitments")
    now = play.ledger.epoch
    play.emit(
        EpochOpened(
            number=now.number + 1 if now else 0,
            commitments=command.commitments,
            size=play.following + 1,
        )
    )


@rules.evolves(EpochOpened)
def epoch_opened(ledger: Ledger, event: EpochOpened) -> Ledger:
    """The new epoch; the old one is past."""
    past = ledger.past
    if ledger.epoch is not None:
        past = {**past, str(ledger.epoch.number): ledger.epoch}
    return structs.replace(
        ledger, epoch=Epoch(event.number, event.commitments, size=event.size), past=past
    )


@rules.decides(AddEntropy, may=seat, sent=True, anytime=True)
def add_entropy(command: AddEntropy, play: Play) -> None:
    """Entropy counts before the epoch's first die of either kind."""
    epoch = play.ledger.epoch
    if epoch is None:
        play.refuse("no dice are sealed", hint="open an epoch first")
    if any(epoch.positions.values()):
        play.refuse("dice have been rolled in this epoch", hint="wait for the next epoch")
    log = play.outs[0].seq
    if not epoch.size <= command.size <= log:
        play.refuse(
            f"a receipt of {command.size} records does not hold the commitment",
            path="$.size",
            hint=f"one of {epoch.size} to {log} does",
        )
    play.emit(EntropyAdded(by=play.by, text=command.text, size=command.size))


@rules.evolves(EntropyAdded)
def entropy_added(ledger: Ledger, event: EntropyAdded) -> Ledger:
    """The entropies, in order."""
    epoch = ledger.epoch
    if epoch is None:
        return ledger
    more = (*epoch.entropies, Entropy(event.by, event.text, event.size))
    return structs.replace(ledger, epoch=structs.replace(epoch, entropies=more))


@rules.decides(WaiveEntropy, may=gm, sent=True, anytime=True)
def waive_entropy(command: WaiveEntropy, play: Play) -> None:
    """Named for everybody to see, so that an absent player holds up no game."""
    without, epoch = lacking(play.ledger), play.ledger.epoch
    if epoch is None or not without:
        play.refuse("no dice wait for anybody's entropy")
    if not command.reason.strip():
        play.refuse("say why", path="$.reason")
    play.emit(EntropyWaived(epoch=epoch.number, without=without, reason=command.reason))


@rules.evolves(EntropyWaived)
def entropy_waived(ledger: Ledger, event: EntropyWaived) -> Ledger:
    """The epoch waits for nobody among these."""
    epoch = ledger.epoch
    if epoch is None or epoch.number != event.epoch:
        return ledger
    waived = (*epoch.waived, *event.without)
    return structs.replace(ledger, epoch=structs.replace(epoch, waived=waived))


@rules.decides(Reveal, may=HostElseGM(), sent=True)
def reveal(command: Reveal, play: Play) -> None:
    """A seed is revealed once; after it, its epoch draws no more of either kind."""
    name = f"{command.epoch}/{command.kind}"
    if name in play.ledger.reveals:
        play.refuse(f"the {command.kind} seed of epoch {command.epoch} is revealed already")
    if not command.seed:
        play.refuse(f"this store has no {command.kind} seed of epoch {command.epoch}")
    play.emit(SeedRevealed(epoch=command.epoch, kind=command.kind, seed=command.seed))


@rules.evolves(SeedRevealed)
def seed_revealed(ledger: Ledger, event: SeedRevealed) -> Ledger:
    """The seed, by epoch and kind."""
    name = f"{event.epoch}/{event.kind}"
    return structs.replace(ledger, reveals={**ledger.reveals, name: event.seed})


@rules.evolves(Rolled)
def rolled(ledger: Ledger, event: Rolled) -> Ledger:
    """The stream stands after this draw; streams never rewind. Real dice are dice too."""
    draw, epoch = event.draw, ledger.epoch
    if not isinstance(draw, PointsDraw):
        last = structs.replace(ledger.last, drew=True, diced=ledger.last.commit)
        ledger = structs.replace(ledger, last=last)
    if not isinstance(draw, SealedDraw) or epoch is None or draw.epoch != epoch.number:
        return ledger
    streams = epoch.positions.get(draw.kind, {})
    following = max(draw.index + 1, streams.get(draw.stream, 0))
    positions = {**epoch.positions, draw.kind: {**streams, draw.stream: following}}
    return structs.replace(ledger, epoch=structs.replace(epoch, positions=positions))


@rules.evolves(Revealed)
def revealed(ledger: Ledger, event: Revealed) -> Ledger:
    """Something was shown that cannot be unseen, and to whom."""
    to = audience(event.to)
    widened = dict(ledger.widened)
    for seq in map(str, event.seqs):
        widened[seq] = widest(widened[seq], to) if seq in widened else to
    return structs.replace(ledger, widened=widened, last=structs.replace(ledger.last, showed=True))
