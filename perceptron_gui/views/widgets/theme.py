"""How Qt itself looks in a theme: the palette of the Fusion style, and the font."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from perceptron_gui.base.resources import shipped
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES, Theme
from perceptron_gui.views.paint.ink import FONT

from .focus import ring_focus
from .text import mixed

FAMILY = "DejaVu Sans"
FILES = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")


@cache
def load_fonts() -> None:
    """Make the font known to Qt; an application has to exist."""
    for name in FILES:
        path = shipped("fonts", name)
        if QFontDatabase.addApplicationFont(str(path)) < 0:
            raise RuntimeError(f"{path} is not a font; please reinstall the program.")


_STYLE = "fusion"
_Group, _Role = QPalette.ColorGroup, QPalette.ColorRole
# How much of the text colour is mixed into the background of windows, buttons, frames and tips.
# Fusion draws frames darker than windows: on dark ones they are seen only if fields are darker yet.
_WINDOW_LIGHT, _WINDOW_DARK = 0.05, 0.17
_BUTTON, _FRAME, _TIP, _DISABLED = 0.06, 0.3, 0.08, 0.5


@dataclass(frozen=True)
class Look:
    """A theme, and how many times as large everything is."""

    theme: Theme
    scale: float = 1.0


# The looks of the window by the name in its menu; letters for a projector are read from afar.
LOOKS = {
    "light": Look(THEMES["light"]),
    "dark": Look(THEMES["dark"]),
    "contrast": Look(THEMES["contrast"]),
    "projector": Look(THEMES["light"], 1.35),
}


def apply_theme(app: QApplication, theme: Theme, scale: float = 1.0) -> None:
    """Show the whole application in a theme; what is so already takes no time."""
    load_fonts()
    ring_focus(app)
    font, palette = QFont(FAMILY), palette_of(theme)
    font.setPointSizeF(FONT * scale)
    if app.style().name() != _STYLE:
        app.setStyle(_STYLE)
    if (app.font(), app.palette()) != (font, palette):
        app.setFont(font)
        app.setPalette(palette)
        for kind in _FIELDS if theme.controls else ():
            # PySide takes a str, whatever its stubs say.
            app.setPalette(_of_fields(palette, theme), kind)  # type: ignore[arg-type]
        # Now, not in the next turn of the loop: what comes after this fits panels to the letters.
        app.sendPostedEvents(None, QEvent.Type.ApplicationFontChange)
        app.sendPostedEvents(None, QEvent.Type.ApplicationPaletteChange)


# What is written in or ticked has the colour of the page, and would not be seen on such a window.
_FIELDS = ("QLineEdit", "QAbstractSpinBox", "QCheckBox", "QRadioButton")


def _of_fields(palette: QPalette, theme: Theme) -> QPalette:
    """Return the colours of fields on a window that is as dark as they would be."""
    own = QPalette(palette)
    own.setColor(_Role.Base, QColor(theme.controls))
    return own


def palette_of(theme: Theme) -> QPalette:
    """Return the colours of widgets."""
    text, base = QColor(theme.text), QColor(theme.background)
    accent = QColor(theme.style(Role.POSITIVE).color)  # of what is chosen or has the focus
    is_dark = base.lightness() < text.lightness()
    window = mixed(base, text, _WINDOW_DARK if is_dark else _WINDOW_LIGHT)
    button, frame = mixed(window, text, _BUTTON), _FRAME
    if theme.controls:  # nothing is grey
        window, button, frame = base, QColor(theme.controls), 0.5
    colors = {
        _Role.Window: window,
        _Role.Base: base,
        _Role.AlternateBase: mixed(base, text, _WINDOW_LIGHT),
        _Role.Button: button,
        _Role.ToolTipBase: mixed(base, text, _TIP),
        _Role.Light: mixed(window, text, _WINDOW_LIGHT),
        _Role.Midlight: mixed(window, text, _BUTTON),
        _Role.Mid: mixed(base, text, frame),
        _Role.Dark: mixed(base, text, 2 * frame),
        _Role.Shadow: mixed(base, text, 2 * frame),
        _Role.PlaceholderText: QColor(theme.muted),
        _Role.Highlight: accent,
        _Role.Accent: accent,
        _Role.Link: accent,
        _Role.LinkVisited: accent,
        _Role.HighlightedText: base,
        _Role.BrightText: QColor(theme.style(Role.MISTAKE).color),
    }
    colors |= dict.fromkeys(
        (_Role.WindowText, _Role.Text, _Role.ButtonText, _Role.ToolTipText), text
    )
    palette = QPalette()
    for role, color in colors.items():
        palette.setColor(role, color)
    written = _Role.WindowText, _Role.Text, _Role.ButtonText, _Role.BrightText
    for role in (*written, _Role.Highlight):
        palette.setColor(_Group.Disabled, role, mixed(base, text, _DISABLED))
    return palette
