"""The arithmetic of the start, and of steps over several points or against a gradient."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from perceptron_gui.base.number_text import (
    Number,
    Numbers,
    factor,
    number,
    product_latex,
    products,
    vector,
)
from perceptron_gui.core.kernels.block_kernels import loss_slope
from perceptron_gui.core.paths.descent import LOSSES

from .explanation import Step
from .notation import product_of
from .visit import Scene

_MOST_NAMED = 8
_FEW = 4


def start_steps(scene: Scene) -> Iterator[Step]:
    """Tell the initial weights, and which numbers stand for the step and the constant."""
    notation, rule = scene.notation, scene.run.rule
    first = notation.weights.replace("#", str(notation.first))
    text = scene.stated(first, scene.before)
    if rule.uses_option("eta"):
        if notation.step != r"\eta":
            text += rf"\text{{, }} {notation.step} = \eta/2 = {number(scene.eta / 2)}"
        elif notation.always_shows_step or scene.eta != 1:
            text += rf"\text{{, }} \eta = {number(scene.eta)}"
    if scene.is_scaled:
        name = "x_0 = B" if notation.score else "B"
        text += rf"\text{{, the constant coordinate is }} {name} = {number(scene.constant)}"
    yield Step("weights", text, scene.before)


def _named(points: Sequence[int]) -> str:
    shown = ", ".join(map(str, points[:_MOST_NAMED])) + (", ..." * (len(points) > _MOST_NAMED))
    return f"point{'' if len(points) == 1 else 's'} {shown}"


def _looked_at(scene: Scene) -> str:
    if len(scene.points) == len(scene.run.dataset):
        return rf"\text{{all {len(scene.points)} points}}"
    return rf"\text{{{_named(scene.points)}}}"


def _whole(scene: Scene, symbol: str) -> str:
    """Return a symbol for all weights: an offset that stands apart joins them in a bracket."""
    return f"({symbol}, {scene.notation.offset})" if scene.is_apart else symbol


def _moved(scene: Scene, change: str, sign: str, size: Number, amount: Numbers) -> Step:
    """Write w = w + \\eta\\sum yx = (0, 0) + 1·(2, 1) = (2, 1), offset included."""
    before, after = (_whole(scene, s) for s in (scene.symbols.before, scene.symbols.after))
    moved = vector(scene.arranged(amount))
    if size != 1:
        moved = rf"{factor(size)}\cdot {moved}"
    steps = [
        f"{after} {scene.notation.assign} {before} {sign} {change}",
        f"{vector(scene.arranged(scene.before))} {sign} {moved}",
        vector(scene.arranged(scene.after)),
    ]
    return Step("update", " = ".join(steps), scene.after)


def block_steps(scene: Scene) -> Iterator[Step]:
    """Tell which points of a block were mistakes, and what they add up to."""
    run, notation = scene.run, scene.notation
    yield Step("point", _looked_at(scene))
    if not scene.moved:
        yield Step("comparison", r"\text{no mistakes}")
        yield Step("update", r"\text{no update}", scene.after)
        return
    wrong = run.path.points_of_updates(scene.updates, scene.made).tolist()
    word = "mistakes" if scene.bound == 0 else "within the margin"
    yield Step("comparison", rf"\text{{{word}: {_named(wrong)}}}", tuple(map(float, wrong)))
    signed = [scene.signed(i) for i in wrong]
    total = [sum(column) for column in zip(*signed, strict=True)]
    formula = rf"\sum {notation.summand} = "
    if 1 < len(signed) <= _FEW:
        formula += " + ".join(vector(scene.arranged(z)) for z in signed) + " = "
    yield Step("score", formula + vector(scene.arranged(total)), tuple(total))
    count = len(scene.points) if run.rule.rule == "sgd" else 1  # sgd averages, batch adds up
    rate = r"\eta" if notation.step == r"\eta" else rf"2{notation.step}"
    rate = f"({rate}/{count})" if count > 1 else rate
    size = scene.eta / count
    rate = rate if size != 1 or notation.always_shows_step else ""
    yield _moved(scene, product_latex(rate, rf"\sum {notation.summand}"), "+", size, total)


def descent_steps(scene: Scene) -> Iterator[Step]:
    """Tell the gradient of a loss and the step against it."""
    rule, i = scene.run.rule, scene.index
    if i is None:
        yield Step("point", _looked_at(scene))
    else:
        yield Step("point", scene.point_stated(i), scene.features(i))
        score = scene.agreements(i)[0] * scene.label(i)
        pairs = zip(scene.before, scene.features(i), strict=True)
        product = product_of(
            scene.notation, scene.symbols.before, scene.symbols.point, rule.offset, scene.is_scaled
        )
        terms = products([*pairs])
        yield Step("score", f"{product} = {terms} = {number(score)}", (score,))
    gradient, rate, loss = _gradient(scene)
    name = rf"\nabla L = {vector(scene.arranged(gradient))}\text{{ of the {loss} loss}}"
    yield Step("comparison", name, tuple(gradient))
    if not scene.moved:
        yield Step("update", r"\text{no update}", scene.after)
        return
    eta = r"\eta"
    if rule.uses_option("schedule") and rule.schedule != "constant" and scene.visit > 1:
        root = rule.schedule == "inverse-sqrt"
        eta = rf"(\eta/\sqrt{{{scene.visit}}})" if root else rf"(\eta/{scene.visit})"
    yield _moved(scene, rf"{eta}\nabla L", "-", rate, gradient)


def _gradient(scene: Scene) -> tuple[list[float], float, str]:
    """Return the gradient, the size of the step and the name of the loss, as `descend` has them."""
    rule = scene.run.rule
    is_mean = rule.rule == "sgd"
    loss = rule.loss if is_mean else "squared"
    total = [0.0] * len(scene.before)
    for i in scene.points:
        label = scene.label(i)
        agreement = float(scene.agreements(i)[0])
        tie = float(scene.is_wrong(i, 0.0))
        slope = loss_slope(LOSSES[loss], agreement * label, float(label), tie)
        total = [t + slope * float(x) for t, x in zip(total, scene.features(i), strict=True)]
    count = len(scene.points) if is_mean else 1
    pull = 2 * float(rule.l2)
    weighed = zip(total, scene.before, strict=True)
    gradient = [t / count + pull * float(w) for t, w in weighed]
    rate = float(rule.eta)
    if is_mean and rule.schedule != "constant":
        rate /= scene.visit if rule.schedule == "inverse" else math.sqrt(scene.visit)
    return gradient, rate, loss


def solver_steps(scene: Scene) -> Iterator[Step]:
    """Tell Newton's step, or the normal equations that one step solves."""
    rule = scene.run.rule
    yield Step("point", _looked_at(scene))
    if not scene.moved:
        yield Step("update", r"\text{no update}", scene.after)
        return
    before, after = (_whole(scene, s) for s in (scene.symbols.before, scene.symbols.after))
    ridge = r" + \lambda I" if rule.l2 else ""
    value = vector(scene.arranged(scene.after))
    if rule.solver == "closed":
        rows = r"\text{rows of }Y\text{: the points, }f\text{: their labels"
        rows += rf", }} \lambda = {number(rule.l2)}" if rule.l2 else "}"
        yield Step("score", rows)
        yield Step("update", rf"{after} = (Y^\top Y{ridge})^{{-1}} Y^\top f = {value}", scene.after)
        return
    step = rf"{before} - \eta H^{{-1}}\nabla E = {value}"
    yield Step("update", f"{after} {scene.notation.assign} {step}", scene.after)
