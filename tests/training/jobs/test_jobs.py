"""Tests of work off the GUI thread; how its answers are used is tested where they are."""

from __future__ import annotations

from functools import partial
from weakref import ref

import numpy as np
from numpy.typing import NDArray
from pytestqt.qtbot import QtBot

from perceptron_gui.base.cancel import CancelCheck
from perceptron_gui.training.jobs.jobs import Background, Task


def test_a_task_that_is_done_holds_nothing_of_its_work(qtbot: QtBot) -> None:
    background, numbers = Background(), np.zeros(3)
    known = ref(numbers)
    task = Task(background, 1, partial(_sum, numbers))
    del numbers
    assert known() is not None
    task.run()
    assert known() is None
    background.close()


def _sum(numbers: NDArray[np.float64], _watch: CancelCheck) -> float:
    return float(numbers.sum())
