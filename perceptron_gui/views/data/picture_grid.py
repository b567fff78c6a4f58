"""Pictures with their names in groups, to be chosen with the pointer or with arrows and Enter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QIcon, QKeyEvent, QPixmap
from PySide6.QtWidgets import QGridLayout, QLabel, QToolButton, QWidget

from perceptron_gui.views.widgets.editors import named

_EDGE = 6  # pixels
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


@dataclass(frozen=True, eq=False)
class Pictured:
    """Something to be chosen: its key, its name, what it is, and what paints its picture."""

    key: str
    name: str
    tip: str
    paint: Callable[[QSize, float], QPixmap]  # for a size, and so many dots a pixel


class PictureButton(QToolButton):
    """A picture with its name; arrows ask for a neighbour, Enter is a click."""

    neighbour_requested = Signal(int, int)  # across and down
    has_arrows = True  # which would move the cursor of the run elsewhere

    def __init__(self, name: str, tip: str, size: QSize) -> None:
        super().__init__()
        named(self, name, tip)
        self.setText(in_two_lines(name, self.fontMetrics(), size.width()))
        self.setAutoRaise(True)
        self.setCheckable(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.setIconSize(size)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _ARROWS:
            self.neighbour_requested.emit(*_ARROWS[key])
        elif key in _ENTER:
            self.click()
        else:
            event.ignore()


def in_two_lines(name: str, metrics: QFontMetrics, width: int) -> str:
    """Return a name broken between two words where one line is too short; the rest is cut."""
    words, first = name.split(), ""
    while words and metrics.horizontalAdvance(f"{first} {words[0]}".strip()) <= width:
        first = f"{first} {words.pop(0)}".strip()
    second = metrics.elidedText(" ".join(words), Qt.TextElideMode.ElideRight, width)
    return "\n".join(line for line in (first, second) if line)


class PictureGrid(QWidget):
    """A button for everything that can be chosen; those of a group stand below its title."""

    chosen = Signal(str)
    focus_moved = Signal(object)  # to this button

    def __init__(self, groups: Mapping[str, Sequence[Pictured]], columns: int, size: QSize) -> None:
        super().__init__()
        self.buttons: dict[str, PictureButton] = {}
        self._places: list[tuple[str, int, int]] = []  # key, row and column
        self._unpainted: list[Pictured] = []
        self._size = size
        grid = QGridLayout(self)
        grid.setSpacing(2)
        grid.setContentsMargins(_EDGE, _EDGE, _EDGE, _EDGE)
        row = 0
        for title, entries in groups.items():
            grid.addWidget(QLabel(f"<b>{title}</b>"), row, 0, 1, columns)
            row += 1
            for number, entry in enumerate(entries):
                at = row + number // columns, number % columns
                grid.addWidget(self._button(entry), *at, Qt.AlignmentFlag.AlignTop)
                self._places.append((entry.key, *at))
            row += -(-len(entries) // columns)
        grid.setRowStretch(row, 1)
        grid.setColumnStretch(columns, 1)

    def _button(self, entry: Pictured) -> PictureButton:
        button = self.buttons[entry.key] = PictureButton(entry.name, entry.tip, self._size)
        button.clicked.connect(partial(self._on_clicked, entry.key))
        button.neighbour_requested.connect(partial(self._move_focus, entry.key))
        self._unpainted.append(entry)
        return button

    def paint_next(self) -> bool:
        """Paint one more picture, and tell whether others are to come."""
        if self._unpainted:
            entry = self._unpainted.pop(0)
            picture = entry.paint(self._size, self.devicePixelRatioF())
            self.buttons[entry.key].setIcon(QIcon(picture))
        return bool(self._unpainted)

    def mark(self, key: str) -> None:
        """Mark the button of a key, and no other."""
        for each, button in self.buttons.items():
            button.setChecked(each == key)

    def focus(self, key: str) -> None:
        """Give the focus to the button of a key, or to the first one."""
        if self._places:
            button = self.buttons.get(key) or self.buttons[self._places[0][0]]
            button.setFocus(Qt.FocusReason.TabFocusReason)
            self.focus_moved.emit(button)

    def _on_clicked(self, key: str, _checked: bool = False) -> None:
        self.chosen.emit(key)

    def _move_focus(self, focused: str, across: int, down: int) -> None:
        """Go to the next in a row, or to the nearest one of the row above or below."""
        keys = [key for key, _, _ in self._places]
        at = keys.index(focused)
        if across:
            to = min(max(at + across, 0), len(keys) - 1)
        else:
            _, row, column = self._places[at]
            rows = sorted({r for _, r, _ in self._places})
            target = rows[min(max(rows.index(row) + down, 0), len(rows) - 1)]
            those = [i for i, (_, r, _) in enumerate(self._places) if r == target]
            to = min(those, key=lambda i: abs(self._places[i][2] - column))
        self.focus(keys[to])
