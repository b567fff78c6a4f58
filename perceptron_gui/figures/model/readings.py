"""What a figure says at a place: the values of its curves there, or the place of a plane."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from perceptron_gui.base.number_text import number

from . import label as labels
from .axes import fractions, value_at
from .figure import Axis, Figure
from .marks import RANGE, Band, Line, Mark, Steps
from .role import Role

_MOST_WRITTEN = 12  # digits
_MOST_WHOLE = 10**12  # larger numbers are written as powers of ten
_ROUNDING = 1e-12  # relative; what floats add to a short decimal is less
# What a curve is compared with is read after the curve itself, and a halo not at all.
BESIDE = (Role.UPPER_BOUND, Role.LOWER_BOUND, Role.TANGENT)


@dataclass(frozen=True)
class SeenAxes:
    """The ranges of axes that are seen, in a box of pixels: these decide how many digits count."""

    width: float
    height: float
    x: Axis
    y: Axis
    right: Axis | None = None


def words_at(figure: Figure, seen: SeenAxes, x: float, y: float) -> tuple[str, ...]:
    """Return the coordinates of a place in a plane; else x and the value of every curve there.

    The height y never stands for a value: without a curve at x there is nothing to say.
    """
    if figure.bare:
        return ()
    if figure.equal:
        places = (seen.x, x, seen.width), (seen.y, y, seen.height)
        return tuple(_coordinate(*place) for place in places if place[0].label)
    if _counts_whole(seen.x):
        x = float(round(x))
    values: dict[str, str] = {}  # the past of a curve and its future share the one at the cursor
    curves = [mark for mark in figure.marks if isinstance(mark, Line | Steps)]
    named = [curve for curve in curves if curve.called and curve.role is not Role.HIGHLIGHT]
    for curve in sorted(named, key=lambda curve: curve.role in BESIDE):
        value, name = _value(curve, figure, seen, x), curve.called
        if value and name not in values:
            # "‖w‖² = 6" for a formula, "errors: 2" for words or for what has a sign already.
            is_formula = labels.parts(name)[-1][0] and "=" not in name
            joined = f" {value}" if is_formula else f": {value.removeprefix('= ')}"
            values[name] = labels.to_plain(name) + joined
    return (_coordinate(seen.x, x, seen.width), *values.values()) if values else ()


def _value(curve: Line | Steps, figure: Figure, seen: SeenAxes, x: float) -> str:
    """Return "= 6" where the curve holds the value, "≈ 0.17" elsewhere; nothing beside it."""
    there = np.flatnonzero(curve.x == x)
    around = np.flatnonzero((curve.x[:-1] < x) & (x < curve.x[1:]))
    if not len(there) and not len(around):
        return ""
    i = int(there[-1] if len(there) else around[-1])
    axis = seen.right if curve.right and seen.right else seen.y
    if figure.has(curve.key + RANGE):
        return _extent(figure.mark(curve.key + RANGE), i, float(curve.y[i]), axis, seen.height)
    if not len(there) and curve.sampled:  # the nearest value that is known
        nearest = i if x - curve.x[i] <= curve.x[i + 1] - x else i + 1
        return _told(float(curve.y[nearest])).replace("=", "≈")
    if len(there) or isinstance(curve, Steps):
        return _told(float(curve.y[i]))
    return _between(curve, i, seen.x, axis, x, seen.height)


def _between(curve: Line, i: int, across: Axis, up: Axis, x: float, pixels: float) -> str:
    """Return the height of a line between two corners, straight also on logarithmic axes."""
    start, end, at = fractions(across, [curve.x[i], curve.x[i + 1], x]).tolist()
    low, high = fractions(up, curve.y[i : i + 2]).tolist()
    height = low + (high - low) * (at - start) / (end - start)
    if not math.isfinite(height):
        return ""
    return f"≈ {_roundly(value_at(up, height), up, pixels)}"


def _extent(area: Mark, i: int, mean: float, axis: Axis, pixels: float) -> str:
    """Return the lowest, the highest and the mean value where a curve has too many swings."""
    assert isinstance(area, Band)
    at = min(2 * i, len(area.lower) - 1)  # every bucket has two corners
    low, high = (_told(float(edge[at])).lstrip("=≈ ") for edge in (area.lower, area.upper))
    if low == high:
        return _told(mean)
    return f"= {low} to {high}, mean {_roundly(mean, axis, pixels)}"


def _told(value: float) -> str:
    """Return "= 0.5", or "≈ 0.166667" where six digits do not say it all."""
    if not math.isfinite(value):
        return ""
    if value.is_integer() and abs(value) < _MOST_WHOLE:
        return f"= {labels.to_plain(f'${int(value)}$')}"
    is_whole_truth = math.isclose(float(f"{value:.6g}"), value, rel_tol=_ROUNDING)
    return f"{'=' if is_whole_truth else '≈'} {labels.to_plain(f'${number(value)}$')}"


def _roundly(value: float, axis: Axis, pixels: float) -> str:
    """Return a value to as many digits as pixels tell apart."""
    low, high = axis.range or (0.0, 1.0)
    digits = 3
    if not axis.log and value:
        pixel = (high - low) / max(pixels, 1.0)
        digits = math.floor(math.log10(abs(value))) - math.floor(math.log10(pixel)) + 1
    return labels.to_plain(f"${number(float(f'{value:.{min(max(digits, 1), 6)}g}'))}$")


def _coordinate(axis: Axis, value: float, pixels: float) -> str:
    """Return the name and the value of an axis at a place, to as many digits as are seen."""
    low, high = axis.range or (0.0, 1.0)
    if _counts_whole(axis):
        text = f"{value:.0f}"
    elif axis.log:
        text = f"{value:.3g}"
    else:
        pixel = (high - low) / max(pixels, 1.0)
        digits = math.ceil(math.log10(max(abs(low), abs(high)) / pixel))
        text = f"{round(value / pixel) * pixel:.{min(max(digits, 1), _MOST_WRITTEN)}g}"
    return f"{_symbol(axis.label)} = {text}".replace("-", "−")


def _counts_whole(axis: Axis) -> bool:
    return axis.whole and axis.counts != "epochs"  # visits lie between those


def _symbol(label: str) -> str:
    """Return the symbol that a label begins or ends with, "k" of "updates k", or all of it."""
    parts = labels.parts(label)
    for is_math, text in (parts[0], parts[-1]):
        if is_math:
            return labels.to_plain(f"${text}$").partition(" = ")[0]
    return labels.to_plain(label)
