"""What the plane shows at some visits only: room is kept for it, so that the axes never move."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from perceptron_gui.figures.model.figure import Reserve
from perceptron_gui.figures.model.marks import Dots, Line, Mark
from perceptron_gui.figures.model.role import Role

from .data_plane import DataPlane
from .line import NOW, PROBABILITY, decision_label, now_label, possible_shades
from .points import ASKED, ON_LINE, bad_label, labelled

_SOMEWHERE = np.zeros(1)
_PASSING = ("points", "visited points", "visited", "asked", "line", NOW, "ghost")


def reserve_of(plane: DataPlane, shown: Sequence[Mark], notes: tuple[str, ...]) -> Reserve:
    """Return what the fullest visit may have in its legend and below it.

    Of the marks that are shown some come and go; all others stay, and so do these notes.
    """
    run = plane.run
    dataset = run.dataset
    first = np.array([dataset.labels.argmin(), dataset.labels.argmax()])
    first = first[: len({*dataset.labels[first].tolist()})]
    at = np.broadcast_to(_SOMEWHERE, (len(dataset), 2))
    # One point of each class, taken for the other, and perhaps one that is taken for neither.
    marks: list[Mark] = [mark for mark in shown if mark.label and mark.key not in _PASSING]
    marks = [mark for mark in marks if not mark.key.startswith(PROBABILITY)]
    marks += possible_shades(plane)
    tied = "" if plane.on_line else ON_LINE
    marks.append(labelled("points", dataset, at, -dataset.labels, first, label=tied))
    # A visited point is asked about, or said to be right or not: never both.
    visited = max(bad_label(plane), ASKED, key=len)
    marks.append(Dots("visited", Role.MISTAKE, _SOMEWHERE, _SOMEWHERE, visited))
    marks.append(_line("line", Role.BOUNDARY, decision_label(plane)))
    if plane.answer:
        marks.append(_line(NOW, Role.NOW, now_label(plane)))
    else:
        marks.append(_line("ghost", Role.GHOST, "before this visit"))
    tie = f"${plane.on_line or 1:+d}$"
    longest = f"All weights of the {plane.answer} are 0 and a tie is {tie}, which is predicted"
    return Reserve(tuple(marks), (longest, *notes))


def _line(key: str, role: Role, label: str) -> Line:
    return Line(key, role, _SOMEWHERE, _SOMEWHERE, label)
