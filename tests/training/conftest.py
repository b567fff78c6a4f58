"""What the tests of training share: Qt without a screen, and no thread left behind."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QThread
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from tests.training.samples import Training, Watched

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(autouse=True)
def no_thread_left() -> Iterator[None]:
    """Fail the test that leaves a thread running."""
    yield
    ours = QThread.currentThread()
    found = [each for each in gc.get_objects() if issubclass(type(each), QThread)]
    threads = [each for each in found if isValid(each)]  # Qt may have deleted those of a window
    assert [each.objectName() for each in threads if each != ours and each.isRunning()] == []


@pytest.fixture
def training(qtbot: QtBot) -> Iterator[Training]:
    """A controller with its thread, closed at the end; a crash that no test asked for fails it."""
    training = Training(qtbot)
    yield training
    training.close()
    assert training.crashes == []


@pytest.fixture
def watched(qtbot: QtBot) -> Watched:
    """A playback that is not playing yet."""
    return Watched(qtbot)
