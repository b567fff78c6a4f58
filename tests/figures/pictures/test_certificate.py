"""Certificates drawn, alone and on the plane: hulls, λ and the common point are the engine's."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.pictures.certificate import VIEW as CERTIFICATE
from perceptron_gui.figures.plane.box import hull
from perceptron_gui.theory.inseparable.certificate import certificate_of
from tests.figures.drawing import (
    built,
    path_of,
    run_on,
    signed_area,
    trained,
)

SOLID = [[0, 0, 0], [1, 1, 1], [1, 0, 1], [0, 1, 1], [0.5, 0.5, 0.75], [2, 0, 0]]


figure = partial(built, CERTIFICATE)


def test_the_common_point_and_the_ways_to_it_are_those_of_the_certificate() -> None:
    for name, rule in (("blobs", {}), ("circles", {"lift": "product"}), ("iris-like", {})):
        run = run_on(SOLID, [1, 1, -1, -1, 1, -1]) if name == "iris-like" else None
        run = run or trained(name, epochs=3, **rule)
        found = certificate_of(run.space, run.verdict)
        drawn = figure(run, 0)
        ((x, y),) = np.column_stack(path_of(drawn, "common")).tolist()
        for witness in found.witnesses:
            ends = np.column_stack(path_of(drawn, f"way {witness.index}"))
            assert ends[1].tolist() == [x, y]
        for label in (1, -1):
            mine = [w for w in found.witnesses if w.label == label]
            starts = [np.column_stack(path_of(drawn, f"way {w.index}"))[0] for w in mine]
            mean = sum(2 * float(w.share) * s for w, s in zip(mine, starts, strict=True))
            assert mean == pytest.approx([x, y], abs=1e-9)


def test_without_an_offset_signed_points_surround_the_origin() -> None:
    run = trained("xor-pm", offset=False)
    drawn = figure(run, 0)
    points: Any = drawn.mark("points")
    signed = run.dataset.points * run.dataset.labels[:, None]
    assert np.column_stack([points.x, points.y]).tolist() == signed.tolist()
    assert np.column_stack(path_of(drawn, "common")).tolist() == [[0, 0]]
    assert signed_area(path_of(drawn, "hull inside")) == 4
    assert to_plain(drawn.x.label) == "y times x₁"


def test_duplicates_are_ringed_all_of_them() -> None:
    run = run_on([[0, 0], [1, 1], [0, 0], [1, 1], [3, 0]], [1, 1, -1, -1, 1])
    drawn = figure(run, 0)
    assert np.column_stack(path_of(drawn, "witnesses")).tolist() == [[0, 0], [1, 1]]
    assert not drawn.has("common")
    assert "points 1 and 3 are the same point" in to_plain(drawn.notes[0])


def test_products_beyond_all_measure_are_stated_instead_of_drawn() -> None:
    far = run_on([[1e60, 1], [2, 1e60]], [1, -1], lift="product", epochs=2)
    assert figure(far, 0).notes == ("The lifted points lie too far away to be drawn.",)
    near = run_on([[1e-60, 1e-60], [2e-60, 1e-60]], [1, -1], lift="product", epochs=2)
    assert figure(near, 0).has("points")
    assert figure(run_on([[1e60, 1], [2, 1e60]], [1, -1], epochs=2), 0).has("between")


places = st.tuples(st.integers(-6, 6), st.integers(-6, 6))


@given(st.lists(places, min_size=1, max_size=90))
@settings(max_examples=80)
def test_a_hull_holds_all_points_and_only_needs_its_corners(points: list[tuple[int, int]]) -> None:
    found = hull(np.array(points, dtype=np.float64))
    corners = {(x, y) for x, y in found.tolist()}
    assert corners <= set(points)
    assert len(corners) == len(found)
    naive = {p for p in set(points) if is_corner(p, sorted(set(points) - {p}))}
    assert corners == naive


def is_corner(point: tuple[int, int], others: list[tuple[int, int]]) -> bool:
    """Tell whether some open half-plane holds all other points, but not this one."""
    around = [(x - point[0], y - point[1]) for x, y in others]
    if not around:
        return True
    angles = np.sort([np.arctan2(y, x) for x, y in around])
    gaps = np.diff(np.append(angles, angles[0] + 2 * np.pi))
    return bool(gaps.max() > np.pi + 1e-9)
