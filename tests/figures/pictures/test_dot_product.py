"""The view of two vectors: product, angle, projection and foot, of the run or as given."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from perceptron_gui.base.errors import OptionError
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Arrow
from perceptron_gui.figures.model.view import draw, read_options
from perceptron_gui.figures.pictures.dot_product import VIEW, ProjectionOptions
from tests.figures.drawing import built, trained

F = Fraction


def drawn(a: Any, b: Any) -> Figure:
    options = read_options(ProjectionOptions, {"a": a, "b": b})
    found = draw(VIEW, Dataset.of([], []), None, 0, options)
    assert isinstance(found, Figure)
    return found


def notes(figure: Figure) -> list[str]:
    return [to_plain(note) for note in figure.notes]


def tip(figure: Figure, key: str) -> tuple[float, float]:
    arrow: Any = figure.mark(key)
    assert (arrow.x0, arrow.y0) == (0, 0)
    return arrow.x1, arrow.y1


def test_the_vectors_of_lecture_001() -> None:
    figure = drawn("1,1", "-2,1")
    assert tip(figure, "a") == (1, 1) and tip(figure, "b") == (-2, 1)
    foot: Any = figure.mark("foot")
    assert (foot.x[0], foot.y[0]) == pytest.approx((0.4, -0.2))
    assert notes(figure) == [
        "a·b = 1·(−2) + 1·1 = −1.",
        "a·b = ‖a‖ ‖b‖ cos ∠ with ‖a‖ = √2, ‖b‖ = √5, cos ∠ = −1/√10 ≈ −0.3162 "
        "and the angle ≈ 108.4°.",
        "The scalar projection of a on b is ‖a‖ cos ∠ = −1/√5 ≈ −0.4472; "
        "its foot is (a·b/‖b‖²) b = (0.4, −0.2).",
        "The product is negative: the angle is obtuse, so the projection points the other way.",
    ]


def test_by_default_it_shows_the_weights_and_the_visited_point() -> None:
    run = trained("and", tie="minus")
    figure = built(VIEW, run, 8)
    assert tip(figure, "a") == (1, 0) and tip(figure, "b") == (1, 1)  # before the update of visit 8
    assert notes(figure)[0] == "w·x = 1·1 + 0·1 = 1."
    assert notes(built(VIEW, run, 8, notation="001"))[0].startswith("θ·x = ")
    one = built(VIEW, run, 8, a=(F(1), F(-1)))
    assert tip(one, "a") == (1, -1) and notes(one)[0] == "a·x = 1·1 + (−1)·1 = 0."


def test_a_run_in_other_spaces_says_what_to_do() -> None:
    for name, rule in (("one-hot", {}), ("xor", {"lift": "product"}), ("slow-pair", {})):
        figure = built(VIEW, trained(name, **rule), 1)
        assert "two coordinates" in figure.notes[0] and not figure.marks
        both = built(VIEW, trained(name, **rule), 1, a=(F(1), F(1)), b=(F(0), F(1)))
        assert both.has("a") and both.has("b")


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
