"""All kernels compiled and stored by another process, which also finds what is damaged."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from perceptron_gui.base.cancel import Cancelled
from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.runs import warm_up as warming
from perceptron_gui.core.runs.warm_up import warm_up

pytest.importorskip("numba")

_TRAIN = """
import itertools
from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.sources import load_data
from perceptron_gui.labs.lab import finished
from perceptron_gui.labs.orders.trials import OrderTrials
assert compiler.load()
orders = ("cyclic", "shuffled", "random", "first-mistake", "random-mistake", "worst", "1,0")
rules = [{"rule": rule, "order": order} for order in orders
         for rule in ("pla", "averaged", "voted", "pocket", "kernel")]
rules += [{"rule": "kernel", "kernel": "gaussian"}, {"rule": "batch"}]
rules += [{"rule": "sgd", "loss": loss, "batch_size": size, "l2": l2}
          for loss in ("perceptron", "hinge", "logistic", "squared")
          for size in (1, 7) for l2 in (0, 1)]
rules += [{"rule": "least-squares", "solver": solver, "eta": "0.01"} for solver in ("gd", "sgd")]
for data in ("xor", "iris", "separable:n=300"):
    dataset = load_data(data).dataset
    for rule, numbers in itertools.product(rules, ({}, {"arithmetic": "float64"})):
        run = Run(dataset, Rule.of({"epochs": 30, **rule, **numbers})).finish()
        run.result_at(run.visits)
        run.errors_after(run.updates_at([0, run.visits]))
    for what in ("orders", "starts"):
        finished(OrderTrials(dataset, Rule(), 2000, what=what))
used = [each for each in compiler.kernels() if each.is_ready]
print(len(used), [each.python.__name__ for each in used if each.compiled.stats.cache_misses])
"""


@pytest.mark.program
def test_every_kernel_that_rules_and_experiments_need_is_stored() -> None:
    assert warm_up() == (True, "")
    done = subprocess.run(
        [sys.executable, "-c", _TRAIN], check=True, capture_output=True, text=True
    )
    used, missed = done.stdout.strip().split(" ", 1)
    assert int(used) >= 8
    assert missed == "[]"


@pytest.mark.parametrize("is_cured", [True, False])
def test_a_process_that_dies_of_what_is_stored_begins_anew_once(
    is_cured: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "damaged.nbc").touch()
    answers = iter([(1, "Malformed block\n"), (0, "") if is_cured else (-11, "once more\n")])
    monkeypatch.setattr(compiler, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(warming, "_use_elsewhere", lambda _: next(answers))
    can_be_used, wrong = warm_up()
    assert can_be_used == is_cured
    assert wrong.splitlines()[0] == "Malformed block"
    assert not tmp_path.exists()
    assert not list(answers)


def test_the_process_ends_where_its_answer_is_not_wanted() -> None:
    asked = 0

    def check() -> None:
        nonlocal asked
        asked += 1
        if asked > 2:
            raise Cancelled

    with pytest.raises(Cancelled):
        warm_up(check)


def test_where_no_process_can_be_started_kernels_may_be_compiled_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "executable", "no-such-program")
    can_be_used, wrong = warm_up()
    assert can_be_used
    assert "no-such-program" in wrong
