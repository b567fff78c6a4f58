"""Two vectors in the window: their tips are dragged, and the run's own come back."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from perceptron_gui.figures.model.marks import Arrow
from perceptron_gui.views.figure.dragged import VectorView
from tests.app.person import Person
from tests.app.windows import OpenWindow


def opened(open_window: OpenWindow) -> tuple[Person, VectorView]:
    person = open_window("and")
    person.window.docks["projection"].toggleViewAction().trigger()
    person.do("play.end")
    person.wait()
    view = person.window.plots["projection"]
    assert isinstance(view, VectorView)
    person.window.middle.enlarge("projection", person.window.docks["projection"])
    person.wait()
    return person, view


def tip(view: VectorView, key: str) -> tuple[float, float]:
    mark = view.figure.mark(key)
    assert isinstance(mark, Arrow)
    return mark.x1, mark.y1


def spot(view: VectorView, x: float, y: float) -> QPoint:
    return view.plot.surface.mapFrom(view, view.position_of(x, y).toPoint())


def test_a_tip_is_dragged_and_that_is_one_step_of_undo(open_window: OpenWindow) -> None:
    person, view = opened(open_window)
    surface, left = view.plot.surface, Qt.MouseButton.LeftButton
    assert tip(view, "a") == (3, 2) and tip(view, "b") == (1, 1)  # w and the last point
    QTest.mousePress(surface, left, pos=spot(view, 1, 1))
    held = view.figure.x.range
    for x, y in ((0.6, 1.1), (-0.5, 1.0), (-0.5, 0.5)):
        QTest.mouseMove(surface, spot(view, x, y))
        person.wait()
        assert view.figure.x.range == held  # nothing slips away under the pointer
    QTest.mouseRelease(surface, left, pos=spot(view, -0.5, 0.5))
    person.wait()
    assert tip(view, "b") == (-0.5, 0.5) and tip(view, "a") == (3, 2)
    assert "$w \\cdot b = 3 \\cdot (-0.5) + 2 \\cdot 0.5 = -0.5$." in view.figure.notes
    assert person.controller.editing.session.views["projection"] == {"b": (-0.5, 0.5)}
    person.do("edit.undo")
    person.wait()
    assert tip(view, "b") == (1, 1)


def test_the_vectors_of_the_run_come_back(open_window: OpenWindow) -> None:
    person, view = opened(open_window)
    view.vector_requested.emit("a", (1.0, 0.0), "by hand")
    view.vector_requested.emit("b", (0.0, 2.0), "by hand")
    person.wait()
    assert tip(view, "a") == (1, 0) and tip(view, "b") == (0, 2)
    assert "The product is 0: the vectors are at a right angle." in view.figure.notes
    view.back.click()
    person.wait()
    assert tip(view, "a") == (3, 2) and "projection" not in person.controller.editing.session.views


def test_elsewhere_the_mouse_moves_the_plot(open_window: OpenWindow) -> None:
    _person, view = opened(open_window)
    assert view.tip_at(view.position_of(1, 1)) == "b"
    assert view.tip_at(view.position_of(3, 2)) == "a"
    assert view.tip_at(view.position_of(2.2, 0.3)) == ""
