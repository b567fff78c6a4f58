"""The export dialog by itself: what it shows, asks for, and tells."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from perceptron_gui.views.export.choices import ExportChoices
from perceptron_gui.views.export.dialog import ExportDialog
from tests.views.exports import choose, page_menu, shown_dialog, type_over

CHOICES = ExportChoices(
    view="loss",
    ending="gif",
    page={"size": "85x60.5mm", "theme": "dark", "font": "9", "family": "sans", "dpi": "150"},
    options={"loss": {"future": True, "title": "AND"}, "norms": {"scale": "log"}},
    until="end",
    frames="updates",
    fps=12.0,
    hold=3.5,
    loops=False,
    with_session=False,
    folder="/figures",
    name="mine.gif",
)


@pytest.fixture
def dialog(qtbot: QtBot) -> ExportDialog:
    return shown_dialog(qtbot)


def test_choices_come_out_as_they_went_in(dialog: ExportDialog) -> None:
    dialog.show_choices(CHOICES)
    assert dialog.choices() == CHOICES
    dialog.show_choices(CHOICES)
    assert dialog.choices() == CHOICES


def test_choices_survive_being_stored_as_plain_values() -> None:
    stored = {"view": "loss", "fps": 3.0, "loops": "yes", "until": "never", "other": 1}
    assert ExportChoices.of(stored) == ExportChoices(view="loss", fps=3.0)


def test_a_preview_is_asked_for_once_after_many_changes(dialog: ExportDialog, qtbot: QtBot) -> None:
    asked: list[ExportChoices] = []
    dialog.preview_requested.connect(asked.append)
    for theme in ("dark", "print", "contrast"):
        choose(page_menu(dialog, "theme"), theme)
    qtbot.waitUntil(lambda: len(asked) > 0)
    assert [each.page["theme"] for each in asked] == ["contrast"]


def test_what_is_wrong_is_told_and_cannot_be_exported(dialog: ExportDialog, qtbot: QtBot) -> None:
    field = dialog.options.controls["range"]
    assert isinstance(field, QLineEdit)
    type_over(field, "0, 1, 2")
    assert dialog.complaint.words == "'0, 1, 2': give four numbers x0,x1,y0,y1."
    assert not dialog.export_button.isEnabled()
    QTest.keyClicks(field, ", 3")
    assert dialog.complaint.words == ""
    assert dialog.export_button.isEnabled()
    assert dialog.choices().view_options == {"range": [0.0, 1.0, 2.0, 3.0]}


def test_pictures_and_texts_are_previewed(dialog: ExportDialog) -> None:
    dialog.show_preview(png())
    assert dialog.preview.picture.image.width() == 30
    assert not dialog.preview.is_text
    dialog.show_problem("This went wrong.")
    assert dialog.complaint.words == "This went wrong."
    dialog.show_preview("| a table |")
    assert dialog.preview.is_text
    assert dialog.complaint.words == ""
    assert not dialog.grab().isNull()


def png() -> bytes:
    file = BytesIO()
    Image.new("RGB", (30, 20), "red").save(file, "PNG")
    return file.getvalue()


def test_while_a_file_is_written_nothing_can_be_changed_but_given_up(
    dialog: ExportDialog, qtbot: QtBot
) -> None:
    cancelled: list[bool] = []
    dialog.cancel_requested.connect(lambda: cancelled.append(True))
    dialog.show_progress(3, 10)
    assert (dialog.progress.value(), dialog.progress.maximum()) == (3, 10)
    assert not dialog.view.isEnabled()
    assert not dialog.export_button.isEnabled()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert cancelled == [True]
    assert dialog.isVisible()
    dialog.show_idle()
    assert not dialog.isVisible()


def test_a_dialog_that_is_idle_closes_at_once(dialog: ExportDialog, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dialog.preview_requested):
        choose(page_menu(dialog, "theme"), "dark")
    choose(page_menu(dialog, "theme"), "light")
    with qtbot.assertNotEmitted(dialog.preview_requested, wait=20):
        dialog.close()
    assert not dialog.isVisible()


def test_the_folder_is_asked_for_and_shown(dialog: ExportDialog, qtbot: QtBot) -> None:
    asked: list[str] = []
    dialog.folder_requested.connect(asked.append)
    QTest.mouseClick(dialog.file.choose, Qt.MouseButton.LeftButton)
    assert asked == ["/figures"]
    dialog.show_folder(str(Path("/other")))
    assert dialog.choices().folder == str(Path("/other"))


def test_export_asks_with_everything_that_is_chosen(dialog: ExportDialog, qtbot: QtBot) -> None:
    wanted = replace(CHOICES, ending="svg", name="mine.svg", with_session=True)
    dialog.show_choices(wanted)
    with qtbot.waitSignal(dialog.export_requested) as asked:
        QTest.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
    assert asked.args == [wanted]


def test_every_control_has_a_name_and_a_tip_and_can_be_reached_by_keys(
    dialog: ExportDialog,
) -> None:
    choose(dialog.file.format, "gif")
    kinds = (QAbstractButton, QComboBox, QLineEdit, QAbstractSpinBox)
    controls = [
        each
        for kind in kinds
        for each in dialog.findChildren(kind)
        if each.isVisible() and not isinstance(each.parentWidget(), QAbstractSpinBox)
    ]
    assert len(controls) > 15
    for control in controls:
        assert control.accessibleName() or control.property("text")
        assert control.toolTip(), control.accessibleName()
        assert control.focusPolicy() & Qt.FocusPolicy.TabFocus
