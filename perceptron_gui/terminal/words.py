"""What a run is made of, in one line: the data, the rule and the options that matter."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import exact_number
from perceptron_gui.base.text import Numbers, aligned, count, few, printable, vector, written
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.space import Space, feature_names

_TIES = {
    "always": "a tie is a mistake",
    "minus": "a tie is −1",
    "plus": "a tie is +1",
    "never": "a tie is no mistake",
}
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
# The options of single rules that have words of their own here.
_WORDED = ("order", "solver", "loss", "batch_size", "pocket", "eta", "schedule", "margin", "l2")
_SOLVERS = {"closed": "closed form", "gd": "gradient descent", "newton": "Newton"}


def heading(name: str, run: Run) -> str:
    """Return the data, the rule and its options in a line."""
    rule = run.rule
    parts = [data_words(name, run.dataset, rule), RULES[rule.rule].title]
    if rule.uses_option("order"):
        order = rule.order
        parts.append(order if isinstance(order, str) else f"order {few(order)}")
    arithmetic = "exact" if run.arithmetic == "exact" else "floating point"
    return " · ".join([*parts, *_options(run), *offset_words(rule), arithmetic])


def data_words(name: str, dataset: Dataset, rule: Rule) -> str:
    """Return how many points there are, in which space."""
    lift = ""
    if rule.lift != "none":
        names = tuple(f"x{str(j + 1).translate(_SUBSCRIPTS)}" for j in range(dataset.dimension))
        lift = f" lifted to ({few(feature_names(rule.lift, names))})"
    return f"{printable(name)}: {count(len(dataset), 'point')} in {dataset.dimension}-D{lift}"


def offset_words(rule: Rule) -> list[str]:
    """Return what is unusual about the offset, if anything is."""
    if not rule.offset:
        return ["no offset"]
    return [] if rule.bias_scale == 1 else [f"B = {written(rule.bias_scale)}"]


def _options(run: Run) -> list[str]:
    """Return what makes this run another run, in the words of a reader."""
    rule = run.rule
    words = [_SOLVERS[rule.solver]] if rule.uses_option("solver") else []
    words.append(_TIES[rule.tie])
    if rule.uses_option("loss"):
        words.insert(0, f"{rule.loss} loss")
    if rule.uses_option("batch_size") and rule.batch_size > 1:
        words.append(f"minibatches of {rule.batch_size}")
    if rule.uses_option("pocket"):
        words.append(rule.pocket)
    if rule.uses_option("eta"):
        words.append(f"η = {written(rule.eta)}")
    if rule.uses_option("schedule") and rule.schedule != "constant":
        words.append(f"{rule.schedule} schedule")
    if rule.uses_option("margin") and rule.margin:
        words.append(f"margin {written(rule.margin)}")
    if rule.uses_option("l2") and rule.l2:
        words.append(f"l2 = {written(rule.l2)}")
    if any(run.start):
        words.append(f"w₀ = {vector(run.start)}")
    if rule.is_random:
        words.append(f"seed {rule.seed}")
    others = [name for name in RULES[rule.rule].uses if name not in _WORDED]
    return words + [OPTIONS[name].words(getattr(rule, name)) for name in others]


_ROWS = 20


def written_line(space: Space, weights: Numbers) -> str:
    """Write weights as (1, 2), offset −3, where the offset is that of the line, b = B·v."""
    if not space.offset:
        return vector(weights)
    scale = space.bias_scale if isinstance(weights[-1], Fraction) else float(space.bias_scale)
    return f"{vector(weights[:-1])}, offset {written(weights[-1] * scale)}"


def first_updates(run: Run) -> list[str]:
    """Return the lines: which visit, which point, its score before, the weights after."""
    shown = min(_ROWS, len(run.history))
    if not shown:
        return []
    raw = run.history.weights_after(np.arange(shown + 1))
    single = run.point_of_update(0) is not None
    about = ["point (from 0)", "y", "s before"] if single else []
    rows = [["k", "visit", "epoch", *about, "w after"]]
    for k, visit in enumerate(run.history.visits_of(np.arange(shown)).tolist()):
        after = shown_numbers(run, run.path.arithmetic.fractions(raw[k + 1]))
        point = _point(run, k, raw[k]) if single else []
        epoch = run.path.visiting.epoch_of(visit)
        rows.append([str(k + 1), str(visit), str(epoch), *point, written_line(run.space, after)])
    lines = aligned(rows)
    if shown < len(run.history):
        lines.append(f"… and {len(run.history) - shown} more (--json writes up to 100000)")
    return lines


def _point(run: Run, k: int, raw: NDArray[Any]) -> list[str]:
    """Return the cells about the point of an update: which, its label, its score before."""
    i, score = run.point_of_update(k), run.score_before(k, raw)
    assert i is not None
    assert score is not None
    coordinates = [exact_number(v) for v in run.dataset.points[i].tolist()]
    place = f" {vector(shown_numbers(run, coordinates))}" if run.dataset.dimension <= 3 else ""
    label = f"{run.dataset.labels[i]:+d}".replace("-", "−")
    return [f"{i}{place}", label, written(shown_numbers(run, [score])[0])]


def shown_numbers(run: Run, values: Sequence[Fraction]) -> Numbers:
    """Return fractions where the run is exact, else the floats they stand for."""
    return values if run.arithmetic == "exact" else [float(v) for v in values]
