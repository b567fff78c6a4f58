"""Groups of controls under a heading: rows of them, or declared options."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QGroupBox,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.base.errors import OptionError
from perceptron_gui.base.params import Param
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.form import Check, ColumnForm, anything
from perceptron_gui.views.widgets.stage import filled

_TITLE_LETTERS = 11
_MARGINS = 9, 6, 9, 9


class FormGroup(QGroupBox):
    """A heading with rows of controls below it; the titles of all groups are equally wide."""

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

    def __init__(self, title: str, params: Mapping[str, Param], check: Check = anything) -> None:
        super().__init__(title)
        self.form = ColumnForm(params.values(), check, is_live=True)
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
