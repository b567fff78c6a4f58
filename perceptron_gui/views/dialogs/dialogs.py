"""Questions to the user: files, changes, imports; the report of a crash, and the About box."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QInputDialog,
    QLabel,
    QMessageBox,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.base.errors import window_sentence
from perceptron_gui.base.files import exists
from perceptron_gui.base.text import count
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.views.widgets.editors import ChoiceEditor, named
from perceptron_gui.views.widgets.text import plain_label

LONGEST_NAME = 100  # of a student
_SHOWN_ROWS = 12  # of a table to be imported
_ROW_PADDING = 8  # pixels
_SHOWN_COLUMNS = 6  # besides what became of the labels
_SIGNS = {-1: "−1", 1: "+1"}


def about_box(version: str, made_with: tuple[str, ...], parent: QWidget | None) -> QMessageBox:
    """Return a few sentences about the program that can be selected and copied."""
    titles = (html.escape(notation.title) for notation in NOTATIONS.values())
    lectures = "".join(f"<li>{title}</li>" for title in titles)
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle("About Perceptron")
    box.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    box.setText(
        f"<h3>Perceptron {html.escape(version)}</h3>"
        "<p>A simulator of the perceptron for classrooms: why it converges, or why it never "
        "will, with every number right to the last digit.</p>"
        f"<p>Symbols and presets follow these lectures:</p><ul>{lectures}</ul>"
        f"<p>Made with {html.escape(', '.join(made_with))}. "
        "The fonts are Inter and DejaVu, free under their own licences.</p>"
    )
    return box


@dataclass(frozen=True)
class ImportPreview:
    """A table as it would be imported: what it is called, its points, and remarks on reading it."""

    name: str
    dataset: Dataset
    remarks: tuple[str, ...] = ()


Previews = Mapping[str, Callable[[], ImportPreview]]  # by the choice of classes, in words


class ImportDialog(QDialog):
    """Shows a table as it would be imported; the classes can be exchanged."""

    def __init__(self, previews: Previews, parent: QWidget | None = None) -> None:
        """Show the first preview; several are offered as choices of classes, by their words."""
        super().__init__(parent)
        self._previews = previews
        self._table = next(iter(previews.values()))()
        self.is_swapped = False
        self.setWindowTitle(f"Import {self._table.name}")
        self.words, self.rows = plain_label(), QTableWidget()
        self._more, self._remarks = QLabel(), plain_label()
        self.swap_button = QPushButton("S&wap classes")
        self.swap_button.setToolTip("What is −1 becomes +1, and the other way round")
        self.swap_button.setAutoDefault(False)  # the Return key imports
        self.swap_button.clicked.connect(self._on_swap_clicked)
        tip = "A perceptron tells two classes apart: choose two, or one against all others"
        self.classes = named(ChoiceEditor({words: words for words in previews}), "Classes", tip)
        self.classes.value_requested.connect(self._on_classes_chosen)
        label = QLabel("There are more than two classes. &Learn:")
        label.setBuddy(self.classes)
        for part in (label, self.classes):
            part.setVisible(len(previews) > 1)
        # A button must be in the dialog before it can become the default one.
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        accept = buttons.addButton("&Import", QDialogButtonBox.ButtonRole.AcceptRole)
        accept.setToolTip("Train on these points from now on")
        accept.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        choice, heading = QHBoxLayout(), QHBoxLayout()
        column.addLayout(choice)
        column.addLayout(heading)
        choice.addWidget(label)
        choice.addWidget(self.classes, 1)
        heading.addWidget(self.words, 1)
        heading.addWidget(self.swap_button)
        column.addWidget(self.rows, 1)
        undo = plain_label("The points replace those on the canvas. This can be undone.")
        for widget in (self._more, self._remarks, undo, buttons):
            column.addWidget(widget)
        self._show_table()
        self.resize(560, 480)

    @property
    def choice(self) -> str:
        chosen: str = self.classes.value()
        return chosen

    @Slot(object)
    def _on_classes_chosen(self, words: str) -> None:
        self._table = self._previews[words]()
        self._show_table()

    def _show_table(self) -> None:
        """Show the first rows, how many more there are, and which class becomes which."""
        data, rows = self._table.dataset, self.rows
        columns = data.feature_names or tuple(f"x{i + 1}" for i in range(data.dimension))
        rows.setRowCount(min(len(data), _SHOWN_ROWS))
        rows.setColumnCount(len(columns) + 2)
        rows.setHorizontalHeaderLabels([*columns, "label", "becomes"])
        rows.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        rows.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        rows.setTabKeyNavigation(False)  # Tab goes on to the buttons, not from cell to cell
        rows.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        rows.verticalHeader().setDefaultSectionSize(rows.fontMetrics().height() + _ROW_PADDING)
        rows.setAccessibleName("First rows of the table")
        rows.setToolTip("The last column of the file is the label, the others are coordinates")
        for i in range(rows.rowCount()):
            name = data.class_names[int(data.labels[i] > 0)]
            for j, cell in enumerate((*(f"{x:.6g}" for x in data.points[i]), name, "")):
                item = QTableWidgetItem(cell)
                item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
                rows.setItem(i, j, item)
        for j in range(_SHOWN_COLUMNS, len(columns)):
            rows.hideColumn(j)
        numbers = (
            (len(data) - rows.rowCount(), "more row"),
            (len(columns) - _SHOWN_COLUMNS, "more column"),
        )
        more = " and ".join(count(number, noun) for number, noun in numbers if number > 0)
        remarks = [
            f"As read from the file: {window_sentence(each)}" for each in self._table.remarks
        ]
        self._more.setText(f"… and {more}." if more else "")
        self._more.setVisible(bool(more))
        self._remarks.setText("\n".join(remarks))
        self._remarks.setVisible(bool(remarks))
        self._show_classes()

    def _show_classes(self) -> None:
        data = self._table.dataset
        positive = int((data.labels == 1).sum())
        counts = len(data) - positive, positive
        order = (1, 0) if self.is_swapped else (0, 1)
        parts = [
            f"{counts[which]} of class “{data.class_names[which]}” become {_SIGNS[sign]}"
            for which, sign in zip(order, (-1, 1), strict=True)
        ]
        coordinates = count(data.dimension, "coordinate")
        self.words.setText(f"{len(data)} points of {coordinates}: {parts[0]}, {parts[1]}.")
        for i in range(self.rows.rowCount()):
            item = self.rows.item(i, self.rows.columnCount() - 1)
            assert item is not None
            label = int(data.labels[i])
            item.setText(_SIGNS[-label if self.is_swapped else label])

    @Slot()
    def _on_swap_clicked(self) -> None:
        self.is_swapped = not self.is_swapped
        self._show_classes()


SESSIONS = "Sessions (*.json)"
OPENED = (
    "All that can be opened (*.json *.csv *.tsv *.txt *.png *.svg *.pdf *.gif *.html *.htm *.tex "
    "*.py *.md *.toml);;Sessions (*.json);;Tables (*.csv *.tsv *.txt);;Lessons (*.toml);;"
    "All files (*)"
)
TABLES = "Tables (*.csv *.tsv *.txt);;All files (*)"

AboutChanges = Literal["save", "discard", "cancel"]
AboutRecovery = Literal["recover", "discard", "later"]
AboutImport = Literal["as_is", "swapped", "cancel"]
AboutConflict = Literal["replace", "reload", "save_as", "cancel"]
Answer = TypeVar("Answer")
Button = tuple[Any, ...]  # what QMessageBox.addButton takes
_STANDARD, _ROLE = QMessageBox.StandardButton, QMessageBox.ButtonRole


@dataclass(frozen=True)
class FileConflict:
    """Why a file may not be replaced just so: in a sentence, with what is different in it."""

    name: str
    why: str
    more: str
    can_reload: bool


class Dialogs:
    """What the user can be asked, in front of a window; an empty path means that none is chosen."""

    def __init__(self, window: QWidget) -> None:
        self._window = window

    def ask_open(self, folder: str, kinds: str) -> str:
        path, _ = QFileDialog.getOpenFileName(self._window, "Open", folder, kinds)
        return path

    def ask_save(self, suggested: str, kinds: str) -> str:
        """Ask where to save, and whether an existing file may be replaced."""
        # Qt's static function adds no ending, and so would not ask about the file it replaces.
        dialog = QFileDialog(self._window, "Save as", str(Path(suggested).parent), kinds)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(Path(suggested).suffix)
        dialog.selectFile(Path(suggested).name)
        return dialog.selectedFiles()[0] if _is_accepted(dialog) else ""

    def ask_path(self, suggested: Path, kinds: str) -> Path | None:
        """Ask where to save; a name gets the ending of the suggested one where it has none."""
        chosen = self.ask_save(str(suggested), kinds)
        if not chosen:
            return None
        is_whole = chosen.lower().endswith(suggested.suffix)
        path = chosen if is_whole else chosen + suggested.suffix
        # The dialog has asked about the file that was chosen, but not about this one.
        if path != chosen and exists(path) and not self.ask_overwrite(path):
            return None
        return Path(path).absolute()

    def ask_folder(self, folder: str) -> str:
        return QFileDialog.getExistingDirectory(self._window, "Choose a folder", folder)

    def ask_one_of(self, words: tuple[str, str], choices: Sequence[str], first: int) -> int | None:
        """Ask for one of several things, which one is marked at first; None if it is not wanted."""
        chosen, is_chosen = QInputDialog.getItem(
            self._window, *words, choices, current=first, editable=False
        )
        return choices.index(chosen) if is_chosen else None

    def ask_changes(self, name: str) -> AboutChanges:
        buttons: dict[AboutChanges, Button] = {
            "save": (_STANDARD.Save,),
            "discard": (_STANDARD.Discard,),
            "cancel": (_STANDARD.Cancel,),
        }
        words = "Unsaved changes", f"Save the changes of “{name}”?"
        return self._ask(words, "Changes that are not saved are lost.", buttons, "save")

    def ask_overwrite(self, path: str) -> bool:
        buttons: dict[bool, Button] = {
            True: ("Replace", _ROLE.DestructiveRole),
            False: (_STANDARD.Cancel,),
        }
        words = "Replace file", f"“{Path(path).name}” exists already. Replace it?"
        return self._ask(words, f"In the folder {Path(path).parent}.", buttons, False)

    def ask_student(self, usual: str) -> str | None:
        """Ask for the name of who did the homework; None if it is not to be saved."""
        words = "Save the homework", "Your name, for whoever grades it:"
        name, is_given = QInputDialog.getText(self._window, *words, text=usual)
        return " ".join(name.split())[:LONGEST_NAME] if is_given else None

    def ask_conflict(self, conflict: FileConflict) -> AboutConflict:
        """Ask whether to replace a file that another window or program has changed or has open."""
        buttons: dict[AboutConflict, Button] = {
            "replace": ("Replace", _ROLE.DestructiveRole),
            "reload": ("Reload", _ROLE.AcceptRole),
            "save_as": ("Save as…", _ROLE.AcceptRole),
            "cancel": (_STANDARD.Cancel,),
        }
        if not conflict.can_reload:
            del buttons["reload"]
        words = "Replace file", f"{conflict.why} Replace it?"
        return self._ask(words, conflict.more, buttons, "cancel")

    def ask_recover(self, name: str, when: str) -> AboutRecovery:
        """Ask whether to recover a session that was not closed properly."""
        buttons: dict[AboutRecovery, Button] = {
            "recover": ("Recover", _ROLE.AcceptRole),
            "discard": ("Discard", _ROLE.DestructiveRole),
            "later": ("Later", _ROLE.RejectRole),
        }
        words = "Recover session", f"Recover unsaved changes of “{name}” from {when}?"
        more = "The program was not closed properly. Later asks again next time."
        return self._ask(words, more, buttons, "recover")

    def ask_import(self, previews: Previews) -> tuple[str, AboutImport]:
        """Show the preview of a table, and ask whether to import it and which classes of it.

        With several previews, one for every choice of classes, the choice is part of the answer.
        """
        dialog = ImportDialog(previews, self._window)
        if not _is_accepted(dialog):
            return dialog.choice, "cancel"
        return dialog.choice, "swapped" if dialog.is_swapped else "as_is"

    def show_unreadable(self, name: str, why: str) -> None:
        """Show why a file cannot be read: in which file, line and column."""
        words = "Cannot read file", f"“{name}” cannot be read."
        closes: dict[None, Button] = {None: (_STANDARD.Ok,)}
        self._ask(words, why, closes, None, QMessageBox.Icon.Warning)

    def show_crash(self, report: str, rescue: str) -> None:
        """Show the report of an error, which can be copied; the program continues afterwards."""
        words = "Something went wrong", "The program made a mistake, which is not your fault."
        more = "You can go on; if it looks strange, save under another name and start again."
        buttons: dict[bool, Button] = {
            True: ("&Copy report", _ROLE.AcceptRole),
            False: (_STANDARD.Close,),
        }
        icon = QMessageBox.Icon.Warning
        if self._ask(words, f"{more} {rescue}".rstrip(), buttons, False, icon, report):
            QGuiApplication.clipboard().setText(report)

    def _ask(
        self,
        words: tuple[str, str],
        more: str,
        buttons: dict[Answer, Button],
        default: Answer,
        icon: QMessageBox.Icon = QMessageBox.Icon.Question,
        details: str = "",
    ) -> Answer:
        """Return the answer of the pressed button; closing the box presses the last one."""
        box = QMessageBox(icon, *words, parent=self._window)
        box.setTextFormat(Qt.TextFormat.PlainText)  # a file may be called <b>
        box.setInformativeText(more)
        box.setDetailedText(details)
        added = {answer: box.addButton(*button) for answer, button in buttons.items()}
        box.setDefaultButton(added[default])
        last = list(added)[-1]
        box.setEscapeButton(added[last])
        box.exec()
        return next((each for each in added if added[each] == box.clickedButton()), last)


def _is_accepted(dialog: QDialog) -> bool:
    """Show a dialog until it is closed, and return whether it was accepted."""
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    dialog.deleteLater()
    return accepted
