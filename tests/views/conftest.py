"""What tests of widgets share: no screen is needed, and letters are those of the program."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.widgets.theme import load_fonts
from tests.views.desk import use_theme
from tests.views.pixels import on_screen

Shown = Callable[..., FigureView]


@pytest.fixture
def light(qapp: QApplication) -> Iterator[QApplication]:
    """The application in its usual look, before and afterwards."""
    use_theme()
    yield qapp
    use_theme()


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    """Return a function that opens a view of a figure; it is closed after the test."""

    def show(figure: Figure, width: int = 500, height: int = 350) -> FigureView:
        load_fonts()
        view = FigureView()
        view.show_figure(figure)
        return on_screen(qtbot, view, width, height)

    return show
