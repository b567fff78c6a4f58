"""The mistake bound against the constant coordinate B, as What if shows it: no view of its own."""

from __future__ import annotations

import numpy as np

from perceptron_gui.base.number_text import number
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.axes import fitting
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Dots, Line, Mark, RuleLine
from perceptron_gui.figures.model.role import Role
from perceptron_gui.lectures.notation import Notation
from perceptron_gui.theory.what_if.bound import BiasCurve


def bias_figure(curve: BiasCurve, run: Run, notation: Notation) -> Figure:
    """Draw the bound over B, where it is least, and how many updates a finished run made."""
    now, best, made = float(curve.now), float(curve.best), len(run.history)
    quotient = notation.over_margin(notation.radius_squared)
    marks: list[Mark] = [
        RuleLine("now", Role.CURSOR, now, label=f"$B = {number(curve.now)}$, as it is"),
        Line("bound", Role.UPPER_BOUND, curve.scales, curve.bounds, f"at most ${quotient}$"),
        Dots("bound now", Role.UPPER_BOUND, np.array([now]), np.array([float(curve.bound_now)])),
    ]
    if not curve.is_at_edge:
        at = np.array([best]), np.array([float(curve.best_bound)])
        marks.append(Dots("best", Role.LIMIT, *at, label=f"least, at $B = {number(curve.best)}$"))
    if made and run.is_over:  # 0 has no place on a logarithmic axis
        at = np.array([now]), np.array([float(made)])
        marks.append(Dots("made", Role.WEIGHTS, *at, label="made by the whole run"))
    x = fitting([curve.scales], log=True)
    y = fitting([curve.bounds, np.array([1.0, max(made, 1)])], log=True)
    across = Axis("constant coordinate $B$", range=x, log=True)
    return Figure("bias-scale", across, Axis("updates", range=y, log=True), tuple(marks))
