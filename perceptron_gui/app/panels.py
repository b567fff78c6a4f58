"""The panels around the canvas: docks that move, float, close and come back as they were."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QMainWindow, QWidget

from perceptron_gui.views.panel import Panel

# Views in docks, what they are called, and whether they are open at first.
PLOTS: dict[str, tuple[str, bool]] = {
    "norms": ("‖w‖² between its bounds", True),
    "loss": ("Loss and errors", True),
    "agreement": ("Agreement of every point", False),
    "weight-space": ("Weight space", False),
    "cosine": ("Angle to w*", False),
    "distance": ("Distance to αw*", False),
    "neuron": ("The neuron", False),
}
_LAYOUT_VERSION = 2
_LEFT, _RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
_SIDE = {"rules": _LEFT, "points": _LEFT}
# The shares of the window's width that panels take at first.
_LEFT_SHARE, _RIGHT_SHARE, _PRESENTED_SHARE = 0.17, 0.245, 0.3
# In heights of letters: the least width at the right, what both sides need, what a stack needs.
_NARROWEST, _BOTH_SIDES, _STACKED = 20, 74, 42
# Heights to each other.
_STACK = {"norms": 20, "loss": 18, "explanation": 23}
_TABS = {"norms": 30, "explanation": 23}
_PRESENTED = ("norms",)  # what stays in front of a class


class Panels:
    """Holds the docks of a window by their names, and puts them in their places."""

    def __init__(self, window: QMainWindow, contents: dict[str, tuple[str, QWidget]]) -> None:
        self._window = window
        self.docks = {
            name: Panel(name, title, content, window) for name, (title, content) in contents.items()
        }
        for name, dock in self.docks.items():
            window.addDockWidget(_SIDE.get(name, _RIGHT), dock)
        window.tabifyDockWidget(self.docks["rules"], self.docks["points"])
        self.docks["rules"].raise_()
        for name, (_, is_open) in PLOTS.items():
            self.docks[name].setVisible(is_open)
        self._first = QByteArray()
        self._arranged: dict[str, object] = {}
        self._before: QByteArray | None = None  # while presenting

    def state(self) -> QByteArray:
        """Return where the panels are."""
        return self._window.saveState(_LAYOUT_VERSION)

    def remember(self) -> None:
        """Take what is there now for what panels are at first."""
        self._first = self.state()

    def restore(self, state: QByteArray | bytes) -> bool:
        """Put the panels where they were; tell whether that could be done."""
        return self._window.restoreState(state, _LAYOUT_VERSION)

    def arrange(self) -> None:
        """Put the panels where they are at first, which depends on the room there is."""
        self.restore(self._first)
        em, width = self._window.fontMetrics().height(), self._window.width()
        for name in _SIDE:
            self.docks[name].setVisible(width >= _BOTH_SIDES * em)
        self.docks["rules"].raise_()
        is_low = self._window.height() < _STACKED * em
        if is_low:
            self._window.tabifyDockWidget(self.docks["norms"], self.docks["loss"])
            self.docks["norms"].raise_()
        right = max(_NARROWEST * em, round(_RIGHT_SHARE * width))
        sides = {"rules": round(_LEFT_SHARE * width), "norms": right}
        self._resize(sides, Qt.Orientation.Horizontal)
        self._resize(_TABS if is_low else _STACK, Qt.Orientation.Vertical)
        self._arranged = self._places()

    def fit(self) -> None:
        """Arrange the panels anew for other letters, unless somebody has moved them."""
        if self._places() == self._arranged:
            self.arrange()

    def _places(self) -> dict[str, object]:
        window = self._window
        return {
            name: (dock.isHidden(), dock.isFloating(), window.dockWidgetArea(dock),
                   len(window.tabifiedDockWidgets(dock)))
            for name, dock in self.docks.items()
        }  # fmt: skip

    def present(self) -> None:
        """Leave only what a class looks at, without frames."""
        self._before = self.state()
        for name, dock in self.docks.items():
            dock.setVisible(name in _PRESENTED and not dock.isHidden() and not dock.isFloating())
            dock.show_frame(False)

    def leave(self) -> None:
        """Put the panels back to where they were before the presentation."""
        for dock in self.docks.values():
            dock.show_frame(True)
        # Panels that still believe in large letters would not become as narrow as they were.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        if self._before is not None:
            self.restore(self._before)

    def settle(self, presenting: bool) -> None:
        """Give the panels their sizes once the window has its own."""
        if presenting:
            width = round(_PRESENTED_SHARE * self._window.width())
            self._resize(dict.fromkeys(_PRESENTED, width), Qt.Orientation.Horizontal)
        elif self._before is not None:
            self.restore(self._before)
            self._before = None

    def _resize(self, sizes: dict[str, int], way: Qt.Orientation) -> None:
        docks = [self.docks[name] for name in sizes]
        self._window.resizeDocks(docks, list(sizes.values()), way)
