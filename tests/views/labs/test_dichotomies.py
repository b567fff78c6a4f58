"""The page of labellings: small planes that can be clicked, a choice of them, and its sentence."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Text
from perceptron_gui.views.labs.dichotomies import DichotomiesPage
from tests.views.lab_desk import OpenLab, choose
from tests.views.pointer import click, hover


def names(page: DichotomiesPage) -> dict[str, tuple[float, float]]:
    """Return the names of the planes, and the middle of each."""
    assert isinstance(page.view.drawing, Figure)
    texts = [mark for mark in page.view.drawing.marks if isinstance(mark, Text)]
    return {mark.text: (mark.x, mark.y - 0.53) for mark in texts}


def test_a_gate_that_is_clicked_is_learnt_on_the_plane(open_lab: OpenLab) -> None:
    page, desk = open_lab(DichotomiesPage(), "and")
    planes = names(page)
    assert len(planes) == 16
    (view,) = page.view.figures
    hover(view, planes["XOR"])
    assert view.cursor().shape() == Qt.CursorShape.PointingHandCursor
    click(view, planes["XOR"])
    session = desk.editing.session
    assert session.dataset.labels.tolist() == [-1, 1, 1, -1]
    desk.editing.undo()
    assert desk.editing.session.dataset.labels.tolist() == [-1, -1, -1, 1]
    desk.wait()
    assert len(names(page)) == 16


@pytest.mark.parametrize(("which", "count"), [("separable", 14), ("inseparable", 2)])
def test_those_that_are_chosen_are_shown_and_clicked(
    open_lab: OpenLab, which: str, count: int
) -> None:
    page, desk = open_lab(DichotomiesPage(), "and")
    choose(page, "which", which)
    desk.wait()
    planes = names(page)
    assert len(planes) == count
    name = "XNOR" if which == "inseparable" else "NOR"
    click(page.view.figures[0], planes[name])
    labels = {"XNOR": [1, -1, -1, 1], "NOR": [1, -1, -1, -1]}
    assert desk.editing.session.dataset.labels.tolist() == labels[name]


def test_many_points_get_a_sentence(open_lab: OpenLab) -> None:
    many = Dataset.of([[x, x * x] for x in range(20)], [1] * 20)
    page, _ = open_lab(DichotomiesPage(), many)
    assert "20 points have 1048576 labellings" in page.complaint.words
    assert "at most 12 points" in page.complaint.words
