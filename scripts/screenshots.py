"""Take screenshots of the window without a person and without a screen.

.venv/bin/python scripts/screenshots.py            those of the manual, into resources/screenshots
.venv/bin/python scripts/screenshots.py FOLDER     every scene in every size and theme, for review
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

from perceptron_gui.app.main.program import Program, make_window
from perceptron_gui.app.state.settings import Settings

FOLDER = Path(__file__).resolve().parent.parent / "resources" / "screenshots"
SIZES = ((1024, 700), (1280, 800), (1920, 1080))
LOOKS = ("light", "dark", "projector")
TIMEOUT_MS = 60_000  # compiling takes a while on a busy machine


@dataclass(frozen=True)
class Scene:
    """What a screenshot shows: the data, the lift, and the actions to trigger."""

    data: str
    lift: str = "none"
    actions: tuple[str, ...] = ()


SCENES = {
    "xor": Scene("xor"),
    "and": Scene("and", actions=("play.end",)),
    "iris": Scene("iris", actions=("play.next_mistake",) * 3),
    "lift": Scene("circles", "quadratic", ("play.end",)),
    "why": Scene("and", actions=("play.end", "show.margin", "show.circle", "panel.why")),
    "certificate": Scene("xor", actions=("play.end", "page.why", "panel.why")),
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
        window.resize(*size)
        window.show()
        program = window.program
        assert isinstance(program, Program)
        if scene.lift != "none":
            rule = replace(program.controller.editing.rule, lift=scene.lift)
            program.controller.editing.set_rules((rule,), 0, "Lift")
        wait_for_run(program)
        for action in scene.actions:
            window.trigger(action)
        wait_for_screen(program)
        # Presenting fills the screen, and the offscreen platform has a screen size of its own.
        window.resize(*size)
        wait_for_screen(program)
        path.parent.mkdir(parents=True, exist_ok=True)
        window.grab().save(str(path))
        shrink(path)
        program.close()
        window.deleteLater()


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
    while program.exploring.is_busy or program.controller.screen.is_due:
        QApplication.processEvents()


def wait_for(signal: SignalInstance) -> None:
    """Run the event loop until a signal is emitted."""
    loop = QEventLoop()
    signal.connect(loop.quit)
    QTimer.singleShot(TIMEOUT_MS, lambda: loop.exit(1))
    if loop.exec():
        raise TimeoutError("the window is not ready in time")


def main(arguments: list[str]) -> None:
    """Take all screenshots that are asked for."""
    folder = Path(arguments[0]) if arguments else FOLDER
    for name, look, size in product(SCENES, LOOKS, SIZES) if arguments else IN_MANUAL:
        path = folder / f"{name}-{look}-{size[0]}x{size[1]}.png"
        take(SCENES[name], look, size, path)
        print(f"{path} ({path.stat().st_size // 1000} kB)")
    QApplication.sendPostedEvents()


if __name__ == "__main__":
    main(sys.argv[1:])
