"""Areas as paths of matplotlib: rings with holes, and bands between two curves."""

from __future__ import annotations

import numpy as np
from matplotlib.path import Path
from numpy.typing import NDArray

from perceptron_gui.figures.marks import Values

Corners = NDArray[np.float64]


def rings_path(rings: list[tuple[Values, Values]]) -> Path:
    """Return one path of all rings (m,), (m,); a ring within an odd number of others is a hole."""
    loops = [np.column_stack(ring) for ring in rings]
    loops = [loop for loop in loops if np.isfinite(loop).all()]
    return _compound([_turned(loop, _is_hole(loop, loops)) for loop in loops])


def _is_hole(loop: Corners, loops: list[Corners]) -> bool:
    around = [other for other in loops if other is not loop]
    return sum(Path(other).contains_point(loop[0]) for other in around) % 2 == 1


def _turned(loop: Corners, clockwise: bool) -> Corners:
    """Turn a ring; pens fill where windings do not cancel, so holes turn against their shape."""
    x, y = loop.T
    area = np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))
    return loop[::-1] if (area < 0) != clockwise else loop


def _compound(loops: list[Corners]) -> Path:
    paths = [Path(np.vstack([loop, loop[:1]]), closed=True) for loop in loops]
    return Path.make_compound_path(*paths) if paths else Path(np.empty((0, 2)))


def band_path(x: Values, lower: Values, upper: Values) -> Path:
    """Return the path between two curves (m,), in a piece for every run without NaN."""
    good = np.isfinite(x) & np.isfinite(lower) & np.isfinite(upper)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], good, [False]]).astype(int)))
    pieces = [slice(a, b) for a, b in edges.reshape(-1, 2) if b - a > 1]
    return _compound(
        [
            np.column_stack(
                [
                    np.concatenate([x[piece], x[piece][::-1]]),
                    np.concatenate([lower[piece], upper[piece][::-1]]),
                ]
            )
            for piece in pieces
        ]
    )
