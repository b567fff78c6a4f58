"""The one voice in full and in short, polls and their votes, and the ticks of a timeline."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from perceptron_gui import train
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.theory.run_text.poll import (
    MOST_HANDS,
    Poll,
    PollQuestion,
    Score,
    question_of,
)
from perceptron_gui.theory.run_text.status import TimeScale, epoch_ticks, update_ticks
from perceptron_gui.theory.run_text.words import (
    COMPUTING,
    NO_POINTS,
    REFUSED,
    START,
    Words,
    counted,
    ending,
    grouped,
    headline,
    headline_without_run,
    verdict_words,
)
from tests.conftest import Approve
from tests.figures.timelines import AND, RUNS, XOR, million_visits, run_of

FOUR = train(*XOR)  # a cycle of four visits from the start


def at(run: Run, visit: int, asked: bool = False, notation: str = "000") -> Words:
    return headline(run, Moment(visit, "asked" if asked else "shown"), NOTATIONS[notation])


def interrupted() -> Run:
    run = Run(Dataset.of(*AND), Rule())
    run.advance(7)
    run.interrupt()
    return run.snapshot()


# Runs whose words are approved besides the usual ones.
MORE: dict[str, Callable[[], Run]] = {
    "no update": lambda: train(*AND, init="2,2,-3"),
    "few epochs": lambda: train(*AND, epochs=3),
    "few updates": lambda: train(*AND, max_updates=5),
    "interrupted": interrupted,
    "through the origin": lambda: train(*AND, offset=False),
    "standstill": lambda: train(*AND, order="first-mistake", offset=False),
    "ties −1": lambda: train(*AND, tie="minus"),
    "ties +1": lambda: train(*AND, tie="plus"),
    "least squares of xor": lambda: train(*XOR, rule="least-squares"),
    "average": lambda: train(*XOR, tie="minus", rule="averaged"),
    "vote": lambda: train(*XOR, tie="minus", rule="voted"),
    "kept pocket": lambda: train(*XOR, tie="minus", rule="pocket"),
    "blocks": lambda: train(*AND, rule="sgd", loss="perceptron", batch_size=3),
    "long decimals": lambda: train([[-1.23456789, 0.25], [-0.252, -1.857]], [1, -1]),
    "four coordinates": lambda: train([[1, 2, 3, 4], [-1, 0, 0, 0]], [1, -1]),
}


def test_words_read_as_approved(approve: Approve) -> None:
    told: list[str] = []
    for name, make in {**RUNS, **MORE}.items():
        run = make()
        _ = run.verdict  # else nothing is said of it
        words = [at(run, 1, asked=True)]
        told_early = ("classified as", "istake", "line", "pdate")
        assert words[0].kind == "question" and not any(each in words[0].full for each in told_early)
        words += [at(run, visit) for visit in (1, 2, 4, 20, run.visits) if visit <= run.visits]
        words += [ending(run), verdict_words(run, BOARD)]
        told.append("\n".join([f"# {name}", *dict.fromkeys(map(in_both, words))]))
    approve("words", "\n\n".join(told))


def in_both(said: Words) -> str:
    """Write a sentence, its short form and its kind in a line."""
    assert len(said.short) < len(said.full)
    return f"{said.full}  |  {said.short}  |  {said.kind}".rstrip(" |")


def test_without_a_run_it_says_why_there_is_none() -> None:
    assert headline_without_run(is_computing=True, has_points=True).full == COMPUTING
    assert headline_without_run(is_computing=False, has_points=False).full == NO_POINTS
    assert headline_without_run(is_computing=False, has_points=True).full == REFUSED


def test_before_the_first_visit_it_says_how_to_play() -> None:
    assert at(run_of("and"), 0).full == START
    begun = Run(Dataset.of(*AND), Rule())
    assert at(begun, 0).full == COMPUTING
    begun.advance(3)
    assert at(begun.snapshot(), 0).full == START


@pytest.mark.parametrize(("visit", "number"), [(5, 2), (8, 2), (9, 3), (200, 50), (40_001, 10_001)])
def test_a_proved_cycle_counts_its_rounds(visit: int, number: int) -> None:
    said = at(FOUR.prolonged(80_000), visit)
    first = f"{number:,}".replace(",", "\u202f") if number >= 10_000 else str(number)
    assert said.full == f"Round {first}. {ending(FOUR).full}"
    assert said.kind == "cycle"
    assert "(proved)" in said.full and "(proved)" in said.short


@pytest.mark.parametrize("mode", ["errors", "gallant", "ratchet"])
@pytest.mark.parametrize("labels", ["-++--+", "--+-+-", "--++-+"])
def test_the_pocket_is_said_to_stay_where_nothing_better_comes(mode: str, labels: str) -> None:
    points = [[0, 0], [0, 1], [1, 0], [1, 1], [2, 2], [3, 0]]
    run = train(points, [int(f"{sign}1") for sign in labels], rule="pocket", pocket=mode)
    assert run.cycle is not None
    first, period = run.cycle.end_visit, run.cycle.period_visits
    longer = run.prolonged(first + 6 * period)
    kept = [longer.result.update_kept(visit) for visit in range(first, longer.visits + 1)]
    for visit, number in enumerate(kept[: 4 * period], start=first):
        is_said = "the pocket stays" in at(longer, visit).full
        assert is_said == (set(kept[visit - first :]) == {number})
    if (mode, labels) == ("gallant", "--+-+-"):
        assert "pocket" not in at(longer, first).full  # a longer run is still to come


BOARD = NOTATIONS["001"]  # where γ is the largest margin


def test_what_is_misclassified_is_counted_for_the_answer_with_the_reason_once_known() -> None:
    run = train(*XOR, rule="least-squares")
    before = ending(run)
    assert "proved" not in before.full and "4 of 4" in before.short
    assert not run.verdict.separable  # from now on it is known
    assert ending(run).full.startswith(before.full[:-1])
    assert "No line".lower() in ending(run).full and "(proved)" in ending(run).full
    pocket = train(*XOR, rule="pocket", epochs=3, order="random")
    wrong = pocket.result.errors(pocket.visits)
    assert f"{wrong} of 4 points" in ending(pocket).full and "pocket" in ending(pocket).full


def test_a_missing_verdict_is_not_waited_for() -> None:
    run = train(*XOR)
    assert "computing" in verdict_words(run, BOARD).full
    assert "solving" in verdict_words(run, BOARD, "solving").full
    assert "verdict" not in run.__dict__


def test_long_numbers_are_grouped_and_nouns_agree() -> None:
    written = ["0", "9999", "10\u202f000", "1\u202f234\u202f567"]
    assert [grouped(n) for n in (0, 9999, 10_000, 1_234_567)] == written
    assert [counted(n, "error") for n in (0, 1, 2)] == ["0 errors", "1 error", "2 errors"]


@pytest.mark.parametrize("options", [{}, {"tie": "plus"}, {"tie": "minus"}, {"order": "random"}])
@pytest.mark.parametrize("data", [AND, XOR])
def test_every_question_about_a_class_has_a_true_answer(
    data: tuple[Any, Any], options: dict[str, Any]
) -> None:
    run = train(*data, **options)
    on_line = {"minus": -1, "plus": 1}.get(run.rule.tie, 0)
    for visit in range(1, run.visits + 1):
        question = question_of(run, visit, NOTATIONS["000"])
        assert question.labels == ((-1, 1) if on_line else (-1, 1, 0))
        index = int(run.path.visiting.points_of(visit)[0])
        score = run.space.features(run.dataset.points[[index]])[0] @ run.weights_at(visit - 1)
        found = question.labels[question.truth]
        assert found == (np.sign(score) or on_line)
        changed = run.updates_at(visit) > run.updates_at(visit - 1)
        assert (found != run.dataset.labels[index]) == changed


def test_weights_may_also_keep_their_length() -> None:
    run = train(*AND, rule="batch")
    first, last = (question_of(run, visit, NOTATIONS["000"]) for visit in (1, run.visits))
    assert first.true_answer == "longer"
    assert last.true_answer == "neither"  # the end: a pass without a mistake


def asked(truth: int) -> Poll:
    return Poll.about(PollQuestion("?", ("no", "yes"), truth))


def test_votes_are_the_hands_or_a_single_click() -> None:
    poll = asked(1)
    assert poll.votes == (0, 0)
    assert poll.with_hands(1, 2).with_hands(0, -5).votes == (0, 2)
    assert poll.with_hands(0, 10**6).votes == (MOST_HANDS, 0)
    clicked = replace(poll, chosen=0)
    assert clicked.votes == (1, 0)
    assert clicked.with_hands(1, 3).votes == (0, 3)


def test_an_outcome_says_who_was_right() -> None:
    assert asked(1).outcome == ""
    assert replace(asked(0), chosen=0).outcome == "Right!"
    assert replace(asked(1), chosen=0).outcome == "Wrong."
    counted = asked(1).with_hands(0, 3).with_hands(1, 1)
    assert counted.outcome == "1 of 4 hands was right."


def test_a_score_adds_votes() -> None:
    score = Score().with_poll(asked(1).with_hands(0, 3).with_hands(1, 2))
    assert score == Score(right=2, wrong=3)
    assert score.with_poll(replace(asked(1), chosen=0)) == Score(right=2, wrong=4)
    assert score.with_poll(asked(1)) == score


def test_visits_and_pixels_lead_to_each_other() -> None:
    scale = TimeScale(36, 720)
    assert [scale.pixel(visit) for visit in (0, 18, 36)] == [0, 360, 720]
    assert [scale.visit(scale.pixel(visit)) for visit in range(37)] == list(range(37))
    assert [scale.visit(-50), scale.visit(9999)] == [0, 36]
    assert TimeScale(0, 720).visit(300) == 0


def test_every_update_of_a_short_run_has_its_tick() -> None:
    run = run_of("and")
    scale = TimeScale(run.visits, 720)
    ticks, heights = update_ticks(run, scale)
    assert ticks.tolist() == [round(scale.pixel(int(visit))) for visit in run.history.visits]
    assert set(heights) == {1.0}
    assert epoch_ticks(run, scale).tolist() == [80 * epoch for epoch in range(1, 10)]


def test_a_million_visits_have_at_most_a_tick_per_pixel() -> None:
    run = million_visits()
    scale = TimeScale(run.visits, 700)
    ticks, heights = update_ticks(run, scale)
    assert ticks.tolist() == list(range(701))  # this run errs all the time
    assert heights.min() > 0 and heights.max() == 1
    assert np.diff(epoch_ticks(run, scale)).min() >= 7


def test_ticks_of_shared_pixels_are_higher_where_updates_are_denser() -> None:
    run = run_of("iris")
    ticks, heights = update_ticks(run, TimeScale(run.visits, 2))
    updates = run.history.visits
    share = [np.sum(updates <= 75) / 75, np.sum((updates > 75) & (updates <= 225)) / 150]
    assert ticks.tolist() == [0, 1]
    assert (heights[0] > heights[1]) == (share[0] > share[1])
