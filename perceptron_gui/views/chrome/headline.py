"""Above the plane: what is happening now, in letters for the whole room, and offers of help."""

from __future__ import annotations

import re
from collections.abc import Mapping

from PySide6.QtCore import QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.theory.run_text.words import NO_POINTS, Words
from perceptron_gui.views.widgets.access import announce
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import discard, filled
from perceptron_gui.views.widgets.text import LineLabel

_BAR = 0.24  # the width of the coloured bar, in heights of letters
_REST_MS = 200  # after which a headline is announced: a fast run would never stop talking
_NUMBER = re.compile(r"^Visit [^:.]*[:.] ")
_ROLES = {
    "mistake": Role.MISTAKE,
    "right": Role.SUCCESS,
    "cycle": Role.RESULT,
    "end": Role.SUCCESS,
    "wrong": Role.MISTAKE,
    "diverged": Role.MISTAKE,
}


class HeadlineBar(LineLabel):
    """One line: the full sentence where it fits, else the short one."""

    def __init__(self) -> None:
        super().__init__()
        self._shown = Words(NO_POINTS, NO_POINTS)
        self._theme = THEMES[DEFAULT]
        self.setObjectName("headline")
        # A long sentence must not make the window wider.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._resting = QTimer(self, singleShot=True, interval=_REST_MS)
        self._resting.timeout.connect(self._on_rested)
        self._tell()
        self.show_theme(self._theme)

    @property
    def words(self) -> str:
        """What it says where there is room for all of it."""
        return self._shown.full

    def show_headline(self, shown: Words) -> None:
        """Say something else."""
        if shown != self._shown:
            self._shown = shown
            self._tell()
            if QAccessible.isActive():
                self._resting.start()
            self.update()  # the bar, too

    @Slot()
    def _on_rested(self) -> None:
        if self.isVisible():
            announce(self, self.words)

    def _tell(self) -> None:
        self.show_text(_unnumbered(self._shown.full), _unnumbered(self._shown.short))
        self.setAccessibleName(self.words)
        self.setToolTip(self.words)

    def show_theme(self, theme: Theme, _scale: float = 1.0) -> None:
        """Draw in other colours; the style sheet has larger letters than all others."""
        self._theme = theme
        self.ensurePolished()
        em = self.fontMetrics().height()
        self.setContentsMargins(round((_BAR + 0.45) * em), 0, round(0.3 * em), 0)
        self.setFixedHeight(round(1.4 * em))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a bar in the colour of what happened before the words."""
        super().paintEvent(event)
        role = _ROLES.get(self._shown.kind)
        if role is not None:
            em = self.fontMetrics().height()
            with QPainter(self) as painter:
                color = QColor(self._theme.style(role).color)
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(color)
                width, height = _BAR * em, 0.8 * em
                bar = QRectF(0, (self.height() - height) / 2, width, height)
                painter.drawRoundedRect(bar, width / 2, width / 2)


def _unnumbered(text: str) -> str:
    """Leave out which visit this is: the counter beside the timeline says it already."""
    said = _NUMBER.sub("", text)
    return said[:1].upper() + said[1:]


class OfferBar(QWidget):
    """Words and buttons; it is there only while there is something to offer."""

    chosen = Signal(str)  # the key of an offer

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setObjectName("offer")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.words = QLabel()
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setWordWrap(True)
        self._row = filled(QHBoxLayout(self), (self.words, 1), margins=(8, 4, 8, 4))
        self.buttons: dict[str, QPushButton] = {}
        self.hide()

    def show_offer(self, words: str, offers: Mapping[str, tuple[str, str]]) -> None:
        """Show a sentence, and a button with title and tip for every key of the offers."""
        if words == self.words.text() and list(offers) == list(self.buttons):
            return
        discard(self._row, *self.buttons.values())
        self.buttons = {key: self._button(key, *offer) for key, offer in offers.items()}
        self.words.setText(words)
        self.setAccessibleName(words)
        self.setVisible(bool(words))

    def _button(self, key: str, title: str, tip: str) -> QPushButton:
        button = named(QPushButton(title), title, tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # the keys go on playing after a click
        button.clicked.connect(lambda: self.chosen.emit(key))
        self._row.addWidget(button)
        return button
