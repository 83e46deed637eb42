"""Effects and what is put off, against a model that counts down by hand, whatever comes."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec import Struct, json

from rollbook import Command, Play, Rules, Ruleset, gm
from rollbook.core.look import Look
from rollbook.core.modifiers import Check, Modifier
from rollbook.core.table.actors import RemoveActor
from rollbook.core.table.days import Rest
from rollbook.core.table.effects import effects
from rollbook.core.table.time import EndScene
from rollbook.core.table.turns import EndRound
from rollbook.core.until import (
    At,
    DayEnd,
    Good,
    GroupEnd,
    RestEnd,
    RoundEnd,
    SceneEnd,
    SittingEnd,
    TurnEnd,
    TurnStart,
    Until,
    Uses,
)
from rollbook.core.vocabulary import (
    CameDue,
    Dropped,
    EffectBegan,
    EffectEnded,
    EffectStarted,
    OffStarted,
    PutOff,
    Weighed,
)
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario

ACTORS = ("ann", "bo", "cy")
DAY = 86400

# --- a ruleset that does what the machine says


class Trial(Struct, frozen=True):
    """Nothing."""


class Begin(Command, ruleset="trial"):
    """An effect begins."""

    name: str
    actor: str
    until: Until
    start: Until | None = None


class Later(Command, ruleset="trial"):
    """Something is put off."""

    name: str
    act: str
    until: Until
    start: Until | None = None
    actor: str = ""


class Act(Command, ruleset="trial"):
    """What was put off is done."""

    name: str
    act: str
    until: Until


class Swing(Command, ruleset="trial"):
    """Weigh something that every effect on an actor has its say in."""

    actor: str


class Swung(Weighed, ruleset="trial"):
    """It was weighed."""


rules = Rules(Trial)


@rules.decides(Begin, may=gm)
def begin(command: Begin, play: Play) -> None:
    play.emit(
        EffectBegan(
            id=command.name,
            actor=command.actor,
            kind="x",
            until=command.until,
            start=command.start,
        )
    )


@rules.decides(Later, may=gm)
def later(command: Later, play: Play) -> None:
    act = Act(name=command.name, act=command.act, until=command.until)
    play.later(act, command.until, start=command.start, actor=command.actor)


@rules.decides(Act, may=gm)
def act(command: Act, play: Play) -> None:
    """Acts that others would refuse are not tried, but for the one that refuses by itself."""
    table = play.table
    match command.act.split(" "):
        case ["refuse"]:
            play.refuse("it may not be")
        case ["again"]:
            until = At(table.clock + 1000) if isinstance(command.until, At) else command.until
            if getattr(until, "actor", "") in ("", *table.actors):
                play.later(Act(name=f"{command.name}+", act="note", until=until), until)
        case ["rest"]:
            play.perform(Rest())
        case ["end-round"] if table.round:
            play.perform(EndRound())
        case ["end-scene"] if table.scene:
            play.perform(EndScene())
        case ["leave", actor] if actor in table.actors and actor not in table.turning:
            play.perform(RemoveActor(actor=actor))


@rules.modifies(Check)
def weigh(check: Check, look: Look) -> Iterator[Modifier]:
    for name, _ in effects(look, check.actor, "x"):
        yield Modifier(name, "TRI-001", "result", "add", 1)


@rules.decides(Swing, may=gm)
def swing(command: Swing, play: Play) -> None:
    play.emit(Swung(modifiers=play.modifiers(Check(actor=command.actor, kind="swing"))))


trial = Ruleset("trial", version="1.0.0", state=Trial, chapters=(rules,), events=(Swung,))


# --- the model: lists, and counters that count down


class Model:
    """One thing happens after another; whoever waits for it counts one less."""

    def __init__(self) -> None:
        self.clock = 0
        self.midnight = False
        self.sitting = self.scene = False
        self.slots: list[str] | None = None
        self.spent: list[str] = []
        self.open = ""
        self.actors: list[str] = list(ACTORS)
        self.running: list[dict[str, Any]] = []
        self.waiting: list[dict[str, Any]] = []
        self.log: list[str] = []

    def add(
        self, found: list[dict[str, Any]], name: str, until: Any, start: Any, **more: Any
    ) -> None:
        entry = {"name": name, "until": list(until), "start": start and list(start), **more}
        self.waits(entry["start"] or entry["until"])
        found.append(entry)

    def waits(self, awaited: list[Any]) -> None:
        """What begins at midnight waits for the end of the day that then begins."""
        if self.midnight and awaited[0] == "day":
            awaited[2] += 1

    def happen(self, what: str, who: str = "") -> None:
        self.fire(self.count(what, who))

    def count(self, what: str, who: str = "") -> list[tuple[dict[str, Any], list[Any]]]:
        due = []
        for entry in (*self.running, *self.waiting):
            awaited = entry["start"] or entry["until"]
            if awaited[:2] == [what, who]:
                awaited[2] -= 1
                if awaited[2] <= 0:  # below: due already, and the like has happened within it
                    due.append((entry, awaited))
        return due

    def fire(self, due: list[tuple[dict[str, Any], list[Any]]]) -> None:
        for entry, awaited in due:
            if entry in self.running:
                if awaited is entry["start"]:
                    self.log.append(f"started {entry['name']}")
                    entry["start"] = None
                    self.waits(entry["until"])
                    if not self.over(entry):
                        continue
                self.running.remove(entry)
                self.log.append(f"ended {entry['name']}")
        for entry, awaited in due:
            if not any(each is entry for each in self.waiting):
                continue
            if awaited is entry["start"]:
                self.log.append(f"begun {entry['name']}")
                entry["start"] = None
                self.waits(entry["until"])
                if not self.over(entry):
                    continue
            elif awaited is not entry["until"] or entry["start"]:
                continue
            self.waiting = [each for each in self.waiting if each is not entry]
            if entry["act"] == "refuse":
                self.log.append(f"dropped {entry['name']}")
            else:
                self.log.append(f"done {entry['name']}")
                self.act(entry)

    def over(self, entry: dict[str, Any]) -> bool:
        what, _, n = entry["until"]
        return bool(what == "at" and n <= self.clock)

    def act(self, entry: dict[str, Any]) -> None:
        match entry["act"].split(" "):
            case ["again"]:
                what, who, _ = until = list(entry["again"])
                if what == "at":
                    until = [what, who, self.clock + 1000]
                if who in ("", *self.actors):
                    self.add(self.waiting, entry["name"] + "+", until, None, act="note", hangs="")
            case ["rest"]:
                self.happen("rest")
            case ["end-round"] if self.slots is not None:
                self.end_round()
            case ["end-scene"] if self.scene:
                self.end_scene()
            case ["leave", actor] if actor in self.actors and actor != self.open:
                self.leave(actor)

    def end_turn(self) -> None:
        who, self.open = self.open, ""
        self.spent.append(who)
        self.happen("turn-end", who)
        self.happen("group")

    def begin_turn(self, who: str) -> None:
        self.open = who
        self.happen("turn-start", who)

    def ready(self) -> list[str]:
        return [who for who in self.slots or () if who not in self.spent]

    def next_turn(self) -> None:
        if self.open:
            self.end_turn()
        if self.slots is None or self.open:
            return
        if self.ready():
            self.begin_turn(self.ready()[0])
            return
        again = self.slots
        self.end_round()
        if self.scene and self.slots is None and again:
            self.slots, self.spent = [who for who in again if who in self.actors], []
            if self.slots:
                self.begin_turn(self.slots[0])

    def end_round(self) -> None:
        if self.open:
            self.end_turn()
        if self.slots is not None:
            self.slots = None
            group, round_ = self.count("group"), self.count("round")  # one moment
            self.fire(group)
            self.fire(round_)

    def end_scene(self) -> None:
        if self.slots is not None:
            self.end_round()
        if self.scene:
            self.scene = False
            self.happen("scene")

    def end_sitting(self) -> None:
        if self.scene:
            self.end_scene()
        self.sitting = False
        self.happen("sitting")

    def advance(self, seconds: int) -> None:
        end = self.clock + seconds
        while True:
            awaited = [e["start"] or e["until"] for e in (*self.running, *self.waiting)]
            times = [n for what, _, n in awaited if what == "at"]
            now = min([*times, (self.clock // DAY + 1) * DAY, end])
            self.clock, self.midnight = now, now % DAY == 0
            self.fire([
                (e, e["start"] or e["until"])
                for e in (*self.running, *self.waiting)
                if (e["start"] or e["until"])[0::2] == ["at", now]
            ])  # fmt: skip
            if self.midnight:
                self.midnight = False
                self.happen("day")
            if now == end:
                return

    def leave(self, actor: str) -> None:
        self.actors.remove(actor)
        if self.slots is not None:
            self.slots.remove(actor)
        for entry in list(self.running):
            if actor in (entry["actor"], entry["until"][1], (entry["start"] or ["", ""])[1]):
                self.running.remove(entry)
                self.log.append(f"ended {entry['name']}")
        for entry in list(self.waiting):
            if actor in (entry["hangs"], entry["until"][1], (entry["start"] or ["", ""])[1]):
                self.waiting.remove(entry)
                self.log.append(f"dropped {entry['name']}")

    def swing(self, actor: str) -> None:
        for entry in list(self.running):
            what = entry["until"][0]
            if entry["actor"] == actor and not entry["start"] and what == "uses":
                entry["until"][2] -= 1
                if not entry["until"][2]:
                    self.running.remove(entry)


KINDS: dict[str, Any] = {
    "uses": Uses, "round": RoundEnd, "scene": SceneEnd, "sitting": SittingEnd, "rest": RestEnd,
    "day": DayEnd,
}  # fmt: skip


def until_of(what: str, who: str, n: int) -> Until:
    """The model's words for a moment as the engine's."""
    found: Until
    match what:
        case "turn-start":
            found = TurnStart(who, n)
        case "turn-end":
            found = TurnEnd(who, n)
        case "group":
            found = GroupEnd()
        case "at":
            found = At(n)
        case "good":
            found = Good()
        case _:
            found = KINDS[what](n)
    return found


Moment = tuple[str, str, int]
"""What happens, to whom, and for the how-manieth time; of the clock, the time."""

NUMBER = st.sampled_from((1, 1, 1, 2, 3))
COUNTED = st.sampled_from(("round", "scene", "sitting", "rest", "day"))
TURN = st.tuples(st.sampled_from(("turn-start", "turn-end")), st.sampled_from(ACTORS), NUMBER)
MOMENT = st.one_of(
    TURN,
    TURN,
    st.tuples(COUNTED, st.just(""), NUMBER),
    st.tuples(st.just("group"), st.just(""), st.just(1)),
    st.tuples(st.just("at"), st.just(""), st.sampled_from((1, 500, 1000, DAY, 2 * DAY + 1))),
)  # fmt: skip
END = st.one_of(
    MOMENT,
    st.tuples(st.just("uses"), st.just(""), NUMBER),
    st.tuples(st.just("good"), st.just(""), st.just(1)),
)
ACT = st.sampled_from(("note", "note", "again", "refuse", "rest", "end-round", "end-scene",
                       "leave bo", "leave cy"))  # fmt: skip
START = st.none() | st.none() | MOMENT
ACTOR = st.sampled_from(ACTORS)


class Durations(RuleBasedStateMachine):
    """The engine and the model side by side."""

    @initialize()
    def sit_down(self) -> None:
        self.play = Scenario(trial, actors=dict.fromkeys(ACTORS, "anna"))
        self.model = Model()
        self.made = 0
        self.boards = {self.commits - 1: deepcopy(self.model)}
        self.stands = {self.commits - 1: self.commits - 1}
        self.fight()
        self.next_turn()

    @property
    def commits(self) -> int:
        return self.play.session.timeline.commits

    def send(self, command: Command | str, **fields: Any) -> None:
        """The command is admitted, and afterwards everything agrees."""
        sent = {"type": f"table.{command}", **fields} if isinstance(command, str) else command
        self.play.given(sent)
        self.agrees()
        self.boards[self.commits - 1] = deepcopy(self.model)
        self.stands[self.commits - 1] = fields.get("to", self.commits - 1)

    def agrees(self) -> None:
        table = self.play.session.view().table
        words: dict[type, str] = {
            EffectStarted: "started", EffectEnded: "ended", OffStarted: "begun",
            CameDue: "done", Dropped: "dropped",
        }  # fmt: skip
        found = [
            f"{words[type(e.message)]} {self.name(e.message.id)}"
            for e in self.play.entries
            if type(e.message) in words
        ]
        assert found == self.model.log
        self.model.log = []
        assert [(name, e.start is None, e.left) for name, e in table.effects.items()] == [
            (e["name"], not e["start"], e["until"][2] if e["until"][0] == "uses" else None)
            for e in self.model.running
        ]
        assert [(self.name(id), off.start is None) for id, off in table.later.items()] == [
            (e["name"], not e["start"]) for e in self.model.waiting
        ]
        assert table.clock == self.model.clock
        assert tuple(table.turning) == ((self.model.open,) if self.model.open else ())

    def name(self, id: str) -> str:
        for entry in self.play.session.log():
            if isinstance(entry.message, PutOff) and entry.message.id == id:
                return str(json.decode(entry.message.command)["name"])
        return id

    def moment(self, found: Moment | None) -> Moment | None:
        """What is in play and still to come, or the next best."""
        if found is None:
            return None
        what, who, n = found
        if what == "at":
            return what, who, self.model.clock + n
        return (what, self.model.actors[0] if who not in (*self.model.actors, "") else who, n)

    @rule(actor=ACTOR, end=END, start=START)
    def begin(self, actor: str, end: Moment, start: Moment | None) -> None:
        if actor not in self.model.actors:
            actor = self.model.actors[0]
        self.made += 1
        until, from_ = self.moment(end), self.moment(start)
        assert until
        name = f"e{self.made}"
        self.model.add(self.model.running, name, until, from_, actor=actor)
        self.send(Begin(name=name, actor=actor, until=until_of(*until),
                        start=from_ and until_of(*from_)))  # fmt: skip

    @rule(end=MOMENT, start=START, act=ACT, hangs=st.sampled_from(("", "", "bo")))
    def put_off(self, end: Moment, start: Moment | None, act: str, hangs: str) -> None:
        self.made += 1
        until, from_ = self.moment(end), self.moment(start)
        assert until
        name = f"l{self.made}"
        self.model.add(self.model.waiting, name, until, from_, act=act, hangs=hangs, again=until)
        self.send(Later(name=name, act=act, until=until_of(*until),
                        start=from_ and until_of(*from_), actor=hangs))  # fmt: skip

    @rule()
    def sit_or_rise(self) -> None:
        if self.model.sitting:
            self.model.end_sitting()
            self.send("end_sitting")
        else:
            self.model.sitting = True
            self.send("begin_sitting")

    @rule()
    def scene(self) -> None:
        if self.model.scene:
            self.model.end_scene()
            self.send("end_scene")
        else:
            self.model.scene = True
            self.send("begin_scene")

    @precondition(lambda self: self.model.slots is None)
    @rule()
    def fight(self) -> None:
        if not self.model.scene:
            self.scene()
        self.model.slots, self.model.spent = list(self.model.actors), []
        slots = {f"s-{who}": {"actor": who, "key": [i]} for i, who in enumerate(self.model.actors)}
        self.send("begin_round", slots=slots)

    @precondition(lambda self: self.model.slots)
    @rule()
    def next_turn(self) -> None:
        self.model.next_turn()
        self.send("next_turn")

    @precondition(lambda self: self.model.slots)
    @rule(times=st.integers(2, 4))
    def next_turns(self, times: int) -> None:
        for _ in range(times):
            if self.model.slots:
                self.next_turn()

    @precondition(lambda self: self.model.slots is not None)
    @rule()
    def end_round(self) -> None:
        self.model.end_round()
        self.send("end_round")

    @rule()
    def rest(self) -> None:
        self.model.happen("rest")
        self.send("rest")

    @rule(seconds=st.sampled_from((1, 499, 1000, DAY - 1, DAY, 3 * DAY)))
    def advance(self, seconds: int) -> None:
        self.model.advance(seconds)
        self.send("advance_clock", seconds=seconds)

    @rule()
    def end_day(self) -> None:
        self.model.advance(DAY - self.model.clock % DAY)
        self.send("end_day")

    @rule(actor=st.sampled_from(("bo", "cy")))
    def leave(self, actor: str) -> None:
        if actor in self.model.actors and actor != self.model.open:
            self.model.leave(actor)
            self.send("remove_actor", actor=actor)

    @rule(actor=ACTOR)
    def swing(self, actor: str) -> None:
        if actor in self.model.actors:
            self.model.swing(actor)
            self.send(Swing(actor=actor))

    @rule(back=st.integers(1, 6))
    def give_back(self, back: int) -> None:
        to = max(min(self.boards), self.commits - 1 - back)
        to = self.stands[to]
        if to != self.stands[self.commits - 1]:
            self.model = deepcopy(self.boards[to])
            self.send("return", to=to)

    def teardown(self) -> None:
        if hasattr(self, "play"):
            laws.live_is_refolded(self.play.session)
            laws.decided_again_is_the_same(self.play.session)


def run(examples: int, steps: int = 40) -> None:
    run_state_machine_as_test(
        Durations,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        ),
    )


def test_what_begins_ends_and_comes_due_is_what_a_model_counts_down_to() -> None:
    """Which run and wait, uses left, and the order in which all of it ended and was done."""
    run(80)


def test_what_begins_at_midnight_lasts_the_day_that_begins_with_it() -> None:
    """Engine and model agree at either midnight."""
    side = Durations()
    side.sit_down()
    side.put_off(act="note", end=("day", "", 1), hangs="", start=("at", "", DAY))
    side.end_day()
    assert [type(e.message) for e in side.play.entries if type(e.message) is CameDue] == []
    side.end_day()
    assert [type(e.message) for e in side.play.entries if type(e.message) is CameDue] == [CameDue]
    side.teardown()


def test_what_waits_for_a_group_comes_before_what_waits_for_a_round_that_ends_within_it() -> None:
    """The first of two ends the round; the second is of the group, and so before the third."""
    side = Durations()
    side.sit_down()
    side.put_off(act="note", end=("round", "", 1), hangs="", start=None)
    side.put_off(act="end-round", end=("group", "", 1), hangs="", start=None)
    side.put_off(act="note", end=("group", "", 1), hangs="", start=None)
    side.model.end_scene()
    side.send("end_scene")
    done = [side.name(e.message.id) for e in side.play.entries if type(e.message) is CameDue]
    assert done == ["l2", "l3", "l1"]
    side.teardown()
