"""The window: the canvas in the middle, panels in docks, the transport below. No logic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QByteArray, QObject, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QToolBar, QWidget

from perceptron_gui.figures.theme import Theme
from perceptron_gui.views.canvas import Canvas
from perceptron_gui.views.explanation_panel import ExplanationPanel
from perceptron_gui.views.figure_view import FigureView
from perceptron_gui.views.point_table import PointTable
from perceptron_gui.views.read_out import ReadOut
from perceptron_gui.views.rule_panel import RulePanel
from perceptron_gui.views.status_line import StatusLine
from perceptron_gui.views.transport import Transport

from .action_set import ActionSet

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
_LAYOUT_VERSION = 1


class MainWindow(QMainWindow):
    """Everything that is seen, put together; what it means is decided elsewhere."""

    close_requested = Signal(object)  # the event, to be ignored where something is unsaved
    files_dropped = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("main")
        self.setAcceptDrops(True)
        self.actions_by_id = ActionSet(self)
        self.canvas = Canvas()
        self.transport = Transport()
        self.status = StatusLine()
        self.read_out = ReadOut()
        self.rules = RulePanel()
        self.table = PointTable()
        self.explanation = ExplanationPanel()
        self.plots = {name: FigureView() for name in PLOTS}
        self.docks: dict[str, QDockWidget] = {}
        self.describer: Callable[[], dict[str, Any]] = dict
        self.program: QObject | None = None  # what lives as long as the window
        self._make_middle()
        self._make_docks()
        self._make_bar()
        self._first_layout: QByteArray | None = None
        self.resize(self.sizeHint())
        self.resizeDocks([self.docks["rules"], self.docks["norms"]], [270, 400],
                         Qt.Orientation.Horizontal)  # fmt: skip

    def _make_middle(self) -> None:
        """Put the canvas in the middle; transport and status take the whole width below it."""
        self.setCentralWidget(self.canvas)
        self.transport.set_actions(self.actions_by_id.by_id)
        below = QToolBar("Transport", self)
        below.setObjectName("transport")
        below.setMovable(False)
        below.toggleViewAction().setVisible(False)
        below.addWidget(self.transport)
        self.addToolBar(Qt.ToolBarArea.BottomToolBarArea, below)
        bar = self.statusBar()
        bar.setSizeGripEnabled(False)
        bar.addWidget(self.status, 3)
        bar.addWidget(self.read_out, 2)

    def _make_docks(self) -> None:
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        self._dock("rules", "Rule", self.rules, left)
        self._dock("points", "Points", self.table, left)
        for name, (title, _) in PLOTS.items():
            self._dock(name, title, self.plots[name], right)
        self._dock("explanation", "This visit, explained", self.explanation, right)
        self.tabifyDockWidget(self.docks["rules"], self.docks["points"])
        self.docks["rules"].raise_()
        for name, (_, is_open) in PLOTS.items():
            self.docks[name].setVisible(is_open)

    def _dock(self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea) -> None:
        dock = QDockWidget(title, self)
        dock.setObjectName(name)
        dock.setWidget(widget)
        self.addDockWidget(area, dock)
        self.docks[name] = dock
        action = dock.toggleViewAction()
        action.setToolTip(f"Show or hide: {title}")
        self.actions_by_id.menus["View"].addAction(action)

    def _make_bar(self) -> None:
        bar = QToolBar("Tools", self)
        bar.setObjectName("tools")
        bar.setIconSize(QSize(20, 20))
        bar.setMovable(False)
        self.actions_by_id.fill(bar)
        self.addToolBar(bar)

    def show_theme(self, theme: Theme, scale: float) -> None:
        """Show every part in a theme."""
        self.canvas.show_theme(theme, scale)
        self.transport.show_theme(theme, scale)
        self.explanation.show_theme(theme, scale)
        for plot in self.plots.values():
            plot.show_theme(theme, scale)

    def is_seen(self, name: str) -> bool:
        """Tell whether a view is on screen."""
        if name not in self.plots:
            return True
        return self.plots[name].isVisible() and not self.plots[name].visibleRegion().isEmpty()

    def trigger(self, action_id: str) -> None:
        """Carry out an action, as its menu would."""
        self.actions_by_id.by_id[action_id].trigger()

    def layout_state(self) -> QByteArray:
        """Return where the panels are."""
        return self.saveState(_LAYOUT_VERSION)

    def show_layout(self, state: QByteArray | bytes | None) -> None:
        """Put the panels where they were, or as they were at first."""
        if self._first_layout is None:
            self._first_layout = self.layout_state()
        self.restoreState(state or self._first_layout, _LAYOUT_VERSION)

    def describe(self) -> dict[str, Any]:
        """Return what a person sees, as plain values."""
        return self.describer()

    def sizeHint(self) -> QSize:
        """Return a size for most screens."""
        return QSize(1280, 800)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask whether the window may close."""
        self.close_requested.emit(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Welcome files."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what is dropped."""
        self.files_dropped.emit([url.toLocalFile() for url in event.mimeData().urls()])
