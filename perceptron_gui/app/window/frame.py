"""The bars around the plane, which are folded away before the plane becomes too low."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget

LEAST_AXES_PX = 300  # the height of the plane that is kept
_AROUND = 7  # heights of letters that legend, ticks and labels take of the plane's widget


class FoldingFrame:
    """Hides bars, the first of them first, as long as the plane is too low."""

    def __init__(self, plane: QWidget, bars: Sequence[QWidget]) -> None:
        self._plane = plane
        self._bars = bars

    def fit(self) -> None:
        """Fold as many bars away as the plane needs, and show the others again."""
        for bar in self._bars:  # a restored layout hides those that were folded when it was saved
            bar.show()
        if not self._plane.isVisible():
            return
        # What is measured is the plane among all bars, in letters that may just have changed.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        room = self._plane.height()
        needed = LEAST_AXES_PX + _AROUND * self._plane.fontMetrics().height()
        for bar in self._bars:
            if room < needed:
                room += bar.height()
                bar.hide()
