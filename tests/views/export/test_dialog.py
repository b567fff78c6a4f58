"""The export dialog by itself: what it shows, asks for, and tells."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from perceptron_gui.base.params import params_of
from perceptron_gui.export.formats.formats import FORMATS
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.views.export.choices import ExportChoices, ExportOffer
from perceptron_gui.views.export.dialog import ExportDialog
from perceptron_gui.views.export.fields import ParamGroup
from perceptron_gui.views.widgets.editors import ChoiceEditor, TypedEditor
from tests.views.desk import typed_field
from tests.views.pixels import check_reachable, heard

DRAWN = ("size", "theme", "markers", "font", "family")
OFFER = ExportOffer("xor", 17, 36)
CHOICES = ExportChoices(
    view="loss",
    ending="gif",
    page={
        "size": "85x60.5mm",
        "theme": "dark",
        "markers": "melbourne",
        "font": 9.0,
        "family": "sans",
        "dpi": 150.0,
        "letters": "text",
    },
    options={"loss": {"future": True, "title": "AND"}, "norms": {"scale": "log"}},
    until="end",
    motion={"frames": "updates", "fps": 12.0, "hold": 3.5, "once": True},
    with_session=False,
)


@pytest.fixture
def dialog(qtbot: QtBot) -> ExportDialog:
    """A dialog that asks for previews at once."""
    dialog = ExportDialog(OFFER, preview_delay_ms=0)
    qtbot.addWidget(dialog)
    dialog.show_choices(ExportChoices(ending="png"))
    dialog.show()
    return dialog


def test_animations_go_on_to_the_end_with_a_counter_and_pictures_do_not(
    dialog: ExportDialog,
) -> None:
    assert dialog.choices().until == "cursor"
    choose(dialog.format, "gif")
    moving = dialog.choices()
    assert moving.until == "end"
    assert "no_counter" not in moving.motion
    check(dialog.motion, "no_counter")
    choose(dialog.format, "svg")
    assert dialog.choices().until == "cursor"
    choose(dialog.format, "gif")
    assert dialog.choices().motion["no_counter"]


def menu(group: ParamGroup, name: str) -> ChoiceEditor:
    editor = group.form.fields[name].editor
    assert isinstance(editor, ChoiceEditor)
    return editor


def field(group: ParamGroup, name: str) -> TypedEditor:
    return typed_field(group.form.fields[name])


def check(group: ParamGroup, name: str) -> None:
    box = group.form.fields[name].editor
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))


def choose(menu: ChoiceEditor, key: str) -> None:
    menu.setCurrentIndex(menu.findData(key))
    menu.activated.emit(menu.currentIndex())


def type_over(field: QLineEdit, text: str) -> None:
    """Replace what stands in a field, as the user would."""
    field.selectAll()
    QTest.keyClicks(field, text)
    field.editingFinished.emit()


def unfold(dialog: ExportDialog) -> None:
    """Show the options of the figure that only few people need."""
    QTest.mouseClick(dialog.options.more, Qt.MouseButton.LeftButton)


def test_options_of_experts_are_folded_unless_one_of_them_is_set(
    dialog: ExportDialog, qtbot: QtBot
) -> None:
    assert "range" not in dialog.options.form.fields
    dialog.show_choices(replace(CHOICES, options={"loss": {"detail": 50}}))
    qtbot.waitUntil(dialog.options.form.fields["detail"].isVisible)
    QTest.mouseClick(dialog.options.more, Qt.MouseButton.LeftButton)
    assert not dialog.options.form.fields["detail"].isVisible()
    assert dialog.choices().view_options == {"detail": 50}


def test_choices_come_out_as_they_went_in(dialog: ExportDialog) -> None:
    for _ in range(2):
        dialog.show_choices(CHOICES)
        assert dialog.choices() == CHOICES


def test_a_preview_is_asked_for_once_after_many_changes(dialog: ExportDialog, qtbot: QtBot) -> None:
    asked = heard(dialog.preview_requested)
    for theme in ("dark", "print", "contrast"):
        choose(menu(dialog.page, "theme"), theme)
    qtbot.waitUntil(lambda: len(asked) > 0)
    assert [each.page["theme"] for each in asked] == ["contrast"]


def test_what_is_wrong_is_told_and_cannot_be_exported(dialog: ExportDialog, qtbot: QtBot) -> None:
    unfold(dialog)
    typed = field(dialog.options, "range")
    type_over(typed, "0, 1, 2")
    complaint = dialog.options.form.fields["range"].complaint
    assert complaint.words == "'0, 1, 2': give four numbers x0,x1,y0,y1." and complaint.isVisible()
    assert not dialog.export_button.isEnabled()
    QTest.keyClicks(typed, ", 3")
    assert complaint.words == ""
    assert dialog.export_button.isEnabled()
    assert dialog.choices().view_options == {"range": [0.0, 1.0, 2.0, 3.0]}


def test_highlighted_points_count_from_1_in_the_dialog_and_from_0_in_what_is_stored(
    dialog: ExportDialog,
) -> None:
    unfold(dialog)
    type_over(field(dialog.options, "highlight"), "radius, point 1, state 0, point 12")
    stored = dialog.choices()
    assert stored.view_options == {"highlight": ["radius", "point 0", "state 0", "point 11"]}
    dialog.show_choices(stored)
    assert field(dialog.options, "highlight").text() == "radius, point 1, state 0, point 12"
    assert dialog.choices() == stored


def test_pictures_and_texts_are_previewed(dialog: ExportDialog) -> None:
    dialog.show_preview(png())
    assert dialog.preview.picture.image.width() == 30
    assert not dialog.preview.text.isVisibleTo(dialog)
    dialog.show_problem("This went wrong.")
    assert dialog.complaint.words == "This went wrong."
    dialog.show_preview("| a table |")
    assert dialog.preview.text.isVisibleTo(dialog)
    assert dialog.complaint.words == ""
    assert not dialog.grab().isNull()


def png() -> bytes:
    file = BytesIO()
    Image.new("RGB", (30, 20), "red").save(file, "PNG")
    return file.getvalue()


def test_export_asks_with_everything_that_is_chosen(dialog: ExportDialog, qtbot: QtBot) -> None:
    wanted = replace(CHOICES, ending="svg", with_session=True)
    dialog.show_choices(wanted)
    with qtbot.waitSignal(dialog.export_requested) as asked:
        QTest.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
    assert asked.args == [wanted]


def test_every_control_has_a_name_and_a_tip_and_can_be_reached_by_keys(
    dialog: ExportDialog,
) -> None:
    choose(dialog.format, "gif")
    kinds = (QAbstractButton, QComboBox, QLineEdit, QAbstractSpinBox)
    controls = [
        each
        for kind in kinds
        for each in dialog.findChildren(kind)
        if each.isVisible() and not isinstance(each.parentWidget(), QAbstractSpinBox)
    ]
    assert len(controls) > 15
    check_reachable(*controls)


@pytest.mark.parametrize("view", VIEWS)
def test_every_option_of_every_view_has_a_control_that_tells_what_it_does(
    view: str, dialog: ExportDialog
) -> None:
    choose(dialog.view, view)
    params = params_of(VIEWS[view].options)
    fields = dialog.options.form.fields
    assert {name for name in fields if params[name].is_expert} == set()
    unfold(dialog)
    assert set(fields) == {name for name in params if not params[name].is_inner}
    check_reachable(*(part for each in fields.values() for part in each.parts))
    assert dialog.choices().view == view
    assert dialog.choices().options == {}


def seen(dialog: ExportDialog) -> set[str]:
    """Return the options of the page that are seen."""
    return {name for name, each in dialog.page.form.fields.items() if each.isVisible()}


def test_only_what_applies_is_seen(dialog: ExportDialog) -> None:
    assert seen(dialog) == {*DRAWN, "dpi"}
    assert not dialog.motion.isVisible()
    choose(dialog.format, "svg")
    assert seen(dialog) == {*DRAWN, "letters"}
    choose(dialog.format, "gif")
    assert dialog.motion.isVisible()
    choose(dialog.format, "html")
    assert not dialog.motion.isVisible()  # its reader sets the speed
    assert dialog.choices().until == "end"
    choose(dialog.format, "csv")
    assert not dialog.page.isVisible()
    assert not dialog.with_session.isVisible()


def test_a_table_is_offered_in_formats_for_tables(dialog: ExportDialog) -> None:
    choose(dialog.view, "trace")
    formats = dialog.format
    offered = [formats.itemData(i) for i in range(formats.count())]
    assert offered == [ending for ending, each in FORMATS.items() if each.tables]
    assert dialog.choices().ending == offered[0]
    choose(dialog.view, "loss")
    assert dialog.choices().ending == offered[0]


def test_a_size_is_a_preset_or_in_millimetres(dialog: ExportDialog) -> None:
    page = dialog.page
    assert "size" not in dialog.choices().page, "it suits the format"
    choose(menu(page, "size"), "slide")
    assert not field(page, "size").isVisible()
    choose(menu(page, "size"), "own")
    assert field(page, "size").isVisible()
    assert dialog.choices().page["size"] == "254x142.875mm", "it begins with the last preset"
    type_over(field(page, "size"), "10 × 6 cm")
    assert dialog.choices().page["size"] == "100x60mm"
