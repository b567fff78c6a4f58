"""The text of the what-if panel: the bound of a run, numbers, and what happens. No Qt."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from perceptron_gui.base.exact import dot, exact_number, format_number
from perceptron_gui.base.latex import to_plain
from perceptron_gui.base.number_text import number, vector
from perceptron_gui.core.runs.bounds import find_bounds
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import Notation
from perceptron_gui.theory.run_text.words import counted, grouped
from perceptron_gui.theory.what_if.bound import step_effect

_TOUCH = "The classes touch or overlap: no line has every point strictly on its side."
_LONG = 9  # characters
_OPPOSITE = -0.9999  # a cosine: what is rounded may be a hair off


@dataclass(frozen=True)
class WhatIfText:
    """Numbers, to be read beside a slider, and a sentence below them."""

    numbers: str = ""
    effect: str = ""


NOTHING = WhatIfText()


def of_run(run: Run) -> tuple[str, str]:
    """Return the bound of a run, where it has one, and how many updates it makes."""
    bound = "no bound" if run.bounds is None else f"k ≤ {grouped(run.bounds.most_updates)}"
    return bound, _made(run)


def of_margin(run: Run, notation: Notation) -> WhatIfText:
    """Say how far the classes are apart, and what that means."""
    verdict = run.verdict
    if not verdict.separable:
        return WhatIfText(f"{to_plain(notation.margin[0])} = 0", _TOUCH)
    squares = {notation.radius_squared: verdict.radius_squared}
    if verdict.margin_is_known:
        squares = {notation.margin[1]: verdict.margin_squared, **squares}
    numbers = ", ".join(equation(to_plain(name), value) for name, value in squares.items())
    nearer = f"Nearer classes: the bound grows as {to_plain(notation.over_margin(''))}."
    return WhatIfText(numbers, run.why_no_bounds or nearer)


def of_step(run: Run, notation: Notation) -> WhatIfText:
    """Say whether η matters, and why."""
    return WhatIfText(effect=step_effect(run, notation).sentence)


def of_start(run: Run, notation: Notation) -> WhatIfText:
    """Say where the run starts, and what the way back costs."""
    first, best = to_plain(notation.start), to_plain(notation.separator)
    if not any(run.start):
        from_zero = f"From {first} = 0 there is nothing to undo; the slider leads against {best}."
        return WhatIfText(effect=run.why_no_bounds or from_zero)
    effect = f"{first} = {to_plain(vector(run.start))} {_of_direction(run, best)}"
    found = find_bounds(run.rule, run.verdict, [Fraction(0)] * len(run.start))
    bound = "" if isinstance(found, str) else f"{first} = 0: k ≤ {grouped(found.most_updates)}"
    return WhatIfText(bound, effect)


def of_constant(run: Run, notation: Notation) -> WhatIfText:
    """Say what the constant coordinate makes of the bound."""
    squared = equation(to_plain(notation.radius_squared), run.verdict.radius_squared)
    margin, radius = to_plain(notation.margin[0]), to_plain(notation.radius)
    return WhatIfText(squared, f"Both {margin} and {radius} grow with B; below, the bound.")


def _made(run: Run) -> str:
    """Write how many updates the whole run makes, whichever visit is shown beside the panel."""
    if run.status == "cycle" and run.cycle is not None:
        updates = counted(run.cycle.period_updates, "update")
        return f"repeats every {counted(run.cycle.period_visits, 'visit')} ({updates}) forever"
    updates = counted(len(run.history), "update")
    if run.status == "converged":
        return f"makes {updates}"
    return f"stopped after {updates}" if run.is_over else f"{updates} computed so far"


def equation(name: str, value: Fraction) -> str:
    """Write γ² = 1/17 ≈ 0.05882, or γ² ≈ 0.000144 where the fraction is too long to be read."""
    text = to_plain(number(value))
    rounded = to_plain(number(float(f"{float(value):.4g}")))
    if len(text) > _LONG or exact_number(format_number(value)) != value:
        return f"{name} ≈ {rounded}"
    return f"{name} = {text} ≈ {rounded}" if "/" in text else f"{name} = {text}"


def _of_direction(run: Run, best: str) -> str:
    """Return where w₀ points beside w*, which is called `best`, as the rest of a sentence."""
    if not run.verdict.separable:
        return f"keeps its direction. {run.why_no_bounds or ''}".strip()
    w, best_w = run.start, run.verdict.separator
    cosine = float(dot(w, best_w)) / math.sqrt(dot(w, w) * dot(best_w, best_w))
    if cosine <= _OPPOSITE:
        return f"points against {best}, the worst direction for the bound."
    angle = math.degrees(math.acos(min(1.0, cosine)))
    return f"keeps its direction, {angle:.0f}° from {best}."
