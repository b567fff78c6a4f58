"""Buttons: wide ones, some that open a menu, one that copies, and the signs that they show."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QIcon,
    QPainter,
    QPaintEvent,
    QPalette,
    QPixmap,
    QPixmapCache,
)
from PySide6.QtWidgets import (
    QMenu,
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QToolButton,
    QWidget,
)

from perceptron_gui.base.values import frozen_value


def wide_button(text: str, tip: str, name: str, on_click: Callable[[], None]) -> QToolButton:
    """Return a button that shares the width of its row with others."""
    button = QToolButton()
    button.setText(text)
    button.setToolTip(tip)
    button.setAccessibleName(name)
    button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    button.clicked.connect(on_click)
    return button


class MenuButton(QToolButton):
    """Its words end in an arrow; Qt would draw a second one, small and at the edge."""

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(f"{words} ▾")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)

    def paintEvent(self, _event: QPaintEvent) -> None:
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.features &= ~QStyleOptionToolButton.ToolButtonFeature.HasMenu
        with QPainter(self) as painter:
            button = QStyle.ComplexControl.CC_ToolButton
            self.style().drawComplexControl(button, option, painter, self)


Write = Callable[[], str]


class CopyButton(MenuButton):
    """Copies what a panel says, as text or as LaTeX, which is written only on request."""

    def __init__(self, what: str, parent: QWidget | None = None) -> None:
        super().__init__("Copy", parent)
        self._write_text: Write | None = None
        self._write_latex: Write | None = None
        self.setAccessibleName(f"Copy {what}")
        self.setToolTip(f"Copy {what} as text or as LaTeX")
        self.setAutoRaise(True)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        self.as_text = menu.addAction("As &text")
        self.as_text.setToolTip(f"Copy {what} as plain text")
        self.as_text.triggered.connect(self._on_text_requested)
        self.as_latex = menu.addAction("As &LaTeX")
        self.as_latex.setToolTip(f"Copy {what} as LaTeX (amsmath)")
        self.as_latex.triggered.connect(self._on_latex_requested)
        self.setMenu(menu)
        self.show_source(None, None)

    def show_source(self, text: Write | None, latex: Write | None) -> None:
        """Store what writes the text and the LaTeX; None where there is nothing to copy."""
        self._write_text, self._write_latex = text, latex
        self.as_text.setEnabled(text is not None)
        self.as_latex.setEnabled(latex is not None)
        self.setEnabled(text is not None or latex is not None)

    @Slot()
    def _on_text_requested(self) -> None:
        if self._write_text is not None:
            QGuiApplication.clipboard().setText(self._write_text())

    @Slot()
    def _on_latex_requested(self) -> None:
        if self._write_latex is not None:
            QGuiApplication.clipboard().setText(self._write_latex())


BOX = 24.0  # signs are drawn in a square of this size


@frozen_value
class Colors:
    """What a sign is drawn with."""

    sign: QColor
    mistake: QColor
    disc: QColor
    on_disc: QColor


Sign = Callable[[QPainter, Colors], None]


def sign_icon(sign: Sign, palette: QPalette, mistake: QColor, size: int) -> QIcon:
    """Return a sign, so many pixels large, in the colours of all its states."""
    icon = QIcon()
    group, role = QPalette.ColorGroup, QPalette.ColorRole
    pale = palette.color(group.Disabled, role.WindowText)
    on_disc = palette.color(group.Active, role.HighlightedText)
    accent = palette.color(group.Active, role.Highlight)
    normal = Colors(palette.color(group.Active, role.WindowText), mistake, accent, on_disc)
    disabled = Colors(pale, pale, pale, palette.color(group.Active, role.Window))
    checked = Colors(accent, mistake, accent, on_disc)
    for colors, mode, state in (
        (normal, QIcon.Mode.Normal, QIcon.State.Off),
        (checked, QIcon.Mode.Normal, QIcon.State.On),
        (disabled, QIcon.Mode.Disabled, QIcon.State.Off),
    ):
        icon.addPixmap(_picture(sign, size, colors), mode, state)
    return icon


def _picture(sign: Sign, size: int, colors: Colors) -> QPixmap:
    """Return a sign as it was drawn before: many panels have the same."""
    inks = [color.rgba() for color in (colors.sign, colors.mistake, colors.disc, colors.on_disc)]
    key, known = f"{sign} {size} {inks}", QPixmap()
    if QPixmapCache.find(key, known):
        return known
    picture = QPixmap(size, size)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size / BOX, size / BOX)
    sign(painter, colors)
    painter.end()
    QPixmapCache.insert(key, picture)
    return picture
