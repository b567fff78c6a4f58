"""The slider for α below the distance to αw*: what it asks for is an option of the session."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtTest import QTest

from perceptron_gui.base.params import nearest
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.views.figure.dragged import FactorView, stops_of
from tests.app.person import LEFT, Person
from tests.app.windows import OpenWindow


def opened(open_window: OpenWindow, data: str = "and") -> tuple[Person, FactorView]:
    person = open_window(data)
    person.window.docks["distance"].toggleViewAction().trigger()
    person.do("play.end")
    person.wait()
    view = person.window.plots["distance"]
    assert isinstance(view, FactorView)
    return person, view


def noted(view: FactorView) -> str:
    return " ".join(map(to_plain, view.figure.notes))


def test_the_scale_has_the_alpha_of_the_proof_and_half_of_it() -> None:
    stops = stops_of(Fraction(3))
    assert {Fraction(0), Fraction(3, 2), Fraction(3), Fraction(12)} <= set(stops)
    assert [nearest(stops, each) for each in stops] == list(range(len(stops)))
    assert nearest(stops, Fraction(1000)) == len(stops) - 1


def test_another_alpha_is_slid_to_and_undone_at_once(open_window: OpenWindow) -> None:
    person, view = opened(open_window)
    assert view.slider.isVisible() and view.words.text() == "α = 3"
    assert "Here α = R²/γ = 3" in noted(view) and not view.back.isEnabled()
    for step in (30, 20, 10, 5):
        view.slider.setValue(step)
        person.wait()
    view.slider.gesture_ended.emit()
    assert view.words.text() == "α = 0.75"
    assert person.session.views["distance"] == {"alpha": 0.75}
    assert "It is sure to fall only for α > R²/(2γ) = 1.5" in noted(view)
    assert not view.figure.has("upper")
    person.do("edit.undo")
    person.wait()
    assert "distance" not in person.session.views
    assert view.words.text() == "α = 3" and view.figure.has("upper")


def test_the_alpha_of_the_proof_comes_back_with_a_click(open_window: OpenWindow) -> None:
    person, view = opened(open_window)
    view.slider.setValue(40)
    person.wait()
    assert view.words.text() == "α = 6"
    QTest.mouseClick(view.back, LEFT)
    person.wait()
    assert view.words.text() == "α = 3" and "distance" not in person.session.views


def test_without_a_proof_there_is_no_slider(open_window: OpenWindow) -> None:
    _, view = opened(open_window, "xor")
    assert not view.slider.isVisible()
    plot = view.plot.widget.geometry()
    assert plot.bottom() <= view.height()


def test_the_slider_lies_below_the_figure(open_window: OpenWindow) -> None:
    _, view = opened(open_window)
    plot = view.plot.widget.geometry()
    assert plot.bottom() < view.slider.mapTo(view, view.slider.rect().topLeft()).y()
