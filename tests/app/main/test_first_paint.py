"""The start: what is not needed for the first picture is loaded after it."""

from __future__ import annotations

import json
import subprocess
import sys

PROGRAM = """
import json, os, sys, tempfile
from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from perceptron_gui.app.main.program import make_window
from perceptron_gui.app.state.settings import Settings


later = [
    "numba", "scipy", "matplotlib", "perceptron_gui.app.export.exporter",
    "perceptron_gui.document.csv.reader", "perceptron_gui.figures.pictures.neuron",
]


class FirstPaint(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            seen = [name for name in later if name in sys.modules]
            families = {part.font().family() for part in window.findChildren(type(window.status))}
            families.add(window.menuBar().font().family())
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


def test_the_first_paint_waits_for_no_compiler_no_pens_and_no_hidden_view() -> None:
    told = _told()
    assert told["loaded"] == []


def test_the_first_window_has_the_letters_of_the_program() -> None:
    assert _told()["families"] == ["DejaVu Sans"]


def _told() -> dict[str, list[str]]:
    """Return what a window knows of itself while it is painted for the first time."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60, check=True
    )
    found: dict[str, list[str]] = json.loads(done.stdout.splitlines()[0])
    return found
