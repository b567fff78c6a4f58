"""Drawings and labels for LaTeX: well-formed whatever they are, compiled where TeX is."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.base.errors import UsageError
from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.tikz.labels import escaped, to_latex
from perceptron_gui.export.tikz.pen import write_tex
from perceptron_gui.figures.model import marks
from perceptron_gui.figures.model.axes import with_ranges
from perceptron_gui.figures.model.figure import Axis, Drawing, Figure
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.figures.model.marks import Arrow, Points
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.labs.registry import VIEWS
from tests.cases import slow_but
from tests.export.programs import drawing, trained
from tests.export.sample_drawings import everything, logarithmic_band, plot, several, table
from tests.export.tex_check import compiled, complaints, faults, with_tex

PAGE = Page(family="serif")
ALONE = replace(PAGE, standalone=True)
POSTER = Page(594, 420, 34, "sans", standalone=True)
DRAWINGS: dict[str, Drawing] = {
    "figure": everything(),
    "sheet": several(),
    "table": table(),
    "huge": plot([-1e75, 1e75], [1e-75, 3e-75]),
    "narrow": replace(
        plot([1e6, 1e6 + 1e-3], [1, 2]), x=Axis("$x$", range=(1e6 - 1e-3, 1e6 + 2e-3))
    ),
    "far outside": plot([0, 1, 2], [0, 1e300, 1]),
    "from nought": logarithmic_band(),
    "no way": replace(everything(), marks=(Arrow("arrow", Role.WEIGHTS, 1, 1, 1, 1),), right=None),
}


def crowd(size: int) -> Figure:
    """Return a figure of many points."""
    x, labels = np.linspace(0, 1, size), np.ones(size, dtype=np.int8)
    points = Points("points", x, x, labels, labels, np.arange(size))
    return Figure("crowd", Axis(range=(0, 1)), Axis(range=(0, 1)), (points,))


def pairs(text: str) -> list[tuple[float, float]]:
    """Return all coordinates of plots, in order."""
    lists = re.findall(r"coordinates \{([^}]*)\}", text)
    found = re.findall(r"\(([^,()]+),([^,()]+)\)", "".join(lists))
    return [(float(x), float(y)) for x, y in found if not x.endswith("bp")]


def option(text: str, name: str) -> float:
    """Return the number that an option of the first axis has."""
    (number,) = re.findall(rf"\b{name}=([-+.\deE]+)", text)[:1]
    return float(number)


@pytest.mark.parametrize("name", DRAWINGS)
@pytest.mark.parametrize("standalone", [False, True])
def test_groups_and_environments_match(name: str, standalone: bool) -> None:
    text = write_tex(DRAWINGS[name], replace(PAGE, standalone=standalone))
    assert faults(text) == []
    assert (r"\documentclass" in text) == standalone


@pytest.mark.parametrize("name", VIEWS)
def test_every_view_is_well_formed(name: str) -> None:
    drawn = drawing(trained("and"), name, 9)
    for theme in THEMES.values():
        assert faults(write_tex(drawn, Page(theme=theme))) == []


def test_axes_have_the_ranges_that_all_pens_have() -> None:
    text, figure = write_tex(everything(), PAGE), with_ranges(everything())
    assert figure.x.range is not None and figure.y.range is not None
    assert (option(text, "xmin"), option(text, "xmax")) == pytest.approx(figure.x.range)
    assert (option(text, "ymin"), option(text, "ymax")) == pytest.approx(figure.y.range)
    assert figure.right is not None and figure.right.range is not None
    second = text.split(r"\begin{axis}")[2]
    assert (option(second, "ymin"), option(second, "ymax")) == pytest.approx(figure.right.range)


def test_coordinates_are_those_of_the_marks() -> None:
    x, y = np.linspace(-3, 7, 50), np.linspace(-3, 7, 50) ** 3
    assert np.allclose(pairs(write_tex(plot(x, y), PAGE)), np.column_stack([x, y]), rtol=1e-8)
    logs = plot(x, 10.0 ** (20 * x), log=True)
    assert np.allclose(pairs(write_tex(logs, PAGE)), np.column_stack([x, 10.0 ** (20 * x)]))


@pytest.mark.parametrize("last", [1e300, np.inf, np.nan])
def test_curves_end_a_little_beyond_their_axes_and_are_parted_by_gaps(last: float) -> None:
    x, y = [0, 1, 2, 3, 4, 5, 6, 7], [1, 2, last, 1, 2, -1e300, 1, 2]
    figure = replace(plot(x, y), y=Axis("$y$", range=(0, 3)))
    drawn = np.array(pairs(write_tex(figure, PAGE)))
    gaps = np.isnan(drawn).any(axis=1)
    assert gaps.sum() == 2
    assert [1, 2] in drawn.tolist() and [3, 1] in drawn.tolist()
    for column, (low, high) in zip(drawn[~gaps].T, ((0, 7), (0, 3)), strict=True):
        assert low - 0.2 < column.min() and column.max() < high + 0.2


def test_areas_are_cut_to_what_lies_around_their_axes() -> None:
    ring = marks.Region("ring", Role.CONE, np.array([-9, 2, 9e9, 2]), np.array([1, -9, 1, 1e30]))
    figure = Figure("ring", Axis(range=(0, 4)), Axis(range=(0, 4)), (ring,))
    text = write_tex(figure, PAGE)
    (area,) = (line for line in text.split(r"\addplot") if "fill=" in line.partition("]")[0])
    corners = np.array(pairs(area))
    assert corners.min() >= -0.21 and corners.max() <= 4.21
    assert (corners.min(axis=0) < 0.01).all() and (corners.max(axis=0) > 3.99).all()


def test_points_have_the_shape_of_their_class_and_the_filling_of_the_prediction() -> None:
    text = write_tex(everything(), PAGE)
    looks = re.findall(r"mark=(\S+), .*?draw=(\w+), .*?fill=(\w+)\}\] coordinates", text)
    assert looks[:4] == [
        ("triangle*", "pgNegative", "pgNegativeFill"),
        ("triangle*", "pgNegative", "pgPositiveFill"),
        ("*", "pgPositive", "pgBackground"),
        ("*", "pgPositive", "pgPositiveFill"),
    ]


def test_marks_are_painted_in_their_order_whatever_axis_they_are_measured_on() -> None:
    by_key = {mark.key: mark for mark in everything().marks}
    for keys in (("steps", "line", "dots"), ("line", "steps", "dots")):
        text = write_tex(replace(everything(), marks=tuple(by_key[key] for key in keys)), PAGE)
        colors = {"steps": "pgMistake", "line": "pgLine", "dots": "pgSeparator"}
        plots = [plot for plot in text.splitlines() if plot.startswith(r"\addplot")]
        order = [key for plot in plots for key, color in colors.items() if f"draw={color}," in plot]
        assert order == list(keys)


def test_values_that_tex_can_not_tell_apart_are_drawn_as_fractions() -> None:
    text = write_tex(DRAWINGS["narrow"], PAGE)
    assert (option(text, "xmin"), option(text, "xmax")) == (0, 1)
    assert "{1000000.0010}" in text
    assert np.allclose(pairs(text), [(1 / 3, 1), (2 / 3, 2)])


def test_on_long_axes_values_are_drawn_as_fractions_and_ticks_keep_their_numbers() -> None:
    text = write_tex(plot([-9, 9], [1, 100], log=True), POSTER)
    assert (option(text, "xmin"), option(text, "xmax")) == (0, 1)
    assert (option(text, "ymin"), option(text, "ymax")) == (0, 1)
    assert "mode=log" not in text
    assert re.findall(r"\{(\$-\$5|[05])\};", text) == ["$-$5", "0", "5"]


@pytest.mark.program
@with_tex
def test_ranges_whose_ends_are_of_two_signs_compile_on_large_pages(tmp_path: Path) -> None:
    for end in (9.0, 9.9, 95.0, 900.0):
        for page in (POSTER, replace(ALONE, width=400, height=300), replace(POSTER, width=2000)):
            log, _ = compiled(write_tex(plot([-end, end], [-end, end]), page), tmp_path)
            assert "Dimension too large" not in log


@pytest.mark.program
@with_tex
def test_a_logarithmic_axis_may_be_short(tmp_path: Path) -> None:
    figure = replace(plot([0, 1], [1, 1.01], log=True), y=Axis("$y$", range=(1, 1.01), log=True))
    log, _ = compiled(write_tex(figure, ALONE), tmp_path)
    assert "Dimension too large" not in log


@pytest.mark.parametrize(
    ("drawing", "why"),
    [
        (crowd(10_001), "10001 points are too many for TeX"),
        (replace(table(), rows=table().rows * 167), "a table of 501 rows is too high for TeX"),
    ],
)
def test_what_tex_has_no_memory_for_is_refused(drawing: Drawing, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        write_tex(drawing, PAGE)


@pytest.mark.program
@with_tex
def test_pages_are_as_large_as_they_should_be(tmp_path: Path) -> None:
    page = replace(ALONE, width=120, height=80)
    log, sizes = compiled(write_tex(everything(), page), tmp_path)
    assert complaints(log) == []
    assert sizes == [pytest.approx((120, 80), abs=0.01)]
    log, sizes = compiled(write_tex(table(), ALONE), tmp_path)
    assert complaints(log) == []
    assert len(sizes) == 1


@pytest.mark.program
@with_tex
@pytest.mark.slow
@pytest.mark.parametrize(("data", "visit"), [("and", 9), ("xor", None)])
def test_pieces_compile_in_a_document(data: str, visit: int | None, tmp_path: Path) -> None:
    """Every drawing and every view, in all themes and both families, in one document."""
    pages = [
        Page(width, 70, font, family, theme)
        for (width, font, family), theme in zip(
            [(90, 8, "serif"), (160, 10, "sans"), (120, 9, "serif"), (150, 12, "sans")],
            THEMES.values(),
            strict=True,
        )
    ]
    pieces = [write_tex(each, pages[0]) for each in DRAWINGS.values() if data == "and"]
    drawn = [drawing(trained(data), name, visit) for name in VIEWS]
    pieces += [write_tex(each, pages[n % 4]) for n, each in enumerate(drawn)]
    # No compat in the preamble: pieces carry their own.
    head = r"\documentclass{article}\usepackage{pgfplots}\hbadness=10000 \hfuzz=100cm"
    body = "\n\n".join(pieces)
    log, sizes = compiled(rf"{head}\begin{{document}}{body}\end{{document}}", tmp_path)
    assert len(sizes) > 3
    serious = [each for each in complaints(log) if "Font" not in each and "compat" not in each]
    assert serious == []


@pytest.mark.program
@with_tex
@pytest.mark.parametrize(
    "name",
    slow_but(
        ["network"],
        ["losses", "activations", "tally", "projection", "network", "proof"],
    ),
)
def test_views_compile_alone_without_any_warning(name: str, tmp_path: Path) -> None:
    log, sizes = compiled(write_tex(drawing(trained("slides"), name), ALONE), tmp_path)
    assert complaints(log) == []
    assert len(sizes) == 1


@pytest.mark.parametrize(
    ("words", "latex"),
    [
        ("a & b", r"a \& b"),
        ("50% #1 x_1", r"50\% \#1 x\_1"),
        ("{x} ^ ~", r"$\{$x$\}$ {\textasciicircum} $\sim$"),
        ("\\", r"$\backslash$"),
        ("a < b | c > d", "a $<$ b $|$ c $>$ d"),
        ("[1]*", "{[}1{]}{*}"),
        ("−1 · 2² ≤ ‖γ‖", r"$-$1 $\cdot$ 2$^{2}$ $\le$ $\|$$\gamma$$\|$"),
        ("λ … Σ", r"$\lambda$ {\dots} $\Sigma$"),
        ("é ñ ß ł ö ï", r"\'{e} \~{n} {\ss} {\l} \"{o} \"{{\i}}"),
        ("a--b – c — d", "a-{}-b -- c --- d"),
        ("½ ﬁ ĳ x₁₂ 1⁻¹", "1/2 fi ij x$_{1}$$_{2}$ 1$^{-}$$^{1}$"),
        ("％ ＆ ｛", r"\% \& $\{$"),
        ("ά ế ǘ", r"$\alpha$ \'{\^{e}} \'{\"{u}}"),
        ("“so” ‘it’ „is“", "``so'' `it' ,,is``"),
        ("e\u0301", r"\'{e}"),
        ("a\nb\tc\x00", "a b c "),
        ("\uffff\ud800\ue000", "???"),
        ("中", r"\ifdefined\Umathcode 中\else?\fi{}"),
    ],
)
def test_words_print_as_they_are(words: str, latex: str) -> None:
    assert escaped(words) == latex


def test_mathematics_passes_and_needs_no_package() -> None:
    assert to_latex(r"the norm $\|w\|^2$ & more") == r"the norm $\|w\|^2$ \& more"
    assert to_latex(r"$s\text{ is }-1$") == r"$s\mbox{ is }{-}1$"
    assert to_latex("$50%$") == r"$50\%$"


@given(st.text(max_size=30))
def test_whatever_is_typed_gives_tex_that_can_be_read(words: str) -> None:
    assert faults(to_latex(from_user(words))) == []
