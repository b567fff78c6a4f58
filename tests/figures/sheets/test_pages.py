"""Several figures on one page: they are those of the views, and the words those of the proof."""

from __future__ import annotations

from typing import Any

from perceptron_gui import train
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.curves import loss, norms
from perceptron_gui.figures.model.figure import Figure, Sheet
from perceptron_gui.figures.model.label import from_formula, to_plain
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View, draw
from perceptron_gui.figures.sheets import overview, proof
from tests.figures.timelines import AND, XOR


def page(run: Run, cursor: int, view: View = proof.VIEW, **options: Any) -> Sheet:
    sheet = draw(view, run.dataset, run, cursor, view.options(**options))
    assert isinstance(sheet, Sheet)
    return sheet


def test_the_boundary_stands_beside_loss_and_norms() -> None:
    sheet = page(train(*AND), 9, overview.VIEW, title="AND")
    places = [(p.figure.name, p.row, p.column, p.rows) for p in sheet.panels]
    assert places == [("boundary", 0, 0, 2), ("loss", 0, 1, 1), ("norms", 1, 1, 1)]
    assert (sheet.rows, len(sheet.widths), sheet.title) == (2, 2, "AND")
    assert all(panel.figure.title == "" for panel in sheet.panels)


def test_the_figures_are_those_of_the_views_alone() -> None:
    run = train(*AND)
    sheet = page(run, 9, overview.VIEW, notation="001", detail=50)
    for panel, view in zip(sheet.panels[1:], (loss.VIEW, norms.VIEW), strict=True):
        alone = view.build(run.dataset, run, 9, view.options(notation="001", detail=50))
        assert isinstance(alone, Figure)
        assert (panel.figure.marks, panel.figure.y) == (alone.marks, alone.y)
    one, other = (page(run, 9, overview.VIEW, notation=name) for name in ("001", "000"))
    assert one != other


def test_a_fixed_range_is_that_of_the_plane() -> None:
    run = train(*AND)
    free = page(run, 9, overview.VIEW)
    fixed = page(run, 9, overview.VIEW, range=(-3.0, 3.0, -2.0, 2.0))
    plane = fixed.panels[0].figure
    assert (plane.x.range, plane.y.range) == ((-3.0, 3.0), (-2.0, 2.0))
    assert fixed.panels[1:] == free.panels[1:]


def test_the_plane_stands_beside_both_plots() -> None:
    sheet = page(train(*AND, tie="minus"), 12, title="AND")
    places = [(p.figure.name, p.row, p.column, p.rows) for p in sheet.panels]
    assert places == [("boundary", 0, 0, 2), ("norms", 0, 1, 1), ("distance", 1, 1, 1)]
    plane = sheet.panels[0].figure
    assert all(plane.has(key) for key in ("margin", "support", "circle", "separator"))
    assert all(panel.figure.has("limit") for panel in sheet.panels[1:])
    assert sheet.title == "AND"


def test_the_lines_of_the_visit_are_told_in_sentences() -> None:
    run = train(*AND, tie="minus")
    assert [to_plain(note) for note in page(run, 12).notes] == [
        "Point 3 is a mistake: ⟨w, z⟩ = −1 ≤ 0 for z = yx = (1, 1, 1); "
        "cross term 2⟨w, z⟩ = −2 ≤ 0, since it was a mistake.",
        "⟨w, w*⟩ gains ⟨z, w*⟩ = 1/17 ≈ 0.0588235 ≥ γ² = 1/17 ≈ 0.0588235; "
        "‖w‖² gains 2⟨w, z⟩ + ‖z‖² = −2 + 3 = 1 ≤ R² = 3.",
        "By Cauchy-Schwarz: γ²k² = 49/17 ≈ 2.88235 ≤ ‖w⁽ᵏ⁾‖² = 6 ≤ R²k = 21.",
        "γ²k² ≤ R²k only while k ≤ k* = R²/γ² = 51; k = 7 of at most 51 updates.",
    ]
    other = [to_plain(note) for note in page(run, 12, which="distance", notation="003").notes]
    assert other[2] == "‖a − αâ‖² falls by 6 + 2 − 3 = 5 ≥ β² = 3."
    assert "nothing changes" in page(run, 13).notes[0]


def test_data_that_no_line_separates_are_told_once() -> None:
    sheet = page(train(*XOR), 3)
    assert [panel.figure.name for panel in sheet.panels] == ["boundary", "norms"]
    notes = [*(note for panel in sheet.panels for note in panel.figure.notes), *sheet.notes]
    assert sum("No line separates" in note for note in notes) == 1


def test_what_is_highlighted_is_so_in_every_panel() -> None:
    sheet = page(train(*AND), 5, highlight=("radius", "limit"))
    highlight = [{m.key for m in p.figure.marks if m.role is Role.HIGHLIGHT} for p in sheet.panels]
    assert highlight == [
        {"highlight circle"},
        {"highlight limit", "highlight meeting"},
        {"highlight limit", "highlight meeting"},
    ]


def test_a_formula_becomes_a_label_that_can_be_broken() -> None:
    formula = r"\text{so }0 \le \|w\|^2 = 3 \ge x\text{, for }z = (1, 2)"
    label = from_formula(formula)
    assert label == r"so $0$ $\le\, \|w\|^2 = 3$ $\ge\, x$, for $z = (1, 2)$"
    assert to_plain(label) == "so 0 ≤ ‖w‖² = 3 ≥ x, for z = (1, 2)"
    long = f"z = ({', '.join(['123456'] * 9)})"
    assert max(map(len, from_formula(long).split(" $"))) < 20
