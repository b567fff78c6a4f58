"""A figure as assistive technologies see it: what it shows in words, and its points as children."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QAccessible, QAccessibleInterface, QWindow
from PySide6.QtWidgets import QAccessibleWidget, QWidget

from perceptron_gui.base.text import count
from perceptron_gui.figures.description import described, title_of
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Dots, Points
from perceptron_gui.lectures.notation import point_number

Kind = QAccessible.Text
_MOST_POINTS = 60  # that are listed; nobody listens to more of them
_REACH = 8  # pixels around a point
_POINTS, _ASKED = "points", "asked"  # keys of marks


class ShownFigure(Protocol):
    """A widget with a figure, and where its places are."""

    @property
    def figure(self) -> Figure: ...

    def position_of(self, x: float, y: float) -> QPointF: ...


class FigureAccess(QAccessibleWidget):
    """Stands for a widget that shows a figure; what only paints a part of it is left out."""

    def __init__(
        self, widget: QWidget, shown: ShownFigure, painters: Callable[[], tuple[QWidget, ...]]
    ) -> None:
        super().__init__(widget, QAccessible.Role.Chart)
        self._widget, self.shown, self._painters = widget, shown, painters
        self._points: list[_PointAccess] = []  # made when they are asked for, and kept

    @property
    def points(self) -> Points | None:
        """The points of the figure, as they are now."""
        figure = self.shown.figure
        mark = figure.mark(_POINTS) if figure.has(_POINTS) else None
        return mark if isinstance(mark, Points) else None

    def point_rect(self, i: int) -> QRect:
        """Return where a point is on the screen."""
        mark = self.points
        if mark is None:
            return QRect()
        at = self.shown.position_of(float(mark.x[i]), float(mark.y[i])).toPoint()
        around = QPoint(_REACH, _REACH)
        at = self._widget.mapToGlobal(at)
        return QRect(at - around, at + around)

    def text(self, kind: Kind) -> str:
        if kind == Kind.Name:
            return self._widget.accessibleName() or title_of(self.shown.figure) or "Figure"
        if kind == Kind.Description:
            said = self._widget.accessibleDescription(), *self._sentences()
            return " ".join(filter(None, said))
        return super().text(kind)

    def _sentences(self) -> tuple[str, ...]:
        mark = self.points
        if mark is None or len(mark.x) <= _MOST_POINTS:
            return described(self.shown.figure)
        listed = f"{_MOST_POINTS} of {count(len(mark.x), 'point')} are listed here"
        return *described(self.shown.figure), f"{listed}; the panel Points has all of them."

    def childCount(self) -> int:
        return len(self._parts()) + self.points_listed

    @property
    def points_listed(self) -> int:
        """How many points are children."""
        return 0 if self.points is None else min(len(self.points.x), _MOST_POINTS)

    def child(self, index: int) -> QAccessibleInterface:
        parts = self._parts()
        if index < len(parts):
            return QAccessible.queryAccessibleInterface(parts[index])
        while len(self._points) <= index - len(parts):
            self._points.append(_PointAccess(self, len(self._points)))
            QAccessible.registerAccessibleInterface(self._points[-1])
        return self._points[index - len(parts)]

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        parts: list[Any] = self._parts()
        if isinstance(child, _PointAccess):
            return len(parts) + child.number
        return parts.index(child.object()) if child.object() in parts else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface:
        near = (i for i in range(self.points_listed) if self.point_rect(i).contains(x, y))
        found = next(near, None)
        if found is not None:
            return self.child(len(self._parts()) + found)
        return super().childAt(x, y)

    def _parts(self) -> list[QWidget]:
        """Return the widgets on the figure that can be used or read."""
        painters = self._painters()
        children = [each for each in self._widget.children() if isinstance(each, QWidget)]
        return [each for each in children if each not in painters and not each.isHidden()]


class _PointAccess(QAccessibleInterface):
    """A point of a figure. It knows only its place among them: figures come and go."""

    def __init__(self, figure: FigureAccess, number: int) -> None:
        super().__init__()
        self._figure, self.number = figure, number

    def isValid(self) -> bool:
        return self._figure.isValid() and self.number < self._figure.points_listed

    def object(self) -> None:  # type: ignore[override]
        return None

    def window(self) -> QWindow:
        return self._figure.window()

    def parent(self) -> QAccessibleInterface:
        return self._figure

    def child(self, index: int) -> None:  # type: ignore[override]
        return None

    def childAt(self, x: int, y: int) -> None:  # type: ignore[override]
        return None

    def childCount(self) -> int:
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.ListItem

    def state(self) -> QAccessible.State:
        return QAccessible.State()

    def rect(self) -> QRect:
        return self._figure.point_rect(self.number) if self.isValid() else QRect()

    def text(self, kind: Kind) -> str:
        mark = self._figure.points if kind == Kind.Name and self.isValid() else None
        return "" if mark is None else words_of_point(self._figure.shown.figure, mark, self.number)

    def setText(self, kind: Kind, text: str) -> None:
        """Nothing of a point is written here."""


def words_of_point(figure: Figure, mark: Points, i: int) -> str:
    """Say where a point of a figure is, its class, and whether it is classified as such."""
    x, y = float(mark.x[i]), float(mark.y[i])
    truth, predicted = int(mark.truth[i]), int(mark.predicted[i])
    name = to_plain(mark.class_names[truth > 0])
    asked: Any = figure.mark(_ASKED) if figure.has(_ASKED) else None
    if not all(mark.class_names):
        found = ""  # real targets have no classes
    elif predicted:
        found = "correct" if predicted == truth else "misclassified"
    elif isinstance(asked, Dots) and (x, y) in zip(asked.x, asked.y, strict=True):
        found = "asked about"
    else:
        found = to_plain(mark.label)
    words = f"Point {point_number(int(mark.index[i]))} at {place_words(x, y)}, class {name}"
    return f"{words}, {found}" if found else words


def place_words(x: float, y: float) -> str:
    """Write a place of a plane."""
    return f"({x:.6g}, {y:.6g})".replace("-", "−")
