"""The page and the frames of an animation as controls, made from the declared options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel

from perceptron_gui.base.errors import OptionError
from perceptron_gui.base.params import Count, Param, Real
from perceptron_gui.views.widgets.editors import (
    ChoiceEditor,
    CountEditor,
    Editor,
    FlagEditor,
    RealEditor,
    editor_of,
    named,
)

from .choices import ExportChoices, ExportOffer
from .fields import FormGroup, side_by_side

_OWN, _EVEN = "own", "even"
_FRAMES = {_EVEN: "Evenly spaced", "updates": "Every update", "visits": "Every visit"}
# The letters that lead to the controls together with Alt.
_KEYS = {"theme": "T", "font": "o", "family": "L", "letters": "r", "dpi": "x"}
_KEYS |= {"fps": "p", "hold": "A"}


def _label(param: Param) -> str:
    key = _KEYS.get(param.name, "")
    return param.title.replace(key, f"&{key}", 1) if key else param.title


class PageFields(FormGroup):
    """Shows and returns the words of a page; only those that the format uses are seen."""

    def __init__(self, offer: ExportOffer) -> None:
        super().__init__("Page")
        self._presets, self._params = offer.presets, offer.page
        size = offer.page["size"]
        side = size.kind.limits
        assert isinstance(side, Real)
        self.size_menu = named(ChoiceEditor(_size_titles(offer)), size.title, size.effect)
        self.width_field = named(RealEditor(side), "Width", "Width of the page")
        self.height_field = named(RealEditor(side), "Height", "Height of the page")
        self._sides = side_by_side(self.width_field, QLabel("×"), self.height_field)
        self.add_row("&Size", self.size_menu)
        self.add_row("", self._sides)
        self.fields: dict[str, Editor] = {}
        for name, param in offer.page.items():
            if name != "size":
                self.fields[name] = editor_of(param)
                self.add_row(_label(param), self.fields[name])
        self.size_menu.value_requested.connect(self._on_size_chosen)
        for field in (self.width_field, self.height_field, *self.fields.values()):
            field.value_requested.connect(self.changed)

    def show_words(self, words: Mapping[str, Any]) -> None:
        """Show a page."""
        self.show_size(str(words.get("size", self._params["size"].default)))
        for name, field in self.fields.items():
            param = self._params[name]
            field.show_value(_read(param, words.get(name, param.default)))

    def show_size(self, size: str) -> None:
        """Show another size of the page, a preset or an own one."""
        self.size_menu.show_value(size if size in self._presets else _OWN)
        self._show_sides(size)

    def words(self) -> dict[str, Any]:
        """Return the page; what is automatic is left out."""
        key = self.size_menu.value()
        width, height = self.width_field.value(), self.height_field.value()
        size = f"{width:g}x{height:g}mm" if key == _OWN else key
        words = {"size": size, **{name: field.value() for name, field in self.fields.items()}}
        return {name: value for name, value in words.items() if value}

    def show_used(self, names: tuple[str, ...]) -> None:
        """Show only what a format uses."""
        self.form.setRowVisible(self.size_menu, "size" in names)
        for name, field in self.fields.items():
            self.form.setRowVisible(field, name in names)
        self.form.setRowVisible(self._sides, "size" in names and self.size_menu.value() == _OWN)
        self.setVisible(bool(names))

    def _show_sides(self, size: str) -> None:
        """Show the sides of a size, which may be the name of a preset."""
        width, height, *_ = _read(self._params["size"], size)
        self.width_field.show_value(width)
        self.height_field.show_value(height)

    @Slot(object)
    def _on_size_chosen(self, key: str) -> None:
        if key in self._presets:  # an own size begins with that of the last preset
            self._show_sides(key)
        self.form.setRowVisible(self._sides, key == _OWN)
        self.changed.emit()


def _read(param: Param, stored: Any) -> Any:
    """Return the value of an option; one that was stored may be wrong."""
    try:
        return param.read(stored)
    except OptionError:
        return param.read(param.default)


def _size_titles(offer: ExportOffer) -> dict[str, str]:
    titles = {
        name: f"{name.capitalize()}, {preset[0]:.0f} × {preset[1]:.0f} mm"
        for name, preset in offer.presets.items()
    }
    return {**titles, _OWN: "Own size"}


class MotionFields(FormGroup):
    """Shows and returns frames, speed and end."""

    def __init__(self, offer: ExportOffer) -> None:
        super().__init__("Animation")
        frames = offer.motion["frames"]
        limits = frames.kind.limits
        assert isinstance(limits, Count)
        self.frames = named(ChoiceEditor(_FRAMES), frames.title, frames.effect)
        most = CountEditor(limits.least, limits.most or limits.least)
        self.count = named(most, "Number of frames", "How many frames there are at most")
        self.fps, self.hold = (editor_of(offer.motion[name]) for name in ("fps", "hold"))
        again = "Play again and again"
        self.loops = named(FlagEditor(again), again, "Begin anew after the last frame")
        counts = "Counts visits and updates"
        tip = "Visit, epoch and updates made stand below every frame"
        self.counter = named(FlagEditor(counts), counts, tip)
        for title, editor in (
            ("&Frames", self.frames),
            ("&Number", self.count),
            (_label(offer.motion["fps"]), self.fps),
            (_label(offer.motion["hold"]), self.hold),
            ("", self.loops),
            ("", self.counter),
        ):
            self.add_row(title, editor)
            editor.value_requested.connect(self._on_changed)

    def show_choices(self, choices: ExportChoices) -> None:
        """Show how an animation is to move."""
        is_even = choices.frames.isdecimal()
        self.frames.show_value(_EVEN if is_even else choices.frames)
        if is_even:
            self.count.setValue(int(choices.frames))
        self.fps.show_value(choices.fps)
        self.hold.show_value(choices.hold)
        self.loops.setChecked(choices.loops)
        self.counter.setChecked(choices.counter)
        self._show_count()

    def chosen_frames(self) -> str:
        """Return how many frames there are to be, or which."""
        key = self.frames.value()
        return str(self.count.value()) if key == _EVEN else key

    def _show_count(self) -> None:
        self.form.setRowVisible(self.count, self.frames.value() == _EVEN)

    @Slot()
    def _on_changed(self) -> None:
        self._show_count()
        self.changed.emit()
