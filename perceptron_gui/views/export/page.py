"""The page and the frames of an animation as controls, made from the declared options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QLabel, QSpinBox

from perceptron_gui.base.params import Count, Param, Real
from perceptron_gui.views.widgets.combo import NoWheelCombo

from .choices import ExportChoices, ExportOffer
from .fields import FormGroup, ParamField, named, number_field, param_field, side_by_side

_OWN, _EVEN = "own", "even"
_FRAMES = {_EVEN: "Evenly spaced", "updates": "Every update", "visits": "Every visit"}
# The letters that lead to the controls together with Alt.
_KEYS = {"theme": "T", "font": "o", "family": "L", "dpi": "x", "fps": "p", "hold": "A"}


def _label(param: Param) -> str:
    key = _KEYS.get(param.name, "")
    return param.title.replace(key, f"&{key}", 1) if key else param.title


class PageFields(FormGroup):
    """Shows and returns the words of a page; only those that the format uses are seen."""

    changed = Signal()

    def __init__(self, offer: ExportOffer) -> None:
        super().__init__("Page")
        self._presets, self._params = offer.presets, offer.page
        size = offer.page["size"]
        self._usual = str(size.default)
        side = size.kind.limits
        assert isinstance(side, Real)
        self.size_menu = named(NoWheelCombo(), size.title, size.effect)
        self.size_menu.show_entries(_size_titles(offer), {})
        self.width_field = named(number_field(side), "Width", "Width of the page")
        self.height_field = named(number_field(side), "Height", "Height of the page")
        self._sides = side_by_side(self.width_field, QLabel("×"), self.height_field)
        self.add_row("&Size", self.size_menu)
        self.add_row("", self._sides)
        self.fields: dict[str, ParamField] = {}
        for name, param in offer.page.items():
            if name != "size":
                self.fields[name] = param_field(param, self._on_changed)
                self.add_row(_label(param), self.fields[name].control)
        self.size_menu.activated.connect(self._on_size_chosen)
        for field in (self.width_field, self.height_field):
            field.valueChanged.connect(self._on_changed)

    def show_words(self, words: Mapping[str, Any]) -> None:
        """Show a page."""
        size = str(words.get("size", self._usual))
        self.size_menu.show_key(size if size in self._presets else _OWN)
        self._show_sides(*self._sides_of(size))
        for name, field in self.fields.items():
            field.show(words.get(name, self._params[name].default))

    def words(self) -> dict[str, Any]:
        """Return the page; what is automatic is left out."""
        key = self.size_menu.key()
        width, height = self.width_field.value(), self.height_field.value()
        size = f"{width:g}x{height:g}mm" if key == _OWN else key
        words = {"size": size, **{name: field.read() for name, field in self.fields.items()}}
        return {name: value for name, value in words.items() if value}

    def show_used(self, names: tuple[str, ...]) -> None:
        """Show only what a format uses."""
        self.form.setRowVisible(self.size_menu, "size" in names)
        for name, field in self.fields.items():
            self.form.setRowVisible(field.control, name in names)
        self.form.setRowVisible(self._sides, "size" in names and self.size_menu.key() == _OWN)
        self.setVisible(bool(names))

    def _sides_of(self, size: str) -> tuple[float, float]:
        if size in self._presets:
            return self._presets[size][:2]
        try:
            width, height = (float(side) for side in size.removesuffix("mm").split("x"))
        except ValueError:
            return self._presets[self._usual][:2]
        return width, height

    def _show_sides(self, width: float, height: float) -> None:
        for field, side in ((self.width_field, width), (self.height_field, height)):
            if field.value() != side:
                field.setValue(side)

    @Slot()
    def _on_size_chosen(self) -> None:
        if self.size_menu.key() in self._presets:  # an own size begins with that of the last preset
            self._show_sides(*self._sides_of(self.size_menu.key()))
        self.form.setRowVisible(self._sides, self.size_menu.key() == _OWN)
        self.changed.emit()

    @Slot()
    def _on_changed(self) -> None:
        self.changed.emit()


def _size_titles(offer: ExportOffer) -> dict[str, str]:
    titles = {
        name: f"{name.capitalize()}, {preset[0]:.0f} × {preset[1]:.0f} mm"
        for name, preset in offer.presets.items()
    }
    return {**titles, _OWN: "Own size"}


class MotionFields(FormGroup):
    """Shows and returns frames, speed and end."""

    changed = Signal()

    def __init__(self, offer: ExportOffer) -> None:
        super().__init__("Animation")
        frames = offer.motion["frames"]
        self.frames = named(NoWheelCombo(), frames.title, frames.effect)
        self.frames.show_entries(_FRAMES, {})
        self.count = named(QSpinBox(), "Number of frames", "How many frames there are at most")
        limits = frames.kind.limits
        assert isinstance(limits, Count)
        self.count.setRange(limits.least, limits.most or limits.least)
        self.fps = param_field(offer.motion["fps"], self._on_changed)
        self.hold = param_field(offer.motion["hold"], self._on_changed)
        self.loops = QCheckBox("Play again and again")
        named(self.loops, "Play again and again", "Begin anew after the last frame")
        self.add_row("&Frames", self.frames)
        self.add_row("&Number", self.count)
        for name, field in (("fps", self.fps), ("hold", self.hold)):
            self.add_row(_label(offer.motion[name]), field.control)
        self.add_row("", self.loops)
        self.frames.activated.connect(self._on_changed)
        self.count.valueChanged.connect(self._on_changed)
        self.loops.clicked.connect(self._on_changed)

    def show_choices(self, choices: ExportChoices) -> None:
        """Show how an animation is to move."""
        is_even = choices.frames.isdecimal()
        self.frames.show_key(_EVEN if is_even else choices.frames)
        if is_even:
            self.count.setValue(int(choices.frames))
        self.fps.show(choices.fps)
        self.hold.show(choices.hold)
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
