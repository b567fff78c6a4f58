"""Work in the background: its order, cancelling, callbacks on the GUI thread, and closing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from threading import Barrier, Event, current_thread, main_thread
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.base.errors import InputError
from perceptron_gui.base.files import OutputError
from perceptron_gui.training.jobs import Jobs, Task, Work, WorkCrashed, run_experiment
from tests.training.samples import PATIENCE
from tests.views.counting_page import Counting

SECONDS = PATIENCE / 1000
ENDLESS = 10**9


class Desk:
    """Submits work, and keeps what its callbacks get."""

    def __init__(self, jobs: Jobs, qtbot: QtBot) -> None:
        self.jobs, self._qtbot = jobs, qtbot
        self.done: list[Any] = []
        self.failed: list[Exception] = []
        self.progress: list[Any] = []

    def submit(
        self, work: Work, key: str = "one", latest_only: bool = False, lane: str = ""
    ) -> Task:
        return self.jobs.submit(
            work,
            key=key,
            lane=lane,
            latest_only=latest_only,
            on_done=self._on_done,
            on_failed=self.failed.append,
            on_progress=lambda *facts: self.progress.append(facts),
        )

    def _on_done(self, result: object) -> None:
        assert current_thread() is main_thread()
        self.done.append(result)

    def held(self, gate: Event, key: str = "one", lane: str = "", commits: bool = False) -> Task:
        """Submit work that waits for a gate, and come back when it has begun."""
        begun = Event()

        def work(task: Task) -> str:
            if commits:
                task.commit()
            begun.set()
            assert gate.wait(SECONDS)
            task.check_cancelled()
            return "waited"

        task = self.submit(work, key, lane=lane)
        assert begun.wait(SECONDS)
        return task

    def experiment(self, prepare: Callable[[], Counting]) -> Task:
        return self.submit(partial(run_experiment, prepare), "experiment")

    def wait_for_progress(self, count: int) -> None:
        """Wait until progress was reported so many times."""
        self._qtbot.waitUntil(lambda: len(self.progress) >= count, timeout=PATIENCE)

    def wait(self, count: int) -> None:
        """Wait until so many jobs have ended."""
        self._qtbot.waitUntil(lambda: len(self.done) + len(self.failed) == count, timeout=PATIENCE)


@pytest.fixture
def desk(jobs: Jobs, qtbot: QtBot) -> Desk:
    return Desk(jobs, qtbot)


@pytest.fixture
def gate() -> Iterator[Event]:
    """What jobs wait for; it opens at the latest at the end."""
    gate = Event()
    yield gate
    gate.set()


def numbered(number: object, _task: Task) -> object:
    return number


def test_jobs_of_a_key_run_in_their_order_on_another_thread(desk: Desk) -> None:
    threads = set()

    def work(number: int, _task: Task) -> int:
        threads.add(current_thread())
        return number

    for number in range(50):
        desk.submit(partial(work, number))
    desk.wait(50)
    assert desk.done == list(range(50))
    assert main_thread() not in threads


def test_jobs_of_different_keys_run_at_the_same_time(desk: Desk) -> None:
    both = Barrier(2, timeout=SECONDS)
    for key in ("one", "other"):
        desk.submit(lambda _task: both.wait(), key)
    desk.wait(2)
    assert sorted(desk.done) == [0, 1]


def test_keys_may_share_a_lane_and_each_keeps_its_latest_request(desk: Desk, gate: Event) -> None:
    desk.held(gate, lane="shared")
    for number in range(3):
        for key in ("a", "b"):
            desk.submit(partial(numbered, f"{key}{number}"), key, latest_only=True, lane="shared")
    desk.submit(lambda _task: "free", "free")
    desk.wait(1)
    gate.set()
    desk.wait(4)
    assert desk.done == ["free", "waited", "a2", "b2"]


def test_a_cancelled_job_calls_nobody_back_and_the_next_one_runs(desk: Desk, gate: Event) -> None:
    running = desk.held(gate)
    waiting = desk.submit(lambda _task: "never")
    desk.submit(lambda _task: "next")
    running.cancel()
    waiting.cancel()
    assert not running.is_pending
    gate.set()
    desk.wait(1)
    assert desk.done == ["next"]


def test_a_result_on_its_way_is_dropped_when_the_job_is_cancelled(desk: Desk) -> None:
    task = desk.submit(lambda _task: "stale")
    desk.jobs.finish("one")  # it has ended; events of this thread were not looked at
    task.cancel()
    desk.submit(lambda _task: "fresh")
    desk.wait(1)
    assert desk.done == ["fresh"]


def test_what_is_committed_cannot_be_cancelled(desk: Desk, gate: Event) -> None:
    task = desk.held(gate, commits=True)
    task.cancel()
    assert task.is_pending
    gate.set()
    desk.wait(1)
    assert desk.done == ["waited"]


def test_progress_comes_first_and_ends_what_is_cancelled(desk: Desk, gate: Event) -> None:
    def count(task: Task) -> str:
        for number in range(3):
            task.report(number, 3)
        assert gate.wait(SECONDS)
        task.report(3, 3)
        return "counted"

    task = desk.submit(count)
    desk.wait_for_progress(3)
    task.cancel()
    gate.set()
    desk.submit(lambda _task: "next")
    desk.wait(1)
    assert (desk.progress, desk.done) == ([(0, 3), (1, 3), (2, 3)], ["next"])


@pytest.mark.parametrize(
    ("error", "kind", "said"),
    [
        (InputError("not so"), InputError, "not so"),
        (OutputError("no room"), OutputError, "no room"),
        (MemoryError(), InputError, "there is not enough memory on this machine"),
        (ZeroDivisionError("no paper"), WorkCrashed, "This went wrong in the program: No paper."),
    ],
)
def test_errors_are_sentences_and_those_of_the_program_have_a_traceback(
    desk: Desk, error: Exception, kind: type[Exception], said: str
) -> None:
    def fail(_task: Task) -> None:
        raise error

    crashes: list[str] = []
    desk.jobs.crashed.connect(crashes.append)
    desk.submit(fail)
    desk.submit(lambda _task: "next")
    desk.wait(2)
    (failed,) = desk.failed
    assert isinstance(failed, kind) and str(failed).startswith(said)
    assert desk.done == ["next"]
    assert len(crashes) == (kind is WorkCrashed)
    assert all("in fail" in each and "ZeroDivisionError: no paper" in each for each in crashes)


def test_finishing_a_key_leaves_other_keys_alone(desk: Desk, gate: Event) -> None:
    other = desk.held(gate, "other")
    first = [desk.submit(lambda _task: "first") for _ in range(3)]
    desk.jobs.finish("one")
    desk.jobs.finish("nobody knows it")
    assert other.is_pending
    gate.set()
    desk.wait(1 + sum(task.is_pending for task in first))
    assert "waited" in desk.done


def test_closing_cancels_everything_and_waits(desk: Desk) -> None:
    begun = [Event() for _ in range(6)]

    def run_for_ever(started: Event, task: Task) -> None:
        started.set()
        while True:
            task.check_cancelled()

    for number, started in enumerate(begun):
        desk.submit(partial(run_for_ever, started), f"key {number}")
    assert begun[0].wait(SECONDS)
    desk.jobs.close()
    assert not desk.submit(lambda _task: "too late").is_pending
    desk.jobs.close()
    assert (desk.done, desk.failed) == ([], [])


def test_a_long_one_reports_on_its_way(desk: Desk) -> None:
    desk.experiment(lambda: Counting(200, 0.002))
    desk.wait(1)
    assert desk.done == [200]
    assert desk.progress == sorted(desk.progress)
    assert all(done == result for done, _, result in desk.progress)
    assert {total for _, total, _ in desk.progress} == {200}
