"""Dichotomies: the counts of the lectures and of Cover, each verdict proved, and the planes."""

from __future__ import annotations

from itertools import product
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from perceptron_gui.base.errors import RuleError
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.space.separability import separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Line, Points, Text
from perceptron_gui.labs.dichotomies import (
    MOST_POINTS,
    Dichotomies,
    DichotomiesResult,
    Labelling,
    cover,
)
from perceptron_gui.labs.dichotomies_lab import (
    LAB,
    MOST_PLANES,
    DichotomiesOptions,
    Planes,
    vc_dimension,
)
from perceptron_gui.labs.lab import finished
from tests.figures.drawing import built, run_on

CUBE = [list(each) for each in product((0, 1), repeat=3)]
PARABOLA = [[x, x * x] for x in range(8)]  # no three of them on a line


def found_on(points: Any, **options: Any) -> DichotomiesResult:
    dataset = Dataset.of(points, [1] * len(points))
    result = finished(Dichotomies(dataset, Rule.of(options)))
    assert isinstance(result, DichotomiesResult)
    return result


def check_proof(labelling: Labelling, space: Space) -> None:
    """Check a verdict with nothing but its own proof, in fractions."""
    rows, _ = space.exact_rows(np.arange(len(space)))
    if labelling.separator is not None:
        assert all(
            sum(w * int(v) for w, v in zip(labelling.separator, z, strict=True)) > 0 for z in rows
        )
        assert not labelling.certificate
        return
    shares = labelling.certificate
    assert sum(shares.values()) == 1 and min(shares.values()) > 0
    total = [
        sum(share * int(rows[i][j]) for i, share in shares.items()) for j in range(len(rows[0]))
    ]
    assert not any(total)


@pytest.mark.parametrize("name", ["and", "xor", "xor-pm"])
def test_fourteen_of_the_sixteen_gates_are_separable(name: str) -> None:
    result = finished(Dichotomies(make(LIBRARY[name]), Rule()))
    assert (len(result.labellings), result.separable) == (16, 14)
    assert [each.number for each in result.labellings if not each.separable] == [6, 9]
    assert result.in_general_position == 14


def test_104_of_the_256_gates_with_three_inputs_are_separable() -> None:
    result = found_on(CUBE)
    assert (len(result.labellings), result.separable) == (256, 104)
    assert result.in_general_position == 128  # the corners of a cube are in no general position


@pytest.mark.parametrize(
    ("count", "separable"), [(3, 8), (4, 14), (5, 22), (6, 32), (7, 44), (8, 58)]
)
def test_points_in_general_position_have_as_many_as_cover_says(count: int, separable: int) -> None:
    result = found_on(PARABOLA[:count])
    formula = 2 * sum(comb(count - 1, k) for k in range(3))
    assert result.separable == result.in_general_position == formula == separable


def test_without_an_offset_lines_pass_the_origin() -> None:
    points = [[1, 0], [1, 1], [0, 1], [-1, 1], [-2, 1]]  # no two in one direction
    for count in range(1, 6):
        assert found_on(points[:count], offset=False).separable == cover(count, 2) == 2 * count


places = st.tuples(st.integers(-3, 3), st.integers(-3, 3))


@settings(deadline=None, max_examples=40)
@given(st.lists(places, min_size=1, max_size=6), st.booleans())
@example(CUBE, True)
def test_every_verdict_is_proved_and_all_labellings_come_once_in_order(
    points: Any, offset: bool
) -> None:
    result = found_on(points, offset=offset)
    assert [each.number for each in result.labellings] == list(range(2 ** len(points)))
    for each in result.labellings:
        dataset = Dataset.of(points, each.labels)
        check_proof(each, Space.of(dataset, Rule(offset=offset)))


@pytest.mark.parametrize("count", [MOST_POINTS + 1, 20, 100])
def test_too_many_points_get_a_sentence(count: int) -> None:
    dataset = Dataset.of([[x, x * x] for x in range(count)], [1] * count)
    with pytest.raises(RuleError, match=f"{count} points have .* labellings, too many .* at most"):
        Dichotomies(dataset, Rule())
    run = run_on(dataset.points, dataset.labels)
    empty = LAB.view.build(dataset, run, 0, DichotomiesOptions())
    assert "too many" in empty.notes[0]


def drawn(points: Any, **options: Any) -> Figure:
    return built(LAB.view, run_on(points, [1] * len(points)), 0, **options)


def names(figure: Figure) -> list[str]:
    return [mark.text for mark in figure.marks if isinstance(mark, Text)]


def test_every_gate_is_a_plane_with_its_name_and_points() -> None:
    figure = drawn([[0, 0], [0, 1], [1, 0], [1, 1]])
    assert len(names(figure)) == 16
    assert [names(figure)[at] for at in (0, 1, 6, 7, 8, 14)] == [
        "never", "AND", "XOR", "OR", "NOR", "NAND",
    ]  # fmt: skip
    points = figure.mark("points")
    assert isinstance(points, Points)
    assert len(points.x) == 64 and (points.truth.reshape(16, 4)[6] == [-1, 1, 1, -1]).all()
    assert "14 of 16" in figure.notes[0]
    turned = drawn([[1, 1], [1, 0], [0, 1], [0, 0]])
    assert names(turned)[8] == "AND"  # whatever the order of the points


def test_of_many_the_first_are_drawn_and_it_is_said() -> None:
    points = [[x, x * x] for x in range(10)]
    figure = drawn(points)
    marks = figure.mark("points")
    assert isinstance(marks, Points) and len(marks.x) == 10 * MOST_PLANES
    assert f"The first {MOST_PLANES} of them are drawn; 768 are left out." in figure.notes
    assert len(names(figure)) == 0
    assert drawn(points, which="separable").notes[0].startswith("92 of 1024")


def test_a_place_belongs_to_the_plane_that_is_seen_there() -> None:
    planes = Planes(found_on(PARABOLA[:5]), DichotomiesOptions())
    for number, each in enumerate(planes.shown):
        x, y = planes.corner(number)
        assert planes.at(x + 0.5, y + 0.5) is each
    assert planes.at(-0.1, 0.5) is None
    assert planes.at(*planes.size) is None


def test_lines_are_the_widest_of_the_plane() -> None:
    """In the plane of OR the line is as far from (0, 0) as from the edge of the other three."""
    figure = drawn([[0, 0], [0, 1], [1, 0], [1, 1]])
    planes = Planes(found_on([[0, 0], [0, 1], [1, 0], [1, 1]]), DichotomiesOptions())
    left, low = planes.corner(7)
    line, points = figure.mark("lines"), figure.mark("points")
    assert isinstance(line, Line) and isinstance(points, Points)
    here = (left <= line.x) & (line.x <= left + 1) & (low <= line.y) & (line.y <= low + 1)
    (x0, x1), (y0, y1) = line.x[here], line.y[here]
    own = np.column_stack([points.x, points.y])[28:32]
    normal = np.array([y0 - y1, x1 - x0]) / np.hypot(x1 - x0, y1 - y0)
    away = (own - [x0, y0]) @ normal
    assert abs(away[0]) == pytest.approx(min(abs(away[1:])))
    assert len({float(np.sign(each)) for each in away[1:]} | {-float(np.sign(away[0]))}) == 1


@pytest.mark.parametrize("scale", ["centre", "range", "standard"])
def test_scaled_points_are_scaled_together(scale: str) -> None:
    """Each verdict is that of the data with these labels, whatever the scaling does to some."""
    points = [[0, 0], [3, 1], [1, 4], [5, 2], [2, 2]]
    for options in ({"offset": False}, {"lift": "product"}):
        result = found_on(points, scale=scale, **options)
        assert len(result.labellings) == 32
        for each in result.labellings:
            space = Space.of(Dataset.of(points, each.labels), Rule.of({"scale": scale, **options}))
            assert each.separable == separability(space).separable


@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize("d", [1, 2, 3])
def test_the_vc_dimension_is_the_most_points_that_the_page_counts_whole(
    d: int, offset: bool
) -> None:
    """Points of a moment curve are in general position: d + 1 have all labellings, d + 2 never."""
    size = d + offset
    counts = {}
    for count in (size, size + 1):
        at = np.arange(1.0, count + 1)[:, None]
        found = found_on(at ** np.arange(1, d + 1), offset=offset)
        counts[count] = found.separable
        said = to_plain(vc_dimension(found))
    assert counts == {size: 2**size, size + 1: 2 ** (size + 1) - 2}
    assert f"at most {counts[size + 1]} of the {2 ** (size + 1)} of {size + 1}" in said
    assert f"its VC dimension is {size}, in d dimensions {'d + 1' if offset else 'd'}." in said
