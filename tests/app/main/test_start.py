"""The program as it is started from a terminal, in a process of its own."""

from __future__ import annotations

import gc
import inspect
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui import app
from perceptron_gui.app.main.program import Program
from perceptron_gui.app.window.window import MainWindow


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
    assert window.describe()["title"] == "and — Perceptron"
    assert isinstance(window.program, Program)
    window.program.close()


def test_after_the_start_garbage_is_looked_for_and_sources_can_be_read() -> None:
    app.load.cache_clear()
    gc.enable()
    app.load()
    gc.unfreeze()
    assert gc.isenabled()
    assert "class MainWindow" in inspect.getsource(MainWindow)
