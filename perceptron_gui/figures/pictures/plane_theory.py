"""What the theory adds to the plane: the largest margin, the radius, a cycle, the certificate."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from perceptron_gui.base.exact import floats_over, size_of
from perceptron_gui.base.number_text import number
from perceptron_gui.core.runs.measures import widest_of
from perceptron_gui.core.space.widest import distance_squared, why_no_widest
from perceptron_gui.figures.model.marks import Dots, Line, Mark, Region
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.plane.box import NOWHERE, Path, hull
from perceptron_gui.figures.plane.cycle import lines_of, shown_cycle
from perceptron_gui.figures.plane.data_plane import DataPlane
from perceptron_gui.figures.plane.line import boundary_equation
from perceptron_gui.lectures.notation import equals, root_equals
from perceptron_gui.theory.convergence import statement as highlights
from perceptron_gui.theory.convergence.premises import margin_points
from perceptron_gui.theory.inseparable.certificate_lines import why_not_separable

from .certificate import NO_HULLS, CertificateMarks, can_be_drawn, geometry_of


def margin_band(plane: DataPlane) -> Iterator[Mark]:
    """Yield the line of w* and the band around it that no point enters."""
    options = plane.options
    shown = options.margin or options.highlights(highlights.MARGIN, highlights.SEPARATOR)
    if not shown or not (verdict := plane.run.verdict).has_separator:
        return
    band, line = _free_band(plane, verdict.separator, verdict.margin_squared)
    also = " and widest line" if options.widest and _is_widest(plane) else ""
    name = f"${options.symbols.separator}$, largest margin{also}"
    if len(band[0]):
        yield Region("margin", Role.MARGIN, *band, label="margin")
    if len(line[0]):
        yield Line("separator", Role.SEPARATOR, *line, label=name)


def widest_band(plane: DataPlane) -> Iterator[Mark]:
    """Yield the widest line and the band around it that no point enters, unless w* has both."""
    widest = widest_of(plane.run)
    if widest is None or (plane.options.margin and _is_widest(plane)):
        return
    band, line = _free_band(plane, widest.weights, widest.score)
    if len(band[0]):
        yield Region("widest band", Role.WIDEST_BAND, *band)
    if len(line[0]):
        yield Line("widest", Role.WIDEST, *line, label="widest line")


def _is_widest(plane: DataPlane) -> bool:
    """Whether the line of w* is the widest one; two lines are never equally wide."""
    run, widest = plane.run, widest_of(plane.run)
    best, square = run.verdict.separator, run.verdict.margin_squared
    return (
        widest is not None and distance_squared(run.space, best, square) == widest.distance_squared
    )


def _free_band(plane: DataPlane, weights: Sequence[Fraction], least: Fraction) -> tuple[Path, Path]:
    """Return the band between the points with the least y·s of some weights, and their line."""
    score = plane.projection.score(weights)
    if score is None or score.constant is not None:
        return NOWHERE, NOWHERE
    reach = float(floats_over([least], size_of(weights))[0])
    return score.band(plane.box, reach), score.line(plane.box)


def support_rings(plane: DataPlane) -> Iterator[Dots]:
    """Yield rings around the points that hold the margin, or else the widest line."""
    options, found = plane.options, list[int]()
    if options.margin or options.highlights(highlights.SUPPORT):
        found = margin_points(plane.run) if plane.run.verdict.has_separator else []
    elif options.widest and (widest := widest_of(plane.run)) is not None:
        found = list(widest.support)
    if found:
        x, y = plane.projection.points[found].T
        yield Dots("support", Role.SUPPORT, x, y, label="support vector")


def circle(plane: DataPlane) -> Iterator[Line]:
    """Yield the circle that holds all points; the constant coordinate adds B² to its square."""
    rule = plane.run.rule
    shown = plane.options.circle or plane.options.highlights(highlights.RADIUS)
    if not shown or not plane.run.space.is_plain:
        return
    turn = np.linspace(0.0, 2 * np.pi, 181)
    x, y = plane.plane_radius * np.cos(turn), plane.plane_radius * np.sin(turn)
    name = plane.options.symbols.radius
    if rule.offset:
        squared = plane.options.symbols.radius_squared
        name = rf"\sqrt{{{squared} - {number(rule.bias_scale**2)}}}"
    yield Line("circle", Role.RADIUS, x, y, label=f"radius ${name}$")


def radius_line(plane: DataPlane) -> Iterator[Line]:
    """Yield the line from the origin to a point that attains R, if that is highlighted."""
    is_seen = plane.projection.shows_all_coordinates and plane.run.space.is_plain
    if plane.options.highlights(highlights.RADIUS_POINT) and is_seen:
        farthest = plane.projection.points[plane.run.space.radius_points[0]].tolist()
        yield Line.between("radius", Role.RADIUS, (0.0, 0.0), farthest)


def cycle_lines(plane: DataPlane) -> Iterator[Line]:
    """Yield the lines of a cycle, if it is highlighted, and with a halo those of named states."""
    is_highlighted = plane.options.highlights(highlights.CYCLE)
    named = highlights.numbers_of(highlights.STATE, plane.options.highlight)
    if not is_highlighted and not named:
        return
    if (cycle := shown_cycle(plane.run, plane.context.visit, plane.options)) is None:
        return
    for path, states in lines_of(cycle, plane):
        key = f"cycle line {states[0].updates}"
        is_named = any(state.updates - cycle.facts.start_updates in named for state in states)
        if is_named:
            yield Line(f"highlight {key}", Role.HIGHLIGHT, *path)
        if is_named or is_highlighted:
            yield Line(key, Role.FUTURE, *path)


def notes_on_theory(plane: DataPlane) -> Iterator[str]:
    """Yield notes on what the options ask for in exact numbers."""
    options = plane.options
    if options.equation and (found := boundary_equation(plane.context, plane.weights)):
        yield found
    if options.margin:
        yield _margin(plane)
    if options.widest:
        yield _widest(plane)
    if options.circle:
        yield _radius(plane)


def _margin(plane: DataPlane) -> str:
    verdict, rule = plane.run.verdict, plane.run.rule
    if not verdict.separable:
        return why_not_separable(plane.run)
    if not verdict.margin_is_known:
        return "Floating point cannot tell the largest margin."
    square = verdict.margin_squared
    name, squared = plane.options.symbols.margin
    gamma, exact = number(math.sqrt(square)), f"${squared} {equals(square)}$"
    where = " of the scaled points" if plane.run.space.made_by == "scaled" else ""
    text = rf"The largest margin{where} is ${name} = {gamma}$ ({exact})"
    if not rule.offset:
        return f"{text}."
    text = f"{text}, measured with the constant coordinate {number(rule.bias_scale)}"
    plain = distance_squared(plane.run.space, verdict.separator, square)
    if plain is None:
        return f"{text}."
    made_by = plane.run.space.made_by
    here = f"in the {made_by} space" if made_by else "here"
    return f"{text}, which is {number(math.sqrt(plain))} between line and points {here}."


def _widest(plane: DataPlane) -> str:
    run = plane.run
    if not run.verdict.separable:
        return why_not_separable(run)
    if (widest := widest_of(run)) is None:
        return f"The widest line is not known: {why_no_widest(run.space)}."
    square = widest.distance_squared
    where = f" in the {run.space.made_by} space" if run.space.made_by else ""
    which = "widest line" if run.rule.offset else "widest line through the origin"
    return (
        f"The {which} has the distance $d {root_equals(square)}$ "
        f"($d^2 {equals(square)}$) to its nearest points{where}."
    )


def _radius(plane: DataPlane) -> str:
    name, rule = plane.options.symbols.radius_squared, plane.run.rule
    square = f"${name} {equals(plane.run.space.radius_squared)}$"
    if rule.rule == "kernel":
        return f"{square} is the largest $k(x, x)$, so it is no circle here."
    if where := plane.run.space.made_by:
        return f"{square} is measured in the {where} space, so it is no circle here."
    if rule.offset:
        return f"{square}, including ${number(rule.bias_scale**2)}$ from the constant coordinate."
    return f"{square}."


def hulls(plane: DataPlane) -> Iterator[Mark]:
    if _shows(plane, highlights.HULLS):
        yield from _certificate(plane).hulls()


def ways(plane: DataPlane) -> Iterator[Mark]:
    """Yield the ways from the points that count to the point that they have for their mean."""
    if _shows(plane):
        yield from _certificate(plane).ways()


def witnesses(plane: DataPlane) -> Iterator[Mark]:
    """Yield rings around the points that count."""
    if can_be_drawn(plane.run):
        yield from _certificate(plane).rings()


def common_point(plane: DataPlane) -> Iterator[Mark]:
    """Yield the point that both hulls share, or else those nearest to each other."""
    names = highlights.NEAREST, highlights.COMMON
    if _shows(plane, *names) and _shows(plane, names[not plane.run.verdict.separable]):
        yield from _certificate(plane).ends()


def notes_on_certificate(plane: DataPlane) -> Iterator[str]:
    """Yield notes: what the certificate proves, and why something of it is not drawn here."""
    run = plane.run
    if run.rule.rule == "kernel":
        yield NO_HULLS
        return
    if not can_be_drawn(run):
        yield f"The {run.space.made_by} points lie too far away for their hulls to be drawn."
        return
    yield geometry_of(run).verdict
    if where := run.space.made_by:
        yield f"The hulls lie in the {where} space, which the view certificate shows."
    elif not run.rule.offset:
        yield "Without an offset, see the view certificate: its hull holds the points $yx$."
    elif not plane.projection.shows_all_coordinates:
        yield "The hulls are seen as shadows, which may meet here although they do not."


def _shows(plane: DataPlane, *names: str) -> bool:
    """Return whether the certificate is shown, or one of these names is highlighted.

    That needs hulls that are hulls of the points as the plane shows them.
    """
    is_asked = plane.options.certificate or plane.options.highlights(*names)
    return is_asked and plane.run.rule.offset and plane.run.space.is_plain


def _certificate(plane: DataPlane) -> CertificateMarks:
    """Return the certificate as it is seen in the plane of the boundary."""
    run, projection = plane.run, plane.projection
    labels = run.dataset.labels
    seen_at = plane.context.visit if projection.turns else None
    parts = run.cache.get_or_compute(
        "hulls",
        (projection.labels, seen_at),
        lambda: {y: hull(projection.points[labels == y]) for y in (-1, 1) if (labels == y).any()},
    )
    geometry = replace(geometry_of(run), projection=projection, at=projection.points, hulls=parts)
    return CertificateMarks(run, plane.context.visit, geometry, plane.box, plane.options)
