"""Experiments as jobs: progress, results, cancelling, closing, failures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.base.errors import RuleError
from perceptron_gui.training.jobs import Jobs, Task, run_experiment
from tests.training.sample_runs import PATIENCE
from tests.views.counting_page import Counting

ENDLESS = 10**9


class Laboratory:
    """Runs experiments, and keeps what comes of them."""

    def __init__(self, jobs: Jobs) -> None:
        self.jobs = jobs
        self.progress: list[tuple[int, int, int]] = []
        self.results: list[int] = []
        self.failed: list[Exception] = []

    def start(self, prepare: Callable[[], Counting]) -> Task:
        return self.jobs.submit(
            partial(run_experiment, prepare),
            key="experiment",
            on_progress=lambda *facts: self.progress.append(facts),
            on_done=self.results.append,
            on_failed=self.failed.append,
        )


@pytest.fixture
def laboratory(qtbot: QtBot) -> Iterator[Laboratory]:
    jobs = Jobs()
    yield Laboratory(jobs)
    jobs.close()


def test_a_short_experiment_arrives_finished(laboratory: Laboratory, qtbot: QtBot) -> None:
    task = laboratory.start(lambda: Counting(5))
    qtbot.waitUntil(lambda: laboratory.results == [5], timeout=PATIENCE)
    assert not task.is_pending


def test_a_long_one_reports_on_its_way(laboratory: Laboratory, qtbot: QtBot) -> None:
    laboratory.start(lambda: Counting(200, 0.002))
    qtbot.waitUntil(lambda: bool(laboratory.results), timeout=PATIENCE)
    assert laboratory.results == [200]
    assert laboratory.progress == sorted(laboratory.progress)
    assert all(done == result for done, _, result in laboratory.progress)
    assert {total for _, total, _ in laboratory.progress} == {200}


def test_nothing_is_heard_of_a_cancelled_one(laboratory: Laboratory, qtbot: QtBot) -> None:
    task = laboratory.start(lambda: Counting(ENDLESS, 0.001))
    qtbot.waitUntil(lambda: bool(laboratory.progress), timeout=PATIENCE)
    task.cancel()
    known = len(laboratory.progress)
    laboratory.start(lambda: Counting(3))  # the lane is free again
    qtbot.waitUntil(lambda: bool(laboratory.results), timeout=PATIENCE)
    assert (len(laboratory.progress), laboratory.results) == (known, [3])


def test_closing_does_not_wait_for_the_end(laboratory: Laboratory, qtbot: QtBot) -> None:
    laboratory.start(lambda: Counting(ENDLESS, 0.001))
    qtbot.waitUntil(lambda: bool(laboratory.progress), timeout=PATIENCE)
    laboratory.jobs.close()
    assert laboratory.results == []


def test_what_cannot_be_tried_fails_with_its_error(laboratory: Laboratory, qtbot: QtBot) -> None:
    laboratory.start(lambda: Counting(-1))
    qtbot.waitUntil(lambda: bool(laboratory.failed), timeout=PATIENCE)
    (error,) = laboratory.failed
    assert isinstance(error, RuleError)
    assert str(error) == "nobody counts below zero"
