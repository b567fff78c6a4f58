"""What is exported from a page of the laboratory is what is chosen on it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.views.labs.arena import ArenaPage
from perceptron_gui.views.labs.effects import EffectsPage
from perceptron_gui.views.labs.orders import OrdersPage
from perceptron_gui.views.labs.steps import StepsPage
from tests.app.person import Person
from tests.app.windows import OpenWindow
from tests.views.lab_desk import choose, suggest, type_text


@pytest.fixture
def learner(open_window: OpenWindow) -> Person:
    """Somebody with XOR on the screen."""
    return open_window("xor")


def chosen(learner: Person, view: str) -> dict[str, object]:
    """Return the options with which a view would be exported now."""
    exporting = learner.program.exporting
    exporting.show_dialog(view)
    dialog = exporting.dialog
    assert dialog is not None
    options = dict(dialog.choices().options.get(view, {}))
    dialog.reject()
    return options


def open_arena(learner: Person, contestants: str) -> ArenaPage:
    """Go to the arena and type who takes part."""
    learner.do("page.arena")
    page = learner.window.pages.lab
    assert isinstance(page, ArenaPage)
    type_text(page.contestants, contestants)
    return page


def test_the_arena_is_exported_with_its_contestants(
    learner: Person, qtbot: QtBot, tmp_path: Path
) -> None:
    open_arena(learner, "voted; batch")
    learner.wait()
    learner.program.settings.export = {"folder": str(tmp_path), "ending": "svg"}
    exporting = learner.program.exporting
    with qtbot.waitSignal(exporting.figure_written, timeout=20_000) as written:
        learner.do("file.quick_export")
    text = Path(written.args[0]).read_text(encoding="utf-8")
    assert "Voted" in text and "Batch" in text and "Averaged" not in text
    assert chosen(learner, "results") == {"contestants": "voted; batch"}


def test_orders_are_exported_as_they_are_tried(learner: Person) -> None:
    learner.do("page.orders")
    page = learner.window.pages.lab
    assert isinstance(page, OrdersPage)
    QTest.keyClick(page.what, Qt.Key.Key_Down)
    QTest.keyClick(page.trials, Qt.Key.Key_Up)
    page.other.click()
    learner.wait()
    tried = {"what": "starts", "trials": 100, "trial_seed": 1}
    assert chosen(learner, "orders") == chosen(learner, "solutions") == tried


def test_steps_are_exported_with_what_is_varied(learner: Person) -> None:
    learner.do("page.steps")
    page = learner.window.pages.lab
    assert isinstance(page, StepsPage)
    choose(page.over, "schedule")
    suggest(page.values, "Constant and 1/√t")
    page.epochs.setValue(40)
    learner.wait()
    wanted = {"over": "schedule", "values": "constant,inverse-sqrt", "passes": 40}
    assert chosen(learner, "steps") == wanted


def test_variations_are_exported_with_their_orders(learner: Person) -> None:
    learner.do("page.effects")
    page = learner.window.pages.lab
    assert isinstance(page, EffectsPage)
    type_text(page.orders, "cyclic; 0,2,1,3")
    learner.wait()
    assert chosen(learner, "effects") == {"orders": "cyclic; 0,2,1,3"}


def test_what_is_chosen_on_pages_is_saved_undone_and_opened_again(
    learner: Person, open_window: OpenWindow, tmp_path: Path
) -> None:
    page = open_arena(learner, "voted; batch")
    choose(page.layout_choice, "overlaid")
    learner.do("page.steps")
    steps = learner.window.pages.lab
    assert isinstance(steps, StepsPage)
    choose(steps.over, "schedule")
    learner.wait()
    path = tmp_path / "kept.json"
    learner.dialogs.path = str(path)
    learner.do("file.save_as")
    again = open_window(str(path))
    again.do("page.arena")
    opened = again.window.pages.lab
    assert isinstance(opened, ArenaPage)
    assert opened.contestants.field.text() == "voted; batch"
    assert opened.layout_choice.value() == "overlaid"
    again.do("page.steps")
    assert isinstance(again.window.pages.lab, StepsPage)
    assert again.window.pages.lab.over.value() == "schedule"
    assert again.sees("title").startswith("kept")  # and nothing of it is new
    learner.do("edit.undo", "edit.undo", "page.arena")
    assert page.layout_choice.value() == "multiples"
    learner.do("edit.undo")
    assert "voted" not in page.contestants.field.text()
