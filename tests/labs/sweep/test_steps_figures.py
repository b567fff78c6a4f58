"""Steps: curves of every value, the limit and what lies beyond it, nothing that is no number."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perceptron_gui.base.errors import OptionError
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Band, Dots, Line, RuleLine
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View, read_options
from perceptron_gui.labs.steps import METHODS
from perceptron_gui.labs.steps_lab import LAB
from tests.figures.drawing import trained

STEPS, STEP_LIMIT = LAB.views.values()
VIEWS = pytest.mark.parametrize("view", [STEPS, STEP_LIMIT], ids=["steps", "step-limit"])


def figure(view: View, run: Run, **options: Any) -> Figure:
    drawn = view.build(run.dataset, run, run.visits, read_options(view.options, options))
    assert isinstance(drawn, Figure)
    return drawn


def lines(drawn: Figure) -> list[Line]:
    return [mark for mark in drawn.marks if isinstance(mark, Line)]


def check_numbers(drawn: Figure) -> None:
    """Every coordinate is a number that the axes show."""
    for mark in drawn.marks:
        if isinstance(mark, Line | Dots):
            assert np.isfinite(mark.x).all() and np.isfinite(mark.y).all()
            assert drawn.y.range is not None
            assert (mark.y <= drawn.y.range[1] * (1 + 1e-9)).all()
            if drawn.y.log:
                assert (mark.y > 0).all()


def test_a_step_beyond_the_limit_leaves_the_figure_and_says_so() -> None:
    drawn = figure(STEPS, trained("and"))
    check_numbers(drawn)
    *kept, away = lines(drawn)
    assert [len(line.x) for line in kept] == [101] * 4
    assert len(away.x) < 101
    assert away.label == r"$\eta = 0.173$, diverges"
    assert drawn.mark("end-4").role is Role.MISTAKE
    assert drawn.y.range is not None and away.y[-1] == drawn.y.range[1]
    assert any("0.15693$ only" in note for note in drawn.notes)
    assert any("Diverging runs" in note for note in drawn.notes)


def test_the_limit_is_marked_and_what_lies_beyond_is_shaded() -> None:
    drawn = figure(STEP_LIMIT, trained("and"))
    check_numbers(drawn)
    limit, beyond, away = (drawn.mark(key) for key in ("limit", "beyond", "diverged"))
    assert isinstance(limit, RuleLine) and isinstance(beyond, Band) and isinstance(away, Dots)
    assert limit.at == pytest.approx(0.156930, abs=5e-7)
    assert beyond.x[0] == limit.at and beyond.role is Role.IMPOSSIBLE
    assert (away.x > limit.at).all()
    (final,) = lines(drawn)
    assert (final.x < limit.at).all()
    assert final.y[-1] == pytest.approx(1.0)
    assert drawn.x.log and drawn.y.log


@VIEWS
@pytest.mark.parametrize("method", METHODS)
def test_every_method_is_drawn(view: View, method: str) -> None:
    for data in ("and", "xor"):
        drawn = figure(view, trained(data), method=method, passes=20)
        check_numbers(drawn)
        assert lines(drawn)
        assert drawn.has("limit") == (view is STEP_LIMIT and method in ("auto", "least-squares"))


@pytest.mark.parametrize(
    ("over", "labels"),
    [
        ("schedule", ["constant", "inverse", "inverse-sqrt"]),
        ("batch", ["1 point a step", "2 points a step", "3 points a step", "4 points a step"]),
    ],
)
def test_schedules_and_batches_are_named(over: str, labels: list[str]) -> None:
    drawn = figure(STEPS, trained("and"), over=over, passes=10)
    assert [line.label for line in lines(drawn)] == labels
    assert drawn.notes[0] == r"Stochastic gradient descent on the logistic loss, $\eta = 1$."


def test_values_are_those_that_were_typed() -> None:
    drawn = figure(STEPS, trained("and"), values="0.1,1/30", passes=10)
    assert [line.label for line in lines(drawn)] == [r"$\eta = 0.1$", r"$\eta = 1/30$"]
    (final,) = lines(figure(STEP_LIMIT, trained("and"), values="0.1,0.01", passes=10))
    assert final.x.tolist() == [0.01, 0.1]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"values": "0.1,x"}, "--values: --eta 'x': not a number"),
        ({"over": "batch", "values": "0"}, "at least 1"),
        ({"over": "schedule", "values": "fast"}, "unknown"),
        ({"loss_scale": "log", "range": "0,1,0,1"}, "--range: logarithmic"),
        ({"method": "hing"}, "did you mean 'hinge'"),
    ],
)
def test_bad_options_get_a_sentence(options: dict[str, Any], expected: str) -> None:
    with pytest.raises(OptionError, match=expected):
        read_options(STEPS.options, options)


def test_what_least_squares_cannot_vary_is_told() -> None:
    drawn = figure(STEPS, trained("and"), method="least-squares", over="batch")
    assert drawn.bare
    assert "only η can be varied" in drawn.notes[0]


def test_a_loss_of_nothing_keeps_the_axis_linear() -> None:
    drawn = figure(STEPS, trained("and"), method="perceptron", loss_scale="log", passes=20)
    assert not drawn.y.log
    assert any("no place on a logarithmic axis" in note for note in drawn.notes)
    assert figure(STEPS, trained("and"), loss_scale="log").y.log
    assert not figure(STEPS, trained("and"), loss_scale="linear").y.log
