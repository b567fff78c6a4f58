"""The mistakes of a first pass below a bound that needs no separating line (Freund, Schapire 1999).

The bound grows with D: with what the points visited so far lack of the margin γ.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.bounds import SAYS_NOTHING, FirstPass, first_pass_of
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.axes import from_zero
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Dots, Line, Mark, Steps, Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View, ViewOptions, nothing_to_show
from perceptron_gui.figures.series.proof_axes import impossible
from perceptron_gui.figures.series.timeline import time_axis
from perceptron_gui.theory.inseparable.certificate_lines import first_pass_lines

NAME = "mistakes"


def build(dataset: Dataset, run: Run, cursor: int, options: ViewOptions) -> Figure:
    """Draw the mistakes up to the cursor, and what they can be at most in the whole pass."""
    found = first_pass_of(run, min(cursor, run.visits))
    if isinstance(found, str):
        return nothing_to_show(NAME, options, found)
    length = float(found.length)
    edges = options.x_range or (-0.02 * length, 1.02 * length)
    visits = np.arange(found.visits + 1, dtype=np.float64)
    made = np.asarray(run.updates_at(visits.astype(np.int64)), dtype=np.float64)
    every = np.arange(found.length + 1, dtype=np.float64)
    bound = bound_along(run, found)
    most = np.minimum(every, bound)
    y = options.y_range or from_zero([most, made])
    marks: list[Mark] = [impossible("above", every, np.clip(most, *y), y[1])]
    marks.append(Line("every", Role.ZERO, every, every, "a mistake at every visit"))
    if found.bound.says_something:
        label = rf"at most $(({options.symbols.radius} + D)/\gamma)^2$"
        marks.append(Line("bound", Role.UPPER_BOUND, every, bound, label))
    marks.append(Steps("mistakes", Role.MISTAKE, visits, made, "mistakes $k$"))
    marks.append(Dots("now", Role.MISTAKE, visits[-1:], made[-1:]))
    return Figure(
        NAME,
        time_axis("visits", edges),
        Axis("mistakes $k$", range=y, whole=True),
        tuple(marks),
        title=options.title,
        notes=tuple(_notes(run, found)),
    )


def bound_along(run: Run, found: FirstPass) -> Values:
    """Return ((R + D_t)/γ)² after 0…n visits t, D_t over the points that were visited by then."""
    bound = found.bound
    direction = np.array([float(value) for value in bound.direction])
    lacking = np.maximum(0.0, 1.0 - run.space.signed @ direction)[run.path.visiting.order_of(0)]
    squares = np.append(0.0, np.cumsum(np.square(lacking)))
    reach = np.sqrt(float(bound.radius_squared * bound.length_squared))
    return np.asarray((reach + np.sqrt(squares)) ** 2)


def _notes(run: Run, found: FirstPass) -> Iterator[str]:
    if not found.bound.says_something:
        yield f"{SAYS_NOTHING}."
    told = {line.key: line.text for line in first_pass_lines(run, found.visits)}
    yield from (told[key] for key in ("made", "terms") if key in told)


_SHOWS = "The mistakes of the first pass, below a bound that needs no separating line."
VIEW = View(NAME, _SHOWS, ViewOptions, build, title="Mistakes of the first pass")
