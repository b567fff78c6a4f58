"""The why panel and the lesson: what is proved at the visit shown, and what its lines light up."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from perceptron_gui.core.notation import NOTATIONS
from perceptron_gui.theory.proof_lines import SQUEEZE
from perceptron_gui.views.why_panel import WhyPanel

from .lesson import Lesson
from .showing import is_seen


class Proving(QObject):
    """Stands between the panel and the lesson, and tells the panel of it while it is seen."""

    def __init__(self, panel: WhyPanel, lesson: Lesson, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._panel, self._lesson = panel, lesson
        self._which = SQUEEZE
        panel.which_requested.connect(self._on_which_requested)
        panel.lights_changed.connect(lesson.screen.show_lit)
        lesson.screen.refreshed.connect(self._tell)  # whatever it was that changed

    @Slot(bool)
    def show_visible(self, visible: bool) -> None:
        """Take whether the panel is seen; what is closed lights nothing up."""
        if visible:
            self._tell()
        else:
            self._lesson.screen.show_lit(())

    @Slot(str)
    def _on_which_requested(self, which: str) -> None:
        self._which = which
        self._tell()

    @Slot()
    def _tell(self) -> None:
        if is_seen(self._panel):
            lesson = self._lesson
            notation = NOTATIONS[lesson.editing.session.notation]
            moment, future = lesson.playback.moment, lesson.screen.shows_future
            self._panel.show_why(lesson.run, moment, notation, self._which, future)
