"""What lies under the pointer, and what the tool in hand does: one line beside the status."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget


class ReadOut(QLabel):
    """Shows coordinates with the score there while the pointer is on the plane, else a hint."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Under the pointer")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setContentsMargins(8, 2, 10, 2)
        # Long hints are cut rather than pushing the status aside.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._hint = ""
        self._place = ""

    @Slot(str)
    def show_hint(self, text: str) -> None:
        """Show what can be done, while the pointer is elsewhere."""
        self._hint = text
        self._tell()

    def show_place(self, place: tuple[float, float] | None, score: float | None) -> None:
        """Show where the pointer is, and the score of a point there."""
        self._place = "" if place is None else f"({_short(place[0])}, {_short(place[1])})"
        if place is not None and score is not None:
            self._place += f"   s = {_short(score)}"
        self._tell()

    def _tell(self) -> None:
        self.setText(self._place or self._hint)
        self.setToolTip(self._hint)


def _short(value: float) -> str:
    return f"{value + 0.0:.4g}".replace("-", "−")
