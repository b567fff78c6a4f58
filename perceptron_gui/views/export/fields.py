"""What forms are made of: a control for an option, with its name and tip, and groups of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from PySide6.QtWidgets import (
    QCheckBox,
    QDoubleSpinBox,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from perceptron_gui.base.params import Choice, Count, Flag, Param, Real
from perceptron_gui.views.widgets.combo import NoWheelCombo

Control = TypeVar("Control", bound=QWidget)
Read = Callable[[], Any]
_TITLE_LETTERS = 11
_MOST_SPUN = 1_000_000  # larger numbers are typed


def named(control: Control, name: str, tip: str) -> Control:
    """Tell screen readers and the pointer what a control is for."""
    control.setAccessibleName(name)
    control.setToolTip(tip)
    return control


def param_control(param: Param, value: Any, on_change: Callable[[], None]) -> tuple[QWidget, Read]:
    """Return the control that fits an option, and what reads it."""
    control, read = _control(param, value, on_change)
    return named(control, param.title, f"{param.meaning[:1].upper()}{param.meaning[1:]}."), read


def _control(param: Param, value: Any, on_change: Callable[[], None]) -> tuple[QWidget, Read]:
    kind = param.kind
    if isinstance(kind, Flag):
        box = QCheckBox(param.title)
        box.setChecked(value is True)
        box.clicked.connect(on_change)
        return box, box.isChecked
    if type(kind) is Choice:
        entries = {name: meaning or name.capitalize() for name, meaning in kind.choices.items()}
        combo = menu(entries)
        combo.show_key(str(value))
        combo.activated.connect(on_change)
        return combo, combo.key
    if isinstance(kind, Count) and kind.most is not None and kind.most <= _MOST_SPUN:
        spin = QSpinBox()
        spin.setRange(kind.least, kind.most)
        spin.setKeyboardTracking(False)
        spin.setValue(int(value))
        spin.valueChanged.connect(on_change)
        return spin, spin.value
    if isinstance(kind, Real):
        number = number_field(kind.least, kind.most, kind.unit, 1)
        number.setValue(float(value))
        number.valueChanged.connect(on_change)
        return number, number.value
    line = QLineEdit(kind.to_text(value))
    line.setPlaceholderText(kind.hint)
    line.textChanged.connect(on_change)
    return line, lambda: line.text() if line.text().strip() else param.default


def menu(titles: Mapping[str, str]) -> NoWheelCombo:
    """Return a menu of keys by their titles."""
    combo = NoWheelCombo()
    combo.show_entries(titles, {})
    return combo


def number_field(least: float, most: float, unit: str, decimals: int) -> QDoubleSpinBox:
    """Return a field for a number with a unit."""
    spin = QDoubleSpinBox()
    spin.setRange(least, most)
    spin.setDecimals(decimals)
    spin.setSuffix(f" {unit}")
    spin.setKeyboardTracking(False)
    return spin


class FormGroup(QGroupBox):
    """A heading with rows of controls below it; the titles of all groups are equally wide."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.form = QFormLayout(self)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)

    def add_row(self, title: str, control: QWidget) -> None:
        """Add a control below the others."""
        label = QLabel(title)
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
