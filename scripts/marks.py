"""Draw what every mark on the plane means: python scripts/marks.py

The picture of the manual's page about the window, made of the marks that figures are made of.
"""

from collections.abc import Iterator

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
from manual import ROOT
from matplotlib.legend import Legend

from perceptron_gui.export.mpl.own_axes import draw_on_axes
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Arrow, Dots, Line, Mark, Points, Region, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.figures.plane.points import visited_rings

PATH = ROOT / "resources" / "screenshots" / "marks.png"
_ROWS = 7
# Class, classified as (0: on the line), whether it is visited and was a mistake; then the words.
_POINTS: tuple[tuple[int, int, bool | None, str], ...] = (
    (1, 1, None, "class +1, correctly classified"),
    (-1, -1, None, "class −1, correctly classified"),
    (1, -1, None, "class +1, misclassified: filled as −1"),
    (-1, 1, None, "class −1, misclassified: filled as +1"),
    (1, 0, None, "on the line: hollow"),
    (1, 1, False, "visited, and correct: no update"),
    (-1, 1, True, "visited, and a mistake: an update follows"),
)
_LINES = (
    (Role.BOUNDARY, "decision line: the rule's answer"),
    (Role.NOW, "the line of w, if the answer is another one"),
    (Role.GHOST, "the line before this update"),
    (Role.SEPARATOR, "w*, the line with the largest margin"),
    (Role.WIDEST, "the widest line"),
)


def marks() -> Iterator[Mark]:
    """Yield two columns: what points look like, and what lines, arrows and areas mean."""
    for row, (truth, predicted, mistake, words) in enumerate(_POINTS):
        x, y = np.array([0.5]), np.array([_ROWS - 0.5 - row])
        if mistake is not None:
            for ring in visited_rings(x, y, mistake, ""):
                yield Dots(f"{ring.key} {row}", ring.role, ring.x, ring.y)
        labels = np.array([truth]), np.array([predicted])
        yield Points(f"point {row}", x, y, *labels, np.array([row]))
        yield _words(row, 1.0, words)
    for row, (role, words) in enumerate(_LINES):
        height = _ROWS - 0.5 - row
        yield Line.between(f"line {row}", role, (7.6, height), (8.7, height))
        yield _words(row, 9.0, words)
    yield Arrow("w", Role.WEIGHTS, 7.6, 1.5, 8.7, 1.5)
    yield _words(5, 9.0, "w, at a right angle to the line")
    for role, start in ((Role.NEGATIVE_SIDE, 7.6), (Role.POSITIVE_SIDE, 8.15)):
        x = np.array([start, start + 0.55, start + 0.55, start])
        yield Region(f"side {start}", role, x, np.array([0.2, 0.2, 0.8, 0.8]))
    yield _words(6, 9.0, "sides classified as −1 and as +1")


def _words(row: int, x: float, words: str) -> Text:
    return Text(f"words {row} {x}", Role.NOTE, x, _ROWS - 0.5 - row, words, "w")


def main() -> None:
    axes = Axis(range=(0.0, 15.0)), Axis(range=(0.0, float(_ROWS)))
    with matplotlib.rc_context({"font.family": "sans-serif", "mathtext.fontset": "dejavusans"}):
        page, ax = plt.subplots(figsize=(8, 2.8), layout="constrained")
        draw_on_axes(Figure("marks", *axes, tuple(marks()), bare=True), ax, THEMES["light"])
        for legend in ax.findobj(Legend):
            legend.remove()  # the rows say more
        ax.set_axis_off()
        page.savefig(PATH, dpi=140)


if __name__ == "__main__":
    main()
