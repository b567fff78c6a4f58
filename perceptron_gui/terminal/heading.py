"""What a run is made of, in one line: the data, the rule and the options that matter."""

from __future__ import annotations

from ..core.dataset import Dataset
from ..core.lifts import feature_names
from ..core.options import RULES
from ..core.quoting import printable
from ..core.rule import Rule
from ..core.run import Run
from .wording import count, few, named_vector, vector, written

_TIES = {
    "always": "a tie is a mistake",
    "minus": "a tie is −1",
    "plus": "a tie is +1",
    "never": "a tie is no mistake",
}
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_SOLVERS = {"closed": "closed form", "gd": "gradient descent", "newton": "Newton"}


def heading(name: str, run: Run) -> str:
    """Return the data, the rule and its options in a line."""
    rule = run.rule
    parts = [data_words(name, run.dataset, rule), RULES[rule.rule].title]
    if rule.listens_to("order"):
        order = rule.order
        parts.append(order if isinstance(order, str) else f"order {few(order)}")
    arithmetic = "exact" if run.arithmetic == "exact" else "floating point"
    return " · ".join([*parts, *_options(run), *offset_words(rule), arithmetic])


def data_words(name: str, dataset: Dataset, rule: Rule) -> str:
    """Return how many points there are, in which space."""
    lift = ""
    if rule.lift != "none":
        names = tuple(f"x{str(j + 1).translate(_SUBSCRIPTS)}" for j in range(dataset.dimension))
        lift = f" lifted to {named_vector(feature_names(rule.lift, names))}"
    return f"{printable(name)}: {count(len(dataset), 'point')} in {dataset.dimension}-D{lift}"


def offset_words(rule: Rule) -> list[str]:
    """Return what is unusual about the offset, if anything is."""
    if not rule.offset:
        return ["no offset"]
    return [] if rule.bias_scale == 1 else [f"B = {written(rule.bias_scale)}"]


def _options(run: Run) -> list[str]:
    """Return what makes this run another run, in the words of a reader."""
    rule = run.rule
    told = [_SOLVERS[rule.solver]] if rule.listens_to("solver") else []
    told.append(_TIES[rule.tie])
    if rule.listens_to("loss"):
        told.insert(0, f"{rule.loss} loss")
    if rule.listens_to("batch_size") and rule.batch_size > 1:
        told.append(f"minibatches of {rule.batch_size}")
    if rule.listens_to("pocket"):
        told.append(rule.pocket)
    if rule.listens_to("eta"):
        told.append(f"η = {written(rule.eta)}")
    if rule.listens_to("schedule") and rule.schedule != "constant":
        told.append(f"{rule.schedule} schedule")
    if rule.listens_to("margin") and rule.margin:
        told.append(f"margin {written(rule.margin)}")
    if rule.listens_to("l2") and rule.l2:
        told.append(f"l2 = {written(rule.l2)}")
    if any(run.start):
        told.append(f"w₀ = {vector(run.start)}")
    if rule.is_random:
        told.append(f"seed {rule.seed}")
    return told
