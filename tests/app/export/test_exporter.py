"""Exporting: every view and format through the dialog, previews, cancelling, quick and copied."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QPoint, Qt, QThreadPool
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.app.export.exporter import Exporter
from perceptron_gui.app.export.job import ShownSession
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.document.model.session import Session
from perceptron_gui.document.sources import load_data
from perceptron_gui.export.formats.formats import FORMATS
from perceptron_gui.training.jobs import Jobs
from perceptron_gui.views.export.choices import ExportChoices
from perceptron_gui.views.export.dialog import ExportDialog
from tests.app.fake_dialogs import FakeDialogs
from tests.app.heard import Heard

POINTS = [[0, 0], [0, 1], [1, 0], [1, 1]]


@pytest.fixture
def exporting(
    shown: ShownSession, dialogs: FakeDialogs, settings: Settings, jobs: Jobs, tmp_path: Path
) -> Iterator[Exporter]:
    """Exports to tmp_path, with previews asked for at once."""
    settings.export = {"folder": str(tmp_path), "page": {"size": "85x60mm", "dpi": "60"}}
    exporting = Exporter(lambda: shown, dialogs, settings, jobs, preview_delay_ms=0)
    yield exporting
    jobs.close()
    assert busy_threads(jobs) == 0
    exporting.close()
    assert exporting.dialog is None


@pytest.fixture
def dialog(exporting: Exporter, qtbot: QtBot) -> ExportDialog:
    exporting.show_dialog()
    assert exporting.dialog is not None
    return exporting.dialog


def choose(dialog: ExportDialog, view: str = "", ending: str = "") -> None:
    """Choose as the user would, from the menus."""
    for menu, key in ((dialog.view, view), (dialog.file.format, ending)):
        if key:
            menu.show_value(key)
            menu.activated.emit(menu.currentIndex())


def busy_threads(jobs: Jobs) -> int:
    return sum(pool.activeThreadCount() for pool in jobs.findChildren(QThreadPool))


def press_export(dialog: ExportDialog) -> None:
    QTest.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("ending", FORMATS)
def test_every_format_is_written_through_the_dialog(
    ending: str, exporting: Exporter, dialog: ExportDialog, tmp_path: Path, qtbot: QtBot
) -> None:
    choose(dialog, "trace" if ending == "md" else "loss", ending)
    dialog.motion.count.setValue(3)
    with qtbot.waitSignal(exporting.figure_written, timeout=20_000) as heard:
        press_export(dialog)
    name = f"and-{'trace' if ending == 'md' else 'loss'}.{ending}"
    path = tmp_path / name
    assert heard.args == [str(path)]
    assert exporting.dialog is None
    if ending == "csv":
        assert len(list(csv.reader(path.read_text(encoding="utf-8").splitlines()))) > 5
        return
    session = load_data(str(path)).session
    assert session is not None
    assert (session.cursor, session.dataset.labels.tolist()) == (11, [-1, -1, -1, 1])
    if FORMATS[ending].moves:
        with Image.open(path) as film:
            assert getattr(film, "n_frames", 1) == 3


def test_the_preview_follows_what_is_chosen(dialog: ExportDialog, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not dialog.preview.picture.image.isNull(), timeout=20_000)
    wide = dialog.preview.picture.image
    assert wide.width() / wide.height() == pytest.approx(85 / 60, rel=0.02)
    menu = dialog.page.size_menu
    menu.show_value("slide")
    menu.activated.emit(menu.currentIndex())
    qtbot.waitUntil(lambda: dialog.preview.picture.image.height() != wide.height())
    slide = dialog.preview.picture.image
    assert slide.width() / slide.height() == pytest.approx(16 / 9, rel=0.02)
    choose(dialog, "trace")
    qtbot.waitUntil(lambda: dialog.preview.text.isVisibleTo(dialog))
    assert "visit" in dialog.preview.text.toPlainText()


def test_the_last_choices_come_back(
    exporting: Exporter, dialog: ExportDialog, settings: Settings, qtbot: QtBot
) -> None:
    choose(dialog, "boundary", "svg")
    margin = dialog.options.controls["margin"]
    for box in (margin, dialog.page.fields["outlines"], dialog.file.with_session):
        QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))
    with qtbot.waitSignal(exporting.figure_written, timeout=20_000):
        press_export(dialog)
    settings.save()
    again = ExportChoices.of(Settings(settings.path).export)
    assert (again.view, again.ending, again.with_session) == ("boundary", "svg", False)
    assert again.view_options == {"margin": True}
    assert again.page["outlines"] is True
    exporting.show_dialog()
    assert exporting.dialog is not None
    assert exporting.dialog.choices() == ExportChoices.of(
        {**settings.export, "name": "and-boundary.svg"}
    )


def test_a_figure_without_its_session_carries_none(
    exporting: Exporter, dialog: ExportDialog, tmp_path: Path, qtbot: QtBot
) -> None:
    choose(dialog, "loss", "svg")
    dialog.file.with_session.click()
    with qtbot.waitSignal(exporting.figure_written, timeout=20_000):
        press_export(dialog)
    assert "perceptron-gui/session" not in (tmp_path / "and-loss.svg").read_text(encoding="utf-8")


def test_a_file_is_replaced_only_when_the_user_agrees(
    exporting: Exporter, dialog: ExportDialog, dialogs: FakeDialogs, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "and-loss.csv"
    path.write_text("precious", encoding="utf-8")
    choose(dialog, "loss", "csv")
    press_export(dialog)
    assert dialogs.asked == [("overwrite", str(path))]
    assert path.read_text(encoding="utf-8") == "precious"
    dialogs.overwrite = True
    with qtbot.waitSignal(exporting.figure_written, timeout=20_000):
        press_export(dialog)
    assert path.read_text(encoding="utf-8") != "precious"


def test_what_cannot_be_written_is_told_in_the_dialog(
    dialog: ExportDialog, tmp_path: Path, qtbot: QtBot
) -> None:
    choose(dialog, "loss", "csv")
    dialog.file.folder.setText(str(tmp_path / "nowhere"))
    press_export(dialog)
    qtbot.waitUntil(lambda: "could not be written" in dialog.complaint.words, timeout=20_000)
    assert dialog.export_button.isEnabled()
    assert dialog.isVisible()


def test_an_animation_can_be_given_up_and_leaves_nothing(
    exporting: Exporter, dialog: ExportDialog, tmp_path: Path, qtbot: QtBot
) -> None:
    choose(dialog, "boundary", "gif")
    dialog.page.fields["dpi"].show_value(600)  # so that there is time
    dialog.motion.frames.show_value("visits")
    dialog.motion.frames.activated.emit(dialog.motion.frames.currentIndex())
    written = Heard(exporting.figure_written)
    press_export(dialog)
    qtbot.waitUntil(lambda: dialog.progress.maximum() > 0, timeout=20_000)
    assert not dialog.file.isEnabled()
    QTest.mouseClick(dialog.close_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: exporting.dialog is None, timeout=20_000)
    assert written.values == []
    assert list(tmp_path.glob("*.gif")) + list(tmp_path.glob(".perceptron*")) == []


def test_closing_the_window_while_an_animation_is_written_ends_the_thread(
    exporting: Exporter, jobs: Jobs, dialog: ExportDialog, tmp_path: Path, qtbot: QtBot
) -> None:
    choose(dialog, "boundary", "webp")
    dialog.page.fields["dpi"].show_value(600)
    dialog.motion.count.setValue(2000)
    press_export(dialog)
    qtbot.waitUntil(lambda: dialog.progress.maximum() == 12, timeout=20_000)
    assert busy_threads(jobs) > 0
    jobs.close()
    exporting.close()
    assert busy_threads(jobs) == 0
    assert list(tmp_path.glob("*.webp")) == []


def test_another_folder_is_chosen_in_its_own_dialog(
    dialog: ExportDialog, dialogs: FakeDialogs, tmp_path: Path, qtbot: QtBot
) -> None:
    dialogs.path = str(tmp_path / "figures")
    QTest.mouseClick(dialog.file.choose, Qt.MouseButton.LeftButton)
    assert dialogs.asked == [("folder", str(tmp_path))]
    assert dialog.file.folder.text() == dialogs.path


def test_quick_export_writes_as_the_last_time_under_free_names(
    exporting: Exporter, settings: Settings, tmp_path: Path, qtbot: QtBot
) -> None:
    settings.export = {"folder": str(tmp_path), "ending": "svg", "view": "loss"}
    for view, name in (("norms", "and-norms.svg"), ("norms", "and-norms-2.svg")):
        with qtbot.waitSignal(exporting.figure_written, timeout=20_000) as heard:
            exporting.quick_export(view)
        assert heard.args == [str(tmp_path / name)]
    with qtbot.waitSignal(exporting.figure_written, timeout=20_000) as heard:
        exporting.quick_export("trace")
    assert heard.args == [str(tmp_path / "and-trace.tex")], "a table is no SVG"


def test_a_figure_is_copied_as_pixels_and_as_vectors(exporting: Exporter, qtbot: QtBot) -> None:
    with qtbot.waitSignal(exporting.figure_copied, timeout=20_000):
        exporting.copy_figure("boundary")
    data = QGuiApplication.clipboard().mimeData()
    assert {"image/png", "image/svg+xml"} <= set(data.formats())
    assert QImage.fromData(data.data("image/png")).width() > 100
    assert b"<svg" in bytes(data.data("image/svg+xml").data())
    assert data.hasImage()


def test_a_table_is_copied_as_text(exporting: Exporter, qtbot: QtBot) -> None:
    with qtbot.waitSignal(exporting.figure_copied, timeout=20_000):
        exporting.copy_figure("trace")
    assert QGuiApplication.clipboard().text().startswith("| visit")


def test_without_points_there_is_a_figure_that_says_so(
    dialogs: FakeDialogs, settings: Settings, jobs: Jobs, tmp_path: Path, qtbot: QtBot
) -> None:
    empty = ShownSession(Session(Dataset.of([], [])), None, 0, "")
    settings.export = {"folder": str(tmp_path), "ending": "svg"}
    exporting = Exporter(lambda: empty, dialogs, settings, jobs, preview_delay_ms=0)
    with qtbot.waitSignal(exporting.figure_written, timeout=20_000):
        exporting.quick_export("loss")
    assert "no points" in (tmp_path / "figure-loss.svg").read_text(encoding="utf-8")
    exporting.close()
