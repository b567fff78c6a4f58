"""What a plot shows, chosen from a menu in the title of its panel.

The menu is made from the options that its view declares, so a new view has one by itself.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from perceptron_gui.app.state.app_state import stored_options
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.app.window.docks import PLOTS, Panels
from perceptron_gui.base.errors import InputError
from perceptron_gui.base.params import Choice, Param, params_of
from perceptron_gui.figures.model.view import ViewOptions, options_given, read_options
from perceptron_gui.labs.registry import VIEWS

# What the window decides on for all plots together.
_ELSEWHERE = {*params_of(ViewOptions), "future"}


def choices_of(view: str) -> list[Param]:
    """Return the options of a view that are chosen from a menu: switches, and one of a few."""
    params = params_of(VIEWS[view].options).values()
    return [
        param
        for param in params
        if param.name not in _ELSEWHERE
        and not param.is_inner
        and (param.is_flag or type(param.kind) is Choice)
    ]


class PlotChoices(QObject):
    """Puts a menu into the title of every plot."""

    def __init__(self, panels: Panels, editing: Editing) -> None:
        super().__init__(editing)
        self._editing = editing
        for name in PLOTS:
            menu = QMenu(panels.docks[name])
            menu.setToolTipsVisible(True)
            # Not before, since most views are never loaded.
            menu.aboutToShow.connect(partial(self._fill, menu, name))
            panels.docks[name].add_choices(menu)

    def _fill(self, menu: QMenu, view: str) -> None:
        """List what can be chosen, as it stands."""
        menu.clear()
        options = stored_options(self._editing.session, view)
        params = choices_of(view)
        if not params:
            menu.addAction("Nothing to choose here").setEnabled(False)
        for param in params:
            if param.is_flag:
                self._add_switch(menu, view, param, getattr(options, param.name))
        for param in params:
            if not param.is_flag:
                self._add_choice(menu, view, param, getattr(options, param.name))

    def _add_switch(self, menu: QMenu, view: str, param: Param, is_on: bool) -> None:
        action = menu.addAction(param.title)
        action.setCheckable(True)
        action.setChecked(is_on)
        action.setToolTip(param.meaning)
        action.toggled.connect(partial(self._choose, view, param))

    def _add_choice(self, menu: QMenu, view: str, param: Param, chosen: str) -> None:
        menu.addSection(param.title)
        group = QActionGroup(menu)
        for word, meaning in param.choices.items():
            action = menu.addAction(f"{word}: {meaning}" if meaning else word)
            action.setCheckable(True)
            action.setChecked(word == chosen)
            action.triggered.connect(partial(self._choose, view, param, word))
            group.addAction(action)

    def _choose(self, view: str, param: Param, value: Any, _checked: bool = False) -> None:
        """Change an option; switches that contradict it are turned off."""
        kind = VIEWS[view].options
        known = options_given(stored_options(self._editing.session, view))
        others = [each.name for each in choices_of(view) if each.is_flag and each is not param]
        tried = [(), *((name,) for name in others), tuple(others)]
        for dropped in tried:
            kept = {name: given for name, given in known.items() if name not in dropped}
            try:
                options = read_options(kind, {**kept, param.name: value})
            except InputError:
                continue
            self._editing.set_view_options(view, options_given(options))
            return
