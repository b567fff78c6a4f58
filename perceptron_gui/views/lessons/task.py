"""The task of a step: what is to be done, a hint on request, and every condition checked."""

from __future__ import annotations

import html
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.lessons.claims import Finding
from perceptron_gui.lessons.lesson import LessonTask
from perceptron_gui.lessons.prose import to_html
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import filled

SOLVED, OPEN = "Solved: every condition is met.", "Not yet:"
CHECKING = "Checking …"


class TaskBox(QWidget):
    """Shows a task; `check_requested` is answered by `show_findings`."""

    check_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = THEMES[DEFAULT]
        self._task: LessonTask | None = None
        self._findings: Sequence[Finding] | None = None
        self.words, self.hint, self.result = (rich_label() for _ in range(3))
        self.hint_button = named(QPushButton("Hint"), "Show the hint", "Show a hint for the task")
        tip = "Let the engine check every condition for the points and the rule of the window"
        self.check_button = named(QPushButton("Check"), "Check the task", tip)
        for button in (self.hint_button, self.check_button):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hint_button.clicked.connect(self._on_hint_requested)
        self.check_button.clicked.connect(self.check_requested)
        row = filled(QHBoxLayout(), 1, self.hint_button, self.check_button)
        filled(QVBoxLayout(self), self.words, self.hint, row, self.result, spacing=8)
        self.hide()

    def show_task(self, task: LessonTask | None) -> None:
        """Show a task, or none."""
        self.setVisible(task is not None)
        if task is self._task:
            return
        self._task = task
        self.hint.hide()
        self.show_findings(None)
        if task is not None:
            self.words.setText(f"<p><b>Your task</b></p>{to_html(task.text)}")
            self.hint.setText(to_html(task.hint))
            self.hint_button.setVisible(bool(task.hint))
            self.hint_button.setEnabled(True)

    def show_checking(self) -> None:
        """Say that the engine is at work."""
        self.result.setText(CHECKING)
        self.result.show()

    def show_findings(self, findings: Sequence[Finding] | None) -> None:
        """Show which conditions are met and what is true; None where nothing was checked yet."""
        self._findings = findings
        self.result.setVisible(findings is not None)
        if findings is not None:
            self.result.setText(self._written(findings))

    def show_problem(self, why: str) -> None:
        """Say why nothing can be checked."""
        self.result.setText(html.escape(why))
        self.result.show()

    def show_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        if self._findings is not None:
            self.show_findings(self._findings)

    def _written(self, findings: Sequence[Finding]) -> str:
        is_solved = all(each.holds for each in findings)
        rows = "".join(map(self._row, findings))
        return f"<p><b>{SOLVED if is_solved else OPEN}</b></p><table>{rows}</table>"

    def _row(self, finding: Finding) -> str:
        role, mark = (Role.SUCCESS, "✓") if finding.holds else (Role.MISTAKE, "✗")
        color = self._theme.style(role).color
        return (
            f'<tr><td><b style="color: {color}">{mark}&nbsp;</b></td>'
            f"<td>{html.escape(finding.that)}<br>{html.escape(finding.truth)}</td></tr>"
        )

    @Slot()
    def _on_hint_requested(self) -> None:
        self.hint.show()
        self.hint_button.setEnabled(False)


def rich_label() -> QLabel:
    """Return a text with its mathematics, in as many lines as it needs."""
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.RichText)
    label.setWordWrap(True)
    # Else the longest formula would decide how wide the panel is.
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    return label
