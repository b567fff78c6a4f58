"""The page of a laboratory that brings none of its own: a control for each of its options."""

from __future__ import annotations

from dataclasses import Field, fields
from functools import partial
from typing import Any

from PySide6.QtWidgets import QCheckBox

from perceptron_gui.figures.model.view import ViewOptions, read_options
from perceptron_gui.labs.common.lab import Lab

from .controls import LabChoice, LabField
from .page import LabPage, ViewOptionValues

Control = LabChoice | LabField | QCheckBox
_COMMON = {each.name for each in fields(ViewOptions)}


class OptionsPage(LabPage):
    """Shows the first figure of a laboratory after the visit of the timeline."""

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self._chosen: dict[str, Any] = {
            each.name: each.default for each in fields(lab.view.options) if each.name not in _COMMON
        }
        self.option_controls: dict[str, Control] = {
            each.name: self._make_control(each)
            for each in fields(lab.view.options)
            if each.name in self._chosen
        }
        self._show_chosen()

    @property
    def view_options(self) -> ViewOptionValues:
        """What is chosen, as far as each figure knows it."""
        return {
            figure.name: {
                each.name: self._chosen[each.name]
                for each in fields(figure.options)
                if each.name in self._chosen
            }
            for figure in self.lab.figures
        }

    def choose(self, options: Any) -> None:
        """Choose options of the first figure."""
        self._chosen = {name: getattr(options, name) for name in self._chosen}
        self._show_chosen()

    def _make_control(self, option: Field[Any]) -> Control:
        title, about = option.name.replace("_", " ").capitalize(), option.metadata
        control: Control
        if about["kind"] == "switch":
            box = control = QCheckBox(title)
            box.setToolTip(about["meaning"])
            box.clicked.connect(lambda: self._on_chosen(option.name, box.isChecked()))
        elif about["kind"] == "choice":
            control = LabChoice(title, about["meaning"], {c: c for c in about["choices"]}, {})
            control.chosen.connect(partial(self._on_chosen, option.name))
        else:
            control = LabField(title, about["meaning"], partial(self._read, option.name))
            control.suggestions.hide()
            control.text_requested.connect(partial(self._on_chosen, option.name))
            self.details.addWidget(control)
            return control
        self.controls.addWidget(control)
        return control

    def _read(self, name: str, text: str) -> str:
        """Return a text that can be read as an option; an OptionError says why it cannot."""
        return _written(getattr(read_options(self.lab.view.options, {name: text}), name))

    def _show_chosen(self) -> None:
        for name, control in self.option_controls.items():
            if isinstance(control, QCheckBox):
                control.setChecked(self._chosen[name])
            elif isinstance(control, LabChoice):
                control.combo.show_key(self._chosen[name])
            else:
                control.show_text(_written(self._chosen[name]))

    def _on_chosen(self, name: str, value: Any) -> None:
        read = read_options(self.lab.view.options, {name: value})
        self._chosen[name] = getattr(read, name)
        if name in self.lab.depends_on:
            self.settings_changed.emit()
        else:
            self.options_changed.emit()
            self.redraw()


def _written(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return "" if value is None else str(value)
