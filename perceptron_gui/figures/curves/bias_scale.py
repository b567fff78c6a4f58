"""The mistake bound against the constant coordinate B: too small and too large both cost."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from perceptron_gui.base.errors import OptionError
from perceptron_gui.base.number_text import number
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.extent import fitting
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Dots, Line, Mark, RuleLine
from perceptron_gui.figures.model.options import LOG_AXES
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View, ViewOptions, nothing_to_show
from perceptron_gui.theory.convergence.formulas import over_margin, radius_squared
from perceptron_gui.theory.what_if.constant import BiasCurve, bias_curve

NAME = "bias-scale"
_FROM_ZERO = "The bound is that of weights that start at 0."


@frozen_value
class BiasScaleOptions(ViewOptions):
    """Options of the view of the constant coordinate."""

    def __post_init__(self) -> None:
        if self.range is not None and min(self.range) <= 0:
            raise OptionError("range", LOG_AXES)


def build(dataset: Dataset, run: Run, cursor: int, options: BiasScaleOptions) -> Figure:
    """Draw the bound over B, where it is least, and how many updates the run has made."""
    curve = bias_curve(run)
    if isinstance(curve, str):
        return nothing_to_show(NAME, options, curve)
    return draw_curve(curve, run, cursor, options)


def draw_curve(curve: BiasCurve, run: Run, cursor: int | None, options: BiasScaleOptions) -> Figure:
    """Draw a curve that is found already, and the updates up to a visit or, without one, of all."""
    reach = np.array([1.0, max(len(run.history), 1)])
    x = options.x_range or fitting([curve.scales], log=True)
    y = options.y_range or fitting([curve.bounds, reach], log=True)
    return Figure(
        NAME,
        Axis("constant coordinate $B$", range=x, log=True),
        Axis("updates", range=y, log=True),
        tuple(_marks(curve, run, cursor, options)),
        title=options.title,
        notes=tuple(_notes(curve, run)),
    )


def _marks(
    curve: BiasCurve, run: Run, cursor: int | None, options: BiasScaleOptions
) -> list[Mark]:
    now, best = float(curve.now), float(curve.best)
    quotient = over_margin(options.symbols, radius_squared(options.symbols))
    marks: list[Mark] = [
        RuleLine("now", Role.CURSOR, now, label=f"$B = {number(curve.now)}$, as it is"),
        Line("bound", Role.UPPER_BOUND, curve.scales, curve.bounds, f"at most ${quotient}$"),
        Dots("bound now", Role.UPPER_BOUND, np.array([now]), np.array([float(curve.bound_now)])),
    ]
    if not curve.is_at_edge:
        at = np.array([best]), np.array([float(curve.best_bound)])
        marks.append(Dots("best", Role.LIMIT, *at, label=f"least, at $B = {number(curve.best)}$"))
    made = int(run.updates_at(run.visits if cursor is None else min(cursor, run.visits)))
    is_known = cursor is not None or run.is_over
    if made and is_known:  # no logarithm of nothing
        at = np.array([now]), np.array([float(made)])
        words = "made by the whole run" if cursor is None else "made so far"
        marks.append(Dots("made", Role.WEIGHTS, *at, label=words))
    return marks


def _notes(curve: BiasCurve, run: Run) -> list[str]:
    now = f"With $B = {number(curve.now)}$, as it is, {_at_most(curve.bound_now)}."
    least = f"At $B = {number(curve.best)}$ the bound is least: {_at_most(curve.best_bound)}."
    if curve.is_at_edge:
        least = "Further on the bound falls still lower."
    return [now, least, *([_FROM_ZERO] if any(run.start) else [])]


def _at_most(bound: Fraction) -> str:
    text = number(bound)
    rounded = rf" \approx {number(float(bound))}" if "/" in text else ""
    return rf"$k \le {text}{rounded}$"


_SHOWS = "The mistake bound for every constant coordinate B, and where it is least."
VIEW = View(NAME, _SHOWS, BiasScaleOptions, build)
