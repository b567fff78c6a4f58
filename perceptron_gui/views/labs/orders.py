"""The order laboratory: what other orders of the points, or other starts, would have come to."""

from __future__ import annotations

from functools import partial

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolTip, QWidget

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.labs.lab import Place, Replay
from perceptron_gui.labs.orders.figures import order_sheet
from perceptron_gui.labs.orders.findings import Bars
from perceptron_gui.labs.orders.lab import LAB
from perceptron_gui.labs.orders.study import EXTREMES, Question, Study
from perceptron_gui.labs.orders.words import bar_words, in_bar
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import filled

from .page import Draw, LabPage, ViewOptionValues

_POSSIBLE = "updates there can be, if {} picks the next mistake"
_REPLAYS = {  # what the extremes are called, and what they make
    "best": ("Best", "the fewest updates of all that were tried"),
    "worst": ("Worst", "the most updates of all that were tried"),
    "longest": ("Longest possible", f"the most {_POSSIBLE.format('an adversary')}"),
    "shortest": ("Shortest possible", f"the fewest {_POSSIBLE.format('a friend')}"),
}


def replay_name(which: str) -> str:
    return f"Replay the {_REPLAYS[which][0].lower()} run"


class OrdersPage(LabPage):
    """Shows a study of orders or starts, and asks for the rules that replay parts of it."""

    def __init__(self) -> None:
        super().__init__(LAB)
        self._replayed = -1  # the trial of the last bar that was clicked
        self.other = named(QPushButton(), "Other random ones", "Draw with the next seed")
        self.other.clicked.connect(self._on_other_clicked)
        self.replays = QWidget()
        self.buttons = {which: QPushButton() for which in EXTREMES}
        self._offer_replays()
        self.details.addWidget(self.replays)
        self.view.aspect_changed.connect(self.redraw_soon)  # now it is known how large the plane is
        self.show_chosen()
        self._show_study()

    def _offer_replays(self) -> None:
        """Make buttons for the extremes; a click on a bar replays any other run."""
        for which, button in self.buttons.items():
            tip = f"Show the run on the plane that makes {_REPLAYS[which][1]}"
            named(button, replay_name(which), tip)
            button.clicked.connect(partial(self._replay, which))
        row, buttons = QHBoxLayout(self.replays), self.buttons.values()
        filled(row, QLabel("Replay:"), *buttons, 1, self.other)

    def show_chosen(self) -> None:
        """Show what is tried; other starts have other extremes than the adversary's."""
        super().show_chosen()
        self.other.setText(f"Other {self.chosen['what']}")
        self.other.setEnabled(True)
        self.form.fields["adversary"].setEnabled(self.chosen["what"] == "orders")

    def show_data(self, dataset: Dataset, rules: tuple[Rule, ...], shown: int) -> bool:
        """Show the data and the rules; what a replay changes needs no new experiment."""
        before = None if self._dataset is None else self._question(self._dataset)
        super().show_data(dataset, rules, shown)
        self._show_study()
        return before is None or not before.is_about(dataset, self.rule)

    @property
    def work(self) -> str:
        count = f"{self.chosen['trials']:,}".replace(",", "\u00a0")
        return f"Trying {count} {self.chosen['what']}"

    @property
    def view_options(self) -> ViewOptionValues:
        found = super().view_options
        found[self.name]["adversary"] &= self.chosen["what"] == "orders"
        return found

    def store_result(self, result: Study | None) -> None:
        super().store_result(result)
        self._show_study()

    def drawings(self, aspect: float) -> dict[str, Draw]:
        """Return both figures; while the run of the study is on its way, the last ones stay."""
        study, run = self._result, self._run
        if study is None or run is None or not study.question.is_about(run.dataset, run.rule):
            return {}
        plane_aspect = None  # of the plane as it is on screen, once it is
        if len(self.view.figures) > 1:
            plane = self.view.figures[1].plot.seen
            plane_aspect = plane.width / max(1.0, plane.height)
        seen = self._visit, self._notation, aspect, plane_aspect
        return {self.name: partial(order_sheet, study, run, *seen)}

    def _question(self, dataset: Dataset) -> Question:
        return Question(dataset, self.rule, self.options)

    @property
    def _current(self) -> Study | None:
        """The study, if it is one of the data and the rule that there are now."""
        study: Study | None = self._result
        dataset = self._dataset
        if study is None or dataset is None or not study.question.is_about(dataset, self.rule):
            return None
        return study

    def _show_study(self) -> None:
        current = self._current
        updates = {} if current is None else current.ends
        for which, button in self.buttons.items():
            button.setVisible(which in updates)
            if which in updates:
                button.setText(f"{_REPLAYS[which][0]} (k = {updates[which]})")
        self.replays.setVisible(bool(updates))
        are_all = current is not None and current.found.draws.is_all
        is_wanted = current is not None and current.found.what == self.chosen["what"]
        self.other.setEnabled(not (are_all and is_wanted))  # there may be no others

    def target_at(self, view: FigureView, place: Place | None) -> range | None:
        """Return the k of the bar at a place of the histogram that counts something."""
        found = None if self._result is None else self._result.found
        if view is not self.view.figures[0] or place is None or not found:
            return None
        ks = Bars.of(found.updates).at(place[0])
        return ks if ks is not None and in_bar(found, ks).any() else None

    def _on_pointed_at(self, view: FigureView, place: Place | None) -> None:
        super()._on_pointed_at(view, place)
        ks = self.target_at(view, place)
        if ks is None:
            QToolTip.hideText()
        else:
            QToolTip.showText(QCursor.pos(), bar_words(self._result.found, ks), view)

    def follow(self, target: range) -> None:
        """Replay a trial of a bar; the next time another one."""
        study = self._current
        if study is None:
            return
        trials = np.flatnonzero(in_bar(study.found, target))
        later = trials[trials > self._replayed]
        self._replayed = trial = int(later[0] if len(later) else trials[0])
        name = f"Replay a run of the bar (k = {study.found.updates[trial]})"
        self.replay_requested.emit(Replay(study.found.rule_of(trial, self.rule), name))

    def _replay(self, which: str, _checked: bool = False) -> None:
        study = self._current
        if study is not None:
            self.replay_requested.emit(Replay(study.rule_of(which, self.rule), replay_name(which)))

    @Slot()
    def _on_other_clicked(self) -> None:
        self.choose_option("trial_seed", self.chosen["trial_seed"] + 1)
