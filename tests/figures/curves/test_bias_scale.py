"""The bound against the constant coordinate: where it is now, and where it is least."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perceptron_gui import train
from perceptron_gui.base.errors import OptionError
from perceptron_gui.figures.curves.bias_scale import VIEW
from perceptron_gui.theory.what_if.constant import bound_at
from tests.figures.drawing import path_of, words
from tests.figures.timelines import AND, curve, drawn, run_of


def test_the_present_and_the_best_constant_lie_on_the_curve() -> None:
    run = run_of("shifted")
    figure = drawn(VIEW, run)
    x, y = curve(figure, "bound")
    for key in ("bound now", "best"):
        (at,), (height,) = path_of(figure, key)
        there = np.exp(np.interp(np.log(at), np.log(x), np.log(y)))
        assert there == pytest.approx(height, rel=5e-3)
    now: Any = figure.mark("now")
    assert now.at == 1
    assert path_of(figure, "best")[1][0] <= y.min()
    told = words(figure)
    assert "With B = 1, as it is, k ≤ 638362/9 ≈ 70929.1." in told
    assert any(text.startswith("At B = 16.8 the bound is least: k ≤ ") for text in told)


def test_the_updates_made_so_far_stay_below_the_bound() -> None:
    run = run_of("and")
    assert run.bounds is not None
    for cursor in (1, 9, run.visits):
        (at,), (made,) = path_of(drawn(VIEW, run, cursor), "made")
        assert (at, made) == (1, run.updates_at(cursor))
        assert made <= bound_at(run, run.rule.bias_scale) == run.bounds.limit
    assert not drawn(VIEW, run, 0).has("made")


def test_one_class_has_no_best_constant() -> None:
    figure = drawn(VIEW, run_of("one class"))
    assert not figure.has("best")
    assert "Further on the bound falls still lower." in figure.notes


@pytest.mark.parametrize(
    ("name", "told"), [("xor", "No line separates"), ("three points", "no constant coordinate")]
)
def test_a_sentence_stands_where_there_is_no_bound(name: str, told: str) -> None:
    figure = drawn(VIEW, run_of(name))
    assert not figure.marks and told in figure.notes[0]


def test_a_start_that_is_not_nought_is_left_out_and_this_is_said() -> None:
    assert any("start at 0" in note for note in drawn(VIEW, run_of("far start")).notes)


def test_logarithmic_axes_refuse_numbers_that_have_no_logarithm() -> None:
    with pytest.raises(OptionError, match="--range"):
        VIEW.options(range=(0, 1, 1, 2))
    fixed = drawn(VIEW, train(*AND), range=(0.1, 10.0, 1.0, 1000.0))
    assert (fixed.x.range, fixed.y.range) == ((0.1, 10.0), (1.0, 1000.0))
