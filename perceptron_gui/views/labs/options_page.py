"""The page of a laboratory that brings none of its own: a control for each of its options."""

from __future__ import annotations

from functools import partial
from typing import Any

from perceptron_gui.base.params import Choice, Param, params_of
from perceptron_gui.figures.model.view import ViewOptions, read_options
from perceptron_gui.labs.common.lab import Lab

from .controls import Control, LabChoice, LabField, LabSwitch
from .page import LabPage


class OptionsPage(LabPage):
    """Shows the first figure of a laboratory after the visit of the timeline."""

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        for name, param in params_of(lab.view.options).items():
            if name not in params_of(ViewOptions):
                self.add_option(name, self._control(param))
        self.show_chosen()

    def _control(self, param: Param) -> Control:
        title, meaning = param.title, param.meaning
        if param.is_flag:
            return LabSwitch(title, meaning)
        if type(param.kind) is Choice:
            return LabChoice(title, meaning, {choice: choice for choice in param.choices}, {})
        field = LabField(title, meaning, partial(self._read, param.name), param.kind.to_text)
        field.suggestions.hide()
        return field

    def _read(self, name: str, text: str) -> Any:
        """Return the value of a text; an OptionError says why there is none."""
        return getattr(read_options(self.lab.view.options, {**self.chosen, name: text}), name)
