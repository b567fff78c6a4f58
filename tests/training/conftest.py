"""What the tests of training share: jobs that are closed at the end, a trainer and a player."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.training.jobs import Jobs
from tests.training.samples import Training, Watched


@pytest.fixture
def jobs(qtbot: QtBot) -> Iterator[Jobs]:
    jobs = Jobs()
    yield jobs
    jobs.close()


@pytest.fixture
def training(jobs: Jobs, qtbot: QtBot) -> Iterator[Training]:
    """A controller whose jobs are closed at the end; a crash that no test asked for fails it."""
    training = Training(jobs, qtbot)
    yield training
    training.close()
    assert training.crashes == []


@pytest.fixture
def watched(qtbot: QtBot) -> Watched:
    """A playback that is not playing yet."""
    return Watched(qtbot)
