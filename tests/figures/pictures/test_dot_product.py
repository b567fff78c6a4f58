"""The view of two vectors: product, angle, projection and foot, of the run or as given."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.base.errors import OptionError
from perceptron_gui.figures.model.marks import Arrow
from perceptron_gui.figures.model.view import read_options
from perceptron_gui.figures.pictures.dot_product import VIEW, ProjectionOptions
from tests.figures.drawing import built, path_of, trained, words


def test_axes_stand_still_while_the_cursor_moves() -> None:
    run = trained("and")
    figures = [built(VIEW, run, visit, horizon=run.visits) for visit in range(run.visits + 1)]
    assert len({(figure.x.range, figure.y.range) for figure in figures}) == 1
    across, up = figures[0].x.range, figures[0].y.range
    assert across is not None and up is not None
    for figure in figures:
        for mark in figure.marks:
            if isinstance(mark, Arrow):
                assert across[0] < mark.x1 < across[1] and up[0] < mark.y1 < up[1]


@pytest.mark.parametrize("value", ["1", "1,2,3", "1,x", "", "1e99,0", "1/0,1"])
def test_bad_vectors_get_a_sentence(value: str) -> None:
    with pytest.raises(OptionError) as error:
        read_options(ProjectionOptions, {"a": value})
    assert "--a" in str(error.value)


def test_the_point_is_projected_on_w_and_given_vectors_the_first_on_the_second() -> None:
    """The score is about x on w: the foot of (1, 1) on w = (0.2, 0) is (1, 0)."""
    run = trained("slides", init="0.2,0,-0.1", eta="0.1", tie="plus")
    assert np.hstack(path_of(built(VIEW, run, 1), "foot")) == pytest.approx([1, 0])
    other = built(VIEW, run, 1, a=(0, 2))
    assert np.hstack(path_of(other, "foot")) == pytest.approx([0, 1])
    given = built(VIEW, run, 1, a=(3, 1), b=(1, 0))
    assert np.hstack(path_of(given, "foot")).tolist() == [3, 0]
    assert "projection of a on b" in words(given) and "projection of x on a" in words(other)
