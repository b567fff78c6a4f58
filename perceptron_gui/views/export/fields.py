"""Groups of controls in a form: the options of a view, and where the figure goes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.base.errors import OptionError, window_sentence
from perceptron_gui.base.params import Param, params_of
from perceptron_gui.figures.model.options import Names
from perceptron_gui.figures.model.view import ViewOptions, options_given, read_options
from perceptron_gui.lectures.notation import NO_POINT_0, point_number
from perceptron_gui.theory.convergence.statement import HIGHLIGHTS, POINT
from perceptron_gui.views.widgets.editors import (
    ChoiceEditor,
    Editor,
    FlagEditor,
    TextEditor,
    editor_of,
    named,
)
from perceptron_gui.views.widgets.stage import discard

from .choices import ExportChoices, ExportOffer, FormatOffer

_TITLE_LETTERS = 11
_COLUMNS = 3  # of check boxes
_NUMBERED_POINT = re.compile(rf"{POINT} (0|[1-9][0-9]*)")
_SOME_HIGHLIGHTS = f"such as radius, margin, {POINT} 1"  # all of them are in the tip


class FormGroup(QGroupBox):
    """A heading with rows of controls below it; the titles of all groups are equally wide."""

    changed = Signal()

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.form = QFormLayout(self)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)

    def add_row(self, title: str, control: QWidget) -> None:
        """Add a control below the others; a check box has its title beside it."""
        label = QLabel("" if isinstance(control, QCheckBox) else title)
        label.setBuddy(control)
        label.setMinimumWidth(label.fontMetrics().averageCharWidth() * _TITLE_LETTERS)
        self.form.addRow(label, control)


def side_by_side(*controls: QWidget) -> QWidget:
    """Return controls in one line, of which the first one gets the focus."""
    line = QWidget()
    layout = QHBoxLayout(line)
    layout.setContentsMargins(0, 0, 0, 0)
    for control in controls:
        is_fixed = isinstance(control, QLabel | QPushButton)
        layout.addWidget(control, 0 if is_fixed else 1)
    line.setFocusProxy(controls[0])
    return line


class HighlightEditor(TextEditor):
    """Names of what is highlighted; points count from 1 here, and from 0 in the option."""

    def __init__(self, param: Param) -> None:
        super().__init__(param)
        self.setPlaceholderText(_SOME_HIGHLIGHTS)
        meanings = HIGHLIGHTS | {f"{POINT} N": "the point with this number"}
        lines = [f"{name}: {meaning}" for name, meaning in meanings.items()]
        tip = f"{param.meaning[:1].upper()}{param.meaning[1:]}"
        named(self, param.title, "\n".join([f"{tip}:", *lines]) + ".")

    def show_value(self, value: Any) -> None:
        """Show names as they are stored."""
        stored = value.split(",") if isinstance(value, str) else value or ()
        super().show_value([_renumbered(str(name).strip(), point_number(0)) for name in stored])

    def value(self) -> Any:
        """Return the names as they are stored; an OptionError says that there is no point 0."""
        typed = [name.strip() for name in self.text().split(",")]
        if f"{POINT} 0" in typed:
            raise self._param.error(NO_POINT_0)
        return [_renumbered(name, -point_number(0)) for name in typed]


def _renumbered(name: str, by: int) -> str:
    """Return the name of a point with another number; other names as they are."""
    found = _NUMBERED_POINT.fullmatch(name)
    return f"{POINT} {int(found[1]) + by}" if found else name


def _editor_of(param: Param) -> Editor:
    return HighlightEditor(param) if isinstance(param.kind, Names) else editor_of(param)


class OptionFields(QWidget):
    """Shows the options of one view after another; returns only what is not the default."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._kind: type[ViewOptions] = ViewOptions  # of no view yet
        self.controls: dict[str, Editor] = {}  # by the names of options
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._group: FormGroup | None = None

    def show_options(self, kind: type[ViewOptions], given: Mapping[str, Any]) -> None:
        """Show the options of a view, with these values where they are not the defaults."""
        self._kind = kind
        self.controls = {}
        if self._group is not None:
            discard(self._column, self._group)
        self._group = FormGroup("Figure options")
        boxes = QGridLayout()
        for name, param in params_of(kind).items():
            if param.is_inner:
                continue
            editor = self.controls[name] = _editor_of(param)
            editor.show_value(given.get(name, param.default))
            editor.value_requested.connect(self.changed)
            if param.is_flag:
                boxes.addWidget(editor, *divmod(boxes.count(), _COLUMNS))
            else:
                self._group.add_row(param.title, editor)
        if boxes.count():
            self._group.form.addRow(boxes)
        self._column.addWidget(self._group)

    def values(self) -> dict[str, Any]:
        """Return what is not the default, as JSON; an OptionError says what cannot be read."""
        typed = {name: editor.value() for name, editor in self.controls.items()}
        return options_given(read_options(self._kind, typed))

    def problem(self) -> str:
        """Say what is wrong with what is typed, or nothing."""
        try:
            self.values()
        except OptionError as error:
            return window_sentence(error)
        return ""


class FileFields(FormGroup):
    """Shows and returns format and path; the name keeps the ending of the format."""

    folder_requested = Signal(str)

    def __init__(self, offer: ExportOffer) -> None:
        super().__init__("File")
        self._offer = offer
        self._view = ""
        self._name = ""  # what the file is called if nobody says otherwise
        self.format = named(ChoiceEditor(), "Format", "What kind of file is written")
        self.name = named(QLineEdit(), "Name", "What the file is called")
        self.folder = named(QLineEdit(), "Folder", "Where the file is put")
        self.choose = named(QPushButton("&Choose…"), "Choose folder", "Choose another folder")
        title = "Carries the session"
        tip = "The file can be opened here again, with its points, rule and visit"
        self.with_session = named(FlagEditor(title), title, tip)
        self.choose.setAutoDefault(False)  # Enter in a field exports
        self.add_row("For&mat", self.format)
        self.add_row("Nam&e", self.name)
        self.add_row("Fol&der", side_by_side(self.folder, self.choose))
        self.add_row("", self.with_session)
        self.format.value_requested.connect(self._on_format_chosen)
        self.name.editingFinished.connect(self._on_name_typed)
        self.choose.clicked.connect(self._on_choose_clicked)

    @property
    def chosen(self) -> FormatOffer:
        """The format that is chosen."""
        return next(each for each in self._offer.formats if each.ending == self.format.value())

    def show_choices(self, choices: ExportChoices) -> None:
        """Show where a figure is to go."""
        self._view = choices.view
        self._offer_formats(choices.ending)
        self._name = self._offer.name_of(self._view, self.format.value())
        self.name.setText(choices.name or self._name)
        self.folder.setText(choices.folder)
        self.with_session.setChecked(choices.with_session)
        self._show_format()

    def show_view(self, view: str) -> None:
        """Offer the formats of another view, and call the file after it."""
        self._view = view
        self._offer_formats(self.format.value())
        self._show_format()

    def _offer_formats(self, wanted: str) -> None:
        """Offer what can hold the view; what was chosen stays if it can."""
        formats = self._offer.formats_of(self._view)
        titles = {each.ending: f"{each.ending.upper()}: {each.meaning}" for each in formats}
        self.format.show_entries(titles, {})
        self.format.show_value(wanted if wanted in titles else next(iter(titles)))

    def _show_format(self) -> None:
        ending = self.format.value()
        usual = self._offer.name_of(self._view, ending)
        was_usual = PurePath(self.name.text()).stem in ("", PurePath(self._name).stem)
        self._name = usual
        self.name.setText(usual if was_usual else with_ending(self.name.text(), ending))
        self.form.setRowVisible(self.with_session, self.chosen.carries)

    @Slot()
    def _on_format_chosen(self) -> None:
        self._show_format()
        self.changed.emit()

    @Slot()
    def _on_name_typed(self) -> None:
        typed = PurePath(self.name.text()).suffix.removeprefix(".").lower()
        offered = [each.ending for each in self._offer.formats_of(self._view)]
        if typed in offered and typed != self.format.value():
            self.format.show_value(typed)
            self._on_format_chosen()
        else:
            self._show_format()

    @Slot()
    def _on_choose_clicked(self) -> None:
        self.folder_requested.emit(self.folder.text())


def with_ending(name: str, ending: str) -> str:
    """Return the name of a file with another ending; a dot in a name is not always one."""
    suffix = PurePath(name).suffix.removeprefix(".")
    stem = PurePath(name).stem if suffix.isalpha() and len(suffix) <= 4 else name
    return f"{stem}.{ending}"
