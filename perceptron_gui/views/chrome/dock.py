"""A dock whose title is written in the letters of the window, with signs in its colours."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDockWidget,
    QMenu,
    QStyle,
    QStyleOptionDockWidget,
    QToolButton,
    QWidget,
)

from perceptron_gui.views.figure.grip import SIZE, FigureGrip
from perceptron_gui.views.widgets.signs import sign_icon
from perceptron_gui.views.widgets.stage import is_seen

_GAP = 4  # pixels between buttons
_FLOAT = "qt_dockwidget_floatbutton"
# The signs and tips of the buttons by the names that Qt gives them.
_BUTTONS = {
    _FLOAT: ("float", "Let this panel float, or put it back"),
    "qt_dockwidget_closebutton": ("close", "Close this panel; the menu View opens it again"),
}


class DockPanel(QDockWidget):
    """Holds a part of the window that can be moved, floated and closed.

    The part is made when the panel is first opened: most panels stay closed in most lessons.
    """

    filled = Signal()
    closing = Signal()  # it is about to be hidden
    closed = Signal()
    enlarge_requested = Signal()  # by a double-click on the title, or its button

    is_denied = False  # a lesson keeps it closed

    def __init__(self, name: str, title: str, make: Callable[[], QWidget], parent: QWidget) -> None:
        super().__init__(title, parent)
        self.setObjectName(name)
        self._make: Callable[[], QWidget] | None = make
        self.toggleViewAction().setToolTip(f"Show or hide: {title}")
        self.grip: FigureGrip | None = None
        self.choices: QToolButton | None = None
        self._heading = ""
        self._no_title: QWidget | None = None  # in the place of the title while that is hidden
        self._enlarge = QToolButton(self)
        self._enlarge.setAutoRaise(True)
        self._enlarge.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._enlarge.setIconSize(QSize(SIZE, SIZE))
        self._enlarge.setAccessibleName(f"Enlarge: {title}")
        self._enlarge.setToolTip("Show this panel in the middle of the window (double-click)")
        self._enlarge.clicked.connect(self.enlarge_requested)
        self.topLevelChanged.connect(self._draw_signs)

    def add_grip(self) -> FigureGrip:
        """Let the content be dragged out of the window, by a grip beside the other buttons."""
        self.grip = FigureGrip(self.windowTitle(), self)
        return self.grip

    def add_choices(self, menu: QMenu) -> None:
        """Let the user choose what the content shows, from a menu beside the other buttons."""
        self.choices = QToolButton(self)
        self.choices.setAutoRaise(True)
        self.choices.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.choices.setIconSize(QSize(SIZE, SIZE))
        self.choices.setAccessibleName(f"Choose: {self.windowTitle()}")
        self.choices.setToolTip("Choose what this plot shows")
        self.choices.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.choices.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self.choices.setMenu(menu)

    @property
    def _own_buttons(self) -> list[QToolButton | FigureGrip]:
        """The buttons in the title that are not Qt's, from right to left."""
        parts = (self._enlarge, self.grip, self.choices)
        return [part for part in parts if part is not None]

    @Slot(str)
    def show_heading(self, heading: str) -> None:
        """Write something else above the content than the name that the menus have."""
        self._heading = heading
        self.update()

    @property
    def is_title_cut(self) -> bool:
        """Tell whether there is no room for all of the title."""
        title = self._heading or self.windowTitle()
        return self.fontMetrics().horizontalAdvance(title) > self._title_room

    @property
    def _title_room(self) -> int:
        seen = [part for part in self._own_buttons if part.isVisible()]
        return min((part.x() for part in seen), default=self.width()) - 2 * _GAP

    def put_back(self, part: QWidget) -> None:
        """Show a part again that was shown elsewhere."""
        self.setWidget(part)
        self.show()
        self.raise_()

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

    def show_frame(self, shown: bool) -> None:
        """Show the title with its buttons, or nothing but the content."""
        if not shown and self._no_title is None:
            self._no_title = QWidget(self)  # Qt deletes none that it is given
        self.setTitleBarWidget(None if shown else self._no_title)  # type: ignore[arg-type]

    def deny(self, is_denied: bool) -> None:
        """Keep the panel closed, whoever wants to open it, or let it be opened again."""
        self.is_denied = is_denied
        self.toggleViewAction().setEnabled(not is_denied)
        if is_denied:
            self.setVisible(False)

    def _fill(self) -> None:
        if self._make is not None:
            make, self._make = self._make, None
            self.setWidget(make())
            self.filled.emit()

    @Slot()
    def _draw_signs(self) -> None:
        """Draw the buttons of the title; those of Qt can not be seen on a dark ground."""
        for name, (sign, tip) in _BUTTONS.items():
            button = self.findChild(QAbstractButton, name)
            if isinstance(button, QAbstractButton):
                button.setIcon(sign_icon(sign, self.palette(), SIZE * self.devicePixelRatioF()))
                button.setToolTip(tip)
        size = SIZE * self.devicePixelRatioF()
        self._enlarge.setIcon(sign_icon("enlarge", self.palette(), size))
        if self.choices is not None:
            self.choices.setIcon(sign_icon("choices", self.palette(), size))
        self._place_grip()

    def _place_grip(self) -> None:
        button = self.findChild(QAbstractButton, _FLOAT)
        if not isinstance(button, QAbstractButton):
            return
        place = button.geometry()
        for part in self._own_buttons:
            place = place.translated(-place.width() - _GAP, 0)
            part.setGeometry(place)
            # A panel that floats may have the frame of the desktop, and no buttons of its own.
            part.setVisible(button.isVisible() and not self.isFloating())

    def event(self, event: QEvent) -> bool:
        """Enlarge at a double-click on the title; Qt would let the panel float."""
        if isinstance(event, QMouseEvent) and self._is_title_double_clicked(event):
            self.enlarge_requested.emit()
            return True
        return super().event(event)

    def _is_title_double_clicked(self, event: QMouseEvent) -> bool:
        if event.type() != QEvent.Type.MouseButtonDblClick or self.isFloating():
            return False
        # One that the content has no use for comes here as well.
        part = self.widget()
        is_above = part is None or event.position().y() < part.geometry().top()
        return self.titleBarWidget() is None and is_above

    def setVisible(self, visible: bool) -> None:
        """Make the part before the room for it is looked for."""
        visible = visible and not self.is_denied
        is_closing = not visible and not self.isHidden()
        if visible:
            self._fill()
        if is_closing:
            self.closing.emit()
        super().setVisible(visible)
        if is_closing:
            self.closed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_grip()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw_signs()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the colours of the window; with the style come the signs of Qt."""
        super().changeEvent(event)
        changes = (QEvent.Type.PaletteChange, QEvent.Type.StyleChange)
        if event.type() in changes and self.isVisible():
            self._draw_signs()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the title; Qt would take the small letters of the desktop for it."""
        if self.isFloating() or self.titleBarWidget() is not None:
            super().paintEvent(event)
            return
        option = QStyleOptionDockWidget()
        self.initStyleOption(option)
        option.title = self._heading or option.title
        way = Qt.TextElideMode.ElideRight
        option.title = self.fontMetrics().elidedText(option.title, way, self._title_room)
        title = QStyle.ControlElement.CE_DockWidgetTitle
        with QPainter(self) as painter:
            painter.setFont(self.font())
            self.style().drawControl(title, option, painter, self)


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
