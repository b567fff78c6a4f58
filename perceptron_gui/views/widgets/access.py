"""What assistive technologies find and hear: objects of our own for some widgets, announcements."""

from __future__ import annotations

from typing import Any

from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
)
from PySide6.QtWidgets import QAccessibleWidget, QComboBox, QWidget

Kind = QAccessible.Text


def announce(widget: QWidget, words: str) -> None:
    """Let a screen reader say something; nothing happens where none is listening."""
    if words and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))


def tell_changed(widget: QWidget) -> None:
    """Tell that the description of a widget has changed."""
    if QAccessible.isActive():
        event = QAccessibleEvent(widget, QAccessible.Event.DescriptionChanged)
        QAccessible.updateAccessibility(event)


def describe_widgets() -> None:
    """Let widgets with a method `accessible` make the object that stands for them."""
    QAccessible.installFactory(_made)


def _made(_class_name: str, thing: Any) -> QAccessibleInterface | None:
    if isinstance(thing, QComboBox):
        return _Choice(thing)
    make = getattr(thing, "accessible", None)
    made: QAccessibleInterface | None = None if make is None else make()
    return made


class _Choice(QAccessibleWidget):
    """A combo box, named by what it chooses.

    WORKAROUND Qt 6.10: on Linux the name of a combo box is the text of its current entry, whatever
    its accessible name, and its label is expected beside it (qaccessiblewidgets, `Q_OS_UNIX`).
    """

    def __init__(self, combo: QComboBox) -> None:
        super().__init__(combo, QAccessible.Role.ComboBox)
        self._combo = combo

    def text(self, kind: Kind) -> str:
        if kind == Kind.Name:
            return self._combo.accessibleName() or self._combo.currentText()
        if kind == Kind.Value:
            return self._combo.currentText()
        if kind == Kind.Description:
            return f"{self._combo.currentText()}. {super().text(kind)}"
        return super().text(kind)

    def state(self) -> QAccessible.State:
        state: Any = super().state()
        state.expandable = state.hasPopup = True
        state.expanded = self._combo.view().isVisible()
        return state  # type: ignore[no-any-return]

    def childCount(self) -> int:
        return 1

    def child(self, index: int) -> QAccessibleInterface:
        return QAccessible.queryAccessibleInterface(self._combo.view())

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return 0 if child.object() is self._combo.view() else -1

    def actionNames(self) -> list[str]:
        shows = QAccessibleActionInterface.showMenuAction()
        return [shows, QAccessibleActionInterface.pressAction()]

    def doAction(self, name: str) -> None:
        if name in self.actionNames():
            self._combo.showPopup()
