"""Parts of pages: what an experiment is doing, a table below a drawing, runs under the pointer."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.figures.model.figure import Axis, Figure, Table
from perceptron_gui.figures.model.marks import Dots, Line, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.labs.lab import Place
from perceptron_gui.views.chrome.headline import OfferBar
from perceptron_gui.views.figure.table import DrawnTable
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import filled
from perceptron_gui.views.widgets.text import MutedText

_STEPS = 1000  # of the progress bar: an experiment may have more than it can count
_HARDLY = 50  # steps, before which there is nothing to be seen but that something goes on
_BAR_WIDTH = 320  # pixels
_LOW = 30  # times the height of letters: on a lower page the drawing needs the room of the hint


class ProgressStrip(QWidget):
    """Shows a hint, or what is going on and how far it is."""

    def __init__(self, hint: str) -> None:
        super().__init__()
        self.hint, self.doing, self.bar = MutedText(hint), QLabel(), QProgressBar()
        self.bar.setMaximumWidth(_BAR_WIDTH)
        self.bar.setAccessibleName("How far the experiment is")
        # The hint has all of the row while there is no bar.
        filled(QHBoxLayout(self), (self.hint, 100), self.doing, (self.bar, 1), 1)
        self._has_room = True

    def show_progress(self, done: int, total: int, words: str) -> None:
        """Show what is going on and how far it is; all of it, or nothing, is no progress."""
        busy = done < total
        steps = _STEPS * done // total if total else 0
        # What there is to do is known at most: the end may be near, however little is done.
        self.bar.setRange(0, 0 if busy and steps < _HARDLY else _STEPS)
        self.bar.setValue(steps)
        self.doing.setText(words if busy else "")
        for part in (self.doing, self.bar):
            part.setVisible(busy)
        self._show()

    def fit(self, height: int) -> None:
        """Show the hint only on a page that is high enough for it."""
        self._has_room = height >= _LOW * self.fontMetrics().height()
        self._show()

    def _show(self) -> None:
        self.hint.setVisible(self._has_room and self.doing.isHidden())


class Refusal(QWidget):
    """In the place of results: why there are none, and buttons for what can be learnt instead."""

    def __init__(self) -> None:
        super().__init__()
        self._bar = OfferBar()
        self.chosen = self._bar.chosen
        row = filled(QHBoxLayout(), (QWidget(), 1), (self._bar, 4), (QWidget(), 1))
        filled(QVBoxLayout(self), 1, row, 2)
        self.hide()

    @property
    def words(self) -> str:
        """The reason, or nothing."""
        return self._bar.words.text()

    @property
    def buttons(self) -> dict[str, QPushButton]:
        """What is offered, by the words of the buttons."""
        return self._bar.buttons

    def show_offer(self, words: str, offers: Mapping[str, tuple[str, str]]) -> None:
        """Show a sentence with its offers, or nothing at all."""
        self._bar.show_offer(words, offers)
        self.setVisible(bool(words))


def empty_axes(name: str, sentence: str) -> Figure:
    """Return axes without numbers around a sentence."""
    corner = Line("axes", Role.ZERO, np.array([0.0, 0.0, 1.0]), np.array([1.0, 0.0, 0.0]))
    words = Text("words", Role.NOTE, 0.5, 0.5, sentence, scale=1.3)
    x, y = Axis(range=(-0.05, 1.02)), Axis(range=(-0.1, 1.05))
    return Figure(name, x, y, (corner, words), bare=True)


# Of the height, that a table takes by itself; less where there is little.
_MOST, _MOST_OF_LITTLE = 0.4, 0.3
_LITTLE = 26  # times the height of letters
_TIP = "Click a heading to sort; double-click a row, or press Enter, to see its run on the plane"
_REACH = 12.0  # pixels


class ResultSplitter(QSplitter):
    """A drawing above a table of the same results, which is there as soon as it has rows."""

    def __init__(self, drawing: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.table = named(DrawnTable(), "How every run ended", _TIP)
        self.table.hide()
        self._content: tuple[int, bool] | None = None  # rows, and whether it scrolls to the side
        for part in (drawing, self.table):
            self.addWidget(part)
        self.setStretchFactor(0, 1)
        self.setChildrenCollapsible(False)
        # It takes what there is; a page would else scroll to show it in the height it prefers.
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)

    def show_table(self, table: Table | None) -> None:
        self.table.setVisible(table is not None)
        if table is None:
            return
        self.table.show_table(table)
        frame, across = 2 * self.table.frameWidth(), self.table.horizontalHeader().length()
        content = len(table.rows), across + frame > self.width()
        if content != self._content:
            self._content = content
            self._make_room(has_bar=content[1])

    def _make_room(self, has_bar: bool) -> None:
        """Give the table the height of its rows, but not too much."""
        table, whole = self.table, self.height()
        around = table.horizontalHeader().height()
        around += table.horizontalScrollBar().sizeHint().height() if has_bar else 0
        wanted = around + table.verticalHeader().length() + 2 * table.frameWidth()
        is_low = whole < _LITTLE * self.fontMetrics().height()
        height = min(wanted, round((_MOST_OF_LITTLE if is_low else _MOST) * whole))
        self.setSizes([whole - height, height])


def trial_at(view: FigureView, result: Any, place: Place) -> Any:
    """Return the trial whose curve or dot is nearest to a place of a figure, if it is near."""
    pointer, found = view.position_of(*place), list[tuple[float, float, str]]()
    has_curves = view.figure.has("curve-0")
    for mark in view.figure.marks:
        if not isinstance(mark, Line if has_curves else Dots) or not len(mark.x):
            continue
        aside = view.plot.seen.across(mark.x) + view.plot.corner.x() - pointer.x()
        above = view.plot.seen.down(mark.y) + view.plot.corner.y() - pointer.y()
        away = np.hypot(aside, above)
        nearest = int(away.argmin())
        found.append((float(away[nearest]), float(mark.x[nearest]), mark.key))
    distance, x, key = min(found, default=(math.inf, 0.0, ""))
    if distance > _REACH:
        return None
    if has_curves:
        return result.trials[int(key.removeprefix("curve-"))]
    # A dot or a cross stands at the value that was tried.
    finer = getattr(result, "finer", None)
    trials = [*result.trials, *(finer.trials if finer else ())]
    return min(trials, key=lambda trial: abs(float(trial.value) - x))
