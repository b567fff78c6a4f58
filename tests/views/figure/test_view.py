"""The view of a figure: every view of the program in every size, ranges, words and themes."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, Qt
from PySide6.QtGui import QStatusTipEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton

from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.sources import load_data
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Line, as_values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.views.figure.strips import LegendRow
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.paint.items import TextItem
from tests.views.conftest import Shown
from tests.views.pixels import figure_of, heard, pixels
from tests.views.pointer import LEFT, PLAIN, click, double_click, drag, hover, leave, pixel, wheel

ENDS = as_values([0, 10])
LINE = Line("line", Role.BOUNDARY, ENDS, ENDS, "the line $w^\\top x = 0$")


class Tips(QObject):
    """Hears what a view has to say beside the status of a window."""

    def __init__(self, view: FigureView) -> None:
        super().__init__(view)
        self.heard: list[str] = []
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QStatusTipEvent):
            self.heard.append(event.tip())
        return False


def drawings(data: str) -> list[Figure]:
    """Return all figures of a run at its start, in its middle and at its end."""
    run = Run(load_data(data).dataset, Rule()).finish()
    cursors = (0, run.visits // 2, run.visits)
    drawn = [
        view.build(run.dataset, run, cursor, view.options())
        for view in VIEWS.values()
        for cursor in cursors
    ]
    return [each for each in drawn if isinstance(each, Figure)]


@pytest.mark.parametrize("data", ["xor", pytest.param("iris", marks=pytest.mark.slow)])
def test_every_view_can_be_seen_in_every_size(shown: Shown, data: str) -> None:
    figures = drawings(data)
    assert len(figures) > 20
    view = shown(figures[0])
    for size in ((300, 200), (500, 350), (900, 700), (160, 120)):
        view.resize(*size)
        for figure in figures:
            view.show_figure(figure)
            # What has nothing to show says so in words, and its plane is empty.
            drawn = view.plot.widget if figure.marks or not figure.bare else view
            assert np.ptp(pixels(drawn).astype(int)) > 0
            assert {item.mark.key for item in view.plot.shown} == {m.key for m in figure.marks}


def picture(name: str, cursor: int, aspect: float = 4 / 3) -> Figure:
    """Return a view of xor after a visit."""
    run, view = Run(load_data("xor").dataset, Rule()).finish(), VIEWS[name]
    drawn = view.build(run.dataset, run, cursor, replace(view.options(), aspect=aspect))
    assert isinstance(drawn, Figure)
    return drawn


def seen_texts(view: FigureView) -> dict[str, QRectF]:
    """Return what the texts cover that are to be seen, by their keys."""
    texts = [each for each in view.plot.shown if isinstance(each, TextItem)]
    return {each.mark.key: each.covered(view.plot.seen) for each in texts if each.isVisible()}


@pytest.mark.parametrize("height", [90, 350])
def test_a_neuron_fills_its_panel_and_leaves_out_what_has_no_room(
    shown: Shown, height: int
) -> None:
    view = shown(picture("neuron", 3), 500, height)
    low = seen_texts(view)
    assert {"output", "verdict"} <= set(low)
    assert ("truth" in low) == (height > 200)
    asked = heard(view.aspect_changed)
    view.resize(501, height)
    view.show_figure(picture("neuron", 3, asked[-1]))
    high = seen_texts(view)
    assert high["output"].width() >= low["output"].width()
    for one, other in combinations(("output", "truth", "verdict", "activation name"), 2):
        assert one not in high or other not in high or has_room(high[one], high[other])
    assert {"output", "verdict"} <= set(high)


def has_room(one: QRectF, other: QRectF) -> bool:
    """Tell whether letters do not touch: above and below them a line is empty."""
    empty = 0.13 * one.height()
    return not one.adjusted(0, empty, 0, -empty).intersects(other.adjusted(0, empty, 0, -empty))


def seen(view: FigureView) -> tuple[float, ...]:
    across, up = view.plot.seen.x.range, view.plot.seen.y.range
    assert across
    assert up
    return across + up


def test_the_wheel_zooms_at_the_pointer(shown: Shown) -> None:
    view = shown(figure_of(LINE))
    at = pixel(view, (3.0, 7.0))
    wheel(view, (3.0, 7.0), 2)
    x0, x1, y0, y1 = seen(view)
    assert x1 - x0 == pytest.approx(10 / 1.25**2)
    assert y1 - y0 == pytest.approx(10 / 1.25**2)
    assert pixel(view, (3.0, 7.0)) == at


def test_a_drag_moves_the_plot_and_is_no_click(shown: Shown) -> None:
    view = shown(figure_of(LINE))
    clicks = heard(view.place_clicked)
    drag(view, (5.0, 5.0), (8.0, 4.0))
    assert seen(view) == pytest.approx((-3, 7, 1, 11), abs=0.1)
    assert clicks == []


@pytest.mark.parametrize("equal", [True, False])
def test_a_double_click_on_an_axis_or_in_the_plot_shows_all_again(
    shown: Shown, equal: bool
) -> None:
    view = shown(figure_of(LINE, equal=equal))
    whole = seen(view)
    corner = view.plot.corner.toPoint() - view.plot.widget.pos()
    width = round(view.plot.seen.width)
    for at in (corner - QPoint(10, -50), corner + QPoint(width // 2, 40)):
        wheel(view, (5.0, 5.0), 3)
        drag(view, (5.0, 5.0), (6.0, 5.0))
        assert seen(view) != pytest.approx(whole)
        double_click(view, at)
        assert seen(view) == pytest.approx(whole, abs=0.1)


def test_a_zoomed_plot_keeps_its_zoom_while_its_curves_grow(shown: Shown) -> None:
    view = shown(figure_of(LINE))
    wheel(view, (5.0, 5.0), 3)
    zoomed = seen(view)
    longer = Line("line", Role.BOUNDARY, as_values([0, 20]), as_values([0, 20]))
    view.show_figure(figure_of(longer, x=Axis("$x_1$", range=(0.0, 20.0))))
    assert seen(view) == pytest.approx(zoomed)
    (fit,) = [each for each in view.findChildren(QToolButton) if each.isVisible()]
    assert view.rect().contains(fit.geometry())
    fit.click()
    assert seen(view) == pytest.approx((0, 20, 0, 10))
    assert not fit.isVisible()


def test_what_is_pointed_at_is_told_with_its_names_until_the_pointer_leaves(shown: Shown) -> None:
    view = shown(figure_of(LINE, equal=True))
    tips, places = Tips(view), heard(view.pointed_at)
    hover(view, (3.0, 7.0))
    assert places[-1] == pytest.approx((3, 7), abs=0.05)
    told = [float(each) for each in re.findall(r"x[₁₂] = ([\d.]+)", tips.heard[-1])]
    assert told == pytest.approx(places[-2] if places[-1] is None else places[-1], abs=0.01)
    leave(view)
    assert places[-1] is None
    assert tips.heard[-1] == ""


def test_a_click_is_told_where_the_axes_are_only_and_opens_no_menu(shown: Shown) -> None:
    view = shown(figure_of(LINE))
    places = heard(view.place_clicked)
    corner = view.plot.corner.toPoint() - view.plot.widget.pos()
    QTest.mouseClick(view.plot.surface, LEFT, PLAIN, corner - QPoint(10, -50))
    assert places == []
    click(view, (3.0, 7.0))
    assert places == [pytest.approx((3, 7), abs=0.05)]
    QTest.mouseClick(view.plot.surface, Qt.MouseButton.RightButton, PLAIN, QPoint(200, 100))
    assert QApplication.activePopupWidget() is None


def test_long_words_leave_room_for_the_plot(shown: Shown) -> None:
    lines = [replace(LINE, key=str(i), label=f"a line with the number {i}") for i in range(30)]
    notes = ("A sentence that is rather long. " * 20,)
    view = shown(figure_of(*lines, title="A title " * 30, notes=notes), 300, 200)
    assert view.plot.widget.height() > 70
    assert view.plot.seen.height > 20


def test_the_legend_of_a_plot_is_whole_in_the_letters_of_a_presentation(shown: Shown) -> None:
    words = ("at most R²k", "at least γ²k²/‖w*‖²", "impossible", "k* = R²‖w*‖²/γ² = 51")
    line = as_values([1.0, 9.0])
    marks = [Line(word, role, line, line, word) for word, role in zip(words, Role, strict=False)]
    view = shown(figure_of(*marks), 380, 355)
    view.show_theme(THEMES["light"], 1.6)
    legend = view.findChild(LegendRow)
    assert isinstance(legend, LegendRow)
    assert {place.source.label for place in legend.placed if place.source is not None} == {*words}
    assert view.plot.seen.height > 150
