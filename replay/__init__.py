"""Reading what was recorded: rebuild, time travel, transcripts and differences."""

from __future__ import annotations

from ..core.telling import Words
from .branches import Branched, branches
from .diff import Change, diff
from .following import Following, follow
from .overview import Overview, overview
from .rebuild import at, rebuild, size_at
from .recording import Recording, load
from .script import play
from .standing import Standing, standing
from .story import story
from .transcript import Line, Transcript, tell_receipt
from .waiting import Waiting, waiting
from .walk import Walk
from .words import LANGUAGES, words

__all__ = [
    "LANGUAGES",
    "Branched",
    "Change",
    "Following",
    "Line",
    "Overview",
    "Recording",
    "Standing",
    "Transcript",
    "Waiting",
    "Walk",
    "Words",
    "at",
    "branches",
    "diff",
    "follow",
    "load",
    "overview",
    "play",
    "rebuild",
    "size_at",
    "standing",
    "story",
    "tell_receipt",
    "waiting",
    "words",
]
