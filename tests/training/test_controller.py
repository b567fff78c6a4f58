"""Training in the background: runs come as snapshots, and only those of the newest request."""

from __future__ import annotations

from dataclasses import replace
from threading import current_thread, main_thread
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import VerdictPending
from perceptron_gui.training import controller
from perceptron_gui.training.controller import load_kernels
from perceptron_gui.training.jobs import Jobs
from tests.training.samples import BLOBS, ENDLESS, PATIENCE, XOR, Training


@pytest.mark.parametrize("name", ["and", "xor", "three-points", "clusters"])
def test_a_small_run_arrives_as_the_engine_computes_it(training: Training, name: str) -> None:
    dataset = make(LIBRARY[name])
    threads = set[Any]()
    training.run_advanced.connect(lambda _: threads.add(current_thread()))
    expected = Run(dataset, Rule()).finish()
    assert expected.verdict  # the first one in a process takes longer than training waits for it
    run = training.finish(dataset, Rule())
    assert training.runs[-1] is run
    assert (run.status, run.visits) == (expected.status, expected.visits)
    assert run.outcome.weights.tolist() == expected.outcome.weights.tolist()
    assert run.known_verdict is not None
    assert threads == {main_thread()}


def test_a_long_run_arrives_in_growing_snapshots_of_the_same_path(training: Training) -> None:
    training.train(BLOBS, ENDLESS)
    training.qtbot.waitUntil(lambda: len(training.runs) >= 5, timeout=PATIENCE)
    visits = [run.visits for run in training.runs]
    assert visits == sorted(set(visits))
    assert not any(run.is_over for run in training.runs)
    assert all(run.known_verdict is not None for run in training.runs)
    whole = Run(BLOBS, replace(ENDLESS, epochs=-(-visits[-1] // len(BLOBS)))).finish()
    for run in training.runs:
        k = len(run.history)
        assert k == whole.updates_at(run.visits)
        assert np.array_equal(run.history.visits, whole.history.visits[:k])
        assert np.array_equal(run.weights_at(run.visits), whole.weights_at(run.visits))


def test_only_the_newest_of_many_requests_is_answered(training: Training) -> None:
    training.start_endless()
    training.runs.clear()
    for seed in range(200):
        training.train(XOR, Rule(order="shuffled", epochs=5, seed=seed))
    run = training.finish(XOR, Rule(order="shuffled", epochs=5, seed=200))
    assert training.runs[-1] is run
    assert {each.rule.seed for each in training.runs} == {200}


def test_a_request_made_while_a_run_is_announced_replaces_it(training: Training) -> None:
    training.run_advanced.connect(
        lambda run: training.train(XOR, Rule(order="worst")) if run.rule.order == "cyclic" else None
    )
    training.train(XOR, Rule(order="cyclic"))
    training.qtbot.waitUntil(
        lambda: bool(training.runs) and training.runs[-1].rule.order == "worst", timeout=PATIENCE
    )
    assert [run.rule.order for run in training.runs] == ["cyclic", "worst"]


def test_a_rule_that_cannot_be_used_fails_with_a_sentence_for_the_user(training: Training) -> None:
    with training.qtbot.waitSignal(training.run_failed, timeout=PATIENCE) as failed:
        training.train(XOR, Rule(order=(0, 7)))
    assert str(failed.args[0]) == "--order names point 7, but there are 4 points, 0 to 3"
    assert training.finish(XOR, Rule()).is_over


def test_without_points_there_is_no_run(training: Training) -> None:
    training.start_endless()
    training.runs.clear()
    with training.qtbot.waitSignal(training.run_cleared, timeout=PATIENCE):
        training.train(XOR.with_points(np.empty((0, 2)), np.empty(0)), Rule())
    training.finish(XOR, Rule())
    assert {len(run.dataset) for run in training.runs} == {len(XOR)}


def test_a_newer_request_does_not_wait_for_the_proof_of_the_last_one(training: Training) -> None:
    training.start_endless_proof()
    run = training.runs[0]
    assert run.verdict_is_pending
    assert run.bounds is None
    assert "Computing" in str(run.why_no_bounds)
    with pytest.raises(VerdictPending):
        _ = run.verdict
    assert training.finish(XOR, Rule()).dataset is XOR


def test_kernels_are_loaded_beside_training(training: Training, jobs: Jobs) -> None:
    load_kernels(jobs)
    assert training.finish(XOR, Rule()).status == "cycle"
    training.qtbot.waitUntil(lambda: not jobs.callbacks, timeout=PATIENCE)
    assert not compiler.load() or all(each.compiled.signatures for each in compiler.kernels())


def test_kernels_that_end_every_process_are_not_loaded_and_the_log_says_so(
    qtbot: QtBot, jobs: Jobs, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    postponed: list[bool] = []
    monkeypatch.setattr(controller, "warm_up", lambda _: (False, "Malformed block"))
    monkeypatch.setattr(compiler, "postpone", postponed.append)
    load_kernels(jobs)
    qtbot.waitUntil(lambda: not jobs.callbacks, timeout=PATIENCE)
    assert postponed == [True]
    assert "Malformed block" in caplog.text
