"""Not a test: evenings of Fudge played at random, by somebody who knows every command.

What he sends is made up by `inventing`; whatever is refused has to be refused by name and leave
nothing, and what is played has to hold by the laws of the engine and by those of the book.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, TypeVar

from msgspec import Struct

from rollbook.core.engine import Engine
from rollbook.core.entries import Question
from rollbook.core.errors import AuthorError, NotAllowed, RollbookError, StoreError
from rollbook.core.look import Look
from rollbook.core.memory import MemoryStore
from rollbook.core.permissions import gm
from rollbook.core.session import Session
from rollbook.core.table.ledger import Seat
from rollbook.plugins.fudge import Fudge, FudgeOptions, fudge
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Fixed
from rollbook.replay.audit import audit
from rollbook.replay.recording import Recording
from rollbook.replay.transcript import Transcript

from .inventing import DEAD, SEATS, invented
from .upholding import uphold

SESSION = "evening"

APART = {"table.open", "table.answer"}
"""Commands that no phase has: they open a session, or answer what is asked."""

PHASES: dict[str, tuple[str, ...]] = {
    "campaign": (
        "fudge.describe_traits", "fudge.list_trait", "fudge.drop_trait", "fudge.describe_race",
        "fudge.list_combat_skills", "fudge.list_group", "fudge.settle", "fudge.set_critical_table",
    ),
    "making": (
        "fudge.begin_draft", "fudge.tell_draft", "fudge.set_trait", "fudge.set_trait",
        "fudge.roll_trait", "fudge.roll_trait", "fudge.take_trait", "fudge.take_trait",
        "fudge.strike_trait", "fudge.trade_levels", "fudge.trade_slots", "fudge.grant_levels",
        "fudge.price_trait", "fudge.equip_draft",
    ),
    "judging": ("fudge.submit_draft", "fudge.approve_draft", "fudge.reject_draft"),
    "entering": ("fudge.enter",),
    "hours": (
        "table.begin_sitting", "table.begin_scene", "table.advance_clock", "table.advance_clock",
        "table.rest", "table.end_day", "table.set_calendar", "table.refresh_pools",
        "table.end_scene", "table.end_sitting",
    ),
    "turns": (
        "table.begin_round", "table.end_round", "table.take_turn", "table.next_turn",
        "table.interrupt", "table.add_slot", "table.drop_slot", "table.hold_slot",
        "table.release_slot", "table.claim_slot", "table.lose_slot", "table.delay_slot",
    ),
    "actions": (
        "fudge.attempt", "fudge.attempt", "fudge.contest", "fudge.compete", "fudge.situational",
        "fudge.even_chance", "fudge.foregone", "fudge.react", "fudge.lift", "fudge.sprint",
    ),
    "fight": (
        "fudge.begin_fight", "fudge.next_round", "fudge.exchange", "fudge.exchange", "fudge.melee",
        "fudge.melee", "fudge.attack", "fudge.shoot", "fudge.observe", "fudge.wield",
        "fudge.muster", "fudge.join_fight", "fudge.leave_fight", "fudge.begin_segment",
        "fudge.fare", "fudge.land", "fudge.equip", "fudge.end_fight",
    ),
    "wounds": (
        "fudge.suffer", "fudge.suffer", "fudge.inflict", "fudge.inflict", "fudge.endure",
        "fudge.hold_on", "fudge.hold_on", "fudge.shrug_off",
    ),
    "deaths": ("fudge.kill",),
    "healing": (
        "fudge.heal", "fudge.treat", "fudge.convalesce", "fudge.rouse", "fudge.get_up",
        "fudge.treat", "fudge.convalesce", "fudge.shrug_off",
        "table.advance_clock",
    ),
    "powers": ("fudge.cast", "fudge.use_power", "fudge.project", "fudge.cast", "fudge.invoke"),
    "points": (
        "fudge.ask_me", "fudge.announce", "fudge.take_back", "fudge.wish_for",
        "fudge.grant_points", "fudge.trade_points",
    ),
    "development": (
        "fudge.award", "fudge.raise", "fudge.reward", "fudge.acquire", "fudge.train",
        "fudge.define_trait", "fudge.revise",
    ),
    "things": (
        "fudge.bring_creature", "fudge.bring_sample", "fudge.bring_thing", "fudge.hand_over",
        "fudge.strain_thing", "fudge.kindle", "fudge.sway", "fudge.withstand",
        "fudge.break_implant", "fudge.pay", "fudge.mend",
    ),
    "switches": ("table.set_option",),
    "table": (
        "table.add_actor", "table.rename_actor", "table.remove_actor", "table.show_actor",
        "table.give_actor", "table.give_role", "table.add_seat", "table.add_note",
        "table.open_pool", "table.spend", "table.gain", "table.gain_temporary", "table.transfer",
        "table.set_pool", "table.close_pool", "table.end_effect", "table.lapse_ruling",
        "table.adopt", "table.change_charter", "table.open_epoch", "table.add_entropy",
        "table.waive_entropy", "table.reveal", "table.amend", "table.turn_die", "table.correct",
    ),
    "past": ("table.return", "table.return", "table.withdraw"),
}  # fmt: skip
"""Commands by what people are about when they send them."""

IDLE: dict[str, Callable[[FudgeOptions], bool]] = {
    **dict.fromkeys(PHASES["powers"], lambda o: o.powers and o.powers_most != 0),
    **dict.fromkeys(PHASES["points"], lambda o: o.fudge_points),
    **dict.fromkeys(
        ("fudge.exchange", "fudge.melee", "fudge.attack", "fudge.shoot", "fudge.next_round"),
        lambda o: o.combat_system == "objective",
    ),
    **dict.fromkeys(
        ("fudge.begin_segment", "fudge.fare", "fudge.land"),
        lambda o: o.combat_system == "subjective",
    ),
    "fudge.muster": lambda o: o.mooks,
    "fudge.observe": lambda o: o.allout_defence_observe and o.combat_system == "objective",
    "fudge.sprint": lambda o: o.speed,
    "fudge.endure": lambda o: o.will_over_pain,
    "fudge.announce": lambda o: o.fudge_points and (o.fp_b or o.fp_e),
    "fudge.take_back": lambda o: o.fudge_points and (o.fp_b or o.fp_e),
    "fudge.wish_for": lambda o: o.fudge_points and o.fp_f,
    "fudge.trade_points": lambda o: o.fudge_points and o.fp_ep_rate > 0,
    "fudge.train": lambda o: "training" in o.development,
    "fudge.award": lambda o: "objective" in o.development,
    "fudge.acquire": lambda o: "objective" in o.development,
    "fudge.raise": lambda o: o.development != "training",
    "fudge.roll_trait": lambda o: o.creation == "random",
    "fudge.trade_levels": lambda o: o.trade_rates == "table",
    "fudge.shrug_off": lambda o: o.fudge_points and (o.fp_c or o.fp_d),
    "fudge.react": lambda o: o.reaction_rolls,
}
"""What a table has to have for a command to be of use there."""

NEEDY = {
    "fudge.heal", "fudge.treat", "fudge.convalesce", "fudge.rouse", "fudge.endure",
    "fudge.shrug_off",
}  # fmt: skip
"""Commands for which somebody has to be hurt."""

EVENING: Sequence[tuple[str, int]] = (
    ("campaign", 2), ("entering", 4), ("making", 10), ("judging", 4), ("hours", 3),
    ("actions", 6), ("points", 4), ("fight", 14), ("powers", 4), ("wounds", 4), ("healing", 4),
    ("development", 6), ("things", 5), ("deaths", 1), ("switches", 1), ("table", 3), ("turns", 3),
    ("past", 2),
)  # fmt: skip
"""How often each is what an evening is about; in this order at first, then at random."""


class Step(Struct, frozen=True):
    """Something done at the table.

    Args:
        command: as it was sent; empty for a restart of the program.
        by: seat.
        tried: whether it was looked at before, in a preview.
    """

    command: dict[str, Any] = {}
    by: str = ""
    tried: bool = False


class Evening:
    """A session, and what was done in it.

    Args:
        options: switches that it is opened with.
        word: from which its dice are made.
    """

    def __init__(self, options: Mapping[str, Any], word: str = "evening") -> None:
        self.options = dict(options)
        self.word = word
        self.steps: list[Step] = []
        self.done: list[str] = []
        self.refused: list[tuple[str, RollbookError]] = []
        self.store = MemoryStore()
        seats = {name: Seat(name.title(), role) for name, role in SEATS.items()}  # type: ignore[arg-type]
        self.engine = self._engine(word)
        self.session: Session = self.engine.new(
            self.store, SESSION, ["fudge"], seats=seats, options={"fudge": self.options}
        )

    def _engine(self, word: str) -> Engine:
        return Engine([fudge], installed=False, surroundings=Fixed(word))

    # --- what is done

    def take(self, step: Step) -> bool:
        """Do it; False where it is refused, which it may be by name alone, and leaves nothing."""
        self.steps.append(step)
        if not step.command:
            self._restart()
            return True
        store, session = self.store, self.session
        head, slices = store.head(SESSION), dict(session.timeline.slices)
        offered = session.waiting is not None and left_open(session.waiting, step.command)
        if step.tried:
            self._preview(step)
        try:
            session.do(step.command, step.by)
        except RollbookError as error:
            by_name(error)
            assert store.head(SESSION) == head
            assert all(session.timeline.slices[kind] is kept for kind, kept in slices.items())
            self.refused.append((step.command["type"], error))
            dice = "_epoch" in error.hint or "_entropy" in error.hint  # which are the host's affair
            if offered and not dice and not isinstance(error, NotAllowed):
                raise AssertionError(f"it may be chosen, and is refused: {error}") from error
            return False
        self.done.append(step.command["type"])
        return True

    def _preview(self, step: Step) -> None:
        head = self.store.head(SESSION)
        try:
            self.session.preview(step.command, step.by)
        except RollbookError as error:
            by_name(error)
        assert self.store.head(SESSION) == head

    def _restart(self) -> None:
        before = laws.plain(self.session.timeline.slices)
        if self.session.waiting is None:
            self.session.close()
        self.session = self._engine(f"{self.word} again").open(self.store, SESSION)
        assert laws.plain(self.session.timeline.slices) == before

    # --- what comes to mind

    def send(self, chance: Random, tag: str) -> bool:
        """A command of this tag, whatever comes to mind, by whoever may mostly send it.

        Where something is wanting for it, that is mostly brought about first.
        """
        if chance.random() < 0.9:
            for first in wanting(self.session, tag):
                self._send(chance, first)
                self.settle(chance)
        return self._send(chance, tag)

    def _send(self, chance: Random, tag: str) -> bool:
        command = invented(chance, self.session, tag)
        tried = chance.random() < 0.03 and tag not in PHASES["fight"]  # whose odds take seconds
        return self.take(Step(command, self._sender(chance, command), tried))

    def _sender(self, chance: Random, command: Mapping[str, Any]) -> str:
        if chance.random() < 0.03:
            return chance.choice([*SEATS])
        decider, _ = self.session.book.decider(command["type"])
        owners = self.session.timeline.ledger.owners.get(command.get("actor", ""), ())
        return "master" if decider.may is gm else chance.choice((*owners, "master", "master"))

    def answer(self, chance: Random) -> bool:
        """An answer to what is asked: mostly one that fits, by somebody whom it is asked of."""
        question = self.session.waiting
        assert question is not None
        who = chance.choice(question.waiting_for)
        owners = self.session.timeline.ledger.owners.get(who, ())
        seat = who if who in SEATS else chance.choice((*owners, "master"))
        if chance.random() < 0.03:
            seat = chance.choice([*SEATS])
        answer = {"type": "table.answer", "answer": _said(chance, question), "for_": who}
        if question.standing and chance.random() < 0.3:
            answer["stands"] = chance.choice(("scene", "sitting", "good"))
        return self.take(Step(answer, seat))

    def settle(self, chance: Random, most: int = 12) -> None:
        """Answer until nothing is asked, or take back what asks on and on."""
        for _ in range(most):
            if self.session.waiting is None:
                return
            if chance.random() < 0.04:
                self.send(chance, chance.choice(PHASES[chance.choice([*PHASES])]))
            else:
                self.answer(chance)
        if self.session.waiting is not None:
            assert self.take(Step({"type": "table.withdraw", "reason": "supper"}, "master"))

    def play(self, chance: Random, plan: Iterable[tuple[str, int]]) -> None:
        """So many commands of each phase, in turn; what they ask is mostly answered."""
        for phase, many in plan:
            for _ in range(many):
                self.send(chance, self._of_phase(chance, phase))
                if chance.random() < 0.02:
                    self.take(Step())
                if chance.random() < 0.95:
                    self.settle(chance)

    def _of_phase(self, chance: Random, phase: str) -> str:
        """One of its commands; mostly one that this table has a use for."""
        tag = chance.choice(PHASES[phase])
        options = Look(self.session.timeline.slices, self.session.book).options[FudgeOptions]
        for _ in range(5):
            if tag not in IDLE or IDLE[tag](options) or chance.random() < 0.1:
                break
            tag = chance.choice(PHASES[phase])
        else:
            tag = chance.choice(PHASES["actions"])
        return tag

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Whatever is raised inside says what was done at the table, made as short as it goes."""
        try:
            yield
        except Exception as error:
            seen = place(error)

            def fails(steps: list[Step]) -> bool:
                found = again(self.options, self.word, steps)
                return found is not None and place(found) == seen

            error.add_note(f"seed {self.word!r}, options {self.options}")
            for step in fewest(self.steps, fails):
                error.add_note(json.dumps([step.by, step.command], default=list))
            raise

    # --- what holds in the end

    def close(self, *, thorough: bool = False) -> None:
        """Hold the whole evening to what holds of any.

        Args:
            thorough: whether the slow laws are held too.
        """
        uphold(self.session)
        laws.balances_are_sums(self.session)
        laws.streams_are_gapless(self.session)
        for seat in tuple(self.session.timeline.ledger.seats):
            laws.view_is_filtered_journal(self.session, seat)
        for lang, viewer in (("en", ""), ("it", "anna"), ("it", "master")):
            told(Recording.of(self.session), lang, viewer)
        if thorough:
            laws.hold(self.session)
        found = audit(Recording.of(self.session), self.engine)
        assert found.code == 0, [result for result in found.results if result.grade]


def wanting(session: Session, tag: str) -> Iterable[str]:
    """Commands by which there is what a command of this tag is about."""
    look = Look(session.timeline.slices, session.book)
    if session.waiting is not None:
        return
    if tag in (*PHASES["making"], *PHASES["judging"]):
        yield from _somebody_in_the_making(look, tag)
    elif tag.startswith("fudge.") and tag not in (*PHASES["campaign"], *PHASES["entering"]):
        yield from _somebody_in_play(look, tag)
    if tag in PHASES["fight"] and tag != "fudge.begin_fight" and not look.state[Fudge].fight:
        yield "fudge.begin_fight"
    if tag == "fudge.shoot" and look.options[FudgeOptions].initiative == "roll":
        yield from ("fudge.next_round", "table.next_turn")
    if tag == "fudge.shrug_off" and look.state[Fudge].fight is not None:
        yield "fudge.end_fight"
    if tag in PHASES["turns"] and tag != "table.begin_round" and look.table.round is None:
        yield "table.begin_round" if look.table.scene else "table.begin_scene"
    yield from FIRST.get(tag, ())


def _somebody_in_the_making(look: Look, tag: str) -> Iterable[str]:
    state = look.state[Fudge]
    if tag != "fudge.begin_draft" and not set(state.drafts) - set(state.characters):
        yield "fudge.begin_draft"


def _somebody_in_play(look: Look, tag: str) -> Iterable[str]:
    """At least three who live, and whoever is hurt or gifted as the command needs."""
    state = look.state[Fudge]
    living = [who for who in state.characters.values() if who.level < DEAD]
    if len(state.characters) > len(living) + 2:
        yield "table.remove_actor"
    if len(living) < FEW:
        yield from ("fudge.enter", "fudge.enter")
    if tag in NEEDY and not any(who.level for who in living):
        yield from ("fudge.suffer", "fudge.suffer")
    if tag in PHASES["powers"] and not any(who.powers for who in living):
        yield "fudge.enter"


FEW = 3

FIRST: dict[str, tuple[str, ...]] = {
    "fudge.hold_on": ("fudge.suffer", "fudge.suffer"),
    "fudge.shrug_off": ("fudge.grant_points", "fudge.grant_points"),
    "fudge.observe": ("fudge.exchange",),
    "fudge.get_up": ("fudge.convalesce",),
    "fudge.raise": ("fudge.award",),
    "fudge.acquire": ("fudge.award",),
    "fudge.trade_points": ("fudge.award",),
    "fudge.approve_draft": ("fudge.submit_draft",),
    "fudge.take_back": ("fudge.announce",),
    "table.end_sitting": ("table.begin_sitting",),
    "table.gain": ("table.open_pool",),
    "table.spend": ("table.open_pool",),
}
"""What goes before a command whenever it is sent."""


def told(recording: Recording, lang: str, viewer: str) -> None:
    """Every event of Fudge's is told in words: no key without any, and no place left open."""
    for line in Transcript(recording, lang=lang, viewer=viewer):
        if line.kind == "event" and line.type.startswith("fudge."):
            assert not _WORDLESS.search(line.text), f"{line.type} in {lang}: {line.text}"


_WORDLESS = re.compile(r"\bfudge\.[a-z]|\btable\.[a-z]|[{}]|None|frozenset|Struct")


def by_name(error: RollbookError) -> None:
    """An error that a player can do something about: it says what, and is no author's."""
    assert not isinstance(error, AuthorError | StoreError), repr(error)
    assert error.code != RollbookError.code
    assert error.what


def _said(chance: Random, question: Question) -> Any:
    """An answer: mostly one that the question leaves open."""
    if chance.random() < 0.03:
        return chance.choice(("no choice at all", 99, "", [1]))
    if question.of == "choice":
        return chance.choice([choice.key for choice in question.choices])
    if question.of == "int":
        least = 0 if question.ge is None else question.ge
        return chance.randint(least, least + 3 if question.le is None else question.le)
    return "so it is"


def left_open(question: Question, command: Mapping[str, Any]) -> bool:
    """Whether a command answers this question with what it offers: then no rule refuses it."""
    if command["type"] != "table.answer" or command["for_"] not in question.waiting_for:
        return False
    said = command["answer"]
    if question.of == "choice":
        return said in [choice.key for choice in question.choices]
    if question.of == "int":
        least, most = question.ge, question.le
        fits = isinstance(said, int) and (least is None or least <= said)
        return fits and (most is None or said <= most)
    return question.of == "text" and isinstance(said, str) and bool(said)


def at_random(chance: Random, many: int) -> list[tuple[str, int]]:
    """A plan of so many commands in no order."""
    names, weights = zip(*EVENING, strict=True)
    return [(phase, 1) for phase in chance.choices(names, weights, k=many)]


def played(options: Mapping[str, Any], seed: str, many: int, *, thorough: bool = False) -> Evening:
    """An evening from its seed: once through everything, then so many commands at random.

    Args:
        options: switches that the table is opened with.
        seed: of all that is chance in it.
        many: commands at random.
        thorough: whether the slow laws are held too.

    Raises:
        AssertionError: something does not hold; its notes say what was done, made as short as
            it goes.
    """
    chance = Random(seed)
    evening = Evening(options, seed)
    with evening.explained():
        evening.play(chance, EVENING)
        evening.play(chance, at_random(chance, many))
        evening.close(thorough=thorough)
    return evening


def again(options: Mapping[str, Any], word: str, steps: Iterable[Step]) -> Exception | None:
    """What the same steps run into, if anything."""
    evening = Evening(options, word)
    try:
        for step in steps:
            evening.take(step)
        evening.close()
    except Exception as error:
        return error
    return None


T = TypeVar("T")


def fewest(things: Sequence[T], fails: Callable[[list[T]], bool]) -> list[T]:
    """As few of these, in their order, as still fail; found by leaving out ever smaller parts."""
    kept, size = list(things), max(1, len(things) // 2)
    while True:
        at = 0
        while at < len(kept):
            fewer = kept[:at] + kept[at + size :]
            if fails(fewer):
                kept = fewer
            else:
                at += size
        if size == 1:
            return kept
        size //= 2


def place(error: Exception) -> tuple[type, str, str]:
    """Where an error was raised, and how it begins: two of the same defect are alike in it."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = f"{trace.tb_frame.f_code.co_name}:{trace.tb_lineno}" if trace else ""
    return type(error), where, str(error)[:40]
