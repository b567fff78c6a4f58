"""The pictures of the arena: the plane of each contestant, and curves of all their answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from perceptron_gui.core.paths.results import Pocket
from perceptron_gui.core.runs.measures import perceptron_loss
from perceptron_gui.figures.model.axes import from_zero
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Dots, Line, Mark, Steps, Values
from perceptron_gui.figures.model.role import CONTESTANTS, Role
from perceptron_gui.figures.model.view import ViewOptions
from perceptron_gui.figures.plane.box import plane_figure
from perceptron_gui.figures.plane.data_plane import BoundaryOptions, DataPlane
from perceptron_gui.figures.plane.line import sides
from perceptron_gui.figures.plane.points import points
from perceptron_gui.figures.series.envelope import Positions
from perceptron_gui.figures.series.timeline import TimedOptions, time_axis

from .contest import Contestant

NAME = "arena"
LOSS, ERRORS, NORMS = "loss", "errors", "norms"
# Curves go through so many visits; fewer where it takes long to find out what is answered.
MOST_POSITIONS, _FEWEST = 200, 5
_MOST_JUDGED, _MOST_LOOKS = 10_000_000, 20_000_000
_JUDGED_ROUNDS = 3  # of a cycle: more tell a pocket nothing new


@dataclass(frozen=True, eq=False)
class Course:
    """What a contestant answered after some of its visits (m,), as far as it is a number."""

    visits: Positions
    updates: Positions
    values: dict[str, Values]
    is_whole: bool  # holds every visit of the part that is shown


@dataclass(frozen=True)
class Part:
    """The visits that curves show: from the first to the last, or to the end of each contestant."""

    first: int = 0
    last: int | None = None

    def shows(self, contestant: Contestant) -> bool:
        """Tell whether a contestant had not ended before."""
        return contestant.run.visits >= self.first


def shown_part(
    contestants: Sequence[Contestant],
    visit: int | None,
    options: TimedOptions,
    horizon: int | None,
) -> Part:
    """Return all visits, or the recent ones up to the last that the axes reach."""
    if not options.recent:
        return Part()
    ends = None if options.future else visit, visit if horizon is None else horizon
    last = max(each.visit_at(end) for each in contestants for end in ends)
    return Part(max(0, last - options.recent), last)


def course_of(contestant: Contestant, part: Part) -> Course:
    """Return the course of a contestant in a part that shows it, found once."""
    cache, end = contestant.run.cache, contestant.visit_at(part.last)
    return cache.get_or_compute(
        "course", (part.first, end), lambda: _course(contestant, part.first, end)
    )


def _course(contestant: Contestant, first: int, last: int) -> Course:
    run = contestant.run
    count = min(last - first + 1, _count(contestant))
    # In whole numbers: of a cycle that was played on for long, floats would miss visits.
    spaced = (first + (last - first) * n // max(1, count - 1) for n in range(count))
    visits = np.array(list(spaced), dtype=np.int64)
    answers, errors = _answers(contestant, visits)
    with np.errstate(over="ignore", invalid="ignore"):
        norms = np.einsum("ij,ij->i", answers, answers)
        losses = [perceptron_loss(run.space.signed @ weights).sum() for weights in answers]
        values = {LOSS: np.array(losses), ERRORS: errors, NORMS: norms}
    known = np.logical_and.reduce([np.isfinite(each) for each in values.values()])
    until = int(np.argmin(known)) if not known.all() else len(visits)
    seen = {name: each[:until] for name, each in values.items()}
    updates = np.asarray(run.updates_at(visits[:until]))
    return Course(visits[:until], updates, seen, len(visits) == last - first + 1)


def _answers(contestant: Contestant, visits: Positions) -> tuple[Values, Values]:
    """Return what is answered after visits (m, D), and how many points that gets wrong (m,)."""
    run = contestant.run
    if contestant.is_vote:  # which has no weights, so that its curves are those of w
        answers = run.weights_after(np.asarray(run.updates_at(visits)))
    else:
        answers = np.array([[float(v) for v in run.result_at(at)] for at in visits.tolist()])
    wrong = [run.result.errors(at) for at in visits.tolist()]
    return answers, np.array(wrong, dtype=np.float64)


def _count(contestant: Contestant) -> int:
    run = contestant.run
    points = len(run.dataset)
    most = _MOST_LOOKS // points
    if contestant.is_vote or isinstance(run.result, Pocket):
        judged, loop = len(run.history), run.history.loop
        if loop is not None:  # whose updates repeat
            judged = min(judged, loop.first + _JUDGED_ROUNDS * loop.updates)
        most = _MOST_JUDGED // (points * (judged + 1))
    return max(_FEWEST, min(MOST_POSITIONS, most))


def plot(
    kind: str,
    contestants: Sequence[Contestant],
    visit: int | None,
    options: TimedOptions,
    horizon: int | None,
) -> Figure:
    """Draw the curves of all contestants in one figure, each up to the visit or its end.

    Axes reach as far as after the visit `horizon`, or without one to all ends.
    """
    marks: list[Mark] = []
    later: list[Mark] = []
    heights: list[Values] = []
    edges: list[float] = []
    part = shown_part(contestants, visit, options, horizon)
    for number, contestant in enumerate(contestants[: len(CONTESTANTS)]):
        if contestant.is_computed or not part.shows(contestant):  # one has no course
            continue
        course = course_of(contestant, part)
        x, y = _across(contestant, course, options.against), course.values[kind]
        # How many positions are seen after a visit, the start always.
        ends = (contestant.visit_at(last) for last in (visit, horizon))
        made, whole = (max(1, int((course.visits <= end).sum())) for end in ends)
        name, role, sampled = contestant.name.shown, CONTESTANTS[number], not course.is_whole
        curve = Line if sampled or options.against == "updates" else Steps
        marks.append(curve(f"curve-{number}", role, x[:made], y[:made], name, sampled=sampled))
        marks.append(Dots(f"end-{number}", role, x[made - 1 : made], y[made - 1 : made]))
        if options.future and made < len(x):
            rest = x[made - 1 :], y[made - 1 :]
            later.append(Line(f"future-{number}", Role.FUTURE, *rest, name=name, sampled=sampled))
            whole = len(x)
        edges += [float(x[0]), float(x[whole - 1])]
        if not contestant.run.diverged:
            heights.append(y[:whole])
    norm = rf"$\|{options.symbols.bare_weights}\|^2$"
    what = {LOSS: "perceptron loss", ERRORS: "errors", NORMS: norm}
    top = from_zero(heights, least=1.0 if kind == ERRORS else 0.0)
    start = min(edges, default=0.0)
    length = max(1.0, max(edges, default=0.0) - start)
    return Figure(
        NAME,
        time_axis(options.against, (start - 0.02 * length, start + 1.04 * length)),
        Axis(range=top),
        (*later, *marks),
        title=f"{what[kind]} of the answer",
    )


def _across(contestant: Contestant, course: Course, against: str) -> Values:
    if against == "updates":
        return course.updates.astype(np.float64)
    length = contestant.run.path.visiting.epoch_length if against == "epochs" else 1
    return np.asarray(course.visits / length)


def answer_plane(contestant: Contestant, visit: int | None, options: ViewOptions) -> DataPlane:
    """Return the plane of a contestant after a visit, or at its end."""
    plain = BoundaryOptions(
        notation=options.notation, range=options.range, aspect=options.aspect, detail=options.detail
    )
    return DataPlane.of(contestant.run, contestant.visit_at(visit), plain)


def small_plane(contestant: Contestant, visit: int | None, options: ViewOptions) -> Figure:
    """Draw the points and the answer of one contestant, under its name and its errors."""
    plane = answer_plane(contestant, visit, options)
    title = f"{contestant.name.shown}: {contestant.wrong_at(visit)}"
    marks = (mark for layer in (sides, _line, points) for mark in layer(plane))
    notes = filter(None, [plane.projection.note])
    return plane_figure(NAME, plane.projection.labels, plane.box, marks, title, notes)


def _line(plane: DataPlane) -> Iterator[Mark]:
    line = plane.division.line
    if len(line[0]):
        yield Line("line", Role.BOUNDARY, *line)


def laid_over(contestants: Sequence[Contestant], visit: int | None, options: ViewOptions) -> Figure:
    """Draw the lines of all answers over the same points."""
    marks: list[Mark] = []
    missing = []
    for role, each in zip(CONTESTANTS, contestants, strict=False):
        line = tuple(_line(answer_plane(each, visit, options)))
        name = each.name.shown
        marks += [replace(mark, key=each.text, role=role, label=name) for mark in line]
        missing += [] if line else [name]
    first = answer_plane(contestants[0], visit, options)
    marks += [replace(each, predicted=each.truth * 0) for each in points(first)]
    notes = [f"No line in this view: {'; '.join(missing)}."] if missing else []
    return plane_figure(NAME, first.projection.labels, first.box, marks, notes=notes)
