"""The controls of options: each shows a value and requests another one, as it is typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar

from PySide6.QtCore import QLocale, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLineEdit,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)

from perceptron_gui.base.errors import InputError
from perceptron_gui.base.params import Param
from perceptron_gui.base.text import quoted

_PAUSES = re.compile(r" · |, |: | \(")  # where a title may end

Control = TypeVar("Control", bound=QWidget)
_MOST_TYPED = 3000  # entries of a list that a field shows; it has room for 30,000 letters
OWN = "own"  # the key of values that are typed
Holds = Literal["text", "number", "numbers"]
_WITH_COMMA = re.compile(r"\s*[+\-−]?\d*,\d+(e[+\-−]?\d+)?\s*", re.IGNORECASE)
_TIGHT, _LOOSE = re.compile(r"\d,\d"), re.compile(r",\s")


def pointed(text: str, holds: Holds = "number") -> str:
    """Return what was typed with decimal points for the commas of the user's country.

    Between numbers of a list there are commas as ever, or semicolons: then commas are decimal.
    Only what is typed comes through here; files read and write points in every country.
    """
    if holds == "text" or QLocale().decimalPoint() != ",":
        return text
    if holds == "number":
        return text.replace(",", ".") if _WITH_COMMA.fullmatch(text) else text
    if ";" in text:
        parts = [pointed(part) for part in text.split(";")]
        return text if any("," in part for part in parts) else ",".join(parts)
    if _TIGHT.search(text) and _LOOSE.search(text):
        raise InputError(
            f"{quoted(text)} can be read in two ways; put semicolons between the numbers, "
            "or a space after every comma"
        )
    return text


def named(control: Control, name: str, tip: str) -> Control:
    """Tell screen readers and the pointer what a control is for."""
    control.setAccessibleName(name)
    control.setToolTip(tip)
    return control


def room_for_title(choice: QComboBox, option: QStyleOptionComboBox) -> int:
    """Return how many pixels the chosen title may take."""
    whole, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
    return choice.style().subControlRect(whole, option, part, choice).width()


class ChoiceEditor(QComboBox):
    """A menu of keys with titles and meanings; the wheel moves it only with the focus."""

    value_requested = Signal(object)  # a key, chosen by the user

    def __init__(
        self, titles: Mapping[str, str] | None = None, meanings: Mapping[str, str] | None = None
    ) -> None:
        super().__init__()
        self._shown: str | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # Long titles must not make the panel wide; the open list has room for them.
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)
        self.show_entries(titles or {}, meanings or {})
        self.activated.connect(self._on_activated)

    def show_whole_titles(self) -> None:
        """Be as wide as the widest entry from now on, so that none is cut."""
        self.setMinimumContentsLength(0)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)

    def show_entries(self, titles: Mapping[str, str], meanings: Mapping[str, str]) -> None:
        """Offer these keys."""
        keys = [self.itemData(i) for i in range(self.count())]
        if keys == list(titles):
            return
        shown = self.currentData()
        self.clear()
        for key, title in titles.items():
            self.addItem(title, key)
            meaning = meanings.get(key, "")
            self.setItemData(self.count() - 1, meaning, Qt.ItemDataRole.ToolTipRole)
        if shown in titles:
            self.setCurrentIndex(self.findData(shown))

    def show_value(self, value: Any, title: str = "") -> None:
        """Show the key that is chosen, even if it is not offered otherwise."""
        self._shown = value
        if self.findData(value) < 0:
            self.addItem(title or value, value)
        if self.currentIndex() != self.findData(value):
            self.setCurrentIndex(self.findData(value))

    def value(self) -> str:
        """Return the key of what is chosen."""
        return str(self.currentData())

    @Slot()
    def _on_activated(self) -> None:
        if self.value() != self._shown:
            self._shown = self.value()
            self.value_requested.emit(self._shown)

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        """Write a title that is too wide up to a comma, say; the open list has all of it."""
        super().initStyleOption(option)
        title, room = option.currentText, room_for_title(self, option)
        width = self.fontMetrics().horizontalAdvance
        if width(title) > room:
            ends = [found.start() for found in _PAUSES.finditer(title)]
            shorter = (title[:end] for end in reversed(ends))
            option.currentText = next((each for each in shorter if width(each) <= room), title)

    def showPopup(self) -> None:
        """Open a list wide enough for every title."""
        margin = 40  # a scroll bar and the frame
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + margin)
        super().showPopup()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class FlagEditor(QCheckBox):
    """A check box with its title beside it."""

    value_requested = Signal(bool)

    def __init__(self, title: str = "") -> None:
        super().__init__(title)
        self.clicked.connect(self.value_requested)

    def show_value(self, value: Any) -> None:
        """Show whether it is on."""
        self.setChecked(value is True)


class TypedEditor(QLineEdit):
    """A value that is read on Enter or when the focus leaves; Escape brings the old one back.

    `0.10` or `1/10` stay as they are typed while they mean the value in force. What is wrong
    stays as well, on red. A live field is read at every letter.
    """

    value_requested = Signal(object)
    problem_changed = Signal(object)  # the InputError, or None when all is well again

    def __init__(
        self, param: Param, check: Callable[[Any], object] = lambda _: None, is_live: bool = False
    ) -> None:
        """Make the field of an option; `check` raises an InputError for values it cannot have."""
        super().__init__()
        self._param, self._check = param, check
        self._value: Any = None
        self.problem: InputError | None = None
        self.setPlaceholderText(param.kind.hint)
        self.editingFinished.connect(self._on_editing_finished)
        if is_live:
            self.textEdited.connect(self._on_editing_finished)

    def show_value(self, value: Any) -> None:
        """Show the value in force, unless it is the old one and another is being typed."""
        is_news = value != self._value
        self._value = value
        hint = f"{len(value)} numbers, too many to show" if self._is_long else ""
        self.setPlaceholderText(hint or self._param.kind.hint)
        if is_news or not self.isModified():
            if self._meaning() != value:
                self.revert()
            self.setModified(False)
            self._set_problem(None)

    def revert(self) -> None:
        """Forget what was typed since the value was shown."""
        is_blank = self._value is None or self._is_long
        self.setText("" if is_blank else self._param.shown(self._value))
        self._set_problem(None)

    @property
    def _is_long(self) -> bool:
        return isinstance(self._value, tuple) and len(self._value) > _MOST_TYPED

    def _meaning(self) -> Any:
        try:
            return self._read()
        except InputError:
            return None

    def _read(self) -> Any:
        value = self._param.typed(pointed(self.text(), self._param.kind.holds))
        self._check(value)
        return value

    @Slot()
    def _on_editing_finished(self) -> None:
        if not self.isModified():  # Enter was followed by a loss of focus
            return
        try:
            value = self._read()
        except InputError as error:
            self._set_problem(error)
            return
        self.setModified(False)
        self._set_problem(None)
        if value != self._value:
            self.value_requested.emit(value)

    def _set_problem(self, problem: InputError | None) -> None:
        if str(problem) == str(self.problem):
            return
        self.problem = problem
        self.setProperty("wrong", problem is not None)
        self.style().polish(self)  # the style sheet reads the property only then
        self.problem_changed.emit(problem)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and (self.isModified() or self.problem):
            self.revert()
        else:
            super().keyPressEvent(event)


class OwnEditor(ChoiceEditor):
    """A menu of words, with an entry for any other value; that is typed `below` the menu."""

    problem_changed = Signal(object)  # the InputError, or None when all is well again

    def __init__(self, param: Param, check: Callable[[Any], object], is_live: bool = False) -> None:
        self.below = TypedEditor(param, check, is_live)
        self._param = param
        self._value: Any = None
        self._begin: Callable[[], Any] = lambda: None
        super().__init__()
        self.below.value_requested.connect(self.value_requested)
        self.below.problem_changed.connect(self.problem_changed)

    def begin_with(self, begin: Callable[[], Any]) -> None:
        """Let an own value begin as what this returns; at None the field begins empty."""
        self._begin = begin

    def show_value(self, value: Any, _title: str = "") -> None:
        """Show the value in force, unless another one is about to be typed."""
        is_news, self._value = value != self._value, value
        is_own = value is not None and value not in self._param.choices
        if is_news or self.value() != OWN:
            super().show_value(OWN if is_own else value or "")  # "" is the entry Automatic
        self.below.show_value(value if is_own else None)
        self.below.setVisible(self.value() == OWN)

    @Slot()
    def _on_activated(self) -> None:
        is_own = self.value() == OWN
        self.below.setVisible(is_own)
        if not is_own:
            self.below.revert()
            super()._on_activated()
        elif (first := self._begin()) is not None:
            self.value_requested.emit(first)
        else:
            self.below.setFocus()
