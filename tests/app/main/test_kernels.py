"""Kernels of the window: it computes in plain Python until another process has stored them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.runs.warm_up import warm_up

pytestmark = pytest.mark.program

pytest.importorskip("numba")

_WINDOW = """
import sys
from pathlib import Path
from PySide6.QtCore import QEventLoop, QTimer
from perceptron_gui.app.main.program import make_window
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.training.controller import load_kernels
from tests.app.stand_ins import FakeDialogs

folder = Path(sys.argv[1])
compiler.postpone(True)  # as at the start
settings = Settings(folder / "settings.ini")
window = make_window(
    ["blobs:n=1000,noise=4"], dialogs=FakeDialogs(changes="discard"), settings=settings,
    recovery_folder=folder,
)
program = window.program
rule = Rule.of({"order": "shuffled", "epochs": 3000, "max_updates": 10**7})
program.controller.editing.set_rules((rule,), 0, "Test")
load_kernels(program.jobs)
loop, looks = QEventLoop(), QTimer()

def look():
    run = program.controller.run
    if run is not None and run.rule == rule and run.is_over and compiler.is_loaded():
        print(run.status, run.visits)
        loop.quit()

looks.timeout.connect(look)
looks.start(10)
loop.exec()
window.close()
"""


def test_a_large_run_ends_although_stored_kernels_are_damaged(tmp_path: Path) -> None:
    assert warm_up()[0]
    stored = compiler.cache_folder()
    assert stored is not None
    shutil.copytree(stored, tmp_path / "kernels" / stored.name)
    for path in (tmp_path / "kernels").rglob("*.visit_points-*.nbc"):
        path.write_bytes(path.read_bytes()[:1000])
    done = subprocess.run(
        [sys.executable, "-c", _WINDOW, str(tmp_path)],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kernels")},
        check=True, capture_output=True, encoding="utf-8", timeout=60,
    )  # fmt: skip
    assert done.stdout.split() == ["budget", "3000000"]
    assert "visit_points" in done.stderr
    assert "Traceback" not in done.stderr
