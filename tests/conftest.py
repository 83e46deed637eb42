"""What every test shares."""

from __future__ import annotations

from hypothesis import settings

# A law holds or not; how long an example takes is the machine's affair.
settings.register_profile("laws", deadline=None)
settings.load_profile("laws")
