"""What is tried in the order laboratory: orders or starts, how many, which, and the adversary."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QWidget

from perceptron_gui.core.dataset import Dataset
from perceptron_gui.core.rule import Rule
from perceptron_gui.figures.orders import OrderOptions
from perceptron_gui.labs.order_study import Question

from .calm_combo import CalmCombo

_WHAT = {"orders": "Orders", "starts": "Starts"}
_MEANINGS = {
    "orders": "The same points in another order, which every epoch repeats",
    "starts": "The same points in the same order, from other first weights",
}
_TRIALS = {"100": "100", "1000": "1000", "10000": "10 000", "100000": "100 000"}
_DEFAULT = "1000"


class OrderControls(QWidget):
    """Knows what is chosen; `question_changed` tells of another choice by the user."""

    question_changed = Signal()
    adversary_dropped = Signal()  # which leaves nothing to compute

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.seed = 0
        self.what, self.trials = CalmCombo(), CalmCombo()
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
        """What is tried, as the views of trials are asked for it."""
        trials = int(self.trials.key())
        return {"what": self.what.key(), "trials": trials, "trial_seed": self.seed}

    def question(self, dataset: Dataset, rule: Rule) -> Question:
        """Return what is asked of some data and a rule."""
        what, trials = self.what.key(), int(self.trials.key())
        adversary = self.adversary.isChecked() and self.adversary.isEnabled()
        return Question(dataset, rule, what, trials, self.seed, adversary)

    def show_options(self, options: OrderOptions) -> None:
        """Choose what is tried."""
        self.what.show_key(options.what)
        self.trials.show_key(str(options.trials))
        self.seed = options.trial_seed
        self.adversary.setChecked(options.adversary)
        self._show_what()

    def show_are_all(self, are_all: bool) -> None:
        """Take whether every order was tried, so that there are no others."""
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
