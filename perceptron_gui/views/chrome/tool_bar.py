"""The tool bar: classes, tools and menus. Words stand beside signs as long as there is room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.views.widgets.buttons import MenuButton
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.signs import SIGNS, class_icon, sign_icon

_SIGN = 1.25  # in heights of letters
_SPACING = 4
_CLASSES = {"class.minus": -1, "class.plus": 1}
_BESIDE = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
_SIGNS_ONLY = Qt.ToolButtonStyle.ToolButtonIconOnly
_WORDS_ONLY = Qt.ToolButtonStyle.ToolButtonTextOnly


class ToolStrip(QToolBar):
    """Shows actions that somebody else has made; narrow windows see signs only, and menus."""

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
        """Add buttons that belong together; those without words stay signs in any window."""
        if self.actions()[0] != self._gap:
            self.insertSeparator(self._gap)
        for action in actions:
            self.insertAction(self._gap, action)
            button = self.widgetForAction(action)
            assert isinstance(button, QToolButton)
            button.setToolButtonStyle(_SIGNS_ONLY)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            if in_words:
                self._labelled.append(button)
        self._draw(actions)
        self._fit()

    def add_menu(self, name: str, tip: str, menu: QMenu) -> None:
        """Add a button at the right that opens a menu."""
        button = named(MenuButton(name), name, tip)
        button.setMenu(menu)
        self.addWidget(button).setText(name)
        button.setToolButtonStyle(_WORDS_ONLY)
        self._fit()

    def add_button(self, name: str, action: QAction, beside: Sequence[QAction]) -> QToolButton:
        """Add a button at the right that opens what an action does, and signs beside it."""
        button = named(MenuButton(name), name, action.toolTip())
        button.clicked.connect(action.trigger)
        self.addWidget(button).setText(name)
        button.setToolButtonStyle(_WORDS_ONLY)
        for each in beside:
            self.addAction(each)
            sign = self.widgetForAction(each)
            assert isinstance(sign, QToolButton)
            sign.setToolButtonStyle(_SIGNS_ONLY)
            sign.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._draw(beside)
        self._fit()
        return button

    def show_theme(self, theme: Theme, _scale: float = 1.0) -> None:
        """Draw in other colours; sizes follow the font of the window."""
        if theme is not self._theme:
            self._theme = theme
            self._restyle()

    def _restyle(self) -> None:
        """Fit the signs to the letters, which are larger in front of a class."""
        size = self._size()
        self.setIconSize(QSize(size, size))
        self._draw(self.actions())
        self._fit()

    def _space(self) -> None:
        layout = self.layout()
        assert layout is not None
        layout.setSpacing(_SPACING)

    def _size(self) -> int:
        return round(_SIGN * self.fontMetrics().height())

    def _draw(self, actions: Sequence[QAction]) -> None:
        pixels = self._size() * self.devicePixelRatioF()
        for action in actions:
            name = action.objectName()
            if name in _CLASSES:
                action.setIcon(class_icon(self._theme, _CLASSES[name], pixels))
            elif name in SIGNS:
                action.setIcon(sign_icon(name, self.palette(), pixels))

    def _fit(self) -> None:
        """Write words beside the signs where they all fit in one row."""
        for style in (_BESIDE, _SIGNS_ONLY):
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
            self._space()  # Qt has put back that of the style
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self._restyle()
