"""What if, in a window: sliders change the document, and what they say is what the engine says."""

from __future__ import annotations

from fractions import Fraction

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from perceptron_gui.app.explore import panels as module
from perceptron_gui.core.runs.run import Run
from perceptron_gui.theory.run_text.words import grouped
from perceptron_gui.theory.what_if.bound import BiasCurve, bias_curve
from perceptron_gui.views.what_if.panel import WhatIfPanel
from tests.app.person import Person
from tests.app.stand_ins import Watched
from tests.views.desk import type_into
from tests.views.pointer import grab, let_go, press, pull


class Desk:
    """Somebody at a window with AND, and its panel."""

    def __init__(self, person: Person) -> None:
        self.person, self.controller = person, person.controller
        person.open("and")
        person.open_panel("what-if")
        panel = person.window.parts.by_name["what-if"]
        assert isinstance(panel, WhatIfPanel)
        self.panel, self.wait = panel, person.wait
        self.wait()

    @property
    def run(self) -> Run:
        """The run that is shown."""
        assert self.controller.run is not None
        return self.controller.run

    def agrees(self) -> bool:
        """Tell whether every bound on the panel is that of the run."""
        bounds = self.run.bounds
        bound = "no bound" if bounds is None else f"k ≤ {grouped(bounds.most_updates)}"
        told = [row.text.bound for row in self.panel.rows if row.slider.isEnabled()]
        return bool(told) and set(told) == {bound}


@pytest.fixture
def desk(person: Person) -> Desk:
    return Desk(person)


def test_the_margin_is_dragged_until_the_verdict_flips_both_ways(desk: Desk) -> None:
    slider, before = desk.panel.margin.slider, desk.person.session
    assert desk.agrees()
    bounds = []
    grab(slider)
    for share in (0.5, 0.3, 0.1):
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


def test_undo_says_what_was_done(desk: Desk) -> None:
    names = Watched(desk.controller.store, lambda state: state.document.undo_name)
    for row, value in zip(desk.panel.rows, ("0.5", "0.2", "3", "2"), strict=True):
        type_into(row.field, value)
        desk.wait()
    told = list(dict.fromkeys(names.values))
    assert told == [
        "Move the classes to a margin of 0.5",
        "Set η to 0.2",
        "Let w⁽⁰⁾ be 3 long",
        "Set B to 2",
    ]
    assert desk.run.rule.eta == Fraction(1, 5) and desk.run.rule.bias_scale == 2
    assert desk.agrees()


def test_the_best_constant_comes_from_the_engine(desk: Desk) -> None:
    best = desk.panel.constant.best
    curve = bias_curve(desk.run)
    assert isinstance(curve, BiasCurve) and desk.panel.constant.view.figure.name == "bias-scale"
    QTest.mouseClick(best, Qt.MouseButton.LeftButton)
    desk.wait()
    assert desk.run.rule.bias_scale == curve.best and desk.agrees()
    assert desk.run.bounds is not None and desk.run.bounds.exact_limit == curve.best_bound
    assert best.text() == "B = 1.22 is the best"


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


def test_a_panel_that_nobody_sees_catches_up_when_it_is_opened(desk: Desk) -> None:
    dock = desk.person.window.docks["what-if"]
    dock.hide()
    desk.person.do("edit.select_all", "edit.delete")
    assert desk.panel.margin.slider.isEnabled()  # as it was left
    dock.show()
    desk.person.wait_until(lambda: "Add points" in desk.panel.margin.text.effect)
    desk.person.do("edit.undo")
    desk.wait()
    assert desk.agrees()
