"""The options of a view as controls, made from their declarations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from perceptron_gui.base.errors import OptionError, window_sentence
from perceptron_gui.base.params import params_of
from perceptron_gui.figures.model.view import ViewOptions, options_given, read_options

from .fields import FormGroup, ParamField, param_field

_COLUMNS = 3  # of check boxes


class OptionFields(QWidget):
    """Shows the options of one view after another; returns only what is not the default."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._kind: type[ViewOptions] = ViewOptions  # of no view yet
        self._fields: dict[str, ParamField] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._group: FormGroup | None = None

    def show_options(self, kind: type[ViewOptions], given: Mapping[str, Any]) -> None:
        """Show the options of a view, with these values where they are not the defaults."""
        self._kind = kind
        self._fields = {}
        if self._group is not None:
            self._column.removeWidget(self._group)
            self._group.deleteLater()
        self._group = FormGroup("Figure options")
        boxes = QGridLayout()
        for name, param in params_of(kind).items():
            if param.is_inner:
                continue
            field = self._fields[name] = param_field(param, self._on_changed)
            field.show(given.get(name, param.default))
            if param.is_flag:
                boxes.addWidget(field.control, *divmod(boxes.count(), _COLUMNS))
            else:
                self._group.add_row(param.title, field.control)
        if boxes.count():
            self._group.form.addRow(boxes)
        self._column.addWidget(self._group)

    @property
    def controls(self) -> dict[str, QWidget]:
        """The controls by the names of their options."""
        return {name: field.control for name, field in self._fields.items()}

    def values(self) -> dict[str, Any]:
        """Return what is not the default, as JSON; an OptionError says what cannot be read."""
        typed = {name: field.read() for name, field in self._fields.items()}
        return options_given(read_options(self._kind, typed))

    def problem(self) -> str:
        """Say what is wrong with what is typed, or nothing."""
        try:
            self.values()
        except OptionError as error:
            return window_sentence(error)
        return ""

    @Slot()
    def _on_changed(self) -> None:
        self.changed.emit()
