"""A dock that makes its content when it is first opened, under a title bar with our icons."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QEnterEvent, QMouseEvent
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.views.figure.corner import ExportButton
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.icons import themed_icon
from perceptron_gui.views.widgets.stage import filled, is_seen
from perceptron_gui.views.widgets.text import CopyButton, LineLabel

_BAR_PX = 12, 3, 6, 0  # around a title and its buttons
_LEAST_PX = 60  # low enough for a small screen with large letters
_EDGE_PX, _BETWEEN_PX = 8, 3  # beside the card of a panel, and above and below it


class DockBar(QFrame):
    """The title of a panel and its buttons; the panel is dragged by what lies between them.

    Most buttons are seen while the pointer is over the panel: they have entries in menus, too.
    """

    double_clicked = Signal()

    def __init__(self, title: LineLabel) -> None:
        super().__init__()
        self.setObjectName("dock-bar")
        self.buttons, self._more = QWidget(), QWidget()
        self._rest = filled(QHBoxLayout(self._more), spacing=2)
        self._row = filled(QHBoxLayout(self.buttons), self._more, spacing=2)
        keeps_room = self._more.sizePolicy()
        keeps_room.setRetainSizeWhenHidden(True)  # so that the others stay where they are
        self._more.setSizePolicy(keeps_room)
        self.show_more(False)
        filled(QHBoxLayout(self), (title, 1), self.buttons, margins=_BAR_PX, spacing=2)

    def add(self, button: QToolButton, is_always_seen: bool = False) -> None:
        """Add a button before the others of its kind."""
        button.setAutoRaise(True)
        # A click here leaves the keyboard where it was.
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        if is_always_seen:
            self._row.insertWidget(1, button)
        else:
            self._rest.insertWidget(0, button)

    def show_more(self, is_pointed_at: bool) -> None:
        """Show or hide the buttons that come and go; an open menu keeps them."""
        menus = [each.menu() for each in self._more.findChildren(QToolButton)]
        is_open = any(menu is not None and menu.isVisible() for menu in menus)
        self._more.setVisible(is_pointed_at or is_open)

    def add_copy(self, part: QWidget) -> None:
        """Add the button that copies what a part says, if it has one."""
        button = getattr(part, "copy", None)
        if isinstance(button, CopyButton):
            self.add(button, is_always_seen=True)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Keep the double-click: Qt would let the panel float."""
        self.double_clicked.emit()


class DockPanel(QDockWidget):
    """Holds a part of the window that can be moved, floated, enlarged and closed.

    All but its name is made when the panel is first opened: most stay closed in most lessons.
    """

    filled = Signal()
    export_requested = Signal()  # of the figure in it
    choices_opening = Signal(QMenu)  # of what the figure shows, to be filled
    enlarge_requested = Signal()  # by a double-click on the title, or its button

    is_denied = False  # a lesson keeps it closed

    def __init__(
        self,
        name: str,
        title: str,
        make: Callable[[], QWidget],
        parent: QWidget,
        has_figure: bool = False,
    ) -> None:
        super().__init__(title, parent)
        self.setObjectName(name)
        self._make, self._has_figure = make, has_figure
        self.toggleViewAction().setToolTip(f"Show or hide: {title}")
        self.part: QWidget | None = None

    def _fill(self) -> None:
        """Make the title with its buttons and the card below it, and what that holds."""
        title = self.windowTitle()
        self.title = LineLabel()
        self.title.setObjectName("dock-title")
        self.title.show_text(title)
        self.bar = DockBar(self.title)
        self.bar.double_clicked.connect(self.enlarge_requested)
        tip = "Show this panel in the middle of the window (double-click)"
        enlarge = self._add_button("enlarge", "Enlarge", tip, is_always_seen=True)
        enlarge.clicked.connect(self.enlarge_requested)
        tip = "Close this panel; the menu View opens it again"
        self.close_button = self._add_button("close", "Close", tip)
        self.close_button.clicked.connect(self.close)
        if self._has_figure:
            self._add_figure_buttons()
        head, self._place, body = QWidget(), QWidget(), QFrame()
        filled(QVBoxLayout(head), self.bar, margins=(_EDGE_PX, _BETWEEN_PX, _EDGE_PX, 0))
        self.setTitleBarWidget(head)
        body.setObjectName("dock-body")
        self._row = filled(QVBoxLayout(body), margins=(8, 0, 8, 4))
        filled(QVBoxLayout(self._place), body, margins=(_EDGE_PX, 0, _EDGE_PX, _BETWEEN_PX))
        self._place.setMinimumHeight(_LEAST_PX)  # the window must not grow with its letters
        self.setWidget(self._place)
        self.show_part(self._make())

    def show_part(self, part: QWidget) -> None:
        """Hold a part, which may have been somewhere else for a while."""
        self.part = part
        self._row.addWidget(part)
        self.bar.add_copy(part)
        self.filled.emit()

    def _add_button(
        self, icon: str, name: str, tip: str, is_always_seen: bool = False
    ) -> QToolButton:
        button = named(QToolButton(), f"{name}: {self.windowTitle()}", tip)
        button.setIcon(themed_icon(icon))
        self.bar.add(button, is_always_seen)
        return button

    def _add_figure_buttons(self) -> None:
        """Let the figure be exported, and what it shows be chosen."""
        self.export_button = ExportButton(self.windowTitle())
        self.export_button.clicked.connect(self.export_requested)
        self.bar.add(self.export_button)
        name = f"Choose: {self.windowTitle()}"
        self.choices = named(QToolButton(), name, "Choose what this plot shows")
        self.choices.setIcon(themed_icon("choices"))
        self.choices.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(partial(self.choices_opening.emit, menu))
        self.choices.setMenu(menu)
        self.bar.add(self.choices)

    @Slot(str)
    def show_heading(self, heading: str) -> None:
        """Write something else above the content than the name that the menus have."""
        self.title.show_text(heading or self.windowTitle())

    def raise_(self) -> None:
        """Come to the front of the panels behind each other.

        WORKAROUND Qt 6.10: it removes the tabs of panels that were closed when it next lays the
        window out. Where that is while it turns to another tab, it reads one that is gone.
        """
        window = self.parentWidget()
        layout = None if window is None or self.isFloating() else window.layout()
        if layout is not None:
            layout.activate()
        super().raise_()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.bar.show_more(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.bar.show_more(False)

    def deny(self, is_denied: bool) -> None:
        """Forbid or allow opening this panel."""
        self.is_denied = is_denied
        self.toggleViewAction().setEnabled(not is_denied)
        if is_denied:
            self.setVisible(False)

    def setVisible(self, visible: bool) -> None:
        """Make the content before the room for it is looked for."""
        visible = visible and not self.is_denied
        if visible and self.part is None:
            self._fill()
        super().setVisible(visible)


@cache
def raise_focused(app: QApplication) -> None:
    """Let a panel behind others come to the front when the focus goes into it."""
    app.focusChanged.connect(_on_focus_changed)


def _on_focus_changed(before: QWidget | None, now: QWidget | None) -> None:
    if before is None or now is None or before.window() is not now.window():
        return  # the window came back, and nobody asked for the panel
    if not before.isVisible():
        return  # its page went behind another one, and the focus had to go somewhere
    around: QWidget | None = now
    while around is not None and not isinstance(around, DockPanel):
        around = around.parentWidget()
    if around is not None and not is_seen(around):
        around.raise_()
