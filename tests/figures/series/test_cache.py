"""Results that are kept: by run and experiment, the last one only, and no longer than the run."""

from __future__ import annotations

import gc
import weakref

import pytest

from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.series.cache import ResultCache


def trained() -> Run:
    return Run(make(LIBRARY["and"]), Rule()).finish()


def test_an_experiment_is_carried_out_once_for_all_snapshots_of_a_run() -> None:
    kept, run = ResultCache[str](), trained()
    assert kept.of(run, "orders", lambda: "first") == "first"
    assert kept.of(run.snapshot(), "orders", pytest.fail) == "first"
    assert kept.of(trained(), "orders", lambda: "of another run") == "of another run"


def test_another_experiment_takes_the_place_of_the_last_one() -> None:
    kept, run = ResultCache[str](), trained()
    kept.keep(run, "orders", "done elsewhere")
    assert kept.of(run, "orders", pytest.fail) == "done elsewhere"
    assert kept.of(run, "starts", lambda: "second") == "second"
    assert kept.of(run, "orders", lambda: "again") == "again"


def test_a_result_is_dropped_with_its_run() -> None:
    kept, run = ResultCache[set[int]](), trained()
    dropped = weakref.ref(kept.of(run, "orders", lambda: {1}))
    del run
    gc.collect()
    assert dropped() is None
