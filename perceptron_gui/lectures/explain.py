"""The arithmetic of any visit, step by step, in the symbols of a lecture.

Visits to one point by a mistake-driven rule are in `point_visit`; here are the start, steps over
several points and steps against a gradient.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from perceptron_gui.base.number_text import product_latex
from perceptron_gui.core.kernels.block_kernels import loss_slope
from perceptron_gui.core.paths.descent import LOSSES
from perceptron_gui.core.paths.kernel_path import KernelPath
from perceptron_gui.core.paths.path import BlockPath, PointPath
from perceptron_gui.core.runs.run import Run

from .answer import AnswerVisit
from .descent_visit import (
    DescentVisit,
    gradient_of,
    labelled_point,
    logistic_steps,
    loss_name,
    squared_loss,
    squared_slope,
    squares_steps,
    visited_steps,
)
from .notation import Notation, hoisted, named_points, number, point_number, vector
from .point_visit import PointVisit
from .tally import KernelVisit, kernel_latex
from .visit import Explanation, Step, VisitContext, update_step

_FEW = 4


def explain(run: Run, visit: int, notation: Notation) -> Explanation:
    """Return what a visit computed; visit 0 is the start.

    A lecture that numbers points by updates calls them by nothing else.
    """
    context = VisitContext(run, visit, notation)
    i = context.index
    return Explanation(
        visit,
        run.path.visiting.epoch_of(visit),
        context.is_update,
        tuple(
            replace(step, formula=hoisted(step.formula))
            for step in (*_steps(context), *AnswerVisit(context).steps())
        ),
        None if i is None or notation.by_update else point_number(i),
    )


def _steps(context: VisitContext) -> Iterator[Step]:
    path, notation = context.run.path, context.notation
    if not context.visit:
        yield from _start_steps(context)
        return
    if isinstance(path, KernelPath) and context.index is not None:
        yield from KernelVisit(context, context.index).steps()
    elif isinstance(path, PointPath) and context.index is not None:
        kind = DescentVisit if context.run.rule.uses_option("loss") else PointVisit
        yield from kind(context, context.index).steps()
    elif isinstance(path, BlockPath):
        yield from _block_steps(context)
    elif context.run.rule.rule == "least-squares":
        yield from squares_steps(context, _points_text(context))
    else:
        yield from _descent_steps(context)
    if context.is_update:
        return
    formula = r"\text{no update}"
    is_point = isinstance(path, PointPath) and context.index is not None
    if notation.counts == "visits" and is_point:  # weights that stay get another number
        symbols = f"{context.symbols.after} = {context.symbols.before}"
        formula = rf"{context.weights_latex(symbols, context.after)}\text{{, no update}}"
    yield Step("update", formula)


def _start_steps(context: VisitContext) -> Iterator[Step]:
    """Yield the initial weights, and the values of the step and the constant."""
    notation, rule = context.notation, context.run.rule
    if isinstance(context.run.path, KernelPath):
        step = "" if context.eta == 1 else rf"\text{{, }} \eta = {number(context.eta)}"
        zero = rf"\text{{, all }} {notation.count} = 0"
        yield Step("weights", kernel_latex(context.run) + zero + step)
        return
    first = notation.weights.replace("#", str(notation.first))
    text = context.weights_latex(first, context.before)
    if rule.uses_option("eta"):
        if notation.step != r"\eta":
            text += rf"\text{{, }} {context.rate_meaning}"
        elif notation.always_shows_step or context.eta != 1:
            text += rf"\text{{, }} \eta = {number(context.eta)}"
    if context.has_scale:
        name = "x_0 = B" if notation.score else "B"
        text += rf"\text{{, the constant coordinate is }} {name} = {number(context.constant)}"
    yield Step("weights", text)


def _points_text(context: VisitContext) -> str:
    if len(context.points) == len(context.run.dataset):
        return rf"\text{{all {len(context.points)} points}}"
    return rf"\text{{{named_points(context.points)}}}"


def _block_steps(context: VisitContext) -> Iterator[Step]:
    """Yield which points of a block were mistakes, and their sum."""
    run, notation = context.run, context.notation
    yield Step("point", _points_text(context))
    if not context.is_update:
        yield Step("comparison", r"\text{no mistakes}")
        return
    wrong = run.path.points_of_updates(context.updates_before, context.updates_after).tolist()
    word = "mistakes" if context.bound == 0 else "within the margin"
    yield Step("comparison", rf"\text{{{word}: {named_points(wrong)}}}")
    signed = [context.signed(i) for i in wrong]
    total = [sum(column) for column in zip(*signed, strict=True)]
    formula = rf"\sum {notation.summand} = "
    if 1 < len(signed) <= _FEW:
        formula += " + ".join(vector(context.in_order(z)) for z in signed) + " = "
    yield Step("score", formula + vector(context.in_order(total)))
    count = len(context.points) if run.rule.rule == "sgd" else 1  # sgd averages, batch adds up
    rate = context.rate_latex(str(count) if count > 1 else "")
    size = context.eta / count
    rate = rate if size != 1 or notation.always_shows_step else ""
    if run.rule.rule == "sgd":  # the mean of -yx over the block, 0 for what is right
        gradient = tuple(-value / count for value in total)
        share = f"(1/{count})" if count > 1 else ""
        slope = rf"\nabla {loss_name(context)} = -{share}\sum {notation.summand}"
        yield Step("gradient", f"{slope} = {vector(context.in_order(gradient))}")
    yield update_step(context, product_latex(rate, rf"\sum {notation.summand}"), "+", size, total)


def _descent_steps(context: VisitContext) -> Iterator[Step]:
    """Yield the gradient of a loss and the step against it."""
    rule, i = context.run.rule, context.index
    yield from visited_steps(context, i, _points_text(context))
    if i is not None:
        if rule.loss == "logistic":
            yield from logistic_steps(context, i)
        elif rule.loss == "squared":
            yield squared_loss(context, i)
    gradient, rate, loss = _gradient(context)
    slope, value = rf"\nabla {loss_name(context)}", vector(context.in_order(gradient))
    told = rf"{slope}{_slope_symbols(context)} = {value}\text{{ of the {loss} loss}}"
    yield Step("gradient", told)
    if not context.is_update:
        return
    slowed = ""
    if rule.uses_option("schedule") and rule.schedule != "constant" and context.visit > 1:
        visit = str(context.visit)
        slowed = rf"\sqrt{{{visit}}}" if rule.schedule == "inverse-sqrt" else visit
    change = product_latex(context.rate_latex(slowed), slope)
    yield update_step(context, change, "-", rate, gradient)


def _slope_symbols(context: VisitContext) -> str:
    """Write how the gradient of one point is found, if nothing pulls at the weights besides."""
    rule, i = context.run.rule, context.index
    if i is None or rule.l2:
        return ""
    if rule.loss == "logistic":
        return rf" = -{labelled_point(context)}/(1 + e^{{ys}})"
    return f" = {squared_slope(context, i)}" if rule.loss == "squared" else ""


def _gradient(context: VisitContext) -> tuple[list[float], float, str]:
    """Return the gradient, the size of the step and the name of the loss, as `descend` has them."""
    rule = context.run.rule

    def slope(i: int) -> float:
        score, label = float(context.agreements(i)[0]) * context.label(i), float(context.label(i))
        tie = float(context.is_wrong(i, 0.0))
        return float(loss_slope(LOSSES[rule.loss], score, label, tie))

    rate = float(rule.eta)
    if rule.schedule != "constant":
        rate /= context.visit if rule.schedule == "inverse" else math.sqrt(context.visit)
    return gradient_of(context, slope, len(context.points)), rate, rule.loss
