"""What the tests of the application share: Qt without a screen, a session, files in tmp_path."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.app.export.job import ShownSession
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.session import Session
from perceptron_gui.training.jobs import Jobs
from tests.app.stand_ins import FakeDialogs
from tests.app.windows import open_window, person, shared_window
from tests.documents import editing_of
from tests.views.pixels import heard

__all__ = ["open_window", "person", "shared_window"]

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(autouse=True)
def no_garbage_elsewhere() -> Iterator[None]:
    """Keep workers from collecting widgets, as the application does with `GuiGarbage`.

    Nothing stays excluded from collection: hypothesis would find no owner of its random numbers.
    """
    gc.disable()
    yield
    gc.unfreeze()
    gc.enable()


@pytest.fixture
def dialogs() -> FakeDialogs:
    return FakeDialogs()


@pytest.fixture
def settings(qtbot: QtBot, tmp_path: Path) -> Settings:
    return Settings(tmp_path / "settings" / "settings.ini")


@pytest.fixture
def editing(qtbot: QtBot) -> Editing:
    """AND, as a lecturer would have painted it."""
    points = Dataset.of([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, 1])
    return editing_of(Session(points))


@pytest.fixture
def jobs(qtbot: QtBot) -> Iterator[Jobs]:
    """Work in the background, which ends with the test; no crash may have come of it."""
    jobs = Jobs()
    crashes = heard(jobs.crashed)
    yield jobs
    jobs.close()
    assert crashes == []


@pytest.fixture(scope="session")
def shown() -> ShownSession:
    """AND after 11 visits of a run that is over."""
    session = Session(Dataset.of([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, 1]))
    return ShownSession(session, Run(session.dataset, session.rules[0]).finish(), 11, "and")
