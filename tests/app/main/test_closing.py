"""Closing in the middle of anything ends at once and leaves nothing behind.

That no thread and no timer is left is checked for every window, at the end of its test.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.core.rules.rule import Rule
from tests.app.person import LEFT, Person
from tests.app.windows import OpenWindow, busy

TEN_MILLION = {
    "epochs": 2_500_000,
    "max_updates": 50_000_000,
    "keep_going": True,
    "order": "random",
}


def begin_a_long_run(person: Person, qtbot: QtBot) -> None:
    """Ask for ten million visits, and wait for the first of them."""
    rule = Rule.of({**TEN_MILLION, "arithmetic": "float64", "eta": "1/3"})
    person.controller.editing.set_rules((rule,), 0, "Ask for much")
    qtbot.waitUntil(lambda: person.sees("run") == "computing", timeout=10_000)


def test_while_a_long_run_is_computed(person: Person, qtbot: QtBot) -> None:
    begin_a_long_run(person, qtbot)
    assert "training" in busy(person.window)
    person.window.close()
    assert not [each for each in busy(person.window) if "timer" not in each]


def test_while_a_long_run_is_played(person: Person, qtbot: QtBot) -> None:
    begin_a_long_run(person, qtbot)
    person.keys("Space")
    qtbot.waitUntil(lambda: bool(person.sees("visit")), timeout=5000)
    person.window.close()
    assert not person.sees("playing")


def test_while_a_point_is_dragged(person: Person) -> None:
    person.keys("M")
    person.press(0.0, 0.0)
    person.pull(0.3, 0.3)
    assert person.canvas.pointer.is_dragging
    person.window.close()
    assert not person.canvas.pointer.is_dragging


def test_while_a_figure_is_written(person: Person, tmp_path: Path) -> None:
    person.program.settings.export = {"folder": str(tmp_path), "ending": "pdf"}
    person.window.trigger("file.quick_export")
    person.window.close()
    assert not [each for each in busy(person.window) if "pool" in each]


def test_while_the_dialog_writes_a_figure(person: Person, tmp_path: Path) -> None:
    person.program.settings.export = {"folder": str(tmp_path)}
    person.window.trigger("file.export")
    dialog = person.program.exporting.dialog
    assert dialog is not None
    QTest.mouseClick(dialog.export_button, LEFT)
    assert dialog.is_busy
    person.window.close()
    assert not dialog.isVisible()


def test_while_figures_are_previewed_and_copied(person: Person, qtbot: QtBot) -> None:
    person.window.trigger("file.copy_figure")
    person.window.trigger("file.export")
    dialog = person.program.exporting.dialog
    assert dialog is not None
    qtbot.waitExposed(dialog)
    person.window.close()
    assert not dialog.isVisible()


def test_while_a_window_presents(person: Person, qtbot: QtBot) -> None:
    person.do("view.presentation")
    person.window.close()
    layout = person.program.settings.layout
    assert layout
    assert not person.program.looks.is_presenting


def test_twice(person: Person) -> None:
    person.window.close()
    person.window.close()
    person.program.close()


def test_what_was_kept_for_a_crash_is_gone(open_window: OpenWindow, tmp_path: Path) -> None:
    person = open_window()
    person.do("edit.select_all", "edit.relabel")
    kept = person.program.recovery.keep_now()
    assert kept is not None
    assert kept.is_file()
    person.window.close()
    assert not kept.exists()
