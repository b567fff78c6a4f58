"""How Qt itself looks in a theme: letters, palette, and the style sheet of resources/style."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from functools import cache
from string import Template

from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from perceptron_gui.base.resources import shipped
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES, TOKENS, Theme
from perceptron_gui.views.paint.ink import FONT

from .text import mixed

FAMILY = "Inter"
MATHEMATICAL = "DejaVu Sans"  # has the signs that Inter lacks
FILES = (
    "Inter-Regular.otf",
    "Inter-SemiBold.otf",
    "Inter-Bold.otf",  # else Qt smears the letters of the weight below to make bold ones
    "Inter-Italic.otf",
    "DejaVuSans.ttf",
    "DejaVuSans-Bold.ttf",
)


@cache
def load_fonts() -> None:
    """Make the fonts known to Qt; an application has to exist."""
    for name in FILES:
        path = shipped("fonts", name)
        if QFontDatabase.addApplicationFont(str(path)) < 0:
            raise RuntimeError(f"{path} is not a font; please reinstall the program.")
    QFont.insertSubstitution(FAMILY, MATHEMATICAL)


_STYLE = "fusion"
_Group, _Role = QPalette.ColorGroup, QPalette.ColorRole
_WRONG = 0.18  # of the colour of mistakes in a field that holds something wrong
_LENGTH = re.compile(r"(\d+)([ub])(t?)\b")  # pixels, or points of letters


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


def apply_theme(
    app: QApplication, theme: Theme, scale: float = 1.0, bars: float | None = None
) -> None:
    """Show the whole application in a theme; what is so already takes no time.

    Bars may have smaller letters: they are read by one person, and have to fit into the window.
    """
    load_fonts()
    font, palette = QFont(FAMILY), palette_of(theme)
    sheet = style_sheet(theme, scale, scale if bars is None else bars)
    font.setPointSizeF(FONT * scale)
    if (app.font(), app.palette(), app.styleSheet()) == (font, palette, sheet):
        return
    if not app.styleSheet() and app.style().name() != _STYLE:
        app.setStyle(_STYLE)
    app.setFont(font)
    app.setPalette(palette)
    app.setStyleSheet(sheet)
    # Now, not in the next turn of the loop: what comes after this fits panels to the letters.
    app.sendPostedEvents(None, QEvent.Type.ApplicationFontChange)
    app.sendPostedEvents(None, QEvent.Type.ApplicationPaletteChange)


def style_sheet(theme: Theme, scale: float, bars: float) -> str:
    """Return the style sheet in the colours of a theme, its lengths grown with the letters."""
    tokens = TOKENS[theme.name]
    surface, mistake = theme.background, theme.style(Role.MISTAKE).color
    names = asdict(tokens) | {
        "surface": surface,
        "text": theme.text,
        "muted": theme.muted,
        "mistake": mistake,
        "wrong": mixed(QColor(surface), QColor(mistake), _WRONG).name(),
        "style": shipped("style").as_posix(),
        "tick": "tick.svg" if tokens.on_accent == "#FFFFFF" else "tick-dark.svg",
    }
    source = shipped("style", "window.qss").read_text(encoding="utf-8")
    scales = {"u": scale, "b": bars}

    def sized(found: re.Match[str]) -> str:
        length = int(found[1]) * scales[found[2]]
        return f"{length:g}pt" if found[3] else f"{max(1, round(length))}px"

    return Template(_LENGTH.sub(sized, source)).substitute(names)


def palette_of(theme: Theme) -> QPalette:
    """Return the colours of what the style sheet leaves to the palette, and of our own paint."""
    tokens, text, base = TOKENS[theme.name], QColor(theme.text), QColor(theme.background)
    accent, border = QColor(tokens.accent), QColor(tokens.border)
    colors = {
        _Role.Window: QColor(tokens.page),
        _Role.Base: base,
        _Role.AlternateBase: QColor(tokens.page),
        _Role.Button: base,
        _Role.ToolTipBase: QColor(tokens.soft),
        _Role.Light: base,
        _Role.Midlight: border,
        _Role.Mid: border,
        _Role.Dark: QColor(tokens.faint),
        _Role.Shadow: QColor(tokens.faint),
        _Role.PlaceholderText: QColor(theme.muted),
        _Role.Highlight: accent,
        _Role.Accent: accent,
        _Role.Link: accent,
        _Role.LinkVisited: accent,
        _Role.HighlightedText: QColor(tokens.on_accent),
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
        palette.setColor(_Group.Disabled, role, QColor(tokens.faint))
    return palette
