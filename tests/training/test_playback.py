"""Steps and jumps by hand and by the clock, keeping the place while runs come and go."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise

import numpy as np
import pytest

from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.training.playback import Cursor, Playback, speed_text, visits_per_second
from tests.training.samples import AND, Watched, begun

TEN_A_SECOND = 43  # the level of about 9.8 visits a second


def started(watched: Watched, level: int = 100, run: Run = AND) -> Playback:
    """Play a run at a speed."""
    watched.playback.show_run(run)
    watched.playback.set_speed(level)
    watched.playback.play()
    return watched.playback


def test_play_moves_at_once_and_then_by_the_clock_however_slow_frames_are(
    watched: Watched,
) -> None:
    playback = started(watched, TEN_A_SECOND)
    for seconds, visits in ((0.001, [1]), (0.001, [1]), (0.11, [1, 2]), (0.9, [1, 2, 10])):
        watched.let_pass(seconds)
        assert watched.visits == visits
    playback.pause()
    assert watched.playing == [True, False]


@pytest.fixture
def asking(watched: Watched) -> Watched:
    """A playback that was played to its first question, at many visits a second."""
    watched.playback.set_two_phase(True)
    started(watched)
    watched.let_pass(0.9)
    return watched


def test_playing_waits_at_every_question_for_as_long_as_it_takes(asking: Watched) -> None:
    playback = asking.playback
    for _ in range(3):
        asking.let_pass(60)
        assert (playback.moment, playback.is_playing) == (Moment(1, "asked"), False)
    assert asking.playing == [True, False]


def test_a_step_from_a_question_shows_what_was_true_and_plays_on_to_the_next(
    asking: Watched,
) -> None:
    playback = asking.playback
    for visit in (1, 2, 3):
        playback.step_on()
        assert (playback.moment, playback.is_playing) == (Moment(visit), True)
        asking.let_pass(0.9)  # however fast: a class has to see it
        assert (playback.moment, playback.is_playing) == (Moment(visit), True)
        asking.let_pass(0.2)
        asking.qtbot.waitUntil(lambda: not playback.is_playing)
        assert playback.moment == Moment(visit + 1, "asked")


def test_whoever_leaves_a_question_in_another_way_does_not_play_on(asking: Watched) -> None:
    playback, cursor = asking.playback, asking.playback.cursor
    leaves = (
        partial(playback.move, cursor.step, -1),
        partial(playback.seek, 5),
        playback.go_to_end,
        partial(playback.set_two_phase, False),
        playback.pause,
    )
    for leave in leaves:
        leave()
        assert not playback.is_playing
        playback.step_on()
        assert not playback.is_playing
        playback.set_two_phase(True)
        playback.seek(0)
        playback.play()
        asking.qtbot.waitUntil(lambda: not playback.is_playing)
        assert playback.moment == Moment(1, "asked")


def test_playing_stops_at_the_end_of_a_finished_run_and_starts_over_from_there(
    watched: Watched,
) -> None:
    playback = started(watched)
    watched.let_pass(0.5)
    assert watched.visits[-1] == AND.visits
    assert watched.playing == [True, False]
    watched.visits.clear()
    playback.toggle()
    watched.let_pass(0.001)
    assert watched.visits == [0, 1]
    playback.toggle()
    assert watched.playing == [True, False] * 2


def test_a_loop_shows_the_end_and_then_the_start(watched: Watched) -> None:
    watched.playback.set_loop(True)
    playback = started(watched)
    for _ in range(4):
        watched.let_pass(0.5)
    assert watched.visits == [AND.visits, 0, AND.visits, 0]
    assert watched.playing == [True]
    playback.pause()


def test_playing_waits_at_the_end_of_what_is_computed(watched: Watched) -> None:
    run, prefix = begun(20)
    playback = started(watched, TEN_A_SECOND, prefix)
    playback.seek(18)
    for _ in range(5):
        watched.let_pass(0.5)
    assert (watched.visits, watched.playing) == ([18, 20], [True])
    run.advance(30)
    playback.show_run(run.snapshot())
    watched.let_pass(0.21)
    assert watched.visits == [18, 20, 22]  # what was waited for is not made up for
    playback.seek(run.visits)
    run.interrupt()
    playback.show_run(run.snapshot())
    watched.let_pass(0.5)
    assert (playback.moment.visit, watched.playing) == (50, [True, False])


def test_steps_and_jumps_by_hand_pause(watched: Watched) -> None:
    playback = watched.playback
    playback.show_run(AND)
    cursor = playback.cursor
    jumps = cursor.next_mistake, cursor.next_epoch, cursor.previous_mistake, cursor.previous_epoch
    for move in (partial(cursor.step, 1), partial(cursor.step, -1), *jumps):
        playback.play()
        playback.move(move)
        assert not playback.is_playing
    playback.play()
    playback.go_to_start()
    assert playback.is_playing
    playback.show_run(None)
    assert not playback.is_playing


def test_equal_is_silent_and_thousands_of_changes_are_announced(watched: Watched) -> None:
    playback = watched.playback
    playback.show_run(AND)
    playback.play()
    playback.show_run(None)
    playback.play()
    assert watched.playing == [True, False]
    levels: list[int] = []
    playback.speed_changed.connect(lambda level, _text: levels.append(level))
    for level in (70, 70, 500):
        playback.set_speed(level)
    assert levels == [70, 100]
    playback.show_run(AND)
    for number in range(2000):
        playback.seek(number % 2 + 1)
        playback.seek(number % 2 + 1)
    assert watched.visits == [1, 2] * 1000


def test_the_place_is_kept_while_points_are_dragged(watched: Watched) -> None:
    playback = watched.playback
    long = begun(200)[1]
    playback.show_run(long)
    playback.seek(120)
    for run in (AND, None, begun(70)[1], long):
        playback.show_run(run)
    assert watched.visits == [120, AND.visits, 0, 70, 120]


@pytest.mark.parametrize(("to_end", "visits"), [(False, [20, 30, 60]), (True, [20, 30, 130, 100])])
def test_what_is_sought_or_followed_beyond_the_computed_is_waited_for(
    to_end: bool, visits: list[int], watched: Watched
) -> None:
    playback = watched.playback
    run, prefix = begun(20)
    playback.show_run(prefix)
    if to_end:
        playback.go_to_end()
    else:
        playback.seek(60)
    for more in (10, 100):
        run.advance(more)
        playback.show_run(run.snapshot())
    run.interrupt()
    playback.show_run(run.snapshot())
    playback.show_run(begun(100)[1])
    assert watched.visits == visits


def test_every_level_is_faster_than_the_one_before_by_the_same_factor() -> None:
    speeds = [visits_per_second(level) for level in range(101)]
    assert speeds[0] == 0.5
    assert speeds[100] * 0.016 == pytest.approx(8)
    factors = [after / before for before, after in pairwise(speeds)]
    assert min(factors) > 1
    assert factors == pytest.approx([factors[0]] * 100)


@pytest.mark.parametrize(
    ("level", "text"),
    [
        (0, "every 2 s"),
        (5, "every 1.4 s"),
        (10, "1 per second"),
        (12, "1.1 per second"),
        (20, "2 per second"),
        (60, "32 per second"),
        (100, "500 per second"),
    ],
)
def test_a_speed_is_said_in_words(level: int, text: str) -> None:
    assert speed_text(level) == text


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
