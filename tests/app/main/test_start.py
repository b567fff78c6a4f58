"""The start and the end of the program: first paint, garbage, closing in the middle of work."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from ctypes.util import find_library
from pathlib import Path
from shutil import which

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui import app
from perceptron_gui.app.files.recovery import SESSION
from perceptron_gui.app.main.program import Program
from perceptron_gui.app.main.start import GuiGarbage
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.document.sources import load_data
from tests.app.person import LEFT, Person
from tests.app.windows import OpenWindow, working

# Prints what a window knows of itself while it is painted for the first time.
FIRST_PAINT = """
import json, os, sys, tempfile
from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from perceptron_gui.app.main.program import make_window
from perceptron_gui.app.state.settings import Settings


later = [
    "numba", "scipy", "matplotlib", "secrets", "tomllib", "perceptron_gui.app.export.exporter",
    "perceptron_gui.document.csv.reader", "perceptron_gui.figures.neurons.neuron",
]


class FirstPaint(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            seen = [name for name in later if name in sys.modules]
            lines = window.findChildren(type(window.foot.status))
            families = {line.font().family() for line in lines}
            families.add(window.nav.font().family())
            print(json.dumps({"loaded": seen, "families": sorted(families)}), flush=True)
            app.quit()
        return False


with tempfile.TemporaryDirectory() as folder:
    settings = Settings(Path(folder) / "settings.ini")
    window = make_window([], settings=settings, recovery_folder=Path(folder))
    app = QApplication.instance()
    watcher = FirstPaint()
    window.canvas.installEventFilter(watcher)
    window.show()
    app.exec()
    window.close()
"""


@pytest.fixture
def started(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A window without a screen, whose files all lie in tmp_path."""
    folders = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("DATA", "CONFIG")}
    environment = {**os.environ, **folders, "QT_QPA_PLATFORM": "offscreen"}
    process = subprocess.Popen(
        [sys.executable, "-m", "perceptron_gui", "and"],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    yield process
    if process.poll() is None:
        process.kill()
    process.communicate()


@pytest.mark.program
@pytest.mark.skipif(os.name == "nt", reason="there are no such signals")
def test_an_interrupt_in_the_terminal_closes_the_window(
    started: subprocess.Popen[str], tmp_path: Path, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: bool(list(tmp_path.rglob("perceptron-gui.log"))), timeout=30_000)
    started.send_signal(signal.SIGINT)
    said = started.communicate(timeout=20)
    assert started.returncode == 0
    assert "Traceback" not in "".join(said)
    assert list(tmp_path.rglob("settings.ini"))


def test_a_window_is_made_without_running_anything(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    window = app.create_window(["and"])
    qtbot.addWidget(window)
    assert window.describe()["title"] == "AND — Perceptron"
    assert isinstance(window.program, Program)
    window.program.close()


def test_after_the_start_garbage_is_looked_for() -> None:
    app.load.cache_clear()
    gc.enable()
    app.load()
    assert gc.isenabled()


@pytest.mark.program
def test_the_first_paint_has_its_letters_and_waits_for_nothing_that_is_not_seen() -> None:
    command = [sys.executable, "-c", FIRST_PAINT]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    found = json.loads(done.stdout.splitlines()[0])
    assert found == {"loaded": [], "families": ["Inter"]}


class Cycle:
    """Holds a widget, and itself."""

    def __init__(self) -> None:
        self.widget = QWidget()
        self.itself = self


@pytest.fixture
def garbage(qtbot: QtBot) -> Iterator[GuiGarbage]:
    garbage = GuiGarbage(interval_ms=1, release_ms=1)
    yield garbage
    garbage.close()
    assert gc.isenabled()
    gc.disable()  # as the other tests have it


def test_a_worker_that_makes_garbage_collects_none(garbage: GuiGarbage) -> None:
    cycle = weakref.ref(Cycle())

    def make_garbage() -> None:
        for _ in range(100_000):
            each: list[object] = []
            each.append(each)

    thread = threading.Thread(target=make_garbage)
    thread.start()
    thread.join()
    assert cycle() is not None


def test_garbage_is_collected_by_and_by(garbage: GuiGarbage, qtbot: QtBot) -> None:
    cycle = weakref.ref(Cycle())

    kept: list[list[object]] = []

    def is_collected() -> bool:
        kept.extend([] for _ in range(1000))  # what is kept counts towards the threshold
        return cycle() is None

    qtbot.waitUntil(is_collected)


ROOT = Path(__file__).parents[3]


@pytest.fixture
def screen() -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A screen that nobody sees, and its name."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as number:
        yield server, f":{number.readline().strip()}"
    server.kill()
    server.wait()


@pytest.mark.program
@pytest.mark.skipif(
    which("Xvfb") is None or find_library("xcb-cursor") is None,
    reason="needs Xvfb, and the libraries of Qt for it",
)
def test_a_window_whose_screen_is_lost_ends_and_keeps_its_work(
    screen: tuple[subprocess.Popen[bytes], str], tmp_path: Path
) -> None:
    server, name = screen
    folders = {f"XDG_{kind}_HOME": str(tmp_path / kind) for kind in ("DATA", "CONFIG")}
    window = subprocess.Popen(
        [sys.executable, "-m", "tests.app.child_programs", "window", str(tmp_path), ""],
        env={**os.environ, **folders, "DISPLAY": name, "QT_QPA_PLATFORM": "xcb"},
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert window.stdout is not None
    assert window.stdout.readline() == "changed\n"
    server.kill()
    _, said = window.communicate(timeout=60)
    assert window.returncode == 3
    (line,) = said.splitlines()
    assert "screen was lost" in line
    assert "recovered" in line
    (kept,) = tmp_path.rglob(SESSION)
    assert len(load_data(str(kept)).dataset) == 3


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
    person.dialogs.path = str(Path(person.program.settings.export["folder"]) / "plane.pdf")
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
