"""The preview: a picture as large as there is room, or the first lines of a table."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QStackedLayout, QWidget

from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.text import fixed_text

DRAWING = "Drawing…"


class PreviewPane(QWidget):
    """Shows the last picture or text until there is a newer one."""

    def __init__(self) -> None:
        super().__init__()
        named(self, "Preview", "The figure as it will be written")
        self.picture = _Picture()
        self.text = fixed_text()
        self.text.setAccessibleName("Preview as text")
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.picture)
        self._stack.addWidget(self.text)

    def show_preview(self, preview: bytes | str) -> None:
        """Show a PNG picture or a text."""
        if isinstance(preview, str):
            self.text.setPlainText(preview)
            self._stack.setCurrentWidget(self.text)
        else:
            self.picture.image = QImage.fromData(preview)
            self.picture.update()
            self._stack.setCurrentWidget(self.picture)

    def sizeHint(self) -> QSize:
        return QSize(520, 400)


class _Picture(QWidget):
    """A picture scaled to the widget, in the middle of it."""

    def __init__(self) -> None:
        super().__init__()
        self.image = QImage()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.image.isNull():
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, DRAWING)
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        size = QSize(self.image.size()).scaled(
            self.size() - QSize(2, 2), Qt.AspectRatioMode.KeepAspectRatio
        )
        place = QRectF(0, 0, size.width(), size.height())
        place.moveCenter(QRectF(self.rect()).center())
        painter.drawImage(place, self.image)
        painter.setPen(self.palette().mid().color())
        painter.drawRect(place)
