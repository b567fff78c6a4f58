"""The bars of the window: pages and menus at the top, tools beside the plane."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from perceptron_gui.figures.model.role import CLASS_ROLES
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.views.paint.ink import Marker
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.text import MenuButton

_MARKER = 0.7  # of the height of an icon
_CLASSES = {"tool.minus": -1, "tool.plus": 1}


class WindowBar(QToolBar):
    """A bar that stays where it is; the style sheet has the size of its icons."""

    def __init__(self, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.setObjectName(name)
        self.setMovable(False)
        self.toggleViewAction().setVisible(False)

    def add_actions(self, actions: Iterable[QAction], in_words: bool = False) -> None:
        """Add a button for every action, with its icon, or with its name where it has none."""
        for action in actions:
            self.addAction(action)
            button = self.widgetForAction(action)
            assert isinstance(button, QToolButton)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            if in_words:
                button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)

    def add_menu(self, title: str, tip: str, menu: QMenu) -> MenuButton:
        """Add a button that opens a menu."""
        button = named(MenuButton(title), title, tip)
        button.setMenu(menu)
        self.addWidget(button)
        return button

    def add_while_enabled(self, action: QAction, condition: QAction) -> None:
        """Add a button for an action that is there only while another one is enabled."""
        button = QToolButton()
        button.setDefaultAction(action)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        place = self.addWidget(button)
        condition.enabledChanged.connect(place.setVisible)
        place.setVisible(condition.isEnabled())

    def add_gap(self) -> None:
        """Push what follows to the end."""
        gap = QWidget()
        gap.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(gap)


class ToolStrip(WindowBar):
    """The tools of the plane, one below the other; classes are shown by their markers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("tools", "Tools", parent)
        self.setOrientation(Qt.Orientation.Vertical)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Maximum)

    def show_theme(self, theme: Theme, _scale: float = 1.0) -> None:
        """Draw the markers in the colours and the size of a look."""
        pixels = round(self.iconSize().width() * self.devicePixelRatioF())
        for action in self.actions():
            if (label := _CLASSES.get(action.objectName())) is not None:
                picture = QPixmap(pixels, pixels)
                picture.fill(Qt.GlobalColor.transparent)
                style, middle = theme.style(CLASS_ROLES[label]), np.array([pixels / 2])
                with QPainter(picture) as painter:
                    Marker(style, _MARKER * pixels / style.size).stamp(painter, middle, middle)
                action.setIcon(QIcon(picture))
