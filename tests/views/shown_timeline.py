"""A timeline on screen, and what can be seen of it."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from perceptron_gui.core.runs.moment import Moment, Phase
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.views.playback.timeline import TimelineSlider
from tests.views.pixels import pixels

WIDTH, HEIGHT = 800, 44
MISTAKE = QColor(THEMES["light"].style(Role.MISTAKE).color)


def shown(qtbot: QtBot, run: Run | None, visit: int = 0, phase: Phase = "shown") -> TimelineSlider:
    """Return a timeline on screen."""
    timeline = TimelineSlider()
    qtbot.addWidget(timeline)
    timeline.show_run(run)
    timeline.show_moment(Moment(visit, phase))
    timeline.resize(WIDTH, HEIGHT)
    with qtbot.waitExposed(timeline):
        timeline.show()
    return timeline


def red_columns(timeline: TimelineSlider) -> set[int]:
    """Return the columns of pixels in which something has the colour of mistakes."""
    rgb = [MISTAKE.red(), MISTAKE.green(), MISTAKE.blue()]
    found = (pixels(timeline) == rgb).all(axis=2).any(axis=0)
    return set(np.flatnonzero(found).tolist())
