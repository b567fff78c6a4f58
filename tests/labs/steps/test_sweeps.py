"""Sweeps one after the other are the same as each alone."""

from __future__ import annotations

import numpy as np

from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.labs.common.lab import finished
from perceptron_gui.labs.steps.steps import StepSweep, Sweeps, descent_rule, read_values

AND = make(LIBRARY["and"])


def steps(text: str) -> StepSweep:
    return StepSweep(AND, descent_rule(Rule()), "eta", read_values("eta", text), 20)


def test_sweeps_in_slices_are_those_that_are_made_alone() -> None:
    both = Sweeps([steps("0.01,0.1"), steps("0.2")])
    assert both.total == 60
    seen = [0]
    while not both.is_over:
        both.advance(3)
        seen.append(both.done)
    both.advance(3)
    assert seen == sorted(seen)
    assert seen[-1] == both.done == 60
    alone = finished(steps("0.01,0.1")), finished(steps("0.2"))
    for one, other in zip(both.result(), alone, strict=True):
        assert [trial.value for trial in one.trials] == [trial.value for trial in other.trials]
        for mine, its in zip(one.trials, other.trials, strict=True):
            assert np.array_equal(mine.losses, its.losses)


def test_the_second_sweep_waits_for_the_first() -> None:
    both = Sweeps([steps("0.01,0.1"), steps("0.2")])
    both.advance(1)
    first, second = both.result()
    assert first.over == "eta"
    assert second.trials == ()
