"""The training thread: runs come as snapshots, only the newest one, and the thread ends."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, Qt, QThread
from pytestqt.qtbot import QtBot

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.training.controller import TrainingController
from tests.training.sample_runs import BLOBS, ENDLESS, PATIENCE, XOR


def announced(training: TrainingController) -> list[Run]:
    """Return the list that every announced snapshot goes to."""
    runs: list[Run] = []
    training.run_advanced.connect(runs.append)
    return runs


def train(training: TrainingController, qtbot: QtBot, dataset: Dataset, rule: Rule) -> Run:
    """Train to the end and return the finished run."""
    training.train(dataset, rule)
    return wait_for_end(training, qtbot)


def wait_for_end(training: TrainingController, qtbot: QtBot) -> Run:
    """Wait for the end of the run that is computed, and return it."""
    with qtbot.waitSignal(
        training.run_advanced, timeout=PATIENCE, check_params_cb=lambda run: run.is_over
    ) as advanced:
        pass
    assert advanced.args is not None
    run = advanced.args[0]
    assert isinstance(run, Run)
    return run


def start_endless(training: TrainingController, qtbot: QtBot) -> None:
    """Come back when the thread is in the middle of a run that does not end."""
    with qtbot.waitSignal(training.run_advanced, timeout=PATIENCE):
        training.train(BLOBS, ENDLESS)


def start_endless_proof(training: TrainingController, qtbot: QtBot) -> None:
    """Come back when the thread has begun to prove a verdict, which takes minutes."""
    random = np.random.default_rng(3)
    points = np.round(random.normal(size=(1600, 400)), 3)
    labels = np.where(random.random(1600) < 0.5, 1, -1)
    training.train(Dataset.of(points, labels), Rule(epochs=1))
    qtbot.wait(1000)


@pytest.mark.parametrize("name", ["and", "xor", "three-points", "clusters"])
def test_a_small_run_arrives_as_the_engine_computes_it(
    training: TrainingController, qtbot: QtBot, name: str
) -> None:
    dataset = make(LIBRARY[name])
    runs = announced(training)
    run = train(training, qtbot, dataset, Rule())
    assert runs[-1] is run
    expected = Run(dataset, Rule()).finish().outcome
    assert (run.status, run.visits) == (expected.status, expected.visits)
    assert run.outcome.weights.tolist() == expected.weights.tolist()


def test_a_long_run_arrives_in_growing_snapshots_of_the_same_path(
    training: TrainingController, qtbot: QtBot
) -> None:
    runs = announced(training)
    training.train(BLOBS, ENDLESS)
    qtbot.waitUntil(lambda: len(runs) >= 5, timeout=PATIENCE)
    training.cancel()
    wait_for_end(training, qtbot)
    visits = [run.visits for run in runs]
    assert visits == sorted(visits)
    assert len(set(visits)) >= 5
    assert [run.is_over for run in runs] == [False] * (len(runs) - 1) + [True]
    whole = Run(BLOBS, replace(ENDLESS, epochs=-(-visits[-1] // len(BLOBS)))).finish()
    for run in runs:
        k = len(run.history)
        assert k == whole.updates_at(run.visits)
        assert np.array_equal(run.history.visits, whole.history.visits[:k])
        assert np.array_equal(run.weights_at(run.visits), whole.weights_at(run.visits))


def test_the_verdict_and_the_bounds_are_computed_before_a_snapshot_leaves(
    training: TrainingController, qtbot: QtBot
) -> None:
    runs = announced(training)
    train(training, qtbot, make(LIBRARY["and"]), Rule())
    start_endless(training, qtbot)
    assert {run.is_over for run in runs} == {True, False}
    assert all({"verdict", "bounds"} <= vars(run).keys() for run in runs)


def test_runs_are_announced_on_the_thread_of_the_controller(
    training: TrainingController, qtbot: QtBot
) -> None:
    threads: list[QThread] = []
    training.run_advanced.connect(lambda _: threads.append(QThread.currentThread()))
    train(training, qtbot, XOR, Rule())
    assert threads == [training.thread()]


def test_only_the_newest_of_many_requests_is_answered(
    training: TrainingController, qtbot: QtBot
) -> None:
    start_endless(training, qtbot)
    runs = announced(training)
    for seed in range(200):
        training.train(XOR, Rule(order="shuffled", epochs=5, seed=seed))
    run = train(training, qtbot, XOR, Rule(order="shuffled", epochs=5, seed=200))
    assert runs[-1] is run
    assert {each.rule.seed for each in runs} == {200}


def test_an_answer_that_was_on_its_way_when_a_newer_request_was_made_is_dropped(
    training: TrainingController, qtbot: QtBot
) -> None:
    answered = Event()
    training._worker.snapshot_ready.connect(
        lambda *_: answered.set(), Qt.ConnectionType.DirectConnection
    )
    runs = announced(training)
    training.train(XOR, Rule())
    assert answered.wait(PATIENCE / 1000)  # events of this thread are not looked at meanwhile
    train(training, qtbot, XOR, Rule(order="worst"))
    assert {run.rule.order for run in runs} == {"worst"}


def test_a_request_made_while_a_run_is_announced_replaces_it(
    training: TrainingController, qtbot: QtBot
) -> None:
    runs = announced(training)
    training.run_advanced.connect(
        lambda run: training.train(XOR, Rule(order="worst")) if run.rule.order == "cyclic" else None
    )
    training.train(XOR, Rule(order="cyclic"))
    qtbot.waitUntil(lambda: bool(runs) and runs[-1].rule.order == "worst", timeout=PATIENCE)
    assert [run.rule.order for run in runs] == ["cyclic", "worst"]


def test_a_cancelled_run_ends_where_it_stands(training: TrainingController, qtbot: QtBot) -> None:
    start_endless(training, qtbot)
    training.cancel()
    run = wait_for_end(training, qtbot)
    assert run.status == "budget"
    assert run.remarks[-1] == f"interrupted after {run.visits} visits"
    assert train(training, qtbot, XOR, Rule()).status == "cycle"


def test_a_rule_that_cannot_be_used_fails_with_a_sentence_for_the_user(
    training: TrainingController, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(training.run_failed, timeout=PATIENCE) as failed:
        training.train(XOR, Rule(order=(0, 7)))
    assert failed.args is not None
    assert str(failed.args[0]) == "--order names point 7, but there are 4 points, 0 to 3"
    assert train(training, qtbot, XOR, Rule()).is_over


def test_without_points_there_is_no_run(training: TrainingController, qtbot: QtBot) -> None:
    start_endless(training, qtbot)
    runs = announced(training)
    with qtbot.waitSignal(training.run_cleared, timeout=PATIENCE):
        training.train(XOR.with_points(np.empty((0, 2)), []), Rule())
    train(training, qtbot, XOR, Rule())
    assert {len(run.dataset) for run in runs} == {len(XOR)}


def test_an_error_in_the_program_arrives_as_its_traceback(qtbot: QtBot) -> None:
    training = TrainingController()
    with qtbot.waitSignal(training.crashed, timeout=PATIENCE) as crashed:
        training.train(XOR, Rule(rule="nonsense"))
    assert crashed.args is not None
    assert "KeyError: 'nonsense'" in crashed.args[0]
    assert train(training, qtbot, XOR, Rule()).is_over
    training.close()


def test_warming_up_compiles_and_lets_requests_go_first(
    training: TrainingController, qtbot: QtBot
) -> None:
    training.warm_up()
    assert train(training, qtbot, XOR, Rule()).status == "cycle"
    training.warm_up()
    assert train(training, qtbot, XOR, Rule(order="shuffled", epochs=5)).visits == 20


@pytest.mark.parametrize("computing", [False, True])
def test_the_thread_can_be_closed_at_any_time_and_twice(qtbot: QtBot, computing: bool) -> None:
    training = TrainingController()
    if computing:
        start_endless(training, qtbot)
    training.close()
    training.close()
    assert not [each for each in training.findChildren(QThread) if each.isRunning()]


def test_nothing_is_announced_after_closing(qtbot: QtBot) -> None:
    training = TrainingController()
    start_endless(training, qtbot)
    runs = announced(training)
    training.train(XOR, Rule())
    training.close()
    QCoreApplication.sendPostedEvents(training)
    assert runs == []


def test_thousands_of_signals_pass_between_the_threads(
    training: TrainingController, qtbot: QtBot
) -> None:
    finished: list[str] = []

    def train_again(run: Run) -> None:
        if run.is_over:
            finished.append(run.status)
            if len(finished) < 500:
                training.train(XOR, Rule(order="first-mistake"))

    training.run_advanced.connect(train_again)
    training.train(XOR, Rule(order="first-mistake"))
    # Every run takes five signals: asked, turn, ready, advanced, seen.
    qtbot.waitUntil(lambda: len(finished) == 500, timeout=PATIENCE)
    assert set(finished) == {"cycle"}


def test_a_newer_request_does_not_wait_for_the_proof_of_the_last_one(
    training: TrainingController, qtbot: QtBot
) -> None:
    start_endless_proof(training, qtbot)
    run = train(training, qtbot, XOR, Rule())
    assert run.dataset is XOR


def test_closing_does_not_wait_for_a_proof(qtbot: QtBot) -> None:
    training = TrainingController()
    runs, crashes = announced(training), list[str]()
    training.crashed.connect(crashes.append)
    start_endless_proof(training, qtbot)
    training.close()
    QCoreApplication.processEvents()
    assert (runs, crashes) == ([], [])
