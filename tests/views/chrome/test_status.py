"""The status line of every ending at every moment, and what it says of a place on the plane."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from perceptron_gui import train
from perceptron_gui.app.state.app_state import AppState
from perceptron_gui.base.latex import to_plain
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.history import Document, OpenFile
from perceptron_gui.document.model.session import Session
from perceptron_gui.figures.curves.norms import VIEW as NORMS
from perceptron_gui.lectures.dot_product import geometry_words
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.theory.convergence.proof import proof_of
from perceptron_gui.theory.run_text.status import status_parts
from perceptron_gui.theory.run_text.words import counted, verdict_words
from perceptron_gui.views.chrome.status import StatusLine
from tests.conftest import Approve
from tests.core.strategies import trained
from tests.figures.drawing import built, words
from tests.figures.timelines import AND, XOR
from tests.views.pixels import on_screen


@pytest.fixture
def line(qtbot: QtBot, light: QApplication) -> StatusLine:
    """A status line on screen, in the usual look."""
    return on_screen(qtbot, StatusLine(), 2000, 24)


_START = Moment(0)


def tell(
    line: StatusLine,
    run: Run,
    moment: Moment = _START,
    has_future: bool = False,
    notation: str = "000",
) -> None:
    """Say on the line how a run goes."""
    place = moment.visit, moment.visits_made, has_future
    line.show_parts(status_parts(run, NOTATIONS[notation], *place), [])


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
    tell(line, run, notation=name)
    assert f"separable: {margin}, k ≤ 51" in line.text()


# Runs and moments whose line is approved, and whether the future is shown.
TOLD: tuple[tuple[str, Run, tuple[Moment, ...], bool], ...] = (
    ("and", train(*AND), tuple(Moment(visit) for visit in (0, 5, 17, 35, 36)), False),
    ("and, asked", train(*AND), (Moment(5, "asked"), Moment(36, "asked")), False),
    ("and, with its future", train(*AND), (Moment(0), Moment(36)), True),
    ("xor", train(*XOR, keep_going=True, epochs=50), (Moment(3), Moment(4)), False),
    ("xor, later than its run", train(*XOR), (Moment(17),), False),
    ("xor, in a later round", train(*XOR).prolonged(20), (Moment(17),), False),
    ("and in floats", train(*AND, arithmetic="float64"), (Moment(0),), False),
    ("and, computed so far", computing(), (Moment(0), Moment(7)), False),
)


def test_the_line_reads_as_approved_however_narrow_it_is(
    line: StatusLine, approve: Approve
) -> None:
    told: list[str] = []
    for name, run, moments, has_future in TOLD:
        _ = run.verdict  # else nothing is said of it
        told.append(f"# {name}")
        for moment in moments:
            tell(line, run, moment, has_future)
            assert line.toolTip().splitlines()[:1] == [line.accessibleName()] == [line.full_text]
            assert ("converged" in line.toolTip()) == ("converged" in line.full_text)
            told.append(line.full_text)
    tell(line, TOLD[0][1], has_future=True)
    told.append("# and, in less and less room")
    for width in range(900, 40, -1):
        line.resize(width, 24)
        assert line.fontMetrics().horizontalAdvance(line.text()) <= width
        if line.text() not in told and not line.text().endswith("…"):
            told.append(line.text())
    approve("status", "\n".join(told))


def test_the_verdict_is_awaited_and_never_computed_here(line: StatusLine) -> None:
    run = train(*XOR)
    tell(line, run)
    assert "separable? computing …" in line.full_text
    assert "verdict" not in run.__dict__
    assert not run.verdict.separable  # as the training thread would
    tell(line, run)
    assert "no line separates these points (proved)" in line.full_text
    assert "separable?" not in line.full_text


def test_without_a_run_it_says_why_and_the_tip_has_the_remarks_of_one() -> None:
    state = AppState(Document.opened(OpenFile(Session(Dataset.of([], [])))))
    assert words_of(state) == "no points yet"
    assert (
        words_of(replace(state, problem="the numbers are too large")) == "the numbers are too large"
    )
    run = train(*AND, order="0,1,3")
    told = replace(state, run=run)
    assert words_of(told).startswith("epoch 0 · k = 0")
    assert "the order never visits 1 of the points" in told.status[1]


def words_of(state: AppState) -> str:
    return " · ".join(words.full for words in state.status[0].values())


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
