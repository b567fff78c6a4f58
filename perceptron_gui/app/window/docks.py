"""The panels around the plane: docks, their first sizes, and the layout that is restored."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QMainWindow, QWidget

from perceptron_gui.views.chrome.dock import DockPanel
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.widgets.focus import follow
from perceptron_gui.views.widgets.stage import is_seen

from .pages import PLANE, WHY, load_class

# The views in docks: title, and whether it is open at first.
PLOTS: dict[str, tuple[str, bool]] = {
    "norms": ("‖w‖² and bounds", True),
    "loss": ("Loss and errors", True),
    "agreement": ("Agreement", False),
    "weight-space": ("Weight space", False),
    "bowl": ("Error over two weights", False),
    "mistakes": ("Mistakes of the first pass", False),
    "cosine": ("Angle to w*", False),
    "distance": ("Distance to αw*", False),
    "listing": ("Algorithm", False),
    "neuron": ("Neuron", False),
    "history": ("History", False),
    "projection": ("Two vectors", False),
    "tally": ("Tally of mistakes", False),
    "losses": ("Loss of each point", False),
    "activations": ("Activations", False),
}
TITLES = {
    "rules": "Rule",
    "data": "Data set",
    "points": "Points",
    **{name: title for name, (title, _) in PLOTS.items()},
    "explanation": "This visit, explained",
    "why": "Why",
    "what-if": "What if",
}
# Panels that are closed at first, each with the panel it opens in front of. Every open panel has
# one: Qt would keep the height of a single panel when the restored window is larger.
_PROOF = ("agreement", "cosine", "distance")
_CLOSED = {
    **{name: "loss" for name, (_, is_open) in PLOTS.items() if not is_open},
    **dict.fromkeys(_PROOF, "norms"),
    "why": "explanation",
    "points": "rules",
    "data": "rules",
    "what-if": "rules",
    "rules": "",
}
# Panels whose modules are loaded late: most sessions never open them.
_LATE = {
    "data": "perceptron_gui.views.data.settings.DataSettings",
    "why": "perceptron_gui.views.explain.why.WhyPanel",
    "what-if": "perceptron_gui.views.what_if.panel.WhatIfPanel",
    # Plots with their own mouse handling.
    "projection": "perceptron_gui.views.figure.dragged.VectorView",
    "distance": "perceptron_gui.views.figure.dragged.FactorView",
}
_LAYOUT_VERSION = 8
_LEFT, _RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
_SIDE = dict.fromkeys(("rules", "data", "points", "what-if"), _LEFT)
# The panels beside pages, where that is not the choice of the user: most need the whole window.
_BESIDE = {WHY: ("why",)}
# The share of the window's width that each side takes at first, and its least width in heights of
# letters. The plane keeps more than half, however large the letters are.
_SHARES = {_LEFT: 0.17, _RIGHT: 0.4}
_NARROWEST_EM = {_LEFT: 12, _RIGHT: 20}
_MOST_SHARE = 0.44
_BOTH_SHARE = 0.58  # of both sides together, where both have panels
# Relative heights of panels. The arithmetic of an update must fit without scrolling; plots shrink.
_HEIGHTS = {"loss": 200, "explanation": 203}
_USUAL_HEIGHT = 246
_ARITHMETIC_EM = 13.55
# Sizes of letters: in lower windows the plots are tabs at first, or only one panel is shown.
_STACKED_PX, _CROWDED_PX = 57, 40
_LEAST_PLANE_PX = 490  # with its tools, beside a lesson
_LEAST_PLOT_PX = 60  # low enough for a small screen with large letters


class Panels(QObject):
    """The docks of a window by name, what they hold, and their layout."""

    made = Signal(str, object)  # the name of a panel, and its content, when it is first opened

    def __init__(self, window: QMainWindow, plane: QWidget, own: Mapping[str, QWidget]) -> None:
        """Make the docks; the content of some exists, the rest is made when it is first seen."""
        super().__init__(window)
        self.plots: dict[str, FigureView] = {}  # all that were made
        self._window = window
        self._plane = plane
        # This is also the order of the tab key.
        self.docks = {
            name: DockPanel(
                name, title, partial(self._content, name, own.get(name)), window, name in PLOTS
            )
            for name, title in TITLES.items()
        }
        for name, dock in self.docks.items():
            dock.setVisible(name not in _CLOSED)
            window.addDockWidget(_SIDE.get(name, _RIGHT), dock)
            dock.filled.connect(partial(self._on_filled, name))
        for name, other in _CLOSED.items():  # tabs: below each other they would be too low
            if other:
                window.tabifyDockWidget(self.docks[other], self.docks[name])
        for name, dock in self.docks.items():
            dock.toggleViewAction().triggered.connect(partial(self._on_toggled, name))
        self.is_presenting = False
        self._page = PLANE
        self._is_crowded = False  # letters are so large that there is room for one panel only
        self._turns: list[str] = []  # the panels that take turns where only one is shown
        self._kept: QByteArray | None = None  # the layout to return to from a page or presentation
        self.is_sized = False  # the default layout gets its sizes when the window is first shown
        self._gone: dict[str, tuple[str, ...]] = {}  # what gave way to a panel beside a lesson
        self._taken = 0  # pixels of the width that the lesson panel takes
        self._right = 0  # the width of the right side before one at the left made it narrower
        self._first = QByteArray()

    def _content(self, name: str, own: QWidget | None) -> QWidget:
        if own is not None:
            return own
        part: QWidget = load_class(_LATE[name])() if name in _LATE else FigureView()
        if isinstance(part, FigureView):
            part.setMinimumHeight(_LEAST_PLOT_PX)
            part.setAccessibleName(PLOTS[name][0])
            self.plots[name] = part
        self.made.emit(name, part)
        return part

    def _on_filled(self, name: str) -> None:
        """Keep the tab order plane, panels, transport, even for panels that are opened late."""
        self.docks[name].bar.buttons.setVisible(not self.is_presenting)
        order = list(self.docks)
        *earlier, added = (self.docks[each].part for each in order[: order.index(name) + 1])
        assert added is not None
        follow([part for part in earlier if part is not None], added, self._plane)

    def toggle(self, name: str) -> None:
        """Open a panel in front of others, or close it if it is visible."""
        dock = self.docks[name]
        dock.setVisible(not is_seen(dock))
        self._on_toggled(name)

    def _on_toggled(self, name: str, _is_open: bool = False) -> None:
        """Bring a panel to the front; where only one is shown it takes the place of that one."""
        is_open = not self.docks[name].isHidden()
        if self._is_single:
            first = [name] if is_open else []
            self.show_only([*first, *(each for each in self._turns if each != name)])
        else:
            self._give_way(name, is_open)
            self.docks[name].raise_()
            if name == "listing" and self._is_docked(name):  # its lines need the height of two
                self._put_behind_each_other()
                self.docks[name].raise_()
            self._keep_plane_wide()

    def _give_way(self, name: str, is_open: bool) -> None:
        """Beside a lesson let the panels of one side hide for those of the other, if need be.

        They come back when the panel closes for which they made room.
        """
        if not is_open:
            for each in self._gone.pop(name, ()):
                self.docks[each].setVisible(True)
        elif self._taken and self._is_docked(name):
            side = _SIDE.get(name, _RIGHT)
            others = [
                each
                for each in self.docks
                if self._is_docked(each) and _SIDE.get(each, _RIGHT) != side
            ]
            needed = round(sum(_NARROWEST_EM.values()) * self._em) + _LEAST_PLANE_PX
            if others and needed > self._window.width() - self._taken:
                self._gone[name] = tuple(others)
                for each in others:
                    self.docks[each].hide()
        if self._taken:
            self._share()

    def show_next(self) -> None:
        """Show the next of the panels that take turns."""
        self.show_only([*self._turns[1:], *self._turns[:1]])

    @property
    def _is_single(self) -> bool:
        return self.is_presenting or self._is_crowded

    @property
    def opened(self) -> list[str]:
        """The panels that are open, or take turns."""
        if self._is_single:
            return self._turns
        return [name for name, dock in self.docks.items() if not dock.isHidden()]

    def remember(self) -> None:
        """Store the present layout as the default."""
        self._first = self.state()

    def state(self) -> QByteArray:
        """Return the layout to store; pages and presentations change it only for a while."""
        return self._kept or self._window.saveState(_LAYOUT_VERSION)

    def restore(self, state: QByteArray | bytes | None) -> None:
        """Restore a layout, or the default one if it is missing or invalid."""
        self._kept = None
        self.is_sized = state is not None and self._window.restoreState(state, _LAYOUT_VERSION)
        if not self.is_sized:
            self._window.restoreState(self._first, _LAYOUT_VERSION)
        self._take_turns(self.is_presenting, self._is_crowded)

    def show_page(self, name: str) -> None:
        """Show the panels beside a page; only those of the plane are chosen by the user."""
        self._page = name
        self._update()

    def present(self, is_presenting: bool) -> None:
        """Show one panel beside the plane, whose title has no buttons, or go back."""
        for dock in self.docks.values():
            if dock.part is not None:
                dock.bar.buttons.setVisible(not is_presenting)
        # Panels must know the new letters first, or they would not become narrow enough.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        self._take_turns(is_presenting, self._is_crowded)

    def fit(self) -> None:
        """Show one panel at a time while letters are too large for all of them, and go back."""
        if not self.is_sized:
            return  # the window may become higher before it is shown
        is_crowded = self._window.height() < _CROWDED_PX * self._window.fontInfo().pixelSize()
        if is_crowded != self._is_crowded and not self.is_presenting:
            self._take_turns(False, is_crowded)

    def _take_turns(self, is_presenting: bool, is_crowded: bool) -> None:
        """Let the panels that are open take turns, or show all of them again."""
        self._go_back()
        self.is_presenting = self._is_crowded = False
        self._turns = [name for name in self.opened if name not in _SIDE]
        self.is_presenting, self._is_crowded = is_presenting, is_crowded
        self._update()

    def leave_width(self, pixels: int) -> None:
        """Share the rest of the width when the lesson panel takes these pixels."""
        if pixels != self._taken:
            self._taken = pixels
            self._share()

    def _update(self) -> None:
        """Restore the layout, or keep it for later while a page or presentation has its own."""
        if self._page != PLANE or self._is_single:
            if self._kept is None:
                self._kept = self._window.saveState(_LAYOUT_VERSION)
            self.show_only(self._turns)
        else:
            self._go_back()
            if self._window.isVisible():
                self.give_sizes()

    def _go_back(self) -> None:
        """Restore the layout that was kept for later."""
        if self._kept is not None:
            self._window.restoreState(self._kept, _LAYOUT_VERSION)
            self._kept = None

    def show_only(self, names: Sequence[str]) -> None:
        """Close all panels but these, and bring the first of them to the front.

        Beside other pages than the plane there are only their own. In a presentation, and where
        letters are large, there is room for the first one; the others wait for their turn.
        """
        if self._is_single:
            self._turns = [name for name in names if not self.docks[name].is_denied]
            names = self._turns[:1]
        shown = names if self._page == PLANE else _BESIDE.get(self._page, ())
        self._gone.clear()
        for name, dock in self.docks.items():
            if dock.isHidden() == (name in shown):
                dock.setVisible(name in shown)
        for name in reversed(shown):
            self.docks[name].raise_()
        self._share()

    def lift(self) -> None:
        """Raise floating panels: if they are shown before the window, they lie behind it."""
        for dock in self.docks.values():
            if dock.isFloating() and dock.isVisible():
                dock.hide()
                dock.show()

    def give_sizes(self) -> None:
        """Give the panels their first sizes, unless a layout was restored."""
        layout = self._window.layout()
        if not self.is_sized and layout is not None:
            self.is_sized = True
            self._window.ensurePolished()
            layout.activate()  # without it a window that was never shown has no sizes
            if self._window.height() < _STACKED_PX * self._window.fontInfo().pixelSize():
                self._put_behind_each_other()
                self.docks["norms"].raise_()
            self._share()

    def _put_behind_each_other(self) -> None:
        """Show the plots as tabs in the place of the first one."""
        for name in [name for name in PLOTS if name != "norms"]:
            if not (self.docks[name].isFloating() or self.docks["norms"].isFloating()):
                self._window.tabifyDockWidget(self.docks["norms"], self.docks[name])

    def _keep_plane_wide(self) -> None:
        """Make the right side narrower while a panel at the left leaves too little to the plane."""
        room = self._window.width() - self._taken
        left = max((self._narrowest(name) for name in self._stacked(_LEFT)), default=0)
        others = self._stacked(_RIGHT)
        right = max((self.docks[name].width() for name in others), default=0)
        if left and left + right > _BOTH_SHARE * room:
            self._right = self._right or right
            self._share()
        elif not left and self._right:
            self._resize(dict.fromkeys(others, self._right), Qt.Orientation.Horizontal)
            self._right = 0

    def _share(self) -> None:
        """Share the window between the plane and the panels that are open."""
        window = self._window
        # A presentation fills the screen, but perhaps not yet.
        width = window.screen().size().width() if self.is_presenting else window.width()
        room = width - self._taken
        left = max((self._narrowest(name) for name in self._stacked(_LEFT)), default=0)
        beside_plane = room - _LEAST_PLANE_PX
        for area, share in _SHARES.items():
            names = self._stacked(area)
            wanted = max(share * room, _NARROWEST_EM[area] * self._em)
            if area == _RIGHT and left:  # the plane between them would be the narrowest
                wanted = min(
                    wanted, max(_BOTH_SHARE * room - left, _NARROWEST_EM[_LEFT] * self._em)
                )
            side = round(min(wanted, _MOST_SHARE * room))
            if self._taken and not self.is_presenting:
                side = max(0, min(side, beside_plane))
            beside_plane -= side if names else 0
            self._resize(dict.fromkeys(names, side), Qt.Orientation.Horizontal)
            self._resize(self._heights(names), Qt.Orientation.Vertical)

    def _narrowest(self, name: str) -> int:
        """Return how wide a panel is at least."""
        return max(self.docks[name].minimumSizeHint().width(), _NARROWEST_EM[_LEFT] * self._em)

    def _stacked(self, area: Qt.DockWidgetArea) -> list[str]:
        """Return the panels of a side from top to bottom, one of each group of tabs."""
        found: list[str] = []
        for name, dock in self.docks.items():
            behind = {each.objectName() for each in self._window.tabifiedDockWidgets(dock)}
            is_here = self._is_docked(name) and self._window.dockWidgetArea(dock) == area
            if is_here and not behind & set(found):
                found.append(name)
        return found

    @property
    def has_right(self) -> bool:
        """Tell whether a panel stands at the right of the page."""
        return bool(self._stacked(_RIGHT))

    def _heights(self, names: Collection[str]) -> dict[str, int]:
        """Return relative heights for the panels of a side; the text comes before plots."""
        heights = {name: _HEIGHTS.get(name, _USUAL_HEIGHT) for name in names}
        text = heights.get("explanation", 0)
        plots = sum(heights.values()) - text
        if text and plots:
            room = self._window.centralWidget().height()
            pixels = max(room * text / (text + plots), _ARITHMETIC_EM * self._em)
            share = min(pixels / room, 0.5)
            heights["explanation"] = round(plots * share / (1 - share))
        return heights

    @property
    def _em(self) -> int:
        return self._window.fontMetrics().height()

    def _is_docked(self, name: str) -> bool:
        dock = self.docks[name]
        return not dock.isHidden() and not dock.isFloating()

    def _resize(self, sizes: dict[str, int], way: Qt.Orientation) -> None:
        docks = [self.docks[name] for name in sizes]
        self._window.resizeDocks(docks, list(sizes.values()), way)
