"""Every action of the table, by its name and by each of its keys, does something that is seen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu
from pytestqt.qtbot import QtBot

from perceptron_gui.app.explore.explore import SHOWN
from perceptron_gui.app.window.action_set import ActionSet
from perceptron_gui.app.window.actions import MENUS, ActionSpec, actions, table
from perceptron_gui.app.window.pages import pages
from perceptron_gui.views.data.settings import DataSettings
from tests.app.person import LEFT, Person
from tests.app.windows import OpenWindow

Probe = Callable[[Person], Any]


def clipboard(person: Person) -> str:
    return QGuiApplication.clipboard().text()


def dialogs(person: Person) -> list[str]:
    open_now = (each for each in person.window.findChildren(QDialog) if each.isVisible())
    return [each.windowTitle() for each in open_now]


def asked(person: Person) -> int:
    return len(person.dialogs.asked)


def sees(key: str) -> Probe:
    return lambda person: person.sees(key)


def scene(name: str) -> Probe:
    return lambda person: getattr(person.canvas.scene(), name)


def playback(name: str) -> Probe:
    return lambda person: getattr(person.controller.playback, name)


def hint(person: Person) -> str:
    return person.canvas.pointer.hint


def curves(person: Person) -> list[str]:
    person.open_panel("norms")  # the algorithm may stand in front of it
    return [mark.key for mark in person.window.plots["norms"].figure.marks]


def added_to_plane(person: Person) -> dict[str, Any]:
    return dict(person.session.views.get("boundary", {}))


def background(person: Person) -> tuple[str, float]:
    return QApplication.palette().base().color().name(), scale(person)


def scale(person: Person) -> float:
    return person.program.looks.scale


def line(person: Person) -> tuple[object, ...]:
    """Return the panels, and the line that the listing is at once it is open."""
    state = person.controller.store.state
    return person.sees("panels"), state.stepped, state.visits_made


def popup(person: Person) -> object:
    return QApplication.activePopupWidget()


def settings_are_open(person: Person) -> bool:
    return any(each.isVisible() for each in person.window.findChildren(DataSettings))


TO_THE_START = tuple(
    f"play.{name}" for name in ("back", "previous_mistake", "previous_epoch", "start")
)
ONWARDS = tuple(f"play.{name}" for name in ("forward", "next_mistake", "next_epoch", "end"))
OF_TOOLS = tuple(f"tool.{name}" for name in ("move", "select", "erase", "brush"))
THEMES = tuple(f"theme.{name}" for name in ("light", "dark", "contrast", "projector"))
# What changes with which actions.
CHANGES: dict[Probe, tuple[str, ...]] = {
    sees("points"): ("file.new", "edit.paste", "edit.delete"),
    sees("title"): ("file.open", "file.save"),
    sees("message"): ("file.quick_export", "file.copy_figure", "file.copy_description"),
    sees("labels"): ("edit.undo", "edit.redo", "edit.relabel"),
    sees("selection"): ("edit.select_all",),
    sees("playing"): ("play.toggle",),
    sees("visit"): (*ONWARDS, *TO_THE_START),
    sees("panels"): ("panel.why", "panel.what_if", "view.reset"),
    sees("page"): tuple(f"page.{name}" for name in pages()),
    asked: ("file.save_as", "file.import"),
    dialogs: ("file.export", "help.manual", "help.shortcuts", "help.about"),
    clipboard: ("edit.copy", "help.details"),
    popup: ("edit.find", "points.choose"),
    settings_are_open: ("points.settings",),
    hint: (*OF_TOOLS, "points.cursor"),
    scene("label"): ("tool.minus", "tool.plus"),
    scene("snap"): ("points.snap",),
    scene("range"): ("points.fit",),
    playback("speed"): ("play.faster", "play.slower"),
    playback("loops"): ("play.loop",),
    curves: ("play.future",),
    line: ("play.line",),
    added_to_plane: tuple(f"show.{name}" for name in SHOWN),
    background: THEMES,
    scale: ("view.larger", "view.smaller", "view.normal"),
    lambda person: person.program.settings.start_last: ("file.start_last",),
    lambda person: person.controller.playback.cursor.two_phase: ("play.two_phase",),
    lambda person: person.controller.store.state.until_now: ("view.until_now",),
    lambda person: person.canvas.turning.moves: ("view.reduce_motion",),
    lambda person: person.window.isFullScreen(): ("view.presentation",),
}
PROBES = {name: probe for probe, names in CHANGES.items() for name in names}
# What is done before an action that would change nothing.
BEFORE: dict[str, str] = {
    "edit.redo": "edit.undo",
    **dict.fromkeys(("edit.relabel", "edit.delete"), "edit.select_all"),
    **dict.fromkeys(OF_TOOLS, "tool.plus"),
    "tool.minus": "tool.plus",
    "tool.plus": "tool.minus",
    **dict.fromkeys((*ONWARDS, "play.future"), "play.start"),
    **dict.fromkeys(TO_THE_START, "play.end"),
    **{f"page.{name}": "page.plane" for name in pages()},
    "page.plane": "page.why",
    **dict.fromkeys(THEMES, "theme.light"),
    "theme.light": "theme.dark",
    "view.normal": "view.larger",
}


@pytest.fixture
def lecturer(person: Person, tmp_path: Path) -> Person:
    """Somebody whose files all lie in one folder, beside a session that can be opened."""
    folder = tmp_path / "files"
    folder.mkdir()
    person.program.settings.export = {"folder": str(folder), "page": {"size": "40x30mm"}}
    person.dialogs.path = str(folder / "other.json")
    person.do("file.save_as")
    return person


def prepare(person: Person, *actions: str) -> None:
    """Show AND after some visits, with a change, a zoomed view and a table to paste."""
    for each in person.window.findChildren(QDialog):
        each.close()
    person.window.activateWindow()
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
    person.window.trigger("page.plane")
    person.program.files.open("and")
    person.window.docks["loss"].hide()
    person.controller.playback.set_speed(40)
    person.canvas.range_requested.emit((-3.0, 3.0, -3.0, 3.0))
    QGuiApplication.clipboard().setText("0.5\t0.25\t1\n")
    person.program.painting.set_snap(True)
    person.program.painting.fit_grid()
    person.do("edit.select_all", "edit.relabel")
    person.controller.editing.select(())
    person.controller.playback.seek(5)
    person.do(*actions)


def check(person: Person, spec: ActionSpec, act: Callable[[], None], qtbot: QtBot) -> None:
    """Do something and wait for what is seen of it."""
    probe = PROBES[spec.id]
    prepare(person, *filter(None, [BEFORE.get(spec.id)]))
    old = probe(person)
    act()
    qtbot.waitUntil(lambda: bool(probe(person) != old), timeout=10_000)
    person.wait()
    if spec.checkable:  # and back again
        person.window.trigger(spec.id)
        assert probe(person) == old or spec.id == "play.future"
    person.controller.playback.pause()


def test_what_is_tried_here_is_all_there_is() -> None:
    # Closing, the die, which needs random points, lessons and the stage are tried elsewhere.
    of_lessons = {spec.id for spec in actions() if spec.kind == "lesson"}
    on_stage = {"view.plot", "view.laser", "view.spotlight", "view.black"}
    elsewhere = {"file.quit", "points.die", *of_lessons, *on_stage}
    assert set(PROBES) | elsewhere == {spec.id for spec in actions()}


@pytest.mark.parametrize("menu", MENUS)
def test_every_action_is_carried_out_by_its_keys_or_by_its_name(
    lecturer: Person, qtbot: QtBot, menu: str
) -> None:
    for spec in actions():
        if spec.menu == menu and spec.id in PROBES:
            by_name = partial(lecturer.window.trigger, spec.id)
            by_keys = [partial(lecturer.keys, keys) for keys in spec.keys]
            for act in by_keys or [by_name]:
                check(lecturer, spec, act, qtbot)


def test_quitting_stops_where_changes_are_to_be_kept(
    open_window: OpenWindow, tmp_path: Path
) -> None:
    person = open_window()
    person.dialogs.path = str(tmp_path / "mine.json")
    person.do("file.save", "edit.select_all", "edit.delete")
    for answer in ("cancel", "discard"):
        person.dialogs.changes = answer
        person.keys("Ctrl+Q")
        assert person.window.isVisible() == (answer == "cancel")


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
    with pytest.raises(LookupError, match=r"without a handler: \['edit.copy'.*spare: \['no.such"):
        actions.connect({"no.such": lambda: None})


def steps(person: Person) -> list[str]:
    """Return what would be undone and redone."""
    return [person.action(f"edit.{name}").text() for name in ("undo", "redo")]


def test_the_names_of_undo_and_redo_say_what(person: Person) -> None:
    assert steps(person) == ["&Undo", "&Redo"]
    person.click(0.4, 0.4)
    assert steps(person) == ["&Undo add point", "&Redo"]
    person.do("edit.undo")
    assert steps(person) == ["&Undo", "&Redo add point"]


def test_files_that_were_opened_are_in_the_menu(person: Person, tmp_path: Path) -> None:
    (tmp_path / "a&b.csv").write_text("x,y,label\n0,1,-1\n2,3,1\n", encoding="utf-8")
    person.open(str(tmp_path / "a&b.csv"))
    menu = person.window.actions_by_id.menus["File"]
    recent = next(each for each in menu.actions() if "recent" in each.text()).menu()
    assert isinstance(recent, QMenu)
    person.open("xor")
    for _ in range(2):  # opening fills the menu anew, while it is open
        menu.popup(QPoint(0, 0))
        recent.popup(QPoint(0, 0))
        entry = recent.actions()[0]
        assert entry.text().startswith("a&&b\ttoday")
        place = recent.actionGeometry(entry).center()
        QTest.mouseClick(recent, LEFT, pos=place)
        person.wait()
        assert person.sees("points") == [[0.0, 1.0], [2.0, 3.0]]
        menu.hide()
