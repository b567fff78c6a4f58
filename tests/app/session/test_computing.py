"""While the run of new data is on its way, nothing of the old one is seen or written."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.base.cancel import CancelCheck, Cancelled, StepReport
from perceptron_gui.core.data.dataset import MovePoints
from perceptron_gui.core.space import separability as module
from perceptron_gui.core.space.separability import Separability, separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.figures.model.marks import Points
from tests.app.person import PATIENCE, Person
from tests.app.stand_ins import Watched

SHAPE = 60, 10  # whose verdict takes as long as a test wants


@pytest.fixture
def large(tmp_path: Path) -> str:
    """A file of points in many dimensions."""
    random = np.random.default_rng(0)
    points = random.normal(size=SHAPE).round(3)
    labels = np.where(points[:, 0] + 0.3 * random.normal(size=SHAPE[0]) > 0, 1, -1)
    path = tmp_path / "large.csv"
    np.savetxt(path, np.column_stack([points, labels]), fmt="%g", delimiter=",")
    return str(path)


class SlowSearch:
    """Finds verdicts when it may, and tells how far it is until then."""

    def __init__(self) -> None:
        self.may_end = Event()
        self.cancelled = 0

    def __call__(self, space: Space, check: CancelCheck, report: StepReport) -> Separability:
        try:
            while len(space) == SHAPE[0] and not self.may_end.wait(0.001):
                until = time.thread_time() + 0.001
                while time.thread_time() < until:  # training waits for so much work, not so long
                    check()
                report("solving 11 equations exactly", 0.4)
        except Cancelled:
            self.cancelled += 1
            raise
        return separability(space, check, report)


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowSearch]:
    """The verdict on large files takes as long as the test wants."""
    slow = SlowSearch()
    monkeypatch.setattr(module, "separability", slow)
    yield slow
    slow.may_end.set()


def words_on_screen(person: Person) -> str:
    """Return all that is said of a run."""
    window = person.window
    plots = [note for plot in window.plots.values() for note in plot.figure.notes]
    explained = window.explanation.body.toPlainText()
    seen = (person.sees("headline"), person.sees("status"), window.transport.counter.text())
    return "\n".join([*seen, explained, *plots])


def drawn_points(person: Person) -> int:
    """Return how many points are drawn on the plane."""
    mark = person.canvas.view.figure.mark("points")
    assert isinstance(mark, Points)
    return len(mark.x)


def test_a_large_file_shows_its_points_at_once_and_then_its_run_and_then_the_verdict(
    person: Person, large: str, search: SlowSearch, qtbot: QtBot, tmp_path: Path
) -> None:
    person.program.settings.export = {"folder": str(tmp_path), "page": {"size": "40x30mm"}}
    person.open("and")
    person.do("play.end")
    assert "γ²/‖w*‖² = " in words_on_screen(person)
    at_once: list[dict[str, Any]] = []

    def look() -> None:
        person.controller.screen.refresh()
        person.window.trigger("file.quick_export")
        at_once.append(person.window.describe())
        at_once[-1] |= {
            "words": words_on_screen(person),
            "drawn": drawn_points(person),
            "marks": [len(plot.figure.marks) for plot in person.window.plots.values()],
        }

    person.program.files.open(large)
    look()
    (first,) = at_once
    assert first["run"] == "computing"
    assert first["headline"] == "Computing …"
    assert first["status"] == "Computing …"
    assert first["drawn"] == SHAPE[0]
    assert set(first["marks"]) == {0}
    assert "γ" not in first["words"]
    assert "points" not in first["words"]  # there are some
    assert "still being computed" in first["message"]
    assert list(tmp_path.glob("*.pdf")) == []

    person.wait_until(lambda: bool(person.window.plots["norms"].figure.marks))
    run = person.controller.run
    assert run is not None
    assert run.dataset is person.session.dataset
    assert person.sees("separable") is None
    assert "separable? computing …" in person.sees("status")
    person.window.trigger("play.end")
    assert person.sees("visit") > 0

    search.may_end.set()
    person.wait()
    assert person.sees("separable") is not None
    assert "separable?" not in person.sees("status")
    assert "Computing" not in words_on_screen(person)
    with qtbot.waitSignal(person.program.exporting.figure_written, timeout=PATIENCE):
        person.window.trigger("file.quick_export")
    assert [path.name.split("-")[0] for path in tmp_path.glob("*.pdf")] == ["large"]


def test_a_figure_that_needs_the_verdict_waits_for_it(
    person: Person, large: str, search: SlowSearch, qtbot: QtBot, tmp_path: Path
) -> None:
    person.program.settings.export = {"folder": str(tmp_path), "page": {"size": "40x30mm"}}
    person.program.files.open(large)
    person.wait_until(lambda: len(person.session.dataset) == SHAPE[0])
    person.wait_until(lambda: person.sees("run") != "computing")
    assert person.sees("separable") is None
    with qtbot.waitSignal(person.program.exporting.figure_written, timeout=PATIENCE):
        person.program.exporting.quick_export("cosine")
        search.may_end.set()
    assert person.controller.run is not None
    assert person.controller.run.verdict_search.found is not None


def test_a_search_says_how_far_it_is_and_can_be_cancelled_and_begun_again(
    person: Person, large: str, search: SlowSearch
) -> None:
    window = person.window
    person.program.files.open(large)
    person.wait_until(lambda: not window.foot.verdict.isHidden())
    person.wait_until(lambda: "solving 11 equations exactly, 40%" in window.foot.status.full_text)
    assert window.foot.verdict.bar.value() == 40
    assert window.foot.verdict.words.text() == "Separable?"
    assert "solving 11" in window.foot.verdict.words.toolTip()
    window.trigger("play.end")  # nothing waits for it
    assert person.sees("visit") > 0
    before = person.controller.run
    assert before is not None and before.is_over

    window.foot.verdict.button.click()
    person.wait_until(lambda: search.cancelled == 1)
    assert person.sees("separable") is None
    assert "separable? not known (cancelled)" in window.foot.status.full_text
    assert "equations" not in window.foot.status.full_text
    person.wait_until(lambda: "the search was cancelled" in words_on_screen(person))
    assert "Computing" not in words_on_screen(person)
    window.trigger("play.back")  # which does not begin it again
    assert person.sees("separable") is None
    assert window.foot.verdict.button.text() == "Find out"
    assert not window.foot.verdict.bar.isVisible()

    search.may_end.set()
    window.foot.verdict.button.click()
    person.wait_until(lambda: person.sees("separable") is not None)
    assert window.foot.verdict.isHidden()
    person.wait_until(lambda: "cancelled" not in words_on_screen(person))


def test_another_change_ends_the_search_for_the_verdict(
    person: Person, large: str, search: SlowSearch
) -> None:
    person.program.files.open(large)
    person.wait_until(lambda: len(person.session.dataset) == SHAPE[0])
    person.wait_until(lambda: person.sees("run") != "computing")
    before = person.controller.run
    person.open("xor")
    assert person.sees("separable") is False
    assert before is not None
    assert before.verdict_search.found is None
    assert person.window.foot.verdict.isHidden()


def test_a_drag_keeps_the_last_picture_until_the_next_one_is_there(person: Person) -> None:
    person.open("and")
    person.do("play.end")
    seen = Watched(person.controller.store, lambda state: state.run)
    edit = MovePoints(np.array([0]), np.array([[0.1, 0.2]]))
    person.controller.editing.edit_points("Move", edit, "drag")
    assert person.sees("run") == "computing"  # though nothing flickers
    assert person.controller.run is not None
    person.wait()
    assert person.sees("run") == "converged"
    assert seen.values == [person.controller.run]


@pytest.mark.parametrize("presses", [1, 2])
def test_space_plays_a_run_that_is_on_its_way_as_soon_as_it_is_there(
    person: Person, large: str, presses: int
) -> None:
    person.open("and")
    transport, signs = person.window.transport, []

    def press() -> None:
        assert person.controller.run is None
        for _ in range(presses):
            QTest.keyClick(person.canvas, Qt.Key.Key_Space)
            signs.append(transport.is_playing)

    person.program.files.open(large)
    press()
    assert signs == [True, False][:presses]  # the large button shows it at once
    person.wait_until(lambda: person.controller.run is not None)
    assert person.controller.playback.is_playing == transport.is_playing == (presses == 1)
    if presses == 1:
        person.wait_until(lambda: person.sees("visit") > 0)
    else:
        person.wait()
        assert person.sees("visit") == 0


def test_a_run_that_cannot_come_does_not_leave_the_button_playing(
    person: Person, large: str
) -> None:
    person.program.files.open(large)
    QTest.keyClick(person.canvas, Qt.Key.Key_Space)
    person.controller.training.run_cleared.emit()  # all points are gone
    assert not person.window.transport.is_playing
    person.wait()
    assert not person.controller.playback.is_playing
