"""What the palette finds, read from the tables that there are: nothing is listed twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from perceptron_gui.app.files.files import Files
from perceptron_gui.app.window.action_set import ActionSet
from perceptron_gui.app.window.actions import actions
from perceptron_gui.base.resources import page_names, read_page
from perceptron_gui.core.data.library import LIBRARY

if TYPE_CHECKING:
    from perceptron_gui.views.dialogs.palette import FindPalette, FoundEntry

FIND = "edit.find"


class Finder(QObject):
    """Opens the palette; what is found is opened by those who open it elsewhere."""

    def __init__(
        self,
        window: QWidget,
        actions_by_id: ActionSet,
        files: Files,
        recent: Callable[[], tuple[str, ...]],
        choose: Callable[[str], object],
        open_lesson: Callable[[str], object],
        open_page: Callable[[str], object],
    ) -> None:
        super().__init__(window)
        self._window, self._actions = window, actions_by_id
        self._files, self._recent = files, recent
        self._choose, self._open_lesson, self._open_page = choose, open_lesson, open_page

    @property
    def handlers(self) -> dict[str, Callable[..., object]]:
        """What the actions that look for something do."""
        return {FIND: self.open, "lesson.choose": self.open_lessons}

    @cached_property
    def palette(self) -> FindPalette:
        from perceptron_gui.views.dialogs.palette import FindPalette

        return FindPalette(self._window)

    def open(self) -> None:
        """Open the palette over the window, for everything."""
        entries = [*self._lessons(), *self._others()]
        self.palette.open_over(self._window, entries, "lessons, data, commands, the manual")

    def open_lessons(self) -> None:
        """Open the palette for the lessons alone."""
        self.palette.open_over(self._window, list(self._lessons()), "lessons")

    def _lessons(self) -> Iterator[FoundEntry]:
        from perceptron_gui.lessons.reader import headings
        from perceptron_gui.views.dialogs.palette import FoundEntry

        for heading in headings():
            goal = next(iter(heading.goals), heading.source)
            run = partial(self._open_lesson, heading.name)
            yield FoundEntry(heading.title, goal, "Lesson", run)

    def _others(self) -> Iterator[FoundEntry]:
        """Yield data, files, commands that are switched on, and pages of the manual."""
        from perceptron_gui.views.dialogs.palette import FoundEntry

        for entry in LIBRARY.values():
            words = f"{entry.teaches}\n{entry.name}"
            yield FoundEntry(entry.title, words, "Data", partial(self._choose, entry.name))
        for path in self._recent():
            name, when = self._files.recent_name(path)
            yield FoundEntry(
                name, f"Left {when}\n{path}", "Recent", partial(self._files.open, path)
            )
        for spec in actions():
            action = self._actions.by_id[spec.id]
            if spec.id != FIND and action.isEnabled():
                keys = action.shortcut().toString()
                kind = f"{spec.menu} · {keys}" if keys else spec.menu
                # In a turn of its own: a dialog of the command must not open in the palette's.
                run = partial(QTimer.singleShot, 0, action, action.trigger)
                yield FoundEntry(spec.name, spec.tip, kind, run)
        for name in page_names():
            yield FoundEntry(read_page(name).title, "Page of the manual", "Manual",
                        partial(self._open_page, name))  # fmt: skip
