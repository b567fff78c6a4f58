"""How wide over high a drawing has to be made so that its plane fills the room it gets."""

from __future__ import annotations

import math

from perceptron_gui.figures.figure import Figure

from .pen.projection import Projection

_ALIKE = 0.01
_MOST = 3  # corrections for a size: legends that are broken otherwise must not go on for ever


class PlaneAspect:
    """Begins with the size of the whole; legends, axes and notes leave the plane another shape."""

    def __init__(self) -> None:
        self._aspect = 1.0
        self._left = 0

    def of_size(self, width: int, height: int) -> float:
        """Return what is asked for at first."""
        self._aspect = width / max(1, height)
        self._left = _MOST
        return self._aspect

    def corrected(self, figure: Figure, seen: Projection) -> float | None:
        """Return what to ask for instead, where a plane does not fill its box."""
        across, up = figure.x.range, figure.y.range
        if not (figure.equal and across and up and seen.width > 1 and seen.height > 1):
            return None
        drawn = (across[1] - across[0]) / (up[1] - up[0])
        factor = (seen.width / seen.height) / drawn
        if not self._left or abs(math.log(factor)) < _ALIKE:
            return None
        self._left -= 1
        self._aspect *= factor
        return self._aspect
