"""What a table agreed on, and whom it did not wait for, an audit names and finds clean."""

from __future__ import annotations

from rollbook.core.table.actors import AddActor
from rollbook.core.table.charter import ChangeCharter
from rollbook.core.table.ledger import Charter
from rollbook.core.table.seals import WaiveEntropy
from rollbook.core.table.showing import ShowActor
from rollbook.plugins.testing.scenario import Scenario
from rollbook.plugins.testing.toys import Enter, Sneak, Strike, brawl
from rollbook.replay.audit import audit
from rollbook.replay.recording import Recording


def test_an_audit_names_changes_of_the_charter_and_waived_entropy() -> None:
    """It gives the charter as it is now; secret dice and an actor shown are in order."""
    play = Scenario(brawl, charter=Charter(entropy=True), actors={"ann": "anna"}, sealed=True)
    play.given(WaiveEntropy(reason="Anna is late"), by="gm1")
    play.given(AddActor(id="spy", name="Mata", seen_by=("gm",)), Enter(actor="spy"))
    play.given(Strike(actor="spy", target="spy"), by="gm1")
    if play.session.waiting is not None:
        play.answer("no", "gm1")
    play.given(Sneak(actor="ann", what="x"), ShowActor(actor="spy"))
    play.given(ChangeCharter(switch="entropy", value=False, reason="it takes long"), by="gm1")
    play.given(ChangeCharter(switch="on_behalf", value="nobody", reason="agreed"), by="host")
    found = audit(Recording.of(play.session), play.engine)
    assert found.code == 0, [(r.name, r.grade) for r in found.results]
    noticed = {n.kind: (n.count, n.by) for n in found.notices}
    assert noticed["waived"] == (1, ("gm1",))
    assert noticed["charter"] == (2, ("gm1", "host"))
    assert (found.charter.entropy, found.charter.on_behalf) == (False, "nobody")
