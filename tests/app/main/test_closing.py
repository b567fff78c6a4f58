"""Closing in the middle of anything ends at once and leaves nothing behind.

That no thread and no timer is left is checked for every window, at the end of its test.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from perceptron_gui.core.rules.rule import Rule
from tests.app.person import LEFT, Person
from tests.app.windows import OpenWindow, working

LONG = {"epochs": 2_500_000, "max_updates": 50_000_000, "keep_going": True, "order": "random"}


@pytest.fixture
def person(open_window: OpenWindow) -> Person:
    """Somebody at a window that can be closed."""
    return open_window()


def compute(person: Person) -> None:
    """Ask for ten million visits, and wait for the first of them."""
    rule = Rule.of({**LONG, "arithmetic": "float64", "eta": "1/3"})
    person.controller.editing.set_rules((rule,), 0, "Ask for much")
    person.wait_for("run", "computing")
    assert working(person.window)


def play(person: Person) -> None:
    compute(person)
    person.keys("Space")
    person.wait_until(lambda: bool(person.sees("visit")))


def write(person: Person) -> None:
    person.window.trigger("file.quick_export")


def write_by_dialog(person: Person) -> None:
    person.window.trigger("file.export")
    dialog = person.program.exporting.dialog
    assert dialog is not None
    QTest.mouseClick(dialog.export_button, LEFT)
    assert dialog.is_busy


def preview(person: Person) -> None:
    person.window.trigger("file.copy_figure")
    person.window.trigger("file.export")


def present(person: Person) -> None:
    person.do("view.presentation")


@pytest.mark.parametrize("work", [compute, play, write, write_by_dialog, preview, present])
def test_in_the_middle_of_work(
    person: Person, work: Callable[[Person], None], tmp_path: Path
) -> None:
    person.program.settings.export = {"folder": str(tmp_path), "ending": "pdf"}
    work(person)
    person.window.close()
    assert working(person.window) == []
    assert not any(dialog.isVisible() for dialog in person.window.findChildren(QDialog))
    assert not person.sees("playing") and not person.program.looks.is_presenting
    assert person.program.settings.layout
    person.window.close()  # twice does no harm
    person.program.close()


def test_while_a_point_is_dragged(person: Person) -> None:
    person.keys("M")
    person.press(0.0, 0.0)
    person.pull(0.3, 0.3)
    assert person.canvas.pointer.is_dragging
    person.window.close()
    assert not person.canvas.pointer.is_dragging
    QTest.mouseRelease(person.canvas, LEFT)


def test_what_was_kept_for_a_crash_is_gone(person: Person) -> None:
    person.do("edit.select_all", "edit.relabel")
    kept = person.program.recovery.keep_now()
    assert kept is not None and kept.is_file()
    person.window.close()
    assert not kept.exists()
