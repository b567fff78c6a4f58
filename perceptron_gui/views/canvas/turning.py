"""The line turns from one visit to the next, on screen only and where there is time for it."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Slot
from PySide6.QtWidgets import QWidget

from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.plane.turning import Turn, turn_between
from perceptron_gui.views.paint.plot import FigurePlot

_LONGEST_MS, _SHORTEST_MS = 220, 80
_SHARE = 0.8  # of the time from step to step that a turn takes


class LineTurn(QObject):
    """Animates the line between visits on screen; exports never contain in-between frames."""

    def __init__(
        self, plot: FigurePlot, parent: QWidget, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        super().__init__(parent)
        self._plot, self._widget, self._clock = plot, parent, clock
        self.moves = True  # else lines jump
        self._is_expected = False
        self._stepped_at = -1.0  # long ago
        self._milliseconds = 0
        self._turn: Turn | None = None
        self._way = QVariantAnimation(self)
        self._way.setStartValue(0.0)
        self._way.setEndValue(1.0)
        self._way.setEasingCurve(QEasingCurve.Type.InOutSine)
        self._way.valueChanged.connect(self._on_value_changed)
        self._way.finished.connect(self.stop)

    @property
    def is_turning(self) -> bool:
        """Tell whether what is seen is no visit."""
        return self._turn is not None

    def show_motion(self, moves: bool) -> None:
        self.moves = moves
        if not moves:
            self.stop()

    def expect(self) -> None:
        """Animate to the next figure, another visit of the same run.

        After a shorter time than a turn takes the line jumps: so many visits are no motion.
        """
        now = self._clock()
        since, self._stepped_at = 1000 * (now - self._stepped_at), now
        self._milliseconds = min(_LONGEST_MS, round(_SHARE * since))
        self._is_expected = self._milliseconds >= _SHORTEST_MS

    def start(self, before: Figure, after: Figure) -> None:
        """Turn from what was shown to what is shown, if that is expected."""
        is_expected, self._is_expected = self._is_expected, False
        if not (is_expected and self.moves and self._widget.isVisible()):
            return
        self._turn = turn_between(before, after)
        if self._turn is not None:
            self._way.setDuration(self._milliseconds)
            self._way.start()
            self._on_value_changed(0.0)  # Qt announces a value only when it changes

    @Slot()
    def stop(self) -> None:
        """Show the visit itself."""
        if self._turn is not None:
            self._turn = None
            self._way.stop()
            self._plot.show_own()

    @Slot(object)
    def _on_value_changed(self, share: float) -> None:
        if self._turn is not None:
            self._plot.show_instead(*self._turn.marks(share))
