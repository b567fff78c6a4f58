"""The bars of the window: pages and menus at the top, status and background work at the foot."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtGui import QResizeEvent, QStatusTipEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QPushButton, QStatusBar

from perceptron_gui.core.data.library import titled
from perceptron_gui.labs.registry import lab_pages
from perceptron_gui.views.chrome.status import (
    ReadingStrip,
    ReadOut,
    StatusLine,
    VerdictStrip,
    WrittenStrip,
)
from perceptron_gui.views.chrome.tool_bar import WindowBar
from perceptron_gui.views.figure.view import ValuesTip
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.text import MenuButton

from .action_set import ActionSet
from .pages import EXERCISES, pages

_OF_GENERATED = ("points.die", "points.settings")  # are offered for sets that they can change
_LEAST_DATA_EM, _MOST_DATA_EM = 5, 16  # heights of letters of the name of the data set


class NavBar(WindowBar):
    """Pages, data, undo, export and menus; the menus have everything."""

    def __init__(self, actions: ActionSet, panels: QMenu, window: QMainWindow) -> None:
        """Fill the bar; the menu View ends with the one of `panels`."""
        super().__init__("nav", "Pages and menus", window)
        by_id, view = actions.by_id, actions.menus["View"]
        labs = QMenu("Experiments", self)
        labs.addActions([by_id[f"page.{name}"] for name in lab_pages()])
        labs.addSeparator()
        labs.addAction(by_id[f"page.{EXERCISES}"])
        below = {*lab_pages(), EXERCISES}
        self.add_actions([by_id[f"page.{name}"] for name in pages() if name not in below])
        self.add_menu(
            "Experiments", "Compare rules, orders, starts and labellings; exercises", labs
        )
        self.add_gap()
        choose = by_id["points.choose"]
        self._data_name = self._data_words = "Data"
        self.data_button = named(MenuButton("Data"), "Data", choose.toolTip())
        self.data_button.setObjectName("framed")
        self.data_button.clicked.connect(choose.trigger)
        self.addWidget(self.data_button)
        for name in _OF_GENERATED:
            self.add_while_enabled(by_id[name], by_id[_OF_GENERATED[0]])
        self.add_actions([by_id["edit.undo"], by_id["edit.redo"]])
        by_id["file.export"].setIconText("Export")
        self.add_actions([by_id["file.export"]], in_words=True)
        self.widgetForAction(by_id["file.export"]).setObjectName("framed")
        view.addSeparator()
        view.addMenu(panels)
        self.add_menu("View", "Colours, sizes, panels and presentation", view)
        menu = self.add_menu("Menu", "Everything the program can do (F10)", actions.menu)
        menu.setText("☰")
        menu.setShortcut("F10")

    def show_data_name(self, name: str) -> None:
        """Say which data set is on the plane, on the button that offers others."""
        self._data_name = titled(name) or "Data"
        self.data_button.setAccessibleName(f"Data: {self._data_name}")
        self._fit_data_name()

    def _fit_data_name(self) -> None:
        """Write as much of the name as the other buttons leave room for."""
        metrics = self.data_button.fontMetrics()
        others = self.sizeHint().width() - metrics.horizontalAdvance(self._data_words)
        least, most = (em * metrics.height() for em in (_LEAST_DATA_EM, _MOST_DATA_EM))
        room = max(least, min(most, self.width() - others))
        words = metrics.elidedText(self._data_name, Qt.TextElideMode.ElideRight, room)
        if words != self._data_words:
            self._data_words = words
            self.data_button.show_words(words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_data_name()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # of a button that came or went
            self._fit_data_name()
        return super().event(event)


class Foot(QStatusBar):
    """Status and messages, what lies under the pointer, and work in the background."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizeGripEnabled(False)
        self.setContentsMargins(6, 0, 6, 0)
        self.status, self.read_out = StatusLine(), ReadOut()
        self.verdict, self.reading, self.written = VerdictStrip(), ReadingStrip(), WrittenStrip()
        tip = "Open what an earlier window has left, in place of what is shown"
        self.restore = named(QPushButton("Restore"), "Restore", tip)
        self.restore.hide()
        self.addWidget(self.status)
        self.addWidget(self.read_out, 1)
        for part in (self.verdict, self.reading, self.written, self.restore):
            self.addPermanentWidget(part)
        self.messageChanged.connect(self._on_message_changed)

    @Slot(str)
    def _on_message_changed(self, message: str) -> None:
        """Hide what a message replaces; Qt would show it again with the next layout."""
        for part in (self.status, self.read_out):
            part.setVisible(not message)
        for offer in (self.written, self.restore):  # which belong to the message before
            offer.hide()

    def show_tip(self, event: QStatusTipEvent) -> None:
        """Show a status tip beside the status; Qt would show it in its place."""
        is_of_values = isinstance(event, ValuesTip)
        show = self.read_out.show_values if is_of_values else self.read_out.show_tip
        show(event.tip())
