"""The points centred or scaled: R, γ, the bound and the updates of every scale, as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from perceptron_gui.base.number_text import number
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model import symbols as lecture
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.view import View, ViewOptions
from perceptron_gui.theory.what_if.scales import MOST_VISITS, ScaleEffect, scale_effects

NAME = "scales"
_NOTHING = "–"
_SAID = {
    "none": "none: the points as they are",
    "centre": "centre: minus the mean",
    "standard": "standard: minus the mean, over the deviation",
    "range": "range: from −1 to 1",
}


def build(dataset: Dataset, run: Run, cursor: int, options: ViewOptions) -> Table:
    """Write what every scale does; of the one at hand, how many updates are made so far, too."""
    radius, margin = lecture.radius_squared(options.symbols), lecture.margin(options.symbols)[1]
    headings = ("scale", f"${radius}$", f"${margin}$", r"updates at most", "updates made")
    effects = scale_effects(run)
    so_far = int(run.updates_at(min(cursor, run.visits)))
    rows = tuple(
        _row(effect, so_far if effect.scale == run.rule.scale else None) for effect in effects
    )
    return Table(NAME, headings, rows, (0,), options.title, tuple(_notes(run, effects)))


def _row(effect: ScaleEffect, so_far: int | None) -> tuple[str, ...]:
    verdict, limit = effect.verdict, effect.limit
    margin = _square(verdict.margin_squared, effect.is_rounded)  # 0 where there is none
    made = str(effect.updates) if effect.has_converged else f"{effect.updates}, stopped"
    if so_far is not None and so_far < effect.updates:
        made = f"{so_far} of {made}"
    return (
        _SAID[effect.scale] + (" (now)" if so_far is not None else ""),
        _square(verdict.radius_squared, effect.is_rounded),
        margin if verdict.margin_is_known else _NOTHING,
        _NOTHING if limit is None else _square(limit, effect.is_rounded),
        made,
    )


def _square(value: Fraction | float, is_rounded: bool) -> str:
    return f"${number(float(value) if is_rounded else value)}$"


def _notes(run: Run, effects: Sequence[ScaleEffect]) -> Iterator[str]:
    if run.why_no_bounds:
        yield run.why_no_bounds
    if any(effect.is_rounded for effect in effects):
        yield "Standard deviations are square roots, so those numbers are rounded."
    if any(not effect.has_converged for effect in effects):
        yield f"A run that has not converged is stopped, here after {MOST_VISITS} visits at most."


_SHOWS = "What centring and scaling the points do to R, γ, the bound and the updates, in a table."
VIEW = View(NAME, _SHOWS, ViewOptions, build, first_column="scale")
