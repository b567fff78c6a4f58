"""The preview: a picture as large as there is room, or the first lines of a table."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontDatabase, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QPlainTextEdit, QStackedLayout, QWidget

DRAWING = "Drawing…"


class PreviewPane(QWidget):
    """Shows the last picture or text until there is a newer one."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Preview")
        self.setToolTip("The figure as it will be written")
        self.picture = _Picture()
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
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
            self.picture.show_image(QImage.fromData(preview))
            self._stack.setCurrentWidget(self.picture)

    @property
    def is_text(self) -> bool:
        """Tell whether a text is shown."""
        return self._stack.currentWidget() is self.text

    def sizeHint(self) -> QSize:
        return QSize(520, 400)


class _Picture(QWidget):
    """A picture scaled to the widget, in the middle of it."""

    def __init__(self) -> None:
        super().__init__()
        self.image = QImage()

    def show_image(self, image: QImage) -> None:
        """Show another picture."""
        self.image = image
        self.update()

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
