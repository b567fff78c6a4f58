"""Menus of what can be opened: recent files, and the data sets that come with the program."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QMenu

from perceptron_gui.core.library import GROUPS

from .files import Files
from .main_window import MainWindow


class DataMenus(QObject):
    """Stand in the menu of files, above saving; the data sets in the tool bar too."""

    def __init__(self, window: MainWindow, files: Files) -> None:
        super().__init__(window)
        self._files = files
        self.recent = QMenu("Open &recent", window)
        self.data = window.choices["Data"]
        self.data.setTitle("&Data sets")
        menu, before = window.actions_by_id.menus["File"], window.actions_by_id.by_id["file.save"]
        for each in (self.recent, self.data):
            each.setToolTipsVisible(True)
            menu.insertMenu(before, each)
        for title, entries in GROUPS.items():
            group = self.data.addMenu(title)
            group.setToolTipsVisible(True)
            for entry in entries:
                self._add(group, entry.name, entry.name, entry.teaches)
        files.recent_changed.connect(self.show_recent)

    @Slot(object)
    def show_recent(self, paths: tuple[str, ...]) -> None:
        """Offer these files, newest first."""
        self.recent.clear()
        for path in paths:
            self._add(self.recent, path, Path(path).name.replace("&", "&&"), path)
        self.recent.setEnabled(bool(paths))

    def _add(self, menu: QMenu, source: str, text: str, tip: str) -> None:
        action = menu.addAction(text)
        action.setToolTip(tip)
        action.setStatusTip(tip)
        action.triggered.connect(partial(self._open, source))

    def _open(self, source: str, _checked: bool = False) -> None:
        self._files.open(source)
