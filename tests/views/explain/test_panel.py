"""The explanation panel: what it tells, what it keeps back while it asks, and what it copies."""

from __future__ import annotations

import re

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from perceptron_gui import train
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.lectures.explain import explain
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.lectures.visit import render_latex, render_text
from perceptron_gui.views.explain.panel import HINT, START, ExplanationPanel
from tests.figures.timelines import XOR, million_visits, run_of
from tests.views.desk import use_theme
from tests.views.pixels import check_reachable, on_screen, shows

BOARD = NOTATIONS["000"]


def shown(qtbot: QtBot, run: Run | None, moment: Moment, notation: str = "000") -> ExplanationPanel:
    use_theme()
    panel = ExplanationPanel()
    panel.show_explanation(run, moment, NOTATIONS[notation])
    return on_screen(qtbot, panel, 420, 320)


def test_every_step_is_told_for_every_lecture(qtbot: QtBot) -> None:
    run = run_of("and")
    panel = shown(qtbot, run, Moment())
    for notation in NOTATIONS.values():
        for visit in (0, 1, 2, 17, 36):
            panel.show_explanation(run, Moment(visit), notation)
            explanation = explain(run, visit, notation)
            lines = panel.body.toPlainText().splitlines()
            assert len(lines) == len(explanation.steps) and all("\t" in line for line in lines)
            assert panel.heading == (f"Visit {visit}, step by step" if visit else START)


@pytest.mark.parametrize("notation", NOTATIONS)
def test_a_question_gives_nothing_away(qtbot: QtBot, notation: str) -> None:
    run = run_of("and")
    panel = shown(qtbot, run, Moment(1), notation)
    symbols = set()
    for visit in range(1, run.visits + 1):
        panel.show_explanation(run, Moment(visit, "asked"), NOTATIONS[notation])
        text = panel.body.toPlainText()
        captions = [line.split("\t")[0] for line in text.splitlines() if "\t" in line]
        assert captions == ["point", "weights"]
        assert not re.search("mistake|correct|update|predict [+−]", text)
        symbols.add((int(run.path.visiting.points_of(visit)[0]), text[: text.index("=")]))
    # The same point is always called the same, whether or not it is about to cause an update.
    assert len(symbols) == len(run.dataset)


def test_what_is_copied_is_the_explanation(qtbot: QtBot) -> None:
    panel = shown(qtbot, None, Moment())
    for run in (run_of("and"), train(*XOR), run_of("iris")):
        for notation in NOTATIONS.values():
            panel.show_explanation(run, Moment(3), notation)
            explanation = explain(run, 3, notation)
            panel.copy.as_text.trigger()
            assert QGuiApplication.clipboard().text() == render_text(explanation)
            panel.copy.as_latex.trigger()
            assert QGuiApplication.clipboard().text() == render_latex(explanation)


def test_an_answer_can_not_be_copied_while_it_is_asked_for(qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText("before")
    panel = shown(qtbot, run_of("and"), Moment(3, "asked"))
    for action in (panel.copy.as_text, panel.copy.as_latex):
        action.trigger()
        assert not action.isEnabled()
    assert not panel.copy.isEnabled()
    assert QGuiApplication.clipboard().text() == "before"
    panel.show_explanation(run_of("and"), Moment(3), BOARD)
    assert panel.copy.as_text.isEnabled() and panel.copy.as_latex.isEnabled()


def test_without_a_run_there_is_a_hint(qtbot: QtBot) -> None:
    panel = shown(qtbot, None, Moment())
    assert panel.body.toPlainText() == HINT
    assert not panel.copy.as_text.isEnabled()
    panel.show_explanation(run_of("and"), Moment(), BOARD)
    assert panel.heading == START
    panel.show_explanation(None, Moment(), BOARD)
    assert panel.body.toPlainText() == HINT


def test_long_vectors_wrap(qtbot: QtBot) -> None:
    random = np.random.default_rng(0)
    run = train(random.normal(size=(20, 30)), np.where(random.random(20) < 0.5, 1, -1), epochs=3)
    panel = shown(qtbot, run, Moment(1))
    panel.resize(320, 320)
    for notation in NOTATIONS.values():
        for phase in (Moment(1), Moment(1, "asked")):
            panel.show_explanation(run, phase, notation)
            assert panel.body.horizontalScrollBar().maximum() == 0


def test_controls_can_be_reached_and_a_visit_of_a_long_run_is_told(qtbot: QtBot) -> None:
    panel = shown(qtbot, run_of("and"), Moment(2))
    check_reachable(panel.body, panel.copy)
    panel.show_explanation(million_visits(), Moment(987_654), BOARD)
    assert panel.heading == "Visit 987\u202f654, step by step"


def test_mistakes_and_right_answers_have_their_colours(qtbot: QtBot) -> None:
    light = THEMES["light"]
    mistake, success = (light.style(role).color for role in (Role.MISTAKE, Role.SUCCESS))
    panel = shown(qtbot, run_of("and"), Moment(1))
    assert shows(panel.body, mistake) and not shows(panel.body, success)
    panel.show_explanation(run_of("and"), Moment(2), BOARD)
    assert shows(panel.body, success) and not shows(panel.body, mistake)
    panel.show_theme(THEMES["contrast"])
    assert shows(panel.body, THEMES["contrast"].style(Role.SUCCESS).color)
