"""The arena: every contestant is seen with its answer, after the same visit, on the same axes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.rules.contestants import MOST
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure, Sheet, Table
from perceptron_gui.figures.model.marks import Line, Points, Steps
from perceptron_gui.figures.model.role import CONTESTANTS
from perceptron_gui.figures.model.view import read_options
from perceptron_gui.labs.arena.lab import LAB, RESULTS, ArenaOptions, ResultsOptions
from tests.figures.drawing import run_on, trained

SOLID = ([[1, 2, 3], [2, 1, 0.5], [-1, 0, 1], [0, -2, 1]], [1, 1, -1, -1])
MANY = "voted; averaged; least-squares; batch; pocket"
PLACES = {"name": 0, "updates": 2, "visits": 3, "epochs": 4, "errors": 5, "margin": 6, "angle": 7}


def sheet(run: Run, cursor: int | None = None, **options: Any) -> Sheet:
    chosen = read_options(ArenaOptions, options)
    drawn = LAB.view.build(run.dataset, run, run.visits if cursor is None else cursor, chosen)
    assert isinstance(drawn, Sheet)
    return drawn


def titled(drawn: Sheet, words: str) -> Figure:
    (found,) = [each.figure for each in drawn.panels if each.figure.title.startswith(words)]
    return found


def curve(figure: Figure, number: int) -> tuple[list[float], list[float]]:
    mark = figure.mark(f"curve-{number}")
    assert isinstance(mark, Line | Steps)
    return mark.x.tolist(), mark.y.tolist()


def test_planes_show_the_same_part_of_the_plane_and_the_errors_of_the_answer() -> None:
    drawn = sheet(trained("and"), 9, contestants="averaged; voted; pocket")
    planes = [each.figure for each in drawn.panels[:4]]
    assert len({(each.x.range, each.y.range) for each in planes}) == 1
    for each in planes:
        mark = each.mark("points")
        assert isinstance(mark, Points)
        wrong = int((mark.truth != mark.predicted).sum())
        assert each.title.endswith(f": {wrong} wrong")


def test_the_line_of_the_average_is_that_of_the_average() -> None:
    run = trained("and", rule="averaged", tie="minus")
    line = sheet(run, contestants="").panels[0].figure.mark("line")
    assert isinstance(line, Line)
    a, b, c = (float(value) for value in run.result_at(run.visits))
    assert a * line.x + b * line.y + c == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("count", [*range(1, 14), 26, MOST + 1])
def test_there_is_a_place_for_every_number_of_contestants(count: int) -> None:
    words = "; ".join(f"pla eta={n + 2}" for n in range(count - 1))
    drawn = sheet(trained("and"), contestants=words)
    places = {(each.row, each.column) for each in drawn.panels}
    assert len(places) == len(drawn.panels) == count + 2
    assert all(each.row + each.rows <= drawn.rows for each in drawn.panels)
    assert all(each.column < len(drawn.widths) for each in drawn.panels)
    curves = [mark for mark in titled(drawn, "perceptron").marks if mark.key.startswith("curve")]
    assert len(curves) == min(count, len(CONTESTANTS))
    assert any("first 6" in note for note in drawn.notes) == (count > len(CONTESTANTS))


def test_curves_are_those_of_what_is_answered_and_losses_those_of_perceptrons() -> None:
    run = trained("and", tie="minus")
    drawn = sheet(run, contestants="averaged", measure="errors")
    visits = np.arange(run.visits + 1)
    x, norms = curve(titled(drawn, r"$\|w"), 0)
    assert x == visits.tolist()
    assert norms == np.square(run.weights_at(visits)).sum(axis=1).tolist()
    average = trained("and", rule="averaged", tie="minus")
    _, norms = curve(titled(drawn, r"$\|w"), 1)
    squares = [sum(float(v) ** 2 for v in average.result_at(int(at))) for at in visits]
    assert norms == pytest.approx(squares)
    _, errors = curve(titled(drawn, "errors"), 1)
    assert errors == [average.result.errors(int(at)) for at in visits]
    run = trained("xor", tie="minus")
    _, losses = curve(titled(sheet(run, contestants=""), "perceptron"), 0)
    signed = run.space.signed @ run.weights_at(np.arange(run.visits + 1)).T
    assert losses == np.maximum(0, -signed).sum(axis=0).tolist()


def test_curves_go_round_with_a_cycle_that_is_played_on() -> None:
    run = trained("xor", init="-2,1,0").prolonged(16)
    longer = trained("xor", init="-2,1,0", keep_going=True)
    drawn = sheet(run, 14, contestants="averaged; least-squares")
    visits = list(range(15))
    loss, norms = titled(drawn, "perceptron"), titled(drawn, r"$\|w")
    assert [curve(loss, n)[0] for n in range(3)] == [visits, visits, [0, 1]]
    assert curve(norms, 0)[1] == np.square(longer.weights_at(visits)).sum(axis=1).tolist()
    assert [curve(titled(sheet(run, 16), "perceptron"), n)[0][-1] for n in (0, 3)] == [16, 1]
    rows = table(run, 14, contestants="averaged; least-squares").rows
    assert [row[2:4] for row in rows] == [("14", "14"), ("14", "14"), ("1", "1")]


def test_of_a_cycle_that_is_far_on_the_last_visits_are_drawn() -> None:
    far = 10**7 + 2
    run = trained("xor").prolonged(far)
    drawn = sheet(run, far, contestants="averaged; voted; pocket; least-squares", recent=24)
    loss, norms = titled(drawn, "perceptron"), titled(drawn, r"$\|w")
    for number in range(4):
        assert curve(loss, number)[0] == list(range(far - 24, far + 1))
    assert curve(norms, 0)[1] == curve(titled(sheet(run, 26, recent=24), r"$\|w"), 0)[1]
    assert not norms.has("curve-4")
    assert drawn.notes[0] == "Ended before the visits that curves show: Least squares."
    assert norms.x.range is not None and norms.x.range[0] > far - 30
    whole = sheet(run, far, contestants="voted")
    assert all(len(curve(titled(whole, "perceptron"), n)[0]) == 200 for n in range(2))
    assert "evenly spaced" in whole.notes[0]


@pytest.mark.parametrize(("against", "end"), [("visits", 24), ("updates", 10), ("epochs", 6)])
def test_curves_go_against_what_is_asked_for(against: str, end: int) -> None:
    run = trained("and", tie="minus")
    loss = titled(sheet(run, contestants="", against=against), "perceptron")
    assert curve(loss, 0)[0][-1] == end
    assert against.rstrip("s") in loss.x.label


def test_a_horizon_holds_the_axes_of_the_curves_still() -> None:
    run = trained("and")
    early, late = (sheet(run, at, horizon=run.visits) for at in (3, run.visits))
    free = sheet(run, 3)
    for one, other, own in zip(early.panels, late.panels, free.panels, strict=True):
        assert (one.figure.x, one.figure.y) == (other.figure.x, other.figure.y)
        assert (own.figure.x != one.figure.x) == (one.figure.title.endswith("of the answer"))


def test_lines_lie_over_each_other_with_looks_of_their_own() -> None:
    drawn = sheet(trained("and"), layout="overlaid")
    plane = drawn.panels[0].figure
    lines = [mark for mark in plane.marks if isinstance(mark, Line)]
    assert [line.role for line in lines] == list(CONTESTANTS[:5])
    assert [line.label for line in lines][3:] == ["Least squares", "Perceptron, lift product"]
    roles = {mark.label: mark.role for mark in drawn.panels[1].figure.marks if mark.label}
    assert roles == {line.label: line.role for line in lines}


def test_who_has_no_line_is_named_and_in_space_none_is_laid_over_another() -> None:
    drawn = sheet(trained("xor"), layout="overlaid", contestants="voted; least-squares")
    assert drawn.panels[0].figure.notes == (
        "No line in this view: Perceptron, Voted, Least squares.",
    )
    drawn = sheet(run_on(*SOLID), layout="overlaid")
    assert "more than two dimensions" in drawn.panels[0].figure.notes[0]
    assert drawn.panels[1].figure.marks


def test_plots_can_be_left_out() -> None:
    run = trained("and")
    assert len(sheet(run, plots="none").panels) == 5
    assert len(sheet(run, plots="norms").panels) == 6
    assert len(sheet(run, plots="none", layout="overlaid").panels) == 1


def table(run: Run, cursor: int | None = None, **options: Any) -> Table:
    chosen = read_options(ResultsOptions, options)
    drawn = LAB.views[RESULTS].build(
        run.dataset, run, run.visits if cursor is None else cursor, chosen
    )
    assert isinstance(drawn, Table)
    return drawn


def column(drawn: Table, at: int) -> list[str]:
    return [row[at] for row in drawn.rows]


@pytest.mark.parametrize("sort", ["given", *PLACES])
def test_rows_are_sorted_the_best_first(sort: str) -> None:
    run = trained("and")
    drawn = table(run, sort=sort, contestants=MANY)
    assert sorted(drawn.rows) == sorted(table(run, contestants=MANY).rows)
    if sort == "given":
        assert column(drawn, 0)[:3] == ["Perceptron", "Voted", "Averaged"]
        return
    cells = column(drawn, PLACES[sort])
    blanks = [cell for cell in cells if cell == "–"]
    assert cells[len(cells) - len(blanks) :] == blanks
    known = cells[: len(cells) - len(blanks)]
    if sort == "name":
        assert known == sorted(known)
    else:
        numbers = [float(cell.strip("$°")) for cell in known]
        assert numbers == sorted(numbers, reverse=sort == "margin")
