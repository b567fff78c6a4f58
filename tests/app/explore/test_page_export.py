"""What is exported from a page of the laboratory is what is chosen on it."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from pytestqt.qtbot import QtBot

from perceptron_gui.views.labs.arena import ArenaPage
from perceptron_gui.views.labs.page import LabPage
from tests.app.person import Person
from tests.app.windows import OpenWindow
from tests.views.lab_desk import choose, let_compete, lines, suggest, type_text

Page = TypeVar("Page", bound=LabPage)


def chosen(person: Person, view: str) -> dict[str, object]:
    """Return the options with which a view would be exported now."""
    exporting = person.program.exporting
    exporting.show_dialog(view)
    dialog = exporting.dialog
    assert dialog is not None
    options = dict(dialog.choices().options.get(view, {}))
    dialog.reject()
    return options


def open_page(person: Person, name: str, kind: type[Page]) -> Page:
    """Go to a page of the laboratory."""
    person.do(f"page.{name}")
    page = person.window.pages.lab
    assert isinstance(page, kind)
    return page


def open_arena(person: Person, *contestants: str) -> ArenaPage:
    """Go to the arena and choose who takes part."""
    page = open_page(person, "arena", ArenaPage)
    person.activate()
    let_compete(page, *contestants)
    return page


def test_the_arena_is_exported_as_chosen(person: Person, qtbot: QtBot, tmp_path: Path) -> None:
    open_arena(person, "Voted perceptron", "Batch perceptron")
    person.wait()
    person.program.settings.export = {"folder": str(tmp_path), "ending": "svg"}
    exporting = person.program.exporting
    with qtbot.waitSignal(exporting.figure_written, timeout=20_000) as written:
        person.do("file.quick_export")
    text = Path(written.args[0]).read_text(encoding="utf-8")
    assert "Voted" in text and "Batch" in text and "Averaged" not in text
    assert chosen(person, "results") == {"contestants": "voted; batch"}


def test_experiments_are_exported_as_they_are_tried(person: Person) -> None:
    orders = open_page(person, "orders", LabPage)
    choose(orders, "what", "starts")
    type_text(orders, "trials", "100")
    type_text(orders, "trial_seed", "1")
    person.wait()
    tried = {"what": "starts", "trials": 100, "trial_seed": 1}
    assert chosen(person, "orders") == chosen(person, "solutions") == tried
    page = open_page(person, "steps", LabPage)
    choose(page, "over", "schedule")
    suggest(page, "values", "Constant and 1/√t")
    type_text(page, "passes", "40")
    person.wait()
    wanted = {"over": "schedule", "values": "constant,inverse-sqrt", "passes": 40}
    assert chosen(person, "steps") == wanted
    page = open_page(person, "effects", LabPage)
    type_text(page, "orders", "cyclic; 1,3,2,4")
    person.wait()
    assert chosen(person, "effects") == {"orders": "cyclic; 0,2,1,3"}


def test_what_is_chosen_on_pages_is_saved_undone_and_opened_again(
    person: Person, open_window: OpenWindow, tmp_path: Path
) -> None:
    page = open_arena(person, "Voted perceptron", "Batch perceptron")
    choose(page, "layout", "overlaid")
    choose(open_page(person, "steps", LabPage), "over", "schedule")
    person.wait()
    path = tmp_path / "kept.json"
    person.dialogs.path = str(path)
    person.do("file.save_as")
    again = open_window(str(path))
    opened = open_page(again, "arena", ArenaPage)
    assert lines(opened.contestants) == ["Voted", "Batch"]
    assert opened.chosen["layout"] == "overlaid"
    assert open_page(again, "steps", LabPage).chosen["over"] == "schedule"
    assert again.sees("title").startswith("kept")  # and nothing of it is new
    person.do("edit.undo", "edit.undo", "page.arena")
    assert page.chosen["layout"] == "multiples"
    person.do("edit.undo", "edit.undo")
    assert "Voted" not in lines(page.contestants)
