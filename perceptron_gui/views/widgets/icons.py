"""Icons: the SVG files of resources/icons, drawn in the colours of the application's palette."""

from __future__ import annotations

import re
from functools import cache

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QGuiApplication,
    QIcon,
    QIconEngine,
    QPainter,
    QPalette,
    QPixmap,
    QPixmapCache,
)
from PySide6.QtSvg import QSvgRenderer

from perceptron_gui.base.resources import shipped

APPLICATION = "perceptron-gui"
_Role = QPalette.ColorRole
# The colours in the files, which look right in any viewer, and what each stands for.
_COLORS = {
    "currentColor": _Role.WindowText,
    "#0b5cad": _Role.Highlight,
    "#ffffff": _Role.HighlightedText,
    "#c2184b": _Role.BrightText,
}
_COLOR = re.compile("|".join(_COLORS))


@cache
def icon_names() -> frozenset[str]:
    """Return the names of all icons; the icon of an action is called like the action's id."""
    return frozenset(path.stem for path in shipped("icons").glob("*.svg"))


def themed_icon(name: str) -> QIcon:
    """Return an icon that follows the palette and is sharp at every size."""
    return QIcon(_IconEngine(name))


def application_icon() -> QIcon:
    """Return the icon of the program, which looks the same in every theme."""
    return QIcon(str(shipped("icons", f"{APPLICATION}.svg")))


class _IconEngine(QIconEngine):
    """Draws an icon whenever Qt asks for it, so that nobody has to redraw it for another theme."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Draw the icon into a rectangle."""
        svg = _recoloured(_source(self._name), mode, state)
        QSvgRenderer(svg.encode()).render(painter, QRectF(rect))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Return the icon as an image; buttons ask for it whenever they are painted."""
        svg, known = _recoloured(_source(self._name), mode, state), QPixmap()
        key = f"{size.width()} {size.height()} {svg}"
        if QPixmapCache.find(key, known):
            return known
        picture = QPixmap(size)
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as painter:
            self.paint(painter, QRect(QPoint(), size), mode, state)
        QPixmapCache.insert(key, picture)
        return picture

    def clone(self) -> QIconEngine:
        """Return a copy for an icon that is about to be changed, which none of ours ever is.

        WORKAROUND PySide 6.10: it deletes what this returns, though Qt owns it, unless it is kept.
        """
        _CLONES.append(_IconEngine(self._name))
        return _CLONES[-1]


_CLONES: list[_IconEngine] = []


@cache
def _source(name: str) -> str:
    return shipped("icons", f"{name}.svg").read_text(encoding="utf-8")


def _recoloured(svg: str, mode: QIcon.Mode, state: QIcon.State) -> str:
    """Return a file in the colours of the palette; what is switched on is drawn in its accent."""
    palette, group = QGuiApplication.palette(), QPalette.ColorGroup.Active
    if mode == QIcon.Mode.Disabled:
        group = QPalette.ColorGroup.Disabled
    roles = dict(_COLORS)
    if state == QIcon.State.On:
        roles["currentColor"] = _Role.Highlight
    # All at once: white letters are no longer told from what was white in the file.
    return _COLOR.sub(lambda found: palette.color(group, roles[found[0]]).name(), svg)
