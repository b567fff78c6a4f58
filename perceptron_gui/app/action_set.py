"""The table of actions as Qt actions: menus, keys, and who carries them out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from .actions import ACTIONS, MENUS, ActionSpec

Handler = Callable[..., object]


class ActionSet:
    """Every action of the table by its id. A handler that is missing or spare stops the start."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._groups: dict[str, QActionGroup] = {}
        self.by_id: dict[str, QAction] = {spec.id: self._made(spec) for spec in ACTIONS}
        self.menus: dict[str, QMenu] = {name: self._menu(name) for name in MENUS}

    def connect(self, handlers: Mapping[str, Handler]) -> None:
        """Give every action its handler; those that can be checked are told whether they are."""
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
        """Show that an action is on, without carrying it out."""
        self.by_id[name].setChecked(checked)

    def _made(self, spec: ActionSpec) -> QAction:
        action = QAction(spec.text, self._window)
        action.setObjectName(spec.id)
        action.setShortcuts([QKeySequence(key) for key in spec.keys])
        keys = ", ".join(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
                         for key in spec.keys)  # fmt: skip
        action.setToolTip(f"{spec.tip} ({keys})" if keys else spec.tip)
        action.setStatusTip(spec.tip)
        action.setCheckable(spec.checkable)
        if spec.group:
            group = self._groups.setdefault(spec.group, QActionGroup(self._window))
            group.addAction(action)
        self._window.addAction(action)
        return action

    def _menu(self, name: str) -> QMenu:
        menu = self._window.menuBar().addMenu(f"&{name}")
        for spec in ACTIONS:
            if spec.menu == name:
                if spec.parts:
                    menu.addSeparator()
                menu.addAction(self.by_id[spec.id])
        return menu
