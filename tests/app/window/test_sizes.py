"""What a class can see when the window starts: sizes in pixels, whole sentences, no scrolling."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QScrollArea, QWidget

from perceptron_gui.app.window.window import MainWindow
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.views.figure.view import FigureView
from tests.app.person import Person
from tests.app.windows import OpenWindow
from tests.views.pixels import pixels

SETS = ("xor", "and", "iris", "slides", "three-points")
_MISTAKES = 12  # that are looked at
# Opens a window and writes what it describes; scales and screens are set before Qt starts.
_DESCRIBES = """
import json, sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from perceptron_gui.app.main.program import make_window
from perceptron_gui.app.state.settings import Settings
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
    told |= {"size": [window.width(), window.height()]}
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


def is_at_least(size: list[int], width: int, height: int) -> bool:
    return size[0] >= width and size[1] >= height


def scrolled(area: QAbstractScrollArea) -> tuple[int, int]:
    """Return how many pixels of a text are out of sight, sideways and below."""
    return area.horizontalScrollBar().maximum(), area.verticalScrollBar().maximum()


def is_in_sight(window: MainWindow, widget: QWidget) -> bool:
    """Tell whether all of a widget is seen, and wide enough for what it says."""
    region = widget.visibleRegion().boundingRect()
    return region == widget.rect() and widget.width() >= widget.minimumSizeHint().width()


def check_rule_bar(window: MainWindow) -> None:
    bar = window.rule_bar
    assert set(bar.fields) == {"rule", "eta", "order", "tie", "offset"}
    for control in (*(each.editor for each in bar.fields.values()), bar.notation, bar.all_options):
        assert is_in_sight(window, control), control.accessibleName()


def check_whole(person: Person) -> None:
    """Check that nothing is cut at a moment, and that the arithmetic is there in full."""
    person.wait()
    window = person.window
    assert person.sees("cut") == []
    assert window.headline.text() and not window.headline.is_cut
    assert scrolled(window.explanation.body) == (0, 0), window.headline.words
    check_punchline(person)


def check_punchline(person: Person) -> None:
    """Check that below ‖w‖² it is seen how far the bound is; what has no room becomes a tip."""
    plot = person.window.plots["norms"]
    if person.sees("bound") is not None and person.sees("k"):
        said = to_plain(plot.figure.notes[0])
        assert said.startswith(f"So far k = {person.sees('k')} of at most ")
        assert "So far" not in plot.toolTip()


@pytest.mark.parametrize("name", SETS)
def test_at_its_first_start_a_class_sees_the_plane_and_both_plots(
    open_window: OpenWindow, name: str
) -> None:
    person = open_window(name, size=(1280, 800))
    window = person.window
    assert (window.width(), window.height()) == (1280, 800)
    axes = person.sees("axes")
    assert set(axes) == {"boundary", "norms", "loss"}
    assert is_at_least(axes["boundary"], 520, 400), axes
    assert is_at_least(axes["norms"], 380, 130), axes
    assert is_at_least(axes["loss"], 380, 90), axes
    assert person.sees("cut") == []
    check_rule_bar(window)


def ink(widget: QWidget) -> float:
    """Return how much of a widget stands out from its ground, in black pixels."""
    picture = pixels(widget).astype(int)
    ground = np.median(picture.reshape(-1, 3), axis=0)
    return float(np.abs(picture - ground).sum()) / (3 * 255)


def test_the_headline_is_louder_than_every_control(open_window: OpenWindow) -> None:
    person = open_window("xor", size=(1280, 800))
    window, headline = person.window, person.window.headline
    person.keys("Right")
    person.wait()
    below = window.canvas.mapTo(window, QPoint(0, 0)).y()
    above = headline.mapTo(window, QPoint(0, headline.height())).y()
    assert 0 <= below - above < 2 * headline.height()  # right above the plane
    controls = [each for each in window.findChildren(QAbstractButton) if each.isVisible()]
    for each in controls:
        assert each.fontInfo().pixelSize() < headline.fontInfo().pixelSize()
        assert ink(each) < 0.3 * ink(headline), each.accessibleName()
    plots = [window.plots[name].width() * window.plots[name].height() for name in ("norms", "loss")]
    assert window.canvas.width() * window.canvas.height() > 2 * max(plots)


@pytest.mark.parametrize("name", SETS)
def test_the_arithmetic_of_a_mistake_is_there_without_scrolling(
    open_window: OpenWindow, name: str
) -> None:
    person = open_window(name, size=(1280, 800))
    check_whole(person)
    before = -1
    for _ in range(_MISTAKES):
        person.keys("Shift+Right")
        if person.sees("visit") == before:
            break
        before = person.sees("visit")
        check_whole(person)
        text = person.window.explanation.body.toPlainText()
        # The new ones; where 001 has no offset, they are those of the update.
        assert "update" in text and ("weights" in text or name == "three-points")
    axes = person.sees("axes")
    assert is_at_least(axes["norms"], 380, 130) and is_at_least(axes["loss"], 380, 90)
    person.keys("End")
    check_whole(person)


@pytest.mark.parametrize("size", [(1260, 740), (1280, 770), (1366, 738)])
def test_a_screen_below_800_pixels_leaves_the_arithmetic_whole(
    open_window: OpenWindow, size: tuple[int, int]
) -> None:
    """Plots are lower at first where there is less room; a text cannot be."""
    person = open_window("xor", size=size)
    for _ in range(_MISTAKES):
        person.keys("Shift+Right")
        check_whole(person)
    axes = person.sees("axes")
    assert is_at_least(axes["norms"], 380, 100) and is_at_least(axes["loss"], 350, 60), axes


def test_a_screen_too_small_for_the_window_is_used_as_a_whole(open_window: OpenWindow) -> None:
    window = open_window("xor").window
    screen = window.screen().availableGeometry()
    assert screen.width() < 1280 and window.needs_whole_screen  # the one that tests have


@pytest.mark.parametrize("name", SETS)
def test_a_small_screen_keeps_the_plane_one_plot_and_the_sentence(
    open_window: OpenWindow, name: str
) -> None:
    person = open_window(name, size=(1024, 700))
    window = person.window
    for key in ("Home", "Shift+Right", "End"):
        person.keys(key)
        person.wait()
        assert (window.width(), window.height()) == (1024, 700)
        axes = person.sees("axes")
        assert is_at_least(axes.pop("boundary"), 400, 300)
        assert any(is_at_least(size, 300, 100) for size in axes.values()), axes
        assert person.sees("cut") == []
        assert not window.headline.is_cut
        assert window.headline.text() == person.sees("headline") or key == "End"
    check_rule_bar(window)


@pytest.mark.parametrize("name", SETS)
def test_a_large_screen_is_used(open_window: OpenWindow, name: str) -> None:
    person = open_window(name, size=(1920, 1080))
    person.keys("Shift+Right")
    person.wait()
    axes = person.sees("axes")
    assert is_at_least(axes["boundary"], 900, 650), axes
    assert is_at_least(axes["norms"], 600, 200), axes
    assert is_at_least(axes["loss"], 600, 150), axes
    check_whole(person)
    check_rule_bar(person.window)


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_the_planes_of_the_arena_can_be_read(
    open_window: OpenWindow, size: tuple[int, int]
) -> None:
    person = open_window("xor", size=size)
    person.do("page.arena")
    page = person.window.pages.lab
    assert page is not None

    def planes() -> list[FigureView]:
        return [each for each in page.view.figures if each.isVisible() and each.figure.equal]

    person.wait_until(lambda: len(planes()) == 5)
    person.wait()
    sizes = [[round(each.plot.seen.width), round(each.plot.seen.height)] for each in planes()]
    assert all(is_at_least(each, 120, 120) for each in sizes), sizes
    page_seen = page.view.findChildren(QScrollArea)[0].viewport()
    places = [QRect(each.mapTo(page_seen, QPoint()), each.size()) for each in planes()]
    whole = [page_seen.rect().contains(place) for place in places]
    in_part = [page_seen.rect().intersects(place) for place in places]
    assert whole == in_part
    assert sum(whole) == 5 if size == (1280, 800) else sum(whole) >= 3


@pytest.mark.parametrize("theme", ["dark", "contrast"])
def test_other_colours_take_no_room(open_window: OpenWindow, theme: str) -> None:
    plain, coloured = (open_window("xor", theme=name) for name in ("light", theme))
    for person in (plain, coloured):
        person.keys("Shift+Right")
        person.wait()
    assert coloured.sees("axes") == plain.sees("axes")
    assert coloured.sees("cut") == []


@pytest.mark.program
@pytest.mark.parametrize("name", ["xor", "iris"])
def test_fine_screens_show_as_much(name: str, tmp_path: Path) -> None:
    told = described(tmp_path, name, QT_SCALE_FACTOR="2")
    assert (told["ratio"], told["size"]) == (2.0, [1280, 800])
    assert is_at_least(told["axes"]["boundary"], 520, 400), told["axes"]
    assert is_at_least(told["axes"]["norms"], 380, 130), told["axes"]
    assert is_at_least(told["axes"]["loss"], 380, 90), told["axes"]
    assert (told["cut"], told["scroll"]) == ([], 0)
    assert told["said"] == told["headline"]


@pytest.mark.program
@pytest.mark.parametrize("size", [(1024, 700), (1280, 800), (1920, 1080), (2560, 1440)])
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
    assert told["said"] == told["headline"] or size == (1024, 700)


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
