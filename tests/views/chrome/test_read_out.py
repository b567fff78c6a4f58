"""The read-out: the place under the pointer, hints and tips, cut rather than in the way."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.views.chrome.read_out import ReadOut


@pytest.fixture
def read_out(qtbot: QtBot) -> Iterator[ReadOut]:
    """Yield a read-out in a window."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1024, 700)
    read_out = ReadOut(window)
    read_out.resize(600, 24)
    window.show()
    yield read_out


def test_the_pointer_is_told_with_its_score(read_out: ReadOut) -> None:
    read_out.show_place((0.5, -0.25), -1.0)
    assert read_out.text() == "(0.5, −0.25)   s = −1"
    read_out.show_place((-0.0, 1e6), None)
    assert read_out.text() == "(0, 1e+06)"


def test_tips_come_before_places_and_places_before_hints(read_out: ReadOut) -> None:
    read_out.show_hint("Click to add a point.")
    assert read_out.text() == "Click to add a point."
    read_out.show_place((1.0, 2.0), 3.0)
    assert read_out.text().startswith("(1, 2)")
    read_out.show_tip("Play or pause")
    assert read_out.text() == "Play or pause"
    read_out.show_tip("")
    read_out.show_place(None, None)
    assert read_out.text() == "Click to add a point."


def test_a_long_hint_is_cut_and_its_tip_has_all_of_it(read_out: ReadOut) -> None:
    read_out.resize(400, 24)
    hint = "Click to add a point, right click or Shift for the other class. " * 3
    read_out.show_hint(hint)
    assert read_out.text().endswith("…")
    assert read_out.toolTip() == hint
    read_out.resize(4000, 24)
    assert read_out.text() == hint


def test_there_is_always_room_for_a_place(read_out: ReadOut) -> None:
    read_out.resize(read_out.minimumWidth(), 24)
    read_out.show_place((-0.1234, -0.1234), -0.1234)
    assert not read_out.text().endswith("…")


def test_in_large_letters_it_leaves_room_for_the_status(read_out: ReadOut) -> None:
    font = read_out.font()
    font.setPointSizeF(3 * font.pointSizeF())
    read_out.setFont(font)
    assert read_out.minimumWidth() == 1024 // 3
