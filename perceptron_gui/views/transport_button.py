"""A button of the transport: an action, and its name for those who do not see its sign."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QWidget


class TransportButton(QToolButton):
    """Does what its action does; a click leaves the keyboard where it was."""

    def __init__(self, action: QAction, parent: QWidget) -> None:
        super().__init__(parent)
        self.setDefaultAction(action)
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        action.changed.connect(self._on_action_changed)
        self._on_action_changed()

    @Slot()
    def _on_action_changed(self) -> None:
        self.setAccessibleName(self.defaultAction().iconText())
