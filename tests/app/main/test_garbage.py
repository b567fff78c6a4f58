"""Widgets that are garbage die on the GUI thread, whatever other threads do."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.app.main.start import GuiGarbage


class Cycle:
    """Holds a widget, and itself."""

    def __init__(self) -> None:
        self.widget = QWidget()
        self.itself = self


@pytest.fixture
def garbage(qtbot: QtBot) -> Iterator[GuiGarbage]:
    garbage = GuiGarbage(interval_ms=1)
    yield garbage
    garbage.close()
    assert gc.isenabled()
    gc.disable()  # as the other tests have it


def test_a_worker_that_makes_garbage_collects_none(garbage: GuiGarbage) -> None:
    cycle = weakref.ref(Cycle())

    def make_garbage() -> None:
        for _ in range(100_000):
            each: list[object] = []
            each.append(each)

    thread = threading.Thread(target=make_garbage)
    thread.start()
    thread.join()
    assert cycle() is not None


def test_garbage_is_collected_by_and_by(garbage: GuiGarbage, qtbot: QtBot) -> None:
    cycle = weakref.ref(Cycle())

    kept: list[list[object]] = []

    def is_collected() -> bool:
        kept.extend([] for _ in range(1000))  # what is kept counts towards the threshold
        return cycle() is None

    qtbot.waitUntil(is_collected)
