"""Data sets of the library: chosen from pictures, changed with sliders, rolled anew."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSize, Signal, Slot
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from perceptron_gui.app.state.app_state import BOUNDARY, stored_options
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.app.window.action_set import ActionSet
from perceptron_gui.app.window.docks import Panels
from perceptron_gui.base.errors import InputError, window_sentence
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import (
    GROUPS,
    LECTURES,
    LIBRARY,
    SEED,
    LibraryEntry,
    read_parameters,
)
from perceptron_gui.core.data.unseen import HoldOut
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.document.model.session import Session
from perceptron_gui.document.sources import load_data
from perceptron_gui.figures.model.options import ALONG
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.figures.plane.data_plane import BoundaryOptions
from perceptron_gui.lectures.presets import example_rule, worded_changes
from perceptron_gui.views.canvas.canvas import Canvas
from perceptron_gui.views.rules.changes import weight_count

from .controller import SessionController

if TYPE_CHECKING:
    from perceptron_gui.views.data.cards import Card
    from perceptron_gui.views.data.popups import AxesButton, Gallery
    from perceptron_gui.views.data.settings import DataSettings

_SEEDS = 10_000  # of which the die takes one: short enough to be written on a board


@dataclass(frozen=True)
class MadeSet:
    """What points were made from: a set of the library, and all its parameters."""

    entry: LibraryEntry
    values: Mapping[str, Any]


class DataSets(QObject):
    """Replaces the points by a set of the library; the rule stays, and one undo takes it back.

    Only an example of a lecture brings its rule and its symbols.
    """

    data_chosen = Signal()
    message_shown = Signal(str)

    def __init__(
        self,
        button: QWidget,
        panels: Panels,
        actions: ActionSet,
        controller: SessionController,
        settings: Settings,
        add_themed: Callable[[Any], None],
    ) -> None:
        """Show the gallery below a button, or below the top of the window where that is hidden."""
        super().__init__(button)
        self._button, self._panels = button, panels
        self._actions, self._add_themed = actions, add_themed
        self._controller, self._settings = controller, settings
        self._editing = controller.editing
        # The set that a name means, kept because making its points may take a while.
        self._known: tuple[str, tuple[MadeSet, Dataset] | None] = "", None
        self._panel: DataSettings | None = None
        self._testing = HoldOut()
        panels.made.connect(self._on_part_made)
        controller.store.subscribe(lambda state: state.session, self._on_session_changed)

    @property
    def handlers(self) -> dict[str, Callable[..., object]]:
        return {
            "points.choose": self.open_gallery,
            "points.die": self.roll,
            "points.settings": partial(self._panels.toggle, "data"),
        }

    @property
    def current(self) -> MadeSet | None:
        """What the points were made from, or None for points that were typed, drawn or read."""
        session = self._editing.session
        if session.name != self._known[0]:
            self._known = session.name, _named(session.name)
        if self._known[1] is None:
            return None
        made, dataset = self._known[1]
        whole = session.dataset.whole
        return made if whole is dataset or whole == dataset else None

    @Slot(str)
    def choose(self, name: str) -> None:
        """Use another set, with its last parameters."""
        entry, before = LIBRARY[name], self._editing.rule
        lecture = f" as in {LECTURES[entry.lecture]}" if entry.is_example else ""
        values, stored = read_parameters(entry, {}), self._settings.data.get(name)
        if entry.parameters and isinstance(stored, dict):
            with suppress(InputError):  # stored by an older version, or edited by hand
                values = read_parameters(entry, stored)
        if self._use(MadeSet(entry, values), f"Use {entry.title}{lecture}"):
            if changes := lecture and worded_changes(before, self._editing.rule):
                self.message_shown.emit(f"{entry.title}{lecture}: {changes}.")
            self._controller.open_at(0)
            self.data_chosen.emit()
        else:  # they are there already
            self._controller.store.update(range=None)
            self._controller.playback.go_to_start()

    def roll(self) -> None:
        """Make the same set with another seed."""
        import secrets  # late: it loads all of OpenSSL

        made = self.current
        if made is None or not made.entry.is_random:
            return
        seed = secrets.randbelow(_SEEDS - 1)
        seed += seed >= made.values[SEED]  # never the current one
        new = MadeSet(made.entry, {**made.values, SEED: seed})
        self._use(new, f"Roll {made.entry.title} with seed {seed}")

    @cached_property
    def _gallery(self) -> Gallery:
        from perceptron_gui.views.data.popups import Gallery

        gallery = Gallery(tuple(data_cards()), chips().values(), self._button.window())
        gallery.chosen.connect(self.choose)
        self._add_themed(gallery)
        return gallery

    def open_gallery(self) -> None:
        """Show every set as a picture below its button."""
        made = self.current
        place = self._button if self._button.isVisible() else self._button.window()
        self._gallery.show_below(place, "" if made is None else made.entry.name)

    def _on_part_made(self, name: str, panel: Any) -> None:
        """Fill the panel with sliders when it is first opened."""
        if name == "data":
            self._panel = panel
            panel.values_requested.connect(self._on_values_requested)
            panel.testing_requested.connect(self._on_testing_requested)
            panel.gesture_ended.connect(self._editing.finish_edit)
            panel.die.clicked.connect(self.roll)
            self._on_session_changed(self._editing.session)

    @Slot(object, str)
    def _on_values_requested(self, values: dict[str, Any], merge: str) -> None:
        made = self.current
        if made is not None:
            self._use(MadeSet(made.entry, values), f"Change {made.entry.title}", merge)

    @Slot(object, str)
    def _on_testing_requested(self, values: dict[str, Any], merge: str) -> None:
        try:
            dataset = HoldOut(**values).of(self._editing.session.dataset)
        except InputError as error:
            self.message_shown.emit(window_sentence(error))
            self._show_testing(self._editing.session.dataset)
            return
        self._testing = HoldOut(**values)
        self._editing.replace_data("Keep out test points", dataset, merge)

    def _show_testing(self, dataset: Dataset) -> None:
        """Show in the panel the share that is kept out, and the seed that chose it last."""
        if self._panel is None:
            return
        share = 0.0 if dataset.test is None else self._testing.test
        if dataset.test is not None and not share:  # of a session that was opened
            share = round(len(dataset.test) / len(dataset.whole), 2)
        values = {"test": share, "test_seed": self._testing.test_seed}
        self._panel.show_testing(values, dataset.targets is None and len(dataset) > 1)

    def _use(self, made: MadeSet, step: str, merge: str = "") -> bool:
        """Replace the points by a set; tell whether they have changed."""
        name = made.entry.named(made.values)
        try:
            dataset = whole = load_data(name).dataset
            is_same_set = (current := self.current) is not None and current.entry is made.entry
            if is_same_set and self._editing.session.dataset.test is not None:
                dataset = self._testing.of(whole)
        except InputError as error:
            self.message_shown.emit(window_sentence(error))
            return False
        if made.entry.parameters:
            self._settings.data = {**self._settings.data, made.entry.name: dict(made.values)}
        self._known = name, (made, whole)
        brought: dict[str, Any] = {"name": name, "rule": self._from_start(made.entry)}
        if made.entry.is_example:
            brought |= {"rule": example_rule(made.entry), "notation": made.entry.lecture}
        self._editing.replace_data(step, dataset, merge, **brought)
        return self._editing.session.dataset is dataset

    def _from_start(self, entry: LibraryEntry) -> Rule:
        """Return the rule with the start of a set, unless somebody has chosen another one."""
        rule = self._editing.rule
        starts = {each.shown_from or "zeros" for each in LIBRARY.values()}
        is_usual = rule.init in [OPTIONS["init"].read(start) for start in starts]
        if not is_usual or rule.rule == "kernel" or weight_count(rule, 2) != 3:
            return rule
        return rule.with_options({"init": entry.shown_from or "zeros"})

    def _on_session_changed(self, session: Session) -> None:
        entry = LIBRARY.get(session.name.partition(":")[0])
        # Whether the points are still those of the set takes making them once more.
        is_random = entry is not None and entry.is_random
        made = self.current if is_random or self._panel is not None else None
        self._actions.by_id["points.die"].setEnabled(made is not None and is_random)
        self._show_testing(session.dataset)
        if self._panel is not None:
            if made is not None and made.entry.parameters:
                self._panel.show_set(made.entry, made.values)
            else:
                self._panel.show_set(None, {})


class AxesChooser(QObject):
    """Chooses which two of more than two coordinates the plane shows."""

    def __init__(
        self, canvas: Canvas, controller: SessionController, add_themed: Callable[[Any], None]
    ) -> None:
        super().__init__(canvas)
        self._canvas, self._controller, self._add_themed = canvas, controller, add_themed
        self.button: AxesButton | None = None  # made for the first points that need it
        controller.store.subscribe(lambda state: state.session, self._on_session_changed)

    def _on_session_changed(self, session: Session) -> None:
        if self.button is None and session.dataset.dimension > 2:
            from perceptron_gui.views.data.popups import AxesButton

            self.button = AxesButton()
            self.button.axes_requested.connect(self._on_axes_requested)
            self._canvas.view.corner.add(self.button)
            self._add_themed(self.button)
        if self.button is not None:
            options = stored_options(session, BOUNDARY)
            assert isinstance(options, BoundaryOptions)
            self.button.show_axes(session.dataset, options.axes)

    @Slot(object)
    def _on_axes_requested(self, axes: tuple[int, int] | str) -> None:
        self._controller.store.update(range=None)
        chosen = None if axes == ALONG else axes
        self._controller.editing.change_view(BOUNDARY, {"axes": chosen, "range": None})


def _named(name: str) -> tuple[MadeSet, Dataset] | None:
    """Return the set of the library that a name means, and its points."""
    set_name, _, options = name.partition(":")
    if set_name not in LIBRARY:
        return None
    try:
        dataset = load_data(name).dataset
        given = dict(part.split("=") for part in options.split(",") if part)
        return MadeSet(LIBRARY[set_name], read_parameters(LIBRARY[set_name], given)), dataset
    except InputError:
        return None  # only the beginning is that of a set


def chips() -> dict[str, str]:
    """Return the first word of each group of the library, by its title."""
    return {title: re.split(r"\W", title)[0] for title in GROUPS}


def data_cards(prefix: str = "") -> Iterator[Card]:
    """Yield a card for every set: its picture, and what it teaches."""
    from perceptron_gui.views.data.cards import Card

    for title, entries in GROUPS.items():
        for entry in entries:
            tip = entry.teaches + (f"\n{entry.remark}" if entry.remark else "")
            if entry.is_example:
                rule = worded_changes(Rule(), example_rule(entry))
                tip += f"\nOpens as in {LECTURES[entry.lecture]}: {rule}."
            elif entry.options:
                tip += f"\nMeant to be run with {entry.options}."
            tip += f"\nOn the command line: {entry.name}"
            yield Card(
                prefix + entry.name, entry.title, tip, partial(_picture, entry.name),
                entry.teaches, tags=(chips()[title],),
            )  # fmt: skip


def _picture(name: str, theme: Theme, size: QSize, ratio: float) -> QPixmap:
    from perceptron_gui.views.data.pictures import points_of

    return points_of(load_data(name).dataset, theme, size, ratio)
