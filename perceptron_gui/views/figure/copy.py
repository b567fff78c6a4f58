"""A button that copies what a panel tells, as text or as LaTeX."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from perceptron_gui.views.widgets.buttons import MenuButton

Write = Callable[[], str]


class CopyButton(MenuButton):
    """Opens a menu of two formats; what is copied is written only when somebody wants it."""

    def __init__(self, what: str, parent: QWidget | None = None) -> None:
        super().__init__("Copy", parent)
        self._write_text: Write | None = None
        self._write_latex: Write | None = None
        self.setAccessibleName(f"Copy {what}")
        self.setToolTip(f"Copy {what} as text or as LaTeX")
        self.setAutoRaise(True)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        self.as_text = menu.addAction("As &text")
        self.as_text.setToolTip(f"Copy {what} as plain text")
        self.as_text.triggered.connect(self._on_text_wanted)
        self.as_latex = menu.addAction("As &LaTeX")
        self.as_latex.setToolTip(f"Copy {what} as LaTeX (amsmath)")
        self.as_latex.triggered.connect(self._on_latex_wanted)
        self.setMenu(menu)
        self.show_source(None, None)

    def show_source(self, text: Write | None, latex: Write | None) -> None:
        """Take what writes the text and the LaTeX; None where there is nothing to copy."""
        self._write_text, self._write_latex = text, latex
        self.as_text.setEnabled(text is not None)
        self.as_latex.setEnabled(latex is not None)
        self.setEnabled(text is not None or latex is not None)

    @Slot()
    def _on_text_wanted(self) -> None:
        if self._write_text is not None:
            QGuiApplication.clipboard().setText(self._write_text())

    @Slot()
    def _on_latex_wanted(self) -> None:
        if self._write_latex is not None:
            QGuiApplication.clipboard().setText(self._write_latex())
