"""Groups of controls: declared options under a heading, and where the figure goes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import PurePath
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.base.errors import OptionError
from perceptron_gui.base.params import Param
from perceptron_gui.views.widgets.editors import ChoiceEditor, FlagEditor, named
from perceptron_gui.views.widgets.form import Check, ColumnForm, anything
from perceptron_gui.views.widgets.stage import filled

from .choices import ExportChoices, ExportOffer, FormatOffer

_TITLE_LETTERS = 11
_MARGINS = 9, 6, 9, 9


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


class ParamGroup(QGroupBox):
    """Options under a heading, which it stores until they are asked for."""

    changed = Signal()

    def __init__(
        self, title: str, params: Mapping[str, Param], taken: set[str], check: Check = anything
    ) -> None:
        """Make a group whose titles get letters for Alt that are not taken yet."""
        super().__init__(title)
        self.form = ColumnForm(params.values(), check, is_live=True, taken=taken)
        self.form.value_requested.connect(self._on_value_requested)
        self.form.problem_changed.connect(self.changed)
        self._experts = {name for name, param in params.items() if param.is_expert}
        self._used: Collection[str] = params.keys()
        self.more = named(QPushButton("More"), f"{title}: more", "Show what only few people need")
        self.more.setCheckable(True)
        self.more.setAutoDefault(False)  # Enter in a field exports
        self.more.toggled.connect(self._show)
        filled(QVBoxLayout(self), self.form, self.more, margins=_MARGINS)

    def show_values(self, given: Mapping[str, Any], used: Collection[str] | None = None) -> None:
        """Show values that were stored, of which some may be missing or wrong."""
        params = self.form.params
        self._used = params.keys() if used is None else used
        values = {name: _read(each, given) for name, each in params.items()}
        self.form.values = values
        if any(values[name] != params[name].default for name in self._experts):
            self.more.setChecked(True)
        self._show()
        self.setVisible(bool(self._used))

    @Slot()
    def _show(self) -> None:
        """Show the options that are used; those of experts only where they are unfolded."""
        folded = set() if self.more.isChecked() else self._experts
        self.more.setVisible(not self._experts.isdisjoint(self._used))
        self.form.show_values(self.form.values, {*self._used} - folded)

    @property
    def given(self) -> dict[str, Any]:
        """The values as they are stored; what is automatic, and what is off, is left out."""
        params = self.form.params
        found = {name: params[name].kind.to_json(v) for name, v in self.form.values.items()}
        return {name: value for name, value in found.items() if value not in (None, False)}

    @Slot(str, object, str)
    def _on_value_requested(self, name: str, value: Any, _gesture: str) -> None:
        self.form.values = {**self.form.values, name: value}
        self._show()
        self.changed.emit()


def _read(param: Param, given: Mapping[str, Any]) -> Any:
    try:
        return param.read(given.get(param.name, param.default))
    except OptionError:
        return param.read(param.default)


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
        where = QWidget()
        filled(QHBoxLayout(where), (self.folder, 1), self.choose)
        where.setFocusProxy(self.folder)
        self.add_row("Fol&der", where)
        self.add_row("", self.with_session)
        self.format.value_requested.connect(self._on_format_chosen)
        self.name.editingFinished.connect(self._on_name_typed)
        self.choose.clicked.connect(self._on_choose_clicked)

    @property
    def chosen(self) -> FormatOffer:
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
