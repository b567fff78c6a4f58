"""Runs that are long enough to be a burden, made once."""

from __future__ import annotations

from functools import cache

from perceptron_gui import train
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from tests.figures.timelines import XOR


@cache
def million() -> Run:
    """Return a run of a million visits."""
    rule = Rule.of({"order": "shuffled", "epochs": 5000, "keep_going": True})
    return Run(make(LIBRARY["blobs"], n=200), rule).finish()


@cache
def endless() -> Run:
    """Return a run with more visits than a C integer counts."""
    return train(*XOR, epochs=10**9, max_updates=10**10, keep_going=True)
