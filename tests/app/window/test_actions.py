"""Every action of the table, by its name and by each of its keys, does something that is seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QMenu
from pytestqt.qtbot import QtBot

from perceptron_gui.app.window.actions import MENUS, ActionSet, ActionSpec, actions, table
from tests.app.person import LEFT, Person
from tests.app.probes import PROBES
from tests.app.windows import OpenWindow


@pytest.fixture
def lecturer(person: Person, tmp_path: Path) -> Iterator[Person]:
    """Somebody whose files all lie in one folder, beside a session that can be opened."""
    folder = tmp_path / "files"
    folder.mkdir()
    person.program.settings.export = {"folder": str(folder), "page": {"size": "40x30mm"}}
    person.dialogs.path = str(folder / "other.json")
    person.do("file.save_as")
    yield person
    person.program.looks.set_theme("light")


def prepare(person: Person, *actions: str) -> None:
    """Show AND after some visits, with a change, a zoomed view and a table to paste."""
    for each in person.window.findChildren(QDialog):
        each.close()
    person.window.activateWindow()
    person.window.trigger("page.plane")
    person.program.files.open("and")
    person.window.docks["loss"].hide()
    person.controller.playback.set_speed(40)
    person.canvas.range_requested.emit((-3.0, 3.0, -3.0, 3.0))
    QGuiApplication.clipboard().setText("0.5\t0.25\t1\n")
    person.program.painting.set_snap(True)
    person.program.painting.fit_grid()
    person.do("edit.select_all", "edit.relabel")
    person.controller.selection.clear()
    person.controller.playback.seek(5)
    person.do(*actions)


def check(person: Person, spec: ActionSpec, act: Callable[[], None], qtbot: QtBot) -> None:
    """Do something and wait for what is seen of it."""
    probe, before = PROBES[spec.id]
    prepare(person, *before)
    old = probe(person)
    act()
    qtbot.waitUntil(lambda: bool(probe(person) != old), timeout=10_000)
    person.wait()
    if spec.checkable and not spec.group:  # and back again
        person.window.trigger(spec.id)
        assert probe(person) == old or spec.id == "play.future"
    person.controller.playback.pause()


def test_what_is_tried_here_is_all_there_is() -> None:
    assert set(PROBES) | {"file.quit"} == {spec.id for spec in actions()}


def test_every_action_is_carried_out_by_its_name(lecturer: Person, qtbot: QtBot) -> None:
    for spec in actions():
        if spec.id in PROBES:
            check(lecturer, spec, partial(lecturer.window.trigger, spec.id), qtbot)


def test_every_key_carries_out_its_action(lecturer: Person, qtbot: QtBot) -> None:
    for spec in actions():
        for keys in spec.keys if spec.id in PROBES else ():
            check(lecturer, spec, partial(lecturer.keys, keys), qtbot)


@pytest.mark.parametrize("by_key", [True, False])
def test_quitting_closes_the_window(person: Person, by_key: bool) -> None:
    person.keys("Ctrl+Q") if by_key else person.window.trigger("file.quit")
    assert not person.window.isVisible()


def test_quitting_stops_where_changes_are_to_be_kept(person: Person) -> None:
    person.do("edit.select_all", "edit.delete")
    person.dialogs.changes = "cancel"
    person.window.trigger("file.quit")
    assert person.window.isVisible()
    person.keys("Ctrl+Z")
    person.wait()
    assert person.sees("run") == "cycle"
    person.dialogs.changes = "discard"


def test_names_keys_and_tips_are_told_apart() -> None:
    keys = [key for spec in actions() for key in spec.keys]
    assert len(keys) == len(set(keys))
    assert {spec.menu for spec in actions()} == set(MENUS)
    assert all(spec.tip and not spec.tip.endswith(".") for spec in actions())
    assert [row["id"] for row in table()] == [spec.id for spec in actions()]


@pytest.mark.parametrize("menu", MENUS)
def test_letters_of_a_menu_are_told_apart(menu: str) -> None:
    texts = [spec.text for spec in actions() if spec.menu == menu]
    letters = [text[text.index("&") + 1].lower() for text in texts if "&" in text]
    assert len(letters) == len(texts) == len(set(letters))


def test_a_handler_that_is_missing_or_spare_stops_the_start(person: Person) -> None:
    actions = ActionSet(person.window)
    with pytest.raises(LookupError, match=r"without a handler: \['class.minus'.*spare: \['no.such"):
        actions.connect({"no.such": lambda: None})


def steps(person: Person) -> list[str]:
    """Return what would be undone and redone."""
    return [person.window.actions_by_id.by_id[f"edit.{name}"].text() for name in ("undo", "redo")]


def test_the_names_of_undo_and_redo_say_what(person: Person) -> None:
    assert steps(person) == ["&Undo", "&Redo"]
    person.click(0.4, 0.4)
    assert steps(person) == ["&Undo add point", "&Redo"]
    person.do("edit.undo")
    assert steps(person) == ["&Undo", "&Redo add point"]


def test_files_that_were_opened_can_be_opened_again_from_the_menu(
    open_window: OpenWindow, tmp_path: Path
) -> None:
    (tmp_path / "a&b.csv").write_text("x,y,label\n0,1,-1\n2,3,1\n", encoding="utf-8")
    person = open_window(str(tmp_path / "a&b.csv"))
    menu = person.window.actions_by_id.menus["File"]
    recent = next(each for each in menu.actions() if "recent" in each.text()).menu()
    assert isinstance(recent, QMenu)
    person.program.files.open("xor")
    person.wait()
    for _ in range(2):  # opening fills the menu anew, while it is open
        menu.popup(QPoint(0, 0))
        recent.popup(QPoint(0, 0))
        entry = recent.actions()[0]
        assert entry.text() == "a&&b.csv"
        place = recent.actionGeometry(entry).center()
        QTest.mouseClick(recent, LEFT, pos=place)
        person.wait()
        assert person.sees("points") == [[0.0, 1.0], [2.0, 3.0]]
        menu.hide()
