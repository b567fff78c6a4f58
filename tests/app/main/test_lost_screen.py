"""A screen that is lost, of an X server that ends say: the window ends, and its work is kept."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from ctypes.util import find_library
from pathlib import Path
from shutil import which

import pytest

from perceptron_gui.app.files.recovery import SESSION
from perceptron_gui.document.sources import load_data

pytestmark = pytest.mark.program

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
