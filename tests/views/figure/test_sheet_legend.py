"""Figures of one view share a legend on a sheet; those of several views have their own."""

from __future__ import annotations

from dataclasses import replace

from pytestqt.qtbot import QtBot

from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Panel, Sheet
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.labs.arena.figures import ArenaOptions
from perceptron_gui.labs.arena.lab import LAB
from perceptron_gui.views.figure.drawing import DrawingView, SheetLegend
from perceptron_gui.views.figure.strips import LegendRow


def sheet() -> Sheet:
    run = Run(make(LIBRARY["and"]), Rule()).finish()
    drawn = LAB.view.build(run.dataset, run, run.visits, ArenaOptions())
    assert isinstance(drawn, Sheet)
    return drawn


def words(row: LegendRow) -> list[str]:
    return [each.entry.label for each in row.placed if each.entry is not None]


def opened(qtbot: QtBot, drawn: Sheet) -> tuple[DrawingView, SheetLegend]:
    view = DrawingView()
    qtbot.addWidget(view)
    view.resize(900, 500)
    view.show_drawing(drawn)
    with qtbot.waitExposed(view):
        view.show()
    return view, view.findChildren(SheetLegend)[0]


def test_one_legend_names_everything_once(qtbot: QtBot) -> None:
    view, shared = opened(qtbot, sheet())
    assert shared.isVisible()
    names = words(shared)
    assert len(names) == len(set(names))
    assert {"PLA", "Averaged", "Least squares"} < set(names)
    own = [row for row in view.findChildren(LegendRow) if row is not shared]
    assert own
    assert not any(words(row) for row in own)


def test_figures_of_several_views_have_legends_of_their_own(qtbot: QtBot) -> None:
    drawn = sheet()
    other = replace(drawn.panels[-1].figure, name="another view")
    mixed = replace(drawn, panels=(drawn.panels[0], Panel(other, 0, 1)), widths=(1.0, 1.0))
    view, shared = opened(qtbot, mixed)
    assert not shared.isVisible()
    own = [words(row) for row in view.findChildren(LegendRow) if row is not shared]
    assert all(own)
    view.show_drawing(drawn)
    assert shared.isVisible()
    assert not any(words(r) for r in view.findChildren(LegendRow) if r is not shared)


def test_the_legend_keeps_its_height_when_it_says_less(qtbot: QtBot) -> None:
    drawn = sheet()
    view, shared = opened(qtbot, drawn)
    view.resize(420, 500)
    view.show_drawing(drawn)
    high = shared.height()
    view.show_drawing(replace(drawn, panels=drawn.panels[:2], rows=1))
    assert shared.height() == high
    view.show_theme(THEMES["dark"], 2.0)
    assert shared.height() != high
