"""The actions of the table as Qt has them: with handlers, icons and menus."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import SIGNAL, QObject, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QToolButton

from perceptron_gui.views.widgets.icons import icon_names, themed_icon

from .actions import MENUS, ActionSpec, actions

Handler = Callable[..., object]
_CHANGED = SIGNAL("changed()")
_MOST_RECEIVERS = 20  # slots connected to `changed`; an action has only a few buttons


class WindowAction(QAction):
    """An action whose buttons are connected to it only once.

    WORKAROUND Qt 6.10: a tool button connects itself once more at every change of its action. After
    a day of actions 20,000 slots were called for every other name of the step to be undone.
    """

    def __init__(self, text: str, window: QMainWindow) -> None:
        super().__init__(text, window)
        self.changed.connect(self._on_changed)

    @Slot()
    def _on_changed(self) -> None:
        if self.receivers(_CHANGED) > _MOST_RECEIVERS:
            for button in self.associatedObjects():
                if isinstance(button, QToolButton):  # it follows events, not this signal
                    QObject.disconnect(self, _CHANGED, button, None)  # type: ignore[call-overload]


class ActionSet:
    """The actions of the table by id; a missing or spare handler stops the start."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self.menu = QMenu("Menu", window)
        self._groups: dict[str, QActionGroup] = {}
        self.by_id: dict[str, QAction] = {spec.id: self._made(spec) for spec in actions()}
        listed = {spec.menu for spec in actions() if spec.is_in_menu}
        self.menus: dict[str, QMenu] = {name: self._menu(name) for name in MENUS if name in listed}

    def connect(self, handlers: Mapping[str, Handler]) -> None:
        """Connect every action with its handler; checkable ones pass whether they are checked."""
        missing = sorted(set(self.by_id) - set(handlers))
        spare = sorted(set(handlers) - set(self.by_id))
        if missing or spare:
            raise LookupError(f"actions without a handler: {missing}; handlers spare: {spare}")
        for name, handler in handlers.items():
            action = self.by_id[name]
            if action.actionGroup() is not None or not action.isCheckable():
                action.triggered.connect(lambda checked=False, call=handler: call())
            else:
                action.triggered.connect(lambda checked, call=handler: call(checked))

    def check(self, name: str, checked: bool = True) -> None:
        """Check an action without triggering it."""
        self.by_id[name].setChecked(checked)

    def offer(self, name: str, is_offered: bool) -> None:
        """Enable an action, or leave it out of its menu: it belongs to a lesson or the stage."""
        self.by_id[name].setEnabled(is_offered)
        self.by_id[name].setVisible(is_offered)

    def _made(self, spec: ActionSpec) -> QAction:
        action = WindowAction(spec.text, self._window)
        action.setObjectName(spec.id)
        if spec.id in icon_names():
            action.setIcon(themed_icon(spec.id))
        action.setShortcuts([QKeySequence(key) for key in spec.keys])
        keys = ", ".join(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
                         for key in spec.keys)  # fmt: skip
        action.setToolTip(f"{spec.tip} ({keys})" if keys else spec.tip)
        action.setStatusTip(spec.tip)
        action.setCheckable(spec.checkable or spec.is_exclusive)
        if spec.is_exclusive:
            group = self._groups.setdefault(spec.kind, QActionGroup(self._window))
            group.addAction(action)
        self._window.addAction(action)
        return action

    def _menu(self, name: str) -> QMenu:
        menu = self.menu.addMenu(f"&{name}")
        for spec in actions():
            if spec.menu == name and spec.is_in_menu:
                if spec.separated:
                    menu.addSeparator()
                menu.addAction(self.by_id[spec.id])
        return menu
