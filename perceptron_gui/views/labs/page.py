"""What every page of the laboratory has: controls, progress with a way to stop, and a drawing.

A page says what is to be computed and how it is drawn; who does so, and on which thread, is
decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QSize, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QToolButton, QVBoxLayout, QWidget

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Drawing
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.labs.common.experiment import Experiment
from perceptron_gui.lectures.notation import DEFAULT as DEFAULT_NOTATION
from perceptron_gui.views.figure.drawing import DrawingView
from perceptron_gui.views.widgets.text import Complaint, MutedText

Prepare = Callable[[], Experiment]
Draw = Callable[[], Drawing]
ViewOptionValues = dict[str, dict[str, Any]]  # by the names of views
_STEPS = 1000  # of the progress bar: an experiment may have more than it can count
_HARDLY = 50  # steps, before which there is nothing to be seen but that something goes on
_DEBOUNCE_MS = 30  # milliseconds until what has changed is drawn
_LOW = 30  # times the height of letters: on a lower page the drawing needs the room of the hint


class LabPage(QWidget):
    """Shows one experiment; `settings_changed` asks for another one."""

    name = ""
    settings_changed = Signal()
    options_changed = Signal()  # only the drawing looks different
    drawing_requested = Signal(str, object)  # the name of a view, and what draws it on any thread
    stop_requested = Signal()
    rule_requested = Signal(object, str)  # a rule to be shown on the plane, and why

    def __init__(self, hint: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dataset: Dataset | None = None
        self._rules: tuple[Rule, ...] = (Rule(),)
        self._shown = 0
        self._notation = DEFAULT_NOTATION
        self.controls = QHBoxLayout()
        self.details = QVBoxLayout()  # what a page has to say above its drawing
        self.bar = QProgressBar()
        self.bar.setRange(0, _STEPS)
        self.bar.setTextVisible(False)
        self.bar.setMaximumWidth(140)
        self.bar.setAccessibleName("How far the experiment is")
        self.stop = QToolButton()
        self.stop.clicked.connect(self._on_stop_clicked)
        self.hint, self.complaint = MutedText(hint), Complaint()
        self.view = DrawingView()
        policy = self.view.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.view.setSizePolicy(policy)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.redraw)
        self.view.resized.connect(self.redraw_soon)  # also when words or a table take its room
        self._lay_out()
        self.show_progress(0, 0)

    def experiment(self) -> Prepare | None:
        """Return what makes the experiment for the data and the settings, if there is one."""
        raise NotImplementedError

    def drawings(self, aspect: float) -> Mapping[str, Draw]:
        """Return what draws the last result on any thread, by the names of views."""
        raise NotImplementedError

    def take_result(self, result: object) -> None:
        """Take what is known so far."""
        raise NotImplementedError

    @property
    def view_options(self) -> ViewOptionValues:
        """What views have to be asked for to show in a file what is chosen here."""
        return {}

    @property
    def kept_options(self) -> Mapping[str, Any]:
        """What a session keeps of it, as options of the view of the same name."""
        return self.view_options.get(self.name, {})

    def show_options(self, options: Any) -> bool:
        """Choose what a session has kept; tell whether an experiment is due."""
        before = self.kept_options
        self.take_options(options)
        return before != self.kept_options

    def take_options(self, options: Any) -> None:
        """Take options of the view of the same name."""

    @property
    def rule(self) -> Rule:
        """The rule that is shown on the plane."""
        return self._rules[self._shown]

    def show_data(self, dataset: Dataset, rules: tuple[Rule, ...], shown: int) -> bool:
        """Take the data and the rules that are tried; tell whether an experiment is due."""
        is_new = dataset is not self._dataset or (rules, shown) != (self._rules, self._shown)
        self._dataset, self._rules, self._shown = dataset, rules, shown
        return is_new

    def show_run(self, run: Run, visit: int) -> None:
        """Take the run on the plane and where it stands; most pages need neither."""

    def show_notation(self, notation: str) -> None:
        """Write the symbols of another lecture."""
        if notation != self._notation:
            self._notation = notation
            self.redraw()

    def show_result(self, result: object) -> None:
        """Show what is known so far."""
        self.complaint.show_text("")
        self.view.show()
        self.take_result(result)
        self.redraw()

    def show_problem(self, why: str) -> None:
        """Say why there is nothing to see; without a reason the last result stays."""
        self.complaint.show_text(why)
        self.view.setVisible(not why)
        self.show_progress(0, 0)

    def show_progress(self, done: int, total: int) -> None:
        """Show how far the experiment is; at the end it can be had again."""
        busy = done < total
        steps = _STEPS * done // total if total else 0
        self.bar.setVisible(busy)
        # The first time, compilers take a while.
        self.bar.setRange(0, 0 if busy and steps < _HARDLY else _STEPS)
        self.bar.setValue(steps)
        words = ("Stop", "End the experiment where it stands") if busy else (
            "Again", "Carry the experiment out again")  # fmt: skip
        self.stop.setText(words[0])
        self.stop.setToolTip(words[1])
        self.stop.setAccessibleName(words[1])

    def show_theme(self, theme: Theme, scale: float = 1.0) -> None:
        """Show everything in a theme."""
        self.view.show_theme(theme, scale)

    @Slot()
    def redraw(self) -> None:
        """Draw the last result for the size that there is."""
        for name, draw in self.drawings(self.view.width() / max(1, self.view.height())).items():
            self.drawing_requested.emit(name, draw)

    def show_drawing(self, _name: str, drawing: Drawing) -> None:
        """Show what was drawn for one of the views."""
        self.view.show_drawing(drawing)

    @property
    def is_due(self) -> bool:
        """Tell whether a drawing will be asked for in a moment."""
        return self._timer.isActive()

    @Slot()
    def redraw_soon(self) -> None:
        """Draw the last result once for all that changes in a moment; later if it is not seen."""
        if self.isVisible() and not self.is_due:
            self._timer.start(_DEBOUNCE_MS)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(8, 4, 8, 0)
        top.addLayout(self.controls)
        top.addStretch(1)
        top.addWidget(self.bar)
        top.addWidget(self.stop)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(4)
        whole.addLayout(top)
        for words in (self.hint, self.complaint):
            words.setContentsMargins(8, 0, 8, 0)
            whole.addWidget(words)
        whole.addLayout(self.details)
        whole.addWidget(self.view, 1)

    @Slot()
    def _on_stop_clicked(self) -> None:
        if self.bar.isVisible():
            self.stop_requested.emit()
        else:
            self.settings_changed.emit()

    def minimumSizeHint(self) -> QSize:
        """Return the size below which nothing can be read."""
        return QSize(320, 240)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the hint out where there is little room."""
        super().resizeEvent(event)
        self.hint.setVisible(self.height() >= _LOW * self.fontMetrics().height())

    def showEvent(self, event: QShowEvent) -> None:
        """Draw what has changed meanwhile."""
        super().showEvent(event)
        self.redraw_soon()
