"""The panels around the canvas: docks that move, float, close and are restored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QMainWindow, QWidget

from perceptron_gui.views.chrome.dock import DockPanel
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.widgets.focus import follow
from perceptron_gui.views.widgets.stage import is_seen

from .fronts import PlotRoom, TabHistory, TwinPanels
from .pages import load_class

# Views in docks, what they are called, and whether they are open at first.
PLOTS: dict[str, tuple[str, bool]] = {
    "norms": ("‖w‖² and bounds", True),
    "loss": ("Loss and errors", True),
    "agreement": ("Agreement", False),
    "weight-space": ("Weight space", False),
    "cosine": ("Angle to w*", False),
    "distance": ("Distance to αw*", False),
    "neuron": ("Neuron", False),
    "projection": ("Two vectors", False),
    "tally": ("Tally of mistakes", False),
    "losses": ("Loss of each point", False),
    "activations": ("Activations", False),
}
TITLES = {
    "rules": "Rule",
    "points": "Points",
    **{name: title for name, (title, _) in PLOTS.items()},
    "explanation": "This visit, explained",
    "why": "Why",
    "what-if": "What if",
}
# Panels that are closed at first, and in front of which they open.
_CLOSED = {
    **{name: "loss" for name, (_, is_open) in PLOTS.items() if not is_open},
    "why": "explanation",
    "points": "rules",
    "what-if": "rules",
    "rules": "",
}
# Panels whose modules most sessions do without.
_LATE = {
    "why": "perceptron_gui.views.explain.why.WhyPanel",
    "what-if": "perceptron_gui.views.what_if.panel.WhatIfPanel",
}
# Plots that take the mouse in ways of their own.
_OWN_PLOTS = {
    "projection": "perceptron_gui.views.figure.vectors.VectorView",
    "distance": "perceptron_gui.views.figure.factor.FactorView",
}
_LAYOUT_VERSION = 6
_LEFT, _RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
_SIDE = dict.fromkeys(("rules", "points", "what-if"), _LEFT)
# The shares of the window's width that panels take at first.
_LEFT_SHARE, _RIGHT_SHARE, _PRESENTED_SHARE = 0.17, 0.4, 0.38
_MOST_SHARE = 0.44  # however large the letters
_PLANE_PX, _PLANE_LABELS = 330, 9  # the least width of its axes, and in heights of letters
# In heights of letters: the least width at the right, what a stack needs, and what is needed to
# show the explanation beside a plot.
_NARROWEST, _STACKED, _PAIRED = 20, 47, 22
# Heights to each other; and in heights of letters, what the arithmetic of a mistake needs.
_STACK = {"norms": 246, "loss": 174, "explanation": 203}
_EXPLAINED = 13.55
_TABS = {"norms": 25, "explanation": 23}
_PRESENTED = {"norms": 11, "explanation": 10}  # what stays in front of a class


class Panels:
    """The docks of a window by name, and their layout."""

    def __init__(
        self, window: QMainWindow, plane: QWidget, makers: Mapping[str, Callable[[], QWidget]]
    ) -> None:
        self._window = window
        self._plane = plane
        # The order in which they come is that of the tab key.
        self.docks = {
            name: DockPanel(name, title, makers[name], window) for name, title in TITLES.items()
        }
        for name, dock in self.docks.items():
            dock.setVisible(name not in _CLOSED)
            window.addDockWidget(_SIDE.get(name, _RIGHT), dock)
        for name, other in _CLOSED.items():  # one more below would leave all of them too low
            if other:
                window.tabifyDockWidget(self.docks[other], self.docks[name])
            self.docks[name].toggleViewAction().triggered.connect(partial(self._bring, name))
        for name, dock in self.docks.items():
            dock.filled.connect(partial(self._on_filled, name))
        self._history = TabHistory(window, self.docks)
        self._twins = TwinPanels(window, self.docks)
        self._room = PlotRoom(window, self.docks)
        self._page = ""
        self._first = QByteArray()
        self._arranged: dict[str, object] = {}
        self._is_low = False
        # The shares of the window's width that somebody gave to its sides.
        self._chosen: dict[Qt.DockWidgetArea, float] = {}
        # Where panels are besides presentations, while there is one or it is being left.
        self._before: QByteArray | None = None
        self._size_before = QSize()
        self._taken = 0  # pixels of the width that a panel of another kind takes

    def _on_filled(self, name: str) -> None:
        """Keep the tab order: after the plane the panels, however late they are opened."""
        order = list(self.docks)
        *earlier, added = (self.docks[each].widget() for each in order[: order.index(name) + 1])
        follow([part for part in earlier if part is not None], added, self._plane)

    def toggle(self, name: str) -> None:
        """Open a panel in front of others, or close it where it is seen."""
        dock = self.docks[name]
        dock.setVisible(not is_seen(dock))
        self._bring(name)

    def _bring(self, name: str) -> None:
        """Bring a panel to the front; a plot that is opened there gets room to be read."""
        self.docks[name].raise_()
        if name in PLOTS and self._before is None:
            self._room.give(self.docks[name])

    def state(self) -> QByteArray:
        """Return the layout of the panels, outside presentations and with all that are hidden."""
        before = self._before or self._twins.layout_before
        return before or self._window.saveState(_LAYOUT_VERSION)

    def show_page(self, name: str) -> None:
        """Hide the panels whose plots a page shows again, and show the others."""
        self._page = name
        allowed = self.docks if self._before is None else _PRESENTED
        self._twins.show_page(name, self.state(), allowed)

    def remember(self) -> None:
        """Store the present layout as the default."""
        self._first = self.state()

    def restore(self, state: QByteArray | bytes) -> bool:
        """Restore a layout; tell whether that could be done."""
        self._history.is_paused = True
        self._room.forget()
        is_restored = self._window.restoreState(state, _LAYOUT_VERSION)
        self._history.is_paused = False
        return is_restored

    def lift(self) -> None:
        """Raise floating panels: those shown before their window lie behind it."""
        for dock in self.docks.values():
            if dock.isFloating() and dock.isVisible():
                dock.hide()
                dock.show()

    def lay_out(self) -> None:
        """Lay out panels that were never shown; only then they can be arranged."""
        layout = self._window.layout()
        assert layout is not None
        self._window.ensurePolished()
        layout.activate()

    def arrange(self, anew: bool = False) -> None:
        """Fit the panels into the window; `anew` restores the default layout first."""
        size = self._window.size()
        if anew:
            self.restore(self._first)
        em = self._window.fontMetrics().height()
        is_low = self._is_low = self._needs_tabs()
        self._chosen = {}
        if is_low:
            for name in [name for name in PLOTS if name != "norms"]:
                self._window.tabifyDockWidget(self.docks["norms"], self.docks[name])
            if size.height() < _PAIRED * em:
                self._window.tabifyDockWidget(self.docks["loss"], self.docks["explanation"])
            self.docks["norms"].raise_()
            # The window had to grow for all of them below each other, and still believes in it.
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
            self._window.resize(size)
        widths = self._default_widths()
        sides = {"rules": widths[_LEFT], "norms": widths[_RIGHT]}
        self._resize(sides, Qt.Orientation.Horizontal)
        self._resize(_TABS if is_low else self._stack(), Qt.Orientation.Vertical)
        self._arranged = self._places()

    def _stack(self) -> dict[str, int]:
        """Return how high the panels at the right are; plots can be lower, a text cannot."""
        height = sum(self.docks[name].height() for name in _STACK)
        share, all_shares = _STACK["explanation"], sum(_STACK.values())
        needed = round(_EXPLAINED * self._window.fontMetrics().height())
        explained = max(round(height * share / all_shares), min(needed, height // 2))
        left = (height - explained) / (all_shares - share)
        plots = {name: round(left * part) for name, part in _STACK.items()}
        return {**plots, "explanation": explained}

    def leave_width(self, pixels: int) -> None:
        """Share what is left of the width when something else takes these pixels."""
        if pixels != self._taken:
            self._taken = pixels
            if self.is_presenting:
                self.settle(True)
            else:
                self.follow_window()

    def _needs_tabs(self) -> bool:
        return self._window.height() < _STACKED * self._window.fontMetrics().height()

    def _default_widths(self) -> dict[Qt.DockWidgetArea, int]:
        """Return how wide the sides of the window are if nobody says otherwise."""
        em, width = self._window.fontMetrics().height(), self._window.width() - self._taken
        wanted = max(_NARROWEST * em, round(_RIGHT_SHARE * width))
        left = max(round(_LEFT_SHARE * width), 12 * em)
        # Axes that can be read, and what stands beside them, are left to the plane.
        beside = max(width - _PLANE_PX - _PLANE_LABELS * em, width // 3)
        return {_LEFT: left, _RIGHT: min(wanted, round(_MOST_SHARE * width), beside)}

    @property
    def is_presenting(self) -> bool:
        """Tell whether there is a presentation, or one is being left."""
        return self._before is not None

    @property
    def is_arranged(self) -> bool:
        """Tell whether the panels were put where they are by the program."""
        return bool(self._arranged)

    def note_widths(self) -> None:
        """Remember how wide somebody has made the sides, for windows of other sizes."""
        width = self._window.width()
        self._chosen = {area: dock.width() / width for area, dock in self._sides().items()}

    def follow_window(self) -> None:
        """Give the sides their shares of a window that has another size."""
        if not self._window.isVisible():
            return
        is_untouched = not self._chosen and self._places() == self._arranged
        if is_untouched and self._needs_tabs() != self._is_low:
            self.arrange(anew=True)
            return
        if is_untouched and not self._is_low:
            self._resize(self._stack(), Qt.Orientation.Vertical)
        widths, sides = self._default_widths(), self._sides()
        for area, share in self._chosen.items():
            widths[area] = round(share * self._window.width())
        wanted = [widths[area] for area in sides]
        self._window.resizeDocks(list(sides.values()), wanted, Qt.Orientation.Horizontal)

    def _sides(self) -> dict[Qt.DockWidgetArea, DockPanel]:
        """Return a panel that can be seen on each side of the window."""
        found: dict[Qt.DockWidgetArea, DockPanel] = {}
        for dock in self.docks.values():
            area = self._window.dockWidgetArea(dock)
            is_wide = not dock.isFloating() and dock.width() > 1
            if is_wide and area in (_LEFT, _RIGHT) and is_seen(dock):
                found.setdefault(area, dock)
        return found

    def fit(self) -> None:
        """Arrange the panels again for another font size, unless somebody has moved them."""
        if self._places() == self._arranged:
            self.arrange(anew=True)

    def _places(self) -> dict[str, object]:
        window = self._window
        return {
            name: (dock.isHidden(), dock.isFloating(), window.dockWidgetArea(dock),
                   len(window.tabifiedDockWidgets(dock)))
            for name, dock in self.docks.items()
        }  # fmt: skip

    def present(self) -> None:
        """Show only what a class looks at, without frames."""
        if self._before is None:
            self._before, self._size_before = self.state(), self._window.size()
        for name, dock in self.docks.items():
            dock.setVisible(name in _PRESENTED and not dock.isHidden() and not dock.isFloating())
            dock.show_frame(False)

    def leave(self) -> None:
        """Restore the layout from before the presentation."""
        for dock in self.docks.values():
            dock.show_frame(True)
        # Panels that still believe in large letters would not become as narrow as they were.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        if self._before is not None:
            self.restore(self._before)

    def settle(self, presenting: bool) -> None:
        """Resize the panels to the size that the window has by now."""
        if presenting:
            width = round(_PRESENTED_SHARE * (self._window.width() - self._taken))
            seen = self._sides()
            wanted = [*seen.values(), *(self.docks[name] for name in _PRESENTED)]
            self._window.resizeDocks(wanted, [width] * len(wanted), Qt.Orientation.Horizontal)
            self._resize(_PRESENTED, Qt.Orientation.Vertical)
        elif self._before is not None:
            self.restore(self._before)
            if self._window.size() == self._size_before:
                self.stay()

    def stay(self) -> None:
        """Keep the present layout: the presentation is over."""
        self._before = None
        self.show_page(self._page)

    def heights(self) -> dict[str, int]:
        """Return how high the panels are that can be seen."""
        seen = (each for each in self.docks.items() if each[1].isVisible())
        return {name: dock.height() for name, dock in seen if not dock.isFloating()}

    def restore_heights(self, heights: dict[str, int]) -> None:
        """Make the panels as high as they were."""
        self._resize(heights, Qt.Orientation.Vertical)

    def _resize(self, sizes: dict[str, int], way: Qt.Orientation) -> None:
        docks = [self.docks[name] for name in sizes]
        self._window.resizeDocks(docks, list(sizes.values()), way)


class PanelParts(QObject):
    """Makes the plots, the proof and the what-if of their panels when these are first opened."""

    made = Signal(str, object)  # the name of a panel, and its part

    def __init__(self) -> None:
        super().__init__()
        self.plots: dict[str, FigureView] = {}
        self.by_name: dict[str, Any] = {}  # all that were made

    @property
    def makers(self) -> dict[str, Callable[[], QWidget]]:
        """What makes the part of a panel, by the panel's name."""
        paths = {**_LATE, **_OWN_PLOTS}
        late = {name: lambda path=path: load_class(path)() for name, path in paths.items()}
        makers = {**dict.fromkeys(PLOTS, FigureView), **late}
        return {name: partial(self._make, name, make) for name, make in makers.items()}

    def _make(self, name: str, make: Callable[[], Any]) -> QWidget:
        part = self.by_name[name] = make()
        if name in PLOTS:
            self.plots[name] = part
        self.made.emit(name, part)
        widget: QWidget = part
        return widget
