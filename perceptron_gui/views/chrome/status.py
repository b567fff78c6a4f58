"""The status line: where the cursor is, how the run ended and what is proved, in one line."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.views.run_text.status import NO_POINTS, Forms, RunWords, shortened
from perceptron_gui.views.widgets.text import FittedLabel

_BETWEEN = "  ·  "


class StatusLine(FittedLabel):
    """One line that says less where it is too narrow; its tip has everything."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words: RunWords | None = None
        self._problem = ""
        self._visit = self._made = 0
        self._shows_future = False
        self._parts: dict[str, Forms] = {}
        self._remarks: list[str] = []
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._update_text()

    @property
    def full_text(self) -> str:
        """Everything the line would say if it were wide enough."""
        return " · ".join(forms[0] for forms in self._parts.values())

    @property
    def outcome(self) -> str:
        """How the run ends, though the line may not tell it yet."""
        return "" if self._words is None else self._words.ending

    def show_run(self, run: Run | None) -> None:
        """Tell of a run as far as it is computed; what went wrong before is forgotten."""
        if run is None:
            self._words = None
        elif self._words is None or self._words.run is not run:
            self._words = RunWords(run)
        self._problem = ""
        self._update_text()

    def show_moment(self, moment: Moment) -> None:
        """Show where the cursor stands; the outcome of a visit that is asked about stays hidden."""
        self._visit, self._made = moment.visit, moment.visits_made
        self._update_text()

    def show_future(self, shown: bool) -> None:
        """Tell how the run ends before the cursor is there, or not."""
        self._shows_future = shown
        self._update_text()

    def show_problem(self, message: str) -> None:
        """Show why there is no run, until there is one."""
        self._problem = message
        self._update_text()

    def _update_text(self) -> None:
        parts: dict[str, Forms] = {"problem": (self._problem or NO_POINTS,)}
        remarks: list[str] = []
        if self._words is not None and not self._problem:
            # A run may be shorter than the one that the cursor was moved in.
            last = self._words.run.visits
            visit, made = min(self._visit, last), min(self._made, last)
            parts = self._words.parts(visit, made, self._shows_future)
            remarks = self._words.remarks
        if (parts, remarks) != (self._parts, self._remarks):
            self._parts, self._remarks = parts, remarks
            self.setToolTip("\n".join([self.full_text, *remarks]))
            self.setAccessibleName(self.full_text)
            self.fit()
            self.updateGeometry()

    def fit(self) -> None:
        room = self.contentsRect().width()
        metrics = self.fontMetrics()
        text = ""
        for words in shortened(self._parts):
            text = _BETWEEN.join(words)
            if metrics.horizontalAdvance(text) <= room:
                self.setText(text)
                return
        self.setText(metrics.elidedText(text, Qt.TextElideMode.ElideRight, room))

    def sizeHint(self) -> QSize:
        text = _BETWEEN.join(forms[0] for forms in self._parts.values())
        return QSize(self.fontMetrics().horizontalAdvance(text), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Ask for no width: there is always something shorter to say."""
        return QSize(0, super().minimumSizeHint().height())
