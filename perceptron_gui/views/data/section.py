"""A section of cards: its title, chips that filter it, and perhaps a field that searches it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QLabel, QLineEdit, QToolButton, QWidget

from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.views.widgets.editors import named

from .cards import Card, CardGrid, letters, units

ALL = "All"
_TITLE = 1.15  # the letters of the title
_GAP = 8  # pixels between chips
_SEARCH = 200  # the width of the field


class CardSection(QWidget):
    """The head of a section; its `grid` is put below it, or into something that scrolls."""

    built = Signal()  # other cards are shown

    def __init__(self, title: str, search: str = "") -> None:
        """Show a title; with the name of a search there is a field, else room for a remark."""
        super().__init__()
        self.setObjectName("home-body")
        self.grid = CardGrid()
        self._groups: Mapping[str, Sequence[Card]] = {}
        self._shape: tuple[int, QSize, Theme] = 1, QSize(), THEMES[DEFAULT]
        self.title = QLabel(title, self)
        self.search = named(QLineEdit(self), search or "Search", "Show only cards with these words")
        self.search.setPlaceholderText(search)
        self.search.setClearButtonEnabled(True)
        self.search.setVisible(bool(search))
        self.search.textChanged.connect(self._on_filtered)
        self.remark = QLabel(self)
        self.remark.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        self._end = self.search if search else self.remark
        self.chips = QButtonGroup(self)
        self.chips.buttonClicked.connect(self._on_filtered)

    def show_chips(self, chips: Mapping[str, str]) -> None:
        """Offer to show only the cards of a tag; chips say what is meant in a word."""
        for tag, words in {ALL: ALL, **chips}.items():
            tip = "Show all of them" if tag == ALL else f"Show only: {tag}"
            chip = named(QToolButton(self), tag, tip)
            chip.setText(words)
            chip.setObjectName("chip")
            chip.setCheckable(True)
            chip.setChecked(tag == ALL)
            self.chips.addButton(chip)
        self._arrange()

    def show_cards(self, groups: Mapping[str, Sequence[Card]], remark: str = "") -> None:
        """Show other cards when the section is built next, and a remark at the end of the head."""
        self._groups = groups
        self.remark.setText(remark)
        self._arrange()

    def build(self, columns: int, size: QSize, theme: Theme) -> None:
        """Show the cards in so many columns, each with a picture of this size."""
        self._shape = columns, size, theme
        self.title.setFont(letters(self, _TITLE))
        self._arrange()
        if self.grid.show_cards(self._wanted, columns, size, theme):
            self.built.emit()

    @property
    def _wanted(self) -> dict[str, list[Card]]:
        """The cards that the chips and the field let through, in their groups."""
        chip, words = self.chips.checkedButton(), self.search.text().casefold().split()
        tag = ALL if chip is None else chip.accessibleName()

        def is_wanted(card: Card) -> bool:
            text = " ".join((card.name, card.detail, card.tip, card.key)).casefold()
            return tag in (ALL, *card.tags) and all(word in text for word in words)

        return {
            title: [card for card in cards if is_wanted(card)]
            for title, cards in self._groups.items()
        }

    @Slot()
    def _on_filtered(self) -> None:
        self.build(*self._shape)

    def _arrange(self) -> None:
        """Put title and chips side by side, and the end at the right, in lines as needed.

        Chips are a few words that grow with the letters: in a narrow window they need two lines.
        """
        gap, wide = units(self, _GAP), self.width()
        self.search.setFixedWidth(min(units(self, _SEARCH), wide))
        parts = [self.title, *self.chips.buttons()]
        high = max(part.sizeHint().height() for part in (*parts, self._end))
        left, top = 0, units(self, _GAP)
        for part in parts:
            size = part.sizeHint()
            if left and left + size.width() > wide:
                left, top = 0, top + high + gap
            place = QRect(left, top + (high - size.height()) // 2, size.width(), size.height())
            part.setGeometry(place)
            left += size.width() + (2 * gap if part is self.title else gap)
        end = self._end.sizeHint()
        if self._end is self.search:
            end.setWidth(self.search.width())
        if left + end.width() > wide:
            top += high + gap
        at = QPoint(wide - end.width(), top + (high - end.height()) // 2)
        self._end.setGeometry(QRect(at, end))
        self.setFixedHeight(top + high)

    def sizeHint(self) -> QSize:
        """Ask for the height that was needed, at any width."""
        return QSize(0, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
