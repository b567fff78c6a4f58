"""The lines that other orders or starts end with, one over the other, and the one at hand."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from perceptron_gui.base.params import Flag, option
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Axis, Figure, Panel, Sheet
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.figures.model.marks import Line, Mark
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.pictures.plane_theory import margin_band, support_rings
from perceptron_gui.figures.plane.box import Path
from perceptron_gui.figures.plane.data_plane import BoundaryOptions, DataPlane
from perceptron_gui.figures.plane.line import decision_line, notes_on_the_line
from perceptron_gui.figures.plane.points import points
from perceptron_gui.figures.plane.projection import Curved, Straight

from .findings import OrderFindings
from .histogram import NAME as HISTOGRAM
from .histogram import draw_result as draw_histogram
from .study import OrderOptions, Study, TrialOptions
from .words import endings, tried

NAME = "solutions"
# From this width over height on, the figures stand beside each other.
_WIDE = 1.2
# So many lines are drawn at most; curves take longer to find.
_MOST_LINES = 80
_MOST_CURVES = 40
# From which share of the trials on a line is drawn in a role, the most frequent first.
_TIERS = (
    ("frequent", Role.WEIGHTS, 0.1),
    ("repeated", Role.CONSTRAINT, 0.01),
    ("single", Role.SOLUTION, 0.0),
)


@dataclass(frozen=True)
class SolutionOptions(TrialOptions):
    """What may be drawn beside the lines."""

    margin: bool = option(False, Flag(), "the line with the largest margin, and its margin")


def draw_result(
    found: OrderFindings, run: Run, cursor: int, options: SolutionOptions, has_facts: bool = False
) -> Figure:
    """Draw the lines that trials ended with, over the points of a run and its own line.

    Where the facts stand beside the figure, its notes leave them out.
    """
    chosen = BoundaryOptions(
        notation=options.notation, range=options.range, aspect=options.aspect, margin=options.margin
    )
    plane = DataPlane.of(run, cursor, chosen)
    lines = _Lines(found, plane)
    layers: tuple[Iterator[Mark], ...] = (
        margin_band(plane),
        lines.marks(),
        (mark for mark in decision_line(plane) if isinstance(mark, Line)),
        points(plane),
        support_rings(plane),
    )
    box = plane.box
    return Figure(
        NAME,
        Axis(plane.projection.labels[0], range=(box.x0, box.x1)),
        Axis(plane.projection.labels[1], range=(box.y0, box.y1)),
        tuple(mark for layer in layers for mark in layer),
        title=options.title,
        notes=(*_notes(found, has_facts), *lines.notes(), *notes_on_the_line(plane)),
        equal=True,
    )


class _Lines:
    """The different lines of the trials that converged, as far as the plane shows them."""

    def __init__(self, found: OrderFindings, plane: DataPlane) -> None:
        self._found = found
        self._tiers: dict[int, list[Path]] = {tier: [] for tier in range(len(_TIERS))}
        self._without = 0  # trials that end with weights that make no line
        self._hidden = False  # whether boundaries are no lines in this plane
        self._most = _MOST_CURVES if plane.run.rule.lift != "none" else _MOST_LINES
        drawn = slice(self._most)
        scores = plane.projection.scores(found.floats_of(found.lines.trials[drawn]))
        for score, count in zip(scores, found.lines.counts[drawn].tolist(), strict=True):
            self._add(plane, score, count)

    def _least(self, tier: int) -> int:
        """Return how many trials have to end with a line of this tier."""
        return max(1, math.ceil(_TIERS[tier][2] * self._found.count("converged")))

    def _add(self, plane: DataPlane, score: Straight | Curved | None, count: int) -> None:
        if score is None:
            self._hidden = True
        elif score.constant is not None:
            self._without += count
        else:
            tier = next(tier for tier in self._tiers if count >= self._least(tier))
            self._tiers[tier].append(score.line(plane.box))

    def marks(self) -> Iterator[Line]:
        """Yield the lines, the most frequent above all others."""
        what = self._found.what
        for tier in reversed(self._tiers):
            x, y = _joined(self._tiers[tier])
            if len(x):
                key, role, _ = _TIERS[tier]
                least = self._least(tier)
                label = rf"end of $\ge {least}$ {what}" if least > 1 else f"end of other {what}"
                yield Line(key, role, x, y, label=label)

    def notes(self) -> Iterator[str]:
        """Say which lines cannot be seen."""
        if self._hidden:
            yield "They are no lines in this plane, so only the one at hand can be seen."
        elif len(self._found.lines) > self._most:
            yield f"Only {self._most} of the lines are drawn, the most frequent ones."
        if self._without:
            yield f"Without a line, the same everywhere: {self._without}."


def _joined(paths: Sequence[Path]) -> Path:
    """Return several lines as one with breaks."""
    seen = [path for path in paths if len(path[0])]
    if not seen:
        return np.empty(0), np.empty(0)
    x, y = (np.concatenate([np.append(path[axis], np.nan) for path in seen]) for axis in (0, 1))
    return x[:-1], y[:-1]


def _notes(found: OrderFindings, has_facts: bool) -> Iterator[str]:
    if not has_facts:
        yield tried(found)
    if not found.count("converged"):
        yield "None of them converged, so there are no solutions to draw."
    if not has_facts:
        yield from endings(found)
    answer = RULES[found.rule.rule].answer.lower()
    if answer:
        yield f"The lines are those of the last weights, not of the {answer}."
    yield from map(from_user, found.remarks)


def order_sheet(
    study: Study,
    run: Run,
    visit: int,
    notation: str,
    aspect: float,
    plane_aspect: float | None = None,
) -> Sheet:
    """Draw a study beside a run of the same question, after a visit.

    Both aspects are width over height: of the whole sheet, and of the plane within its axes.
    """
    found, cursor = study.found, min(visit, run.visits)
    is_wide = aspect >= _WIDE
    own = int(run.updates_at(cursor)), int(run.updates_at(run.visits))
    counts = draw_histogram(
        found, OrderOptions(notation=notation), own, study.extremes, has_facts=True
    )
    plane = plane_aspect or (aspect / 2 if is_wide else aspect * 2)
    options = SolutionOptions(notation=notation, aspect=plane)
    lines = draw_result(found, run, cursor, options, has_facts=True)
    # One paragraph across the page takes less room than lines below each figure.
    notes = " ".join(dict.fromkeys((*counts.notes, *lines.notes)))
    panels = (
        Panel(replace(counts, notes=()), 0, 0),
        Panel(replace(lines, notes=()), int(not is_wide), int(is_wide)),
    )
    rows, widths = (1, (1.0, 1.0)) if is_wide else (2, (1.0,))
    return Sheet(HISTOGRAM, panels, rows, widths, notes=(notes,))
