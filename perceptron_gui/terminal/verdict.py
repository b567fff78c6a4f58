"""Verdicts, bounds, weights and fits of real targets in words, for a person at a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from perceptron_gui.base.exact import shortest_multiple, whole_numbers
from perceptron_gui.base.latex import to_plain
from perceptron_gui.base.number_text import matrix
from perceptron_gui.base.text import MOST_NAMED, Numbers, count, named_points, vector, written
from perceptron_gui.core.runs.bounds import SAYS_NOTHING, FirstPass, first_pass_of
from perceptron_gui.core.runs.measures import NOTHING_TO_SEPARATE, design_of, squared_error
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.kernel_space import KernelSpace
from perceptron_gui.core.space.separability import Separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.core.space.widest import distance_squared, widest_line
from perceptron_gui.theory.inseparable.certificate import no_separator, separating

_SMALL = 6  # rows and columns of a matrix that is printed


def written_line(space: Space, weights: Numbers) -> str:
    """Write weights as (1, 2), offset −3, where the offset is that of the line, b = B·v."""
    if not space.offset:
        return vector(weights)
    scale = space.bias_scale if isinstance(weights[-1], Fraction) else float(space.bias_scale)
    return f"{vector(weights[:-1])}, offset {written(weights[-1] * scale)}"


def shown_numbers(run: Run, values: Sequence[Fraction]) -> Numbers:
    """Return fractions where the run is exact, else the floats they stand for."""
    return values if run.arithmetic == "exact" else [float(v) for v in values]


def original_line(run: Run, weights: Sequence[Fraction]) -> str:
    """Write the line of weights with the points as they were typed."""
    normal, constant = run.space.line_of(weights)
    *shown, level = shown_numbers(run, [*normal, constant])
    return f"{vector(shown)}, offset {written(level)}"


def equation_lines(run: Run) -> list[str]:
    """Return Y, f and the normal equations of a small set with real targets, exactly."""
    found = design_of(run)
    lines = [NOTHING_TO_SEPARATE]
    if max(len(found.rows), len(found.right)) > _SMALL:
        return lines
    lines += [
        f"  Y = {matrix(found.rows, written)}, f = {vector(found.targets)}",
        f"  YᵀY = {matrix(found.squares, written)}, Yᵀf = {vector(found.right)}",
    ]
    if run.rule.l1:
        return lines
    ridge = f" + {written(run.rule.l2)}·I" if run.rule.l2 else ""
    equations = ["its numbers have too many digits to be written here"]
    if found.equations is not None:
        equations = []
        for row, right in zip(found.equations.matrix, found.equations.right, strict=True):
            names = (to_plain(f"a_{{{j + 1}}}") for j in range(len(row)))
            named = zip(row, names, strict=True)
            terms = [f"{written(value)}·{name}" for value, name in named if value]
            left = " + ".join(terms or ["0"]).replace("+ −", "− ")
            equations.append(f"{left} = {written(right)}")
    return [*lines, f"  (YᵀY{ridge})·a = Yᵀf: {', '.join(equations)}"]


def fit_lines(run: Run) -> list[str]:
    """Return the fitted line and its squared error, that of points as they were typed."""
    weights = run.result_at(run.outcome.visits)
    line = f"Fit: a = {written_line(run.space, shown_numbers(run, weights))}"
    if not run.diverged:
        error = written(shown_numbers(run, [squared_error(run, run.visits)])[0])
        line += f", squared error {error} over {count(len(run.dataset), 'point')}"
    typed = f"In the coordinates as typed: a = {original_line(run, weights)}."
    return [f"{line}.", *([] if run.rule.scale == "none" else [typed])]


def verdict_lines(space: Space, verdict: Separability) -> list[str]:
    if not verdict.separable:
        return [
            f"{no_separator(space)}.",
            f"  Proof: {_proof(space, verdict.support)}.",
        ]
    gamma = float(verdict.margin_squared) ** 0.5
    where = f" with the constant coordinate {written(space.bias_scale)}" if space.offset else ""
    if not verdict.margin_is_known:
        return ["Separable, but floating point cannot tell by how much."]
    if isinstance(space, KernelSpace):
        square = verdict.margin_squared  # rounded where the kernel is
        shown = written(square if space.kernel.is_rational else float(square))
        return [
            f"Separable: margin γ = {written(gamma)} (γ² = {shown}), "
            f"R² = {written(verdict.radius_squared)}, the largest k(x, x).",
            f"  w* is supported by {named_points(list(verdict.support))}.",
        ]
    return [
        f"Separable: margin γ = {written(gamma)} (γ² = {written(verdict.margin_squared)}), "
        f"R² = {written(verdict.radius_squared)}{where}.",
        f"  w* ∝ {_shortest_line(space, verdict.separator)} has this margin, "
        f"supported by {named_points(list(verdict.support))}.",
        *_distance_lines(space, verdict),
    ]


def _distance_lines(space: Space, verdict: Separability) -> Iterator[str]:
    """Yield how far the line of w* is from the nearest point, and what the widest line is."""
    square = distance_squared(space, verdict.separator, verdict.margin_squared)
    if not space.offset or square is None:  # then γ is that distance, or there is no line
        return
    where = f" in the {space.made_by} space" if space.made_by else ""
    widest = widest_line(space, verdict)
    is_widest = widest is not None and widest.distance_squared == square
    end = ": it is the widest line" if is_widest else ""
    yield f"  Its line has the distance {_root(square)} to the nearest point{where}{end}."
    if widest is not None and not is_widest:
        yield (
            f"  The widest line ∝ {_shortest_line(space, widest.weights)} has the distance "
            f"{_root(widest.distance_squared)}, supported by {named_points(widest.support)}."
        )


def _shortest_line(space: Space, weights: Sequence[Fraction]) -> str:
    return written_line(space, shortest_multiple(weights))


def _root(square: Fraction) -> str:
    """Write a length, and its exact square."""
    return f"{written(float(square) ** 0.5)} (squared: {written(square)})"


def _proof(space: Space, weights: dict[int, Fraction]) -> str:
    """Read a certificate out: the weighted means of both classes coincide, or Σλz = 0."""
    named = sorted(weights)
    all_named = len(named) <= MOST_NAMED
    shares = ", ".join(written(weights[i]) for i in named)
    weighed = (
        f"weigh {named_points(named)} by {shares}"
        if all_named
        else f"weigh {len(named)} of the points"
    )
    if len(named) == 1:
        return f"{named_points(named)} lies at the origin, on every {separating(space)}"
    if isinstance(space, KernelSpace):
        return (
            f"{weighed}, each with its label as sign, and they cancel: Σ λ·y·k(x, z) = 0 for all z"
        )
    if not space.offset:
        return f"{weighed}, each with its label as sign, and they add up to zero: Σ λ·y·x = 0"
    positive = [i for i in named if space.labels[i] > 0]
    rows, unit = space.exact_rows(np.array(positive))
    tops, below = whole_numbers([weights[i] for i in positive])
    sums = (np.array(tops, dtype=object) @ rows)[:-1]  # each label is +1, and the offset last
    mean = [Fraction(2 * int(total), below) * unit for total in sums]
    same = f"{weighed}, and both classes have the same mean {vector(mean)}"
    return f"{same}, which would have to lie on both sides"


def bound_lines(run: Run) -> list[str]:
    if run.bounds is None:
        # That no line exists has been said; other reasons are news.
        return [f"  {run.why_no_bounds}"] if run.verdict.separable else first_pass_lines(run)
    start = "w⁽⁰⁾ = 0" if not any(run.start) else "this w⁽⁰⁾"
    most, limit = run.bounds.most_updates, run.bounds.limit
    exceeds = "" if limit == most else f" (k ≤ {written(limit)})"
    return [f"  {at_most(most)} from {start} with η = {written(run.rule.eta)}{exceeds}."]


def first_pass_lines(run: Run) -> list[str]:
    """Return the bound that needs no line, where it says something."""
    found = first_pass_of(run)
    if isinstance(found, str) or not found.bound.says_something:
        return []
    return [f"  {first_pass_words(found)}"]


def first_pass_words(found: FirstPass) -> str:
    """Say how many mistakes a first pass made, and how many it can make at most."""
    made = count(found.mistakes, "mistake")
    if not found.bound.says_something:
        return f"First pass from w⁽⁰⁾ = 0: {made}. {SAYS_NOTHING}."
    bound = found.bound
    radius = float(bound.radius_squared) ** 0.5
    terms = ((radius, "R"), (bound.margin, "γ"), (bound.shortfall, "D"))
    with_terms = ", ".join(f"{name} ≈ {value:.4g}" for value, name in terms)
    return (
        f"First pass from w⁽⁰⁾ = 0: {made}, of at most {bound.most_mistakes} in any order: "
        f"((R + D)/γ)² with {with_terms} (Freund and Schapire 1999)."
    )


def at_most(updates: int) -> str:
    return f"At most {count(updates, 'update')}"
