"""Points of more than two coordinates: which two the plane shows, chosen by pictures."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from perceptron_gui.views.data.popups import AxesButton, PairMatrix
from tests.app.person import LEFT, Person
from tests.app.windows import OpenWindow

CLASSES = (
    "a against b, a against c, b against c, "
    "a against the rest, b against the rest, c against the rest"
)
ROWS = """sl,sw,pl,pw,species
5.1,3.5,1.4,0.2,a
4.9,3,1.4,0.3,a
4.7,3.2,1.3,0.2,a
7,3.2,4.7,1.4,b
6.4,3.3,4.5,1.5,b
6.9,3.1,4.9,1.6,b
"""


@pytest.fixture
def flowers(person: Person, tmp_path: Path) -> Person:
    """A table with four coordinates, opened."""
    path = tmp_path / "flowers.csv"
    path.write_text(ROWS)
    person.open(str(path))
    return person


def button(person: Person) -> AxesButton:
    found = person.program.axes.button
    assert found is not None
    return found


def matrix(person: Person) -> PairMatrix:
    """Open the pairs with a click, and return them."""
    QTest.mouseClick(button(person), LEFT)
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, PairMatrix)
    return popup


def test_two_coordinates_are_chosen_by_their_picture(flowers: Person) -> None:
    assert button(flowers).isVisible()
    assert button(flowers).text() == "along w ▾"
    popup = matrix(flowers)
    assert [each.accessibleName() for each in popup.buttons.values()] == [
        *("sl, sw", "sl, pl", "sl, pw", "sw, pl", "sw, pw", "pl, pw"),
    ]
    QTest.mouseClick(popup.buttons[2, 3], LEFT)
    flowers.wait()
    assert button(flowers).text() == "pl, pw ▾"
    figure = flowers.canvas.figure
    assert (figure.x.label, figure.y.label) == ("pl", "pw")
    x, y = figure.x.range, figure.y.range
    assert x is not None
    assert y is not None
    assert x[0] <= 1.3 and x[1] >= 4.9 and y[0] <= 0.2 and y[1] >= 1.6
    assert flowers.session.views["boundary"]["axes"] == (3, 4)


def test_the_direction_of_w_comes_back_and_undo_too(flowers: Person) -> None:
    QTest.mouseClick(matrix(flowers).buttons[0, 1], LEFT)
    flowers.wait()
    flowers.keys("End")
    assert not flowers.canvas.figure.has("line")
    QTest.mouseClick(matrix(flowers).along, LEFT)
    flowers.wait()
    assert "axes" not in flowers.session.views.get("boundary", {})
    assert flowers.canvas.figure.has("line")
    flowers.keys("Ctrl+Z")
    flowers.wait()
    assert button(flowers).text() == "sl, sw ▾"


def test_other_data_of_two_coordinates_need_no_choice(flowers: Person) -> None:
    QTest.mouseClick(matrix(flowers).buttons[0, 2], LEFT)
    flowers.program.data_sets.choose("and")
    flowers.wait()
    assert not button(flowers).isVisible()
    assert flowers.canvas.figure.x.label == "$x_1$"
    assert "axes" not in flowers.session.views.get("boundary", {})


def test_a_file_with_three_classes_starts_with_the_question_which_ones(
    open_window: OpenWindow, tmp_path: Path
) -> None:
    path = tmp_path / "three.csv"
    path.write_text("0,0,a\n1,1,b\n2,2,c\n")
    person = open_window(str(path))
    person.wait_until(lambda: ("classes", CLASSES) in person.dialogs.asked)
    assert person.sees("title").startswith("XOR")
    assert person.sees("rules")[0]["init"] == "zeros"  # that of a demonstration fits no file
