"""The tool bar: classes, tools and menus. Words stand beside icons while there is room."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QIcon, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from perceptron_gui.figures.model.role import CLASS_ROLES
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.views.paint.ink import Marker
from perceptron_gui.views.widgets.buttons import MenuButton
from perceptron_gui.views.widgets.editors import named

_ICON = 1.25  # in heights of letters
_MARKER = 0.62  # of the height of an icon
_SPACING = 4
_CLASSES = {"class.minus": -1, "class.plus": 1}
_BESIDE = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
_ICONS_ONLY = Qt.ToolButtonStyle.ToolButtonIconOnly
_WORDS_ONLY = Qt.ToolButtonStyle.ToolButtonTextOnly


class ToolStrip(QToolBar):
    """Shows the actions of the window; narrow windows show icons without words."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("Tools", parent)
        self.setObjectName("tools")
        self.setMovable(False)
        self._space()
        self._theme = THEMES[DEFAULT]
        self._labelled: list[QToolButton] = []
        gap = QWidget()
        gap.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._gap = self.addWidget(gap)
        size = self._size()
        self.setIconSize(QSize(size, size))

    def add_group(self, actions: Sequence[QAction], in_words: bool = True) -> None:
        """Add buttons that belong together; without words they are icons in any window."""
        if self.actions()[0] != self._gap:
            self.insertSeparator(self._gap)
        for action in actions:
            self.insertAction(self._gap, action)
            button = self.widgetForAction(action)
            assert isinstance(button, QToolButton)
            button.setToolButtonStyle(_ICONS_ONLY)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            if in_words:
                self._labelled.append(button)
        self._draw_classes()
        self._fit()

    def add_menu(self, name: str, tip: str, menu: QMenu) -> None:
        """Add a button at the right that opens a menu."""
        button = named(MenuButton(name), name, tip)
        button.setMenu(menu)
        self.addWidget(button).setText(name)
        button.setToolButtonStyle(_WORDS_ONLY)
        self._fit()

    def add_button(self, name: str, action: QAction, beside: Sequence[QAction]) -> QToolButton:
        """Add a button at the right that opens what an action does, and icons beside it."""
        button = named(MenuButton(name), name, action.toolTip())
        button.clicked.connect(action.trigger)
        self.addWidget(button).setText(name)
        button.setToolButtonStyle(_WORDS_ONLY)
        for each in beside:
            self.addAction(each)
            icon = self.widgetForAction(each)
            assert isinstance(icon, QToolButton)
            icon.setToolButtonStyle(_ICONS_ONLY)
            icon.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._fit()
        return button

    def show_theme(self, theme: Theme, _scale: float = 1.0) -> None:
        """Draw in other colours; sizes follow the font of the window."""
        if theme is not self._theme:
            self._theme = theme
            self._restyle()

    def _restyle(self) -> None:
        """Fit the icons to the letters, which are larger in front of a class."""
        size = self._size()
        self.setIconSize(QSize(size, size))
        self._draw_classes()
        self._fit()

    def _space(self) -> None:
        layout = self.layout()
        assert layout is not None
        layout.setSpacing(_SPACING)

    def _size(self) -> int:
        return round(_ICON * self.fontMetrics().height())

    def _draw_classes(self) -> None:
        """Draw the icons of the classes; their points have other markers in other themes."""
        pixels = round(self._size() * self.devicePixelRatioF())
        for action in self.actions():
            if action.objectName() in _CLASSES:
                action.setIcon(_class_icon(self._theme, _CLASSES[action.objectName()], pixels))

    def _fit(self) -> None:
        """Write words beside the icons where they all fit in one row."""
        for style in (_BESIDE, _ICONS_ONLY):
            for button in self._labelled:
                button.setToolButtonStyle(style)
            self.updateGeometry()
            if self.sizeHint().width() <= self.width():
                break

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._space()  # Qt has restored the spacing of the style
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self._restyle()


def _class_icon(theme: Theme, label: int, pixels: int) -> QIcon:
    """Return the marker of a class as its points are drawn."""
    picture = QPixmap(pixels, pixels)
    picture.fill(Qt.GlobalColor.transparent)
    style, middle = theme.style(CLASS_ROLES[label]), np.array([pixels / 2])
    with QPainter(picture) as painter:
        Marker(style, _MARKER * pixels / style.size).stamp(painter, middle, middle)
    return QIcon(picture)
