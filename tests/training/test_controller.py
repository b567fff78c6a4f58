"""The training thread: runs come as snapshots, only the newest one, and the thread ends."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, Qt, QThread, QTimer
from pytestqt.qtbot import QtBot

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.runs.verdict import VerdictPending
from perceptron_gui.training import controller
from perceptron_gui.training.controller import Request, Worker, load_kernels
from perceptron_gui.training.jobs import Jobs
from tests.training.samples import BLOBS, ENDLESS, PATIENCE, XOR, Training


@pytest.mark.parametrize("name", ["and", "xor", "three-points", "clusters"])
def test_a_small_run_arrives_as_the_engine_computes_it(training: Training, name: str) -> None:
    dataset = make(LIBRARY[name])
    run = training.finish(dataset, Rule())
    assert training.runs[-1] is run
    expected = Run(dataset, Rule()).finish().outcome
    assert (run.status, run.visits) == (expected.status, expected.visits)
    assert run.outcome.weights.tolist() == expected.weights.tolist()


def test_a_long_run_arrives_in_growing_snapshots_of_the_same_path(training: Training) -> None:
    training.train(BLOBS, ENDLESS)
    training.qtbot.waitUntil(lambda: len(training.runs) >= 5, timeout=PATIENCE)
    visits = [run.visits for run in training.runs]
    assert visits == sorted(visits)
    assert len(set(visits)) >= 5
    assert not any(run.is_over for run in training.runs)
    whole = Run(BLOBS, replace(ENDLESS, epochs=-(-visits[-1] // len(BLOBS)))).finish()
    for run in training.runs:
        k = len(run.history)
        assert k == whole.updates_at(run.visits)
        assert np.array_equal(run.history.visits, whole.history.visits[:k])
        assert np.array_equal(run.weights_at(run.visits), whole.weights_at(run.visits))


def test_verdicts_that_take_a_moment_are_found_before_a_snapshot_leaves(training: Training) -> None:
    training.finish(make(LIBRARY["and"]), Rule())
    training.start_endless()
    assert {run.is_over for run in training.runs} == {True, False}
    assert all(run.known_verdict is not None for run in training.runs)


def test_runs_are_announced_on_the_thread_of_the_controller(training: Training) -> None:
    threads: list[QThread] = []
    training.run_advanced.connect(lambda _: threads.append(QThread.currentThread()))
    training.finish(XOR, Rule())
    assert threads == [training.thread()]


def test_a_lack_of_memory_is_a_sentence_and_no_crash(
    training: Training, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(_dataset: Dataset, _rule: Rule) -> Run:
        raise MemoryError

    monkeypatch.setattr(controller, "Run", fill)
    with training.qtbot.waitSignal(training.run_failed, timeout=PATIENCE) as failed:
        training.train(XOR, Rule())
    assert "not enough memory" in str(failed.args[0])
    assert training.crashes == []


def test_only_the_newest_of_many_requests_is_answered(training: Training) -> None:
    training.start_endless()
    training.runs.clear()
    for seed in range(200):
        training.train(XOR, Rule(order="shuffled", epochs=5, seed=seed))
    run = training.finish(XOR, Rule(order="shuffled", epochs=5, seed=200))
    assert training.runs[-1] is run
    assert {each.rule.seed for each in training.runs} == {200}


def test_an_answer_on_its_way_is_dropped_when_a_newer_request_is_made(training: Training) -> None:
    answered = Event()
    training._worker.snapshot_ready.connect(
        lambda *_: answered.set(), Qt.ConnectionType.DirectConnection
    )
    training.train(XOR, Rule())
    assert answered.wait(PATIENCE / 1000)  # events of this thread are not looked at meanwhile
    training.finish(XOR, Rule(order="worst"))
    assert {run.rule.order for run in training.runs} == {"worst"}


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


def test_an_error_in_the_program_arrives_as_its_traceback(training: Training) -> None:
    with training.qtbot.waitSignal(training.crashed, timeout=PATIENCE):
        training.train(XOR, Rule(rule="nonsense"))
    assert "KeyError: 'nonsense'" in training.crashes.pop()
    assert training.finish(XOR, Rule()).is_over


def test_kernels_are_loaded_beside_training(training: Training) -> None:
    jobs = Jobs()
    try:
        load_kernels(jobs)
        assert training.finish(XOR, Rule()).status == "cycle"
        training.qtbot.waitUntil(lambda: not jobs.callbacks, timeout=PATIENCE)
        assert all(kernel.is_ready for kernel in compiler.kernels()) or not compiler.load()
    finally:
        jobs.close()


def test_kernels_that_end_every_process_are_not_loaded_and_the_log_says_so(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    postponed: list[bool] = []
    monkeypatch.setattr(controller, "warm_up", lambda _: (False, "Malformed block"))
    monkeypatch.setattr(compiler, "postpone", postponed.append)
    jobs = Jobs()
    load_kernels(jobs)
    qtbot.waitUntil(lambda: not jobs.callbacks, timeout=PATIENCE)
    jobs.close()
    assert postponed == [True]
    assert "Malformed block" in caplog.text


@pytest.mark.parametrize("computing", [False, True])
def test_the_thread_can_be_closed_any_time_and_twice(training: Training, computing: bool) -> None:
    if computing:
        training.start_endless()
    training.close()
    training.close()
    assert not [each for each in training.findChildren(QThread) if each.isRunning()]


def test_nothing_is_announced_after_closing(training: Training) -> None:
    training.start_endless()
    training.runs.clear()
    training.train(XOR, Rule())
    training.close()
    QCoreApplication.sendPostedEvents(training)
    assert training.runs == []


def test_thousands_of_signals_pass_between_the_threads(training: Training) -> None:
    finished: list[str] = []

    def train_again(run: Run) -> None:
        if run.is_over:
            finished.append(run.status)
            if len(finished) < 500:
                training.train(XOR, Rule(order="first-mistake"))

    training.run_advanced.connect(train_again)
    training.train(XOR, Rule(order="first-mistake"))
    # Every run takes five signals: asked, turn, ready, advanced, seen.
    training.qtbot.waitUntil(lambda: len(finished) == 500, timeout=PATIENCE)
    assert set(finished) == {"cycle"}


def test_a_newer_request_does_not_wait_for_the_proof_of_the_last_one(training: Training) -> None:
    training.start_endless_proof()
    run = training.finish(XOR, Rule())
    assert run.dataset is XOR


def test_a_run_does_not_wait_for_its_proof(training: Training) -> None:
    training.start_endless_proof()
    run = training.runs[0]
    assert run.verdict_is_pending
    assert run.bounds is None
    assert "Computing" in str(run.why_no_bounds)
    with pytest.raises(VerdictPending):
        _ = run.verdict


def test_a_run_that_fits_into_a_turn_arrives_finished_in_one_snapshot(qtbot: QtBot) -> None:
    worker = Worker(turn=PATIENCE)
    sent: list[Run] = []
    worker.snapshot_ready.connect(lambda _, run: sent.append(run))
    worker.begin(Request(1, XOR, Rule()))
    qtbot.waitUntil(lambda: bool(sent), timeout=PATIENCE)
    worker.begin(Request(2, XOR, Rule(order="worst")))
    qtbot.waitUntil(lambda: len(sent) > 1, timeout=PATIENCE)
    assert [run.rule.order for run in sent] == ["cyclic", "worst"]
    assert [run.status for run in sent] == ["cycle", "cycle"]


def test_snapshots_do_not_pile_up_before_a_reader_that_is_busy(qtbot: QtBot) -> None:
    worker = Worker()
    sent: list[Run] = []
    worker.snapshot_ready.connect(lambda _, run: sent.append(run))
    between_turns = QTimer()
    with qtbot.waitSignals([between_turns.timeout] * 20, timeout=PATIENCE):
        worker.begin(Request(1, BLOBS, ENDLESS))
        between_turns.start(0)
    assert [run.is_over for run in sent] == [False]
    worker.note_seen(1)
    qtbot.waitUntil(lambda: len(sent) > 1, timeout=PATIENCE)
    worker.begin(None)


def test_snapshots_go_on_as_they_are_read(qtbot: QtBot) -> None:
    worker = Worker()
    sent: list[Run] = []
    worker.snapshot_ready.connect(lambda _, run: sent.append(run))
    worker.snapshot_ready.connect(lambda run_id, _: worker.note_seen(run_id))
    worker.begin(Request(1, BLOBS, ENDLESS))
    qtbot.waitUntil(lambda: len(sent) >= 10, timeout=PATIENCE)
    worker.begin(None)
    assert not any(run.is_over for run in sent)
