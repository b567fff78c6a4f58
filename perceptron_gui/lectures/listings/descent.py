"""The algorithms that step against a gradient, and the batch rule, whose step is one for all."""

from __future__ import annotations

from collections.abc import Iterator

from perceptron_gui.base.number_text import product_latex
from perceptron_gui.lectures.notation import number
from perceptron_gui.lectures.point_visit import FEW
from perceptron_gui.lectures.visit import VisitContext

from .line import ListingLine, ListingSymbols, counted, heads, score_line, starts


def batch_lines(symbols: ListingSymbols) -> Iterator[ListingLine]:
    """Yield the rule that adds all mistakes at once."""
    notation, summand = symbols.notation, symbols.notation.summand
    before, after = symbols.joined(symbols.now), symbols.joined(symbols.after)
    is_shown = notation.always_shows_step or symbols.rule.eta != 1
    change = product_latex(symbols.mistake_step if is_shown else "", rf"\sum {summand}")
    yield starts(symbols)
    yield ListingLine("repeat", "point")
    yield ListingLine("$M$: every point with", "test", 1)
    yield ListingLine(f"${symbols.test}$", "test", 2, ("comparison",))
    yield ListingLine("if $M$ is empty, stop", "test", 1)
    update = f"${after} {notation.assign} {before} + {change}$ over $M$"
    yield ListingLine(update, "update", 1, ("score", "update"), rows=2)
    yield from counted(symbols, 1)
    yield ListingLine(f"return ${symbols.current}$", "return")


def descent_lines(symbols: ListingSymbols) -> Iterator[ListingLine]:
    """Yield steps against the gradient of the loss of a point, or of the mean of a few."""
    rule = symbols.rule
    is_batch = rule.rule == "sgd" and rule.batch_size > 1
    kind = rule.loss if rule.uses_option("loss") else "squared"
    name, loss, slope = _loss(symbols, kind)
    yield starts(symbols)
    yield from heads(symbols, rf"take the next $b \le {rule.batch_size}$ points" * is_batch)
    yield score_line(symbols) if not is_batch else ListingLine(score_line(symbols).text, "test", 2)
    yield ListingLine(f"${name} = {loss}$", "test", 2, () if is_batch else ("loss",))
    pull = f" + 2{_penalty(symbols)}{symbols.joined(symbols.now)}" if rule.l2 else ""
    mean = rf"(1/b)\sum ({slope})" if is_batch else slope
    kinds = ("comparison", "gradient") if is_batch else ("gradient",)
    gradient = rf"$\nabla {name} = {mean}{pull}$"
    yield ListingLine(gradient, "test", 2, kinds, rows=len(kinds))
    yield from _step_down(symbols, name, 2)
    yield from counted(symbols, 2)
    yield ListingLine(f"return ${symbols.current}$", "return")


def _loss(symbols: ListingSymbols, kind: str) -> tuple[str, str, str]:
    """Return what a loss of one point is called, and the loss and its gradient in terms of s."""
    notation, is_switched = symbols.notation, symbols.is_switched
    name = r"\ell_i" if notation.name == "004" else "E_P" if is_switched else "L"
    agreement = "s" if is_switched else rf"{symbols.y}\,s"
    labelled = symbols.x if is_switched else product_latex(symbols.y, symbols.point)
    if kind == "squared":
        left, right = (r"\{", r"\}") if notation.sign_switched else ("(", ")")
        residual = f"{left}s - {symbols.y}{right}"
        name = "e_n^2" if notation.sign_switched else name
        return name, f"{residual}^2", f"2{residual}{symbols.point}"
    if kind == "logistic":
        return name, r"\text{ln}(1 + e^{-ys})", rf"-{labelled}/(1 + e^{{ys}})"
    if kind == "hinge":
        where = rf"\text{{ if }}{agreement} < 1"
        return name, rf"\text{{max}}(0, 1 - {agreement})", f"-{labelled}{where}"
    side = r"\le" if symbols.rule.tie == "always" else "<"
    where = rf"\text{{ if }}{agreement} {side} 0"
    return name, rf"\text{{max}}(0, -{agreement})", f"-{labelled}{where}"


def _step_down(symbols: ListingSymbols, name: str, indent: int) -> Iterator[ListingLine]:
    """Yield the step against a gradient, and what pulls weights to 0 after it."""
    rule, notation = symbols.rule, symbols.notation
    schedule = rule.schedule if rule.uses_option("schedule") else "constant"
    slowed = {"inverse": "t", "inverse-sqrt": r"\sqrt{t}"}.get(schedule, "")
    rate = VisitContext(symbols.run, 0, notation).rate_latex(slowed)
    is_newton = rule.rule == "least-squares" and rule.solver == "newton"
    count = symbols.run.space.dimension
    # 000 moves every weight of few in a line of its own.
    is_by_weight = notation.score and symbols.run.path.mistake_driven and rule.batch_size == 1
    rows = count if is_by_weight and count - bool(symbols.offset) <= FEW else 1
    change = product_latex(rate, "H^{-1}" * is_newton, rf"\nabla {name}")
    before, after = symbols.joined(symbols.now), symbols.joined(symbols.after)
    text = f"${after} {notation.assign} {before} - {change}$"
    yield ListingLine(text, "update", indent, ("update",), rows=rows)
    if rule.rule == "least-squares" and rule.l1:
        drawn = rf"draw each weight but the offset to 0 by ${rate}\cdot {number(rule.l1)}$"
        yield ListingLine(drawn, "update", indent, ("update",))


def least_squares_lines(symbols: ListingSymbols) -> Iterator[ListingLine]:
    """Yield steps against the gradient of all points, as it is or by Newton, or the solution."""
    rule, bare, penalty = symbols.rule, symbols.notation.bare_weights, _penalty(symbols)
    error, slope = rf"\|Y{bare} - f\|^2", rf"2Y^\top(Y{bare} - f)"
    if rule.l2:
        error, slope = rf"{error} + {penalty}\|{bare}\|^2", rf"{slope} + 2{penalty}{bare}"
    if rule.solver == "closed":
        yield from _solution(symbols, error, slope)
        return
    yield starts(symbols)
    yield ListingLine("repeat", "point")
    yield ListingLine(f"$E = {error}$", "test", 1)
    is_newton = rule.solver == "newton"
    yield ListingLine(rf"$\nabla E = {slope}$", "test", 1, () if is_newton else ("gradient",))
    if is_newton:
        hessian = rf"2Y^\top Y{' + 2' + penalty + 'I' if rule.l2 else ''}"
        yield ListingLine(f"$H = {hessian}$", "test", 1, ("design",), rows=2)
    yield from _step_down(symbols, "E", 1)
    yield from counted(symbols, 1)
    yield ListingLine("until nothing changes")
    yield ListingLine(f"return ${symbols.current}$", "return")


def _solution(symbols: ListingSymbols, error: str, slope: str) -> Iterator[ListingLine]:
    """Yield how the least error is found in one go."""
    rule, bare = symbols.rule, symbols.notation.bare_weights
    solved = symbols.joined(bare)
    what = "targets" if symbols.run.dataset.targets is not None else "labels"
    row = "(x, 1)" if rule.offset else "x"
    yield ListingLine(f"$Y$: a row ${row}$ for every point", "start")
    yield ListingLine(f"$f$: their {what}", "start")
    if rule.l1:
        times = "" if rule.l1 == 1 else number(rule.l1)
        yield ListingLine(rf"$E = {error} + {times}\sum |{bare}_j|$", "point")
        yield ListingLine(rf"find ${bare}$ where 0 is a subgradient:", "test")
        yield ListingLine("no step makes $E$ smaller", "update", kinds=("update",))
    else:
        ridge = f" + {_penalty(symbols)}I" if rule.l2 else ""
        normal = rf"(Y^\top Y{ridge}){bare}" if ridge else rf"Y^\top Y{bare}"
        inverse = rf"(Y^\top Y{ridge})^{{-1}}Y^\top f"
        yield ListingLine(f"$E = {error}$", "point")
        yield ListingLine(rf"$\nabla E = {slope} = 0$", "test")
        yield ListingLine(rf"${normal} = Y^\top f$", "test", kinds=("design",), rows=2)
        yield ListingLine(f"${solved} = {inverse}$", "update", kinds=("update",))
    yield ListingLine(f"return ${solved}$", "return")


def _penalty(symbols: ListingSymbols) -> str:
    return r"\gamma " if symbols.notation.sign_switched else r"\lambda "
