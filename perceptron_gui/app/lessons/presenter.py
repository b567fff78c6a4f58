"""The presenter's view beside a lesson: opened on a second screen, or where it is asked for."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Slot
from PySide6.QtGui import QGuiApplication, QPixmap, QScreen
from PySide6.QtWidgets import QWidget

from perceptron_gui.app.session.appearance import Appearance
from perceptron_gui.app.window.action_set import ActionSet
from perceptron_gui.document.model.session import Session
from perceptron_gui.figures.model.theme import Theme

from .controller import LessonController

if TYPE_CHECKING:
    from perceptron_gui.views.lessons.presenter import PresenterView

ACTION = "lesson.presenter"
Draw = Callable[[Session, Theme, QSize, float], QPixmap]


class PresenterController(QObject):
    """Shows the view while a lesson is open and it is wanted; presenting on one of two screens
    opens it on the other."""

    def __init__(
        self,
        window: QWidget,
        actions: ActionSet,
        lessons: LessonController,
        looks: Appearance,
        draw: Draw,
    ) -> None:
        """Keep the view away from the screen of a window; `draw` makes pictures of sessions."""
        super().__init__(window)
        self._actions, self._draw = actions, draw
        self._window, self._lessons, self._looks = window, lessons, looks
        self.view: PresenterView | None = None
        self._is_offered = False  # the presentation that goes on has opened the view already
        lessons.step_shown.connect(self._on_step_shown)
        lessons.revealed.connect(self._refresh)
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
                self.view.reset_requested.connect(self._reset)
                self.view.closed.connect(partial(self._actions.check, ACTION, False))
            view = self.view
            self._refresh()
            screen = self._other_screen()
            if screen is not None:
                view.move(screen.availableGeometry().topLeft())
                view.showMaximized()
                self._window.activateWindow()  # the keys go on in the window of the class
            else:
                place = self._window.screen().availableGeometry()
                view.move(place.bottomRight() - view.rect().bottomRight())  # it hides the least
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
        self._refresh()
        if is_due and self._lessons.lesson is not None and self._other_screen() is not None:
            self.set_open(True)

    @Slot()
    def _on_step_shown(self) -> None:
        is_open = self._lessons.lesson is not None
        self._actions.offer(ACTION, is_open)
        if is_open:
            self._on_presented()
        else:
            self.set_open(False)
        self._refresh()

    @Slot()
    def _reset(self) -> None:
        self._lessons.begun = time.monotonic()
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        lessons, view = self._lessons, self.view
        lesson, number = lessons.lesson, lessons.number
        if lesson is None or view is None:
            return
        view.show_lesson(lesson, lessons.begun)
        is_open = lessons.polling.is_open
        is_told = self._looks.is_presenting or not is_open  # else the window is a student's
        view.show_step(lesson, number, lessons.question, is_open, is_told)
        view.show_picture(None)
        if is_told and number + 1 < len(lesson.steps):
            from perceptron_gui.views.lessons.presenter import PICTURE

            following, ratio = lesson.steps[number + 1].scene.session, view.devicePixelRatioF()
            view.show_picture(self._draw(following, self._looks.theme, PICTURE, ratio))
