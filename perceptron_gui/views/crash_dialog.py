"""The dialog after an error: that it happened, what is safe, and a report to pass on."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)


class CrashDialog(QDialog):
    """Shows a report that can be copied; the program goes on afterwards."""

    def __init__(self, report: str, rescue: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Something went wrong")
        self._report = report
        words = QLabel(
            "The program made a mistake, which is not your fault. You can go on; if it looks "
            f"strange, save under another name and start again. {rescue}".rstrip()
        )
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setWordWrap(True)
        self.text = QPlainTextEdit(report)
        self.text.setReadOnly(True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setAccessibleName("Report of the error")
        self.text.setToolTip("What a maintainer needs to find the mistake")
        self.text.setTabChangesFocus(True)
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
        QGuiApplication.clipboard().setText(self._report)
        self.copy_button.setText("Copied")
