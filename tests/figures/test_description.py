"""Descriptions of figures: their numbers are those of the run, and every view has one."""

from __future__ import annotations

import re

import numpy as np
import pytest

from perceptron_gui.figures.description import described_with_run
from perceptron_gui.figures.model.view import draw
from perceptron_gui.figures.registry import FIGURE_VIEWS
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.lectures.notation import NOTATIONS
from tests.conftest import Approve
from tests.figures.drawing import cursors, run_on
from tests.figures.timelines import RUNS, run_of

COURSE = NOTATIONS["000"]
CORNERS = [[0, 0], [0, 1], [1, 0], [1, 1]]


def told(view: str, run_name: str, visit: int) -> tuple[str, ...]:
    run = run_of(run_name)
    shown = VIEWS[view]
    drawing = draw(shown, run.dataset, run, visit, shown.options())
    return described_with_run(drawing, run, visit, COURSE)


@pytest.mark.parametrize("view", FIGURE_VIEWS)
def test_every_view_is_described_in_plain_sentences(view: str) -> None:
    for name in RUNS:
        run = run_of(name)
        sentences = told(view, name, run.visits)
        assert sentences[0].startswith(f"{len(run.dataset)} point")
        assert len({*sentences}) == len(sentences) > 3
        for each in sentences:
            assert each.endswith((".", "!", "?", "…")) and each.isprintable()
            assert "$" not in each and "\\" not in each


def test_the_line_is_that_of_the_weights_or_it_is_said_that_there_is_none() -> None:
    view = VIEWS["boundary"]
    for start in ((-2, 1, 0), (0, 0, 0)):
        run = run_on(CORNERS, [-1, 1, 1, -1], init=start)
        for visit in range(5):
            drawing = draw(view, run.dataset, run, visit, view.options())
            text = " ".join(described_with_run(drawing, run, visit, COURSE))
            weights = run.exact_weights_at(visit)
            missing = "there is no line", "is predicted everywhere", "outside this view"
            assert ("Boundary: " in text) != any(words in text for words in missing)
            assert ("there is no line" in text) == (not any(weights))


@pytest.mark.parametrize("name", ["and", "xor", "slides"])
def test_errors_updates_and_the_value_of_a_curve_are_those_of_the_run(name: str) -> None:
    run = run_of(name)
    for visit in cursors(run):
        text = " ".join(told("norms", name, visit))
        k = int(run.updates_at(visit))
        norm = float(run.weights_after(np.array([k]))[0] @ run.weights_after(np.array([k]))[0])
        assert f"{run.result.errors(visit)} error" in text
        assert re.search(rf"At k = {k}: ‖\S+ = {norm:g}\b", text)
        if visit:
            assert f"After visit {visit}, " in text and f"k = {k}:" in text


def test_descriptions_read_as_approved(approve: Approve) -> None:
    lines = []
    for view, name in (("boundary", "xor"), ("norms", "and"), ("loss", "pocket"), ("trace", "and")):
        lines += [f"# {view} of {name}", *told(view, name, run_of(name).visits), ""]
    approve("descriptions", "\n".join(lines))
