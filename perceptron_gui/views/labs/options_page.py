"""The page of a laboratory that brings none of its own: a control for each of its options."""

from __future__ import annotations

from dataclasses import Field, fields
from functools import partial
from typing import Any

from perceptron_gui.figures.model.view import ViewOptions, read_options
from perceptron_gui.labs.common.lab import Lab

from .controls import Control, LabChoice, LabField, LabSwitch
from .page import LabPage

_COMMON = {each.name for each in fields(ViewOptions)}


class OptionsPage(LabPage):
    """Shows the first figure of a laboratory after the visit of the timeline."""

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        for option in fields(lab.view.options):
            if option.name not in _COMMON:
                self.add_option(option.name, self._control(option))
        self.show_chosen()

    def _control(self, option: Field[Any]) -> Control:
        title, about = option.name.replace("_", " ").capitalize(), option.metadata
        if about["kind"] == "switch":
            return LabSwitch(title, about["meaning"])
        if about["kind"] == "choice":
            return LabChoice(title, about["meaning"], {c: c for c in about["choices"]}, {})
        field = LabField(title, about["meaning"], partial(self._read, option.name), _written)
        field.suggestions.hide()
        return field

    def _read(self, name: str, text: str) -> Any:
        """Return the value of a text; an OptionError says why there is none."""
        return getattr(read_options(self.lab.view.options, {**self.chosen, name: text}), name)


def _written(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return "" if value is None else str(value)
