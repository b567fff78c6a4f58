"""The options of a view as controls, made from what its dataclass says of every field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from perceptron_gui.base.errors import sentence
from perceptron_gui.figures.model.options import OptionError
from perceptron_gui.figures.model.view import ViewOptions, options_given, read_options
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.views.widgets.combo import NoWheelCombo

from .fields import FormGroup, named

# Found from the page, or set by animations.
_INNER = ("aspect", "horizon")
_COLUMNS = 3  # of switches
_LIMITS = {"count": (10, 1_000_000), "rows": (1, 100_000)}
_HINTS = {"range": "x0, x1, y0, y1", "updates": "0, 1, 2, end"}

Read = Callable[[], Any]


class OptionFields(QWidget):
    """Shows the options of one view after another; only what is not usual is told."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._kind: type[ViewOptions] = ViewOptions  # of no view yet
        self._readers: dict[str, Read] = {}
        self.controls: dict[str, QWidget] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._group: FormGroup | None = None

    def show_options(self, kind: type[ViewOptions], given: Mapping[str, Any]) -> None:
        """Show the options of a view, with these values where they are not the usual ones."""
        self._kind = kind
        self._readers, self.controls = {}, {}
        if self._group is not None:
            self._column.removeWidget(self._group)
            self._group.deleteLater()
        self._group = FormGroup("Figure options")
        switches = QGridLayout()
        for option in fields(kind):
            if option.name in _INNER:
                continue
            value = given.get(option.name, option.default)
            control = self._control(option, value)
            named(control, _title(option.name), _meaning(option))
            self.controls[option.name] = control
            if isinstance(control, QCheckBox):
                switches.addWidget(control, *divmod(switches.count(), _COLUMNS))
            else:
                self._group.add_row(_title(option.name), control)
        if switches.count():
            self._group.form.addRow(switches)
        self._column.addWidget(self._group)

    def values(self) -> dict[str, Any]:
        """Return what is not usual, as JSON values; an OptionError says what cannot be read."""
        typed = {name: read() for name, read in self._readers.items()}
        usual = {option.name: option.default for option in fields(self._kind)}
        given = {name: value for name, value in typed.items() if value != usual[name]}
        return options_given(read_options(self._kind, given))

    def problem(self) -> str:
        """Say what is wrong with what is typed, or nothing."""
        try:
            self.values()
        except OptionError as error:
            return sentence(error)
        return ""

    def _control(self, option: Field[Any], value: Any) -> QWidget:
        kind, name = option.metadata["kind"], option.name
        if kind == "switch":
            box = QCheckBox(_title(name))
            box.setChecked(value is True)
            box.clicked.connect(self._on_changed)
            self._readers[name] = box.isChecked
            return box
        if kind == "choice":
            menu = NoWheelCombo()
            menu.show_entries(_titles(option), {})
            menu.show_key(str(value))
            menu.activated.connect(self._on_changed)
            self._readers[name] = menu.key
            return menu
        if kind in _LIMITS:
            spin = QSpinBox()
            spin.setRange(*_LIMITS[kind])
            spin.setKeyboardTracking(False)
            spin.setValue(int(value))
            spin.valueChanged.connect(self._on_changed)
            self._readers[name] = spin.value
            return spin
        line = QLineEdit(_written(value))
        line.setPlaceholderText(_HINTS.get(kind, ""))
        line.textChanged.connect(self._on_changed)
        usual = option.default
        self._readers[name] = lambda: line.text() if line.text().strip() else usual
        return line

    @Slot()
    def _on_changed(self) -> None:
        self.changed.emit()


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _titles(option: Field[Any]) -> dict[str, str]:
    choices: tuple[str, ...] = option.metadata["choices"]
    if option.name == "notation":
        return {name: NOTATIONS[name].lecture for name in choices}
    return {name: name.capitalize() for name in choices}


def _meaning(option: Field[Any]) -> str:
    meaning = str(option.metadata["meaning"])
    return f"{meaning[:1].upper()}{meaning[1:]}."


def _written(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        return ", ".join(f"{part:g}" if isinstance(part, float) else str(part) for part in value)
    return str(value)
