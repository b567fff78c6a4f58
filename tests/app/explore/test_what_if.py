"""What if, in a window: sliders, α and vectors change the document and are undone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from perceptron_gui.app.explore import panels as module
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Arrow
from perceptron_gui.theory.run_text.words import grouped
from perceptron_gui.views.figure.dragged import FactorView, VectorView
from perceptron_gui.views.what_if.panel import WhatIfPanel
from tests.app.person import LEFT, Person
from tests.views.pointer import grab, let_go, press, pull


class Desk:
    """Somebody at a window with AND, and its panel."""

    def __init__(self, person: Person) -> None:
        self.person, self.controller = person, person.controller
        person.open("and")
        person.open_panel("what-if")
        panel = person.part("what-if")
        assert isinstance(panel, WhatIfPanel)
        self.panel, self.wait = panel, person.wait
        self.wait()

    @property
    def run(self) -> Run:
        """The run that is shown."""
        assert self.controller.run is not None
        return self.controller.run

    def agrees(self) -> bool:
        """Tell whether the bound on the panel is that of the run."""
        bounds = self.run.bounds
        bound = "no bound" if bounds is None else f"k ≤ {grouped(bounds.most_updates)}"
        return self.panel.summary.text().startswith(f"<b>{bound}</b>")


@pytest.fixture
def desk(person: Person) -> Desk:
    return Desk(person)


def test_the_margin_is_dragged_until_the_verdict_flips_both_ways(desk: Desk) -> None:
    slider, before = desk.panel.margin.slider, desk.person.session
    assert desk.agrees()
    bounds = []
    grab(slider)
    for share in (0.6, 0.4, 0.25):  # the slider is short, and its ends are half a handle wide
        pull(slider, share)
        desk.wait()
        assert desk.agrees() and desk.run.bounds is not None
        bounds.append(desk.run.bounds.most_updates)
    assert bounds == sorted(bounds)
    pull(slider, 0.0)
    desk.wait()
    assert desk.agrees() and not desk.run.verdict.separable
    pull(slider, 0.7)
    desk.wait()
    assert desk.agrees() and desk.run.verdict.separable
    let_go(slider)
    desk.person.do("edit.undo")
    desk.wait()
    assert desk.person.session is before and desk.agrees()
    assert desk.panel.margin.field.text() == "0.243"


def test_every_slider_is_one_step_of_undo(desk: Desk) -> None:
    before = desk.person.session
    for row in desk.panel.rows:
        press(row.slider, Qt.Key.Key_Up, times=5)  # sideways arrows play
        desk.wait()
        assert desk.agrees() and desk.person.session != before
        desk.person.do("edit.undo")
        desk.wait()
        assert desk.person.session is before and desk.agrees()


def test_a_search_for_the_best_constant_that_takes_long_says_how_far_it_is(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    best, view, seen = desk.panel.constant.best, desk.panel.constant.view, []
    show = desk.panel.constant.show_progress

    def look(what: str, share: float) -> None:
        show(what, share)
        seen.append((best.text(), best.isEnabled(), view.isVisible()))

    monkeypatch.setattr(desk.panel.constant, "show_progress", look)
    desk.person.open("or")  # found in a moment
    desk.wait()
    assert not seen and view.isVisible()
    monkeypatch.setattr(module, "_REPORT_S", 0.0)
    desk.person.open("and")
    desk.wait()
    words = [text for text, _, _ in seen]
    assert words[0] == "Best B? … 1%"
    assert words[-1] == "Best B? … 100%"
    assert {(is_enabled, is_visible) for _, is_enabled, is_visible in seen} == {(False, False)}
    assert best.text().startswith("Take the best B = ")  # which is said at the end
    assert best.isEnabled() and view.isVisible()


def test_a_point_that_is_dragged_on_the_plane_moves_the_sliders(desk: Desk) -> None:
    desk.person.keys("M")
    desk.person.drag((1.0, 1.0), (0.8, 0.8), (0.6, 0.6))
    desk.wait()
    assert desk.agrees() and desk.run.bounds is not None
    assert desk.run.bounds.most_updates > 51
    assert float(desk.panel.margin.field.text()) < 0.243


def opened(person: Person, name: str, data: str = "and") -> None:
    """Open data and a plot, and go to the end of the run."""
    person.open(data)
    person.open_panel(name)
    person.do("play.end")


@pytest.fixture
def distance(person: Person) -> FactorView:
    opened(person, "distance")
    view = person.window.plots["distance"]
    assert isinstance(view, FactorView)
    return view


def test_another_alpha_is_slid_to_and_undone_at_once(person: Person, distance: FactorView) -> None:
    def noted() -> str:
        return " ".join(map(to_plain, distance.figure.notes))

    assert distance.slider.isVisible() and distance.words.text() == "α = 3"
    assert "Here α = R²/γ = 3" in noted() and not distance.back.isEnabled()
    for step in (30, 20, 10, 5):
        distance.slider.setValue(step)
        person.wait()
    distance.slider.gesture_ended.emit()
    assert distance.words.text() == "α = 0.75"
    assert person.session.views["distance"] == {"alpha": 0.75}
    assert "It is sure to fall only for α > R²/(2γ) = 1.5" in noted()
    assert not distance.figure.has("upper")
    person.do("edit.undo")
    assert "distance" not in person.session.views
    assert distance.words.text() == "α = 3" and distance.figure.has("upper")
    distance.slider.setValue(40)
    person.wait()
    assert distance.words.text() == "α = 6"
    QTest.mouseClick(distance.back, LEFT)
    person.wait()
    assert distance.words.text() == "α = 3" and "distance" not in person.session.views


def test_only_with_a_proof_there_is_a_slider_below_the_figure(
    person: Person, distance: FactorView
) -> None:
    bottom = distance.plot.widget.geometry().bottom()
    assert bottom < distance.slider.mapTo(distance, distance.slider.rect().topLeft()).y()
    opened(person, "distance", "xor")
    assert not distance.slider.isVisible()
    assert distance.plot.widget.geometry().bottom() <= distance.height()


@pytest.fixture
def vectors(person: Person) -> VectorView:
    opened(person, "projection")
    view = person.window.plots["projection"]
    assert isinstance(view, VectorView)
    person.window.middle.enlarge("projection", person.window.docks["projection"])
    person.wait()
    return view


def tip(view: VectorView, key: str) -> tuple[float, float]:
    mark = view.figure.mark(key)
    assert isinstance(mark, Arrow)
    return mark.x1, mark.y1


def spot(view: VectorView, x: float, y: float) -> QPoint:
    return view.plot.surface.mapFrom(view, view.position_of(x, y).toPoint())


def test_a_tip_is_dragged_and_that_is_one_step_of_undo(person: Person, vectors: VectorView) -> None:
    surface, left = vectors.plot.surface, Qt.MouseButton.LeftButton
    assert tip(vectors, "a") == (3, 2) and tip(vectors, "b") == (1, 1)  # w and the last point
    assert vectors.tip_at(vectors.position_of(3, 2)) == "a"
    assert vectors.tip_at(vectors.position_of(2.2, 0.3)) == ""  # there the plot is moved
    QTest.mousePress(surface, left, pos=spot(vectors, 1, 1))
    held = vectors.figure.x.range
    for x, y in ((0.6, 1.1), (-0.5, 1.0), (-0.5, 0.5)):
        QTest.mouseMove(surface, spot(vectors, x, y))
        person.wait()
        assert vectors.figure.x.range == held  # nothing slips away under the pointer
    QTest.mouseRelease(surface, left, pos=spot(vectors, -0.5, 0.5))
    person.wait()
    assert tip(vectors, "b") == (-0.5, 0.5) and tip(vectors, "a") == (3, 2)
    assert "$w \\cdot b = 3 \\cdot (-0.5) + 2 \\cdot 0.5 = -0.5$." in vectors.figure.notes
    assert person.session.views["projection"] == {"b": (-0.5, 0.5)}
    person.do("edit.undo")
    assert tip(vectors, "b") == (1, 1)


def test_the_vectors_of_the_run_come_back(person: Person, vectors: VectorView) -> None:
    vectors.vector_requested.emit("a", (1.0, 0.0), "by hand")
    vectors.vector_requested.emit("b", (0.0, 2.0), "by hand")
    person.wait()
    assert tip(vectors, "a") == (1, 0) and tip(vectors, "b") == (0, 2)
    assert "The product is 0: the vectors are at a right angle." in vectors.figure.notes
    vectors.back.click()
    person.wait()
    assert tip(vectors, "a") == (3, 2) and "projection" not in person.session.views
