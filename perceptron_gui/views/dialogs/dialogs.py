"""Questions to the user, the report of a crash, and what the program is."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.text import fixed_text, plain_label

if TYPE_CHECKING:
    from .data_import import ImportTable


_LINE_LETTERS = 56  # of the About dialog


class CrashDialog(QDialog):
    """Shows the report of an error, which can be copied; the program continues afterwards."""

    def __init__(self, report: str, rescue: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Something went wrong")
        words = plain_label(
            "The program made a mistake, which is not your fault. You can go on; if it looks "
            f"strange, save under another name and start again. {rescue}".rstrip()
        )
        tip = "What a maintainer needs to find the mistake"
        self.text = named(fixed_text(report), "Report of the error", tip)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy_button = buttons.addButton("&Copy report", QDialogButtonBox.ButtonRole.ActionRole)
        self.copy_button.setToolTip("Copy the report, to paste it into a message")
        self.copy_button.clicked.connect(self._on_copy_clicked)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(words)
        column.addWidget(self.text, 1)
        column.addWidget(buttons)
        self.resize(680, 420)

    @Slot()
    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.copy_button.setText("Copied")


class AboutDialog(QDialog):
    """Shows a few sentences that can be selected and copied."""

    def __init__(
        self, version: str, made_with: tuple[str, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Perceptron")
        self.text = QLabel(_text(version, made_with))
        self.text.setTextFormat(Qt.TextFormat.RichText)
        self.text.setWordWrap(True)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.text.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.text.setAccessibleName("About the program")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        buttons.button(QDialogButtonBox.StandardButton.Close).setFocus()
        column = QVBoxLayout(self)
        column.addWidget(self.text)
        column.addWidget(buttons)
        width = self.text.fontMetrics().averageCharWidth() * _LINE_LETTERS
        self.text.setMinimumSize(width, self.text.heightForWidth(width))


def _text(version: str, made_with: tuple[str, ...]) -> str:
    lectures = "".join(
        f"<li>{html.escape(notation.title)}</li>" for notation in NOTATIONS.values()
    )
    return (
        f"<h3>Perceptron {html.escape(version)}</h3>"
        "<p>A simulator of the perceptron for classrooms: why it converges, or why it never will, "
        "with every number right to the last digit.</p>"
        f"<p>Symbols and presets follow these lectures:</p><ul>{lectures}</ul>"
        f"<p>Made with {html.escape(', '.join(made_with))}. "
        "The font is DejaVu, free under its own licence.</p>"
    )


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
        """Ask which file to open."""
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

    def ask_folder(self, folder: str) -> str:
        """Ask for a folder."""
        return QFileDialog.getExistingDirectory(self._window, "Folder", folder)

    def ask_changes(self, name: str) -> AboutChanges:
        """Ask whether to save or discard unsaved changes."""
        standard = QMessageBox.StandardButton
        return self._ask(
            ("Unsaved changes", f"Save the changes of “{name}”?"),
            "Changes that are not saved are lost.",
            {
                "save": (standard.Save,),
                "discard": (standard.Discard,),
                "cancel": (standard.Cancel,),
            },
            default="save",
        )

    def ask_overwrite(self, path: str) -> bool:
        """Ask whether a file may be replaced."""
        buttons: dict[bool, Button] = {
            True: ("Replace", QMessageBox.ButtonRole.DestructiveRole),
            False: (QMessageBox.StandardButton.Cancel,),
        }
        question = f"“{Path(path).name}” exists already. Replace it?"
        more = f"In the folder {Path(path).parent}."
        return self._ask(("Replace file", question), more, buttons, default=False)

    def ask_conflict(self, conflict: FileConflict) -> AboutConflict:
        """Ask whether to replace a file that another window or program has changed or has open."""
        role = QMessageBox.ButtonRole
        buttons: dict[AboutConflict, Button] = {
            "replace": ("Replace", role.DestructiveRole),
            "reload": ("Reload", role.AcceptRole),
            "save_as": ("Save as…", role.AcceptRole),
            "cancel": (QMessageBox.StandardButton.Cancel,),
        }
        if not conflict.can_reload:
            del buttons["reload"]
        words = "Replace file", f"{conflict.why} Replace it?"
        return self._ask(words, conflict.more, buttons, default="cancel")

    def ask_recover(self, name: str, when: str) -> AboutRecovery:
        """Ask whether to recover a session that was not closed properly."""
        role = QMessageBox.ButtonRole
        return self._ask(
            ("Recover session", f"Recover unsaved changes of “{name}” from {when}?"),
            "The program was not closed properly. Later asks again next time.",
            {
                "recover": ("Recover", role.AcceptRole),
                "discard": ("Discard", role.DestructiveRole),
                "later": ("Later", role.RejectRole),
            },
            default="recover",
        )

    def ask_import(self, table: ImportTable) -> AboutImport:
        """Show the preview of a table, and ask whether to import it."""
        from .data_import import ImportDialog

        dialog = ImportDialog(table, self._window)
        if not _is_accepted(dialog):
            return "cancel"
        return "swapped" if dialog.is_swapped else "as_is"

    def show_unreadable(self, name: str, why: str) -> None:
        """Show why a file cannot be read: in which file, line and column."""
        words = "Cannot read file", f"“{name}” cannot be read."
        closes: dict[None, Button] = {None: (QMessageBox.StandardButton.Ok,)}
        self._ask(words, why, closes, None, QMessageBox.Icon.Warning)

    def ask_import_of(
        self, previews: Mapping[str, Callable[[], ImportTable]]
    ) -> tuple[str, AboutImport]:
        """Ask which two of several classes to import, with a preview of each."""
        from .data_import import ImportDialog

        first = next(iter(previews))
        dialog = ImportDialog(previews[first](), self._window, previews)
        if not _is_accepted(dialog):
            return first, "cancel"
        return dialog.choice, "swapped" if dialog.is_swapped else "as_is"

    def show_crash(self, report: str, rescue: str) -> None:
        """Show the report of an error."""
        _is_accepted(CrashDialog(report, rescue, self._window))

    def _ask(
        self,
        words: tuple[str, str],
        more: str,
        buttons: dict[Answer, Button],
        default: Answer,
        icon: QMessageBox.Icon = QMessageBox.Icon.Question,
    ) -> Answer:
        """Return the answer of the pressed button; closing the box presses the last one."""
        box = QMessageBox(icon, *words, parent=self._window)
        box.setTextFormat(Qt.TextFormat.PlainText)  # a file may be called <b>
        box.setInformativeText(more)
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
