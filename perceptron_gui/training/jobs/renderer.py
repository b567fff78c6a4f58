"""Figures that take long, drawn on a thread of their own while the window goes on."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from perceptron_gui.base.cancel import CancelCheck, never_cancelled
from perceptron_gui.figures.model.figure import Drawing

from .jobs import Answers, Background

Draw = Callable[[CancelCheck], Drawing]


class FigureRenderer(QObject):
    """Draws one after another; of each view only the newest wish counts. `close` it at the end."""

    figure_drawn = Signal(str, object, float)  # the name of its view, the figure, seconds
    drawing_crashed = Signal(str)  # the traceback of an error in the program

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._underway: set[str] = set()
        self._wished: dict[str, Draw] = {}
        self._is_open = True
        self._background = Background(self)
        self._background.work_crashed.connect(self.drawing_crashed)

    @property
    def is_busy(self) -> bool:
        """Tell whether something is being drawn."""
        return bool(self._underway)

    def is_drawing(self, name: str) -> bool:
        """Tell whether a figure of a view is still to come."""
        return name in self._underway

    def ask(self, name: str, draw: Draw) -> None:
        """Wish for a figure of a view; at the end wishes may still come, and are not heard."""
        if not self._is_open:
            return
        if name in self._underway:
            self._wished[name] = draw
            return
        self._underway.add(name)
        answers = Answers(partial(self._on_drawn, name), partial(self._on_refused, name))
        self._background.start(partial(timed, draw), answers)

    def close(self) -> None:
        """End the thread."""
        self._is_open = False
        self._background.close()
        self._underway.clear()
        self._wished.clear()

    def _on_drawn(self, name: str, drawn: tuple[Drawing, float]) -> None:
        self._go_on(name)
        self.figure_drawn.emit(name, *drawn)

    def _on_refused(self, name: str, _why: str) -> None:
        self._go_on(name)

    def _go_on(self, name: str) -> None:
        self._underway.discard(name)
        if name in self._wished:
            self.ask(name, self._wished.pop(name))


def timed(draw: Draw, check_cancelled: CancelCheck = never_cancelled) -> tuple[Drawing, float]:
    """Return a figure, and how many seconds this thread worked on it; waiting does not count."""
    start = time.thread_time()
    return draw(check_cancelled), time.thread_time() - start
