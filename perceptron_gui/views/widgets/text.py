"""Small texts beside controls, and buttons: wide ones, some that open a menu, one that copies."""

from __future__ import annotations

import html
from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt, Slot
from PySide6.QtGui import (
    QAction,
    QColor,
    QFontDatabase,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QPalette,
)
from PySide6.QtWidgets import (
    QLabel,
    QMenu,
    QPlainTextEdit,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from perceptron_gui.base.errors import InputError, window_sentence

from .editors import named
from .icons import themed_icon

_LEFT = Qt.AlignmentFlag.AlignLeft
WRONG = QPalette.ColorRole.BrightText  # the theme's colour of mistakes


def mixed(one: QColor, other: QColor, share: float) -> QColor:
    """Return a colour with a share of another one."""
    pairs = ((one.red(), other.red()), (one.green(), other.green()), (one.blue(), other.blue()))
    return QColor(*(round(a + (b - a) * share) for a, b in pairs))


def plain_label(text: str = "") -> QLabel:
    """Return a text that is never taken for HTML, in as many lines as it needs."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label


def fixed_text() -> QPlainTextEdit:
    """Return a text to read and to copy, every line of it whole, in letters of one width."""
    field = QPlainTextEdit()
    field.setReadOnly(True)
    field.setTabChangesFocus(True)
    field.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    field.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    return field


class LineLabel(QWidget):
    """One line of words that come and go; its letters are those of the style sheet.

    It is no label of Qt's: those have the whole window laid out again for every other word.
    """

    def __init__(self, parent: QWidget | None = None, at: Qt.AlignmentFlag = _LEFT) -> None:
        super().__init__(parent)
        self._forms: tuple[str, ...] = ("",)
        self._alignment = at | Qt.AlignmentFlag.AlignVCenter

    def text(self) -> str:
        """Return what is shown: a form that fits, else what there is room for of the last."""
        metrics, room = self.fontMetrics(), self.contentsRect().width()
        for form in self._forms:
            if metrics.horizontalAdvance(form) <= room:  # Qt also elides texts that just fit
                return form
        return metrics.elidedText(self._forms[-1], Qt.TextElideMode.ElideRight, room)

    def show_text(self, *forms: str) -> None:
        """Show other words, in the first of these forms that there is room for."""
        if forms != self._forms:
            self._forms = forms
            self.update()

    @property
    def is_cut(self) -> bool:
        """Tell whether there is too little room for every form."""
        return self.text() not in self._forms

    def room_for(self, words: str) -> int:
        """Return how wide these words would be."""
        return self.fontMetrics().horizontalAdvance(words)

    def sizeHint(self) -> QSize:
        """Return the size of the longest form."""
        width = self.room_for(self._forms[0])
        return QSize(width, self.fontMetrics().height()).grownBy(self.contentsMargins())

    def minimumSizeHint(self) -> QSize:
        """Ask for no width: there is always something shorter to say."""
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Write the text in the colour of the window's letters."""
        place, palette, role = self.contentsRect(), self.palette(), self.foregroundRole()
        with QPainter(self) as painter:
            self.style().drawItemText(
                painter, place, self._alignment, palette, self.isEnabled(), self.text(), role
            )

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()


class SmallText(QLabel):
    """Words that take any width, and as many lines as they need there."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_text(self, text: str) -> None:
        """Write another text."""
        # Unlike a font of its own, this stays smaller than whatever font is set later.
        self.setText(f"<small>{html.escape(text)}</small>")

    def minimumSizeHint(self) -> QSize:
        """Ask for nothing: Qt's own, the height of a narrow column, leaves a panel half empty."""
        return QSize(0, 0)


class MutedText(SmallText):
    """An explanation, in the background."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.show_text(text)


class Complaint(SmallText):
    """What is wrong, in red; nothing at all when all is well."""

    def __init__(self) -> None:
        super().__init__()
        self.words = ""
        self.setForegroundRole(WRONG)
        self.hide()

    def show_text(self, text: str) -> None:
        """Write another sentence, or nothing."""
        self.words = text
        super().show_text(text)
        self.setVisible(bool(text))

    def show_error(self, error: InputError | None) -> None:
        """Write what is wrong as a sentence of the window, or nothing."""
        self.show_text("" if error is None else window_sentence(error))


Write = Callable[[], str]


def text_button(text: str, name: str, tip: str) -> QToolButton:
    """Return a flat button with a word or a sign on it."""
    button = named(QToolButton(), name, tip)
    button.setText(text)
    return button


def wide_button(text: str, tip: str, name: str, on_click: Callable[[], None]) -> QToolButton:
    """Return a button that shares the width of its row with others."""
    button = text_button(text, name, tip)
    button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    button.clicked.connect(on_click)
    return button


class MenuButton(QToolButton):
    """Opens a menu; its words end in an arrow."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.show_words(words)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)

    def show_words(self, words: str) -> None:
        """Say something else before the arrow."""
        self.setText(f"{words} ▾")


class CopyButton(QToolButton):
    """Copies what a panel says, as text or as LaTeX, which is written only on request."""

    def __init__(self, what: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, f"Copy {what}", f"Copy {what} as text or as LaTeX")
        self.setIcon(themed_icon("copy"))
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        self.as_text = menu.addAction("As &text")
        self.as_text.setToolTip(f"Copy {what} as plain text")
        self.as_latex = menu.addAction("As &LaTeX")
        self.as_latex.setToolTip(f"Copy {what} as LaTeX (amsmath)")
        menu.triggered.connect(self._on_copy_requested)
        self.setMenu(menu)
        self.show_source(None, None)

    def show_source(self, text: Write | None, latex: Write | None) -> None:
        """Store what writes the text and the LaTeX; None where there is nothing to copy."""
        self._writers = {self.as_text: text, self.as_latex: latex}
        for action, write in self._writers.items():
            action.setEnabled(write is not None)
        self.setEnabled(any(self._writers.values()))

    @Slot(QAction)
    def _on_copy_requested(self, action: QAction) -> None:
        if (write := self._writers[action]) is not None:
            QGuiApplication.clipboard().setText(write())
