"""The time to the first paint of the window and of an empty one, each in its own process."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_REPEATS = 9
_OURS = """
import time; start = time.perf_counter()
import sys
from perceptron_gui.app import create_window
window = create_window()
from PySide6.QtWidgets import QApplication
window.resize(1280, 800)
window.show(); QApplication.processEvents(); window.grab()
print(time.perf_counter() - start, flush=True)
slow = {"numba", "scipy", "matplotlib"} & set(sys.modules)
assert not slow, slow
window.program.close()
"""
_EMPTY = """
import time; start = time.perf_counter()
import pyqtgraph as pg
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication([]); window = QMainWindow()
plots = pg.GraphicsLayoutWidget(); window.setCentralWidget(plots); window.resize(1280, 800)
for row in range(3):
    plots.addPlot(row, 0).plot([0, 1, 2], [0, 1, 0])
window.show(); app.processEvents(); window.grab()
print(time.perf_counter() - start, flush=True)
import os; os._exit(0)  # pyqtgraph may crash on its way out
"""

_LIBRARIES = """
import time; start = time.perf_counter()
import numpy, pyqtgraph
from PySide6 import QtCore, QtGui, QtWidgets
print(time.perf_counter() - start, flush=True)
import os; os._exit(0)
"""
_OUR_MODULES = """
import numpy, pyqtgraph
from PySide6 import QtCore, QtGui, QtWidgets
import time; start = time.perf_counter()
from perceptron_gui import app
app.load()
print(time.perf_counter() - start, flush=True)
import os; os._exit(0)
"""


def first_paints() -> tuple[float, float]:
    """Return the seconds to the first paint, ours and an empty window's with three plots."""
    return _medians(_OURS, _EMPTY)


def imports() -> tuple[float, float]:
    """Return the seconds to import the window's modules, ours and those of the libraries."""
    return _medians(_OUR_MODULES, _LIBRARIES)


def _medians(ours: str, peer: str) -> tuple[float, float]:
    times: tuple[list[float], list[float]] = ([], [])
    with tempfile.TemporaryDirectory() as folder:
        environment = _installed(folder)
        for _ in range(1 + _REPEATS):
            for code, measured in zip((ours, peer), times, strict=True):
                measured.append(_seconds(code, environment))
    return statistics.median(times[0][1:]), statistics.median(times[1][1:])


def _installed(folder: str) -> dict[str, str]:
    """Return the environment of a new user, in which the first start compiles modules.

    Installers compile them; a checkout may be forbidden to, and would read its source every time.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    own = ("PYTHONPYCACHEPREFIX", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
    return {**kept, **dict.fromkeys(own, folder), "PYTHONPATH": str(_ROOT)}


def _seconds(code: str, environment: dict[str, str]) -> float:
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout.splitlines()[0])
