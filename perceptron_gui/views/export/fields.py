"""Groups of controls in a form, and the options of a view as such a group."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.base.errors import OptionError, window_sentence
from perceptron_gui.base.params import params_of
from perceptron_gui.figures.model.view import ViewOptions, options_given, read_options
from perceptron_gui.views.widgets.editors import Editor, editor_of

_TITLE_LETTERS = 11
_COLUMNS = 3  # of check boxes


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
            self._column.removeWidget(self._group)
            self._group.deleteLater()
        self._group = FormGroup("Figure options")
        boxes = QGridLayout()
        for name, param in params_of(kind).items():
            if param.is_inner:
                continue
            editor = self.controls[name] = editor_of(param)
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
