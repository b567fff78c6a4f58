"""The export dialog: what to write, how it will look, and how far the writing is."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QProgressBar,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.views.widgets.editors import ChoiceEditor, named
from perceptron_gui.views.widgets.stage import ScrollColumn
from perceptron_gui.views.widgets.text import Complaint, fixed_text

from .choices import ExportChoices, ExportOffer
from .fields import FileFields, FormGroup, OptionFields
from .page import MotionFields, PageFields

DRAWING = "Drawing…"
PREVIEW_DELAY_MS = 250  # without a change, before a preview is requested


class ExportDialog(QDialog):
    """Asks for previews and for the file; it draws and writes nothing itself."""

    preview_requested = Signal(object)
    export_requested = Signal(object)
    folder_requested = Signal(str)
    cancel_requested = Signal()

    def __init__(
        self,
        offer: ExportOffer,
        parent: QWidget | None = None,
        preview_delay_ms: int = PREVIEW_DELAY_MS,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export figure")
        self._offer = offer
        self.is_busy = False  # whether something that was asked for here is being written
        self._closes_when_idle = False
        self._options: dict[str, dict[str, object]] = {}  # of views that are not shown, too
        self._shown_view = ""
        self._moves = False  # whether the format that is shown is an animation
        self._other: dict[str, Any] = {}  # size and moment of animations, or else of pictures
        self._make_controls()
        self._place(self._made_buttons())
        self._connect()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(preview_delay_ms)
        self._timer.timeout.connect(self._on_delay_ended)
        self.resize(1000, 640)

    def _make_controls(self) -> None:
        titles = {name: self._offer.title_of(name) for name in VIEWS}
        meanings = {name: view.shows for name, view in VIEWS.items()}
        self.view = named(ChoiceEditor(titles, meanings), "View", "Which figure is written")
        here = f"Visit {self._offer.visit}, where the cursor is"
        moments = {"cursor": here, "end": f"Visit {self._offer.visits}, the last"}
        self.until = named(ChoiceEditor(moments), "Moment", "Up to which visit the run is shown")
        self.options = OptionFields()
        self.page = PageFields(self._offer)
        self.motion = MotionFields(self._offer)
        self.file = FileFields(self._offer)
        self.preview = PreviewPane()
        self.complaint = Complaint()
        self.progress = named(QProgressBar(), "Progress", "How far the file is written")

    def _made_buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        self.export_button = buttons.addButton("&Export", QDialogButtonBox.ButtonRole.AcceptRole)
        self.export_button.setToolTip("Write the file")
        self.close_button = buttons.addButton(QDialogButtonBox.StandardButton.Close)
        self.close_button.setToolTip("Close without writing; an export under way is given up")
        buttons.accepted.connect(self._on_export_clicked)
        buttons.rejected.connect(self.reject)
        return buttons

    def _place(self, buttons: QDialogButtonBox) -> None:
        what = FormGroup("Figure")
        what.add_row("&View", self.view)
        what.add_row("M&oment", self.until)
        self._form = QWidget()
        column = QVBoxLayout(self._form)
        for group in (what, self.file, self.page, self.motion, self.options):
            column.addWidget(group)
        column.addStretch(1)
        right = QVBoxLayout()
        right.addWidget(self.preview, 1)
        for widget in (self.complaint, self.progress, buttons):
            right.addWidget(widget)
        line = QHBoxLayout(self)
        line.addWidget(ScrollColumn(self._form), 4)
        line.addLayout(right, 5)
        self.progress.hide()

    def _connect(self) -> None:
        self.view.value_requested.connect(self._on_view_chosen)
        self.until.value_requested.connect(self._on_changed)
        self.file.changed.connect(self._on_format_changed)
        self.file.folder_requested.connect(self.folder_requested)
        for part in (self.options, self.page, self.motion):
            part.changed.connect(self._on_changed)

    def show_choices(self, choices: ExportChoices) -> None:
        """Show what was chosen last."""
        self._options = {name: dict(given) for name, given in choices.options.items()}
        self.view.show_value(choices.view if choices.view in VIEWS else next(iter(VIEWS)))
        self.until.show_value(choices.until)
        self.page.show_words(choices.page)
        self.motion.show_choices(choices)
        self.file.show_choices(choices)
        self._moves, self._other = self.file.chosen.moves, dict(choices.other)
        self._show_view()

    def choices(self) -> ExportChoices:
        """Return what is chosen now; an OptionError says what cannot be read."""
        options = {**self._options, self._shown_view: self.options.values()}
        return ExportChoices(
            view=self._shown_view,
            ending=self.file.format.value(),
            page=self.page.words(),
            options={name: given for name, given in options.items() if given},
            until="end" if self.until.value() == "end" else "cursor",
            frames=self.motion.chosen_frames(),
            fps=float(self.motion.fps.value()),
            hold=float(self.motion.hold.value()),
            loops=self.motion.loops.isChecked(),
            counter=self.motion.counter.isChecked(),
            with_session=self.file.with_session.isChecked(),
            folder=self.file.folder.text(),
            name=self.file.name.text(),
            other=self._other,
        )

    def show_preview(self, preview: bytes | str) -> None:
        """Show what the file will look like."""
        self.complaint.show_text("")
        self.preview.show_preview(preview)

    def show_problem(self, problem: str) -> None:
        """Say why there is no preview, or no file."""
        self.complaint.show_text(problem)

    def show_folder(self, folder: str) -> None:
        """Show the folder that was chosen."""
        self.file.folder.setText(folder)

    def show_progress(self, done: int, total: int) -> None:
        """Show how far the writing is; of none in total, that it goes on."""
        self._show_busy(True)
        self.progress.setRange(0, total)
        self.progress.setValue(done)

    def show_idle(self) -> None:
        """Show that nothing is being written."""
        self._show_busy(False)
        if self._closes_when_idle:
            self.reject()

    def _show_busy(self, busy: bool) -> None:
        self.is_busy = busy
        self._form.setEnabled(not busy)
        self.progress.setVisible(busy)
        self.export_button.setEnabled(not busy and not self.options.problem())
        self.close_button.setText("&Cancel" if busy else "&Close")

    def _show_view(self) -> None:
        view = VIEWS[self.view.value()]
        self._shown_view = view.name
        self.options.show_options(view.options, self._options.get(view.name, {}))
        self.file.show_view(view.name)
        self._on_format_changed()

    @Slot()
    def _on_view_chosen(self) -> None:
        if not self.options.problem():
            self._options[self._shown_view] = self.options.values()
        self._show_view()

    @Slot()
    def _on_format_changed(self) -> None:
        if self.file.chosen.moves != self._moves:
            self._swap_kind()
        chosen = self.file.chosen
        self.page.show_used(chosen.page_options)
        self.motion.setVisible(chosen.moves and not chosen.has_controls)
        self._on_changed()

    def _swap_kind(self) -> None:
        """Show the size and the moment of animations, and keep those of pictures, or back."""
        before = {"size": self.page.words()["size"], "until": self.until.value()}
        self.page.show_size(str(self._other.get("size", before["size"])))
        self.until.show_value("end" if self._other.get("until") == "end" else "cursor")
        self._moves, self._other = self.file.chosen.moves, before

    @Slot()
    def _on_changed(self) -> None:
        problem = self.options.problem()
        self.complaint.show_text(problem)
        self.export_button.setEnabled(not problem and not self.is_busy)
        if problem:
            self._timer.stop()
        else:
            self._timer.start()

    @Slot()
    def _on_delay_ended(self) -> None:
        self.preview_requested.emit(self.choices())

    @Slot()
    def _on_export_clicked(self) -> None:
        self.export_requested.emit(self.choices())

    def done(self, result: int) -> None:
        """Close, whether the figure was written or not; no preview is wanted any more."""
        self._timer.stop()
        super().done(result)

    def reject(self) -> None:
        """Close, but not before an export under way has been given up."""
        if self.is_busy:
            self._closes_when_idle = True
            self.cancel_requested.emit()
        else:
            super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.is_busy:
            event.ignore()
        self.reject()


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
