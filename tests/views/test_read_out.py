"""The read-out: the place under the pointer, hints and tips, cut rather than in the way."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from perceptron_gui.views.read_out import ReadOut


def shown(qtbot: QtBot, width: int = 600) -> ReadOut:
    """Return a read-out on screen."""
    read_out = ReadOut()
    qtbot.addWidget(read_out)
    read_out.resize(width, 24)
    read_out.show()
    return read_out


def test_the_pointer_is_told_with_its_score(qtbot: QtBot) -> None:
    read_out = shown(qtbot)
    read_out.show_place((0.5, -0.25), -1.0)
    assert read_out.text() == "(0.5, −0.25)   s = −1"
    read_out.show_place((-0.0, 1e6), None)
    assert read_out.text() == "(0, 1e+06)"


def test_tips_come_before_places_and_places_before_hints(qtbot: QtBot) -> None:
    read_out = shown(qtbot)
    read_out.show_hint("Click to add a point.")
    assert read_out.text() == "Click to add a point."
    read_out.show_place((1.0, 2.0), 3.0)
    assert read_out.text().startswith("(1, 2)")
    read_out.show_tip("Play or pause")
    assert read_out.text() == "Play or pause"
    read_out.show_tip("")
    read_out.show_place(None, None)
    assert read_out.text() == "Click to add a point."


def test_a_long_hint_is_cut_and_its_tip_has_all_of_it(qtbot: QtBot) -> None:
    read_out = shown(qtbot, 400)
    hint = "Click to add a point, right click or Shift for the other class. " * 3
    read_out.show_hint(hint)
    assert read_out.text().endswith("…")
    assert read_out.toolTip() == hint
    read_out.resize(4000, 24)
    assert read_out.text() == hint


def test_there_is_always_room_for_a_place(qtbot: QtBot) -> None:
    read_out = shown(qtbot)
    read_out.resize(read_out.minimumWidth(), 24)
    read_out.show_place((-0.1234, -0.1234), -0.1234)
    assert not read_out.text().endswith("…")
