"""How an animation moves: which visits are frames, how fast they follow, how it ends."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QSpinBox

from ..calm_combo import CalmCombo
from .choices import ExportChoices
from .fields import FormGroup, named, number_field

_EVEN = "even"
_FRAMES = {
    _EVEN: "Evenly spaced",
    "updates": "Every update",
    "visits": "Every visit",
}
_MOST_FRAMES = 2000


class MotionFields(FormGroup):
    """Shows and tells frames, speed and end."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__("Animation")
        self.frames = named(CalmCombo(), "Frames", "Which moments of the run become a frame")
        self.frames.show_entries(_FRAMES, {})
        self.count = named(QSpinBox(), "Number of frames", "How many frames there are at most")
        self.count.setRange(1, _MOST_FRAMES)
        self.fps = named(number_field(0.1, 50, "a second", 1), "Speed", "Frames a second")
        self.hold = named(number_field(0, 60, "s", 1), "Pause", "How long the last frame stays")
        self.loops = QCheckBox("Play again and again")
        named(self.loops, "Play again and again", "Begin anew after the last frame")
        self.add_row("&Frames", self.frames)
        self.add_row("&Number", self.count)
        self.add_row("S&peed", self.fps)
        self.add_row("&At the end", self.hold)
        self.add_row("", self.loops)
        self.frames.activated.connect(self._on_changed)
        for field in (self.count, self.fps, self.hold):
            field.valueChanged.connect(self._on_changed)
        self.loops.clicked.connect(self._on_changed)

    def show_choices(self, choices: ExportChoices) -> None:
        """Show how an animation is to move."""
        is_even = choices.frames.isdecimal()
        self.frames.show_key(_EVEN if is_even else choices.frames)
        if is_even:
            self.count.setValue(int(choices.frames))
        self.fps.setValue(choices.fps)
        self.hold.setValue(choices.hold)
        self.loops.setChecked(choices.loops)
        self._show_count()

    def chosen_frames(self) -> str:
        """Return how many frames there are to be, or which."""
        key = self.frames.key()
        return str(self.count.value()) if key == _EVEN else key

    def _show_count(self) -> None:
        self.form.setRowVisible(self.count, self.frames.key() == _EVEN)

    @Slot()
    def _on_changed(self) -> None:
        self._show_count()
        self.changed.emit()
