"""The window: the canvas in the middle, panels in docks, the transport below. No logic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import (
    QByteArray,
    QChildEvent,
    QCoreApplication,
    QEvent,
    QObject,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QShowEvent,
    QStatusTipEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QTabBar,
    QToolButton,
    QWidget,
)

from perceptron_gui.app.state.app_state import BOUNDARY
from perceptron_gui.base.resources import VERSION
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.views.canvas.canvas import Canvas
from perceptron_gui.views.chrome.dock import raise_focused
from perceptron_gui.views.chrome.headline import HeadlineBar, OfferBar
from perceptron_gui.views.chrome.presentation import Stage
from perceptron_gui.views.chrome.tool_bar import ToolStrip, WindowBar
from perceptron_gui.views.explain.panel import ExplanationPanel
from perceptron_gui.views.figure.corner import ExportButton
from perceptron_gui.views.playback.transport import Transport
from perceptron_gui.views.points.table import PointTable
from perceptron_gui.views.rules.bar import RuleBar
from perceptron_gui.views.rules.panel import RulePanel
from perceptron_gui.views.widgets.access import describe_widgets
from perceptron_gui.views.widgets.icons import application_icon
from perceptron_gui.views.widgets.stage import card, filled, is_seen

from .action_set import ActionSet
from .bars import Foot, NavBar
from .docks import Panels
from .pages import ALONE, HOME, PLANE, Middle, Pages

NAME = "perceptron-gui"
_USUAL = QSize(1280, 800)
_FRAME_PX = QSize(20, 60)  # room for the frame that the desktop draws
_SCREEN_SHARE = 0.8  # how much of a large screen the window takes
# The least height of the plane, and the room for its legend, ticks and labels.
_LEAST_AXES_PX, _AROUND_AXES_EM = 275, 7


class MainWindow(QMainWindow):
    """All widgets put together; controllers decide what they do."""

    close_requested = Signal(object)  # the event; a receiver may ignore it
    files_dropped = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("main")
        self.setAcceptDrops(True)
        self.describe: Callable[[], dict[str, Any]] = dict  # what a person sees, as plain values
        self.program: QObject | None = None  # what lives as long as the window
        self.actions_by_id = ActionSet(self)
        self.lectures, panels_menu = QMenu("As in lecture", self), QMenu("Panels", self)
        self.tools, self.canvas = ToolStrip(), Canvas()
        self.headline, self.offer = HeadlineBar(), OfferBar()
        self.rules, self.rule_bar = RulePanel(), RuleBar()
        self.table, self.explanation = PointTable(), ExplanationPanel()
        self.transport = Transport(self.actions_by_id.by_id)
        self._look: tuple[Theme, float] = (THEMES[DEFAULT], 1.0)
        self._themed: list[Any] = [self.tools, self.headline, self.canvas, self.transport]
        self._themed += [self.explanation, self.rule_bar]
        # This is also the order of the tab key.
        self.nav = NavBar(self.actions_by_id, panels_menu, self)
        self.rule_strip = WindowBar("rule", "Rule", self)
        self.rule_strip.addWidget(self.rule_bar)
        self.pages = Pages(self._plane())
        self.middle = Middle((self.headline, self.offer), self.pages.stage)
        self.stage = Stage(self, self.headline)
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        self._escape.setEnabled(False)
        self.setCentralWidget(self.middle)
        own = {"rules": self.rules, "points": self.table, "explanation": self.explanation}
        self.panels = Panels(self, self.canvas, own)
        self.docks, self.plots = self.panels.docks, self.panels.plots
        panels_menu.addActions([dock.toggleViewAction() for dock in self.docks.values()])
        self.export_button = ExportButton("the plane")
        self.canvas.view.corner.add(self.export_button)
        self.transport_strip = WindowBar("transport", "Transport", self)
        self.transport_strip.addWidget(self.transport)
        self._seat_bars()
        self.foot = Foot()
        self.setStatusBar(self.foot)
        self._connect()
        self.panels.remember()
        self.resize(self.sizeHint())

    def _connect(self) -> None:
        """Let the parts of the window follow each other."""
        self.pages.lab_made.connect(self.add_themed)
        self.pages.drawing_made.connect(lambda _name, part: self.add_themed(part))
        self._themed += self.plots.values()  # of the panels that are open at first
        self.panels.made.connect(self._on_part_made)
        self.transport.counter.said.connect(self.stage.corner.show_visit)
        self._escape.activated.connect(self._on_escape)
        self.middle.changed.connect(self._follow_escape)
        self.middle.follow(self.docks)
        for follow in (self.middle.put_back, self.panels.show_page, self.fold):
            self.pages.stage.page_changed.connect(follow)
        for dock in self.docks.values():
            dock.visibilityChanged.connect(self._show_margins)
        raise_focused(application())
        self.rules.presets.setMenu(self.lectures)
        self.rule_bar.set_choices(self.lectures, self.docks["rules"].toggleViewAction())
        self.explanation.heading_changed.connect(self.docks["explanation"].show_heading)

    def _plane(self) -> QWidget:
        """Return the page of the plane: the tools beside a card with the canvas."""
        by_id = self.actions_by_id.by_id
        self.tools.add_actions([by_id[name] for name in by_id if name.startswith("tool.")])
        self.tools.addSeparator()
        self.tools.add_actions([by_id["points.fit"]])
        page = QWidget()
        row = filled(QHBoxLayout(page), self.tools, (card(self.canvas), 1), spacing=8)
        row.setAlignment(self.tools, Qt.AlignmentFlag.AlignTop)
        return page

    def show_look(self, theme: Theme, scale: float) -> None:
        """Show every part in a theme; parts that are added later get it too."""
        self._look = theme, scale
        for part in self._themed:
            part.show_theme(theme, scale)
        self.fold()

    def add_themed(self, part: Any) -> None:
        """Add a part that follows the theme."""
        self._themed.append(part)
        part.show_theme(*self._look)

    def show_presenting(self, presenting: bool, theme: Theme, scale: float) -> None:
        """Set the stage for a class in large letters, or put everything back."""
        self.middle.put_back()
        for part in (self.tools, self.export_button):
            part.setVisible(not presenting)
        if presenting:
            self.panels.present(True)
            self.rule_strip.hide()
            self.foot.hide()
            self.stage.begin(self.nav, self.transport_strip)
        else:
            self.stage.end()
            self.middle.column.insertWidget(0, self.headline)
            self.panels.present(False)
            self._seat_bars()
        self._show_notes()
        self._follow_escape()
        self.show_look(theme, scale)

    @Slot(str, object)
    def _on_part_made(self, _name: str, part: Any) -> None:
        self.add_themed(part)
        self._show_notes()

    def _show_notes(self) -> None:
        """Leave the notes out of the plots on a stage."""
        for plot in self.plots.values():
            plot.show_notes(not self.stage.is_on)

    @Slot()
    def _follow_escape(self) -> None:
        """Take Escape from others only while there is something to leave."""
        self._escape.setEnabled(self.stage.is_on or bool(self.middle.enlarged))

    @Slot()
    def _on_escape(self) -> None:
        """Leave what was begun last: a pointer, an enlarged panel, the presentation."""
        if kind := self.stage.cover.kind:
            self.trigger(f"view.{kind}")
        elif self.middle.enlarged:
            self.middle.put_back()
        else:
            self.trigger("view.presentation")

    def _seat_bars(self) -> None:
        """Put the bars at the top and the bottom of the window."""
        for bar in (self.nav, self.rule_strip):
            self.addToolBarBreak()
            self.addToolBar(bar)
        self.addToolBar(Qt.ToolBarArea.BottomToolBarArea, self.transport_strip)

    def is_seen(self, name: str) -> bool:
        """Tell whether a view is on screen."""
        if name == BOUNDARY:
            return self.pages.shown == PLANE and not self.middle.enlarged
        place = self.plots.get(name) or self.pages.drawings[name]
        return is_seen(place)

    def trigger(self, action_id: str) -> None:
        """Trigger an action, as its menu would."""
        self.actions_by_id.by_id[action_id].trigger()

    def show_layout(self, state: QByteArray | bytes | None) -> None:
        """Put the panels where they were, or as they were at first."""
        self.middle.put_back()
        self.panels.restore(state)
        self.fold()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    @Slot()
    def fold(self) -> None:
        """Show the bars that the page needs, and of these only what leaves the plane high enough.

        A restored layout hides bars that were folded when it was saved.
        """
        is_home, has_run = self.pages.shown == HOME, self.pages.shown not in ALONE
        self.panels.fit()
        self._show_margins()
        self.stage.corner.show_run(has_run)
        if self.stage.is_on:
            self.stage.lay_out(is_home)
            return
        for part in (self.nav, self.headline):
            part.setVisible(not is_home)  # Home has a bar of its own
        self.transport_strip.setVisible(has_run)
        em = self.canvas.fontMetrics().height()
        always = self.nav, self.headline, self.transport_strip
        room = self.height() - _LEAST_AXES_PX - _AROUND_AXES_EM * em
        room -= sum(part.sizeHint().height() for part in always)
        for bar in (self.rule_strip, self.foot):
            room -= bar.sizeHint().height()
            bar.setVisible(room >= 0 and has_run)

    @Slot()
    def _show_margins(self) -> None:
        """Leave room around the page, which panels at the right have in themselves."""
        self.middle.show_margins(self.pages.shown != HOME, self.panels.has_right)

    def sizeHint(self) -> QSize:
        screen = QGuiApplication.primaryScreen().availableGeometry().size() - _FRAME_PX
        return (screen * _SCREEN_SHARE).expandedTo(_USUAL).boundedTo(screen)

    @property
    def needs_whole_screen(self) -> bool:
        """Tell whether the screen is too small for the window in its usual size."""
        hint = self.sizeHint()
        return hint != hint.expandedTo(_USUAL)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QStatusTipEvent):
            self.foot.show_tip(event)
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fold()

    def childEvent(self, event: QChildEvent) -> None:
        """Take the tabs of docks out of the tab order: Qt may hide them outside the window."""
        super().childEvent(event)
        if event.type() == QEvent.Type.ChildPolished:
            child = event.child()
            if isinstance(child, QTabBar):
                child.setAccessibleName("Panels behind each other")
                child.setFocusPolicy(Qt.FocusPolicy.NoFocus)
                child.setElideMode(Qt.TextElideMode.ElideNone)
                child.setUsesScrollButtons(True)
                for button in child.findChildren(QToolButton):  # that scroll the tabs
                    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def setVisible(self, visible: bool) -> None:
        """Size the panels before they are visible."""
        if visible and not self.panels.is_sized:
            self.panels.give_sizes()
        super().setVisible(visible)
        if visible:
            self.panels.lift()

    def showEvent(self, event: QShowEvent) -> None:
        """Give the canvas the focus."""
        super().showEvent(event)
        if self.focusWidget() is None:
            self.canvas.setFocus()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.close_requested.emit(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() and event.source() is None:  # not from this window
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.files_dropped.emit([url.toLocalFile() for url in event.mimeData().urls()])


def application() -> QApplication:
    """Return the application, which has to exist before its windows."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app


def make_application() -> QApplication:
    """Return the application, which is made if there is none."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication([NAME])
    app.setApplicationName(NAME)
    describe_widgets()
    app.setApplicationDisplayName("Perceptron")
    app.setApplicationVersion(VERSION)
    app.setWindowIcon(application_icon())
    app.setDesktopFileName(NAME)  # desktops find the icon by this name
    return app
