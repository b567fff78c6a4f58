"""A large answer that a class can choose: offered, then shown with its votes and the truth."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton

from perceptron_gui.base.text import count
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme

_BAR = 0.4  # the height of a bar, in heights of letters
_CORNER = 7.0  # in pixels
_FAINT, _FAINTEST = 0.6, 0.15  # what is not true, and the ground of a bar
_MARKS = {True: "✓", False: "✗"}


class VoteButton(QAbstractButton):
    """An answer; once the truth is known, a bar of those who chose it, and whether it is true."""

    larger = 1.0  # the letters, than those of the window
    line = 1.5  # around it, in pixels
    pad = 0.5  # beside the words, in heights of letters
    layout_of_words = int(Qt.AlignmentFlag.AlignCenter)

    def __init__(self, key: int) -> None:
        super().__init__()
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._key, self._theme = key, THEMES[DEFAULT]
        self.words = ""
        self.is_true: bool | None = None  # None while it is asked
        self.share = 0.0  # of the answer that most have chosen

    @property
    def mark(self) -> str:
        """Whether it is true, as a sign; nothing while that is asked."""
        return "" if self.is_true is None else _MARKS[self.is_true]

    def ask(self, words: str, hands: int) -> None:
        """Offer an answer that so many hands are up for."""
        self.words = words
        self.setToolTip(f"Answer {words} (key {self._key}; with Shift a hand is counted)")
        self._write(None, 0.0, hands)
        self.setEnabled(True)

    def show_outcome(self, is_true: bool, share: float, hands: int) -> None:
        """Show whether it was true, and how large a share chose it."""
        self.setToolTip("")
        self._write(is_true, share, hands)
        self.setEnabled(False)

    def show_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.update()

    def _write(self, is_true: bool | None, share: float, hands: int) -> None:
        self.is_true, self.share = is_true, share
        self.setText(self._text(hands))
        told = "" if is_true is None else ", true" if is_true else ", not true"
        self.setAccessibleName(f"Answer {self.words}, {count(hands, 'hand')}{told}")
        self.updateGeometry()
        self.update()

    def _text(self, hands: int) -> str:
        """Return what stands on it."""
        raise NotImplementedError

    @property
    def _role(self) -> Role | None:
        """The colour of its edge, None for that of the letters."""
        if self.is_true is None:
            return None
        return Role.SUCCESS if self.is_true else Role.MISTAKE

    @property
    def _letters(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * self.larger)
        font.setBold(self.is_true is not False)
        return font

    @property
    def _bar(self) -> float:
        """The height of the bar, in pixels; 0 while it is asked."""
        has_one = self.is_true is not None or self.share
        return _BAR * self.larger * self.fontMetrics().height() if has_one else 0.0

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, palette, role = self._theme, self.palette(), self._role
        edge = QColor(theme.text if role is None else theme.style(role).color)
        width = (2.0 if self.is_true or self.underMouse() else 1.0) * self.line
        box = QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2)
        pad, bar = self.pad * self.fontMetrics().height(), self._bar
        inner = box.adjusted(pad, 0, -pad, -2 * bar)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(edge, width))
            painter.setBrush(palette.mid() if self.isDown() else palette.base())
            painter.drawRoundedRect(box, _CORNER, _CORNER)
            for opacity, share in ((_FAINTEST, 1.0), (1.0, self.share)):
                painter.setOpacity(opacity)
                painter.fillRect(
                    QRectF(inner.left(), inner.bottom(), share * inner.width(), bar), edge
                )
            painter.setOpacity(_FAINT if self.is_true is False else 1.0)
            painter.setPen(QColor(theme.text))
            painter.setFont(self._letters)
            painter.drawText(inner, self.layout_of_words, self.text())
