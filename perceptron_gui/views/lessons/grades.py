"""The grades of a class as a table, a file in every row."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.lessons.grades import GradedFile, solved_text
from perceptron_gui.views.widgets.text import plain_label

_COLUMNS = ("Student", "File", "Task", "Solved", "Conditions met", "What is missing")


class GradesDialog(QDialog):
    """Shows who solved what, and asks to save it."""

    save_requested = Signal()

    def __init__(self, graded: Sequence[GradedFile], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Grades")
        self.rows = QTableWidget(len(graded), len(_COLUMNS))
        self.rows.setHorizontalHeaderLabels(_COLUMNS)
        self.rows.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.rows.setTabKeyNavigation(False)  # Tab goes on to the buttons, not from cell to cell
        self.rows.setAccessibleName("Grades of the class")
        for i, each in enumerate(graded):
            for j, text in enumerate(_cells(each)):
                self.rows.setItem(i, j, QTableWidgetItem(text))
        header = self.rows.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(len(_COLUMNS) - 1, QHeaderView.ResizeMode.Stretch)
        rows = self.rows.verticalHeader()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        role = QDialogButtonBox.ButtonRole.ActionRole
        self.save_button = buttons.addButton("&Save as CSV…", role)
        self.save_button.setToolTip("Write the table for a spreadsheet")
        self.save_button.clicked.connect(self.save_requested)
        buttons.rejected.connect(self.reject)
        self.words = plain_label(f"{solved_text(graded)}.")
        column = QVBoxLayout(self)
        for widget in (self.words, self.rows, buttons):
            column.addWidget(widget)
        self.resize(820, 440)

    def show_saved(self, words: str) -> None:
        """Say what became of saving the table."""
        self.words.setText(words)


def _cells(graded: GradedFile) -> tuple[str, ...]:
    """Return a row in the order of the columns."""
    task, total = graded.task, len(graded.findings)
    place = "" if task is None else f"{task.lesson}, step {task.step}"
    met = f"{graded.met} of {total}" if total else ""
    solved = "yes" if graded.is_solved else "no"
    missing = " ".join(each.sentence for each in graded.findings if not each.holds)
    name = PurePath(graded.file).name
    return graded.student, name, place, solved, met, graded.shown_problem or missing
