"""Windows in a size and a look, and where their panels are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from perceptron_gui.app.main.program import Program, make_window
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.app.window.window import MainWindow
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.views.widgets.theme import apply_theme
from tests.app.fake_dialogs import FakeDialogs

Open = Callable[..., MainWindow]
# The panels that are open at first.
FIRST = ["explanation", "loss", "norms", "points", "rules"]


def program_of(window: MainWindow) -> Program:
    assert isinstance(window.program, Program)
    return window.program


def panels(window: MainWindow) -> list[str]:
    """Return the panels that are open, in front or behind others."""
    return sorted(name for name, dock in window.docks.items() if not dock.isHidden())


def sizes(window: MainWindow) -> dict[str, tuple[int, int]]:
    shown = panels(window)
    return {name: window.docks[name].size().toTuple() for name in shown}


def are_tabs(window: MainWindow, one: str, other: str) -> bool:
    return window.docks[other] in window.tabifiedDockWidgets(window.docks[one])


@pytest.fixture
def open_at(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[Open]:
    """Return a function that opens AND in a size and a look; a name is whose settings are used."""
    windows: list[MainWindow] = []

    def open_it(width: int, height: int, look: str = "", name: str = "someone") -> MainWindow:
        settings = Settings(tmp_path / f"{name}.ini")
        if look:
            settings.theme = look
        window = make_window(
            ["and"], dialogs=FakeDialogs(), settings=settings, recovery_folder=tmp_path / name
        )
        windows.append(window)
        window.resize(width, height)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        controller = program_of(window).controller
        qtbot.waitUntil(
            lambda: controller.run is not None and controller.run.is_over, timeout=20_000
        )
        return window

    yield open_it
    for window in windows:
        window.close()
        window.deleteLater()
    apply_theme(qapp, THEMES["light"])
