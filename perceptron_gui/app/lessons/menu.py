"""The menu of lessons, filled when it is opened, and whose keys are whose while one is open."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

from perceptron_gui.app.window.actions import ActionSet, actions
from perceptron_gui.core.data.library import LECTURES
from perceptron_gui.lessons.reader import headings

# Keys of a presenter's remote, and whose they are while no lesson is open.
_REMOTE = {"lesson.next": ("play.forward", "PgDown"), "lesson.previous": ("play.back", "PgUp")}
_NEED_LESSON = ("lesson.next", "lesson.previous", "lesson.back", "lesson.restart", "lesson.close")


class LessonMenu(QObject):
    """Lists the lessons by lecture; `enable` gives the keys of a remote to the lesson."""

    def __init__(self, by_id: ActionSet, open_lesson: Callable[[str], object]) -> None:
        self._actions, self._open = by_id, open_lesson
        around = by_id.menus["Lesson"]
        super().__init__(around)
        self.menu = QMenu("&Lessons", around)
        self.menu.setToolTipsVisible(True)
        self.menu.aboutToShow.connect(self._fill)
        around.insertMenu(by_id.by_id["lesson.next"], self.menu)

    def enable(self, is_open: bool) -> None:
        """Let the actions and the keys of a remote be those of the lesson, or not."""
        by_id = self._actions.by_id
        keys = {spec.id: spec.keys for spec in actions()}
        for name in _NEED_LESSON:
            by_id[name].setEnabled(is_open)
        for name, (other, key) in _REMOTE.items():
            mine = (*keys[name], key) if is_open else keys[name]
            theirs = [each for each in keys[other] if each != key or not is_open]
            by_id[other].setShortcuts([QKeySequence(each) for each in theirs])
            by_id[name].setShortcuts([QKeySequence(each) for each in mine])

    @Slot()
    def _fill(self) -> None:
        self.menu.clear()
        lecture = None
        for heading in headings():
            if heading.lecture != lecture:
                lecture = heading.lecture
                self.menu.addSection(LECTURES.get(lecture, "Others"))
            action = self.menu.addAction(heading.title.replace("&", "&&"))
            action.setToolTip("\n".join((heading.source, *heading.goals)))
            action.setStatusTip(heading.source)
            action.triggered.connect(partial(self._on_chosen, heading.name))

    def _on_chosen(self, name: str, _checked: bool = False) -> None:
        self._open(name)
