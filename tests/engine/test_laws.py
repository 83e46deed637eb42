"""The kit's laws hold for the toys, however they are played."""

from __future__ import annotations

from rollbook.core.table.returns import Return, Withdraw
from rollbook.core.until import RoundEnd, SceneEnd, Uses
from rollbook.plugins.testing import laws
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Charm, Curse, Duel, Flurry, Sneak, Strike, Watch


def played(play: Scenario) -> Scenario:
    play.given({"type": "table.begin_scene"})
    slots = {"s1": {"actor": "ann", "key": [1]}, "s2": {"actor": "bo", "key": [2]}}
    play.given({"type": "table.begin_round", "slots": slots}, {"type": "table.next_turn"})
    play.given(Charm(actor="ann", kind="aim", until=Uses(2), amount=2))
    play.given(Charm(actor="bo", kind="ward", until=RoundEnd(), amount=1))
    play.given(Curse(target="cy", amount=3, until=SceneEnd()))
    play.when(Strike(actor="ann", target="bo"), "anna", faces=(6, 5))
    play.given({"type": "table.add_note", "text": "hm"}, by="eve")
    play.answer("yes", "bert", faces=(2,))
    play.when(Watch(actor="bo"), faces=(3,)).when(Sneak(actor="cy", what="psst"), faces=(4,))
    play.when(Flurry(actor="cy", targets=("ann", "bo")), faces=(6, 6))
    play.answer("no", "anna", faces=(6, 6))
    play.answer("no", "bert").answer("yes", "bert")
    play.given({"type": "table.next_turn"}, {"type": "table.next_turn"})
    play.when(Duel(a="ann", b="bo"), faces=())
    play.answer(1, "anna")
    play.answer(-1, "bert", faces=(3, 4))
    play.answer("pass", "bert").answer("better", "anna", faces=(6,))
    return play


def test_the_laws_hold_in_the_middle_and_at_the_end(tavern: Scenario) -> None:
    played(tavern)
    assert tavern.error is None
    laws.hold(tavern.session)
    tavern.given(Withdraw(reason="supper"))
    laws.hold(tavern.session)
    tavern.given(Return(to=tavern.session.timeline.commits - 3, reason="go on"))
    assert tavern.session.waiting
    laws.hold(tavern.session)
    tavern.answer("pass", "anna")
    assert tavern.error is None
    tavern.given({"type": "table.end_scene"})
    laws.hold(tavern.session)


def test_every_view_is_the_fold_of_what_its_viewer_may_see(tavern: Scenario) -> None:
    played(tavern)
    for viewer in ("host", "gm1", "anna", "bert", "eve"):
        laws.view_is_filtered_journal(tavern.session, viewer)
