"""Exporting: what is offered and remembered, every view and format, previews, copies."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QPoint, Qt, QThreadPool
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.app.export.exporter import Exporter
from perceptron_gui.app.export.job import (
    ShownSession,
    first_choices,
    job_of,
    offer_of,
    preview_of,
    to_remember,
)
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.document.model.session import Session
from perceptron_gui.document.sources import load_data
from perceptron_gui.export.formats.formats import FORMATS
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.training.jobs import Jobs
from perceptron_gui.views.dialogs.dialogs import OPENED
from perceptron_gui.views.export.choices import ExportChoices
from perceptron_gui.views.export.dialog import ExportDialog
from perceptron_gui.views.widgets.editors import FlagEditor
from tests.app.person import LEFT, PATIENCE
from tests.app.stand_ins import FakeDialogs


class ExportDesk:
    """Exports a session to a folder, with previews asked for at once."""

    def __init__(self, shown: ShownSession, settings: Settings, jobs: Jobs, qtbot: QtBot) -> None:
        self.settings, self.jobs, self.dialogs, self._qtbot = settings, jobs, FakeDialogs(), qtbot
        self.folder = settings.path.parent.parent
        page = {"dpi": "60"}
        settings.export = {"folder": str(self.folder), "page": page}
        self.exporting = Exporter(lambda: shown, self.dialogs, settings, jobs, preview_delay_ms=0)

    @property
    def dialog(self) -> ExportDialog:
        """The dialog, which is opened if it is not."""
        if self.exporting.dialog is None:
            self.exporting.show_dialog()
        assert self.exporting.dialog is not None
        return self.exporting.dialog

    @property
    def busy_threads(self) -> int:
        return sum(pool.activeThreadCount() for pool in self.jobs.findChildren(QThreadPool))

    def choose(self, view: str, ending: str = "") -> None:
        """Choose as the user would, from the menus."""
        for menu, key in ((self.dialog.view, view), (self.dialog.format, ending)):
            if key:
                menu.setCurrentIndex(menu.findData(key))
                menu.activated.emit(menu.currentIndex())

    def press_export(self, name: str = "") -> None:
        """Press the button, and choose the name that is suggested, or another one."""
        choices = self.dialog.choices()
        self.dialogs.path = str(self.folder / (name or f"and-{choices.view}.{choices.ending}"))
        QTest.mouseClick(self.dialog.export_button, LEFT)

    def written(self, act: Callable[[], object] | None = None) -> Path:
        """Press the button, or do something else, and return the file that comes of it."""
        with self._qtbot.waitSignal(self.exporting.figure_written, timeout=PATIENCE) as heard:
            (act or self.press_export)()
        return Path(heard.args[0])

    def copy(self, view: str) -> None:
        """Copy a figure, and wait until that is done."""
        with self._qtbot.waitSignal(self.exporting.figure_copied, timeout=PATIENCE):
            self.exporting.copy_figure(view)

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        self._qtbot.waitUntil(is_so, timeout=PATIENCE)

    def close(self) -> None:
        """End everything."""
        self.jobs.close()
        assert self.busy_threads == 0
        self.exporting.close()
        assert self.exporting.dialog is None


@pytest.fixture
def desk(shown: ShownSession, settings: Settings, jobs: Jobs, qtbot: QtBot) -> Iterator[ExportDesk]:
    desk = ExportDesk(shown, settings, jobs, qtbot)
    yield desk
    desk.close()


@pytest.mark.parametrize(
    ("view", "ending", "cursor"), [("loss", "pdf", 11), ("loss", "gif", "end"), ("trace", "md", 11)]
)
def test_a_file_with_its_session_is_written_through_the_dialog(
    view: str, ending: str, cursor: int | str, desk: ExportDesk
) -> None:
    desk.choose(view, ending)
    desk.dialog.motion.form.request("frames", 3)
    path = desk.written()
    assert path == desk.folder / f"and-{view}.{ending}"
    assert desk.exporting.dialog is None
    session = load_data(str(path)).session
    assert session is not None
    assert (session.cursor, session.dataset.labels.tolist()) == (cursor, [-1, -1, -1, 1])
    if ending == "gif":
        with Image.open(path) as film:
            assert getattr(film, "n_frames", 1) == 3
            assert film.width / film.height == pytest.approx(16 / 9, rel=0.01)  # a slide


def test_the_preview_follows_what_is_chosen(desk: ExportDesk) -> None:
    preview = desk.dialog.preview
    desk.wait_until(lambda: not preview.picture.image.isNull())
    wide = preview.picture.image
    assert wide.width() / wide.height() == pytest.approx(84 / 70, rel=0.02), (
        "a column, as a PDF has"
    )
    desk.dialog.page.form.request("size", "slide")
    desk.wait_until(lambda: preview.picture.image.height() != wide.height())
    slide = preview.picture.image
    assert slide.width() / slide.height() == pytest.approx(16 / 9, rel=0.02)
    desk.choose("trace")
    desk.wait_until(lambda: preview.text.isVisibleTo(desk.dialog))
    assert "visit" in preview.text.toPlainText()


def test_the_last_choices_come_back(desk: ExportDesk) -> None:
    desk.choose("boundary", "svg")
    dialog, settings = desk.dialog, desk.settings
    margin = dialog.options.form.fields["margin"].editor
    assert isinstance(margin, FlagEditor)
    for box in (margin, dialog.with_session):
        QTest.mouseClick(box, LEFT, pos=QPoint(8, box.height() // 2))
    assert dialog.page.form.values["letters"] == "shapes"
    QTest.keyClick(dialog.page.form.fields["letters"].editor, Qt.Key.Key_Down)
    path = desk.written()
    assert "perceptron-gui/session" not in path.read_text(encoding="utf-8")
    settings.save()
    again = ExportChoices.of(Settings(settings.path).export)
    assert (again.view, again.ending, again.with_session) == ("boundary", "svg", False)
    assert again.view_options == {"margin": True}
    assert again.page["letters"] == "text"
    assert desk.dialog.choices() == ExportChoices.of(settings.export)


def test_a_file_that_gets_its_ending_is_replaced_only_when_the_user_agrees(
    desk: ExportDesk,
) -> None:
    path = desk.folder / "fig. 3.csv"
    path.write_text("precious", encoding="utf-8")
    desk.choose("loss", "csv")
    desk.press_export("fig. 3")
    suggested = str(desk.folder / "and-loss.csv")
    assert desk.dialogs.asked == [("save", suggested), ("overwrite", str(path))]
    assert path.read_text(encoding="utf-8") == "precious"
    desk.dialogs.overwrite = True
    assert desk.written(partial(desk.press_export, "fig. 3")) == path
    assert path.read_text(encoding="utf-8") != "precious"
    assert desk.settings.export["folder"] == str(desk.folder)


def test_what_cannot_be_written_is_told_in_the_dialog(desk: ExportDesk) -> None:
    desk.choose("loss", "csv")
    dialog = desk.dialog
    desk.press_export("nowhere/loss.csv")
    desk.wait_until(lambda: "could not be written" in dialog.complaint.words)
    assert dialog.export_button.isEnabled()
    assert dialog.isVisible()


@pytest.mark.parametrize("closes", [False, True])
def test_an_animation_is_cancelled_by_its_button_and_by_closing_and_leaves_nothing(
    desk: ExportDesk, closes: bool
) -> None:
    desk.choose("boundary", "gif")
    dialog = desk.dialog
    dialog.page.form.request("dpi", 400.0)  # so that there is time
    dialog.motion.form.request("frames", 2000)
    desk.press_export()
    desk.wait_until(lambda: dialog.progress.maximum() > 12)
    assert not dialog.format.isEnabled() and desk.busy_threads > 0
    if closes:
        desk.close()
    else:
        QTest.mouseClick(dialog.close_button, LEFT)
        desk.wait_until(lambda: desk.exporting.dialog is None)
    assert list(desk.folder.glob("*.gif")) + list(desk.folder.glob(".perceptron*")) == []


def test_quick_export_writes_as_the_last_time_under_free_names(desk: ExportDesk) -> None:
    desk.settings.export = {"folder": str(desk.folder), "ending": "svg", "view": "loss"}
    views = ("norms", "norms", "trace")
    names = [desk.written(partial(desk.exporting.quick_export, view)).name for view in views]
    assert names == ["and-norms.svg", "and-norms-2.svg", "and-trace.tex"]  # a table is no SVG


def test_a_figure_is_copied_as_pixels_and_as_vectors(desk: ExportDesk) -> None:
    desk.copy("boundary")
    data = QGuiApplication.clipboard().mimeData()
    assert {"image/png", "image/svg+xml"} <= set(data.formats())
    assert QImage.fromData(data.data("image/png")).width() > 100
    assert b"<svg" in bytes(data.data("image/svg+xml").data())
    assert data.hasImage()


def test_a_table_is_copied_as_text(desk: ExportDesk) -> None:
    desk.copy("trace")
    assert QGuiApplication.clipboard().text().startswith("| visit")


def test_without_points_there_is_a_figure_that_says_so(
    settings: Settings, jobs: Jobs, qtbot: QtBot
) -> None:
    desk = ExportDesk(ShownSession(Session(Dataset.of([], [])), None, 0, ""), settings, jobs, qtbot)
    settings.export = {"folder": str(desk.folder), "ending": "svg"}
    path = desk.written(lambda: desk.exporting.quick_export("loss"))
    assert path.name == "figure-loss.svg"
    assert "no points" in path.read_text(encoding="utf-8")
    desk.close()


def test_views_are_called_as_in_the_window(shown: ShownSession) -> None:
    offer = offer_of(shown)
    named = {name: offer.title_of(name) for name in VIEWS}
    assert len(set(named.values())) == len(VIEWS)
    assert (named["boundary"], named["norms"]) == ("Plane", "‖w‖² and bounds")
    assert (named["effects"], named["weight-space"]) == ("Variations", "Weight space")


def test_every_file_that_carries_a_session_can_be_chosen_to_be_opened() -> None:
    carriers = {ending for ending, row in FORMATS.items() if row.session_in}
    assert {f"*.{ending}" for ending in carriers} <= set(re.findall(r"\*\.\w+", OPENED))


def test_a_table_is_previewed_as_text_where_it_becomes_a_page(shown: ShownSession) -> None:
    preview = preview_of(shown, ExportChoices(view="trace", ending="html"))
    assert isinstance(preview, str) and preview.startswith("| visit")


@pytest.mark.parametrize(
    "stored",
    [
        {},
        {"view": "nothing", "ending": "exe", "page": {"theme": "plaid"}, "until": "noon"},
        {"view": 3, "options": {"boundary": {"margin": 7, "unheard": 1}, "x": 1}, "fps": "fast"},
        {"options": [], "page": {"size": "1x1mm"}},
    ],
)
def test_stored_choices_without_sense_are_left_out(
    stored: dict[str, object], shown: ShownSession
) -> None:
    choices = first_choices(stored, shown.session)
    assert (choices.view, choices.ending, choices.until) == ("boundary", "pdf", "cursor")
    assert choices.page == {}
    assert choices.options == {}
    assert isinstance(preview_of(shown, choices), bytes)


def test_a_lesson_is_exported_in_its_own_or_chosen_symbols(shown: ShownSession) -> None:
    session = replace(shown.session, notation="003", views={"loss": {"future": True}})
    choices = first_choices({"view": "loss", "options": {"loss": {"notation": "001"}}}, session)
    assert choices.view_options == {"notation": "003", "future": True}
    plain = replace(choices, options={})
    shown = replace(shown, session=session)
    assert job_of(shown, choices).options.notation == "003"
    assert job_of(shown, plain).options.notation == "000"


def test_what_belongs_to_the_lesson_is_not_remembered() -> None:
    given = {"loss": {"title": "AND", "range": [0, 1, 0, 1], "notation": "003", "future": True}}
    assert to_remember(ExportChoices(options=given))["options"] == {"loss": {"future": True}}
