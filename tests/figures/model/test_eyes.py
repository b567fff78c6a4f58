"""What must be told apart on the plane can be, by every eye and on a photocopy.

Colours go through the matrices of Machado, Oliveira and Fernandes (2009) for protanopia and
deuteranopia, and through luminance for greyscale; the marks themselves are drawn and compared.
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.mpl.pen import PixelPen
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Dots, Mark
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES, Theme
from tests.figures.colour import EYES, contrast_seen, difference, picture_seen, seen_by
from tests.figures.drawing import figure, trained

EACH_THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
EACH_EYE = pytest.mark.parametrize("eye", EYES)
SIDES = (Role.POSITIVE_SIDE, Role.NEGATIVE_SIDE)
# How different the fillings are: both classes, and both sides of the line.
FILLINGS = [((Role.POSITIVE, Role.NEGATIVE), 18.0), (SIDES, 5.0)]
# How much lines and outlines stand out from the side that they lie on, whichever it is.
STRONG = {Role.BOUNDARY: 7.0, Role.NOW: 4.0, Role.POSITIVE: 3.0, Role.NEGATIVE: 3.0}


@EACH_EYE
@EACH_THEME
@pytest.mark.parametrize(("roles", "least"), FILLINGS)
def test_classes_and_sides_differ(
    theme: Theme, eye: str, roles: tuple[Role, Role], least: float
) -> None:
    one, other = (seen_by(theme.style(role).fill, eye) for role in roles)
    assert difference(one, other) >= least


@EACH_EYE
@EACH_THEME
def test_the_line_w_now_and_the_points_stand_out_from_both_sides(theme: Theme, eye: str) -> None:
    weak = {
        (role.name, side.name): round(contrast, 2)
        for role, least in STRONG.items()
        for side in SIDES
        if (contrast := contrast_seen(theme.style(role).color, theme.style(side).fill, eye)) < least
    }
    assert weak == {}


@EACH_EYE
@EACH_THEME
def test_the_marks_of_a_visit_stand_out_from_the_disc_below_them(theme: Theme, eye: str) -> None:
    for role in (Role.MISTAKE, Role.MISTAKE_RING, Role.SUCCESS):
        assert contrast_seen(theme.style(role).color, theme.background, eye) >= 4.5
    for role in (Role.MISTAKE_RING, Role.SUCCESS):
        assert theme.style(role).fill == theme.background


@EACH_THEME
def test_the_returned_line_is_far_bolder_than_that_of_w(theme: Theme) -> None:
    assert theme.style(Role.BOUNDARY).width >= 2 * theme.style(Role.NOW).width


@EACH_EYE
@EACH_THEME
def test_a_mistake_looks_different_from_a_right_visit(theme: Theme, eye: str) -> None:
    run = trained("clusters", tie="always")
    wrong, right = (_rings(figure(run, visit)) for visit in (1, 2))
    assert [mark.role for mark in wrong] == [Role.MISTAKE_RING, Role.MISTAKE_GAP, Role.MISTAKE]
    assert [mark.role for mark in right] == [Role.SUCCESS]
    mistake, success, nothing = (_drawn(theme, eye, each) for each in (wrong, right, ()))
    inked = _is_other(mistake, nothing) | _is_other(success, nothing)
    assert _is_other(mistake, success).sum() > 0.4 * inked.sum()
    # Around its point a mistake has two rings, whatever their colour, and a right visit one.
    assert _rings_across(mistake, nothing) == 4
    assert _rings_across(success, nothing) == 2


def _rings(drawn: Figure) -> tuple[Mark, ...]:
    """Return the marks of the visit, all at one place."""
    visited = [mark for mark in drawn.marks if mark.key.startswith("visited")]
    return tuple(
        Dots(mark.key, mark.role, np.zeros(1), np.zeros(1))
        for mark in visited
        if isinstance(mark, Dots)
    )


def _drawn(theme: Theme, eye: str, marks: tuple[Mark, ...]) -> NDArray[np.float64]:
    axis = Axis(range=(-1.0, 1.0))
    page = Page(width=30, height=30, dpi=300, theme=theme)
    image = PixelPen(page).draw(Figure("marks", axis, axis, marks, bare=True))
    return picture_seen(np.asarray(image), eye)


def _is_other(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which pixels differ in a way that is seen at once, in lightness or in colour."""
    gap = np.abs(np.cbrt(one) - np.cbrt(other)).max(axis=2)
    return np.asarray(gap > 0.2)


def _rings_across(drawn: NDArray[np.float64], nothing: NDArray[np.float64]) -> int:
    """Return how many strokes a line just above the middle crosses outside of the cross."""
    inked = _is_other(drawn, nothing)
    rows, columns = np.nonzero(inked)
    row = inked[(rows.min() + rows.max()) // 2]
    reach = (columns.max() - columns.min()) // 4
    middle = (columns.min() + columns.max()) // 2
    outside = row.copy()
    outside[middle - reach : middle + reach] = False
    return int((np.diff(outside.astype(np.int8)) == 1).sum())
