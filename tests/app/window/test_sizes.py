"""What a class can see when the window starts: sizes in pixels, whole sentences, no scrolling."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.views.figure.view import FigureView
from tests.app.cut import cut_words
from tests.app.person import Person
from tests.app.windows import OpenWindow

_MISTAKES = 6  # that are looked at
# Opens a window and writes what it describes; scales and screens are set before Qt starts.
_DESCRIBES = """
import json, sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from perceptron_gui.app.main.program import make_window
from perceptron_gui.app.state.settings import Settings
from tests.app.cut import cut_words
from tests.app.stand_ins import FakeDialogs

folder = Path(sys.argv[1])
app = QApplication([])
settings = Settings(folder / "settings.ini")
window = make_window(
    [sys.argv[2]], dialogs=FakeDialogs(changes="discard"), settings=settings, recovery_folder=folder
)
window.resize(1280, 800)
window.show()
controller = window.program.controller

def tell():
    run = controller.run
    if run is None or not run.is_over or controller.screen.is_due:
        return
    if sys.argv[3:] and not window.isFullScreen():
        window.trigger("view.presentation")
        return
    if not window.describe()["visit"]:
        window.trigger("play.next_mistake")
        return
    scroll = window.explanation.body.verticalScrollBar().maximum()
    told = {"ratio": window.devicePixelRatioF(), "scroll": scroll, "said": window.headline.text()}
    told |= {"size": [window.width(), window.height()], "cut": cut_words(window)}
    read = window.headline, window.explanation.body
    told["letters"] = [each.fontInfo().pixelSize() for each in read]
    told["letters"].append(window.plots["norms"].ink.font(0.85).pixelSize())  # numbers at axes
    print(json.dumps(window.describe() | told))
    watch.stop()
    window.close()
    app.quit()

from PySide6.QtCore import QTimer
watch = QTimer(interval=20)
watch.timeout.connect(tell)
watch.start()
app.exec()
"""


# Least widths and heights of the axes of the plane and of a plot, in windows of these sizes.
LEAST = {
    (1920, 1080): ((900, 650), (600, 150)),
    (1280, 800): ((520, 400), (360, 70)),
    (1260, 740): ((520, 380), (350, 90)),
    (1024, 700): ((400, 300), (300, 100)),
}


def is_at_least(size: list[int], least: tuple[int, int]) -> bool:
    return size[0] >= least[0] and size[1] >= least[1]


def check_seen(person: Person, size: tuple[int, int]) -> None:
    """Check that nothing is cut, and that the plane and its plots are large enough to be read."""
    person.wait()
    window, axes = person.window, person.sees("axes")
    assert (window.width(), window.height()) == size
    plane, plot = LEAST[size]
    assert is_at_least(axes.pop("boundary"), plane), axes
    # A small screen has one plot in front of the other.
    assert set(axes) == ({"norms", "loss"} if size[1] > 740 else {"norms"})
    assert all(is_at_least(each, plot) for each in axes.values()), axes
    assert cut_words(window) == []
    assert window.headline.text() and not window.headline.is_cut
    if size != (1024, 700):  # the arithmetic is there without scrolling
        body = window.explanation.body
        hidden = body.horizontalScrollBar().maximum(), body.verticalScrollBar().maximum()
        assert hidden == (0, 0), window.headline.words
    if person.sees("bound") is not None and person.sees("k"):
        said = to_plain(window.plots["norms"].figure.notes[0])
        assert said.startswith(f"So far k = {person.sees('k')} of at most ")
        assert "So far" not in window.plots["norms"].toolTip()  # where notes without room go


@pytest.mark.parametrize("size", LEAST)
@pytest.mark.parametrize("name", ["xor", "and", "iris", "slides", "three-points"])
def test_a_class_sees_everything_in_full(
    open_window: OpenWindow, name: str, size: tuple[int, int]
) -> None:
    person = open_window(name, size=size)
    check_seen(person, size)
    bar = person.window.rule_bar
    fields = [each.editor for each in bar.fields.values() if not each.isHidden()]
    for editor in (*fields, bar.lecture, bar.all_options):
        assert editor.visibleRegion().boundingRect() == editor.rect(), editor.accessibleName()
        assert editor.width() >= editor.minimumSizeHint().width()
    for _ in range(_MISTAKES):
        before = person.sees("visit")
        person.keys("Shift+Right")
        if person.sees("visit") == before:
            break
        check_seen(person, size)
    person.keys("End")
    check_seen(person, size)


def test_a_screen_too_small_for_the_window_is_used_as_a_whole(open_window: OpenWindow) -> None:
    window = open_window("xor").window
    screen = window.screen().availableGeometry()
    assert screen.width() < 1280 and window.needs_whole_screen  # the one that tests have


@pytest.mark.parametrize(("size", "whole"), [((1280, 800), 5), ((1024, 700), 3)])
def test_the_planes_of_the_arena_can_be_read(
    open_window: OpenWindow, size: tuple[int, int], whole: int
) -> None:
    person = open_window("xor", size=size)
    person.do("page.arena")
    page = person.window.pages.lab
    assert page is not None

    def planes() -> list[FigureView]:
        return [each for each in page.view.figures if each.isVisible() and each.figure.equal]

    def in_full() -> int:
        return sum(each.visibleRegion().boundingRect() == each.rect() for each in planes())

    # Planes are drawn again until they fill their boxes.
    person.wait_until(lambda: len(planes()) == 5 and in_full() >= whole)
    assert all(min(each.plot.seen.width, each.plot.seen.height) >= 120 for each in planes())


@pytest.mark.program
def test_fine_screens_show_as_much(tmp_path: Path) -> None:
    told = described(tmp_path, "iris", QT_SCALE_FACTOR="2")
    assert (told["ratio"], told["size"]) == (2.0, [1280, 800])
    plane, plot = LEAST[1280, 800]
    assert is_at_least(told["axes"]["boundary"], plane), told["axes"]
    assert all(is_at_least(told["axes"][name], plot) for name in ("norms", "loss")), told["axes"]
    assert (told["cut"], told["scroll"]) == ([], 0)
    assert told["headline"].endswith(told["said"][1:])


@pytest.mark.program
@pytest.mark.parametrize("size", [(1024, 700), (2560, 1440)])
def test_letters_of_a_presentation_grow_with_the_screen(
    size: tuple[int, int], tmp_path: Path
) -> None:
    screen = {"name": "wall", "x": 0, "y": 0, "width": size[0], "height": size[1]}
    resolution = {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
    path = tmp_path / "screens.json"
    path.write_text(json.dumps({"screens": [screen | resolution]}))
    told = described(tmp_path, "and", "present", QT_QPA_PLATFORM=f"offscreen:configfile={path}")
    assert told["size"] == list(size)
    assert min(told["letters"]) >= size[1] / 45 - 0.5, told["letters"]  # whole pixels
    assert told["cut"] == []
    # On a small one the sentence says less: what was visited is seen below it.
    # The counter says which visit it is.
    assert told["headline"].endswith(told["said"][1:]) or size == (1024, 700)


def described(folder: Path, name: str, *how: str, **environment: str) -> dict[str, Any]:
    """Return what a window of 1280 × 800 describes that starts in another environment."""
    done = subprocess.run(
        [sys.executable, "-c", _DESCRIBES, str(folder), name, *how],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"} | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told
