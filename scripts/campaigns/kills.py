"""Programs that are killed in the middle of their work: what they had kept is there, and whole."""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from perceptron_gui.app.files.recovery import find_rescued
from perceptron_gui.base.files import remove_scratch
from perceptron_gui.document.sources import load_data
from tests.app.files.conftest import other_window

from .campaign import Campaign, Outcome

_LATEST = 0.5  # seconds after which a program is killed, once it has begun
# Saves one session after the other under the same name, each with more points than the last.
_SAVING = """
import sys
from pathlib import Path
from perceptron_gui.base.files import write_atomically
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.document.model.session import Session, write_session

for number in range(1, 100_000):
    points = [[each, 1] for each in range(number)]
    content = write_session(Session(Dataset.of(points, [1] * number))).encode()
    write_atomically(Path(sys.argv[1]), content)
    print(number, flush=True)
"""


def _kill_editing(folder: Path, chance: random.Random) -> None:
    """Kill a program that edits and keeps its work; all that it had kept is offered."""
    path = str(folder / "lesson.json") if chance.random() < 0.5 else ""
    with other_window(folder, path) as next_number:
        told = 0.0
        for _ in range(chance.randrange(8)):
            told = next_number()
        time.sleep(chance.random() * _LATEST)
    (rescued,) = find_rescued(folder / "recovery")
    assert len(rescued.file.session.dataset) >= told
    assert rescued.file.path == path
    rescued.remove()
    if path:
        load_data(path)


def _kill_dragging(folder: Path, chance: random.Random) -> None:
    """Kill a window in a drag, while figures are written; those that are there are whole."""
    with other_window(folder, program="dragging") as next_number:
        told = next_number()
        time.sleep(chance.random() * _LATEST)
    (rescued,) = find_rescued(folder / "recovery")
    assert float(rescued.file.session.dataset.points[0, 0]) >= told > 0
    rescued.remove()
    for path in folder.glob("*.gif"):
        with Image.open(path) as film:
            film.seek(getattr(film, "n_frames", 1) - 1)
            film.load()


def _kill_saving(folder: Path, chance: random.Random) -> None:
    """Kill a program that saves; the file is a whole one, and nothing else is left."""
    target = folder / "saved.json"
    command = [sys.executable, "-c", _SAVING, str(target)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process.stdout as output:
        for _ in range(1 + chance.randrange(30)):
            output.readline()
        time.sleep(chance.random() * _LATEST / 5)
        process.kill()
        process.wait()
        told = [int(line) for line in output.read().split()]
    assert len(load_data(str(target)).dataset) >= max(told, default=1)
    remove_scratch(folder)
    assert [path.name for path in folder.iterdir()] == ["saved.json"]


_KINDS = {"edits": _kill_editing, "drags": _kill_dragging, "saves": _kill_saving}


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--count", type=int, default=40, help="kills of every kind")
    parser.add_argument("--seed", type=int, default=1, help="the first of them")


def _run(options: argparse.Namespace, outcome: Outcome) -> None:
    for seed in range(options.seed, options.seed + options.count):
        for kind, kill in _KINDS.items():
            outcome.counts[f"killed {kind}"] += 1
            with TemporaryDirectory() as folder:
                try:
                    kill(Path(folder), random.Random(f"{kind} {seed}"))
                except Exception as error:  # noqa: BLE001 - whatever it is, it is told
                    outcome.fail(f"{kind} {seed}: {error!r}")


KILLS = Campaign("kills", "programs killed while they edit, drag and save", _add_options, _run)
