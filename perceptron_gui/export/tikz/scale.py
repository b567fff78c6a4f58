"""Values of an axis as coordinates for TeX, whose numbers have about five digits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from perceptron_gui.core.values import frozen_value
from perceptron_gui.figures.figure import Axis, Range
from perceptron_gui.figures.marks import Values

from ..layout.projection import fractions

# Where the ends differ by less than this share of them, five digits can not tell values apart.
_NARROW = 0.01
# PGFPlots multiplies values by a power of ten until the largest has as many digits before the
# point as the length of the axis. From 1000 points on, values from -9 to 9 are 18000 apart then,
# and TeX counts to 16383 only. Fractions come to 1100.
_LONG = 900.0
# A unit of a logarithmic axis, which is a factor of e, has to be shorter than that, too.
_LOG_NARROW = 1.5


@frozen_value
class Scale:
    """An axis with a range. Fractions of it are 0 at its beginning and 1 at its end."""

    axis: Axis
    length: float  # on the page, in points

    @property
    def in_fractions(self) -> bool:
        """Tell whether TeX is given fractions, because it could not compute with the values."""
        low, high = self._range
        if self.length > _LONG:
            return True
        if self.axis.log:
            return high < _LOG_NARROW * low
        return high - low < _NARROW * max(abs(low), abs(high))

    @property
    def is_log(self) -> bool:
        """Tell whether TeX is to take the logarithms; fractions are those of logarithms already."""
        return self.axis.log and not self.in_fractions

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
        low, high = (0.0, 1.0) if self.in_fractions else self._range
        if self.is_log:
            values = np.exp(np.log(low) + share * (np.log(high) - np.log(low)))
        else:
            values = low + share * (high - low)
            # Nought but for rounding: its power of ten means nothing.
            values = np.where(np.abs(values) < 1e-12 * (high - low), 0.0, values)
        return [f"{value:.9g}" for value in values.tolist()]
