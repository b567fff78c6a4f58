"""Playing by the clock, keeping the place while runs come and go, and speeds in words."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import pytest

from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.training.playback import Playback, speed_text, visits_per_second
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
        (0, "1 visit in 2 s"),
        (5, "1 visit in 1.4 s"),
        (10, "1 visit a second"),
        (12, "1.1 visits a second"),
        (20, "2 visits a second"),
        (60, "32 visits a second"),
        (100, "500 visits a second"),
    ],
)
def test_a_speed_is_said_in_words(level: int, text: str) -> None:
    assert speed_text(level) == text
