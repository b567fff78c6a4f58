"""Menus that are filled while the program runs, and the commands of the help menu.

The menu in the title of a plot is made from the options that its view declares.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from perceptron_gui.app.files.files import Files
from perceptron_gui.app.state.app_state import stored_options
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.base.errors import InputError
from perceptron_gui.base.params import Choice, Param, params_of
from perceptron_gui.base.resources import VERSION
from perceptron_gui.figures.model.view import ViewOptions, options_given, read_options
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.lectures.presets import PRESETS, preset_tip

from .action_set import ActionSet
from .docks import PLOTS, Panels

if TYPE_CHECKING:
    from perceptron_gui.views.dialogs.manual import ManualWindow


def add_recent_menu(by_id: ActionSet, files: Files, recent: Callable[[], Sequence[str]]) -> None:
    """Add recent files and sessions, if any, to the File menu; they are found when it opens."""
    above = by_id.menus["File"]
    menu = QMenu("Open &recent", above)
    menu.setToolTipsVisible(True)
    above.insertMenu(by_id.by_id["file.save"], menu)

    def fill() -> None:
        """Show what was open last, newest first, and when it was left."""
        menu.clear()
        for path in recent():
            name, when = files.recent_name(path)
            words = f"{name}\t{when}".replace("&", "&&")
            _add_action(menu, words, path, partial(files.open, path))
        menu.menuAction().setVisible(not menu.isEmpty())

    above.aboutToShow.connect(fill)


def offer_lectures(menu: QMenu, editing: Editing) -> None:
    """Fill a menu with the lectures; each brings its rule, conventions and symbols."""
    menu.setToolTipsVisible(True)

    def fill() -> None:
        """Tell in tips what each would change of the rule now."""
        menu.clear()
        for name in PRESETS:
            title = NOTATIONS[name].title.replace("&", "&&")
            tip = preset_tip(editing.rule, name)
            _add_action(menu, title, tip, partial(editing.use_preset, name))

    menu.aboutToShow.connect(fill)
    fill()


def _add_action(menu: QMenu, text: str, tip: str, call: Callable[[], object]) -> QAction:
    action = menu.addAction(text)
    action.setToolTip(tip)
    action.setStatusTip(tip.replace("\n", " "))
    action.triggered.connect(lambda: call())
    return action


_MADE_WITH = ("PySide6", "pyqtgraph", "numpy", "numba", "matplotlib", "python-flint", "typst")


class HelpCommands:
    """Shows the manual, which is made once, and the dialogs of the help menu."""

    def __init__(self, window: QWidget, describe: Callable[[], dict[str, Any]]) -> None:
        self._window, self._describe = window, describe

    @property
    def handlers(self) -> dict[str, Callable[..., object]]:
        """What the actions of the help menu do."""
        return {
            "help.manual": self.show_manual,
            "help.shortcuts": lambda: self.show_manual("keys"),
            "help.details": self._copy_details,
            "help.about": self._show_about,
        }

    @cached_property
    def _manual(self) -> ManualWindow:
        from perceptron_gui.views.dialogs.manual import ManualWindow

        return ManualWindow(self._window)

    def show_manual(self, page: str = "") -> None:
        """Open the manual, at a page if one is named."""
        if page:
            self._manual.open_page(page)
        self._manual.show()
        self._manual.raise_()
        self._manual.activateWindow()

    def _copy_details(self) -> None:
        details = {"version": VERSION, **self._describe()}
        QGuiApplication.clipboard().setText(json.dumps(details, indent=1, ensure_ascii=False))

    def _show_about(self) -> None:
        from perceptron_gui.views.dialogs.dialogs import about_box

        about_box(VERSION, _MADE_WITH, self._window).open()


# The window sets these for all plots.
_ELSEWHERE = {*params_of(ViewOptions), "future"}


def choices_of(view: str) -> list[Param]:
    """Return the options of a view that fit into a menu: switches and choices."""
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
            # Late, because most views are never loaded.
            panels.docks[name].choices_opening.connect(partial(self._fill, name))

    def _fill(self, view: str, menu: QMenu) -> None:
        """Fill the menu with the current options."""
        menu.clear()
        options = stored_options(self._editing.session, view)
        params = choices_of(view)
        if not params:
            menu.addAction("Nothing to choose here").setEnabled(False)
        for param in (each for each in params if each.is_flag):
            is_on = getattr(options, param.name)
            choose = partial(self._choose, view, param, not is_on)
            action = _add_action(menu, param.title, param.meaning, choose)
            action.setCheckable(True)
            action.setChecked(is_on)
        for param in (each for each in params if not each.is_flag):
            # Deleted with the section when the menu is filled again.
            group = QActionGroup(menu.addSection(param.title))
            for word, meaning in param.choices.items():
                text = f"{word}: {meaning}" if meaning else word
                choose = partial(self._choose, view, param, word)
                action = _add_action(menu, text.replace("&", "&&"), "", choose)
                action.setCheckable(True)
                action.setChecked(word == getattr(options, param.name))
                group.addAction(action)

    def _choose(self, view: str, param: Param, value: Any) -> None:
        """Change an option, and turn off switches that contradict it."""
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
