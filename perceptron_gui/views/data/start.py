"""The page that the program opens on: cards to play, drawn one after another while it is seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.views.widgets.stage import filled
from perceptron_gui.views.widgets.text import LargeLabel

from .cards import Card, CardGrid

WORDS = "What shall the class see?  Click a card; Space plays the one that is marked."
_WIDE, _HIGH = 13.0, 8.0  # of a picture, in sizes of letters
ASPECT = _WIDE / _HIGH
_GAP = 14  # pixels beside a picture
_SETTLED_MS = 60  # after which the page keeps its width for a while


class StartPage(QWidget):
    """Groups of cards; the marked one is what Space plays."""

    chosen = Signal(str)  # the key of a card

    def __init__(self) -> None:
        super().__init__()
        self._groups: Mapping[str, Sequence[Card]] = {}
        self._theme = THEMES[DEFAULT]
        self.marked = ""  # the key of a card
        self.words = LargeLabel()
        self.words.show_words(WORDS)
        self.grid = CardGrid()
        self.grid.chosen.connect(self.chosen)
        self.grid.focus_moved.connect(self._on_focus_moved)
        filled(QVBoxLayout(self), self.words, (self.grid, 1), margins=(8, 4, 0, 0))
        self._settling, self._painting, self._focusing = QTimer(self), QTimer(self), QTimer(self)
        self._settling.setSingleShot(True)
        self._settling.setInterval(_SETTLED_MS)
        self._settling.timeout.connect(self._build)
        self._focusing.setSingleShot(True)  # a button has to be on screen first
        self._focusing.timeout.connect(self._focus)
        self._painting.timeout.connect(self._paint_next)  # one in a turn of the loop

    def show_cards(self, groups: Mapping[str, Sequence[Card]], marked: str) -> None:
        """Show cards below the titles of their groups; one of them is marked."""
        self._groups = {title: cards for title, cards in groups.items() if cards}
        self.marked = marked
        if self.isVisible():
            self._build()

    def show_theme(self, theme: Theme, _scale: float = 1.0) -> None:
        """Draw in other colours and sizes."""
        self._theme = theme
        if self.isVisible():
            self._settling.start()

    @property
    def is_painted(self) -> bool:
        """Tell whether every card has its picture."""
        return not (self._settling.isActive() or self._painting.isActive())

    @Slot()
    def _build(self) -> None:
        em = self.fontInfo().pixelSize()
        size = QSize(round(_WIDE * em), round(_HIGH * em))
        columns = max(1, (self.width() - 2 * em) // (size.width() + _GAP))
        if self.grid.show_cards(self._groups, columns, size, self._theme):
            self.grid.mark(self.marked)
            self._focusing.start()
            self._painting.start()

    @Slot()
    def _focus(self) -> None:
        if self.grid.isVisible():
            self.grid.focus(self.marked)
        elif self.isVisible():
            self._focusing.start(_SETTLED_MS)

    @Slot()
    def _paint_next(self) -> None:
        if not self.isVisible() or not self.grid.paint_next():
            self._painting.stop()

    @Slot(str)
    def _on_focus_moved(self, key: str) -> None:
        self.marked = key
        self.grid.mark(key)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._build()
        self._focusing.start()
        self._painting.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.grid.buttons:
            self._settling.start()
