"""The presenter's view beside a lesson: opened on a second screen, or where it is asked for."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget

from perceptron_gui.app.session.appearance import Appearance
from perceptron_gui.app.window.actions import ActionSet

from .controller import LessonController

if TYPE_CHECKING:
    from perceptron_gui.views.lessons.presenter import PresenterView

ACTION = "lesson.presenter"


class PresenterController(QObject):
    """Shows the view while a lesson is open and it is wanted; presenting on one of two screens
    opens it on the other."""

    def __init__(
        self, window: QWidget, actions: ActionSet, lessons: LessonController, looks: Appearance
    ) -> None:
        """Keep the view away from the screen of a window."""
        super().__init__(window)
        self._actions = actions
        self._window, self._lessons, self._looks = window, lessons, looks
        self.view: PresenterView | None = None
        self._is_offered = False  # the presentation that goes on has opened the view already
        lessons.step_shown.connect(self._on_step_shown)
        looks.presented.connect(self._on_presented)
        self._on_step_shown()

    def set_open(self, is_open: bool) -> None:
        """Open or close the view; without a lesson there is nothing to show."""
        is_open = is_open and self._lessons.lesson is not None
        self._actions.check(ACTION, is_open)
        if is_open:
            if self.view is None:
                from perceptron_gui.views.lessons.presenter import PresenterView

                self.view = PresenterView()
                self.view.next_requested.connect(self._lessons.next)
                self.view.previous_requested.connect(self._lessons.previous)
                self.view.closed.connect(partial(self._actions.check, ACTION, False))
            view = self.view
            self._refresh()
            screen = self._other_screen()
            if screen is not None:
                view.move(screen.availableGeometry().topLeft())
                view.showMaximized()
                self._window.activateWindow()  # the keys go on in the window of the class
            else:
                view.show()
                view.raise_()
        elif self.view is not None:
            self.view.hide()

    def close(self) -> None:
        """Close the view with the window."""
        if self.view is not None:
            self.view.close()
            self.view.deleteLater()
            self.view = None

    def _other_screen(self) -> QScreen | None:
        others = [each for each in QGuiApplication.screens() if each is not self._window.screen()]
        return others[0] if others else None

    @Slot()
    def _on_presented(self) -> None:
        is_due = self._looks.is_presenting and not self._is_offered
        self._is_offered = self._looks.is_presenting
        if is_due and self._lessons.lesson is not None and self._other_screen() is not None:
            self.set_open(True)

    @Slot()
    def _on_step_shown(self) -> None:
        is_open = self._lessons.lesson is not None
        self._actions.by_id[ACTION].setEnabled(is_open)
        if is_open:
            self._on_presented()
        else:
            self.set_open(False)
        self._refresh()

    def _refresh(self) -> None:
        lesson, view = self._lessons.lesson, self.view
        if lesson is not None and view is not None:
            view.show_lesson(lesson, self._lessons.begun)
            view.show_step(lesson, self._lessons.number, self._lessons.answers.question)
