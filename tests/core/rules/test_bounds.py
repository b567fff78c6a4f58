"""Every rule that claims the convergence theorem obeys both of its bounds, whatever its options."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from perceptron_gui.base.errors import OptionError
from perceptron_gui.base.params import Choice, Count, Flag, Number, Param
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.options import RULES, Init
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.bounds import why_not_covered
from perceptron_gui.core.runs.run import Run
from tests.core.strategies import problems

# Limits end a run early; with them a test of long runs would be one of short ones.
LIMITS = ("epochs", "max_updates")
CLAIMS_A_BOUND = [name for name in RULES if why_not_covered(Rule(rule=name)) is None]


def values_of(param: Param) -> list[Any]:
    """Return a few values of an option, of every kind of options there is."""
    kind = param.kind
    if isinstance(kind, Choice):
        return list(kind.choices)
    if isinstance(kind, Init):
        return list(kind.choices)
    if isinstance(kind, Flag):
        return [False, True]
    if isinstance(kind, Count):
        return [max(1, kind.least), 2, 3]
    assert isinstance(kind, Number), f"{param.name}: which values shall be tried?"
    return [Fraction(1), Fraction(1, 10), Fraction(1, 3), Fraction(7)]


@st.composite
def covered_rules(draw: st.DrawFn, name: str) -> Rule:
    """Any rule of this name that the theorem covers."""
    rule = Rule.of({"rule": name, "max_updates": 3000})
    for option, param in OPTIONS.items():
        if option in LIMITS or option == "rule" or not rule.uses_option(option):
            continue
        value = draw(st.sampled_from([param.default, *values_of(param)]))
        changed = rule.with_options({option: value})
        rule = rule if why_not_covered(changed) else changed
    return rule


@st.composite
def separable(draw: st.DrawFn) -> Dataset:
    """Points of the two sides of a line."""
    points = draw(problems(most=6)).dataset.points
    reach = st.integers(-3, 3)
    weights = draw(st.lists(reach, min_size=points.shape[1], max_size=points.shape[1]))
    scores = points @ weights + draw(reach) + 0.05  # no point has twentieths
    return Dataset.of(points, np.where(scores > 0, 1, -1))


@pytest.mark.parametrize("name", CLAIMS_A_BOUND)
@settings(max_examples=40)
@given(data=st.data())
def test_norms_and_updates_stay_within_the_bounds(name: str, data: st.DataObject) -> None:
    rule = data.draw(covered_rules(name))
    try:
        run = Run(data.draw(separable()), rule).finish()
    except OptionError:  # points that are all the same cannot be scaled, say
        reject()
    bounds = run.bounds
    if bounds is None:  # without an offset, say, or where floats cannot tell the margin
        reject()
    ks = np.arange(len(run.history) + 1)
    norms = measures.norm_sq(run, ks)
    assert (norms <= bounds.upper(ks) * (1 + 1e-9) + 1e-9).all()
    assert (norms >= bounds.lower(ks) * (1 - 1e-9) - 1e-9).all()
    along = measures.along_separator(run, ks)
    steps = along[0] + ks * float(rule.eta) * float(bounds.margin_squared) ** 0.5
    assert (along >= steps - 1e-9 * (1 + np.abs(steps))).all()
    if run.arithmetic == "exact":
        assert run.outcome.updates <= bounds.most_updates
    if not bounds.mistakes_up_to:
        assert bounds.most_updates <= bounds.distance_limit
        drops = -np.diff(measures.distance_sq(run, ks))
        least = float(rule.eta**2 * bounds.radius_squared)
        assert (drops >= least * (1 - 1e-6) - 1e-6).all()
