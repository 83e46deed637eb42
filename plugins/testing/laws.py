"""Laws that every ruleset must pass, as functions to call on a session that was played.

``hold(session)`` checks all that need nothing but the session; `again.py` checks the same
file in a fresh process under other hash seeds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec

from ...core.audiences import sees_record
from ...core.chain import chain, on
from ...core.deciding import How, step
from ...core.entries import Entry
from ...core.errors import RollbookError
from ...core.look import Look
from ...core.messages import Command
from ...core.records import Commit, Record
from ...core.redeciding import answers_of, dice_of
from ...core.session import Session
from ...core.table.ledger import Ledger
from ...core.table.pools import PoolOpened
from ...core.table.state import Table
from ...core.table.temporary import Lapsed
from ...core.timeline import Timeline
from ...core.vocabulary import Gained, Revealed, Rolled, SealedDraw, Spent

_PLAIN = msgspec.json.Encoder()
_SIGNS = {Gained.message.tag: 1, Spent.message.tag: -1, Lapsed.message.tag: -1}


def plain(slices: Mapping[type, Any]) -> dict[str, bytes]:
    """Slices as bytes by name, with maps in their live order: order is state too."""
    return {kind.__name__: _PLAIN.encode(value) for kind, value in slices.items()}


def digest(session: Session) -> str:
    """One digest of everything a session is: records, and the state at its head."""
    total = hashlib.sha256()
    for record in session.store.records(session.name):
        total.update(msgspec.json.encode(record))
    for name, value in sorted(plain(session.timeline.slices).items()):
        total.update(name.encode() + value)
    return total.hexdigest()


def hold(session: Session) -> None:
    """All laws below that need a session alone.

    Args:
        session: that was played, as far as it got: an open question is welcome.

    Raises:
        AssertionError: one does not hold; says which commit, record, seat or pool.
    """
    live_is_refolded(session)
    snapshots_round_trip(session)
    decided_again_is_the_same(session)
    balances_are_sums(session)
    streams_are_gapless(session)
    for seat in tuple(session.timeline.ledger.seats):
        view_is_filtered_journal(session, seat)


def cuts(session: Session) -> Iterator[tuple[Timeline, Commit, list[Record]]]:
    """Before each commit: a fresh timeline folded so far, the commit and its records."""
    timeline = Timeline(session.book, session.store, session.name)
    for commit in session.store.commits(session.name):
        yield timeline, commit, list(session.store.records(session.name, commit.first, commit.size))
        timeline.advance(session.store.facts(session.name, commit.first, commit.size))


def live_is_refolded(session: Session) -> None:
    """What is live, now and after the commits before, is what records alone give.

    Of a long session some sixty commits are looked at, for each costs a fold from the first.
    """
    fresh = Timeline(session.book, session.store, session.name)
    every = 1 + session.timeline.commits // 60
    for commit in session.store.commits(session.name):
        fresh.advance(session.store.facts(session.name, commit.first, commit.size))
        if commit.no % every:
            continue
        kept = session.timeline.board(commit.no)
        assert plain(kept) == plain(fresh.slices), f"commit {commit.no} folds to something else"
        chained = _by_chain(session, commit.no)
        assert plain(chained) == plain(fresh.slices), f"commit {commit.no} differs along the chain"
    assert plain(session.timeline.slices) == plain(fresh.slices)


def _by_chain(session: Session, commit: int) -> dict[type, Any]:
    """Board and ledger after a commit, folded without anything kept."""
    timeline = session.timeline
    spans = chain(commit, timeline.ledger.parents)
    slices = session.book.slices()
    for fact in session.store.facts(session.name):
        if fact.commit <= commit:
            timeline.folder.fact(slices, fact, board=on(spans, fact.commit))
    return slices


def snapshots_round_trip(session: Session) -> None:
    """A snapshot at any cut, restored and folded on, gives the same; order of maps included."""
    digests = dict.fromkeys(session.book.names, "d")
    for timeline, commit, _ in cuts(session):
        if not timeline.commits or timeline.pending is not None:
            continue
        restored = Timeline(session.book, session.store, session.name)
        assert restored.restore(timeline.snapshot(digests)), f"before commit {commit.no}"
        assert plain(restored.slices) == plain(timeline.slices)
        restored.advance(session.store.facts(session.name, restored.size))
        assert plain(restored.slices) == plain(session.timeline.slices)


def decided_again_is_the_same(session: Session) -> None:
    """Every command decided again with the recorded faces gives the same records."""
    for timeline, commit, records in cuts(session):
        head = records[0]
        command = session.book.decoder(head.type).decode(head.body)
        before = plain(timeline.slices)
        dice = dice_of(session.book, records)
        how = How(head.by, dice, answers_of(session.book, records), session.engine.limits)
        outs = step(timeline, command, head.body, how).outs
        again = [(o.seq, o.kind, o.message.message.tag, o.body, o.cause, o.to) for o in outs]
        was = [(r.seq, r.kind, r.type, r.body, r.cause, r.to) for r in records]
        assert again == was, f"commit {commit.no} is decided otherwise"
        assert plain(timeline.slices) == before, f"deciding commit {commit.no} changed what stood"


def _rolls(session: Session) -> dict[SealedDraw, Any]:
    found = {}
    for record in session.store.records(session.name):
        if record.type == Rolled.message.tag:
            event = session.book.decoder(record.type).decode(record.body)
            if isinstance(event.draw, SealedDraw):
                assert event.draw not in found, f"{event.draw} was drawn twice"
                found[event.draw] = event.dice
    return found


def balances_are_sums(session: Session) -> None:
    """At the head, each pool's balance is the sum of its changes on the board's chain."""
    spans = chain(session.timeline.commits - 1, session.timeline.ledger.parents)
    sums: dict[tuple[str, str], int] = {}
    for fact in session.store.facts(session.name):
        if not on(spans, fact.commit) or fact.kind != "event":
            continue
        if fact.type == PoolOpened.message.tag or fact.type in _SIGNS:
            event = session.book.decoder(fact.type).decode(fact.body)
            sign = _SIGNS.get(fact.type)
            pool = (event.actor, event.pool)
            sums[pool] = 0 if sign is None else sums[pool] + sign * event.amount
    table: Table = session.timeline.slices[Table]
    for actor, pools in table.pools.items():
        for name, held in pools.items():
            assert held.balance == sums[actor, name], f"{actor}'s {name}"
            assert held.minimum <= held.lasting
            assert held.maximum is None or held.lasting <= held.maximum


def streams_are_gapless(session: Session) -> None:
    """Every stream of every epoch counts 0, 1, 2, … in the order of the log."""
    following: dict[tuple[int, str, str], int] = {}
    for draw in _rolls(session):
        stream = (draw.epoch, draw.kind, draw.stream)
        assert draw.index == following.get(stream, 0), f"{draw} leaves a gap"
        following[stream] = draw.index + 1


def seen_by(
    session: Session, viewer: str, tries: Iterable[Command] = (), *, counted: bool = True
) -> dict[str, Any]:
    """All that a viewer is shown, by where: state, log, questions, offers, previews, refusals.

    Args:
        session: that was played.
        viewer: seat.
        tries: commands that he might send; nothing is appended.
        counted: whether the numbers of records count as shown.
    """
    view = session.view(viewer)
    ledger: Ledger = view.slices[Ledger]
    if ledger.epoch is not None:  # commitments are hashes of seeds, which are chance
        size = ledger.epoch.size if counted else 0
        bare = msgspec.structs.replace(ledger.epoch, commitments={}, size=size)
        ledger = msgspec.structs.replace(ledger, epoch=bare, past={})
    if not counted:
        ledger = msgspec.structs.replace(ledger, widened={})
    heard: list[Entry] = []
    session.subscribe(heard.append, viewer=viewer, since=0)()
    return {
        "state": {**plain(view.slices), "Ledger": _PLAIN.encode(ledger)},
        "projections": {k: msgspec.json.encode(v) for k, v in view.projections().items()},
        "offers": [info.type for info in session.commands(viewer)],
        "log": _entries(session.log(viewer=viewer), counted),
        "subscription": _entries(heard, counted),
        "question": session.waiting_for(viewer),
        "previews": [_tried(session, command, viewer) for command in tries],
    }


def _entries(entries: Iterable[Entry], counted: bool) -> list[tuple[Any, ...]]:
    """Entries as they are compared; without commitments, which are hashes."""
    shown = [e for e in entries if not e.type.endswith(("open", "epoch_opened"))]
    places = {e.seq: e.seq if counted else i for i, e in enumerate(shown)}
    found = []
    for e in shown:
        message = e.message
        if isinstance(message, Revealed) and not counted:
            seqs = tuple(places[seq] for seq in message.seqs if seq in places)
            message = msgspec.structs.replace(message, seqs=seqs)
        cause = e.cause
        if cause is not None and not counted:
            cause = places.get(cause, -1)
        head = (places[e.seq], e.commit, e.kind, e.type, e.family, e.by, cause, e.to)
        found.append((*head, msgspec.json.encode(message)))
    return found


def _tried(session: Session, command: Command, viewer: str) -> Any:
    """What a preview tells its sender, or what it is refused with."""
    try:
        return session.preview(command, viewer)
    except RollbookError as error:
        return error.as_dict()


def cannot_tell(
    one: Session,
    other: Session,
    viewer: str,
    tries: Iterable[Command] = (),
    *,
    counted: bool = True,
) -> None:
    """Two sessions that differ only in what a viewer may not see look the same to him.

    Args:
        one: session.
        other: session, with other secrets.
        viewer: seat.
        tries: commands that he might send: what their previews and refusals tell him is the
            same too.
        counted: whether there are as many secret records in both. Their number is no secret;
            where it differs, seqs are compared by their order alone.
    """
    tried = tuple(tries)
    mine, yours = (seen_by(s, viewer, tried, counted=counted) for s in (one, other))
    for where, shown in mine.items():
        assert shown == yours[where], f"{viewer} can tell them apart by the {where}"


def view_is_filtered_journal(session: Session, viewer: str) -> None:
    """A viewer's state is the fold of exactly the records that he may see, and can be shown.

    So every fold and every projection tolerates gaps: it raises nothing where what came before
    is hidden from him.
    """
    timeline = session.timeline
    look = Look(timeline.slices, session.book)
    spans = chain(timeline.commits - 1, timeline.ledger.parents)
    slices = session.book.slices()
    for fact in session.store.facts(session.name):
        if sees_record(viewer, fact.seq, fact.to, look):
            with _tolerant(f"the fold of {fact.type} (record {fact.seq})", viewer):
                timeline.folder.fact(slices, fact, board=on(spans, fact.commit))
    with _tolerant("a fold", viewer):
        view = session.view(viewer)
    assert plain(view.slices) == plain(slices), f"{viewer}'s view is not what {viewer} may see"
    for name in view.rulebook.projections:
        with _tolerant(f"the projection {name}", viewer):
            view[name]


@contextmanager
def _tolerant(what: str, viewer: str) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        raise AssertionError(
            f"{what} raises {error!r} in the view of {viewer}, from whom something is hidden"
        ) from error
