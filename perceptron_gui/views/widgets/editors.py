"""One control per kind of option: each shows a value and requests another one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar

from PySide6.QtCore import QEvent, QLocale, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPalette, QWheelEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QSpinBox,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)

from perceptron_gui.base.errors import UNUSABLE, InputError
from perceptron_gui.base.params import Choice, Count, Flag, Param, Real
from perceptron_gui.base.text import quoted

from .text import reddened

_PAUSES = re.compile(r" · |, |: | \(")  # where a title may end

Control = TypeVar("Control", bound=QWidget)
_MOST_SPUN = 1_000_000  # larger numbers are typed
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
        self.clear()
        for key, title in titles.items():
            self.addItem(title, key)
            meaning = meanings.get(key, "")
            self.setItemData(self.count() - 1, meaning, Qt.ItemDataRole.ToolTipRole)

    def show_value(self, value: Any) -> None:
        """Show what is chosen, even if it is not offered otherwise; None has an empty key."""
        key = f"{value:g}" if isinstance(value, float) else str("" if value is None else value)
        if self.findData(key) < 0:
            self.addItem(key, key)
        if self.currentIndex() != self.findData(key):
            self.setCurrentIndex(self.findData(key))

    def value(self) -> str:
        """Return the key of what is chosen."""
        return str(self.currentData())

    @Slot()
    def _on_activated(self) -> None:
        self.value_requested.emit(self.value())

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
    """A check box; one whose title stands elsewhere says whether it is on or off."""

    value_requested = Signal(bool)

    def __init__(self, title: str = "") -> None:
        super().__init__(title)
        if not title:
            self.toggled.connect(self._on_toggled)
            self._on_toggled(False)
        self.clicked.connect(self.value_requested)

    def show_value(self, value: Any) -> None:
        """Show whether it is on."""
        self.setChecked(value is True)

    def value(self) -> bool:
        """Return whether it is on."""
        return self.isChecked()

    @Slot(bool)
    def _on_toggled(self, value: bool) -> None:
        self.setText("on" if value else "off")


class CountEditor(QSpinBox):
    """A whole number between two limits."""

    value_requested = Signal(int)

    def __init__(self, least: int, most: int) -> None:
        super().__init__()
        self.setRange(least, most)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.valueChanged.connect(self.value_requested)

    def show_value(self, value: Any) -> None:
        """Show another number."""
        self.setValue(int(value))


class RealEditor(QDoubleSpinBox):
    """A number with a unit."""

    value_requested = Signal(float)

    def __init__(self, kind: Real) -> None:
        super().__init__()
        self.setRange(kind.least, kind.most)
        self.setDecimals(1)
        self.setSuffix(f" {kind.unit}")
        self.setKeyboardTracking(False)
        # Numbers look the same everywhere in the program; a comma is read by `pointed` alone.
        locale = QLocale.c()
        locale.setNumberOptions(QLocale.NumberOption.RejectGroupSeparator)
        self.setLocale(locale)
        self.valueChanged.connect(self.value_requested)

    def show_value(self, value: Any) -> None:
        """Show another number."""
        if self.value() != value:
            self.setValue(value)

    def validate(self, text: str, position: int) -> object:
        number = text.removesuffix(self.suffix())
        return super().validate(pointed(f"{number}0")[:-1] + text[len(number) :], position)


class TextEditor(QLineEdit):
    """A text that counts while it is typed; an empty one stands for the default."""

    value_requested = Signal(str)

    def __init__(self, param: Param) -> None:
        super().__init__()
        self._param = param
        self.setPlaceholderText(param.kind.hint)
        self.textChanged.connect(self.value_requested)

    def show_value(self, value: Any) -> None:
        """Show another value."""
        self.setText(self._param.kind.to_text(value))

    def value(self) -> Any:
        """Return what is typed, to be read as the option is declared; or raise an OptionError."""
        text = self.text()
        try:
            return pointed(text, self._param.kind.holds) if text.strip() else self._param.default
        except InputError as error:
            raise self._param.error(UNUSABLE, why=str(error)) from error


class TypedEditor(QLineEdit):
    """A text that is read on Enter or when the focus leaves; Escape brings the old value back.

    `0.10` or `1/10` stay as they are typed while they mean the value in force. What is wrong
    stays as well, on red.
    """

    value_requested = Signal(object)
    problem_changed = Signal(object)  # the InputError, or None when all is well again

    def __init__(
        self, read: Callable[[str], Any], write: Callable[[Any], str], holds: Holds = "text"
    ) -> None:
        super().__init__()
        self._read: Callable[[str], Any] = lambda text: read(pointed(text, holds))
        self._write = write
        self._value: Any = None
        self.problem: InputError | None = None
        self.editingFinished.connect(self._on_editing_finished)

    def show_value(self, value: Any) -> None:
        """Show the value in force, unless it is the old one and another is being typed."""
        is_news = value != self._value
        self._value = value
        if is_news or not self.isModified():
            if self._meaning() != value:
                self.revert()
            self.setModified(False)
            self._set_problem(None)

    def revert(self) -> None:
        """Forget what was typed since the value was shown."""
        self.setText("" if self._value is None else self._write(self._value))
        self._set_problem(None)

    def _meaning(self) -> Any:
        try:
            return self._read(self.text())
        except InputError:
            return None

    @Slot()
    def _on_editing_finished(self) -> None:
        if not self.isModified():  # Enter was followed by a loss of focus
            return
        try:
            value = self._read(self.text())
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
        self._tint()
        self.problem_changed.emit(problem)

    def _tint(self) -> None:
        palette = QPalette()
        if self.problem:
            palette.setColor(QPalette.ColorRole.Base, reddened(QApplication.palette()))
        if palette.color(QPalette.ColorRole.Base) != self.palette().color(QPalette.ColorRole.Base):
            self.setPalette(palette)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange and self.problem:
            self._tint()
        super().changeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and (self.isModified() or self.problem):
            self.revert()
        else:
            super().keyPressEvent(event)


Editor = ChoiceEditor | FlagEditor | CountEditor | RealEditor | TextEditor


def editor_of(param: Param) -> Editor:
    """Return the control that fits the kind of an option, at its default."""
    kind, first = param.kind, {"": "Automatic"} if param.default is None else {}
    editor: Editor
    if isinstance(kind, Flag):
        editor = FlagEditor(param.title)
    elif type(kind) is Choice:
        titles = {key: meaning or key.capitalize() for key, meaning in kind.choices.items()}
        editor = ChoiceEditor(first | titles)
    elif isinstance(kind, Real) and kind.suggested:
        editor = ChoiceEditor(first | {str(size): f"{size} {kind.unit}" for size in kind.suggested})
    elif isinstance(kind, Real):
        editor = RealEditor(kind)
    elif isinstance(kind, Count) and kind.most is not None and kind.most <= _MOST_SPUN:
        editor = CountEditor(kind.least, kind.most)
    else:
        editor = TextEditor(param)
    editor.show_value(param.default)
    text = param.effect or f"{param.meaning[:1].upper()}{param.meaning[1:]}."
    return named(editor, param.title, text)
