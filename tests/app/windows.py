"""Windows for tests: with settings and files in tmp_path, closed at the end with nothing left."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QThread, QThreadPool, QTimer
from pytestqt.qtbot import QtBot

from perceptron_gui.app.main.program import make_window
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.app.window.window import MainWindow
from tests.app.fake_dialogs import FakeDialogs
from tests.app.person import Person

OpenWindow = Callable[..., Person]


def busy(window: MainWindow) -> list[str]:
    """Return what still runs of a window."""
    threads = [each.objectName() for each in window.findChildren(QThread) if each.isRunning()]
    pools = [
        f"pool {each}" for each in window.findChildren(QThreadPool) if each.activeThreadCount()
    ]
    timers = [
        f"timer of {each.parent()}" for each in window.findChildren(QTimer) if each.isActive()
    ]
    return threads + pools + timers


@pytest.fixture
def open_window(qtbot: QtBot, tmp_path: Path) -> Iterator[OpenWindow]:
    """Return a function that opens a window at 1280 × 800 and waits for its first run."""
    threads = set(threading.enumerate())
    people: list[Person] = []

    def open_it(*argv: str) -> Person:
        dialogs = FakeDialogs(changes="discard")
        settings = Settings(tmp_path / f"settings-{len(people)}.ini")
        folder = tmp_path / "recovery"
        window = make_window(list(argv), dialogs=dialogs, settings=settings, recovery_folder=folder)
        person = Person(window, dialogs, qtbot)
        people.append(person)
        window.resize(1280, 800)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        window.canvas.setFocus()
        person.wait()
        return person

    yield open_it
    for person in people:
        close(person, qtbot)
    assert set(threading.enumerate()) <= threads


@pytest.fixture
def person(open_window: OpenWindow) -> Person:
    """Somebody at a window that has just been started."""
    return open_window()


def close(person: Person, qtbot: QtBot) -> None:
    """Close a window and check that nothing of it goes on."""
    window = person.window
    window.close()
    assert not window.isVisible()
    qtbot.waitUntil(lambda: busy(window) == [], timeout=2000)
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
