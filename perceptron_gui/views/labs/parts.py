"""Parts of pages: what an experiment is doing, a table below a drawing, runs under the pointer."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QSizePolicy,
    QSplitter,
    QWidget,
)

from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.marks import Dots, Line
from perceptron_gui.labs.lab import Place
from perceptron_gui.views.figure.table import DrawnTable
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import filled
from perceptron_gui.views.widgets.text import MutedText

_STEPS = 1000  # of the progress bar: an experiment may have more than it can count
_HARDLY = 50  # steps, before which there is nothing to be seen but that something goes on
_BAR_WIDTH = 320  # pixels


class ProgressStrip(QWidget):
    """Shows a hint, or what is going on and how far it is."""

    def __init__(self, hint: str) -> None:
        super().__init__()
        self.hint, self.doing, self.bar = MutedText(hint), QLabel(), QProgressBar()
        self.bar.setMaximumWidth(_BAR_WIDTH)
        self.bar.setAccessibleName("How far the experiment is")
        # The hint has all of the row while there is no bar.
        filled(QHBoxLayout(self), (self.hint, 100), self.doing, (self.bar, 1), 1)

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
        self.hint.setVisible(not busy)


_DRAWING, _TABLE = 3, 2  # the shares of the height where the table has many rows
_TIP = "Click a heading to sort; double-click a row, or press Enter, to see its run on the plane"
_REACH = 12.0  # pixels


class ResultSplitter(QSplitter):
    """A drawing above a table of the same results, which is there as soon as it has rows."""

    def __init__(self, drawing: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.table = named(DrawnTable(), "How every run ended", _TIP)
        self.table.hide()
        for number, (part, share) in enumerate(((drawing, _DRAWING), (self.table, _TABLE))):
            self.addWidget(part)
            self.setStretchFactor(number, share)
        self.setChildrenCollapsible(False)
        # It takes what there is; a page would else scroll to show it in the height it prefers.
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)

    def show_table(self, table: Table | None) -> None:
        self.table.setVisible(table is not None)
        if table is None:
            return
        self.table.show_table(table)
        around = self.table.horizontalHeader().height() + 2 * self.table.frameWidth()
        around += self.table.horizontalScrollBar().sizeHint().height()
        self.table.setMaximumHeight(around + self.table.verticalHeader().length())
        self._show_rows()

    def _show_rows(self) -> None:
        """Keep all rows in sight, unless they would take more than their share."""
        share = self.height() * _TABLE // (_DRAWING + _TABLE)
        self.table.setMinimumHeight(min(self.table.maximumHeight(), share))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_rows()


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
    trials = [*result.trials, *getattr(result, "fine", ())]
    return min(trials, key=lambda trial: abs(float(trial.value) - x))
