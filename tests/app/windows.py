"""Windows for tests, with settings and files in temporary folders, closed with nothing left.

`person` sits at a window that all tests of a module share; it is put back after each of them.
`open_window` opens others, for tests that close them or look at how a window starts.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QThreadPool, QTimer
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from perceptron_gui.app.main.program import FIRST, Program, make_window
from perceptron_gui.app.session.appearance import look_of
from perceptron_gui.app.state.settings import Remembered, Settings
from perceptron_gui.app.window.window import MainWindow
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.document.model.history import OpenFile
from perceptron_gui.document.model.session import Session
from perceptron_gui.figures.model.theme import DEFAULT, THEMES
from perceptron_gui.views.widgets.theme import apply_theme
from tests.app.person import Person
from tests.app.stand_ins import FakeDialogs

OpenWindow = Callable[..., Person]
SIZE = (1280, 800)
# The panels that are open at first.
PANELS = ["explanation", "loss", "norms"]
_CHECKED = ("play.loop", "play.two_phase", "play.future")
_REMEMBERED = [name for name, each in vars(Settings).items() if isinstance(each, Remembered)]
for name in ("export", "data"):  # whose defaults are no plain dicts
    _REMEMBERED.remove(name)


def working(window: MainWindow) -> list[str]:
    """Return the pools of threads of a window that are at work."""
    pools = window.findChildren(QThreadPool)
    return [f"pool {each}" for each in pools if each.activeThreadCount()]


def busy(window: MainWindow) -> list[str]:
    """Return all that still runs of a window, timers included."""
    timers = (each for each in window.findChildren(QTimer) if each.isActive())
    return working(window) + [f"timer of {each.parent()}" for each in timers]


def panels(window: MainWindow) -> list[str]:
    """Return the panels that are open, in front or behind others."""
    return sorted(name for name, dock in window.docks.items() if not dock.isHidden())


@contextmanager
def no_thread_left() -> Iterator[None]:
    """Fail where a thread is left that was not there before."""
    threads = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) <= threads


@pytest.fixture
def open_window(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[OpenWindow]:
    """Return a function that opens a window and waits for its first run."""
    people: list[Person] = []

    def open_it(
        *argv: str, size: tuple[int, int] = SIZE, theme: str = "", owner: str = ""
    ) -> Person:
        """Open a window with the settings of its owner, by default one of its own."""
        settings = Settings(tmp_path / f"{owner or len(people)}.ini")
        if theme:
            settings.theme = theme
        dialogs, folder = FakeDialogs(changes="discard"), tmp_path / "recovery"
        window = make_window(list(argv), dialogs=dialogs, settings=settings, recovery_folder=folder)
        if argv == (FIRST,):
            _start_from_zero(window)
        people.append(Person(window, dialogs, qtbot))
        _show(people[-1], size)
        return people[-1]

    with no_thread_left():
        yield open_it
        for person in people:
            _close(person.window, qtbot)
        apply_theme(qapp, THEMES[DEFAULT])


@pytest.fixture(scope="module")
def shared_window(
    request: pytest.FixtureRequest, qapp: QApplication, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[MainWindow, FakeDialogs]]:
    """The window of all tests of a module that close none, and its dialogs."""
    folder, dialogs = tmp_path_factory.mktemp("window"), FakeDialogs(changes="discard")
    settings = Settings(folder / "settings.ini")
    with no_thread_left():
        window = make_window([FIRST], dialogs=dialogs, settings=settings, recovery_folder=folder)
        _start_from_zero(window)
        yield window, dialogs
        _close(window, QtBot(request))


@pytest.fixture
def person(shared_window: tuple[MainWindow, FakeDialogs], qtbot: QtBot) -> Iterator[Person]:
    """Somebody at the shared window, which is as it was at its start before and after the test."""
    person = Person(*shared_window, qtbot)
    _show(person, SIZE)
    yield person
    put_back(person)
    person.wait_until(lambda: not working(person.window))


def put_back(person: Person) -> None:
    """Make a window look and work as at its start: session, tools, panels, settings, dialogs."""
    window, program, play = person.window, person.program, person.controller.playback
    program.lessons.close()
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
    for dialog in window.findChildren(QDialog):
        dialog.reject()
    vars(person.dialogs).update(vars(FakeDialogs(changes="discard")))
    fresh = Settings(program.settings.path.with_name("none.ini"))
    is_restyled = look_of(program.settings) != look_of(fresh) or program.looks.is_presenting
    for name in _REMEMBERED:
        setattr(program.settings, name, getattr(fresh, name))
    program.settings.export = {}
    program.settings.data = {}
    program.looks.present(False)
    play.pause()
    play.set_speed(fresh.speed)
    for name in _CHECKED:
        if person.action(name).isChecked():
            window.trigger(name)
    window.trigger("page.plane")
    window.resize(*SIZE)
    if is_restyled:
        program.looks.set_theme(fresh.theme)
    window.show_layout(None)
    _start_from_zero(window)
    person.dialogs.asked.clear()  # about what the test has left
    person.controller.editing.select(())
    program.looks.restore()
    program.painting.restore()
    QGuiApplication.clipboard().clear()
    window.foot.clearMessage()


def _start_from_zero(window: MainWindow) -> None:
    """Open XOR as lectures write its run down, and not with the start of the window."""
    program = window.program
    assert isinstance(program, Program)
    program.files.show(OpenFile(Session(make(LIBRARY[FIRST]), name=FIRST, cursor=0)))


def _show(person: Person, size: tuple[int, int]) -> None:
    window = person.window
    # Wherever the test before has left the pointer: a menu that opens below it takes no click. Not
    # at the upper or the lower edge, which show the bars of a stage.
    QCursor.setPos(0, size[1] // 2)
    window.resize(*size)
    window.show()
    person.activate()
    window.canvas.setFocus()
    person.wait()
    person.program.painting.take("plus")  # most people of tests click to add points
    # A button may have opened below a pointer that another window's test has left there.
    window.foot.read_out.show_tip("")


def _close(window: MainWindow, qtbot: QtBot) -> None:
    """Close a window and check that nothing of it goes on."""
    window.close()
    assert not window.isVisible()
    qtbot.waitUntil(lambda: busy(window) == [], timeout=2000)
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
