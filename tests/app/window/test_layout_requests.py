"""What changes from visit to visit has nothing laid out again: that takes part of a frame."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QEvent, QObject

from tests.app.windows import OpenWindow


class LayoutWatch(QObject):
    """Counts the widgets that are asked to lay out their parts."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: Counter[str] = Counter()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.asked[type(watched).__name__] += 1
        return False


def test_steps_leave_the_window_laid_out_as_it_is(open_window: OpenWindow) -> None:
    person = open_window("separable:n=40,margin=0.1", size=(1280, 800))
    window, watch = person.window, LayoutWatch()
    for _ in range(12):  # into visits of two digits
        person.keys("Right")
    person.wait()
    bars = [window, window.statusBar(), window.transport, window.headline]
    for widget in bars:
        widget.installEventFilter(watch)
    try:
        said = set()
        for _ in range(5):
            person.keys("Right")
            person.wait()
            said.add((window.status.text(), window.transport.counter.text()))
        assert len(said) == 5
        assert max(watch.asked.values(), default=0) <= 1  # by something else, and not every time
    finally:
        for widget in bars:
            widget.removeEventFilter(watch)
