"""Take screenshots of the window without a person and without a screen.

.venv/bin/python scripts/screenshots.py            those of the manual, into resources/screenshots
.venv/bin/python scripts/screenshots.py FOLDER     every scene in every size and theme, for review
"""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QEventLoop, QPoint, QRect, QSize, QTimer, SignalInstance
from PySide6.QtGui import QCursor, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from perceptron_gui.app.main.program import Program, make_window
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.views.data.home import HomePage

FOLDER = Path(__file__).resolve().parent.parent / "resources" / "screenshots"
SIZES = ((1024, 700), (1280, 800), (1920, 1080))
LOOKS = ("light", "dark", "projector")
TIMEOUT_MS = 60_000  # compiling takes a while on a busy machine


@dataclass(frozen=True)
class Scene:
    """What a screenshot shows: the data, the lift, the lesson, and the actions to trigger."""

    data: str
    lift: str = "none"
    actions: tuple[str, ...] = ()
    lesson: str = ""


SCENES = {
    "xor": Scene("xor"),
    "and": Scene("and", actions=("play.end",)),
    "iris": Scene("iris", actions=("play.next_mistake",) * 3),
    "lift": Scene("circles", "quadratic", ("play.end",)),
    "why": Scene("and", actions=("play.end", "show.margin", "show.circle", "panel.why")),
    "certificate": Scene("xor", actions=("play.end", "page.why")),
    "cycle": Scene("xor-pm", actions=("play.end", "play.back", "page.cycle")),
    "arena": Scene("xor", actions=("play.end", "page.arena")),
    "orders": Scene("separable:n=7,margin=0.1", actions=("play.end", "page.orders")),
    "home": Scene("xor", actions=("page.home",)),
    "proof": Scene("and", actions=("play.end", "page.why")),
    "network": Scene("xor", actions=("play.end", "page.network")),
    **{
        name: Scene("iris" if name == "margins" else "and", actions=("play.end", f"page.{name}"))
        for name in ("steps", "effects", "dichotomies", "margins", "learning")
    },
    "asked": Scene("and", actions=("play.two_phase", *["play.forward"] * 13)),
    "presented": Scene("and", actions=("play.end", "play.back", "play.back", "view.presentation")),
    "playing": Scene("xor", actions=("play.forward",) * 17),
    "stage": Scene("xor", actions=(*["play.forward"] * 17, "view.presentation")),
    "data": Scene("and", actions=("play.end", "points.choose")),
    "empty": Scene("xor", actions=("file.new",)),
    "palette": Scene("xor", actions=("edit.find",)),
    "what-if": Scene("and", actions=("play.end", "panel.what_if")),
    "export": Scene("and", actions=("play.end", "file.export")),
    "lesson": Scene("xor", lesson="002-squeeze", actions=("lesson.next",) * 2),
    "class": Scene("xor", lesson="002-xor", actions=("lesson.next", "view.presentation")),
}
IN_MANUAL = (
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


def take(scene: Scene, look: str, size: tuple[int, int], path: Path) -> None:
    """Open a window with default settings, show a scene in it, and save a screenshot."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(Path(folder) / "settings.ini")
        settings.theme = look
        window = make_window([scene.data], settings=settings, recovery_folder=Path(folder))
        window.setGeometry(QRect(QPoint(), QSize(*size)))
        window.show()
        program = window.program
        assert isinstance(program, Program)
        if scene.lift != "none":
            rule = replace(program.controller.editing.rule, lift=scene.lift)
            program.controller.editing.set_rules((rule,), 0, "Lift")
        wait_for_run(program)
        if scene.lesson:
            program.lessons.open(scene.lesson)
            wait_for(program.lessons.step_shown)
            wait_for_run(program)
        for action in scene.actions:
            window.trigger(action)
        wait_for_screen(program)
        right = window.rect().right()  # on the margin, where the pointer touches nothing
        QCursor.setPos(window.mapToGlobal(QPoint(right, window.height() // 2)))
        wait_for_screen(program)
        path.parent.mkdir(parents=True, exist_ok=True)
        seen(window).save(str(path))
        shrink(path)
        program.close()
        window.deleteLater()


def seen(window: QWidget) -> QPixmap:
    """Return the picture of a window with its dialogs and menus in front of it."""
    window.grab()  # cards draw their pictures when they are first painted
    QApplication.processEvents()
    picture = window.grab()
    with QPainter(picture) as painter:
        for other in QApplication.topLevelWidgets():
            if other is not window and other.isVisible():
                corner = other.mapToGlobal(QPoint()) - window.mapToGlobal(QPoint())
                painter.drawPixmap(corner, other.grab())
    return picture


def shrink(path: Path) -> None:
    """Save a picture with 256 colours, which are more than a window uses."""
    picture = Image.open(path).convert("RGB")
    picture.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


def wait_for_run(program: Program) -> None:
    """Wait until the run has ended."""
    controller = program.controller
    while (run := controller.run) is None or not run.is_over or run.rule != controller.editing.rule:
        wait_for(controller.training.run_advanced)


def wait_for_screen(program: Program) -> None:
    """Wait until all figures are drawn in their present sizes."""
    for _ in range(2):  # drawing the canvas reports its shape, after which it is drawn again
        program.controller.screen.request()
        wait_for(program.controller.screen.refreshed)
    while program.exploring.is_busy or program.controller.screen.is_due or is_drawing(program):
        QApplication.processEvents()


def is_drawing(program: Program) -> bool:
    """Tell whether Home has no sizes yet, or the preview of an export is missing."""
    dialog = program.exporting.dialog if "exporting" in vars(program) else None
    if dialog is not None and dialog.preview.picture.image.isNull():
        return True
    homes = program.window.findChildren(HomePage)
    return any(home.isVisible() and not home.is_settled for home in homes)


def wait_for(signal: SignalInstance) -> None:
    """Run the event loop until a signal is emitted."""
    loop = QEventLoop()
    signal.connect(loop.quit)
    QTimer.singleShot(TIMEOUT_MS, lambda: loop.exit(1))
    if loop.exec():
        raise TimeoutError("the window is not ready in time")


def take_all(folder: Path, size: tuple[int, int], is_review: bool) -> None:
    """Take the screenshots of a size in this process, whose screen has that size."""
    asked = product(SCENES, LOOKS, (size,)) if is_review else IN_MANUAL
    for name, look, wanted in asked:
        if wanted == size:
            path = folder / f"{name}-{look}-{size[0]}x{size[1]}.png"
            take(SCENES[name], look, size, path)
            print(f"{path} ({path.stat().st_size // 1000} kB)", flush=True)
    QApplication.sendPostedEvents()


def main(arguments: list[str]) -> None:
    """Take all screenshots that are asked for, those of each size on a screen of that size.

    Letters and presentations follow the screen, which a program cannot change while it runs.
    """
    if len(arguments) == 2:
        width, height = map(int, arguments[1].split("x"))
        take_all(Path(arguments[0]), (width, height), Path(arguments[0]) != FOLDER)
        return
    folder = arguments[0] if arguments else str(FOLDER)
    for width, height in SIZES:
        screen = {"name": "screen", "x": 0, "y": 0, "width": width, "height": height}
        resolution = {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
        with tempfile.TemporaryDirectory() as place:
            config = Path(place) / "screens.json"
            config.write_text(json.dumps({"screens": [screen | resolution]}), encoding="utf-8")
            platform = {"QT_QPA_PLATFORM": f"offscreen:configfile={config}"}
            command = [sys.executable, __file__, folder, f"{width}x{height}"]
            subprocess.run(command, env=os.environ | platform, check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
