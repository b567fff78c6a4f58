"""What is tried in the order laboratory: orders or starts, how many, which, and the adversary."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QMenu, QPushButton, QWidget

from perceptron_gui.labs.orders.study import EXTREMES, OrderOptions
from perceptron_gui.views.widgets.buttons import MenuButton
from perceptron_gui.views.widgets.combo import NoWheelCombo

_WHAT = {"orders": "Orders", "starts": "Starts"}
_MEANINGS = {
    "orders": "The same points in another order, which every epoch repeats",
    "starts": "The same points in the same order, from other first weights",
}
_TRIALS = {"100": "100", "1000": "1000", "10000": "10 000", "100000": "100 000"}
_DEFAULT = "1000"


class OrderControls(QWidget):
    """The choices of the user; `question_changed` announces another one."""

    question_changed = Signal()
    adversary_dropped = Signal()  # which leaves nothing to compute

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.seed = 0
        self.what, self.trials = NoWheelCombo(), NoWheelCombo()
        self.what.show_entries(_WHAT, _MEANINGS)
        self.trials.show_entries(_TRIALS, {})
        self.trials.show_key(_DEFAULT)
        self.other = QPushButton()
        self.adversary = QCheckBox("Adversary")
        self._name_controls()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for control in (self.what, self.trials, self.other, self.adversary):
            row.addWidget(control)
        self.what.activated.connect(self._on_what_activated)
        self.trials.activated.connect(self.question_changed)
        self.other.clicked.connect(self._on_other_clicked)
        self.adversary.clicked.connect(self._on_adversary_clicked)
        self._show_what()

    @property
    def tried(self) -> dict[str, str | int]:
        """What is tried, as options of the views of trials."""
        trials = int(self.trials.key())
        return {"what": self.what.key(), "trials": trials, "trial_seed": self.seed}

    def show_options(self, options: OrderOptions) -> None:
        """Choose what is tried."""
        self.what.show_key(options.what)
        self.trials.show_key(str(options.trials))
        self.seed = options.trial_seed
        self.adversary.setChecked(options.adversary)
        self._show_what()

    def show_are_all(self, are_all: bool) -> None:
        """Offer no other orders where every order was tried."""
        self.other.setEnabled(not are_all)

    def _name_controls(self) -> None:
        for control, name, effect in (
            (self.what, "What is tried", "Does the order of the points matter, or the start?"),
            (
                self.trials,
                "How many are tried",
                "How often the points are learnt; if they have no more orders, each is tried once",
            ),
            (self.other, "Other random ones", "Draw with the next seed"),
            (
                self.adversary,
                "Adversary",
                "Let an adversary choose which mistake comes next: finds the longest and the "
                "shortest run there can be from this start; for few points that a line separates",
            ),
        ):
            control.setAccessibleName(name)
            control.setToolTip(effect)

    def _show_what(self) -> None:
        what = self.what.key()
        self.other.setText(f"Other {what}")
        self.other.setEnabled(True)
        self.adversary.setEnabled(what == "orders")  # other starts have other extremes

    @Slot()
    def _on_what_activated(self) -> None:
        self._show_what()
        self.question_changed.emit()

    @Slot()
    def _on_other_clicked(self) -> None:
        self.seed += 1
        self.question_changed.emit()

    @Slot(bool)
    def _on_adversary_clicked(self, wanted: bool) -> None:
        if wanted:
            self.question_changed.emit()
        else:
            self.adversary_dropped.emit()


_REPLAY_TITLES = {
    "best": "Best",
    "worst": "Worst",
    "longest": "Longest possible",
    "shortest": "Shortest possible",
}
_REPLAY_MEANINGS = {
    "best": "the fewest updates of all that were tried",
    "worst": "the most updates of all that were tried",
    "longest": "the most updates there can be, if an adversary picks the next mistake",
    "shortest": "the fewest updates there can be, if a friend picks the next mistake",
}


def replay_name(which: str) -> str:
    """Say what a button does."""
    return f"Replay the {_REPLAY_TITLES[which].lower()} run"


class OrderReplays(QWidget):
    """Offers the extremes that are known, with the updates that they make, and every bar."""

    replay_requested = Signal(str)  # one of EXTREMES
    bars_requested = Signal()  # the menu is about to be seen
    bar_requested = Signal(object)  # a range of k

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons = {which: QPushButton() for which in EXTREMES}
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 8, 0)
        row.addWidget(QLabel("Replay:"))
        for which, button in self.buttons.items():
            button.setAccessibleName(replay_name(which))
            button.setToolTip(f"Show the run on the plane that makes {_REPLAY_MEANINGS[which]}")
            button.clicked.connect(partial(self.replay_requested.emit, which))
            row.addWidget(button)
        self.bars = MenuButton("Bar")
        self.bars.setAccessibleName("Replay a run of a bar")
        self.bars.setToolTip("Show a run on the plane that one of the bars counts")
        self._menu = QMenu(self.bars)
        self._menu.aboutToShow.connect(self.bars_requested)
        self._menu.triggered.connect(self._on_bar_chosen)
        self.bars.setMenu(self._menu)
        row.addWidget(self.bars)
        row.addStretch(1)
        self.show_updates({})

    def show_bars(self, bars: Iterable[tuple[str, range]]) -> None:
        """Offer bars, each with words and the k that it counts."""
        self._menu.clear()
        for words, ks in bars:
            self._menu.addAction(words).setData(ks)

    def show_updates(self, updates: Mapping[str, int]) -> None:
        """Offer those whose updates are known."""
        for which, button in self.buttons.items():
            button.setVisible(which in updates)
            if which in updates:
                button.setText(f"{_REPLAY_TITLES[which]} (k = {updates[which]})")
        self.setVisible(bool(updates))

    @Slot(QAction)
    def _on_bar_chosen(self, action: QAction) -> None:
        self.bar_requested.emit(action.data())
