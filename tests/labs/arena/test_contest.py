"""The arena: every contestant is a run of its own, seen with its answer after the same visit."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.contestants import MOST, contestant_name, read_contestants
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.sources import load_data
from perceptron_gui.figures.model.figure import Figure, Sheet, Table
from perceptron_gui.figures.model.marks import Line, Points, Steps
from perceptron_gui.figures.model.role import CONTESTANTS
from perceptron_gui.figures.model.view import read_options
from perceptron_gui.labs.arena.contest import (
    USUAL,
    Contest,
    Contestant,
    ContestResult,
    headline,
)
from perceptron_gui.labs.arena.lab import LAB, RESULTS, ArenaOptions, ResultsOptions
from perceptron_gui.labs.lab import finished
from tests.figures.drawing import run_on, trained

MANY = (
    "averaged; pocket; voted; batch; least-squares; least-squares solver=gd eta=0.1;"
    "sgd loss=hinge eta=0.1; pla lift=quadratic; pla no-offset"
)


def contest(data: str | Dataset, words: str = MANY, **options: object) -> Contest:
    dataset = make(LIBRARY[data]) if isinstance(data, str) else data
    base = Rule.of(options)
    return Contest(dataset, (base, *read_contestants(words, base)))


def named(result: ContestResult) -> dict[str, Contestant]:
    return {each.text: each for each in result.trials}


def exact_margin(run: Run, weights: list[Fraction]) -> Fraction | None:
    """Return γ² of weights the obvious way."""
    rows, unit = run.space.exact_rows(np.arange(len(run.dataset)))
    scores = [
        unit * sum(int(a) * b for a, b in zip(row, weights, strict=True)) for row in rows.tolist()
    ]
    return min(scores) ** 2 / sum(w * w for w in weights) if min(scores) > 0 else None


@pytest.mark.parametrize("words", ["averaged", "pla lift=quadratic; sgd loss=logistic eta=0.1"])
def test_no_contestant_has_a_larger_distance_than_the_widest_line(words: str) -> None:
    data = load_data("iris").dataset
    rules = (Rule(), *read_contestants(words, Rule()))
    found_all = finished(Contest(data, rules, has_widest=True))
    *learned, widest = found_all.trials
    assert f"{len(rules)} rules" in str(headline(found_all, None))  # it is none of them
    assert widest.text == "widest"
    assert widest.facts.distance_squared == Fraction(17, 40)
    assert (widest.facts.updates, widest.facts.errors) == (0, 0)
    for each in learned:
        answer, found = each.run.result_at(each.run.visits), each.facts
        if found.margin_squared is None:
            assert found.distance_squared is None
            continue
        plain = sum(w * w for w in answer[:-1])
        expected = found.margin_squared * sum(w * w for w in answer) / plain
        assert found.distance_squared == expected
        if each.rule.lift == "none":
            assert found.distance_squared <= Fraction(17, 40)


@pytest.mark.parametrize(
    ("data", "options", "takes_part"),
    [
        ("xor", {}, False),
        ("xor", {"lift": "product"}, True),
        ("xor", {"rule": "kernel", "kernel": "poly"}, False),
        ("line-fit", {"rule": "least-squares"}, False),
        ("three-points", {"offset": False, "margin": 3}, True),
    ],
)
def test_the_widest_line_takes_part_where_there_is_one(
    data: str, options: dict[str, object], takes_part: bool
) -> None:
    result = finished(Contest(load_data(data).dataset, (Rule.of(options),), has_widest=True))
    assert ("widest" in named(result)) == takes_part
    assert [each.text for each in result.absent] == ([] if takes_part else ["widest"])


@pytest.mark.parametrize("data", ["and", "xor", "three-points", "slow-pair", "xor-pm"])
def test_every_contestant_is_the_run_of_its_rule(data: str) -> None:
    result = finished(contest(data, tie="minus", epochs=300))
    assert len(result.trials) + len(result.absent) == 10
    for each in result.trials:
        alone = Run(each.run.dataset, each.run.rule).finish()
        facts, outcome = each.facts, alone.outcome
        assert (facts.visits, facts.updates) == (outcome.visits, outcome.updates)
        assert (facts.epochs, facts.errors) == (outcome.epochs, outcome.result_errors)
        if not each.is_vote:
            assert facts.margin_squared == exact_margin(alone, alone.result_at(alone.visits))


@pytest.mark.parametrize(("data", "degree"), [("xor-pm", 2), ("xor", 2), ("and", 1), ("and", 3)])
def test_margin_and_angle_of_a_kernel_are_those_where_it_takes_the_points(
    data: str, degree: int
) -> None:
    kernel = finished(contest(data, "pla", rule="kernel", kernel="poly", degree=degree))
    facts, run = kernel.trials[0].facts, kernel.trials[0].run
    points = run.dataset.points.tolist()
    gram = np.array([[(1 + np.dot(a, b)) ** degree for b in points] for a in points])
    y, counts = run.dataset.labels, run.weights_at(run.visits)
    signed = gram * np.outer(y, y)
    agreements, length = signed @ counts, math.sqrt(counts @ signed @ counts)
    assert facts.margin_squared is not None and facts.angle is not None
    reached = agreements.min() / length
    assert math.sqrt(facts.margin_squared) == pytest.approx(reached, rel=1e-12)
    assert facts.margin_squared <= run.verdict.margin_squared
    best = np.array([float(v) for v in run.verdict.separator])
    cosine = counts @ signed @ best / (length * math.sqrt(best @ signed @ best))
    assert facts.angle == pytest.approx(math.degrees(math.acos(min(1.0, cosine))), abs=1e-5)


@pytest.mark.parametrize(
    ("data", "rule", "status", "wrong"),
    [
        ("xor", "least-squares", "converged, inseparable", "4 wrong, inseparable"),
        ("slides-4", "averaged", "converged, average lags", "1 wrong, average lags"),
        ("li-hang", "voted", "converged, vote lags", "1 wrong, vote lags"),
        ("and", "least-squares", "converged", "0 wrong"),
        ("xor", "averaged", "cycles, period 4", "2 wrong"),
    ],
)
def test_who_converged_and_gets_points_wrong_says_why(
    data: str, rule: str, status: str, wrong: str
) -> None:
    found = named(finished(contest(data, rule)))[rule]
    assert (found.facts.status, found.wrong_at(None)) == (status, wrong)
    assert "," not in found.wrong_at(0)


def test_a_line_that_least_squares_misses_is_said_to_be_that_of_the_least_loss() -> None:
    far = Dataset.of([[0], [1], [2], [100]], [-1, -1, 1, 1])
    found = named(finished(contest(far, "least-squares")))["least-squares"]
    assert found.facts.status == "converged, least loss"


@pytest.mark.parametrize("start", ["zeros", "-2,1,0"])
@pytest.mark.parametrize("visit", [5, 14, 16, 137])
def test_a_cycle_goes_round_as_the_run_that_keeps_going(visit: int, start: str) -> None:
    words = "averaged; voted; pocket; pocket pocket=gallant; pocket pocket=ratchet; batch"
    result = finished(contest("xor", words, init=start))
    for each in result.prolonged(visit).trials:
        longer = Run(each.run.dataset, replace(each.run.rule, keep_going=True)).finish()
        facts = each.facts_at(visit)
        assert (facts.visits, facts.updates) == (visit, int(longer.updates_at(visit)))
        assert facts.errors == longer.result.errors(visit)
        assert each.run.result_at(visit) == longer.result_at(visit)
        assert facts.status.startswith("cycles, period ")


def test_at_a_visit_beyond_all_ends_who_has_ended_stays_there() -> None:
    result = finished(contest("xor", "voted; least-squares; pla lift=product"))
    found = named(result.prolonged(10**12))
    seen = {name: each.facts_at(10**12).visits for name, each in found.items()}
    assert seen == {"pla": 10**12, "voted": 10**12, "least-squares": 1, "pla lift=product": 48}
    before = named(result)["least-squares"]
    assert found["least-squares"] is before


def test_a_start_without_products_has_zeros_for_those_of_a_lift() -> None:
    words = "pla lift=product; averaged lift=quadratic; pla lift=product init=1,2,3,4"
    result = finished(contest("xor", words, init="-2,1,7"))
    assert not result.absent
    starts = {text: each.run.start for text, each in named(result).items()}
    assert starts == {
        "pla": [-2, 1, 7],
        "pla lift=product": [-2, 1, 0, 7],
        "averaged lift=quadratic": [-2, 1, 0, 0, 0, 7],
        "pla init=1,2,3,4 lift=product": [1, 2, 3, 4],
    }
    called = [each.name.shown for each in result.trials]
    assert called[1:3] == ["Perceptron, lift product", "Averaged, lift quadratic"]


def test_looks_at_points_are_limited() -> None:
    base = Rule.of({"order": "random"})
    rules = (base, *read_contestants("batch", base))
    result = finished(Contest(make(LIBRARY["xor"]), rules, looks=100))
    assert [each.run.visits for each in result.trials] == [100, 1]
    assert result.trials[0].facts.status == "stopped"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (USUAL, "Averaged; Pocket; Least squares; Perceptron, lift product"),
        ("sgd loss=hinge eta=0.1; batch eta=0.5", "SGD, η = 0.1, hinge loss; Batch, η = 0.5"),
        ("pla tie=minus; pla tie=plus", "Perceptron, on the line: −1; Perceptron, on the line: +1"),
        (
            "pla margin=1; least-squares solver=gd eta=0.5",
            "Perceptron, margin 1; Least squares, η = 0.5, gradient descent",
        ),
        ("pla no-offset; pla order=2,0,1", "Perceptron, no offset; Perceptron, order 3, 1, 2"),
    ],
)
def test_names_say_what_differs(text: str, expected: str) -> None:
    assert names(text) == ["Perceptron", *expected.split("; ")]


def names(text: str, base: Rule | None = None) -> list[str]:
    """Return what the rule at hand and those of a text are called in figures."""
    base = base or Rule()
    return [contestant_name(rule, base).shown for rule in (base, *read_contestants(text, base))]


def test_every_rule_has_a_short_name_and_the_one_at_hand_is_plain() -> None:
    assert all(names(rule)[-1].split(",")[0] == info.short for rule, info in RULES.items())
    found = names("pla lift=none; pla keep-going", Rule(lift="product", tie="plus"))
    assert found == ["Perceptron", "Perceptron, no lift", "Perceptron, keeps going"]


SOLID = ([[1, 2, 3], [2, 1, 0.5], [-1, 0, 1], [0, -2, 1]], [1, 1, -1, -1])
RIVALS = "voted; averaged; least-squares; batch; pocket"
PLACES = {"name": 0, "updates": 2, "visits": 3, "epochs": 4, "errors": 5, "margin": 6}
PLACES |= {"distance": 7, "angle": 8}


def sheet(run: Run, cursor: int | None = None, **options: Any) -> Sheet:
    chosen = read_options(ArenaOptions, {"plots": "both", **options})
    drawn = LAB.view.build(run.dataset, run, run.visits if cursor is None else cursor, chosen)
    assert isinstance(drawn, Sheet)
    return drawn


def test_files_have_planes_without_axes_alone_unless_plots_are_asked_for() -> None:
    run = trained("xor")
    alone, both = sheet(run, plots="auto"), sheet(run)
    assert alone == sheet(run, plots="none") and len(both.panels) == len(alone.panels) + 2
    assert all(each.figure.bare and each.figure.has("frame") for each in alone.panels)
    assert [each.figure.bare for each in both.panels[-2:]] == [False, False]


def titled(drawn: Sheet, words: str) -> Figure:
    (found,) = [each.figure for each in drawn.panels if each.figure.title.startswith(words)]
    return found


def curve(figure: Figure, number: int) -> tuple[list[float], list[float]]:
    mark = figure.mark(f"curve-{number}")
    assert isinstance(mark, Line | Steps)
    return mark.x.tolist(), mark.y.tolist()


@pytest.mark.parametrize("data", ["and", "xor", "xor-pm"])
@pytest.mark.parametrize("tie", ["minus", "plus", "always"])
def test_planes_show_the_same_part_of_the_plane_and_the_errors_of_the_answer(
    data: str, tie: str
) -> None:
    drawn = sheet(trained(data, tie=tie), 9, contestants="averaged; voted; pocket")
    planes = [each.figure for each in drawn.panels[:4]]
    assert len({(each.x.range, each.y.range) for each in planes}) == 1
    for each in planes:
        mark = each.mark("points")
        assert isinstance(mark, Points)
        wrong = int((mark.truth != mark.predicted).sum())
        assert each.title.endswith(f": {wrong} wrong")


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


def test_of_a_cycle_that_is_far_on_the_last_visits_are_drawn() -> None:
    far = 10**7 + 2
    run = trained("xor").prolonged(far)
    drawn = sheet(run, far, contestants="averaged; voted; pocket; least-squares", recent=24)
    loss, norms = titled(drawn, "perceptron"), titled(drawn, r"$\|w")
    for number in range(4):
        assert curve(loss, number)[0] == list(range(far - 24, far + 1))
    assert curve(norms, 0)[1] == curve(titled(sheet(run, 26, recent=24), r"$\|w"), 0)[1]
    assert not norms.has("curve-4")
    assert drawn.notes[0] == "Already finished, not in the plot: Least squares."
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
    assert drawn.panels[0].figure.notes == ("No line in this view: Perceptron; Least squares.",)
    drawn = sheet(run_on(*SOLID), layout="overlaid")
    assert "more than two dimensions" in drawn.panels[0].figure.notes[0]
    assert drawn.panels[1].figure.marks


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
    drawn = table(run, sort=sort, contestants=RIVALS)
    assert sorted(drawn.rows) == sorted(table(run, contestants=RIVALS).rows)
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
        assert numbers == sorted(numbers, reverse=sort in ("margin", "distance"))
