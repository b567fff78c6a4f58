"""The fields of the export dialog: options of views, pages, frames and names of files."""

from __future__ import annotations

from dataclasses import fields

import pytest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.views.export.dialog import ExportDialog
from perceptron_gui.views.export.file import with_ending
from perceptron_gui.views.widgets.editors import ChoiceEditor
from tests.views.exports import choose, shown_dialog, type_over


@pytest.fixture
def dialog(qtbot: QtBot) -> ExportDialog:
    return shown_dialog(qtbot)


@pytest.mark.parametrize("view", VIEWS)
def test_every_option_of_every_view_has_a_control_that_tells_what_it_does(
    view: str, dialog: ExportDialog
) -> None:
    choose(dialog.view, view)
    names = {field.name for field in fields(VIEWS[view].options)}
    assert set(dialog.options.controls) == names - {"aspect", "horizon"}
    for control in dialog.options.controls.values():
        assert control.accessibleName()
        assert control.toolTip().endswith(".")
    assert dialog.choices().view == view
    assert dialog.choices().options == {}


def test_options_of_another_view_are_kept(dialog: ExportDialog, qtbot: QtBot) -> None:
    choose(dialog.view, "norms")
    scale = dialog.options.controls["scale"]
    assert isinstance(scale, ChoiceEditor)
    choose(scale, "log")
    choose(dialog.view, "filmstrip")
    updates = dialog.options.controls["updates"]
    assert isinstance(updates, QLineEdit)
    type_over(updates, "0, 2, end")
    choose(dialog.view, "norms")
    expected = {"norms": {"scale": "log"}, "filmstrip": {"updates": [0, 2, "end"]}}
    assert dialog.choices().options == expected


def test_only_what_applies_is_seen(dialog: ExportDialog) -> None:
    assert dialog.page.fields["dpi"].isVisible()
    assert not dialog.page.fields["outlines"].isVisible()
    assert not dialog.motion.isVisible()
    choose(dialog.file.format, "svg")
    assert dialog.page.fields["outlines"].isVisible()
    assert not dialog.page.fields["dpi"].isVisible()
    choose(dialog.file.format, "gif")
    assert dialog.motion.isVisible()
    choose(dialog.file.format, "csv")
    assert not dialog.page.isVisible()
    assert not dialog.file.with_session.isVisible()


def test_a_table_is_offered_in_formats_for_tables(dialog: ExportDialog) -> None:
    choose(dialog.view, "trace")
    menu = dialog.file.format
    assert [menu.itemData(i) for i in range(menu.count())] == ["csv", "md"]
    assert dialog.choices().ending == "csv"
    choose(dialog.view, "loss")
    assert dialog.choices().ending == "csv"


def test_the_name_has_the_ending_of_the_format(dialog: ExportDialog, qtbot: QtBot) -> None:
    assert dialog.choices().name == "xor-boundary.png"
    choose(dialog.view, "loss")
    assert dialog.choices().name == "xor-loss.png"
    choose(dialog.file.format, "svg")
    assert dialog.choices().name == "xor-loss.svg"
    type_over(dialog.file.name, "Fig. 3")
    assert dialog.choices().name == "Fig. 3.svg"
    choose(dialog.view, "norms")
    assert dialog.choices().name == "Fig. 3.svg", "what was typed stays"
    type_over(dialog.file.name, "film.gif")
    assert (dialog.choices().name, dialog.choices().ending) == ("film.gif", "gif")
    type_over(dialog.file.name, "film.exe")
    assert dialog.choices().name == "film.gif"


@pytest.mark.parametrize(
    ("name", "expected"),
    [("a.pdf", "a.svg"), ("a", "a.svg"), ("v1.2", "v1.2.svg"), ("Fig. 3", "Fig. 3.svg")],
)
def test_a_dot_in_a_name_is_not_always_an_ending(name: str, expected: str) -> None:
    assert with_ending(name, "svg") == expected


def test_a_size_is_a_preset_or_in_millimetres(dialog: ExportDialog) -> None:
    page = dialog.page
    assert dialog.choices().page["size"] == "page"
    choose(page.size_menu, "slide")
    assert not page.width_field.isVisible()
    choose(page.size_menu, "own")
    assert page.width_field.isVisible()
    assert dialog.choices().page["size"] == "254x142.9mm", "it begins with the last preset"
    page.width_field.setValue(100)
    page.height_field.setValue(60)
    assert dialog.choices().page["size"] == "100x60mm"


def test_frames_are_counted_or_named(dialog: ExportDialog) -> None:
    choose(dialog.file.format, "gif")
    motion = dialog.motion
    assert dialog.choices().frames == "60"
    motion.count.setValue(7)
    assert dialog.choices().frames == "7"
    choose(motion.frames, "visits")
    assert dialog.choices().frames == "visits"
    assert not motion.count.isVisible()
