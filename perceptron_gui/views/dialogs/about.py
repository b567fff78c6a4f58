"""The About dialog: the version, the libraries used, and the lectures that are followed."""

from __future__ import annotations

import html

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from perceptron_gui.lectures.notation import NOTATIONS

_LINE_LETTERS = 56


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
        f"<li>{name}: {html.escape(notation.lecture)}</li>" for name, notation in NOTATIONS.items()
    )
    return (
        f"<h3>Perceptron {html.escape(version)}</h3>"
        "<p>A simulator of the perceptron for classrooms: why it converges, or why it never will, "
        "with every number right to the last digit.</p>"
        f"<p>Symbols and presets follow these lectures:</p><ul>{lectures}</ul>"
        f"<p>Made with {html.escape(', '.join(made_with))}. "
        "The font is DejaVu, free under its own licence.</p>"
    )
