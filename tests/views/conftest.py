"""What tests of widgets share: no screen is needed, and letters are those of the program."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.widgets.theme import load_fonts

Shown = Callable[..., FigureView]


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    """Return a function that opens a view of a figure; it is closed after the test."""

    def show(figure: Figure, width: int = 500, height: int = 350) -> FigureView:
        load_fonts()
        view = FigureView()
        qtbot.addWidget(view)
        view.resize(width, height)
        view.show_figure(figure)
        with qtbot.waitExposed(view):
            view.show()
        return view

    return show
