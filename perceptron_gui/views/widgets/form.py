"""Forms: the titles and editors of declared options, checked values, and what is wrong beside them.

A form shows values and asks for others; whoever owns it decides, and shows what is in force.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QMenu, QWidget

from perceptron_gui.base.errors import InputError, OptionError
from perceptron_gui.base.params import Choice, Count, Flag, Param, Real

from .editors import OWN, ChoiceEditor, FlagEditor, OwnEditor, TypedEditor, named
from .focus import follow
from .slider import NumberEditor
from .stage import filled
from .text import Complaint, MenuButton, MutedText, text_button

Editor = ChoiceEditor | FlagEditor | TypedEditor | NumberEditor
Check = Callable[[str, Any], object]  # raises an OptionError for a value that an option cannot have
_TITLE, _EDITOR, _AFTER = range(3)  # columns of a field
_BOXES = 3  # check boxes beside each other
_NUMBER_EM = 4  # heights of letters: the width of a number that is typed beside others
_LETTERS = 11, 14  # the least and the most letters that there is room for in a line of a title


def anything(_name: str, _value: Any) -> None:
    """Take every value that can be read."""


def tip_of(param: Param) -> str:
    """Return what is read about an option under the pointer."""
    words = [_sentence(param.tip), _sentence(param.effect)]
    if param.choices and not _has_menu(param):
        words += [f"{name}: {meaning}" for name, meaning in param.choices.items()]
    return "".join(f"<p>{html.escape(each)}</p>" for each in dict.fromkeys(words) if each)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}." if text else ""


def _has_menu(param: Param) -> bool:
    kind = param.kind
    return bool(type(kind) is Choice or kind.own or (isinstance(kind, Real) and kind.suggested))


def editor_for(param: Param, check: Callable[[Any], object], is_live: bool = False) -> Editor:
    """Return the control that fits the kind of an option."""
    kind = param.kind
    if isinstance(kind, Flag):
        return FlagEditor(param.title)
    if kind.own:
        return OwnEditor(param, check, is_live)
    if _has_menu(param):
        return ChoiceEditor()
    return NumberEditor(param, check) if kind.stops else TypedEditor(param, check, is_live)


class Field(QWidget):
    """One option: its title beside its editor, and below what is wrong."""

    def __init__(self, param: Param, check: Callable[[Any], object], is_live: bool = False) -> None:
        super().__init__()
        self.param = param
        self.editor = editor_for(param, check, is_live)
        named(self.editor, param.title, tip_of(param))
        self.parts: list[QWidget] = [self.editor]  # what the tab key stops at
        if isinstance(self.editor, NumberEditor):
            self.editor.slider.setAccessibleName(f"{param.title}, slider")
            self.parts = [self.editor.field, self.editor.slider]
        elif isinstance(self.editor, OwnEditor):
            self.parts.append(self.editor.below)
        for part in self.parts:
            part.setObjectName(param.name)
            part.setAccessibleName(part.accessibleName() or param.title)
            part.setAccessibleDescription(param.effect)
            part.setToolTip(self.editor.toolTip())
        self.title = QLabel("" if param.is_flag else param.title)
        self.title.setBuddy(self.parts[0])
        self.complaint = Complaint()
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(4)
        self.grid.setVerticalSpacing(1)
        self.grid.setColumnStretch(_EDITOR, 1)
        self.grid.addWidget(self.title, 0, _TITLE)
        self.title.setVisible(not param.is_flag)  # only now: alone it would be a window
        self.grid.addWidget(self.editor, 0, _EDITOR)
        if isinstance(self.editor, OwnEditor):
            self.grid.addWidget(self.editor.below, 1, _EDITOR)
        self.grid.addWidget(self.complaint, 2, _EDITOR, 1, -1)
        if isinstance(self.editor, ChoiceEditor):
            self.offer(param.choices)

    def offer(self, keys: Iterable[str], offers_own: bool = True) -> None:
        """Offer these choices, each with its title and what it means."""
        param, kind = self.param, self.param.kind
        assert isinstance(self.editor, ChoiceEditor)
        titles = {"": "automatic"} if param.default is None else dict[str, str]()
        titles |= {key: param.title_of(key) for key in keys}
        if isinstance(kind, Real):
            titles |= {str(size): f"{size} {kind.unit}" for size in kind.suggested}
        if kind.own and offers_own:
            titles[OWN] = kind.own
        self.editor.show_entries(titles, {key: kind.meaning_of(key) for key in titles})

    def add_suggestions(self) -> QMenu:
        """Return the menu of a new button beside the editor."""
        tip = f"Fill in something that is worth a look. {_sentence(self.param.tip)}"
        button = named(MenuButton("Suggestions"), f"{self.param.title}: suggestions", tip)
        menu = QMenu(button)
        button.setMenu(menu)
        self.grid.addWidget(button, 0, _AFTER)
        return menu

    def show_value(self, value: Any) -> None:
        """Show the value in force."""
        if type(self.editor) is ChoiceEditor:
            # Words are the keys as they are stored; people may read another name for one.
            key = value if isinstance(value, str) else self.param.kind.to_text(value)
            self.editor.show_value(key, self.param.title_of(key))
        else:
            self.editor.show_value(value)

    def value_of(self, requested: Any) -> Any:
        """Return the value that the editor asks for."""
        if not isinstance(self.editor, ChoiceEditor):
            return requested
        return self.param.default if requested == "" else self.param.read(requested)


class ExplainedField(Field):
    """Says below what the option, or its choice, means, and offers the way back to the default."""

    def __init__(self, param: Param, check: Callable[[Any], object], is_live: bool = False) -> None:
        super().__init__(param, check, is_live)
        self.title.show()
        self.explanation = MutedText(param.tip)
        self.grid.addWidget(self.explanation, 3, _EDITOR, 1, -1)
        tip = f"Back to the default: {param.kind.to_text(param.default)}"
        self.reset = text_button("↺", f"{param.title}: back to the default", tip)
        self.reset.setObjectName("small")
        self.reset.setAutoRaise(True)
        # Below the title, where nothing else stands: the editor keeps its width.
        self.grid.addWidget(self.reset, 3, _TITLE, Qt.AlignmentFlag.AlignTop)
        if isinstance(self.editor, ChoiceEditor):
            self.editor.currentIndexChanged.connect(self._on_choice_changed)
            self._on_choice_changed()

    def show_value(self, value: Any) -> None:
        """Show the value in force, and the way back from it."""
        super().show_value(value)
        self.reset.setVisible(value != self.param.default)

    @Slot()
    def _on_choice_changed(self) -> None:
        assert isinstance(self.editor, ChoiceEditor)
        self.explanation.show_text(self.param.kind.meaning_of(self.editor.value()))


class ParamForm(QWidget):
    """The options of something; those who inherit it say where the field of each is placed."""

    value_requested = Signal(str, object, str)  # its name, the value, and the gesture it is part of
    gesture_ended = Signal()
    problem_changed = Signal(str)  # a sentence on what was typed, or nothing

    def __init__(
        self, params: Iterable[Param], check: Check = anything, follows_drags: bool = True
    ) -> None:
        """Make a form whose sliders ask while they are dragged, or only at the end."""
        super().__init__()
        self.params = {param.name: param for param in params}
        self.fields: dict[str, Field] = {}  # of options that have been used
        self.values: Mapping[str, Any] = {}
        self._check, self._follows_drags = check, follows_drags

    def made_field(self, param: Param) -> Field:
        """Return a new field for an option."""
        return Field(param, partial(self._check, param.name))

    def place(self, field: Field) -> None:
        """Put the field of an option where it belongs."""
        raise NotImplementedError

    def show_values(self, values: Mapping[str, Any], used: Collection[str] | None = None) -> None:
        """Show the values in force; the options that are not used have no effect."""
        self.values = values
        for name, param in self.params.items():
            is_used = used is None or name in used
            if is_used and name not in self.fields:
                self._add(param)
            if (field := self.fields.get(name)) is not None:
                field.show_value(values[name])
                if field.isHidden() == is_used:
                    field.setVisible(is_used)

    def show_error(self, error: InputError) -> None:
        """Show what is wrong beside the option that it is about."""
        name = error.remark.option if isinstance(error, OptionError) else ""
        if name in self.fields:
            self.show_problem(self.fields[name], error)

    @property
    def problem(self) -> str:
        """What is wrong with what is typed, or nothing."""
        words = (each.complaint.words for each in self.fields.values() if not each.isHidden())
        return next(filter(None, words), "")

    def _add(self, param: Param) -> None:
        field = self.fields[param.name] = self.made_field(param)
        editor = field.editor
        editor.value_requested.connect(partial(self._on_editor_requested, field))
        if isinstance(editor, NumberEditor):
            editor.value_dragged.connect(partial(self._on_editor_dragged, field))
            editor.gesture_ended.connect(self.gesture_ended)
            editor.slider.setTracking(self._follows_drags)
        if isinstance(editor, TypedEditor | NumberEditor | OwnEditor):
            editor.problem_changed.connect(partial(self.show_problem, field))
        if isinstance(field, ExplainedField):
            field.reset.clicked.connect(partial(self.request, param.name, param.default))
        self.place(field)

    def request(self, name: str, value: Any, gesture: str = "") -> None:
        """Ask for another value; what is in force is shown, whether the request was met or not."""
        field = self.fields[name]
        try:
            self._check(name, value)
        except OptionError as error:
            self.show_problem(field, error)
        else:
            self.show_problem(field, None)
            if value != self.values[name]:
                self.value_requested.emit(name, value, gesture)
        field.show_value(self.values[name])

    def _on_editor_requested(self, field: Field, requested: Any) -> None:
        self.request(field.param.name, field.value_of(requested))

    def _on_editor_dragged(self, field: Field, value: Any) -> None:
        self.request(field.param.name, value, f"drag of {field.param.title}")

    def show_problem(self, field: Field, problem: InputError | None) -> None:
        """Show what is wrong beside an option, or nothing."""
        field.complaint.show_error(problem)
        self.problem_changed.emit(self.problem)


class ColumnForm(ParamForm):
    """Options below each other, their editors aligned.

    Where they are explained they stand below the headings of their groups; else check boxes stand
    beside each other at the end.
    """

    def __init__(
        self,
        params: Iterable[Param],
        check: Check = anything,
        is_explained: bool = False,
        is_live: bool = False,
        follows_drags: bool = True,
    ) -> None:
        """Make a form; in a live one texts count while they are typed."""
        groups: dict[str, list[Param]] = {}
        for param in sorted(params, key=lambda param: param.rank if is_explained else 0):
            groups.setdefault(param.group if is_explained else "", []).append(param)
        ordered = [each for group in groups.values() for each in group]
        super().__init__(ordered, check, follows_drags)
        self._is_explained, self._is_live = is_explained, is_live
        self._lines = [
            line for title, group in groups.items() for line in (title, *(p.name for p in group))
        ]
        boxes = QWidget()
        self._column, self._boxes = QGridLayout(self), QGridLayout(boxes)
        for layout in (self._column, self._boxes):
            layout.setContentsMargins(0, 0, 0, 0)
        self._headings = {title: QLabel(f"<b>{title}</b>") for title in filter(None, groups)}
        for title, heading in self._headings.items():
            self._column.addWidget(heading, self._lines.index(title), 0)
        self._column.addWidget(boxes, len(self._lines), 0)
        self._last_row = len(self._lines) + 1  # free for what those who inherit it add
        self._column.setRowStretch(self._last_row + 1, 1)

    def made_field(self, param: Param) -> Field:
        make = ExplainedField if self._is_explained else Field
        return make(param, partial(self._check, param.name), self._is_live)

    def place(self, field: Field) -> None:
        if field.param.is_flag and not self._is_explained:
            self._boxes.addWidget(field, *divmod(self._boxes.count(), _BOXES))
            return
        place = self._lines.index(field.param.name)
        self._column.addWidget(field, place, 0)
        above = [self.fields[each] for each in self._lines[:place] if each in self.fields]
        if len(above) + 1 < len(self.fields):
            follow(above, field)
        self._align()
        if self.isVisible():
            field.show()  # Qt would show it a little later

    def show_values(self, values: Mapping[str, Any], used: Collection[str] | None = None) -> None:
        """Show the values in force, and the headings of groups that have an option to show."""
        super().show_values(values, used)
        shown = {field.param.group for field in self.fields.values() if not field.isHidden()}
        for title, heading in self._headings.items():
            heading.setVisible(title in shown)

    def _align(self) -> None:
        metrics = self.fontMetrics()
        titles = [metrics.horizontalAdvance(f"{each.title} ") for each in self.params.values()]
        least, most = (count * metrics.averageCharWidth() for count in _LETTERS)
        width = max(least, min(max(titles, default=0), most))
        for field in self.fields.values():
            field.title.setFixedWidth(width)
            field.title.setWordWrap(True)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._align()
        super().changeEvent(event)


class LineForm(ParamForm):
    """Options beside each other; texts are typed in lines of their own below."""

    def __init__(self, params: Iterable[Param], check: Check = anything) -> None:
        super().__init__(params, check, follows_drags=False)
        self._rows = QGridLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._first_row = QWidget()
        self.line = filled(QHBoxLayout(self._first_row))
        self._rows.addWidget(self._first_row, 0, 0, Qt.AlignmentFlag.AlignLeft)
        self._first_row.hide()  # an empty row would leave a gap
        self._suggestions: dict[str, QMenu] = {}

    def place(self, field: Field) -> None:
        if isinstance(field.editor, TypedEditor):
            if not isinstance(field.param.kind, Count):
                self._rows.addWidget(field, self._rows.rowCount(), 0)
                return
            field.editor.setFixedWidth(_NUMBER_EM * self.fontMetrics().height())
        if isinstance(field.editor, ChoiceEditor):
            field.editor.show_whole_titles()
        if isinstance(field.editor, NumberEditor):
            field.editor.slider.hide()  # beside others there is room for the number only
        # A box is lower than other fields; these stay at the top when one has a complaint below.
        middle, top = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignTop
        self.line.addWidget(field, 0, middle if field.param.is_flag else top)
        self._first_row.show()

    def suggest(self, name: str, texts: Mapping[str, str]) -> None:
        """Offer texts for an option by their titles."""
        if name not in self._suggestions and texts:
            menu = self._suggestions[name] = self.fields[name].add_suggestions()
            menu.triggered.connect(partial(self._on_suggestion_chosen, name))
        if name in self._suggestions:
            self._suggestions[name].clear()
            for title, text in texts.items():
                self._suggestions[name].addAction(title).setData(text)

    def _on_suggestion_chosen(self, name: str, action: QAction) -> None:
        editor = self.fields[name].editor
        assert isinstance(editor, TypedEditor)
        editor.revert()
        self.request(name, self.params[name].read(action.data()))
