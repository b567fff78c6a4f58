"""Which panels are in front: the last one comes back when another is closed, none of them shows
what the page beside it shows already, and a plot that is opened has room to be read."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtWidgets import QMainWindow

from perceptron_gui.views.chrome.dock import DockPanel
from perceptron_gui.views.widgets.stage import is_seen

# The panels whose plots a page shows again.
TWINS: dict[str, tuple[str, ...]] = {
    "proof": ("norms",),
    "cycle": ("norms",),
    "arena": ("norms", "loss"),
}
ALONE = ("start",)  # pages with no panels beside them

_WORDS_SHARE = 0.27  # of the width of the window, for panels without plots
_LEGIBLE = 18  # heights of letters that a plot needs, with its title, legend and tabs


class TabHistory:
    """Remembers which panels were in front, and brings the last of them back."""

    def __init__(self, window: QMainWindow, docks: Mapping[str, DockPanel]) -> None:
        self._window = window
        self._seen: list[DockPanel] = []  # the one that came to the front last is last
        self._next: DockPanel | None = None
        self.is_paused = False  # while a whole layout is restored
        for dock in docks.values():
            dock.visibilityChanged.connect(partial(self._on_visibility_changed, dock))
            dock.closing.connect(partial(self._on_closing, dock))
            dock.closed.connect(self._on_closed)

    def _on_visibility_changed(self, dock: DockPanel, visible: bool) -> None:
        if visible:
            self._seen = [each for each in self._seen if each is not dock] + [dock]

    def _on_closing(self, dock: DockPanel) -> None:
        """Find who was in front before, while the panel is still there to be asked."""
        beside = self._window.tabifiedDockWidgets(dock)
        behind = [each for each in self._seen if each in beside and not each.isHidden()]
        is_due = is_seen(dock) and not self.is_paused
        self._next = behind[-1] if is_due and behind else None

    def _on_closed(self) -> None:
        following, self._next = self._next, None
        if following is not None:
            following.raise_()


class TwinPanels:
    """Hides the panels whose plots are on the visible page, and brings them back afterwards."""

    def __init__(self, window: QMainWindow, docks: Mapping[str, DockPanel]) -> None:
        self._window, self._docks = window, docks
        self._hidden: dict[str, bool] = {}  # those that were hidden, and whether they were in front
        self._sizes: dict[DockPanel, QSize] = {}  # of all panels before that
        self.layout_before = QByteArray()  # of all panels before that; empty while none is hidden

    def show_page(self, name: str, layout: QByteArray, allowed: Collection[str]) -> None:
        """Hide what a page shows again, and show the rest; `layout` is that with all of them."""
        # Panels that come back just now have not got their sizes yet.
        sizes = self._sizes or {
            dock: dock.size()
            for dock in self._docks.values()
            if is_seen(dock) and not dock.isFloating()
        }
        self._bring_back(allowed)
        names = self._docks if name in ALONE else TWINS.get(name, ())
        twins = {twin: self._docks[twin] for twin in names}
        hidden = {
            twin: dock in sizes
            for twin, dock in twins.items()
            if not dock.isHidden() and not dock.isFloating()
        }
        if not hidden:
            return
        self._hidden, self._sizes, self.layout_before = hidden, sizes, layout
        for twin in hidden:
            self._docks[twin].hide()
        self._make_room([self._docks[twin] for twin in hidden])

    def _bring_back(self, allowed: Collection[str]) -> None:
        hidden, sizes = self._hidden, self._sizes
        self._hidden, self._sizes, self.layout_before = {}, {}, QByteArray()
        back = {
            self._docks[twin]: was_front
            for twin, was_front in hidden.items()
            if twin in allowed and self._docks[twin].isHidden()  # else somebody has opened it
        }
        for dock, was_front in back.items():
            dock.show()
            if was_front:
                dock.raise_()
        if back:
            docks = list(sizes)
            for way, lengths in (
                (Qt.Orientation.Horizontal, [size.width() for size in sizes.values()]),
                (Qt.Orientation.Vertical, [size.height() for size in sizes.values()]),
            ):
                self._window.resizeDocks(docks, lengths, way)

    def _make_room(self, hidden: list[DockPanel]) -> None:
        """Let the page have the width that only plots need, where none is left beside it."""
        area = self._window.dockWidgetArea(hidden[0])
        left = [
            dock
            for dock in self._docks.values()
            if not (dock.isHidden() or dock.isFloating())
            and self._window.dockWidgetArea(dock) == area
        ]
        if left and all(dock.grip is None for dock in left):
            width = round(_WORDS_SHARE * self._window.width())
            self._window.resizeDocks(left, [width] * len(left), Qt.Orientation.Horizontal)


class PlotRoom:
    """Makes plots that are opened high enough, and gives the others their heights back."""

    def __init__(self, window: QMainWindow, docks: Mapping[str, DockPanel]) -> None:
        self._window, self._docks = window, docks
        self._given: set[DockPanel] = set()  # the plots that were made higher
        self._before: dict[DockPanel, int] = {}  # how high panels were before the first of them
        for dock in docks.values():
            dock.closed.connect(partial(self._on_closed, dock))

    def give(self, dock: DockPanel) -> None:
        """Make a plot that is seen high enough, at the cost of those above and below."""
        column = self._column(dock)
        needed = round(_LEGIBLE * self._window.fontMetrics().height())
        if column.get(dock, needed) >= needed:
            return
        self._given.add(dock)
        self._before = self._before or column
        together = sum(column.values())
        left = max(0, together - needed) / max(1, together - column[dock])
        shares = {each: round(left * height) for each, height in column.items()}
        self._resize({**shares, dock: needed})

    def forget(self) -> None:
        """Leave heights as they are: a layout is restored, which has its own."""
        self._given, self._before = set(), {}

    def _column(self, dock: DockPanel) -> dict[DockPanel, int]:
        """Return the heights of all panels that are seen on the side of one."""
        layout = self._window.layout()
        assert layout is not None
        layout.activate()
        area = self._window.dockWidgetArea(dock)
        return {
            each: each.height()
            for each in self._docks.values()
            if is_seen(each) and not each.isFloating() and self._window.dockWidgetArea(each) == area
        }

    def _on_closed(self, dock: DockPanel) -> None:
        if dock not in self._given:
            return
        self._given.discard(dock)
        if self._given:
            return
        before, self._before = self._before, {}
        column = self._column(dock)
        known = {each: before[each] for each in column if each in before}
        others = [each for each in column if each not in known]  # what was behind the plot
        left = sum(column.values()) - sum(known.values())
        self._resize(known | dict.fromkeys(others, left // max(1, len(others))))

    def _resize(self, heights: Mapping[DockPanel, int]) -> None:
        self._window.resizeDocks(list(heights), list(heights.values()), Qt.Orientation.Vertical)
