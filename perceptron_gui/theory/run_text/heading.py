"""A run in one line: its data, its rule, and the options that make it another run."""

from __future__ import annotations

from perceptron_gui.base.latex import to_plain
from perceptron_gui.base.text import count, few, printable, vector, written
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.space import feature_names
from perceptron_gui.lectures.notation import point_number

# The options of a run in the order in which they are told; the second ones only if unusual.
_TOLD = ("loss", "solver", "tie", "batch_size", "pocket", "eta", "schedule", "margin", "l2", "l1")
_IF_UNUSUAL = ("batch_size", "schedule", "margin", "l2", "l1")


def heading(name: str, run: Run) -> str:
    """Return the data, the rule and its options in a line."""
    rule = run.rule
    parts = [data_words(name, run.dataset, rule), RULES[rule.rule].title]
    if rule.uses_option("order"):
        order = rule.order
        numbers = [] if isinstance(order, str) else [point_number(i) for i in order]
        parts.append(f"points {few(numbers)} in turn" if numbers else str(order))
    # What makes this run another run.
    for name in _TOLD:
        is_usual = getattr(rule, name) == OPTIONS[name].default
        is_told = rule.uses_option(name) and not (name in _IF_UNUSUAL and is_usual)
        if is_told if name != "tie" else run.dataset.targets is None:
            parts.append(_words(rule, name))
    if any(run.start):
        parts.append(f"w⁽⁰⁾ = {vector(run.start)}")
    if rule.is_random:
        parts.append(f"seed {rule.seed}")
    others = (name for name in RULES[rule.rule].uses if name not in (*_TOLD, "order"))
    parts += (_words(rule, name) for name in others if rule.uses_option(name))
    arithmetic = "exact" if run.arithmetic == "exact" else "floating point"
    return " · ".join([*parts, *offset_words(rule), arithmetic])


def data_words(name: str, dataset: Dataset, rule: Rule) -> str:
    """Return how many points there are, in which space."""
    lift = ""
    if rule.lift != "none":
        names = tuple(to_plain(f"x_{{{j + 1}}}") for j in range(dataset.dimension))
        lift = f" lifted to ({few(feature_names(rule.lift, names))})"
    scaled = "" if rule.scale == "none" else f" {_words(rule, 'scale')}"
    words = f"{count(len(dataset), 'point')} in {dataset.dimension}-D{scaled}{lift}"
    return f"{printable(name)}: {words}"


def offset_words(rule: Rule) -> list[str]:
    """Return what is unusual about the offset, if anything is."""
    if rule.rule == "kernel":
        return []
    if not rule.offset:
        return ["no offset"]
    return [] if rule.bias_scale == 1 else [f"B = {written(rule.bias_scale)}"]


def _words(rule: Rule, name: str) -> str:
    return OPTIONS[name].words(getattr(rule, name))
