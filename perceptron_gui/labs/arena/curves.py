"""The curves of the arena: loss or errors, and the norm of what each contestant answers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.paths.results import Average, Pocket
from perceptron_gui.core.runs.measures import perceptron_loss
from perceptron_gui.figures.model.extent import from_zero
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Dots, Line, Mark, Steps
from perceptron_gui.figures.model.role import CONTESTANTS, Role
from perceptron_gui.figures.series.extremes import Positions, Values
from perceptron_gui.figures.series.timeline import TimedOptions, time_axis

from .contest import Contestant

NAME = "arena"
LOSS, ERRORS, NORMS = "loss", "errors", "norms"
# Curves go through so many visits; fewer where it takes long to find out what is answered.
_MOST, _FEWEST = 200, 5
_MOST_JUDGED, _MOST_LOOKS = 10_000_000, 20_000_000


@frozen_value(eq=False)
class Course:
    """What a contestant answered after some of its visits (m,), as far as it is a number."""

    visits: Positions
    updates: Positions
    values: dict[str, Values]
    is_whole: bool  # holds every visit


def course_of(contestant: Contestant) -> Course:
    """Return the course of a contestant, found once."""
    run = contestant.run
    return run.cache.get_or_compute("course", run.visits, lambda: _course(contestant))


def _course(contestant: Contestant) -> Course:
    run = contestant.run
    count = min(run.visits + 1, _count(contestant))
    visits = np.unique(np.linspace(0, run.visits, count).astype(np.int64))
    answers, errors = _answers(contestant, visits)
    with np.errstate(over="ignore", invalid="ignore"):
        norms = np.einsum("ij,ij->i", answers, answers)
        values = {LOSS: _losses(contestant, answers), ERRORS: errors, NORMS: norms}
    known = np.logical_and.reduce([np.isfinite(each) for each in values.values()])
    until = int(np.argmin(known)) if not known.all() else len(visits)
    seen = {name: each[:until] for name, each in values.items()}
    updates = np.asarray(run.updates_at(visits[:until]))
    return Course(visits[:until], updates, seen, len(visits) == run.visits + 1)


def _answers(contestant: Contestant, visits: Positions) -> tuple[Values, Values]:
    """Return what is answered after visits (m, D), and how many points that gets wrong (m,)."""
    run, result = contestant.run, contestant.run.result
    if isinstance(result, Pocket):
        ks = np.array([result.update_kept(int(at)) for at in visits])
    else:
        ks = np.asarray(run.updates_at(visits))
    if isinstance(result, Average):
        answers = np.array([[float(v) for v in run.result_at(int(at))] for at in visits])
    else:
        answers = run.weights_after(ks)
    if contestant.is_vote or isinstance(result, Average):
        wrong = np.array([result.errors(int(at)) for at in visits])
    else:
        wrong = run.errors_after(ks)
    return answers, wrong.astype(np.float64)


def _count(contestant: Contestant) -> int:
    run = contestant.run
    points = len(run.dataset)
    if contestant.is_vote or isinstance(run.result, Pocket):
        most = _MOST_JUDGED // (points * (len(run.history) + 1))
    else:
        most = _MOST_LOOKS // points
    return max(_FEWEST, min(_MOST, most))


def _losses(contestant: Contestant, answers: Values) -> Values:
    signed = contestant.run.space.signed
    return np.array([perceptron_loss(signed @ weights).sum() for weights in answers])


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
    reach = 1.0
    for number, contestant in enumerate(contestants[: len(CONTESTANTS)]):
        course = course_of(contestant)
        x, y = _across(contestant, course, options.against), course.values[kind]
        made, whole = (_until(contestant, course, last) for last in (visit, horizon))
        marks += _marks(number, contestant, course, x[:made], y[:made], options)
        if options.future and made < len(x):
            later.append(Line(f"future-{number}", Role.FUTURE, x[made - 1 :], y[made - 1 :]))
            whole = len(x)
        reach = max(reach, float(x[whole - 1]))
        if not contestant.run.diverged:
            heights.append(y[:whole])
    top = from_zero(heights, least=1.0 if kind == ERRORS else 0.0)
    return Figure(
        NAME,
        time_axis(options.against, (-0.02 * reach, 1.04 * reach)),
        Axis(range=top),
        (*later, *marks),
        title=_title(kind, options),
    )


def _until(contestant: Contestant, course: Course, visit: int | None) -> int:
    """Return how many positions of a course are seen after a visit, the start always."""
    return max(1, int((course.visits <= contestant.visit_at(visit)).sum()))


def _title(kind: str, options: TimedOptions) -> str:
    norm = rf"$\|{options.symbols.bare_weights}\|^2$"
    what = {LOSS: "perceptron loss", ERRORS: "errors", NORMS: norm}
    return f"{what[kind]} of the answer"


def _across(contestant: Contestant, course: Course, against: str) -> Values:
    if against == "updates":
        return course.updates.astype(np.float64)
    length = contestant.run.path.visiting.epoch_length if against == "epochs" else 1
    return np.asarray(course.visits / length)


def _marks(
    number: int, contestant: Contestant, course: Course, x: Values, y: Values, options: TimedOptions
) -> list[Mark]:
    """Return a curve, and a dot where it has come to."""
    name, role = contestant.name.shown, CONTESTANTS[number]
    holds = course.is_whole and options.against != "updates"
    curve = Steps if holds else Line
    return [curve(f"curve-{number}", role, x, y, name), Dots(f"end-{number}", role, x[-1:], y[-1:])]
