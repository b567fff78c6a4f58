"""Small texts beside controls: what something means, and what is wrong with what was typed."""

from __future__ import annotations

import html

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor, QFontDatabase, QFontMetrics, QPalette, QResizeEvent
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QSizePolicy, QWidget

from perceptron_gui.base.errors import InputError, window_sentence

WRONG = QPalette.ColorRole.BrightText  # the theme's colour of mistakes
_REDNESS = 0.25


def mixed(one: QColor, other: QColor, share: float) -> QColor:
    """Return a colour with a share of another one."""
    pairs = ((one.red(), other.red()), (one.green(), other.green()), (one.blue(), other.blue()))
    return QColor(*(round(a + (b - a) * share) for a, b in pairs))


def reddened(palette: QPalette) -> QColor:
    """Return the background of a field that holds something wrong."""
    return mixed(palette.color(QPalette.ColorRole.Base), palette.color(WRONG), _REDNESS)


def plain_label(text: str = "") -> QLabel:
    """Return a text that is never taken for HTML, in as many lines as it needs."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label


def fixed_text(text: str = "") -> QPlainTextEdit:
    """Return a text to read and to copy, every line of it whole, in letters of one width."""
    field = QPlainTextEdit(text)
    field.setReadOnly(True)
    field.setTabChangesFocus(True)
    field.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    field.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    return field


class FittedLabel(QLabel):
    """One line that a subclass fits to its width and its letters, whenever these change."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def fit(self) -> None:
        """Show as much as there is room for."""
        raise NotImplementedError

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.fit()


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


_LARGER = 1.2  # what <big> makes of letters


class LargeLabel(QLabel):
    """Follows the font of the window, which a font of its own would not do with a style sheet."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.words = ""

    def show_words(self, words: str) -> None:
        """Write something else."""
        if words != self.words:
            self.words = words
            self.setText(f"<b><big>{html.escape(words)}</big></b>")
            self.setAccessibleName(words)

    def room_for(self, words: str) -> int:
        """Return how wide these words would be."""
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * _LARGER)
        font.setBold(True)
        return QFontMetrics(font).horizontalAdvance(words)
