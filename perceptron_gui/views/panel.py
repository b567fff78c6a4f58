"""A dock whose title is written in the letters of the window."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDockWidget, QStyle, QStyleOptionDockWidget, QWidget


class Panel(QDockWidget):
    """Holds a part of the window that can be moved, floated and closed."""

    def __init__(self, name: str, title: str, content: QWidget, parent: QWidget) -> None:
        super().__init__(title, parent)
        self.setObjectName(name)
        self.setWidget(content)
        self.toggleViewAction().setToolTip(f"Show or hide: {title}")

    def show_frame(self, shown: bool) -> None:
        """Show the title with its buttons, or nothing but the content."""
        self.setTitleBarWidget(None if shown else QWidget())  # type: ignore[arg-type]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the title; Qt would take the small letters of the desktop for it."""
        if self.isFloating() or self.titleBarWidget() is not None:
            super().paintEvent(event)
            return
        option = QStyleOptionDockWidget()
        self.initStyleOption(option)
        title = QStyle.ControlElement.CE_DockWidgetTitle
        with QPainter(self) as painter:
            painter.setFont(self.font())
            self.style().drawControl(title, option, painter, self)
