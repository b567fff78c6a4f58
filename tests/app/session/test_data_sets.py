"""Data sets as edits: chosen by their pictures, set with sliders, rolled with the die."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton

from perceptron_gui.core.data.library import GROUPS, LECTURES, LIBRARY, make
from perceptron_gui.core.data.unseen import with_test_points
from perceptron_gui.lectures.presets import example_rule
from perceptron_gui.views.data.cards import PictureButton
from perceptron_gui.views.data.popups import Gallery
from perceptron_gui.views.data.settings import DataSettings
from perceptron_gui.views.widgets.slider import GestureSlider, NumberEditor
from tests.app.person import LEFT, Person
from tests.views.desk import type_into, typed_field
from tests.views.pointer import grab, let_go, pull


def gallery(person: Person) -> Gallery:
    """Open the pictures with a click, and return them."""
    QTest.mouseClick(person.window.nav.data_button, LEFT)
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, Gallery)
    return popup


def pick(person: Person, name: str) -> None:
    """Choose a data set by a click on its picture."""
    QTest.mouseClick(gallery(person).buttons[name], LEFT)
    person.wait()


def settings_of(person: Person) -> DataSettings:
    """Return the sliders of the data set, open."""
    person.open_panel("data")
    (panel,) = person.window.findChildren(DataSettings)
    return panel


def test_a_data_set_is_chosen_by_its_picture_and_undone_at_once(person: Person) -> None:
    person.do("play.end")
    person.controller.screen.show_range((0.0, 0.1, 0.0, 0.1))
    asked = list(person.dialogs.asked)
    person.program.controller.editing.use_preset("002")
    person.wait()
    rule, first = person.session.rules, person.sees("points")
    pick(person, "clusters")
    points = make(LIBRARY["clusters"]).points
    assert person.sees("points") == points.tolist()
    for axis, seen in enumerate((person.canvas.figure.x.range, person.canvas.figure.y.range)):
        assert seen is not None  # the plane fits the points
        assert seen[0] <= points[:, axis].min() and seen[1] >= points[:, axis].max()
    assert person.session.rules == rule
    assert person.sees("visit") == 0
    assert person.dialogs.asked == asked
    assert person.sees("title") == "● Two groups far apart — Perceptron"
    person.keys("Ctrl+Z")
    person.wait()
    assert person.sees("points") == first
    assert person.sees("title") == "● XOR — Perceptron"
    assert person.session.rules == rule


def test_every_set_has_a_picture_its_name_and_what_it_teaches(person: Person) -> None:
    popup = gallery(person)
    assert list(popup.buttons) == [each.name for group in GROUPS.values() for each in group]
    for name, each in popup.buttons.items():
        assert each.accessibleName() == LIBRARY[name].title
        assert each.toolTip().startswith(LIBRARY[name].teaches)
        each.grab()  # which paints it, as scrolling to it does
        person.wait_until(lambda each=each: len(colours(each)) > 3)  # type: ignore[misc]
    size = popup.buttons["xor"].picture_size
    assert size.width() < 2 * size.height()
    popup.close()


def test_a_search_and_chips_let_some_sets_through(person: Person) -> None:
    popup = gallery(person)
    assert popup.height() < 0.85 * person.window.height()
    popup.section.search.setFocus()
    QTest.keyClicks(popup.section.search, "moons")
    assert list(popup.buttons) == ["moons"]
    QTest.keyClick(popup.section.search, Qt.Key.Key_Return)
    person.wait()
    assert person.session.name == "moons"
    popup = gallery(person)
    chip = next(each for each in popup.section.chips.buttons() if each.text() == "Real")
    QTest.mouseClick(chip, LEFT)
    assert list(popup.buttons) == ["iris"]
    QTest.mouseClick(popup.section.chips.buttons()[0], LEFT)
    popup.close()


def colours(each: PictureButton) -> set[int]:
    image = each.picture.toImage()
    return {image.pixel(x, y) for x in range(0, image.width(), 2) for y in range(image.height())}


def test_arrows_and_enter_choose_and_escape_leaves(person: Person) -> None:
    popup = gallery(person)
    assert popup.focusWidget() is popup.buttons["xor"]
    for key, name in (("Left", "nor"), ("Right", "xor")):
        press(popup, key)
        assert popup.focusWidget() is popup.buttons[name]
    first = place(popup)
    press(popup, "Down")
    assert place(popup).y() > first.y()
    assert place(popup).x() == first.x()
    press(popup, "Up")
    assert place(popup) == first
    press(popup, "Escape")
    assert not popup.isVisible()
    assert not person.action("edit.undo").isEnabled()
    person.keys("D")
    assert QApplication.activePopupWidget() is popup
    press(popup, "Left")
    press(popup, "Return")
    person.wait()
    assert not popup.isVisible()
    assert person.sees("labels") == [1, -1, -1, -1]


def place(popup: Gallery) -> QPoint:
    focus = popup.focusWidget()
    assert focus is not None
    return focus.pos()


def press(popup: Gallery, key: str) -> None:
    QTest.keyClick(popup.focusWidget(), getattr(Qt.Key, f"Key_{key}"))


def test_the_die_rolls_other_points_and_is_off_where_there_is_nothing_random(
    person: Person,
) -> None:
    assert not person.action("points.die").isEnabled()
    pick(person, "moons")
    assert person.action("points.die").isEnabled()
    first = person.sees("points")
    buttons = person.window.nav.findChildren(QToolButton)
    die = next(each for each in buttons if each.defaultAction() is person.action("points.die"))
    QTest.mouseClick(die, LEFT)
    person.wait()
    second = person.sees("points")
    assert second != first
    assert len(second) == len(first)
    person.keys("R")
    person.wait()
    assert person.sees("points") not in (first, second)
    person.keys("Ctrl+Z", "Ctrl+Z")
    person.wait()
    assert person.sees("points") == first
    assert person.action("points.die").isEnabled()
    person.do("edit.select_all", "edit.relabel")
    assert not person.action("points.die").isEnabled()  # these are no generated set


def test_a_slider_changes_the_points_while_it_is_dragged_and_is_one_step(person: Person) -> None:
    pick(person, "moons")
    panel = settings_of(person)
    slider = slider_of(panel, "noise")
    person.wait_until(lambda: slider.width() > 40)  # the panel has just been opened
    start = slider.value() / slider.maximum()
    sizes = []
    grab(slider)
    for share in (0.1, 0.2, 0.3):
        pull(slider, start + share)
        person.wait()
        sizes.append(float(np.abs(person.session.dataset.points).max()))
    let_go(slider)
    assert sizes == sorted(set(sizes))
    assert person.action("edit.undo").text() == "&Undo change Two half moons"
    person.keys("Ctrl+Z")
    person.wait()
    assert person.sees("points") == make(LIBRARY["moons"]).points.tolist()
    assert panel.form.values["noise"] == 0.1


def slider_of(panel: DataSettings, name: str) -> GestureSlider:
    editor = panel.form.fields[name].editor
    assert isinstance(editor, NumberEditor)
    return editor.slider


def test_parameters_are_remembered_and_come_from_a_name(person: Person) -> None:
    person.open("blobs:n=20")
    person.keys("R")
    person.wait()
    assert len(person.session.dataset) == 20
    type_into(typed_field(settings_of(person).form.fields["n"]), "30")
    pick(person, "xor")
    pick(person, "blobs")
    assert len(person.session.dataset) == 30


def test_every_generated_set_has_a_control_for_every_parameter(person: Person) -> None:
    panel = settings_of(person)
    assert not panel.form.fields
    for entry in GROUPS["Generated"]:
        person.program.data_sets.choose(entry.name)
        assert list(panel.form.fields) == list(entry.parameters)
        for name in set(entry.parameters) - {"seed"}:
            assert slider_of(panel, name).maximum() > 9
    person.wait()


@pytest.mark.parametrize("name", [name for name, each in LIBRARY.items() if each.is_example])
def test_an_example_of_a_lecture_brings_its_rule_and_symbols_as_one_step(
    person: Person, name: str
) -> None:
    entry, before = LIBRARY[name], person.session
    pick(person, name)
    assert person.sees("points") == make(entry).points.tolist()
    assert person.session.rules == (example_rule(entry),)
    assert person.sees("notation") == entry.lecture
    assert f"as in {LECTURES[entry.lecture]}" in person.action("edit.undo").text()
    person.keys("Ctrl+Z")
    person.wait()
    assert person.session.dataset == before.dataset
    assert (person.session.rules, person.session.notation) == (before.rules, before.notation)
    assert not person.action("edit.undo").isEnabled()


def test_test_points_are_kept_out_by_a_slider_and_stay_with_another_seed(person: Person) -> None:
    person.open("blobs:n=40")
    before, panel = person.session.dataset, settings_of(person)
    panel.testing_requested.emit({"test": 0.25, "test_seed": 3}, "")
    person.wait()
    assert person.session.dataset == with_test_points(before, 0.25, 3)
    assert panel.testing.values == {"test": 0.25, "test_seed": 3}
    assert (
        "of 10 test points misclassified" in person.controller.store.state.status[0]["errors"].full
    )
    run = person.controller.store.state.run
    assert run is not None and len(run.dataset) == 30
    person.keys("R")
    person.wait()
    rolled = person.session.dataset
    assert rolled.test is not None and len(rolled.test) == 10
    assert rolled.whole != before
    panel.testing_requested.emit({"test": 0.99, "test_seed": 3}, "")
    person.wait()
    assert person.session.dataset is rolled  # which leaves no point to train on
    person.keys("Ctrl+Z", "Ctrl+Z")
    person.wait()
    assert person.session.dataset == before and panel.testing.values["test"] == 0


def test_real_targets_have_no_test_points(person: Person) -> None:
    person.open("line-fit")
    assert not settings_of(person).testing.isVisible()
