"""Small makings of forms: a control with its name and tip, and groups of them."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QWidget,
)

Control = TypeVar("Control", bound=QWidget)
_TITLE = 11  # letters


def named(control: Control, name: str, tip: str) -> Control:
    """Tell screen readers and the pointer what a control is for."""
    control.setAccessibleName(name)
    control.setToolTip(tip)
    return control


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
        label.setMinimumWidth(label.fontMetrics().averageCharWidth() * _TITLE)
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
