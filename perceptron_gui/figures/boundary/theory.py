"""What may be added to the boundary: the largest margin, the radius, a cycle, the result, notes."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from perceptron_gui.base.number_text import number
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.figures.model import symbols as lecture
from perceptron_gui.figures.model.emphasis import Meanings
from perceptron_gui.figures.model.marks import Dots, Line, Mark, Region
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.plane.cycle import lines_of, shown_cycle
from perceptron_gui.figures.plane.data_plane import DataPlane
from perceptron_gui.figures.plane.points import MOST_NUMBERS
from perceptron_gui.figures.plane.projection import feature_symbols, size_of
from perceptron_gui.theory.convergence.premises import margin_points, radius_points
from perceptron_gui.theory.convergence.statement import (
    CYCLE,
    LINE,
    MARGIN,
    RADIUS,
    RADIUS_POINT,
    SEPARATOR,
    STATE,
    SUPPORT,
    numbers_of,
)
from perceptron_gui.theory.inseparable.certificate_lines import why_not_separable

_MOST_TERMS = 12
MEANINGS: Meanings = {
    RADIUS: ("circle",),
    RADIUS_POINT: ("radius",),
    SEPARATOR: ("separator",),
    MARGIN: ("margin",),
    LINE: ("ghost", "line"),
}


def margin_band(plane: DataPlane) -> Iterator[Mark]:
    """Yield the line of w* and the band around it that no point enters."""
    options = plane.options
    shown = options.margin or options.highlights(MARGIN, SEPARATOR)
    if not shown or not plane.run.verdict.separable:
        return
    verdict = plane.run.verdict
    score = plane.projection.score(verdict.separator)
    if score is None or score.constant is not None:
        return
    # Every point has y·⟨w*, x⟩ ≥ ‖w*‖² = γ², with equality where it holds the margin.
    reach = float(verdict.margin_squared / size_of(verdict.separator))
    band, line = score.band(plane.box, reach), score.divide(plane.box).line
    # What is only highlighted does not move the legend.
    name = f"${lecture.separator(options.symbols)}$, largest margin" if options.margin else ""
    if len(band[0]):
        yield Region("margin", Role.MARGIN, *band, label="margin" if options.margin else "")
    if len(line[0]):
        yield Line("separator", Role.SEPARATOR, *line, label=name)


def support_rings(plane: DataPlane) -> Iterator[Dots]:
    """Yield rings around the points that hold the margin."""
    shown = plane.options.margin or plane.options.highlights(SUPPORT)
    if shown and plane.run.verdict.separable:
        x, y = plane.projection.points[margin_points(plane.run)].T
        label = "holds the margin" if plane.options.margin else ""
        yield Dots("support", Role.SUPPORT, x, y, label=label)


def circle(plane: DataPlane) -> Iterator[Line]:
    """Yield the circle that holds all points; the constant coordinate adds B² to its square."""
    shown = plane.options.circle or plane.options.highlights(RADIUS)
    if not shown or plane.run.rule.lift != "none":
        return
    turn = np.linspace(0.0, 2 * np.pi, 181)
    radius, rule = plane.plane_radius, plane.run.rule
    name = lecture.radius(plane.options.symbols)
    if rule.offset:
        name = rf"\sqrt{{{name}^2 - {number(rule.bias_scale**2)}}}"
    x, y = radius * np.cos(turn), radius * np.sin(turn)
    label = f"radius ${name}$" if plane.options.circle else ""
    yield Line("circle", Role.RADIUS, x, y, label=label)


def radius_line(plane: DataPlane) -> Iterator[Line]:
    """Yield the line from the origin to a point that attains R, if that is highlighted."""
    is_seen = plane.projection.shows_all_coordinates and plane.run.rule.lift == "none"
    if plane.options.highlights(RADIUS_POINT) and is_seen:
        x, y = plane.projection.points[radius_points(plane.run)[0]].tolist()
        yield Line("radius", Role.RADIUS, np.array([0.0, x]), np.array([0.0, y]))


def cycle_lines(plane: DataPlane) -> Iterator[Line]:
    """Yield the lines of a cycle, if it is highlighted, and with a halo those of named states."""
    is_highlighted = plane.options.highlights(CYCLE)
    named = numbers_of(STATE, plane.options.highlight)
    if not is_highlighted and not named:
        return
    if (cycle := shown_cycle(plane.run, plane.context.visit, plane.options)) is None:
        return
    for line in lines_of(cycle, plane):
        key = f"cycle line {line.states[0].updates}"
        is_named = any(state.updates - cycle.facts.start_updates in named for state in line.states)
        if is_named:
            yield Line(f"highlight {key}", Role.HIGHLIGHT, *line.path)
        if is_named or is_highlighted:
            yield Line(key, Role.FUTURE, *line.path)


def result_line(plane: DataPlane) -> Iterator[Line]:
    """Yield the line of the average or of the pocket."""
    answer = RULES[plane.run.rule.rule].answer
    if not plane.options.result or answer not in ("Average", "Pocket"):
        return
    score = plane.projection.score(plane.run.result_at(plane.context.visit))
    if score is None or score.constant is not None:
        return
    line = score.divide(plane.box).line
    if len(line[0]):
        yield Line("result", Role.RESULT, *line, label=answer.lower())


def notes_on_theory(plane: DataPlane) -> Iterator[str]:
    """Yield notes on what the options ask for: exact numbers, and why something is missing."""
    options, rule = plane.options, plane.run.rule
    if options.equation:
        yield from _equation(plane)
    if options.margin:
        yield _margin(plane)
    if options.circle:
        yield _radius(plane)
    is_vote = RULES[rule.rule].answer == "Vote"
    if options.result and is_vote:
        yield "The vote of many lines is not a line."
    if (
        options.margin or (options.result and not is_vote)
    ) and not plane.projection.shows_all_coordinates:
        yield "Other lines than the current one cannot be seen in this plane."
    if options.numbers and len(plane.run.dataset) > MOST_NUMBERS:
        yield f"Only up to {MOST_NUMBERS} points are numbered."


def _equation(plane: DataPlane) -> Iterator[str]:
    """Yield the equation of the boundary in the coordinates that were typed."""
    values = plane.context.after
    constant = values[-1] * plane.context.constant if plane.run.rule.offset else values[0] * 0
    symbols = feature_symbols(plane.run)
    terms = list(zip(values[: len(symbols)], symbols, strict=True))
    if not any(value for value, _ in terms):
        return
    if len(terms) > _MOST_TERMS:
        yield f"The equation of the boundary has {len(terms)} terms and is left out."
    else:
        yield f"Boundary: ${lecture.equation(terms, constant)}$."


def _margin(plane: DataPlane) -> str:
    verdict, rule = plane.run.verdict, plane.run.rule
    if not verdict.separable:
        return why_not_separable(plane.run)
    square = verdict.margin_squared
    gamma = math.sqrt(square)
    exact = rf"$\gamma^2 = {number(square)}$"
    text = rf"The largest margin is $\gamma = {number(gamma)}$ ({exact})"
    if not rule.offset:
        return f"{text}."
    text = f"{text}, measured with the constant coordinate {number(rule.bias_scale)}"
    flat = math.sqrt(sum(float(v) ** 2 for v in verdict.separator[:-1]))
    if not flat or rule.lift != "none":
        return f"{text}."
    # A support point has ⟨p, z⟩ = γ², and its distance leaves the constant coordinate out.
    return f"{text}, which is {number(float(square) / flat)} between line and points here."


def _radius(plane: DataPlane) -> str:
    name = lecture.radius(plane.options.symbols)
    square = f"${name}^2 = {number(plane.run.verdict.radius_squared)}$"
    if plane.run.rule.lift != "none":
        return f"{square} is measured in the lifted space, so it is no circle here."
    if plane.run.rule.offset:
        added = number(plane.run.rule.bias_scale**2)
        return f"{square}, of which the constant coordinate adds ${added}$."
    return f"{square}."
