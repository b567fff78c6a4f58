"""The page: a size by name or in millimetres, the theme, the letters, the pixels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QLabel, QSpinBox, QWidget

from perceptron_gui.figures.model.theme import DEFAULT, THEMES
from perceptron_gui.views.widgets.combo import NoWheelCombo

from .choices import ExportChoices, ExportOffer
from .fields import FormGroup, named, number_field, side_by_side

_OWN, _AUTOMATIC = "own", ""
_USUAL_SIZE = "page"
_FONTS = (6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 34)
_DPI = (72, 96, 100, 150, 200, 300, 600)


class PageFields(FormGroup):
    """Shows and tells the words of a page; only those that the format heeds are seen."""

    changed = Signal()

    def __init__(self, offer: ExportOffer) -> None:
        super().__init__("Page")
        self._presets = offer.presets
        self.size_menu = _menu(_size_titles(offer), "Size", "How large the figure will be in print")
        self.width_field = named(number_field(20, 2000, "mm", 1), "Width", "Width of the page")
        self.height_field = named(number_field(20, 2000, "mm", 1), "Height", "Height of the page")
        themes = {name: name.capitalize() for name in THEMES}
        self.theme = _menu(themes, "Theme", "Colours and strokes of the figure")
        self.font_size = _menu(
            {_AUTOMATIC: "Automatic", **{str(size): f"{size} pt" for size in _FONTS}},
            "Font size",
            "Size of the letters; automatic ones fit the size of the page",
        )
        families = {_AUTOMATIC: "Automatic", "sans": "Sans serif", "serif": "Serif"}
        self.family = _menu(families, "Letters", "Serif letters suit papers, others suit slides")
        self.dpi = _menu(
            {_AUTOMATIC: "Automatic", **{str(dpi): f"{dpi} dpi" for dpi in _DPI}},
            "Pixels",
            "Pixels an inch: 200, and 100 of animations, if automatic",
        )
        self.outlines = QCheckBox("Letters as shapes")
        named(self.outlines, "Letters as shapes", "For machines that do not have the font")
        self.standalone = QCheckBox("A document of its own")
        named(self.standalone, "A document of its own", "The file can be compiled alone")
        self._place()
        self._connect()

    def _place(self) -> None:
        self._sides = side_by_side(self.width_field, QLabel("×"), self.height_field)
        self.add_row("&Size", self.size_menu)
        self.add_row("", self._sides)
        self.add_row("&Theme", self.theme)
        self.add_row("F&ont", self.font_size)
        self.add_row("&Letters", self.family)
        self.add_row("Pi&xels", self.dpi)
        self.add_row("", self.outlines)
        self.add_row("", self.standalone)

    def _connect(self) -> None:
        self.size_menu.activated.connect(self._on_size_chosen)
        for side in (self.width_field, self.height_field):
            side.valueChanged.connect(self.changed)
        for menu in (self.theme, self.font_size, self.family, self.dpi):
            menu.activated.connect(self.changed)
        for box in (self.outlines, self.standalone):
            box.clicked.connect(self.changed)

    def show_words(self, words: Mapping[str, Any]) -> None:
        """Show a page."""
        size = str(words.get("size", _USUAL_SIZE))
        self.size_menu.show_key(size if size in self._presets else _OWN)
        self._show_sides(*self._sides_of(size))
        self.theme.show_key(str(words.get("theme", DEFAULT)))
        self.font_size.show_key(_digits(words.get("font")))
        self.family.show_key(str(words.get("family", _AUTOMATIC)))
        self.dpi.show_key(_digits(words.get("dpi")))
        self.outlines.setChecked(words.get("outlines") is True)
        self.standalone.setChecked(words.get("standalone") is True)

    def words(self) -> dict[str, Any]:
        """Return the page; what is automatic is not said."""
        key = self.size_menu.key()
        width, height = self.width_field.value(), self.height_field.value()
        words: dict[str, Any] = {
            "size": f"{width:g}x{height:g}mm" if key == _OWN else key,
            "theme": self.theme.key(),
            "font": self.font_size.key(),
            "family": self.family.key(),
            "dpi": self.dpi.key(),
            "outlines": self.outlines.isChecked(),
            "standalone": self.standalone.isChecked(),
        }
        return {name: value for name, value in words.items() if value}

    def show_heeded(self, heeded: tuple[str, ...]) -> None:
        """Show only what a format heeds."""
        rows: dict[str, QWidget] = {
            "size": self.size_menu,
            "theme": self.theme,
            "font": self.font_size,
            "family": self.family,
            "dpi": self.dpi,
            "outlines": self.outlines,
            "standalone": self.standalone,
        }
        for name, control in rows.items():
            self.form.setRowVisible(control, name in heeded)
        self.form.setRowVisible(self._sides, "size" in heeded and self.size_menu.key() == _OWN)
        self.setVisible(bool(heeded))

    def _sides_of(self, size: str) -> tuple[float, float]:
        if size in self._presets:
            return self._presets[size][:2]
        try:
            width, height = (float(side) for side in size.removesuffix("mm").split("x"))
        except ValueError:
            return self._presets[_USUAL_SIZE][:2]
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


def _menu(titles: Mapping[str, str], name: str, tip: str) -> NoWheelCombo:
    menu = named(NoWheelCombo(), name, tip)
    menu.show_entries(titles, {})
    return menu


def _size_titles(offer: ExportOffer) -> dict[str, str]:
    titles = {
        name: f"{name.capitalize()}, {preset[0]:.0f} × {preset[1]:.0f} mm"
        for name, preset in offer.presets.items()
    }
    return {**titles, _OWN: "Own size"}


def _digits(value: Any) -> str:
    """Return a number as the keys of menus write it."""
    try:
        return f"{float(value):g}"
    except (TypeError, ValueError):
        return _AUTOMATIC


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
        self.frames = named(NoWheelCombo(), "Frames", "Which moments of the run become a frame")
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
