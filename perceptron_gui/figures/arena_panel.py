"""The plane of the arena: what a contestant answers, alone or with the lines of all others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from perceptron_gui.core.scene import Scene
from perceptron_gui.core.values import frozen_value
from perceptron_gui.labs.contest import Contestant

from .boundary_marks import sides
from .boundary_points import points
from .boundary_stage import BoundaryOptions, Stage
from .figure import Axis, Figure
from .marks import Labels, Line, Mark
from .role import CONTESTANTS, Role
from .view import ViewOptions

NAME = "arena"


@frozen_value(eq=False)
class AnswerStage(Stage):
    """What a contestant answers after a visit, and where that is seen."""

    contestant: Contestant

    @cached_property
    def predicted(self) -> Labels:
        """What its answer predicts of every point (n,)."""
        return self.contestant.predictions_at(self.scene.visit)


def stage_of(contestant: Contestant, visit: int | None, options: ViewOptions) -> AnswerStage:
    """Set the stage for a contestant after a visit, or at its end."""
    run, seen = contestant.run, contestant.visit_at(visit)
    plain = BoundaryOptions(
        notation=options.notation, range=options.range, aspect=options.aspect, detail=options.detail
    )
    return AnswerStage(
        run, Scene(run, seen, options.symbols), plain, run.result_at(seen), contestant
    )


def small_plane(contestant: Contestant, visit: int | None, options: ViewOptions) -> Figure:
    """Draw the points and the answer of one contestant, under its name and its errors."""
    stage = stage_of(contestant, visit, options)
    errors = contestant.run.result.errors(stage.scene.visit)
    title = f"{contestant.name}: {errors} wrong"
    drawn = (points,) if contestant.is_vote else (sides, _line, points)
    marks = tuple(mark for layer in drawn for mark in layer(stage))
    return _plane(stage, marks, title, () if contestant.is_vote else _remarks(stage))


def _line(stage: Stage) -> Iterator[Mark]:
    line = stage.division.line
    if len(line[0]):
        yield Line("line", Role.BOUNDARY, *line)


def _remarks(stage: Stage) -> tuple[str, ...]:
    """Return what is to be said of the plane; that there is no line is plain to see."""
    return (stage.sight.note,) if stage.sight.note else ()


def laid_over(contestants: Sequence[Contestant], visit: int | None, options: ViewOptions) -> Figure:
    """Draw the lines of all answers over the same points."""
    stages = [stage_of(each, visit, options) for each in contestants]
    marks: list[Mark] = []
    missing = []
    for role, stage in zip(CONTESTANTS, stages, strict=False):
        name = stage.contestant.name
        line = () if stage.contestant.is_vote else tuple(_line(stage))
        marks += [replace(each, key=stage.contestant.text, role=role, label=name) for each in line]
        missing += [] if line else [name]
    marks += [replace(each, predicted=each.truth * 0) for each in points(stages[0])]
    note = f"No line in this view: {', '.join(missing)}."
    return _plane(stages[0], tuple(marks), "", (note,) if missing else ())


def _plane(
    stage: Stage, marks: tuple[Mark, ...], title: str, notes: tuple[str, ...] = ()
) -> Figure:
    (across, up), box = stage.sight.labels, stage.box
    x, y = Axis(across, range=(box.x0, box.x1)), Axis(up, range=(box.y0, box.y1))
    return Figure(NAME, x, y, marks, title=title, notes=notes, equal=True)
