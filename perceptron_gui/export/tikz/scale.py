"""Values of an axis as coordinates for TeX, whose numbers have about five digits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from perceptron_gui.figures.figure import Axis, Range
from perceptron_gui.figures.marks import Values

from ..layout.projection import fractions

# Where the ends differ by less than this share of them, five digits can not tell values apart.
_NARROW = 0.01


@dataclass(frozen=True)
class Scale:
    """An axis with a range. Fractions of it are 0 at its beginning and 1 at its end."""

    axis: Axis

    @property
    def is_narrow(self) -> bool:
        """Tell whether TeX is given fractions, because it could not tell the values apart."""
        low, high = self._range
        return not self.axis.log and high - low < _NARROW * max(abs(low), abs(high))

    @property
    def _range(self) -> Range:
        assert self.axis.range is not None
        return self.axis.range

    def fractions(self, values: ArrayLike) -> Values:
        """Return where values lie along the axis."""
        return fractions(self.axis, values)

    def written(self, places: Sequence[float] | Values) -> list[str]:
        """Return fractions of the axis as coordinates in its environment."""
        share = np.asarray(places, dtype=np.float64)
        low, high = (0.0, 1.0) if self.is_narrow else self._range
        if self.axis.log:
            values = np.exp(np.log(low) + share * (np.log(high) - np.log(low)))
        else:
            values = low + share * (high - low)
            # Nought but for rounding: its power of ten means nothing.
            values = np.where(np.abs(values) < 1e-12 * (high - low), 0.0, values)
        return [f"{value:.9g}" for value in values.tolist()]
