"""Tests of the laboratory's thread: progress, results, cancelling, closing, refusals."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.base.errors import RuleError
from perceptron_gui.training.jobs.experiments import Experimenter, Progress
from tests.views.counting_page import Counting


@pytest.fixture
def experimenter(qtbot: QtBot) -> Iterator[Experimenter]:
    made = Experimenter()
    yield made
    made.close()


def test_a_short_experiment_arrives_finished(experimenter: Experimenter, qtbot: QtBot) -> None:
    with qtbot.waitSignal(experimenter.progressed, timeout=20_000) as heard:
        experimenter.start(lambda: Counting(5))
    (progress,) = heard.args
    assert (progress.done, progress.total, progress.is_over, progress.result) == (5, 5, True, 5)
    assert not experimenter.is_busy


def test_a_long_one_is_told_of_on_its_way(experimenter: Experimenter, qtbot: QtBot) -> None:
    heard: list[Progress] = []
    experimenter.progressed.connect(heard.append)
    experimenter.start(lambda: Counting(200, 0.002))
    qtbot.waitUntil(lambda: bool(heard) and heard[-1].is_over, timeout=20_000)
    assert len(heard) > 1
    assert [told.done for told in heard] == sorted(told.done for told in heard)
    assert heard[-1].result == 200


def test_nothing_is_heard_of_a_cancelled_one(experimenter: Experimenter, qtbot: QtBot) -> None:
    heard: list[Progress] = []
    experimenter.progressed.connect(heard.append)
    with qtbot.waitSignal(experimenter.progressed, timeout=20_000):
        experimenter.start(lambda: Counting(10**9, 0.001))
    assert experimenter.is_busy
    experimenter.cancel()
    known = len(heard)
    assert not experimenter.is_busy
    with qtbot.waitSignal(experimenter.progressed, timeout=20_000):
        experimenter.start(lambda: Counting(3))  # the thread is free again
    assert len(heard) == known + 1
    assert heard[-1].total == 3


def test_a_newer_experiment_takes_the_place_of_one(
    experimenter: Experimenter, qtbot: QtBot
) -> None:
    heard: list[Progress] = []
    experimenter.progressed.connect(heard.append)
    experimenter.start(lambda: Counting(10**9, 0.001))
    experimenter.start(lambda: Counting(7))
    qtbot.waitUntil(lambda: bool(heard) and heard[-1].is_over, timeout=20_000)
    assert {told.total for told in heard} == {7}


def test_closing_does_not_wait_for_the_end(qtbot: QtBot) -> None:
    experimenter = Experimenter()
    with qtbot.waitSignal(experimenter.progressed, timeout=20_000):
        experimenter.start(lambda: Counting(10**9, 0.001))
    experimenter.close()
    assert experimenter._thread.isFinished()


def test_what_cannot_be_tried_is_refused_with_a_sentence(
    experimenter: Experimenter, qtbot: QtBot
) -> None:
    def refuse() -> Counting:
        raise RuleError("there is nothing to try")

    with qtbot.waitSignal(experimenter.refused, timeout=20_000) as heard:
        experimenter.start(refuse)
    assert heard.args == ["there is nothing to try"]
    assert not experimenter.is_busy


def test_an_error_of_the_program_is_reported(experimenter: Experimenter, qtbot: QtBot) -> None:
    def crash() -> Counting:
        raise ZeroDivisionError("oh")

    with qtbot.waitSignal(experimenter.crashed, timeout=20_000) as heard:
        experimenter.start(crash)
    assert "ZeroDivisionError: oh" in heard.args[0]
    assert not experimenter.is_busy
