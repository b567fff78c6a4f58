"""The export dialog: what to write, how it will look, and how far the writing is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QProgressBar,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.base.params import params_of
from perceptron_gui.export.formats.formats import FORMATS, Format
from perceptron_gui.export.layout.page import MOTION, PAGE, PRESETS
from perceptron_gui.figures.model.view import options_given, read_options
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.views.widgets.editors import ChoiceEditor, FlagEditor, OwnEditor, named
from perceptron_gui.views.widgets.stage import ScrollColumn, discard
from perceptron_gui.views.widgets.text import Complaint, fixed_text

from .choices import ExportChoices, ExportOffer
from .fields import FormGroup, ParamGroup

DRAWING = "Drawing…"
PREVIEW_DELAY_MS = 250  # without a change, before a preview is requested


class ExportDialog(QDialog):
    """Asks for previews and for the file; it draws and writes nothing itself."""

    preview_requested = Signal(object)
    export_requested = Signal(object)
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
        self._make_controls()
        self._lay_out()
        self._timer = QTimer(self, singleShot=True, interval=preview_delay_ms)
        self._timer.timeout.connect(lambda: self.preview_requested.emit(self.choices()))
        self.resize(1000, 640)

    def _make_controls(self) -> None:
        titles = {name: self._offer.title_of(name) for name in VIEWS}
        meanings = {name: view.shows for name, view in VIEWS.items()}
        self.view = named(ChoiceEditor(titles, meanings), "View", "Which figure is written")
        here = f"Visit {self._offer.visit}, where the cursor is"
        moments = {"cursor": here, "end": f"Visit {self._offer.visits}, the last"}
        self.until = named(ChoiceEditor(moments), "Moment", "Up to which visit the run is shown")
        self.format = named(ChoiceEditor(), "Format", "What kind of file is written")
        title = "Embed the session"
        tip = "The file can be opened here again, with its points, rule and visit"
        self.with_session = named(FlagEditor(title), title, tip)
        self.page = ParamGroup("Page", PAGE)
        self.motion = ParamGroup("Animation", MOTION)
        self.options = ParamGroup("Figure options", {})  # of no view yet
        self.preview = PreviewPane()
        self.complaint = Complaint()
        self.progress = named(QProgressBar(), "Progress", "How far the file is written")

    def _lay_out(self) -> None:
        buttons = QDialogButtonBox()
        self.export_button = buttons.addButton("&Export…", QDialogButtonBox.ButtonRole.AcceptRole)
        self.export_button.setToolTip("Choose where the file is written")
        self.close_button = buttons.addButton(QDialogButtonBox.StandardButton.Close)
        self.close_button.setToolTip("Close without writing; an export under way is given up")
        buttons.accepted.connect(lambda: self.export_requested.emit(self.choices()))
        buttons.rejected.connect(self.reject)
        self.what = FormGroup("Figure")
        self.what.add_row("&View", self.view)
        self.what.add_row("M&oment", self.until)
        self.what.add_row("For&mat", self.format)
        self.what.add_row("", self.with_session)
        self._form = QWidget()
        self._column = QVBoxLayout(self._form)
        for group in (self.what, self.page, self.motion, self.options):
            self._column.addWidget(group)
        self._column.addStretch(1)
        right = QVBoxLayout()
        right.addWidget(self.preview, 1)
        for widget in (self.complaint, self.progress, buttons):
            right.addWidget(widget)
        line = QHBoxLayout(self)
        line.addWidget(ScrollColumn(self._form), 4)
        line.addLayout(right, 5)
        self.progress.hide()
        self.view.value_requested.connect(self._on_view_chosen)
        self.until.value_requested.connect(self._on_changed)
        self.format.value_requested.connect(self._on_format_changed)
        for part in (self.page, self.motion):
            part.changed.connect(self._on_changed)

    def show_choices(self, choices: ExportChoices) -> None:
        self._options = {name: dict(given) for name, given in choices.options.items()}
        self.view.show_value(choices.view if choices.view in VIEWS else next(iter(VIEWS)))
        self.until.show_value(choices.until)
        self._offer_formats(choices.ending)
        self.with_session.setChecked(choices.with_session)
        self._show_page(choices.page)
        self.motion.show_values(choices.motion)
        frames = self.motion.form.fields["frames"].editor
        assert isinstance(frames, OwnEditor)
        frames.begin_with(lambda: MOTION["frames"].default)
        self._moves = self.chosen_format.moves
        self._show_view()

    def choices(self) -> ExportChoices:
        """Return what is chosen now; an OptionError says what cannot be read."""
        options = {**self._options, self._shown_view: self._given_options()}
        return ExportChoices(
            view=self._shown_view,
            ending=self.format.value(),
            page=self.page.given,
            options={name: given for name, given in options.items() if given},
            until="end" if self.until.value() == "end" else "cursor",
            motion=self.motion.given,
            with_session=self.with_session.isChecked(),
        )

    @property
    def chosen_format(self) -> Format:
        return FORMATS[self.format.value()]

    def _offer_formats(self, wanted: str) -> None:
        """Offer what can hold the view; what was chosen stays if it can."""
        view = VIEWS[self.view.value()]
        held = {ending: each for ending, each in FORMATS.items() if each.holds(view)}
        titles = {ending: f"{ending.upper()}: {each.meaning}" for ending, each in held.items()}
        self.format.show_entries(titles, {})
        self.format.show_value(wanted if wanted in titles else next(iter(titles)))

    def show_preview(self, preview: bytes | str) -> None:
        self.complaint.show_text("")
        self.preview.show_preview(preview)

    def show_problem(self, problem: str) -> None:
        """Say why there is no preview, or no file."""
        self.complaint.show_text(problem)

    def show_progress(self, done: int, total: int) -> None:
        """Show how far the writing is; of none in total, that it goes on."""
        self._show_busy(True)
        self.progress.setRange(0, total)
        self.progress.setValue(done)

    def show_idle(self) -> None:
        self._show_busy(False)
        if self._closes_when_idle:
            self.reject()

    def _show_busy(self, busy: bool) -> None:
        self.is_busy = busy
        self._form.setEnabled(not busy)
        self.progress.setVisible(busy)
        self.export_button.setEnabled(not busy and not self._problem)
        self.close_button.setText("&Cancel" if busy else "&Close")

    @property
    def _problem(self) -> str:
        """What is wrong with what is typed, or nothing."""
        parts = self.page, self.motion, self.options
        return next(filter(None, (part.form.problem for part in parts)), "")

    def _show_view(self) -> None:
        view = VIEWS[self.view.value()]
        self._shown_view = view.name
        params = {name: each for name, each in params_of(view.options).items() if not each.is_inner}
        discard(self._column, self.options)
        self.options = ParamGroup("Figure options", params, self._check_option)
        self.options.show_values(self._options.get(view.name, {}))
        self.options.changed.connect(self._on_changed)
        self._column.insertWidget(self._column.count() - 1, self.options)
        self._offer_formats(self.format.value())
        self._on_format_changed()

    def _check_option(self, name: str, value: Any) -> None:
        read_options(VIEWS[self._shown_view].options, {**self.options.form.values, name: value})

    def _given_options(self) -> dict[str, Any]:
        """Return the options of the view that are not the defaults, as JSON."""
        kind = VIEWS[self._shown_view].options
        return options_given(read_options(kind, self.options.form.values))

    @Slot()
    def _on_view_chosen(self) -> None:
        self._options[self._shown_view] = self._given_options()
        self._show_view()

    def _show_page(self, words: Mapping[str, Any]) -> None:
        """Show what the format uses of a page."""
        self.page.show_values(words, self.chosen_format.page_options)
        if (size := self.page.form.fields.get("size")) is not None:
            assert isinstance(size.editor, OwnEditor)
            size.editor.begin_with(self._size_in_force)

    def _size_in_force(self) -> str:
        """Return the sides of the page, with which an own size begins."""
        size = self.page.form.values["size"] or self.chosen_format.size or "page"
        width, height, *_ = PRESETS[size]
        return f"{width:g}x{height:g}mm"

    @Slot()
    def _on_format_changed(self) -> None:
        chosen = self.chosen_format
        self.what.form.setRowVisible(self.with_session, bool(chosen.session_in))
        if chosen.moves != self._moves:
            self._moves = chosen.moves
            self.until.show_value("end" if chosen.moves else "cursor")
        self._show_page(self.page.given)
        self.motion.setVisible(chosen.moves and not chosen.has_controls)
        self._on_changed()

    @Slot()
    def _on_changed(self) -> None:
        self.complaint.show_text("")
        self.export_button.setEnabled(not self._problem and not self.is_busy)
        if self._problem:
            self._timer.stop()
        else:
            self._timer.start()

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


class PreviewPane(QStackedWidget):
    """Shows the last picture or text until there is a newer one."""

    def __init__(self) -> None:
        super().__init__()
        named(self, "Preview", "The figure as it will be written")
        self.picture, self.text = _Picture(), fixed_text()
        self.text.setAccessibleName("Preview as text")
        self.addWidget(self.picture)
        self.addWidget(self.text)

    def show_preview(self, preview: bytes | str) -> None:
        """Show a PNG picture or a text."""
        if isinstance(preview, str):
            self.text.setPlainText(preview)
            self.setCurrentWidget(self.text)
        else:
            self.picture.image = QImage.fromData(preview)
            self.picture.update()
            self.setCurrentWidget(self.picture)

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
