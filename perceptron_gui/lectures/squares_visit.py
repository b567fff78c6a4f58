"""Visits of least squares as lecture 003 writes them: Y, f, the normal equations, and gradients.

Of one point the residual is e = yᵗa − f, and the gradient of its square ∇e² = 2{yᵗa − f}y; that
of E = Σe² is the sum of these. The lecture writes the penalty γ‖a‖², others λ‖a‖².
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from perceptron_gui.base.exact import dot
from perceptron_gui.base.number_text import Number, product_latex
from perceptron_gui.core.paths.descent import SolvePath
from perceptron_gui.core.runs.measures import design_of

from .descent_visit import error_name, full_point, loss_name
from .rounded import factor, number, products, vector
from .visit import Step, VisitContext, all_weights, update_step

_FEW = 4  # points whose gradients are written one by one
_SMALL = 6  # rows or columns of a matrix that is written out


def squares_steps(context: VisitContext, points: str) -> Iterator[Step]:
    """Yield the steps of a visit; `points` says which are looked at."""
    rule = context.run.rule
    if rule.solver in ("gd", "sgd"):
        yield from _gradient_steps(context, points)
        return
    yield Step("point", points)
    if context.is_update:
        yield from _design_steps(context)
        yield from _solver_steps(context)


def _design_steps(context: VisitContext) -> Iterator[Step]:
    """Yield Y and f, YᵀY and Yᵀf of few points, exactly."""
    rule = context.run.rule
    what = "targets" if context.run.dataset.targets is not None else "labels"
    rows = rf"\text{{rows of }}Y\text{{: the points, }}f\text{{: their {what}"
    rows += rf", }} {_penalty_symbol(context)} = {number(rule.l2)}" if rule.l2 else "}"
    yield Step("score", rows)
    if max(len(context.run.dataset), context.run.space.dimension) > _SMALL:
        return
    found = design_of(context.run)
    ordered = [context.in_order(row) for row in found.rows]
    squares = [context.in_order(row) for row in found.squares]
    if context.notation.constant_first and context.run.rule.offset:
        squares = [squares[-1], *squares[:-1]]
    right = context.in_order(found.right)
    yield Step("score", rf"Y = {_matrix(ordered)}\text{{, }} f = {vector(found.targets)}")
    yield Step("score", rf"Y^\top Y = {_matrix(squares)}\text{{, }} Y^\top f = {vector(right)}")


def _matrix(rows: Sequence[Sequence[Number]]) -> str:
    return f"({'; '.join(vector(row)[1:-1] for row in rows)})"


def _solver_steps(context: VisitContext) -> Iterator[Step]:
    """Yield Newton's step, or the solution of the normal equations."""
    rule = context.run.rule
    before, after = all_weights(context)
    symbol = _penalty_symbol(context)
    ridge = f" + {symbol} I" if rule.l2 else ""
    value = vector(context.in_order(context.after))
    if rule.solver == "newton":
        change = product_latex(context.rate_latex(), r"H^{-1}\nabla E")
        step = rf"{before} - {change} = {value}"
        yield Step("update", f"{after} {context.notation.assign} {step}", context.after)
    elif rule.l1:
        penalty = rf" + {symbol}\|a\|^2" if rule.l2 else ""
        times = "" if rule.l1 == 1 else factor(rule.l1)
        least = product_latex(rf"\|Ya - f\|^2{penalty} +", rf" {times}\sum |a_j|")
        yield Step("update", rf"{least}\text{{ is least at }} {after} = {value}", context.after)
        yield from _reasons(context)
    else:
        yield Step(
            "update", rf"{after} = (Y^\top Y{ridge})^{{-1}} Y^\top f = {value}", context.after
        )


def _reasons(context: VisitContext) -> Iterator[Step]:
    """Yield the slopes of E = ||Ya - f||^2, ridge included, and why they make 0 a subgradient."""
    run, l1 = context.run, context.run.rule.l1
    assert isinstance(run.path, SolvePath)
    solution = run.path.solution
    if solution.exact is None:
        yield Step("comparison", r"\text{found in floating point, not proved}")
        return
    equations = design_of(run).equations
    if equations is not None and run.space.dimension <= _SMALL:
        products = [dot(row, solution.exact) for row in equations.matrix]
        slopes = [2 * (a - b) for a, b in zip(products, equations.right, strict=True)]
        ridge = r" + 2\lambda a" if run.rule.l2 else ""
        formula = rf"2Y^\top(Ya - f){ridge} = {vector(context.in_order(slopes))}"
        yield Step("gradient", rf"\nabla E = {formula}", tuple(slopes))
    penalised = solution.exact[: run.space.dimension - run.space.offset]
    cases = []
    if any(penalised):
        times = "" if l1 == 1 else rf"{number(l1)}\cdot "
        slope = rf"\partial E/\partial a_j = -{times}\text{{sign}}(a_j)"
        cases.append(rf"{slope}\text{{ where }} a_j \ne 0")
    if not all(penalised):
        cases.append(rf"|\partial E/\partial a_j| \le {number(l1)}\text{{ where }} a_j = 0")
    if run.space.offset:
        cases.append(r"0\text{ for the offset}")
    yield Step("comparison", rf"\text{{0 is a subgradient: }}{', '.join(cases)}")


def _gradient_steps(context: VisitContext, points: str) -> Iterator[Step]:
    """Yield the residuals, the gradient and the step against it."""
    rule, i = context.run.rule, context.index
    if i is None or rule.solver == "gd":
        yield Step("point", points)
    else:
        yield Step("point", context.point_latex(i), context.features(i))
        score = context.agreements(i)[0] * context.label(i)
        pairs = zip(context.before, context.features(i), strict=True)
        product = context.score_latex(context.symbols.before)
        yield Step("score", f"{product} = {products([*pairs])} = {number(score)}", (score,))
    gradient = _gradient(context)
    yield Step("gradient", _formula(context, gradient), tuple(gradient))
    if not context.is_update:
        return
    slope = product_latex(context.rate_latex(), rf"\nabla {_name(context)}")
    if not rule.l1:
        yield update_step(context, slope, "-", float(rule.eta), gradient)
        return
    moved = [w - float(rule.eta) * g for w, g in zip(context.before, gradient, strict=True)]
    before, after = all_weights(context)
    value = vector(context.in_order(moved))
    yield Step("update", rf"{before} - {slope} = {value}", tuple(moved))
    rate = context.rate_latex()
    draw = rf"\text{{each weight but the offset is drawn to 0 by }}{rate}\cdot {number(rule.l1)}"
    result = vector(context.in_order(context.after))
    yield Step("update", rf"{draw}\text{{: }} {after} = {result}", context.after)


def _gradient(context: VisitContext) -> list[float]:
    """Return 2Σ{yᵗa − f}y + 2·l2·a, as `descend` has it."""
    total = [0.0] * len(context.before)
    for i in context.points:
        slope = 2 * float(_residual(context, i))
        total = [t + slope * float(x) for t, x in zip(total, context.features(i), strict=True)]
    pull = 2 * float(context.run.rule.l2)
    return [t + pull * float(w) for t, w in zip(total, context.before, strict=True)]


def _residual(context: VisitContext, i: int) -> Number:
    """Return yᵗa − f before the visit."""
    return context.agreements(i)[0] * context.label(i) - context.target(i)


def _formula(context: VisitContext, gradient: Sequence[float]) -> str:
    """Write ∇e₁² = 2{yᵗa − f}y = 2·{0.1 − 2}·(1, 1) = (−3.8, −3.8), or the sum over all points."""
    rule, points = context.run.rule, context.points
    is_one = rule.solver == "sgd"
    notation, symbols = context.notation, context.symbols
    weights, point, target = symbols.before, symbols.point, symbols.label
    if not is_one:  # those of any one
        point, target = (each.replace("#", "n") for each in (notation.point, notation.label))
    product = rf"{point}^\top {weights}" if notation.sign_switched else "s"
    slope = product_latex(_braced(context, f"{product} - {target}"), point)
    sign = "2" if is_one else r"2\sum "
    pull = f" + {product_latex('2', _penalty_symbol(context), weights)}" if rule.l2 else ""
    sides = [rf"\nabla {_name(context)} = {sign}{slope}{pull}"]
    if len(points) <= _FEW and not rule.l2:
        terms = [_term(context, i) for i in points]
        sides.append(f"2{terms[0]}" if is_one else f"2({' + '.join(terms)})")
    return " = ".join([*sides, vector(context.in_order(list(gradient)))])


def _name(context: VisitContext) -> str:
    i = context.index
    return "E" if i is None or context.run.rule.solver == "gd" else error_name(i)


def _penalty_symbol(context: VisitContext) -> str:
    return r"\gamma" if context.notation.sign_switched else r"\lambda"


def _term(context: VisitContext, i: int) -> str:
    point = vector(context.in_order(context.features(i)))
    return rf"{_residual_latex(context, i)}\cdot {point}"


def _residual_latex(context: VisitContext, i: int) -> str:
    """Write {0.1 − 2}."""
    score = context.agreements(i)[0] * context.label(i)
    target = context.target(i)
    minus = f"- {number(target)}" if target >= 0 else f"+ {number(-target)}"
    return _braced(context, f"{number(score)} {minus}")


def _braced(context: VisitContext, difference: str) -> str:
    """Write {yᵗa − f} as 003 does, and (s − y) in the symbols of others."""
    return rf"\{{{difference}\}}" if context.notation.sign_switched else f"({difference})"


def squared_loss(context: VisitContext, i: int) -> Step:
    """Write L = (s − y)² = (0.1 + 1)² = 1.21; 003 has e₁² = {yᵗa − f}²."""
    residual = _residual(context, i)
    sides = [f"{_residual_symbols(context)}^2", f"{_residual_latex(context, i)}^2"]
    formula = " = ".join([loss_name(context), *sides, number(residual * residual)])
    return Step("loss", formula, (residual * residual,))


def squared_slope(context: VisitContext, i: int) -> str:
    """Write 2(s − y)(x, 1) = 2(0.1 + 1)·(0, 1, 1); 003 has 2{yᵗa − f}y."""
    symbols = product_latex(_residual_symbols(context), full_point(context))
    return f"2{symbols} = 2{_term(context, i)}"


def _residual_symbols(context: VisitContext) -> str:
    product = context.score_latex(context.symbols.before)
    return _braced(context, f"{product} - {context.symbols.label}")
