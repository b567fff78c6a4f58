"""Take pictures of the window without a person, and without a screen.

.venv/bin/python scripts/screenshots.py            the good ones, into resources/screenshots
.venv/bin/python scripts/screenshots.py FOLDER     every lesson in every size and look, to look at
"""

import os
import sys
import tempfile
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PIL import Image
from PySide6.QtCore import QEventLoop, QTimer, SignalInstance
from PySide6.QtWidgets import QApplication

from perceptron_gui.app.main.application import make_window
from perceptron_gui.app.main.program import Program
from perceptron_gui.app.state.settings import Settings

FOLDER = Path(__file__).resolve().parent.parent / "resources" / "screenshots"
SIZES = ((1024, 700), (1280, 800), (1920, 1080))
LOOKS = ("light", "dark", "projector")
PATIENCE = 60_000  # milliseconds; compiling takes a while on a machine that is busy


@dataclass(frozen=True)
class SessionController:
    """What is opened, what is set, and what is done then."""

    data: str
    lift: str = "none"
    actions: tuple[str, ...] = ()


LESSONS = {
    "xor": SessionController("xor"),
    "and": SessionController("and", actions=("play.end",)),
    "iris": SessionController("iris", actions=("play.next_mistake",) * 3),
    "lift": SessionController("circles", "quadratic", ("play.end",)),
    "why": SessionController(
        "and", actions=("play.end", "show.margin", "show.circle", "panel.why")
    ),
    "certificate": SessionController("xor", actions=("play.end", "page.certificate", "panel.why")),
    "cycle": SessionController("xor-pm", actions=("play.end", "play.back", "page.cycle")),
    "arena": SessionController("xor", actions=("play.end", "page.arena")),
    "orders": SessionController("separable:n=7,margin=0.1", actions=("play.end", "page.orders")),
    "asked": SessionController("and", actions=("play.two_phase", *["play.forward"] * 13)),
    "presented": SessionController(
        "and", actions=("play.end", "play.back", "play.back", "view.presentation")
    ),
}
GOOD = (
    ("xor", "light", (1280, 800)),
    ("and", "light", (1280, 800)),
    ("iris", "dark", (1280, 800)),
    ("lift", "light", (1920, 1080)),
    ("and", "projector", (1024, 700)),
    ("presented", "light", (1280, 800)),
    ("why", "light", (1280, 800)),
    ("certificate", "dark", (1280, 800)),
    ("arena", "light", (1280, 800)),
    ("orders", "light", (1280, 800)),
)


def take(lesson: SessionController, look: str, size: tuple[int, int], path: Path) -> None:
    """Open a window that nobody has used before, show a lesson in it, and store what is seen."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(Path(folder) / "settings.ini")
        settings.theme = look
        window = make_window([lesson.data], settings=settings, recovery_folder=Path(folder))
        window.resize(*size)
        window.show()
        program = window.program
        assert isinstance(program, Program)
        if lesson.lift != "none":
            rule = replace(program.lesson.editing.rule, lift=lesson.lift)
            program.lesson.editing.set_rules((rule,), 0, "Lift")
        wait_for_run(program)
        for action in lesson.actions:
            window.trigger(action)
        wait_for_screen(program)
        # What is presented fills the screen, and a screen that is not there has a size of its own.
        window.resize(*size)
        wait_for_screen(program)
        path.parent.mkdir(parents=True, exist_ok=True)
        window.grab().save(str(path))
        shrink(path)
        program.close()
        window.deleteLater()


def shrink(path: Path) -> None:
    """Store a picture in 256 colours, which are more than a window has."""
    picture = Image.open(path).convert("RGB")
    picture.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


def wait_for_run(program: Program) -> None:
    """Wait until the whole run is shown."""
    lesson = program.lesson
    while lesson.run is None or not lesson.run.is_over or lesson.run.rule != lesson.editing.rule:
        wait_for(lesson.training.run_advanced)


def wait_for_screen(program: Program) -> None:
    """Wait until all figures are drawn in the sizes that they have by now."""
    for _ in range(2):  # the canvas tells its shape when it is drawn, and is drawn again
        program.lesson.screen.request()
        wait_for(program.lesson.screen.refreshed)
    while program.exploring.is_busy or program.lesson.screen.is_due:
        QApplication.processEvents()


def wait_for(signal: SignalInstance) -> None:
    """Let the window work until it tells something."""
    loop = QEventLoop()
    signal.connect(loop.quit)
    QTimer.singleShot(PATIENCE, lambda: loop.exit(1))
    if loop.exec():
        raise TimeoutError("The window does not come to an end.")


def main(arguments: list[str]) -> None:
    """Take all pictures that are asked for."""
    folder = Path(arguments[0]) if arguments else FOLDER
    for name, look, size in product(LESSONS, LOOKS, SIZES) if arguments else GOOD:
        path = folder / f"{name}-{look}-{size[0]}x{size[1]}.png"
        take(LESSONS[name], look, size, path)
        print(f"{path} ({path.stat().st_size // 1000} kB)")
    QApplication.sendPostedEvents()


if __name__ == "__main__":
    main(sys.argv[1:])
