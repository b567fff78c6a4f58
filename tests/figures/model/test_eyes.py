"""What must be told apart on the plane can be, by every eye and on a photocopy.

Colours go through the matrices of Machado, Oliveira and Fernandes (2009) for protanopia and
deuteranopia, and through luminance for greyscale; the marks themselves are drawn and compared.
"""

from __future__ import annotations

import pytest

from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES, Theme
from tests.figures.colour import EYES, contrast_seen, difference, seen_by

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
