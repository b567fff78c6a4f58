"""The status line of every ending at every moment, and what it says of a place on the plane."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from perceptron_gui import train
from perceptron_gui.base.latex import to_plain
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.curves.norms import VIEW as NORMS
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.theory.convergence.proof import proof_of
from perceptron_gui.theory.run_text.status import status_parts
from perceptron_gui.theory.run_text.words import counted, verdict_words
from perceptron_gui.views.chrome.place import geometry_words
from perceptron_gui.views.chrome.status import StatusLine
from tests.core.strategies import trained
from tests.figures.drawing import built, words
from tests.figures.timelines import AND, XOR
from tests.views.pixels import on_screen


@pytest.fixture
def line(qtbot: QtBot, light: QApplication) -> StatusLine:
    """A status line on screen, in the usual look."""
    return on_screen(qtbot, StatusLine(), 2000, 24)


def computing() -> Run:
    """Return a run that goes on."""
    run = Run(Dataset.of(*AND), Rule())
    run.advance(7)
    return run.snapshot()


@pytest.mark.parametrize("rule", ["averaged", "voted", "pocket"])
def test_the_errors_are_those_of_what_the_rule_returns(rule: str) -> None:
    run = train(*AND, rule=rule)
    words = {"averaged": "average", "voted": "vote", "pocket": "pocket"}[rule]
    counts = set()
    for made in range(run.visits + 1):
        said = status_parts(run, NOTATIONS["001"], made, made)["errors"]
        assert said.short == counted(run.result.errors(made), "error")
        assert said.full == f"{said.short} of the {words}"
        counts.add(said.short != counted(int(run.errors_after(run.updates_at([made]))[0]), "error"))
    assert True in counts  # they are not those of w


@pytest.mark.parametrize(
    ("name", "margin", "bound", "least"),
    [
        ("000", "γ²/‖w*‖² = 1/17", "k* = R²‖w*‖²/γ² = 51", "≥ γ = 1 for every"),
        ("001", "γ² = 1/17", "k* = R²/γ² = 51", "≥ ‖θ̂‖² = γ² = 1/17"),
        ("002", "b²/‖w*‖² = 1/17", "k* = M‖w*‖²/b² = 51", "≥ b = 1 for every"),
        ("003", "γ²/‖â‖² = 1/17", "k* = β²‖â‖²/γ² = 51", "≥ γ = 1 for every"),
        ("004", "γ² = 1/17", "k* = R²/γ² = 51", "≥ ‖θ*‖² = γ² = 1/17"),
    ],
)
def test_the_margin_is_written_as_the_proof_and_its_figure_write_it(
    name: str, margin: str, bound: str, least: str, line: StatusLine
) -> None:
    run, notation = train(*AND), NOTATIONS[name]
    assert run.verdict.separable
    assert verdict_words(run, notation).full == f"Separable: {margin}, k ≤ 51."
    assert bound in words(built(NORMS, run, notation=name))
    lines = [each for part in proof_of(run, 36, notation).sections for each in part.lines]
    assert any(least in to_plain(each.text.strip("$")) for each in lines)
    line.show_run(run)
    line.show_notation(name)
    assert f"separable: {margin}, k ≤ 51" in line.text()


def test_the_line_tells_where_the_cursor_is(line: StatusLine) -> None:
    run = train(*AND)
    assert run.verdict.margin_squared == Fraction(1, 17)
    line.show_run(run)
    line.show_moment(Moment(17))
    assert line.full_text == (
        "visit 17 / 36 · epoch 5 · k = 10 · 2 errors · separable: γ²/‖w*‖² = 1/17, k ≤ 51 · exact"
    )
    line.show_moment(Moment(36))
    assert line.full_text == (
        "visit 36 / 36 · epoch 9 · k = 18 · 0 errors · "
        "converged after 18 updates, the last in epoch 8 · "
        "separable: γ²/‖w*‖² = 1/17, k ≤ 51 · exact"
    )


def test_how_a_run_ends_is_told_at_its_end_or_with_the_future(line: StatusLine) -> None:
    line.show_run(train(*AND))
    for moment in (Moment(0), Moment(35), Moment(36, "asked")):
        line.show_moment(moment)
        assert "converged" not in line.full_text + line.toolTip() + line.accessibleName()
        assert line.outcome.startswith("Converged after 18 updates")
    line.show_future(True)
    assert "converged after 18 updates" in line.full_text
    line.show_future(False)
    assert "converged" not in line.full_text
    line.show_moment(Moment(36))
    assert "converged after 18 updates" in line.full_text


def test_a_cycle_is_told_where_the_weights_return(line: StatusLine) -> None:
    line.show_run(train(*XOR, keep_going=True, epochs=50))
    line.show_moment(Moment(3))
    assert "repeat" not in line.full_text
    line.show_moment(Moment(4))
    assert "the weights repeat every 4 visits (4 updates), forever (proved)" in line.full_text


def test_a_question_leaves_its_outcome_open(line: StatusLine) -> None:
    run = train(*AND)
    update = int(run.history.visits[3])
    line.show_run(run)
    line.show_moment(Moment(update, "asked"))
    assert f"visit {update} / 36 · epoch 2 · k = 3" in line.full_text
    line.show_moment(Moment(update))
    assert f"visit {update} / 36 · epoch 2 · k = 4" in line.full_text


def test_the_verdict_is_awaited_and_never_computed_here(line: StatusLine) -> None:
    run = train(*XOR)
    line.show_run(run)
    assert "separable? computing …" in line.full_text
    assert "verdict" not in run.__dict__
    assert not run.verdict.separable  # as the training thread would
    line.show_moment(Moment(0))
    assert "no line separates these points (proved)" in line.full_text
    assert "separable?" not in line.full_text


def test_a_run_may_be_shorter_than_the_one_before(line: StatusLine) -> None:
    line.show_moment(Moment(17))
    line.show_run(train(*XOR))
    assert line.full_text.startswith("visit 4 · epoch 1")
    line.show_run(train(*XOR).prolonged(20))
    assert line.full_text.startswith("visit 17, round 5 · epoch 5 · k = 17 ·")


def test_floating_point_is_named_and_so_is_a_run_that_goes_on(line: StatusLine) -> None:
    line.show_run(train(*AND, arithmetic="float64"))
    assert line.full_text.endswith("· floating point")
    line.show_run(computing())
    assert "computing …" in line.full_text


def test_without_a_run_it_says_why(line: StatusLine) -> None:
    assert line.text() == "no points yet"
    line.show_problem("the numbers are too large")
    assert line.text() == line.accessibleName() == "the numbers are too large"
    line.show_run(train(*AND))
    assert line.text().startswith("visit 0 / 36")
    line.show_run(None)
    assert line.text() == "no points yet"


def test_a_narrow_line_says_the_same_in_fewer_words_and_its_tip_says_it_all(
    line: StatusLine,
) -> None:
    run = train(*AND)
    assert run.verdict.separable
    line.show_run(run)
    line.show_future(True)
    full = line.full_text
    seen = []
    for width in range(900, 40, -1):
        line.resize(width, 24)
        assert line.fontMetrics().horizontalAdvance(line.text()) <= width
        assert line.toolTip().splitlines()[0] == line.accessibleName() == full
        if line.text() not in seen:
            seen.append(line.text())
    assert [text.replace("  ", " ") for text in seen if not text.endswith("…")] == [
        full,
        "visit 0 / 36 · epoch 0 · k = 0 · 4 errors · converged · "
        "separable: γ²/‖w*‖² = 1/17, k ≤ 51 · exact",
        "visit 0 / 36 · epoch 0 · k = 0 · 4 errors · converged · "
        "separable: γ²/‖w*‖² = 1/17, k ≤ 51",
        "epoch 0 · k = 0 · 4 errors · converged · separable: γ²/‖w*‖² = 1/17, k ≤ 51",
        "epoch 0 · k = 0 · 4 errors · converged · separable, k ≤ 51",
        "k = 0 · 4 errors · converged · separable, k ≤ 51",
    ]


def test_it_fits_a_window_of_1024_pixels(line: StatusLine) -> None:
    line.resize(1024, 24)
    run = train(*AND)
    assert run.verdict.separable
    line.show_run(run)
    line.show_moment(Moment(17))
    assert line.text().endswith("exact")
    assert line.minimumSizeHint().height() < 40


def test_the_tip_has_the_remarks_of_a_run(line: StatusLine) -> None:
    line.show_run(train(*AND, order="0,1,3"))
    assert "the order never visits 1 of the points" in line.toolTip().splitlines()


def place_words(rule: dict[str, Any], place: tuple[float, float], visit: int, notation: str) -> str:
    return geometry_words(trained("xor-pm", **rule), visit, place, NOTATIONS[notation])


def test_distance_angle_and_product() -> None:
    rule = {"init": "3,-4,5"}  # 3x₁ − 4x₂ + 5
    said = place_words(rule, (1.0, -1.0), 0, "001")
    assert said == "distance 2.4; θ·x = ‖θ‖ ‖x‖ cos ∠ = 5 · 1.414 · cos 8.1° = 7"
    assert place_words(rule, (0.0, 0.0), 0, "000") == "distance 1"  # which has no direction


@pytest.mark.parametrize(
    "rule", [{}, {"lift": "product"}, {"rule": "kernel"}, {"rule": "kernel", "kernel": "linear"}]
)
def test_without_a_line_nothing_is_said(rule: dict[str, Any]) -> None:
    visit = 1 if rule else 0
    said = place_words({**rule, "epochs": 3}, (1.0, 0.5), visit, "000")
    assert said == ""


def test_scaled_points_are_measured_as_they_were_typed() -> None:
    run = trained("and", scale="range")
    last = run.visits
    plain = geometry_words(run, last, (1.0, 1.0), NOTATIONS["000"]).split("; ")[0]
    normal, constant = run.space.line_of(run.exact_weights_at(last))
    distance = float(sum(normal) + constant) / float(sum(v * v for v in normal)) ** 0.5
    assert float(plain.removeprefix("distance ")) == pytest.approx(distance, abs=1e-3)
