"""Themes: what must be told apart can be, by every eye and on a photocopy.

Colours go through the matrices of Machado, Oliveira and Fernandes (2009) for deficiencies, and
through luminance for greyscale.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from perceptron_gui.figures.model.role import CONTESTANTS, SHADES, Role
from perceptron_gui.figures.model.theme import THEMES, Theme
from tests.figures.colour import DEFICIENCIES, EYES, contrast, difference, luminance

EACH_THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
AREAS = {
    Role.POSITIVE_SIDE,
    Role.NEGATIVE_SIDE,
    Role.IMPOSSIBLE,
    Role.MARGIN,
    Role.CONE,
    Role.WIDEST_BAND,
}
AREAS |= {Role.LIT, *SHADES}
GAPS = {Role.MISTAKE_GAP}  # seen between two others
# What stands in one figure and means different things.
TOGETHER = [
    (Role.WEIGHTS, Role.UPPER_BOUND, Role.LOWER_BOUND, Role.LIMIT),
    (Role.LOSS, Role.ERRORS),
    (Role.OWN_LOSS, Role.ERRORS, Role.SIDE_LOSS),
    (Role.BOUNDARY, Role.GHOST, Role.RESULT, Role.SEPARATOR, Role.RADIUS, Role.WIDEST),
    (Role.NOW, Role.GHOST, Role.SEPARATOR, Role.RADIUS, Role.WIDEST),
    (Role.POSITIVE_SERIES, Role.NEGATIVE_SERIES),
    CONTESTANTS,
]
SIDES = (Role.POSITIVE_SIDE, Role.NEGATIVE_SIDE)


def grounds_of(theme: Theme) -> list[str]:
    """Return what lies below words and lines: the page, and both half-planes."""
    return [theme.background, *(theme.style(role).fill for role in SIDES)]


@EACH_THEME
def test_every_role_has_a_style(theme: Theme) -> None:
    assert set(theme.styles) == set(Role)


@EACH_THEME
def test_words_are_easy_to_read_on_the_page_and_on_both_half_planes(theme: Theme) -> None:
    assert min(contrast(theme.text, ground) for ground in grounds_of(theme)) >= 7
    assert min(contrast(theme.muted, ground) for ground in grounds_of(theme)) >= 4.5


@EACH_THEME
def test_every_line_stands_out_from_the_page_and_from_both_half_planes(theme: Theme) -> None:
    weak = {
        role.name: round(contrast(theme.style(role).color, ground), 2)
        for role in set(Role) - AREAS - GAPS
        for ground in grounds_of(theme)
        if contrast(theme.style(role).color, ground) < 2.5
    }
    assert weak == {}


@EACH_THEME
def test_shades_go_from_the_page_to_the_colour_of_mistakes(theme: Theme) -> None:
    fills = [theme.background, *(theme.style(role).fill for role in SHADES)]
    apart = [contrast(fill, theme.background) for fill in fills]
    assert apart == sorted(apart) and len(set(fills)) == len(fills)
    # The path of the weights and its dots are seen on the darkest of them.
    assert contrast(theme.style(Role.WEIGHTS).color, fills[-1]) >= 1.7


@EACH_THEME
@pytest.mark.parametrize(
    ("roles", "least", "least_seen", "least_grey"),
    [((Role.POSITIVE, Role.NEGATIVE), 40, 30, 18), (SIDES, 8, 5, 5)],
)
def test_classes_and_the_sides_of_the_line_differ_for_every_eye(
    theme: Theme, roles: tuple[Role, Role], least: float, least_seen: float, least_grey: float
) -> None:
    assert theme.style(Role.POSITIVE).marker != theme.style(Role.NEGATIVE).marker
    one, other = (theme.style(role).fill for role in roles)
    assert difference(one, other) > least
    assert min(difference(one, other, eye) for eye in DEFICIENCIES) > least_seen
    assert difference(one, other, "greyscale") >= least_grey


@EACH_THEME
@pytest.mark.parametrize("roles", TOGETHER)
def test_curves_of_one_figure_differ_by_dash_or_by_colour(
    theme: Theme, roles: tuple[Role, ...]
) -> None:
    for one, other in combinations([theme.style(role) for role in roles], 2):
        alike = [difference(one.color, other.color, eye) < 15 for eye in DEFICIENCIES]
        assert one.dash != other.dash or not any(alike)


def test_print_is_grey_and_its_classes_differ_in_lightness() -> None:
    theme = THEMES["print"]
    colours = [c for style in theme.styles.values() for c in (style.color, style.fill) if c]
    assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours)
    classes = [theme.style(role).fill for role in (Role.POSITIVE, Role.NEGATIVE)]
    assert abs(luminance(classes[0]) - luminance(classes[1])) > 0.2


def test_nothing_that_is_filled_is_grey_in_the_theme_of_contrasts() -> None:
    theme = THEMES["contrast"]
    areas = (Role.POSITIVE_SIDE, Role.NEGATIVE_SIDE, Role.IMPOSSIBLE, Role.POSITIVE, Role.NEGATIVE)
    colours = [theme.style(role).fill for role in areas]
    channels = [[int(each[at : at + 2], 16) for at in (1, 3, 5)] for each in colours]
    assert min(max(each) - min(each) for each in channels) > 48
    assert (theme.background, theme.text) == ("#000000", "#FFFFFF")


EACH_EYE = pytest.mark.parametrize("eye", EYES)
# How much lines and outlines stand out from the side that they lie on, whichever it is.
STRONG = {Role.BOUNDARY: 7.0, Role.NOW: 4.0, Role.POSITIVE: 3.0, Role.NEGATIVE: 3.0}


@EACH_EYE
@EACH_THEME
def test_the_line_w_now_and_the_points_stand_out_from_both_sides(theme: Theme, eye: str) -> None:
    weak = {
        (role.name, side.name): round(found, 2)
        for role, least in STRONG.items()
        for side in SIDES
        if (found := contrast(theme.style(role).color, theme.style(side).fill, eye)) < least
    }
    assert weak == {}


@EACH_EYE
@EACH_THEME
def test_the_marks_of_a_visit_stand_out_from_the_disc_below_them(theme: Theme, eye: str) -> None:
    for role in (Role.MISTAKE, Role.MISTAKE_RING, Role.SUCCESS):
        assert contrast(theme.style(role).color, theme.background, eye) >= 4.5
    for role in (Role.MISTAKE_RING, Role.SUCCESS):
        assert theme.style(role).fill == theme.background


@EACH_THEME
def test_the_returned_line_is_far_bolder_than_that_of_w(theme: Theme) -> None:
    assert theme.style(Role.BOUNDARY).width >= 2 * theme.style(Role.NOW).width
