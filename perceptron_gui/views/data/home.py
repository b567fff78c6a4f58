"""Home: what can be played, in cards. They are drawn one after another while they are seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import ScrollColumn, filled
from perceptron_gui.views.widgets.text import MenuButton

from .cards import (
    GAP,
    BesideButton,
    Card,
    Draw,
    FramedButton,
    PictureButton,
    letters,
    neighbour,
    units,
)
from .section import CardSection

WORDS = "What would you like to explore?"
_FIND = "Search lessons, data, commands"
# Pixels, beside letters of the usual size.
_LEAST_CARD, _MOST_COLUMNS, _ASPECT = 205, 5, 240 / 104
_FIRST_ROW, _BAR, _SEARCH = 212, 48, 340
_SIDES, _TOP = 32, 22
_HERO_SHARE, _OTHER_SHARE, _PICTURE_SHARE = 155, 100, 0.56
_LEAST_HIGH = 0.52  # of the width of a card beside the large one
_SIDE_BY_SIDE = 740  # the width at which the first cards stand beside each other
_QUESTION, _NAME = 1.86, 1.14  # letters
_SETTLED_MS = 60  # after which the page keeps its width for a while
_VISIT_MS = 900  # between the visits of the run that is played


@dataclass(frozen=True, eq=False)
class HomeCards:
    """What Home shows: a large card that plays, others beside it, lessons and data sets."""

    hero: Card
    frames: Sequence[Draw]  # what the large card plays, round and round
    beside: Sequence[Card]
    lessons: Mapping[str, Sequence[Card]]
    data: Mapping[str, Sequence[Card]]
    progress: str  # how many lessons are done


class HomePage(QWidget):
    """A bar of its own, and cards below it; the marked one is what Space plays."""

    chosen = Signal(str)  # the key of a card
    search_requested = Signal()
    left = Signal()  # by Escape

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("home")
        self._cards: HomeCards | None = None
        self._theme = THEMES[DEFAULT]
        self._frame, self._frames = 0, dict[int, QPixmap]()
        self.marked = ""  # the key of a card
        self.words, self._name = QLabel(WORDS), QLabel("Perceptron")
        self.search = named(QPushButton(), _FIND, "Find anything by typing a few letters (Ctrl+K)")
        self.search.setObjectName("search")
        self.search.clicked.connect(self.search_requested)
        words = QLabel(_FIND)
        words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._keys = QLabel("Ctrl K")
        filled(QHBoxLayout(self.search), (words, 1), self._keys, margins=(12, 0, 12, 0))
        self.large: dict[str, PictureButton] = {}
        self._settling = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._settling.timeout.connect(self._build)
        self._focusing = QTimer(self, singleShot=True)  # a button has to be on screen first
        self._focusing.timeout.connect(self._focus)
        self.lessons = CardSection("Lessons")
        self.data = CardSection("Data sets", "Search data sets")
        for section in (self.lessons, self.data):
            section.grid.chosen.connect(self.chosen)
            section.grid.made.connect(self._on_made)
            section.built.connect(self._focusing.start)
        self._lay_out()
        self._playing = QTimer(self, interval=_VISIT_MS)
        self._playing.timeout.connect(self._play_on)

    def _lay_out(self) -> None:
        self._bar = QFrame()
        self._bar.setObjectName("home-bar")
        self._menus = QHBoxLayout()
        ends = QWidget(), QWidget()  # equally wide, so that the search is in the middle
        filled(QHBoxLayout(ends[0]), self._name, 1)
        filled(QHBoxLayout(ends[1]), 1, self._menus)
        self._bar_row = filled(QHBoxLayout(self._bar), (ends[0], 1), self.search, (ends[1], 1))
        self._top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._body = QWidget()
        self._body.setObjectName("home-body")
        rows = self.words, self._top, self.lessons, self.lessons.grid, self.data, self.data.grid, 1
        self._column = filled(QVBoxLayout(self._body), *rows)
        self._scroll = ScrollColumn(self._body)
        filled(QVBoxLayout(self), self._bar, (self._scroll, 1), spacing=0)

    def add_menu(self, words: str, tip: str, menu: QMenu) -> MenuButton:
        """Add a button that opens a menu at the right end of the bar."""
        button = named(MenuButton(words), words, tip)
        button.setMenu(menu)
        self._menus.addWidget(button)
        return button

    @property
    def buttons(self) -> dict[str, PictureButton]:
        """The button of every card that is shown, by its key."""
        return self.large | self.lessons.grid.buttons | self.data.grid.buttons

    def show_cards(self, cards: HomeCards, marked: str) -> None:
        """Show cards; one of them is marked."""
        self._cards, self.marked = cards, marked
        self._make_large(cards)
        self.lessons.show_cards(cards.lessons, cards.progress)
        self.data.show_cards(cards.data)
        if self.isVisible():
            self._build()

    def _make_large(self, cards: HomeCards) -> None:
        """Make the first row: what plays, and what goes on beside a column of what begins."""
        while (item := self._top.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self.large, others, column = {}, QWidget(), QWidget()
        self._beside, self._short = QHBoxLayout(others), QVBoxLayout(column)
        for card in (cards.hero, *cards.beside):
            is_framed = card is not cards.hero and not card.icon
            button = FramedButton(card) if is_framed else BesideButton(card)
            self.large[card.key] = button
            self._on_made(button)
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            button.chosen.connect(self.chosen)
            if card is cards.hero:
                self._top.addWidget(button, _HERO_SHARE)
            else:
                (self._short if card.icon else self._beside).addWidget(button, 1)
        filled(self._short)
        filled(self._beside, (column, 1))
        self._top.addWidget(others, 2 * _OTHER_SHARE)

    def show_theme(self, theme: Theme, _scale: float = 1.0) -> None:
        """Draw in other colours and sizes."""
        self._theme = theme
        if self.isVisible():
            self._settling.start()

    @property
    def is_settled(self) -> bool:
        """Tell whether every card has its size, and one of them the focus."""
        return not (self._settling.isActive() or self._focusing.isActive())

    @Slot()
    def _build(self) -> None:
        if self._cards is None:
            return
        self._fit_letters()
        gap, bar = units(self, GAP), self._scroll.verticalScrollBar().sizeHint().width()
        room = self.width() - 2 * units(self, _SIDES) - bar
        self._build_large(room, gap)
        least = units(self, _LEAST_CARD)
        columns = min(_MOST_COLUMNS, max(1, (room + gap) // (least + gap)))
        if columns > 2 and self._has_lone_card(columns) and not self._has_lone_card(columns - 1):
            columns -= 1
        wide = (room - (columns - 1) * gap) // columns
        size = QSize(wide, round(wide / _ASPECT))
        marked = self.marked  # the focus goes on while buttons are deleted
        for section in (self.lessons, self.data):
            section.build(columns, size, self._theme)
        self.marked = marked

    def _has_lone_card(self, columns: int) -> bool:
        """Tell whether a row of some topic would have one card, and rows above it more."""
        assert self._cards is not None
        return any(len(cards) % columns == 1 for cards in self._cards.lessons.values())

    def _fit_letters(self) -> None:
        """Give words and margins the sizes that the letters ask for."""
        self.words.setFont(letters(self, _QUESTION))
        self._name.setFont(letters(self, _NAME))
        side, gap = units(self, _SIDES), units(self, GAP)
        self._column.setContentsMargins(side, units(self, _TOP), side, side)
        self._column.setSpacing(gap)
        for box in (self._top, self._beside, self._short):
            box.setSpacing(gap)
        self._bar.setFixedHeight(units(self, _BAR))
        self._bar_row.setContentsMargins(gap, 0, gap, 0)
        ends = self._name.sizeHint().width() + self._menus.sizeHint().width()
        room = self.width() - ends - 6 * gap
        self._keys.setVisible(room >= units(self, _SEARCH))
        self.search.setFixedSize(max(0, min(units(self, _SEARCH), room)), units(self, 34))

    def _build_large(self, room: int, gap: int) -> None:
        """Give the cards of the first row their sizes and pictures."""
        assert self._cards is not None
        is_narrow = room < units(self, _SIDE_BY_SIDE)
        ways = QBoxLayout.Direction
        self._top.setDirection(ways.TopToBottom if is_narrow else ways.LeftToRight)
        share = (room - 2 * gap) / (_HERO_SHARE + 2 * _OTHER_SHARE)
        hero_wide, other_wide = _HERO_SHARE * share, _OTHER_SHARE * share
        if is_narrow:
            hero_wide, other_wide = float(room), (room - gap) / 2
        high = max(units(self, _FIRST_ROW), round(_LEAST_HIGH * other_wide))
        ratio = self.devicePixelRatioF()
        for card in (self._cards.hero, *self._cards.beside):
            button = self.large[card.key]
            button.setFixedHeight((high - gap) // 2 if card.icon else high)
            if card.draw is not None and isinstance(button, FramedButton):
                button.resize(round(other_wide), high)  # which the row gives it later
                frame = button.frame.size()
                button.show_picture(card.draw(self._theme, frame, ratio))
        hero = self.large[self._cards.hero.key]
        assert isinstance(hero, BesideButton)
        wide = min(hero_wide * _PICTURE_SHARE, 1.45 * high, hero_wide - hero.least_words)
        hero.picture_size = QSize(round(wide), high)
        self._frames.clear()
        self._play_on()

    @Slot()
    def _play_on(self) -> None:
        """Show the next visit on the large card, drawn when it first comes."""
        if self._cards is None:
            return
        hero = self.large[self._cards.hero.key]
        self._frame = frame = (self._frame + 1) % len(self._cards.frames)
        if frame not in self._frames:
            draw, ratio = self._cards.frames[frame], self.devicePixelRatioF()
            self._frames[frame] = draw(self._theme, hero.picture_size, ratio)
        hero.show_picture(self._frames[frame])

    @Slot(object)
    def _on_made(self, button: PictureButton) -> None:
        """Let arrows leave a new card, and follow its focus."""
        button.neighbour_requested.connect(partial(self._move_focus, button))
        button.installEventFilter(self)

    @Slot()
    def _focus(self) -> None:
        if self._body.isVisible() and self.buttons:
            button = self.buttons.get(self.marked, next(iter(self.buttons.values())))
            if not self.data.search.hasFocus():  # else somebody is typing there
                button.setFocus(Qt.FocusReason.TabFocusReason)
        elif self.isVisible():
            self._focusing.start(_SETTLED_MS)

    def _move_focus(self, button: PictureButton, across: int, down: int) -> None:
        found = neighbour(list(self.buttons.values()), button, across, down)
        found.setFocus(Qt.FocusReason.TabFocusReason)
        self._scroll.ensureWidgetVisible(found)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Mark the card that has the focus: it is the one that Space plays."""
        has_come = event.type() == QEvent.Type.FocusIn and self.isVisible()
        if has_come and isinstance(watched, PictureButton):
            self.marked = watched.card.key
            for key, button in self.buttons.items():
                button.setChecked(key == self.marked)
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._build()
        self._focusing.start()
        self._playing.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._playing.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._cards is not None:
            self._settling.start()
