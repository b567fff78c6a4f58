"""Small LaTeX in Unicode and in HTML, the pages of the manual, and the files of resources/."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from perceptron_gui.base import resources as module
from perceptron_gui.base.errors import UsageError
from perceptron_gui.base.latex import to_html, to_plain
from perceptron_gui.base.resources import (
    ManualPage,
    anchor,
    page_names,
    picture_path,
    plain_text,
    read_page,
    shipped,
)


@pytest.mark.parametrize(
    ("formula", "plain"),
    [
        (r"s = 0.2\cdot 1 + 0 \cdot 1 - 0.1", "s = 0.2·1 + 0·1 − 0.1"),
        (r"\theta \cdot x^{(1)} + \theta_0", "θ·x⁽¹⁾ + θ₀"),
        (r"w(0)^\top x(1)", "w(0)ᵀx(1)"),
        (r"\hat{y} \ne 1", "ŷ ≠ 1"),
        (r"\hat y\le 1", "ŷ ≤ 1"),
        (r"\|x\|^2 \ge \sum_{i=0}^{m} w_ix_i", "‖x‖² ≥ Σᵢ₌₀ᵐ wᵢxᵢ"),
        (r"w_1 \leftarrow w_1 - \eta x_1", "w₁ ← w₁ − ηx₁"),
        (r"y_n = \pm(x, 1)", "yₙ = ±(x, 1)"),
        (r"\eta(\|x\|^2 + 1)", "η(‖x‖² + 1)"),
        (r"y = +1 \to \text{no mistake}", "y = +1 → no mistake"),
        (r"x_{q}, x_{qr}, x^{Q}", "x_q, x_(qr), x^Q"),
        (r"\sqrt{2} + \sqrt{1+t}", "√2 + √(1+t)"),
        ("10^{-7}", "10⁻⁷"),
        (r"\frac{1}{17} + \frac{a+b}{c}", "1/17 + (a+b)/c"),
        (r"\max(0, -ys) \leq \left(x\right)", "max(0, −ys) ≤ (x)"),
    ],
)
def test_formulas_become_plain_text(formula: str, plain: str) -> None:
    assert to_plain(formula) == plain


@pytest.mark.parametrize(
    "formula",
    [r"\matrix{1}", r"\frac{1}", "{x", "x}", "x^", r"\text{a", r"\text{a{b}}", "θ", r"\cdotx"],
)
def test_what_is_not_understood_is_refused(formula: str) -> None:
    for convert in (to_plain, to_html):
        with pytest.raises(ValueError, match="formula"):
            convert(formula)


PAGE = ManualPage(
    "toy",
    "# A page\n\nSee [the index](index.md#pages), [below](#c--d) and\n[the\nweb](https://x.org).\n"
    "<!-- part -->\n![A picture](../gallery/and-norms.png)\n<!-- /part -->\n",
)


def headings_of(page: ManualPage) -> list[str]:
    """Return all headings in order, but those in blocks of code."""
    prose = re.sub(r"^```.*?^```$", "", page.text, flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"^#+ (.*)$", prose, re.MULTILINE)


def test_plain_text_names_pages_and_pictures() -> None:
    text = plain_text(PAGE)
    assert PAGE.title == "A page"
    assert "See the index (index), below and" in text
    assert "(picture: A picture)" in text
    assert "<!--" not in text


def test_every_page_is_linked_from_the_first() -> None:
    files = {path.stem for path in shipped("manual").glob("*.md")}
    assert set(page_names()) == files
    assert page_names()[0] == "index"


@pytest.mark.parametrize("name", page_names())
def test_links_lead_to_pages_and_headings_and_pictures_are_there(name: str) -> None:
    page = read_page(name)
    assert len(set(headings_of(page))) == len(headings_of(page))
    for mark, address in re.findall(r"(!?)\[[^\[\]]*\]\(([^)\s]+)\)", page.text):
        if mark:
            assert picture_path(address) is not None, address
            continue
        file, _, heading = address.partition("#")
        target = read_page(file.removesuffix(".md")) if file else page
        assert not heading or heading in map(anchor, headings_of(target)), address


def test_only_pictures_of_the_program_are_shown() -> None:
    assert picture_path("../gallery/and-norms.png") is not None
    assert picture_path("../gallery/no-such.png") is None
    assert picture_path("../../README.md") is None
    assert picture_path("/etc/hostname") is None


def test_a_page_that_is_mistyped_is_guessed() -> None:
    with pytest.raises(UsageError, match="did you mean 'figures'"):
        read_page("figure")
    with pytest.raises(UsageError, match="the pages are index, tutorial"):
        read_page("zzz")


def test_an_installed_package_looks_in_its_own_folder_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, strange = tmp_path / "perceptron_gui" / "_resources", tmp_path / "resources"
    for folder in (own, strange):
        folder.mkdir(parents=True)
    (own / "a.csv").touch()
    (strange / "b.csv").touch()
    monkeypatch.setattr(module, "_PACKAGE", own.parent)
    assert shipped("a.csv") == own / "a.csv"
    with pytest.raises(FileNotFoundError):
        shipped("b.csv")
