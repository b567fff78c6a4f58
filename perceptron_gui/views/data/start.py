"""The page that the program opens on: cards to play, drawn one after another while it is seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QSize, QTimer, Signal, Slot
from PySide6.QtGui import QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.widgets.stage import ScrollColumn, discard, filled
from perceptron_gui.views.widgets.text import LargeLabel

from .picture_grid import Pictured, PictureGrid
from .thumbnails import thumbnail, two_columns

WORDS = "What shall the class see?  Click a card; Space plays the one that is marked."
_WIDE, _HIGH = 13.0, 8.0  # of a picture, in sizes of letters
ASPECT = _WIDE / _HIGH
_GAP = 14  # pixels beside a picture
_LETTERS = 1.5  # and markers of a picture, against those of the window
_SETTLED_MS = 60  # after which the page keeps its width for a while


@dataclass(frozen=True, eq=False)
class Card:
    """Something to play: its key, its name, what it shows, and its picture, drawn when needed."""

    key: str
    name: str
    tip: str
    draw: Callable[[], Figure | Dataset]


class StartPage(QWidget):
    """Groups of cards; the marked one is what Space plays."""

    chosen = Signal(str)  # the key of a card

    def __init__(self) -> None:
        super().__init__()
        self._groups: Mapping[str, Sequence[Card]] = {}
        self._theme = THEMES[DEFAULT]
        self._built_for: object = None
        self.marked = ""  # the key of a card
        self.words = LargeLabel()
        self.words.show_words(WORDS)
        self.grid = PictureGrid({}, 1, QSize())
        self._column: ScrollColumn | None = None
        self._layout = filled(QVBoxLayout(self), self.words, margins=(8, 4, 0, 0))
        self._settling, self._painting, self._focusing = QTimer(self), QTimer(self), QTimer(self)
        self._settling.setSingleShot(True)
        self._settling.setInterval(_SETTLED_MS)
        self._focusing.setSingleShot(True)  # a button has to be on screen first
        self._focusing.timeout.connect(self._focus)
        self._settling.timeout.connect(self._build)
        self._painting.timeout.connect(self._paint_next)  # one in a turn of the loop

    def show_cards(self, groups: Mapping[str, Sequence[Card]], marked: str) -> None:
        """Show cards below the titles of their groups; one of them is marked."""
        self._groups, self.marked, self._built_for = groups, marked, None
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
        wanted = columns, size, self._theme, id(self._groups)
        if wanted == self._built_for:
            return
        self._built_for = wanted
        if self._column is not None:
            discard(self._layout, self._column)
        groups = {
            title: tuple(self._pictured(card) for card in cards)
            for title, cards in self._groups.items()
            if cards
        }
        self.grid = PictureGrid(groups, columns, size)
        self._column = ScrollColumn(self.grid)
        self._layout.addWidget(self._column, 1)
        self.grid.chosen.connect(self.chosen)
        self.grid.focus_moved.connect(self._on_focus_moved)
        self.grid.mark(self.marked)
        self._focusing.start()
        self._painting.start()

    @Slot()
    def _focus(self) -> None:
        if self.grid.isVisible():
            self.grid.focus(self.marked)
        elif self.isVisible():
            self._focusing.start(_SETTLED_MS)

    def _pictured(self, card: Card) -> Pictured:
        def paint(size: QSize, ratio: float) -> QPixmap:
            drawn = card.draw()
            if isinstance(drawn, Dataset):
                points = two_columns(drawn.points)
                return thumbnail(points, drawn.labels, self._theme, size, ratio)
            return figure_picture(drawn, self._theme, size, ratio)

        return Pictured(card.key, card.name, card.tip, paint)

    @Slot()
    def _paint_next(self) -> None:
        if not self.isVisible() or not self.grid.paint_next():
            self._painting.stop()

    @Slot(object)
    def _on_focus_moved(self, button: QWidget) -> None:
        assert self._column is not None
        self._column.ensureWidgetVisible(button)
        self.marked = next(key for key, each in self.grid.buttons.items() if each is button)
        self.grid.mark(self.marked)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._build()
        self._focusing.start()
        self._painting.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._built_for is not None:
            self._settling.start()


def figure_picture(figure: Figure, theme: Theme, size: QSize, ratio: float) -> QPixmap:
    """Return a figure without axes and words as a picture."""
    view = FigureView()
    view.show_theme(theme, _LETTERS)
    view.show_legend(False)
    view.resize(size * max(1.0, np.ceil(ratio)))
    view.show_figure(replace(figure, bare=True, title="", notes=(), reserve=None))
    picture = view.grab().scaledToWidth(round(size.width() * ratio))
    picture.setDevicePixelRatio(ratio)
    view.deleteLater()
    return picture
