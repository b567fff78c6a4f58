"""What both panels of explanations are: a heading with a copy button above a text to read."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QTextBrowser, QVBoxLayout, QWidget

from perceptron_gui.views.widgets.buttons import CopyButton
from perceptron_gui.views.widgets.text import LargeLabel


class TextPanel(QWidget):
    """A heading, a text, and a button that copies it; a control may stand between them."""

    def __init__(
        self,
        body: QTextBrowser,
        copied: str,
        control: QWidget | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        body.setFrameShape(QFrame.Shape.NoFrame)
        body.setOpenLinks(False)
        body.document().setUndoRedoEnabled(False)
        self.heading = LargeLabel()
        self.heading.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.heading.setWordWrap(True)
        self.copy = CopyButton(copied)
        top = QHBoxLayout()
        top.setContentsMargins(8, 4, 4, 0)
        top.addWidget(self.heading, 1)
        top.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        if control is not None:
            row = QHBoxLayout()
            row.setContentsMargins(8, 2, 8, 2)
            row.addWidget(control, 1)
            column.addLayout(row)
        column.addWidget(body)
