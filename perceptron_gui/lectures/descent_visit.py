"""Visits of descent: a point as a step against a gradient, and least squares as lecture 003 has it.

000 writes a partial derivative for every weight, 004 the gradient of (4) and the step of (5). On
a kink of the loss every v between two slopes is a subgradient, and a rule chooses one.

Of one point the residual of least squares is e = yᵗa − f, and the gradient of its square
∇e² = 2{yᵗa − f}y; that of E = Σe² is the sum of these. 003 writes the penalty γ‖a‖², others λ‖a‖².
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from perceptron_gui.base.exact import dot
from perceptron_gui.base.number_text import Number, matrix, product_latex, sign_of
from perceptron_gui.core.paths.descent import SolvePath
from perceptron_gui.core.runs.measures import design_of, residuals_at, squared_error

from .notation import factor, number, products, vector
from .point_visit import FEW, PointVisit, on_line_note
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
    yield Step("score", rf"Y = {matrix(ordered, number)}\text{{, }} f = {vector(found.targets)}")
    yield Step(
        "score", rf"Y^\top Y = {matrix(squares, number)}\text{{, }} Y^\top f = {vector(right)}"
    )


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
        yield Step("update", f"{after} {context.notation.assign} {step}")
    elif rule.l1:
        penalty = rf" + {symbol}\|a\|^2" if rule.l2 else ""
        times = "" if rule.l1 == 1 else factor(rule.l1)
        least = product_latex(rf"\|Ya - f\|^2{penalty} +", rf" {times}\sum |a_j|")
        yield Step("update", rf"{least}\text{{ is least at }} {after} = {value}")
        yield from _reasons(context)
    else:
        yield Step("update", rf"{after} = (Y^\top Y{ridge})^{{-1}} Y^\top f = {value}")
        if len(context.run.dataset) <= _FEW and not rule.l2:
            yield _error(context)


def _error(context: VisitContext) -> Step:
    """Write E as the norm of a vector and as a sum over the points, which is the same."""
    notation, residuals = context.notation, residuals_at(context.run, context.visit)
    point, target = (each.replace("#", "n") for each in (notation.point, notation.label))
    product = rf"{point}^\top a" if notation.sign_switched else "s"
    symbols = rf"\|Ya - f\|^2 = \sum {_braced(context, f'{product} - {target}')}^2"
    squares = " + ".join(number(each * each) for each in residuals)
    total = number(squared_error(context.run, context.visit))
    return Step("loss", f"E = {symbols} = {squares} = {total}")


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
        yield Step("gradient", rf"\nabla E = {formula}")
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
    yield from visited_steps(context, None if rule.solver == "gd" else i, points)
    gradient = gradient_of(context, lambda i: 2 * float(_residual(context, i)), 1)
    yield Step("gradient", _formula(context, gradient))
    if not context.is_update:
        return
    slope = product_latex(context.rate_latex(), rf"\nabla {_name(context)}")
    if not rule.l1:
        yield update_step(context, slope, "-", float(rule.eta), gradient)
        return
    moved = [w - float(rule.eta) * g for w, g in zip(context.before, gradient, strict=True)]
    before, after = all_weights(context)
    value = vector(context.in_order(moved))
    yield Step("update", rf"{before} - {slope} = {value}")
    rate = context.rate_latex()
    draw = rf"\text{{each weight but the offset is drawn to 0 by }}{rate}\cdot {number(rule.l1)}"
    result = vector(context.in_order(context.after))
    yield Step("update", rf"{draw}\text{{: }} {after} = {result}")


def visited_steps(context: VisitContext, i: int | None, points: str) -> Iterator[Step]:
    """Yield the point that is visited and its score, or which `points` are."""
    if i is None:
        yield Step("point", points)
        return
    yield Step("point", context.point_latex(i))
    score = context.agreements(i)[0] * context.label(i)
    ordered = (context.in_order(each) for each in (context.before, context.features(i)))
    product = context.score_latex(context.symbols.before)
    sums = products([*zip(*ordered, strict=True)])
    yield Step("score", f"{product} = {sums} = {number(score)}")


def gradient_of(context: VisitContext, slope_of: Callable[[int], float], count: int) -> list[float]:
    """Return the sum of slopes times points over a count, + 2·l2·w, as `descend` has it."""
    total = [0.0] * len(context.before)
    for i in context.points:
        slope = slope_of(i)
        total = [t + slope * float(x) for t, x in zip(total, context.features(i), strict=True)]
    pull = 2 * float(context.run.rule.l2)
    return [t / count + pull * float(w) for t, w in zip(total, context.before, strict=True)]


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
    return Step("loss", formula)


def squared_slope(context: VisitContext, i: int) -> str:
    """Write 2(s − y)(x, 1) = 2(0.1 + 1)·(0, 1, 1); 003 has 2{yᵗa − f}y."""
    symbols = product_latex(_residual_symbols(context), full_point(context))
    return f"2{symbols} = 2{_term(context, i)}"


def _residual_symbols(context: VisitContext) -> str:
    product = context.score_latex(context.symbols.before)
    return _braced(context, f"{product} - {context.symbols.label}")


class DescentVisit(PointVisit):
    """One point of a loss with two straight pieces: max(0, −y·s), or the hinge max(0, 1 − y·s)."""

    def __init__(self, context: VisitContext, i: int) -> None:
        super().__init__(context, i)
        self._kink = 1 if context.bound else 0
        self._is_tie = self.agreement == self._kink
        self._name = loss_name(context)
        self._agreement = self.notation.agreement_of(self.symbols.label, self.product)
        # −y·x̃ in symbols: -y(x, 1), -y_ix_i, and -y_n of sign-switched data.
        switched = self.notation.sign_switched
        self._full = f"-{self.symbols.point if switched else labelled_point(context)}"
        # The gradient, or the subgradient that the rule takes: −y·x̃ or 0.
        moved = int(context.is_update)
        self._gradient: list[Number] = [-moved * value for value in context.signed(i)]
        # Every weight may have a line of its own, as in 000.
        count = len(self.x) - context.offset_apart
        self._has_lines = bool(self.notation.score) and count <= FEW
        self._weight_numbers = [*map(str, range(1, count + 1)), *["0"] * context.offset_apart]

    def steps(self) -> Iterator[Step]:
        """Yield score, loss, gradient and update."""
        yield Step("point", self.context.point_latex(self.i))
        yield self._score()
        yield self._loss()
        yield from self._slope()
        if self.context.is_update:
            yield from self._descent()
            yield self._agreement_step()

    def _loss(self) -> Step:
        """Write L = max(0, -ys) = max(0, 0.1) = 0.1."""
        value = max(0, self._kink - self.agreement)
        symbol = self._agreement
        inside = f"1 - {symbol}" if self._kink else f"-{symbol}"
        minus = -self.agreement
        plugged = number(minus)
        if self._kink:
            plugged = f"1 + {plugged}" if minus >= 0 else f"1 - {number(self.agreement)}"
        sides = [self._name, rf"\text{{max}}(0, {inside})", rf"\text{{max}}(0, {plugged})"]
        return Step("loss", " = ".join([*sides, number(value)]))

    def _slope(self) -> Iterator[Step]:
        """Yield on which piece of the loss the point is, and the gradient there."""
        if self._is_tie:
            yield from self._subgradient()
            return
        side = "<" if self.agreement < self._kink else ">"
        where = f"{self._agreement} = {number(self.agreement)} {side} {self._kink}"
        zero = "0" if side == ">" else ""
        if self.notation.score:
            if side == "<" and not self._kink:  # as 000 tells the two kinds of mistakes apart
                against = "<" if self.y > 0 else ">"
                where = rf"y = {sign_of(self.y)}\text{{, }}s = {number(self.score)} {against} 0"
                partial = f"{'-' if self.y > 0 else ''}x_i"
            else:
                partial = "-yx_i"
            yield Step("gradient", rf"{where} \to {_partial('i')} = {zero or partial}")
            if zero:
                return
            formula = rf"\nabla L = {self._full} = {vector(self._gradient)}"
            if self._has_lines:  # ∂L/∂w_1 = 1, ∂L/∂w_2 = 1, ∂L/∂w_0 = 1
                pairs = zip(self._weight_numbers, self._gradient, strict=True)
                formula = r"\text{, }".join(f"{_partial(j)} = {number(v)}" for j, v in pairs)
            yield Step("gradient", formula)
            return
        found = zero or f"{self._full} = {vector(self.context.in_order(self._gradient))}"
        yield Step("gradient", rf"{where} \to \nabla {self._name} = {found}")

    def _subgradient(self) -> Iterator[Step]:
        """Write v ∈ [0, 1]·(−y·x) at a kink, and which v the rule takes."""
        product = self._agreement if self._kink else self.product
        yield Step("gradient", rf"{product} = {self._kink} \to v \in [0, 1]\cdot ({self._full})")
        why = r"\text{ (1 is enough here)}" if self._kink else on_line_note(self.context)
        share, value = "0", "0"
        if self.context.is_update:
            share, value = "1", vector(self.context.in_order(self._gradient))
        formula = rf"v = {share}\cdot ({self._full}) = {value}{why}"
        yield Step("gradient", formula)

    def _descent(self) -> Iterator[Step]:
        """Yield w_1 \\leftarrow w_1 - \\eta ∂L/∂w_1 = …, or θ(j+1) = θ(j) - ∇ℓ_i = …"""
        context, gradient = self.context, self._gradient
        if self._has_lines:
            for j, name in enumerate(self._weight_numbers):
                weight, result = f"w_{name}", context.after[j]
                step = f"v_{name}" if self._is_tie else _partial(name)
                change = product_latex(self._rate(), rf"\, {step}")
                amount = rf"{factor(context.eta)}\cdot {factor(gradient[j])}"
                formula = (
                    rf"{weight} \leftarrow {weight} - {change} = "
                    f"{number(context.before[j])} - {amount} = {number(result)}"
                )
                yield Step("update", formula)
            after = context.weights_latex(self.symbols.after, context.after)
            yield Step("weights", after)
            return
        slope = "v" if self._is_tie else rf"\nabla {self._name}"
        yield update_step(context, product_latex(self._rate(), slope), "-", context.eta, gradient)


def full_point(context: VisitContext) -> str:
    """Write x̃ in symbols: (x, 1), x_i."""
    point = context.symbols.point
    if not context.offset_apart:
        return point
    return f"({point}, {'B' if context.has_scale else '1'})"


def labelled_point(context: VisitContext) -> str:
    """Write y·x̃ in symbols: y(x, 1), y_ix_i."""
    return product_latex(context.symbols.label, full_point(context))


def loss_name(context: VisitContext) -> str:
    """Write the loss of one point as a lecture calls it: L, 003's E_P and e_n², 004's ℓ_i."""
    if context.notation.sign_switched and context.run.path.mistake_driven:
        return "E_P"
    if context.index is None:
        return "L"
    if context.notation.sign_switched and context.run.rule.loss == "squared":
        return error_name(context.index)
    return rf"\ell_{{{context.index + 1}}}" if context.notation.name == "004" else "L"


def error_name(i: int) -> str:
    """Write the squared error of a point: e_n², where the residual is e_n."""
    return f"e_{{{i + 1}}}^2"


def _partial(name: str) -> str:
    return rf"\partial L/\partial w_{name}"


def logistic_steps(context: VisitContext, i: int) -> Iterator[Step]:
    """Yield what a logistic run predicts of a point before the visit, and what that costs."""
    agreement = float(context.agreements(i)[0])
    score = agreement * context.label(i)
    chance = (1.0 + math.tanh(score / 2.0)) / 2.0
    product = context.score_latex(context.symbols.before)
    is_one = r"\text{class 1}" if context.notation.sign_switched else "y = 1"
    formula = rf"P({is_one}) = 1/(1 + e^{{-s}}) = {number(chance)}\text{{ at }}s = {number(score)}"
    if not context.notation.score:
        formula += rf"\text{{, }}s\text{{ being }}{product}"
    yield Step("prediction", formula)
    loss = max(0.0, -agreement) + math.log1p(math.exp(-abs(agreement)))
    formula = rf"{loss_name(context)} = \text{{ln}}(1 + e^{{-ys}}) = {number(loss)}"
    yield Step("loss", formula)
