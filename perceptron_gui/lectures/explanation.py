"""The arithmetic of a visit as values, and how it is rendered: plain text and LaTeX."""

from __future__ import annotations

import re
from collections.abc import Sequence

from perceptron_gui.base.latex import to_plain
from perceptron_gui.base.number_text import Number
from perceptron_gui.base.values import frozen_value


@frozen_value
class Step:
    """One line: what it is about, its formula as small LaTeX, and the numbers it ends in."""

    kind: str  # point, score, prediction, comparison, update, weights or agreement
    formula: str
    values: tuple[Number, ...] = ()


@frozen_value
class Explanation:
    """What happened at a visit; weights carry the constant coordinate last, whatever is shown.

    Of steps over several points there is no single `point`, `label` or `score`.
    """

    visit: int
    epoch: int
    point: int | None
    label: int | None
    is_update: bool
    score: Number | None
    before: tuple[Number, ...]
    after: tuple[Number, ...]
    steps: tuple[Step, ...]

    @property
    def heading(self) -> str:
        """Where in the run this is; the first step goes on from here."""
        if not self.visit:
            return "Start"
        point = "" if self.point is None else f", point {self.point}"
        return f"Visit {self.visit}, epoch {self.epoch}{point}"


def render_text(explanation: Explanation) -> str:
    """Return a heading line and one indented line for every further step."""
    first, *rest = (to_plain(step.formula) for step in explanation.steps)
    return "\n".join([f"{explanation.heading}: {first}", *(f"  {line}" for line in rest)])


def render_latex(explanation: Explanation) -> str:
    """Return an align* block; it needs the package amsmath and nothing else."""
    first, *rest = (step.formula for step in explanation.steps)
    return aligned(
        [f"&\\text{{{explanation.heading}: }} {first}", *(f"&\\quad {row}" for row in rest)]
    )


def aligned(rows: Sequence[str]) -> str:
    """Return rows of formulas as an align* block."""
    # After words TeX would space a sign as if it added something to them.
    rows = [re.sub(r"(\\text\{[^{}]*\}\s*)([+-])", r"\1{\2}", row) for row in rows]
    return "\n".join([r"\begin{align*}", " \\\\\n".join(rows), r"\end{align*}"])
