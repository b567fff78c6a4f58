"""The lessons that come with the program, as a menu that is filled when it is opened."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QMenu

from perceptron_gui.app.window.window import MainWindow
from perceptron_gui.lessons.catalog import headings


class LessonMenu(QObject):
    """Lists the lessons by lecture."""

    def __init__(self, window: MainWindow, open_lesson: Callable[[str], object]) -> None:
        super().__init__(window)
        self._open = open_lesson
        self.menu = QMenu("&Lessons", window)
        self.menu.setToolTipsVisible(True)
        self.menu.aboutToShow.connect(self._fill)
        around = window.actions_by_id.menus["Lesson"]
        around.insertMenu(window.actions_by_id.by_id["lesson.next"], self.menu)

    @Slot()
    def _fill(self) -> None:
        self.menu.clear()
        lecture = None
        for heading in headings():
            if heading.lecture != lecture:
                lecture = heading.lecture
                self.menu.addSection(f"Lecture {lecture}" if lecture else "Others")
            action = self.menu.addAction(heading.title.replace("&", "&&"))
            action.setToolTip("\n".join((heading.source, *heading.goals)))
            action.setStatusTip(heading.source)
            action.triggered.connect(partial(self._on_chosen, heading.name))

    def _on_chosen(self, name: str, _checked: bool = False) -> None:
        self._open(name)
