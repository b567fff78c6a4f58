"""A simulator of the perceptron. `train` and `check` are the engine without a window.

`draw` returns figures of a run, which show themselves in a notebook.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from perceptron_gui.base.resources import VERSION as __version__

if TYPE_CHECKING:
    from perceptron_gui.core.runs.run import Run
    from perceptron_gui.core.space.separability import Separability
    from perceptron_gui.notebook import NotebookFigure

__all__ = ["__version__", "check", "draw", "train"]


def train(points: Any, labels: Any, **options: Any) -> Run:
    """Train to the end: points (n, d), labels −1/+1 (n,), options as on the command line.

    With targets="real" the labels are numbers, which the rule least-squares fits.
    """
    from perceptron_gui.core.data.dataset import TARGETS, Dataset
    from perceptron_gui.core.rules.rule import Rule
    from perceptron_gui.core.runs.run import Run

    is_real = TARGETS.read(options.pop(TARGETS.name, TARGETS.default)) == "real"
    made = Dataset.of_targets if is_real else Dataset.of
    return Run(made(points, labels), Rule.of(options)).finish()


def check(
    points: Any,
    labels: Any,
    *,
    offset: bool = True,
    bias_scale: Any = 1,
    scale: str = "none",
    lift: str = "none",
) -> Separability:
    """Decide whether a line separates the points, with its margin or a certificate."""
    from perceptron_gui.core.data.dataset import Dataset
    from perceptron_gui.core.rules.rule import Rule
    from perceptron_gui.core.space.separability import separability
    from perceptron_gui.core.space.space import Space

    options = {"offset": offset, "bias_scale": bias_scale, "scale": scale, "lift": lift}
    return separability(Space.of(Dataset.of(points, labels), Rule.of(options)))


def draw(view: str, run: Run | str, *, at: int | str = "end", **options: Any) -> NotebookFigure:
    """Draw a view of a run after a visit; the result shows itself in a notebook and is saved.

    Options are those of the command `figure`: theme, size, show and those of the view. Instead of
    a run there may be the name of data, which is trained on with options of a rule.
    """
    from perceptron_gui import notebook

    return notebook.draw(view, run, at=at, **options)
