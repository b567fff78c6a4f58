"""The font that comes with the program: Qt brings none, and machines without one show boxes."""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QFontDatabase

from perceptron_gui.shipped import shipped

FAMILY = "DejaVu Sans"
FILES = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")


@cache
def load_fonts() -> None:
    """Make the font known to Qt; an application has to exist."""
    for name in FILES:
        path = shipped("fonts", name)
        if QFontDatabase.addApplicationFont(str(path)) < 0:
            raise RuntimeError(f"{path} is not a font; please reinstall the program.")
