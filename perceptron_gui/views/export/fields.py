"""What forms are made of: a control for an option, with its name and tip, and groups of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import SignalInstance
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

from perceptron_gui.base.params import Choice, Count, Flag, Kind, Param, Real
from perceptron_gui.base.values import frozen_value
from perceptron_gui.views.widgets.combo import NoWheelCombo

Control = TypeVar("Control", bound=QWidget)
AUTOMATIC = ""  # the key of what is found by the program
_TITLE_LETTERS = 11
_MOST_SPUN = 1_000_000  # larger numbers are typed


@frozen_value(eq=False)
class ParamField:
    """The control of an option, and how it is read and set."""

    control: QWidget
    changed: SignalInstance
    read: Callable[[], Any]
    show: Callable[[Any], None]


def param_field(param: Param, on_change: Callable[[], None]) -> ParamField:
    """Return the control that fits the kind of an option, at its default."""
    field = _field(param)
    text = param.effect or f"{param.meaning[:1].upper()}{param.meaning[1:]}."
    named(field.control, param.title, text)
    field.show(param.default)
    field.changed.connect(on_change)
    return field


def _field(param: Param) -> ParamField:
    kind = param.kind
    if isinstance(kind, Flag):
        box = QCheckBox(param.title)
        return ParamField(
            box, box.clicked, box.isChecked, lambda value: box.setChecked(value is True)
        )
    if type(kind) is Choice or (isinstance(kind, Real) and kind.suggested):
        entries = {AUTOMATIC: "Automatic"} if param.default is None else {}
        menu = NoWheelCombo()
        menu.show_entries(entries | _entries(kind), {})
        return ParamField(
            menu, menu.activated, menu.key, lambda value: menu.show_key(_key(kind, value))
        )
    if isinstance(kind, Real):
        number = number_field(kind)
        return ParamField(number, number.valueChanged, number.value, number.setValue)
    if isinstance(kind, Count) and kind.most is not None and kind.most <= _MOST_SPUN:
        spin = QSpinBox()
        spin.setRange(kind.least, kind.most)
        spin.setKeyboardTracking(False)
        return ParamField(
            spin, spin.valueChanged, spin.value, lambda value: spin.setValue(int(value))
        )
    line = QLineEdit()
    line.setPlaceholderText(kind.hint)
    return ParamField(
        line,
        line.textChanged,
        lambda: line.text() if line.text().strip() else param.default,
        lambda value: line.setText(kind.to_text(value)),
    )


def _entries(kind: Kind) -> dict[str, str]:
    if isinstance(kind, Real):
        return {str(size): f"{size} {kind.unit}" for size in kind.suggested}
    return {name: meaning or name.capitalize() for name, meaning in kind.choices.items()}


def _key(kind: Kind, value: Any) -> str:
    """Return a value as the keys of menus write it."""
    if value is None:
        return AUTOMATIC
    try:
        return f"{float(value):g}" if isinstance(kind, Real) else str(value)
    except (TypeError, ValueError):
        return AUTOMATIC


def named(control: Control, name: str, tip: str) -> Control:
    """Tell screen readers and the pointer what a control is for."""
    control.setAccessibleName(name)
    control.setToolTip(tip)
    return control


def number_field(kind: Real) -> QDoubleSpinBox:
    """Return a field for a number with a unit."""
    spin = QDoubleSpinBox()
    spin.setRange(kind.least, kind.most)
    spin.setDecimals(1)
    spin.setSuffix(f" {kind.unit}")
    spin.setKeyboardTracking(False)
    return spin


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
