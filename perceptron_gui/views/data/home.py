"""Home: what can be played, in cards. They are drawn one after another while they are seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFont, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import ScrollColumn, filled

from .cards import GAP, Card, CardGrid, PictureButton, neighbour, painted

WORDS = "What would you like to explore?"
_LEAST = 14.5  # the width of a card, in heights of letters
_ASPECT = 2.2  # of its picture
_HERO_EM, _LARGER = 13.0, 1.9  # heights of letters of the first row; the question, than others
HERO_ASPECT = 1.3  # of the pictures of the first row
_HERO_SHARE, _OTHER_SHARE = 5, 3  # of the width, in the first row
_MOST_COLUMNS = 6
_MARGINS = 32, 20, 20, 20
_SETTLED_MS = 60  # after which the page keeps its width for a while
_VISIT_MS = 900  # between the visits of the run that is played
ALL = "All"


@dataclass(frozen=True, eq=False)
class HomeCards:
    """What Home shows: a large card that plays, others beside it, and groups of cards below."""

    hero: Card
    frames: Sequence[Figure]  # what the large card plays, round and round
    beside: Sequence[Card]
    groups: Mapping[str, Sequence[Card]]
    lectures: Sequence[str]  # by which cards can be filtered


class HomePage(QWidget):
    """Cards, a field that finds some of them; the marked one is what Space plays."""

    chosen = Signal(str)  # the key of a card

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("home")
        self._cards: HomeCards | None = None
        self._theme = THEMES[DEFAULT]
        self._frame, self._frames = 0, list[QPixmap]()
        self.marked = ""  # the key of a card
        self.words = QLabel(WORDS)
        tip = "Only cards with these words are shown"
        self.search = named(QLineEdit(), "Search lessons and data", tip)
        self.search.setPlaceholderText("Search lessons and data")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._on_filtered)
        self.large: dict[str, PictureButton] = {}
        self.chips = QButtonGroup(self)
        self.chips.buttonClicked.connect(self._on_filtered)
        self.grid = CardGrid()
        self.grid.chosen.connect(self.chosen)
        self._lay_out()
        self._settling, self._painting, self._focusing = QTimer(self), QTimer(self), QTimer(self)
        self._settling.setSingleShot(True)
        self._settling.setInterval(_SETTLED_MS)
        self._settling.timeout.connect(self._build)
        self._focusing.setSingleShot(True)  # a button has to be on screen first
        self._focusing.timeout.connect(self._focus)
        self._painting.timeout.connect(self._paint_next)  # one in a turn of the loop
        self._playing = QTimer(self)
        self._playing.setInterval(_VISIT_MS)
        self._playing.timeout.connect(self._play_on)

    def _lay_out(self) -> None:
        self._top, self._chip_row = QHBoxLayout(), QHBoxLayout()
        self._top.setSpacing(GAP)
        self._body = QWidget()
        self._body.setObjectName("home-body")
        head = filled(QHBoxLayout(), (self.words, 1), self.search)
        rows = head, self._top, self._chip_row, self.grid, 1
        filled(QVBoxLayout(self._body), *rows, margins=_MARGINS, spacing=GAP + 4)
        self._scroll = ScrollColumn(self._body)
        filled(QVBoxLayout(self), self._scroll)

    @property
    def buttons(self) -> dict[str, PictureButton]:
        """The button of every card that is shown, by its key."""
        return self.large | self.grid.buttons

    def show_cards(self, cards: HomeCards, marked: str) -> None:
        """Show cards; one of them is marked."""
        self._cards, self.marked = cards, marked
        self._make_large(cards)
        self._make_chips(cards.lectures)
        self.grid.forget()
        if self.isVisible():
            self._build()

    def _make_large(self, cards: HomeCards) -> None:
        while (item := self._top.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.deleteLater()
        self.large = {}
        column = QWidget()
        column.setObjectName("home-body")
        short = filled(QVBoxLayout(column), spacing=GAP)
        for card in (cards.hero, *cards.beside):
            button = self.large[card.key] = PictureButton(card, QSize(), is_large=True)
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            button.clicked.connect(partial(self._on_clicked, card.key))
            if card.icon:
                short.addWidget(button)
            else:
                self._top.addWidget(button, _HERO_SHARE if card is cards.hero else _OTHER_SHARE)
        self._top.addWidget(column, _OTHER_SHARE)

    def _make_chips(self, lectures: Sequence[str]) -> None:
        if self._chip_row.count():
            return
        title = QLabel("Lessons")
        self._chip_row.addWidget(title)
        for lecture in (ALL, *lectures):
            tip = "Show every card" if lecture == ALL else f"Show what belongs to {lecture}"
            chip = named(QToolButton(), lecture, tip)
            chip.setText(lecture.partition(" (")[0] if "θ" not in lecture else lecture)
            chip.setObjectName("chip")
            chip.setCheckable(True)
            chip.setChecked(lecture == ALL)
            self.chips.addButton(chip)
            self._chip_row.addWidget(chip)
        self._chip_row.addStretch(1)

    def show_theme(self, theme: Theme, _scale: float = 1.0) -> None:
        """Draw in other colours and sizes."""
        self._theme = theme
        if self.isVisible():
            self._settling.start()

    @property
    def is_painted(self) -> bool:
        """Tell whether every card has its picture."""
        return not (self._settling.isActive() or self._painting.isActive())

    @property
    def _wanted(self) -> dict[str, list[Card]]:
        """The cards that the chips and the field let through, in their groups."""
        assert self._cards is not None
        chip, words = self.chips.checkedButton(), self.search.text().casefold().split()
        lecture = ALL if chip is None else chip.accessibleName()

        def is_wanted(card: Card) -> bool:
            text = " ".join((card.name, card.detail, card.about, card.tip, card.key)).casefold()
            return lecture in (ALL, card.lecture) and all(word in text for word in words)

        groups = self._cards.groups.items()
        return {title: [card for card in cards if is_wanted(card)] for title, cards in groups}

    @Slot()
    def _on_filtered(self) -> None:
        self._build()

    @Slot()
    def _build(self) -> None:
        if self._cards is None:
            return
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * _LARGER)
        font.setWeight(QFont.Weight.DemiBold)
        self.words.setFont(font)
        em = self.fontMetrics().height()
        self.search.setFixedWidth(17 * em)
        self._build_large(em)
        bar = self._scroll.verticalScrollBar().sizeHint().width()
        room = self.width() - _MARGINS[0] - _MARGINS[2] - bar
        columns = min(_MOST_COLUMNS, max(1, int((room + GAP) // (_LEAST * em + GAP))))
        wide = (room - (columns - 1) * GAP) // columns
        size = QSize(wide, round(wide / _ASPECT))
        marked = self.marked  # the focus goes on while buttons are deleted
        is_new = self.grid.show_cards(self._wanted, columns, size, self._theme)
        self.marked = marked
        if is_new:
            for button in self.buttons.values():
                button.neighbour_requested.connect(partial(self._move_focus, button))
                button.installEventFilter(self)
            self.grid.mark(self.marked)
            self._focusing.start()
            self._painting.start()

    def _build_large(self, em: int) -> None:
        """Give the cards of the first row their sizes, and the one that plays its pictures."""
        assert self._cards is not None
        high = round(_HERO_EM * em)
        for card in (self._cards.hero, *self._cards.beside):
            button = self.large[card.key]
            button.setFixedHeight((high - GAP) // 2 if card.icon else high)
            wide = 4 * em if card.icon else high * HERO_ASPECT
            button.show_size(QSize(round(wide), button.height()))
        hero, ratio = self.large[self._cards.hero.key], self.devicePixelRatioF()
        self._frames = [
            painted(frame, self._theme, hero.picture_size, ratio) for frame in self._cards.frames
        ]
        self._play_on()
        for card in self._cards.beside:
            if not card.icon:
                button, size = self.large[card.key], self.large[card.key].picture_size
                button.show_picture(painted(card.draw(HERO_ASPECT), self._theme, size, ratio))

    @Slot()
    def _play_on(self) -> None:
        """Show the next visit on the large card."""
        if self._cards is not None and self._frames:
            self._frame = (self._frame + 1) % len(self._frames)
            self.large[self._cards.hero.key].show_picture(self._frames[self._frame])

    @Slot()
    def _focus(self) -> None:
        if self._body.isVisible() and self.buttons:
            button = self.buttons.get(self.marked, next(iter(self.buttons.values())))
            if not self.search.text():  # else somebody is typing there
                button.setFocus(Qt.FocusReason.TabFocusReason)
        elif self.isVisible():
            self._focusing.start(_SETTLED_MS)

    def _move_focus(self, button: PictureButton, across: int, down: int) -> None:
        found = neighbour(list(self.buttons.values()), button, across, down)
        found.setFocus(Qt.FocusReason.TabFocusReason)
        self._scroll.ensureWidgetVisible(found)

    @Slot()
    def _paint_next(self) -> None:
        if not self.isVisible() or not self.grid.paint_next():
            self._painting.stop()

    def _on_clicked(self, key: str, _checked: bool = False) -> None:
        self.chosen.emit(key)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Mark the card that has the focus: it is the one that Space plays."""
        has_come = event.type() == QEvent.Type.FocusIn and self.isVisible()
        if has_come and isinstance(watched, PictureButton):
            self.marked = watched.card.key
            for key, button in self.buttons.items():
                button.setChecked(key == self.marked)
        return super().eventFilter(watched, event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._build()
        for timer in (self._focusing, self._painting, self._playing):
            timer.start()

    def hideEvent(self, event: QEvent) -> None:
        super().hideEvent(event)  # type: ignore[arg-type]
        self._playing.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.grid.buttons:
            self._settling.start()
