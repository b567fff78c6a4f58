"""Steps and jumps of the cursor, against lists of visits that are obvious."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.training.playback import Cursor

RUNS = [
    ("and", "cyclic"),
    ("three-points", "cyclic"),
    ("and", "first-mistake"),
    ("and", "shuffled"),
    ("or", "worst"),
]
every_run = pytest.mark.parametrize(("name", "order"), RUNS)


def run_of(name: str, order: str = "cyclic", **options: int | bool) -> Run:
    rule = Rule(order=order, **options)  # type: ignore[arg-type]
    return Run(make(LIBRARY[name]), rule).finish()


def cursor_at(run: Run | None, visit: int = 0, two_phase: bool = False) -> Cursor:
    cursor = Cursor()
    cursor.show_run(run)
    cursor.set_two_phase(two_phase)
    cursor.seek(visit)
    return cursor


def moments(cursor: Cursor, move: Callable[[], None]) -> list[Moment]:
    """Move until the cursor stays, and return where it went."""
    found = [cursor.moment]
    while True:
        move()
        if cursor.moment == found[-1]:
            return found[1:]
        found.append(cursor.moment)


def visits(cursor: Cursor, move: Callable[[], None]) -> list[int]:
    return [moment.visit for moment in moments(cursor, move)]


def mistakes(run: Run) -> list[int]:
    """Return the visits that changed the weights, by looking at every one."""
    path = run.weights_at(np.arange(run.visits + 1))
    return [t for t in range(1, run.visits + 1) if (path[t] != path[t - 1]).any()]


@every_run
def test_every_move_leads_through_its_places_there_and_back(name: str, order: str) -> None:
    run = run_of(name, order)
    cursor, n = cursor_at(run), len(run.dataset)
    for move_on, move_back, places, first in (
        (lambda: cursor.step(1), lambda: cursor.step(-1), [*range(1, run.visits + 1)], [0]),
        (cursor.next_mistake, cursor.previous_mistake, mistakes(run), []),
        (cursor.next_epoch, cursor.previous_epoch, [*range(n, run.visits, n), run.visits], [0]),
    ):
        cursor.seek(0)
        assert visits(cursor, move_on) == places
        cursor.go_to_end()
        assert cursor.at_end
        back = [visit for visit in reversed(places) if visit < run.visits]
        assert visits(cursor, move_back) == [*back, *first]


@every_run
def test_in_two_phases_every_visit_is_asked_and_then_shown(name: str, order: str) -> None:
    run = run_of(name, order)
    expected = [Moment(0)]
    for visit in range(1, run.visits + 1):
        expected += [Moment(visit, "asked"), Moment(visit, "shown")]
    cursor = cursor_at(run, two_phase=True)
    assert moments(cursor, lambda: cursor.step(1)) == expected[1:]
    assert cursor.at_end
    assert moments(cursor, lambda: cursor.step(-1)) == expected[-2::-1]


def test_a_cycle_is_stepped_through_for_ever_and_back() -> None:
    run, longer = run_of("xor"), run_of("xor", epochs=100, keep_going=True)
    cursor = cursor_at(run)
    for visit in [*range(1, 201), *range(199, -1, -1)]:
        cursor.step(1 if visit > cursor.moment.visit else -1)
        assert cursor.moment == Moment(visit)
        assert cursor.reached is not None and not cursor.at_end
        assert cursor.reached.visits == 4 * max(1, -(-visit // 4))  # to the end of this round
        assert cursor.reached.exact_weights_at(visit) == longer.exact_weights_at(visit)
        assert cursor.reached.updates_at(visit) == visit  # XOR: every visit is a mistake


@pytest.mark.parametrize("order", ["cyclic", "first-mistake", "worst"])
def test_mistakes_and_epochs_of_a_cycle_never_end(order: str) -> None:
    run = run_of("contradiction", order)
    expected = mistakes(run.prolonged(100))
    cursor = cursor_at(run)
    for visit in expected[:-3]:
        cursor.next_mistake()
        assert cursor.moment.visit == visit
    for visit in reversed(expected[:-4]):
        cursor.previous_mistake()
        assert cursor.moment.visit == visit
    cursor.seek(40 * len(run.dataset))
    cursor.next_epoch()
    assert cursor.moment.visit == 41 * len(run.dataset)


def test_the_end_of_a_cycle_is_where_its_first_round_ends() -> None:
    run = run_of("xor")
    cursor = cursor_at(run, 137)
    cursor.go_to_end()
    assert cursor.moment == Moment(run.visits)
    cursor.show_run(run_of("and"))  # as at the end of any other run
    assert cursor.moment == Moment(36)
    assert cursor.at_end


@pytest.mark.parametrize("visit", [137, 36])
def test_the_visit_of_a_later_round_is_remembered_by_shorter_runs(visit: int) -> None:
    """Also by one that happens to end at this visit, to which nobody went as to an end."""
    cursor = cursor_at(run_of("xor"), visit)
    cursor.show_run(run_of("and"))
    assert cursor.moment == Moment(36)
    cursor.show_run(run_of("xor"))
    assert cursor.moment == Moment(visit)


@pytest.mark.parametrize("visit", [-3, 0, 7, 10**12])
def test_seeking_stays_within_the_run(visit: int) -> None:
    run = run_of("and")
    assert cursor_at(run, visit).moment == Moment(min(max(visit, 0), run.visits))


def test_an_open_question_is_answered_when_there_are_no_questions_any_more() -> None:
    cursor = cursor_at(run_of("and"), 3, two_phase=True)
    cursor.step(1)
    cursor.set_two_phase(False)
    assert cursor.moment == Moment(4, "shown")


@pytest.mark.parametrize("visit", [3, 10**12])
def test_a_run_that_is_on_its_way_does_not_lose_the_place(visit: int) -> None:
    cursor = cursor_at(run_of("and"), visit)
    cursor.await_run()
    cursor.await_run()  # another edit came before it
    assert (cursor.run, cursor.moment) == (None, Moment(0))
    cursor.show_run(after := run_of("three-points"))
    assert cursor.moment == Moment(min(visit, after.visits))


def test_where_to_go_can_be_asked_for_while_the_run_is_on_its_way() -> None:
    cursor = cursor_at(run_of("and"), 3)
    cursor.await_run()
    cursor.go_to_end()
    assert cursor.wanted == "end"
    cursor.show_run(after := run_of("or"))
    assert cursor.moment == Moment(after.visits)
    cursor.await_run()
    cursor.seek(2)
    assert str(cursor.wanted) == "2"
    cursor.show_run(run_of("and"))
    assert cursor.moment == Moment(2)
