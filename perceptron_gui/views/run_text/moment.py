"""What views know of a moment of the lesson; who moves it is not their business."""

from __future__ import annotations

from typing import Protocol

ASKED = "asked"


class ShownMoment(Protocol):
    """A visit, after it was made ("shown") or with its point shown and the outcome still open."""

    @property
    def visit(self) -> int:
        """The 1-based visit, 0 before the first."""

    @property
    def phase(self) -> str:
        """Either "shown" or "asked"."""


def visits_made(moment: ShownMoment) -> int:
    """Return how many visits have had their effect."""
    return moment.visit - (moment.phase == ASKED)
