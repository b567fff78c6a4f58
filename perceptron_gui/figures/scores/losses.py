"""Losses against y·s, and the points of a run on one of them: how wrong each is, and its slope.

A step of descent goes against the slope at the visited point. On a kink there are many slopes,
and the rule chooses one of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from perceptron_gui.base.number_text import number
from perceptron_gui.base.params import Choice, option
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.kernels.block_kernels import loss_slope
from perceptron_gui.core.paths.descent import LOSSES as SLOPES
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.measures import own_kind
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Dots, Line, Mark, Region, Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View, ViewOptions, nothing_to_show
from perceptron_gui.figures.plane.box import PlaneBox
from perceptron_gui.lectures.visit import VisitContext

from .visit_scores import NO_CLASSES, VisitScores, named_curves, padded, tangent, tangent_reach

NAME = "losses"
OWN, ERRORS = "own", "errors"
# What each curve is called, its formula in m = y·s, and its role.
CURVES: dict[str, tuple[str, str, Role]] = {
    "perceptron": ("perceptron", r"\text{max}(0, -m)", Role.CONTESTANT_1),
    "hinge": ("hinge", r"\text{max}(0, 1 - m)", Role.CONTESTANT_2),
    "logistic": ("logistic", r"\text{ln}(1 + e^{-m})", Role.CONTESTANT_3),
    "squared": ("squared", "(1 - m)^2", Role.CONTESTANT_4),
    ERRORS: ("0/1 error", "", Role.CONTESTANT_5),
}
_MEANINGS = {
    "perceptron": "max(0, −y·s)",
    "hinge": "max(0, 1 − y·s)",
    "logistic": "ln(1 + e^(−y·s))",
    "squared": "(1 − y·s)²",
    ERRORS: "1 where a point is wrong, else 0",
}
KINKS = {"perceptron": 0, "hinge": 1}
_LEFT, _RIGHT, _TOP = -2.0, 2.5, 2.6  # what is shown at least
_SAMPLES = 241
_FAN = np.linspace(-1.0, 0.0, 5)


@dataclass(frozen=True)
class LossesOptions(ViewOptions):
    """On which curve the points are."""

    curve: str = option(
        OWN,
        Choice({OWN: "the loss that the rule descends on", **_MEANINGS}),
        "the loss that the points are on",
        title="Points on",
    )


def build(dataset: Dataset, run: Run, cursor: int, options: LossesOptions) -> Figure:
    """Return all losses, the points on one of them, and the slope at the visited one."""
    if dataset.targets is not None:
        return nothing_to_show(NAME, options, NO_CLASSES)
    scores = VisitScores(VisitContext(run, min(cursor, run.visits), options.symbols))
    kind = own_kind(run) if options.curve == OWN else options.curve
    box = PlaneBox(*options.range) if options.range else _box(scores, kind)
    values = losses_of(kind, scores)
    context = scores.context
    # Below 0 there is nothing but the slopes of a kink.
    zero = -box.y0 / box.height
    below = product(np.linspace(0, 1, 30).tolist(), np.linspace(0, zero, 4).tolist())
    marks: list[Mark] = [
        *named_curves({name: _curve(name, box) for name in CURVES}, kind, box, [*below]),
        *_slope(kind, scores, values, box),
        *scores.points(scores.agreements, values, box),
    ]
    if context.index is not None and context.is_update and kind != ERRORS:
        m = np.clip([float(context.agreements(context.index)[1])], -1e150, 1e150)
        after = m, measures.LOSSES[kind](m)
        marks.append(Dots("after", Role.START, *after, label="after the update"))
    symbol = options.symbols.agreement(run.rule.offset)
    return Figure(
        NAME,
        Axis(rf"agreement $m = {symbol}$", range=(box.x0, box.x1)),
        Axis("loss", range=(box.y0, box.y1)),
        tuple(marks),
        title=options.title,
        notes=(*scores.notes(), *_notes(kind, scores, options)),
    )


def losses_of(kind: str, scores: VisitScores) -> Values:
    """Return the loss of every point (n,); the 0/1 error of a tie is what the tie rule says."""
    m = scores.agreements
    if kind != ERRORS:
        return measures.LOSSES[kind](m)
    on_line_is_wrong = scores.run.rule.on_line_is_wrong(scores.run.dataset.labels)
    return np.asarray((m < 0) | ((m == 0) & on_line_is_wrong), dtype=np.float64)


def slope_of(kind: str, scores: VisitScores, i: int) -> float | None:
    """Return the slope dℓ/dm that a step at point i goes against; None where there is none."""
    context, y = scores.context, scores.context.label(i)
    exact = context.agreements(i)[0]
    if kind == ERRORS:
        return None if exact == 0 else 0.0
    if exact == KINKS.get(kind):
        # What the rule itself did; beside it, the tie rule alone can tell.
        moved = context.is_wrong(i, exact) if context.bound == KINKS[kind] else False
        return -1.0 if moved else 0.0
    # dℓ/dm = y·dℓ/ds, since y² = 1.
    m = float(scores.agreements[i])
    return y * float(loss_slope(SLOPES[kind], m * y, float(y), 0.0))


def _box(scores: VisitScores, kind: str) -> PlaneBox:
    """Return axes that hold all points of the whole run, and every kink."""
    low, high = scores.reach(signed=True)
    left, right = padded(min(low, _LEFT), max(high, _RIGHT))
    ends = np.array([low, high])
    top = _TOP if kind == ERRORS else max(_TOP, float(measures.LOSSES[kind](ends).max()))
    # Below 0 there is room for the slopes of a kink.
    return PlaneBox(left, right, -(0.24 if kind in KINKS else 0.06) * top, 1.06 * top)


def _curve(name: str, box: PlaneBox) -> Line:
    words, _, role = CURVES[name]
    if name == ERRORS:  # it jumps at 0
        x = np.array([min(box.x0, 0.0), 0.0, np.nan, 0.0, max(box.x1, 0.0)])
        return Line(name, role, x, np.array([1.0, 1.0, np.nan, 0.0, 0.0]), name=words)
    if name in KINKS:
        kink = float(KINKS[name])
        x = np.array(sorted({min(box.x0, kink), kink, max(box.x1, kink)}))
    elif name == "squared":  # only where it is seen
        reach = float(np.sqrt(max(box.y1, 0.0)))
        x = np.linspace(max(box.x0, 1 - reach), min(box.x1, 1 + reach), _SAMPLES)
    else:
        x = np.linspace(box.x0, box.x1, _SAMPLES)
    return Line(name, role, x, measures.LOSSES[name](x), name=words)


def _slope(kind: str, scores: VisitScores, values: Values, box: PlaneBox) -> Iterator[Mark]:
    """Yield the tangent at the visited point, and at a kink the fan of all that could be."""
    if (i := scores.context.index) is None:
        return
    x, y = float(scores.agreements[i]), float(values[i])
    is_kink = scores.context.agreements(i)[0] == KINKS.get(kind)
    if is_kink:  # the slopes from −1 to 0: an area and some of its lines
        reach = min(tangent_reach(-1.0, box), max(y - box.y0, 0.05 * box.height))
        sides = np.array([-reach, 0.0, -reach, np.nan, reach, 0.0, reach])
        ends = np.array([reach, 0.0, 0.0, np.nan, -reach, 0.0, 0.0])
        words = "subgradients: slopes from $-1$ to $0$"
        yield Region("subgradients", Role.SUBGRADIENT, x + sides, y + ends, label=words)
        across = np.tile([-reach, reach, np.nan], len(_FAN))
        yield Line("fan", Role.SUBGRADIENT, x + across, y + across * np.repeat(_FAN, 3))
    if (slope := slope_of(kind, scores, i)) is not None:
        words = "slope that the rule takes" if is_kink else "slope at the visited point"
        yield replace(tangent(x, y, slope, box), label=words)


def _notes(kind: str, scores: VisitScores, options: LossesOptions) -> Iterator[str]:
    context, run = scores.context, scores.run
    if kind == ERRORS:
        yield "The error has slope 0 wherever it has one, so no gradient says where to go."
    i = context.index
    if i is not None and kind != ERRORS:
        slope = slope_of(kind, scores, i)
        assert slope is not None
        if context.agreements(i)[0] == KINKS.get(kind):
            yield f"On the kink every slope from $-1$ to $0$ will do; the rule takes ${slope:g}$."
        else:  # the slope times y·x, as the lecture calls that
            size = "" if abs(slope) == 1 else rf"{number(abs(slope))}\,"
            times = f"{'-' * (slope < 0)}{size}{options.symbols.summand}"
            yield f"Slope ${number(slope)}$: the gradient is ${times if slope else 0}$."
    if run.rule.uses_option("margin") and run.rule.margin and kind == "perceptron":
        yield f"With a margin the rule steps wherever $m \\le {number(run.rule.margin)}$."
    formulas = [f"{words} ${formula}$" for words, formula, _ in CURVES.values() if formula]
    yield f"Losses: {', '.join(formulas)}."


_SHOWS = "Losses against y·s, the points of the run on one of them, and the slope at one point."
VIEW = View(NAME, _SHOWS, LossesOptions, build)
